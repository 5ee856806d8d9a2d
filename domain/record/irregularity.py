"""Irregular decisions: what is not legal can stand in a record if it can be written as a line."""

from __future__ import annotations

from typing import Any

from domain.contract.errors import IMPOSSIBLE, GameError
from domain.contract.game import Action, Ask, Game
from domain.record.events import Ruled


class Heard(Exception):
    """A line that is read has decided something."""

    def __init__(self, action: Action) -> None:
        super().__init__()
        self.action = action


class Listener:
    """A match as a notation sees it, which only listens to the first decision of a line."""

    insists = True

    def __init__(self, state: Any, ask: Ask) -> None:
        self.state = state
        self.ask: Ask | None = ask

    def decide(self, action: Action) -> None:
        """Tell what was decided. Raises Heard."""
        raise Heard(action)

    def settle(self) -> None:
        """Nothing is forced."""


def writable(game: Game, state: Any, ask: Ask, step: Ruled[Any, Any]) -> bool:
    """Return whether a decision is written as a line that is read as this decision. Changes nothing.

    `state` is that before it, `ask` what was asked.
    """
    going_on = ask.about not in game.notation.opens
    try:
        lines, _ = game.notation.write(state.copy(), (step,), going_on)
        game.notation.read(Listener(state, ask), lines[-1])
    except Heard as heard:
        return bool(heard.action == step.action)
    except (GameError, *IMPOSSIBLE):
        return False
    return False
