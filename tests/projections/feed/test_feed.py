"""Feeding: exactly once, whatever the pieces, whoever dies when."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import duckdb
import pytest

from domain.contract.errors import GameError, Reason
from domain.store import path as path_of_store
from projections.feed import feed
from projections.games import registry
from projections.read import reader

Contents = Callable[[Path], dict[str, list[Any]]]


@contextmanager
def open_elsewhere(path: Path, *, read_only: bool = False) -> Iterator[None]:
    """Another process has the file open."""
    code = (
        "import duckdb, sys, time; "
        f"con = duckdb.connect({str(path)!r}, read_only={read_only}); "
        "con.execute('FROM steps LIMIT 1').fetchall(); print('open', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as other:
        try:
            assert other.stdout and other.stdout.readline()
            yield
        finally:
            other.kill()


def test_one_event_at_a_time_is_the_same_as_all_at_once(
    small_store: Path, tmp_path: Path, rows_of: Contents
) -> None:
    whole, pieces = tmp_path / "whole.duckdb", tmp_path / "pieces.duckdb"
    count = feed.catch_up(small_store, whole)
    assert count > 90
    assert feed.catch_up(small_store, pieces, most=1) == count
    assert rows_of(pieces) == rows_of(whole)


@pytest.mark.parametrize("most", [301])
def test_any_pieces_are_the_same_as_all_at_once(
    store: Path, analytics: Path, tmp_path: Path, rows_of: Contents, most: int
) -> None:
    feed.catch_up(store, tmp_path / "pieces.duckdb", most=most)
    assert rows_of(tmp_path / "pieces.duckdb") == rows_of(analytics)


def test_catching_up_while_the_store_grows(
    store: Path, analytics: Path, tmp_path: Path, rows_of: Contents
) -> None:
    growing, path = tmp_path / "growing.sqlite", tmp_path / "growing.duckdb"
    with sqlite3.connect(store) as source, sqlite3.connect(growing) as target:
        source.backup(target)
    with sqlite3.connect(growing) as con:
        con.execute("CREATE TABLE later AS SELECT rowid AS n, * FROM stored_events")
        con.execute("DELETE FROM stored_events")
        last = con.execute("SELECT max(n) FROM later").fetchone()[0]
    con.close()  # two SQLite libraries must not have a file open in one process
    taken, rng = 0, random.Random(5)
    while taken < last:
        upto = taken + rng.choice((1, 30, 900, 2500))
        with sqlite3.connect(growing) as con:
            con.execute(
                "INSERT INTO stored_events(rowid, originator_id, originator_version, topic, state) "
                "SELECT n, originator_id, originator_version, topic, state FROM later "
                "WHERE n > ? AND n <= ?",
                (taken, upto),
            )
        con.close()
        assert feed.catch_up(growing, path) == min(upto, last) - taken
        taken = min(upto, last)
    assert rows_of(path) == rows_of(analytics)


def test_delivering_twice_changes_nothing(
    store: Path, analytics: Path, rows_of: Contents, tmp_path: Path
) -> None:
    path = tmp_path / "a.duckdb"
    shutil.copy(analytics, path)
    assert feed.catch_up(store, path) == 0
    assert rows_of(path) == rows_of(analytics)


def test_a_position_that_moved_meanwhile_rolls_the_batch_back(
    small_store: Path, tmp_path: Path, rows_of: Contents
) -> None:
    path = tmp_path / "a.duckdb"
    feed.catch_up(small_store, path)
    before = rows_of(path)
    con = feed.open_to_write(path)
    with feed.EventLog(small_store) as log:
        feed.prepare(con)
        con.begin()
        with pytest.raises(GameError) as refused:
            feed.take_in(con, log, 0, 100)
        con.rollback()
    con.close()
    assert refused.value.reason is Reason.BUSY
    assert rows_of(path) == before


def test_a_rebuild_is_the_same_and_replaces_the_file(
    store: Path, analytics: Path, tmp_path: Path, rows_of: Contents
) -> None:
    path = tmp_path / "a.duckdb"
    feed.catch_up(store, path, most=500)
    with open_elsewhere(path, read_only=True):
        assert feed.rebuild(store, path, patience=0.5) > 5000
    assert rows_of(path) == rows_of(analytics)
    assert [p.name for p in tmp_path.iterdir()] == ["a.duckdb"]


def test_a_rebuild_waits_for_a_writer(small_store: Path, tmp_path: Path, rows_of: Contents) -> None:
    path = tmp_path / "a.duckdb"
    feed.catch_up(small_store, path)
    rows = rows_of(path)
    with open_elsewhere(path), pytest.raises(GameError) as busy:
        feed.rebuild(small_store, path, patience=0.3)
    assert busy.value.reason is Reason.BUSY
    assert rows_of(path) == rows
    assert [p.name for p in tmp_path.iterdir()] == ["a.duckdb"]


def test_what_is_not_ours_is_never_replaced(small_store: Path, tmp_path: Path) -> None:
    text, other = tmp_path / "notes.txt", tmp_path / "other.duckdb"
    text.write_text("not a database, " * 1000)
    with duckdb.connect(str(other)) as con:
        con.execute("CREATE TABLE mine AS SELECT 1 AS a")
    for path, words in ((text, "cannot be used"), (other, "something else")):
        before = path.read_bytes()
        for feeding in (feed.catch_up, feed.rebuild):
            with pytest.raises(GameError) as refused:
                feeding(small_store, path)
            assert words in str(refused.value)
        with pytest.raises(GameError), reader.open_reader(small_store, path):
            pass
        assert path.read_bytes() == before
    assert {p.name for p in tmp_path.iterdir()} == {"notes.txt", "other.duckdb"}


def test_a_file_of_another_version_is_made_anew(
    small_store: Path, tmp_path: Path, rows_of: Contents
) -> None:
    path = tmp_path / "a.duckdb"
    feed.catch_up(small_store, path)
    rows = rows_of(path)
    with duckdb.connect(str(path)) as con:
        con.execute("UPDATE projection_position SET layout = 'older'")
        con.execute("DROP TABLE seats")
    assert feed.catch_up(small_store, path) > 0
    assert rows_of(path) == rows
    with duckdb.connect(str(path), read_only=True) as con:
        assert con.execute("SELECT layout FROM projection_position").fetchall() == [
            (registry.LAYOUT,)
        ]


def test_a_file_made_from_another_store_is_refused(
    store: Path, small_store: Path, tmp_path: Path
) -> None:
    path = tmp_path / "a.duckdb"
    feed.catch_up(store, path)
    with pytest.raises(GameError) as refused:
        feed.catch_up(small_store, path)
    assert refused.value.reason is Reason.CONFLICT
    assert "--rebuild" in str(refused.value)


def test_a_store_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(GameError) as refused:
        feed.catch_up(tmp_path / "none.sqlite", tmp_path / "a.duckdb")
    assert refused.value.reason is Reason.NOT_FOUND
    assert not (tmp_path / "a.duckdb").exists()


def test_a_file_that_is_no_store_is_said(tmp_path: Path) -> None:
    (tmp_path / "x.sqlite").write_text("hello " * 500)
    with pytest.raises(GameError) as refused:
        feed.catch_up(tmp_path / "x.sqlite", tmp_path / "a.duckdb")
    assert refused.value.reason is Reason.CORRUPT


@pytest.mark.parametrize(
    "broken",
    [
        b'{"a":["done"],"f":[["turn"',
        b"\xff\xfe",
        b'{"a":["done"],"f":[["play",0,"F5","here",1]]}',
        b"",
        b"[]",
    ],
)
def test_a_match_that_cannot_be_read_is_named_and_nothing_of_it_stays(
    small_store: Path, tmp_path: Path, broken: bytes, rows_of: Contents
) -> None:
    bad, path = tmp_path / "bad.sqlite", tmp_path / "a.duckdb"
    with sqlite3.connect(small_store) as source, sqlite3.connect(bad) as target:
        source.backup(target)
        target.execute(
            "UPDATE stored_events SET state = ? WHERE originator_id = 'match001' "
            "AND originator_version = 21",
            (broken,),
        )
    source.close(), target.close()
    errors: list[GameError] = []
    feed.catch_up(bad, path, most=50, left_out=errors.append)
    assert len(errors) == 1
    assert "match001" in str(errors[0]) and "step 20" in str(errors[0])
    assert without(small_store, "match001", tmp_path, rows_of) == rows_of(path)
    again: list[GameError] = []
    assert feed.catch_up(bad, path, left_out=again.append) == 0
    assert ["match001" in str(error) for error in again] == [True]
    with reader.open_reader(bad, path) as found:
        assert found.left_out == ("match001",)
    with reader.open_reader(bad, tmp_path / "none" / "b.duckdb") as found:
        assert found.left_out == ("match001",)


def test_a_match_that_goes_on_after_it_was_left_out(small_store: Path, tmp_path: Path) -> None:
    bad, path = tmp_path / "bad.sqlite", tmp_path / "a.duckdb"
    with sqlite3.connect(small_store) as source, sqlite3.connect(bad) as target:
        source.backup(target)
        target.execute(
            "UPDATE stored_events SET state='{' WHERE originator_id='match001' "
            "AND originator_version=3"
        )
    source.close(), target.close()
    feed.catch_up(bad, path)
    with sqlite3.connect(bad) as raw:
        raw.execute(
            "INSERT INTO stored_events SELECT originator_id, 9999, topic, state FROM stored_events "
            "WHERE originator_id='match001' AND originator_version=4"
        )
    raw.close()
    errors: list[GameError] = []
    assert feed.catch_up(bad, path, left_out=errors.append) == 1
    assert ["match001" in str(error) for error in errors] == [True]


def without(store: Path, match_id: str, folder: Path, rows_of: Contents) -> dict[str, Any]:
    """All rows as if a match had never been recorded, the numbers of the others as they are."""
    path = folder / "without.duckdb"
    feed.catch_up(store, path)
    con = duckdb.connect(str(path))
    feed.refeed.forget(con, "main", [match_id])
    con.close()
    return rows_of(path)


def test_steps_without_an_opening_are_named(
    small_store: Path, tmp_path: Path, rows_of: Contents
) -> None:
    bad = tmp_path / "bad.sqlite"
    with sqlite3.connect(small_store) as source, sqlite3.connect(bad) as target:
        source.backup(target)
        target.execute(
            "DELETE FROM stored_events WHERE originator_id = 'match002' AND originator_version = 1"
        )
    source.close(), target.close()
    errors: list[GameError] = []
    feed.catch_up(bad, tmp_path / "a.duckdb", left_out=errors.append)
    assert len(errors) == 1 and errors[0].reason is Reason.CORRUPT
    assert "match002 has no opening in the store, but has step 1" in str(errors[0])
    assert without(small_store, "match002", tmp_path, rows_of) == rows_of(tmp_path / "a.duckdb")


def test_a_busy_file_is_said(small_store: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    feed.catch_up(small_store, path)
    with open_elsewhere(path), pytest.raises(GameError) as refused:
        feed.catch_up(small_store, path, patience=0.2)
    assert refused.value.reason is Reason.BUSY


def test_killed_at_any_point_it_goes_on_with_nothing_lost_or_double(
    store: Path, analytics: Path, tmp_path: Path, rows_of: Contents
) -> None:
    path = tmp_path / "a.duckdb"
    code = (
        "import sys; from pathlib import Path; from projections.feed import feed\n"
        "feed.catch_up(Path(sys.argv[1]), Path(sys.argv[2]), most=150, "
        "progress=lambda done, all: print(done, flush=True))"
    )
    rng = random.Random(11)
    killed = 0
    for _ in range(6):
        with subprocess.Popen(
            [sys.executable, "-c", code, str(store), str(path)],
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[3],
        ) as other:
            assert other.stdout
            if other.stdout.readline():
                time.sleep(rng.random() * 0.15)
                if other.poll() is None:
                    os.kill(other.pid, signal.SIGKILL)
                    killed += 1
    assert killed >= 3
    feed.catch_up(store, path)
    assert rows_of(path) == rows_of(analytics)


def test_a_killed_rebuild_leaves_the_old_file(
    small_store: Path, tmp_path: Path, rows_of: Contents
) -> None:
    path = tmp_path / "a.duckdb"
    feed.catch_up(small_store, path)
    rows = rows_of(path)
    code = (
        "import os, sys; from pathlib import Path; from projections.feed import feed\n"
        "feed.rebuild(Path(sys.argv[1]), Path(sys.argv[2]), most=20, "
        "progress=lambda done, all: done > 40 and os.kill(os.getpid(), 9))"
    )
    subprocess.run(
        [sys.executable, "-c", code, str(small_store), str(path)],
        cwd=Path(__file__).parents[3],
        check=False,
    )
    assert (tmp_path / "a.duckdb.new").exists()
    assert rows_of(path) == rows
    feed.rebuild(small_store, path)
    assert rows_of(path) == rows
    assert [p.name for p in tmp_path.iterdir()] == ["a.duckdb"]


def test_two_at_once_take_turns(
    store: Path, analytics: Path, tmp_path: Path, rows_of: Contents
) -> None:
    path = tmp_path / "a.duckdb"
    code = (
        "import sys; from pathlib import Path; from projections.feed import feed\n"
        "print(feed.catch_up(Path(sys.argv[1]), Path(sys.argv[2]), patience=30))"
    )
    both = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(store), str(path)],
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[3],
            text=True,
        )
        for _ in range(2)
    ]
    counts = [int(process.communicate()[0]) for process in both]
    assert min(counts) == 0 < max(counts)
    assert rows_of(path) == rows_of(analytics)


class TestBrokenFile:
    """An analytics file that DuckDB itself cannot open any more."""

    @pytest.fixture
    def broken(self, small_store: Path, tmp_path: Path) -> Path:
        path = tmp_path / "a.duckdb"
        feed.catch_up(small_store, path)
        content = bytearray(path.read_bytes())
        content[4096:12288] = bytes(8192)  # both headers
        path.write_bytes(content)
        with pytest.raises(GameError, match="project --rebuild"):
            feed.catch_up(small_store, path)
        return path

    def test_it_is_made_anew_and_the_old_one_kept(
        self, small_store: Path, broken: Path, tmp_path: Path, rows_of: Contents
    ) -> None:
        old = broken.read_bytes()
        feed.rebuild(small_store, broken)
        feed.catch_up(small_store, tmp_path / "other.duckdb")
        assert rows_of(broken) == rows_of(tmp_path / "other.duckdb")
        assert (tmp_path / "a.duckdb.broken").read_bytes() == old


def test_a_store_of_a_later_version_is_not_answered_from(small_store: Path, tmp_path: Path) -> None:
    later = tmp_path / "later.sqlite"
    shutil.copyfile(small_store, later)
    with sqlite3.connect(later) as raw:
        raw.execute("PRAGMA user_version = 2")
    raw.close()
    with pytest.raises(GameError, match="made by a later version of ludograph"):
        feed.catch_up(later, tmp_path / "a.duckdb")
    with (
        pytest.raises(GameError, match="made by a later version of ludograph"),
        reader.open_reader(later, tmp_path / "a.duckdb"),
    ):
        pass


def test_a_store_in_a_read_only_place_is_answered_from(
    small_store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(path_of_store.os, "access", lambda *_: False)
    store = tmp_path / "s.sqlite"
    shutil.copyfile(small_store, store)
    with reader.open_reader(store, tmp_path / "a.duckdb") as found:
        assert found.ask("SELECT count(*) FROM matches").rows() != [(0,)]
    assert {path.name for path in tmp_path.iterdir()} == {"s.sqlite", "a.duckdb"}


def test_a_match_of_a_game_that_is_not_installed_is_named_each_time(
    small_store: Path, tmp_path: Path
) -> None:
    """What matches of all games have is in the file, and no more of it; the others are there."""
    store, file = tmp_path / "store.sqlite", tmp_path / "a.duckdb"
    shutil.copy(small_store, store)
    with closing(sqlite3.connect(store)) as con, con:
        ((name,),) = con.execute(
            "SELECT originator_id FROM stored_events WHERE originator_version = 1 LIMIT 1"
        ).fetchall()
        con.execute(
            "UPDATE stored_events SET topic = replace(topic, 'riftforce', 'chess'), state = "
            "CAST(replace(CAST(state AS TEXT), '\"riftforce\"', '\"chess\"') AS BLOB) "
            "WHERE originator_id = ?",
            (name,),
        )
    for _ in range(2):
        named: list[GameError] = []
        feed.catch_up(store, file, left_out=named.append)
        assert [error.message for error in named] == [
            f"match {name} cannot be read; `audit` says why"
        ]
    with duckdb.connect(str(file), read_only=True) as con:
        plays = "SELECT count(*) FROM riftforce_plays JOIN openings USING (match) WHERE match_id"
        assert con.execute(f"{plays} = ?", [name]).fetchone() == (0,)
        assert con.execute(f"{plays} <> ?", [name]).fetchone() != (0,)
