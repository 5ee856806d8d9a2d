"""What the dealer may deal or turn up: any cards that can still be there, or unknown ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from domain.contract.game import UNKNOWN, Seat
from domain.frame.bags import Bag
from domain.frame.deals import Deals
from domain.games.magical_forge.actions import Deal, DealSpells, Random, Reveal
from domain.games.magical_forge.cards.book import Book
from domain.games.magical_forge.state import Pile


class DealsSpells(Deals):
    """The legal deals of Spells to a seat."""

    __slots__ = ()
    action = DealSpells
    cards = "Spells"
    where = "be there"


class DealsCards(Deals):
    """The legal deals of so many cards of a Deck; `announced`: all learn how many are Creatures."""

    __slots__ = ("announced", "book")
    action = Deal
    where = "be there"

    def __init__(self, seat: Seat, count: int, pile: Pile, book: Book, *, announced: bool) -> None:
        super().__init__(seat, count, pile)
        self.book = book
        self.announced = announced

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Deal) or not self.possible(action.seat, action.cards):
            return False
        if not self.announced:
            return action.creatures == -1
        sure = self.creatures(action.cards)
        return sure <= action.creatures <= sure + action.cards.count(UNKNOWN)

    def creatures(self, cards: tuple[str, ...]) -> int:
        """How many of the known cards are Creatures."""
        known = self.book.cards
        return sum(card != UNKNOWN and known[card].kind == "creature" for card in cards)

    def __iter__(self) -> Iterator[Any]:
        """Yield the deals that say nothing but how many are Creatures."""
        for creatures in range(self.count + 1) if self.announced else (-1,):
            yield Deal(self.seat, (UNKNOWN,) * self.count, creatures)

    def sample(self, rng: random.Random) -> Any:
        """Deal at random, every card of the pile as likely as any other."""
        dealt: Deal = super().sample(rng)
        return Deal(self.seat, dealt.cards, self.creatures(dealt.cards) if self.announced else -1)

    def why_not(self, action: Any) -> str:
        """Say why another deal is not legal."""
        if not isinstance(action, Deal) or not self.possible(action.seat, action.cards):
            return super().why_not(action)
        if not self.announced:
            return "no Spells follow this draw: nobody is told how many are Creatures"
        return f"{action.creatures} of these cards cannot be Creatures"


class Weighted:
    """Single cards that the dealer may turn up or take, each as often as it can be there."""

    __slots__ = ("actions", "weights")

    def __init__(self, bag: Bag, action: Callable[[str], Any]) -> None:
        self.actions = [action(card) for card in sorted(bag)]
        self.weights = [bag[card] for card in sorted(bag)]

    def __contains__(self, action: object) -> bool:
        return action in self.actions

    def __iter__(self) -> Iterator[Any]:
        return iter(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def sample(self, rng: random.Random) -> Any:
        """One at random."""
        return rng.choices(self.actions, self.weights)[0]

    def why_not(self, _: Any) -> str:
        """Why another card cannot be it."""
        return "that card cannot be there"


def turned_up(seat: Seat, pile: Pile) -> Weighted:
    """What the top card of a pile can be."""
    return Weighted(pile.unseen, lambda card: Reveal(seat, card))


def in_hand(*piles: Pile) -> Weighted:
    """What a card taken at random from a hand (of these piles) can be."""
    bag: Bag = {}
    for pile in piles:
        for card, count in pile.hand.cards.items():
            if card != UNKNOWN:
                bag[card] = bag.get(card, 0) + count
            else:
                for other, among in pile.unseen.items():
                    bag[other] = bag.get(other, 0) + min(count, among)
    return Weighted(bag, Random)
