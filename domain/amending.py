"""Corrections: a line found wrong later is replaced, and everything after it decided again.

Every later line is read again as it was written, since what is in play can have other numbers now.
The first that does not fit is a `Misfit`; the scorekeeper keeps it as a ruling, writes another line
for it, or stops there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from domain.errors import GameError, Reason
from domain.events import Amended, AnyStep, Closed, Event
from domain.game import UNKNOWN
from domain.match import IMPOSSIBLE, Match, Record
from domain.rulings import STOOD
from domain.tape import Written, decide_line, written_lines

KEEP: Final = "keep"
"""The answer to a misfit: it happened, so it stays, as a ruling."""
STOP: Final = "stop"
"""The answer to a misfit: it and what came after it is left off."""


class Misfit(msgspec.Struct, frozen=True):
    """A later step that does not go with what is recorded now."""

    number: int
    """Number of the first step of the line that does not fit."""
    wrong: int
    """Number of the step that is corrected, from which it follows that it does not."""
    line: str
    """The line, as it was written."""
    why: str
    """Why it does not fit."""
    lost: int
    """How many steps, those of this line included, are not yet decided again."""

    def __str__(self) -> str:
        return (
            f"step {self.number} ({self.line}) does not go with step {self.wrong} "
            f"as it is now: {self.why}"
        )


Answer = Callable[[Misfit], str]
"""What becomes of a misfit: KEEP, STOP, or a line to be decided in its place."""


class Amendment(msgspec.Struct, frozen=True):
    """A correction worked out, not yet recorded."""

    events: tuple[Event, ...]
    """The correction, and then the steps that replace those from the wrong one on."""
    was: str
    """The line as it was."""
    now: str
    misfits: tuple[tuple[Misfit, str], ...]
    """What did not fit, and what was answered."""
    dropped: int
    """How many steps were left off."""


def line_of(record: Record, place: int) -> Written:
    """The line, as a tape writes it, that tells the step at a place. Raises GameError."""
    for line in written_lines(record):
        if line.first <= place <= line.last:
            return line
    raise GameError(
        Reason.NOT_FOUND, f"match {record.id} has no step {record.number(place) or 0} to correct"
    )


def stopping(misfit: Misfit) -> str:
    """The answer of who wants to know: a misfit is an error."""
    raise GameError(
        Reason.CONFLICT,
        f"{misfit}; keep it as a ruling, write another line for it, or stop there",
        legal=("--otherwise keep", "--otherwise stop"),
    )


def amend(
    record: Record,
    place: int,
    text: str,
    *,
    answer: Answer = stopping,
    why: str = "correction",
    note: str = "",
    after: int = 0,
    by: str = "",
) -> Amendment:
    """Replace the line that tells the step at a place by another, and decide what follows again.

    `text` is the whole line as it should have been; nothing of the record changes. Raises GameError
    if the line is not legal there (`!!` says that it happened nevertheless), or as `answer` does.
    """
    old = line_of(record, place)
    work = Redeciding(record, old, after=after, by=by)
    work.read((text,), record.numbers[old.first - 1 : old.last])
    work.go_on(answer)
    if work.unchanged():
        raise GameError(Reason.CONFLICT, "that is what is recorded: nothing changes")
    amended = Amended(
        to=record.number(old.first - 1),
        count=len(work.steps),
        why=why,
        wrong=record.number(old.first),
        note=note,
        after=after,
        by=by,
    )
    return Amendment(
        (amended, *work.steps),
        " / ".join(old.said),
        text.strip(),
        tuple(work.misfits),
        work.dropped,
    )


class Redeciding:
    """A match whose steps from a place on are decided again."""

    def __init__(self, record: Record, wrong: Written, *, after: int, by: str) -> None:
        self.record = record
        self.wrong = wrong
        self.later = [line for line in written_lines(record) if line.first > wrong.last]
        self.after = after
        self.by = by
        self.kept = record.steps[: wrong.first - 1]
        self.steps: list[AnyStep] = []
        self.misfits: list[tuple[Misfit, str]] = []
        self.dropped = 0
        self.match = self.fresh()

    def fresh(self) -> Match:
        """The match as far as it is decided again, built anew."""
        game, settings = self.record.game, self.record.opened.settings
        return Match(game, settings, [*self.kept, *self.steps])

    def read(self, lines: Sequence[str], numbers: Sequence[int], note: str = "") -> None:
        """Decide lines in the place of the steps with some numbers; all of them or none."""
        done: list[AnyStep] = []
        try:
            for line in lines:
                done += decide_line(self.match, line, note, after=self.after, by=self.by)
        except (GameError, *IMPOSSIBLE) as error:
            self.match = self.fresh()
            if isinstance(error, GameError):
                raise
            raise GameError(Reason.ILLEGAL, "that cannot have happened here") from error
        if not done:
            raise GameError(Reason.UNREADABLE, "that line decides nothing", column=1)
        self.add(done, numbers)

    def add(self, steps: Sequence[AnyStep], numbers: Sequence[int]) -> None:
        """Let steps stand for those that were recorded: with their times and comments."""
        for index, step in enumerate(steps):
            number = numbers[min(index, len(numbers) - 1)]
            old = self.record.events[number - 1]
            again = index >= len(numbers)
            self.steps.append(
                msgspec.structs.replace(
                    step,
                    redecides=number,
                    occurred=old.after if old.occurred is None else old.occurred,
                    note=step.note or ("" if again else old.note),
                )
            )

    def go_on(self, answer: Answer) -> None:
        """Decide again every line after the one that was wrong."""
        for line in self.later:
            numbers = self.record.numbers[line.first - 1 : line.last]
            try:
                self.read(line.said, numbers)
                continue
            except GameError as error:
                misfit = self.misfit(line, error.message)
            chosen = answer(misfit)
            self.misfits.append((misfit, chosen))
            if chosen == STOP:
                self.dropped = misfit.lost
                return
            if chosen == KEEP:
                self.keep(line, misfit)
            else:
                self.read((chosen,), numbers)

    def misfit(self, line: Written, why: str) -> Misfit:
        """What does not fit, for people."""
        return Misfit(
            self.record.number(line.first),
            self.record.number(self.wrong.first),
            " / ".join(line.said),
            why,
            len(self.record.steps) - line.first + 1,
        )

    def keep(self, line: Written, misfit: Misfit) -> None:
        """Let what does not fit stand as a ruling: as a play that stood, or else fact by fact."""
        numbers = self.record.numbers[line.first - 1 : line.last]
        reason = f"kept when step {misfit.wrong} was corrected"
        steps = self.record.steps[line.first - 1 : line.last]
        facts = [fact for step in steps for fact in step.facts]
        try:
            self.read([f"{STOOD} {said.lstrip('! ')}" for said in line.said], numbers, note=reason)
            return
        except GameError:
            pass
        try:
            if facts:
                self.match.rule(facts, "correction", steps[0].seat)
                done = self.match.take(after=self.after, by=self.by, note=reason)
                self.add(done, numbers)
                return
        except GameError:
            self.match = self.fresh()
        raise GameError(
            Reason.CONFLICT,
            f"step {misfit.number} ({misfit.line}) cannot even be kept as a ruling: {misfit.why}",
        )

    def unchanged(self) -> bool:
        """Whether everything is as it was."""
        old = self.record.steps[self.wrong.first - 1 :]
        return [happened(step) for step in old] == [happened(step) for step in self.steps]


def happened(step: AnyStep) -> tuple[Any, ...]:
    """What a step says about the game: not when, nor by whom it was recorded."""
    if isinstance(step, Closed):
        return (step.why, step.winner)
    return (type(step), step.seat, step.action, step.facts)


def refines(new: Any, old: Any) -> bool:
    """Whether a value says the same as another, or knows what that one did not."""
    if new == old or old == UNKNOWN:
        return True
    if isinstance(old, msgspec.Struct):
        return type(new) is type(old) and all(
            refines(getattr(new, name), getattr(old, name)) for name in old.__struct_fields__
        )
    if isinstance(old, tuple | list) and isinstance(new, tuple | list):
        return len(new) == len(old) and all(map(refines, new, old))
    return False


def merged(first: Any, second: Any) -> Any:
    """Two values that do not contradict each other as one that knows what either knows.

    Raises ValueError if they do contradict each other.
    """
    if first == second or second == UNKNOWN:
        return first
    if first == UNKNOWN:
        return second
    if isinstance(first, msgspec.Struct) and type(first) is type(second):
        fields = {
            name: merged(getattr(first, name), getattr(second, name))
            for name in first.__struct_fields__
        }
        return msgspec.structs.replace(first, **fields)
    if isinstance(first, tuple) and isinstance(second, tuple) and len(first) == len(second):
        return tuple(map(merged, first, second))
    raise ValueError(f"{first!r} is not {second!r}")


__all__ = [
    "KEEP",
    "STOP",
    "Amendment",
    "Misfit",
    "amend",
    "line_of",
    "merged",
    "refines",
]
