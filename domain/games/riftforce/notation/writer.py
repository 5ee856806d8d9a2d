"""From recorded steps to the line a scorekeeper would have typed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from domain.contract.game import UNKNOWN, Decision, seat_name
from domain.games.riftforce import actions as a
from domain.games.riftforce import facts as f
from domain.games.riftforce.cards import GUILDS
from domain.games.riftforce.notation.names import name_at
from domain.games.riftforce.state import RiftState


def write_line(
    state: RiftState, steps: Sequence[Decision], going_on: bool
) -> tuple[list[str], int]:
    """Write the next line of a match; returns it and how many steps it holds.

    The state is that before the first of the steps, and is folded over those written.
    """
    if state.turn == 0:
        return write_setup(state, steps)
    return write_turn(state, steps, going_on)


def apply(state: RiftState, step: Decision) -> bool:
    """Fold a step; returns whether the turn ended with it."""
    ended = False
    for fact in step.facts:
        fact.apply(state)
        ended = ended or isinstance(fact, f.TurnBegan | f.MatchEnded)
    return ended


def cards_words(cards: Sequence[str], stood: bool) -> str:
    """Cards as written; ?? once if none is known, unless their number stood."""
    return UNKNOWN if set(cards) == {UNKNOWN} and not stood else " ".join(cards)


def write_setup(state: RiftState, steps: Sequence[Decision]) -> tuple[list[str], int]:
    """Write a line of the set-up."""
    action = steps[0].action
    used = 1
    match action:
        case a.DrawSummoner(seat, guild):
            text = f"draw {seat_name(seat)} {GUILDS[guild]}"
        case a.Display(guilds):
            text = "display " + " ".join(GUILDS[guild] for guild in guilds)
        case a.Toss(seat):
            text = f"start {seat_name(seat)}"
        case a.Pick():
            picks = list(takewhile(lambda step: isinstance(step.action, a.Pick), steps))
            text = "picks " + " ".join(GUILDS[step.action.guild] for step in picks)
            used = len(picks)
        case a.Deal(seat, cards):
            text = f"hand {seat_name(seat)} {cards_words(cards, steps[0].stood)}"
        case a.FaceUp(seat, card):
            text = f"face {card}"
        case _:
            raise AssertionError(action)
    for step in steps[:used]:
        apply(state, step)
    return [text], used


def only_draws(steps: Sequence[Decision]) -> bool:
    """Whether nothing is left of a turn but its draws."""
    for step in steps:
        if not isinstance(step.action, a.Deal):
            return False
        if any(isinstance(fact, f.TurnBegan | f.MatchEnded) for fact in step.facts):
            break
    return True


def write_turn(
    state: RiftState, steps: Sequence[Decision], going_on: bool
) -> tuple[list[str], int]:
    """Write a turn, or what is left of it; one still going on ends with three dots."""
    words = "..." if going_on else f"{state.turn} {seat_name(state.active)}"
    used = 0
    ended = False
    checking = going_on and only_draws(steps)
    drawn: list[str] = []
    irregular = False
    action: a.RiftAction | None = None
    for step in steps:
        action = step.action
        match action:
            case a.Play(card, location):
                words += f" {card}@{location}" if used or going_on else f" play {card}@{location}"
            case a.Discard(card):
                words += f" act {card}:"
            case a.Activate(number):
                words += f" {name_at(state, state.elemental(number))}"
            case a.To(location):
                words += f">{location}"
            case a.From(location):
                words += f"<{location}"
            case a.Heal(number):
                ally = state.elemental(number)
                words += f"+{ally.location}.{state.position(ally)}"
            case a.Hit(number):
                words += f"x{state.position(state.elemental(number))}"
            case a.CheckAndDraw():
                words += " check"
                checking = True
            case a.Deal(_, cards) if checking:
                drawn.extend(cards)
                irregular = irregular or step.stood
            case a.Deal(_, cards) if cards != (UNKNOWN,):
                words += f"&{cards[0]}"
            case _:
                pass
        used += 1
        ended = apply(state, step)
        if ended:
            break
    if set(drawn) - {UNKNOWN} or (drawn and not ended) or irregular:
        words += " & " + " ".join(drawn)
    elif not ended and isinstance(action, a.Deal) and action.cards == (UNKNOWN,):
        words += f"&{UNKNOWN}"
    words = words.removesuffix(":")
    if words == "..." and ended:
        words = "... done"
    return [words if ended else words + " ..."], used
