"""What a seat knows of the state: the other hand as far as everybody can work it out."""

from __future__ import annotations

from domain.contract.game import UNKNOWN, Seat
from domain.games.riftforce.board import ORDER
from domain.games.riftforce.state import Bag, RiftState, put


def in_order(bag: Bag) -> Bag:
    """The same bag, in an order that says nothing about how it was filled."""
    return {card: bag[card] for card in sorted(bag, key=ORDER.__getitem__)}


def view(state: RiftState, seat: Seat | None) -> RiftState:
    """The state as a seat (None: a spectator) knows it."""
    seen = state.copy()
    for other, hand in enumerate(seen.hands):
        if other == seat:
            continue
        hidden = hand.hand.copy()
        unknown = hidden.pop(UNKNOWN, 0)
        for card, count in hidden.items():
            secret = count - hand.public.get(card, 0)
            if secret:
                unknown += secret
                put(hand.unseen, card, secret)
        hand.hand = in_order(hand.public)
        hand.public = hand.hand.copy()
        if unknown:
            hand.hand[UNKNOWN] = unknown
        hand.unseen = in_order(hand.unseen)
        hand.discard = in_order(hand.discard)
    return seen
