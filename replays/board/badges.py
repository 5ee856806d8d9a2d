"""The numbers of a card, drawn big, and what changed about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.contract.board import Card, Mark, Number
from replays.board.canvas import Canvas
from replays.board.text_width import text_width

BADGE: Final = 24.0
"""How high a number's box is."""
PLAIN, LIFE, HURT, GUARD = "n-plain", "n-life", "n-hurt", "n-guard"
KINDS: Final = {
    "strength": PLAIN, "Attack": PLAIN, "Health": LIFE, "Spells": LIFE, "damage": HURT,
    "Armor": GUARD,
}  # fmt: skip
"""How a number looks by its label."""
LEVEL: Final = "level"


class Changes(NamedTuple):
    """What changed about a card since the board before."""

    kinds: frozenset[str] = frozenset()
    by: tuple[tuple[str, int], ...] = ()
    """Numbers by their label, and by how much they changed."""

    @property
    def style(self) -> str:
        """Classes of the frame around it; nothing if nothing changed."""
        if "came" in self.kinds:
            return "m came"
        if "moved" in self.kinds:
            return "m moved"
        return "m" if self.kinds else ""


UNCHANGED: Final = Changes()


def changes_of(marks: Sequence[Mark]) -> dict[str, Changes]:
    """What changed, by the key of a card, a zone or a seat."""
    found: dict[str, Changes] = {}
    for mark in marks:
        old = found.get(mark.key, UNCHANGED)
        by = (*old.by, (mark.label, mark.change)) if mark.what == "numbers" else old.by
        found[mark.key] = Changes(old.kinds | {mark.what}, by)
    return found


def number_words(number: Number) -> str:
    """A number with its label, and what it is compared with."""
    of = "" if number.of is None else f" (of {number.of})"
    return f"{number.label} {number.value}{of}"


def level_of(card: Card) -> str:
    """Its level in short; nothing if it has none."""
    return next((f"L{n.value}" for n in card.numbers if n.label == LEVEL), "")


def badges(card: Card) -> list[Number]:
    """The numbers that are drawn big."""
    return [number for number in card.numbers if number.label != LEVEL]


def row_of_badges(
    on: Canvas, card: Card, right: float, y: float, changes: Changes, room: float
) -> float:
    """A card's numbers, up to a right edge; returns the left edge of the first.

    They are written smaller where there is no room for them.
    """
    by = dict(changes.by)
    numbers = badges(card)
    size = 16.0
    taken = sum(badge_width(number, size) + 4 for number in numbers)
    if taken > room:
        size *= room / taken
    for number in reversed(numbers):
        kind = KINDS.get(number.label, PLAIN)
        width = badge_width(number, size)
        right -= width
        style = kind
        if kind == LIFE and number.of is not None:
            style += " less" if number.value < number.of else " more"
        with on.group(number_words(number) + changed_words(by.get(number.label, 0))):
            on.box(right, y, width, BADGE, f"badge {style}", 7)
            ink = "ink-n-life" if style == LIFE else "onbadge" if kind in (HURT, LIFE) else "ink-n"
            on.text(right + width / 2, y + 12 + size * 0.35, badge_text(number), size, ink,
                    anchor="middle", bold=True)  # fmt: skip
            if number.label in by:
                on.box(right - 1, y - 1, width + 2, BADGE + 2, "m thin", 8)
        right -= size / 4
    return right


def badge_text(number: Number) -> str:
    """A number as it is drawn; damage is something taken away."""
    hurt = KINDS.get(number.label) == HURT
    return f"−{number.value}" if hurt else str(number.value).replace("-", "−")


def badge_width(number: Number, size: float) -> float:
    """How wide a number is drawn in letters of a size."""
    return max(BADGE, text_width(badge_text(number), 16, bold=True) + 10) * size / 16


def changed_words(by: int) -> str:
    """By how much a number changed, in words; nothing if it did not."""
    return f", {by:+d}".replace("-", "−") if by else ""
