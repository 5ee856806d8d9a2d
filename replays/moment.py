"""One moment of a match for programs, and what is asked where it ends."""

from __future__ import annotations

from typing import Any

from domain.errors import GameError
from domain.game import DEALER, seat_name
from domain.match import Match
from replays import frames
from replays.cursor import ALL, Cursor, readable, viewer_name
from replays.diff import last_difference


def moment(cursor: Cursor) -> dict[str, Any]:
    """A place in a match as plain data."""
    with readable(cursor.match_id, cursor.n):
        result = cursor.game.result(cursor.state)
        difference = last_difference(cursor)
        board = cursor.game.board(cursor.state)
        return {
            "match": cursor.match_id,
            "game": cursor.game.key,
            "players": cursor.opened.players,
            "on": cursor.opened.day(),
            "seen_by": viewer_name(cursor.seat),
            "step": cursor.n,
            "steps": len(cursor),
            "turn": cursor.turn_number,
            "turns": cursor.turns,
            "totals": cursor.game.notation.totals(cursor.state),
            "result": result
            and {
                "winner": None if result.winner is None else seat_name(result.winner),
                "why": result.why,
                "totals": result.totals,
            },
            "line": frames.notation(cursor) or None,
            "did": difference,
            "board": board,
        }


def asked(cursor: Cursor) -> dict[str, Any] | None:
    """What is asked at the end of an unfinished match, and the legal answers in words.

    The rules are asked over what the viewer knows; the answers of another seat, which depend on its
    hand, are left out.
    """
    if cursor.n != len(cursor):
        return None
    try:
        ask = Match(cursor.game, cursor.opened.settings, cursor.steps).ask
    except GameError:
        return None
    if ask is None:
        return None
    found: dict[str, Any] = {"seat": seat_name(ask.seat), "about": ask.about}
    if cursor.seat is ALL or ask.seat in (cursor.seat, DEALER):
        with readable(cursor.match_id, cursor.n):
            found["options"] = cursor.game.notation.words(cursor.state, ask)
    return found
