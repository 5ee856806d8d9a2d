"""Matches as rows and rows as matches: decoding a stream, and chaining what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.contract.errors import CorruptStream, Reason
from domain.games import game as find_game
from domain.record.codec import codec, decode, digest, encode, place, topic_of
from domain.record.codec import topic as topic_named
from domain.record.events import OPENED, STEP, Event, Opened
from domain.record.match import Record

EncodedEvent = tuple[str, int, str, bytes]
"""Match id, version, topic and bytes."""


def read_rows(match_id: str, rows: Sequence[tuple[int, str, bytes]]) -> Record:
    """Decode a match's rows, which must be its opening and steps without a gap."""
    for position, row in enumerate(rows):
        if tuple(map(type, row)) != (int, str, bytes):
            raise CorruptStream(
                Reason.CORRUPT,
                f"match {match_id}: {place(position + 1)} is no event, its columns have wrong types",
            )
    version, topic, state = rows[0]
    if version != 1 or not topic.endswith(f"/{OPENED}"):
        raise CorruptStream(
            Reason.CORRUPT, f"match {match_id} has no opening; its first event is missing"
        )
    opened: Opened = decode(match_id, 1, topic, state)
    game = find_game(opened.game)
    step_topic = topic_named(game.key, STEP)
    decode_step = codec(game.key).step.decode
    events: list[Event] = []
    try:
        for number, (version, topic, state) in enumerate(rows[1:], 2):
            if version != number:
                raise CorruptStream(Reason.CORRUPT, f"match {match_id}: {place(number)} is missing")
            if topic == step_topic:
                events.append(decode_step(state))
            else:
                events.append(not_opened(match_id, version, topic, state))
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError):
        decode(match_id, len(events) + 2, topic, state)
        raise
    last = rows[-1]
    return Record(match_id, game, opened, events, digest(match_id, last[0], last[1], last[2]))


def not_opened(match_id: str, version: int, topic: str, state: bytes) -> Event:
    """Decode an event that is no decision. Raises CorruptStream for another opening."""
    event: Event | Opened = decode(match_id, version, topic, state)
    if isinstance(event, Opened):
        raise CorruptStream(
            Reason.CORRUPT, f"match {match_id}: {place(version)} is of another kind ({topic})"
        )
    return event


def chained(record: Record, events: Sequence[Any]) -> list[EncodedEvent]:
    """Encode events that come next in a record, each with the digest of the one before.

    The record goes on with them: its events and its head.
    """
    encoded: list[EncodedEvent] = []
    match_id, key, head = record.id, record.game.key, record.head
    version = record.version if head else 0
    for event in events:
        version += 1
        topic = topic_of(key, event)
        if version > 1:
            event = msgspec.structs.replace(event, prev=head)
            record.events.append(event)
        state = encode(event)
        head = digest(match_id, version, topic, state)
        encoded.append((match_id, version, topic, state))
    record.head = head
    return encoded
