"""Matches between bots, and a store of some, for the tests of what looks back."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from domain.bots.simulation import play_match
from domain.games import GAMES
from domain.record.chain import chained
from domain.record.codec import digest
from domain.record.events import AnyStep, Opened
from domain.record.ids import base32
from domain.record.match import Record
from domain.store.recorder import Recorder

RIFTFORCE = GAMES["riftforce"]


def opened(expansion: str = "base") -> Opened:
    """The opening of a match."""
    return Opened(
        game="riftforce",
        rules=RIFTFORCE.rules_version,
        settings=RIFTFORCE.settings({"expansion": expansion}),
        players=("Ann", "Ben"),
        at=1_764_448_788_123,
        seed=5,
    )


@lru_cache(maxsize=256)
def steps_of(seed: int, expansion: str = "base", bots: str = "random") -> tuple[AnyStep, ...]:
    """The steps of a whole match."""
    return tuple(play_match(RIFTFORCE, opened(expansion).settings, (bots, bots), seed))


def record_of(steps: Sequence[AnyStep], match_id: str = "m", expansion: str = "base") -> Record:
    """A record with steps, chained anew."""
    record = Record(match_id, RIFTFORCE, opened(expansion), [], "")
    chained(record, [record.opened, *steps])
    return record


def match(seed: int, expansion: str = "base", bots: str = "random") -> Record:
    """A whole match, as read from a store."""
    return record_of(steps_of(seed, expansion, bots), f"m{seed}", expansion)


def make_store(path: Path, count: int = 12) -> list[str]:
    """Store matches m000… (every third one unfinished), closed and checkpointed; returns ids."""
    recorder = Recorder(path, durable=False)
    ids = []
    for index in range(count):
        steps = steps_of(index, bots="sensible")
        ids.append(f"m{base32(index, 3)}")
        part = steps[: len(steps) // 2] if index % 3 == 2 else steps
        recorder.add([(ids[-1], opened(), part)])
    recorder.close()
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        raw.execute("PRAGMA journal_mode=DELETE")
    raw.close()
    return ids


def rechained(path: Path, match_id: str) -> None:
    """Forge a match's digests and head so that its chain holds again, as a clever cheat would."""
    from domain.record.codec import decode, encode

    raw = sqlite3.connect(path)
    with raw:
        head = ""
        rows = raw.execute(
            "SELECT rowid, originator_version, topic, state FROM stored_events "
            "WHERE originator_id=? ORDER BY originator_version",
            (match_id,),
        ).fetchall()
        for rowid, version, topic, state in rows:
            if version > 1:
                event = decode(match_id, version, topic, state)
                state = encode(msgspec.structs.replace(event, prev=head))
                raw.execute("UPDATE stored_events SET state=? WHERE rowid=?", (state, rowid))
            head = digest(match_id, version, topic, state)
        raw.execute("UPDATE chain_heads SET digest=? WHERE match_id=?", (head, match_id))
    raw.close()
