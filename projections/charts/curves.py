"""Charts over an ordered x: lines, and predicted against observed."""

from __future__ import annotations

from typing import Any, Final

import altair as alt

from projections.charts.marks import SPOKEN, axis, inline, line, says
from projections.charts.palette import Look
from projections.charts.points import Points
from projections.charts.scales import domain

SHAPES: Final = (
    "circle",
    "square",
    "triangle-up",
    "diamond",
    "cross",
    "triangle-down",
    "triangle-left",
)
DASHES: Final = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 4], [1, 3], [10, 4])


def lines(points: Points, look: Look) -> list[alt.Chart]:
    """Lines distinguished by colour, dash and shape; a band where bounds are known."""
    chart, colours = points.chart, look.colours
    base = alt.Chart(inline(points)).encode(x=_x(points, look))
    scale = alt.Scale(domain=list(domain(points)), nice=False)
    title, ruler = chart.y_title or None, axis(points, tickCount=6)
    y = alt.Y("y:Q", title=title, axis=ruler, scale=scale)
    names, count = list(points.series), len(points.series)
    dotted = len({point.label for point in points.points}) <= look.width / 24
    legend = alt.Legend() if count > 1 else None
    color = alt.Color("s:N", legend=legend, sort=names, scale=_colours(names, colours.series))
    dash = alt.StrokeDash(
        "s:N", legend=None if dotted else legend, sort=names, scale=_colours(names, DASHES)
    )
    layers = [base.mark_line(strokeWidth=2.2, aria=False).encode(y=y, color=color, strokeDash=dash)]
    if dotted:
        shape = alt.Shape("s:N", legend=legend, sort=names, scale=_colours(names, SHAPES))
        dots = base.mark_point(size=36, filled=True, opacity=1, aria=False)
        layers.append(dots.encode(y=y, color=color, shape=shape))
    hit = base.mark_circle(size=260, color="transparent", opacity=1, ariaRoleDescription=SPOKEN)
    layers.append(says(hit.encode(y=y)))
    if chart.low:
        band = base.mark_area(opacity=0.18, color=colours.series[0], aria=False)
        layers.insert(
            0, band.encode(y=alt.Y("low:Q", title=title, axis=ruler, scale=scale), y2="high:Q")
        )
    if chart.reference is not None:
        middle = alt.YDatum(chart.reference, type="quantitative", title=title, scale=scale)
        layers.insert(0, line(look, y=middle))
    return layers


def _colours(names: list[str], values: tuple[Any, ...]) -> alt.Scale:
    return alt.Scale(domain=names, range=list(values[: len(names)]))


def _x(points: Points, look: Look) -> alt.X:
    """The axis of what the lines go over: times, numbers, or names as they come."""
    title = points.chart.x_title or None
    if points.scale == "times":
        few = alt.Axis(grid=False, labelOverlap=True, tickCount=4 if look.narrow else 8)
        return alt.X("x:T", title=title, scale=alt.Scale(type="utc"), axis=few)
    if points.scale == "numbers":
        whole = all(p.at is not None and p.at == int(p.at) for p in points.points)
        form = alt.Axis(
            grid=False, format=",d" if whole else ",.2~f", tickMinStep=1 if whole else 0
        )
        return alt.X("x:Q", title=title, scale=alt.Scale(zero=False, nice=False), axis=form)
    names = alt.Axis(labelAngle=0, labelOverlap="greedy")
    return alt.X("l:N", sort=list(points.labels), title=title, axis=names)


def calibration(points: Points, look: Look) -> list[alt.Chart]:
    """Observed over predicted, with whiskers, and the diagonal where they are the same."""
    chart, colours = points.chart, look.colours
    ends = [v for p in points.points for v in (p.at, p.value, p.low, p.high) if v is not None]
    low, high = (0.0, 1.0) if chart.percent else (min(ends), max(ends))
    scale = alt.Scale(domain=[low, high], nice=False)
    x = alt.X(
        "x:Q", scale=scale, title=chart.x_title or "predicted", axis=axis(points, tickCount=5)
    )
    y = alt.Y("y:Q", scale=scale, title=chart.y_title or "observed", axis=axis(points, tickCount=5))
    ideal: list[Any] = [{"x": low, "y": low}, {"x": high, "y": high}]
    diagonal = alt.Chart(alt.InlineData(values=ideal)).mark_line(
        strokeDash=[4, 3], color=colours.soft, strokeWidth=1, aria=False
    )
    base = alt.Chart(inline(points)).encode(x=x)
    hollow = alt.condition("datum.few", alt.value(colours.paper), alt.value(colours.series[0]))
    dots = base.mark_point(size=70, stroke=colours.series[0], strokeWidth=2, opacity=1, aria=False)
    hit = base.mark_circle(size=420, color="transparent", opacity=1, ariaRoleDescription=SPOKEN)
    layers = [diagonal.encode(x=x, y=y), dots.encode(y=y, fill=hollow), says(hit.encode(y=y))]
    if chart.low:
        rule = base.mark_rule(strokeWidth=2, color=colours.series[0], opacity=0.6, aria=False)
        layers.insert(1, rule.encode(y=alt.Y("low:Q", scale=scale), y2="high:Q"))
    return layers
