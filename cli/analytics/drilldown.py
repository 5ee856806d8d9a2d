"""What is behind a row of a report, for people and programs: matches, and steps of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich import box
from rich.markup import escape
from rich.syntax import Syntax
from rich.table import Table

from cli.analytics.tables import print_table
from cli.edge import console, print_json
from projections.read.export import cell

if TYPE_CHECKING:
    from projections.games.projection import Report
    from projections.reports.statistics import Behind

SHOWN = 50
"""Rows that are listed, where no limit is given."""


def print_behind(
    behind: Behind, report: Report, values: Sequence[Any], limit: int | None, show_sql: bool
) -> None:
    """Print what a row counts, and how to look at one of the matches."""
    key = dict(zip(report.key, values, strict=False))
    console.print(f"[bold]{escape(headline(behind, report, key))}[/]")
    if show_sql:
        console.print(Syntax(behind.sql + ";", "sql", background_color="default"))
    names = [name for name in behind.columns if name not in key]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in names:
        numeric = any(isinstance(value, int | float) for value in column(behind, name))
        table.add_column(name.replace("_", " "), justify="right" if numeric else "left")
    most = limit or SHOWN
    for row in behind.records()[:most]:
        table.add_row(*(escape(cell(row[name])) for name in names))
    print_table(table)
    if len(behind.rows) > most:
        console.print(f"[dim]the first {most:,} of {len(behind.rows):,}; --limit shows more[/]")
    if behind.rows:
        console.print(f"[dim]`{escape(how_to_look(behind))}` shows the first[/]")


def column(behind: Behind, name: str) -> list[Any]:
    """The values of a column."""
    place = behind.columns.index(name)
    return [row[place] for row in behind.rows]


def headline(behind: Behind, report: Report, key: Mapping[str, Any]) -> str:
    """What is listed, and how many there are in how many matches."""
    who = ", ".join(
        f"{name.replace('_', ' ')} {'-' if value is None else value}" for name, value in key.items()
    )
    count, matches = len(behind.rows), len(set(column(behind, "match_id")))
    where = f" in {matches:,} match{'' if matches == 1 else 'es'}"
    return f"{report.name}, {who}: {count:,} {report.counts}{where * (report.counts != 'matches')}"


def how_to_look(behind: Behind) -> str:
    """The command that shows the first match, at the step that is meant if there is one."""
    first = behind.records()[0]
    step = first.get("step")
    return f"ludograph show {first['match_id']}" + (f" --step {step}" if step else "")


def as_data(
    behind: Behind, report: Report, values: Sequence[Any], show_sql: bool
) -> dict[str, Any]:
    """The same for programs."""
    return {
        "report": report.name,
        "key": dict(zip(report.key, values, strict=False)),
        "counts": report.counts,
        "count": len(behind.rows),
        **({"sql": behind.sql} if show_sql else {}),
        "rows": behind.records(),
    }


def show_behind(
    behind: Behind,
    report: Report,
    values: Sequence[Any],
    head: Mapping[str, Any],
    *,
    limit: int | None,
    show_sql: bool,
    as_json: bool,
) -> None:
    """Print what a row counts, as JSON after `head` or as a table."""
    if as_json:
        print_json({**head, **as_data(behind, report, values, show_sql)})
    else:
        print_behind(behind, report, values, limit, show_sql)
