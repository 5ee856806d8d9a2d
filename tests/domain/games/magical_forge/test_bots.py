"""The bots: what they see, and that the sensible one is better."""

from __future__ import annotations

import random
from typing import Any

import pytest

from domain.bots.simulation import deal
from domain.contract.game import DEALER
from domain.games.magical_forge.actions import (
    Attach,
    Attack,
    Block,
    EndTurn,
    NoBlock,
    PlayForge,
    Summon,
)
from domain.games.magical_forge.bots import BOTS
from domain.games.magical_forge.cards.decks import READY, check_settings
from domain.games.magical_forge.game import MAGICAL_FORGE
from domain.record.match import Match
from tests.domain.games.magical_forge.given import Position, given


def played(bots: tuple[str, str], seed: int, *, blind: bool = False) -> Match:
    """A match; with `blind` each bot is given its own view, which must not change its answer."""
    rng = random.Random(seed)
    decks = READY if seed % 2 else READY[::-1]
    words = {
        f"{kind} {seat}": deck
        for kind in ("deck", "spells")
        for seat, deck in zip("ab", decks, strict=True)
    }
    match = Match(MAGICAL_FORGE, check_settings(words))
    while (ask := match.ask) is not None:
        if ask.seat == DEALER:
            match.decide(deal(ask, rng))
            continue
        bot = BOTS[bots[ask.seat]]
        before = rng.getstate()
        chosen: Any = bot(match.state, ask, rng)
        if blind:
            after = rng.getstate()
            rng.setstate(before)
            assert bot(MAGICAL_FORGE.view(match.state, ask.seat), ask, rng) == chosen
            rng.setstate(after)
        match.decide(chosen)
        match.take()
    return match


@pytest.mark.parametrize("name", BOTS)
def test_bots_do_not_look_at_what_is_hidden(name: str) -> None:
    for seed in range(4):
        played((name, name), seed, blind=True)


def test_the_sensible_one_wins() -> None:
    won = sum(played(("sensible", "random"), seed).state.winner == 0 for seed in range(30))
    assert won >= 25


def test_the_same_seed_gives_the_same_match() -> None:
    one, two = (played(("sensible", "sensible"), 5) for _ in range(2))
    assert one.steps == two.steps


def choice(position: Position) -> Any:
    """What the sensible bot does."""
    return BOTS["sensible"](position.state, position.ask, random.Random(1))


class TestSensible:
    def test_creatures_first_then_spells_for_those_without(self) -> None:
        position = given("Blank 1", spells_a="Plain Spell", creatures_a={"Blank 2": 2})
        assert choice(position) == Summon("blank-1")
        assert choice(position.when(Summon("blank-1"))) == Attach("plain-spell", 2)

    def test_open_fields_are_attacked(self) -> None:
        position = given(creatures_a={"Blank 1": 2})
        assert choice(position) == Attack(1)
        assert choice(position.when(Attack(1))) == EndTurn()

    def test_the_last_life_points_are_taken(self) -> None:
        position = given("Bolt", life=(15, 2), forge={"Bolt": "Your opponent loses 2 Life Points."})
        assert choice(position) == PlayForge("bolt")

    def test_no_effect_that_loses_the_match(self) -> None:
        forge = {"Pyre": "Each player loses 3 Life Points."}
        assert choice(given("Pyre", life=(2, 15), forge=forge)) == EndTurn()

    def test_what_would_end_the_match_is_blocked(self) -> None:
        position = given(creatures_a={"Blank 1": 3}, creatures_b={"Blank 2": 1}, life=(15, 3))
        assert choice(position.when(Attack(1))) == Block(2)
        weak = given(creatures_a={"Blank 1": 1}, creatures_b={"Blank 2": 1})
        assert choice(weak.when(Attack(1))) == NoBlock()
