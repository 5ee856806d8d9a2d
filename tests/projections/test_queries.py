"""Every query of docs/queries.md runs, and finds something."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb
import pytest

from projections.read import reader as reading

TEXT = (Path(__file__).parents[2] / "docs" / "queries.md").read_text(encoding="utf-8")
ALL = re.findall(r"```sql\n(.*?)```", TEXT, re.DOTALL)
QUERIES = [sql for sql in ALL if "magical_forge_" not in sql]
"""Those of Magical Forge run in `magical_forge/test_queries.py`."""
EMPTY = (
    "FROM series", "FROM standings", "FROM rule_differences", "what-if", "choices", "decisions d",
)  # fmt: skip
"""Of which the stores here have nothing; their own tests have."""
BENT = ("thinking", "beside", "variations", "corrections", "rulings", "closings")
"""Tables of matches that are not just decisions."""


def test_there_are_queries() -> None:
    assert len(QUERIES) >= 15


@pytest.mark.parametrize("sql", QUERIES, ids=range(len(QUERIES)))
def test_queries_run(sql: str, request: pytest.FixtureRequest) -> None:
    if any(name in sql for name in BENT):
        store, analytics = (
            request.getfixturevalue("bent")[0],
            request.getfixturevalue("bent_analytics"),
        )
    else:
        game = "solforge_" if "solforge_" in sql else ""
        store = request.getfixturevalue(f"{game}store")
        analytics = request.getfixturevalue(f"{game}analytics")
    with reading.open_reader(store, analytics) as reader:
        rows = list(reader.ask(sql).rows())
    assert rows or any(word in sql for word in EMPTY)
    with duckdb.connect(str(analytics), read_only=True) as con:
        direct = con.execute(sql).fetchall()
    assert sorted(map(str, direct)) == sorted(map(str, rows))
