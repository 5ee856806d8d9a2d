"""The record as it stood at a time: what was recorded later is not there, what it undid still is."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
from duckdb import DuckDBPyConnection

from projections.feed import feed, refeed
from projections.feed.log import EventLog
from projections.games import registry
from projections.read import overlay
from projections.schema.definitions import STEPS
from projections.schema.record_tables import RECORD_TABLES

AT_ONCE: Final = 2_000
"""Matches that are fed in one batch."""

LATER: Final = "SELECT match FROM openings WHERE recorded_at > make_timestamp(?)"
"""Matches that were opened later, at microseconds since 1970."""


def turn_back(con: DuckDBPyConnection, store: Path, time: int, stored: bool) -> None:
    """Let tables and views be as they were at a time, milliseconds since 1970.

    Matches that were opened later go; those of which something was recorded later are taken in anew,
    as they were then. Raises CorruptStream for one of those that cannot be read.
    """
    later = [match for (match,) in con.execute(LATER, [time * 1000]).fetchall()]
    grown = con.execute(
        f"SELECT match, match_id FROM openings WHERE match IN ({since()}) "
        "AND recorded_at <= make_timestamp($1) ORDER BY match",
        [time * 1000],
    ).fetchall()
    gone = [*later, *(match for match, _ in grown)]
    if gone:
        overlay.hide_numbers(con, gone)
        for table in registry.TABLES:
            con.execute(
                f"DELETE FROM tail.{table.name} WHERE match IN (SELECT match FROM {overlay.HIDDEN})"
            )
        overlay.view_tables(con, stored)
    with EventLog(store) as log:
        for start in range(0, len(grown), AT_ONCE):
            take_in(con, log, [match_id for _, match_id in grown[start : start + AT_ONCE]], time)


def since() -> str:
    """A SELECT of the matches of which something was recorded after the parameter."""
    tables = (STEPS, *RECORD_TABLES)
    names = [t.name for t in tables if any(c.name == "recorded_at" for c in t.columns)]
    return " UNION ALL ".join(
        f"SELECT match FROM {name} WHERE recorded_at > make_timestamp($1)" for name in names
    )


def take_in(con: DuckDBPyConnection, log: EventLog, match_ids: list[str], time: int) -> None:
    """Feed matches as they were at a time."""
    feed.prepare(con)
    feed.clear(con)
    last = log.last(con)
    for start in range(0, len(match_ids), refeed.AT_ONCE):
        some = match_ids[start : start + refeed.AT_ONCE]
        rows = log.rows_of(con, some, last)
        refeed.add_matches(
            con, (then(refeed.as_stored(name, rows[name]), time) for name in some), "tail"
        )
    feed.feed_batch(con, "tail")
    feed.tidy(con)


def then(match: refeed.Stored, time: int) -> refeed.Stored:
    """A match as it was at a time after its opening."""
    record = match.record.as_of(time)
    assert record is not None
    return msgspec.structs.replace(match, record=record)
