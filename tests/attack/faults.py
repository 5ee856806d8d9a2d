"""A disk that is full, that fails, or whose sync fails; and then perhaps the power, too."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from domain.contract.errors import GameError, Reason, Unsynced
from domain.record.chain import EncodedEvent
from domain.record.events import Event
from domain.record.match import Record
from domain.store.recorder import Recorder
from tests.attack.confirmed import Confirmed, Witnessed, go_on, held
from tests.attack.disk import Disk, Fault, after_cut, laid_out

CUTS = 4
"""How often the power is cut after what failed."""


class Noting(Witnessed):
    """A recorder of which each error is noted, with what the store holds of it."""

    def __init__(self, path: Path, known: Confirmed) -> None:
        super().__init__(path, known)
        self.errors: list[GameError] = []

    def _save(self, encoded: Sequence[EncodedEvent], conflict: str) -> None:
        try:
            super()._save(encoded, conflict)
        except GameError as error:
            self.errors.append(error)
            if "FSYNC" in error.message:
                for match_id, version, _, state in encoded:
                    self.known.refused.add((match_id, version, state))
            raise

    def append(self, record: Record, steps: Sequence[Event]) -> None:
        """Append; what is recorded though its sync failed is noted as recorded."""
        sure = True
        try:
            Recorder.append(self, record, steps)
        except Unsynced:
            sure = False
        self.known.take(self, record, sure=sure)


def attempt(seed: int, folder: Path) -> int:
    """Record while the disk fails; what is said must be what is stored."""
    rng = random.Random(seed)
    live = folder / "live"
    live.mkdir()
    disk, known = Disk(), Confirmed()
    with disk.installed():
        recorder = Noting(live / "store.sqlite", known)
        for _ in range(rng.randrange(3, 12)):
            go_on(recorder, rng)
        what = rng.choice(("full", "broken", "fsync"))
        disk.fault = Fault(what, rng.randrange(8), once=rng.random() < 0.5)
        for _ in range(rng.randrange(3, 12)):
            before = len(recorder.errors)
            go_on_or_fail(recorder, rng)
            for error in recorder.errors[before:]:
                check_words(error, what)
        disk.fault = None
        told(recorder, known)
        for _ in range(3):
            go_on(recorder, rng)  # a disk that is well again is written again
        assert not [e for e in recorder.errors[-3:] if disk.struck == 0], recorder.errors
        sure = dict(known.sure)
        for name, record in known.records.items():
            rows = recorder.chain.rows(name)
            assert rows == known.rows[name], f"{name}: said is not what is stored"
            assert len(record.events) + 1 == len(rows), f"{name}: the recorder knows another end"
        cut_log = list(disk.log)
        recorder.close()
    checks = held(live / "store.sqlite", known, {n: len(r) for n, r in known.rows.items()})
    for number in range(CUTS):
        place = folder / f"cut{number}"
        place.mkdir()
        laid_out(after_cut(cut_log, rng), place)
        checks += held(place / "store.sqlite", known, sure)
    return checks


def go_on_or_fail(recorder: Noting, rng: random.Random) -> None:
    """Do something; a disk that fails refuses it in a sentence."""
    try:
        go_on(recorder, rng)
    except GameError as error:
        assert error.reason is not Reason.CONFLICT, error
        with suppress(GameError):  # a match can be open although its sync failed
            told(recorder, recorder.known)


def told(recorder: Recorder, known: Confirmed) -> None:
    """Take in what was recorded although its sync failed, as was said."""
    for name in recorder.chain.every_id():
        if name not in known.records:
            known.take(recorder, recorder.load(name), sure=False)


def check_words(error: GameError, what: str) -> None:
    """A failing disk is named for what it is, never damage."""
    assert error.reason is Reason.UNAVAILABLE, f"{what}: {error.reason} {error.message}"
    words = {"full": "no room on the disk", "broken": "the disk under", "fsync": "the disk under"}
    assert words[what] in error.message, error.message
    assert (
        isinstance(error, Unsynced)
        or "nothing was recorded" in error.message
        or ("look at what is recorded" in error.message)
    ), error.message
