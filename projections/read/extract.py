"""One match alone: an extract that can be given away.

It is fed from a record, encoded again. If that is the record as a seat may know it, nothing that is
hidden from the seat can be in any table.
"""

from __future__ import annotations

from duckdb import DuckDBPyConnection

from domain.record.match import Record
from projections.feed import feed, refeed


def take_in(con: DuckDBPyConnection, record: Record, number: int) -> None:
    """Feed one match, by the number that joins all tables. Raises CorruptStream."""
    places = {version: number + version - 1 for version in range(1, record.version + 1)}
    feed.prepare(con)
    feed.clear(con)
    refeed.add_matches(con, [refeed.Stored(record, places, {})], "tail")
    feed.feed_batch(con, "tail")
    feed.tidy(con)
