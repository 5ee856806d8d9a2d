"""Winning and Losing, Sudden Death."""

from __future__ import annotations

import pytest

from domain.games.solforge.actions import Pass, Play
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import MatchEnded, SuddenDeath, Triggered, TurnBegan
from domain.games.solforge.state import SolState
from tests.domain.games.solforge.given import (
    ENEMY,
    YOU,
    Scene,
    card,
    damage,
    gain,
    scene,
    spell,
    triggered,
)
from tests.domain.games.solforge.rulebook import rule

EDITIONS = pytest.mark.parametrize("edition", ["whitefang", "early"])


def sudden(state: SolState) -> None:
    state.sudden = True


def combat(mine: int, theirs: int, health: tuple[int, int], edition: str = "whitefang") -> Scene:
    """A's and B's unopposed creatures hit with these Attacks."""
    return scene(
        a={1: card(f"Mine {mine}", mine, 9)},
        b={2: card(f"Theirs {theirs}", theirs, 9)},
        health=health,
        step=4,
        edition=edition,
    ).when(Pass())


class TestHealth:
    @EDITIONS
    @rule("win.1", "e-win.1", "e-win.3")
    @pytest.mark.parametrize("left", [0, -3])
    def test_zero_or_less_and_below_the_enemy(self, left: int, edition: str) -> None:
        position = combat(5, 0, (3, 5 + left), edition)
        assert position.facts(MatchEnded) == [MatchEnded(0, "health")]
        assert (position.state.over, position.state.winner) == (True, 0)
        assert position.about == ""

    @EDITIONS
    @rule("win.1", "e-win.1")
    def test_one_health_is_enough(self, edition: str) -> None:
        assert not combat(5, 0, (3, 6), edition).state.over

    @rule("win.1")
    def test_both_below_the_lower_loses(self) -> None:
        position = combat(9, 5, (3, 3))
        assert position.health() == (-2, -6)
        assert position.facts(MatchEnded) == [MatchEnded(0, "health")]
        assert position.facts(SuddenDeath) == []

    @rule("e-win.2", "e-sudden.1")
    def test_both_below_in_the_early_edition_is_sudden_death(self) -> None:
        """Which the one with less Health loses at once."""
        position = combat(9, 5, (3, 3), "early")
        assert position.facts(SuddenDeath) == [SuddenDeath("tied")]
        assert position.facts(MatchEnded) == [MatchEnded(0, "sudden")]

    @EDITIONS
    @rule("win.2", "e-win.2")
    @pytest.mark.parametrize("health", [5, 3])
    def test_equal_at_zero_or_less_is_sudden_death(self, health: int, edition: str) -> None:
        position = combat(5, 5, (health, health), edition).until("step")
        assert position.facts(SuddenDeath) == [SuddenDeath("tied")]
        assert position.state.sudden
        assert not position.state.over
        assert position.state.turn == 2

    @rule("ruling.health")
    def test_looked_at_after_each_step(self) -> None:
        """Who falls below in the first step of an ability is not healed by the second."""
        both = spell(damage(ENEMY, 5), gain(9, ENEMY), name="Both")
        position = scene(hand_a=[both], health=(50, 5)).when(Play(both.code()))
        assert (position.state.winner, position.health()) == (0, (50, 0))

    @rule("ruling.health", "win.1")
    def test_one_may_kill_oneself(self) -> None:
        pact = spell(damage(YOU, 5), name="Pact")
        position = scene(hand_a=[pact], health=(5, 50)).when(Play(pact.code()))
        assert position.state.winner == 1

    @rule("win.1")
    def test_before_triggers(self) -> None:
        saviour = card(
            "Saviour", 0, 9, triggered("damaged", gain(9), who=n.Filter("player", "yours"))
        )
        bolt = spell(damage(ENEMY, 5), name="Face Bolt")
        position = scene(b={1: saviour}, hand_a=[bolt], health=(50, 5)).when(Play(bolt.code()))
        assert position.state.over
        assert position.facts(Triggered) == []


class TestSuddenDeath:
    @EDITIONS
    @rule("sudden.1", "e-sudden.1", "ruling.sudden")
    @pytest.mark.parametrize("seat", [0, 1])
    def test_more_health_wins_at_any_time(self, seat: int, edition: str) -> None:
        rain = spell(gain(1), name="Rain")
        position = scene(
            hand_a=[rain],
            hand_b=[rain],
            forge=seat,
            change=sudden,
            health=(20, 20),
            edition=edition,
        ).when(Play(rain.code()))
        assert position.facts(MatchEnded) == [MatchEnded(seat, "sudden")]

    @EDITIONS
    @rule("sudden.1", "win.3", "e-sudden.1")
    def test_already_more_when_it_begins(self, edition: str) -> None:
        position = scene(turn=12, level=4, health=(20, 21), edition=edition).end_turn()
        assert position.facts(SuddenDeath) == [SuddenDeath("cycles")]
        assert position.facts(MatchEnded) == [MatchEnded(1, "sudden")]
        assert position.facts(TurnBegan) == []

    @rule("ruling.sudden")
    def test_not_while_something_resolves(self) -> None:
        """Both lose Health in two steps: equal again when nothing resolves any more."""
        both = spell(damage(ENEMY, 3), damage(YOU, 3), name="Even")
        position = scene(hand_a=[both], change=sudden, health=(20, 20)).when(Play(both.code()))
        assert not position.state.over
        assert position.health() == (17, 17)

    @rule("ruling.sudden", "sudden.1")
    def test_triggers_come_first(self) -> None:
        echo = card(
            "Echo", 0, 9, triggered("damaged", damage(ENEMY, 3), who=n.Filter("player", "yours"))
        )
        bolt = spell(damage(ENEMY, 3), name="Face Bolt")
        position = scene(b={1: echo}, hand_a=[bolt], change=sudden, health=(20, 20)).when(
            Play(bolt.code())
        )
        assert (position.state.over, position.health()) == (False, (17, 17))

    @rule("sudden.1", "combat.2")
    def test_in_combat(self) -> None:
        position = scene(
            a={1: card("Ox", 4, 4)},
            b={2: card("Elk", 4, 4)},
            change=sudden,
            step=4,
            health=(-5, -5),
        ).when(Pass())
        assert not position.state.over
        position = scene(
            a={1: card("Ox", 4, 4)},
            b={2: card("Elk", 5, 5)},
            change=sudden,
            step=4,
            health=(-5, -5),
        ).when(Pass())
        assert position.facts(MatchEnded) == [MatchEnded(1, "sudden")]

    @rule("win.2", "sudden.1")
    def test_from_a_tie_at_zero_one_may_go_on_with_less_than_nothing(self) -> None:
        position = combat(5, 5, (5, 5))
        assert (position.state.turn, position.state.sudden, position.health()) == (2, True, (0, 0))
        position.end_turn()
        assert position.health() == (-5, -5)
        assert not position.state.over
