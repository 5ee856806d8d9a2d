"""What the dealer may deal or turn up: any cards that can still be there, or unknown ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from domain.contract.game import UNKNOWN, Seat, seat_name
from domain.frame.bags import Bag
from domain.games.magical_forge.actions import Deal, DealSpells, Random, Reveal
from domain.games.magical_forge.cards.book import Book
from domain.games.magical_forge.state import Pile


def listed(bag: Bag) -> list[str]:
    """Every card of a bag."""
    return [card for card, count in bag.items() for _ in range(count)]


class DealsSpells:
    """The legal deals of `count` Spells to a seat; too many to list, easy to check."""

    __slots__ = ("count", "pile", "seat")

    def __init__(self, seat: Seat, count: int, pile: Pile) -> None:
        self.seat = seat
        self.count = count
        self.pile = pile

    def __contains__(self, action: object) -> bool:
        return isinstance(action, DealSpells) and self.possible(action.seat, action.cards)

    def possible(self, seat: Seat, cards: tuple[str, ...]) -> bool:
        """Whether a seat can be dealt these."""
        if seat != self.seat or len(cards) != self.count:
            return False
        wanted = Counter(cards)
        wanted.pop(UNKNOWN, None)
        return all(self.pile.unseen.get(card, 0) >= count for card, count in wanted.items())

    def __iter__(self) -> Iterator[Any]:
        """The deal that says nothing; the others are too many to list."""
        yield DealSpells(self.seat, (UNKNOWN,) * self.count)

    def __len__(self) -> int:
        return max(2, len(self.pile.unseen))

    def sample(self, rng: random.Random) -> Any:
        """Deal at random, every card of the pile as likely as any other."""
        return DealSpells(self.seat, tuple(rng.sample(listed(self.pile.unseen), self.count)))

    def why_not(self, action: Any) -> str:
        """Why another deal is not legal."""
        if not isinstance(action, DealSpells):
            return f"seat {seat_name(self.seat)} draws first: {self.count} Spells"
        return self.wrong(action.seat, action.cards, "Spells")

    def wrong(self, seat: Seat, cards: tuple[str, ...], what: str) -> str:
        """What is wrong with the cards of a deal."""
        if seat != self.seat:
            return f"it is seat {seat_name(self.seat)} that draws here"
        if len(cards) != self.count:
            return f"{self.count} {what} are drawn here, not {len(cards)}"
        return f"not all of these {what} can be there"


class Deals(DealsSpells):
    """The legal deals of so many cards of a Deck; `announced`: all learn how many are Creatures."""

    __slots__ = ("announced", "book")

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
        """The deals that say nothing but how many are Creatures."""
        for creatures in range(self.count + 1) if self.announced else (-1,):
            yield Deal(self.seat, (UNKNOWN,) * self.count, creatures)

    def sample(self, rng: random.Random) -> Any:
        """Deal at random, every card of the pile as likely as any other."""
        cards = tuple(rng.sample(listed(self.pile.unseen), self.count))
        return Deal(self.seat, cards, self.creatures(cards) if self.announced else -1)

    def why_not(self, action: Any) -> str:
        """Why another deal is not legal."""
        if not isinstance(action, Deal):
            return f"seat {seat_name(self.seat)} draws first: {self.count} cards"
        if self.possible(action.seat, action.cards):
            if not self.announced:
                return "no Spells follow this draw: nobody is told how many are Creatures"
            return f"{action.creatures} of these cards cannot be Creatures"
        return self.wrong(action.seat, action.cards, "cards")


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
