"""SolForge Fusion's tables from facts made by hand: what simulated matches seldom or never show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from domain.contract.game import UNKNOWN, Fact
from domain.frame.slugs import slug
from domain.games.solforge import actions, facts
from domain.games.solforge.cards.book import Card, CardSet, Forgeborn, HalfDeck, Level
from domain.games.solforge.cards.nodes import Gift, Keyword, Number
from domain.record.events import Opened, Step
from domain.store.recorder import Recorder
from projections.feed import feed

LEVELS = {n: Level("", n, n) for n in (1, 2, 3)}
CARDS = CardSet(
    (
        Card("Moth", "creature", LEVELS, "Tempys"),
        Card("Ox", "creature", LEVELS, "Uterra"),
        Card("Fog", "spell", LEVELS, "Tempys"),
        Card("Rain", "spell", LEVELS, "Tempys"),
        Card("Äsh's  Old-Lamp", "exalt", LEVELS, "Uterra"),
    ),
    (Forgeborn("Aunt Ida", "Tempys", {}), Forgeborn("Uncle Bo", "Uterra", {})),
    (HalfDeck("Weather", "Tempys", "Aunt Ida", ()),),
)
SETTINGS = {
    "edition": "early",
    "deck a": "Weather + Ox; Äsh's  Old-Lamp",
    "deck b": "Nobody's + Moth; Fog",
    "forgeborn a": "Aunt Ida",
    "forgeborn b": "Uncle Bo",
}

Ask = Callable[[str], list[tuple[Any, ...]]]


@pytest.fixture
def ask(tmp_path: Path, rows_of: Callable[..., Any]) -> Callable[..., Ask]:
    """Feed steps, at once and one by one, which must give the same; ask SQL about them."""
    import msgspec

    def fed(*steps: tuple[Fact, ...], settings: dict[str, str] | None = None) -> Ask:
        given = {**SETTINGS, "cards": msgspec.json.encode(CARDS).decode(), **(settings or {})}
        opened = Opened("solforge", "1", given, ("Ann", "Ben"), 1_764_448_788_123)
        recorder = Recorder(tmp_path / "m.sqlite", durable=False)
        recorder.add([("m", opened, [Step(actions.Done(), step) for step in steps])])
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


def enters(number: int, card: str, lane: int, seat: int = 0, **more: Any) -> facts.Entered:
    given = {"exalt": False, "how": "put", "front": False, **more}
    return facts.Entered(
        number, card, seat, seat, lane, given.pop("front"), 2, 3, given.pop("exalt"), **given
    )


def announced(
    seat: int, card: str, source: str = "hand", owner: int = 0, *, free: bool = False
) -> facts.Announced:
    return facts.Announced(seat, card, source, free, owner)


def hurt(amount: int, total: int, source: int = 0) -> facts.HitPlayer:
    return facts.HitPlayer(1, amount, 0, source, 0, False, total)


def test_swaps_of_swaps(ask: Callable[..., Ask]) -> None:
    found = ask(
        (enters(1, "moth.1", 1), enters(2, "ox.2", 2, front=True), enters(3, "moth.1", 5)),
        (facts.Swapped(1, 2), facts.Swapped(2, 3)),
        (facts.Swapped(3, 1), facts.Moved(3, 4, True), facts.Swapped(2, 3)),
        (facts.Left(2, "destroyed", "banish"),),
    )
    moves = found(
        "SELECT id, from_lane, to_lane, from_row, to_row, how FROM solforge_moves "
        "ORDER BY step, position, id"
    )
    assert moves == [
        (1, 1, 2, "back", "back", "swapped"),
        (2, 2, 1, "front", "front", "swapped"),
        (2, 1, 5, "front", "front", "swapped"),
        (3, 5, 1, "back", "back", "swapped"),
        (1, 2, 1, "back", "back", "swapped"),
        (3, 1, 2, "back", "back", "swapped"),
        (3, 2, 4, "back", "front", "moved"),
        (2, 5, 4, "front", "front", "swapped"),
        (3, 4, 5, "front", "front", "swapped"),
    ]
    assert found("SELECT lane, row FROM solforge_exits") == [(4, "front")]


def test_who_gives_health_if_nothing_in_play_does(ask: Callable[..., Ask]) -> None:
    fog, rain = announced(0, "fog.2"), announced(0, "rain.1", free=True)

    def gained(amount: int, source: int = 0) -> facts.Gained:
        return facts.Gained(0, amount, 50 + amount, source)

    found = ask(
        (facts.TurnBegan(1, 0), gained(1)),
        (enters(1, "moth.1", 1, 1), fog),
        (gained(2),),
        (rain, gained(3), facts.Resolved(0, "rain.1"), gained(4)),
        (facts.Resolved(0, "fog.2"), facts.ForgebornUsed(0, 2), gained(5)),
        (announced(0, "ox.1", "aside"), gained(6), gained(7, 1)),
        (facts.Triggered(1, "uncle-bo.3", 0, -1), gained(8)),
        (facts.Triggered(0, "fog.2", -1, -1), gained(9, -1)),
        (facts.StepBegan(2, 1), gained(10)),
    )
    assert found(
        "SELECT amount, total, source, source_kind, source_card, source_level FROM solforge_gains "
        "ORDER BY amount"
    ) == [
        (1, 51, None, None, None, None),
        (2, 52, None, "spell", "Fog", 2),
        (3, 53, None, "spell", "Rain", 1),
        (4, 54, None, "spell", "Fog", 2),
        (5, 55, None, "forgeborn", "Aunt Ida", 2),
        (6, 56, None, "forgeborn", "Aunt Ida", 2),
        (7, 57, 1, "creature", "Moth", 1),
        (8, 58, None, "forgeborn", "Uncle Bo", 3),
        (9, 59, None, "spell", "Fog", 2),
        (10, 60, None, None, None, None),
    ]


def test_a_spell_or_forgeborn_does_it_or_nobody(ask: Callable[..., Ask]) -> None:
    found = ask(
        (enters(1, "moth.1", 3, 1), enters(2, "ox.2", 1, 0)),
        (
            facts.HitPlayer(1, 4, 1, 0, 0, False, 47, "fog.2"),
            facts.Hit(1, 1, 0, 2, 0, True, "ox.2"),
        ),
        (facts.Hit(1, 2, 2, 0, 0, False, "aunt-ida.3", True), facts.Changed(1, 1, 1, 0, -1)),
        (facts.Left(1, "destroyed", "banish", 0, 0, "rain.1"), facts.Left(2, "destroyed", "aside")),
    )
    assert found(
        "SELECT seat, source, source_kind, source_card, source_level, combat, battle, target, lane "
        "FROM solforge_damage ORDER BY step, position"
    ) == [
        ("A", None, "spell", "Fog", 2, False, False, None, None),
        ("A", 2, "creature", "Ox", 2, True, False, 1, 3),
        ("A", None, "forgeborn", "Aunt Ida", 3, False, True, 1, 3),
    ]
    assert found("SELECT source_seat, source_kind, source_card FROM solforge_changes") == [
        (None, None, None)
    ]
    assert found(
        "SELECT source, source_seat, source_kind, source_card, source_level FROM solforge_exits "
        "ORDER BY id"
    ) == [(None, "A", "spell", "Rain", 1), (None, None, None, None, None)]


def test_what_is_upgraded_in_play_is_another_card_where_it_was(ask: Callable[..., Ask]) -> None:
    found = ask(
        (
            enters(1, "moth.1", 4, front=True),
            facts.Upgraded(0, "play", "moth.1", "moth.2", "play", 1, 5, 6),
        ),
        (facts.Upgraded(0, "play", "moth.2", "moth.3", "play", 1, 7, 8),),
        (facts.Upgraded(0, "play", "moth.3", "moth.3", "play", 1, 7, 8), facts.Moved(1, 2, True)),
    )
    assert found(
        "SELECT card, level, kind, lane, row, attack, health, from_card, from_level "
        "FROM solforge_transforms ORDER BY level"
    ) == [
        ("Moth", 2, "creature", 4, "front", 5, 6, "Moth", 1),
        ("Moth", 3, "creature", 4, "front", 7, 8, "Moth", 2),
    ]
    assert found(
        "SELECT id, level, from_level, how, to_zone FROM solforge_upgrades ORDER BY ALL"
    ) == [
        (1, 2, 1, "upgraded", "play"),
        (1, 3, 2, "upgraded", "play"),
        (1, 3, 3, "upgraded", "play"),
    ]
    assert found("SELECT card, level, from_lane FROM solforge_moves") == [("Moth", 3, 4)]


def test_what_replaces_is_named_though_it_enters_after(ask: Callable[..., Ask]) -> None:
    found = ask(
        (announced(0, "moth.1", "hand"), enters(1, "moth.1", 3, how="played")),
        (
            announced(0, "ox.1", "discard", 1, free=True),
            facts.Left(1, "replaced", "banish", 2, 0, "ox.1"),
            enters(2, "ox.1", 3, how="played", replaced=1, replaced_card="moth.1"),
        ),
    )
    assert found(
        "SELECT card, from_zone, free, entered_turn, why, source_seat, source_kind, source_card, "
        "source_level, turns, replaced_card FROM solforge_lives ORDER BY id"
    ) == [
        ("Moth", "hand", False, 0, "replaced", "A", "creature", "Ox", 1, 0, None),
        ("Ox", "discard", True, 0, None, None, None, None, None, None, "Moth"),
    ]
    assert found("SELECT owner, card, id, lane, replaced_card FROM solforge_plays ORDER BY id") == [
        ("A", "Moth", 1, 3, None),
        ("B", "Ox", 2, 3, "Moth"),
    ]


def test_a_card_that_is_another_now(ask: Callable[..., Ask]) -> None:
    lamp = slug("Äsh's  Old-Lamp")
    assert lamp == "ashs-old-lamp"
    found = ask(
        (enters(1, "moth.1", 2, front=True),),
        (facts.Flipped(1, f"{lamp}.3", 0, 0, True, 4, False, False), hurt(1, 49, 1)),
        (facts.Activated(1, 1), facts.Left(1, "banished", "banish", 1)),
    )
    name = "Äsh's  Old-Lamp"
    assert found(
        "SELECT card, level, kind, lane, row, from_card, from_level FROM solforge_transforms"
    ) == [(name, 3, "exalt", 4, None, "Moth", 1)]
    assert found("SELECT source_kind, source_card, source_level, lane FROM solforge_damage") == [
        ("exalt", name, 3, 4)
    ]
    assert found("SELECT card, level, lane, which FROM solforge_activations") == [(name, 3, 4, 1)]
    assert found("SELECT card, kind, lane, row, source_card FROM solforge_exits") == [
        (name, "exalt", 4, None, name)
    ]


def test_boosts_for_the_turn_are_changes_and_keywords_are_none(ask: Callable[..., Ask]) -> None:
    found = ask(
        (
            enters(1, "moth.1", 2),
            facts.Given(1, 1, Gift(Number(3)), "turn", "rain.2"),
            facts.Given(2, 1, Gift(None, Number(-2)), "", "moth.1"),
            facts.Given(3, 1, Gift(keywords=(Keyword("stealth"),)), "turn", "rain.2"),
            facts.Changed(1, -1, 4, 1, 0),
        ),
    )
    assert found(
        "SELECT attack, health, until, source_seat, source, source_kind, source_card, source_level "
        "FROM solforge_changes ORDER BY position"
    ) == [
        (3, 0, "turn", None, None, "spell", "Rain", 2),
        (0, -2, None, None, None, "creature", "Moth", 1),
        (-1, 4, None, "A", 1, "creature", "Moth", 1),
    ]


def test_unknown_cards_are_null_and_others_keep_their_slug(ask: Callable[..., Ask]) -> None:
    found = ask(
        (facts.Drawn(0, ("fog.1", UNKNOWN)), facts.HandDiscarded(1, ("ox.3", UNKNOWN), 1)),
        (
            facts.Carried(0, UNKNOWN, "hand", "banish"),
            facts.Carried(0, "a-b.2", "upgrade:c.1", "top"),
        ),
    )
    assert found("SELECT n, card, level FROM solforge_draws ORDER BY n") == [
        (1, "Fog", 1),
        (2, None, None),
    ]
    assert found(
        "SELECT n, card, level, from_zone, to_zone FROM solforge_carried ORDER BY ALL"
    ) == [
        (1, "Ox", 3, "hand", "discard"),
        (1, "a-b", 2, "upgrade", "top"),
        (1, None, None, "hand", "banish"),
        (2, None, None, "hand", "discard"),
    ]


def test_the_three_ways_to_a_higher_level(ask: Callable[..., Ask]) -> None:
    found = ask(
        (announced(0, "fog.1", "hand"), facts.Levelled(0, "fog.2")),
        (facts.Carried(0, "ox.2", "hand", "banish"), facts.Levelled(0, "ox.3")),
        (facts.Upgraded(1, "hand", "rain.1", "rain.2", "discard"),),
        (facts.Upgraded(1, "discard", "rain.3", "rain.3", "hand"),),
    )
    assert found(
        "SELECT seat, card, level, from_level, how, from_zone, to_zone FROM solforge_upgrades "
        "ORDER BY step"
    ) == [
        ("A", "Fog", 2, 1, "played", None, "discard"),
        ("A", "Ox", 3, 2, "levelled", "hand", "discard"),
        ("B", "Rain", 2, 1, "upgraded", "hand", "discard"),
        ("B", "Rain", 3, 3, "upgraded", "discard", "discard"),
    ]


def test_forgeborn_are_named_as_they_are_overlaid(ask: Callable[..., Ask]) -> None:
    found = ask(
        (facts.TurnBegan(3, 1), facts.ForgebornUsed(1, 2)),
        (facts.Overlaid(1, "aunt-ida"), facts.TurnBegan(4, 0)),
        (facts.ForgebornUsed(1, 3), facts.ForgebornUsed(0, 3)),
    )
    assert found(
        "SELECT seat, forgeborn, level, cycle, turn FROM solforge_forgeborn ORDER BY ALL"
    ) == [
        ("A", "Aunt Ida", 3, 2, 4),
        ("B", "Aunt Ida", 3, 2, 4),
        ("B", "Uncle Bo", 2, 1, 3),
    ]
    assert found("SELECT cycle, first_turn, last_turn FROM solforge_cycles ORDER BY cycle") == [
        (1, 3, 3),
        (2, 4, 4),
    ]


def test_halves_of_sets_of_their_own_and_of_cards_by_name(ask: Callable[..., Ask]) -> None:
    found = ask((facts.Tossed(0),))
    assert found("SELECT seat, half, deck, faction FROM solforge_halves ORDER BY ALL") == [
        ("A", 1, "Weather", "Tempys"),
        ("A", 2, None, "Uterra"),
        ("B", 1, "Nobody's", None),
        ("B", 2, None, "Tempys"),
    ]
    assert found(
        "SELECT edition, forge, cards, forgeborn_a, forgeborn_b FROM solforge_settings"
    ) == [("early", "tossed", "extra", "Aunt Ida", "Uncle Bo")]


def test_health_begins_at_fifty(ask: Callable[..., Ask]) -> None:
    found = ask(
        (facts.TurnBegan(1, 1),),
        (hurt(4, 46), facts.TurnBegan(2, 0)),
        (facts.Gained(0, 3, 53), facts.HitPlayer(1, 2, 2, 0, 0, True, 46)),
        (facts.SuddenDeath("tied"), facts.MatchEnded(0, "sudden")),
    )
    assert found("SELECT step, a, b FROM score_after_step ORDER BY step") == [
        (1, 50, 50),
        (2, 50, 46),
        (3, 53, 46),
        (4, 53, 46),
    ]
    assert found("SELECT starter, winner, why, score_a, score_b, turns, steps FROM matches") == [
        ("B", "A", "sudden", 53, 46, 2, 4)
    ]
    assert found("SELECT turn, seat, health FROM solforge_turn_health ORDER BY ALL") == [
        (1, "A", 50),
        (1, "B", 46),
        (2, "A", 53),
        (2, "B", 46),
    ]
    assert found(
        "SELECT seat, change, total, why FROM solforge_health ORDER BY step, position"
    ) == [
        ("B", -4, 46, "damage"),
        ("A", 3, 53, "gain"),
        ("B", 0, 46, "combat"),
    ]
    assert found(
        "SELECT seat, starts, score, won, why, sudden, turns FROM solforge_sides ORDER BY seat"
    ) == [("A", False, 53, 1, "sudden", "tied", 2), ("B", True, 46, 0, "sudden", "tied", 2)]


def test_a_match_without_a_hit_ends_at_fifty(ask: Callable[..., Ask]) -> None:
    found = ask((facts.TurnBegan(1, 1), facts.MatchEnded(None, "forge")))
    assert found("SELECT winner, score_a, score_b FROM matches") == [(None, 50, 50)]
    assert found("SELECT a, b FROM score_after_step") == [(50, 50)]
