"""Bots: one that chooses at random, and one that counts what an action does."""

from __future__ import annotations

import random
from collections.abc import Mapping

from domain.contract.game import Action, Ask, Bot
from domain.games.riftforce.sensible_bot import sensible
from domain.games.riftforce.state import RiftState


def at_random(_: RiftState, ask: Ask, rng: random.Random) -> Action:
    """Any legal action; at a turn's start first which kind, each as likely as another."""
    choices = ask.choices
    assert isinstance(choices, list)
    low, high = 0, len(choices)
    if ask.about == "turn":
        low, high = one_kind(choices, rng)
    chosen: Action = choices[low + int(rng.random() * (high - low))]
    return chosen


def one_kind(choices: list[Action], rng: random.Random) -> tuple[int, int]:
    """Where one kind of action, taken at random, begins and ends among a turn's choices."""
    bounds = [0]
    for index in range(1, len(choices)):
        if type(choices[index]) is not type(choices[index - 1]):
            bounds.append(index)  # noqa: PERF401 - a comprehension reads worse
    bounds.append(len(choices))
    kind = int(rng.random() * (len(bounds) - 1))
    return bounds[kind], bounds[kind + 1]


BOTS: Mapping[str, Bot] = {"random": at_random, "sensible": sensible}
