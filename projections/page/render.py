"""The page: everything in one file, with a policy that forbids it to load or send anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from projections.charts.looks import DARK, LIGHT, PAGE, Look, variables
from projections.charts.pictures import digest, svg_of
from projections.charts.points import Points, read
from projections.charts.telling import tell
from projections.charts.words import plain
from projections.page.parts import About, Behind, Listed, Section
from projections.page.table import Cell, Table, table

WIDE, NARROW = 820, 320
"""Pixels of the two pictures of a chart: for screens and paper, and for phones."""
LISTED: Final = 10
"""Matches that are listed behind a row; of more it is said how many there are."""


@dataclass(frozen=True)
class Row:
    """A row of the table with what it counts."""

    anchor: str
    name: str
    total: int
    matches: Sequence[Listed]
    command: str

    @property
    def left(self) -> int:
        """How many are counted and not listed."""
        return self.total - len(self.matches)


@dataclass(frozen=True)
class Shown:
    """A section as the template takes it."""

    id: str
    section: Section
    says: str
    notes: tuple[str, ...]
    wide: Markup
    narrow: Markup
    table: Table
    behind: tuple[Row, ...]


def page(title: str, sections: Sequence[Section], about: About, listed: int = LISTED) -> str:
    """One HTML file with these reports, `listed` matches behind each row at most.

    The same reports make the same page. Raises ValueError for a chart whose columns a report lacks.
    """
    style, script = _style(), _asset("page.js")
    policy = (
        f"default-src 'none'; style-src '{digest(style)}'; script-src '{digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return (
        _environment()
        .get_template("page.html")
        .render(
            title=plain(title),
            sections=[shown(f"r{n}", section, listed) for n, section in enumerate(sections, 1)],
            about=about,
            policy=policy,
            style=Markup(style),
            script=Markup(script),
        )
    )


def shown(anchor: str, section: Section, listed: int = LISTED) -> Shown:
    """A section with its pictures, its table and its lists."""
    points = read(section.chart, section.columns, section.rows) if section.chart else None
    cells = table(section.columns, section.rows, section.chart)
    return Shown(
        id=anchor,
        section=section,
        says=section.says or ("" if points is None else tell(points)),
        notes=points.notes if points else (),
        wide=_picture(points, section.title, WIDE),
        narrow=_picture(points, section.title, NARROW),
        table=cells,
        behind=tuple(
            _row(f"{anchor}-{number}", cells.rows[number], behind, listed)
            for number, behind in enumerate(section.behind)
        ),
    )


def _picture(points: Points | None, title: str, width: int) -> Markup:
    """A chart as SVG in the page's colours; its names were escaped when it was drawn."""
    if not points:
        return Markup()
    return Markup(svg_of(points, title, Look(width, PAGE, titled=False)))


def _row(anchor: str, cells: Sequence[Cell], behind: Behind, listed: int) -> Row:
    name = ", ".join(cell.text for cell in cells if not cell.numeric and cell.text)
    return Row(anchor, name, behind.total, behind.matches[:listed], behind.command)


def _style() -> str:
    """The style with its colours: light ones on paper, too."""
    dark = f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {variables(DARK)} }} }}"
    return f":root {{ {variables(LIGHT)} }}\n{dark}\n{_asset('page.css')}"


@cache
def _environment() -> Environment:
    """Templates of this folder, in which whatever is put is escaped."""
    return Environment(
        loader=FunctionLoader(_asset), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip


@cache
def _asset(name: str) -> str:
    return files("projections.page").joinpath(name).read_text(encoding="utf-8")
