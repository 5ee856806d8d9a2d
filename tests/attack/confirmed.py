"""What a recorder has confirmed, and whether a store holds it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from domain.games import GAMES
from domain.record.events import Event
from domain.record.match import Record
from domain.store.recorder import Recorder
from replays.audit.audit import audit_match
from replays.audit.store_audit import survey
from tests.domain.tabled import Deed, Walk, do, opening

DEEDS = ("line", "line", "line", "line", "undo", "jump", "amend", "rule", "remark", "pause")
MOST_BACK = 60
"""Events of one command, at most."""
Rows = list[tuple[int, str, bytes]]


class Confirmed:
    """The rows of each match as they are to be, and where each command ended."""

    def __init__(self) -> None:
        self.records: dict[str, Record] = {}
        self.rows: dict[str, Rows] = {}
        self.ends: dict[str, set[int]] = {}
        self.refused: set[tuple[str, int, bytes]] = set()
        """Match, version and bytes of events whose sync failed: a power cut can bring them back."""
        self.sure: dict[str, int] = {}
        """How many events of each match were confirmed without a doubt."""
        self.marks: list[tuple[int, dict[str, int]]] = []

    def take(self, recorder: Recorder, record: Record, *, sure: bool = True) -> None:
        """Note what is recorded of a match now; `sure`: and confirmed."""
        self.records[record.id] = record
        more = recorder.chain.rows(record.id, len(self.rows.get(record.id, ())))
        self.rows.setdefault(record.id, []).extend(more)
        self.ends.setdefault(record.id, {0}).add(len(self.rows[record.id]))
        if sure:
            self.sure[record.id] = len(self.rows[record.id])

    def mark(self, moment: int) -> None:
        """Note that all of this was confirmed at a moment."""
        self.marks.append((moment, dict(self.sure)))

    def at(self, moment: int) -> dict[str, int]:
        """How many events of each match were confirmed by a moment."""
        return next((found for when, found in reversed(self.marks) if when <= moment), {})


class Witnessed(Recorder):
    """A recorder whose answers are noted, one command after the other."""

    def __init__(self, path: Path, known: Confirmed) -> None:
        super().__init__(path)
        self.known = known

    def append(self, record: Record, steps: Sequence[Event]) -> None:
        """Append, and note that it was confirmed."""
        super().append(record, steps)
        self.known.take(self, record)


def go_on(recorder: Witnessed, rng: random.Random) -> None:
    """Open a match, or do something to one that is open."""
    known = recorder.known
    if not known.records or rng.random() < 0.1:
        walk = Walk(rng.choice(sorted(GAMES)), rng.randrange(30), 0, ())
        known.take(recorder, opening(recorder, walk, f"m{len(known.records)}"))
    else:
        record = known.records[rng.choice(sorted(n for n in known.records if n[0] == "m"))]
        do(recorder, record, Deed(rng.choice(DEEDS), rng.randrange(10**6)), rng)


def held(path: Path, known: Confirmed, least: dict[str, int]) -> int:
    """Check that a store opens, audits, and holds what was confirmed, nothing half and nothing else.

    `least` is how many events of each match must be there.
    """
    recorder = Recorder(path, durable=False)
    checks = 0
    try:
        ids, findings = survey(recorder.chain)
        assert not findings, f"the store does not hold together: {findings}"
        assert set(least) <= set(ids), f"lost matches: {set(least) - set(ids)}"
        tried = {*known.rows, *(name for name, *_ in known.refused)}
        assert set(ids) <= tried, f"matches that nobody recorded: {ids}"
        for name in ids:
            rows = recorder.chain.rows(name)
            back = [(name, version, state) for version, _, state in rows[-MOST_BACK:]]
            while back and back[-1] in known.refused and rows != known.rows.get(name):
                rows.pop()
                back.pop()
            count = len(rows)
            assert count >= least.get(name, 0), f"{name} lost events after {count}"
            assert rows == known.rows.get(name, [])[:count], f"{name} holds other events"
            assert count in known.ends.get(name, {0}), (
                f"{name} holds half a command, {count} events"
            )
            report = audit_match(recorder.chain, name)
            assert report.ok, f"{name}: {report.findings}"
            checks += count
    finally:
        recorder.close()
    return checks
