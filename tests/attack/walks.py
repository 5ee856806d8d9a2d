"""Records under random operations, held to a simple model of what stands.

The model knows four rules (a line grows, is cut, is what it was, is replaced from an event on) and shares
nothing with `domain.record.history`. At the end the numbers of SQL, fed in pieces, are those fed at once.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Final

from domain.branch.fork import fork
from domain.contract.errors import GameError
from domain.formats.jsonl import read_jsonl, write_jsonl
from domain.games import GAMES
from domain.merge.merge import merge
from domain.record.chain import chained
from domain.record.events import (
    ON_THE_LINE,
    REVEAL,
    Amended,
    Closed,
    Paused,
    Redone,
    Resumed,
    Step,
    TakenBack,
)
from domain.record.match import Record
from domain.record.unknown import refines
from domain.revise.amendment import line_of
from domain.store.recorder import Recorder
from projections.feed import feed
from replays.audit.store_audit import audit_store
from tests.domain.tabled import DEEDS, Deed, Walk, do, opening, ticking
from tests.projections.bent import contents

DEEDS_HERE: Final = (*DEEDS, "reveal", "resume", "fork", "merge", "export")


class Model:
    """What stands of a match after each of its events."""

    def __init__(self) -> None:
        self.lines: list[list[int]] = [[]]
        """After each event, the numbers of the events that stand."""
        self.stopped = False

    def take(self, event: Any) -> None:
        """Take in the next event."""
        number, line = len(self.lines), self.lines[-1]
        match event:
            case TakenBack(to=to) | Amended(to=to):
                assert to == 0 or to in line, f"event {number} goes back to {to}, not on the line"
                line = line[: line.index(to) + 1] if to else []
            case Redone(to=to):
                line = self.lines[to]
            case Paused() | Resumed():
                assert self.stopped == isinstance(event, Resumed), (
                    f"event {number} changes no clock"
                )
                self.stopped = isinstance(event, Paused)
            case _ if isinstance(event, ON_THE_LINE):
                line = [*line, number]
        self.lines.append(line)


class Tables:
    """Some matches, their models, and what was checked."""

    def __init__(self, path: Path, rng: random.Random) -> None:
        self.rng = rng
        self.recorder = Recorder(path, durable=False, clock=ticking())
        self.records: list[Record] = []
        self.models: dict[str, Model] = {}
        self.checks = 0

    def open(self, key: str) -> None:
        """Open a match of a game."""
        walk = Walk(key, self.rng.randrange(30), 0, ())
        self.take(opening(self.recorder, walk, f"m{len(self.records)}"))

    def take(self, record: Record) -> None:
        """Have a match among the others."""
        self.records.append(record)
        self.models[record.id] = Model()
        self.check(record)

    def go_on(self) -> None:
        """Do one thing to one match."""
        record, rng = self.rng.choice(self.records), self.rng
        what = rng.choice(DEEDS_HERE)
        if what == "close" and rng.random() < 0.7:
            what = "line"
        if len(record.events) < 8 and record.result() is None:
            what = "line"
        try:
            match what:
                case "fork":
                    self.fork(record)
                case "merge":
                    self.merge(record)
                case "resume":
                    self.recorder.resume(record)
                case "reveal":
                    self.reveal(record)
                case "export":
                    self.export(record)
                case _:
                    do(self.recorder, record, Deed(what, rng.randrange(10**6)), rng)
        except GameError:
            pass  # not possible here; that nothing changed is seen below
        self.check(record)

    def fork(self, record: Record) -> None:
        """A match that is the same up to a step."""
        number = self.rng.choice([0, *record.numbers])
        opened, steps = fork(record, number, self.recorder.clock())
        (made,) = self.recorder.add([(f"m{len(self.records)}", opened, steps)])
        made = self.recorder.load(made.id)
        at = record.numbers.index(number) + 1 if number else 0
        assert made.state() == record.state(at), (
            f"{made.id} is not what {record.id} was at {number}"
        )
        self.checks += 1
        self.take(made)

    def merge(self, record: Record) -> None:
        """What two players saw of a match, put together, is not other than the match."""
        if any(type(event) is not Step for event in record.events):
            return
        done = merge(record.seen_by(0), record.seen_by(1), lambda _: "")
        if done.opened is None:
            return
        assert len(done.events) == len(record.steps), f"{record.id}: merged to another length"
        for step, whole in zip(done.events, record.steps, strict=True):
            assert refines(whole.facts, step.facts), f"{record.id}: merged to {step}, was {whole}"
            self.checks += 1

    def reveal(self, record: Record) -> None:
        """Say a step again, as a reveal."""
        if record.steps:
            place = self.rng.randrange(len(record.steps)) + 1
            line = line_of(record, place)
            text = "\n".join(line.notation)
            self.recorder.amend(record, record.number(line.first), text, why=REVEAL)

    def export(self, record: Record) -> None:
        """JSON Lines of a match are the same match."""
        (back,) = read_jsonl(write_jsonl(record))
        assert not isinstance(back, GameError), f"{record.id}: {back}"
        read = Record(record.id, record.game, back.opened, [], "")
        chained(read, [back.opened, *back.steps])
        assert read.head == record.head, f"{record.id}: JSON Lines are another match"
        self.checks += 1

    def check(self, record: Record) -> None:
        """Hold a match to its model."""
        model = self.models[record.id]
        for event in record.events[len(model.lines) - 1 :]:
            model.take(event)
        line = model.lines[-1]
        assert list(record.numbers) == line, f"{record.id}: {record.numbers} stands, not {line}"
        steps = [record.events[number - 1] for number in line]
        assert list(record.steps) == steps
        off = {number for variation in record.history.variations for number in variation.numbers}
        stood = {number for before in model.lines for number in before}
        assert off == stood - {*line}, f"{record.id}: {off} is left off, not {stood - {*line}}"
        if self.rng.random() < 0.2:
            self.views(record)
        closed = [step for step in steps if isinstance(step, Closed)]
        assert not closed or record.result() is not None
        self.checks += 1

    def views(self, record: Record) -> None:
        """What a seat sees of a match folds to what it knows of the state."""
        for seat in (0, 1, None):
            seen = record.seen_by(seat)
            assert seen.history == record.history
            assert record.game.view(record.state(), seat) == seen.state(), f"{record.id}: {seat}"
            self.checks += 2

    def stored(self) -> None:
        """What is stored is what the recorder says, and folds to the same state."""
        for record in self.records:
            there = self.recorder.load(record.id)
            assert (there.events, there.head) == (record.events, record.head), record.id
            assert there.state() == record.state(), f"{record.id} folds to another state"
            self.checks += 2


def attempt(seed: int, folder: Path) -> int:
    """Walk over all operations, in all games."""
    rng = random.Random(seed)
    store, pieces, whole = (folder / name for name in ("s.sqlite", "1.duckdb", "2.duckdb"))
    tables = Tables(store, rng)
    for key in sorted(GAMES):
        tables.open(key)
    most = rng.randrange(30, 90)
    rest = sorted(rng.sample(range(most), 2))
    for number in range(most):
        tables.go_on()
        if number in rest:
            feed.catch_up(store, pieces, most=rng.choice((0, 7, 50)) or 10**6)
    tables.stored()
    tables.recorder.close()
    report = audit_store(store, jobs=1)
    assert report.ok, [(one.match, one.findings) for one in report.failed]
    feed.catch_up(store, pieces)
    feed.catch_up(store, whole)
    found, again = contents(pieces), contents(whole)
    for name in found:
        assert found[name] == again[name], f"table {name}: fed in pieces it is another"
    return tables.checks + len(found)
