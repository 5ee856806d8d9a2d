"""A recorder that keeps idempotency keys: in the transaction of the events they stand for.

A key and what was recorded under it are both in the store, or neither; so a request that is sent
again, after a lost answer or a restart, finds what its first sending did.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
from eventsourcing.persistence import InfrastructureFactory, StoredEvent
from eventsourcing.sqlite import SQLiteCursor
from eventsourcing.utils import Environment

from domain.contract.errors import GameError, Reason
from domain.store.datastore import Datastore
from domain.store.recorder import Recorder
from domain.store.sqlite import ChainRecorder, sqlite_factory

TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS request_keys (owner TEXT NOT NULL, key TEXT NOT NULL, "
    "request TEXT NOT NULL, match_id TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, "
    "at INTEGER NOT NULL, PRIMARY KEY (owner, key)) WITHOUT ROWID"
)
KEPT_DAYS: Final = 30
"""How long a key is known, in days."""


CLOSING: Final = 5.0
"""Seconds that closing waits for threads that still read or write."""


class SharedDatastore(Datastore):
    """A datastore that many threads use; it is closed when none of them does any more.

    SQLite's library does not survive that a connection is closed while a thread is in it.
    """

    def __init__(self, path: Path, *, durable: bool) -> None:
        self._users = 0
        self._ending = False
        self._changed = threading.Condition()
        super().__init__(path, durable=durable)

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        """A transaction. Raises GameError (BUSY) when the service ends."""
        with self._changed:
            if self._ending:
                raise GameError(Reason.BUSY, "the service is ending; try again")
            self._users += 1
        try:
            with super().transaction(commit=commit) as cursor:
                yield cursor
        finally:
            with self._changed:
                self._users -= 1
                self._changed.notify_all()

    def close(self) -> None:
        """Close every connection, once nobody uses one; if somebody does for long, leave them."""
        with self._changed:
            self._ending = True
            if self._changed.wait_for(lambda: not self._users, CLOSING):
                super().close()


class Key(msgspec.Struct, frozen=True):
    """A key that a request brings: whose, its words, and the digest of what is asked."""

    owner: str
    key: str
    request: str


class Kept(msgspec.Struct, frozen=True):
    """What was recorded under a key: the numbers of the first and last event; 0 is the opening."""

    request: str
    match: str
    first: int
    last: int


def request_digest(*parts: str | bytes) -> str:
    """Return what sets a request apart from others."""
    found = sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        found.update(len(data).to_bytes(8, "big") + data)
    return found.hexdigest()


class KeyedStore(ChainRecorder):
    """The store's recorder, and the keys of requests."""

    pending = threading.local()
    """Of each thread, the key that it records under."""

    def create_table(self) -> None:
        """Lay out a new file, and the table of keys; keys of long ago are forgotten."""
        super().create_table()
        if self.datastore.read_only:
            return
        with self.datastore.transaction(commit=True) as c:
            c.execute(TABLE)
            c.execute("DELETE FROM request_keys WHERE at < ?", (now() - KEPT_DAYS * 86_400,))

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **more: Any
    ) -> Sequence[int] | None:
        """Insert events, and the key under which they are recorded."""
        found = super()._insert_events(c, stored_events, **more)
        key: Key | None = getattr(self.pending, "key", None)
        if key and stored_events:
            first, last = stored_events[0], stored_events[-1]
            numbers = (first.originator_version - 1, last.originator_version - 1)
            c.execute(
                "INSERT INTO request_keys VALUES (?,?,?,?,?,?,?)",
                (key.owner, key.key, key.request, str(first.originator_id), *numbers, now()),
            )
        return found

    def kept(self, owner: str, key: str) -> Kept | None:
        """Return what was recorded under a key, if anything."""
        with self.reading() as c:
            c.execute(
                "SELECT request, match_id, first, last FROM request_keys WHERE owner=? AND key=?",
                (owner, key),
            )
            row = c.fetchone()
            return Kept(row[0], row[1], row[2], row[3]) if row else None


class ServedRecorder(Recorder):
    """The recorder of a service, which many threads use: they write one after the other."""

    def construct_factory(self, env: Environment) -> InfrastructureFactory[Any]:
        """SQLite in a file, with the table of keys."""
        factory = sqlite_factory(env, self.path, durable=self.durable, datastore=SharedDatastore)
        factory.application_recorder_class = KeyedStore
        return factory

    @property
    def keys(self) -> KeyedStore:
        """The recorder of the store, which knows keys."""
        assert isinstance(self.recorder, KeyedStore)
        return self.recorder

    @contextmanager
    def under(self, key: Key | None) -> Iterator[None]:
        """Keep under a key what this thread records meanwhile."""
        pending = self.keys.pending
        pending.key = key
        try:
            yield
        finally:
            pending.key = None


def now() -> int:
    """Seconds since 1970."""
    return int(time.time())
