"""The line of a match: which of its events stand, and which were taken back or corrected.

Events are numbered from 1 after the opening; a number is a name for ever. A take-back lets the line
go on from an earlier event; what lay behind that stays in the record as a variation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeGuard

import msgspec

from domain.record.events import ON_THE_LINE, Amended, AnyStep, Event, Redone, TakenBack

OPENING: Final = 0
"""The number of the opening."""


class Variation(msgspec.Struct, frozen=True):
    """Events that do not stand: they followed `after` until the event `by` said otherwise."""

    after: int
    """Number of the event they branch off from, which may itself be of a variation; 0: the opening."""
    numbers: tuple[int, ...]
    by: int
    """Number of the event that took them off the line: a take-back, or a correction."""
    corrected: bool
    """Whether they were wrong, and not taken back."""


class History(msgspec.Struct, frozen=True):
    """What the events of a match come to."""

    line: tuple[int, ...]
    """Numbers of the events that stand, in order."""
    before: dict[int, int]
    """For each event that was ever on the line: the number of the one before it there."""
    variations: tuple[Variation, ...]
    """What does not stand, in the order in which it was taken off the line."""
    undone: tuple[int, ...]
    """Numbers that a redo can bring the line back to, the nearest first."""

    @property
    def last(self) -> int:
        """Number of the last event that stands; 0 is the opening."""
        return self.line[-1] if self.line else OPENING

    def path(self, number: int) -> tuple[int, ...]:
        """The numbers from the first to an event that is or was on the line."""
        found: list[int] = []
        while number:
            found.append(number)
            number = self.before[number]
        return tuple(reversed(found))


def straight(events: Sequence[Event]) -> TypeGuard[Sequence[AnyStep]]:
    """Whether all events stand, and none stands beside the line: so it is in nearly all matches."""
    return all(isinstance(event, ON_THE_LINE) for event in events)


def history(events: Sequence[Event]) -> History:
    """Walk the events of a match. Raises LookupError for a jump to what was never on the line."""
    line: list[int] = []
    before: dict[int, int] = {}
    off: dict[int, tuple[int, bool]] = {}
    undone: list[int] = []
    for number, event in enumerate(events, 1):
        if isinstance(event, ON_THE_LINE):
            before[number] = line[-1] if line else OPENING
            line.append(number)
            undone.clear()
        elif isinstance(event, TakenBack | Amended):
            if event.to not in (OPENING, *line):
                raise LookupError(f"event {number} goes back to {event.to}, which does not stand")
            if isinstance(event, TakenBack) and line and event.to != line[-1]:
                undone.insert(0, line[-1])
            while line and line[-1] != event.to:
                off[line.pop()] = number, isinstance(event, Amended)
        elif isinstance(event, Redone):
            if event.to not in before:
                raise LookupError(f"event {number} goes on to {event.to}, which never stood")
            path = History((), before, (), ()).path(event.to)
            off.update((left, (number, False)) for left in line if left not in path)
            for standing in path:
                off.pop(standing, None)
            line = list(path)
            undone = undone[undone.index(event.to) + 1 :] if event.to in undone else []
    return History(tuple(line), before, variations(before, off), tuple(undone))


def variations(before: dict[int, int], off: dict[int, tuple[int, bool]]) -> tuple[Variation, ...]:
    """The events that do not stand, those together that followed each other and went together."""
    runs: dict[int, list[int]] = {}
    for number in sorted(off):
        run = runs.pop(before[number], None)
        if run is None or off[number] != off[run[-1]]:
            if run:
                runs[run[-1]] = run
            run = []
        run.append(number)
        runs[number] = run
    found = [Variation(before[run[0]], tuple(run), *off[run[0]]) for run in runs.values()]
    return tuple(sorted(found, key=lambda variation: (variation.by, variation.numbers)))


def upto(events: Sequence[Event], after: int) -> int:
    """How many events had been recorded at a time (milliseconds after the opening).

    The record as it stood then: all up to the first that was recorded later.
    """
    for count, event in enumerate(events):
        if event.after > after:
            return count
    return len(events)
