"""Answers for people: rows, reports and the schema as tables in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from cli.edge import Output, console
from projections.charts.words import shares
from projections.read.export import cell, numeric
from projections.schema.definitions import View

if TYPE_CHECKING:
    from projections.games.projection import Report
    from projections.read.sql import Answer
    from projections.reports.statistics import Counted, Reported
    from projections.schema.definitions import Macro, Relation

WIDEST = 110
"""Columns of a chart, however wide the terminal is."""


def print_answer(answer: Answer, most: int, out: Console | None = None) -> None:
    """Print rows of an answer, `most` after those it leaves out, and say how many there are.

    A terminal too narrow for the table gets a line a value instead.
    """
    out = out or console
    if answer.limit is None or answer.limit > most:
        answer.limit = most
    rows = [[cell(value) for value in row] for row in answer.rows()]
    total = answer.total()
    if answer.columns[:1] == ["explain_key"]:
        out.print("\n".join(escape(row[-1]) for row in rows))
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name, kind in zip(answer.columns, answer.types, strict=True):
        table.add_column(escape(name), justify="right" if numeric(kind) else "left")
    for cells in rows:
        table.add_row(*(escape(text) for text in cells))
    if out.is_terminal and natural_width(table) > out.width:
        print_long(answer.columns, rows, answer.offset, out)
    else:
        print_table(table, out)
    out.print(f"[dim]{which_rows(answer.offset, len(rows), total)}[/]")


def which_rows(offset: int, shown: int, total: int) -> str:
    """Which rows are shown of how many, and how to see more."""
    counted = f"{total:,} row{'' if total == 1 else 's'}"
    if shown == total:
        return counted
    if not shown:
        return f"none of {counted}" + (f"; there is none after {offset:,}" if offset else "")
    if not offset:
        return f"the first {shown:,} of {counted}; --offset {shown} goes on, --limit shows more"
    last = offset + shown
    more = f"; --offset {last} goes on" if last < total else ""
    return f"rows {offset + 1:,} to {last:,} of {total:,}{more}"


def print_long(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    offset: int = 0,
    out: Console | None = None,
) -> None:
    """Print rows below each other, a line a value."""
    out = out or console
    width = max(map(len, columns))
    for number, row in enumerate(rows, offset + 1):
        out.print(f"[dim]── row {number} ──[/]")
        for name, text in zip(columns, row, strict=True):
            out.print(f"[bold]{escape(name.ljust(width))}[/]  {escape(text)}")


def natural_width(table: Table) -> int:
    """How wide a table is with nothing cut or folded."""
    wide = console.options.update(width=100_000)
    return table.__rich_measure__(console, wide).maximum


def print_table(table: Table, out: Console | None = None) -> None:
    """Print a table as wide as it is; only a terminal folds its columns."""
    out = out or console
    if out.is_terminal:
        out.print(table, soft_wrap=False)
    else:
        plain = Output(
            file=out.file, width=natural_width(table), highlight=False, emoji=False, no_color=True
        )
        plain.print(table)


def print_counted(counted: Counted, chosen: Mapping[str, str], reports: Sequence[Report]) -> None:
    """Print what is counted, and which reports there are to ask for by name."""
    filters = ", ".join(f"{name} {value}" for name, value in chosen.items())
    console.print(
        f"[bold]{counted.matches:,}[/] finished match{'' if counted.matches == 1 else 'es'}"
        + (f" ({escape(filters)})" if filters else "")
        + f", {counted.draws:,} of them draws; {counted.open:,} open, not counted"
    )
    if reports:
        console.print("[dim]reports: " + ", ".join(r.name for r in reports) + "[/]")


def print_report(reported: Reported, most: int | None, show_sql: bool) -> None:
    """Print a report as a table; `most` rows of it."""
    report, rows = reported.report, reported.rows
    console.print(f"\n[bold]{escape(report.title)}[/]  [dim]{report.name}[/]")
    console.print(f"[dim]{escape(report.about)}[/]")
    if show_sql:
        console.print(Syntax(reported.sql + ";", "sql", background_color="default"))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for index, name in enumerate(reported.columns):
        counts = any(isinstance(row[index], (int, float)) for row in rows)
        table.add_column(name.replace("_", " "), justify="right" if counts else "left")
    head = len(rows) if most is None else min(len(rows), (most + 1) // 2)
    tail = len(rows) - head if most is None else min(len(rows) - head, most // 2)
    shown = [*rows[:head], *rows[len(rows) - tail :]]
    percents = shares(reported.columns)
    for number, row in enumerate(shown):
        if len(shown) < len(rows) and number == head:
            table.add_row(*("…" for _ in row))
        table.add_row(
            *(value_of(v, n in percents) for n, v in zip(reported.columns, row, strict=True))
        )
    print_table(table)
    if len(shown) < len(rows):
        console.print(f"[dim]{len(rows):,} rows; `stats … {report.name}` shows all[/]")


def print_chart(reported: Reported, out: Console | None = None) -> None:
    """Draw a report's chart; one line if it has none, or where there is no room for it."""
    from projections.charts import terminal

    out = out or console
    chart = reported.report.chart
    if chart is None:
        out.print(f"[dim]the report {escape(reported.report.name)} has no chart[/]")
    elif out.width < terminal.NARROWEST:
        out.print(f"[dim]a chart takes {terminal.NARROWEST} columns; here are {out.width}[/]")
    else:
        colour = out.is_terminal and not out.no_color
        drawn = terminal.text(
            chart, reported.columns, reported.rows, min(out.width, WIDEST), colour
        )
        out.print(Text.from_ansi(drawn))


def value_of(value: Any, percent: bool = False) -> str:
    """A value of a report: shares in percent, other fractions with two digits."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.1%}" if percent else f"{value:.2f}"
    return f"{value:,}" if isinstance(value, int) else escape(str(value))


def print_relation(relation: Relation) -> None:
    """Print what a table or view holds, column by column."""
    kind = "view" if isinstance(relation, View) else "table"
    console.print(f"[bold]{relation.name}[/] [dim]{kind}[/]\n{escape(relation.comment)}")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("column", "type", "holds"):
        table.add_column(name)
    for column in relation.columns:
        table.add_row(column.name, escape(column.type), escape(column.comment))
    print_table(table)


def print_relations(relations: Sequence[Relation], macros: Sequence[Macro]) -> None:
    """Print all tables, views and functions, a line each."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("name", "kind", "holds"):
        table.add_column(name)
    for relation in relations:
        kind = "view" if isinstance(relation, View) else "table"
        table.add_row(f"[bold]{relation.name}[/]", kind, escape(relation.comment))
    for macro in macros:
        table.add_row(f"[bold]{macro.call}[/]", "function", escape(macro.comment))
    print_table(table)
    console.print("[dim]`ludograph schema TABLE` shows the columns of one[/]")
