"""The analytics side on 20 million facts: reports, rebuilding, and what one match more costs.

`python benchmarks/analytics.py` prints tables; with --write they are kept in the README beside this.
Each game has a store of its own. Riftforce is simulated whole; of the others a part is, and then the
rows of their analytics files are copied under other numbers until there are as many facts. Simulating
goes on where it was with --folder, which keeps the stores; projecting is always measured anew.
"""

from __future__ import annotations

import argparse
import gc
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import duckdb

from benchmarks.asking import Asked, ask_everything
from benchmarks.run import AT, machine
from cli.branch.simulate_pool import run as simulate
from domain.bots.simulation import plan, play_match
from domain.games import GAMES
from domain.record.events import Opened
from domain.store.recorder import Recorder
from projections.feed import feed
from projections.games import registry

SHARES: Final = {"riftforce": 1, "magical_forge": 5, "solforge": 50}
"""The games; one in so many of the matches is simulated."""
FACTS: Final = 200
"""Facts for each match that is asked for: 20 million for 100,000."""
FAR: Final = 10_000_000_000
"""How far apart the numbers of a match and of its copies are."""
A_NAME: Final = "'player ' || hash(match, seat) % 200"
OTHER: Final = "CASE seat WHEN 'A' THEN 'B' ELSE 'A' END"
PART: Final = 1_000_000
"""Rows that are inserted at once, by the floor too."""
ROUNDS: Final = 7


class Stored(NamedTuple):
    """A game's store and analytics file, and what is in them."""

    game: str
    store: Path
    analytics: Path
    matches: int
    events: int
    facts: int
    rows: int
    bytes: int
    seconds: float
    """What it took to project."""


def say(*words: object) -> None:
    """Tell the progress."""
    print(time.strftime("%H:%M:%S"), *words, file=sys.stderr, flush=True)


def store_of(folder: Path, game: str, matches: int) -> Path:
    """A store with so many matches of random bots; what is there is not simulated again."""
    path = folder / f"{game}-{matches}.sqlite"
    say("simulating", f"{matches:,}", "matches of", game)
    recorder = Recorder(path, durable=False)
    simulate(recorder, plan(GAMES[game], {}, ["random"], 6), matches)
    recorder.close()
    return path


def projected(store: Path, game: str) -> Stored:
    """Project a store anew, measured; what the file holds then."""
    path = store.with_suffix(".duckdb")
    path.unlink(missing_ok=True)
    say("projecting", store.name)
    gc.collect()
    start = time.perf_counter()
    events = feed.catch_up(store, path)
    seconds = time.perf_counter() - start
    with duckdb.connect(str(path), read_only=True) as con:
        matches, facts = count(con, "openings"), facts_in(con)
        rows = sum(count(con, table.name) for table in registry.TABLES)
    return Stored(game, store, path, matches, events, facts, rows, path.stat().st_size, seconds)


def count(con: duckdb.DuckDBPyConnection, table: str) -> int:
    """How many rows a table has."""
    return int(con.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0])


def facts_in(con: duckdb.DuckDBPyConnection) -> int:
    """How many facts there are: as many as the view `facts` has rows, only quicker."""
    sql = "SELECT coalesce(sum(json_array_length(payload, '$.f')), 0) FROM steps"
    return int(con.execute(sql).fetchall()[0][0])


def grown(found: Stored, facts: int) -> Stored:
    """Copy the rows of an analytics file under other numbers until it has so many facts."""
    copies = max(0, -(-facts // found.facts) - 1)
    with duckdb.connect(str(found.analytics)) as con:
        name_players(con)
        say("copying the rows of", found.game, copies, "times")
        for table in registry.TABLES if copies else ():
            values = [f"match + copy * {FAR} AS match"]
            if table.name == "openings":
                values.append("match_id || '-' || copy AS match_id")
            con.execute(
                f"INSERT INTO {table.name} SELECT t.* REPLACE ({', '.join(values)}) FROM "
                f"range(1, {copies + 1}) c(copy) CROSS JOIN {table.name} t ORDER BY copy, t.rowid"
            )
        con.execute("CHECKPOINT")
        return found._replace(
            matches=count(con, "openings"),
            facts=facts_in(con),
            bytes=found.analytics.stat().st_size,
        )


def name_players(con: duckdb.DuckDBPyConnection) -> None:
    """Give the seats of the bots, which have one name, some two hundred names."""
    con.execute(f"UPDATE seats SET player = {A_NAME}, opponent = {A_NAME.replace('seat', OTHER)}")
    for seat in "AB":
        name = A_NAME.replace("seat", f"'{seat}'")
        con.execute(f"UPDATE openings SET player_{seat.lower()} = {name}")


def raw_insert(found: Stored) -> float:
    """Seconds that a raw Arrow insert of the very rows takes, read beforehand, a part at a time."""
    path = found.analytics.with_suffix(".floor")
    path.unlink(missing_ok=True)
    seconds = 0.0
    say("inserting the same rows raw")
    with (
        duckdb.connect(str(found.analytics), read_only=True) as source,
        duckdb.connect(str(path)) as con,
    ):
        for table in registry.TABLES:
            con.execute(table.ddl())
            for first in range(0, count(source, table.name), PART):
                part = source.sql(
                    f"FROM {table.name} WHERE rowid >= {first} AND rowid < {first + PART}"
                ).to_arrow_table()
                con.register("given", part)
                start = time.perf_counter()
                con.execute(f"INSERT INTO {table.name} SELECT * FROM given")
                seconds += time.perf_counter() - start
                con.unregister("given")
        start = time.perf_counter()
        con.execute("CHECKPOINT")
        seconds += time.perf_counter() - start
    path.unlink()
    return seconds


def one_match_more(stores: dict[int, Path]) -> list[tuple[int, float, float, int]]:
    """For each length of history, the median seconds to take in a match, and one decision more.

    By turns, so that what else the machine does falls on all alike. The last is the decisions of
    the match.
    """
    game = GAMES["riftforce"]
    settings = game.settings({})
    steps = play_match(game, settings, ("random", "random"), 7, 0)
    opened = Opened(game.key, game.rules_version, settings, ("Ann", "Ben"), AT)
    times: dict[int, list[tuple[float, float]]] = {length: [] for length in stores}
    say("one match more")
    for turn in range(ROUNDS + 1):
        for length, store in stores.items():
            name = f"more-{time.time_ns()}"
            recorder = Recorder(store, durable=False)
            recorder.add([(name, opened, steps[:-1])])
            recorder.close()
            whole = caught_up(store)
            recorder = Recorder(store, durable=False)
            recorder.append(recorder.load(name), steps[-1:])
            recorder.close()
            one = caught_up(store)
            if turn:
                times[length].append((whole, one))
    return [
        (length, statistics.median(whole), statistics.median(one), len(steps))
        for length, (whole, one) in ((n, zip(*found, strict=True)) for n, found in times.items())
    ]


def caught_up(store: Path) -> float:
    """Seconds to bring the analytics file up to date."""
    start = time.perf_counter()
    assert feed.catch_up(store, store.with_suffix(".duckdb")) > 0
    return time.perf_counter() - start


def measure(folder: Path, matches: int, rounds: int) -> str:
    """Everything, as Markdown."""
    found = {}
    asked: list[Asked] = []
    floor = 0.0
    for game, share in SHARES.items():
        many = max(matches // share, 50)
        made = projected(store_of(folder, game, many), game)
        if game == "riftforce":
            floor = raw_insert(made)
        found[game] = (made, grown(made, matches * FACTS))
        say("asking about", game)
        asked += ask_everything(game, made.store, made.analytics, rounds)
    whole = found["riftforce"][0]
    stores = {matches: whole.store}
    for length in (matches // 10, matches // 100):
        stores[length] = store_of(folder, "riftforce", max(length, 10))
        projected(stores[length], "riftforce")
    more = one_match_more(dict(sorted(stores.items())))
    return "\n\n".join(
        (
            built_table(list(found.values())),
            f"The rows of Riftforce, {whole.rows:,}, took a raw Arrow insert {floor:.0f} s: "
            f"{whole.facts / floor:,.0f} facts/s, so the rebuild, which reads the store and works "
            f"everything out, runs at {floor / whole.seconds:.2f} of that.",
            more_table(more),
            asked_table(asked),
            machine(),
        )
    )


def built_table(found: list[tuple[Stored, Stored]]) -> str:
    """What was projected: how fast, how large."""
    lines = [
        "| game | matches | events | facts | rebuilt | facts/s | bytes a fact | facts asked about |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {made.game} | {made.matches:,} | {made.events:,} | {made.facts:,} | {made.seconds:.0f} s "
        f"| {made.facts / made.seconds:,.0f} | {made.bytes / made.facts:.1f} | {large.facts:,} |"
        for made, large in found
    ]
    return "\n".join(lines)


def more_table(more: list[tuple[int, float, float, int]]) -> str:
    """What a match, and a decision, more costs after histories of some lengths."""
    lines = [
        f"| matches there | one match more ({more[0][3]} decisions) | one decision more | "
        "ratio to the shortest |",
        "|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {length:,} | {1000 * whole:.0f} ms | {1000 * one:.0f} ms | "
        f"{whole / more[0][1]:.2f}, {one / more[0][2]:.2f} |"
        for length, whole, one, _ in more
    ]
    return "\n".join(lines)


def asked_table(asked: list[Asked]) -> str:
    """What the questions took, beside a scan of the columns that they read."""
    lines = [
        "| game | question | first | again | scan of the same columns | ratio |",
        "|---|---|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {a.game} | {a.name} | {1000 * a.first:,.0f} ms | {1000 * a.again:,.0f} ms | "
        + (f"{1000 * a.floor:,.0f} ms | {a.again / a.floor:.1f} |" if a.floor else " | |")
        for a in asked
    ]
    return "\n".join(lines)


def keep(text: str) -> None:
    """Put the tables into the README beside this."""
    readme = Path(__file__).resolve().parent / "README.md"
    before, _, rest = readme.read_text(encoding="utf-8").partition("<!-- analytics -->")
    _, _, after = rest.partition("<!-- end of analytics -->")
    body = f"<!-- analytics -->\n{text}\n<!-- end of analytics -->"
    readme.write_text(before + body + after, encoding="utf-8")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--matches", type=int, default=100_000, help="of Riftforce")
    parser.add_argument("--rounds", type=int, default=3, help="times that each report is run again")
    parser.add_argument("--folder", type=Path, help="keep the stores here, and use them again")
    parser.add_argument("--write", action="store_true", help="keep the tables in the README")
    given = parser.parse_args()
    folder = given.folder or Path(tempfile.mkdtemp(prefix="ludograph-bench-"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        text = measure(folder, given.matches, given.rounds)
    finally:
        if given.folder is None:
            shutil.rmtree(folder)
    print(text)
    if given.write:
        keep(text)


if __name__ == "__main__":
    main()
