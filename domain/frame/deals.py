"""What the dealer may deal: any cards that can still be in a pile, or unknown ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Protocol

from domain.contract.game import UNKNOWN, Seat, seat_name
from domain.frame.bags import Bag, listed


class Pile(Protocol):
    """A pile that is dealt from."""

    unseen: Bag
    """The cards that can be in it, and in hands that the recording does not know."""


class Deals:
    """The legal deals of `count` cards of a pile to a seat: too many to list, easy to check.

    A game says which action deals, and what its cards and its pile are called in a refusal.
    """

    __slots__ = ("count", "pile", "seat")
    action: ClassVar[type[Any]]
    """The action that deals; it has a seat and its cards."""
    cards: ClassVar[str] = "cards"
    where: ClassVar[str] = "still be in the draw pile"

    def __init__(self, seat: Seat, count: int, pile: Pile) -> None:
        self.seat = seat
        self.count = count
        self.pile = pile

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, self.action):
            return False
        deal: Any = action
        return self.possible(deal.seat, deal.cards)

    def possible(self, seat: Seat, cards: Sequence[str]) -> bool:
        """Return True if a seat can be dealt these cards."""
        if seat != self.seat or len(cards) != self.count:
            return False
        unseen = self.pile.unseen
        wanted = Counter(cards)
        wanted.pop(UNKNOWN, None)
        return all(unseen.get(card, 0) >= count for card, count in wanted.items())

    def __iter__(self) -> Iterator[Any]:
        """Yield the one deal that says nothing; the known ones are too many to list."""
        yield self.action(self.seat, (UNKNOWN,) * self.count)

    def __len__(self) -> int:
        return max(2, len(self.pile.unseen))

    def sample(self, rng: random.Random) -> Any:
        """Deal at random, every card of the pile as likely as any other."""
        return self.action(self.seat, tuple(rng.sample(listed(self.pile.unseen), self.count)))

    def why_not(self, action: Any) -> str:
        """Say why another deal is not legal."""
        if not isinstance(action, self.action):
            return f"seat {seat_name(self.seat)} draws first: {self.count} {self.cards}"
        deal: Any = action
        if deal.seat != self.seat:
            return f"it is seat {seat_name(self.seat)} that draws here"
        if len(deal.cards) != self.count:
            return f"{self.count} {self.cards} are drawn here, not {len(deal.cards)}"
        return f"not all of these {self.cards} can {self.where}"
