"""The seats of a match: how many there are, what they are called, who comes after whom."""

from __future__ import annotations

from collections.abc import Sized
from typing import Any, Final, Self

import msgspec

from domain.contract.fields import Seat, seat_fields

DEALER: Final = -1
"""Who decides everything random or hidden: shuffles, draws, coins."""

NAMES: Final = tuple("ABCDEFGHIJKL")
"""What the seats are called, in order; a match has at most so many."""


class Seats(tuple[Seat, ...]):
    """The seats of a match, in the order in which they sit: the indices from 0 on.

    >>> Seats(3), Seats(3).names, Seats(3).next(2), Seats(3).others(1)
    ((0, 1, 2), ('A', 'B', 'C'), 0, (2, 0))
    """

    __slots__ = ()

    def __new__(cls, number: int = 2) -> Self:
        """Make so many seats. Raises ValueError for fewer than one or more than have a letter."""
        if not 1 <= number <= len(NAMES):
            raise ValueError(f"a match has 1 to {len(NAMES)} seats, not {number}")
        return super().__new__(cls, range(number))

    @classmethod
    def of(cls, each: Sized) -> Self:
        """Make the seats of something with a part for each of them: players, totals, hands."""
        return cls(len(each))

    @property
    def names(self) -> tuple[str, ...]:
        """The letters of the seats, in order."""
        return NAMES[: len(self)]

    def named(self, letter: str) -> Seat:
        """Return the seat with a letter, small or capital. Raises ValueError if there is none."""
        return self.names.index(letter.upper())

    def next(self, seat: Seat) -> Seat:
        """Return the seat that comes after `seat`; after the last comes the first."""
        return (seat + 1) % len(self)

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats other than `seat`, in the order in which they come after it."""
        return tuple((seat + steps) % len(self) for steps in range(1, len(self)))

    def opponent(self, seat: Seat) -> Seat:
        """Return the only other seat. Raises ValueError where there are several, or none."""
        (other,) = self.others(seat)
        return other


TWO: Final = Seats(2)
"""The seats of a match of two."""
SEAT_NAMES: Final = TWO.names
"""The letters of two seats."""


def seat_name(seat: Seat, seats: Seats = TWO) -> str:
    """Name a seat for people: its letter, or dealer. Raises IndexError for none of the seats."""
    return "dealer" if seat == DEALER else seats.names[seat]


def named_fields(value: msgspec.Struct, seats: Seats = TWO) -> dict[str, Any]:
    """Return the fields of an action or fact by name, seats as letters.

    Raises IndexError for one that is none of the seats.
    """
    seated = seat_fields(type(value))
    return {
        name: seat_name(item, seats) if name in seated and item is not None else item
        for name in value.__struct_fields__
        for item in (getattr(value, name),)
    }


def seat_in(value: msgspec.Struct | None, default: Seat) -> Seat:
    """Return the seat that an action or fact names first; `default` where it names none."""
    if value is None:
        return default
    named = seat_fields(type(value))
    found = (getattr(value, name) for name in value.__struct_fields__ if name in named)
    return next((seat for seat in found if seat is not None), default)
