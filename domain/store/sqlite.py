"""How events lie on disk: the mapper, and the SQLite recorder with its table of chain heads.

Only this module knows. The library's table `stored_events` holds a row an event; `chain_heads`,
written in the same transaction, holds the version and digest of the last event of each match: so a
row that is missing at the end, or changed there, is noticed too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.persistence import IntegrityError, Mapper, OperationalError, StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor, SQLiteFactory
from eventsourcing.utils import retry

from domain.contract.errors import GameError, Reason
from domain.record.chain import EncodedEvent
from domain.record.codec import decode, digest, link_of, topic
from domain.record.events import OPENED
from domain.store.datastore import FAILURES, Datastore
from domain.store.path import EVERY_TOPIC, LAYOUT, later_layout, overwritten, unreadable_store

OPENINGS = "openings"
"""The index by which the matches of a game are found, and all openings without their steps."""
INDEX = (
    f"CREATE INDEX IF NOT EXISTS {OPENINGS} ON stored_events (topic) WHERE originator_version = 1"
)

Row = tuple[int, str, bytes]
"""Version, topic and bytes of an event."""


class Envelope(msgspec.Struct, frozen=True):
    """An event on its way to or from the store."""

    originator_id: str
    originator_version: int
    topic: str
    state: bytes
    event: Any = None


class EnvelopeMapper(Mapper[str]):
    """Envelopes to stored events and back; the topic is game and tag, never an import path."""

    def __init__(self) -> None:
        """No transcoder, cipher or compressor: a database and a person can read the bytes."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        """An envelope's bytes are made already, for its digest is part of the next."""
        return StoredEvent(
            domain_event.originator_id,
            domain_event.originator_version,
            domain_event.topic,
            domain_event.state,
        )

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """Decode; raises CorruptStream naming match and step."""
        match_id, version = str(stored_event.originator_id), stored_event.originator_version
        return Envelope(
            match_id,
            version,
            stored_event.topic,
            stored_event.state,
            decode(match_id, version, stored_event.topic, stored_event.state),
        )


class ChainRecorder(SQLiteApplicationRecorder):
    """The library's recorder, and the heads of the chains."""

    datastore: Datastore
    indexed = False
    """True once openings have their index for certain."""

    def construct_create_table_statements(self) -> list[str]:
        """The library's table, and ours."""
        return [
            *super().construct_create_table_statements(),
            "CREATE TABLE IF NOT EXISTS chain_heads (match_id TEXT PRIMARY KEY, "
            "version INTEGER NOT NULL, digest TEXT NOT NULL) WITHOUT ROWID",
            INDEX,
            f"PRAGMA user_version = {LAYOUT}",
        ]

    @retry(OperationalError, max_attempts=60, wait=0.05, stall=0)
    def create_table(self) -> None:
        """Lay out a new file; others may be doing the same at this moment.

        Raises GameError for a database that is something else, or of a later version.
        """
        with self.datastore.transaction(commit=False) as c:
            c.execute("PRAGMA user_version")
            layout = c.fetchone()[0]
            c.execute("SELECT name, type FROM sqlite_master")
            kinds = dict(c.fetchall())
        tables = {name for name, kind in kinds.items() if kind == "table"}
        if layout > LAYOUT:
            raise later_layout(self.datastore.path)
        if tables and "stored_events" not in tables:
            raise GameError(Reason.BAD_SETTING, "the file is a database, and not one of ludograph")
        if layout < LAYOUT or not {"stored_events", "chain_heads"} <= tables:
            super().create_table()
        self.indexed = OPENINGS in kinds

    def convert_originator_id(self, originator_id: str) -> UUID | str:
        """Ids are text."""
        return originator_id

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **_: Any
    ) -> Sequence[int] | None:
        """Insert events and move each match's head; raises IntegrityError if it was elsewhere.

        An older store gets its index of openings with the first events that come in.
        """
        if not self.indexed:
            c.execute(INDEX)
            self.indexed = True
        for match_id, group in groupby(stored_events, key=lambda e: str(e.originator_id)):
            events = list(group)
            last = events[-1]
            head = digest(match_id, last.originator_version, last.topic, last.state)
            first = events[0].originator_version
            if [e.originator_version for e in events] != list(range(first, first + len(events))):
                raise IntegrityError(f"versions of {match_id} are not consecutive")
            if first == 1:
                c.execute(
                    "INSERT INTO chain_heads VALUES (?,?,?)",
                    (match_id, last.originator_version, head),
                )
            else:
                checked = self.datastore.pool.checked
                if checked is not None and match_id not in checked:
                    self._check_chain(c, match_id, first)
                    checked.add(match_id)
                c.execute(
                    "UPDATE chain_heads SET version=?, digest=? "
                    "WHERE match_id=? AND version=? AND digest=?",
                    (
                        *(last.originator_version, head, match_id, first - 1),
                        link_of(events[0].state).prev,
                    ),
                )
                if c.sqlite_cursor.rowcount != 1:
                    raise IntegrityError(f"{match_id} is not as it was at version {first - 1}")
            c.executemany(
                self.insert_events_statement,
                [(match_id, e.originator_version, e.topic, e.state) for e in events],
            )
        return None

    def _check_chain(self, c: SQLiteCursor, match_id: str, end: int) -> None:
        """Raise GameError (UNAVAILABLE) if not every event before a version is in its place."""
        c.execute(
            "SELECT originator_version, topic, state FROM stored_events WHERE originator_id=? "
            "AND originator_version<? ORDER BY originator_version",
            (match_id, end),
        )
        last, link = 0, ""
        for version, topic_, state in c.fetchall():
            if version != last + 1 or (version > 1 and link_of(state).prev != link):
                break
            last, link = version, digest(match_id, version, topic_, state)
        if last != end - 1:
            raise overwritten(self.datastore.path)

    def rows(self, match_id: str, gt: int = 0) -> list[Row]:
        """Version, topic and bytes of a match's events after a version, in order."""
        with self.reading() as c:
            c.execute(
                "SELECT originator_version, topic, state FROM stored_events "
                "WHERE originator_id=? AND originator_version>? ORDER BY originator_version",
                (match_id, gt),
            )
            return [tuple(row) for row in c.fetchall()]

    def holds(self, events: Sequence[EncodedEvent], *, recovering: bool) -> bool:
        """Look into the file, opened anew, whether all events are in it as they were to be written.

        Recovering, as who comes after a crash would find it. Raises GameError.
        """
        try:
            self.datastore.again(recovering=recovering)
        except FAILURES as error:
            raise unreadable_store(error, self.datastore.path) from error
        with self.reading() as c:
            for match_id, version, _, state in events:
                c.execute(
                    "SELECT state FROM stored_events WHERE originator_id=? AND originator_version=?",
                    (match_id, version),
                )
                row = c.fetchone()
                if row is None or row[0] != state:
                    return False
        return True

    def head(self, match_id: str) -> tuple[int, str] | None:
        """Version and digest of a match's last event as they were written down, if they were."""
        with self.reading() as c:
            c.execute("SELECT version, digest FROM chain_heads WHERE match_id=?", (match_id,))
            row = c.fetchone()
            return (row[0], row[1]) if row else None

    def ids(self, limit: int = -1, offset: int = 0, game: str = "") -> list[str]:
        """Ids of the matches (of a game, by its key), the last opened first."""
        with self.reading() as c:
            c.execute(
                f"SELECT originator_id FROM stored_events WHERE originator_version=1{of(game)} "
                "ORDER BY rowid DESC LIMIT ? OFFSET ?",
                (*topics(game), limit, offset),
            )
            return [row[0] for row in c.fetchall() if isinstance(row[0], str)]

    def openings(self, game: str = "") -> list[tuple[str, str, bytes]]:
        """Id, topic and bytes of the opening of each match (of a game, by its key), the last first."""
        with self.reading() as c:
            c.execute(
                "SELECT originator_id, topic, state FROM stored_events WHERE originator_version=1"
                f"{of(game) or EVERY_TOPIC} ORDER BY +rowid DESC",
                topics(game),
            )
            return [tuple(row) for row in c.fetchall()]

    def ids_like(self, pattern: str, limit: int = 10) -> list[str]:
        """Ids that fit a LIKE pattern (backslash escapes)."""
        with self.reading() as c:
            c.execute(
                "SELECT match_id FROM chain_heads WHERE match_id LIKE ? ESCAPE '\\' LIMIT ?",
                (pattern, limit),
            )
            return [row[0] for row in c.fetchall()]

    def known(self, match_ids: Sequence[str]) -> set[str]:
        """Those of some ids that are recorded already."""
        found: set[str] = set()
        with self.reading() as c:
            for start in range(0, len(match_ids), 500):
                some = match_ids[start : start + 500]
                marks = ",".join("?" * len(some))
                c.execute(f"SELECT match_id FROM chain_heads WHERE match_id IN ({marks})", some)
                found.update(row[0] for row in c.fetchall())
        return found

    def count(self, game: str = "") -> tuple[int, int]:
        """How many matches (of a game, by its key), and how many events."""
        with self.reading() as c:
            c.execute(
                "SELECT count(*), coalesce(sum(version), 0) FROM chain_heads WHERE match_id IN "
                f"(SELECT originator_id FROM stored_events WHERE originator_version=1{of(game)})"
                if game
                else "SELECT count(*), coalesce(sum(version), 0) FROM chain_heads",
                topics(game),
            )
            matches, events = c.fetchone()
            return matches, events

    def placed_rows(self, match_id: str) -> list[tuple[int, int, str, bytes]]:
        """Position in the log, version, topic and bytes of a match's events, as they lie there.

        A row that its index knows under another name or version is not among them.
        """
        with self.reading() as c:
            c.execute(
                "SELECT e.rowid, e.originator_version, e.topic, e.state FROM stored_events AS i "
                "JOIN stored_events AS e ON e.rowid = i.rowid AND e.originator_id = i.originator_id "
                "AND e.originator_version = i.originator_version "
                "WHERE i.originator_id=? ORDER BY e.originator_version, e.rowid",
                (match_id,),
            )
            return [tuple(row) for row in c.fetchall()]

    def every_id(self) -> list[str]:
        """Every id that has an event or a head, in the order of their first events."""
        with self.reading() as c:
            c.execute(
                "SELECT originator_id FROM stored_events GROUP BY originator_id ORDER BY min(rowid)"
            )
            with_events = [row[0] for row in c.fetchall()]
            c.execute("SELECT match_id FROM chain_heads")
            heads = {row[0] for row in c.fetchall()}
        return [*with_events, *sorted(heads - set(with_events))]

    def gaps(self) -> list[tuple[int, int]]:
        """Runs of log positions (first, last) that hold no event; nothing is ever deleted."""
        with self.reading() as c:
            c.execute(
                "SELECT before + 1, rowid - 1 FROM (SELECT rowid, lag(rowid, 1, 0) OVER "
                "(ORDER BY rowid) AS before FROM stored_events) WHERE rowid > before + 1"
            )
            return [tuple(row) for row in c.fetchall()]

    def broken_pages(self) -> list[str]:
        """What SQLite itself finds wrong with the file."""
        with self.reading() as c:
            c.execute("PRAGMA integrity_check(20)")
            return [row[0] for row in c.fetchall() if row[0] != "ok"]

    @contextmanager
    def reading(self) -> Iterator[SQLiteCursor]:
        """A cursor to read with, on the file that is at the path now.

        Raises GameError for a file that cannot be read.
        """
        try:
            if self.datastore.renewed():
                self.create_table()
            with self.datastore.transaction(commit=False) as c:
                yield c
        except FAILURES as error:
            raise unreadable_store(error, self.datastore.path) from error


def of(game: str) -> str:
    """The condition that an opening is of a game (by its key); nothing where all are meant."""
    return " AND topic = ?" if game else ""


def topics(game: str) -> tuple[str, ...]:
    """What stands for the question mark of that condition."""
    return (topic(game, OPENED),) if game else ()


class Factory(SQLiteFactory):
    """Makes the recorder and mapper of the SQLite store."""

    application_recorder_class = ChainRecorder

    def mapper(self, *_: Any, **__: Any) -> Mapper[Any]:
        """The envelope mapper."""
        return EnvelopeMapper()


def sqlite_factory(
    env: Any, path: Path, *, durable: bool, datastore: type[Datastore] = Datastore
) -> Factory:
    """The factory for a file. Raises GameError if it cannot be opened or is no store."""
    try:
        factory = Factory(env)
        factory.datastore.close()
        factory.datastore = datastore(path, durable=durable)
    except FAILURES as error:
        raise unreadable_store(error, path) from error
    return factory


__all__ = [
    "ChainRecorder",
    "Envelope",
    "EnvelopeMapper",
    "IntegrityError",
    "OperationalError",
    "sqlite_factory",
]
