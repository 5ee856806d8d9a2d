"""Nim for ludograph: take any number of objects from one heap; whoever takes the last one wins.

Or loses, if the match is set to be a misère. The dealer tosses who starts.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import reduce
from operator import xor
from typing import Any

from ludograph import (
    Action,
    Ask,
    MatchEnded,
    Option,
    Play,
    Seat,
    SimpleAction,
    SimpleFact,
    SimpleGame,
    SimpleState,
    Toss,
    Total,
    Turn,
    TurnBegan,
    chosen_at_random,
    one_of,
)

MOST = 30
"""The most heaps, and the most objects in one."""


class NimState(SimpleState, kw_only=True):
    """The heaps; the scores are how many objects each seat has taken."""

    heaps: list[int]
    misere: bool = False


class Taken(SimpleFact, frozen=True, tag="take"):
    """A seat takes objects from a heap; heaps count from 1, `total` is all it has taken."""

    phrase = "{seat} takes {count} from heap {heap}"
    seat: Seat
    heap: int
    count: int
    total: Total

    def apply(self, state: NimState) -> None:
        """The heap shrinks, the seat's score grows."""
        state.heaps[self.heap - 1] -= self.count
        state.scores[self.seat] = self.total


class Take(SimpleAction, frozen=True, tag="take"):
    """Take so many from a heap: `2x3` is two from heap 3."""

    line = "{count}x{heap}"
    count: int
    heap: int


def takes(heaps: list[int]) -> list[Take]:
    """Every legal way to take."""
    return [Take(n, heap) for heap, size in enumerate(heaps, 1) for n in range(1, size + 1)]


def why_not(heaps: list[int], action: Any) -> str:
    """Why a way to take is not legal."""
    if not isinstance(action, Take) or not 1 <= action.heap <= len(heaps):
        return f"take from one of the heaps 1 to {len(heaps)}"
    return f"heap {action.heap} holds {heaps[action.heap - 1]}; take one or more of them"


def sizes(value: str) -> str:
    """The heaps of a match as they are kept: `3-4-5`. Raises ValueError for anything else."""
    words = value.replace(",", " ").replace("-", " ").split()
    found = [int(word) if word.isdecimal() else 0 for word in words]
    if not 1 <= len(found) <= MOST or not all(1 <= size <= MOST for size in found):
        raise ValueError(f"1 to {MOST} heaps hold 1 to {MOST} objects each")
    return "-".join(map(str, found))


class Nim(SimpleGame):
    """Nim, played to take the last object or, as a misère, to leave it."""

    key = "nim"
    name = "Nim"
    action_type = Toss | Take
    fact_type = TurnBegan | Taken | MatchEnded
    options: Mapping[str, Option] = {
        "heaps": Option("3-4-5", sizes),
        "misere": one_of("no", "yes"),
    }

    def new_state(self, settings: Mapping[str, str]) -> NimState:
        """The heaps as the settings have them."""
        heaps = [int(size) for size in settings["heaps"].split("-")]
        return NimState(heaps=heaps, misere=settings["misere"] == "yes")

    def play_turn(self, play: Play) -> Turn:
        """Take from one heap; then it is the other's turn, unless that was the last object."""
        state: NimState = play.state
        seat, heaps = state.active, state.heaps
        take: Take = yield Ask(
            seat, "take", takes(heaps), lambda action: why_not(heaps, action), always=True
        )
        play.emit(Taken(seat, take.heap, take.count, state.scores[seat] + take.count))
        if any(heaps):
            play.emit(TurnBegan(state.turn + 1, 1 - seat))
        else:
            play.emit(MatchEnded(1 - seat if state.misere else seat, "last"))

    def sensible(self, state: NimState, ask: Ask[Action], rng: random.Random, /) -> Action:
        """Leave the other seat heaps from which it cannot win, if there are any."""
        good = [take for take in ask.choices if lost(left(state.heaps, take), state.misere)]
        return rng.choice(good) if good else chosen_at_random(state, ask, rng)


def left(heaps: list[int], take: Take) -> list[int]:
    """The heaps after a seat has taken."""
    return [size - take.count * (heap == take.heap) for heap, size in enumerate(heaps, 1)]


def lost(heaps: list[int], misere: bool) -> bool:
    """Whether who is to take loses against good play: the nim-sum is nought.

    In a misère with heaps of one only, whether their number is odd.
    """
    if misere and max(heaps) <= 1:
        return sum(heaps) % 2 == 1
    return reduce(xor, heaps) == 0


NIM = Nim()
