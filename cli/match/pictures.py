"""Pictures: a board as SVG or PNG (`show`), and `film`, a range of steps that plays by itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from cli.edge import StoreOption, errors, guarded
from cli.match.selection import (
    AsOfOption,
    MatchArgument,
    SeatOption,
    VariationOption,
    open_cursor,
)
from cli.program.progress import progress_bar
from cli.program.target import ForceOption, check_target, write_bytes
from domain.contract.errors import GameError, Reason
from replays.board import pictures
from replays.cursor import ALL
from replays.position_text import seen_as

if TYPE_CHECKING:
    from replays.board.colours import Theme
    from replays.board.pictures import Form
    from replays.cursor import Cursor

SVG_WIDTH, PNG_WIDTH, FILM_WIDTH = 1000, 1600, 800
"""How wide pictures are, in pixels, if nothing else is asked for."""


def write_pictures(
    cursor: Cursor, svg: Path | None, png: Path | None, *, dark: bool, width: int | None,
    store: Path | None, force: bool,
) -> None:  # fmt: skip
    """Draw the board at a cursor's place into files, and say so. Raises GameError."""
    theme: Theme = "dark" if dark else "light"
    files: list[tuple[Path, bytes]] = []
    if svg:
        drawn = pictures.picture(cursor, theme=theme, width=width or SVG_WIDTH)
        files.append((check_target(svg, force, store), drawn.encode()))
    if png:
        drawn = pictures.picture(cursor, theme=theme, width=width or PNG_WIDTH)
        files.append((check_target(png, force, store), pictures.png(drawn)))
    for path, data in files:
        write_bytes(path, data)
        say_written(cursor, path, data, f"step {cursor.number}")
    say_seen(cursor)


def say_written(cursor: Cursor, path: Path, data: bytes, what: str) -> None:
    """Say which file holds what."""
    kilobytes = -(-len(data) // 1000)
    errors.print(
        f"{what} of {escape(cursor.match_id)} drawn to {escape(str(path))}, {kilobytes} kB"
    )


def say_seen(cursor: Cursor) -> None:
    """Say what may be seen in what was drawn."""
    if cursor.seat is ALL:
        errors.print(
            "[dim]it shows all that was recorded, hidden cards included; --seat leaves out[/]"
        )
    else:
        errors.print(f"[dim]it shows what {seen_as(cursor.seat)} may know[/]")


@guarded
def film(
    match: MatchArgument,
    file: Annotated[Path, typer.Argument(help="The file to write: NAME.gif or NAME.webp.")],
    seat: SeatOption = "all",
    first: Annotated[int, typer.Option("--from", help="Begin with this step.")] = 0,
    last: Annotated[int | None, typer.Option("--to", help="End with this step.")] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.05, max=60, help="How long a step is shown.")
    ] = 1.2,
    dark: Annotated[bool, typer.Option("--dark", help="On dark ground.")] = False,
    width: Annotated[int, typer.Option("--width", help="How wide, in pixels.")] = FILM_WIDTH,
    variation: VariationOption = None,
    as_of: AsOfOption = "",
    force: ForceOption = False,
    store: StoreOption = None,
) -> None:
    """Draw steps of a match as an animated picture, to be shown anywhere.

    A picture a step, with what changed marked and in words; the last stays longer. WebP files are
    smaller, GIF is understood everywhere.
    """
    forms: dict[str, Form] = {f".{form}": form for form in pictures.FORMS}
    form = forms.get(file.suffix.lower())
    if form is None:
        raise GameError(
            Reason.BAD_SETTING,
            f"{file.name} should end as what it is to be",
            legal=tuple(f"{file.stem}.{form}" for form in pictures.FORMS),
        )
    check_target(file, force, store)
    cursor = open_cursor(store, match, seat, as_of, variation)
    end = len(cursor) if last is None else cursor.place(last)
    begin = cursor.place(first)
    if begin > end:
        raise GameError(
            Reason.BAD_SETTING, f"--from {first} is behind --to {cursor.number_at(end)}"
        )
    with progress_bar() as bar:
        task = bar.add_task("drawing", total=end - begin + 1)
        data = pictures.film(
            cursor, begin, end, form=form, theme="dark" if dark else "light", width=width,
            seconds=seconds, progress=lambda done: bar.update(task, completed=done),
        )  # fmt: skip
    write_bytes(file, data)
    span = f"steps {cursor.number_at(begin)} to {cursor.number_at(end)}"
    say_written(cursor, file, data, span if begin < end else f"step {cursor.number_at(begin)}")
    say_seen(cursor)
