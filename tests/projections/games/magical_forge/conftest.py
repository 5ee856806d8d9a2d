"""Stores of matches of Magical Forge to project."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from domain.games.magical_forge.actions import EndTurn
from domain.games.magical_forge.facts import LoopCut, MatchEnded
from domain.record.events import AnyStep, Opened, Step
from domain.store.recorder import Recorder
from projections.feed import feed
from tests.domain.games.magical_forge.mag import odd_settings
from tests.domain.games.magical_forge.mag import played as played_match

AT = 1_764_448_788_123
BOTS = (
    ("random", "random"),
    ("sensible", "random"),
    ("random", "sensible"),
    ("sensible", "sensible"),
)

Played = tuple[str, Opened, list[AnyStep]]


def settings_of(index: int) -> dict[str, str]:
    """Settings of every kind: ready lists, lists card by card, unknown lists, cards of odd names."""
    from domain.games.magical_forge.game import MAGICAL_FORGE

    variants: tuple[dict[str, str], ...] = (
        {},
        {"life": "9", "opening_hand": "2"},
        {"deck a": "Ember Pack", "spells a": "Dawn Choir", "start": "B"},
        {"deck b": "?", "spells b": "? 34", "deck_out": "loses"},
    )
    if index % 5 == 4:
        return odd_settings(index)
    return MAGICAL_FORGE.settings(variants[index % 4])


def magical_matches(count: int) -> list[Played]:
    """Matches of bots and of people; some not finished, some cut short."""
    found: list[Played] = []
    for index in range(count):
        settings = settings_of(index)
        bots = BOTS[index % 4]
        match = played_match(settings, index, known=(1.0, 1.0, 0.5)[index % 3], bots=bots)
        steps = list(match.steps)
        if index % 7 in (3, 5):
            steps = steps[: len(steps) // 2]
        if index % 7 == 5:
            steps.append(Step(EndTurn(), (LoopCut(2), MatchEnded(None, "endless"))))
        people = index % 3 == 0
        opened = Opened(
            game="magical_forge",
            rules="1",
            settings=settings,
            players=("Ann", "Ben") if people else bots,
            at=AT + index * 60_000,
            bots=None if people else bots,
        )
        found.append((f"mag{index:03}", opened, steps))
    return found


def record_in_pieces(path: Path, played: list[Played], seed: int = 1) -> None:
    """Record matches side by side, a few steps of one, then of another."""
    rng = random.Random(seed)
    recorder = Recorder(path, durable=False)
    records = {name: recorder.add([(name, opened, [])])[0] for name, opened, _ in played}
    left = {name: list(steps) for name, _, steps in played}
    while names := [name for name in records if left[name]]:
        name = rng.choice(names)
        size = rng.choice((1, 2, 7, 40))
        recorder.append(records[name], left[name][:size])
        del left[name][:size]
    recorder.close()


@pytest.fixture(scope="session")
def magical_played() -> list[Played]:
    return magical_matches(28)


@pytest.fixture(scope="session")
def magical_store(tmp_path_factory: pytest.TempPathFactory, magical_played: list[Played]) -> Path:
    """A store of 28 matches whose events lie between each other."""
    path = tmp_path_factory.mktemp("magical") / "matches.sqlite"
    record_in_pieces(path, magical_played)
    return path


@pytest.fixture(scope="session")
def magical_analytics(magical_store: Path) -> Path:
    """The analytics file of that store, made in one go. Do not write."""
    path = magical_store.with_suffix(".duckdb")
    feed.catch_up(magical_store, path)
    return path
