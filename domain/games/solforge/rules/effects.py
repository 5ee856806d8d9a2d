"""All effects there are: how each kind of step resolves, and what it needs to be possible."""

from __future__ import annotations

from domain.games.solforge.rules import (
    effects_board,
    effects_cards,
    effects_flip,
    effects_flow,
    effects_moves,
    effects_numbers,
    effects_play,
    feasibility,
)
from domain.games.solforge.rules.resolution import EFFECTS, NEEDS


def register() -> None:
    """Make the steps known to those who resolve them; done once, where turns are played."""
    for module in (
        effects_numbers,
        effects_board,
        effects_moves,
        effects_flip,
        effects_cards,
        effects_play,
        effects_flow,
    ):
        EFFECTS.update(module.EFFECTS)
    NEEDS[:] = [feasibility.can_do]
