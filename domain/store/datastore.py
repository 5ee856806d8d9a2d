"""The file under a store: connections to it, whether it is still the one at its path, a queue of writers.

Every transaction goes through here. A connection knows a file by its number, not by its name: when
the file is removed, moved away or replaced, it goes on with what nobody else will ever see. So a
transaction looks at the path before it reads, and before and after it commits.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Final

from eventsourcing.persistence import (
    ConnectionUnavailableError,
    OperationalError,
    PersistenceError,
)
from eventsourcing.sqlite import (
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteTransaction,
)

from domain.store.path import (
    Files,
    address,
    check_log,
    files_at,
    log_of,
    other_file,
    overwritten,
    read_only,
)

if sys.platform != "win32":
    import fcntl

LOCK_TIMEOUT = 15
"""Seconds to wait while another process writes."""

PAUSES: Final = (0.0002, 0.005)
"""Seconds between two tries of the writer that is next: at first, and at most."""

FAILURES: Final = (sqlite3.Error, PersistenceError, UnicodeDecodeError, OSError)
"""What reading and writing a file can raise; SQLite's words for damage need not be text."""


class Connection(SQLiteConnection):
    """A connection that knows which file it has open."""

    def __init__(self, raw: sqlite3.Connection, pool: Pool) -> None:
        super().__init__(sqlite_conn=raw, max_age=None)
        self.raw = raw
        self.pool = pool

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        """A transaction on the file at the path, closed or rolled back at the end."""
        with Transaction(self, commit=commit) as cursor, cursor:
            yield cursor


class Transaction(SQLiteTransaction):
    """A transaction that begins and ends on the file at the path. Raises GameError if it does not."""

    connection: Connection

    def __enter__(self) -> SQLiteCursor:
        """Begin; to write, when it is this one's turn."""
        raw, pool = self.connection.raw, self.connection.pool
        if self.commit:
            pool.queue.begin(raw)
        else:
            raw.execute("BEGIN")
        try:
            pool.check()
        except BaseException:
            raw.rollback()
            raise
        return self.connection.cursor()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        """Commit, if nothing is wrong and the file still is the one at the path before and after."""
        raw, pool = self.connection.raw, self.connection.pool
        if self.commit and error is None:
            try:
                pool.check()
            except BaseException:
                raw.rollback()
                raise
        try:
            super().__exit__(kind, error, at)
        finally:
            if raw.in_transaction:  # a commit that fails need not end it
                with suppress(sqlite3.Error):
                    raw.rollback()
        if self.commit:
            pool.check()


class Pool(SQLiteConnectionPool):
    """Connections to the file at a path, all to the same one.

    They sync every commit to the disk, or (for bulk work) leave it to the system.
    """

    def __init__(self, path: Path, *, durable: bool) -> None:
        self.path = path
        self.durable = durable
        self.opened: Files | None = None
        """The file that its connections have open, as it was when it was looked at last."""
        uri, self.read_only = address(path)
        self.alone = uri.endswith("immutable=1")
        """SQLite takes for granted that nobody writes the file."""
        self.checked: set[str] | None = None
        """Matches found whole since somebody else wrote the file: SQLite, or who overwrote it.

        None if nobody did.
        """
        self.log = log_of(path)
        self.queue = Queue(self.log)
        super().__init__(db_name=uri, lock_timeout=LOCK_TIMEOUT)
        self.is_journal_mode_wal = self.read_only  # then it stays as it is

    def _create_connection(self) -> Connection:
        before = files_at(self.path, self.log)
        raw = super()._create_connection()._sqlite_conn
        try:
            raw.execute(f"PRAGMA synchronous={'FULL' if self.durable else 'NORMAL'}")
            if not self.durable:
                raw.execute("PRAGMA wal_autocheckpoint=4000")
            raw.execute("SELECT 1 FROM sqlite_master").fetchone()  # opens the log
            now = files_at(self.path, self.log)
            if before.file not in (None, now.file):
                raise other_file(self.path, before, now)
            if self.opened is None:
                self.opened = now
            self.check()
        except BaseException:
            raw.close()
            raise
        return Connection(raw, self)

    def moved(self) -> Files | None:
        """Return what lies at the path, if it is not what the connections have open."""
        now = files_at(self.path, self.log)
        before = self.opened
        if before is None or (now == before if self.alone else now.numbers == before.numbers):
            self.opened = before and now
            return None
        return now

    def touched(self) -> bool:
        """Return whether somebody else has written the file since it was looked at last."""
        before = self.opened
        if before is None or self.alone:
            return False
        now = files_at(self.path, self.log)
        return now.numbers == before.numbers and now != before._replace(filled=now.filled)

    def check(self) -> None:
        """Raise GameError (UNAVAILABLE) if the file at the path is not the one that is open."""
        now = self.moved()
        if now is not None and self.opened is not None:
            raise other_file(self.path, self.opened, now)

    def retire(self) -> None:
        """Close the connections that nobody uses, and every other one when it is given back."""
        with self._put_condition:
            self.pool_size = 0
            while self._pool:
                self._pool.popleft().close()
        self.queue.close()

    def close(self) -> None:
        """Close all connections."""
        super().close()
        self.queue.close()


class Queue:
    """Writers of one file in a queue: who comes first writes first.

    SQLite lets whoever happens to ask at the right moment write next. Here only the first in the
    queue asks, and leaves it when it may write. The queue is a lock on the write-ahead log, on which
    SQLite has none itself: nothing is left behind, and it ends with a process that is killed. Where
    there are no such locks, SQLite's own waiting remains.
    """

    def __init__(self, log: Path) -> None:
        self.log = log
        self._file: int | None = None

    def begin(self, raw: sqlite3.Connection) -> None:
        """Begin a transaction that writes. Raises OperationalError if others write for too long."""
        deadline = time.monotonic() + LOCK_TIMEOUT
        first = self._enter()
        try:
            if first is False:
                self._wait(deadline)
            raw.execute("PRAGMA busy_timeout=0")
            pause, longest = PAUSES
            while True:
                try:
                    raw.execute("BEGIN IMMEDIATE")
                    return
                except sqlite3.OperationalError as error:
                    if "locked" not in str(error) or time.monotonic() > deadline:
                        raise
                time.sleep(pause)
                pause = min(pause * 1.5, longest)
        finally:
            raw.execute(f"PRAGMA busy_timeout={int(LOCK_TIMEOUT * 1000)}")
            if first is not None and self._file is not None:
                fcntl.flock(self._file, fcntl.LOCK_UN)

    def _enter(self) -> bool | None:
        """Return True if nobody is in the queue, False if somebody is, None if there can be none."""
        if sys.platform == "win32":
            return None
        try:
            if self._file is None:
                self._file = os.open(self.log, os.O_RDONLY | os.O_CLOEXEC)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return None
        return True

    def _wait(self, deadline: float) -> None:
        """Wait to be the first; somebody who cannot wait any longer leaves the queue."""
        first = threading.Event()
        file = self._file
        assert file is not None

        def wait() -> None:
            with suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_EX)
                first.set()

        threading.Thread(target=wait, daemon=True).start()
        there = False
        try:
            there = first.wait(max(0, deadline - time.monotonic()))
        finally:
            if not there:
                self.close()  # and with the file goes the lock, whenever it comes
        if not there:
            raise OperationalError("database is locked")

    def close(self) -> None:
        """Leave the queue for good."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


class Datastore(SQLiteDatastore):
    """The file of a store, and its connections."""

    pool: Pool

    def __init__(self, path: Path, *, durable: bool) -> None:
        super().__init__(":memory:", originator_id_type="text")
        self.pool.close()
        self.path = path.absolute()
        self.durable = durable
        self._renewing = threading.Lock()
        self.pool = Pool(self.path, durable=durable)

    @property
    def read_only(self) -> bool:
        """True of a file, or of one in a place, that cannot be written."""
        return self.pool.read_only

    @property
    def other(self) -> bool:
        """True if another file is at the path now, or somebody else has written the one there."""
        try:
            return self.pool.moved() is not None or self.pool.touched()
        except OSError:
            return True

    @contextmanager
    def get_connection(self, *, commit: bool) -> Iterator[SQLiteConnection]:
        """A connection of the pool as it is now. Raises GameError for writing what is read-only."""
        pool = self.pool
        if commit and pool.read_only:
            raise read_only(self.path)
        if pool.touched():
            pool = self.again()
        try:
            connection = pool.get_connection(is_writer=commit)
        except ConnectionUnavailableError:
            raise
        except BaseException:
            pool.retire()  # it would wait for ever for a writer that it could not make
            self.pool = Pool(self.path, durable=self.durable)
            self.pool.opened = pool.opened
            raise
        try:
            yield connection
        finally:
            pool.put_connection(connection)

    def renewed(self) -> bool:
        """Take the file that is at the path now, if it is another one; return whether it is.

        Raises GameError if there is none, or one that cannot be taken.
        """
        with self._renewing:
            old = self.pool
            before, now = old.opened, old.moved()
            if now is None or before is None:
                return False
            if now.file is None:
                raise other_file(self.path, before, now)
            check_log(self.path, before, now)
            if now.file == before.file:  # only its log is lost: the last one out writes it back
                if (now.size, now.changed) != (before.size, before.changed):
                    raise overwritten(self.path)
                old.retire()
            self.pool = Pool(self.path, durable=self.durable)
            if now.file != before.file:
                old.retire()
            return True

    def again(self, *, recovering: bool = False) -> Pool:
        """Open the file anew, with nothing of it in memory.

        Recovering, everything is closed first: then what is read is what who comes after a crash
        would read. Raises GameError if another file is at the path.
        """
        with self._renewing:
            old, new = self.pool, Pool(self.path, durable=self.durable)
            if recovering:
                old.retire()
            else:
                new.opened = old.opened
                new.checked = set()
            new.put_connection(new.get_connection())
            if old.opened and new.opened and old.opened.file != new.opened.file:
                raise other_file(self.path, old.opened, new.opened)
            old.retire()
            self.pool = new
            return new
