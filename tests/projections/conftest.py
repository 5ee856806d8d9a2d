"""Stores to project: simulated matches of every variant, recorded in pieces between each other."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from domain.bots.simulation import play_match
from domain.games.riftforce.actions import Done
from domain.games.riftforce.facts import MatchEnded
from domain.games.riftforce.game import RIFTFORCE
from domain.games.solforge.actions import Pass
from domain.games.solforge.cards.book import book
from domain.games.solforge.facts import MatchEnded as SolforgeEnded
from domain.games.solforge.facts import SuddenDeath
from domain.games.solforge.game import SOLFORGE
from domain.record.events import AnyStep, Opened, Step
from domain.record.match import Record
from domain.store.recorder import Recorder
from projections.feed import feed
from projections.games import registry
from tests.projections.bent import record_bent

AT = 1_764_448_788_123

VARIANTS: tuple[dict[str, str], ...] = (
    {},
    {"expansion": "beyond"},
    {"ice": "printed"},
    {"guilds a": "Fire Earth Ice Water", "guilds b": "Air Light Shadow Crystal", "start": "B"},
    {"expansion": "beyond", "guilds a": "Mu La Be Sa", "guilds b": "St Lo Ma Ac"},
)
BOTS = (("random", "random"), ("sensible", "random"), ("random", "sensible"), ("sensible",) * 2)

Played = tuple[str, Opened, list[AnyStep]]


def matches(count: int, seed: int = 7) -> list[Played]:
    """Matches of bots and of people, some not finished, some a draw in the middle."""
    found: list[Played] = []
    for index in range(count):
        settings = RIFTFORCE.settings(VARIANTS[index % len(VARIANTS)])
        bots = BOTS[index // 2 % len(BOTS)]
        steps = play_match(RIFTFORCE, settings, bots, seed, index)
        if index % 6 in (2, 5):
            steps = steps[: len(steps) // 2]
        if index % 6 == 5:
            steps.append(Step(Done(), (MatchEnded(None, "deadlock"),)))
        people = index % 3 == 0
        opened = Opened(
            game="riftforce",
            rules="1",
            settings=settings,
            players=("Ann", "Ben") if people else bots,
            at=AT + index * 3_600_000,
            by="Cleo",
            on="2025-03-09" if people else "",
            place="Basel" if people else "",
            bots=None if people else bots,
            seed=None if people else seed,
        )
        found.append((f"match{index:03}", opened, steps))
    return found


def solforge_settings(index: int) -> dict[str, str]:
    """Settings with half-decks at random: both editions, halves of cards by name, either Forgeborn."""
    rng = random.Random(index)
    words = {"edition": "early" if index % 3 == 2 else "whitefang"}
    decks = list(book().decks.values())
    for seat in "ab":
        one = rng.choice(decks)
        two = rng.choice([deck for deck in decks if deck.faction != one.faction])
        halves = ["; ".join(deck.cards) if rng.random() < 0.2 else deck.name for deck in (one, two)]
        words[f"deck {seat}"] = " + ".join(halves)
        words[f"forgeborn {seat}"] = rng.choice((one, two)).forgeborn
    return SOLFORGE.settings(words)


def solforge_matches(count: int, seed: int = 7) -> list[Played]:
    """Matches of SolForge Fusion, of bots and of people: some not finished, some cut short."""
    found: list[Played] = []
    for index in range(count):
        settings = solforge_settings(index)
        bots = BOTS[index % 3]
        steps = play_match(SOLFORGE, settings, bots, seed, index)
        if index % 4 == 1:  # what was tossed counts as agreed
            settings = {**settings, "start": "AB"[steps[0].action.seat]}
        if index % 7 > 3:
            steps = steps[: len(steps) // 2]
        if index % 7 in (4, 5):
            why, winner = ("tied", index % 2) if index % 7 == 4 else ("cycles", None)
            steps.append(Step(Pass(), (SuddenDeath(why), SolforgeEnded(winner, "sudden"))))
        opened = Opened(
            game="solforge",
            rules="1",
            settings=settings,
            players=("Ann", "Ben") if index % 3 == 0 else bots,
            at=AT + index * 60_000,
            bots=None if index % 3 == 0 else bots,
        )
        found.append((f"sol{index:03}", opened, steps))
    return found


def record_in_pieces(path: Path, played: list[Played], seed: int = 1) -> list[Record]:
    """Record matches side by side, a few steps of one, then of another."""
    rng = random.Random(seed)
    recorder = Recorder(path, durable=False)
    records = {m[0]: recorder.add([(m[0], m[1], [])])[0] for m in played[: len(played) // 2]}
    waiting = list(played[len(played) // 2 :])
    left = {m[0]: list(m[2]) for m in played}
    while waiting or any(left[name] for name in records):
        if waiting and rng.random() < 0.05:
            match_id, opened, _ = waiting.pop()
            records[match_id] = recorder.add([(match_id, opened, [])])[0]
        names = [name for name in records if left[name]]
        if names:
            name = rng.choice(names)
            size = rng.choice((1, 2, 7, 40))
            recorder.append(records[name], left[name][:size])
            del left[name][:size]
    recorder.close()
    return list(records.values())


def contents(path: Path) -> dict[str, list[Any]]:
    """All rows of all tables of an analytics file, in an order of their own."""
    with duckdb.connect(str(path), read_only=True) as con:
        return {
            table.name: sorted(
                tuple(map(str, row)) for row in con.execute(f"FROM {table.name}").fetchall()
            )
            for table in registry.TABLES
        }


@pytest.fixture(scope="session")
def played() -> list[Played]:
    return matches(60)


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory, played: list[Played]) -> Path:
    """A store of 60 matches whose events lie between each other."""
    path = tmp_path_factory.mktemp("store") / "matches.sqlite"
    record_in_pieces(path, played)
    return path


@pytest.fixture(scope="session")
def analytics(store: Path) -> Path:
    """The analytics file of that store, made in one go. Do not write."""
    path = store.with_suffix(".duckdb")
    feed.catch_up(store, path)
    return path


@pytest.fixture(scope="session")
def solforge_played() -> list[Played]:
    return solforge_matches(42)


@pytest.fixture(scope="session")
def solforge_store(tmp_path_factory: pytest.TempPathFactory, solforge_played: list[Played]) -> Path:
    """A store of 42 matches of SolForge Fusion, with two of Riftforce between them."""
    path = tmp_path_factory.mktemp("solforge") / "matches.sqlite"
    record_in_pieces(path, [*solforge_played, *matches(2)])
    return path


@pytest.fixture(scope="session")
def solforge_analytics(solforge_store: Path) -> Path:
    """The analytics file of that store, made in one go. Do not write."""
    path = solforge_store.with_suffix(".duckdb")
    feed.catch_up(solforge_store, path)
    return path


@pytest.fixture(scope="session")
def rows_of() -> Callable[[Path], dict[str, list[Any]]]:
    return contents


@pytest.fixture(scope="session")
def small_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of beginnings of matches, one of each variant, the last two short."""
    path = tmp_path_factory.mktemp("small") / "matches.sqlite"
    lengths = (30, 30, 22, 6, 6)
    played = matches(5, seed=3)
    record_in_pieces(
        path, [(m, o, s[:n]) for (m, o, s), n in zip(played, lengths, strict=True)], seed=2
    )
    return path


@pytest.fixture
def recorded() -> Callable[[Path, list[Played]], None]:
    """Add whole matches to a store."""

    def add(path: Path, played: list[Played]) -> None:
        recorder = Recorder(path, durable=False)
        recorder.add(played)
        recorder.close()

    return add


@pytest.fixture(scope="session")
def bent(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Record]]:
    """A store of matches of which much was taken back and corrected; do not write."""
    path = tmp_path_factory.mktemp("bent") / "matches.sqlite"
    return path, record_bent(path, 9, 20)


@pytest.fixture(scope="session")
def bent_analytics(bent: tuple[Path, list[Record]]) -> Path:
    """The analytics file of that store, made in one go. Do not write."""
    path = bent[0].with_suffix(".duckdb")
    feed.catch_up(bent[0], path)
    return path
