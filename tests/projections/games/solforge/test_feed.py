"""SolForge Fusion's tables against the matches folded in plain Python, fact by fact."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from domain.store.recorder import Recorder
from projections.feed import feed
from projections.games.solforge.tables import TABLES as OWN
from tests.projections.games.solforge.folding import Folded, Rows

Contents = Callable[[Path], dict[str, list[Any]]]


@pytest.fixture(scope="module")
def numbers(solforge_analytics: Path) -> dict[str, int]:
    with duckdb.connect(str(solforge_analytics), read_only=True) as con:
        return dict(
            con.execute("SELECT match_id, match FROM openings WHERE game = 'solforge'").fetchall()
        )


@pytest.fixture(scope="module")
def expected(solforge_store: Path, numbers: dict[str, int]) -> Rows:
    recorder = Recorder(solforge_store, durable=False)
    found: Rows = defaultdict(list)
    for match_id, match in numbers.items():
        record = recorder.load(match_id)
        for name, rows in Folded(match, record.opened, record.steps).rows.items():
            found[name] += rows
    recorder.close()
    assert len(numbers) == 42
    return found


TABLES = ("turns", "scores", "score_after_step", "endings", *(t.name for t in OWN))
RARE = {"solforge_overlays", "solforge_transforms", "solforge_loop_cuts", "solforge_activations"}
"""Tables that the simulated matches may leave empty; `test_by_hand.py` has rows for each."""


def ordered(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return sorted(rows, key=lambda row: tuple((value is None, value) for value in row))


@pytest.mark.parametrize("table", TABLES)
def test_tables_hold_what_the_facts_say(
    table: str, expected: Rows, numbers: dict[str, int], solforge_analytics: Path
) -> None:
    listed = ", ".join(map(str, numbers.values()))
    with duckdb.connect(str(solforge_analytics), read_only=True) as con:
        got = con.execute(f"SELECT * FROM {table} WHERE match IN ({listed})").fetchall()
    assert table in RARE or len(got) > 3
    assert ordered(got) == ordered(expected[table])


def test_every_kind_of_row_was_there(expected: Rows) -> None:
    def kinds(table: str, column: int) -> set[Any]:
        return {row[column] for row in expected[f"solforge_{table}"]}

    assert {"creature", "spell", "exalt"} == kinds("announced", 8)
    assert {"creature", "spell", "forgeborn"} <= kinds("damage", 6)
    assert {"replaced", "destroyed"} <= kinds("exits", 11)
    assert {"played", "levelled"} <= kinds("upgrades", 9)
    assert {"tied", "cycles"} == kinds("sudden_deaths", 4)
    assert {"whitefang", "early"} == kinds("settings", 1)
    assert {True, False} == kinds("damage", 9)


def test_any_pieces_are_the_same_as_all_at_once(
    solforge_store: Path, solforge_analytics: Path, tmp_path: Path, rows_of: Contents
) -> None:
    feed.catch_up(solforge_store, tmp_path / "pieces.duckdb", most=997)
    assert rows_of(tmp_path / "pieces.duckdb") == rows_of(solforge_analytics)


def test_one_event_at_a_time_is_the_same_and_so_is_a_rebuild(
    solforge_played: Any, tmp_path: Path, rows_of: Contents, recorded: Callable[..., None]
) -> None:
    store, path = tmp_path / "m.sqlite", tmp_path / "m.duckdb"
    recorded(store, [(m, o, s[:32]) for m, o, s in solforge_played[2:3]])
    feed.catch_up(store, path, most=1)
    one_by_one = rows_of(path)
    assert len(one_by_one["solforge_damage"]) > 3
    feed.rebuild(store, path)
    assert rows_of(path) == one_by_one
