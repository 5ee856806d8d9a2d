"""Actions and facts that games of hidden cards share: a deal, a draw, the end of the match."""

from __future__ import annotations

from typing import Any, Self

import msgspec

from domain.contract.game import UNKNOWN, Action, Fact, Seat


class OwnDeal(Action, frozen=True):
    """The dealer: cards that only the seat sees; `??` for one that is not known."""

    seat: Seat
    cards: tuple[str, ...]

    def seen_by(self, seat: Seat | None) -> Self:
        """Return the deal as a seat may know it: another seat's cards are unknown."""
        return self if seat == self.seat else without_cards(self, len(self.cards))


class OwnDraw(Fact, frozen=True):
    """A seat has cards that only it sees; `??` for one that is not known."""

    seat: Seat
    cards: tuple[str, ...]

    def seen_by(self, seat: Seat | None) -> Self:
        """Return the draw as a seat may know it: another seat's cards are unknown."""
        return self if seat == self.seat else without_cards(self, len(self.cards))


def without_cards(cards: Any, count: int) -> Any:
    """Return an action or fact with so many unknown cards for its own."""
    return msgspec.structs.replace(cards, cards=(UNKNOWN,) * count)


class Ending(Fact, frozen=True):
    """The match is over; no winner is a draw."""

    ends_match = True
    winner: Seat | None
    why: str

    def apply(self, state: Any) -> None:
        """Nothing more can happen."""
        state.over = True
        state.winner = self.winner
        state.why = self.why
