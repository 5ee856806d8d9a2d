"""What a small batch costs does not depend on how much was there before.

Rows of a table lie in groups, of 2,048 here, and a group is read only if it can hold what is asked for.
DuckDB says how many groups each statement of a batch reads: they are as many after a long history as
after a short one.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from domain.bots.simulation import play_match
from domain.games import GAMES
from domain.record.events import AnyStep, Opened, TakenBack
from domain.store.recorder import Recorder
from projections import database
from projections.feed import feed
from projections.feed.log import EventLog
from projections.games import registry

AT = 1_764_448_788_123
GROUP = 2048
FAR = 10_000_000
"""How far apart the numbers of a match and of its copies are."""
Groups = Counter[str]
"""How many groups of rows were read, by table."""


class Profiled:
    """A connection that counts the groups of rows that its statements read of tables in the file."""

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self._con = con
        self._rows: list[Any] = []
        self.read: Groups = Counter()

    def execute(self, sql: str, *parameters: Any) -> Profiled:
        self._rows = self._con.execute(sql, *parameters).fetchall()
        found = json.loads(self._con.get_profiling_information())
        for table, groups in scans(found.get("operator", [])):
            self.read[table] += groups
        return self

    def fetchall(self) -> list[Any]:
        return self._rows

    def __getattr__(self, name: str) -> Any:
        return getattr(self._con, name)


def scans(operators: list[Any]) -> Iterator[tuple[str, int]]:
    """The tables in the file that operators read, and how many groups of rows of each."""
    for operator in operators:
        table = operator.get("extra_info", {}).get("Table", "")
        if table.startswith("aside.main."):
            yield table.removeprefix("aside.main."), operator["row_groups_scanned"]
        yield from scans(operator.get("children", []))


def record(path: Path) -> None:
    """Of each game a finished match, one that is open, and one of which something was taken back."""
    recorder = Recorder(path, durable=False)
    for key, game in GAMES.items():
        if key not in registry.PROJECTED:
            continue
        for index, kind in enumerate(("whole", "open", "bent")):
            settings = game.settings({})
            steps = play_match(game, settings, ("random", "random"), 5, index)
            opened = Opened(key, game.rules_version, settings, ("Ann", "Ben"), AT + index)
            some = steps if kind == "whole" else steps[: len(steps) // 2]
            (made,) = recorder.add([(f"{key}-{kind}", opened, some)])
            if kind == "bent":
                recorder.append(made, [TakenBack(to=len(some) - 3)])
    recorder.close()


def steps_of(key: str, index: int) -> list[AnyStep]:
    """The steps that `record` plays."""
    game = GAMES[key]
    return play_match(game, game.settings({}), ("random", "random"), 5, index)


def attached(path: Path) -> duckdb.DuckDBPyConnection:
    """A connection in which a file of small groups of rows is what is written and asked."""
    con = duckdb.connect()
    con.execute(f"ATTACH '{path}' AS aside (ROW_GROUP_SIZE {GROUP})")
    con.execute("USE aside")
    return con


def make_history(made: Path, path: Path, copies: int) -> None:
    """Make the analytics file that `made` is, with so many copies of all its rows before them."""
    con = attached(path)
    database.lay_out(con)
    con.execute(f"ATTACH '{made}' AS made (READ_ONLY)")
    for table in registry.TABLES:
        values = [f"match - copy * {FAR} AS match"]
        if table.name == "openings":
            values.append("match_id || CASE copy WHEN 0 THEN '' ELSE '-' || copy END AS match_id")
        if table.name == "steps":
            values.append("CASE copy WHEN 0 THEN payload END AS payload")
        con.execute(
            f"INSERT INTO main.{table.name} SELECT t.* REPLACE ({', '.join(values)}) FROM "
            f"made.main.{table.name} t CROSS JOIN range({copies}, -1, -1) c(copy) ORDER BY copy DESC"
        )
    con.execute("DELETE FROM projection_position")
    con.execute("INSERT INTO projection_position FROM made.main.projection_position")
    con.close()


@pytest.fixture(scope="module")
def histories(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[int, Path]]:
    """A store, and its analytics file after a short and after a long history, by its length."""
    folder = tmp_path_factory.mktemp("histories")
    store, made = folder / "store.sqlite", folder / "made.duckdb"
    record(store)
    feed.catch_up(store, made)
    paths = {copies: folder / f"{copies}.duckdb" for copies in (10, 400)}
    for copies, path in paths.items():
        make_history(made, path, copies)
    return store, paths


def taken_in(con: duckdb.DuckDBPyConnection, store: Path) -> Groups:
    """Take in what is new in the store; what was read for it."""
    con.execute("PRAGMA enable_profiling = 'no_output'")
    con.execute("SET profiling_coverage = 'ALL'")
    profiled = Profiled(con)
    with EventLog(store) as log:
        assert feed.advance(profiled, log, store, None, feed.BATCH) > 0  # type: ignore[arg-type]
    return profiled.read


def more_of(recorder: Recorder, what: str) -> None:
    """Record a little more: the rest of a match, a whole new one, or one more take-back."""
    for key in registry.PROJECTED:
        if what == "open":
            found = recorder.load(f"{key}-open")
            recorder.append(found, steps_of(key, 1)[len(found.steps) :])
        elif what == "bent":
            found = recorder.load(f"{key}-bent")
            recorder.append(found, [TakenBack(to=len(found.steps) - 3)])
        else:
            game = GAMES[key]
            opened = Opened(key, game.rules_version, game.settings({}), ("Ann", "Ben"), AT)
            recorder.add([(f"{key}-new", opened, steps_of(key, 7))])


@pytest.mark.parametrize("what", ["open", "new", "bent"])
def test_a_small_batch_reads_no_history(
    histories: tuple[Path, dict[int, Path]], tmp_path: Path, what: str
) -> None:
    store = Path(shutil.copy(histories[0], tmp_path / "store.sqlite"))
    recorder = Recorder(store, durable=False)
    more_of(recorder, what)
    recorder.close()
    read: list[Groups] = []
    for path in histories[1].values():
        con = attached(Path(shutil.copy(path, tmp_path)))
        read.append(taken_in(con, store))
        con.close()
    short, long = read
    assert short.total() > 10
    more = {name: (short[name], long[name]) for name in long if long[name] > short[name] + 3}
    assert not more, "groups of rows read after a short and a long history"


def test_what_reads_history_is_seen(histories: tuple[Path, dict[int, Path]]) -> None:
    read = []
    for path in histories[1].values():
        con = attached(path)
        con.execute("PRAGMA enable_profiling = 'no_output'")
        profiled = Profiled(con)
        profiled.execute("SELECT max(a) FROM scores WHERE step < 50")
        read.append(profiled.read["scores"])
        con.close()
    assert read[1] > 10 * read[0]
