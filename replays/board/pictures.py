"""Pictures of a match: a place of it as SVG and PNG, a range of steps as an animated GIF or WebP."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import vl_convert

from domain.contract.errors import GameError, Reason
from replays import position_text
from replays.board.colours import Theme, palette
from replays.board.headings import Caption
from replays.board.layout import heights_of
from replays.board.makers import board_of
from replays.board.svg import LEAST, MOST, svg
from replays.cursor import Cursor, readable

if TYPE_CHECKING:
    from PIL.Image import Image

    from domain.contract.board import Board

Form: TypeAlias = Literal["gif", "webp"]
FORMS: Final[tuple[Form, ...]] = ("gif", "webp")
MOST_FRAMES: Final = 500
"""Pictures that a film has at most."""
LAST: Final = 3
"""The last picture of a film stays so many times as long as the others."""


def board_at(cursor: Cursor, n: int | None = None) -> Board:
    """The board at a cursor's place, or at another one. Raises GameError (CORRUPT)."""
    state = cursor.state if n is None else cursor.state_at(n)
    with readable(cursor.match_id, cursor.number if n is None else cursor.number_at(n)):
        result = position_text.result_here(cursor) if n is None or n == cursor.n else None
        return board_of(cursor.game, state, cursor.opened, cursor.seat, result)


def caption_at(cursor: Cursor) -> Caption:
    """What is written above a picture; nothing in it names the match."""
    changes = tuple(position_text.change_lines(cursor)) if cursor.n else ()
    return Caption(heading(cursor), position_text.where(cursor), changes)


def heading(cursor: Cursor) -> str:
    """Game, players and day, and through whose eyes."""
    name = cursor.game.name
    return name + position_text.title(cursor).removeprefix(f"{name} {cursor.match_id}")


def picture(
    cursor: Cursor,
    *,
    theme: Theme = "light",
    width: int = 1000,
    heights: dict[str, float] | None = None,
) -> str:
    """The board at a cursor's place as SVG, with what the step that led there changed.

    `width` in pixels. Raises GameError.
    """
    return svg(
        board_at(cursor),
        before=board_at(cursor, cursor.n - 1) if cursor.n else None,
        caption=caption_at(cursor),
        theme=theme,
        width=checked(width),
        heights=heights,
    )


def checked(width: int) -> int:
    """A width in pixels. Raises GameError (BAD_SETTING) unless it is one that pictures can have."""
    if not LEAST <= width <= MOST:
        raise GameError(
            Reason.BAD_SETTING, f"a picture is {LEAST} to {MOST} pixels wide, not {width}"
        )
    return width


def png(drawn: str, scale: float = 1.0) -> bytes:
    """An SVG as PNG, `scale` pixels for each of its own."""
    return vl_convert.svg_to_png(drawn, scale=scale)


def film(
    cursor: Cursor,
    first: int,
    last: int,
    *,
    form: Form = "gif",
    theme: Theme = "light",
    width: int = 800,
    seconds: float = 1.2,
    progress: Callable[[int], None] | None = None,
) -> bytes:
    """The places from `first` to `last` of a cursor's line as an animation, a picture a step.

    `seconds` is how long a picture stays; the last stays longer. `progress` is given how many are
    drawn. Raises GameError.
    """
    count = last - first + 1
    if count > MOST_FRAMES:
        raise GameError(
            Reason.BAD_SETTING,
            f"that are {count} steps; a film has at most {MOST_FRAMES} (say which: --from, --to)",
        )
    stays = round(min(max(seconds, 0.05), 60.0) * 1000)
    durations = [stays] * (count - 1) + [stays * (LAST if count > 1 else 1)]
    painted = images(cursor, first, last, form, theme, checked(width), progress)
    out = BytesIO()
    one = next(painted)
    if form == "gif":
        one.save(
            out, "GIF", save_all=True, append_images=painted, duration=durations, loop=0,
            disposal=1, optimize=False,
        )  # fmt: skip
    else:
        one.save(
            out, "WEBP", save_all=True, append_images=painted, duration=durations, loop=0,
            lossless=True, quality=40, method=2,
        )  # fmt: skip
    return out.getvalue()


def images(
    cursor: Cursor,
    first: int,
    last: int,
    form: Form,
    theme: Theme,
    width: int,
    progress: Callable[[int], None] | None,
) -> Iterator[Image]:
    """The pictures of a film, one after the other, all equally high."""
    from PIL import Image

    colours = Image.new("P", (1, 1))
    colours.putpalette([part for colour in palette(theme) for part in colour])
    heights: dict[str, float] = {}
    for n in range(first, last + 1):
        for key, height in heights_of(board_at(cursor, n)).items():
            heights[key] = max(height, heights.get(key, 0.0))
    drawn: list[str] = []
    for n in range(first, last + 1):
        cursor.seek(n)
        drawn.append(picture(cursor, theme=theme, width=width, heights=heights))
    highest = max(map(height_of, drawn))
    for done, one in enumerate(drawn, 1):
        with Image.open(BytesIO(png(one))) as opened:
            image = opened.convert("RGB")
        if image.height != highest:  # zones came and went
            whole = Image.new("RGB", (image.width, highest), image.getpixel((0, 0)))
            whole.paste(image)
            image = whole
        if form == "gif":
            image = image.quantize(palette=colours, dither=Image.Dither.NONE)
        if progress:
            progress(done)
        yield image


def height_of(drawn: str) -> int:
    """The height of an SVG in pixels."""
    return round(float(re.findall(r'^<svg[^>]* height="([0-9.]+)"', drawn)[0]))
