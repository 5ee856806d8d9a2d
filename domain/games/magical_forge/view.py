"""What a seat knows of the state: of the other side all that everybody sees, and nothing of its lists."""

from __future__ import annotations

from domain.contract.game import Seat
from domain.frame.bags import Bag
from domain.games.magical_forge.cards.book import Book, book
from domain.games.magical_forge.state import COPIES, MagicalState


def any_cards(known: Book, pile: str, seen: Bag) -> Bag:
    """What can be in a Deck or Spell Deck of an unknown list: three of each card, less what was seen."""
    left = {code: COPIES - seen.get(code, 0) for code in known.pool[pile]}
    return {code: count for code, count in left.items() if count > 0}


def view(state: MagicalState, seat: Seat | None) -> MagicalState:
    """The state as a seat (None: a spectator) knows it."""
    seen = state.copy()
    known = book(state.cards)
    for other, side in enumerate(seen.sides):
        if other != seat:
            deck, spells = state.open_cards(other)
            side.deck.unseen = any_cards(known, "deck", deck)
            side.spells.unseen = any_cards(known, "spells", spells)
            side.deck.hand.hide()
            side.spells.hand.hide()
    return seen
