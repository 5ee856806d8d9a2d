"""Magical Forge's tables against the matches folded in plain Python, fact by fact."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from domain.store.recorder import Recorder
from projections.feed import feed
from projections.games.magical_forge.tables import TABLES as OWN
from projections.games.registry import PROJECTED
from tests.projections.games.magical_forge.folding import Folded, Rows

pytestmark = pytest.mark.skipif("magical_forge" not in PROJECTED, reason="it is not listed")

Contents = Callable[[Path], dict[str, list[Any]]]


@pytest.fixture(scope="module")
def numbers(magical_analytics: Path) -> dict[str, int]:
    with duckdb.connect(str(magical_analytics), read_only=True) as con:
        return dict(con.execute("SELECT match_id, match FROM openings").fetchall())


@pytest.fixture(scope="module")
def expected(magical_store: Path, numbers: dict[str, int]) -> Rows:
    recorder = Recorder(magical_store, durable=False)
    found: Rows = defaultdict(list)
    for match_id, match in numbers.items():
        record = recorder.load(match_id)
        for name, rows in Folded(match, record.opened, record.steps).rows.items():
            found[name] += rows
    recorder.close()
    assert len(numbers) == 28
    return found


TABLES = ("turns", "scores", "score_after_step", "endings", *(t.name for t in OWN))

RARE = {"magical_forge_recycled"}
"""Simulated matches may leave it empty; `test_by_hand.py` has rows for it."""


def ordered(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return sorted(rows, key=lambda row: tuple((value is None, value) for value in row))


@pytest.mark.parametrize("table", TABLES)
def test_tables_hold_what_the_facts_say(
    table: str, expected: Rows, magical_analytics: Path
) -> None:
    with duckdb.connect(str(magical_analytics), read_only=True) as con:
        got = con.execute(f"SELECT * FROM {table}").fetchall()
    assert table in RARE or len(got) > 3
    assert table in RARE or len(got) > 3
    assert ordered(got) == ordered(expected[table])


def test_every_kind_of_row_was_there(expected: Rows) -> None:
    def kinds(table: str, column: int) -> set[Any]:
        return {row[column] for row in expected[f"magical_forge_{table}"]}

    assert {"unblocked", "blocked", "gone"} == kinds("attacks_ended", 5)
    assert {"destroyed", "spells", "returned"} == kinds("exits", 7)
    assert {"forge", "weapon", "ability", "spell", "trigger"} == kinds("effects", 6)
    assert {"resolved", "fizzled", "stopped"} == kinds("effects_ended", 5)
    assert {"resolved", "removed"} <= kinds("centre_exits", 7)
    assert {"block", "effect"} == kinds("centre", 10)
    assert {"attack", "cost", "forge", "spell", "ability"} <= kinds("life", 7)
    assert {"hand", "deck", "discard", "creature"} == kinds("attachments", 8)
    assert {"ready", "list", "unknown"} == kinds("decks", 3)
    assert {1, 2, 3} <= kinds("effects", 13)
    assert None in kinds("draws", 7)


def test_any_pieces_are_the_same_as_all_at_once(
    magical_store: Path, magical_analytics: Path, tmp_path: Path, rows_of: Contents
) -> None:
    feed.catch_up(magical_store, tmp_path / "pieces.duckdb", most=997)
    assert rows_of(tmp_path / "pieces.duckdb") == rows_of(magical_analytics)


def test_one_event_at_a_time_is_the_same_and_so_is_a_rebuild(
    magical_played: Any, tmp_path: Path, rows_of: Contents, recorded: Callable[..., None]
) -> None:
    store, path = tmp_path / "m.sqlite", tmp_path / "m.duckdb"
    recorded(store, [(m, o, s[:70]) for m, o, s in magical_played[2:3]])
    feed.catch_up(store, path, most=1)
    one_by_one = rows_of(path)
    assert len(one_by_one["magical_forge_life"]) > 3
    assert len(one_by_one["magical_forge_effects"]) > 3
    feed.rebuild(store, path)
    assert rows_of(path) == one_by_one
