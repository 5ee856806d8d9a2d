"""The laws of Magical Forge: what holds in every state, whatever was ruled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from domain.contract.game import UNKNOWN, Seat, seat_name
from domain.contract.law import Breach
from domain.frame.conservation import as_many, conserved, possible, shown
from domain.games.magical_forge.cards.book import book
from domain.games.magical_forge.state import MagicalState, Pile

RESULT: Final = "the result agrees with the Life Points"


def laws(state: MagicalState, began: MagicalState) -> Iterator[Breach]:
    """Name every law that a state breaks; `began` is that before anything has happened."""
    for seat in (0, 1):
        for which in ("deck", "spells"):
            yield from cards(state, began, seat, which)
    if state.turn and state.active < 0:
        yield Breach("a turn is a seat's", f"turn {state.turn} is nobody's; `turn A`")
    yield from on_the_stack(state)
    yield from lived(state)


def pile_of(state: MagicalState, seat: Seat, which: str) -> Pile:
    """A seat's Deck or Spell Deck."""
    side = state.sides[seat]
    return side.deck if which == "deck" else side.spells


def out_of_piles(state: MagicalState, seat: Seat, which: str) -> Counter[str]:
    """The cards of a seat's Deck or Spell Deck that are in play, in the centre or on the stack."""
    found: Counter[str] = Counter()
    if which == "deck":
        found.update(c.card for c in state.creatures(seat))
        on_stack = (item for item in state.stack if item.kind in ("forge", "weapon"))
        found.update(item.card for item in on_stack if item.seat == seat)
        return found
    for c in state.creatures(seat):
        found.update(c.spells)
    found.update(spell.card for spell in state.centre.values() if spell.seat == seat)
    return found


def cards(state: MagicalState, began: MagicalState, seat: Seat, which: str) -> Iterator[Breach]:
    """Each card of a list is in one place; of a list that is not known there are as many cards."""
    pile, first = pile_of(state, seat, which), pile_of(began, seat, which)
    name = "cards of the Deck" if which == "deck" else "Spells"
    zones = {"hand": pile.hand.cards, "discard pile": pile.discard, name: pile.unseen}
    yield from possible(seat, zones)
    there = out_of_piles(state, seat, which)
    for bag in (pile.hand.cards, pile.discard):
        there.update(bag)
    yield from as_many(seat, there.total() + pile.left, first.left, name)
    del there[UNKNOWN]
    if sum(first.unseen.values()) == first.left:
        there.update(pile.unseen)
        yield from conserved(seat, there, first.unseen)
    if pile.left < 0:
        yield Breach(
            "piles hold cards", f"{seat_name(seat)}'s {which} holds {pile.left}; 0 or more"
        )
    yield from shown(seat, pile.hand.cards, pile.hand.public, "hand")
    if strange := sorted(card for card in there if card not in book(state.cards).pool[which]):
        yield Breach("cards are in the book", f"{strange[0]} is none of the {name}")


def on_the_stack(state: MagicalState) -> Iterator[Breach]:
    """What is on the stack are effects of cards of the book."""
    for item in state.stack:
        if item.card not in book(state.cards).cards:
            yield Breach("cards are in the book", f"{item.card} is no card")


def lived(state: MagicalState) -> Iterator[Breach]:
    """Who won by Life Points has some left, and the other none."""
    lives = [side.life for side in state.sides]
    for seat, life in enumerate(lives):
        if life < 0:
            yield Breach("Life Points are a number from 0", f"{seat_name(seat)} has {life}")
    if not state.over or state.why not in ("life", "both"):
        return
    left = [seat for seat, life in enumerate(lives) if life]
    right = {0: ("draw both", None), 1: (f"{seat_name(left[0])} life", left[0]) if left else None}
    words = right.get(len(left))
    ended = f"{'nobody' if state.winner is None else seat_name(state.winner)} has won"
    score = f"{lives[0]}:{lives[1]} ({state.why})"
    if words is None:
        yield Breach(
            RESULT,
            f"{ended} {score}, where both have Life Points left; take the end back, or say with it "
            "how the match ended: `end draw agreed`",
        )
    elif state.winner != words[1]:
        yield Breach(RESULT, f"{ended} {score}; say with it who has: `end {words[0]}`")
