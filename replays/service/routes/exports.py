"""Matches to take away, over HTTP."""

from __future__ import annotations

from typing import Final

from litestar import Controller, Response, get

from replays.service.access import Identity
from replays.service.parameters import (
    Dark,
    First,
    History,
    Last,
    MatchId,
    Running,
    Seat,
    Seconds,
    Step,
    Times,
    Visiting,
    Who,
    Width,
)
from replays.service.renditions import MEDIA, Made, Wish
from replays.service.routes.responses import as_bytes
from replays.service.service import Service

PATH: Final = "/{match_id:str}/export."


class Exports(Controller):
    """Matches to take away."""

    path = "/api/matches"
    tags = ("sharing",)

    @get(f"{PATH}tape", sync_to_thread=True, opt={"needs": "watch"}, media_type=MEDIA["tape"])
    def tape(
        self, service: Running, who: Who, match_id: MatchId, history: History = False,
        times: Times = False, seat: Seat = "",
    ) -> Response[bytes]:  # fmt: skip
        """The match as a tape; with `history` also what was taken back, with `times` when."""
        return made(service, who, match_id, seat, Wish("tape", history=history, times=times))

    @get(f"{PATH}jsonl", sync_to_thread=True, opt={"needs": "watch"}, media_type=MEDIA["jsonl"])
    def jsonl(
        self, service: Running, who: Who, match_id: MatchId, seat: Seat = ""
    ) -> Response[bytes]:
        """The match as JSON Lines: every event that was recorded."""
        return made(service, who, match_id, seat, Wish("jsonl"))

    @get(f"{PATH}html", sync_to_thread=True, opt={"needs": "watch"}, media_type=MEDIA["html"])
    def html(
        self, service: Running, who: Who, match_id: MatchId, seat: Seat = ""
    ) -> Response[bytes]:
        """The match as one page with the viewer in it, which opens from disk without a network."""
        return made(service, who, match_id, seat, Wish("html"))

    @get(f"{PATH}svg", sync_to_thread=True, opt={"needs": "watch"}, media_type=MEDIA["svg"])
    def svg(
        self, service: Running, who: Who, match_id: MatchId, step: Step = None, dark: Dark = False,
        width: Width = 0, seat: Seat = "",
    ) -> Response[bytes]:  # fmt: skip
        """A board as SVG."""
        return made(service, who, match_id, seat, Wish("svg", step, width=width, dark=dark))

    @get(f"{PATH}png", sync_to_thread=True, opt={"needs": "watch"}, media_type=MEDIA["png"])
    def png(
        self, service: Running, who: Who, match_id: MatchId, step: Step = None, dark: Dark = False,
        width: Width = 0, seat: Seat = "",
    ) -> Response[bytes]:  # fmt: skip
        """A board as PNG."""
        return made(service, who, match_id, seat, Wish("png", step, width=width, dark=dark))

    @get(f"{PATH}gif", sync_to_thread=True, opt={"needs": "watch"}, media_type=MEDIA["gif"])
    def gif(
        self, service: Running, who: Who, visit: Visiting, match_id: MatchId,
        first: First = 0, last: Last = None,
        seconds: Seconds = 1.2, dark: Dark = False, width: Width = 0, seat: Seat = "",
    ) -> Response[bytes]:  # fmt: skip
        """Steps as a picture that moves, as GIF."""
        visit.take(service.admission.films)
        wish = Wish("gif", first=first, last=last, width=width, dark=dark, seconds=seconds)
        return made(service, who, match_id, seat, wish)

    @get(f"{PATH}webp", sync_to_thread=True, opt={"needs": "watch"}, media_type=MEDIA["webp"])
    def webp(
        self, service: Running, who: Who, visit: Visiting, match_id: MatchId,
        first: First = 0, last: Last = None,
        seconds: Seconds = 1.2, dark: Dark = False, width: Width = 0, seat: Seat = "",
    ) -> Response[bytes]:  # fmt: skip
        """Steps as a picture that moves, as WebP."""
        visit.take(service.admission.films)
        wish = Wish("webp", first=first, last=last, width=width, dark=dark, seconds=seconds)
        return made(service, who, match_id, seat, wish)


def made(service: Service, who: Identity, match_id: str, seat: str, wish: Wish) -> Response[bytes]:
    """Make what is to be taken away, as somebody may see it."""
    found: Made = service.studio.make(service.library.open(who, match_id, seat), wish)
    return as_bytes(found.data, found.media, found.headers)
