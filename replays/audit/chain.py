"""The chain of a match's events: read in order, each following from the one before, to the head."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.contract.errors import GameError
from domain.contract.game import Game
from domain.games import game as find_game
from domain.record.codec import decode, digest, place
from domain.record.events import Event, Opened
from domain.record.history_check import walked
from domain.record.match import Record
from replays.audit.blame import Blame, Head, Row
from replays.audit.findings import Finding, Kind


class Chain(msgspec.Struct):
    """A match's events as far as they can be read in order, and what is wrong with the chain."""

    opened: Opened | None
    game: Game | None
    record: Record | None
    """The match up to the first event that is missing, cannot be read, or cannot come there."""
    findings: list[Finding]
    head: str
    """Digest of the last event there is."""


def follow(match_id: str, rows: Sequence[Row], head: Head | None) -> Chain:
    """Read a match's rows, ordered by version and then position, and check their chain."""
    before, position, sound = "", 0, True
    opened: Opened | None = None
    events: list[Event] = []
    reading = True
    for number, row in enumerate(rows, 1):
        try:
            row.event = decode(match_id, row.version, row.topic, row.state)
            if isinstance(row.event, Opened) != (row.version == 1):
                row.event, row.error = (
                    None,
                    f"{place(row.version)} is of another kind ({row.topic})",
                )
        except (GameError, TypeError, ValueError) as error:
            row.error = str(error)
        sound = sound and row.version == number and row.position > position
        sound = sound and not row.error and row.prev == before
        position = row.position
        before = digest(match_id, row.version, row.topic, row.state)
        reading = reading and row.version == number and not row.error
        if reading and number == 1:
            opened = row.event
        elif reading:
            events.append(row.event)
    findings: list[Finding] = []
    if not sound or head != (len(rows), before):
        findings = Blame(match_id, rows, head).findings()
    count, wrong = walked(events)
    findings += [Finding(one.number, Kind.HISTORY, one.what) for one in wrong]
    game = game_of(rows)
    record = Record(match_id, game, opened, events[:count], before) if opened and game else None
    return Chain(opened, game, record, findings, before)


def game_of(rows: Sequence[Row]) -> Game | None:
    """The game the first readable topic names."""
    for row in rows:
        try:
            return find_game(row.topic.partition("/")[0])
        except GameError:
            continue
    return None
