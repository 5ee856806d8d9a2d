"""What a reader asks: views over the file's tables and over the tables in memory that lie over it.

Rows of the file that are no more true, since their match is taken in anew, are hidden: then, and only
then, the views leave those matches out.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Final

from duckdb import DuckDBPyConnection

from projections.feed.log import EventLog, listed
from projections.games import registry
from projections.schema import definitions
from projections.schema.decision_tables import DECISION_TABLES
from projections.schema.record_tables import RULE_DIFFERENCES, marked

HIDDEN: Final = "tail.hidden"
"""The table in memory that names the matches of the file that are hidden, by number."""
WRITTEN: Final = RULE_DIFFERENCES.name
"""The table that a command fills whole, about matches by name."""


def make_tail(con: DuckDBPyConnection) -> None:
    """Make the tables in memory."""
    tables = (definitions.POSITION_TABLE, *registry.TABLES, *registry.WRITTEN)
    hidden = f"CREATE TABLE {HIDDEN} (match BIGINT)"
    con.execute(";".join(("CREATE SCHEMA tail", *definitions.ddl(tables, "tail"), hidden)))


def make_views(con: DuckDBPyConnection, stored: bool) -> None:
    """Make what is asked: the tables as views over file and memory, the functions, the views."""
    view_tables(con, stored)
    functions = [macro.ddl() for macro in definitions.MACROS]
    con.execute(";".join((*functions, *(view.ddl() for view in registry.VIEWS))))


def view_tables(con: DuckDBPyConnection, stored: bool) -> None:
    """Make each table as a view, or make it anew when other matches are hidden."""
    hidden = con.execute(f"SELECT count(*) FROM {HIDDEN}").fetchall() != [(0,)]
    but = f" WHERE match NOT IN (SELECT match FROM {HIDDEN})" if hidden else ""
    views = []
    for table in registry.TABLES:
        file = f"FROM stored.main.{table.name}{but} UNION ALL " if stored else ""
        views.append(f"{table.name} AS {file}FROM tail.{table.name}")
    for table in DECISION_TABLES:
        rows = f"stored.main.{table.name}{but}" if stored else f"tail.{table.name}"
        views.append(f"{table.name} AS FROM {rows}")
    views.append(f"{WRITTEN} AS FROM {'stored.main' if stored else 'tail'}.{WRITTEN}")
    con.execute(";".join(f"CREATE OR REPLACE VIEW {view}" for view in views))


def changed(con: DuckDBPyConnection, log: EventLog, last: int) -> frozenset[str]:
    """The matches in the file that are taken in anew with what comes after it, up to a position."""
    ((position,),) = con.execute("SELECT pos FROM tail.projection_position").fetchall()
    if position >= last:
        return frozenset()
    bent, every = log.bent(con, position, last)
    before = con.execute(
        f"SELECT match_id FROM stored.main.openings WHERE match IN ({marked('stored.main')})"
    ).fetchall()
    return frozenset(bent | (every & {match_id for (match_id,) in before}))


def hide(con: DuckDBPyConnection, match_ids: Set[str]) -> None:
    """Hide matches of the file, by their names."""
    if match_ids:
        con.execute(
            f"INSERT INTO {HIDDEN} SELECT match FROM stored.main.openings "
            f"WHERE match_id IN ({listed(sorted(match_ids))})"
        )


def hide_numbers(con: DuckDBPyConnection, matches: Iterable[int]) -> None:
    """Hide matches of the file, by their numbers."""
    con.execute(f"INSERT INTO {HIDDEN} SELECT unnest(?::BIGINT[])", [list(matches)])
