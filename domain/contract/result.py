"""How a match ended: who won, why, and what each seat has come to."""

from __future__ import annotations

from typing import Final

import msgspec

from domain.contract.fields import Seat
from domain.contract.seats import Seats, seat_name

BROKEN_OFF: Final = "abandonment"
"""Why a match ended that has no result, not even a draw."""


class Result(msgspec.Struct, frozen=True):
    """How a match ended: winner (None is a draw), the rulebook's reason, and each seat's total."""

    winner: Seat | None
    why: str
    totals: tuple[int, ...]

    @property
    def outcome(self) -> str:
        """In words: `A wins`, `draw`, or `no result` of a match that was broken off."""
        if self.winner is not None:
            return f"{seat_name(self.winner, Seats.of(self.totals))} wins"
        return "no result" if self.why == BROKEN_OFF else "draw"

    @property
    def text(self) -> str:
        """The whole of it in words: `A wins 13:9 (score)`."""
        return f"{self.outcome} {':'.join(map(str, self.totals))} ({self.why})"
