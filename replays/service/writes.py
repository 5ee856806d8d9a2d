"""How requests write: one after the other, on the event they know as the last, each key once.

Everything goes through the recorder. What is refused leaves the store as it was; what two send at once
is recorded for one of them, and the other gets what is there now.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any, Final

import msgspec

from domain.commands import Change, Open
from domain.contract.errors import GameError, Reason
from domain.formats.jsonl import event_object
from domain.record.chain import chained
from domain.record.events import ON_THE_LINE, TAGS, Event
from domain.record.match import Match, Record
from replays.cursor import Cursor, Viewer
from replays.event_log import happened
from replays.position_text import change_lines
from replays.service.access import Identity, check_match, check_writing
from replays.service.library import Library
from replays.service.problems import Refused
from replays.service.prompts import Asked, asked
from replays.service.request_keys import Kept, Key, request_digest

KEY: Final = re.compile(r"[\x21-\x7e]{1,200}")
EXPECTED: Final = re.compile(r'(?:W/)?"(\d{1,9})(?:-\w+)?"|(\d{1,9})')
MOST_SHOWN: Final = 50
"""Events that are shown to who comes too late."""


class Happened(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event that was recorded, as JSON Lines have it, and in words."""

    number: int
    kind: str
    """step, ruling, closed, takeback, redo, amend, note, pause, resume or signed."""
    words: tuple[str, ...]
    """What it did, a sentence each."""
    event: dict[str, Any]


class Recorded(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a request recorded, and what is asked now."""

    match: str
    last: int
    """Number of the last event: the If-Match of the next request."""
    line: int
    """Number of the last step of the line."""
    events: tuple[Happened, ...]
    ask: Asked
    dry: bool = False
    """Whether nothing was recorded, and this is what would be."""
    was: str = ""
    """Of a correction that is tried: the line as it was recorded."""
    misfits: tuple[str, ...] = ()
    """Of a correction that is tried: later lines that do not fit."""
    dropped: int = 0
    """Of a correction that is tried: how many steps would be left off."""


class Asking(msgspec.Struct, frozen=True):
    """What a request says about how it writes."""

    who: Identity
    match: str
    expected: str
    """If-Match: the number of the last event that is known."""
    key: str
    """Idempotency-Key; empty for none."""
    path: str
    body: bytes

    @property
    def digest(self) -> str:
        """What sets the request apart from others under the same key."""
        return request_digest(self.path, self.body)


class Answer(msgspec.Struct, frozen=True):
    """What a request is answered: as JSON, and whether it was recorded before."""

    match: str
    last: int
    body: bytes
    again: bool = False


class Writer:
    """Lets requests write."""

    def __init__(self, library: Library, wake: Callable[[str], None]) -> None:
        self.library = library
        self.recorder = library.recorder
        self.wake = wake
        self._lock = threading.Lock()

    def write(self, asking: Asking, command: Change) -> Answer:
        """Carry out the command of a request. Raises Refused or GameError; then nothing is recorded."""
        check_match(asking.who, asking.match)
        key = self.key_of(asking)
        with self._lock:
            if before := self.before(asking, key):
                return before
            record = self.library.copy(asking.match)
            check_writing(asking.who, record)
            check_expected(asking, record)
            last = len(record.events)
            try:
                with self.recorder.under(key):
                    outcome = self.recorder.carry_out(record, command, author=asking.who.author)
            except GameError as error:
                if error.reason is not Reason.CONFLICT:
                    raise
                return self.overtaken(asking, key, last, error)
            self.library.keep(record)
        self.wake(record.id)
        return self.answer(record, last + 1, asking.who.eyes, outcome.live)

    def trial(self, who: Identity, match_id: str, command: Change) -> Recorded:
        """Describe what a command would record; nothing is. Raises Refused or GameError."""
        check_match(who, match_id)
        record = self.library.copy(match_id)
        check_writing(who, record)
        outcome = self.recorder.carry_out(record, command, author=who.author)
        chained(record, outcome.events)
        more: dict[str, Any] = {"dry": True}
        if found := outcome.amendment:
            misfits = tuple(f"{misfit}: {answer}" for misfit, answer in found.misfits)
            more |= {"was": found.was, "misfits": misfits, "dropped": found.dropped}
        return recorded(record, outcome.count + 1, who.eyes, outcome.live, **more)

    def open(self, asking: Asking, command: Open) -> Answer:
        """Open a match. Raises Refused or GameError; then nothing is recorded."""
        key = self.key_of(asking)
        with self._lock:
            if before := self.before(asking, key):
                return before
            author = asking.who.author
            with self.recorder.under(key):
                record = self.recorder.open(author.signed(command) if author else command)
        return self.answer(record, 0, asking.who.eyes)

    def key_of(self, asking: Asking) -> Key | None:
        """The key of a request; None for none. Raises Refused (400)."""
        if not asking.key:
            return None
        if not KEY.fullmatch(asking.key):
            raise Refused(400, "an Idempotency-Key is 1 to 200 letters without blanks")
        return Key(asking.who.key, asking.key, asking.digest)

    def before(self, asking: Asking, key: Key | None) -> Answer | None:
        """The answer of the same request, if it was recorded before. Raises Refused (422)."""
        kept = key and self.recorder.keys.kept(key.owner, key.key)
        if not key or not kept:
            return None
        if kept.request != key.request:
            raise Refused(
                422, "this Idempotency-Key was used for another request", kind="key-reused"
            )
        return self.again(kept, asking.who.eyes)

    def again(self, kept: Kept, eyes: Viewer) -> Answer:
        """The answer to what was recorded under a key, as it was given then."""
        record = self.library.whole(kept.match)
        answer = self.answer(record.before(kept.last + 1), kept.first, eyes)
        return msgspec.structs.replace(answer, again=True)

    def overtaken(self, asking: Asking, key: Key | None, last: int, error: GameError) -> Answer:
        """Answer a conflict that the recorder met. Raises Refused (412) or the error itself."""
        if before := self.before(asking, key):
            return before
        now = self.library.whole(asking.match)
        if len(now.events) == last:
            raise error
        raise too_late(now, last, asking.who.eyes)

    def answer(self, record: Record, first: int, eyes: Viewer, live: Match | None = None) -> Answer:
        """Answer with the events just recorded; the same whenever it is asked."""
        found = recorded(record, first, eyes, live)
        return Answer(record.id, len(record.events), msgspec.json.encode(found))


def check_expected(asking: Asking, record: Record) -> None:
    """Refuse who does not know what was recorded last. Raises Refused (428), (412), (400)."""
    last = len(record.events)
    if not asking.expected:
        raise Refused(
            428,
            f'say what is known as the last event: If-Match: "{last}"',
            last=last,
            headers={"Last-Event": str(last)},
        )
    found = EXPECTED.fullmatch(asking.expected.strip())
    if not found:
        raise Refused(400, 'If-Match is the number of the last event, such as "14"', last=last)
    number = int(found[1] or found[2])
    if number != last:
        raise too_late(record, number, asking.who.eyes)


def too_late(record: Record, known: int, eyes: Viewer) -> Refused:
    """The refusal of who did not know what was recorded meanwhile, with what that is."""
    last = len(record.events)
    numbers = range(min(known, last) + 1, last + 1)[:MOST_SHOWN]
    events = recorded_events(Cursor(record, eyes), numbers)
    what = f"event {last} is the last that is recorded, not {known}"
    return Refused(
        412,
        f"{what}; look at it and enter yours again",
        last=last,
        events=msgspec.to_builtins(events),
        headers={"Last-Event": str(last)},
    )


def recorded(
    record: Record, first: int, eyes: Viewer, live: Match | None = None, **more: Any
) -> Recorded:
    """Describe the events of a match from one on, as somebody may know them, and what is asked then.

    `live` is the live end of the whole match, if it is known already.
    """
    cursor = Cursor(record, eyes)
    part = cursor.seen
    events = recorded_events(cursor, range(max(first, 1), len(record.events) + 1))
    question = asked(part, eyes, live=live if part is record else None)
    return Recorded(record.id, len(part.events), part.history.last, events, question, **more)


def recorded_events(cursor: Cursor, numbers: range) -> tuple[Happened, ...]:
    """Describe events of a match as a cursor sees it, each with what it did."""
    found = []
    for number in numbers:
        words: tuple[str, ...] = ()
        if number in cursor.numbers:
            cursor.go_to(number)
            words = tuple(change_lines(cursor))
        found.append(recorded_event(cursor.seen, number, words))
    return tuple(found)


def recorded_event(part: Record, number: int, words: tuple[str, ...]) -> Happened:
    """Describe an event of a match as it may be known."""
    event: Event = part.events[number - 1]
    if not words and not isinstance(event, ON_THE_LINE):
        words = (happened(part, number, event),)
    return Happened(number, TAGS[type(event)], words, event_fields(part, number))


def event_fields(part: Record, number: int) -> dict[str, Any]:
    """Return the fields of an event of a match as it may be known, as JSON Lines have them."""
    fields = event_object(part.id, number, part.events[number - 1])
    for name in ("match", "step", "event", "prev"):
        fields.pop(name, None)
    return fields
