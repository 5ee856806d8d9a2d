"""Reading: always current, whatever the file holds, and never writing anything."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import Any

import duckdb
import pytest

from domain.contract.errors import GameError, Reason
from domain.store.recorder import Recorder
from projections.feed import feed
from projections.games import registry
from projections.read import reader as reading

WITHOUT_MATCH = ("rule_differences", "series", "standings")
"""Whose rows are of no match, or name it."""

COUNTS = " UNION ALL ".join(
    f"SELECT '{r.name}', count(*) FROM {r.name}" for r in registry.RELATIONS
)


def everything(store: Path, analytics: Path) -> list[Any]:
    """How many rows each table and view has, and all rows of the views over all tables."""
    with reading.open_reader(store, analytics) as reader:
        rows = list(reader.ask(COUNTS).rows())
        for name in ("matches", "score_after_step", "riftforce_sides", "riftforce_damage"):
            rows += sorted(map(str, reader.ask(f"FROM {name}").rows()))
        return rows


@pytest.fixture(scope="module")
def whole(store: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    return everything(store, tmp_path_factory.mktemp("whole") / "a.duckdb")


def partly(store: Path, path: Path, events: int) -> None:
    """An analytics file that holds the first events of a store."""
    con = feed.open_to_write(path)
    with feed.EventLog(store) as log:
        feed.prepare(con)
        con.begin()
        feed.take_in(con, log, 0, events)
        con.commit()
    feed.tidy(con)
    con.close()


@pytest.mark.parametrize("events", [1, 500, 3333])
def test_what_is_not_in_the_file_lies_over_it(
    store: Path, tmp_path: Path, whole: list[Any], events: int
) -> None:
    path = tmp_path / "a.duckdb"
    partly(store, path, events)
    before = path.read_bytes()
    with reading.open_reader(store, path) as reader:
        assert reader.tail > 1000
    assert everything(store, path) == whole
    assert path.read_bytes() == before


def test_without_a_file_one_is_made(store: Path, tmp_path: Path, whole: list[Any]) -> None:
    path = tmp_path / "deep" / "a.duckdb"
    assert everything(store, path) == whole
    with reading.open_reader(store, path) as reader:
        assert reader.tail == 0


def test_a_long_tail_is_taken_in_first(
    store: Path, tmp_path: Path, whole: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LONG_TAIL", 100)
    path = tmp_path / "a.duckdb"
    partly(store, path, 500)
    seen: list[tuple[int, int]] = []
    with reading.open_reader(store, path, progress=lambda *p: seen.append(p)) as reader:
        assert reader.tail == 0
    assert seen and seen[-1][0] == seen[-1][1]
    assert everything(store, path) == whole


def test_where_nothing_can_be_written_the_answers_are_the_same(
    store: Path, tmp_path: Path, whole: list[Any]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert everything(store, blocked / "a.duckdb") == whole


def test_a_store_that_grows_is_seen_at_once(small_store: Path, tmp_path: Path) -> None:
    store, path = tmp_path / "m.sqlite", tmp_path / "a.duckdb"
    with sqlite3.connect(small_store) as source, sqlite3.connect(store) as target:
        source.backup(target)
    source.close(), target.close()
    count = "SELECT count(*) FROM steps WHERE note = 'just now'"
    with reading.open_reader(store, path) as reader:
        assert list(reader.ask(count).rows()) == [(0,)]
    recorder = Recorder(store)
    record = recorder.load("match000")
    live = record.live()
    live.answer(next(iter(live.ask.choices)))
    recorder.append(record, live.take(note="just now")[-1:])
    recorder.close()
    with reading.open_reader(store, path) as reader:
        assert list(reader.ask(count).rows()) == [(1,)]


def test_a_file_of_another_store_is_refused(store: Path, small_store: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    feed.catch_up(store, path)
    with pytest.raises(GameError) as refused, reading.open_reader(small_store, path):
        pass
    assert refused.value.reason is Reason.CONFLICT


def test_a_file_of_another_version_is_made_anew(small_store: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    with duckdb.connect(str(path)) as con:
        con.execute("CREATE TABLE projection_position AS SELECT 5 AS pos, 'old' AS layout")
    with reading.open_reader(small_store, path) as reader:
        assert list(reader.ask("SELECT count(*) FROM openings").rows()) == [(5,)]


def test_the_match_number_joins_everything(store: Path, analytics: Path) -> None:
    with reading.open_reader(store, analytics) as reader:
        for relation in registry.RELATIONS:
            if relation.name in WITHOUT_MATCH:
                continue
            sql = f"SELECT count(*) FROM {relation.name} WHERE match NOT IN (SELECT match FROM openings)"
            assert list(reader.ask(sql).rows()) == [(0,)], relation.name


def test_facts_have_their_fields_by_name(store: Path, analytics: Path) -> None:
    with reading.open_reader(store, analytics) as reader:
        for table, fact, field, column in (
            ("riftforce_damage", "damage", "amount", "amount"),
            ("riftforce_points", "gain", "total", "total"),
            ("riftforce_plays", "play", "elemental", "elemental"),
            ("riftforce_moves", "move", "to", "to_location"),
        ):
            named = f"""
            SELECT match, step, position, (data->>'$.{field}')::INTEGER FROM facts
            WHERE fact = '{fact}' EXCEPT SELECT match, step, position, {column} FROM {table}"""
            assert list(reader.ask(named).rows()) == []
        ((cards,),) = reader.ask(
            "SELECT data->'$.cards' FROM facts WHERE fact = 'draw' ORDER BY match, step LIMIT 1"
        ).rows()
        assert cards.startswith('["')
        ((kind,),) = reader.ask(
            "SELECT DISTINCT json_type(data->'$.location') FROM actions WHERE action = 'play'"
        ).rows()
        assert kind == "UBIGINT"


WRITES = (
    "INSERT INTO steps VALUES (1)",
    "INSERT INTO tail.turns SELECT * FROM turns",
    "UPDATE openings SET note = ''",
    "DELETE FROM tail.openings",
    "CREATE TABLE t (i INTEGER)",
    "CREATE TEMP TABLE t AS SELECT 1",
    "DROP VIEW matches",
    "COPY (SELECT 1) TO '{there}'",
    "COPY steps TO '{there}' (FORMAT parquet)",
    "EXPORT DATABASE '{there}'",
    "ATTACH '{there}' AS other",
    "DETACH stored",
    "PRAGMA database_size",
    "CALL pragma_version()",
    "SET threads = 1",
    "INSTALL httpfs",
    "LOAD json",
    "CHECKPOINT stored",
    "VACUUM",
    "BEGIN TRANSACTION",
    "COMMIT",
    "PREPARE p AS SELECT 1",
    "USE stored",
    "SELECT 1; SELECT 2",
    "SELECT 1; DROP VIEW matches",
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_blob('/etc/passwd')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM glob('/*')",
    "SELECT * FROM read_parquet('https://example.org/a.parquet')",
    "SELECT * FROM sniff_csv('/etc/passwd')",
    "SELECT * FROM query('SELECT * FROM read_csv(''/etc/passwd'')')",
    "WITH gone AS (DELETE FROM tail.openings RETURNING *) SELECT * FROM gone",
    "WITH new AS (INSERT INTO tail.turns SELECT * FROM turns RETURNING *) SELECT * FROM new",
    "EXPLAIN ANALYZE DELETE FROM tail.openings",
    "EXPLAIN DELETE FROM tail.openings",
    "/* a */ explain -- b\n analyze COPY (SELECT 1) TO '{there}'",
    "EXPLAIN (ANALYZE, FORMAT json) COPY (SELECT 1) TO '{there}'",
    "EXPLAIN ANALYZE COPY (SELECT 1) TO '{there}'",
    "SELECT * FROM con",
    "SELECT * FROM sql",
    "",
    "   -- nothing",
)


@pytest.mark.parametrize("sql", WRITES)
def test_only_statements_that_read_are_run(
    sql: str, store: Path, analytics: Path, tmp_path: Path
) -> None:
    before = analytics.read_bytes()
    con = "a variable that a query must not see"
    assert con
    with reading.open_reader(store, analytics) as reader:
        with pytest.raises(GameError) as refused:
            list(reader.ask(sql.format(there=tmp_path / "out")).rows())
        assert refused.value.reason is Reason.UNREADABLE
        assert "\n" not in str(refused.value)
        assert list(reader.ask("SELECT count(*) FROM openings").rows()) == [(60,)]
    assert list(tmp_path.iterdir()) == []
    assert analytics.read_bytes() == before


def test_no_other_file_is_seen(
    store: Path, analytics: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("a\n1\n")
    monkeypatch.chdir(tmp_path)
    system = Path(tempfile.gettempdir()) / "ludograph-test-secret.csv"
    system.write_text("a\n1\n")
    with reading.open_reader(store, analytics) as reader:
        for path in (secret, system, store, Path("secret.csv"), Path(".tmp/secret.csv")):
            for function in ("read_csv", "read_blob", "read_text", "glob"):
                with pytest.raises(GameError) as refused:
                    list(reader.ask(f"SELECT * FROM {function}('{path}')").rows())
                assert "disabled by configuration" in str(refused.value)
        ((allowed,),) = reader.ask("SELECT current_setting('allowed_directories')").rows()
        assert len(allowed) == 1 and Path(allowed[0]).name.startswith("ludograph-")
    assert not Path(allowed[0]).exists()
    system.unlink()


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 1",
        "FROM matches LIMIT 1",
        "WITH a AS (SELECT 1 AS x) SELECT x FROM a",
        "VALUES (1)",
        "TABLE turns",
        "DESCRIBE matches",
        "SHOW TABLES",
        "SUMMARIZE riftforce_damage",
        "EXPLAIN SELECT * FROM matches",
        "EXPLAIN ANALYZE SELECT * FROM matches",
        "EXPLAIN (FORMAT json) SELECT * FROM matches",
        "-- why\nEXPLAIN FROM matches;",
        "PIVOT matches ON winner IN ('A', 'B') USING count(*) GROUP BY kind",
        "SELECT wilson_low(1, 2)",
        "SELECT 1;",
    ],
)
def test_statements_that_read_are_run(sql: str, store: Path, analytics: Path) -> None:
    with reading.open_reader(store, analytics) as reader:
        assert list(reader.ask(sql).rows())


@pytest.mark.parametrize(
    ("sql", "line", "column", "words"),
    [
        ("SELEC 1", 1, 1, "syntax error"),
        ("SELECT *\nFROM nowhere", 2, 6, "nowhere"),
        ("SELECT nothing FROM matches", 1, 8, "nothing"),
        ("SELECT " + "1, " * 60 + "nothing FROM matches", 1, 188, "nothing"),
        ("SELECT 'a'::INTEGER", 0, 0, "Could not convert"),
    ],
)
def test_errors_say_what_and_where(
    sql: str, line: int, column: int, words: str, store: Path, analytics: Path
) -> None:
    with reading.open_reader(store, analytics) as reader, pytest.raises(GameError) as refused:
        list(reader.ask(sql).rows())
    error = refused.value
    assert words in error.message
    if line:
        assert (error.line, error.column) == (line, column)


def test_opening_is_quick(store: Path, analytics: Path) -> None:
    times = []
    for _ in range(3):
        start = time.perf_counter()
        with reading.open_reader(store, analytics) as reader:
            list(reader.ask("SELECT count(*) FROM matches").rows())
        times.append(time.perf_counter() - start)
    assert min(times) < 1


def test_nothing_is_left_lying_about(
    store: Path, analytics: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "there"
    there.mkdir()
    shutil.copy(analytics, there / "a.duckdb")
    monkeypatch.chdir(there)
    everything(store, there / "a.duckdb")
    assert [path.name for path in there.iterdir()] == ["a.duckdb"]


def test_names_of_the_batches_are_not_seen(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    partly(store, path, 100)
    with reading.open_reader(store, path) as reader:
        names = {row[0] for row in reader.ask("SHOW TABLES").rows()}
    assert names == {relation.name for relation in registry.RELATIONS}


def test_a_whole_file_is_asked_as_it_is(store: Path, analytics: Path, tmp_path: Path) -> None:
    """Nothing is laid over it; what it answers, and where it stands, is the same laid over it."""
    path = tmp_path / "a.duckdb"
    partly(store, path, 500)
    with reading.open_reader(store, analytics) as one, reading.open_reader(store, path) as other:
        laid = "SELECT count(*) FROM duckdb_schemas() WHERE schema_name = 'tail'"
        assert [list(reader.ask(laid).rows()) for reader in (one, other)] == [[(0,)], [(1,)]]
        assert one.tail == 0 < other.tail and one.position() == other.position() != (0, "", 0)
        for sql in (COUNTS, "SELECT wilson_low(1, 2), wilson_high(1, 2)", "FROM series"):
            assert sorted(one.ask(sql).rows()) == sorted(other.ask(sql).rows())
        for wrong in ("FROM read_csv('/etc/passwd')", f"FROM '{path}'"):
            with pytest.raises(GameError):
                one.ask(wrong)
