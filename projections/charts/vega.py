"""Charts as Vega-Lite: the whole specification of a picture."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable
from typing import Any, Final

import altair as alt
from altair.utils.schemapi import debug_mode

from projections.charts import curves, rows
from projections.charts.caption import caption_text
from projections.charts.marks import nothing
from projections.charts.palette import Look
from projections.charts.points import Points
from projections.charts.words import cut

Layers = Callable[[Points, Look], list[alt.Chart]]

LAYERS: Final[dict[str, Layers]] = {
    "intervals": rows.intervals,
    "bars": rows.bars,
    "lines": curves.lines,
    "calibration": curves.calibration,
    "heat": rows.heat,
}
LETTER: Final = 6.6
"""Pixels of a letter of a subtitle, on average."""
WIDER: Final = 1.3
"""Pixels that a letter of a label may be wider in the font of another machine."""


def specification(points: Points, look: Look, title: str = "") -> dict[str, Any]:
    """The Vega-Lite specification of a chart; names are in its data only.

    It is not checked against the schema of Vega-Lite, which takes longer than to draw it.
    """
    with debug_mode(False):
        return _specification(points, look, title)


def _specification(points: Points, look: Look, title: str) -> dict[str, Any]:
    kind = points.chart.kind
    layers = LAYERS[kind](points, look) if points else [nothing(points, look)]
    width: Any = look.width
    height: Any = {"step": rows.step(points, look)} if _rows(points) else _height(points, look)
    drawn = alt.layer(*layers).properties(
        width=width, height=height, description=caption_text(points)
    )
    if look.titled:
        drawn = drawn.properties(title=_heading(points, look, title))
    fit: Any = {"type": "fit-x" if _rows(points) else "fit", "contains": "padding"}
    sides = {"left": 4 + _slack(points), "right": 4, "top": 4, "bottom": 4}
    made: dict[str, Any] = drawn.properties(autosize=fit, padding=sides).to_dict(validate=False)
    made["config"] = look.config
    return made


def _slack(points: Points) -> int:
    """Pixels that names beside rows may be wider than measured, where the page has other fonts."""
    return round(WIDER * max(map(len, points.labels), default=0)) if _rows(points) else 0


def _rows(points: Points) -> bool:
    """Whether a picture grows with its categories."""
    chart = points.chart
    below = chart.kind in ("intervals", "heat") or (chart.kind == "bars" and not chart.ordered)
    return below and bool(points)


def _height(points: Points, look: Look) -> int:
    """Pixels of a picture that does not grow with its categories."""
    if not points:
        return 90
    if points.chart.kind == "calibration":
        return min(look.width, 420)
    legend = 18 * math.ceil(len(points.series) / (2 if look.narrow else 4))
    return (240 if look.narrow else 300) + (legend if len(points.series) > 1 else 0)


def _heading(points: Points, look: Look, title: str) -> alt.TitleParams:
    """The title with the notes about the picture below it."""
    letters = int(look.width / LETTER)
    notes = [line for note in points.notes for line in textwrap.wrap(note, letters)]
    lines = textwrap.wrap(cut(title, 3 * letters), int(letters * 0.72)) or [""]
    return alt.TitleParams(text=lines, subtitle=notes) if notes else alt.TitleParams(text=lines)
