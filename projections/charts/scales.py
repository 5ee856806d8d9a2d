"""The ends of axes and the steps of colours: values made round, for pictures and for text."""

from __future__ import annotations

import math

from projections.charts.points import Points


def domain(points: Points) -> tuple[float, float]:
    """The ends of the axis of values: round, around all that is drawn."""
    chart = points.chart
    values = [v for p in points.points for v in (p.value, p.low, p.high) if v is not None]
    if chart.reference is not None:
        values.append(chart.reference)
    low, high = min(values), max(values)
    step = 0.1 if chart.percent else 10 ** math.floor(math.log10((high - low) or abs(high) or 1))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    if first == last:
        first, last = first - 1, last + 1
    if chart.percent and low >= 0 and high <= 1:
        first, last = max(first, 0), min(last, 10)
    return round(first * step, 9), round(last * step, 9)


def ticks(low: float, high: float, most: int = 6, whole: bool = False) -> list[float]:
    """Round values from `low` to `high`, at most so many; whole numbers only if asked."""
    if high <= low:
        return [low]
    size = 10.0 ** math.floor(math.log10((high - low) / most))
    for factor in (1, 2, 5, 10, 20):
        step = factor * size
        if whole and step < 1:
            continue
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        if last - first < most:
            return [round(number * step, 9) for number in range(first, last + 1)] or [low]
    return [low, high]


def shades(points: Points) -> list[int]:
    """Which of seven colours each point has, the middle one at the reference or without enough data."""
    chart = points.chart
    values = [point.value for point in points.points if point.value is not None]
    middle = chart.reference if chart.reference is not None else (min(values) + max(values)) / 2
    reach = max((abs(value - middle) for value in values), default=0.0) or 1.0
    return [
        3 if p.value is None or p.few else 3 + round(3 * (p.value - middle) / reach)
        for p in points.points
    ]
