"""Processes are killed at any moment: what they had confirmed is there, and nothing half."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from functools import cache
from pathlib import Path
from typing import Any, Final

from domain.store.recorder import Recorder
from replays.audit.store_audit import audit_store
from tests.domain.stored import begun, clock, go_on
from tests.projections.bent import contents

ROOT: Final = Path(__file__).parents[2]
TURNS: Final = 12
MATCHES: Final = 40
COMMANDS: Final = {
    "import": ("import", "{tapes}"),
    "simulate": ("simulate", "riftforce", "-n", "300", "--seed", "{seed}", "--jobs", "2"),
    "amend": ("amend", "m1", "{step}", "1 A act F6", "--otherwise", "stop"),
    "rule": ("play", "m1", "! [Eve] score A +1"),
    "project": ("project",),
    "decisions": ("decisions",),
}
"""Commands that write, by what they do."""
KINDS: Final = ("record", "serve", *COMMANDS)

Rows = dict[str, list[Any]]


@cache
def prepared() -> Path:
    """A folder with a store of some matches, and tapes of others."""
    folder = Path(tempfile.mkdtemp(prefix="ludograph-attack-"))
    with Recorder(folder / "store.sqlite", clock=clock) as recorder:
        record = begun(recorder)
        for _ in range(TURNS):
            go_on(recorder, record)
    run(folder, "simulate", "riftforce", "-n", str(MATCHES), "--seed", "5")
    run(folder, "simulate", "riftforce", "-n", "200", "--seed", "6", store="other.sqlite")
    run(folder, "export", "--all", "-o", str(folder / "all.tape"), store="other.sqlite")
    return folder


def environment(folder: Path, store: str = "store.sqlite") -> dict[str, str]:
    """Where a process finds the store of a folder."""
    files = {"LUDOGRAPH_STORE": store, "LUDOGRAPH_ANALYTICS": "store.duckdb"}
    return {**os.environ, **{name: str(folder / file) for name, file in files.items()}}


def run(folder: Path, *words: str, store: str = "store.sqlite") -> subprocess.CompletedProcess[str]:
    """Run a command to its end; it may refuse, and never breaks."""
    command = [sys.executable, "-m", "cli", *words]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment(folder, store),
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode in (0, 1, 2) and "Traceback" not in done.stderr, done.stderr
    assert "fault of the program" not in done.stderr, done.stderr
    return done


def rows_of(store: Path) -> Rows:
    """Every event of a store, by match."""
    with Recorder(store, clock=clock) as recorder:
        return {name: list(recorder.chain.rows(name)) for name in recorder.chain.ids()}


def attempt(seed: int, folder: Path) -> int:
    """Kill a process at a moment, look at what it left, and let another do the same to the end."""
    rng = random.Random(seed)
    for name in ("store.sqlite", "all.tape"):
        shutil.copy(prepared() / name, folder / name)
    what = rng.choice(KINDS)
    if what == "record":
        recording(rng, folder)
    elif what == "serve":
        serving(rng, folder)
    else:
        commanding(what, rng, folder)
    return 1


def held(store: Path, before: Rows) -> Rows:
    """Hold a store to what it held before: all of it, at the beginning, and a whole chain."""
    now = rows_of(store)
    for name, rows in before.items():
        assert now.get(name, [])[: len(rows)] == rows, f"{name} has lost what it had"
    report = audit_store(store)
    assert report.ok, report
    return now


def recording(rng: random.Random, folder: Path) -> None:
    """A process that records lines, and says of each that it is confirmed."""
    store = folder / "store.sqlite"
    before = rows_of(store)
    command = [sys.executable, "-m", "tests.domain.stored", str(store), "kept"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        first = process.stdout.readline()
        time.sleep(rng.random() * 0.3)
        process.kill()
        confirmed = [first, *process.stdout][-1].split()
    now = held(store, before)
    if len(confirmed) == 2:
        version, head = int(confirmed[0]), confirmed[1]
        assert len(now["kept"]) >= version, (
            f"{version} were confirmed, {len(now['kept'])} are there"
        )
        with Recorder(store, clock=clock) as recorder:
            record = recorder.load("kept")
            assert record.before(version).version == version
            following = (
                record.events[version - 1].prev if len(record.events) >= version else record.head
            )
        assert following == head, "what was confirmed is not what is there"


def free_port() -> int:
    """A port that nobody listens to."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def serving(rng: random.Random, folder: Path) -> None:
    """A service to which lines are sent, each confirmed by its answer."""
    store = folder / "store.sqlite"
    before = rows_of(store)
    port = free_port()
    command = [sys.executable, "-m", "cli", "serve", "--port", str(port)]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment(folder),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    confirmed = len(before["m1"]) - 1
    until = time.monotonic() + 1.0 + rng.random()
    try:
        while time.monotonic() < until:
            body = json.dumps({"text": f"remark {confirmed}"}).encode()
            asked = urllib.request.Request(
                f"http://127.0.0.1:{port}/api/matches/m1/notes", body,
                {"Content-Type": "application/json", "If-Match": f'"{confirmed}"'},
            )  # fmt: skip
            try:
                with urllib.request.urlopen(asked, timeout=5) as answer:
                    confirmed = json.load(answer)["last"]
            except OSError:
                time.sleep(0.05)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    now = held(store, before)
    assert len(now["m1"]) - 1 >= confirmed, (
        f"{confirmed} were confirmed, {len(now['m1']) - 1} are there"
    )


def commanding(what: str, rng: random.Random, folder: Path) -> None:
    """A command that writes; killed, and then run to its end."""
    store = folder / "store.sqlite"
    before = rows_of(store)
    words = [
        word.format(tapes=folder / "all.tape", seed=rng.randrange(1000), step=len(before["m1"]) - 2)
        for word in COMMANDS[what]
    ]
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", *words], cwd=ROOT, env=environment(folder),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    time.sleep(0.15 + rng.random() * 0.9)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    now = held(store, before)
    others = {name for name in now if name not in before}
    with Recorder(store, clock=clock) as recorder:
        half = [name for name in others if recorder.load(name).result() is None]
    assert not half, f"half of it is there: {half}"
    run(folder, *words)
    held(store, now)
    if what in ("project", "decisions"):
        fresh = {"LUDOGRAPH_ANALYTICS": str(folder / "fresh.duckdb")}
        anew = [sys.executable, "-m", "cli", "project"]
        subprocess.run(
            anew, cwd=ROOT, env=environment(folder) | fresh, check=True, capture_output=True
        )
        run(folder, "project")
        assert contents(folder / "store.duckdb") == contents(folder / "fresh.duckdb")
