"""Annotations beside the line of a match: what was taken back or corrected there, and remarks.

Nothing here is worked out for a match in which nothing was: that costs a look at its events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from domain.record.events import Amended, AnyStep, Event, Noted, Redone, TakenBack
from domain.record.history import CORRECTED, Variation
from domain.record.match import Record
from domain.record.times import clock_time, iso_time
from replays.cursor import Cursor
from replays.lines import Lines

MOST: Final = 3
"""Lines of notation that are shown of what does not stand."""
OTHERWISE: Final = "decided again"
"""The line was the same, but something else came of it."""
LEFT_OFF: Final = "left off"
"""What came after a corrected line and was not decided again."""
REPLACED: Final = "replaced"
"""A correction that does not stand either had replaced it."""
STANDS: Final = "stands"
"""Written on another line: what stands in place of what follows."""
REMARK: Final = "remark"


class Aside(msgspec.Struct, frozen=True, omit_defaults=True):
    """An annotation at a step, beside the line."""

    kind: str
    event: int
    """Number of the event that says so; for what stands, the first step of it."""
    at: int
    """When that was recorded, in milliseconds since 1970."""
    by: str = ""
    note: str = ""
    steps: tuple[int, ...] = ()
    """Numbers of the steps it is about, which do not stand."""
    lines: tuple[str, ...] = ()
    """These steps as a tape tells them."""
    shown: tuple[int, ...] = ()
    """Those of them by which something hidden or random had become known."""

    @property
    def words(self) -> str:
        """For people, in a line; of many lines of notation the first few."""
        return self.text(quoted(self.lines))

    @property
    def head(self) -> str:
        """The same without the lines of notation."""
        return self.text("")

    def text(self, lines: str) -> str:
        """In words, with lines of notation or without."""
        who = f", {self.by}" if self.by else ""
        note = f" {{{self.note}}}" if self.note else ""
        time = clock_time(self.at)
        if self.kind == REMARK:
            return f"remark {self.event}{who}, {time}:{note}"
        if self.kind == STANDS:
            return f"the line that stands goes on here with step {self.event}"
        if self.kind == OTHERWISE:
            return f"{self.kind} {time} by event {self.event}{who}, with other consequences{note}"
        if self.kind == CORRECTED:
            was = f": was {lines}{note}" if lines else f"{note}, it was"
            return f"{self.kind} {time} by event {self.event}{who}{was}"
        had = f", had shown {numbered(self.shown)}" if self.shown else ""
        here = "" if self.kind == LEFT_OFF else " here"
        steps = f"{numbered(self.steps)}{f' ({lines})' if lines else ''}"
        return f"{self.kind}{here}: {steps}, by event {self.event}{who}, {time}{had}{note}"

    @property
    def plain(self) -> dict[str, Any]:
        """For programs."""
        return {**msgspec.structs.asdict(self), "at": iso_time(self.at), "words": self.words}


def numbered(numbers: Sequence[int]) -> str:
    """Steps by number: `step 12`, `steps 12-14`, `steps 12-13, 15`."""
    return f"step{'s' * (len(numbers) > 1)} {ranges(numbers)}"


def ranges(numbers: Sequence[int]) -> str:
    """Numbers, those in a row as their ends: `3-5, 9`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def quoted(lines: Sequence[str]) -> str:
    """Lines of notation in a row, the first few of them."""
    shown = " / ".join(f"`{line}`" for line in lines[:MOST])
    more = len(lines) - MOST
    return f"{shown} and {more} more line{'s' * (more > 1)}" if more > 0 else shown


def recorded_by(record: Record, event: Event) -> str:
    """Who recorded an event."""
    return event.by or record.opened.by


# -- lines of what does not stand ----------------------------------------------------------------


class Piece(msgspec.Struct, frozen=True):
    """What a tape says at once, and the numbers of the steps that it tells."""

    numbers: tuple[int, ...]
    lines: tuple[str, ...]


def pieces(lines: Lines, numbers: Sequence[int], after: int = 0) -> Iterator[Piece]:
    """Write what follows an event on a line of a match, which need not stand, as a tape has it."""
    breaks = [number for number in numbers if lines.record.events[number - 1].note]
    index = 0
    for run in lines.after(after, numbers, breaks):
        yield Piece(tuple(numbers[index : index + run.used]), tuple(run.lines))
        index += run.used


def lines_of(found: Iterable[Piece], numbers: Iterable[int]) -> tuple[str, ...]:
    """The lines that tell some of the steps."""
    wanted = {*numbers}
    return tuple(
        line for piece in found if not wanted.isdisjoint(piece.numbers) for line in piece.lines
    )


# -- what stands where --------------------------------------------------------------------------


def asides(cursor: Cursor) -> list[Aside]:
    """The annotations at the cursor's place, as its viewer may know it."""
    if cursor.beside is None:
        seen = cursor.seen
        quiet = seen.steps is seen.events and cursor.to is None
        cursor.beside = {} if quiet else beside(seen, cursor.numbers)
    found: list[Aside] = cursor.beside.get(cursor.number, [])
    return found


def aside_lines(cursor: Cursor) -> list[str]:
    """The same in words."""
    return [aside.words for aside in asides(cursor)]


def beside(record: Record, line: Sequence[int]) -> dict[int, list[Aside]]:
    """The annotations of a line of a match, by the number of the step they stand at."""
    found: dict[int, list[Aside]] = {}
    at = homes(record, line)
    for number, aside in (
        *corrections(record, line, at),
        *branches(record, line, at),
        *remarks(record, at),
    ):
        found.setdefault(number, []).append(aside)
    return found


def homes(record: Record, line: Sequence[int]) -> dict[int, int]:
    """Where on a line an event is annotated: at itself, or at what stands for it since a correction."""
    at = {0: 0}
    for number in line:
        old = number
        while old:
            at[old] = number
            old = record.events[old - 1].redecides
    for number, event in enumerate(record.events, 1):
        if isinstance(event, Amended) and not at.keys().isdisjoint(replacing(number, event)):
            fill(at, record.history.line_before(number))
    return at


def fill(at: dict[int, int], line: Sequence[int]) -> None:
    """Tell what a correction left out between other steps at the step before it."""
    known = [index for index, number in enumerate(line) if number in at]
    for index, number in enumerate(line[: known[-1]] if known else ()):
        if number not in at:
            at[number] = at[line[index - 1]] if index else 0


def aside_of(record: Record, kind: str, number: int, **more: Any) -> Aside:
    """What an event says, with who recorded it and when."""
    event = record.events[number - 1]
    at = record.opened.at + event.after
    return Aside(kind, number, at, recorded_by(record, event), event.note, **more)


def branches(
    record: Record, line: Sequence[int], at: dict[int, int]
) -> Iterator[tuple[int, Aside]]:
    """Where other lines branch off: what was taken back, left, or replaced by what is gone too."""
    history, lines = record.history, Lines(record)
    on = {0, *line}
    for variation in history.variations:
        if variation.after not in at or variation.numbers[0] in on:
            continue
        by = record.events[variation.by - 1]
        if isinstance(by, Amended) and not at.keys().isdisjoint(replacing(variation.by, by)):
            continue
        aside = aside_of(
            record,
            REPLACED if variation.reason == CORRECTED else variation.reason,
            variation.by,
            steps=variation.numbers,
            lines=lines_off(lines, variation),
            shown=shown_by(by, variation),
        )
        yield at[variation.after], aside
    forks = [n for n in history.line if n not in on and history.before[n] in on]
    for number in forks:
        yield history.before[number], Aside(STANDS, number, record.opened.at)


def shown_by(by: Event, variation: Variation) -> tuple[int, ...]:
    """The steps of a variation by which something had become known when it was taken back."""
    revealed = by.revealed if isinstance(by, TakenBack) else ()
    return tuple(number for number in revealed if number in variation.numbers)


def lines_off(lines: Lines, variation: Variation) -> tuple[str, ...]:
    """A variation as a tape tells it."""
    return lines_of(pieces(lines, variation.numbers, variation.after), variation.numbers)


def replacing(number: int, amended: Amended) -> range:
    """Numbers of the steps that a correction, by its number, decided again."""
    return range(number + 1, number + 1 + amended.count)


def remarks(record: Record, at: dict[int, int]) -> Iterator[tuple[int, Aside]]:
    """Remarks, at the step they are about; on take-backs and the like, where these went back to."""
    for number, event in enumerate(record.events, 1):
        if isinstance(event, Noted):
            about = event.about
            spoken_of = record.events[about - 1] if about else None
            if isinstance(spoken_of, TakenBack | Redone | Amended):
                about = spoken_of.to
            if about in at:
                yield at[about], aside_of(record, REMARK, number)


def corrections(
    record: Record, line: Sequence[int], at: dict[int, int]
) -> Iterator[tuple[int, Aside]]:
    """What the steps of a line were before they were corrected, and when that was."""
    events = record.events
    by_step = {
        step: number
        for number, event in enumerate(events, 1)
        if isinstance(event, Amended)
        for step in replacing(number, event)
    }
    if by_step.keys().isdisjoint(line):
        return
    before: dict[int, list[Piece]] = {}
    lines = Lines(record)
    for piece in pieces(lines, line):
        now = piece
        while amendments := {by_step[n] for n in now.numbers if n in by_step}:
            number = max(amendments)
            if number not in before:
                before[number] = list(pieces(lines, record.history.line_before(number)))
            new = [n for n in now.numbers if by_step.get(n) == number]
            old = covering(before[number], {events[n - 1].redecides for n in new})
            if not old.numbers:
                break
            if kind := changed(record, old, now):
                yield (
                    new[0] if new[0] in piece.numbers else piece.numbers[0],
                    aside_of(record, kind, number, steps=old.numbers, lines=old.lines),
                )
            now = old
    yield from left_off(record, at, before)


def covering(found: Sequence[Piece], numbers: set[int]) -> Piece:
    """The lines that tell some steps, as one piece."""
    parts = [piece for piece in found if not numbers.isdisjoint(piece.numbers)]
    return Piece(
        tuple(number for part in parts for number in part.numbers),
        tuple(line for part in parts for line in part.lines),
    )


def changed(record: Record, old: Piece, now: Piece) -> str:
    """Return which of a line or its outcome a correction changed; empty if neither."""
    if old.lines != now.lines:
        return CORRECTED
    return "" if happened(record, old.numbers) == happened(record, now.numbers) else OTHERWISE


def happened(record: Record, numbers: Sequence[int]) -> list[tuple[Any, ...]]:
    """What steps say about the game: not when, nor by whom they were recorded."""
    steps: list[AnyStep] = [record.events[number - 1] for number in numbers]
    return [(type(step), step.seat, step.action, step.facts) for step in steps]


def left_off(
    record: Record, at: dict[int, int], before: dict[int, list[Piece]]
) -> Iterator[tuple[int, Aside]]:
    """What was recorded after a corrected step and not decided again, where the correction ends."""
    for number, old in before.items():
        new = replacing(number, record.events[number - 1])
        steps = [at[n] for n in new if n in at]
        again = {record.events[n - 1].redecides for n in new}
        numbers = [n for piece in old for n in piece.numbers]
        gone = numbers[max((numbers.index(n) for n in again if n in numbers), default=-1) + 1 :]
        if steps and gone and covering(old, {*gone}).numbers == tuple(gone):
            yield (
                steps[-1],
                aside_of(record, LEFT_OFF, number, steps=tuple(gone), lines=lines_of(old, gone)),
            )
