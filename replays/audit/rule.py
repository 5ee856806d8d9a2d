"""The rule that a fact comes from: the docstring of the function of the game that emitted it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

from domain import games
from domain.contract.game import Game, Play
from domain.record.events import AnyStep, Opened, Ruled
from domain.record.match import Match


def decide_again(game: Game, opened: Opened, steps: Sequence[AnyStep]) -> Callable[[], object]:
    """What decides the last of the steps, the match being ready before it."""
    match = Match(game, opened.settings, steps[:-1])
    step = steps[-1]

    def last() -> None:
        if isinstance(step, Ruled) and step.action is None:
            match.rule(step.facts[: step.entered], step.kind, step.seat)
        elif step.action is not None:
            match.answer(step.action)
        match.settle()

    return last


def rule_of(game: Game, opened: Opened, steps: Sequence[AnyStep], index: int) -> str:
    """What the rule says that emits the last step's fact with this index, or its last fact.

    The rule is the innermost function of the game with a docstring of its own under which the fact
    was emitted; it is found by watching one decision.
    """
    rules: list[str] = []
    code = Play.emit.__code__

    def watch(frame: FrameType, event: str, _arg: Any) -> None:
        if event == "call" and frame.f_code is code:
            rules.append(docstring_above(frame, game))

    watched_before = sys.getprofile()
    try:
        decide = decide_again(game, opened, steps)
        sys.setprofile(watch)
        decide()
    except Exception:
        return ""
    finally:
        sys.setprofile(watched_before)
    step = steps[-1]
    index -= step.entered if isinstance(step, Ruled) else 0
    return rules[min(index, len(rules) - 1)] if rules and index >= 0 else ""


def docstring_above(frame: FrameType | None, game: Game) -> str:
    """The docstring of the nearest caller that is a function of a game's module, or its method."""
    module = type(game).__module__
    own = f"{games.__name__}."
    package = own if module.startswith(own) else module.partition(".")[0]
    while (frame := frame.f_back if frame else None) is not None:
        name = frame.f_code.co_name
        if frame.f_globals.get("__name__", "").startswith(package):
            methods = type(game) if frame.f_locals.get("self") is game else None
            function = frame.f_globals.get(name, getattr(methods, name, None))
            if getattr(function, "__code__", None) is frame.f_code and function is not None:
                return " ".join((function.__doc__ or "").split())
    return ""
