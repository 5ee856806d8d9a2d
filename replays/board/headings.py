"""What stands above and below the rows: the caption, and a line for each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from domain.contract.board import Board, Number, SeatInfo
from replays.board.badges import UNCHANGED, Changes
from replays.board.canvas import Canvas
from replays.board.layout import MARGIN, WIDTH
from replays.board.text_width import folded, text_width

CAPTION_LINES: Final = 2
"""So many lines can say what was done."""
SEAT: Final = 40.0
"""How high a seat's line is."""


class Caption(msgspec.Struct, frozen=True):
    """What is written above a board."""

    title: str = ""
    """Which game, and who plays."""
    where: str = ""
    """Which step, which turn."""
    changes: tuple[str, ...] = ()
    """What was done."""


def draw_caption(on: Canvas, caption: Caption, full: bool) -> float:
    """Title, place and what was done; returns where what follows begins. `full`: as high as can be."""
    room = WIDTH - 2 * MARGIN
    taken = text_width(caption.where, 13) + 16
    on.text(MARGIN, 31, caption.title, 18, room=room - taken, bold=True)
    on.text(WIDTH - MARGIN, 31, caption.where, 13, "soft", anchor="end", room=room / 2)
    words = "; ".join(caption.changes)
    y = 52.0
    lines = folded(words, room, 13.5, CAPTION_LINES)
    for line in lines:
        on.text(MARGIN, y, line, 13.5, title=words if line.endswith("…") else "")
        y += 18
    return 45.0 + 18 * (CAPTION_LINES if full else len(lines))


def draw_seat(
    on: Canvas, board: Board, seat: int, y: float, changes: Mapping[str, Changes]
) -> float:
    """A seat's line: who sits there, and what is counted; returns where it ends."""
    info: SeatInfo = board.seats[seat]
    moves = board.to_move == info.seat
    on.box(MARGIN, y, WIDTH - 2 * MARGIN, SEAT, "field")
    on.box(MARGIN, y, 34, SEAT, info.seat)
    on.text(MARGIN + 17, y + 27, info.seat, 19, "onseat", anchor="middle", bold=True)
    base = y + 26
    x = MARGIN + 46
    right = draw_numbers(
        on, info.numbers, WIDTH - MARGIN - 12, base, changes.get(info.seat, UNCHANGED)
    )
    named = info.player if info.player != info.seat else ""
    if named:
        x += on.text(x, base, named, 16, room=min(260.0, right - x - 60), bold=True) + 12
    if moves or info.wins:
        word = "wins" if info.wins else "to act"
        wide = text_width(word, 12, bold=True) + 14
        on.box(x, y + 10, wide, 20, "good-box" if info.wins else info.seat, 10)
        on.text(x + 7, y + 24, word, 12, "onseat", bold=True)
        x += wide + 12
    on.text(x, base, " · ".join(info.notes), 12.5, "soft", room=right - x - 12)
    return y + SEAT


def draw_numbers(
    on: Canvas, numbers: Sequence[Number], right: float, base: float, changes: Changes
) -> float:
    """A seat's numbers, the first of them big; returns the left edge of all."""
    by = dict(changes.by)
    for place, number in reversed(list(enumerate(numbers))):
        size = 24.0 if place == 0 else 15.0
        delta = by.get(number.label, 0)
        if delta and place == 0:
            by_text = f"{delta:+d}".replace("-", "−")
            style = "good" if delta > 0 else "bad"
            right -= on.text(right, base, by_text, 15, style, anchor="end", bold=True) + 7
        value = str(number.value).replace("-", "−")
        of = f"/{number.of}" if number.of is not None else ""
        if of:
            right -= on.text(right, base, of, 14, "soft", anchor="end")
        right -= on.text(right, base, value, size, "ink", anchor="end", bold=True) + 5
        right -= on.text(right, base, number.label, 12.5, "soft", anchor="end") + 16
    return right + 16
