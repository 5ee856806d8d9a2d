"""The event log of a store, as DuckDB reads it: SQLite through ADBC, without a Python object a row.

Never have a store open here and in a Recorder in one process at the same time: two SQLite libraries
in one process take each other's locks away. So everything here is given paths.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence, Set
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from duckdb import DuckDBPyConnection

from domain.contract.errors import GameError, Reason
from domain.store.path import (
    EVERY_TOPIC,
    LAYOUT,
    files_at,
    later_layout,
    other_file,
    read_address,
    unreadable_store,
)
from projections.schema.definitions import literal

WITHOUT_DIGEST = """
CASE WHEN substr(state, -30, 6) = x'2C2270223A22' THEN substr(state, 1, length(state) - 30) || '}'
 ELSE state END
"""
"""SQLite's words for an event's bytes without the digest at their end: `,"p":"…22 letters…"}`."""

STEP_JSON: Final = (
    '{"a": ["VARCHAR"], "f": [["VARCHAR"]], "s": "TINYINT", "t": "BIGINT", "o": "BIGINT", '
    '"by": "VARCHAR", "note": "VARCHAR"}'
)
"""What a step's JSON holds, as DuckDB reads it."""

NO_EVENTS: Final = (
    "CREATE OR REPLACE TEMP TABLE batch_events AS SELECT 0::BIGINT AS id, '' AS match_id, "
    "0 AS version, '' AS topic, '' AS state, "
    f"from_json('', '{STEP_JSON}') AS j WHERE false"
)
"""The statement that makes a batch of no events."""

LAST: Final = (
    "CREATE OR REPLACE TEMP TABLE batch_last AS SELECT id, match_id, version FROM batch_arrived "
    "ORDER BY id DESC LIMIT 1"
)
"""The statement that keeps where a batch ends."""

PATIENCE: Final = 5.0
"""Seconds to wait for a store that is locked."""

NAMES_AT_ONCE: Final = 1_000
"""Names in one question to SQLite."""

Found = TypeVar("Found")


def listed(match_ids: Iterable[str]) -> str:
    """Names of matches as SQL lists them."""
    return ", ".join(map(literal, match_ids))


class EventLog:
    """A store's events in the order they were recorded, read only. Positions count from 1.

    SQLite may leave an empty -wal and a -shm file beside the store; the next recorder removes them.
    """

    def __init__(self, store: Path) -> None:
        """Open the store. Raises GameError (NOT_FOUND) if there is none."""
        import adbc_driver_manager as adbc
        import adbc_driver_sqlite

        if not store.is_file():
            raise GameError(Reason.NOT_FOUND, f"there is no store at {store} yet")
        self.store = store
        self._errors: tuple[type[Exception], ...] = (adbc.Error,)
        self._database = self._patiently(
            lambda: adbc.AdbcDatabase(
                driver=adbc_driver_sqlite._driver_path(), uri=read_address(store)
            )
        )
        self._connection = self._patiently(lambda: adbc.AdbcConnection(self._database))
        self.opened = files_at(store)
        """The file that is read."""
        self._statement = adbc.AdbcStatement(self._connection)
        self._statement.set_options(**{"adbc.sqlite.query.batch_rows": "8192"})

    def last(self, con: DuckDBPyConnection) -> int:
        """Position of the last event; 0 if there is none. Raises GameError for a later layout."""
        found = self._rows(
            con,
            "SELECT coalesce(max(rowid), 0), (SELECT user_version FROM pragma_user_version) "
            "FROM stored_events",
        )
        last, layout = found[0]
        if layout > LAYOUT:
            raise later_layout(self.store)
        self.check()
        self.opened = files_at(self.store)  # its log is there now
        return int(last)

    def check(self) -> None:
        """Raise GameError (UNAVAILABLE) if another file is at the path than the one that is read."""
        now = files_at(self.store)
        if now.file != self.opened.file:
            raise other_file(self.store, self.opened, now)

    def name(self, con: DuckDBPyConnection, position: int) -> tuple[str, int] | None:
        """Match and version of the event at a position, or None."""
        found = self._rows(
            con,
            "SELECT coalesce(max(originator_id), ''), coalesce(max(originator_version), 0) "
            f"FROM stored_events WHERE rowid = {position:d}",
        )
        match_id, version = found[0]
        return (match_id, version) if version else None

    def fetch(
        self, con: DuckDBPyConnection, after: int, most: int, without: Set[str] = frozenset()
    ) -> None:
        """Put the events after a position, `most` of them, into the temporary table `batch_events`.

        There must be one. Columns: id, match_id, version, topic, state (the text, without the digest
        at its end), and for a step j: what it holds, read once. Matches `without` which it is are left
        out; `batch_last` is the last event that came, theirs included. What comes from SQLite comes
        on one core; so it is put down as it comes, and read by all.
        """
        select = self._select(f"cast({WITHOUT_DIGEST} AS text)", after, most)
        arrives = select
        if without:
            arrives = f"SELECT * FROM ({select}) WHERE match_id NOT IN ({listed(without)})"
        self._load(
            con,
            "CREATE OR REPLACE TEMP TABLE batch_arrived AS SELECT id::BIGINT AS id, "
            "match_id::VARCHAR AS match_id, version::INTEGER AS version, topic::VARCHAR AS topic, "
            "state::VARCHAR AS state FROM arriving",
            arrives,
        )
        if without:
            select = f"SELECT id, match_id, version FROM ({select}) ORDER BY id DESC LIMIT 1"
            self._load(con, "CREATE OR REPLACE TEMP TABLE batch_last AS FROM arriving", select)
        else:
            con.execute(LAST)
        con.execute(
            "CREATE OR REPLACE TEMP TABLE batch_events AS SELECT *, "
            f"CASE WHEN version > 1 THEN from_json(state, '{STEP_JSON}') END AS j FROM batch_arrived"
        )
        con.execute("DROP TABLE batch_arrived")

    def rows_of(
        self, con: DuckDBPyConnection, match_ids: Sequence[str], upto: int
    ) -> dict[str, list[tuple[int, int, str, bytes]]]:
        """Position, version, topic and bytes of all events of matches, up to a position."""
        rows = self._rows(
            con,
            "SELECT originator_id, rowid, originator_version, topic, cast(state AS blob) "
            f"FROM stored_events WHERE originator_id IN ({listed(match_ids)}) AND rowid <= {upto:d} "
            "ORDER BY originator_id, originator_version",
        )
        found: dict[str, list[tuple[int, int, str, bytes]]] = {}
        for match_id, *row in rows:
            found.setdefault(match_id, []).append(tuple(row))
        return found

    def openings(
        self, con: DuckDBPyConnection, match_ids: Sequence[str]
    ) -> tuple[list[int], list[str]]:
        """Positions of the openings of matches, and the names of those that have one, in parallel."""
        positions: list[int] = []
        names: list[str] = []
        for start in range(0, len(match_ids), NAMES_AT_ONCE):
            rows = self._rows(
                con,
                "SELECT rowid, originator_id FROM stored_events WHERE originator_version = 1 "
                f"AND originator_id IN ({listed(match_ids[start : start + NAMES_AT_ONCE])})",
            )
            positions += [position for position, _ in rows]
            names += [name for _, name in rows]
        return positions, names

    def bent(self, con: DuckDBPyConnection, after: int, upto: int) -> tuple[set[str], set[str]]:
        """Matches of the events between positions: those with other events than steps, and all."""
        rows = self._rows(
            con,
            "SELECT originator_id, max(originator_version > 1 AND topic NOT LIKE '%/step') "
            f"FROM stored_events WHERE rowid > {after:d} AND rowid <= {upto:d} "
            "GROUP BY originator_id",
        )
        return {match_id for match_id, bent in rows if bent}, {match_id for match_id, _ in rows}

    def count(self, con: DuckDBPyConnection) -> int:
        """How many matches there are."""
        return int(self._rows(con, "SELECT count(*) FROM chain_heads")[0][0])

    def names(self, con: DuckDBPyConnection, upto: int) -> list[str]:
        """The names of the matches opened up to a position, in the order of the log."""
        rows = self._rows(
            con,
            f"SELECT originator_id FROM stored_events WHERE originator_version = 1{EVERY_TOPIC} "
            f"AND +rowid <= {upto:d} ORDER BY +rowid",
        )
        return [name for (name,) in rows]

    def raw(
        self, con: DuckDBPyConnection, after: int, most: int
    ) -> list[tuple[str, int, str, bytes]]:
        """Match, version, topic and bytes of events after a position, to find a broken one."""
        rows = self._rows(con, self._select("cast(state AS blob)", after, most))
        return [(match_id, version, topic, state) for _, match_id, version, topic, state in rows]

    def close(self) -> None:
        """Close the store."""
        self._statement.close()
        self._connection.close()
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    @staticmethod
    def _select(state: str, after: int, most: int) -> str:
        return (
            "SELECT rowid AS id, originator_id AS match_id, originator_version AS version, topic, "
            f"{state} AS state FROM stored_events WHERE rowid > {after:d} "
            f"ORDER BY rowid LIMIT {most:d}"
        )

    def _rows(self, con: DuckDBPyConnection, select: str) -> list[Any]:
        return self._load(con, "SELECT * FROM arriving", select)

    def _load(self, con: DuckDBPyConnection, into: str, select: str) -> list[Any]:
        """Run a SELECT in SQLite, and a statement over its result, `arriving`, in DuckDB."""
        self._statement.set_sql_query(select)
        stream, _ = self._patiently(self._statement.execute_query)
        con.register("arriving", stream)
        try:
            return con.execute(into).fetchall()
        finally:
            con.unregister("arriving")

    def _patiently(self, attempt: Callable[[], Found]) -> Found:
        """Try again for a while when another process locks the store for a moment."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return attempt()
            except self._errors as error:
                found = unreadable_store(error, self.store)
                if found.reason is not Reason.BUSY or time.monotonic() > deadline:
                    raise found from error
            time.sleep(0.02)
