"""From a state to its board: each game's own, one that is installed with a game, or a plain one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final, TypeAlias

import msgspec

from domain.contract.errors import GameError
from domain.contract.game import Game, Result
from domain.games.plugins import by_name, leave_out, loaded, named
from domain.record.events import Opened
from replays.board.model import Board
from replays.cursor import ALL, Viewer, viewer_name

GROUP: Final = "ludograph.boards"
"""Entry points by which an installed game brings its board: `nim = "nim_game:board"`."""

OWN: Final = {
    "riftforce": ".riftforce",
    "solforge": ".solforge",
    "magical_forge": ".magical_forge",
}
"""Modules with a function `board(game, state, opened, eyes)`."""

Maker: TypeAlias = Callable[[Game, Any, Opened | None, str], Board]
"""Makes a board of what is known of a state; `eyes` says through whose eyes: A, B, spectator, all."""


def board_of(
    game: Game,
    state: Any,
    opened: Opened | None = None,
    seat: Viewer = ALL,
    result: Result | None = None,
) -> Board:
    """The board of a state through a viewer's eyes; nothing that is hidden from them is in it.

    A state that was folded through the same eyes gives the same board. `result` is how the match
    has ended, where it ended otherwise than by its rules, which the state alone does not tell.
    """
    known = state if seat is ALL else game.view(state, seat)
    board = maker(game.key)(game, known, opened, viewer_name(seat))
    return board if result is None or state.over else closed(board, result)


def closed(board: Board, result: Result) -> Board:
    """A board on which nobody moves any more, and the winner is named."""
    seats = tuple(
        msgspec.structs.replace(info, wins=result.winner == seat)
        for seat, info in enumerate(board.seats)
    )
    status = f"{result.outcome} ({result.why})"
    return msgspec.structs.replace(board, seats=seats, to_move="", status=status)


@cache
def maker(key: str) -> Maker:
    """What makes the boards of a game; an installed one that cannot be used is said and left out."""
    if key in OWN:
        own: Maker = import_module(OWN[key], __package__).board
        return own
    from replays.board.plain import board as plain

    point = by_name(entry_points(group=GROUP), OWN, "board").get(key)
    if point is None:
        return plain
    try:
        found = loaded(point, "board")
    except GameError as error:
        leave_out(error.message)
        return plain
    if not callable(found):
        leave_out(f"the installed board {named(point)} cannot be used: it is no function")
        return plain
    return brought(found)


def brought(found: Any) -> Maker:
    """What makes the boards of an installed game."""
    making: Maker = found
    return making
