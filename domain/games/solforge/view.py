"""What a seat knows of the state: the other side's hidden cards as far as everybody can work them out."""

from __future__ import annotations

from domain.contract.game import UNKNOWN, Seat
from domain.frame.bags import Bag, Zone, in_order, put
from domain.games.solforge.state import Side, SolState


def hide(zone: Zone, unseen: Bag) -> None:
    """Leave only what everybody knows of a zone; what is hidden in it can be anything unseen."""
    for card, count in zone.cards.items():
        hidden = count - zone.public.get(card, 0)
        if hidden and card != UNKNOWN:
            put(unseen, card, hidden)
    zone.hide()


def hide_top(side: Side) -> None:
    """Leave of the deck's known top cards only those that everybody saw put there."""
    for card in side.top[side.open :]:
        if card != UNKNOWN:
            put(side.unseen, card)
    del side.top[side.open :]


def view(state: SolState, seat: Seat | None) -> SolState:
    """The state as a seat (None: a spectator) knows it."""
    seen = state.copy()
    for other, side in enumerate(seen.sides):
        if other == seat:
            continue
        hide(side.hand, side.unseen)
        hide(side.discard, side.unseen)
        hide_top(side)
        side.unseen = in_order(side.unseen)
    return seen
