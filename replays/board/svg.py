"""A board as SVG: the same for the same board, readable by eye and by screen reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from domain.contract.board import Board, Zone
from replays.board.badges import UNCHANGED, Changes, changes_of
from replays.board.canvas import Canvas, clean, rounded
from replays.board.changes import changed
from replays.board.colours import Theme
from replays.board.faces import draw
from replays.board.headings import Caption, draw_caption, draw_seat
from replays.board.layout import GUTTER, HEAD, MARGIN, PILE, WIDTH, Box, Plan, Row, rows_of
from replays.board.styles import styles

LEAST, MOST, USUAL = 240, 4000, 1000
"""Pixels that a picture can be wide, and how wide it is if nothing else is asked for."""
ON_TABLE: Final = ("lane", "row", "rift", "stack")


def svg(
    board: Board,
    *,
    before: Board | None = None,
    caption: Caption | None = None,
    theme: Theme = "light",
    width: int = USUAL,
    heights: Mapping[str, float] | None = None,
) -> str:
    """Draw a board; what is not as on the one before is marked.

    `heights` are how high rows are at least (`layout.heights_of`), so that pictures match.
    """
    marks = changed(before, board) if before else []
    changes = changes_of(marks)
    gone = left_cards(before, changes) if before else {}
    on = Canvas()
    y = draw_caption(on, caption, bool(heights)) if caption else MARGIN
    rows = rows_of(board, heights)
    y = draw_seat(on, board, 1, y, changes) + 8
    for row in rows:
        draw_row(on, row, y, changes, gone)
        y += row.height + 8
    y = draw_seat(on, board, 0, y, changes) + MARGIN
    return wrapped(on, board, caption, theme, width, y)


def wrapped(
    on: Canvas, board: Board, caption: Caption | None, theme: Theme, width: int, height: float
) -> str:
    """The whole picture around what is drawn."""
    scale = width / WIDTH
    pixels = round(height * scale)
    height = pixels / scale
    title = caption.title if caption and caption.title else f"Board of {board.game}"
    words = "; ".join(filter(None, (caption.where, *caption.changes))) if caption else ""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t d" '
        f'width="{width}" height="{pixels}" '
        f'viewBox="0 0 {rounded(WIDTH)} {height:.4f}">'
        f'<title id="t">{clean(title)}</title>'
        f'<desc id="d">{clean(". ".join(filter(None, (words, spoken(board)))))}</desc>'
        f"<style>{styles(theme)}</style>"
        f'<rect width="100%" height="100%" class="paper"/>'
    )
    return head + "".join(on.parts) + "</svg>\n"


def spoken(board: Board) -> str:
    """The board in words, for who does not see it."""
    parts = [board.status]
    for info in board.seats:
        numbers = ", ".join(f"{number.label} {number.value}" for number in info.numbers)
        parts.append(f"{info.seat} ({info.player}): {numbers}" if numbers else info.seat)
    for zone in board.zones:
        if zone.kind in ON_TABLE and zone.cards:
            cards = ", ".join(
                f"{card.name} {' '.join(str(n.value) for n in card.numbers)}".strip()
                for card in zone.cards
            )
            parts.append(f"{zone.title or 'at'} {zone.key}: {cards}")
    return ". ".join(part for part in parts if part)


# -- rows ----------------------------------------------------------------------------------------


def left_cards(before: Board, changes: Mapping[str, Changes]) -> dict[str, list[str]]:
    """Names of the cards that left the table, by the zone they were in."""
    found: dict[str, list[str]] = {}
    for zone in before.zones:
        if zone.kind not in ON_TABLE:
            continue
        for card in zone.cards:
            if "left" in changes.get(card.key, UNCHANGED).kinds:
                numbers = "".join(f" {n.value}" for n in card.numbers if n.label == "strength")
                found.setdefault(zone.key, []).append(card.name + numbers)
    return found


def draw_row(
    on: Canvas, row: Row, y: float, changes: Mapping[str, Changes], gone: Mapping[str, list[str]]
) -> None:
    """Draw a row with its zones."""
    if row.label:
        on.text(MARGIN + GUTTER - 8, y + row.height / 2 + 4, row.label, 11, "soft", anchor="end",
                room=GUTTER - 8)  # fmt: skip
    for x, made in row.plans:
        if made.zone.kind == "site":
            draw_site(on, made.zone, x, y, made.width, row.height)
        elif made.zone.kind == "pile":
            draw_pile(on, made.zone, x, y, made.width, changes)
        else:
            draw_zone(on, made, x, y, row.height, changes, gone.get(made.zone.key, []))


def draw_site(on: Canvas, zone: Zone, x: float, y: float, width: float, height: float) -> None:
    """A location between both sides: its name, and who has it."""
    on.box(x, y, width, height, zone.seat or "field")
    words = f"{zone.title} · {zone.note}" if zone.note else zone.title
    style = "onseat" if zone.seat else "ink"
    on.text(x + width / 2, y + height / 2 + 5, words, 13.5, style, anchor="middle",
            room=width - 12, bold=True)  # fmt: skip


def draw_pile(
    on: Canvas, zone: Zone, x: float, y: float, width: float, changes: Mapping[str, Changes]
) -> None:
    """A pile: how many cards it holds, and in its title those that are known."""
    known = [f"{card.name}{f' ×{card.count}' if card.count > 1 else ''}" for card in zone.cards]
    words = f"{zone.title}: {zone.count}" + (f"\n{', '.join(known)}" if known else "")
    with on.group(words, zone.key):
        on.text(x, y + 11, zone.title, 11, "soft", room=width)
        top = y + HEAD
        on.box(x, top, width, PILE, "field" if zone.count else "empty")
        on.text(x + width / 2, top + 34, str(zone.count), 20, anchor="middle", bold=True)
        if zone.note:
            on.text(x + width / 2, top + 48, zone.note, 9.5, "soft", anchor="middle",
                    room=width - 8)  # fmt: skip
        if delta := dict(changes.get(zone.key, UNCHANGED).by).get("cards", 0):
            by_text = f"{delta:+d}".replace("-", "−")
            on.text(x + width - 6, top + 15, by_text, 12, "mark", anchor="end", bold=True)


def draw_zone(
    on: Canvas, made: Plan, x: float, y: float, height: float, changes: Mapping[str, Changes],
    gone: Sequence[str],
) -> None:  # fmt: skip
    """A zone with its cards; what left it is named where nothing lies."""
    zone = made.zone
    if made.titled:
        words = f"{zone.title} {zone.count}" if zone.kind == "hand" else zone.title
        words += f" · {zone.note}" if zone.note else ""
        on.text(x, y + 11, words, 11, "soft", room=made.width)
    top = HEAD if made.titled else 0.0
    if zone.kind == "lane":
        on.box(x - 3, y - 3, made.width + 6, height + 2, "field", 8)
    elif not made.boxes and zone.kind != "hand":
        on.box(x + 0.5, y + top + 0.5, made.width - 1, height - top - 1, "empty")
    down = shift(made, height)
    for box in made.boxes:
        key = changes.get(box.card.key, UNCHANGED)
        high = box.height if zone.kind == "lane" else stretched(made, box, height)
        owner = "" if zone.seat else box.card.seat
        draw(on, box.card, x + box.x, y + box.y + down, box.width, high, made.shape, key, owner)
    if gone:
        words = "gone: " + ", ".join(gone)
        place = y + top + 15 if down or not made.boxes else y + height - 6
        on.text(x + 6, place, words, 11, "bad", room=made.width - 12)


def shift(made: Plan, height: float) -> float:
    """How far down the cards of a zone lie: B's stand at the foot of a lane, next to the Rift."""
    if made.zone.kind != "lane" or made.zone.seat != "B" or not made.boxes:
        return 0.0
    last = made.boxes[-1]
    return max(0.0, height - 4 - last.y - last.height)


def stretched(made: Plan, box: Box, height: float) -> float:
    """Height of a card: where lanes lie beside each other all are as high as the row."""
    alone = len(made.boxes) == 1 and made.zone.kind == "row" and not made.titled
    return height if alone else box.height
