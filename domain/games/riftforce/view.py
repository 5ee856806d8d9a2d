"""What a seat knows of the state: the other hand as far as everybody can work it out."""

from __future__ import annotations

from domain.contract.game import UNKNOWN, Seat
from domain.frame.bags import in_order, put
from domain.games.riftforce.cards import ORDER
from domain.games.riftforce.state import RiftState


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
        hand.hand = in_order(hand.public, ORDER.__getitem__)
        hand.public = hand.hand.copy()
        if unknown:
            hand.hand[UNKNOWN] = unknown
        hand.unseen = in_order(hand.unseen, ORDER.__getitem__)
        hand.discard = in_order(hand.discard, ORDER.__getitem__)
    return seen
