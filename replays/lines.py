"""The lines of notation of a match, also of what does not stand: each is written from where it begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from domain.formats.tape import Run, written_steps
from domain.record.events import AnyStep
from domain.record.match import Record


class Lines:
    """The lines of one match, written on from the nearest place that was reached before.

    So a history of many take-backs is written in one go, and not from the opening for each of them.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        with record.readable():
            self._reached: dict[int, tuple[Any, bool]] = {
                0: (record.game.new_state(record.opened.settings), False)
            }

    def after(
        self, number: int, numbers: Sequence[int], breaks: Iterable[int] = ()
    ) -> Iterator[Run]:
        """Write the events that follow an event (0: the opening) on some line of the match.

        `breaks` are numbers of events behind which a line ends in any case. Raises CorruptStream.
        """
        state, going_on = self._reach(number)
        yield from self._write(state.copy(), going_on, numbers, breaks)

    def _reach(self, number: int) -> tuple[Any, bool]:
        """The state after an event, and whether the line that ends there leaves its turn open."""
        before = self.record.history.before
        path: list[int] = []
        known = number
        while known not in self._reached:
            path.append(known)
            known = before[known]
        if path:
            state, going_on = self._reached[known]
            for _ in self._write(state.copy(), going_on, path[::-1]):
                pass
        return self._reached[number]

    def _write(
        self, state: Any, going_on: bool, numbers: Sequence[int], breaks: Iterable[int] = ()
    ) -> Iterator[Run]:
        """Write events from a state, which is folded on; the place that is reached is kept."""
        steps: list[AnyStep] = [self.record.events[number - 1] for number in numbers]
        ends = {*breaks}
        places = [place for place, number in enumerate(numbers, 1) if number in ends]
        with self.record.readable():
            for run in written_steps(self.record.game, state, steps, places, going_on):
                going_on = run.open
                yield run
        if numbers:
            self._reached[numbers[-1]] = state, going_on
