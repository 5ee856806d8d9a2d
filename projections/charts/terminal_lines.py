"""Lines and points in a terminal, through plotext: the only module that knows it."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any, Final

from rich.cells import cell_len, set_cell_size

from projections.charts.points import Points
from projections.charts.scales import domain, ticks
from projections.charts.words import cut, tick

HEIGHT: Final = 18
SINGLE: Final = "braille"
"""The mark of a line that has no other beside it: dots finer than letters."""
MARKS: Final = "●×▲o+◆*"
HOLLOW: Final = "○"
HINT: Final = "·"
"""The mark of what is only compared with."""
CODES: Final = ("\x1b[34m", "\x1b[33m", "\x1b[32m", "\x1b[35m", "\x1b[36m", "\x1b[31m", "\x1b[1m")
END: Final = "\x1b[0m"
TICKS: Final = 5
DAY: Final = 86_400_000.0
"""Milliseconds."""


def curves(points: Points, width: int, colour: bool) -> list[str]:
    """Lines over x, or predicted against observed; a mark of its own for each series."""
    chart, places = points.chart, _places(points)
    xs, ys = _ends(points, places.values()), domain(points)
    if chart.kind == "calibration":
        xs = ys = (0.0, 1.0) if chart.percent else (min(*xs, *ys), max(*xs, *ys))
    import plotext

    plot: Any = plotext.figure
    plotext.terminal.limit(False, False)
    plot.clear()
    plot.theme("colorless")
    plot.plot_size(width, HEIGHT)
    if chart.kind == "calibration":
        plot.draw(plot.signal(xs, ys, marker=HINT).lines())
    elif chart.reference is not None:
        plot.draw(plot.signal(xs, [chart.reference] * 2, marker=HINT).lines())
    for series, mark in _marks(points):
        line = [p for p in points.points if p.series == series and p.value is not None]
        if line:
            signs = [HOLLOW if p.few else mark for p in line] if chart.kind != "lines" else mark
            signal = plot.signal(
                [places[p.label] for p in line], [p.value for p in line], marker=signs
            )
            plot.draw(signal.lines() if chart.kind == "lines" else signal)
    across, up = _across(points, *xs), ticks(*ys, most=TICKS)
    plot.ruler("x").lim(*xs)
    plot.ruler("x").ticks(across, [_tick(points, x) for x in across])
    plot.ruler("y").lim(*ys)
    plot.ruler("y").ticks(up, [tick(y, chart.percent) for y in up])
    drawn = str(plotext.uncolorize(plot.build().string())).rstrip("\n").split("\n")
    plot.clear()
    return [
        chart.y_title,
        *(_painted(line, points, colour) for line in drawn),
        *_legend(points, width, colour),
    ]


def _places(points: Points) -> dict[str, float]:
    """Where each name of x stands."""
    if points.scale == "names":
        return {label: float(place) for place, label in enumerate(points.labels)}
    return {point.label: point.at or 0.0 for point in points.points}


def _ends(points: Points, places: Collection[float]) -> tuple[float, float]:
    """The ends of x, with room around a single place."""
    low, high = min(places), max(places)
    if high - low > 1e-9 * max(abs(low), abs(high), 1.0):
        return low, high
    room = DAY / 2 if points.scale == "times" else max(abs(low), 1.0) / 2
    return low - room, high + room


def _marks(points: Points) -> list[tuple[str, str]]:
    if points.chart.kind == "lines" and len(points.series) == 1:
        return [(points.series[0], SINGLE)]
    return list(zip(points.series, MARKS, strict=False))


def _across(points: Points, low: float, high: float) -> list[float]:
    """Where x has ticks: at round numbers, or evenly over times and names."""
    if points.scale == "numbers":
        whole = all(place == int(place) for place in _places(points).values())
        return ticks(low, high, most=8, whole=whole)
    even = [low + (high - low) * step / (TICKS - 1) for step in range(TICKS)]
    return even if points.scale == "times" else list(dict.fromkeys(map(round, even)))


def _tick(points: Points, x: float) -> str:
    """A place on x in words."""
    if points.scale == "times":
        return f"{datetime.fromtimestamp(x / 1000, UTC):%Y-%m-%d}"
    if points.scale == "names":
        return cut(points.labels[round(x)], 12)
    return tick(x, points.chart.percent and points.chart.kind == "calibration")


def _painted(line: str, points: Points, colour: bool) -> str:
    """A line with each mark in the colour of its series; braille in the first."""
    if not colour:
        return line
    if points.series and _marks(points)[0][1] == SINGLE:
        return re.sub(r"[\u2801-\u28ff]+", rf"{CODES[0]}\g<0>{END}", line)
    codes = dict(zip(MARKS, CODES, strict=True))
    return "".join(f"{codes[c]}{c}{END}" if c in codes else c for c in line)


def _legend(points: Points, width: int, colour: bool) -> list[str]:
    """The title of x, and which mark is which series."""
    lines = [points.chart.x_title.rjust(width)] if points.chart.x_title else []
    if len(points.series) < 2:
        return lines
    for series, mark in _marks(points):
        name = series if cell_len(series) <= width - 4 else set_cell_size(series, width - 5) + "…"
        lines.append(f"  {_painted(mark, points, colour)} {name}")
    return lines
