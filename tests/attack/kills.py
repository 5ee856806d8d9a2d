"""`kill -9` at random moments: of everything that records, and of what it feeds.

The program that is killed is this module, too: python -m tests.attack.kills STORE SEED runs commands of
`ludograph`, one after the other, and prints what each has confirmed.
"""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from typer.testing import CliRunner

from cli.app import app
from domain.store.recorder import Recorder
from projections.feed import feed
from replays.audit.store_audit import audit_store
from tests.projections.bent import contents

ROOT: Final = Path(__file__).parents[2]
EXAMPLES: Final = ROOT / "examples"
GUILDS: Final = ("--set", "guilds a=F W P T", "--set", "guilds b=L I S C", "--set", "start=A")
SETUP: Final = ("hand A F5 F6 F7 W5 W6 P5 T7", "hand B L5 L6 L7 I5 I6 S5 C6", "face C5")
WAYS: Final = (
    "commands",
    "commands",
    "table",
    "simulate",
    "import",
    "project",
    "decisions",
    "serve",
)
START: Final = 30
"""Seconds until a program must be there."""

Heads = dict[str, list[Any]]


def attempt(seed: int, folder: Path) -> int:
    """Kill a program that records, and look what is there; then go on with the store."""
    rng = random.Random(seed)
    way = rng.choice(WAYS)
    store = folder / "s.sqlite"
    checks = 0
    for _ in range(2):
        confirmed = {
            "commands": killed_at_work, "table": killed_at_the_table, "serve": killed_serving,
        }.get(way, killed_in_bulk)(store, rng, way)  # fmt: skip
        checks += holds(store, confirmed)
    if way in ("project", "decisions"):
        checks += fed_well(store)
    return checks


def holds(store: Path, confirmed: Heads) -> int:
    """Check that a store is well and holds what was confirmed."""
    recorder = Recorder(store)
    try:
        for name, (version, digest) in confirmed.items():
            record = recorder.load(name)
            assert record.version >= version, f"{name} lost events after {record.version}"
            if record.version == version:
                assert record.head == digest, f"{name} is another"
    finally:
        recorder.close()
    report = audit_store(store, jobs=1)
    wrong = [(one.match, one.findings) for one in report.failed]
    assert report.ok, f"the store is not well: {report.findings} {wrong}"
    return len(confirmed) + len(report.reports)


def heads(store: Path) -> Heads:
    """Version and digest of the end of each match."""
    recorder = Recorder(store)
    try:
        return {name: [*(recorder.chain.head(name) or ())] for name in recorder.chain.every_id()}
    finally:
        recorder.close()


def kill(process: subprocess.Popen[str], rng: random.Random, most: float) -> None:
    """Let a program go on for a moment, and kill it."""
    time.sleep(rng.random() * most)
    process.send_signal(signal.SIGKILL)
    process.wait()


@contextmanager
def program(*words: str, module: str = "cli", **more: Any) -> Iterator[subprocess.Popen[str]]:
    """A program that is run, and dead at the end."""
    with subprocess.Popen(
        [sys.executable, "-m", module, *words],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT,
        start_new_session=True, **more,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # and what it has started


# -- ways ----------------------------------------------------------------------------------------


def killed_at_work(store: Path, rng: random.Random, way: str) -> Heads:
    """Commands one after the other: new, play, rule, amend, undo, note, import, simulate."""
    confirmed: Heads = {}
    with program(str(store), str(rng.randrange(10**6)), module="tests.attack.kills") as process:
        assert process.stdout
        for _ in range(rng.randrange(1, 25)):
            if line := process.stdout.readline():
                confirmed = json.loads(line)
        kill(process, rng, 0.1)
        for line in process.stdout:
            if line.endswith("\n"):
                confirmed = json.loads(line)
    assert confirmed, "the program did nothing"
    return confirmed


def killed_at_the_table(store: Path, rng: random.Random, way: str) -> Heads:
    """The prompt of `record`, lines typed at once."""
    name = f"t{rng.randrange(10**6)}"
    runner = CliRunner()
    made = runner.invoke(app, ["new", "riftforce", "--id", name, *GUILDS, "--store", str(store)])
    assert made.exit_code == 0, made.output
    for line in SETUP:
        assert runner.invoke(app, ["play", name, line, "--store", str(store)]).exit_code == 0
    confirmed = heads(store)
    with program("record", name, "--store", str(store), stdin=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        for _ in range(12):
            process.stdin.write("! score A +1\n" * 9)
        process.stdin.flush()
        before, deadline = confirmed[name][0], time.monotonic() + START
        while heads(store)[name][0] == before and time.monotonic() < deadline:
            if process.poll() is not None:
                break
            time.sleep(0.02)
        assert heads(store)[name][0] > before, "nothing was recorded at the table"
        confirmed = heads(store)
        kill(process, rng, 0.15)
    return confirmed


def killed_in_bulk(store: Path, rng: random.Random, way: str) -> Heads:
    """Simulating, importing, projecting, working out decisions; what is confirmed was there before."""
    runner = CliRunner()
    game = rng.choice(("riftforce", "solforge", "magical"))
    simulate = ("simulate", game, "--seed", str(rng.randrange(999)), "--store", str(store))
    if way in ("project", "decisions"):
        made = runner.invoke(app, [*simulate, "-n", "6", "--jobs", "1"])
        assert made.exit_code == 0, made.output
    else:
        Recorder(store).close()
    confirmed = heads(store)
    analytics = ("--store", str(store))
    words = {
        "simulate": (*simulate, "-n", "150", "--jobs", "2"),
        "import": ("import", *map(str, sorted(EXAMPLES.glob("*.tape"))), "--store", str(store)),
        "project": ("project", *analytics),
        "decisions": ("decisions", "--all", *analytics),
    }[way]
    with program(*words) as process:
        kill(process, rng, 2.5)
    half = [name for name in heads(store) if name not in confirmed and unfinished(store, name)]
    assert not half or way == "import", f"half of it is there: {half}"
    if rng.random() < 0.3:
        with program(*words) as process:
            assert process.wait(120) == 0, f"{words} does not go on"
    return confirmed


def unfinished(store: Path, name: str) -> bool:
    """Return whether a match has no result."""
    recorder = Recorder(store)
    try:
        return recorder.load(name).result() is None
    finally:
        recorder.close()


def fed_well(store: Path) -> int:
    """Check that the analytics file goes on, and is what it would be made anew."""
    path, anew = store.with_suffix(".duckdb"), store.with_suffix(".anew")
    feed.catch_up(store, path)
    feed.catch_up(store, anew)
    found, again = contents(path), contents(anew)
    for name in again:
        assert found[name] == again[name], f"table {name} is another after a kill"
    return len(again)


def killed_serving(store: Path, rng: random.Random, way: str) -> Heads:
    """The service: what it answered as recorded is there."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    confirmed: Heads = {}
    name, base = f"h{rng.randrange(10**6)}", f"http://127.0.0.1:{port}/api/matches"
    with program("--store", str(store), "serve", "--port", str(port)) as process:
        deadline = time.monotonic() + START
        settings = {"guilds a": "F W P T", "guilds b": "L I S C", "start": "A"}
        while (
            opened := post(base, {"game": "riftforce", "settings": settings, "id": name}, 0)
        ) is None:
            assert time.monotonic() < deadline and process.poll() is None, (
                "the service is not there"
            )
            time.sleep(0.1)
        assert opened == 201, opened
        last, end = 0, rng.randrange(4, 40)
        for number in range(end):
            if number == end - 1:
                time.sleep(rng.random() * 0.02)
                process.send_signal(signal.SIGKILL)
            line = SETUP[number] if number < len(SETUP) else "! score A +1"
            if post(f"{base}/{name}/steps", {"line": line}, last) not in (200, 201):
                break
            last += 1
        process.send_signal(signal.SIGKILL)
        process.wait()
    recorder = Recorder(store)
    try:
        version = recorder.load(name).version
    finally:
        recorder.close()
    assert version >= last + 1, f"{last} lines were answered as recorded, {version - 1} are there"
    confirmed[name] = [last + 1, heads(store)[name][1]]
    return confirmed


def post(url: str, body: Any, last: int) -> int | None:
    """Send a request; returns the status, None if nobody answers."""
    request = urllib.request.Request(
        url, json.dumps(body).encode(),
        {"Content-Type": "application/json", "If-Match": f'"{last}"'},
    )  # fmt: skip
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None


# -- the program that is killed ------------------------------------------------------------------


def work(store: Path, seed: int) -> None:
    """Run commands until somebody kills it."""
    rng, runner = random.Random(seed), CliRunner()
    for number in range(10**6):
        words = command(number, rng)
        result = runner.invoke(app, [*words, "--store", str(store)])
        assert result.exit_code in (0, 1, 2), (words, result.output)
        print(json.dumps(heads(store)), flush=True)


def command(number: int, rng: random.Random) -> list[str]:
    """A command that records."""
    if number == 0 or rng.random() < 0.1:
        tapes = sorted(map(str, EXAMPLES.glob("*.tape")))
        return rng.choice(
            [
                ["new", "riftforce", "--id", f"k{rng.randrange(10**6)}", *GUILDS],
                ["import", rng.choice(tapes)],
                ["simulate", "riftforce", "-n", "2", "--jobs", "1", "--seed", str(number)],
            ]
        )
    return rng.choice(
        [
            ["play", "last", rng.choice((*SETUP, "check", "play F5@1", "! score B +1"))],
            ["rule", "last", rng.choice(("score A +1", "gain A 1 control 1 1"))],
            ["amend", "last", str(rng.randrange(1, 6)), "hand B", "--otherwise", "keep"],
            ["undo", "last", "--confirm"],
            ["redo", "last"],
            ["note", "last", "so it was"],
            ["end", "last", "--concedes", "A"],
        ]
    )


if __name__ == "__main__":
    work(Path(sys.argv[1]), int(sys.argv[2]))
