"""Cards as bags, and hands and piles of which not everybody knows everything; shared by games."""

from __future__ import annotations

import msgspec

from domain.contract.game import UNKNOWN

Bag = dict[str, int]
"""Card to count; never a zero count."""


def put(bag: Bag, card: str, count: int = 1) -> None:
    """Add cards to a bag."""
    bag[card] = bag.get(card, 0) + count


def pull(bag: Bag, card: str, count: int = 1) -> None:
    """Remove cards from a bag. Raises LookupError if it does not hold so many."""
    left = bag[card] - count
    if left < 0:
        raise LookupError(f"there are not {count} of {card}")
    if left:
        bag[card] = left
    else:
        del bag[card]


def ordered(bag: Bag) -> list[str]:
    """List a bag's cards in the order of their codes, unknown ones last."""
    known = sorted(bag, key=lambda card: (card == UNKNOWN, card))
    return [card for card in known for _ in range(bag[card])]


class Zone(msgspec.Struct):
    """A hand or discard pile: its cards, `??` for unknown ones, and those that everybody knows of."""

    cards: Bag
    public: Bag

    @property
    def count(self) -> int:
        """How many cards it holds."""
        return sum(self.cards.values())

    def add(self, card: str, *, shown: bool) -> None:
        """Put a card in; shown to everybody, or not."""
        put(self.cards, card)
        if shown and card != UNKNOWN:
            put(self.public, card)

    def copy(self) -> Zone:
        """An independent copy."""
        return Zone(self.cards.copy(), self.public.copy())
