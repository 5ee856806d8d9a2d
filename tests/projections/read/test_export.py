"""Answers as CSV, JSON and JSON lines."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.ipc
import pytest

from domain.contract.characters import escaped
from projections.read import export
from projections.read import reader as reading

SQL = """
SELECT 1 AS a, 'x,"y"\nz' AS b, NULL AS c, [1, 2] AS d, MAP {'k': 1.5} AS e, DATE '2025-03-09' AS f,
 TIMESTAMP '2025-03-09 01:02:03' AS g, '{"h": [1]}'::JSON AS h, true AS i,
 170141183460469231731687303715884105727::HUGEINT AS j, 1.50::DECIMAL(9, 2) AS k, 'ä' AS a,
 INTERVAL 90 SECOND AS l, 'nan'::DOUBLE AS m, {'n': NULL} AS n, 'ab'::BLOB AS o
"""


@pytest.fixture
def written(store: Path, analytics: Path) -> Any:
    def write(name: str, sql: str = SQL, limit: int | None = None) -> str:
        out = io.StringIO()
        with reading.open_reader(store, analytics) as reader:
            answer = reader.ask(sql)
            answer.limit = limit
            getattr(export, f"write_{name}")(answer, out)
        return out.getvalue()

    return write


def test_csv(written: Any) -> None:
    heading, row = csv.reader(io.StringIO(written("csv")))
    assert heading[:3] == ["a", "b", "c"]
    assert row[:5] == ["1", 'x,"y"\nz', "", "[1,2]", '{"k":1.5}']
    assert row[5:9] == ["2025-03-09", "2025-03-09T01:02:03", '{"h": [1]}', "true"]


FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\tx", "'=1", "''-2", "=\x1b[2J")
PLAIN = ("\\x0dx", "a=1", "'a", "", "1", " =1", "−1", "Ann")


def test_no_cell_of_csv_is_a_formula_and_numbers_stay_numbers(written: Any) -> None:
    values = ", ".join(f"({export_literal(text)})" for text in (*FORMULAS, "\rx", *PLAIN[1:]))
    numbers = "-1 AS n, -1.5::DOUBLE AS d, INTERVAL (-1) DAY AS i"
    sql = f'SELECT t AS "=a", {numbers} FROM (VALUES {values}) v(t)'
    heading, *rows = csv.reader(io.StringIO(written("csv", sql)))
    assert heading == ["'=a", "n", "d", "i"]
    found = [row[0] for row in rows]
    assert found == ["'" + escaped(text, "\t") for text in FORMULAS] + list(PLAIN)
    assert {tuple(row[1:]) for row in rows} == {("-1", "-1.5", "'-1 day, 0:00:00")}
    assert not any(text[:1] in tuple("=+-@\t\r") for text in found if text)


def export_literal(text: str) -> str:
    """A text as SQL, its controls by number."""
    parts = (f"chr({ord(letter)})" for letter in text)
    return " || ".join(parts) or "''"


def test_json_lines(written: Any) -> None:
    (line,) = written("jsonl").splitlines()
    found = json.loads(line)
    assert found["a"] == 1 and found["a_2"] == "ä" and found["c"] is None
    assert found["d"] == [1, 2] and found["e"] == {"k": 1.5} and found["h"] == {"h": [1]}
    assert found["f"] == "2025-03-09" and found["k"] == 1.5 and found["m"] is None
    assert found["j"] == "170141183460469231731687303715884105727"
    assert found["n"] == {"n": None} and found["o"] == "6162"


def test_json(written: Any) -> None:
    assert json.loads(written("json")) == [json.loads(written("jsonl"))]
    assert json.loads(written("json", "SELECT 1 WHERE false")) == []
    many = json.loads(written("json", "SELECT i FROM range(5000) t(i)"))
    assert [row["i"] for row in many] == list(range(5000))


@pytest.mark.parametrize("limit", [0, 1, 2500, 9999])
def test_limits(written: Any, limit: int) -> None:
    lines = written("jsonl", "SELECT i FROM range(5000) t(i)", limit).splitlines()
    assert len(lines) == min(limit, 5000)


def test_markdown(written: Any) -> None:
    sql = "SELECT 1 AS n, 'a|b_c' AS \"x|y\", '*_x_*\n<b>' AS z, [1] AS l, NULL::INT AS e"
    heading, rule, row = written("markdown", sql).splitlines()
    assert heading == r"| n | x\|y | z | l | e |"
    assert rule == "|---:|---|---|---|---:|"
    assert row == r"| 1 | a\|b_c | \*\_x\_\*<br>\<b\> | \[1\] |  |"
    assert len(written("markdown", "SELECT i FROM range(9) t(i)", 4).splitlines()) == 6


def test_arrow(store: Path, analytics: Path, tmp_path: Path) -> None:
    path = tmp_path / "rows.arrow"
    with reading.open_reader(store, analytics) as reader:
        batches = reader.arrow("SELECT i, 'x' || i AS t FROM range(5000) t(i)")
        assert export.write_arrow(batches, path) == 5000
    with pyarrow.memory_map(str(path)) as source:
        found = pyarrow.ipc.open_file(source).read_all().to_pydict()
    assert found["i"] == list(range(5000)) and found["t"][-1] == "x4999"
