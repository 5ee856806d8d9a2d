"""Parts that small games share: a state, the facts that open a turn and end a match, a toss, a bot."""

from __future__ import annotations

import random
import re
from copy import deepcopy
from typing import Any, ClassVar, Self

import msgspec

from domain.contract.game import SEAT_FIELDS, Action, Ask, Fact, Seat, seat_name


class SimpleState(msgspec.Struct, kw_only=True):
    """What every state has; a game adds its own fields in a subclass, `kw_only=True` as well."""

    over: bool = False
    turn: int = 0
    """Number of the turn in progress; 0 while the game is set up."""
    active: Seat = -1
    """Whose turn it is; -1 while the game is set up."""
    scores: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """The totals of A and B that people read aloud; what they count is the game's."""
    winner: Seat | None = None
    why: str = ""
    """Why the match ended, in one word."""

    def copy(self) -> Self:
        """An independent copy."""
        return deepcopy(self)


class SimpleAction(Action, frozen=True):
    """A decision that says how it is written."""

    line: ClassVar[str] = ""
    """How people write it: the fields in braces, as in `{count}x{heap}`; a seat is its letter."""


class SimpleFact(Fact, frozen=True):
    """A fact that says how it is told."""

    told: ClassVar[str] = ""
    """The fact in words: the fields in braces; a seat is its letter."""


class Toss(SimpleAction, frozen=True, tag="toss"):
    """The dealer tosses who starts."""

    line = "start {seat}"
    seat: Seat


class TurnBegan(SimpleFact, frozen=True, tag="turn"):
    """A turn begins."""

    opens_turn = True
    told = "turn {turn}: {seat}"
    turn: int
    seat: Seat

    def apply(self, state: SimpleState) -> None:
        """It is the seat's turn."""
        state.turn = self.turn
        state.active = self.seat


class MatchEnded(SimpleFact, frozen=True, tag="end"):
    """The match is over; no winner is a draw."""

    winner: Seat | None
    why: str

    def apply(self, state: SimpleState) -> None:
        """Nothing comes after it."""
        state.over = True
        state.winner = self.winner
        state.why = self.why


def letters(value: Action | Fact) -> dict[str, Any]:
    """The fields of an action or fact by name, seats as letters."""
    found = {}
    for name in value.__struct_fields__:
        item = getattr(value, name)
        found[name] = seat_name(item) if name in SEAT_FIELDS and isinstance(item, int) else item
    return found


def no_markup(text: str) -> str:
    """A text as rich shows it letter by letter."""
    return re.sub(r"\[(?=[a-z#/@])", r"\\[", text)


def in_words(fact: Fact) -> str:
    """A fact as its `told` has it; without one, its tag and its fields."""
    fields = letters(fact)
    if isinstance(fact, MatchEnded):
        who = "a draw" if fact.winner is None else f"{fields['winner']} wins"
        return f"{who} ({fact.why})"
    if told := getattr(fact, "told", ""):
        return str(told).format(**fields)
    phrase = ", ".join(f"{name} {value}" for name, value in fields.items())
    return f"{fact.__struct_config__.tag}: {phrase}" if phrase else str(fact.__struct_config__.tag)


def chosen_at_random(_state: Any, ask: Ask, rng: random.Random, /) -> Action:
    """The bot that chooses any legal action."""
    chosen: Action = rng.choice(list(ask.choices))
    return chosen
