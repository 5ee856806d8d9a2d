"""What a game is: `Game`, a class with a default for all that not only the game itself can know.

The parts of the contract have a file each; games import all of them from here.
"""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final, Generic, Protocol

import msgspec

from domain.contract.ask import (
    A,
    Action,
    Ask,
    Choices,
    F,
    Fact,
    Play,
    S,
    State,
    Turn,
    WhyNot,
)
from domain.contract.board import Board
from domain.contract.fields import Seat, Total, seat_fields
from domain.contract.law import Breach, common_laws
from domain.contract.notation import Decider, Decision, Notation
from domain.contract.plain_board import plain_board
from domain.contract.position import PlainScenery, Scenery
from domain.contract.result import BROKEN_OFF, Result
from domain.contract.seats import DEALER, SEAT_NAMES, TWO, Seats, named_fields, seat_name
from domain.contract.settings import Option, checked

__all__ = [
    "BROKEN_OFF",
    "DEALER",
    "SEAT_NAMES",
    "TWO",
    "UNKNOWN",
    "Action",
    "Ask",
    "Bot",
    "Breach",
    "Choices",
    "Decider",
    "Decision",
    "Fact",
    "Game",
    "Notation",
    "PlainScenery",
    "Play",
    "Result",
    "Scenery",
    "Seat",
    "Seats",
    "State",
    "Total",
    "Turn",
    "WhyNot",
    "chosen_at_random",
    "seat_name",
]

UNKNOWN: Final = "??"
"""The code of a card that the recording does not know."""


class Bot(Protocol):
    """Chooses one of an Ask's legal actions; it is given the whole state and looks at its own part."""

    def __call__(self, state: Any, ask: Ask, rng: random.Random, /) -> Any:
        """Choose; the same state, Ask and random numbers give the same action."""
        ...


def chosen_at_random(_state: Any, ask: Ask[A], rng: random.Random, /) -> A:
    """Choose any legal action: the bot that every game has."""
    chosen: A = rng.choice(list(ask.choices))
    return chosen


class Game(ABC, Generic[S, A, F]):
    """One game of states S, actions A and facts F: its types, its rules, its words, its bots.

    A game says what it is called, what its actions and facts are, how people write them, what a
    state is before anything has happened, and how a turn goes. Each other member has a default that
    is right for a game of open cards and few words.
    """

    key: str
    name: str
    rules_version: str = "1"
    action_type: Any
    """Union of the game's Action structs."""
    fact_type: Any
    """Union of the game's Fact structs."""
    options: Mapping[str, Option] = {}
    """The settings of a match, by name."""
    notation: Notation[S, A, F]
    seats: Seats = TWO
    """The seats of a match."""

    @cached_property
    def scenery(self) -> Scenery[S]:
        """How scenarios set up positions: the fields of the state, by name."""
        return PlainScenery(self.new_state, self.seats)

    @cached_property
    def bots(self) -> Mapping[str, Bot]:
        """The bots, by name: each game has `random` and `sensible`."""
        return {"random": chosen_at_random, "sensible": self.sensible}

    @abstractmethod
    def new_state(self, settings: Mapping[str, str]) -> S:
        """The state before anything has happened."""

    @abstractmethod
    def turn(self, play: Play[S]) -> Turn | None:
        """The coroutine of the turn that the state says comes next; None when the game is over."""

    def sensible(self, state: S, ask: Ask[A], rng: random.Random, /) -> A:
        """Choose well: one of the answers that `valued` holds highest; any, where it holds nothing."""
        value = self.valued(state, ask)
        if value is None:
            return chosen_at_random(state, ask, rng)
        worth = [(value(action), action) for action in ask.choices]
        most = max(one for one, _ in worth)
        best: list[A] = [action for one, action in worth if one == most]
        return rng.choice(best)

    def settings(self, words: Mapping[str, str]) -> dict[str, str]:
        """Check the settings of a match by `options`, and complete them.

        Raises GameError naming the wrong one.
        """
        return checked(self.options, words, self.name)

    def remark(self, settings: Mapping[str, str]) -> str:
        """Why a match of such settings may not read as it was recorded; mostly nothing."""
        return ""

    def settings_seen_by(self, settings: Mapping[str, str], seat: Seat | None) -> dict[str, str]:
        """The settings as a seat (None: a spectator) may know them; what is hidden becomes unknown.

        `new_state` takes them, and facts seen by that seat fold onto it to what `view` shows.
        """
        return dict(settings)

    def view(self, state: S, seat: Seat | None) -> S:
        """The state as a seat (None: a spectator) knows it, hidden cards as unknowns."""
        return state.copy()

    def laws(self, state: S, settings: Mapping[str, str]) -> Iterator[Breach]:
        """Name the laws of the game that a state breaks: none in any state that the rules lead to.

        What people enter by hand is refused if it breaks one, and the audit names it. A game adds its
        own to these: cards are conserved, the result agrees with the totals. `settings` are those of
        the match; hidden cards may be unknown.
        """
        yield from common_laws(state, self.seats)

    def unknown(self, state: S, seat: Seat) -> int:
        """How many cards a seat knows to be in its own hand, and the state does not."""
        return 0

    def valued(self, state: S, ask: Ask[A]) -> Callable[[A], float] | None:
        """What the sensible bot holds of an answer to a seat's question: higher is better.

        Only comparisons within the question mean anything. None where the bot compares nothing.
        """
        return None

    def subject(self, state: S, seat: Seat, action: A) -> str:
        """What a seat's answer is about, by a name that is the same in every match: mostly a card's.

        Answers of a kind that are about the same are counted together. Empty where there is no name.
        """
        return ""

    def board(self, state: S) -> Board:
        """Lay out the table as people know it: zone by zone, what `data` says.

        `state` holds only what the viewer knows. The board is drawn in the terminal, as a picture and
        on pages; who sits where, and through whose eyes it is seen, is added there.
        """
        return plain_board(self.key, self.data(state), state.turn, self.result(state))

    def data(self, state: S) -> dict[str, Any]:
        """The state as plain data for programs, seats as letters; documented in docs/formats.md.

        It has what no board shows, such as ids and the cards not seen yet.
        """
        found: dict[str, Any] = msgspec.to_builtins(state, str_keys=True)
        kind: Any = type(state)
        for name in seat_fields(kind):
            seat = found[name]
            found[name] = None if seat is None or seat == DEALER else seat_name(seat, self.seats)
        return found

    def tell(self, fact: F, state: S) -> str:
        """One fact in words; `state` is the state before it."""
        tag = str(fact.__struct_config__.tag)
        fields = ", ".join(
            f"{name} {value}" for name, value in named_fields(fact, self.seats).items()
        )
        return f"{tag}: {fields}" if fields else tag

    def result(self, state: S) -> Result | None:
        """How the match ended, or None while it goes on: the totals are those of the notation."""
        if not state.over:
            return None
        return Result(state.winner, state.why, totals_of(self, state))


def totals_of(game: Game[S, A, F], state: S) -> tuple[int, ...]:
    """The totals that people read aloud, as numbers, in the order of the seats."""
    return tuple(map(int, game.notation.totals(state).split(":")))


def no_markup(text: str) -> str:
    """Return a text so that rich shows it letter by letter."""
    return re.sub(r"\[(?=[a-z#/@])", r"\\[", text)
