"""From recorded steps to the lines a scorekeeper would have typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from domain.contract.game import UNKNOWN, Action, Ask, Decision, seat_name
from domain.games.magical_forge import actions as a
from domain.games.magical_forge import facts as f
from domain.games.magical_forge.notation.names import at, card_word, cards_word
from domain.games.magical_forge.notation.reader import first_ability
from domain.games.magical_forge.state import MagicalState

OF_A_TURN: Final = (
    a.Summon,
    a.Attach,
    a.PlayForge,
    a.UseWeapon,
    a.UseAbility,
    a.Attack,
    a.EndTurn,
)
"""Decisions that stand after a `;` where they are not the first of their line, unless they respond."""
MARKED: Final = (a.Deal, a.DealSpells, a.Random, a.Reveal)
"""Decisions whose words cannot be taken for another answer: passes before them go without saying."""
ENDS: Final = (f.TurnBegan, f.MatchEnded)
"""Facts that end what a line can hold."""


def user(state: MagicalState, action: a.UseAbility) -> str:
    """Whose ability is used: `a2`; with its place on the card if it is not the first."""
    place = at(state, action.id)
    usual = first_ability(state, action.id) == action.which
    return place if usual else f"{place}.{action.which + 1}"


def say(state: MagicalState, action: Action, stood: bool = False) -> str:
    """One decision as written; `state` is the state before it."""
    responding = bool(state.stack)
    match action:
        case a.Summon(card):
            return f"play {card_word(card)}"
        case a.Attach(card, number):
            return f"attach {card_word(card)} {at(state, number)}"
        case a.PlayForge(card):
            return f"!{card_word(card)}" if responding else f"forge {card_word(card)}"
        case a.UseWeapon(card):
            return f"!{card_word(card)}" if responding else f"weapon {card_word(card)}"
        case a.UseAbility():
            return f"!{user(state, action)}" if responding else f"ability {user(state, action)}"
        case a.Attack(number):
            return f"attack {at(state, number)}"
        case a.EndTurn():
            return "end"
        case a.Concede(seat):
            return f"concede {seat_name(seat)}"
        case _:
            return say_answer(state, action, stood)


def say_answer(state: MagicalState, action: Action, stood: bool) -> str:
    """An answer as written."""
    match action:
        case a.Pass():
            return "-"
        case a.Block(number):
            return f"block {at(state, number)}"
        case a.NoBlock():
            return "no block"
        case a.Target(number):
            return at(state, number)
        case a.TargetPlayer(seat):
            return "ab"[seat]
        case a.Card(card):
            return f"[{card}]"
        case a.Mode(which):
            return f"#{which + 1}"
        case a.Order(which):
            return f"o{which + 1}"
        case a.Yes():
            return "y"
        case a.Random(card):
            return f"*{card_word(card)}"
        case a.Reveal(_, card):
            return f"^{card_word(card)}"
        case a.Deal(_, cards) | a.DealSpells(_, cards):
            return f"& {cards_word(cards, stood)}"
        case a.Toss(seat):
            return f"start {seat_name(seat)}"
        case _:
            return "n"


def words(state: MagicalState, ask: Ask) -> list[str]:
    """What may be typed next."""
    return list(worded(state, ask))


def worded(state: MagicalState, ask: Ask) -> dict[str, Any]:
    """What may be typed next, each with the first action it stands for."""
    found: dict[str, Any] = {}
    for action in ask.choices:
        try:
            text = say(state, action)
        except LookupError:  # a ruling has removed what it names since it was asked
            continue
        if isinstance(action, a.Deal) and action.creatures >= 0:
            spells = f" & {' '.join([UNKNOWN] * action.creatures)}" if action.creatures else " 0"
            text = f"deal {seat_name(action.seat)} {UNKNOWN}{spells}"
        elif ask.about == "respond" and isinstance(action, a.Pass):
            text = "-"
        found.setdefault(text, action)
    return found


# -- lines ---------------------------------------------------------------------------------------


def apply(state: MagicalState, step: Decision) -> bool:
    """Fold a step; returns whether what its line holds has ended with it."""
    ended = False
    for fact in step.facts:
        fact.apply(state)
        ended = ended or isinstance(fact, ENDS)
    return ended


def is_deal(action: Action) -> bool:
    """Whether a decision has a line of its own: the draw of a turn, or of an opening hand."""
    return isinstance(action, a.Deal) and action.creatures >= 0


def write_line(state: MagicalState, steps: Sequence[Decision], going_on: bool) -> tuple[str, int]:
    """Write the next line of a match; returns it and how many steps it holds.

    The state is that before the first of the steps, and is folded over those written.
    """
    first = steps[0].action
    if isinstance(first, a.Toss):
        line = say(state, first)
        apply(state, steps[0])
        return line, 1
    if is_deal(first) or (isinstance(first, a.DealSpells) and in_deal(state)):
        return deal_line(state, steps, going_on)
    return turn_line(state, steps, going_on)


def in_deal(state: MagicalState) -> bool:
    """Whether Spells that are dealt now belong to a draw that has a line of its own."""
    return not state.turn or (state.phase == "draw" and not state.stack)


def deal_line(state: MagicalState, steps: Sequence[Decision], going_on: bool) -> tuple[str, int]:
    """`deal A hound, ?? & ember`: the cards drawn, and the Spells that follow."""
    first = steps[0].action
    dealt: a.Deal | None = first if isinstance(first, a.Deal) else None
    line, due = "...", 0
    used = 0
    if dealt is not None:
        line, due = ("... " if going_on else "") + f"deal {seat_name(dealt.seat)}", dealt.creatures
        apply(state, steps[0])
        used = 1
    spells = ""
    written = 0
    while used < len(steps) and isinstance(action := steps[used].action, a.DealSpells):
        written += len(action.cards)
        spells += f" & {', '.join(map(card_word, action.cards))}"
        apply(state, steps[used])
        used += 1
    if dealt is not None:
        line += f" {cards_word(dealt.cards, steps[0].stood) if dealt.cards else '-'}"
        if UNKNOWN in dealt.cards and (written != due or not due):
            line += f" {due}"
    open_end = not state.over and (
        state.phase == "draw" if state.turn else bool(due) and not written
    )
    return f"{line}{spells}" + (" ..." if open_end else ""), used


def turn_line(state: MagicalState, steps: Sequence[Decision], going_on: bool) -> tuple[str, int]:
    """Write the decisions of a turn, or those before its draw."""
    line = "..." if going_on else label(state)
    drawing = state.phase == "draw"
    used = passes = 0
    ended = False
    for step in steps:
        action = step.action
        if is_deal(action):
            ended = True
            break
        if isinstance(action, a.Pass):
            passes += 1
        else:
            own = isinstance(action, OF_A_TURN) and not state.stack
            if not own and not isinstance(action, MARKED):
                line += " -" * passes
            line += f"{';' if used and own else ''} {say(state, action, step.stood)}"
            passes = 0
        ended = apply(state, step)
        used += 1
        if ended or (drawing and state.phase != "draw"):
            break
    if not ended or used == passes:
        line += " -" * passes
    return line if ended else f"{line} ...", used


def label(state: MagicalState) -> str:
    """How a line begins: the turn and whose it is."""
    words = f"{state.turn} {seat_name(max(state.active, 0))}"
    return f"{words} start:" if state.phase == "draw" else words
