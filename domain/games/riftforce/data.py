"""The state as plain data for programs, with the ids and unseen cards that no board shows."""

from __future__ import annotations

from typing import Any

from domain.contract.game import SEAT_NAMES
from domain.games.riftforce.cards import GUILDS, LOCATIONS, ordered
from domain.games.riftforce.state import Elemental, RiftState


def data(state: RiftState) -> dict[str, Any]:
    """The state as plain data, the same whatever order things happened in."""

    def on(e: Elemental) -> dict[str, Any]:
        found: dict[str, Any] = {"card": e.card, "damage": e.damage, "id": e.id}
        if e.owner != e.seat:
            found["owner"] = SEAT_NAMES[e.owner]
        return found

    return {
        "turn": state.turn,
        "active": SEAT_NAMES[state.active] if state.active >= 0 else None,
        "start": SEAT_NAMES[state.start] if state.start >= 0 else None,
        "over": state.over,
        "winner": SEAT_NAMES[state.winner] if state.winner is not None else None,
        "why": state.why or None,
        "score": {name: state.hands[seat].score for seat, name in enumerate(SEAT_NAMES)},
        "display": [GUILDS[guild] for guild in state.display],
        "locations": [
            {
                "location": location,
                **{
                    name: [on(e) for e in state.sides[seat][location]]
                    for seat, name in enumerate(SEAT_NAMES)
                },
            }
            for location in LOCATIONS
        ],
        "seats": {
            name: {
                "guilds": [GUILDS[guild] for guild in hand.guilds],
                "hand": ordered(hand.hand),
                "pile": hand.pile,
                "unseen": ordered(hand.unseen),
                "discard": ordered(hand.discard),
            }
            for name, hand in zip(SEAT_NAMES, state.hands, strict=True)
        },
    }
