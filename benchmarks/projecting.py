"""The analytics file and the audit, measured; part of run.py."""

from __future__ import annotations

import time
from pathlib import Path

import duckdb

from benchmarks.run import AT, GAME, Figure, best, fresh, paired, per_second, ratio
from domain.bots.simulation import plan, play_encoded, play_match
from domain.record.events import Opened, TakenBack
from domain.store.recorder import Recorder
from projections.feed.feed import catch_up
from replays.audit.audit import audit_match

MATCHES = 4000
BENT = 400
"""Matches of which something was taken back."""


def filled(folder: Path, count: int) -> tuple[Path, int]:
    """A store with simulated matches, and how many events it holds."""
    what = plan(GAME, {}, ["random"], 6)
    path = fresh(folder)
    recorder = Recorder(path, durable=False)
    events = 0
    for start in range(0, count, 100):
        chunk = play_encoded(what, range(start, start + 100), AT)
        recorder.add_encoded(chunk)
        events += len(chunk)
    recorder.close()
    return path, events


def taken_back(folder: Path, count: int) -> tuple[Path, int]:
    """A store with matches whose last ten steps were taken back and played again."""
    path = fresh(folder)
    recorder = Recorder(path, durable=False)
    settings = GAME.settings({})
    events = 0
    for index in range(count):
        steps = play_match(GAME, settings, ("random", "random"), 6, index)
        opened = Opened(GAME.key, GAME.rules_version, settings, ("Ann", "Ben"), AT + index)
        back = TakenBack(to=len(steps) - 10)
        (record,) = recorder.add([(f"m{index}", opened, steps)])
        recorder.append(record, [back, *steps[-10:]])
        events += record.version
    recorder.close()
    return path, events


def retelling(folder: Path) -> Figure:
    """Events a second of matches that are taken in anew, their lines worked out in Python."""
    store, events = taken_back(folder, BENT)

    def work() -> float:
        return per_second(
            events, lambda: catch_up(store, folder / f"{time.perf_counter_ns()}.duckdb")
        )

    figure = f"{best(3, work):,.0f} events/s"
    return Figure("  the same of matches with take-backs", figure, "", "", "")


def auditing(folder: Path) -> list[Figure]:
    """Matches a second on one core: chain, every action and fact against the rules, result."""
    path, events = filled(folder, 400)
    recorder = Recorder(path, durable=False)
    ids = recorder.chain.ids()

    def work() -> float:
        def audit() -> None:
            for match_id in ids:
                assert audit_match(recorder.chain, match_id).ok

        return per_second(len(ids), audit)

    found = best(3, work)
    recorder.close()
    steps = (events - len(ids)) / len(ids)
    figure = f"{found:,.0f} matches/s ({found * steps:,.0f} steps/s)"
    return [Figure("audit, one core", figure, "", "", "")]


def projecting(folder: Path) -> list[Figure]:
    """A whole rebuild from the store, against a raw Arrow insert of the very rows it makes."""
    store, events = filled(folder, MATCHES)
    made = folder / "made.duckdb"
    catch_up(store, made)
    with duckdb.connect(str(made), read_only=True) as con:
        names = [
            row[0]
            for row in con.execute(
                "SELECT table_name FROM duckdb_tables() WHERE table_name <> 'position'"
            ).fetchall()
        ]
        arrow = {name: con.table(name).to_arrow_table() for name in names}
        facts = con.execute("SELECT count(*) FROM facts").fetchall()[0][0]
    rows = sum(table.num_rows for table in arrow.values())

    def ours() -> float:
        return per_second(
            events, lambda: catch_up(store, folder / f"{time.perf_counter_ns()}.duckdb")
        )

    def floor() -> float:
        con = duckdb.connect(str(folder / f"{time.perf_counter_ns()}.duckdb"))
        for name, table in arrow.items():
            con.register("given", table)
            con.execute(f"CREATE TABLE {name} AS SELECT * FROM given LIMIT 0")
            con.unregister("given")

        def work() -> None:
            con.execute("BEGIN")
            for name, table in arrow.items():
                con.register("given", table)
                con.execute(f"INSERT INTO {name} SELECT * FROM given")
                con.unregister("given")
            con.execute("COMMIT")
            con.execute("CHECKPOINT")

        found = per_second(events, work)
        con.close()
        return found

    a, b = paired(5, ours, floor)
    size = made.stat().st_size
    return [
        ratio("projection, rebuilt from the store", a, b, "events/s", "≥ 0.3"),
        retelling(folder),
        Figure("  the same in facts", f"{a * facts / events:,.0f} facts/s", "", "", ""),
        Figure(
            f"  size of the analytics file ({events:,} events, {rows:,} rows)",
            f"{size / facts:.1f} bytes a fact",
            "",
            "",
            "",
        ),
    ]
