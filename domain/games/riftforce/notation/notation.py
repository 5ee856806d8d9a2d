"""Riftforce's notation: one line a turn in, decisions out, and back again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.contract.game import (
    DEALER,
    UNKNOWN,
    Action,
    Ask,
    Decider,
    Fact,
    Notation,
    Seat,
    seat_name,
)
from domain.frame.line import decide
from domain.frame.ruling_words import check_mark, not_asked, too_much
from domain.frame.scanner import illegal, unreadable
from domain.games.riftforce import actions as a
from domain.games.riftforce.actions import RiftAction
from domain.games.riftforce.cards import LOCATIONS
from domain.games.riftforce.facts import RiftFact
from domain.games.riftforce.notation.candidates import drawable
from domain.games.riftforce.notation.names import Reference, name_at
from domain.games.riftforce.notation.reader import Choice, Item, Line, read_continuation, read_line
from domain.games.riftforce.notation.rulings import RULINGS
from domain.games.riftforce.notation.setup_lines import read_setup, setup_words
from domain.games.riftforce.notation.writer import write_line
from domain.games.riftforce.rules.turns import one_kind
from domain.games.riftforce.state import RiftState

OPERATORS = {
    "flow": ">",
    "move": ">",
    "pull": ">",
    "take": ">",
    "reach": "<",
    "hit": "x",
    "heal": "+",
    "draw": "&",
}
"""How the answer to each question inside an action is written."""

QUESTIONS = {
    "flow": "where it flows",
    "move": "where it moves",
    "pull": "where it and the enemy move",
    "take": "where the enemy is played",
    "reach": "which location it reaches into",
    "hit": "which enemy it strikes",
    "heal": "which ally it heals",
}
"""What each question asks, in words."""


class RiftNotation(Notation[RiftState, RiftAction, RiftFact]):
    """Reads and writes lines; see docs/formats.md."""

    examples = """\
  play F5@1 F6@2      play F5 F6 F7 @3
  act F5: F6@2 W6@1>2   with choices: >4 moves to  <2 reaches into  +3.1 heals  x2 strikes
  check & F5 W6       (cards drawn, if they are known)"""
    opens = ("turn",)
    rulings = RULINGS.help

    def read(self, decider: Decider, text: str) -> None:
        """Decide everything a line says. Raises GameError with the column where it fails."""
        check_mark(text)
        if read_setup(decider, text):
            return
        state: RiftState = decider.state
        guilds = [g for hand in state.hands for g in hand.guilds]
        ask = decider.ask
        if ask is not None and ask.about != "turn":
            go_on(decider, read_continuation(text, guilds, words_of(state, ask)))
            return
        words = turn_words(ask) if ask is not None else []
        line = read_line(text, guilds, list(dict.fromkeys(word.split()[0] for word in words)))
        check_turn(decider, line)
        if line.verb == "play":
            read_play(decider, line)
        elif line.verb == "activate":
            read_activation(decider, line)
        else:
            decide(decider, line.column, a.CheckAndDraw())
            read_draws(decider, line.cards, line.cards_column, ongoing=line.ongoing)
        finish(decider, line)

    def write(
        self, state: RiftState, steps: Sequence[Any], going_on: bool = False
    ) -> tuple[list[str], int]:
        """Write the next line; the state is folded over the steps in it."""
        return write_line(state, steps, going_on)

    def words(self, state: RiftState, ask: Ask) -> list[str]:
        """What may be typed next."""
        if ask.about == "turn":
            return turn_words(ask)
        if state.turn == 0:
            return setup_words(ask) or []
        return words_of(state, ask)

    def goes_on(self, state: RiftState, ask: Ask, typed: str) -> list[str]:
        """The cards of a hand, or of a draw after `&`, that can still be there."""
        return drawable(state, ask, typed)

    def prompt(self, state: RiftState, ask: Ask) -> tuple[str, Seat]:
        """The turn and who decides; what is drawn in a turn is that of who is active."""
        if state.turn == 0:
            return "set-up", ask.seat
        return str(state.turn), ask.seat if ask.seat != DEALER else max(state.active, 0)

    def totals(self, state: RiftState) -> str:
        """Riftforce of A and of B."""
        return f"{state.hands[0].score}:{state.hands[1].score}"

    def ruling(self, state: RiftState, text: str) -> Sequence[Fact] | None:
        """The facts that a ruling states. Raises GameError with a column."""
        return RULINGS.read(state, text)

    def ruled(self, state: RiftState, facts: Sequence[Fact]) -> str:
        """Facts as a ruling states them; nothing if there are no words for one."""
        return RULINGS.write(state, facts)


def turn_words(ask: Ask) -> list[str]:
    """What may open a turn: a word a card, since the places are the same for all."""
    plays: dict[str, None] = {}
    discards: dict[str, None] = {}
    rest: list[str] = []
    for action in ask.choices:
        if isinstance(action, a.Play):
            plays[f"play {action.card}@"] = None
        elif isinstance(action, a.Discard):
            discards[f"act {action.card}:"] = None
        else:
            rest.append("check")
    return [*plays, *discards, *rest]


def words_of(state: RiftState, ask: Ask) -> list[str]:
    """The answers inside a turn, as typed; none that names what a ruling has removed since."""
    found: list[str] = []
    for action in ask.choices:
        try:
            found.append(word(state, ask, action))
        except LookupError:
            continue
    return found


def word(state: RiftState, ask: Ask, action: Action) -> str:
    """An action inside a turn, as typed."""
    match action:
        case a.Play(card, location):
            return f"{card}@{location}"
        case a.Activate(number):
            return name_at(state, state.elemental(number))
        case a.To(location) | a.From(location):
            return f"{OPERATORS[ask.about]}{location}"
        case a.Heal(number) | a.Hit(number):
            target = state.elemental(number)
            where = f"{target.location}." if isinstance(action, a.Heal) else ""
            return f"{OPERATORS[ask.about]}{where}{state.position(target)}"
        case a.Deal(_, cards):
            return f"& {' '.join(cards)}"
        case _:
            return "done"


def check_turn(decider: Decider, line: Line) -> None:
    """The turn's number and seat, where they are written, must be those of the match.

    Of what stood the number may be wrong; whose it was may not.
    """
    state: RiftState = decider.state
    if state.over:
        raise illegal("the match is over", line.column)
    if state.turn == 0:
        raise illegal("the match is still being set up", line.column)
    if line.turn is not None and line.turn != state.turn and not decider.insists:
        raise illegal(f"this is turn {state.turn}, not {line.turn}", line.turn_column)
    if line.seat is not None and line.seat != state.active:
        phrase = seat_name(line.seat)
        what = f"turn {state.turn} is {seat_name(state.active)}'s, not {phrase}'s"
        raise not_asked(decider, what, line.seat_column, f"turn {phrase}")


def go_on(decider: Decider, line: Line) -> None:
    """Go on in the middle of an action: answer what is open, then the rest of the line."""
    check_turn(decider, line)
    ask = decider.ask
    if ask is not None and ask.about == "draw" and [c.operator for c in line.choices] == ["&"]:
        read_more_draws(decider, line)
    elif line.choices or (ask is not None and ask.about in OPERATORS):
        item = Item(line.column, Reference("the action", 1, None, None, None), line.choices)
        read_answers(decider, item, ongoing=line.ongoing and not line.items)
    ask = decider.ask
    if line.items and ask is not None and ask.about == "play on":
        read_play(decider, line)
    elif line.items:
        read_items(decider, line)
    finish(decider, line)


def read_play(decider: Decider, line: Line) -> None:
    """A: Play."""
    for item in line.items:
        reference = item.reference
        ask = decider.ask
        opens = line.verb == "play" and item is line.items[0]
        if ask is None or ask.about != ("turn" if opens else "play on"):
            ruling = f"play {reference.card}@{reference.location}"
            raise too_much(decider, no_more_plays(line, item), item.column, ruling)
        card = reference.card or UNKNOWN
        if card == UNKNOWN:
            raise unreadable("a card that is played must be named", item.column)
        if reference.location is None:
            raise unreadable(f"{reference.text} needs a location", item.column, (f"{card}@1",))
        location(decider, reference.location, item.column)
        decide(decider, item.column, a.Play(card, reference.location))
        read_answers(decider, item, ongoing=line.ongoing and item is line.items[-1])


def location(decider: Decider, number: int, column: int) -> int:
    """A location that there is; otherwise nothing would refuse it where what is written stood."""
    if decider.insists and number not in LOCATIONS:
        raise illegal(f"there is no location {number}", column)
    return number


def no_more_plays(line: Line, item: Item) -> str:
    """Why the action was over before an item of the line."""
    cards = [i.reference.card or UNKNOWN for i in line.items if i.column <= item.column]
    if UNKNOWN not in cards and len(cards) <= 3 and not one_kind(cards):
        return f"{', '.join(cards)} share neither a symbol nor a number"
    if len(cards) > 3:
        return "three were played, and no more can be played in one action"
    return "no more can be played in this action: no card is left in hand, or none there fits"


def read_activation(decider: Decider, line: Line) -> None:
    """B: Activate."""
    if line.discard == UNKNOWN:
        raise unreadable("the discarded card must be named", line.discard_column)
    decide(decider, line.discard_column, a.Discard(line.discard))
    read_items(decider, line)


def read_items(decider: Decider, line: Line) -> None:
    """The elementals activated, one after the other."""
    state: RiftState = decider.state
    for item in line.items:
        ask = decider.ask
        if ask is None or ask.about != "activate":
            message = (
                f"nothing more can be activated: there were three, or no other ally shares "
                f"what the first share with {line.discard or 'the discarded card'}"
            )
            raise too_much(decider, message, item.column, f"damage {item.reference.text} 2")
        allowed = {c.elemental for c in ask.choices if isinstance(c, a.Activate)}
        elemental = item.reference.resolve(state, state.active, allowed)
        decide(decider, item.column, a.Activate(elemental.id))
        read_answers(decider, item, ongoing=line.ongoing and item is line.items[-1])


def read_answers(decider: Decider, item: Item, *, ongoing: bool = False) -> None:
    """Answer what an elemental's ability asks from the choices written after it.

    A line that is marked as going on may leave the last questions open.
    """
    left = list(item.choices)
    while (ask := decider.ask) is not None and ask.about in OPERATORS:
        if left and left[0].operator == OPERATORS[ask.about]:
            choice = left.pop(0)
            if ask.about == "draw":
                read_draw(decider, ask, choice.cards, choice.column)
            else:
                if choice.operator in "<>":
                    location(decider, choice.location, choice.column)
                decide(decider, choice.column, answer(decider.state, ask, choice))
        elif ongoing and not left:
            return
        elif ask.about == "draw":
            read_draw(decider, ask, [], item.column)
        elif ask.forced:
            (only,) = ask.choices
            decider.decide(only)
        else:
            words = tuple(words_of(decider.state, ask))
            question = QUESTIONS.get(ask.about, ask.about)
            raise illegal(f"{item.reference.text} must say {question}", item.column, words)
    if left:
        message = f"{item.reference.text} has nothing to choose with {left[0].operator!r} here"
        raise too_much(decider, message, left[0].column, f"move {item.reference.text}>3")


def answer(state: RiftState, ask: Ask, choice: Choice) -> Action:
    """The action a written choice means."""
    if ask.about == "reach":
        return a.From(choice.location)
    if ask.about in ("hit", "heal"):
        assert choice.reference is not None
        side = state.active if ask.about == "heal" else 1 - state.active
        allowed = {c.elemental for c in ask.choices}
        if ask.about == "hit":
            target = resolve_hit(state, side, choice.reference, allowed)
        else:
            target = choice.reference.resolve(state, side, allowed).id
        return a.Hit(target) if ask.about == "hit" else a.Heal(target)
    return a.To(choice.location)


def resolve_hit(state: RiftState, side: int, reference: Reference, allowed: set[int]) -> int:
    """The enemy struck: a position counts at the Thunderbolt's own location."""
    if reference.location is None:
        there = [state.elementals[number] for number in allowed if number in state.elementals]
        where = {e.location for e in there}
        reference.location = where.pop() if len(where) == 1 else None
    return reference.resolve(state, side, allowed).id


def read_draws(decider: Decider, cards: list[str], column: int, *, ongoing: bool = False) -> None:
    """Deal the cards named, in as many deals as the rules ask for; the rest are unknown.

    A line that is marked as going on may leave later deals open.
    """
    left = list(cards)
    while (ask := decider.ask) is not None and ask.about == "draw" and (left or not ongoing):
        left = read_draw(decider, ask, left, column)
    if left:
        raise illegal(f"{' '.join(left)}: so many cards are not drawn here", column)


def read_draw(decider: Decider, ask: Ask, cards: list[str], column: int) -> list[str]:
    """Deal once; returns the cards that are left. More may have been drawn, if that stood."""
    (unknown,) = ask.choices
    count = len(unknown.cards)
    if decider.insists and decider.state.hands[unknown.seat].pile > count:
        count = max(count, len(cards))
    dealt = (*cards[:count], *unknown.cards[len(cards[:count]) :])
    decide(decider, column, a.Deal(unknown.seat, dealt))
    return cards[count:]


def read_more_draws(decider: Decider, line: Line) -> None:
    """Deal what a line that goes on names after its `&`: as many of its first words as are drawn."""
    (choice,) = line.choices
    cards = list(choice.cards)
    while (ask := decider.ask) is not None and ask.about == "draw":
        (unknown,) = ask.choices
        last = decider.state.hands[unknown.seat].pile > len(unknown.cards)
        more = decider.insists and last
        while (more or len(cards) < len(unknown.cards)) and line.items and line.items[0].bare:
            cards.append(line.items.pop(0).reference.card or UNKNOWN)
        if not cards and line.ongoing and not line.items:
            return
        cards = read_draw(decider, ask, cards, choice.column)


def finish(decider: Decider, line: Line) -> None:
    """The end of a line ends the action, unless it is marked as going on."""
    ask = decider.ask
    if ask is not None and ask.about in ("play on", "activate") and not line.ongoing:
        decide(decider, line.items[-1].column if line.items else line.column, a.Done())
    decider.settle()
