"""Reading matches: the list, one as a whole, its lines, its boards, what is asked, what happened."""

from __future__ import annotations

import asyncio
import re
from typing import Any, Final

import msgspec
from litestar import Controller, Response, get
from litestar.response import Stream

from domain.contract.errors import GameError
from domain.games import GAMES
from domain.games import game as find_game
from domain.record.rulings import shapes
from replays.event_log import chronicle_objects
from replays.service.access import NOBODY, viewer
from replays.service.match_list import Page, wanted
from replays.service.parameters import (
    After,
    Event,
    Game,
    LastId,
    LeadsTo,
    Limit,
    MatchId,
    Number,
    PageCursor,
    Past,
    Player,
    Running,
    Seat,
    Since,
    Typed,
    Until,
    Visiting,
    Who,
)
from replays.service.problems import Refused
from replays.service.prompts import Asked, ClockReadings, asked, clocks_of
from replays.service.routes.responses import answers, as_json, get_json
from replays.viewer.match_data import Frame, Head, Line, Verdict, verdict


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be recorded."""

    key: str
    name: str
    rules: str
    settings: dict[str, str]
    """Its settings, as they are if nothing is set."""
    rulings: tuple[str, ...]
    """What a ruling can say."""
    examples: str
    """How lines are written."""


class Audited(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an audit says."""

    match: str
    verdict: Verdict
    chain: str = ""
    """Digest of the last event; empty for the eyes of a seat."""
    notes: tuple[str, ...] = ()


class Chronicle(msgspec.Struct, frozen=True):
    """Every event of a match in words, what does not stand included."""

    match: str
    events: list[dict[str, Any]]


class Games(Controller):
    """The games."""

    path = "/api/games"
    tags = ("games",)

    @get("/", sync_to_thread=True, opt={"needs": NOBODY})
    def games(self) -> list[GameInfo]:
        """Every game that can be recorded."""
        found = []
        for key in GAMES:
            game = find_game(key)
            examples = game.notation.examples
            settings = defaults(game)
            found.append(
                GameInfo(game.key, game.name, game.rules_version, settings, shapes(game), examples)
            )
        return found


def defaults(game: Any) -> dict[str, str]:
    """A game's settings if nothing is set; none where something must be."""
    try:
        found: dict[str, str] = game.settings({})
    except GameError:
        return {}
    return found


NUMBER: Final = r"[0-9]{1,15}"
"""How a number of an event is written."""


class Matches(Controller):
    """Reading."""

    path = "/api/matches"
    tags = ("matches",)

    @get("/", sync_to_thread=True, opt={"needs": "watch"})
    def matches(
        self,
        service: Running,
        who: Who,
        game: Game = "",
        player: Player = "",
        event: Event = "",
        since: Since = "",
        until: Until = "",
        cursor: PageCursor = "",
        limit: Limit = 20,
        seat: Seat = "",
    ) -> Page:
        """Matches, the last opened first; `player` and `event` are parts of names."""
        asked = wanted(game, player, event, since, until)
        return service.listing.page(who, asked, cursor, limit, seat)

    @get_json("/{match_id:str}", Head, "The match.")
    def head(
        self, service: Running, who: Who, match_id: MatchId, seat: Seat = ""
    ) -> Response[bytes]:
        """A match as a whole; its ETag is what writing wants as If-Match."""
        match = service.library.open(who, match_id, seat)
        return as_json(match.head(), match.headers)

    @get_json("/{match_id:str}/line", Line, "The line.")
    def line(
        self,
        service: Running,
        who: Who,
        match_id: MatchId,
        to: LeadsTo = None,
        since: Past = 0,
        seat: Seat = "",
    ) -> Response[bytes]:
        """The line that stands, step by step; or, with `to`, the one that leads to an event."""
        match = service.library.open(who, match_id, seat)
        return as_json(match.line(to, since), match.headers)

    @get(
        "/{match_id:str}/steps/{number:int}",
        opt={"needs": "watch"},
        responses=answers(Frame, "The board."),
    )
    async def step(
        self, service: Running, who: Who, match_id: MatchId, number: Number, seat: Seat = ""
    ) -> Response[bytes]:
        """The board after a step, by its number, and what the step changed; 0 is the opening."""
        known = service.library.known_frame(who, match_id, number, seat)
        if known is None:
            known = await asyncio.to_thread(
                lambda: service.library.open(who, match_id, seat).frame(number)
            )
        return as_json(known)

    @get_json("/{match_id:str}/ask", Asked, "What is asked.")
    def ask(
        self, service: Running, who: Who, match_id: MatchId, typed: Typed = "", seat: Seat = ""
    ) -> Response[bytes]:
        """What is asked now, and the legal answers in groups, after part of a line is `typed`."""
        if len(typed) > 400:
            raise Refused(400, "no line is that long")
        match = service.library.open(who, match_id, seat)
        body = match.made("ask", lambda: asked(match.part, match.eyes, typed), typed)
        return as_json(body, match.headers)

    @get("/{match_id:str}/clocks", sync_to_thread=True, opt={"needs": "watch"})
    def clocks(
        self, service: Running, who: Who, match_id: MatchId, seat: Seat = ""
    ) -> ClockReadings | None:
        """Both clocks now; null where nobody knows."""
        match = service.library.open(who, match_id, seat)
        return clocks_of(match.part, service.recorder.clock())

    @get_json("/{match_id:str}/history", Chronicle, "What happened.")
    def history(
        self, service: Running, who: Who, match_id: MatchId, seat: Seat = ""
    ) -> Response[bytes]:
        """Every event that was recorded, in words, what does not stand included."""
        match = service.library.open(who, match_id, seat)
        body = match.made(
            "history", lambda: Chronicle(match.id, list(chronicle_objects(match.part)))
        )
        return as_json(body, match.headers)

    @get_json("/{match_id:str}/audit", Audited, "The audit.")
    def audit(
        self, service: Running, who: Who, match_id: MatchId, seat: Seat = ""
    ) -> Response[bytes]:
        """Whether the match is as it was recorded, and what the rules say to it."""
        match = service.library.open(who, match_id, seat)

        def audited() -> Audited:
            report = match.audit()
            whole = match.whole
            notes = report.notes if whole else ()
            return Audited(match.id, verdict(report, whole), match.chain, notes)

        return as_json(match.made("audit", audited), match.headers)

    @get("/{match_id:str}/events", opt={"needs": "watch"}, media_type="text/event-stream")
    async def events(
        self,
        service: Running,
        who: Who,
        visit: Visiting,
        match_id: MatchId,
        last_id: LastId = "",
        since: After = None,
        seat: Seat = "",
    ) -> Stream:
        """Server-sent events: a message for each event recorded after the last one that is known.

        Its id is the event's number; its name is `step` for what is on the line, else `match`.
        """
        viewer(who, seat)
        known = int(last_id) if re.fullmatch(NUMBER, last_id) else since
        stream = await service.following.follow(who, visit, match_id, seat, known)
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return Stream(stream, media_type="text/event-stream", headers=headers)
