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

TAKEN_BACK: Final = "taken back"
CORRECTED: Final = "corrected"
"""It was wrong, and steps that follow the correction stand for it."""
LEFT: Final = "left"
"""A redo let the line go on elsewhere."""
REASONS: Final = {TakenBack: TAKEN_BACK, Amended: CORRECTED, Redone: LEFT}
"""Why events do not stand, by what took them off the line."""


class Variation(msgspec.Struct, frozen=True):
    """Events that do not stand: they followed `after` until the event `by` ended that."""

    after: int
    """Number of the event they branch off from, which may itself be of a variation; 0: the opening."""
    numbers: tuple[int, ...]
    by: int
    """Number of the event that took them off the line: a take-back, a correction, or a redo."""
    reason: str
    """Why they do not stand: TAKEN_BACK, CORRECTED or LEFT."""


class Jump(msgspec.Struct, frozen=True):
    """What a take-back, a correction or a redo did to the line."""

    last: int
    """Number of the last event of the line before it; 0: the opening."""
    gone: tuple[int, ...]
    """Numbers that stood until then, in order."""
    back: tuple[int, ...] = ()
    """Numbers that stand again, in order."""


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
    jumps: dict[int, Jump] = {}
    """What each take-back, correction and redo did to the line, by its number."""

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

    def line_before(self, number: int) -> tuple[int, ...]:
        """The line as it was before a take-back, correction or redo, by its number."""
        return self.path(self.jumps[number].last)


def straight(events: Sequence[Event]) -> TypeGuard[Sequence[AnyStep]]:
    """Whether all events stand, and none stands beside the line: so it is in nearly all matches."""
    return all(isinstance(event, ON_THE_LINE) for event in events)


class Walk:
    """A walk over the events of a match, with the line as it stands after each."""

    def __init__(self) -> None:
        self.line: list[int] = []
        self.before: dict[int, int] = {}
        """For each event that was ever on the line: the number of the one before it there."""
        self._on: set[int] = {OPENING}

    @property
    def last(self) -> int:
        """Number of the last event that stands; 0 is the opening."""
        return self.line[-1] if self.line else OPENING

    def stands(self, number: int) -> bool:
        """Say if an event is on the line now; the opening always is."""
        return number in self._on

    def step(self, number: int) -> None:
        """Put an event on the line."""
        self.before[number] = self.last
        self.line.append(number)
        self._on.add(number)

    def jump(self, number: int, event: TakenBack | Amended | Redone) -> Jump:
        """Follow a take-back, correction or redo. Raises LookupError for one that cannot be."""
        if isinstance(event, Redone):
            if event.to not in self.before:
                raise LookupError(f"event {number} goes on to {event.to}, which never stood")
            return self.on(event.to)
        if not self.stands(event.to):
            raise LookupError(f"event {number} goes back to {event.to}, which does not stand")
        return self.back(event.to)

    def back(self, to: int) -> Jump:
        """Take everything behind an event of the line off it."""
        last, gone = self.last, []
        while self.last != to:
            gone.append(self.line.pop())
        self._on.difference_update(gone)
        return Jump(last, tuple(reversed(gone)))

    def on(self, to: int) -> Jump:
        """Go on from an event that is or was on the line."""
        again: list[int] = []
        while not self.stands(to):
            again.append(to)
            to = self.before[to]
        jump = self.back(to)
        again.reverse()
        self.line += again
        self._on.update(again)
        return Jump(jump.last, jump.gone, tuple(again))


def history(events: Sequence[Event]) -> History:
    """Walk the events of a match. Raises LookupError for a jump to what was never on the line."""
    walk = Walk()
    off: dict[int, tuple[int, str]] = {}
    undone: list[int] = []
    jumps: dict[int, Jump] = {}
    for number, event in enumerate(events, 1):
        if isinstance(event, ON_THE_LINE):
            walk.step(number)
            undone.clear()
        elif isinstance(event, TakenBack | Amended | Redone):
            jumps[number] = jump = walk.jump(number, event)
            off.update(dict.fromkeys(jump.gone, (number, REASONS[type(event)])))
            for again in jump.back:
                del off[again]
            if isinstance(event, TakenBack) and jump.gone:
                undone.append(jump.last)
            elif isinstance(event, Redone):
                undone = undone[: undone.index(event.to)] if event.to in undone else []
    return History(
        tuple(walk.line), walk.before, variations(walk.before, off), tuple(undone[::-1]), jumps
    )


def variations(before: dict[int, int], off: dict[int, tuple[int, str]]) -> tuple[Variation, ...]:
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
