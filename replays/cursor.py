"""The cursor: any moment of a recorded match, forwards, backwards, by step or by turn.

A cursor folds facts and never runs rules. With a seat it folds the steps as that seat may know
them (`Step.seen_by`), so what is hidden from it is not in memory at all.

Where it is on the line is a *place*, counted from 1; what people call a step is its *number*, which
is another once something was taken back or corrected.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import Any, Final, Literal, TypeAlias

from domain.contract.errors import IMPOSSIBLE, CorruptStream, GameError, Reason
from domain.contract.game import Seat, seat_name
from domain.formats.tape import written_steps
from domain.record.events import AnyStep
from domain.record.match import Record

EVERY: Final = 16
"""Steps between two keyframes."""


class Eyes(Enum):
    """Who looks without being a seat or a spectator."""

    ALL = "all"
    """Sees everything that is recorded."""


ALL: Final = Eyes.ALL
Viewer: TypeAlias = Seat | Literal[Eyes.ALL] | None
"""Through whose eyes: a seat, a spectator (None), or ALL."""


def viewer_name(viewer: Viewer) -> str:
    """A viewer in a word: A, B, spectator or all."""
    if viewer is ALL:
        return "all"
    return "spectator" if viewer is None else seat_name(viewer)


def cannot_be(match_id: str, step: int) -> CorruptStream:
    """The error for a step whose facts cannot have happened."""
    return CorruptStream(
        Reason.CORRUPT,
        f"match {match_id}: step {step} cannot have happened as it is recorded; "
        "audit the match to see what is wrong",
    )


@contextmanager
def readable(match_id: str, step: int) -> Iterator[None]:
    """Turn what goes wrong over facts that cannot have happened into a CorruptStream."""
    try:
        yield
    except IMPOSSIBLE as error:
        raise cannot_be(match_id, step) from error


class Cursor:
    """A place on the line of a recorded match: after its step `n`, 0 being the opening.

    `state` is the state there. It belongs to the cursor: read it, do not change it, and take a copy
    of what must outlive the next move. Moving returns whether anything moved. Keyframes are a
    cache: `forget` drops them, and they come back as they are needed.
    """

    def __init__(
        self, record: Record, seat: Viewer = ALL, *, every: int = EVERY, to: int | None = None
    ) -> None:
        self.match_id = record.id
        self.game = record.game
        self.seat: Viewer = seat
        self.every = every
        self.as_of = ""
        """When the record stood so, in words; empty for how it stands now."""
        self.seen = record if seat is ALL else record.seen_by(seat)
        """The match as the viewer may know it, what does not stand included."""
        self.opened = self.seen.opened
        self.follow(to)

    def follow(self, to: int | None = None) -> None:
        """Be at the opening of the line that leads to an event, which need not stand.

        None is the line that stands. Raises GameError for an event that was never on a line.
        """
        numbers: Sequence[int] = self.seen.numbers
        steps = self.seen.steps
        if to is not None:
            if to and to not in self.seen.history.before:
                raise self.seen.no_step(to)
            numbers = self.seen.history.path(to)
            steps = [self.seen.events[number - 1] for number in numbers]
        self.to = to
        """Number of the event that the line leads to; None for the line that stands."""
        self.numbers = numbers
        """Number of each step of the line."""
        self.steps: list[AnyStep] = list(steps)
        self.n = 0
        self.beside: dict[int, Any] | None = None
        """The annotations, by number; worked out by `replays.annotations` when needed."""
        self._turns = [
            number
            for number, step in enumerate(self.steps, 1)
            for fact in step.facts
            if fact.opens_turn
        ]
        self._keyframes: dict[int, Any] = {}
        self._state = self._opening()

    def __len__(self) -> int:
        """How many steps the match has."""
        return len(self.steps)

    @property
    def state(self) -> Any:
        """The state after step `n`, as the viewer knows it."""
        return self._state

    @property
    def step(self) -> AnyStep | None:
        """The step that led here; None at the opening."""
        return self.steps[self.n - 1] if self.n else None

    @property
    def number(self) -> int:
        """The number of that step, which is its name for ever; 0 at the opening."""
        return self.number_at(self.n)

    def number_at(self, n: int) -> int:
        """The number of the step at a place; 0 is the opening."""
        return self.numbers[n - 1] if n else 0

    def place(self, number: int) -> int:
        """The place of a step on this line, by its number. Raises GameError (NOT_FOUND)."""
        if number == 0:
            return 0
        try:
            return self.numbers.index(number) + 1
        except ValueError:
            pass
        if self.to is not None and number in self.seen.history.before:
            raise GameError(
                Reason.NOT_FOUND,
                f"step {number} of match {self.match_id} is not on the line that leads to {self.to}",
            )
        raise self.seen.no_step(number)

    @property
    def aside(self) -> bool:
        """Whether this is no part of the line that stands."""
        return bool(self.to) and self.to not in self.seen.numbers

    # -- by step ---------------------------------------------------------------------------------

    def seek(self, n: int) -> Any:
        """Go to the state after the step at place `n` (0: the opening). Raises GameError."""
        if not 0 <= n <= len(self.steps):
            raise GameError(
                Reason.NOT_FOUND,
                f"match {self.match_id} has no step {n}; its steps are 0 to {len(self.steps)}",
            )
        if 0 <= n - self.n <= self.every:
            try:
                self._fold(self._state, self.n, n)
            except CorruptStream:
                self._state = self.state_at(self.n)
                raise
        else:
            self._state = self.state_at(n)
        self.n = n
        return self._state

    def go_to(self, number: int) -> Any:
        """Go to a step by its number (0: the opening) and return the state. Raises GameError."""
        return self.seek(self.place(number))

    def next(self) -> bool:
        """One step forward."""
        return self._move(self.n + 1)

    def previous(self) -> bool:
        """One step back."""
        return self._move(self.n - 1)

    def first(self) -> bool:
        """To the opening."""
        return self._move(0)

    def last(self) -> bool:
        """To the end of what is recorded."""
        return self._move(len(self.steps))

    # -- by turn ---------------------------------------------------------------------------------

    @property
    def turns(self) -> int:
        """How many turns have begun in the whole match."""
        return len(self._turns)

    @property
    def turn_number(self) -> int:
        """The turn in progress at this place; 0 while the game is set up."""
        return bisect_right(self._turns, self.n)

    def turn_start(self, turn: int) -> int:
        """The step after which a turn has just begun (turn 0: the set-up). Raises GameError."""
        if not 0 <= turn <= len(self._turns):
            raise GameError(
                Reason.NOT_FOUND,
                f"match {self.match_id} has no turn {turn}; its turns are 0 (the set-up) "
                f"to {len(self._turns)}",
            )
        return self._turns[turn - 1] if turn else 0

    def turn(self, turn: int) -> Any:
        """Go to where a turn begins and return the state there. Raises GameError."""
        return self.seek(self.turn_start(turn))

    def next_turn(self) -> bool:
        """To where the next turn begins; in the last one, to the end."""
        later = bisect_right(self._turns, self.n)
        return self._move(self._turns[later] if later < len(self._turns) else len(self.steps))

    def previous_turn(self) -> bool:
        """To where this turn began, or from there to where the one before it did."""
        earlier = bisect_left(self._turns, self.n)
        return self._move(self._turns[earlier - 1] if earlier else 0)

    def turn_lines(self, turn: int, until: int | None = None) -> list[str]:
        """A turn as notation writes it, up to a step (None: all of it); several lines in turn 0."""
        start = self.turn_start(turn)
        end = self.turn_start(turn + 1) if turn < len(self._turns) else len(self.steps)
        end = end if until is None else min(end, until)
        lines: list[str] = []
        state = self.state_at(start)
        with readable(self.match_id, self.number_at(end)):
            for run in written_steps(self.game, state, self.steps[start:end]):
                lines += run.lines
        return lines

    # -- the cache -------------------------------------------------------------------------------

    def state_at(self, n: int) -> Any:
        """The state after step `n` as a copy of its own; the cursor stays where it is."""
        base = n - n % self.every
        while base and base not in self._keyframes:
            base -= self.every
        state = self._keyframes[base].copy() if base else self._opening()
        while base + self.every <= n:
            self._fold(state, base, base + self.every)
            base += self.every
            self._keyframes[base] = state.copy()
        return self._fold(state, base, n)

    def forget(self) -> None:
        """Drop every keyframe."""
        self._keyframes.clear()

    def _opening(self) -> Any:
        with readable(self.match_id, 0):
            return self.game.new_state(self.opened.settings)

    def _fold(self, state: Any, start: int, end: int) -> Any:
        for number in range(start, end):
            try:
                for fact in self.steps[number].facts:
                    fact.apply(state)
            except IMPOSSIBLE as error:
                raise cannot_be(self.match_id, self.number_at(number + 1)) from error
        return state

    def _move(self, n: int) -> bool:
        n = min(max(n, 0), len(self.steps))
        if n == self.n:
            return False
        self.seek(n)
        return True
