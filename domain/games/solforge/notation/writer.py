"""From recorded steps to the lines a scorekeeper would have typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from domain.contract.game import UNKNOWN, Action, Ask, Decision, seat_name
from domain.games.solforge import actions as a
from domain.games.solforge import facts as f
from domain.games.solforge.state import LANES, SolState

OF_A_STEP: Final = (a.Play, a.LevelUp, a.UseForgeborn, a.Activate, a.UseMobility, a.Pass)
"""Decisions that stand after a `;` where they are not the first of their line."""
ENDS: Final = (f.StepBegan, f.PhaseBegan, f.TurnBegan, f.MatchEnded)
"""Facts that end what a line can hold."""


def cards_words(cards: Sequence[str], stood: bool = False) -> str:
    """Cards as written; ?? once if none is known, unless their number stood."""
    known = set(cards) - {UNKNOWN} or (stood and cards)
    return " ".join(cards) if known else UNKNOWN


def thing_word(state: SolState, number: int) -> str:
    """Something in play as written, by its place (`a3`, `xb1`); a player by its letter."""
    if number < 0:
        return "ab"[-1 - number]
    p = state.in_play[number]
    return f"{'x' if p.exalt else ''}{'ab'[p.seat]}{p.lane}"


def say(state: SolState, action: Action, stood: bool = False) -> str:
    """One decision as written; `state` is the state before it."""
    match action:
        case a.Play(card, lane, free):
            return f"{card}{'!' if free else ''}" + (f" {lane}" if lane else "")
        case a.LevelUp(card):
            return f"level {card}"
        case a.UseForgeborn():
            return "f"
        case a.Activate(number, which):
            p = state.in_play[number]
            return f"@{'x' if p.exalt else ''}{p.lane}" + (f".{which + 1}" if which else "")
        case a.UseMobility(number, lane):
            return f"m{state.in_play[number].lane}>{lane}"
        case a.Pass():
            return "-"
        case a.Target(number):
            return thing_word(state, number)
        case a.TargetPlayer(seat):
            return "ab"[seat]
        case a.Lane(lane):
            return f">{lane}"
        case a.Card(card, lane):
            return f"[{card}]" + (f">{lane}" if lane else "")
        case a.Mode(which):
            return f"#{which + 1}"
        case a.Yes():
            return "y"
        case a.No():
            return "n"
        case a.Order(which):
            return f"o{which + 1}"
        case a.Random(card):
            return f"*{card or '-'}"
        case a.AtRandom(number):
            return f"*{thing_word(state, number)}"
        case a.Show(_, cards):
            return f"^ {cards_words(cards, stood)}"
        case a.Deal(_, cards):
            return f"& {cards_words(cards, stood)}"
        case a.Toss(seat):
            return f"forge {seat_name(seat)}"
        case _:
            return "done"


def words(state: SolState, ask: Ask) -> list[str]:
    """What may be typed next; of a card that is played only its name, lanes are asked for then."""
    if ask.about in ("draw", "look"):
        (unknown,) = ask.choices
        return [deal_word(state, unknown)]
    return list(dict.fromkeys(word for word, _ in offered(state, ask)))


def offered(state: SolState, ask: Ask) -> Iterator[tuple[str, Action]]:
    """Each answer with its word; none that names what a ruling has removed since it was asked."""
    for action in ask.choices:
        try:
            word = word_of(state, action)
        except LookupError:
            continue
        yield word, action


def word_of(state: SolState, action: Action) -> str:
    """An answer as it is offered: a card that is played without its lane."""
    if isinstance(action, a.Play):
        return f"{action.card}{'!' if action.free else ''}"
    return say(state, action)


def meanings(state: SolState, ask: Ask) -> dict[str, str]:
    """What may be typed next, and what each of it stands for."""
    if ask.about in ("toss", "draw", "look"):
        return dict.fromkeys(words(state, ask), "")
    found: dict[str, str] = {}
    lanes: dict[str, list[int]] = {}
    for word, action in offered(state, ask):
        if word not in found:
            found[word] = ask.meaning(action)
        if isinstance(action, a.Play) and action.lane:
            lanes.setdefault(word, []).append(action.lane)
    for word, here in lanes.items():
        if len(here) < len(LANES):
            found[word] = f"(lane {' '.join(map(str, here))}) {found[word]}"
    return found


def shapes(state: SolState, ask: Ask) -> str:
    """What an action of a step looks like now, in a line; nothing for other questions."""
    if ask.about == "draw" and state.phase == "draw":
        (unknown,) = ask.choices
        who = seat_name(unknown.seat)
        return (
            f"deal {who} and {len(unknown.cards)} cards, or go on: what {who} draws is unknown then"
        )
    if ask.about != "step":
        return ""
    parts = dict.fromkeys(["card lane"] if any(has_lane(c) for c in ask.choices) else [])
    for word, action in offered(state, ask):
        match action:
            case a.Play(_, 0):
                parts["spell"] = None
            case a.Play():
                pass
            case a.LevelUp():
                parts["level card"] = None
            case _:
                parts[word] = None
    shown = list(parts)
    if a.Done() in ask.choices:
        shown[shown.index("done")] = "done (or end the line)"
    return " · ".join(shown)


def has_lane(action: Action) -> bool:
    """Whether a card is played into a lane."""
    return isinstance(action, a.Play) and action.lane > 0


def deal_word(state: SolState, action: Action, stood: bool = False) -> str:
    """What the dealer gives, as written: in the draw phase with the seat that draws."""
    if isinstance(action, a.Deal) and state.phase in ("draw", ""):
        return f"deal {seat_name(action.seat)} {cards_words(action.cards, stood)}"
    return say(state, action, stood)


def apply(state: SolState, step: Decision) -> tuple[bool, str]:
    """Fold a step; returns whether what its line holds has ended with it, and what had one answer.

    Targets that had to be chosen are written in brackets behind what led to them.
    """
    ended, only = False, ""
    for fact in step.facts:
        if isinstance(fact, f.Chosen) and not ended:
            only += f" ({thing_word(state, fact.id)})"
        fact.apply(state)
        ended = ended or isinstance(fact, ENDS)
    return ended, only


def turn_opens(state: SolState, action: Action) -> bool:
    """Whether this is the first decision of a turn, as far as the state shows."""
    if not state.turn or not isinstance(action, a.Deal) or action.seat == state.forge:
        return bool(state.turn)
    side = state.sides[state.forge]
    return not side.deck and not side.hand.count


def write_line(state: SolState, steps: Sequence[Decision], going_on: bool) -> tuple[list[str], int]:
    """Write the next line of a match; returns it and how many steps it holds.

    The Draw Phase is written whole, after an empty line and the line that opens the turn. The state is
    that before the first of the steps, and is folded over those written.
    """
    if state.phase != "draw" or going_on:
        line, used = one_line(state, steps, going_on)
        return [line], used
    lines: list[str] = []
    if turn_opens(state, steps[0].action):
        lines += ["", f"T{state.turn} F={seat_name(state.forge)}"]
    written = 0
    while written < len(steps) and state.phase == "draw":
        line, used = one_line(state, steps[written:], going_on)
        lines.append(line)
        written += used
    return lines, written


def one_line(state: SolState, steps: Sequence[Decision], going_on: bool) -> tuple[str, int]:
    """Write one line: a deal, the toss, an Action Step, or the decisions of a phase."""
    first = steps[0].action
    if isinstance(first, a.Toss) or is_deal(state, first):
        line = deal_word(state, first, steps[0].stood)
        apply(state, steps[0])
        return line, 1
    in_step = state.phase == "action" and state.active >= 0
    words = start = "..." if going_on else label(state, in_step=in_step)
    used = 0
    ended = False
    for step in steps:
        if used and is_deal(state, step.action):
            break
        word = say(state, step.action, step.stood)
        ended, only = apply(state, step)
        if not (isinstance(step.action, a.Done) and ended and words != start):
            words += f"{';' if used and isinstance(step.action, OF_A_STEP) else ''} {word}{only}"
        used += 1
        if ended:
            break
    open_end = not ended and state.phase != "draw"
    return words + " ..." if open_end else words, used


def is_deal(state: SolState, action: Action) -> bool:
    """Whether a decision has a line of its own: what is dealt in the draw phase."""
    return isinstance(action, a.Deal) and state.phase == "draw"


def label(state: SolState, *, in_step: bool) -> str:
    """How a line begins: an Action Step and whose it is, or the phase."""
    if in_step:
        return f"{state.step} {seat_name(state.active)}"
    return f"{state.phase}:"
