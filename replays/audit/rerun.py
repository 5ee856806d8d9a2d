"""The rules, run again over recorded actions: the first difference, and the rule it comes from.

Nothing random enters: what the dealer gave is recorded, and is only asked whether it could be. What
was ruled is let happen, and what follows from it is compared as anything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec

from domain.contract.game import Fact, Game, seat_name
from domain.record.events import AnyStep, Closed, Opened, Ruled, Step
from domain.record.match import IMPASSE, Match, fold, result_of
from replays.audit.findings import Finding, Kind
from replays.audit.rule import rule_of
from replays.audit.violations import impasse, named, not_allowed, unlikely, why_not
from replays.diff import described, fact_text, plain_or_raw


class Again(msgspec.Struct):
    """What running the rules again came to."""

    checked: int
    """How many steps agreed, from the first on."""
    finished: bool
    ending: str
    finding: Finding | None
    stood: dict[int, str] = {}
    """For each play that stood, by its number: why it is not legal; empty if it would be."""


def run_again(
    game: Game,
    opened: Opened,
    steps: Sequence[AnyStep],
    numbers: Sequence[int] = (),
    agreed: int = 0,
) -> Again:
    """Decide every recorded step of a line again; stops at the first that differs.

    Steps are called by their `numbers`, or else counted from 1; of the first `agreed` it is known
    that they do.
    """
    numbers = numbers or range(1, len(steps) + 1)
    try:
        if game.settings(opened.settings) != opened.settings:
            raise ValueError("the settings are not as the game completes them")
        match = Match(game, opened.settings, steps[:agreed])
    except Exception as error:
        what = f"no match of {game.name} opens like this: {error}"
        return Again(0, False, "", Finding(0, Kind.OPENING, what))
    finding: Finding | None = None
    stood: dict[int, str] = {}
    checked = agreed
    for step in islice(steps, agreed, None):
        number, ask = numbers[checked], match.ask
        if type(step) is not Step:
            finding = unlikely(match, number, step)
            if finding is not None:
                break
            if step.action is not None and ask is not None and ask.seat == step.seat:
                stood[number] = "" if step.action in ask.choices else why_not(ask, step.action)
        try:
            outcome = match.replay(step)
        except Exception as error:
            what = f"the rules fail over {named(step)}: {type(error).__name__}: {error}"
            finding = Finding(number, Kind.FACTS, what)
            break
        given = outcome.given
        if given is None and outcome.why == IMPASSE:
            finding = impasse(number, step)
        elif given is None:
            finding = not_allowed(game, match.state, ask, number, step)
        elif given.facts != step.facts:
            finding = differ(game, opened, steps[: checked + 1], number, given.facts, match.state)
        elif type(step) is Ruled and isinstance(given, Ruled) and given.anew != step.anew:
            finding = put_otherwise(number, given)
        if finding is not None:
            break
        checked += 1
    if finding is not None:
        return Again(checked, False, "", finding, stood)
    return Again(checked, match.over, ending(game, match), None, stood)


def put_otherwise(number: int, given: Ruled[Any, Any]) -> Finding:
    """The finding for a ruling that says wrongly whether the open question was put again."""
    words = ("the question that was open stays", "the question that was open is put again")
    return Finding(
        number,
        Kind.FACTS,
        "the match does not go on from this ruling as the rules say",
        expected=words[given.anew],
        recorded=words[not given.anew],
    )


def ending(game: Game, match: Match) -> str:
    """How a match ended, or how far it is."""
    if phrase := ended(game, match.state, match.closed):
        return phrase
    ask = match.ask
    about = f", {seat_name(ask.seat)} to decide: {ask.about}" if ask else ""
    where = f"turn {match.state.turn}" if match.state.turn else "the set-up"
    return f"unfinished in {where}{about}; {game.notation.totals(match.state)}"


def ended(game: Game, state: Any, closed: Closed | None) -> str:
    """How a match ended, by its rules or otherwise; nothing while it goes on."""
    result = result_of(game, state, closed)
    if result is None:
        return ""
    who = "a draw" if result.outcome == "draw" else result.outcome
    return f"{who} {game.notation.totals(state)} ({result.why})"


def differ(
    game: Game,
    opened: Opened,
    steps: Sequence[AnyStep],
    number: int,
    given: Sequence[Fact],
    after: Any,
) -> Finding:
    """The finding for a step, the last of these, whose facts are not those the rules give."""
    step = steps[-1]
    same = 0
    while same < min(len(given), len(step.facts)) and given[same] == step.facts[same]:
        same += 1
    before = fold(game.new_state(opened.settings), steps[:-1])
    recorded_after = before.copy()
    for fact in given[:same]:
        fact.apply(before)
    expected = fact_text(game, given[same], before) if same < len(given) else "nothing more"
    recorded = (
        fact_text(game, step.facts[same], before) if same < len(step.facts) else "nothing more"
    )
    if expected == recorded:
        expected, recorded = described(given[same]), described(step.facts[same])
    kind = Kind.FACTS
    what = f"fact {same + 1} is not what the rules give for {named(step)}"
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
        rule=rule_of(game, opened, steps, same),
        expected_facts=tuple(plain_or_raw(fact) for fact in given),
        recorded_facts=tuple(plain_or_raw(fact) for fact in step.facts),
    )
