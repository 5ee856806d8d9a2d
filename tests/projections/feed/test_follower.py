"""Following: within a second of an action, beside readers, and it ends when told to."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from domain.bots.simulation import play_match
from domain.games.riftforce.game import RIFTFORCE
from domain.store.recorder import Recorder
from projections.feed.follower import follow
from projections.read import reader as reading

CODE = """
import sys
from pathlib import Path
from projections.feed.follower import follow
try:
    follow(Path(sys.argv[1]), Path(sys.argv[2]), took_in=lambda n: print(n, flush=True))
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


@contextmanager
def following(store: Path, path: Path) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", CODE, str(store), str(path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def test_actions_are_soon_in_the_file_and_readers_go_on_beside(tmp_path: Path) -> None:
    """Soon: in less than three times what it takes another process to start and ask."""
    store, path = tmp_path / "m.sqlite", tmp_path / "a.duckdb"
    recorder = Recorder(store)
    record = recorder.new_match(RIFTFORCE, {}, ("Ann", "Ben"))
    steps = play_match(RIFTFORCE, RIFTFORCE.settings({}), ("random", "random"), 3)
    with following(store, path) as process:
        assert process.stdout
        assert int(process.stdout.readline()) == 1
        late, floor, answers = [], [], 0
        for step in steps[:6]:
            recorder.append(record, [step])
            start = time.perf_counter()
            with reading_elsewhere(store, path) as answer:
                assert answer == len(record.steps)
                answers += 1
            floor.append(time.perf_counter() - start)
            taken = int(process.stdout.readline())
            late.append(time.perf_counter() - start)
            assert taken == 1
        recorder.close()
        assert sorted(late)[len(late) // 2] < 3 * sorted(floor)[len(floor) // 2], (late, floor)
        assert answers == 6
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=10)[0].endswith("stopped\n")
    with reading.open_reader(store, path) as reader:
        assert reader.tail == 0
        assert list(reader.ask("SELECT count(*) FROM steps").rows()) == [(6,)]


@contextmanager
def reading_elsewhere(store: Path, path: Path) -> Iterator[int]:
    """What another process is answered; this one has the store open, so it must not read it."""
    code = (
        "import sys; from pathlib import Path; from projections.read.reader import open_reader\n"
        "with open_reader(Path(sys.argv[1]), Path(sys.argv[2])) as reader:\n"
        "    print(list(reader.ask('SELECT count(*) FROM steps').rows())[0][0])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(store), str(path)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[3],
    )
    yield int(done.stdout)


def test_it_waits_for_a_store_and_stops(tmp_path: Path, small_store: Path) -> None:
    store, path = tmp_path / "m.sqlite", tmp_path / "a.duckdb"
    taken: list[int] = []
    end = threading.Event()
    thread = threading.Thread(
        target=follow,
        args=(store, path),
        kwargs={"took_in": taken.append, "pause": 0.02, "stopped": end.is_set},
    )
    thread.start()
    time.sleep(0.1)
    assert taken == [] and not path.exists()
    (tmp_path / "copy").write_bytes(small_store.read_bytes())
    (tmp_path / "copy").rename(store)
    deadline = time.time() + 20
    while not taken and time.time() < deadline:
        time.sleep(0.02)
    end.set()
    thread.join()
    assert len(taken) == 1 and taken[0] > 90


def test_a_store_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    store = tmp_path / "m.sqlite"
    store.write_text("nothing " * 1000)
    with pytest.raises(Exception, match="no ludograph store"):
        follow(store, tmp_path / "a.duckdb", took_in=lambda _: None, pause=0.01)
