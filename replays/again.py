"""The rules, run again over recorded actions: the first difference, and the rule it comes from.

Nothing random enters: what the dealer gave is recorded, and is only asked whether it could be.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

import msgspec

from domain.errors import shortened
from domain.events import AnyStep, Opened
from domain.game import Action, Ask, Fact, Game, Play, seat_name
from domain.match import Match, fold
from replays.diff import described, plain_or_raw, told
from replays.findings import Finding, Kind


class Again(msgspec.Struct):
    """What running the rules again came to."""

    checked: int
    """How many steps agreed, from the first on."""
    finished: bool
    ending: str
    finding: Finding | None


def run_again(game: Game, opened: Opened, steps: Sequence[AnyStep]) -> Again:
    """Decide every recorded step again; stops at the first that differs."""
    number = 0
    try:
        if game.settings(opened.settings) != opened.settings:
            raise ValueError("the settings are not as the game completes them")
        match = Match(game, opened.settings)
    except Exception as error:
        what = f"no match of {game.name} opens like this: {error}"
        return Again(0, False, "", Finding(0, Kind.OPENING, what))
    finding: Finding | None = None
    for number, step in enumerate(steps, 1):
        try:
            ask = match.ask
            if ask is None or ask.seat != step.seat or step.action not in ask.choices:
                finding = not_allowed(game, match.state, ask, number, step)
                break
            match.answer(step.action)
            (given,) = match.take()
        except Exception as error:
            what = f"the rules fail over {described(step.action)}: {type(error).__name__}: {error}"
            finding = Finding(number, Kind.FACTS, what)
            break
        if given.facts != step.facts:
            finding = differ(game, opened, steps[:number], given.facts, match.state)
            break
    checked = number - (finding is not None)
    if finding is not None:
        return Again(checked, False, "", finding)
    return Again(checked, match.over, ending(game, match), None)


def ending(game: Game, match: Match) -> str:
    """How a match ended, or how far it is."""
    totals = game.notation.totals(match.state)
    result = game.result(match.state)
    if result is None:
        ask = match.ask
        about = f", {seat_name(ask.seat)} to decide: {ask.about}" if ask else ""
        where = f"turn {match.state.turn}" if match.state.turn else "the set-up"
        return f"unfinished in {where}{about}; {totals}"
    who = "a draw" if result.winner is None else f"{seat_name(result.winner)} wins"
    return f"{who} {totals} ({result.why})"


def not_allowed(game: Game, state: Any, ask: Ask | None, number: int, step: AnyStep) -> Finding:
    """The finding for a decision the rules do not ask for."""
    recorded = f"{seat_named(step.seat)}: {described(step.action)}"
    if ask is None:
        return Finding(
            number,
            Kind.RESULT,
            "the match was over before this step",
            expected="no step",
            recorded=recorded,
        )
    expected = f"{seat_name(ask.seat)} decides: {ask.about}"
    try:
        words = tuple(game.notation.words(state, ask))
    except Exception:
        words = ()
    if ask.seat != step.seat:
        what = f"it is {seat_name(ask.seat)} who decides here, not {seat_named(step.seat)}"
    else:
        what = f"this is not legal: {why_not(ask, step.action)}"
        expected += f" ({shortened(words)})" if words else ""
    return Finding(number, Kind.ILLEGAL, what, expected=expected, recorded=recorded)


def why_not(ask: Ask, action: Action) -> str:
    """Why an action is not legal, also one that names what does not exist."""
    try:
        return ask.why_not(action)
    except Exception:
        return "it names what is not there"


def seat_named(seat: int) -> str:
    """A seat by name, also one that does not exist."""
    return seat_name(seat) if seat in (-1, 0, 1) else f"seat {seat}"


def differ(
    game: Game, opened: Opened, steps: Sequence[AnyStep], given: Sequence[Fact], after: Any
) -> Finding:
    """The finding for a step, the last of these, whose facts are not those the rules give."""
    step, number = steps[-1], len(steps)
    same = 0
    while same < min(len(given), len(step.facts)) and given[same] == step.facts[same]:
        same += 1
    before = fold(game.new_state(opened.settings), steps[:-1])
    recorded_after = before.copy()
    for fact in given[:same]:
        fact.apply(before)
    expected = told(game, given[same], before) if same < len(given) else "nothing more"
    recorded = told(game, step.facts[same], before) if same < len(step.facts) else "nothing more"
    if expected == recorded:
        expected, recorded = described(given[same]), described(step.facts[same])
    kind = Kind.FACTS
    what = f"fact {same + 1} is not what the rules give for {described(step.action)}"
    try:
        fold(recorded_after, [step])
        ends = game.result(recorded_after), game.result(after)
    except Exception:
        ends = None, None
    if ends[0] != ends[1]:
        kind, what = Kind.RESULT, f"the match does not end as the rules say; {what}"
    return Finding(
        number,
        kind,
        what,
        expected=expected,
        recorded=recorded,
        rule=rule_of(lambda: decide_again(game, opened, steps), same, game),
        expected_facts=tuple(plain_or_raw(fact) for fact in given),
        recorded_facts=tuple(plain_or_raw(fact) for fact in step.facts),
    )


def decide_again(game: Game, opened: Opened, steps: Sequence[AnyStep]) -> Callable[[], object]:
    """A match before the last of the steps, ready to decide it."""
    match = Match(game, opened.settings)
    for step in steps[:-1]:
        match.answer(step.action)
        match.settle()

    def last() -> None:
        match.answer(steps[-1].action)
        match.settle()

    return last


def rule_of(prepare: Callable[[], Callable[[], object]], index: int, game: Game) -> str:
    """What the rule says that emits a step's fact with this index, or its last if there are fewer.

    The rule is the innermost function of the game with a docstring of its own under which the fact
    was emitted; it is found by watching one decision.
    """
    rules: list[str] = []
    code = Play.emit.__code__

    def watch(frame: FrameType, event: str, _arg: Any) -> None:
        if event == "call" and frame.f_code is code:
            rules.append(docstring_above(frame, game))

    decide = prepare()
    watched_before = sys.getprofile()
    sys.setprofile(watch)
    try:
        decide()
    except Exception:
        return ""
    finally:
        sys.setprofile(watched_before)
    return rules[min(index, len(rules) - 1)] if rules else ""


def docstring_above(frame: FrameType | None, game: Game) -> str:
    """The docstring of the nearest caller that is a function of a game's module, or its method."""
    module = type(game).__module__
    package = "domain.games." if module.startswith("domain.") else module.partition(".")[0]
    while (frame := frame.f_back if frame else None) is not None:
        name = frame.f_code.co_name
        if frame.f_globals.get("__name__", "").startswith(package):
            methods = type(game) if frame.f_locals.get("self") is game else None
            function = frame.f_globals.get(name, getattr(methods, name, None))
            if getattr(function, "__code__", None) is frame.f_code and function is not None:
                return " ".join((function.__doc__ or "").split())
    return ""
