"""Parts that small games share: a state, the facts that open a turn and end a match, a toss, a bot."""

from __future__ import annotations

from copy import deepcopy
from typing import ClassVar, Self

import msgspec

from domain.contract.ask import Action, Fact
from domain.contract.fields import Seat
from domain.contract.seats import Seats, named_fields


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
    """A fact that has its words with it."""

    phrase: ClassVar[str] = ""
    """The fact in words: the fields in braces, as in `{seat} takes {count}`; a seat is its letter."""


class Toss(SimpleAction, frozen=True, tag="toss"):
    """The dealer tosses who starts."""

    line = "start {seat}"
    seat: Seat


class TurnBegan(SimpleFact, frozen=True, tag="turn"):
    """A turn begins."""

    opens_turn = True
    phrase = "turn {turn}: {seat}"
    turn: int
    seat: Seat

    def apply(self, state: SimpleState) -> None:
        """It is the seat's turn."""
        state.turn = self.turn
        state.active = self.seat


class MatchEnded(SimpleFact, frozen=True, tag="end"):
    """The match is over; no winner is a draw."""

    ends_match = True
    winner: Seat | None
    why: str

    def apply(self, state: SimpleState) -> None:
        """Nothing comes after it."""
        state.over = True
        state.winner = self.winner
        state.why = self.why


def in_words(fact: Fact, seats: Seats) -> str:
    """Write a fact as its `phrase` has it, the end of a match by its winner; nothing without one.

    A game that was written for an earlier version may have its phrases under the name `told`.
    """
    fields = named_fields(fact, seats)
    if isinstance(fact, MatchEnded):
        who = "a draw" if fact.winner is None else f"{fields['winner']} wins"
        return f"{who} ({fact.why})"
    phrase = getattr(fact, "phrase", "") or getattr(fact, "told", "")
    return str(phrase).format(**fields)
