"""Statements of scenario files about Magical Forge: how they are read, and whether they hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final

from domain.contract.game import Seat, seat_name
from domain.frame.bags import Bag, ordered
from domain.frame.scanner import unreadable
from domain.frame.statements import (
    ENDING,
    Stated,
    seat_or_none,
    wrong_cards,
    wrong_number,
    wrong_two,
    wrong_word,
)
from domain.games.magical_forge.notation.names import thing_ids
from domain.games.magical_forge.position.pieces import read_bag, read_centre, read_field, read_marks
from domain.games.magical_forge.state import Creature, MagicalState

STATEMENT: Final = re.compile(
    r"\s*(?:(?P<place>[ab]\s?\d+)|(?P<what>[a-z][a-z ]*?)(?:\s+(?P<of>[ab]\s?\d+|[ab]))?)"
    r"\s*:\s*(?P<value>.*?)\s*",
    re.IGNORECASE,
)
TURN: Final = re.compile(r"(\d{1,9})(?:\s+([ab]))?", re.IGNORECASE)
PHASES: Final = ("draw", "main", "end")
PILES: Final = ("hand", "spells", "discard", "spell discard", "deck", "spell deck")
EXAMPLES: Final = (
    "a1: hound with ember, spark (attacked)",
    "hand A: hound ??",
    "spells A: ember ??",
    "centre: A ember | B frost",
    "life: 15:12",
    "turn: 4 B",
    "discard A: hound",
    "spell discard A: ember",
    "deck A: 12",
    "attached: 1",
)
ONLY_THEN: Final = ("stack: 2", "winner: A", "why: life", "over: yes")


def read_statement(text: str) -> Stated:
    """Split a line into what it states. Raises GameError."""
    found = STATEMENT.fullmatch(text)
    if not found:
        raise unreadable(f"{text.strip()!r} is not understood", 1, EXAMPLES)
    of = (found["place"] or found["of"] or "").lower().replace(" ", "")
    what = "field" if found["place"] else " ".join(found["what"].lower().split())
    what = {"center": "centre"}.get(what, what)
    return Stated(what, of, found["value"], found.start("value") + 1)


def turn_of(s: Stated) -> tuple[int, Seat | None]:
    """`4 B`: the turn, and whose it is if that is stated. Raises GameError."""
    found = TURN.fullmatch(s.value)
    if not found or not int(found[1]):
        raise unreadable(f"{s.value!r} is no turn", s.column, ("4", "4 B"))
    return int(found[1]), "ab".index(found[2].lower()) if found[2] else None


def creature_at(state: MagicalState, place: str) -> Creature | None:
    """The Creature at a place, `a2`; None if there is none."""
    ids = thing_ids(state, place[0])
    index = int(place[1:]) - 1
    return state.in_play[ids[index]] if 0 <= index < len(ids) else None


# -- whether they hold ---------------------------------------------------------------------------


def wrong(state: MagicalState, s: Stated) -> str:
    """What is wrong with a statement about a state; nothing if it holds. Raises GameError."""
    if s.what == "field":
        return wrong_field(state, s)
    if s.what in PILES:
        return wrong_pile(state, s)
    if s.what in MOMENT and not s.of:
        return wrong_word(s, MOMENT[s.what](state))
    if s.what == "turn":
        turn, seat = turn_of(s)
        right = turn == state.turn and seat in (None, state.active)
        return "" if right else f"it is turn {state.turn} of {seat_or_none(state.active)}"
    if s.what == "life" and not s.of:
        return wrong_two(s, (state.sides[0].life, state.sides[1].life))
    if s.what in SEATED and s.of in ("a", "b"):
        return wrong_number(s, SEATED[s.what](state, s.seat))
    if s.what == "centre":
        return wrong_centre(state, s)
    if s.what in OF_CREATURES and len(s.of) > 1:
        c = creature_at(state, s.of)
        return wrong_number(s, OF_CREATURES[s.what](c)) if c else f"there is no {s.of}"
    if s.what == "marks" and len(s.of) > 1:
        c = creature_at(state, s.of)
        there = c.marks if c else {}
        return "" if read_marks(s.value, s.column) == there else f"it has {there or 'none'}"
    raise unreadable(f"{s.what!r} is not understood", 1, (*EXAMPLES, *ONLY_THEN))


MOMENT: Final[dict[str, Callable[[MagicalState], str]]] = {
    "phase": lambda state: state.phase or "none",
    "attached": lambda state: str(state.attached),
    "start": lambda state: seat_or_none(state.start),
    "stack": lambda state: str(len(state.stack)),
    **ENDING,
}
SEATED: Final[dict[str, Callable[[MagicalState, Seat], int]]] = {
    "life": lambda state, seat: state.sides[seat].life,
    "cards": lambda state, seat: state.sides[seat].hand,
    "creatures": lambda state, seat: state.count(seat),
}
OF_CREATURES: Final[dict[str, Callable[[Creature], int]]] = {
    "health": lambda c: c.health,
    "attacks": lambda c: c.attacks,
}


def wrong_field(state: MagicalState, s: Stated) -> str:
    """Compare a Creature in play, and its Spells if they are stated."""
    stated, c = read_field(state, s.value, s.column), creature_at(state, s.of)
    if stated is None or c is None:
        if stated is None and c is None:
            return ""
        return f"{s.of} is {fielded(c) if c else 'nothing'}"
    new, attacked, used = c.entered == state.turn, c.attacks > 0, bool(c.used)
    holds = {"new": new, "attacked": attacked, "used": used}
    right = (
        stated.card == c.card
        and stated.spells in (None, c.spells)
        and all(holds[note] for note in stated.notes)
    )
    notes = [note for note, true in holds.items() if true]
    return "" if right else f"{s.of} is {fielded(c)}" + (f" ({', '.join(notes)})" if notes else "")


def fielded(c: Creature) -> str:
    """A Creature as stated."""
    return f"{c.card} with {', '.join(ordered(c.spells)) or 'none'}"


def wrong_centre(state: MagicalState, s: Stated) -> str:
    """Compare the Spells in the centre, in any order."""
    there = sorted((spell.seat, spell.card) for spell in state.centre.values())
    now = " | ".join(f"{seat_name(seat)} {card}" for seat, card in there) or "empty"
    return "" if sorted(read_centre(state, s.value, s.column)) == there else f"it is {now}"


def bags(state: MagicalState, seat: Seat) -> dict[str, Bag]:
    """The hands and piles of a seat by what statements call them."""
    deck, spells = state.sides[seat].deck, state.sides[seat].spells
    return {
        "hand": deck.hand.cards,
        "spells": spells.hand.cards,
        "discard": deck.discard,
        "spell discard": spells.discard,
        "deck": deck.unseen,
        "spell deck": spells.unseen,
    }


def wrong_pile(state: MagicalState, s: Stated) -> str:
    """Compare a hand or pile: all of it, a count, or `has`, `lacks` and some cards."""
    side = state.sides[s.seat]
    left = {"deck": side.deck.left, "spell deck": side.spells.left}
    if s.what in left and s.value.isdecimal():
        count = left[s.what]
        return "" if s.number == count else f"{seat_name(s.seat)}'s {s.what} has {count} cards"
    return wrong_cards(s, bags(state, s.seat)[s.what], partial(read_bag, state), listing)


def listing(bag: Bag) -> str:
    """Cards as a scenario writes them."""
    return ", ".join(ordered(bag)) or "empty"
