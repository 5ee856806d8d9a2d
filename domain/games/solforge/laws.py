"""The laws of SolForge Fusion: what holds in every state, whatever was ruled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from domain.contract.game import UNKNOWN, Seat, seat_name
from domain.contract.law import Breach
from domain.frame.conservation import CONSERVED, agreed, counted, possible, shown
from domain.games.solforge.cards.book import book
from domain.games.solforge.state import LANES, SolState

RESULT: Final = "the result agrees with the Health"


def laws(state: SolState, began: SolState) -> Iterator[Breach]:
    """Name every law that a state breaks; `began` is that before anything has happened."""
    for seat in (0, 1):
        yield from cards(state, began, seat)
    if state.turn and state.forge < 0:
        yield Breach("one seat has the Forge", "nobody has; `forge A`")
    if state.phase == "action" and state.step and state.active < 0:
        yield Breach("an Action Step is a seat's", f"step {state.step} is nobody's; `step 1`")
    yield from in_play(state)
    yield from survived(state)


def cards_of(state: SolState, seat: Seat) -> Counter[str]:
    """All cards of a seat, wherever they lie, but those aside and one that is just played."""
    side = state.sides[seat]
    found: Counter[str] = Counter(p.code for p in state.in_play.values() if p.owner == seat)
    zones = (side.unseen, side.hand.cards, side.discard.cards, side.upgrades, side.banished)
    for bag in zones:
        found.update(bag)
    found.update(side.top)
    return found


def cards(state: SolState, began: SolState, seat: Seat) -> Iterator[Breach]:
    """No card of a seat's decks is there more often than at the beginning; the deck agrees with it.

    Minions and the other sides of cards come into the game, and what is aside is out of it.
    """
    side = state.sides[seat]
    name = seat_name(seat)
    zones = {
        "deck": side.unseen,
        "hand": side.hand.cards,
        "discard pile": side.discard.cards,
        "Upgrade Pile": side.upgrades,
        "Banish Pile": side.banished,
    }
    yield from possible(seat, zones)
    there, first = cards_of(state, seat), cards_of(began, seat)
    doubled = {c: n - first[c] for c, n in there.items() if n > first[c] > 0}
    if doubled:
        yield Breach(
            CONSERVED,
            f"of {name}'s cards {counted(doubled)} are too many; each lies in one place: take it out of "
            "the one that it comes from",
        )
    unknown = side.hand.cards.get(UNKNOWN, 0) + side.discard.cards.get(UNKNOWN, 0)
    known = sum(card != UNKNOWN for card in side.top)
    yield from agreed(seat, side.unseen, side.deck - known + unknown, "cards")
    if not max(side.open, side.peeked, len(side.top)) <= side.deck:
        what = f"{name}'s deck holds {side.deck}, of which {len(side.top)} are known"
        yield Breach("piles hold cards", f"{what}; no more than there are")
    yield from shown(seat, side.hand.cards, side.hand.public, "hand")
    yield from shown(seat, side.discard.cards, side.discard.public, "discard pile")
    known_cards = book(state.cards)
    strange = sorted(card for card in there if card != UNKNOWN and card not in known_cards.faces)
    if strange or side.forgeborn not in known_cards.forgeborn:
        yield Breach("cards are in the book", f"{(*strange, side.forgeborn)[0]} is no card")


def in_play(state: SolState) -> Iterator[Breach]:
    """A lane of a side has one creature and one Exalt at most."""
    taken = Counter((p.seat, p.lane, p.exalt) for p in state.in_play.values())
    for (seat, lane, exalt), count in taken.items():
        what = "Exalts" if exalt else "creatures"
        if count > 1:
            yield Breach(
                "a lane is one creature's", f"{seat_name(seat)} has {count} {what} in {lane}"
            )
        if lane not in LANES:
            yield Breach("lanes are 1 to 5", f"{seat_name(seat)} has {what} in lane {lane}")


def survived(state: SolState) -> Iterator[Breach]:
    """Who won by the rules has more Health."""
    if not state.over or state.why not in ("health", "sudden"):
        return
    a, b = (side.health for side in state.sides)
    leader = None if a == b else int(b > a)
    ended = f"{'nobody' if state.winner is None else seat_name(state.winner)} has won"
    score = f"{a}:{b} ({state.why})"
    if leader is None or (state.why == "health" and min(a, b) > 0):
        yield Breach(
            RESULT,
            f"{ended} {score}, where nobody has lost; take the end back, or say with it how the match "
            "ended: `end draw agreed`",
        )
    elif state.winner != leader:
        right = seat_name(leader)
        yield Breach(RESULT, f"{ended} {score}; say with it who has: `end {right} {state.why}`")
