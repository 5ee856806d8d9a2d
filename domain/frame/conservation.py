"""The laws of cards that games share: each is in one place, and what is known and unknown agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from domain.contract.game import UNKNOWN, Seat, seat_name
from domain.contract.law import Breach
from domain.frame.bags import Bag

CONSERVED: Final = "cards are conserved"
AGREE: Final = "piles and hands agree with what was seen"
NAMED: Final = 3
"""How many cards a breach names at most."""


def conserved(seat: Seat, there: Mapping[str, int], right: Mapping[str, int]) -> Iterator[Breach]:
    """Name what is wrong where a seat's cards, wherever they lie, are not those it began with."""
    for less, more, word in ((there, right, "missing"), (right, there, "too many")):
        found = {card: n - less.get(card, 0) for card, n in more.items() if n > less.get(card, 0)}
        if found:
            words = f"{counted(found)} {'is' if sum(found.values()) == 1 else 'are'} {word}"
            yield Breach(CONSERVED, f"of {seat_name(seat)}'s cards {words}; each lies in one place")


def counted(bag: Mapping[str, int]) -> str:
    """Cards in a few words: `2 F5, 1 W6`, and how many more."""
    named = ", ".join(f"{count} {card}" for card, count in islice(sorted(bag.items()), NAMED))
    more = sum(count for _, count in sorted(bag.items())[NAMED:])
    return f"{named} and {more} more" if more else named


def as_many(seat: Seat, now: int, right: int, what: str) -> Iterator[Breach]:
    """Name it where a seat has not as many cards, wherever they lie, as it began with."""
    if now != right:
        yield Breach(CONSERVED, f"{seat_name(seat)} has {now} {what}, and began with {right}")


def agreed(seat: Seat, unseen: Bag, hidden: int, what: str) -> Iterator[Breach]:
    """Name it where not as many cards were not seen as lie hidden in a pile and the hand of a seat."""
    count = sum(unseen.values())
    if count != hidden:
        yield Breach(
            AGREE,
            f"{count} of {seat_name(seat)}'s {what} were not seen, and {hidden} lie hidden; "
            "that is the same number",
        )


def possible(seat: Seat, bags: Mapping[str, Bag]) -> Iterator[Breach]:
    """Name each bag of a seat, by what it is called, that holds less than nothing of a card."""
    for name, bag in bags.items():
        wrong = {card: count for card, count in bag.items() if count < 1}
        if wrong:
            yield Breach(CONSERVED, f"{seat_name(seat)}'s {name} holds {counted(wrong)}; 1 or more")


def shown(seat: Seat, cards: Bag, public: Bag, what: str) -> Iterator[Breach]:
    """Name the cards that everybody knows to be in a seat's hand or pile, and are not."""
    wrong = {c: n - cards.get(c, 0) for c, n in public.items() if n > cards.get(c, 0)}
    if wrong or UNKNOWN in public:
        yield Breach(
            AGREE,
            f"everybody knows {counted(wrong or public)} in {seat_name(seat)}'s {what}, "
            "and they are not there",
        )
