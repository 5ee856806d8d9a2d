"""Attack and Health that change: for good, for the turn, set, switched; and Health of players."""

from __future__ import annotations

import pytest

from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import Changed, Given, Left
from tests.domain.games.solforge.abilities.acting import (
    FOE,
    ME,
    OX,
    RAM,
    SELF,
    THEIRS,
    YOURS,
    cast,
    legal,
    skip,
)
from tests.domain.games.solforge.given import (
    THIS,
    card,
    change,
    damage,
    every,
    exalt,
    gain,
    one,
    scene,
    spell,
    triggered,
)


class TestChange:
    def test_up_and_for_good(self) -> None:
        position = cast(change(one("yours"), 2, 3), a={1: OX, 2: OX}, then=("a1",))
        assert (position.numbers("a1"), position.numbers("a2")) == ((4, 8), (2, 5))
        assert position.end_turn().numbers("a1") == (4, 8)

    def test_down_may_destroy(self) -> None:
        position = cast(change(every("enemy"), -1, -5), b={1: OX, 2: RAM})
        assert position.look("b1") is None
        assert position.numbers("b2") == (3, 4)
        assert [fact.why for fact in position.facts(Left)] == ["destroyed"]

    def test_attack_is_never_below_nothing_and_counts_from_there(self) -> None:
        position = cast(change(every("enemy"), -9), change(every("enemy"), 2), b={1: OX, 2: RAM})
        assert (position.numbers("b1"), position.numbers("b2")) == ((2, 5), (2, 9))

    def test_what_an_aura_adds_is_taken_too(self) -> None:
        flag = exalt(n.Aura(n.All((YOURS,)), n.Gift(attack=n.Number(3))))
        position = cast(change(every("enemy"), -4), b={1: OX}, xb={1: flag})
        assert position.numbers("b1") == (1, 5)
        gone = cast(
            change(every("enemy"), -4),
            n.Destroy(n.All((n.Filter(kind="exalt"),))),
            change(every("enemy"), 1),
            b={1: OX},
            xb={1: flag},
        )
        assert gone.numbers("b1") == (1, 5)

    def test_nothing_to_lose_triggers_nothing(self) -> None:
        spy = card("Spy", 0, 9, triggered("loses attack", gain(5), who=THEIRS))
        position = cast(change(every("enemy"), -3), a={1: spy}, b={1: card("Egg", 0, 4)})
        assert position.facts(Changed) == []
        assert position.health() == (50, 50)

    def test_each_by_its_own_number(self) -> None:
        double = n.Change(every("yours"), n.StatOf("A", "self"), n.Half(n.StatOf("H", "self")))
        position = cast(double, a={1: OX, 2: RAM}, b={1: OX})
        assert (position.numbers("a1"), position.numbers("a2")) == ((4, 7), (8, 13))
        assert position.numbers("b1") == (2, 5)

    def test_players_are_healed(self) -> None:
        heal = n.Change(n.Choose((n.Filter(kind="player"), YOURS)), None, n.Number(4))
        position = cast(heal, a={1: OX}, then=("A",))
        assert position.health() == (54, 50)
        assert position.numbers("a1") == (2, 5)

    @pytest.mark.parametrize("until", ["", "turn"])
    def test_all_of_it_triggers(self, until: str) -> None:
        spy = card(
            "Spy",
            0,
            9,
            triggered("gains attack", gain(1), who=YOURS),
            triggered("gains health", gain(10), who=YOURS),
        )
        position = cast(
            change(every("yours", names=("Ox",)), 2, 3, until), a={1: spy, 2: OX, 3: OX}
        )
        assert position.until("step").health() == (72, 50)


class TestThisTurn:
    def test_it_is_over_at_the_end(self) -> None:
        position = cast(change(one("yours"), 2, 3, "turn"), a={1: OX, 2: OX}, then=("a1",))
        assert (position.numbers("a1"), position.numbers("a2")) == ((4, 8), (2, 5))
        assert position.end_turn().numbers("a1") == (2, 5)

    def test_then_it_may_kill(self) -> None:
        position = cast(
            change(every("yours"), 0, 4, "turn"), damage(every("yours"), 6), a={1: OX, 2: RAM}
        )
        assert position.numbers("a1") == (2, 3)
        position.end_turn()
        assert position.look("a1") is None
        assert position.numbers("a2") == (4, 3)

    def test_less_may_kill_at_once(self) -> None:
        position = cast(change(every("enemy"), 0, -5, "turn"), b={1: OX, 2: RAM})
        assert position.look("b1") is None
        assert position.numbers("b2") == (4, 4)
        assert position.end_turn().numbers("b2") == (4, 9)

    def test_less_attack_than_nothing_does_not_count(self) -> None:
        position = cast(
            change(every("enemy"), -9, 0, "turn"), change(every("enemy"), 2), b={2: RAM}
        )
        assert position.numbers("b2") == (2, 9)
        assert position.end_turn().numbers("b2") == (6, 9)

    def test_it_is_a_gift(self) -> None:
        position = cast(change(one("yours"), 2, 3, "turn"), a={1: OX})
        (given,) = position.facts(Given)
        assert (given.gift, given.until) == (n.Gift(n.Number(2), n.Number(3)), "turn")


class TestSet:
    @pytest.mark.parametrize(("stat", "numbers"), [("A", (7, 5)), ("H", (2, 7))])
    def test_a_number_becomes_another(self, stat: str, numbers: tuple[int, int]) -> None:
        position = cast(n.SetStat(one("yours"), stat, n.Number(7)), a={1: OX, 2: OX}, then=("a1",))
        assert position.numbers("a1") == numbers
        assert position.numbers("a2") == (2, 5)

    def test_lower_and_with_auras(self) -> None:
        flag = exalt(n.Aura(n.All((YOURS,)), n.Gift(n.Number(3), n.Number(3))))
        each = (
            n.SetStat(every("yours"), "A", n.Number(4)),
            n.SetStat(every("yours"), "H", n.Number(4)),
        )
        position = cast(*each, a={1: OX, 2: RAM}, xa={1: flag})
        assert (position.numbers("a1"), position.numbers("a2")) == ((4, 4), (4, 4))

    def test_nothing_left_destroys(self) -> None:
        position = cast(n.SetStat(one("enemy"), "H", n.Number(0)), b={1: OX, 2: RAM}, then=("b2",))
        assert position.look("b2") is None
        assert position.numbers("b1") == (2, 5)

    def test_of_a_player(self) -> None:
        position = cast(n.SetStat(n.All((ME,)), "H", n.Number(33)))
        assert position.health() == (33, 50)

    def test_equal_to_it_as_it_was_before_choosing(self) -> None:
        effects = (n.Target(one("yours")), n.SetStat(one("enemy"), "A", n.StatOf("A", "it")))
        position = cast(*effects, a={1: RAM, 2: OX}, b={1: OX, 2: OX}, then=("a1", "b1"))
        assert (position.numbers("b1"), position.numbers("b2")) == ((4, 5), (2, 5))


class TestSwitch:
    def test_both_of_one(self) -> None:
        position = cast(n.Switch(one(), "A", None, "H"), a={1: OX}, b={1: RAM}, then=("b1",))
        assert (position.numbers("b1"), position.numbers("a1")) == ((9, 4), (2, 5))

    def test_both_of_each(self) -> None:
        egg = card("Egg", 0, 4)
        position = cast(n.Switch(every("enemy"), "A", None, "H"), b={1: OX, 2: egg})
        assert position.numbers("b1") == (5, 2)
        assert position.look("b2") is None

    def test_of_two_that_are_chosen(self) -> None:
        two = n.Choose((n.Filter(),), 2, 2)
        position = cast(n.Switch(two, "A"), a={1: OX}, b={1: RAM, 2: OX}, then=("a1", "b1"))
        assert (position.numbers("a1"), position.numbers("b1")) == ((4, 5), (2, 9))
        assert position.numbers("b2") == (2, 5)

    def test_with_another(self) -> None:
        other = n.Choose((THEIRS,), mark="second")
        effect = n.Switch(one("yours"), "H", other)
        position = cast(
            effect,
            change(n.Refer("it"), 1),
            change(n.Refer("second"), 0, 1),
            a={1: OX, 2: OX},
            b={1: RAM, 2: OX},
            then=("a1", "b1"),
        )
        assert (position.numbers("a1"), position.numbers("b1")) == ((3, 9), (4, 6))
        assert (position.numbers("a2"), position.numbers("b2")) == ((2, 5), (2, 5))

    def test_the_same_is_not_chosen_twice(self) -> None:
        position = cast(n.Switch(one(), "H", one()), a={1: OX}, b={1: RAM, 2: OX}, then=("a1",))
        assert legal(position) == {"b1", "b2"}

    def test_with_a_players_health(self) -> None:
        position = cast(n.Switch(one("yours"), "H", n.All((ME,))), a={1: OX})
        assert position.numbers("a1") == (2, 50)
        assert position.health() == (5, 50)

    def test_one_alone_switches_with_nobody(self) -> None:
        position = cast(n.Switch(one("yours"), "H", one("enemy")), a={1: OX})
        assert position.numbers("a1") == (2, 5)
        assert position.facts(Changed) == []


class TestHealthOfPlayers:
    def test_gained_and_lost(self) -> None:
        assert cast(gain(4)).health() == (54, 50)
        assert cast(gain(-4, n.All((FOE,)))).health() == (50, 46)
        assert cast(gain(3, n.All((n.Filter(kind="player"),)))).health() == (53, 53)

    def test_losing_it_is_no_damage(self) -> None:
        shield = n.Give(n.All((FOE,)), n.Gift(keywords=(n.Keyword("armor", n.Number(9)),)))
        assert cast(shield, gain(-4, n.All((FOE,)))).health() == (50, 46)

    def test_a_creature_has_none_to_gain_so(self) -> None:
        position = cast(gain(4, every("yours")), a={1: OX})
        assert position.numbers("a1") == (2, 5)
        assert position.health() == (50, 50)

    def test_more_is_gained(self) -> None:
        oak = card(
            "Oak",
            1,
            9,
            n.Aura(n.All((ME,)), n.Gift(alters=(n.Alter("health gained", n.Number(1)),))),
        )
        everybody = n.All((n.Filter(kind="player"),))
        assert cast(gain(2, everybody), gain(-2, everybody), a={1: oak}).health() == (51, 50)

    def test_less_is_lost_by_what_some_do(self) -> None:
        ward = n.Alter("health lost", n.Number(-1), against=n.Filter(kind="card", side="enemy"))
        shrine = exalt(n.Aura(n.All((ME,)), n.Gift(alters=(ward,))))
        assert cast(gain(-3, n.All((FOE,))), xb={1: shrine}).health() == (50, 48)
        assert cast(gain(-3), xa={1: shrine}).health() == (47, 50)

    def test_each_gain_triggers_once(self) -> None:
        spy = card("Spy", 0, 9, triggered("gains health", change(THIS, 1), who=ME))
        position = cast(gain(2), gain(3), gain(9, n.All((FOE,))), a={1: spy}).until("step")
        assert position.numbers("a1") == (2, 9)

    def test_nobody_survives_without(self) -> None:
        position = cast(gain(-50, n.All((FOE,))), gain(9))
        assert (position.state.winner, position.state.why) == (0, "health")
        assert position.health() == (50, 0)


def test_health_below_nothing_for_the_enemy_is_seen_before_the_next_step() -> None:
    position = cast(change(one("enemy"), 0, -5), gain(5), b={1: OX, 2: RAM})
    assert legal(position) == {"b1", "b2"}
    position.when(a.Target(1))
    assert position.look("b1") is None
    assert position.health() == (55, 50)


def test_a_gift_of_health_for_good_is_damage_proof_only_so_far() -> None:
    zap = spell(damage(every(), 6))
    position = cast(change(every("yours"), 0, 2), hand_a=[zap], a={1: OX}, b={1: OX})
    skip(position, 2).when(a.Play(zap.code()))
    assert position.numbers("a1") == (2, 1)
    assert position.look("b1") is None


def test_who_gains_is_named_by_this() -> None:
    hermit = card("Hermit", 1, 4, triggered("gains health", change(THIS, 2), who=SELF))
    position = cast(change(one("yours"), 0, 1), a={1: hermit, 2: hermit}, then=("a2",))
    assert (position.numbers("a1"), position.numbers("a2")) == ((1, 4), (3, 5))


def test_scene_without_effects_keeps_everything() -> None:
    position = scene(a={1: OX}, b={1: RAM})
    assert (position.numbers("a1"), position.numbers("b1")) == ((2, 5), (4, 9))
