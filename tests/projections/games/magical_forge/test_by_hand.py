"""Magical Forge's tables and views from facts made by hand: what simulated matches seldom show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import pytest

from domain.contract.game import UNKNOWN, Fact
from domain.games.magical_forge import actions, facts
from domain.games.magical_forge.cards.book import Card, CardSet
from domain.record.events import Opened, Step
from domain.store.recorder import Recorder
from projections.feed import feed
from projections.games.registry import PROJECTED

pytestmark = pytest.mark.skipif("magical_forge" not in PROJECTED, reason="it is not listed")

CARDS = CardSet(
    (
        Card("Moth", "creature"),
        Card("Öx", "creature"),
        Card("Fog", "spell", "When this is put into play, gain 1 Life Point."),
        Card("Rain's  Own", "forge", "Draw a card."),
        Card("Echoing Chord", "spell", "At the end of your turn, draw a card."),
    )
)
SETTINGS = {
    "life": "9",
    "opening hand": "0",
    "deck out": "none",
    "deck a": "Dawn Choir",
    "deck b": "3 Moth; 3 Öx",
    "spells a": "? 34",
    "spells b": "Ember Pack",
    "cards": msgspec.json.encode(CARDS).decode(),
}

Ask = Callable[[str], list[tuple[Any, ...]]]


@pytest.fixture
def ask(tmp_path: Path, rows_of: Callable[..., Any]) -> Callable[..., Ask]:
    """Feed steps, at once and one by one, which must give the same; ask SQL about them."""

    def fed(*steps: tuple[Fact, ...]) -> Ask:
        opened = Opened("magical_forge", "1", SETTINGS, ("Ann", "Ben"), 1_764_448_788_123)
        recorder = Recorder(tmp_path / "m.sqlite", durable=False)
        recorder.add([("m", opened, [Step(actions.EndTurn(), step) for step in steps])])
        recorder.close()
        whole, pieces = tmp_path / "whole.duckdb", tmp_path / "pieces.duckdb"
        feed.catch_up(tmp_path / "m.sqlite", whole)
        feed.catch_up(tmp_path / "m.sqlite", pieces, most=1)
        assert rows_of(whole) == rows_of(pieces)

        def found(sql: str) -> list[tuple[Any, ...]]:
            with duckdb.connect(str(whole), read_only=True) as con:
                return con.execute(sql).fetchall()

        return found

    return fed


def activated(number: int, kind: str, card: str, source: int = 0, to: int = 0) -> facts.Activated:
    return facts.Activated(number, 0, kind, card, source, 0, (1, 0, -2), (), 0, 0, to)


def lost(seat: int, amount: int, source: int, card: str = "moth") -> facts.LifeLost:
    return facts.LifeLost(seat, amount, "attack", source, card, 1 - seat)


def test_life_begins_where_the_setting_says(ask: Callable[..., Ask]) -> None:
    found = ask(
        (facts.Tossed(1), facts.TurnBegan(1, 1)),
        (facts.Summoned(1, 1, "moth", "hand", True),),
        (facts.AttackBegan(1), lost(0, 2, 1), facts.AttackEnded(1, "unblocked")),
        (facts.TurnBegan(2, 0), activated(2, "spell", "fog", 9)),
        (facts.LifeGained(1, 4, 2, "fog"), facts.Resolved(2)),
        (facts.AttackBegan(1), lost(0, 3, 1), facts.AttackEnded(1, "unblocked")),
        (facts.AttackBegan(1), facts.AttackEnded(1, "gone")),
        (facts.AttackBegan(1), facts.MatchEnded(None, "both")),
    )
    assert found("SELECT step, seat, change, total FROM magical_forge_life ORDER BY step") == [
        (3, "A", -2, 7),
        (5, "B", 4, 13),
        (6, "A", -3, 4),
    ]
    assert found("SELECT step, a, b FROM score_after_step ORDER BY step") == [
        (1, 9, 9), (2, 9, 9), (3, 7, 9), (4, 7, 9), (5, 7, 13), (6, 4, 13), (7, 4, 13), (8, 4, 13),
    ]  # fmt: skip
    assert found("SELECT step, how, life FROM magical_forge_attacks ORDER BY step") == [
        (3, "unblocked", 2), (6, "unblocked", 3), (7, "gone", 0), (8, None, 0),
    ]  # fmt: skip
    assert found("SELECT turn, seat, life FROM magical_forge_turn_life ORDER BY turn, seat") == [
        (1, "A", 7), (1, "B", 9), (2, "A", 4), (2, "B", 13),
    ]  # fmt: skip
    assert found("SELECT score_a, score_b, winner, why FROM matches") == [(4, 13, None, "both")]


def test_names_and_lists(ask: Callable[..., Ask]) -> None:
    found = ask(
        (facts.Drawn(0, ("bell-keeper", UNKNOWN), 1), facts.SpellsDrawn(0, ("fog",))),
        (facts.Summoned(1, 1, "ox", "hand", True), activated(2, "forge", "rains-own")),
        (facts.Carried(0, "spells", "echoing-chord", "hand", "discard"), facts.Recycled(0)),
        (facts.Carried(0, "deck", "gone-card", "hand", "discard"),),
    )
    assert found("SELECT card, why FROM magical_forge_draws ORDER BY position, n") == [
        ("Bell Keeper", "turn"), (None, "turn"), ("Fog", None),
    ]  # fmt: skip
    assert found("SELECT kind, card FROM magical_forge_plays ORDER BY id") == [
        ("creature", "Öx"), ("forge", "Rain's  Own"),
    ]  # fmt: skip
    assert found("SELECT card FROM magical_forge_carried ORDER BY step") == [
        ("Echoing Chord",), ("gone-card",),
    ]  # fmt: skip
    assert found("SELECT step, seat FROM magical_forge_recycled") == [(3, "A")]
    assert found(
        "SELECT seat, deck, deck_list, spells, spells_list FROM magical_forge_decks ORDER BY seat"
    ) == [("A", "Dawn Choir", "ready", None, "unknown"), ("B", None, "list", "Ember Pack", "ready")]
    assert found("SELECT life, start, cards FROM magical_forge_settings") == [
        (9, "tossed", "extra")
    ]


def test_the_stack(ask: Callable[..., Ask]) -> None:
    found = ask(
        (activated(1, "forge", "even-ground"), activated(2, "weapon", "quiet-hammer", to=1)),
        (activated(3, "ability", "orarus-the-unknown-light", 8, to=2),),
        (facts.Resolving(3), facts.Stopped(2, 3), facts.Resolved(3)),
        (activated(4, "weapon", "quiet-hammer", to=1), facts.Resolving(4), facts.Stopped(1, 4)),
        (facts.Resolved(4), activated(5, "spell", "sunlit-answer", 7), facts.Fizzled(5)),
        (activated(6, "spell", "echoing-chord", 7), activated(7, "spell", "ward-of-hours", 6)),
    )
    effects = found(
        "SELECT id, kind, trigger, targets, responds_to, depth FROM magical_forge_effects ORDER BY id"
    )
    assert effects == [
        (1, "forge", None, 2, None, 1),
        (2, "weapon", None, 2, 1, 2),
        (3, "ability", None, 2, 2, 3),
        (4, "weapon", None, 2, 1, 2),
        (5, "spell", "placed", 2, None, 1),
        (6, "spell", None, 2, None, 1),
        (7, "spell", "start", 2, None, 2),
    ]
    assert found("SELECT id, to_card, how, stopped FROM magical_forge_responses ORDER BY id") == [
        (2, "Even Ground", "stopped", 0),
        (3, "Quiet Hammer", "resolved", 1),
        (4, "Even Ground", "resolved", 1),
    ]


def test_the_centre(ask: Callable[..., Ask]) -> None:
    found = ask(
        (facts.TurnBegan(1, 0), facts.Summoned(1, 0, "moth", "hand", True)),
        (
            facts.PutInCentre(2, 0, "fog", 1),
            facts.PutInCentre(3, 1, "ember-x", 0, "deck"),
            facts.PutInCentre(4, 0, "last-vigil", 0, "hand"),
        ),
        (facts.TurnBegan(2, 1), activated(5, "spell", "last-vigil", 4), facts.Resolving(5)),
        (facts.PutInCentre(6, 1, "fog", 0, "discard"), facts.Resolved(5)),
        (
            facts.LeftCentre(3, "hand"),
            activated(7, "spell", "fog", 2),
            facts.LeftCentre(2, "discard"),
        ),
        (facts.Fizzled(7),),
    )
    assert found("SELECT id, from_zone, from_card, why FROM magical_forge_centre ORDER BY id") == [
        (2, "attached", "Moth", "block"),
        (3, "deck", None, "block"),
        (4, "hand", None, "block"),
        (6, "discard", None, "effect"),
    ]
    assert found(
        "SELECT id, trigger, activated_turn, how, left_turn FROM magical_forge_centred ORDER BY id"
    ) == [
        (2, None, 2, "removed", 2),
        (3, None, None, "removed", 2),
        (4, "destroyed", 2, "resolved", 2),
        (6, None, None, None, None),
    ]
    assert found("SELECT id, seat, to_zone FROM magical_forge_centre_exits ORDER BY id") == [
        (2, "A", "discard"), (3, "B", "hand"), (4, "A", "discard"),
    ]  # fmt: skip


def test_lives(ask: Callable[..., Ask]) -> None:
    found = ask(
        (facts.TurnBegan(1, 0), facts.Summoned(1, 0, "moth", "hand", True)),
        (facts.Summoned(2, 1, "ox", "discard", False), facts.AttackBegan(1)),
        (
            facts.AttackEnded(1, "blocked", 2),
            facts.TurnBegan(3, 0),
            activated(3, "forge", "rains-own"),
        ),
        (facts.CreatureLeft(1, "destroyed", "discard", 3), facts.Marked(2, "strength", 2)),
    )
    assert found(
        "SELECT id, card, played, why, source_card, attacks, turns FROM magical_forge_lives ORDER BY id"
    ) == [
        (1, "Moth", True, "destroyed", "Rain's  Own", 1, 2),
        (2, "Öx", False, None, None, 0, None),
    ]
    assert found("SELECT blocker, blocker_card FROM magical_forge_attacks") == [(2, "Öx")]
    assert found("SELECT seat, card, mark, n FROM magical_forge_marks") == [
        ("B", "Öx", "strength", 2)
    ]
