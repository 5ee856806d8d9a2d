"""One moment of a match for programs, and what is asked where it ends."""

from __future__ import annotations

from typing import Any

from domain.contract.errors import IMPOSSIBLE, GameError
from domain.contract.game import DEALER, seat_name
from domain.record.match import Match
from replays import position_text
from replays.annotations import asides
from replays.cursor import ALL, Cursor, readable, viewer_name
from replays.diff import last_difference


def moment(cursor: Cursor) -> dict[str, Any]:
    """A place in a match as plain data."""
    result = position_text.result_here(cursor)
    with readable(cursor.match_id, cursor.number):
        difference = last_difference(cursor)
        board = cursor.game.data(cursor.state)
        return {
            "match": cursor.match_id,
            "game": cursor.game.key,
            "players": cursor.opened.players,
            "on": cursor.opened.day(),
            "seen_by": viewer_name(cursor.seat),
            "step": cursor.number,
            "place": cursor.n,
            "steps": len(cursor),
            "variation": cursor.to,
            "stands": not cursor.aside or cursor.number in (0, *cursor.seen.numbers),
            "turn": cursor.turn_number,
            "turns": cursor.turns,
            "totals": cursor.game.notation.totals(cursor.state),
            "result": result
            and {
                "winner": None if result.winner is None else seat_name(result.winner),
                "outcome": result.outcome,
                "why": result.why,
                "totals": result.totals,
            },
            "line": position_text.notation(cursor) or None,
            "beside": [aside.plain for aside in asides(cursor)],
            "did": difference,
            "board": board,
        }


def asked(cursor: Cursor) -> dict[str, Any] | None:
    """What is asked at the end of an unfinished match, and the legal answers in words.

    The rules are asked over what the viewer knows; the answers of another seat, which depend on its
    hand, are left out.
    """
    if cursor.n != len(cursor) or cursor.to is not None:
        return None
    try:
        ask = Match(cursor.game, cursor.opened.settings, cursor.steps).ask
    except (GameError, *IMPOSSIBLE):
        return None
    if ask is None:
        return None
    found: dict[str, Any] = {"seat": seat_name(ask.seat), "about": ask.about}
    if cursor.seat is ALL or ask.seat in (cursor.seat, DEALER):
        with readable(cursor.match_id, cursor.number):
            found["options"] = cursor.game.notation.words(cursor.state, ask)
    return found
