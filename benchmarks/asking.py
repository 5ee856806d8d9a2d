"""The standard questions about a game, timed; part of analytics.py.

`first` is from a reader that was opened just now over a file of which the system holds nothing in
memory; `again` is the median of some more runs. Beside it stands the time that DuckDB takes to scan, and
add up, whole, the columns that the question reads: nothing that looks at all matches can be quicker.
"""

from __future__ import annotations

import json
import os
import statistics as python
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from projections.games import registry
from projections.games.projection import Projected
from projections.ratings.ratings import ratings
from projections.read import reader as reading
from projections.read.reader import Reader
from projections.reports import statistics
from projections.reports.filters import Chosen
from projections.win_probability.calibration import calibration, score
from projections.win_probability.curves import comebacks, swings
from projections.win_probability.population import choose

BOTS: Final[Chosen] = {"kind": "bots"}
"""Simulated matches are of bots; ratings look at people if nothing is said."""
Question = Callable[[Reader], Any]


class Asked(NamedTuple):
    """A question and what it took, in seconds; no floor is 0."""

    game: str
    name: str
    first: float
    again: float
    floor: float


def ask_everything(key: str, store: Path, analytics: Path, rounds: int) -> list[Asked]:
    """All reports of a game, the count, ratings and chances."""
    game = statistics.projected(key)
    return [
        ask(key, name, question, sql, store, analytics, rounds)
        for name, question, sql in questions(game)
    ]


def questions(game: Projected) -> Iterator[tuple[str, Question, str]]:
    """Names, what asks, and the SQL whose columns are the floor; none where it is not one query."""
    yield "(what is counted)", lambda reader: statistics.count(reader, game, {}), ""
    for report in game.reports:
        yield (
            report.name,
            lambda reader, r=report: statistics.run_report(reader, game, r, {}, least=r.least),
            statistics.counted_sql(game, {}) + report.sql,
        )
    yield "(ratings)", lambda reader: ratings(reader, game, BOTS), ""
    yield "(chances)", lambda reader: chances(reader, game), ""


def chances(reader: Reader, game: Projected) -> None:
    """What `ludograph chances GAME` asks."""
    model = choose(reader, game, {}).model
    swings(reader, model, 5)
    comebacks(reader, model, 5)
    calibration(reader, model)
    score(reader, model)


def ask(
    key: str, name: str, question: Question, sql: str, store: Path, analytics: Path, rounds: int
) -> Asked:
    """Ask a question of a new reader, and then again."""
    forget(analytics)
    with reading.open_reader(store, analytics) as reader:
        first = seconds(lambda: question(reader))
        again = [seconds(lambda: question(reader)) for _ in range(rounds if first < 10 else 1)]
        scan = scan_sql(reader, sql) if sql else []
        floor = [seconds(lambda: run(reader, scan)) for _ in range(rounds)] if scan else [0.0]
    return Asked(key, name, first, python.median(again), python.median(floor))


def seconds(work: Callable[[], Any]) -> float:
    """How long it takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def forget(path: Path) -> None:
    """Have the system drop what it holds in memory of a file."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
        os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(handle)


def run(reader: Reader, scans: list[str]) -> None:
    """Run some queries and fetch what they say."""
    for sql in scans:
        list(reader.ask(sql).rows())


def scan_sql(reader: Reader, sql: str) -> list[str]:
    """A query for each table that a query reads, which scans whole the columns that it reads of it."""
    ((_, plan),) = reader.ask(f"EXPLAIN (FORMAT JSON) {sql}").rows()
    read: dict[str, set[str]] = defaultdict(set)
    for table, columns in scanned(json.loads(plan)):
        read[table] |= columns
    types = {t.name: {c.name: c.type for c in t.columns} for t in registry.TABLES}
    return [
        f"SELECT {', '.join(map(added_up, columns, map(types[table].get, columns)))} "
        f"FROM stored.main.{table}"
        for table, columns in ((t, sorted(found)) for t, found in read.items())
        if table in types and columns
    ]


def scanned(nodes: list[dict[str, Any]]) -> Iterator[tuple[str, set[str]]]:
    """The tables of the file that a plan scans, with the columns."""
    for node in nodes:
        said = node.get("extra_info", {})
        table = said.get("Table", "").replace('"', "")
        if table.startswith("stored.main."):
            columns = said.get("Projections", [])
            columns = [columns] if isinstance(columns, str) else columns
            yield table.removeprefix("stored.main."), {c.strip('"') for c in columns}
        yield from scanned(node.get("children", []))


def added_up(column: str, kind: str | None) -> str:
    """An aggregate that reads a column whole."""
    if kind in ("VARCHAR", "JSON"):
        return f'sum(strlen("{column}"))'
    if kind and ("INT" in kind or kind == "DOUBLE"):
        return f'sum("{column}")'
    if kind == "BOOLEAN":
        return f'count_if("{column}")'
    return f'count("{column}")'
