"""Where a card is that was named and cannot be played: for messages that help."""

from __future__ import annotations

from typing import Final

from domain.contract.errors import GameError
from domain.contract.game import Seat, seat_name
from domain.frame.scanner import unreadable
from domain.games.solforge.cards.book import book
from domain.games.solforge.notation.names import find, nearest_codes
from domain.games.solforge.state import SolState

MOST_NAMED: Final = 12
"""What could be meant that a message names; of more it names none."""


def piles(state: SolState, seat: Seat) -> dict[str, list[str]]:
    """The cards of a seat that are not in hand, pile by pile, in words."""
    side = state.sides[seat]
    return {
        "in play": [p.code for p in state.in_play.values() if p.owner == seat],
        "in the discard pile": [c for c in side.discard.cards if c != "??"],
        "still in the deck": sorted({*side.unseen, *side.top} - {"??"}),
        "banished": list(side.banished),
        "in the Upgrade Pile": list(side.upgrades),
    }


def own_cards(state: SolState, seat: Seat) -> list[str]:
    """Every card of a seat, wherever it is."""
    side = state.sides[seat]
    found = [c for cards in piles(state, seat).values() for c in cards]
    return list(dict.fromkeys([*(c for c in side.hand.cards if c != "??"), *found]))


def where(state: SolState, seat: Seat, code: str) -> str:
    """Where a card of a seat is, or why it has none, in words."""
    face = book(state.cards).faces.get(code)
    if face is not None and face.card.minion:
        return "it is a Minion, and Minions are not played from hand"
    for words, cards in piles(state, seat).items():
        if code in cards:
            return f"it is {words}"
    other = seat_name(1 - seat)
    if code in own_cards(state, 1 - seat):
        return f"it is {other}'s card"
    return "it is in neither deck"


def not_in_hand(state: SolState, seat: Seat, code: str, column: int) -> GameError:
    """The error for a card that is not in hand, with where it is."""
    return unreadable(
        f"{code} is not in {seat_name(seat)}'s hand: {where(state, seat, code)}", column
    )


def no_such_card(
    state: SolState,
    seat: Seat,
    text: str,
    column: int,
    legal: tuple[str, ...],
    held: str = "is not in {seat}'s hand",
) -> GameError:
    """The error for words that mean no card in hand: where such a card is, or what was meant."""
    side = state.sides[seat]
    possible = side.possible(side.hand)
    first = text.split("-")[0].lower()
    if first in ("level", "lvl"):
        return unreadable("only the early edition levels cards up from hand", column)
    if first in ("forge", "start"):
        return unreadable("who has the Forge first was tossed already", column)
    faces = book(state.cards).faces
    for pool in (own_cards(state, seat), own_cards(state, 1 - seat), faces):
        if found := find(text, pool):
            shown = found[0]
            more = ", …" if len(found) > 4 else ""
            not_there = held.format(seat=seat_name(seat))
            return unreadable(
                f"{text!r} ({', '.join(found[:4])}{more}) {not_there}: {where(state, seat, shown)}",
                column,
            )
    near = nearest_codes(text, legal) or nearest_codes(text, possible)
    near = near or nearest_codes(text, own_cards(state, seat)) or nearest_codes(text, faces)
    few = legal if len(legal) <= MOST_NAMED else ()
    return unreadable(f"no card here is called {text!r}", column, tuple(near) or few)
