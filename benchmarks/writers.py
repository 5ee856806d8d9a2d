"""Measure processes that write into one store at once, beside as many with SQLite alone.

`python benchmarks/writers.py` prints how long a commit takes, synced, for one writer and for eight:
of ludograph, which lets them write in the order they came, and of SQLite's library, which lets
whoever asks at the right moment. Each process writes as fast as it can.
"""

from __future__ import annotations

import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from domain.games import GAMES
from domain.record.events import Noted
from domain.store.recorder import Recorder

SECONDS = 8.0
WRITERS = (1, 8)
SETTINGS = {"guilds a": "F W P T", "guilds b": "L I S C", "start": "A"}


def timed(write: Callable[[], object], until: float) -> list[float]:
    """Milliseconds of each write, one after the other, until a time."""
    found = []
    while time.time() < until:
        begin = time.perf_counter()
        write()
        found.append((time.perf_counter() - begin) * 1000)
    return found


def ludograph(path: str, number: int, until: float) -> list[float]:
    """Remarks on a match of this writer's own."""
    with Recorder(Path(path)) as recorder:
        record = recorder.new_match(GAMES["riftforce"], SETTINGS, match_id=f"m{number}")
        remark = Noted(about=0, note="a remark of some length, as people write", after=1)
        return timed(lambda: recorder.append(record, [remark]), until)


def raw(path: str, number: int, until: float) -> list[float]:
    """Rows of the same size, with SQLite's library alone."""
    con = sqlite3.connect(path, isolation_level=None, timeout=15)
    con.execute("PRAGMA synchronous=FULL")
    versions = iter(range(1_000_000))

    def write() -> None:
        con.execute("BEGIN IMMEDIATE")
        con.execute(
            "INSERT INTO stored_events VALUES (?,?,?,?)",
            (f"m{number}", next(versions), "riftforce/note", b"x" * 120),
        )
        con.execute("UPDATE chain_heads SET version=version+1 WHERE match_id=?", (f"m{number}",))
        con.execute("COMMIT")

    return timed(write, until)


def laid_out(path: Path) -> None:
    """An empty store."""
    Recorder(path).close()


def measure() -> list[str]:
    """The rows of the table."""
    found = [
        "| writers at once | with | commits/s | median ms | p99 ms | p99 / median | longest ms |",
        "|---|---|---|---|---|---|---|",
    ]
    for writers in WRITERS:
        for work in (ludograph, raw):
            with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
                path = Path(folder) / "s.db"
                laid_out(path)
                with ProcessPoolExecutor(writers) as pool:
                    until = time.time() + SECONDS
                    tasks = [pool.submit(work, str(path), n, until) for n in range(writers)]
                    times = sorted(ms for task in tasks for ms in task.result())
            middle, late = statistics.median(times), times[int(len(times) * 0.99)]
            name = "ludograph" if work is ludograph else "SQLite alone"
            found.append(
                f"| {writers} | {name} | {len(times) / SECONDS:,.0f} | {middle:.1f} | {late:.1f} "
                f"| {late / middle:.1f} | {times[-1]:.0f} |"
            )
            print(found[-1], flush=True)
    return found


if __name__ == "__main__":
    measure()
