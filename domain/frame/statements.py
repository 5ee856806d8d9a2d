"""Statements of scenario files, whatever the game: how they are read, and whether they hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import msgspec

from domain.contract.game import Seat, seat_name
from domain.contract.seats import SEAT_NAMES
from domain.frame.bags import Bag
from domain.frame.scanner import unreadable

BOTH: Final = re.compile(r"(-?\d+)\s*[:/]\s*(-?\d+)")
HAS: Final = re.compile(r"(has|lacks)\s+(.*)", re.IGNORECASE)


class Stated(msgspec.Struct, frozen=True):
    """A statement as read: what it is about, of what (a seat, a place, a lane), and its words."""

    what: str
    of: str
    value: str
    column: int

    @property
    def seat(self) -> Seat:
        """The seat it is about. Raises GameError."""
        if self.of not in ("a", "b"):
            raise unreadable(f"{self.what} of whom?", 1, (f"{self.what} A: {self.value}",))
        return "ab".index(self.of)

    @property
    def yes(self) -> bool:
        """Yes or no. Raises GameError."""
        if self.value.lower() not in ("yes", "no"):
            raise unreadable(f"{self.value!r} is neither yes nor no", self.column, ("yes", "no"))
        return self.value.lower() == "yes"

    @property
    def number(self) -> int:
        """A number. Raises GameError."""
        if not re.fullmatch(r"[+-]?\d{1,9}", self.value):
            raise unreadable(f"{self.value!r} is no number", self.column)
        return int(self.value)

    def one_of(self, names: tuple[str, ...], what: str) -> str:
        """One of some names, for what they are called. Raises GameError."""
        if self.value.lower() not in names:
            raise unreadable(f"{self.value!r} is no {what}", self.column, names)
        return self.value.lower()

    def letter(self) -> Seat:
        """A seat as the value. Raises GameError."""
        if self.value.lower() not in ("a", "b"):
            raise unreadable(f"{self.value!r} is no seat", self.column, SEAT_NAMES)
        return "ab".index(self.value.lower())


def both(s: Stated) -> tuple[int, int]:
    """Two numbers, A's first."""
    found = BOTH.fullmatch(s.value)
    if not found:
        raise unreadable(f"{s.value!r} is not two numbers", s.column, ("50:43",))
    return int(found[1]), int(found[2])


# -- whether they hold ---------------------------------------------------------------------------


def yes(value: bool) -> str:
    """A truth as stated."""
    return "yes" if value else "no"


def seat_or_none(seat: Seat | None) -> str:
    """A seat as stated."""
    return seat_name(seat) if seat is not None and seat >= 0 else "none"


ENDING: Final[dict[str, Callable[[Any], str]]] = {
    "over": lambda state: yes(state.over),
    "winner": lambda state: seat_or_none(state.winner),
    "why": lambda state: state.why or "none",
}
"""How the match ended as a state has it, by what is stated."""


def wrong_word(s: Stated, now: str) -> str:
    """Compare a word; what it is otherwise."""
    return "" if s.value.lower() == now.lower() else f"it is {now}"


def wrong_number(s: Stated, now: int) -> str:
    """Compare a number; what it is otherwise. Raises GameError."""
    return "" if s.number == now else f"it is {now}"


def wrong_two(s: Stated, now: tuple[int, int]) -> str:
    """Compare two numbers, A's first; what they are otherwise. Raises GameError."""
    return "" if both(s) == now else f"it is {now[0]}:{now[1]}"


def wrong_cards(
    s: Stated, there: Bag, read: Callable[[str, int], Bag], listing: Callable[[Bag], str]
) -> str:
    """Compare a seat's hand or pile: all of it, how many, or `has`, `lacks` and some cards.

    `read` reads cards from a text at a column, `listing` shows those that are there. Raises GameError.
    """
    name = f"{seat_name(s.seat)}'s {s.what}"
    if s.value.isdecimal():
        count = sum(there.values())
        return "" if s.number == count else f"{name} has {count} cards"
    if found := HAS.fullmatch(s.value):
        has = found[1].lower() == "has"
        wanted = read(found[2], s.column + found.start(2))
        right = all((there.get(card, 0) >= count) is has for card, count in wanted.items())
    else:
        right = read(s.value, s.column) == there
    return "" if right else f"{name} is {listing(there)}"
