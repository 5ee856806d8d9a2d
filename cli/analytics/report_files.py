"""Files that reports are written to: pictures and pages. What is there is not replaced unasked."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.markup import escape

from cli.edge import console
from cli.program.target import written_whole
from domain.contract.errors import GameError, Reason
from projections.charts import pictures

if TYPE_CHECKING:
    from projections.reports.statistics import Reported

SvgOption = Annotated[
    Path | None, typer.Option("--svg", metavar="FILE", help="Write the report's chart as SVG.")
]
PngOption = Annotated[
    Path | None, typer.Option("--png", metavar="FILE", help="Write the report's chart as PNG.")
]
HtmlOption = Annotated[
    Path | None,
    typer.Option(
        "--html", metavar="FILE", help="Write the report's chart as a page that tells its values."
    ),
]
FORMS: Final = ("svg", "png", "html")


def put(path: Path, content: bytes, *, quiet: bool = False) -> None:
    """Write a file whole or not at all, and say so unless `quiet`. Raises GameError."""
    there = path.exists()
    with written_whole(path) as new:
        new.write_bytes(content)
    if not quiet:
        how = "replaced" if there else "written"
        console.print(f"{escape(str(path))} {how} ({size_of(len(content))})")


def size_of(count: int) -> str:
    """So many bytes, in words."""
    return f"{count / 1_000_000:,.1f} MB" if count >= 1_000_000 else f"{count / 1000:,.0f} kB"


def pictures_of(forms: Iterable[str], reported: Reported, title: str) -> dict[str, bytes]:
    """A report's chart as files, by form. Raises GameError (NOT_FOUND) if it has none."""
    return {form: picture(form, reported, title) for form in forms}


def picture(form: str, reported: Reported, title: str) -> bytes:
    """A report's chart as a file. Raises GameError (NOT_FOUND) if it has none."""
    report = reported.report
    if report.chart is None:
        raise GameError(Reason.NOT_FOUND, f"the report {report.name} has no chart")
    asked = (report.chart, reported.columns, reported.rows, title)
    if form == "png":
        return pictures.png(*asked)
    return (pictures.svg(*asked) if form == "svg" else pictures.html(*asked)).encode()
