"""Statements of scenario files as they are read, whatever the game."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from domain.contract.game import Seat
from domain.contract.seats import SEAT_NAMES
from domain.frame.scanner import unreadable

BOTH: Final = re.compile(r"(-?\d+)\s*[:/]\s*(-?\d+)")


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
