"""The page: everything in one file, with a policy that forbids it to load or send anything."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

import projections.page
from projections.charts.caption import caption_text
from projections.charts.palette import DARK, LIGHT, PAGE, Look, variables
from projections.charts.pictures import digest, svg_of
from projections.charts.points import Points, read
from projections.charts.words import plain
from projections.page.report_table import Table, table
from projections.page.sections import About, Behind, Listed, Section

WIDE, NARROW = 820, 320
"""Pixels of the two pictures of a chart: for screens and paper, and for phones."""
LISTED: Final = 10
"""So much is listed behind a row; of more only the number is shown."""
TIDY: Final = re.compile(r"[^a-z0-9_-]+")


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


Progress = Callable[[int, int], None]
"""Told how many sections are made, and of how many."""


def page(
    title: str, sections: Sequence[Section], about: About, listed: int = LISTED,
    progress: Progress | None = None,
) -> str:  # fmt: skip
    """One HTML file with these reports, `listed` matches or steps behind each row at most.

    The same reports make the same page. Raises ValueError for a chart whose columns a report lacks,
    and for two sections of one name.
    """
    anchors = {section.name: anchor_of(section) for section in sections}
    if len(set(anchors.values())) < len(sections):
        raise ValueError("two sections have one name")
    style, script = _style(), _asset("page.js")
    policy = (
        f"default-src 'none'; style-src '{digest(style)}'; script-src '{digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    made = []
    for number, section in enumerate(sections, 1):
        made.append(shown(section, listed))
        if progress:
            progress(number, len(sections))
    return (
        _environment()
        .get_template("page.html")
        .render(
            title=plain(title),
            sections=made,
            anchors=anchors,
            about=about,
            policy=policy,
            style=Markup(style),
            script=Markup(script),
        )
    )


def anchor_of(section: Section) -> str:
    """The name of a section in the page's addresses."""
    return "r-" + TIDY.sub("-", section.name.lower())


def shown(section: Section, listed: int = LISTED) -> Shown:
    """A section with its pictures, its table and its lists."""
    anchor = anchor_of(section)
    points = _points(section)
    cells = table(section.columns, section.rows, section.chart, section.key)
    return Shown(
        id=anchor,
        section=section,
        says=section.says or ("" if points is None else caption_text(points)),
        notes=points.notes if points else (),
        wide=_picture(points, section.title, WIDE),
        narrow=_picture(points, section.title, NARROW),
        table=cells,
        behind=tuple(
            _row(f"{anchor}-{number}", _name(section, number - 1), behind, listed)
            for number, behind in enumerate(section.behind, 1)
        ),
    )


def _picture(points: Points | None, title: str, width: int) -> Markup:
    """A chart as SVG in the page's colours; its names were escaped when it was drawn."""
    if not points:
        return Markup()
    return Markup(svg_of(points, title, Look(width, PAGE, titled=False)))


def _points(section: Section) -> Points | None:
    if section.chart is None:
        return None
    return read(section.chart, section.columns, section.drawn or section.rows)


def _row(anchor: str, name: str, behind: Behind, listed: int) -> Row:
    return Row(anchor, name, behind.total, behind.matches[:listed], behind.command)


def _name(section: Section, number: int) -> str:
    """What names a row: the values of its key, numbers with what they are."""
    row = dict(zip(section.columns, section.rows[number], strict=True))
    named = [
        f"{name.replace('_', ' ')} {plain(row[name])}"
        if row[name] is None or not isinstance(row[name], str)
        else plain(row[name])
        for name in section.key
    ]
    return ", ".join(named) or f"row {number + 1}"


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
    return files(projections.page).joinpath(name).read_text(encoding="utf-8")
