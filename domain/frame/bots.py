"""How bots choose among the answers to a question, whatever the game."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from domain.contract.game import Action, Ask

EQUAL: Final = 1e-9
"""Answers whose values differ by no more are worth the same."""


def best(ask: Ask, value: Callable[[Any], float]) -> list[Action]:
    """Return the answers to a question that have the highest value."""
    choices: list[Action] = list(ask.choices)
    values = [value(action) for action in choices]
    most = max(values) - EQUAL
    return [c for c, v in zip(choices, values, strict=True) if v >= most]


def one_of(actions: list[Action], rng: random.Random) -> Action:
    """Return one of some actions at random; no number is drawn where there is only one."""
    return actions[0] if len(actions) == 1 else actions[int(rng.random() * len(actions))]
