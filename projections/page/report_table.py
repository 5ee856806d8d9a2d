"""A report's rows as the cells of a table: words for people, and values to sort by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from projections.charts.spec import Chart
from projections.charts.words import figure, number, plain, shares, span


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
    counted: bool = False
    """Whether it is a number that comes from what is counted, and does not just name the row."""


@dataclass(frozen=True)
class Table:
    """Heads and rows of cells, the first of each row its name."""

    heads: tuple[Head, ...]
    rows: tuple[tuple[Cell, ...], ...]


def table(
    columns: Sequence[str], rows: Sequence[Sequence[Any]], chart: Chart | None,
    key: Sequence[str] = (),
) -> Table:  # fmt: skip
    """The table of a report; what is low and high becomes one column, the interval.

    Numbers that do not name a row, those of columns not in `key`, are `counted`.
    """
    pairs = _pairs(columns, chart)
    percents = _percents(columns, chart)
    numeric = {i for i in range(len(columns)) if _numeric([row[i] for row in rows])}
    heads: list[Head] = []
    places: list[tuple[int, int | None]] = []
    for index, name in enumerate(columns):
        if name in pairs.values():
            continue
        pair = columns.index(pairs[name]) if name in pairs else None
        text = name if pair is None else f"{name} – {pairs[name].removeprefix(_stem(name))}"
        heads.append(Head(text.replace("_", " "), index in numeric))
        places.append((index, pair))
    made = [
        tuple(
            _cell(
                row[index], index in numeric, columns[index] in percents, columns[index] not in key
            )
            if pair is None
            else _interval(row[index], row[pair], columns[index] in percents)
            for index, pair in places
        )
        for row in rows
    ]
    return Table(tuple(heads), tuple(made))


def _stem(name: str) -> str:
    return name.removesuffix("low")


def _pairs(columns: Sequence[str], chart: Chart | None) -> dict[str, str]:
    """The columns that are bounds of one thing: the low one, and its high one."""
    found = {chart.low: chart.high} if chart and chart.low else {}
    for name in columns:
        if name == "low" or name.endswith("_low"):
            found[name] = f"{_stem(name)}high"
    return {low: high for low, high in found.items() if low in columns and high in columns}


def _percents(columns: Sequence[str], chart: Chart | None) -> set[str]:
    """The columns that may be shares: those known by name, and those the chart shows in percent."""
    found = shares(columns)
    if chart and chart.percent:
        found |= {*chart.y, chart.low, chart.high}
        found |= {*chart.x} if chart.kind == "calibration" else set()
    return found


def _numeric(values: Sequence[Any]) -> bool:
    known = [value for value in values if value is not None]
    return bool(known) and all(number(value) is not None for value in known)


def _cell(value: Any, numeric: bool, percent: bool, counted: bool) -> Cell:
    if value is None:
        return Cell("", "", numeric)
    if not numeric:
        return Cell(plain(value), plain(value).casefold(), numeric)
    found = number(value)
    if percent and not isinstance(value, int):
        return Cell(figure(found, percent), repr(found), numeric, counted)
    text = f"{found:,.2f}" if isinstance(value, float) else figure(found)
    return Cell(text, repr(found), numeric, counted)


def _interval(low: Any, high: Any, percent: bool) -> Cell:
    first, last = number(low), number(high)
    text = span(first, last, percent)
    return Cell(text, "" if first is None else repr(first), True, bool(text))
