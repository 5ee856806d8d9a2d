"""Charts with a category on each row: intervals, bars, heat maps."""

from __future__ import annotations

from typing import Any, Final

import altair as alt

from projections.charts.marks import SPOKEN, axis, fields, inline, line, says
from projections.charts.palette import Look
from projections.charts.points import Points
from projections.charts.scales import domain, shades
from projections.charts.words import figure

STEP: Final = 26
"""Pixels of a row."""
TALL: Final = 38
"""Pixels of a row that has its name above it."""
LONG: Final = 15
"""Letters; if names are longer than this they stand above their rows on a phone."""


def step(points: Points, look: Look) -> int:
    """Pixels of a row."""
    return TALL if _above(points, look) else STEP


def _above(points: Points, look: Look) -> bool:
    flat = points.chart.kind != "heat"
    return flat and look.narrow and any(len(label) > LONG for label in points.labels)


def _names(points: Points, look: Look) -> alt.Y:
    apart = alt.Axis(
        ticks=False,
        domain=False,
        labelPadding=6,
        labelOverlap=False,
        labels=not _above(points, look),
    )
    return alt.Y("l:N", sort=list(points.labels), title=None, axis=apart)


def _headed(points: Points, look: Look, base: alt.Chart, x: alt.XDatum) -> list[alt.Chart]:
    """The names above their rows, where they do not stand beside them."""
    if not _above(points, look):
        return []
    text = base.mark_text(
        align="left", dx=2, dy=-11, color=look.colours.ink, limit=look.width - 24, aria=False
    )
    return [text.encode(text="l:N", x=x)]


def intervals(points: Points, look: Look) -> list[alt.Chart]:
    """A dot between its whiskers for each category; hollow with few data."""
    chart, colours, color = points.chart, look.colours, look.colours.series[0]
    first, last = domain(points)
    base = alt.Chart(inline(points)).encode(y=_names(points, look))
    scale = alt.Scale(domain=[first, last], nice=False)
    title, ruler = chart.y_title or None, axis(points, tickCount=5)
    begin = alt.XDatum(first, type="quantitative", scale=scale, title=title)
    below = 4 if _above(points, look) else 0
    whisker = base.mark_rule(
        strokeWidth=2.5, strokeCap="round", color=color, yOffset=below, aria=False
    )
    dot = base.mark_point(
        size=70, stroke=color, strokeWidth=2, opacity=1, yOffset=below, aria=False
    )
    hit = base.mark_rect(color="transparent", ariaRoleDescription=SPOKEN)
    layers = [
        whisker.encode(
            x=alt.X("low:Q", scale=scale, title=title, axis=ruler),
            x2="high:Q",
            opacity=alt.condition("datum.few", alt.value(0.45), alt.value(0.75)),
        ),
        dot.encode(
            x=alt.X("y:Q", scale=scale, title=title, axis=ruler),
            fill=alt.condition("datum.few", alt.value(colours.paper), alt.value(color)),
        ),
        *_headed(points, look, base, begin),
        says(hit).encode(x=begin, x2=alt.datum(last)),
    ]
    if chart.reference is not None:
        middle = alt.XDatum(chart.reference, type="quantitative", scale=scale, title=title)
        layers.insert(0, line(look, x=middle))
    return layers


def bars(points: Points, look: Look) -> list[alt.Chart]:
    """A bar for each category with its value at the end; columns where x has an order."""
    chart, ink = points.chart, look.colours.ink
    figures = [figure(point.value, chart.percent) for point in points.points]
    rows: list[Any] = [
        {**fields(point), "v": text} for point, text in zip(points.points, figures, strict=True)
    ]
    base = alt.Chart(alt.InlineData(values=rows))
    if chart.ordered:
        base = base.encode(x=_columns(points), y=_value(points, alt.Y))
        text = base.mark_text(dy=-7, color=ink, aria=False)
        room = look.width / len(rows) > max(map(len, figures)) * 8
        bar = base.mark_bar(color=look.colours.series[0], ariaRoleDescription=SPOKEN)
        return [says(bar), text.encode(text="v:N")] if room else [says(bar)]
    above = _above(points, look)
    base = base.encode(y=_names(points, look))
    bar = base.mark_bar(
        color=look.colours.series[0],
        ariaRoleDescription=SPOKEN,
        height=14 if above else 18,
        yOffset=5 if above else 0,
    )
    text = base.mark_text(dx=4, align="left", color=ink, yOffset=5 if above else 0, aria=False)
    x = _value(points, alt.X)
    begin = alt.XDatum(0, type="quantitative", title=chart.y_title or None)
    return [
        says(bar.encode(x=x)),
        text.encode(x=x, text="v:N"),
        *_headed(points, look, base, begin),
    ]


def _value(points: Points, channel: type[alt.X] | type[alt.Y]) -> Any:
    """The axis of the bars, with room for what stands at their ends."""
    values = [point.value or 0.0 for point in points.points]
    high, low = max(*values, 0.0), min(*values, 0.0)
    room = alt.Scale(domain=[low, high * 1.14 if high > low else low + 1.0], nice=False)
    return channel(
        "y:Q", title=points.chart.y_title or None, axis=axis(points, tickCount=4), scale=room
    )


def _columns(points: Points) -> alt.X:
    side = alt.Axis(labelAngle=0, labelOverlap="greedy", ticks=False, labelLimit=90)
    gaps = alt.Scale(paddingInner=0.15)
    title = points.chart.x_title or None
    return alt.X("l:N", sort=list(points.labels), title=title, axis=side, scale=gaps)


def heat(points: Points, look: Look) -> list[alt.Chart]:
    """A coloured field with its value for each pair of categories."""
    chart, colours = points.chart, look.colours
    rows: list[Any] = [
        {**fields(point), "c": step, "v": _short(point.value, chart.percent)}
        for point, step in zip(points.points, shades(points), strict=True)
        if point.value is not None
    ]
    x = alt.X(
        "s:N", sort=list(points.series), title=chart.x_title or None,
        axis=alt.Axis(orient="top", labelAngle=-45, ticks=False, domain=False, labelLimit=80,
                      labelOverlap=False),
    )  # fmt: skip
    base = alt.Chart(alt.InlineData(values=rows)).encode(x=x, y=_names(points, look))
    color = alt.Color("c:O", legend=None, scale=alt.Scale(
        domain=list(range(len(colours.steps))), range=list(colours.steps)))  # fmt: skip
    size = 9 if look.width / (len(points.series) + 4) < 30 else 11
    return [
        says(base.mark_rect(stroke=colours.paper, ariaRoleDescription=SPOKEN).encode(color=color)),
        base.mark_text(fontSize=size, color=colours.ink, aria=False).encode(text="v:N"),
    ]


def _short(value: float | None, percent: bool) -> str:
    if value is None:
        return ""
    return f"{value * 100:.0f}" if percent else figure(value)
