"""What the dealer may deal or show: any cards that can still be in the deck, or unknown ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from domain.contract.game import UNKNOWN, seat_name
from domain.games.solforge.actions import Deal, Show
from domain.games.solforge.state import Side


class Draws:
    """The legal deals of `count` cards to a seat; too many to list, easy to check."""

    action: Any = Deal
    __slots__ = ("count", "seat", "side")

    def __init__(self, seat: int, count: int, side: Side) -> None:
        self.seat = seat
        self.count = count
        self.side = side

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, (Deal, Show)) or not isinstance(action, self.action):
            return False
        if action.seat != self.seat:
            return False
        cards = action.cards
        if len(cards) != self.count:
            return False
        wanted: Counter[str] = Counter()
        for index, card in enumerate(cards):
            known = self.side.top[index] if index < len(self.side.top) else UNKNOWN
            if known == UNKNOWN:
                wanted[card] += 1
            elif card != known:
                return False
        wanted.pop(UNKNOWN, None)
        return all(self.side.unseen.get(card, 0) >= count for card, count in wanted.items())

    def __iter__(self) -> Iterator[Any]:
        """The one deal that says nothing more than is known; the others are too many to list."""
        known = self.side.top[: self.count]
        yield self.action(self.seat, (*known, *(UNKNOWN,) * (self.count - len(known))))

    def __len__(self) -> int:
        return max(2, len(self.side.unseen))

    def sample(self, rng: random.Random) -> Any:
        """Deal at random, every card of the deck as likely as any other."""
        known = self.side.top[: self.count]
        pile = [card for card, count in self.side.unseen.items() for _ in range(count)]
        need = sum(card == UNKNOWN for card in known) + self.count - len(known)
        fresh = iter(rng.sample(pile, need))
        dealt = [next(fresh) if card == UNKNOWN else card for card in known]
        return self.action(self.seat, (*dealt, *fresh))

    def why_not(self, action: Any) -> str:
        """Why another deal is not legal."""
        if not isinstance(action, self.action):
            return f"seat {seat_name(self.seat)} draws first: {self.count} cards"
        if action.seat != self.seat:
            return f"it is seat {seat_name(self.seat)} that draws here"
        if len(action.cards) != self.count:
            return f"{self.count} cards are drawn here, not {len(action.cards)}"
        return "not all of these cards can be in the deck"


class Shows(Draws):
    """What the top cards of a deck may be that a seat looks at."""

    action = Show
    __slots__ = ()
