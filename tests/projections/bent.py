"""Stores of matches of which something was taken back, corrected, ruled or ended otherwise."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import duckdb
import msgspec

from domain.record.events import Closed, Ruled, Step
from domain.record.match import Record
from domain.store.recorder import Recorder
from projections.feed import feed
from projections.games import registry
from projections.read.reader import Reader
from tests.domain.tabled import DEEDS, Deed, Walk, do, opening, play, ticking

OFTEN = (*DEEDS, "undo", "amend", "amend", "rule")
KEYS = ("riftforce", "solforge", "magical_forge", "riftforce")

Rows = dict[str, list[Any]]


def record_bent(path: Path, count: int, deeds: int, seed: int = 1) -> list[Record]:
    """Record matches side by side, as at tables where much goes wrong; every fifth goes straight."""
    rng = random.Random(seed)
    recorder = Recorder(path, durable=False, clock=ticking())
    records = []
    for index in range(count):
        walk = Walk(KEYS[index % len(KEYS)], index, 0, ())
        records.append(opening(recorder, walk, f"match{index:02}"))
    left = [deeds] * count
    while any(left):
        index = rng.choice([n for n, more in enumerate(left) if more])
        left[index] -= 1
        record = records[index]
        what = "line" if index % 5 == 4 else rng.choice(OFTEN)
        if what == "close" and left[index] > 4:
            what = "line"
        if len(record.events) < 12 and record.result() is None:
            play(recorder, record, rng)
        else:
            do(recorder, record, Deed(what, rng.randrange(10**6)), rng)
    recorder.close()
    return records


def straightened(record: Record) -> Record:
    """A match of decisions only that tells what stands of another, numbered without gaps."""
    action = next(event.action for event in record.events if isinstance(event, Step))
    steps: list[Any] = []
    for step in record.steps:
        if isinstance(step, Ruled):
            step = Step(step.action or action, step.facts, step.seat, after=step.after)
        if not isinstance(step, Closed):
            steps.append(msgspec.structs.replace(step, redecides=0, occurred=None))
    return Record(record.id, record.game, record.opened, steps, "")


def store_of(path: Path, records: list[Record]) -> None:
    """A store with records, whole, one after the other."""
    recorder = Recorder(path, durable=False)
    recorder.add([(record.id, record.opened, record.events) for record in records])
    recorder.close()


def contents(path: Path, tables: Any = registry.TABLES) -> Rows:
    """All rows of all tables of an analytics file, in an order of their own."""
    with duckdb.connect(str(path), read_only=True) as con:
        return {
            table.name: sorted(
                tuple(map(str, row)) for row in con.execute(f"FROM {table.name}").fetchall()
            )
            for table in tables
        }


def read(reader: Reader, relations: Any = registry.TABLES) -> Rows:
    """The same as a reader has it."""
    return {
        table.name: sorted(tuple(map(str, row)) for row in reader.ask(f"FROM {table.name}").rows())
        for table in relations
    }


def fed(store: Path, path: Path, most: int) -> Path:
    """An analytics file that holds the first events of a store."""
    con = feed.open_to_write(path)
    with feed.EventLog(store) as log:
        feed.prepare(con)
        con.begin()
        feed.take_in(con, log, 0, most)
        con.commit()
    feed.tidy(con)
    con.close()
    return path
