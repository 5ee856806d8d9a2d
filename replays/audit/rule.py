"""The rule that a fact comes from, as the game declares it (`domain.contract.rule`)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from domain.contract.ask import Fact, Play
from domain.contract.game import Game
from domain.contract.rule import rule_in
from domain.record.events import AnyStep, Opened, Ruled
from domain.record.match import Match


class RuledPlay(Play[Any]):
    """A live match that keeps, for each fact since the last decision, the rule that emitted it."""

    __slots__ = ("rules",)

    def __init__(self, state: Any) -> None:
        super().__init__(state)
        self.rules: list[str] = []

    def emit(self, fact: Fact) -> None:
        """Emit a fact, and name the rule in whose function that was done."""
        self.rules.append(rule_in(sys._getframe(1)))
        super().emit(fact)


def rule_of(game: Game, opened: Opened, steps: Sequence[AnyStep], index: int) -> str:
    """Name the rule that emits the last step's fact with this index, or its last fact.

    The last step is decided once more for it. Nothing where the rules do not come so far, or no
    rule is declared there.
    """
    step = steps[-1]
    try:
        match = Match(game, opened.settings, steps[:-1], play_type=RuledPlay)
        play = match.play
        assert isinstance(play, RuledPlay)
        play.rules.clear()
        decide_again(match, step)
    except Exception:
        return ""
    rules = play.rules
    index -= step.entered if isinstance(step, Ruled) else 0
    return rules[min(index, len(rules) - 1)] if rules and index >= 0 else ""


def decide_again(match: Match, step: AnyStep) -> None:
    """Decide a step, as it is recorded, in a match that is ready for it."""
    if isinstance(step, Ruled) and step.action is None:
        match.rule(step.facts[: step.entered], step.kind, step.seat)
    elif step.action is not None:
        match.answer(step.action)
    match.settle()
