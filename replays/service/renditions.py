"""Matches to take away: tapes, JSON Lines, pages, pictures; each as somebody may see the match."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal

import msgspec

from domain.contract.errors import GameError, Reason
from domain.formats.jsonl import write_jsonl
from domain.formats.tape import write_tape
from replays.board.pictures import film, picture, png
from replays.event_log import annotated_tape
from replays.service.library import Match
from replays.service.problems import Refused
from replays.service.settings import Limits

MEDIA: Final = {
    "tape": "text/plain",
    "jsonl": "application/jsonl; charset=utf-8",
    "html": "text/html",
    "svg": "image/svg+xml",
    "png": "image/png",
    "gif": "image/gif",
    "webp": "image/webp",
}
"""What can be taken away, and its media type."""
SEALED: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
"""What a file may do that is opened here: be looked at."""
PATIENCE: Final = 20.0
"""Seconds that a picture, or a film, waits for those before it."""
RETRY: Final = {"Retry-After": "10"}
Film = Literal["gif", "webp"]


class Wish(msgspec.Struct, frozen=True):
    """What is wanted of a match."""

    form: str
    step: int | None = None
    """After which step; None for the end of the line."""
    first: int = 0
    last: int | None = None
    width: int = 0
    dark: bool = False
    history: bool = False
    times: bool = False
    seconds: float = 1.2


class Made(msgspec.Struct, frozen=True):
    """What was made: bytes, their media type, and what the file is called."""

    data: bytes
    media: str
    name: str

    @property
    def headers(self) -> dict[str, str]:
        """What goes with it: it is a file to keep, and does nothing here."""
        how = "inline" if self.media.startswith("image/") else "attachment"
        return {
            "Content-Disposition": f'{how}; filename="{self.name}"',
            "Content-Security-Policy": SEALED,
        }


class Studio:
    """Makes what is to be taken away; pictures one after the other, since they cost most.

    Films, which take longest, wait for each other and never keep a picture waiting.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._drawing = threading.Lock()
        self._filming = threading.Lock()
        self.drawn_frames = 0
        """Of the film that is drawn: how many steps are."""
        self.wanted_frames = 0
        """Likewise, of how many."""

    def make(self, match: Match, wish: Wish) -> Made:
        """Make what is wanted. Raises GameError, or Refused (503) if others draw for long."""
        made = {
            "tape": self.tape, "jsonl": self.jsonl, "html": self.page, "svg": self.svg,
            "png": self.png, "gif": self.film, "webp": self.film,
        }[wish.form](match, wish)  # fmt: skip
        return Made(made, MEDIA[wish.form], f"{match.id}.{wish.form}")

    def tape(self, match: Match, wish: Wish) -> bytes:
        """A tape."""
        write = annotated_tape if wish.history else write_tape
        return write(match.part, wish.times).encode()

    def jsonl(self, match: Match, wish: Wish) -> bytes:
        """JSON Lines."""
        return write_jsonl(match.part).encode()

    def page(self, match: Match, wish: Wish) -> bytes:
        """The whole match as a page that needs no service."""
        return match.page().encode()

    def svg(self, match: Match, wish: Wish) -> bytes:
        """A board as SVG."""
        return self.drawn(match, wish, 1000).encode()

    def png(self, match: Match, wish: Wish) -> bytes:
        """A board as PNG."""
        drawn = self.drawn(match, wish, 1600)
        with self.drawing():
            return png(drawn)

    def drawn(self, match: Match, wish: Wish, width: int) -> str:
        """A board."""
        cursor = match.at(wish.step)
        theme: Literal["light", "dark"] = "dark" if wish.dark else "light"
        return picture(cursor, theme=theme, width=wish.width or width)

    def film(self, match: Match, wish: Wish) -> bytes:
        """Some steps as a picture that moves."""
        cursor = match.cursor()
        last = len(cursor) if wish.last is None else cursor.place(wish.last)
        first = cursor.place(wish.first)
        if not 0 <= last - first < self.limits.frames:
            raise GameError(
                Reason.BAD_SETTING,
                f"a picture that moves shows 1 to {self.limits.frames} steps, not "
                f"{last - first + 1}",
            )
        form: Film = "gif" if wish.form == "gif" else "webp"
        theme: Literal["light", "dark"] = "dark" if wish.dark else "light"
        width = wish.width or 800
        with self.filming(last - first + 1):
            return film(
                cursor, first, last, form=form, theme=theme, width=width, seconds=wish.seconds,
                progress=self.advance,
            )  # fmt: skip

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Draw when those before have done so. Raises Refused (503)."""
        if not self._drawing.acquire(timeout=PATIENCE):
            raise Refused(503, "others draw for long already", headers=RETRY)
        try:
            yield
        finally:
            self._drawing.release()

    @contextmanager
    def filming(self, frames: int) -> Iterator[None]:
        """Draw a film of so many steps after those before it. Raises Refused (503), with progress."""
        if not self._filming.acquire(timeout=PATIENCE):
            progress = f"step {self.drawn_frames} of {self.wanted_frames} is drawn"
            raise Refused(503, f"another film is before it: {progress}", headers=RETRY)
        try:
            self.drawn_frames, self.wanted_frames = 0, frames
            yield
        finally:
            self._filming.release()

    def advance(self, drawn: int) -> None:
        """Note how many steps of the film are drawn."""
        self.drawn_frames = drawn
