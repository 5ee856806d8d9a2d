"""Cards as bags, and hands and piles of which not everybody knows everything; shared by games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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


def listed(bag: Bag) -> list[str]:
    """Every card of a bag, as often as it holds it."""
    return [card for card, count in bag.items() for _ in range(count)]


def shrink(bag: Bag, count: int) -> None:
    """Take cards out of a bag until it holds so many, the last in the order of codes first."""
    have = sum(bag.values())
    for card in sorted(bag, reverse=True):
        if have > count:
            drop = min(bag[card], have - count)
            pull(bag, card, drop)
            have -= drop


def by_code(card: str) -> tuple[bool, str]:
    """Where a card stands among others: in the order of codes, unknown ones last."""
    return card == UNKNOWN, card


def in_order(bag: Bag, key: Callable[[str], Any] = by_code) -> Bag:
    """The same bag, in an order that says nothing about how it was filled."""
    return {card: bag[card] for card in sorted(bag, key=key)}


def ordered(bag: Bag, key: Callable[[str], Any] = by_code) -> list[str]:
    """Every card of a bag, in an order that says nothing about how it was filled."""
    return listed(in_order(bag, key))


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

    @property
    def hidden(self) -> int:
        """How many of its cards not everybody knows."""
        return self.count - sum(self.public.values())

    def holds(self, card: str, unseen: Bag) -> bool:
        """Return True if a card can be in it: known to be, or one of the unknown may be it."""
        return card in self.cards or (UNKNOWN in self.cards and card in unseen)

    def possible(self, unseen: Bag) -> list[str]:
        """Return the different cards that can be in it, in the order of their codes."""
        found = {card for card in self.cards if card != UNKNOWN}
        if UNKNOWN in self.cards:
            found |= set(unseen)
        return sorted(found)

    def take(self, card: str, unseen: Bag) -> None:
        """Take a card out; an unknown one is bound to it, and seen, if it was not known.

        Raises LookupError if it cannot be there.
        """
        if card in self.cards:
            pull(self.cards, card)
        else:
            pull(self.cards, UNKNOWN)
            if card != UNKNOWN:
                pull(unseen, card)
        if card in self.public:
            pull(self.public, card)

    def hide(self) -> None:
        """Leave only what everybody knows of it; the other cards become unknown ones."""
        hidden = self.hidden
        self.public = in_order(self.public)
        self.cards = self.public.copy()
        if hidden:
            self.cards[UNKNOWN] = hidden

    def copy(self) -> Zone:
        """An independent copy."""
        return Zone(self.cards.copy(), self.public.copy())
