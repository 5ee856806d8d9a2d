"""Bots: one that chooses at random, and one that counts what an action does."""

from __future__ import annotations

import random
from collections.abc import Mapping

from domain.contract.game import Action, Ask, Bot
from domain.games.solforge import actions as a
from domain.games.solforge.sensible_bot import sensible
from domain.games.solforge.state import SolState


def at_random(_: SolState, ask: Ask, rng: random.Random) -> Action:
    """Any legal action; in an Action Step first which kind, each as likely as another."""
    choices: list[Action] = list(ask.choices)
    if ask.about == "step":
        kinds: dict[tuple[type[Action], str], list[Action]] = {}
        for action in choices:
            name = action.card if isinstance(action, a.Play) else ""
            kinds.setdefault((type(action), name), []).append(action)
        choices = list(kinds.values())[int(rng.random() * len(kinds))]
    return choices[int(rng.random() * len(choices))]


BOTS: Mapping[str, Bot] = {"random": at_random, "sensible": sensible}
