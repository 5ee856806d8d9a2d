"""Power cuts at any moment: a store is recorded, and what a cut leaves of it is opened again."""

from __future__ import annotations

import random
from pathlib import Path

from domain.store.recorder import Recorder
from tests.attack.confirmed import Confirmed, Witnessed, go_on, held
from tests.attack.disk import Disk, after_cut, laid_out
from tests.domain.simulated import simulated

CUTS = 12
"""How often the power of one recording is cut."""


def in_bulk(path: Path, known: Confirmed, rng: random.Random, number: int) -> None:
    """Store matches as an import does, which does not wait for the disk: they may be lost, whole."""
    recorder = Recorder(path, durable=False)
    with recorder.chain.datastore.get_connection(commit=True) as connection:
        often = rng.choice((1, 5, 4000))
        connection._sqlite_conn.execute(f"PRAGMA wal_autocheckpoint={often}")
    for match in range(rng.randrange(1, 5)):
        record = simulated("riftforce", rng.randrange(8), f"b{number}-{match}")
        recorder.add([(record.id, record.opened, record.events)])
        known.take(recorder, recorder.load(record.id), sure=False)
    recorder.close()


def attempt(seed: int, folder: Path, *, beside: bool = False) -> int:
    """Record lines, and cut the power here and there; `beside`: while others work in bulk."""
    rng = random.Random(seed)
    live = folder / "live"
    live.mkdir()
    disk = Disk()
    known = Confirmed()
    with disk.installed():
        recorder = Witnessed(live / "store.sqlite", known)
        with recorder.chain.datastore.get_connection(commit=True) as connection:
            often = rng.choice((1, 3, 10, 1000))
            connection._sqlite_conn.execute(f"PRAGMA wal_autocheckpoint={often}")
        for number in range(rng.randrange(5, 30)):
            go_on(recorder, rng)
            known.mark(len(disk.log))
            if beside and number % 4 == 1:
                in_bulk(live / "store.sqlite", known, rng, number)
        recorder.close()
    known.mark(len(disk.log))
    checks = 0
    for number in range(CUTS):
        moment = rng.randrange(known.marks[0][0], len(disk.log) + 1)
        place = folder / f"cut{number}"
        place.mkdir()
        laid_out(after_cut(disk.log[:moment], rng), place)
        checks += held(place / "store.sqlite", known, known.at(moment))
    return checks
