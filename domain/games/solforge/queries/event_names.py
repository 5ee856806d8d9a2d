"""The names under which what happened this turn is remembered."""

from __future__ import annotations

from domain.games.solforge.cards import nodes as n
from domain.games.solforge.state import SolState

OF_PLAYERS = {
    "damaged": ("player damaged",),
    "gains health": ("player gains health",),
    "loses health": ("player loses health", "player damaged"),
}
"""Events that are remembered by another name when they happen to players."""
OF_DOERS = {"damages": ("damaged", "player damaged"), "slay": ("destroyed",)}
"""Events that are about who does it, with the names they are remembered by."""


def remembered(event: str, who: n.Filter | None) -> tuple[str, ...]:
    """The names under which an event is remembered."""
    if event in OF_DOERS:
        return OF_DOERS[event]
    if event == "enters":
        return ("moved", "enters play")
    players = OF_PLAYERS.get(event, ())
    if who is None:
        return (event, *players)
    return players if who.kind == "player" and players else (event,)


def happened_to(state: SolState, number: int, event: str) -> bool:
    """Whether something happened this turn to something in play, or by it (damages)."""
    events = remembered(event, n.Filter())
    if event in OF_DOERS:
        return any(h.event in events and h.source == number for h in state.history)
    return any(h.event in events and h.id == number for h in state.history)
