"""The recorder: the application on `eventsourcing` and the only door for writing."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import msgspec
from eventsourcing.application import Application
from eventsourcing.persistence import InfrastructureFactory
from eventsourcing.utils import Environment

from domain.commands import (
    Amend,
    Author,
    Change,
    End,
    Note,
    Open,
    Outcome,
    Pause,
    Play,
    Redo,
    Resume,
    Undo,
    decide,
    opening,
    stamps,
)
from domain.contract.errors import GameError, Reason, Unsynced
from domain.contract.game import Game, Seat
from domain.contract.seats import SEAT_NAMES, seat_name
from domain.formats.checks import DAY_MS, check_day, check_times
from domain.formats.tape import Tape, written_note
from domain.formats.tape_header import checked_opening
from domain.games import game as find_game
from domain.record.chain import EncodedEvent, chained, read_rows
from domain.record.codec import decode
from domain.record.endings import winner_of
from domain.record.events import (
    CORRECTION,
    REVEAL,
    AnyStep,
    Closed,
    Event,
    Noted,
    Opened,
    Paused,
    Redone,
    Resumed,
    TakenBack,
)
from domain.record.history import straight
from domain.record.ids import LAST, check_name, content_id, new_id, unstamped
from domain.record.match import Record
from domain.revise.amendment import Amendment
from domain.revise.misfits import Answer, stopping
from domain.store.datastore import FAILURES
from domain.store.path import kind_of, unreadable_store
from domain.store.sqlite import ChainRecorder, Envelope, IntegrityError, sqlite_factory

E = TypeVar("E")

SAME: Final = (
    *("game", "settings", "players", "on", "place", "event", "round", "table", "series", "best_of"),
    *("clock", "eyes", "bots", "seed"),
)
"""What a tape of a match that is recorded already must agree with."""


def wall_clock() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


class Recorder(Application[str]):
    """Opens matches and appends steps to them; everything is written in one transaction or not.

    `durable` syncs every commit to the disk (live recording); without it bulk work is several times
    faster, and a power cut can lose the last transactions, never tear one. A recorder belongs to
    one process; build it after a fork, never before.
    """

    name = "ludograph"

    def __init__(
        self, path: Path, *, durable: bool = True, clock: Callable[[], int] = wall_clock
    ) -> None:
        self.path = path
        self.durable = durable
        self.clock = clock
        if path.is_dir():
            raise GameError(Reason.NOT_FOUND, f"the store {path} is a folder, not a file")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            super().__init__()
        except FAILURES as error:
            raise unreadable_store(error, path) from error

    def construct_env(self, name: str, env: Any = None) -> Environment:
        """Only what is set here: the library's environment variables do not reach in."""
        return Environment(
            name, {"SQLITE_DBNAME": ":memory:", "ORIGINATOR_ID_TYPE": "text", **(env or {})}
        )

    def construct_factory(self, env: Environment) -> InfrastructureFactory[Any]:
        """SQLite, in a file."""
        return sqlite_factory(env, self.path, durable=self.durable)

    @property
    def chain(self) -> ChainRecorder:
        """The recorder of the store."""
        assert isinstance(self.recorder, ChainRecorder)
        return self.recorder

    @property
    def read_only(self) -> bool:
        """True of a store that can be read only, since its file or folder can."""
        return self.chain.datastore.read_only

    # -- writing ---------------------------------------------------------------------------------

    def open(self, command: Open) -> Record:
        """Open a match as a command says. Raises GameError for wrong settings, days or names."""
        return self._opened(opening(command, self.clock()), command.id)

    def new_match(
        self,
        game: Game,
        settings: Mapping[str, str],
        players: tuple[str, ...] = SEAT_NAMES,
        *,
        match_id: str = "",
        **fields: Any,
    ) -> Record:
        """Open a match and return it. Raises GameError for wrong settings, days or names."""
        opened = Opened(
            game=game.key,
            rules=game.rules_version,
            settings=game.settings(settings),
            players=players,
            at=self.clock(),
            **fields,
        )
        return self._opened(checked_opening(opened), match_id)

    def _opened(self, opened: Opened, match_id: str) -> Record:
        check_name(match_id)
        check_day(opened.on, opened.at)
        for _ in range(5):
            name = match_id or new_id(opened.at)
            try:
                return self.add([(name, opened, [])])[0]
            except GameError as error:
                if match_id or error.reason is not Reason.CONFLICT:
                    raise
        raise GameError(Reason.CONFLICT, "no free name for a new match was found; try again")

    def add(self, matches: Iterable[tuple[str, Opened, Sequence[AnyStep]]]) -> list[Record]:
        """Store whole matches in one transaction. Raises GameError (CONFLICT) if one is there."""
        records: list[Record] = []
        encoded: list[EncodedEvent] = []
        for match_id, opened, steps in matches:
            record = Record(match_id, find_game(opened.game), opened, [], "")
            encoded.extend(chained(record, [opened, *steps]))
            records.append(record)
        self._save(encoded, "a match of that name is recorded already")
        return records

    def add_encoded(self, events: Iterable[tuple[str, int, str, bytes]]) -> None:
        """Store whole matches that a worker has encoded and chained, in one transaction."""
        self._save(list(events), "a match of that name is recorded already")

    def append(self, record: Record, steps: Sequence[Event]) -> None:
        """Append events to a match in one transaction; the record goes on with them.

        Raises GameError (CONFLICT) and leaves store and record as they were if somebody else was
        faster; Unsynced if they are recorded, and the disk has not confirmed it.
        """
        if not steps:
            return
        length, head = len(record.events), record.head
        encoded = chained(record, steps)
        try:
            self._save(
                encoded,
                f"step {length + 1} of match {record.id} was recorded by somebody else a moment ago; "
                "look at it and enter yours again",
            )
        except Unsynced:
            raise
        except GameError:
            record.cut(length, head)
            raise

    def carry_out(
        self,
        record: Record,
        command: Change,
        *,
        answer: Answer = stopping,
        author: Author | None = None,
    ) -> Outcome:
        """Do to a match what a command says: all of it is appended in one transaction, or nothing.

        A command to be tried (`dry`) appends nothing. `answer` says what becomes of later lines that
        do not fit a correction; `author` is who sends it. Raises GameError as `domain.commands.decide`
        and `append` do; then store and record are as they were.
        """
        outcome = decide(record, command, self.clock(), answer, author)
        if not command.dry:
            self.append(record, outcome.events)
        return outcome

    def stamps(self, record: Record, by: str = "") -> dict[str, Any]:
        """Return when something is recorded now, and by whom, as an event of the record holds it."""
        return stamps(record, by, self.clock())

    def _recorded(self, kind: type[E], record: Record, command: Change) -> E:
        event = self.carry_out(record, command).event
        assert isinstance(event, kind)
        return event

    # Each of these carries out one command, and returns what it recorded.

    def play_line(
        self, record: Record, text: str, *, by: str = "", note: str = ""
    ) -> list[AnyStep]:
        """Decide a line of notation and append its steps. Raises GameError and stores nothing."""
        line = f"{text} {{{written_note(note)}}}" if note else text
        return list(self.carry_out(record, Play(line, by)).events)

    def take_back(
        self,
        record: Record,
        to: int | None = None,
        *,
        lines: int = 1,
        confirmed: bool = False,
        by: str = "",
        note: str = "",
    ) -> TakenBack:
        """Take back everything after a step (by its number), or else the last lines.

        Raises GameError; Unconfirmed where something hidden had become known and it is not confirmed.
        """
        command = Undo(lines, to, confirmed=confirmed, note=note, by=by)
        return self._recorded(TakenBack, record, command)

    def redo(
        self, record: Record, to: int | None = None, *, by: str = "", note: str = ""
    ) -> Redone:
        """Take the last take-back back, or let the line end with any event again. Raises GameError."""
        return self._recorded(Redone, record, Redo(to, note, by))

    def amend(
        self,
        record: Record,
        step: int,
        text: str,
        *,
        answer: Answer = stopping,
        why: str = CORRECTION,
        by: str = "",
        note: str = "",
        dry: bool = False,
    ) -> Amendment:
        """Correct the line of a step (by its number); see `domain.revise.amendment.amend`.

        `dry`: only work out what would become of the match.
        """
        command = Amend(step, text, reveal=why == REVEAL, dry=dry, note=note, by=by)
        amendment = self.carry_out(record, command, answer=answer).amendment
        assert amendment is not None
        return amendment

    def remark(self, record: Record, text: str, about: int | None = None, *, by: str = "") -> Noted:
        """Keep a remark on an event (None: the last of the line; 0: the match). Raises GameError."""
        return self._recorded(Noted, record, Note(text, about, by))

    def end(
        self,
        record: Record,
        why: str,
        winner: Seat | None,
        *,
        judge: str = "",
        by: str = "",
        note: str = "",
    ) -> Closed:
        """End a match by other ways than its rules. Raises GameError if it is over."""
        seat = winner_of(why, winner)  # the seat that loses to the winner, as the winner of a loser
        name = "" if seat is None else seat_name(seat)
        return self._recorded(Closed, record, End(cast(Any, why), name, judge, note, by))

    def pause(self, record: Record, *, by: str = "", note: str = "") -> Paused:
        """Stop the clocks. Raises GameError if they stand still."""
        return self._recorded(Paused, record, Pause(note, by))

    def resume(self, record: Record, *, by: str = "", note: str = "") -> Resumed:
        """Let the clocks go on. Raises GameError if they do."""
        return self._recorded(Resumed, record, Resume(note, by))

    def take_in(self, tapes: Sequence[Tape]) -> list[tuple[str, str]]:
        """Store imported matches in one transaction; returns (id, what happened) for each.

        What happened is `added`, `went on` (the tape has more of a match than the store knew) or
        `already there`. Raises GameError (CONFLICT) for a match that is there and differs.
        """
        now = self.clock()
        done: list[tuple[str, str]] = []
        encoded: list[EncodedEvent] = []
        seen: set[str] = set()
        for tape in tapes:
            check_day(tape.opened.on, now)
            if not 0 <= tape.opened.at <= now + DAY_MS:
                raise GameError(
                    Reason.BAD_SETTING,
                    f"a match cannot have been recorded at {tape.opened.at} ms after 1970",
                    source=tape.source,
                    line=tape.line,
                )
            try:
                tape.opened = checked_opening(tape.opened)
                check_times(tape.opened.at or now, tape.steps, now)
            except GameError as error:
                raise error.at(source=tape.source, line=tape.line) from error
            match_id = tape.match_id or content_id(tape.opened, tape.steps)
            if match_id in seen:
                done.append((match_id, "already there"))
                continue
            seen.add(match_id)
            more, what = self._taken_in(match_id, tape, now)
            encoded.extend(more)
            done.append((match_id, what))
        try:
            self._save(
                encoded, "somebody else imported one of these matches a moment ago; try again"
            )
        except Unsynced as error:
            error.done = done
            raise
        return done

    def _taken_in(self, match_id: str, tape: Tape, now: int) -> tuple[list[EncodedEvent], str]:
        if self.chain.head(match_id) is None:
            at = tape.opened.at or now
            opened = msgspec.structs.replace(tape.opened, at=at)
            record = Record(match_id, find_game(opened.game), opened, [], "")
            return chained(record, [opened, *tape.steps]), "added"
        record = self.load(match_id)
        recorded = record.steps if plain_line(tape.steps) else record.events
        there = [unstamped(step) for step in recorded]
        new = [unstamped(step) for step in tape.steps]
        for number, (old_step, new_step) in enumerate(zip(there, new, strict=False), 1):
            if old_step != new_step:
                here = record.number(number) if recorded is record.steps else number
                raise GameError(
                    Reason.CONFLICT,
                    f"match {match_id} is recorded already and differs at step {here}",
                    source=tape.source,
                    line=tape.line,
                )
        if tape.opened.on == record.opened.day():
            tape.opened = msgspec.structs.replace(tape.opened, on=record.opened.on)
        for name in SAME:
            label = {"on": "date", "best_of": "best of"}.get(name, name)
            if getattr(record.opened, name) != getattr(tape.opened, name):
                raise GameError(
                    Reason.CONFLICT,
                    f"match {match_id} is recorded already with other {label}",
                    source=tape.source,
                    line=tape.line,
                )
        more = tape.steps[len(there) :]
        if not more:
            return [], "already there"
        after = max(0, now - record.opened.at)
        return chained(record, [msgspec.structs.replace(s, after=after) for s in more]), "went on"

    def _save(self, encoded: Sequence[EncodedEvent], conflict: str) -> None:
        if not encoded:
            return
        try:
            self.events.put([Envelope(*event) for event in encoded])
        except (IntegrityError, sqlite3.IntegrityError) as error:
            raise GameError(Reason.CONFLICT, conflict) from error
        except FAILURES as error:
            raise self._failed(error, encoded) from error

    def _failed(self, error: Exception, encoded: Sequence[EncodedEvent]) -> GameError:
        """Return the error of a commit that failed: the disk may hold all of it nevertheless."""
        found = unreadable_store(error, self.path)
        if found.reason is not Reason.UNAVAILABLE:
            return found
        try:
            unsynced = kind_of(error) in ("SQLITE_IOERR", "SQLITE_IOERR_FSYNC")
            there = self.chain.holds(encoded, recovering=unsynced)
        except GameError:
            return GameError(
                Reason.UNAVAILABLE,
                f"{found.message}; look at what is recorded before you enter it again",
            )
        if not there:
            return GameError(Reason.UNAVAILABLE, f"{found.message}; nothing was recorded")
        return Unsynced(
            Reason.UNAVAILABLE,
            f"{found.message}; it is recorded, but may not outlive a power failure",
        )

    # -- reading ---------------------------------------------------------------------------------

    def load(self, match_id: str) -> Record:
        """Read a match by its full id. Raises GameError (NOT_FOUND) or CorruptStream."""
        rows = self.chain.rows(match_id)
        if not rows:
            raise GameError(Reason.NOT_FOUND, f"no match {match_id!r} in {self.path}")
        return read_rows(match_id, rows)

    def openings(self, game: str = "") -> Iterator[tuple[str, Opened | GameError]]:
        """The opening of each match (of a game, by its key), or why it cannot be read.

        The match opened last is the first.
        """
        for match_id, topic, state in self.chain.openings(game):
            try:
                yield match_id, decode(match_id, 1, topic, state)
            except GameError as error:
                yield match_id, error

    def find(self, words: str) -> str:
        """The id of the one match meant: an id, its start or its end, or `last`.

        Raises GameError naming those it could be.
        """
        if words == LAST:
            latest = self.chain.ids(1)
            if not latest:
                raise GameError(Reason.NOT_FOUND, f"there are no matches in {self.path}")
            return latest[0]
        if words and self.chain.head(words):
            return words
        plain = words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        for pattern in (f"{plain}%", f"%{plain}"):
            found = self.chain.ids_like(pattern) if words else []
            if len(found) == 1:
                return found[0]
            if found:
                raise GameError(
                    Reason.NOT_FOUND, f"{words!r} fits several matches", legal=tuple(found)
                )
        raise GameError(Reason.NOT_FOUND, f"no match {words!r} in {self.path}")


def plain_line(events: Sequence[Event]) -> bool:
    """Return whether events are a line as a tape has it: nothing beside it, nothing corrected."""
    return straight(events) and not any(event.redecides for event in events)
