"""Corrections: a line found wrong later is replaced, and everything after it decided again.

Every later line is read again as it was written, since what is in play can have other numbers now.
The first that does not fit is a `Misfit`; the scorekeeper keeps it as a ruling, writes another line
for it, or stops there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from domain.contract.errors import GameError, Reason
from domain.formats.checks import check_eyes, check_times
from domain.formats.tape import Written, decide_line, without_comments
from domain.record.events import CORRECTION, REVEAL, Amended, AnyStep, Event, Ruled
from domain.record.match import Match, Record
from domain.record.unknown import refines
from domain.revise.misfits import (
    Altered,
    Answer,
    Misfit,
    on_one_line,
    stopping,
)
from domain.revise.redecision import Redeciding
from domain.revise.undo import typed_lines


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
    altered: tuple[Altered, ...] = ()
    """Later lines that come to something else now."""
    learned: bool = False
    """Whether nothing changes but what is known."""

    @property
    def wrong(self) -> int:
        """Number of the first event that was wrong."""
        return self.correction.wrong

    @property
    def correction(self) -> Amended:
        """The event that says so."""
        first = self.events[0]
        assert isinstance(first, Amended)
        return first


def line_of(record: Record, place: int) -> Written:
    """Return the line, as a tape writes it, of the step at a place. Raises GameError.

    Where a tape writes several at once (both hands), it is the one of them.
    """
    return line_and_later(record, place)[0]


def line_and_later(record: Record, place: int) -> tuple[Written, list[Written]]:
    """Return the line of the step at a place, and those after it. Raises GameError."""
    lines = list(typed_lines(record))
    for index, line in enumerate(lines):
        if line.first <= place <= line.last:
            parts = list(single(record, line))
            at = next(n for n, part in enumerate(parts) if place <= part.last)
            return parts[at], parts[at + 1 :] + lines[index + 1 :]
    raise GameError(
        Reason.NOT_FOUND,
        f"match {record.id} has no step {record.number(place) if place else 0} to correct",
    )


def single(record: Record, written: Written) -> Iterator[Written]:
    """What a tape writes at once, line by line, as far as a line decides something."""
    steps = record.steps[written.first - 1 : written.last]
    stood = any(isinstance(step, Ruled) for step in steps)
    if stood or sum(bool(words.strip()) for words in written.notation) < 2:
        yield written
        return
    match = Match(record.game, record.opened.settings, record.steps[: written.first - 1])
    try:
        counts = [len(decide_line(match, words)) for words in written.notation]
    except GameError:
        counts = []
    found = [(words, n) for words, n in zip(written.notation, counts, strict=False) if n]
    first = written.first
    for index, (words, count) in enumerate(found):
        last = written.last if index == len(found) - 1 else first + count - 1
        yield Written((words,), (words,), first, last)
        first = last + 1
    if not found:
        yield written


def amend(
    record: Record,
    place: int,
    text: str,
    *,
    answer: Answer = stopping,
    why: str = CORRECTION,
    note: str = "",
    after: int = 0,
    by: str = "",
) -> Amendment:
    """Replace the line of the step at a place by another, and decide what follows again.

    `text` is the whole line as it should have been, comment included; nothing of the record
    changes. Raises GameError if the line is not legal there (`!!` says that it happened
    nevertheless), if a reveal says something else than was recorded, or as `answer` does.
    """
    old, later = line_and_later(record, place)
    line, comment = without_comments(text)
    work = Redeciding(record, old, later, reveals=why == REVEAL, after=after, by=by)
    work.correct(line, comment)
    before = record.steps[old.first - 1 : old.last]
    check_times(record.opened.at, work.steps, record.opened.at + after, record.number(old.first))
    if why == REVEAL:
        check_reveal(before, work.steps)
    else:
        check_seen(record, before, work.steps)
    work.go_on(answer)
    if work.unchanged(comment):
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
        on_one_line(old),
        text.strip(),
        tuple(work.misfits),
        work.dropped,
        tuple(work.altered),
        work.learned(),
    )


def check_reveal(old: Sequence[AnyStep], new: Sequence[AnyStep]) -> None:
    """Refuse a line that does not say the same as the one it stands for, and more. Raises GameError."""
    if len(old) != len(new) or not all(map(reveals, new, old)):
        raise GameError(
            Reason.ILLEGAL,
            "that says something else than was recorded; a late reveal says the same and more, "
            "`amend` corrects what was wrong",
            column=1,
        )


def check_seen(record: Record, old: Sequence[AnyStep], new: Sequence[AnyStep]) -> None:
    """Refuse a correction that says what the scorekeeper cannot have seen, unless the wrong line did.

    Raises GameError.
    """
    try:
        check_eyes(record, old)
    except GameError:
        return
    try:
        check_eyes(record, new)
    except GameError as error:
        error.message += "; `reveal` tells afterwards what was hidden"
        raise


def reveals(new: AnyStep, old: AnyStep) -> bool:
    """Whether a step says the same as another, or knows what that one did not."""
    if type(new) is not type(old) or new.seat != old.seat:
        return False
    by_hand = isinstance(old, Ruled) and old.action is None
    return refines(new.facts, old.facts) if by_hand else refines(new.action, old.action)
