"""A store in a temporary file, and what other processes do to it.

Run as a program it records lines until it is killed: python -m tests.domain.stored STORE MATCH
"""

from __future__ import annotations

import sys
from pathlib import Path

from domain.contract.game import UNKNOWN
from domain.games.riftforce.game import RIFTFORCE
from domain.record.match import Record
from domain.store.recorder import Recorder

AGREED = {"guilds a": "F W P T", "guilds b": "L I S C", "start": "A"}
SETUP = ("hand A F5 F6 F7", "hand B", "face C5")
NOW = 1_795_000_000_000
"""In November 2026."""


def clock() -> int:
    return NOW


def begun(recorder: Recorder, match_id: str = "m1") -> Record:
    """A match that is set up, at A's first turn."""
    record = recorder.new_match(RIFTFORCE, AGREED, ("Ann", "Ben"), match_id=match_id)
    for line in SETUP:
        recorder.play_line(record, line)
    return record


def go_on(recorder: Recorder, record: Record) -> None:
    """Record one more turn, whatever is possible."""
    state = record.state()
    hand = state.hands[state.active]
    if hand.count < 7:
        recorder.play_line(record, "check")
    else:
        card = next(card for card in (*hand.hand, *hand.unseen) if card != UNKNOWN)
        recorder.play_line(record, f"act {card}")


def record_whole(path: str, match_id: str, turns: int) -> int:
    """What another process does: record a match of its own, turn by turn."""
    recorder = Recorder(Path(path), durable=False)
    record = begun(recorder, match_id)
    for _ in range(turns):
        go_on(recorder, record)
    recorder.close()
    return len(record.steps)


def add_to(path: str, match_id: str, turns: int) -> tuple[int, int]:
    """What another process does: fight for the same match. How often it won, and how often not."""
    from domain.contract.errors import GameError, Reason

    recorder = Recorder(Path(path), durable=False)
    won = lost = 0
    while won < turns:
        record = recorder.load(match_id)
        try:
            go_on(recorder, record)
        except GameError as error:
            assert error.reason is Reason.CONFLICT, error
            lost += 1
        else:
            won += 1
    recorder.close()
    return won, lost


def main(path: str, match_id: str) -> None:
    recorder = Recorder(Path(path))
    record = begun(recorder, match_id)
    while True:
        print(record.version, record.head, flush=True)
        go_on(recorder, record)


if __name__ == "__main__":
    main(*sys.argv[1:])
