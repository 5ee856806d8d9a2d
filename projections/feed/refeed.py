"""Taking matches in anew: those that are not just decisions, one after the other.

What was taken back or corrected changes rows that are there already. So whenever something of such a
match comes in, all its rows are deleted and its whole line is fed as if it had come in this batch; the
match keeps its number. It happens in the transaction of the batch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import Final

import msgspec
from duckdb import DuckDBPyConnection

from domain.record.chain import read_rows
from domain.record.match import Record
from projections.feed.annotation_rows import Row
from projections.feed.log import STEP_JSON, EventLog, listed
from projections.feed.match_rows import MatchRows, add_rows, no_rows
from projections.games import registry
from projections.schema.decision_tables import DECISION_TABLES
from projections.schema.definitions import Table, literal
from projections.schema.record_tables import RECORD_TABLES, marked

EARLIER: Final = "match IN (SELECT match FROM batch_earlier)"
"""Where to look for what a match was before."""
AT_ONCE: Final = 200
"""Matches that are worked out together."""

BENT: Final = """
SELECT match_id FROM batch_events WHERE version > 1 AND NOT ends_with(topic, '/step')
UNION
SELECT match_id FROM batch_earlier WHERE match IN ({marked})
"""
"""Matches of the batch that have other events than decisions, in it or from before."""

EVENTS: Final = f"""
INSERT INTO batch_events
SELECT id, match_id, version, topic, state,
       CASE WHEN version > 1 THEN from_json(read, '{STEP_JSON}') END
FROM (SELECT unnest(r) FROM (SELECT unnest(from_json(?, '[{{"id": "BIGINT",
 "match_id": "VARCHAR", "version": "INTEGER", "topic": "VARCHAR", "state": "VARCHAR",
 "read": "VARCHAR"}}]')) AS r))
"""
LINES: Final = """
INSERT INTO batch_lines
SELECT unnest(r) FROM (SELECT unnest(from_json(?, '[{"match": "BIGINT", "steps": "INTEGER",
 "step": "INTEGER", "winner": "VARCHAR", "why": "VARCHAR"}]')) AS r)
"""


def take_anew(con: DuckDBPyConnection, log: EventLog, target: str, whole: Set[str]) -> None:
    """Put the whole lines of such matches in place of their events in the batch.

    `whole`: matches that are taken in anew whatever they are. Raises CorruptStream.
    """
    found = bent(con, target, whole)
    if not found:
        return
    ((upto,),) = con.execute("SELECT id FROM batch_last").fetchall()
    con.execute(f"DELETE FROM batch_events WHERE match_id IN ({listed(found)})")
    forget(con, target, found)
    for start in range(0, len(found), AT_ONCE):
        some = found[start : start + AT_ONCE]
        rows_of = log.rows_of(con, some, upto)
        add_matches(con, (as_stored(match_id, rows_of[match_id]) for match_id in some), target)


def bent(con: DuckDBPyConnection, target: str, whole: Set[str]) -> list[str]:
    """The matches of the batch that are taken in anew, by name."""
    rows = con.execute(BENT.format(marked=marked(target, EARLIER))).fetchall()
    found = {match_id for (match_id,) in rows}
    if whole:
        here = con.execute("SELECT DISTINCT match_id FROM batch_events").fetchall()
        found |= whole & {row[0] for row in here}
    return sorted(found)


def forget(con: DuckDBPyConnection, target: str, match_ids: Sequence[str]) -> None:
    """Delete all rows of matches."""
    rows = con.execute(
        f"SELECT match FROM {target}.openings WHERE match_id IN ({listed(match_ids)})"
    ).fetchall()
    if rows:
        numbers = ", ".join(str(match) for (match,) in rows)
        for table in (*registry.TABLES, *DECISION_TABLES):
            con.execute(f"DELETE FROM {target}.{table.name} WHERE match IN ({numbers})")


class Stored(msgspec.Struct, frozen=True):
    """A match as it lies in the log."""

    record: Record
    places: dict[int, int]
    """Position in the log of each version."""
    states: dict[int, bytes]
    """Bytes of each version."""


def as_stored(match_id: str, rows: Sequence[tuple[int, int, str, bytes]]) -> Stored:
    """A match from its rows in the log. Raises CorruptStream."""
    record = read_rows(match_id, [row[1:] for row in rows])
    return Stored(
        record,
        {version: position for position, version, _, _ in rows},
        {version: state for _, version, _, state in rows},
    )


def add_matches(con: DuckDBPyConnection, matches: Iterable[Stored], target: str) -> None:
    """Add matches to the batch, and the rows about how they were recorded to the tables."""
    rows = no_rows()
    for match in matches:
        with match.record.readable():
            add_rows(rows, match.record, match.places, match.states)
    insert(con, rows, target)


def insert(con: DuckDBPyConnection, rows: MatchRows, target: str) -> None:
    """Write rows into the batch and the tables."""
    con.execute(EVENTS, [encoded(rows.events)])
    con.execute(LINES, [encoded(rows.lines)])
    for table in RECORD_TABLES:
        if some := rows.tables[table.name]:
            con.execute(inserting(table, target), [encoded(some)])


def encoded(rows: Sequence[Row]) -> str:
    """Rows as JSON."""
    return msgspec.json.encode(rows).decode()


def inserting(table: Table, target: str) -> str:
    """The statement that writes rows, given as JSON, into a table."""
    shape = msgspec.json.encode([{c.name: c.type for c in table.columns}]).decode()
    names = ", ".join(f'r."{c.name}"' for c in table.columns)
    return (
        f"INSERT INTO {target}.{table.name} SELECT {names} "
        f"FROM (SELECT unnest(from_json(?, {literal(shape)})) AS r)"
    )
