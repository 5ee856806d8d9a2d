"""How long decisions took: SQL says what the clock says."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import duckdb
import msgspec

from domain.bots.simulation import play_match
from domain.games.riftforce.game import RIFTFORCE
from domain.record.clock import charges
from domain.record.events import Opened
from domain.record.match import Record
from projections.feed import feed
from tests.projections.bent import store_of

AT = 1_795_000_000_000
DAY = 86_400_000


def timed(seed: int) -> Record:
    """A match of decisions only, recorded live, imported, told with times, later, or by bots."""
    rng = random.Random(seed)
    settings = RIFTFORCE.settings({})
    played = play_match(RIFTFORCE, settings, ("random", "random"), seed % 6)[
        : rng.choice((1, 30, 90))
    ]
    how = rng.choice(("live", "live", "imported", "told", "both", "later", "bots", "back"))
    steps: list[Any] = []
    after = 0
    for step in played:
        if rng.random() < 0.6 and how not in ("imported", "told"):
            after += rng.choice((1, 950, 61_000))
        if how == "back" and rng.random() < 0.1:
            after = max(0, after - 2_000)
        told = how in ("told", "later") or (how == "both" and rng.random() < 0.4)
        occurred = len(steps) * 4_000 if told and rng.random() < 0.8 else None
        steps.append(msgspec.structs.replace(step, after=after, occurred=occurred))
    opened = Opened(
        game="riftforce",
        rules="1",
        settings=settings,
        players=("Ann", "Ben"),
        at=AT + seed * DAY,
        on="2026-01-01" if how == "later" else "",
        clock=rng.choice(("", "25:00")),
        bots=("random", "random") if how == "bots" else None,
    )
    return Record(f"m{seed:03}", RIFTFORCE, opened, steps, "")


def thought(analytics: Path) -> dict[tuple[str, int], int]:
    """What the view says, by match and step."""
    with duckdb.connect(str(analytics), read_only=True) as con:
        rows = con.execute(
            "SELECT match_id, step, think_ms FROM thinking JOIN openings USING (match)"
        ).fetchall()
    return {(match_id, step): ms for match_id, step, ms in rows}


def charged(records: list[Record]) -> dict[tuple[str, int], int]:
    """What the clock says of the decisions that stand."""
    found: dict[tuple[str, int], int] = {}
    for record in records:
        counted = charges(record) or [None] * len(record.events)
        for number, step in zip(record.numbers, record.steps, strict=True):
            charge = counted[number - 1]
            if step.action is not None and charge and charge.ms:
                found[record.id, number] = charge.ms
    return found


def test_decisions_take_what_the_clock_charges(tmp_path: Path) -> None:
    records = [timed(seed) for seed in range(120)]
    store, path = tmp_path / "m.sqlite", tmp_path / "a.duckdb"
    store_of(store, records)
    feed.catch_up(store, path)
    found, expected = thought(path), charged(records)
    assert found == expected
    assert len(found) > 500 and len({match_id for match_id, _ in found}) < len(records)


def test_of_bent_matches_too(bent: tuple[Path, list[Record]], bent_analytics: Path) -> None:
    found = thought(bent_analytics)
    assert found == charged(bent[1])
    assert len(found) > 30
