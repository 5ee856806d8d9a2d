"""What rules and laws do not allow: the findings for decisions, rulings and ends that cannot be."""

from __future__ import annotations

from typing import Any

from domain.contract.errors import IMPOSSIBLE, GameError, shortened
from domain.contract.game import Action, Ask, Game, seat_name
from domain.record.breaches import breaches
from domain.record.endings import ONE_LOSES, closing
from domain.record.events import AnyStep, Closed, Ruled
from domain.record.match import Match, Record, fold
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


def unlikely(match: Match, number: int, step: AnyStep) -> Finding | None:
    """Say what keeps a ruling, or an end by other ways, from being as it says, before it happens."""
    if isinstance(step, Closed):
        return end(match, number, step)
    if not isinstance(step, Ruled) or step.action is not None:
        return None
    if match.closed:
        return Finding(number, Kind.RESULT, "the match was over before this ruling")
    if not 0 < step.entered <= len(step.facts):
        what = f"the ruling says that {step.entered} of its {len(step.facts)} facts were entered"
        return Finding(number, Kind.FACTS, what)
    return None


def impasse(number: int, step: AnyStep) -> Finding:
    """The finding for a ruling, or a play that stood, that cannot be carried out."""
    if isinstance(step, Ruled) and step.action is None:
        entered = "; ".join(map(described, step.facts[: step.entered]))
        return Finding(number, Kind.FACTS, f"what was ruled cannot have happened: {entered}")
    what = f"the rules cannot carry out {named(step)}, which stood"
    return Finding(number, Kind.FACTS, what)


def end(match: Match, number: int, closed: Closed) -> Finding | None:
    """Say why a match cannot have ended by other ways than its rules as recorded."""
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
    return None


def against_laws(record: Record) -> list[Finding]:
    """Find where a match breaks a law of its game: after what was entered by hand, and at its end.

    A law that stays broken is named once, at the step that broke it.
    """
    game, settings = record.game, record.opened.settings
    found: list[Finding] = []
    broken: set[str] = set()
    state, last = game.new_state(settings), len(record.steps)
    for place, step in enumerate(record.steps, 1):
        try:
            fold(state, [step])
        except IMPOSSIBLE:
            break
        if not isinstance(step, Ruled) and place < last:
            continue
        now = breaches(game, settings, state)
        found += [
            Finding(
                record.number(place), Kind.LAW, f"a law of {game.name} is broken: {breach.text}"
            )
            for breach in now
            if breach.law not in broken
        ]
        broken = {breach.law for breach in now}
    return found
