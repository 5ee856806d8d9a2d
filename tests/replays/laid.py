"""A match at whose table everything happens once, for the tests of what looks back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.games.riftforce import facts as f
from domain.record.chain import chained
from domain.record.events import Event, Opened
from domain.record.match import Record
from replays.audit.blame import Head, Row
from tests.domain.tabled import Paper
from tests.replays.played import RIFTFORCE, opened

SETTINGS = {"guilds a": "F W P T", "guilds b": "L I S C", "start": "A"}
SETUP = ("hand A F5 F6 F7 W5 W6 P5 T5", "hand B L5 L6 L7 I5 I6 I7 S5", "face C5")
TAKEN_BACK, NOTED, AMENDED, UNDONE, REDONE, CLOSED = 12, 16, 17, 27, 28, 29
"""Numbers of the events that are no decisions."""
STOOD, PENALTY = 8, 15
"""Numbers of the rulings, before the correction; since then they are 22 and 26."""


def opening() -> Opened:
    """The opening."""
    settings = RIFTFORCE.settings(SETTINGS)
    return msgspec.structs.replace(opened(), settings=settings, seed=None, by="Dora")


def laid(recorder: Paper | None = None, match_id: str = "m") -> Record:
    """The match: 29 events, of which 13 stand."""
    recorder = recorder or Paper()
    (record,) = recorder.add([(match_id, opening(), [])])
    for line in SETUP:
        recorder.play_line(record, line)
    recorder.play_line(record, "play F5@1 F6@2")
    recorder.play_line(record, "!! [Eve] play I5@2 I6@5", note="seen too late")
    recorder.play_line(record, "check")
    recorder.take_back(record, 9, confirmed=True, note="wrong pile")
    recorder.play_line(record, "check")
    penalize(recorder, record)
    recorder.remark(record, "Ben disagrees")
    recorder.amend(record, 4, "play F5@1 F7@2", note="misheard", by="Carl")
    recorder.take_back(record, 25, note="a mistake")
    recorder.redo(record)
    recorder.end(record, "concession", 0, by="Carl")
    return record


def penalize(recorder: Any, record: Record) -> None:
    """A penalty: 1 damage on B's first elemental."""
    match = record.live()
    match.rule([f.Damaged(4, 1, 0, 2)], "penalty", 1)
    stamps = recorder.stamps(record, "Carl")
    recorder.append(record, match.take(note="slow play", judge="Eve", **stamps))


def rows_of(
    events: Sequence[Event], opening: Opened, match_id: str = "m"
) -> tuple[list[Row], Head]:
    """The rows of a match whose chain holds, whatever its events are."""
    record = Record(match_id, RIFTFORCE, opening, [], "")
    made = chained(record, [opening, *events])
    rows = [Row(10 + version, version, topic, state) for _, version, topic, state in made]
    return rows, (len(rows), record.head)


def changed(record: Record, number: int, **fields: Any) -> list[Any]:
    """The events of a match, one of them changed."""
    events = list(record.events)
    events[number - 1] = msgspec.structs.replace(events[number - 1], **fields)
    return events
