"""Saved queries: plain files, found by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.contract.errors import GameError, Reason
from projections.read import saved_queries

QUERY = "SELECT player_a FROM matches\nWHERE turns > $least AND player_a <> '$none'"


def test_a_query_is_kept_as_a_plain_file(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "queries"
    kept = saved_queries.save(folder, "Long-Ones", QUERY + "\n\n", "long\nmatches")
    assert kept.path.read_text() == f"-- long matches\n{QUERY}\n"
    found = saved_queries.find(folder, "@LONG-ones")
    assert found == kept and found.parameters == ("least",) and found.about == "long matches"
    assert [path.name for path in folder.iterdir()] == ["long-ones.sql"]


def test_without_a_word_the_comment_is_the_name(tmp_path: Path) -> None:
    saved_queries.save(tmp_path, "one", "SELECT 1")
    assert (tmp_path / "one.sql").read_text() == "-- one\nSELECT 1\n"
    assert saved_queries.find(tmp_path, "one").about == ""


def test_a_name_is_not_taken_twice_unless_it_is_meant(tmp_path: Path) -> None:
    saved_queries.save(tmp_path, "one", "SELECT 1")
    with pytest.raises(GameError) as refused:
        saved_queries.save(tmp_path, "ONE", "SELECT 2")
    assert refused.value.reason is Reason.CONFLICT and "--replace" in refused.value.legal
    assert "SELECT 1" in saved_queries.find(tmp_path, "one").sql
    saved_queries.save(tmp_path, "one", "SELECT 2", replace=True)
    assert "SELECT 2" in saved_queries.find(tmp_path, "one").sql


@pytest.mark.parametrize("name", ["", "@", "../x", "a/b", "a b", ".hidden", "x" * 65, "-x", "ä"])
def test_what_is_no_name(tmp_path: Path, name: str) -> None:
    for attempt in (
        lambda: saved_queries.save(tmp_path / "q", name, "SELECT 1"),
        lambda: saved_queries.find(tmp_path, name),
    ):
        with pytest.raises(GameError) as refused:
            attempt()
        assert refused.value.reason is Reason.BAD_SETTING
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("sql", ["", "SELEC", "DROP TABLE x", "SELECT 1; SELECT 2", "SET a = 1"])
def test_only_what_reads_is_kept(tmp_path: Path, sql: str) -> None:
    with pytest.raises(GameError) as refused:
        saved_queries.save(tmp_path, "one", sql)
    assert refused.value.reason is Reason.UNREADABLE
    assert list(tmp_path.iterdir()) == []


def test_listing_and_forgetting(tmp_path: Path) -> None:
    assert saved_queries.everything(tmp_path / "none") == []
    for name in ("two", "one"):
        saved_queries.save(tmp_path, name, QUERY, f"about {name}")
    (tmp_path / "notes.txt").write_text("no query")
    (tmp_path / "own.sql").write_text("SELECT by_hand(")
    assert [(q.name, q.about, q.parameters) for q in saved_queries.everything(tmp_path)] == [
        ("one", "about one", ("least",)),
        ("own", "", ()),
        ("two", "about two", ("least",)),
    ]
    saved_queries.forget(tmp_path, "one")
    with pytest.raises(GameError) as refused:
        saved_queries.forget(tmp_path, "one")
    assert refused.value.legal == ("@own", "@two")


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    (tmp_path / "bad.sql").write_bytes(b"SELECT '\xff'")
    with pytest.raises(GameError) as refused:
        saved_queries.find(tmp_path, "bad")
    assert refused.value.reason is Reason.UNREADABLE
    (tmp_path / "file").write_text("")
    with pytest.raises(GameError, match="cannot be written"):
        saved_queries.save(tmp_path / "file", "one", "SELECT 1")
    with pytest.raises(GameError, match="cannot be read"):
        saved_queries.read_text(tmp_path)
