"""Measure how commands grow with a match: take-backs by the thousand, and thousands of steps.

`python benchmarks/lengths.py` prints, for each command, its CPU seconds at three sizes, each twice
the one before, and how many times longer the largest takes than half of it: 2 is linear.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from domain.bots.simulation import deal
from domain.commands import Open as OpenMatch
from domain.commands import Play, Redo, Undo, decide, opening
from domain.contract.seats import DEALER, SEAT_NAMES
from domain.formats.tape import decide_line
from domain.games import GAMES
from domain.record.chain import chained
from domain.record.events import Event
from domain.record.match import Record
from domain.store.recorder import Recorder

ROOT = Path(__file__).resolve().parent.parent
AT = 1_764_448_788_123
PAIRS = (250, 500, 1000)
STEPS = (1250, 2500, 5000)
ENOUGH = 6
"""Riftforce at which a ruling sets a score back."""
STUCK = 6
"""Lines that are taken back where nobody can move any more."""
COMMANDS = (
    ("project",),
    ("list",),
    ("show", "m"),
    ("history", "m"),
    ("replay", "m", "--plain"),
    ("replay", "m", "--html", "{file}.html"),
    ("audit", "m"),
    ("export", "m", "-o", "{file}.txt"),
    ("export", "m", "--history", "-o", "{file}.jsonl"),
    ("undo", "m", "--confirm"),
    ("redo", "m"),
)


class Keeper:
    """A scorekeeper who records in memory; the events are stored in one go at the end."""

    def __init__(self, seed: int) -> None:
        command = OpenMatch("riftforce", players=("Ann", "Ben"), id="m")
        self.record = Record("m", GAMES["riftforce"], opening(command, AT), [], "")
        self.rows = list(chained(self.record, [self.record.opened]))
        self.random = random.Random(seed)
        self.now = AT

    def add(self, events: tuple[Event, ...]) -> None:
        """Put events behind the others."""
        self.rows += chained(self.record, events)

    def send(self, command: Play | Undo | Redo) -> None:
        """Carry out a command, a second after the last."""
        self.now += 1000
        self.add(decide(self.record, command, self.now).events)

    def play(self, count: int) -> None:
        """Play at random until there are so many events; rulings keep the match from its end."""
        live = self.record.live()
        while len(self.record.events) < count:
            if live.over:
                self.send(Undo(lines=STUCK, confirmed=True))
                live = self.record.live()
            self.now += 1000
            stamp = {"after": self.now - AT}
            ask = live.open_ask()
            ahead = [seat for seat in (0, 1) if live.state.hands[seat].score >= ENOUGH]
            if ahead and ask.about in live.game.notation.opens:
                name = SEAT_NAMES[ahead[0]]
                self.add(tuple(decide_line(live, f"! score {name} 0", "", **stamp)))
                continue
            answer = deal if ask.seat == DEALER else live.game.bots["random"]
            live.decide(
                deal(ask, self.random) if answer is deal else answer(live.state, ask, self.random)
            )
            self.add(tuple(live.take(**stamp)))

    def waver(self, pairs: int) -> None:
        """Take the last line back and bring it back, so many times; every tenth time play on."""
        for pair in range(pairs):
            self.send(Undo(confirmed=True))
            if pair % 10:
                self.send(Redo())
            else:
                self.play(len(self.record.events) + 1)

    def keep(self, path: Path) -> None:
        """Store everything in one go."""
        with Recorder(path) as recorder:
            recorder.add_encoded(self.rows)


def cpu(words: list[str]) -> float:
    """CPU seconds of a command and all that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "cli", *words], cwd=ROOT, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def kept(folder: Path, name: str, count: int, *, wavering: bool) -> Path:
    """A store with one match: so many pairs of take-back and redo, or so many steps."""
    path = folder / f"{name}-{count}.db"
    keeper = Keeper(count)
    if wavering:
        keeper.play(40)
        keeper.waver(count)
    else:
        keeper.play(count)
    keeper.keep(path)
    return path


def measure() -> list[str]:
    """The rows of the table."""
    found = ["| | command | CPU s at three sizes | the last doubling |", "|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name, sizes, wavering in (("take-backs", PAIRS, True), ("steps", STEPS, False)):
            stores = [kept(folder, name, size, wavering=wavering) for size in sizes]
            for command in COMMANDS:
                words = " ".join(command).replace(" -o {file}.txt", "").replace(" {file}.html", "")
                times = [
                    cpu(["--store", str(path), *(word.format(file=path) for word in command)])
                    for path in stores
                ]
                shown = " ".join(f"{seconds:.2f}" for seconds in times)
                found.append(
                    f"| {'/'.join(map(str, sizes))} {name} | `{words}` | {shown} "
                    f"| {times[-1] / times[-2]:.1f} |"
                )
                print(found[-1], flush=True)
    return found


if __name__ == "__main__":
    measure()
