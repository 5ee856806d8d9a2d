"""Rulings may make numbers large that are small at a table: all of them find room in the tables."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from domain.store.recorder import Recorder
from projections.read import reader as reading
from tests.domain.tabled import Walk, opening, play, ticking

RULED = {
    "riftforce": "score A 9999",
    "solforge": "health A 9999",
    "magical_forge": "; ".join(["life A +9999"] * 6),
}
"""What is ruled; Magical Forge alone has no bound for the total."""
COLUMNS = {
    "riftforce": "SELECT max(total) FROM riftforce_points",
    "solforge": "SELECT max(total) FROM solforge_gains",
    "magical_forge": "SELECT max(a) FROM scores",
}


@pytest.mark.parametrize("key", RULED)
def test_numbers_that_add_up_past_any_table(tmp_path: Path, key: str) -> None:
    recorder = Recorder(tmp_path / "m.sqlite", durable=False, clock=ticking())
    record = opening(recorder, Walk(key, 1, 0, ()), "m")
    rng = random.Random(1)
    for _ in range(20):
        play(recorder, record, rng)
    recorder.play_line(record, f"! {RULED[key]}")
    recorder.close()
    with reading.open_reader(tmp_path / "m.sqlite", tmp_path / "m.duckdb") as reader:
        ((most,),) = reader.ask(COLUMNS[key]).rows()
        assert most == 9_999 if key != "magical_forge" else most > 6 * 9_000
