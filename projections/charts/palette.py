"""How pictures look: colours for light and dark that colour-blind people tell apart, and fonts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

FONT: Final = "Arial, 'Liberation Sans', Helvetica, sans-serif"
"""Fonts of the same widths nearly everywhere, so that what is measured here fits there."""
BREAKPOINT: Final = 480
"""Pixels; narrower pictures have less room for names."""


@dataclass(frozen=True)
class Colours:
    """Colours as CSS knows them. `steps` go from lowest over the middle to highest."""

    paper: str
    ink: str
    soft: str
    grid: str
    series: tuple[str, ...]
    steps: tuple[str, ...]


LIGHT: Final = Colours(
    paper="#ffffff",
    ink="#1b1f24",
    soft="#57606a",
    grid="#d8dee4",
    series=("#0061a8", "#c24a00", "#00785a", "#a2397f", "#8a6100", "#4b52b8", "#5a626b"),
    steps=("#f4a582", "#f8c6ae", "#fbe3d8", "#f1f2f4", "#d9e8f5", "#b3d3ec", "#86b9df"),
)
DARK: Final = Colours(
    paper="#14171c",
    ink="#e8eaed",
    soft="#a3abb6",
    grid="#363c45",
    series=("#63b8f2", "#f5974e", "#35c79b", "#e58bc3", "#e3c04f", "#a0a6ff", "#b4bac2"),
    steps=("#7d3a17", "#633320", "#482c24", "#2a2e35", "#22384c", "#1f4a6b", "#1b5f8f"),
)
PAGE: Final = Colours(
    paper="var(--paper)",
    ink="var(--ink)",
    soft="var(--soft)",
    grid="var(--grid)",
    series=tuple(f"var(--series-{index})" for index in range(1, 8)),
    steps=tuple(f"var(--step-{index})" for index in range(1, 8)),
)
"""Colours that the page around a picture gives, as `variables` writes them."""


def variables(colours: Colours) -> str:
    """The declarations, in CSS, that `PAGE` refers to."""
    named = {"paper": colours.paper, "ink": colours.ink, "soft": colours.soft, "grid": colours.grid}
    named |= {f"series-{index}": value for index, value in enumerate(colours.series, 1)}
    named |= {f"step-{index}": value for index, value in enumerate(colours.steps, 1)}
    return " ".join(f"--{name}: {value};" for name, value in named.items())


@dataclass(frozen=True)
class Look:
    """How one picture is made: its width in pixels, its colours, and whether it has a title."""

    width: int = 720
    colours: Colours = LIGHT
    titled: bool = True

    @property
    def narrow(self) -> bool:
        """Whether it is for a phone."""
        return self.width < BREAKPOINT

    @property
    def config(self) -> dict[str, Any]:
        """What Vega-Lite calls the config of a picture."""
        colours = self.colours
        axis = {
            "labelColor": colours.ink, "titleColor": colours.soft, "gridColor": colours.grid,
            "domainColor": colours.grid, "tickColor": colours.grid, "labelFontSize": 12,
            "titleFontSize": 12, "titleFontWeight": "normal", "titlePadding": 8,
            "labelLimit": 112 if self.narrow else 230, "titleLimit": self.width - 40,
        }  # fmt: skip
        heading = {
            "anchor": "start", "frame": "bounds", "color": colours.ink, "fontSize": 16, "offset": 12,
            "subtitleColor": colours.soft, "subtitleFontSize": 12, "limit": self.width - 8,
        }  # fmt: skip
        return {
            "background": colours.paper,
            "font": FONT,
            "axis": axis,
            "title": heading,
            "legend": {
                "labelColor": colours.ink, "orient": "top", "title": None, "labelFontSize": 12,
                "columns": 2 if self.narrow else 4, "labelLimit": 130, "symbolStrokeWidth": 2,
                "symbolSize": 70,
            },
            "view": {"stroke": None},
        }  # fmt: skip
