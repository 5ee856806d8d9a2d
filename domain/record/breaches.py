"""Breaches of a game's laws: what a state breaks, and what people may not enter by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.contract.errors import IMPOSSIBLE, GameError, Reason
from domain.contract.game import Game
from domain.contract.law import Breach


def breaches(game: Game, settings: Mapping[str, str], state: Any) -> tuple[Breach, ...]:
    """Return every law of a game that a state of a match breaks; mostly none."""
    try:
        return tuple(game.laws(state, settings))
    except IMPOSSIBLE as error:
        return (Breach("a state can be looked at", f"it cannot ({type(error).__name__}: {error})"),)


def broken_since(
    game: Game, settings: Mapping[str, str], before: Any, after: Any
) -> tuple[Breach, ...]:
    """Return the breaches of a state, but of laws that were broken before already."""
    found = breaches(game, settings, after)
    old = {breach.law for breach in breaches(game, settings, before)} if found else set()
    return tuple(breach for breach in found if breach.law not in old)


def check_laws(
    game: Game, settings: Mapping[str, str], before: Any, after: Any, column: int = 0
) -> None:
    """Refuse what was entered by hand if a law is broken after it that was not before.

    Raises GameError (ILLEGAL) with the law, and what would be right.
    """
    for breach in broken_since(game, settings, before, after):
        raise GameError(
            Reason.ILLEGAL, f"that breaks a law of {game.name}; {breach.text}", column=column
        )
