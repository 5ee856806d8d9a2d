"""The matches of the store as requests see them: whoever asks gets no more than they may know.

`Library.open` is the only way of a request to a match; it decides through whose eyes.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import msgspec

from domain.record.match import Record
from replays.audit.audit import audit_match
from replays.audit.findings import Report
from replays.cursor import ALL, Cursor, Viewer, viewer_name
from replays.event_log import seen
from replays.service.access import Identity, check_match, viewer
from replays.service.cache import Shelf
from replays.service.problems import Refused
from replays.service.request_keys import ServedRecorder
from replays.viewer.html_file import share
from replays.viewer.match_data import frame_of, head_of, line_of

RECORDS: Final = 64
"""Matches that are kept in memory."""
CURSORS: Final = 24
"""Cursors that are kept, with the states they have been at."""


class Held:
    """A cursor that one thread uses at a time."""

    def __init__(self, record: Record, eyes: Viewer) -> None:
        self.cursor = Cursor(record, eyes)
        self.lock = threading.Lock()


class Library:
    """Every match, read again only when something was recorded."""

    def __init__(self, recorder: ServedRecorder) -> None:
        self.recorder = recorder
        self.shelf = Shelf()
        self._records: OrderedDict[str, Record] = OrderedDict()
        self._held: OrderedDict[tuple[str, str, Viewer], Held] = OrderedDict()
        self._lock = threading.Lock()

    def whole(self, match_id: str) -> Record:
        """A match as it is recorded, to be read only. Raises Refused (404) or CorruptStream."""
        head = self.recorder.chain.head(match_id)
        if head is None:
            raise Refused(404, "there is no such match")
        with self._lock:
            record = self._records.get(match_id)
            if record is not None and (record.version, record.head) == head:
                self._records.move_to_end(match_id)
                return record
        record = self.recorder.load(match_id)
        self.keep(record)
        return record

    def keep(self, record: Record) -> None:
        """Keep a match as it is now."""
        with self._lock:
            self._records[record.id] = record
            self._records.move_to_end(record.id)
            while len(self._records) > RECORDS:
                self._records.popitem(last=False)

    def copy(self, match_id: str) -> Record:
        """A match as it is recorded, to go on with. Raises Refused (404) or CorruptStream."""
        record = self.whole(match_id)
        return Record(record.id, record.game, record.opened, list(record.events), record.head)

    def open(self, who: Identity, match_id: str, asked: str = "") -> Match:
        """A match as somebody may see it. Raises Refused (404), (403)."""
        check_match(who, match_id)
        eyes = viewer(who, asked)
        return Match(self, self.whole(match_id), eyes)

    def known_frame(
        self, who: Identity, match_id: str, number: int, asked: str = ""
    ) -> bytes | None:
        """A board that was made before, as somebody may see it; no file is read. Raises Refused.

        None where another file is at the path of the store now: it has to be asked first.
        """
        check_match(who, match_id)
        eyes = viewer(who, asked)
        with self._lock:
            record = self._records.get(match_id)
        if record is None or self.recorder.chain.datastore.other:
            return None
        return self.shelf.known(frame_key(record, eyes, number))

    def held(self, record: Record, eyes: Viewer) -> Held:
        """A cursor on a match, through somebody's eyes."""
        key = record.id, record.head, eyes
        with self._lock:
            found = self._held.get(key)
            if found is not None:
                self._held.move_to_end(key)
                return found
        made = Held(record, eyes)
        with self._lock:
            found = self._held.setdefault(key, made)
            while len(self._held) > CURSORS:
                self._held.popitem(last=False)
        return found


def frame_key(record: Record, eyes: Viewer, number: int) -> tuple[str, str, str, str]:
    """Under what a board is kept: the digest of what led to it, so that it never changes."""
    inside = 0 <= number < len(record.events)
    digest = record.events[number].prev if inside else record.head
    return "frame", record.id, viewer_name(eyes), f"{number} {digest}"


class Match:
    """A match through somebody's eyes; nothing else of it can be reached from here."""

    def __init__(self, library: Library, record: Record, eyes: Viewer) -> None:
        self._library = library
        self._record = record
        self.eyes = eyes
        self.id = record.id
        self.last = len(record.events)
        """Number of the last event."""

    @property
    def whole(self) -> bool:
        """Whether everything that is recorded is seen."""
        return self.eyes is ALL

    @property
    def headers(self) -> dict[str, str]:
        """What an answer about the match as it is now says beside its body."""
        return {"Last-Event": str(self.last)}

    @property
    def part(self) -> Record:
        """The match as it may be known."""
        return seen(self._record, self.eyes)

    def cursor(self, to: int | None = None) -> Cursor:
        """A cursor of one's own, on the line that leads to an event. Raises GameError."""
        return Cursor(self._record, self.eyes, to=to)

    @contextmanager
    def moving(self) -> Iterator[Cursor]:
        """A shared cursor on the line that stands, for a moment."""
        held = self._library.held(self._record, self.eyes)
        with held.lock:
            yield held.cursor

    def made(self, what: str, make: Callable[[], Any], *more: Any) -> bytes:
        """Something about the match as it is now, as JSON, made once."""
        key = (what, self.id, self._record.head, viewer_name(self.eyes), *more)
        return self._library.shelf.get(key, lambda: msgspec.json.encode(make()))

    def head(self) -> bytes:
        """The match as a whole."""
        return self.made("head", lambda: head_of(self.cursor(), chain=self._record.head))

    def line(self, to: int | None, since: int) -> bytes:
        """The line that stands, or leads to an event. Raises GameError."""
        return self.made("line", lambda: line_of(self.cursor(to), since), to, since)

    def frame(self, number: int) -> bytes:
        """The board after a step, which never changes. Raises GameError for what is no step."""
        key = frame_key(self._record, self.eyes, number)
        return self._library.shelf.get(key, lambda: msgspec.json.encode(self._frame(number)))

    def _frame(self, number: int) -> Any:
        with self.moving() as cursor:
            if number == 0 or number in cursor.numbers:
                cursor.go_to(number)
                return frame_of(cursor)
        return frame_of(self.at(number))

    def audit(self) -> Report:
        """The audit of the match as it lies in the store; a seat sees no findings of it."""
        return audit_match(self._library.recorder.chain, self.id)

    def at(self, number: int | None) -> Cursor:
        """A cursor of one's own after a step, on its line; None: at the end of what stands."""
        cursor = self.cursor()
        if number is None:
            cursor.last()
        elif number == 0 or number in cursor.numbers:
            cursor.go_to(number)
        else:
            cursor = self.cursor(number)
            cursor.last()
        return cursor

    def page(self) -> str:
        """The whole match as a page of its own."""
        return share(self._record, self.eyes, self.audit())

    @property
    def chain(self) -> str:
        """Digest of the last event; empty for who could test guesses at hidden cards by it."""
        return self._record.head if self.whole else ""
