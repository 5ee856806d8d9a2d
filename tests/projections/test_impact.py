"""The table of what other rules would have made of matches."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import duckdb
import pytest

from domain.contract.errors import GameError, Reason
from projections import impact
from projections.feed import feed
from projections.read import reader as reading

ROW = {
    "match_id": "match000",
    "rules_recorded": "1",
    "rules_now": "2",
    "settings": {"ice": "printed"},
    "first_step": 12,
    "fact": 3,
    "recorded": "damage 2",
    "now": "damage 1",
    "result_recorded": "A wins",
    "result_now": None,
    "flipped": True,
    "plays_on_to": 40,
    "checked_at": datetime(2026, 11, 30, 18, 42, 5, tzinfo=UTC),
}


def test_each_run_replaces_the_table_and_readers_have_it(small_store: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    with reading.open_reader(small_store, path) as reader:
        assert list(reader.ask("FROM rule_differences").rows()) == []
    assert impact.store(path, [ROW, {"match_id": "match001"}]) == 2
    sql = (
        "SELECT match, first_step, fact, d.settings, flipped, checked_at FROM rule_differences d "
        "LEFT JOIN openings USING (match_id) ORDER BY match_id"
    )
    with reading.open_reader(small_store, path) as reader:
        first, second = reader.ask(sql).rows()
    assert first[1:] == (12, 3, '{"ice":"printed"}', True, datetime(2026, 11, 30, 18, 42, 5))
    assert first[0] and second[1:] == (None, None, None, None, None)
    assert feed.catch_up(small_store, path) == 0
    assert impact.store(path, [ROW]) == 1
    assert impact.store(path, []) == 0
    with duckdb.connect(str(path), read_only=True) as con:
        assert con.execute("FROM rule_differences").fetchall() == []
    impact.store(path, [ROW])
    feed.rebuild(small_store, path)
    with duckdb.connect(str(path), read_only=True) as con:
        assert con.execute("FROM rule_differences").fetchall() == []


def test_what_cannot_be_kept_is_said(small_store: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    with pytest.raises(GameError) as wrong:
        impact.store(path, [{"weather": "fine"}])
    assert wrong.value.reason is Reason.BAD_SETTING and "first_step" in wrong.value.legal
    assert not path.exists()
    feed.catch_up(small_store, path)
    with duckdb.connect(str(path)) as con:
        con.execute("UPDATE projection_position SET layout = 'older'")
    with pytest.raises(GameError, match="project"):
        impact.store(path, [ROW])
