"""Where everything of a board lies in a picture: rows, zones side by side, cards in zones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from domain.contract.board import Board, Card, Zone
from replays.board.faces import OWNER, Shape, height_of

WIDTH: Final = 1000.0
"""Pictures are laid out for this width, and scaled to what is asked for."""
MARGIN: Final = 16.0
GAP: Final = 8.0
BETWEEN: Final = 6.0
"""Between two cards of a zone, and between two rows."""
HEAD: Final = 16.0
"""Height of a zone's title."""
GUTTER: Final = 46.0
"""Left of the rows, for what rows of lanes are called."""
SITE: Final = 26.0
PILE: Final = 58.0
NARROW: Final = {"full": 112.0, "slim": 112.0, "hand": 74.0}
WIDE: Final = {"full": 190.0, "slim": 999.0, "hand": 104.0}
BACK: Final = 40.0
"""How wide a card that is face down is in a hand."""


class Box(NamedTuple):
    """A card and where it lies in its zone."""

    card: Card
    x: float
    y: float
    width: float
    height: float


class Plan(NamedTuple):
    """A zone and where its cards lie."""

    zone: Zone
    width: float
    height: float
    shape: Shape
    boxes: tuple[Box, ...]
    titled: bool


class Row(NamedTuple):
    """A row of the board: zones with where they begin, and how high it is."""

    key: str
    label: str
    plans: tuple[tuple[float, Plan], ...]
    height: float
    seat: str


def shape_of(zone: Zone) -> Shape:
    """How the cards of a zone are drawn."""
    if zone.kind == "hand":
        return "hand"
    return "slim" if zone.kind == "lane" else "full"


def lanes(row: tuple[Zone, ...]) -> bool:
    """True for lanes beside each other, all of one name that is written once."""
    return len(row) > 1 and len({(zone.kind, zone.title) for zone in row}) == 1


def shown(row: tuple[Zone, ...]) -> bool:
    """True for a row that is drawn: there is something in it, or room is kept."""
    return any(zone.cards or zone.count or zone.place for zone in row)


def plan(zone: Zone, width: float, *, titled: bool) -> Plan:
    """Where the cards of a zone lie, and how high it is for that."""
    shape = shape_of(zone)
    top = HEAD if titled else 0.0
    if zone.kind == "site":
        return Plan(zone, width, SITE, shape, (), titled)
    if zone.kind == "pile":
        return Plan(zone, width, PILE + HEAD, shape, (), titled)
    if not zone.horizontal or zone.kind == "lane":
        boxes, height = column(zone, width, shape, top)
    else:
        boxes, height = lines(zone, width, shape, top)
    return Plan(zone, width, max(height, top + least(zone, shape)), shape, tuple(boxes), titled)


def striped(zone: Zone, card: Card) -> float:
    """Width of the stripe that says whose a card is; none where its place shows that."""
    return OWNER if card.seat and not zone.seat else 0.0


def least(zone: Zone, shape: Shape) -> float:
    """How high a zone is at least, without its title."""
    if zone.kind == "lane":
        each = height_of(Card("?"), WIDTH, shape) + 4
        return each * zone.place
    if zone.kind == "hand":
        return height_of(Card("?"), WIDTH, shape)
    return 30.0 if zone.place or zone.title else 0.0


def column(zone: Zone, width: float, shape: Shape, top: float) -> tuple[list[Box], float]:
    """Cards one above the other."""
    boxes: list[Box] = []
    y = top
    for card in zone.cards:
        height = height_of(card, width - striped(zone, card), shape)
        boxes.append(Box(card, 0.0, y, width, height))
        y += height + 4
    return boxes, y


def lines(zone: Zone, width: float, shape: Shape, top: float) -> tuple[list[Box], float]:
    """Cards side by side, in as many lines as they need; a line's cards are equally high."""
    if not zone.cards:
        return [], top
    narrow, wide = NARROW[shape], WIDE[shape]
    known = sum(not card.hidden for card in zone.cards)
    backs = len(zone.cards) - known if shape == "hand" else 0
    known = len(zone.cards) - backs
    room = width - backs * (BACK + BETWEEN)
    if known and room / known - BETWEEN < narrow:
        room = width
    fitting = max(1, int((room + BETWEEN) // (narrow + BETWEEN)))
    across = min(known, fitting) or 1
    each = min(wide, max(min(narrow, width), (room - BETWEEN * (across - 1)) / across))
    boxes: list[Box] = []
    line: list[Box] = []
    x, y = 0.0, top
    for card in zone.cards:
        own = BACK if card.hidden and shape == "hand" else each
        if line and x + own > width + 0.5:
            y = level(boxes, line, y)
            line, x = [], 0.0
        line.append(Box(card, x, y, own, height_of(card, own - striped(zone, card), shape)))
        x += own + BETWEEN
    return boxes, level(boxes, line, y) - BETWEEN


def level(boxes: list[Box], line: list[Box], y: float) -> float:
    """Add a line of cards, all as high as the highest; returns where the next line begins."""
    height = max(box.height for box in line)
    boxes.extend(box._replace(height=height) for box in line)
    return y + height + BETWEEN


def rows_of(board: Board, heights: Mapping[str, float] | None = None) -> list[Row]:
    """The rows that are drawn; `heights` are how high they are at least, by the first zone's key."""
    kept = heights or {}
    gutter = GUTTER if any(lanes(row) and row[0].title for row in board.rows) else 0.0
    found: list[Row] = []
    for zones in board.rows:
        key = zones[0].key
        if not shown(zones) and not kept.get(key):
            continue
        beside = lanes(zones)
        left = MARGIN + (gutter if beside or zones[0].kind == "site" else 0.0)
        room = WIDTH - MARGIN - left - GAP * (len(zones) - 1)
        share = room / sum(zone.weight for zone in zones)
        plans: list[tuple[float, Plan]] = []
        for zone in zones:
            titled = bool(zone.title) and not beside and zone.kind not in ("site",)
            made = plan(zone, share * zone.weight, titled=titled)
            plans.append((left, made))
            left += made.width + GAP
        height = max(kept.get(key, 0.0), *(made.height for _, made in plans))
        label = zones[0].title if beside and zones[0].kind != "site" else ""
        seat = zones[0].seat if len({zone.seat for zone in zones}) == 1 else ""
        found.append(Row(key, label, tuple(plans), height, seat))
    return found


def heights_of(board: Board) -> dict[str, float]:
    """How high each row is that is drawn, by its key."""
    return {row.key: row.height for row in rows_of(board)}
