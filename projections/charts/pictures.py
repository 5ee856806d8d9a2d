"""Pictures of reports: SVG, PNG, and an HTML file that answers to the pointer. All made offline."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from html import escape
from typing import Any, Final

from projections.charts.caption import caption_text
from projections.charts.palette import DARK, LIGHT, PAGE, Look, variables
from projections.charts.points import Points, read
from projections.charts.spec import Chart

Rows = Sequence[Sequence[Any]]

NUMBERED: Final = re.compile(r"(clip|gradient_)\d+")
DRAW: Final = (
    "const spec = JSON.parse(document.getElementById('spec').textContent);"
    "vegaEmbed('#chart', spec, {ast: true, renderer: 'svg', actions: false, logLevel: 1});"
)
STYLE: Final = (
    "body{margin:1rem;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}"
    "#chart{overflow-x:auto}"
)


def converter() -> Any:
    """Load what draws Vega-Lite: only where something is drawn, since it takes a while."""
    import vl_convert

    return vl_convert


def specification(points: Points, look: Look, title: str = "") -> dict[str, Any]:
    """Return the Vega-Lite specification of a chart; what writes it takes a while to load, too."""
    from projections.charts import vega

    return vega.specification(points, look, title)


def svg(
    chart: Chart, columns: Sequence[str], rows: Rows, title: str = "", look: Look | None = None
) -> str:
    """A report's chart as SVG, the same for the same rows. Raises ValueError for missing columns."""
    return svg_of(read(chart, columns, rows), title, look or Look())


def svg_of(points: Points, title: str, look: Look) -> str:
    """What was read as SVG, with what it says as its label."""
    drawn = converter().vegalite_to_svg(specification(points, look, title), allowed_base_urls=[])
    label = escape(": ".join(filter(None, (title, caption_text(points)))))
    labelled = drawn.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
    return NUMBERED.sub(r"\1", labelled)


def png(
    chart: Chart, columns: Sequence[str], rows: Rows, title: str = "", look: Look | None = None,
    scale: float = 2.0,
) -> bytes:  # fmt: skip
    """A report's chart as PNG, `scale` pixels for each of the look's."""
    made = specification(read(chart, columns, rows), look or Look(), title)
    drawn: bytes = converter().vegalite_to_png(made, scale=scale, allowed_base_urls=[])
    return drawn


def html(
    chart: Chart, columns: Sequence[str], rows: Rows, title: str = "", width: int = 720
) -> str:
    """A report's chart as one HTML file that needs no network and tells values to the pointer."""
    points = read(chart, columns, rows)
    look = Look(width, PAGE)
    viewer = converter().javascript_bundle(DRAW).replace("</script", "<\\/script")
    allowed = f"script-src '{digest(viewer)}'; style-src 'unsafe-inline'"
    policy = f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"
    dark = f"@media (prefers-color-scheme:dark){{:root{{{variables(DARK)}}}}}"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(title or 'ludograph')}</title>"
        f"<style>:root{{{variables(LIGHT)}}}{dark}{STYLE}</style></head>\n"
        f'<body><main><div id="chart">{svg_of(points, title, look)}</div>'
        f"<p>{escape(caption_text(points))}</p></main>\n"
        f'<script type="application/json" id="spec">{data(specification(points, look, title))}</script>\n'
        f"<script>{viewer}</script></body></html>\n"
    )


def data(value: object) -> str:
    """JSON that can stand inside a script element: no name in it can end the element."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def digest(script: str) -> str:
    """How a content security policy names a script or style."""
    found = hashlib.sha256(script.encode()).digest()
    return f"sha256-{base64.b64encode(found).decode()}"
