"""How a card is drawn: name, numbers, keywords, what is so of it, and what lies under it."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from domain.contract.board import Card
from replays.board.badges import (
    BADGE,
    UNCHANGED,
    Changes,
    badges,
    level_of,
    number_words,
    row_of_badges,
)
from replays.board.canvas import Canvas
from replays.board.text_width import folded, text_width

Shape: TypeAlias = Literal["full", "slim", "hand"]
"""A card in a row on the table, one in a lane behind others, one in a hand."""

PAD: Final = 7.0
NAME: Final = 13.0
SMALL: Final = 11.0
LINE: Final = 14.0
UNDER: Final = 16.0
"""Height of the line of a card lying under another."""
MOST_UNDER: Final = 8
OWNER: Final = 16.0
"""Width of the stripe that says whose a card is."""


# -- words ---------------------------------------------------------------------------------------


def described(card: Card) -> str:
    """All there is to say of a card, a line each, for a title."""
    if card.hidden:
        return f"a {card.kind or 'card'} that is not known"
    numbers = ", ".join(number_words(number) for number in card.numbers)
    head = (
        card.name + (f" ({card.kind})" if card.kind else "") + (f": {numbers}" if numbers else "")
    )
    under = [f"{spell.name}{times(spell)}" for spell in card.attached]
    parts = [
        head + times(card),
        ", ".join((*card.keywords, *card.state)),
        ", ".join(card.types),
        card.text,
        f"with {', '.join(under)}" if under else "",
    ]
    return "\n".join(part for part in parts if part)


def times(card: Card) -> str:
    """How many there are, if more than one."""
    return f" ×{card.count}" if card.count > 1 else ""


def small_words(card: Card) -> str:
    """Keywords and what is so of it, in a line."""
    return " · ".join((*card.keywords, *card.state))


# -- sizes ---------------------------------------------------------------------------------------


def height_of(card: Card, width: float, shape: Shape) -> float:
    """How high a card of a width is."""
    if shape == "slim":
        return 34.0
    if shape == "hand":
        two = len(folded(card.name, width - 2 * PAD, 12.0, 2, bold=True)) > 1
        return 66.0 if two and badges(card) else 58.0
    room = width - 2 * PAD
    names = len(folded(card.name, room, NAME, 2, bold=True))
    small = len(folded(small_words(card), room, SMALL, 2))
    low = BADGE + 4 if badges(card) or level_of(card) else 0.0
    under = min(len(card.attached), MOST_UNDER) * UNDER + (4 if card.attached else 0)
    return PAD + names * (NAME + 2) + small * LINE + low + under + PAD


# -- drawing -------------------------------------------------------------------------------------


def draw(
    on: Canvas, card: Card, x: float, y: float, width: float, height: float, shape: Shape,
    changes: Changes = UNCHANGED, owner: str = "",
) -> None:  # fmt: skip
    """Draw a card into a box; `owner` is whose it is where that does not show by its place."""
    with on.group(described(card), card.key, f"c-{card.colour}" if card.colour else ""):
        if card.hidden:
            back(on, x, y, width, height)
        else:
            tired = " tired" if {"exhausted", "used"} & set(card.state) else ""
            on.box(x, y, width, height, f"card{tired}")
            if shape == "slim":
                slim(on, card, x, y, width, height, changes)
            else:
                left = OWNER if owner else 0.0
                upright(on, card, x + left, y, width - left, height, shape, changes)
            if owner:
                on.box(x, y, OWNER, height, owner)
                on.text(x + OWNER / 2, y + height / 2 + 4, owner, 11, "onseat", anchor="middle",
                        bold=True)  # fmt: skip
        if changes.style:
            on.box(x - 1.5, y - 1.5, width + 3, height + 3, changes.style, 7.5)


def back(on: Canvas, x: float, y: float, width: float, height: float) -> None:
    """A card that is face down."""
    on.box(x, y, width, height, "back")
    on.box(x + 5, y + 5, width - 10, height - 10, "backline", 3)
    on.text(x + width / 2, y + height / 2 + 6, "?", 17, "backink", anchor="middle", bold=True)


def slim(
    on: Canvas, card: Card, x: float, y: float, width: float, height: float, changes: Changes
) -> None:
    """A card of one line: name to the left, numbers to the right."""
    middle = y + height / 2
    left = row_of_badges(on, card, x + width - 5, middle - BADGE / 2, changes, width * 0.6)
    words = small_words(card)
    name_at = middle + (-1 if words else 5)
    on.text(x + PAD + 3, name_at, card.name, NAME + 1, "name", room=left - x - PAD - 6, bold=True)
    if words:
        on.text(x + PAD + 3, middle + 11, words, 10, "soft", room=left - x - PAD - 6)


def upright(
    on: Canvas, card: Card, x: float, y: float, width: float, height: float, shape: Shape,
    changes: Changes,
) -> None:  # fmt: skip
    """A card as it lies upright: name, words, what lies under it, numbers at its foot."""
    room = width - 2 * PAD
    size = NAME if shape == "full" else 12.0
    foot = y + PAD
    for words in folded(card.name, room, size, 2, bold=True):
        foot += size + 1
        on.text(x + PAD, foot, words, size, "name", bold=True)
        foot += 1
    if shape == "full":
        for words in folded(small_words(card), room, SMALL, 2):
            foot += LINE
            on.text(x + PAD, foot - 2, words, SMALL, "soft")
        under(on, card, x + PAD, foot + 4, room)
    base = y + height - PAD + 2
    levels = text_width(level_of(card), SMALL, bold=True) + PAD
    left = row_of_badges(on, card, x + width - 5, base - BADGE + 1, changes, width - 5 - levels)
    foot = x + PAD + on.text(x + PAD, base - 6, level_of(card), SMALL, "soft", bold=True)
    if shape == "hand" and not badges(card):
        foot += 5 if level_of(card) else 0
        on.text(foot, base - 6, card.kind, SMALL - 0.5, "soft", room=left - foot - 2)


def under(on: Canvas, card: Card, x: float, y: float, room: float) -> None:
    """What lies under a card, a line each; the last says how many more there are."""
    shown = card.attached
    if len(shown) > MOST_UNDER:
        shown = shown[: MOST_UNDER - 1]
    for spell in shown:
        with on.group(described(spell), spell.key, f"c-{spell.colour}"):
            on.box(x, y, room, UNDER - 2, "card", 3)
            on.text(x + 5, y + 11, spell.name + times(spell), 10.5, "name", room=room - 10)
        y += UNDER
    if len(shown) < len(card.attached):
        more = len(card.attached) - len(shown)
        on.text(x + 5, y + 11, f"and {more} more", 10.5, "soft", room=room - 10)
