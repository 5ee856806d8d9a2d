"""Every query of docs/queries.md about Magical Forge runs, and finds something."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb
import pytest

from projections.games.registry import PROJECTED
from projections.read import reader as reading

TEXT = (Path(__file__).parents[4] / "docs" / "queries.md").read_text(encoding="utf-8")
QUERIES = [
    sql for sql in re.findall(r"```sql\n(.*?)```", TEXT, re.DOTALL) if "magical_forge_" in sql
]


def test_there_are_queries() -> None:
    assert len(QUERIES) >= 10


@pytest.mark.skipif("magical_forge" not in PROJECTED, reason="it is not listed")
@pytest.mark.parametrize("sql", QUERIES, ids=range(len(QUERIES)))
def test_queries_run(sql: str, magical_store: Path, magical_analytics: Path) -> None:
    with reading.open_reader(magical_store, magical_analytics) as reader:
        rows = list(reader.ask(sql).rows())
    assert rows
    with duckdb.connect(str(magical_analytics), read_only=True) as con:
        direct = con.execute(sql).fetchall()
    assert sorted(map(str, direct)) == sorted(map(str, rows))
