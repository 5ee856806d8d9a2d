"""What the dealer may deal or show: any cards that can still be in the deck, or unknown ones."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from domain.contract.game import UNKNOWN, Seat
from domain.frame.bags import listed
from domain.frame.deals import Deals
from domain.games.solforge.actions import Deal, Show
from domain.games.solforge.state import Side


class Draws(Deals):
    """The legal deals of cards to a seat; those on top of the deck may be known."""

    __slots__ = ()
    action: ClassVar[type[Any]] = Deal
    where = "be in the deck"
    pile: Side

    def possible(self, seat: Seat, cards: Sequence[str]) -> bool:
        """Return True if a seat can be dealt these cards: those that are known on top, in order."""
        top = self.pile.top[: self.count]
        if len(cards) != self.count or any(
            known not in (UNKNOWN, card) for known, card in zip(top, cards, strict=False)
        ):
            return False
        fresh = [card for i, card in enumerate(cards) if top[i : i + 1] in ([], [UNKNOWN])]
        return super().possible(seat, [UNKNOWN] * (self.count - len(fresh)) + fresh)

    def __iter__(self) -> Iterator[Any]:
        """Yield the one deal that says nothing more than is known; the others are too many."""
        top = self.pile.top[: self.count]
        yield self.action(self.seat, (*top, *(UNKNOWN,) * (self.count - len(top))))

    def sample(self, rng: random.Random) -> Any:
        """Deal at random, every card of the deck as likely as any other."""
        top = self.pile.top[: self.count]
        need = top.count(UNKNOWN) + self.count - len(top)
        fresh = iter(rng.sample(listed(self.pile.unseen), need))
        dealt = [next(fresh) if card == UNKNOWN else card for card in top]
        return self.action(self.seat, (*dealt, *fresh))


class Shows(Draws):
    """What the top cards of a deck may be that a seat looks at."""

    __slots__ = ()
    action = Show
