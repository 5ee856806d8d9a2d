"""What a chart says, in a sentence: for those who do not see it, and as a report's first line."""

from __future__ import annotations

from projections.charts.points import Point, Points
from projections.charts.words import figure

LINES = 4
"""So many lines are described."""


def caption_text(points: Points) -> str:
    """The sentence about a chart; what to say without data if there are none."""
    if not points:
        return points.chart.empty
    captions = {
        "intervals": _intervals,
        "bars": _bars,
        "lines": _lines,
        "calibration": _calibration,
        "heat": _extremes,
    }
    return captions[points.chart.kind](points)


def _extremes(points: Points) -> str:
    """The highest and the lowest value among those that rest on enough."""
    known = [point for point in points.points if point.value is not None]
    sure = [point for point in known if not point.few] or known
    high = max(sure, key=lambda point: point.value or 0.0)
    low = min(sure, key=lambda point: point.value or 0.0)
    if len(known) == 1:
        return f"{high.says}."
    if high.value == low.value:
        return f"All the same, such as {high.says}."
    among = "" if len(sure) == len(known) else f" (of those with {points.chart.few} or more)"
    return f"Highest{among} is {high.says}. Lowest is {low.says}."


def _intervals(points: Points) -> str:
    chart, extremes = points.chart, _extremes(points)
    bounded = [p for p in points.points if p.low is not None and p.high is not None]
    if chart.reference is None or not bounded:
        return extremes
    clear = sum(not _holds(point, chart.reference) for point in bounded)
    reference = f"{chart.reference:.0%}" if chart.percent else figure(chart.reference)
    if not clear:
        return f"{extremes} No interval leaves out {reference}."
    if len(bounded) == 1:
        return f"{extremes} The interval leaves out {reference}."
    sentence = f"{extremes} {clear} of {len(bounded)} intervals leave out {reference}"
    return f"{sentence}; about 1 in 20 does by chance."


def _holds(point: Point, value: float) -> bool:
    return point.low is not None and point.high is not None and point.low <= value <= point.high


def _bars(points: Points) -> str:
    values = [point.value for point in points.points if point.value is not None]
    high = max(points.points, key=lambda point: point.value or 0.0)
    if len(values) == 1 or points.chart.percent:
        return _extremes(points)
    return f"Largest of {len(values)} is {high.says}; all together {figure(sum(values))}."


def _lines(points: Points) -> str:
    percent, ends_of = points.chart.percent, []
    at = f"{points.chart.x_title} " if points.scale == "numbers" and points.chart.x_title else ""
    for series in points.series:
        line = [p for p in points.points if p.series == series and p.value is not None]
        if line:
            name = f"{series}: " if series else ""
            ends = [f"{figure(p.value, percent)} at {at}{p.label}" for p in (line[0], line[-1])]
            ends_of.append(name + (f"from {ends[0]} to {ends[1]}" if len(line) > 1 else ends[0]))
    if len(ends_of) > LINES:
        ends_of = [*ends_of[:LINES], f"and {len(ends_of) - LINES} more"]
    sentence = "; ".join(ends_of)
    return f"{sentence if points.series[0] else sentence[0].upper() + sentence[1:]}."


def _calibration(points: Points) -> str:
    pairs = [(p.at, p.value, p.n or 1.0, p) for p in points.points]
    weight = sum(n for _, _, n, _ in pairs)
    gap = sum((value or 0.0) - (at or 0.0) for at, value, _, _ in pairs) / len(pairs)
    if weight:
        gap = sum(((value or 0.0) - (at or 0.0)) * n for at, value, n, _ in pairs) / weight
    size = f"{abs(gap) * 100:.1f} points" if points.chart.percent else figure(abs(gap))
    side = "over" if gap > 0 else "under"
    sentence = f"Observed is {size} {side} predicted on average"
    if not float(f"{gap:.3f}"):
        sentence = "Observed is as predicted on average"
    bounded = [p for p in points.points if p.low is not None and p.high is not None]
    if bounded:
        held = sum(_holds(point, point.at or 0.0) for point in bounded)
        sentence += f"; {held} of {len(bounded)} intervals hold what was predicted"
    return f"{sentence}."
