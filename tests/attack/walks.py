"""A record is taken through everything that can be done to it, beside a model that is a few lines."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

from domain.branch.fork import fork
from domain.contract.errors import GameError
from domain.formats.jsonl import read_jsonl, write_jsonl
from domain.formats.tape import Tape
from domain.record.chain import chained
from domain.record.events import ON_THE_LINE, Amended, Redone, TakenBack
from domain.record.match import Record
from domain.store.recorder import Recorder
from projections.feed import feed
from replays.audit.store_audit import audit_store
from tests.domain.tabled import DEEDS, Deed, Walk, do, opening, play, ticking
from tests.projections.bent import contents, fed

GAMES: Final = ("riftforce", "solforge", "magical_forge")
DEEDS_A_WALK: Final = 30


class Model:
    """The line of a match as lists of numbers: what stood after each event, and what stands now."""

    def __init__(self) -> None:
        self.line: tuple[int, ...] = ()
        self.after: dict[int, tuple[int, ...]] = {0: ()}
        self.seen = 0

    def follow(self, record: Record) -> None:
        """Take in the events that are new."""
        for number in range(self.seen + 1, len(record.events) + 1):
            event = record.events[number - 1]
            if isinstance(event, ON_THE_LINE):
                self.line = self.after[number] = (*self.line, number)
            elif isinstance(event, TakenBack | Redone | Amended):
                self.line = self.after[event.to]
        self.seen = len(record.events)


def attempt(seed: int, folder: Path) -> int:
    """Do thirty things to a match, and compare after each."""
    rng = random.Random(seed)
    store = folder / "store.sqlite"
    recorder = Recorder(store, durable=False, clock=ticking())
    record = opening(recorder, Walk(rng.choice(GAMES), rng.randrange(30), 0, ()))
    model, done = Model(), 0
    for _ in range(rng.randint(4, 25)):
        if record.result() is None:
            play(recorder, record, rng)
    model.follow(record)
    for _ in range(DEEDS_A_WALK):
        before = list(record.events)
        if do(recorder, record, Deed(rng.choice(DEEDS), rng.randrange(10**6)), rng):
            done += 1
        else:
            assert record.events == before, "what was refused has changed the record"
        model.follow(record)
        compare(record, model)
    compare_stored(recorder, record)
    recorder.close()
    report = audit_store(store)
    assert report.ok, [(r.findings, report.findings) for r in report.reports]
    parts = fed(store, folder / "parts.duckdb", max(1, len(record.events) // 2))
    whole = fed(store, folder / "whole.duckdb", 10**6)
    catch_up(store, parts)
    assert contents(parts) == contents(whole), "what was fed in parts differs"
    return done


def compare(record: Record, model: Model) -> None:
    """Hold a record to the model, and to what is made of it."""
    assert tuple(record.numbers) == model.line
    off = {n for variation in record.history.variations for n in variation.numbers}
    assert off | {*model.line} == model.after.keys() - {0}
    assert not off & {*model.line}
    for seat in (0, 1, None):
        seen = record.seen_by(seat)
        assert seen.history == record.history
        assert record.game.view(record.state(), seat) == seen.state(), "a view that was not seen so"


def compare_stored(recorder: Recorder, record: Record) -> None:
    """Hold what is stored, written and read again, and branched off to the record."""
    assert recorder.load(record.id).events == record.events
    (tape,) = read_jsonl(write_jsonl(record))
    assert isinstance(tape, Tape), tape
    again = Record(record.id, record.game, record.opened, [], "")
    list(chained(again, [record.opened, *tape.steps]))
    assert tuple(again.numbers) == tuple(record.numbers)
    place = len(record.numbers) // 2
    number = record.number(place)
    try:
        opened, steps = fork(record, number, record.opened.at + 10**9)
    except GameError:
        return
    if number:
        branch = Record("branch", record.game, opened, list(steps), "")
        assert branch.state() == record.variation(number).state(), "a branch begins elsewhere"


def catch_up(store: Path, analytics: Path) -> None:
    """Feed an analytics file the rest of a store."""
    feed.catch_up(store, analytics)
