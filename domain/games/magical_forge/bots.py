"""Bots: one that chooses at random, and one that counts what an action does."""

from __future__ import annotations

import random
from collections.abc import Mapping

from domain.contract.game import Action, Ask, Bot
from domain.games.magical_forge.sensible_bot import sensible
from domain.games.magical_forge.state import MagicalState


def at_random(_: MagicalState, ask: Ask, rng: random.Random) -> Action:
    """Any legal action; in a turn first which kind, each as likely as another."""
    choices: list[Action] = ask.choices  # type: ignore[assignment]
    if ask.about == "turn" and len(choices) > 1:
        kinds = list({type(action): None for action in choices})
        kind = kinds[int(rng.random() * len(kinds))]
        choices = [action for action in choices if type(action) is kind]
    return choices[int(rng.random() * len(choices))]


BOTS: Mapping[str, Bot] = {"random": at_random, "sensible": sensible}
