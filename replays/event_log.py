"""A match as it was recorded: every event in order, in words and for programs, and as a tape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.contract.characters import escaped
from domain.contract.game import SEAT_NAMES
from domain.formats.jsonl import event_object
from domain.formats.tape import joined, write_tape, written_lines, written_note
from domain.record.events import (
    ON_THE_LINE,
    OPENED,
    STEP,
    Amended,
    AnyStep,
    Event,
    Noted,
    Paused,
    Redone,
    Resumed,
    Signed,
    TakenBack,
)
from domain.record.history import CORRECTED
from domain.record.match import Record
from domain.record.times import clock_time, iso_time, written_time
from replays.annotations import (
    LEFT_OFF,
    OTHERWISE,
    REMARK,
    Aside,
    beside,
    numbered,
    ranges,
)
from replays.cursor import ALL, Viewer
from replays.lines import Lines

SECRET = ("prev", "key", "signature")
"""What an event holds that is of no use without the chain."""


class Entry(msgspec.Struct, frozen=True):
    """Events that were recorded at once and stand in one entry."""

    numbers: tuple[int, ...]
    lines: tuple[str, ...]
    """What happened: as a tape says it, or in words."""
    at: int
    """When it was recorded, in milliseconds since 1970."""
    by: str
    note: str = ""
    off: int = 0
    """Number of the event that took it off the line; 0 for what stands, or is beside the line."""
    gone: str = ""
    """Why it does not stand: taken back, corrected, left."""
    again: tuple[int, ...] = ()
    """Numbers of the steps that it stands for since a correction."""

    @property
    def words(self) -> str:
        """For people, in a line."""
        again = f" (for {numbered(self.again)})" if self.again else ""
        note = f" {{{self.note}}}" if self.note else ""
        gone = f" -- {self.gone} by event {self.off}" if self.off else ""
        return f"{' / '.join(filter(None, self.lines))}{again}{note}{gone}"


def chronicle(record: Record) -> Iterator[Entry]:
    """Every event of a match after its opening, in the order in which they were recorded.

    Raises CorruptStream.
    """
    events = record.events
    fates = {
        number: (variation.by, variation.reason)
        for variation in record.history.variations
        for number in variation.numbers
    }
    lines = Lines(record)
    first = 1
    while first <= len(events):
        if not isinstance(events[first - 1], ON_THE_LINE):
            yield beside_the_line(record, first)
            first += 1
            continue
        last = first
        while last < len(events) and together(record, last, last + 1, fates):
            last += 1
        yield from line_entries(lines, first, last, fates)
        first = last + 1


def together(record: Record, one: int, other: int, fates: dict[int, tuple[int, str]]) -> bool:
    """Return whether an event follows another on the line, recorded with it and with the same fate."""
    event, later = record.events[one - 1], record.events[other - 1]
    return (
        isinstance(later, ON_THE_LINE)
        and (event.after, event.by) == (later.after, later.by)
        and fates.get(one) == fates.get(other)
        and not event.note
    )


def line_entries(
    lines: Lines, first: int, last: int, fates: dict[int, tuple[int, str]]
) -> Iterator[Entry]:
    """Steps that follow each other, line by line."""
    record = lines.record
    event = record.events[first - 1]
    by, gone = fates.get(first, (0, ""))
    number = first
    for run in lines.after(record.history.before[first], range(first, last + 1)):
        steps: list[AnyStep] = record.events[number - 1 : number - 1 + run.used]
        yield Entry(
            tuple(range(number, number + run.used)),
            tuple(run.lines),
            record.opened.at + event.after,
            event.by or record.opened.by,
            written_note(joined(*(step.note for step in steps))),
            by,
            gone,
            tuple(dict.fromkeys(step.redecides for step in steps if step.redecides)),
        )
        number += run.used


def beside_the_line(record: Record, number: int) -> Entry:
    """An event of the table."""
    event = record.events[number - 1]
    who = event.by or record.opened.by
    at = record.opened.at + event.after
    return Entry((number,), (happened(record, number, event),), at, who, event.note)


def happened(record: Record, number: int, event: Event) -> str:
    """What an event beside the line was, in words."""
    match event:
        case TakenBack():
            return taken_back(record, number, event)
        case Redone():
            return redone(record, number, event)
        case Amended():
            return amended(record, number, event)
        case Noted():
            return remarked(record, event.about)
        case Paused():
            return "the clocks stand still"
        case Resumed():
            return "the clocks go on"
        case Signed():
            who = event.role
            if who in SEAT_NAMES:
                who = f"{record.opened.players[SEAT_NAMES.index(who)]} ({who})"
            return f"{who} signs everything up to event {event.upto}"
        case _:
            raise AssertionError(event)


def taken_back(record: Record, number: int, event: TakenBack) -> str:
    """What was taken back, to where, and what had become known by it."""
    gone = record.history.jumps[number].gone
    to = f"to step {event.to}" if event.to else "to the opening"
    steps = numbered(event.revealed)
    shown = f"; {steps} had shown what was hidden or random" if event.revealed else ""
    return f"takes back {numbered(gone)}, {to}{shown}"


def redone(record: Record, number: int, event: Redone) -> str:
    """Which steps stand again, and which no longer."""
    jump = record.history.jumps[number]
    parts = []
    if jump.back:
        parts.append(f"{numbered(jump.back)} stand{'s' * (len(jump.back) == 1)} again")
    if jump.gone:
        parts.append(f"{numbered(jump.gone)} no longer stand{'s' * (len(jump.gone) == 1)}")
    return f"goes on from step {event.to}: {', '.join(parts)}"


def amended(record: Record, number: int, event: Amended) -> str:
    """Which step was wrong, and which stand for it and those after it now."""
    old = record.history.jumps[number].gone
    new = numbered(range(number + 1, number + 1 + event.count))
    what = "tells what was hidden in" if event.why == "reveal" else "corrects"
    stand = f"{new} stand{'s' * (event.count == 1)} for {numbered(old)}"
    return f"{what} step {event.wrong}: {stand if event.count else f'{numbered(old)} left off'}"


def remarked(record: Record, about: int) -> str:
    """What a remark is about."""
    if not about:
        return "remark"
    step = isinstance(record.events[about - 1], ON_THE_LINE)
    return f"remark on {'step' if step else 'event'} {about}"


# -- for people and for programs -----------------------------------------------------------------


def opening_words(record: Record) -> str:
    """The opening in a line."""
    players = " against ".join(
        f"{name} ({seat})"
        for name, seat in zip(record.opened.players, record.opened.seats.names, strict=True)
    )
    return f"the match is opened: {record.game.name}, {players}"


def chronicle_rows(record: Record) -> Iterator[tuple[str, str, str, str, bool]]:
    """Number, time, who and words of the opening and every entry, and whether it stands.

    The day stands before a time wherever it is another than in the row before.
    """
    opened = record.opened
    day = written_time(opened.at).partition(" ")[0]
    yield "0", written_time(opened.at), opened.by, opening_words(record), True
    for entry in chronicle(record):
        today = written_time(entry.at).partition(" ")[0]
        time = clock_time(entry.at, seconds=True) if today == day else written_time(entry.at)
        day = today
        yield ranges(entry.numbers), time, entry.by, entry.words, not entry.off


def chronicle_objects(record: Record) -> Iterator[dict[str, Any]]:
    """Every event for programs: its own fields as in JSON Lines, whether it stands, and its words."""
    opened = record.opened
    yield {
        "match": record.id,
        "number": 0,
        "event": OPENED,
        "at": iso_time(opened.at),
        "by": opened.by,
        "words": opening_words(record),
    }
    for entry in chronicle(record):
        for number in entry.numbers:
            yield event_row(record, entry, number)


def event_row(record: Record, entry: Entry, number: int) -> dict[str, Any]:
    """One event for programs."""
    event = record.events[number - 1]
    fields = event_object(record.id, number, event)
    kind = fields.pop("event", STEP)
    for name in ("match", "step", "by", *SECRET):
        fields.pop(name, None)
    on_line = isinstance(event, ON_THE_LINE)
    line = {"told": list(entry.numbers), "lines": entry.lines} if on_line else {}
    return {
        "match": record.id,
        "number": number,
        "event": kind,
        "at": iso_time(record.opened.at + event.after),
        "by": entry.by,
        **({"stands": not entry.off} if on_line else {}),
        **({"off": {"by": entry.off, "how": entry.gone}} if entry.off else {}),
        "words": entry.words,
        **line,
        **fields,
    }


# -- as a tape -----------------------------------------------------------------------------------


def annotated_tape(record: Record, times: bool = False) -> str:
    """A match as a tape, with what was taken back or corrected as remarks in the file.

    Importing it gives the line that stands, since remarks are not read. Raises CorruptStream.
    """
    plain = write_tape(record, times).split("\n")
    body = plain.index("") + 1
    found = beside(record, record.numbers)
    lines = [*plain[:body], *tape_remarks(found.get(0, []))]
    for written in written_lines(record, times):
        above: list[Aside] = []
        below: list[Aside] = []
        for place in range(written.first, written.last + 1):
            for aside in found.get(record.number(place), []):
                after = aside.kind in (REMARK, LEFT_OFF) or (
                    place == written.last and aside.kind not in (CORRECTED, OTHERWISE)
                )
                (below if after else above).append(aside)
        lines += [*tape_remarks(above), *written.lines, *tape_remarks(below)]
        body += len(written.lines)
    return escaped("\n".join([*lines, *plain[body:]]), "\n\t")


def tape_remarks(asides: list[Aside]) -> Iterator[str]:
    """Annotations as remarks of a tape, each line of notation on one of its own."""
    for aside in asides:
        lines = aside.lines if aside.kind != OTHERWISE else ()
        yield f"# {' '.join(aside.head.split())}{':' if lines else ''}"
        yield from (f"#   {line}" for line in lines)


def seen(record: Record, viewer: Viewer) -> Record:
    """A record as somebody may know it."""
    return record if viewer is ALL else record.seen_by(viewer)
