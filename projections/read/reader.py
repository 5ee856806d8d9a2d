"""Reading: the analytics file, with what is not yet in it laid over it, so every answer is current.

A reader opens the file read only, reads the rest of the event log into tables of its own in memory,
and asks views over both. Nothing a reader is asked to run can write, or see any other file.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import duckdb
from duckdb import DuckDBPyConnection

from domain.contract.errors import GameError, Reason
from domain.record.match import Record
from projections import database
from projections.feed import feed
from projections.feed.log import EventLog
from projections.games import registry
from projections.read import extract, overlay, past
from projections.read.sql import (
    Answer,
    Parameters,
    arrow_select,
    check_discreet,
    copy_select,
    run_select,
)
from projections.schema import definitions

if TYPE_CHECKING:
    from pyarrow import RecordBatchReader

LONG_TAIL: Final = 20_000
"""Events; with more than these to lay over it, the file is brought up to date first."""
PATIENCE: Final = 5.0
"""Seconds a reader waits for a process that writes the file."""


class Reader:
    """Answers SELECTs over everything recorded, as of when the reader was opened."""

    def __init__(self, con: DuckDBPyConnection, tail: int, laid: str = "tail") -> None:
        self._con = con
        self.laid = laid
        self.tail = tail
        """How many events lie in memory over the file."""
        self.left_out: tuple[str, ...] = ()
        """Matches that cannot be read, and are in no table."""

    def ask(self, sql: str, parameters: Parameters | None = None) -> Answer:
        """Run one statement that reads. Raises GameError (UNREADABLE) with line and column."""
        return run_select(self._con, sql, parameters)

    def check_discreet(self, sql: str) -> None:
        """Refuse a query that asks where files lie. Raises GameError (UNREADABLE)."""
        check_discreet(self._con, sql)

    def copy(self, sql: str, path: Path, options: str, parameters: Parameters | None = None) -> int:
        """Write rows to a file in the reader's own folder, `spill()`; returns how many."""
        return copy_select(self._con, sql, path, options, parameters)

    def arrow(self, sql: str, parameters: Parameters | None = None) -> RecordBatchReader:
        """The rows of one statement that reads, as Arrow's record batches; needs pyarrow."""
        return arrow_select(self._con, sql, parameters)

    def position(self) -> tuple[int, str, int]:
        """Position, match and version of the last event that answers rest on; 0 if none is."""
        sql = f"SELECT pos, match_id, version FROM {self.laid}.{definitions.POSITION_TABLE.name}"
        ((position, match_id, version),) = self.ask(sql).rows()
        return position, match_id, version

    def spill(self) -> Path:
        """The only folder that the reader may write; it goes with the reader."""
        ((folder,),) = self.ask("SELECT current_setting('temp_directory')").rows()
        return Path(folder)


@contextmanager
def open_reader(
    store: Path,
    analytics: Path,
    *,
    progress: feed.Progress | None = None,
    as_of: int | None = None,
    spilled: int = 0,
) -> Iterator[Reader]:
    """Open a reader over a store and its analytics file, which is made or brought up if need be.

    If the file cannot be written, or another process writes it just now, the reader does with what
    the file holds, or with no file at all. `as_of`: everything is as it stood at that time,
    milliseconds since 1970. `spilled`: bytes that queries may put into the reader's folder,
    if that has a bound. Raises GameError if the store cannot be read, or if the file was made from
    another store.
    """
    with tempfile.TemporaryDirectory(prefix="ludograph-") as spill:
        con, tail, stored = _opened(store, analytics, spill)
        try:
            if not stored or tail > LONG_TAIL:
                con.close()
                with suppress(Unwritable):
                    bring_up(store, analytics, progress)
                con, tail, stored = _opened(store, analytics, spill)
            with database.interruptible(con):
                if stored and not tail and as_of is None:
                    con.execute("USE stored")  # nothing lies over the file: its own views are asked
                    reader = Reader(con, 0, "stored.main")
                else:
                    lay_over(con, store, analytics, stored)
                    reader = Reader(con, tail)
                position = f"{reader.laid}.{definitions.POSITION_TABLE.name}"
                ((upto,),) = con.execute(f"SELECT pos FROM {position}").fetchall()
                with EventLog(store) as log:
                    reader.left_out = feed.missing(con, log, upto)
                if as_of is not None:
                    past.turn_back(con, store, as_of, stored)
                if spilled:
                    con.execute(f"SET max_temp_directory_size = '{spilled} B'")
                lock_down(con)
            yield reader
        finally:
            con.close()


@contextmanager
def open_record(record: Record, number: int = 1) -> Iterator[Reader]:
    """Open a reader over one match alone, as the record tells it; no file is read or made.

    What the record does not know is in no table: so a record as a seat may know it makes an extract
    for that seat. `number` is the match's, which joins all tables. Raises CorruptStream.
    """
    with tempfile.TemporaryDirectory(prefix="ludograph-") as spill:
        con = database.configured(duckdb.connect(":memory:"))
        try:
            with database.interruptible(con):
                con.execute(f"SET temp_directory = {definitions.literal(spill)}")
                overlay.make_tail(con)
                overlay.make_views(con, stored=False)
                extract.take_in(con, record, number)
                lock_down(con)
            yield Reader(con, len(record.events) + 1)
        finally:
            con.close()


def _opened(store: Path, analytics: Path, spill: str) -> tuple[DuckDBPyConnection, int, bool]:
    """A connection with the file attached, if it is there; how many events it lacks; is it there.

    `spill` is a folder of the reader's own: what DuckDB may use it lets queries see, too.
    """
    con = database.configured(duckdb.connect(":memory:"))
    try:
        con.execute(f"SET temp_directory = {definitions.literal(spill)}")
        stored = attach(con, analytics)
        with EventLog(store) as log:
            last = log.last(con)
            position = (
                feed.check_position(con, log, analytics, last, "stored.main.") if stored else 0
            )
    except BaseException:
        con.close()
        raise
    return con, last - position, stored


class Unwritable(Exception):
    """The analytics file cannot be brought up now."""


def bring_up(store: Path, analytics: Path, progress: feed.Progress | None) -> None:
    """Catch up, if the file can be written at once; raises Unwritable if not."""
    try:
        feed.catch_up(store, analytics, progress=progress, patience=0.5)
    except GameError as error:
        if error.reason in (Reason.BUSY, Reason.NOT_FOUND):
            raise Unwritable from error
        raise


def attach(con: DuckDBPyConnection, analytics: Path) -> bool:
    """Attach the file as `stored`, read only; False if there is none, or of another version."""
    if not analytics.exists():
        return False
    statement = f"ATTACH {definitions.literal(str(analytics))} AS stored (READ_ONLY)"
    database.patiently(analytics, PATIENCE, lambda: con.execute(statement))
    if database.layout_of(con, analytics, "stored") == registry.LAYOUT:
        return True
    con.execute("DETACH stored")
    return False


def lay_over(con: DuckDBPyConnection, store: Path, analytics: Path, stored: bool) -> None:
    """Make tables for what the file lacks, and views over both."""
    overlay.make_tail(con)
    if stored:
        con.execute("INSERT INTO tail.projection_position FROM stored.main.projection_position")
    else:
        con.execute("INSERT INTO tail.projection_position VALUES (0, '', 0, '')")
    with EventLog(store) as log:
        last = log.last(con)
        whole = overlay.changed(con, log, last) if stored else frozenset()
        overlay.hide(con, whole)
        overlay.make_views(con, stored)
        feed.advance(con, log, analytics, None, feed.BATCH, "tail", whole, last)
    feed.tidy(con)


def lock_down(con: DuckDBPyConnection) -> None:
    """From here on: no other file, no setting, no extension."""
    con.execute("SET autoinstall_known_extensions = false")
    con.execute("SET autoload_known_extensions = false")
    con.execute("SET enable_external_access = false")
    con.execute("SET lock_configuration = true")


__all__ = ["LONG_TAIL", "Answer", "Reader", "open_reader", "open_record"]
