"""A board as text for a terminal: seats above and below, between them rows of lanes or lists.

A row of zones of one kind is drawn as columns beside each other; other zones are lists, a card a
line where there is more to say of it than its name. Hands and piles stand in their seat's lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

from rich.text import Text

from domain.contract.board import Board, Card, Number, SeatInfo, Zone
from domain.contract.game import UNKNOWN, Game, Result
from domain.record.events import Opened
from replays.board.badges import GUARD, HURT, KINDS, badges, level_of
from replays.board.layout import lanes
from replays.board.makers import board_of
from replays.cursor import ALL, Viewer

GUTTER: Final = 6
"""Columns left of rows of lanes that have names."""
NARROWEST: Final = 8
WIDEST: Final = {"row": 24, "lane": 13, "site": 24}
"""How narrow and how wide a lane is, in columns."""
DEPTH: Final = 2
"""Room is kept for so many cards behind each other."""
LISTED: Final = 71
"""The most columns of a board without lanes."""
HANG: Final = 5
HELD: Final = ("hand", "pile")
COLOURS: Final = {
    "red": "red", "brown": "yellow", "yellow": "bright_yellow", "amber": "bright_yellow",
    "green": "green", "blue": "blue", "cyan": "cyan", "violet": "magenta",
    "pink": "bright_magenta", "indigo": "bright_blue", "teal": "bright_cyan",
    "lime": "bright_green", "orange": "bright_red", "grey": "white",
}  # fmt: skip
"""Colours of cards as terminals have them."""

Piece: TypeAlias = tuple[str, Text]
"""What stands before a text unless it begins a line, and the text, which is not broken if it fits."""


def terminal_text(board: Board, width: int = 80) -> Text:
    """Draw a board for a terminal of `width` columns, the first seat below and the others above.

    Rows without cards are left out.
    """
    table = [row for row in board.rows if not held(row)]
    grids = [row for row in table if in_columns(row)]
    wide = width if grids else min(width, LISTED)
    lines = flow([("", Text(board.status, "dim"))], wide, 2) if board.status else []
    for info in reversed(board.seats[1:]):
        lines += seat_lines(board, info, wide)
    columns = Columns(board, grids, wide)
    for row in table:
        lines += columns.row_lines(row) if in_columns(row) else list_lines(board, row, wide)
    for info in board.seats[:1]:
        lines += seat_lines(board, info, wide)
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)


def state_text(
    game: Game,
    state: Any,
    opened: Opened | None = None,
    seat: Viewer = ALL,
    result: Result | None = None,
    width: int = 80,
) -> Text:
    """Draw the board of a state for a terminal, as `replays.board.board_of` makes it.

    An installed game that still brings a `draw_board` of its own (rich markup) is drawn by that.
    """
    if own := getattr(game, "draw_board", None):
        return Text.from_markup(own(state if seat is ALL else game.view(state, seat), width))
    return terminal_text(board_of(game, state, opened, seat, result), width)


def held(row: Sequence[Zone]) -> bool:
    """True for a seat's hand and piles, with what lies beside them."""
    return any(zone.kind in HELD for zone in row)


def in_columns(row: Sequence[Zone]) -> bool:
    """True for zones that stand beside each other, lane by lane."""
    return lanes(tuple(row)) or (len(row) > 1 and all(zone.kind == "site" for zone in row))


# -- cards ---------------------------------------------------------------------------------------


def styled(card: Card, style: str = "") -> str:
    """The style of a card's name: its colour, dim if it is tired."""
    tired = " dim" if {"exhausted", "used"} & set(card.state) else ""
    return f"{style} {COLOURS.get(card.colour, '')}{tired}".strip()


def called(board: Board, card: Card) -> str:
    """What people call a card: by its code, or by its name and level."""
    if board.coded:
        return card.code or card.name
    return f"{card.name} {level_of(card)}".rstrip()


def cards_pieces(
    board: Board,
    cards: Sequence[Card],
    seat: str = "",
    style: str | None = None,
    *,
    each: bool = False,
) -> list[Piece]:
    """Cards one after the other, equal ones counted, and how many are not known, by their kind.

    Whose a card is stands before it unless it is `seat`'s. `style` is that of all; None: each in
    its own colour. `each`: equal ones stand side by side, as they do where cards have short codes.
    """
    each = each or board.coded
    parts: list[Text] = []
    counts: Counter[str] = Counter()
    styles: dict[str, str] = {}
    for card in cards:
        owner = f"{card.seat}'s" if card.seat and card.seat != seat and card.keywords else ""
        name = " ".join(filter(None, (*card.keywords, owner, called(board, card))))
        own = styled(card) if style is None else style
        if each:
            parts.append(Text(name or UNKNOWN, own))
        elif name:
            counts[name] += card.count
            styles.setdefault(name, own)
    parts += [
        Text(f"{name} ×{count}" if count > 1 else name, styles[name])
        for name, count in counts.items()
    ]
    unknown = Counter(card.kind for card in cards if card.hidden and not each)
    for kind, count in unknown.items():
        words = f" {kind}{'s' if count > 1 else ''}" if kind else ""
        parts.append(Text(f"{count} unknown{words}", style or ""))
    for part in parts[:-1]:
        part.append("" if board.coded else ",")
    return [(" ", part) for part in parts]


def number_text(card: Card, *, coded: bool = False) -> Text:
    """A card's numbers: Attack and Health with a stroke between, green where more than printed.

    Where cards are called by their codes, these have the strength in them.
    """
    found = Text()
    for number in badges(card):
        kind = KINDS.get(number.label)
        gap = " " if found else ""
        if kind == HURT:
            found.append(f"-{number.value}", "red")
        elif kind == GUARD:
            found.append(f"{gap}{number.value}D")
        elif kind is None:
            found.append(f"{gap}{number.label} {number.value}")
        elif not coded:
            found.append("/" if found else "", "bold").append(str(number.value), compared(number))
    return found


def compared(number: Number) -> str:
    """The style of a number: green where it is more than printed, red where it is less."""
    if number.of is None or number.of == number.value:
        return "bold"
    return "bold green" if number.value > number.of else "bold red"


def marks_of(card: Card) -> Text:
    """What is so of a card and what it can do, in a few letters each."""
    return Text(" ".join(map(mark, (*card.state, *card.keywords))), "yellow")


def mark(words: str) -> str:
    """A state or keyword in a few letters: exh, `+2c` of counters, ofB of its owner, Ag, Mo3."""
    first, _, rest = words.partition(" ")
    if first.isdecimal():
        return f"+{first}{rest[:1]}"
    if words.startswith("owned by "):
        return f"of{rest[-1]}"
    return first[: 2 if first[0].isupper() else 3] + (rest if rest.isdecimal() else "")


# -- seats ---------------------------------------------------------------------------------------


def seat_lines(board: Board, info: SeatInfo, width: int) -> list[Text]:
    """A seat's lines: what is counted for it, notes, piles, its hand."""
    own = [zone for row in board.rows if held(row) for zone in row if zone.seat == info.seat]
    shown = {zone.title for zone in own}
    head = Text("► " if board.to_move == info.seat else "  ", "bold green").append(
        info.seat, "bold"
    )
    numbers = [number for number in info.numbers if number.label not in shown]
    for number in numbers[:1]:
        of = "" if number.of is None else f"/{number.of}"
        head.append("  ").append(str(number.value), "bold").append(f"{of} {number.label}")
    parts = [
        head,
        *(Text(f"{number.label} {number.value}") for number in numbers[1:]),
        Text("wins" if info.wins else "", "bold green"),
        *map(Text, info.notes),
        *(
            Text(" ".join((called(board, card), *card.state)), styled(card))
            for zone in own
            if zone.kind not in HELD
            for card in zone.cards
        ),
        *(Text(f"{zone.title} {zone.count}", "dim") for zone in own if zone.kind == "pile"),
    ]
    *lines, last = flow([("  ", part) for part in parts], width)
    for zone in own:
        if zone.kind == "hand":
            lead = Text(f"{zone.title} {zone.count}{':' if zone.cards else ''}")
            listed = [("  ", lead), *cards_pieces(board, zone.cards, zone.seat)]
            behind = flow(listed, width, begun=last)
            if len(behind) > 1:
                behind = [last, *flow(listed, width, begun=Text(" " * (HANG - 2)))]
            *lines, last = [*lines, *behind]
    lines.append(last)
    for zone in own:
        if zone.named and zone.cards:
            listed = cards_pieces(board, zone.cards, zone.seat, "dim")
            lead = Text(f"{' ' * HANG}{zone.title}:", "dim")
            line, *more = flow(listed, width - 2, begun=lead)
            lines.append(line.append(" …" if more else "", "dim"))
    return lines


def flow(
    listed: Iterable[Piece], width: int, hang: int = HANG, begun: Text | None = None
) -> list[Text]:
    """Pieces one after the other in as many lines as they need; the later lines hang.

    `begun` is what stands in the first line. A piece too long for a line is broken between words.
    """
    lines = [begun.copy() if begun else Text()]
    for before, part in listed:
        gap = before
        for word in [part] if part.cell_len + hang < width else part.split(" "):
            if not word:
                continue
            if lines[-1] and lines[-1].cell_len + len(gap) + word.cell_len >= width:
                lines.append(Text(" " * hang) + word)
            else:
                lines[-1].append(gap if lines[-1] else "").append_text(word)
            gap = " "
    return lines


# -- lanes ---------------------------------------------------------------------------------------


class Columns:
    """Rows of lanes, all equally wide."""

    def __init__(self, board: Board, rows: Sequence[Sequence[Zone]], width: int) -> None:
        self.board = board
        named = any(row[0].title for row in rows if row[0].kind != "site")
        self.gutter = GUTTER if named else 2
        count = max((len(row) for row in rows), default=1)
        most = min((WIDEST.get(row[0].kind, 24) for row in rows), default=24)
        self.cell = max(NARROWEST, min(most, (width - self.gutter) // count))

    def row_lines(self, row: Sequence[Zone]) -> list[Text]:
        """A row, lane by lane; nothing if no card lies there."""
        first = row[0]
        if first.kind == "site":
            label = first.key.partition(".")[0] if self.gutter == GUTTER else ""
            return [self.centred([self.site(zone, row) for zone in row], label)]
        if first.kind == "lane":
            return self.behind(row)
        return self.beside(row) if any(zone.cards for zone in row) else []

    def centred(self, cells: Iterable[Text], label: str = "") -> Text:
        """A line: a cell for each lane."""
        line = Text(label.ljust(self.gutter), "dim" if label else "")
        for cell in cells:
            left = (self.cell - cell.cell_len) // 2
            line.append(" " * left).append_text(cell)
            line.append(" " * (self.cell - cell.cell_len - left))
        return line

    def site(self, zone: Zone, row: Sequence[Zone]) -> Text:
        """What is between both sides of a lane: its number, and who has it."""
        held = f" {zone.seat or ' '}" if any(other.seat for other in row) else ""
        dash = {"A": "▼", "B": "▲"}.get(zone.seat, "─") * min(4, (self.cell - 3 - len(held)) // 2)
        return Text.assemble((dash, "dim"), " ", (zone.title, "bold"), f"{held} ", (dash, "dim"))

    def behind(self, row: Sequence[Zone]) -> list[Text]:
        """Lanes of cards behind each other, a line each, nearest the middle first."""
        depth = max(DEPTH, *(len(zone.cards) for zone in row))
        above = row[0].seat not in ("", self.board.seats[0].seat)
        lines = []
        for n in range(depth):
            cells = []
            for zone in row:
                place = n - (depth - len(zone.cards)) if above else n
                there = 0 <= place < len(zone.cards)
                cells.append(self.token(zone.cards[place]) if there else Text("·", "dim"))
            lines.append(self.centred(cells))
        return lines

    def token(self, card: Card) -> Text:
        """A card in one line: its code with its damage, or its name with its numbers."""
        coded = self.board.coded
        marks = together(number_text(card, coded=coded), marks_of(card))
        room = self.cell - marks.cell_len - 1
        name = shortened(Text(called(self.board, card), styled(card, "bold")), room)
        return name + marks if coded else together(name, marks)

    def beside(self, row: Sequence[Zone]) -> list[Text]:
        """Lanes of a card each: names, then numbers with marks where both fit.

        Where no card has numbers, its level stands behind its name.
        """
        most = self.cell - 1
        cards = [zone.cards[0] if zone.cards else None for zone in row]
        counted = any(card and badges(card) for card in cards)
        names, numbers, marks = [], [], []
        for card in cards:
            level = Text(level_of(card) if card else "", "dim")
            name = Text(card.name, styled(card)) if card else Text("·", "dim")
            if not counted:
                name = shortened(name, most - level.cell_len - 1)
            names.append(shortened(name if counted else together(name, level), most))
            numbers.append(together(level, number_text(card)) if card and counted else Text())
            marks.append(marks_of(card) if card else Text())
        both = [together(*pair) for pair in zip(numbers, marks, strict=True)]
        fits = all(text.cell_len <= most for text in both)
        return [
            self.centred([shortened(text, most) for text in line], "" if n else row[0].title)
            for n, line in enumerate([names, both] if fits else [names, numbers, marks])
            if any(line)
        ]


def together(one: Text, two: Text) -> Text:
    """Two texts beside each other."""
    return Text(" ").join(part for part in (one, two) if part)


def shortened(text: Text, most: int) -> Text:
    """Cut a text to so many columns, with dots at its end where something is left out."""
    if text.cell_len > most:
        text.right_crop(len(text.plain) - max(1, most - 1))
        text.rstrip()
        text.append("…")
    return text


# -- lists ---------------------------------------------------------------------------------------


def list_lines(board: Board, row: Sequence[Zone], width: int) -> list[Text]:
    """Zones one below the other; what lies between both sides stands between two strokes."""
    lines = [line for zone in row for line in zone_lines(board, zone, width)]
    if lines and any(zone.kind in ("rift", "stack") for zone in row):
        stroke = Text("─" * width, "dim")
        return [stroke, *lines, stroke]
    return lines


def zone_lines(board: Board, zone: Zone, width: int) -> list[Text]:
    """A zone: its cards in a line, or a line each where there is more to say of them."""
    indent = " " * (2 if zone.kind in ("rift", "stack") else HANG)
    if zone.kind == "stack":
        head = Text(f"{indent}{zone.title},", "bold")
        return [
            *flow([(" ", Text(zone.note, "dim"))], width, begun=head),
            *(line for card in zone.cards for line in effect_lines(board, card, width)),
        ]
    if any(badges(card) or card.state or card.attached for card in zone.cards):
        return [line for card in zone.cards for line in card_lines(board, card, width)]
    if not zone.cards:
        empty = f"no {zone.title}" if zone.kind == "row" else f"{zone.title}: empty"
        return [Text(f"{indent}{empty}", "dim")] if zone.place and zone.title else []
    listed = cards_pieces(board, zone.cards, zone.seat, each=zone.kind == "row")
    return flow(listed, width, len(indent) + 2, Text(f"{indent}{zone.title}:"))


def card_lines(board: Board, card: Card, width: int) -> list[Text]:
    """A card with its numbers, what lies under it and what is so of it; its types if they fit.

    What lies under it has lines of its own if all together does not fit into one.
    """
    head = Text(f"{' '.join(card.keywords):>4} ", "bold").append(called(board, card), styled(card))
    types = Text(f" ({', '.join(card.types)})" if card.types else "", "dim")
    notes = Text("; ".join(card.state), "yellow")
    numbers = number_text(card)
    under = cards_pieces(board, card.attached)
    if not under and len(badges(card)) == 1:
        under = [(" ", Text(f"no {badges(card)[0].label}", "dim"))] if numbers else []
    numbers.append(":" if under else "")
    for name in (head + types, head):
        (line,) = flow([("  ", numbers), *under, ("  ", notes)], 10**6, begun=name)
        if line.cell_len <= width:
            return [line]
    second = flow([("", numbers), *under], width, 10, Text(" " * 7)) if numbers else []
    return [*flow([("  ", notes)], width, begun=head), *second]


def effect_lines(board: Board, card: Card, width: int) -> list[Text]:
    """What waits on the stack: whose, of what kind, at what, in response to what."""
    ((_, head),) = cards_pieces(board, (card,))
    words = [f"({word})" if n == 0 else word for n, word in enumerate(card.state)]
    words[1:-1] = [f"{word}," for word in words[1:-1]]
    return flow(((" ", Text(word)) for word in words), width, 7, Text("   ") + head)
