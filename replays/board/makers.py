"""The board of a state as a viewer sees it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Final, TypeAlias

import msgspec

from domain.contract.board import Board
from domain.contract.errors import GameError
from domain.contract.game import Game, Result
from domain.games import OWN
from domain.games.plugins import by_name, leave_out, loaded, named
from domain.record.events import Opened
from replays.cursor import ALL, Viewer, viewer_name

GROUP: Final = "ludograph.boards"
"""Entry points by which an installed game can bring its board apart: `nim = "nim_game:board"`."""

Maker: TypeAlias = Callable[[Game, Any, Opened | None, str], Board]
"""Makes a board of what is known of a state; `eyes` says through whose eyes: A, B, spectator, all."""


def board_of(
    game: Game,
    state: Any,
    opened: Opened | None = None,
    seat: Viewer = ALL,
    result: Result | None = None,
) -> Board:
    """Make the board of a state through a viewer's eyes; nothing hidden from them is in it.

    A state that was folded through the same eyes gives the same board. `opened` says who sits where.
    `result` is how the match has ended, where it ended otherwise than by its rules, which the state
    alone does not show.
    """
    known = state if seat is ALL else game.view(state, seat)
    made = maker(game.key)
    eyes = viewer_name(seat)
    board = made(game, known, opened, eyes) if made else seen(game.board(known), opened, eyes)
    if result is None or state.over:
        return board
    winner = "" if result.winner is None else board.seats[result.winner].seat
    return board.ended(winner, f"{result.outcome} ({result.why})")


def seen(board: Board, opened: Opened | None, eyes: str) -> Board:
    """The board with the names of who sits there, and through whose eyes it is."""
    names = opened.players if opened else tuple(info.seat for info in board.seats)
    seats = tuple(
        msgspec.structs.replace(info, player=name)
        for info, name in zip(board.seats, names, strict=True)
    )
    return msgspec.structs.replace(board, seats=seats, eyes=eyes)


@cache
def maker(key: str) -> Maker | None:
    """Find what makes the boards of a game that brings them by an entry point of their own.


    None for a game that lays out its board itself. One that cannot be used is named and left out.
    """
    if key in OWN:
        return None
    point = by_name(entry_points(group=GROUP), OWN, "board").get(key)
    if point is None:
        return None
    try:
        found: Maker = loaded(point, "board")
    except GameError as error:
        leave_out(error.message)
        return None
    if not callable(found):
        leave_out(f"the installed board {named(point)} cannot be used: it is no function")
        return None
    return found
