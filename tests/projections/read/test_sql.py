"""Parameters of queries, and the ways out of the reader: none of them writes or reads more."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.contract.errors import GameError, Reason
from projections.read import reader as reading


@pytest.fixture(scope="module")
def reader(store: Path, analytics: Path) -> Iterator[reading.Reader]:
    with reading.open_reader(store, analytics) as found:
        yield found


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (5, "INTEGER"),
        (1.5, "DOUBLE"),
        ("Ann", "VARCHAR"),
        (True, "BOOLEAN"),
        (date(2026, 11, 30), "DATE"),
        (datetime(2026, 11, 30, 19, 42), "TIMESTAMP"),
    ],
)
def test_values_have_types(reader: reading.Reader, value: Any, kind: str) -> None:
    assert list(reader.ask("SELECT $v, typeof($v)", {"v": value}).rows()) == [(value, kind)]


@given(text=st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
@settings(
    max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_value_is_never_sql(reader: reading.Reader, text: str) -> None:
    rows = reader.ask("SELECT $v AS v, '$v' AS w, count(*) FROM openings", {"v": text}).rows()
    assert list(rows) == [(text, "$v", 60)]


def test_values_have_to_be_those_that_are_named(reader: reading.Reader) -> None:
    with pytest.raises(GameError) as missing:
        reader.ask("SELECT $a, $b", {"a": 1})
    assert "needs a value for $b" in missing.value.message
    assert missing.value.legal == ("--param b=VALUE",)
    with pytest.raises(GameError) as unknown:
        reader.ask("SELECT $a", {"a": 1, "c": 2})
    assert "has no $c" in unknown.value.message and unknown.value.legal == ("$a",)


def test_offset_limit_and_total(reader: reading.Reader) -> None:
    for offset, limit, expected in (
        (0, None, range(5000)),
        (4990, None, range(4990, 5000)),
        (2500, 3, range(2500, 2503)),
        (6000, 3, range(0)),
        (10, 0, range(0)),
    ):
        answer = reader.ask("SELECT i FROM range(5000) t(i)")
        answer.offset, answer.limit = offset, limit
        assert [row[0] for row in answer.rows()] == list(expected)
        assert answer.total() == 5000


REFUSED = (
    "COPY openings TO '{there}/x.csv'",
    "ATTACH '{there}/x.duckdb' AS x",
    "FROM read_csv('/etc/passwd')",
    "FROM read_text('/etc/passwd')",
    "FROM read_csv('https://example.org/x.csv')",
    "INSTALL httpfs",
    "LOAD httpfs",
    "PRAGMA database_list",
    "SET threads = 1",
    "RESET threads",
    "SELECT getenv('HOME')",
    "SELECT 1; SELECT 2",
    "SELECT 1) TO '{there}/x.csv' (FORMAT csv); --",
    "SELECT 1\n) TO '{there}/x.csv' (FORMAT csv) --",
    "WITH gone AS (DELETE FROM tail.openings RETURNING *) FROM gone",
    "INSERT INTO tail.openings SELECT * FROM openings",
    "CREATE TABLE x AS SELECT 1",
    "EXPORT DATABASE '{there}'",
    "SELECT /* never closed",
    "",
)


@pytest.mark.parametrize("sql", REFUSED)
def test_no_way_out_but_those_for_rows(reader: reading.Reader, tmp_path: Path, sql: str) -> None:
    query = sql.format(there=tmp_path)
    beside = reader.spill() / "rows"
    for way in (
        lambda: list(reader.ask(query).rows()),
        lambda: reader.copy(query, beside, "FORMAT parquet"),
        lambda: reader.arrow(query).read_all(),
    ):
        with pytest.raises(GameError) as refused:
            way()
        assert refused.value.reason is Reason.UNREADABLE
        assert "\n" not in str(refused.value)
    assert list(tmp_path.iterdir()) == [] and not beside.exists()
    assert list(reader.ask("SELECT count(*) FROM openings").rows()) == [(60,)]


def test_rows_as_parquet_and_arrow(reader: reading.Reader) -> None:
    sql = "SELECT match_id, settings, played_on FROM openings WHERE match > $n ORDER BY match; "
    expected = list(reader.ask(sql, {"n": 3}).rows())
    path = reader.spill() / "rows.parquet"
    assert reader.copy(sql, path, "FORMAT parquet", {"n": 3}) == len(expected)
    with duckdb.connect() as con:
        assert con.execute(f"FROM '{path}'").fetchall() == expected
    path.unlink()
    table = reader.arrow(sql, {"n": 3}).read_all()
    assert [row["match_id"] for row in table.to_pylist()] == [row[0] for row in expected]


def test_only_the_readers_own_folder_is_written(reader: reading.Reader, tmp_path: Path) -> None:
    with pytest.raises(GameError, match="Permission Error"):
        reader.copy("SELECT 1", tmp_path / "x.parquet", "FORMAT parquet")
    assert list(tmp_path.iterdir()) == []


def test_errors_in_what_is_copied_say_where(reader: reading.Reader) -> None:
    with pytest.raises(GameError) as refused:
        reader.copy("SELECT 1,\n nope FROM matches", reader.spill() / "x", "FORMAT parquet")
    assert (refused.value.line, refused.value.column) == (2, 2)
    with pytest.raises(GameError, match="cannot be written to a file"):
        reader.copy("EXPLAIN SELECT 1", reader.spill() / "x", "FORMAT parquet")
