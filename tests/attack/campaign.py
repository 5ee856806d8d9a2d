"""A campaign: each kind of attack tries for its part of the time, one seed after the other.

    python -m tests.attack                                # everything, about ten minutes
    python -m tests.attack --only power --seed 17 --tries 1

A try that fails is printed with how to repeat it, and the campaign goes on.
"""

from __future__ import annotations

import argparse
import importlib
import random
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

Attempt = Callable[[int, Path], int]
"""Tries something with a seed, in an empty folder; returns how many checks held. Raises if one fails."""


class Impossible(Exception):
    """Something cannot be tried on this machine."""


class Kind(NamedTuple):
    """A kind of attack."""

    name: str
    """Its module in this folder, which has `attempt`."""
    words: str
    share: int
    """Its part of the time."""

    @property
    def attempt(self) -> Attempt:
        """What is tried."""
        found: Attempt = importlib.import_module(f"{__package__}.{self.name}").attempt
        return found


KINDS: Final = (
    Kind("kills", "kill -9 over record, import, simulate, project, decisions, serve", 20),
    Kind("power", "power cuts while lines are recorded", 8),
    Kind("bulk", "power cuts while lines are recorded and matches come in in bulk", 5),
    Kind("faults", "full and failing disks, failed syncs, and power cuts after them", 8),
    Kind("flips", "bytes of a store flipped, one after the other", 8),
    Kind("forgeries", "dossiers forged", 6),
    Kind("walks", "records under random operations, held to a model; SQL in pieces", 14),
    Kind("texts", "tapes, JSON Lines, scenarios, cards, decks and dossiers, bent", 10),
    Kind("requests", "requests over HTTP, bent", 6),
    Kind("roles", "all roles over all routes, with twins that differ in hidden cards", 14),
)
MOST_FAILURES: Final = 5
"""After so many a kind is not tried any more."""


class Tally:
    """What came of one kind."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.tries = self.checks = 0
        self.seconds = 0.0
        self.impossible = ""
        """Why it cannot be tried here."""
        self.failed: list[tuple[int, str]] = []

    def run(self, seed: int, seconds: float, most: int) -> None:
        """Try until the time is over, or so many tries are made."""
        begun = time.monotonic()
        while (not most or self.tries < most) and len(self.failed) < MOST_FAILURES:
            if self.impossible:
                break
            if self.tries and time.monotonic() - begun > seconds:
                break
            self.once(seed + self.tries)
        self.seconds = time.monotonic() - begun

    def once(self, seed: int) -> None:
        """Make one try."""
        folder = Path(tempfile.mkdtemp(prefix="ludograph-attack-"))
        self.tries += 1
        try:
            self.checks += self.kind.attempt(seed, folder)
        except Impossible as error:
            self.impossible = str(error)
        except Exception as error:
            self.failed.append((seed, f"{type(error).__name__}: {error}".strip()))
            print(f"\n{self.kind.name} FAILED with seed {seed}; to repeat it:")
            print(f"  python -m tests.attack --only {self.kind.name} --seed {seed} --tries 1")
            traceback.print_exc(limit=-4, file=sys.stdout)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def table(tallies: Sequence[Tally]) -> str:
    """What came of all kinds."""
    lines = [f"{'attack':<10} {'tries':>7} {'checks':>9} {'failures':>8} {'seconds':>7}  what"]
    lines += [
        f"{t.kind.name:<10} {t.tries:>7} {t.checks:>9} {len(t.failed):>8} {t.seconds:>7.0f}  "
        f"{t.kind.words}"
        for t in tallies
    ]
    return "\n".join(lines)


def main(words: Sequence[str] | None = None) -> int:
    """Run a campaign. Returns 1 if something failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument("--seconds", type=float, default=570, help="for all kinds together")
    parser.add_argument("--seed", type=int, help="the first seed of each kind")
    parser.add_argument("--tries", type=int, default=0, help="at most so many of each kind")
    parser.add_argument("--only", action="append", choices=[k.name for k in KINDS], default=[])
    given = parser.parse_args(words)
    seed = random.SystemRandom().randrange(10**6) if given.seed is None else given.seed
    tallies = [Tally(kind) for kind in KINDS if not given.only or kind.name in given.only]
    print(f"seed {seed}, {given.seconds:.0f} seconds; the same again: "
          f"python -m tests.attack --seed {seed}", flush=True)  # fmt: skip
    shares = sum(tally.kind.share for tally in tallies)
    for tally in tallies:
        tally.run(seed, given.seconds * tally.kind.share / shares, given.tries)
        state = f"{len(tally.failed)} FAILED" if tally.failed else tally.impossible or "held"
        print(f"{tally.kind.name}: {tally.tries} tries, {state}", flush=True)
    print(f"\n{table(tallies)}")
    for tally in tallies:
        for number, what in tally.failed:
            print(f"\n{tally.kind.name}: {what.splitlines()[0][:300] if what else ''}")
            print(f"  python -m tests.attack --only {tally.kind.name} --seed {number} --tries 1")
    return int(any(tally.failed for tally in tallies))
