"""Rules that are declared: each fact of the games comes from one, and to declare it costs nothing."""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest

from domain.bots.simulation import play_on
from domain.contract.ask import Fact, Play
from domain.contract.rule import rule, rule_in
from domain.games import GAMES, OWN
from domain.record.match import Match


@rule
def by_its_docstring() -> str:
    """Fire: 3 damage, and 1 to an
    ally.
    """
    return helper()


@rule("Rulebook: Guild Abilities, Fire")
def by_its_own_name() -> str:
    return by_its_docstring() + helper()


def helper() -> str:
    return rule_in(sys._getframe())


def test_a_rule_is_named_by_its_docstring_or_as_it_says() -> None:
    fire = "Fire: 3 damage, and 1 to an ally."
    assert by_its_docstring() == fire
    assert by_its_own_name() == fire + "Rulebook: Guild Abilities, Fire"


def test_outside_every_rule_there_is_no_name() -> None:
    assert helper() == ""


def test_a_declared_function_is_the_function() -> None:
    def function() -> None:
        """Nothing."""

    assert rule(function) is function
    assert rule("words")(function) is function


class Watched(Play[Any]):
    """Refuses what no rule emits."""

    def emit(self, fact: Fact) -> None:
        assert rule_in(sys._getframe(1)), f"{type(fact).__name__} comes from no declared rule"
        super().emit(fact)


@pytest.mark.parametrize("key", OWN)
def test_each_fact_of_a_match_comes_from_a_rule(key: str) -> None:
    game = GAMES[key]
    for seed in range(4):
        match = Match(game, game.settings({}), play_type=Watched)
        play_on(match, ("random", "sensible"), random.Random(seed))
        assert match.over
