"""Measure what ludograph costs, each figure beside a floor taken in the same run.

`make bench` prints the table; `python benchmarks/run.py --write` puts it into benchmarks/README.md.
Every figure is the best of several rounds; ratios count, the machine does not.
"""

from __future__ import annotations

import gc
import os
import platform
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import msgspec

from domain.bots.simulation import Plan, plan, play_encoded, play_match
from domain.games import GAMES
from domain.record.chain import read_rows
from domain.record.codec import codec
from domain.record.events import Opened
from domain.record.match import Record, fold
from domain.store.recorder import Recorder

GAME = GAMES["riftforce"]
AT = 1_764_448_788_123
SCHEMA = (
    "CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER, topic TEXT, "
    "state BLOB, PRIMARY KEY (originator_id, originator_version))"
)
INSERT = "INSERT INTO stored_events VALUES (?,?,?,?)"


class Figure(NamedTuple):
    """One line of the table."""

    what: str
    ours: str
    floor: str
    ratio: str
    goal: str


def best(rounds: int, work: Callable[[], float]) -> float:
    """The most per second of several rounds."""
    found = 0.0
    for _ in range(rounds):
        gc.collect()
        found = max(found, work())
    return found


def paired(
    rounds: int, ours: Callable[[], float], floor: Callable[[], float]
) -> tuple[float, float]:
    """Both by turns, so that what else the machine does falls on both alike; the median ratio's."""
    pairs = []
    for _ in range(rounds):
        gc.collect()
        one = ours()
        gc.collect()
        pairs.append((one, floor()))
    pairs.sort(key=lambda pair: pair[0] / pair[1])
    return pairs[len(pairs) // 2]


def per_second(count: int, work: Callable[[], Any]) -> float:
    """How many a second."""
    start = time.perf_counter()
    work()
    return count / (time.perf_counter() - start)


def raw(path: Path, *, durable: bool) -> sqlite3.Connection:
    """A bare database with the same table and settings as the store."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute(f"PRAGMA synchronous={'FULL' if durable else 'OFF'}")
    connection.execute(SCHEMA)
    return connection


def fresh(folder: Path) -> Path:
    """A file that is not there yet."""
    return folder / f"{time.perf_counter_ns()}.sqlite"


def append_each(folder: Path, *, durable: bool, count: int) -> Figure:
    """One action a transaction."""
    steps = [step for index in range(20) for step in match_steps(index)][:count]

    def ours() -> float:
        recorder = Recorder(fresh(folder), durable=durable)
        record = recorder.new_match(GAME, {}, ("A", "B"), match_id="measured")

        def work() -> None:
            for step in steps:
                recorder.append(record, (step,))

        found = per_second(len(steps), work)
        recorder.close()
        return found

    recorder = Recorder(fresh(folder), durable=False)
    record = recorder.new_match(GAME, {}, ("A", "B"), match_id="measured")
    recorder.append(record, steps)
    rows = [("measured", *row) for row in recorder.chain.rows("measured", 1)]
    recorder.close()

    def floor() -> float:
        connection = raw(fresh(folder), durable=durable)

        def work() -> None:
            for row in rows:
                connection.execute("BEGIN")
                connection.execute(INSERT, row)
                connection.execute("COMMIT")

        found = per_second(len(rows), work)
        connection.close()
        return found

    name = "full fsync" if durable else "relaxed"
    a, b = paired(5, ours, floor)
    return ratio(
        f"append, one action a transaction, {name}", a, b, "actions/s", "≥ 0.6" if durable else ""
    )


def append_bulk(folder: Path, what: Plan, count: int) -> tuple[Figure, Figure]:
    """Whole matches in transactions of 25, and the size of what lies on disk then."""
    chunks = [play_encoded(what, range(start, start + 25), AT) for start in range(0, count, 25)]
    events = sum(map(len, chunks))
    sizes: list[float] = []

    def ours() -> float:
        path = fresh(folder)
        recorder = Recorder(path, durable=False)

        def work() -> None:
            for chunk in chunks:
                recorder.add_encoded(chunk)

        found = per_second(events, work)
        recorder.close()
        sizes.append(path.stat().st_size / (events - count))
        return found

    def floor() -> float:
        connection = raw(fresh(folder), durable=False)

        def work() -> None:
            for chunk in chunks:
                connection.execute("BEGIN")
                connection.executemany(INSERT, chunk)
                connection.execute("COMMIT")

        found = per_second(events, work)
        connection.close()
        return found

    a, b = paired(5, ours, floor)
    size = Figure(
        "size on disk, everything included", f"{sizes[0]:.1f} bytes a step", "", "", "< 150"
    )
    return ratio("append, 25 matches a transaction, relaxed", a, b, "events/s", ""), size


def match_steps(index: int) -> list[Any]:
    """A match's steps, the same every time."""
    return play_match(GAME, GAME.settings({}), ("random", "random"), 1, index)


def folding(folder: Path, what: Plan, count: int) -> list[Figure]:
    """From bytes to a state: decode and apply every fact; and the same out of the file."""
    recorder = Recorder(fresh(folder), durable=False)
    recorder.add_encoded(play_encoded(what, range(count), AT))
    ids = recorder.chain.ids()
    rows = {match_id: recorder.chain.rows(match_id) for match_id in ids}
    steps = sum(len(found) - 1 for found in rows.values())
    decode = codec(GAME.key).step.decode
    settings = GAME.settings({})

    def floor() -> float:
        def work() -> None:
            for found in rows.values():
                for _, _, state in found[1:]:
                    decode(state)

        return per_second(steps, work)

    def ours() -> float:
        def work() -> None:
            for found in rows.values():
                fold(GAME.new_state(settings), (decode(state) for _, _, state in found[1:]))

        return per_second(steps, work)

    def load() -> float:
        def work() -> None:
            for match_id in ids:
                recorder.load(match_id).state()

        return per_second(steps, work)

    def raw_load() -> float:
        connection = recorder.chain.datastore.pool.get_connection()
        query = connection._sqlite_conn
        sql = "SELECT state FROM stored_events WHERE originator_id=? ORDER BY originator_version"

        def work() -> None:
            for match_id in ids:
                for (state,) in query.execute(sql, (match_id,)).fetchall()[1:]:
                    decode(state)

        found = per_second(steps, work)
        recorder.chain.datastore.pool.put_connection(connection)
        return found

    a, b = paired(7, ours, floor)
    c, d = paired(7, load, raw_load)
    recorder.close()
    return [
        ratio("fold: decode and apply, against decode alone", a, b, "steps/s", "≥ 0.5"),
        ratio("load from the file and fold, against select and decode", c, d, "steps/s", ""),
    ]


def simulating() -> list[Figure]:
    """Decisions a second on one core, nothing stored; the dealer's are counted."""
    figures = []
    for bots, count, goal in (
        (("random", "random"), 150, "≥ 30,000"),
        (("sensible", "sensible"), 80, ""),
    ):

        def work(bots: tuple[str, str] = bots, count: int = count) -> float:
            start = time.perf_counter()
            decisions = sum(
                len(play_match(GAME, GAME.settings({}), bots, 2, index)) for index in range(count)
            )
            return decisions / (time.perf_counter() - start)

        found = best(3, work)
        figures.append(
            Figure(f"simulation, {bots[0]} bots", f"{found:,.0f} decisions/s", "", "", goal)
        )

    def stored() -> float:
        what = plan(GAME, {}, ["random"], 3)
        start = time.perf_counter()
        events = play_encoded(what, range(150), AT)
        return (len(events) - 150) / (time.perf_counter() - start)

    found = best(3, stored)
    figures.append(
        Figure("the same, encoded and chained", f"{found:,.0f} decisions/s", "", "", "≥ 30,000")
    )
    return figures


def seeking() -> Figure:
    """Jumping about in a match of 300 steps, after the first visit."""
    from replays.cursor import Cursor

    what = plan(GAME, {"expansion": "beyond"}, ["random"], 4)
    longest: Record | None = None
    for index in range(200):
        events = play_encoded(what, [index], AT)
        record = read_rows(what.match_id(index), [event[1:] for event in events])
        if longest is None or abs(len(record.steps) - 300) < abs(len(longest.steps) - 300):
            longest = record
    assert longest is not None
    cursor = Cursor(longest)
    count = len(longest.steps)
    targets = [(position * 97) % (count + 1) for position in range(2000)]
    for target in range(count + 1):
        cursor.seek(target)

    def ours() -> float:
        def work() -> None:
            for target in targets:
                cursor.seek(target)

        return per_second(len(targets), work)

    def floor() -> float:
        def work() -> None:
            for target in targets[:100]:
                longest.state(target)

        return per_second(100, work)

    a, b = paired(5, ours, floor)
    return Figure(
        f"seek in a match of {count} steps, against folding from the start",
        f"{1e6 / a:,.0f} µs",
        f"{1e6 / b:,.0f} µs",
        f"{a / b:.1f}",
        "< 1,000 µs",
    )


def ratio(what: str, ours: float, floor: float, unit: str, goal: str) -> Figure:
    """A line with its floor."""
    return Figure(what, f"{ours:,.0f} {unit}", f"{floor:,.0f}", f"{ours / floor:.2f}", goal)


def table(figures: list[Figure]) -> str:
    """The figures as a Markdown table."""
    lines = ["| what | ludograph | floor | ratio | goal |", "|---|---:|---:|---:|---:|"]
    lines += [f"| {' | '.join(figure)} |" for figure in figures]
    return "\n".join(lines)


def machine() -> str:
    """What this was measured on."""
    import duckdb

    return (
        f"{os.cpu_count()} cores, {platform.machine()}, Linux, Python {platform.python_version()}, "
        f"SQLite {sqlite3.sqlite_version}, msgspec {msgspec.__version__}, DuckDB {duckdb.__version__}; "
        f"{time.strftime('%Y-%m-%d')}"
    )


def measure() -> list[Figure]:
    """Everything, in a folder of its own on the disk of the checkout."""
    from benchmarks.projecting import auditing, projecting
    from benchmarks.service import service
    from benchmarks.solforge import solforge

    opened = Opened(game="riftforce", rules="1", settings={}, players=("A", "B"), at=0)
    assert opened.game in GAMES
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(dir=Path(__file__).resolve().parent) as name:
        folder = Path(name)
        what = plan(GAME, {}, ["random"], 1)
        parts: list[Callable[[], Any]] = [
            lambda: append_each(folder, durable=True, count=1000),
            lambda: append_each(folder, durable=False, count=3000),
            lambda: append_bulk(folder, what, 400),
            lambda: folding(folder, what, 300),
            simulating,
            seeking,
            lambda: auditing(folder),
            lambda: projecting(folder),
            solforge,
            service,
        ]
        for part in parts:
            found = part()
            for figure in [found] if isinstance(found, Figure) else found:
                figures.append(figure)
                print("  ".join(field for field in figure if field), flush=True)
    return figures


def main() -> None:
    """Measure and print; with --write keep the table in the README beside this."""
    found = table(measure())
    print()
    print(found)
    print(machine())
    if "--write" in sys.argv:
        readme = Path(__file__).resolve().parent / "README.md"
        text = readme.read_text(encoding="utf-8")
        before, _, rest = text.partition("<!-- figures -->")
        _, _, after = rest.partition("<!-- end of figures -->")
        body = f"<!-- figures -->\n{found}\n\n{machine()}\n<!-- end of figures -->"
        readme.write_text(before + body + after, encoding="utf-8")


if __name__ == "__main__":
    main()
