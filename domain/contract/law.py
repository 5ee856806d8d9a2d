"""The laws of a game: what holds in every state that a match can come to, whatever was ruled.

A game declares its own as `Game.laws`. The rules keep them of themselves; what people enter by hand
may break one, and is held against them when it comes in, and by the audit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from domain.contract.fields import seat_fields
from domain.contract.seats import DEALER, Seats


class Breach(NamedTuple):
    """A law that a state breaks."""

    law: str
    """The law, in the same few words in every match: `cards are conserved`."""
    words: str
    """How it is broken, and what would be right."""

    @property
    def text(self) -> str:
        """The law and how it is broken, as one line."""
        return f"{self.law}: {self.words}"


def common_laws(state: Any, seats: Seats) -> Iterator[Breach]:
    """Name the laws of every game that a state breaks: of its seats, its turns, and its winner."""
    kind: type[msgspec.Struct] = type(state)
    for name in sorted(seat_fields(kind)):
        seat = getattr(state, name)
        if seat not in (None, DEALER, *seats):
            yield Breach(
                "seats sit at the table", f"{name} is seat {seat}; {' or '.join(seats.names)}"
            )
    if state.turn < 0:
        yield Breach("turns are numbered from 1", f"this is turn {state.turn}")
    if state.winner is not None and not state.over:
        yield Breach("who wins ends the match", f"seat {state.winner} has won, and it goes on")
