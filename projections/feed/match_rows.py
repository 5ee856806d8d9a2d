"""A whole match as rows: its line as events to feed, and the rows about how it was recorded.

Worked out in Python, for the few matches that are not just decisions one after the other, for a match
as it stood at a time, and for a match as a seat saw it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from domain.record.codec import encode, topic_of
from domain.record.events import AnyStep, Closed, Step
from domain.record.match import Record
from projections.feed.annotation_rows import Annotations, Row, letter, tag_of
from projections.schema.record_tables import RECORD_TABLES

DIGEST: Final = (b',"p":"', 30)
"""How the digest begins that ends the bytes of an event, and how long it is with the last brace."""


class MatchRows(msgspec.Struct):
    """The rows of some matches: events to feed, how lines end, and rows of tables by name."""

    events: list[Row]
    lines: list[Row]
    tables: dict[str, list[Row]]


def no_rows() -> MatchRows:
    """No rows yet."""
    return MatchRows([], [], {table.name: [] for table in RECORD_TABLES})


def add_rows(
    rows: MatchRows, record: Record, places: Mapping[int, int], states: Mapping[int, bytes]
) -> None:
    """Add the rows of a record. Raises CorruptStream if it cannot have happened.

    `places` are the positions of its events in the log by version; `states` their bytes, for those
    that are fed as they are stored.
    """
    match = places[1]
    rows.events.append(opening_row(record, match, states))
    for number in record.numbers:
        step = record.events[number - 1]
        state = stored(states, number + 1) or encode(msgspec.structs.replace(step, prev=""))
        rows.events.append(
            {
                "id": places[number + 1],
                "match_id": record.id,
                "version": number + 1,
                "topic": topic_of(record.game.key, step),
                "state": state.decode(),
                "read": readable(step, state),
            }
        )
    rows.lines.append({"match": match, **line_end(record)})
    if all(type(event) is Step for event in record.events):
        return
    annotations = Annotations(record, match)
    for name, found in annotations.rows():
        rows.tables[name].extend(found)


def opening_row(record: Record, match: int, states: Mapping[int, bytes]) -> Row:
    """The opening as an event to feed."""
    state = (states.get(1) or encode(record.opened)).decode()
    topic = topic_of(record.game.key, record.opened)
    return {
        "id": match,
        "match_id": record.id,
        "version": 1,
        "topic": topic,
        "state": state,
        "read": None,
    }


def stored(states: Mapping[int, bytes], version: int) -> bytes:
    """An event's bytes as they are stored, without the digest at their end; nothing if unknown."""
    state = states.get(version, b"")
    head, length = DIGEST
    return state[:-length] + b"}" if state[-length:].startswith(head) else state


def readable(step: AnyStep, state: bytes) -> str:
    """The JSON of a step in which its action is read: something stands there if there is none."""
    if step.action is not None:
        return state.decode()
    found = msgspec.json.decode(state)
    found["a"] = [tag_of(step)]
    if isinstance(step, Closed):
        found["s"] = step.seat
    return msgspec.json.encode(found).decode()


def line_end(record: Record) -> Row:
    """How long the line is, and how it ends if it does by other ways than the rules."""
    closed = record.closed
    if closed is None:
        return {"steps": len(record.steps), "step": None, "winner": None, "why": None}
    return {
        "steps": len(record.steps),
        "step": record.number(len(record.steps)),
        "winner": letter(closed.winner),
        "why": closed.why,
    }
