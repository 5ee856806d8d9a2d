"""Bytes of a small store flipped: it is found, or nothing of the record is another."""

from __future__ import annotations

import random
import sqlite3
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from typer.testing import CliRunner

from cli.app import app
from domain.contract.errors import GameError
from domain.store.recorder import Recorder
from replays.audit.store_audit import audit_store
from tests.attack.answers import answered
from tests.domain.stored import begun, clock, go_on

RUN: Final = 48
"""Bytes, one after the other, that one try flips, each by itself."""
READERS: Final = (
    ("list",), ("show", "m1"), ("history", "m1"), ("export", "m1"), ("audit", "--all"),
)  # fmt: skip


@cache
def small() -> tuple[bytes, list[tuple[object, ...]]]:
    """A store of one page after the other, and all that is in its tables."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "s.sqlite"
        recorder = Recorder(path, durable=False, clock=clock)
        record = begun(recorder)
        for _ in range(3):
            go_on(recorder, record)
        recorder.close()
        return path.read_bytes(), rows_in(path)


def rows_in(path: Path) -> list[tuple[object, ...]]:
    """All that lies in the tables of a store, whatever its indexes say."""
    raw = sqlite3.connect(path)
    try:
        events = "SELECT rowid, * FROM stored_events NOT INDEXED ORDER BY rowid"
        return [*raw.execute(events), *raw.execute("SELECT * FROM chain_heads")]
    finally:
        raw.close()


def attempt(seed: int, folder: Path) -> int:
    """Flip a run of bytes, so that seeds one after the other go through the whole file."""
    content, rows = small()
    rng = random.Random(seed)
    first = seed * RUN % len(content)
    path = folder / "s.sqlite"
    for offset in range(first, min(first + RUN, len(content))):
        bent = bytearray(content)
        bent[offset] ^= rng.choice((1 << rng.randrange(8), 255))
        for beside in folder.iterdir():
            beside.unlink()
        path.write_bytes(bent)
        try:
            found = not audit_store(path, jobs=1).ok
        except GameError as error:
            assert "\n" not in error.message, error.message
            found = True
        assert found or rows_in(path) == rows, f"byte {offset}: another record, and not found"
        if found and offset % 16 == 0:
            words = rng.choice(READERS)
            answered(CliRunner().invoke(app, [*words, "--store", str(path)]), words)
    return min(RUN, len(content) - first)
