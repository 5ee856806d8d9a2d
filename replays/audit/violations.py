"""What the rules do not allow: the findings for decisions, rulings and ends that cannot be."""

from __future__ import annotations

from typing import Any

from domain.contract.errors import GameError, shortened
from domain.contract.game import Action, Ask, Game, seat_name
from domain.record.endings import ONE_LOSES, closing
from domain.record.events import AnyStep, Closed, Ruled
from domain.record.match import Match
from replays.audit.findings import Finding, Kind
from replays.diff import described


def not_allowed(game: Game, state: Any, ask: Ask | None, number: int, step: AnyStep) -> Finding:
    """The finding for a decision the rules do not ask for."""
    recorded = f"{seat_named(step.seat)}: {named(step)}"
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
        what = f"this is not legal: {why_not(ask, step.action) if step.action else 'no action'}"
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


def named(step: AnyStep) -> str:
    """A step by its action, for a message."""
    return described(step.action) if step.action is not None else "the ruling"


def by_hand(
    match: Match, number: int, step: Ruled[Any, Any] | Closed, stood: dict[int, str]
) -> Finding | None:
    """Let a ruling or an end by other ways happen, or say why it cannot have.

    Of a play that stood it is noted under its number why it is not legal.
    """
    if isinstance(step, Closed):
        return end(match, number, step)
    if step.action is None:
        return entered(match, number, step)
    ask = match.ask
    if ask is None or ask.seat != step.seat:
        return not_allowed(match.game, match.state, ask, number, step)
    stood[number] = "" if step.action in ask.choices else why_not(ask, step.action)
    try:
        match.stand(step.action)
    except GameError:
        what = f"the rules cannot carry out {named(step)}, which stood"
        return Finding(number, Kind.FACTS, what)
    return None


def entered(match: Match, number: int, step: Ruled[Any, Any]) -> Finding | None:
    """Let facts happen that were entered by hand."""
    if match.closed:
        return Finding(number, Kind.RESULT, "the match was over before this ruling")
    if not 0 < step.entered <= len(step.facts):
        what = f"the ruling says that {step.entered} of its {len(step.facts)} facts were entered"
        return Finding(number, Kind.FACTS, what)
    facts = step.facts[: step.entered]
    try:
        match.rule(facts, step.kind, step.seat)
    except GameError:
        what = f"what was ruled cannot have happened: {'; '.join(map(described, facts))}"
        return Finding(number, Kind.FACTS, what)
    return None


def end(match: Match, number: int, closed: Closed) -> Finding | None:
    """Let the match end by other ways than its rules, or say why it cannot have."""
    if match.over:
        return Finding(
            number,
            Kind.RESULT,
            "the match was over before it was ended by other ways",
            expected="no step",
            recorded=f"an end by {closed.why}",
        )
    try:
        closing(closed.why, closed.winner)
    except GameError as error:
        return Finding(number, Kind.RESULT, f"no match ends like this: {error.message}")
    if closed.winner not in (None, 0, 1) or (
        closed.why in (*ONE_LOSES, "time") and closed.winner == closed.seat
    ):
        what = f"{seat_named(closed.winner or 0)} cannot win by a {closed.why} of its own"
        return Finding(number, Kind.RESULT, what)
    match.close(closed)
    return None
