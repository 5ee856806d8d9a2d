"""What the kinds of charts share: data, axes, and saying a value when pointed at.

Fields have names of their own (l, x, s, y, …), so a name or title of a report is never an expression.
"""

from __future__ import annotations

from typing import Any, Final

import altair as alt

from projections.charts.palette import Look
from projections.charts.points import Point, Points

SPOKEN: Final = "value"
"""The role of what says its value when pointed at."""


def inline(points: Points) -> alt.InlineData:
    """The points, a row each."""
    rows: list[Any] = [fields(point) for point in points.points]
    return alt.InlineData(values=rows)


def fields(point: Point) -> dict[str, Any]:
    """A point by the names of its fields; what is not known is left out."""
    row = {
        "l": point.label, "x": point.at, "s": point.series, "y": point.value, "low": point.low,
        "high": point.high, "n": point.n, "few": point.few, "says": point.says,
    }  # fmt: skip
    return {key: value for key, value in row.items() if value is not None or key == "y"}


def axis(points: Points, **more: Any) -> alt.Axis:
    """The axis of values: percent, whole numbers, or two digits."""
    whole = all(p.value is None or p.value == int(p.value) for p in points.points)
    form = "%" if points.chart.percent else (",d" if whole else ",.2~f")
    found = alt.Axis(format=form, grid=True, **more)
    return alt.Axis(format=form, grid=True, tickMinStep=1, **more) if form == ",d" else found


def says(mark: alt.Chart) -> alt.Chart:
    """A mark that says its value, to a pointer and to a screen reader."""
    described: alt.Chart = mark.encode(
        description="says:N", tooltip=alt.Tooltip("says:N", title="")
    )
    return described


def line(look: Look, **encoding: Any) -> alt.Chart:
    """A dashed line to compare with."""
    one = alt.Chart(alt.InlineData(values=[{}]))
    rule = one.mark_rule(strokeDash=[4, 3], color=look.colours.soft, aria=False)
    placed: alt.Chart = rule.encode(**encoding)
    return placed


def nothing(points: Points, look: Look) -> alt.Chart:
    """The picture that says that there is nothing to see."""
    rows: list[Any] = [{"t": points.chart.empty}]
    text = alt.Chart(alt.InlineData(values=rows)).mark_text(
        fontSize=14, color=look.colours.soft, limit=look.width - 16, aria=False
    )
    labelled: alt.Chart = text.encode(text="t:N")
    return labelled
