"""The list of matches: what was opened, filtered and in pages, the last opened first."""

from __future__ import annotations

import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from datetime import date
from typing import Final

import msgspec

from domain.contract.characters import folded
from domain.contract.errors import GameError, Reason
from domain.games import GAMES
from domain.record.codec import decode, topic
from domain.record.endings import result_line
from domain.record.events import OPENED, Opened
from domain.record.times import iso_time
from projections.reports.filters import day_of
from replays.cursor import Cursor
from replays.service.access import Identity, viewer
from replays.service.library import Library
from replays.service.problems import Refused

BATCH: Final = 5_000


class Opening(msgspec.Struct, frozen=True):
    """A match by what its opening says."""

    position: int
    match: str
    game: str
    day: str
    words: str
    """Both players, each between line breaks, in small letters."""
    event: str


class Summary(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match in a line."""

    match: str
    game: str
    title: str
    players: tuple[str, ...]
    day: str
    opened: str = ""
    """When it was recorded, ISO 8601."""
    event: str = ""
    round: str = ""
    table: str = ""
    turn: int = 0
    """The turn in progress, or the last; 0 is the set-up."""
    steps: int = 0
    last: int = 0
    """Number of the last event."""
    totals: str = ""
    over: bool = False
    result: str = ""
    """How it ended; empty while it goes on."""
    damaged: str = ""
    """Why it cannot be read, if it cannot."""


class Page(msgspec.Struct, frozen=True, omit_defaults=True):
    """Some matches, and where the list goes on."""

    matches: tuple[Summary, ...]
    next: str = ""
    """The cursor of the next page; empty on the last."""


class Wanted(msgspec.Struct, frozen=True):
    """What the list is narrowed to."""

    game: str = ""
    player: str = ""
    event: str = ""
    since: date | None = None
    until: date | None = None

    def fits(self, found: Opening) -> bool:
        """Return whether a match is wanted."""
        return (
            (not self.game or found.game == self.game)
            and (not self.player or self.player in found.words)
            and (not self.event or self.event in found.event)
            and (self.since is None or found.day >= self.since.isoformat())
            and (self.until is None or found.day <= self.until.isoformat())
        )


def wanted(game: str, player: str, event: str, since: str, until: str) -> Wanted:
    """Read from words which matches are wanted. Raises GameError (BAD_SETTING)."""
    return Wanted(
        game.lower(),
        folded(player),
        folded(event),
        day("since", since),
        day("until", until, last=True),
    )


def day(name: str, text: str, *, last: bool = False) -> date | None:
    """A day, or the first or last of a month or year; None for no words. Raises GameError."""
    if not text.strip():
        return None
    try:
        return day_of(text.strip(), last=last)
    except ValueError as error:
        raise GameError(
            Reason.BAD_SETTING, f"{name}: {text!r} is no day", legal=("2026-11-30", "2026-11")
        ) from error


class Listing:
    """What was ever opened, in memory; it goes on reading where it was."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._openings: list[Opening] = []
        self._read = 0
        self._lock = threading.Lock()

    def openings(self) -> list[Opening]:
        """Every opening, in order."""
        topics = [topic(key, OPENED) for key in GAMES]
        chain = self.library.recorder.chain
        with self._lock:
            while True:
                found = chain.select_notifications(
                    self._read, BATCH, topics=topics, inclusive_of_start=False
                )
                for item in found:
                    self._read = item.id
                    match_id = str(item.originator_id)
                    self._openings.append(opening(item.id, match_id, item.topic, item.state))
                if len(found) < BATCH:
                    return self._openings

    def page(self, who: Identity, asked: Wanted, cursor: str, limit: int, eyes: str = "") -> Page:
        """A page of the matches that are wanted and that somebody may see."""
        viewer(who, eyes)
        before = read_cursor(cursor) if cursor else None
        found: list[Opening] = []
        for one in self.newest(before):
            if (not who.match or one.match == who.match) and asked.fits(one):
                found.append(one)
                if len(found) > limit:
                    break
        more = len(found) > limit
        rows = tuple(self.summary(who, one, eyes) for one in found[:limit])
        return Page(rows, written_cursor(found[limit - 1].position) if more else "")

    def newest(self, before: int | None) -> Iterator[Opening]:
        """Openings before a position, the last first."""
        openings = self.openings()
        for index in range(len(openings) - 1, -1, -1):
            if before is None or openings[index].position < before:
                yield openings[index]

    def summary(self, who: Identity, found: Opening, eyes: str) -> Summary:
        """A match in a line, as somebody may see it."""
        try:
            match = self.library.open(who, found.match, eyes)
            made = match.made("summary", lambda: summary_of(match.cursor()))
        except GameError as error:
            blank = Summary(found.match, found.game, "?", ("?", "?"), found.day)
            return msgspec.structs.replace(blank, damaged=error.message)
        return msgspec.json.decode(made, type=Summary)


def summary_of(cursor: Cursor) -> Summary:
    """A match in a line, through the eyes of a cursor."""
    cursor.last()
    game, opened, state = cursor.game, cursor.opened, cursor.state
    result = result_line(game, state, cursor.seen.closed).removeprefix("result ")
    return Summary(
        match=cursor.match_id,
        game=game.key,
        title=game.name,
        players=opened.players,
        day=opened.day(),
        opened=iso_time(opened.at),
        event=opened.event,
        round=opened.round,
        table=opened.table,
        turn=state.turn,
        steps=len(cursor),
        last=len(cursor.seen.events),
        totals=game.notation.totals(state),
        over=bool(result),
        result=result,
    )


def opening(position: int, match_id: str, topic_name: str, state: bytes) -> Opening:
    """Read what an opening states; of one that is damaged, its name and game."""
    game = topic_name.partition("/")[0]
    try:
        opened: Opened = decode(match_id, 1, topic_name, state)
    except GameError:
        return Opening(position, match_id, game, "", "", "")
    words = "\n".join(("", *map(folded, opened.players), ""))
    return Opening(position, match_id, game, opened.day(), words, folded(opened.event))


def written_cursor(position: int) -> str:
    """Where a page ends, in words that mean nothing to anybody else."""
    return urlsafe_b64encode(f"before {position}".encode()).decode().rstrip("=")


def read_cursor(text: str) -> int:
    """Where a page ends. Raises Refused (400)."""
    try:
        word, _, number = urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode().partition(" ")
        if word == "before":
            return int(number)
    except ValueError:
        pass
    raise Refused(400, "this is no cursor of ours; begin with the first page")
