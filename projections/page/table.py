"""A report's rows as the cells of a table: words for people, and values to sort by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from projections.charts.spec import Chart
from projections.charts.words import figure, number, plain, span

SHARES: Final = ("win_rate", "share", "unused_win_rate", "by_winners")
"""Columns that hold shares; whole numbers in them are counts."""
BOUNDS: Final = ("low", "high")


@dataclass(frozen=True)
class Head:
    """The head of a column; of numbers it stands at the right."""

    text: str
    numeric: bool


@dataclass(frozen=True)
class Cell:
    """A cell: what is read, and what it is sorted by."""

    text: str
    value: str
    numeric: bool


@dataclass(frozen=True)
class Table:
    """Heads and rows of cells, the first of each row its name."""

    heads: tuple[Head, ...]
    rows: tuple[tuple[Cell, ...], ...]


def table(columns: Sequence[str], rows: Sequence[Sequence[Any]], chart: Chart | None) -> Table:
    """The table of a report; low and high become one column, the interval."""
    low, high = (chart.low, chart.high) if chart and chart.low else BOUNDS
    both = low in columns and high in columns
    percents = _percents(columns, chart)
    heads: list[Head] = []
    places: list[tuple[int, int | None]] = []
    numeric = {i for i in range(len(columns)) if _numeric([row[i] for row in rows])}
    for index, name in enumerate(columns):
        if both and name == high:
            continue
        pair = columns.index(high) if both and name == low else None
        text = name.replace("_", " ") if pair is None else f"{low} – {high}".replace("_", " ")
        heads.append(Head(text, index in numeric))
        places.append((index, pair))
    made = [
        tuple(
            _cell(row[index], index in numeric, columns[index] in percents)
            if pair is None
            else _interval(row[index], row[pair], columns[index] in percents)
            for index, pair in places
        )
        for row in rows
    ]
    return Table(tuple(heads), tuple(made))


def _percents(columns: Sequence[str], chart: Chart | None) -> set[str]:
    """The columns that may be shares: those known by name, and those the chart shows in percent."""
    found = {name for name in columns if name in SHARES}
    if {"win_rate", "share"} & found:
        found |= set(BOUNDS)
    if chart and chart.percent:
        found |= {*chart.y, chart.low, chart.high}
        found |= {*chart.x} if chart.kind == "calibration" else set()
    return found


def _numeric(values: Sequence[Any]) -> bool:
    known = [value for value in values if value is not None]
    return bool(known) and all(number(value) is not None for value in known)


def _cell(value: Any, numeric: bool, percent: bool) -> Cell:
    if value is None:
        return Cell("", "", numeric)
    if not numeric:
        return Cell(plain(value), plain(value).casefold(), numeric)
    found = number(value)
    if percent and not isinstance(value, int):
        return Cell(figure(found, percent), repr(found), numeric)
    text = f"{found:,.2f}" if isinstance(value, float) else figure(found)
    return Cell(text, repr(found), numeric)


def _interval(low: Any, high: Any, percent: bool) -> Cell:
    first, last = number(low), number(high)
    return Cell(span(first, last, percent), "" if first is None else repr(first), True)
