"""A game of three seats: each takes one to three counters in turn; who takes the last one wins."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.ask import Ask, Play, Turn
from domain.contract.fields import Seat, Total
from domain.contract.seats import Seats
from domain.frame.simple import (
    MatchEnded,
    SimpleAction,
    SimpleFact,
    SimpleGame,
    SimpleState,
    Toss,
    TurnBegan,
)


class HeapState(SimpleState, kw_only=True):
    """What is left of the heap."""

    left: int = 13


class Took(SimpleFact, frozen=True, tag="took"):
    """A seat takes counters."""

    phrase = "{seat} has {total}"
    seat: Seat
    count: int
    total: Total

    def apply(self, state: HeapState) -> None:
        """The heap shrinks, the seat's score grows."""
        state.left -= self.count
        state.scores[self.seat] = self.total


class Take(SimpleAction, frozen=True, tag="take"):
    """Take so many."""

    line = "takes {count}"
    count: int


class Heap(SimpleGame[HeapState, Toss | Take, TurnBegan | Took | MatchEnded]):
    """One heap, three seats."""

    key = "heap"
    name = "Heap"
    action_type = Toss | Take
    fact_type = TurnBegan | Took | MatchEnded
    seats = Seats(3)

    def new_state(self, settings: Mapping[str, str]) -> HeapState:
        """The whole heap."""
        return HeapState(scores=[0 for _ in self.seats])

    def play_turn(self, play: Play[HeapState]) -> Turn:
        """Take one to three; the last counter wins."""
        state = play.state
        seat = state.active
        choices = [Take(count) for count in range(1, min(3, state.left) + 1)]
        take: Take = yield Ask(seat, "take", choices, always=True)
        play.emit(Took(seat, take.count, state.scores[seat] + take.count))
        if state.left:
            play.emit(TurnBegan(state.turn + 1, self.seats.next(seat)))
        else:
            play.emit(MatchEnded(seat, "last"))


HEAP = Heap()
