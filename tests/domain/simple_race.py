"""A small game with dice, two decisions a turn, words with letters, and a forced question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.contract.game import DEALER, Ask, Play, Seat, Turn
from domain.frame.simple import (
    MatchEnded,
    SimpleAction,
    SimpleFact,
    SimpleGame,
    SimpleState,
    Toss,
    TurnBegan,
    one_of,
)


class RaceState(SimpleState, kw_only=True):
    """Who goes on foot walks to the goal, who rides goes twice as far."""

    goal: int = 12
    pace: str = ""


class Rolled(SimpleFact, frozen=True, tag="rolled"):
    """The die fell. It has no words of its own."""

    seat: Seat
    pips: int

    def apply(self, state: RaceState) -> None:
        """Nothing but the die changes."""


class Moved(SimpleFact, frozen=True, tag="moved"):
    """A seat has come so far."""

    phrase = "{seat} stands at {total}"
    seat: Seat
    total: int

    def apply(self, state: RaceState) -> None:
        """The score is the place."""
        state.scores[self.seat] = self.total


class Roll(SimpleAction, frozen=True, tag="roll"):
    """What the die shows."""

    line = "rolls {pips}"
    pips: int


class Go(SimpleAction, frozen=True, tag="go"):
    """How to go on."""

    line = "{how}"
    how: str


class Race(SimpleGame):
    """First past the goal; a roll of six leaves no choice but to walk."""

    key = "race"
    name = "Race"
    action_type = Toss | Roll | Go
    fact_type = TurnBegan | Rolled | Moved | MatchEnded
    options = {"goal": one_of("12", "20")}  # noqa: RUF012

    def new_state(self, settings: Mapping[str, str]) -> RaceState:
        """Both at the start."""
        return RaceState(goal=int(settings["goal"]))

    def play_turn(self, play: Play) -> Turn:
        """Roll, and choose how to go."""
        state: RaceState = play.state
        seat: Seat = state.active
        roll: Any = yield Ask(
            DEALER, "die", [Roll(n) for n in range(1, 7)], lambda _: "a die shows 1 to 6"
        )
        play.emit(Rolled(seat, roll.pips))
        ways = [Go("Walk")] if roll.pips == 6 else [Go("Walk"), Go("Ride")]
        way: Any = yield Ask(seat, "way", ways, lambda _: "Walk or Ride")
        pips = roll.pips if way.how == "Walk" else 2 * roll.pips - 3
        play.emit(Moved(seat, state.scores[seat] + pips))
        if state.scores[seat] >= state.goal:
            play.emit(MatchEnded(seat, "goal"))
        elif state.turn == 20:
            play.emit(MatchEnded(None, "late"))
        else:
            play.emit(TurnBegan(state.turn + 1, 1 - seat))


RACE = Race()
