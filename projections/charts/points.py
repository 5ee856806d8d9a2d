"""What is drawn: a report's rows read with its chart, chosen, sorted, and put into words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from projections.charts.spec import Chart
from projections.charts.words import figure, moment, number, plain, span

Scale = Literal["names", "numbers", "times"]

SERIES: Final = 7
"""So many lines are distinguished by colour, dash and shape."""


@dataclass(frozen=True)
class Point:
    """One value, where it stands and what it says. `at` is x as a number, or as UTC milliseconds."""

    label: str
    at: float | None
    series: str
    value: float | None
    low: float | None
    high: float | None
    n: float | None
    few: bool
    says: str


@dataclass(frozen=True)
class Points:
    """Everything that a picture is made from; `notes` say what is left out or doubtful."""

    chart: Chart
    scale: Scale
    points: tuple[Point, ...]
    labels: tuple[str, ...]
    series: tuple[str, ...]
    notes: tuple[str, ...]

    def __bool__(self) -> bool:
        return any(point.value is not None for point in self.points)


def read(chart: Chart, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Points:
    """Read a report's rows. Raises ValueError if it has not the columns of the chart."""
    if missing := chart.missing(columns):
        raise ValueError(f"the report has no {', '.join(missing)}")
    place = {name: index for index, name in enumerate(columns)}
    scale, found = _found(chart, place, list(rows))
    if chart.kind == "heat":
        kept, notes = _kept_cells(chart, found)
    elif chart.kind == "lines":
        kept, notes = _kept_lines(found)
    else:
        kept, notes = _kept(chart, found, scale)
    notes = [*notes, *_doubts(chart, kept)]
    labels = _order(chart, [point.label for point in kept])
    series = _order(chart, [point.series for point in kept])
    return Points(chart, scale, tuple(kept), labels, series, tuple(notes))


def _found(
    chart: Chart, place: dict[str, int], rows: list[Sequence[Any]]
) -> tuple[Scale, list[Point]]:
    """A point for each row, or for each row and value, in the report's order."""
    x = place[chart.x[0]]
    scale = _scale(chart, [row[x] for row in rows])
    if chart.kind == "calibration":
        rows = [row for row in rows if number(row[x]) is not None]
    points: list[Point] = []
    for row in rows:
        at = moment(row[x]) if scale == "times" else number(row[x])
        names = [row[place[name]] for name in chart.x]
        shown = [value for value in names if value is not None] or names[:1]
        label = chart.joint.join(plain(value) for value in shown)
        for column in chart.y:
            series = plain(column.replace("_", " ")) if len(chart.y) > 1 else ""
            if chart.series:
                series = plain(row[place[chart.series]])
            points.append(_point(chart, place, row, label, at, series, column))
    if chart.kind in ("intervals", "bars", "calibration"):
        points = _apart([point for point in points if point.value is not None])
    return scale, points


def _scale(chart: Chart, values: list[Any]) -> Scale:
    """How x is laid out."""
    if chart.kind == "calibration":
        return "numbers"
    if chart.kind != "lines" or not values:
        return "names"
    if all(number(value) is not None for value in values):
        return "numbers"
    return "times" if all(moment(value) is not None for value in values) else "names"


def _point(
    chart: Chart, place: dict[str, int], row: Sequence[Any], label: str, at: float | None, series: str,
    column: str,
) -> Point:  # fmt: skip
    value, low, high, n = (
        number(row[place[name]]) if name else None
        for name in (column, chart.low, chart.high, chart.n)
    )
    few = n is not None and n < chart.few
    shown = figure(value, chart.percent)
    says = f"{', '.join(filter(None, (label, series)))}: {shown}"
    if chart.kind == "calibration":
        says = f"predicted {figure(at, chart.percent)}, observed {shown}"
    if bounds := span(low, high, chart.percent):
        says += f" ({bounds})"
    if n is not None and chart.n not in chart.y:
        says += f", {figure(n)} {chart.counts}"
    return Point(label, at, series, value, low, high, n, few, says)


def _apart(points: list[Point]) -> list[Point]:
    """The points, those of the same name numbered."""
    seen: dict[str, int] = {}
    apart: list[Point] = []
    for point in points:
        seen[point.label] = count = seen.get(point.label, 0) + 1
        apart.append(point if count == 1 else replace(point, label=f"{point.label} ({count})"))
    return apart


def _weight(point: Point) -> float:
    return point.n if point.n is not None else abs(point.value or 0.0)


def _kept(chart: Chart, found: list[Point], scale: Scale) -> tuple[list[Point], list[str]]:
    """The categories that are drawn: those with the most data, in the order asked for."""
    notes: list[str] = []
    kept = found
    if len(found) > chart.most:
        if chart.ordered or scale != "names":
            kept, what = found[: chart.most], "first"
        else:
            best = sorted(range(len(found)), key=lambda i: (-_weight(found[i]), i))[: chart.most]
            kept, what = (
                [found[i] for i in sorted(best)],
                "with the most data" if chart.n else "largest",
            )
        notes.append(_of_all(len(kept), len(found), what))
    if chart.sort == "y":
        kept = sorted(kept, key=lambda point: (-(point.value or 0.0), point.label))
    elif chart.sort == "x":
        kept = sorted(kept, key=lambda point: point.label.casefold())
    return kept, notes


def _of_all(kept: int, count: int, what: str) -> str:
    shown = f"The {kept} {what}" if what.startswith("with") else f"The {what} {kept}"
    return f"{shown} of {count:,} are drawn."


def _kept_cells(chart: Chart, found: list[Point]) -> tuple[list[Point], list[str]]:
    """The cells of the categories with the most data, along both sides."""
    notes, kept = [], found
    for name in ("label", "series"):
        weights: dict[str, float] = {}
        for point in found:
            key = getattr(point, name)
            weights[key] = weights.get(key, 0.0) + _weight(point)
        if len(weights) > chart.most:
            best = set(sorted(weights, key=lambda key: (-weights[key], key))[: chart.most])
            kept = [point for point in kept if getattr(point, name) in best]
            which = chart.x[0] if name == "label" else chart.series
            how_many = _of_all(chart.most, len(weights), "with the most data")
            notes.append(f"{how_many[:-1]} ({which.replace('_', ' ')}).")
    return kept, notes


def _kept_lines(found: list[Point]) -> tuple[list[Point], list[str]]:
    """The lines that can be distinguished: those with the most points."""
    counts: dict[str, int] = {}
    for point in found:
        counts[point.series] = counts.get(point.series, 0) + (point.value is not None)
    if len(counts) <= SERIES:
        return found, []
    best = set(sorted(counts, key=lambda key: (-counts[key], key))[:SERIES])
    kept = [point for point in found if point.series in best]
    return kept, [_of_all(SERIES, len(counts), "with the most data")]


def _doubts(chart: Chart, kept: list[Point]) -> list[str]:
    few = sum(point.few for point in kept)
    if not few:
        return []
    how = {"heat": "without a colour", "lines": "in the table"}.get(chart.kind, "hollow")
    return [f"{few} of {len(kept)} rest on fewer than {chart.few} {chart.counts}: {how}."]


def _order(chart: Chart, names: list[str]) -> tuple[str, ...]:
    """Names once each, as they come, or the sides of a heat map by name."""
    once = list(dict.fromkeys(names))
    if chart.kind == "heat" and chart.sort == "x":
        once.sort(key=str.casefold)
    return tuple(once)
