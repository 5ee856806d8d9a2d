"""Cards that nobody has seen yet: which of them a line that deals may name next."""

from __future__ import annotations

import re
from typing import Final

from domain.contract.errors import GameError
from domain.contract.game import SEAT_NAMES, UNKNOWN, Ask, Seat
from domain.games.riftforce.cards import HAND
from domain.games.riftforce.notation.names import CARD, card_code
from domain.games.riftforce.state import RiftState

HAND_LINE: Final = re.compile(r"h(?:a(?:nd?)?)?\s+([AB])\b\s*:?", re.IGNORECASE)
"""The beginning of a line that deals the first hand."""
DRAW_LINE: Final = re.compile(r"(?:\d+\s+)?(?:[AB]\s+)?(c(?:h(?:e(?:ck?)?)?)?)?\s*&", re.IGNORECASE)
"""The beginning of a line that draws: an action, or an answer in the middle of one."""


def drawable(state: RiftState, ask: Ask, typed: str) -> list[str]:
    """The cards that can come next in a line that deals, and `??`; none where nothing is dealt.

    A card is there as often as nobody has seen it, less what the line names already. Once the line
    names as many as are dealt, there are none.
    """
    dealt = _dealt(state, ask, typed.lstrip())
    if dealt is None:
        return []
    seat, count, rest = dealt
    hand = state.hands[seat]
    try:
        phrase = [card_code(found, 0, hand.guilds) for found in CARD.finditer(rest)]
    except GameError:
        return []
    if len(phrase) >= count:
        return []
    left = [card for card, number in hand.unseen.items() if phrase.count(card) < number]
    return [*left, UNKNOWN]


def _dealt(state: RiftState, ask: Ask, typed: str) -> tuple[Seat, int, str] | None:
    """Who is dealt how many cards by a line, and what the line says of them."""
    if state.turn == 0:
        found = HAND_LINE.match(typed) if ask.about == "draw" else None
        if found is None:
            return None
        seat = SEAT_NAMES.index(found[1].upper())
        return None if state.hands[seat].count else (seat, HAND, typed[found.end() :])
    found = DRAW_LINE.match(typed)
    if found is None or ask.about != ("turn" if found[1] else "draw"):
        return None
    rest = typed[found.end() :]
    if ask.about == "draw":
        (unknown,) = ask.choices
        return unknown.seat, len(unknown.cards), rest
    hand = state.hands[state.active]
    return state.active, min(HAND - hand.count, hand.pile), rest
