"""Charts as text for a terminal: whiskers, bars and fields by rows, lines through plotext."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from typing import Any, Final

from rich.cells import cell_len, set_cell_size

from projections.charts.caption import caption_text
from projections.charts.points import Point, Points, read
from projections.charts.scales import domain, shades, ticks
from projections.charts.spec import Chart
from projections.charts.terminal_lines import curves
from projections.charts.words import figure, tick

NARROWEST: Final = 40
NAME: Final = 28
"""Cells of a name; longer ones are cut."""
BLUE, FAINT, END = "\x1b[34m", "\x1b[2m", "\x1b[0m"
EIGHTHS: Final = " ▏▎▍▌▋▊▉█"
TINTS: Final = ("\x1b[1;31m", "\x1b[31m", "", "", "", "\x1b[34m", "\x1b[1;34m")


def text(
    chart: Chart, columns: Sequence[str], rows: Sequence[Sequence[Any]], width: int = 80,
    colour: bool = False,
) -> str:  # fmt: skip
    """A report's chart in lines of at most `width` cells (40 at least), with what it says below.

    Without `colour` there are no escape sequences in it. Raises ValueError for missing columns.
    """
    points, width = read(chart, columns, rows), max(width, NARROWEST)
    if not points:
        return "\n".join(textwrap.wrap(chart.empty, width))
    drawn = DRAWN[chart.kind](points, width, colour)
    captions = [
        line for line in (*points.notes, caption_text(points)) for line in fold(line, width)
    ]
    return "\n".join(line.rstrip() for line in (*drawn, "", *captions))


def fold(line: str, width: int) -> list[str]:
    """A sentence in lines of at most so many cells."""
    lines = textwrap.wrap(line, width)
    while any(cell_len(found) > width for found in lines) and width > 8:
        lines = textwrap.wrap(line, width := width - 4)
    return lines


def fitted(name: str, cells: int) -> str:
    """A name in so many cells: filled up, or cut with an ellipsis."""
    if cell_len(name) <= cells:
        return set_cell_size(name, cells)
    return set_cell_size(set_cell_size(name, cells - 1).rstrip() + "…", cells)


def painted(line: str, code: str, colour: bool) -> str:
    """A piece of a line in a colour, if colours are wanted."""
    return f"{code}{line}{END}" if colour and code and line else line


def _name_cells(names: Sequence[str], width: int) -> int:
    return min(max(map(cell_len, names)), NAME, width // 3)


def _intervals(points: Points, width: int, colour: bool) -> list[str]:
    """A row of whiskers for each category: name, value, `├─●─┤`; ○ rests on few data."""
    chart, (low, high) = points.chart, domain(points)
    names = _name_cells(points.labels, width)
    values = [figure(point.value, chart.percent) for point in points.points]
    figures = max(map(len, values))
    room = width - names - figures - 3
    rows = []
    for point, value in zip(points.points, values, strict=True):
        line = _whisker(point, chart.reference, low, high, room)
        head = f"{fitted(point.label, names)} {value:>{figures}}  "
        rows.append(head + painted(line, FAINT if point.few else BLUE, colour))
    return [*rows, *_ruler(low, high, chart.percent, names + figures + 3, room)]


def _whisker(point: Point, reference: float | None, low: float, high: float, room: int) -> str:
    def at(value: float) -> int:
        return round((value - low) / ((high - low) or 1.0) * (room - 1))

    cells = [" "] * room
    if reference is not None:
        cells[at(reference)] = "┊"
    if point.low is not None and point.high is not None:
        first, last = at(point.low), at(point.high)
        cells[first : last + 1] = "─" * (last - first + 1)
        cells[first], cells[last] = "├", "┤"
    cells[at(point.value or 0.0)] = "○" if point.few else "●"
    return "".join(cells).rstrip()


def _ruler(low: float, high: float, percent: bool, indent: int, room: int) -> list[str]:
    """The axis below rows: a line with ticks, and what the ticks stand for."""
    line, labels = ["─"] * room, [" "] * room
    for value in ticks(low, high, 6 if room >= 42 else 3):
        place = round((value - low) / ((high - low) or 1.0) * (room - 1))
        words = tick(value, percent)
        start = min(max(place - len(words) // 2, 0), max(room - len(words), 0))
        line[place] = "┴"
        labels[start : start + len(words)] = words
    return [" " * indent + "".join(line), " " * indent + "".join(labels)]


def _bars(points: Points, width: int, colour: bool) -> list[str]:
    """A bar for each category with its value at the end."""
    chart = points.chart
    names = _name_cells(points.labels, width)
    values = [figure(point.value, chart.percent) for point in points.points]
    room = width - names - max(map(len, values)) - 2
    most = max((abs(point.value or 0.0) for point in points.points), default=0.0) or 1.0
    rows = []
    for point, value in zip(points.points, values, strict=True):
        eighths = round(abs(point.value or 0.0) / most * room * 8)
        bar = "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()
        rows.append(f"{fitted(point.label, names)} {painted(bar, BLUE, colour)} {value}")
    return rows


def _heat(points: Points, width: int, colour: bool) -> list[str]:
    """A table of values; its columns are numbered, since names are long, and named below."""
    chart = points.chart
    tints = {
        (p.label, p.series): painted_as
        for p, painted_as in zip(points.points, shades(points), strict=True)
    }
    found = {(p.label, p.series): p for p in points.points}
    short = {key: _short(point, chart.percent) for key, point in found.items()}
    cells = max(len(value) for value in (*short.values(), str(len(points.series)))) + 1
    names = _name_cells(points.labels, width)
    shown = points.series[: (width - names) // cells]
    rows = [" " * names + "".join(f"{i:>{cells}}" for i in range(1, len(shown) + 1))]
    for label in points.labels:
        row = fitted(label, names)
        for series in shown:
            value = f"{short.get((label, series), '·'):>{cells}}"
            row += painted(value, TINTS[tints.get((label, series), 3)], colour)
        rows.append(row)
    numbered = ", ".join(
        f"{i} {fitted(name, min(cell_len(name), NAME))}" for i, name in enumerate(shown, 1)
    )
    left = len(points.series) - len(shown)
    more = f"; {left} more do not fit" if left else ""
    unit = ", in percent" if chart.percent else ""
    return [
        *rows,
        *fold(f"{chart.y_title or chart.y[0]}{unit}; {chart.x_title}: {numbered}{more}", width),
    ]


def _short(point: Point, percent: bool) -> str:
    if point.value is None:
        return "·"
    return f"{point.value * 100:.0f}" if percent else figure(point.value)


DRAWN: Final[dict[str, Callable[[Points, int, bool], list[str]]]] = {
    "intervals": _intervals,
    "bars": _bars,
    "heat": _heat,
    "lines": curves,
    "calibration": curves,
}
