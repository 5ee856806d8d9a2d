"""Battle and Strike, ready and exhausted (Glossary)."""

from __future__ import annotations

from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import ForgebornTurned, Hit, Left, Turned
from tests.domain.games.solforge.abilities.acting import (
    ELK,
    FOE,
    OX,
    RAM,
    SELF,
    THEIRS,
    YOURS,
    answer,
    cast,
    legal,
    play,
)
from tests.domain.games.solforge.given import (
    IT,
    THIS,
    born,
    card,
    change,
    deploy,
    every,
    exalt,
    gain,
    has,
    one,
    scene,
    triggered,
)

FIGHT = n.Battle(one("yours"), n.Choose((THEIRS,), mark="second"))


class TestBattle:
    def test_each_hits_the_other_and_nobody_else(self) -> None:
        position = cast(FIGHT, a={1: OX, 2: ELK}, b={3: RAM, 4: OX}, then=("a1", "b3"))
        assert (position.numbers("a1"), position.numbers("b3")) == ((2, 1), (4, 7))
        assert (position.numbers("a2"), position.numbers("b4")) == ((1, 3), (2, 5))
        assert position.health() == (50, 50)

    def test_at_the_same_time(self) -> None:
        position = cast(FIGHT, a={1: card("Cat", 5, 2)}, b={1: OX})
        assert [fact.id for fact in position.facts(Left)] == [1, 2]

    def test_with_no_enemy_nothing_happens(self) -> None:
        position = cast(FIGHT, gain(1), a={1: OX, 2: OX}, then=("a1",))
        assert position.facts(Hit) == []
        assert position.health() == (51, 50)

    def test_several_against_one(self) -> None:
        gang = n.Battle(every("yours"), n.Choose((THEIRS,), mark="second"))
        position = cast(gang, a={1: OX, 2: ELK}, b={1: RAM, 2: RAM}, then=("b1",))
        assert position.numbers("b1") == (4, 6)
        assert position.numbers("a1") == (2, 1)
        assert position.look("a2") is None
        assert position.numbers("b2") == (4, 9)

    def test_each_other_only_once(self) -> None:
        two = n.Choose((n.Filter(),), 2, 2)
        position = cast(
            n.Target(two), n.Battle(IT, IT), a={1: OX, 2: ELK}, b={1: RAM}, then=("a1", "b1")
        )
        assert (position.numbers("a1"), position.numbers("b1")) == ((2, 1), (4, 7))

    def test_the_same_creature_is_not_chosen_twice(self) -> None:
        position = cast(n.Battle(one(), one()), a={1: OX}, b={1: RAM, 2: ELK}, then=("a1",))
        assert legal(position) == {"b1", "b2"}

    def test_it_stays_the_first(self) -> None:
        opposing = n.All((n.Filter(side="enemy", opposing="it"),))
        position = cast(
            n.Battle(one("yours"), opposing),
            change(IT, 0, 9),
            a={1: OX, 2: OX},
            b={1: RAM},
            then=("a1",),
        )
        assert (position.numbers("a1"), position.numbers("b1")) == ((2, 10), (4, 7))

    def test_slay_and_battles_and_damage_trigger(self) -> None:
        hunter = card(
            "Hunter",
            6,
            9,
            n.Triggered(n.Trigger("slay"), (gain(1),)),
            triggered("battles", gain(10), who=SELF, other=THEIRS),
            triggered("damages", gain(100), who=SELF, combat=True),
        )
        position = cast(FIGHT, a={1: hunter, 2: OX}, b={1: OX}, then=("a1",)).until("step")
        assert position.health() == (61, 50)

    def test_who_battled_this_turn(self) -> None:
        lately = change(every(happened="battles"), 5)
        position = cast(FIGHT, lately, a={1: RAM, 2: RAM}, b={1: RAM, 2: RAM}, then=("a1", "b2"))
        assert [position.numbers(x)[0] for x in ("a1", "a2", "b1", "b2")] == [9, 4, 4, 9]


class TestStrike:
    def test_only_the_target_is_hit(self) -> None:
        position = cast(
            n.Strike(one("yours"), one("enemy")),
            a={1: OX, 2: RAM},
            b={1: RAM, 2: OX},
            then=("a2", "b1"),
        )
        assert (position.numbers("b1"), position.numbers("a2")) == ((4, 5), (4, 9))
        assert (position.numbers("b2"), position.numbers("a1")) == ((2, 5), (2, 5))

    def test_several_strike_one_at_once(self) -> None:
        position = cast(
            n.Strike(every("yours"), one("enemy")),
            a={1: OX, 2: RAM},
            b={1: ELK, 2: RAM},
            then=("b2",),
        )
        assert position.numbers("b2") == (4, 3)
        assert [hit.amount for hit in position.facts(Hit)] == [2, 4]

    def test_another_creature_and_not_itself(self) -> None:
        position = cast(n.Strike(one("yours"), one()), a={1: OX, 2: ELK}, then=("a1",))
        assert position.look("a2") is not None
        assert position.numbers("a2") == (1, 1)

    def test_a_player(self) -> None:
        assert cast(n.Strike(one("yours"), n.All((FOE,))), a={1: RAM}).health() == (50, 46)

    def test_no_attack_is_no_damage(self) -> None:
        position = cast(n.Strike(one("yours"), one("enemy")), a={1: card("Egg", 0, 4)}, b={1: ELK})
        assert position.facts(Hit) == []

    def test_breakthrough_is_for_combat(self) -> None:
        lance = card("Lance", 9, 9, has("breakthrough"))
        position = cast(n.Strike(one("yours"), one("enemy")), a={1: lance}, b={1: ELK})
        assert position.look("b1") is None
        assert position.health() == (50, 50)

    def test_by_what_came_into_play(self) -> None:
        raider = card(
            "Raider",
            3,
            3,
            deploy(n.Strike(THIS, n.All((n.Filter(side="enemy", opposing="this"),)))),
        )
        position = play(scene(hand_a=[raider], b={1: RAM, 2: RAM}), raider, 2)
        assert (position.numbers("b2"), position.numbers("b1")) == ((4, 6), (4, 9))


class TestReadyAndExhausted:
    def test_exhaust_one(self) -> None:
        position = cast(n.Exhaust(one("enemy")), b={1: OX, 2: OX}, then=("b1",))
        assert (position.at("b1").ready, position.at("b2").ready) == (False, True)

    def test_ready_one(self) -> None:
        tired = (OX, {"ready": False})
        position = cast(n.Ready(one("yours")), a={1: tired, 2: tired}, then=("a2",))
        assert (position.at("a1").ready, position.at("a2").ready) == (False, True)

    def test_what_is_so_already_does_not_change(self) -> None:
        spy = card(
            "Spy",
            1,
            1,
            triggered("exhausted", gain(1), who=n.Filter()),
            triggered("readied", gain(10), who=n.Filter()),
        )
        field = {"a": {1: spy, 2: (OX, {"ready": False})}}
        assert cast(n.Exhaust(one("yours", names=("Ox",))), **field).health() == (50, 50)
        assert cast(n.Exhaust(one("yours", names=("Spy",))), **field).health() == (51, 50)
        assert cast(n.Ready(one("yours", names=("Ox",))), **field).health() == (60, 50)
        assert cast(n.Ready(one("yours", names=("Spy",))), **field).facts(Turned) == []

    def test_exalts_too(self) -> None:
        position = cast(n.Exhaust(n.All((n.Filter(kind="exalt"),))), xb={1: exalt()}, b={1: OX})
        assert (position.at("xb1").ready, position.at("b1").ready) == (False, True)

    def test_the_forgeborn(self) -> None:
        power = born([gain(7), n.Ready(n.Refer("you"))])
        position = scene(forgeborn=power).when(a.UseForgeborn())
        assert position.state.sides[0].ready
        assert position.facts(ForgebornTurned) == [ForgebornTurned(0, ready=True)]
        assert position.when(a.UseForgeborn()).health() == (64, 50)

    def test_an_exhausted_one_still_fights(self) -> None:
        position = cast(n.Exhaust(one("yours")), a={1: OX}).end_turn()
        assert position.health() == (50, 48)
        assert position.at("a1").ready

    def test_exhausted_as_a_cost(self) -> None:
        pay = n.Pay((n.Exhaust(one("yours")),), (gain(5),))
        assert cast(pay, a={1: (OX, {"ready": False})}).health() == (50, 50)
        assert cast(pay, a={1: OX}).health() == (55, 50)

    def test_battle_does_not_exhaust(self) -> None:
        position = answer(cast(FIGHT, a={1: OX, 2: OX}, b={1: RAM}), "a1")
        assert position.at("a1").ready


def test_yours_alone_strike() -> None:
    position = cast(n.Strike(n.All((YOURS,)), n.All((THEIRS,))), a={1: OX}, b={1: RAM, 2: RAM})
    assert (position.numbers("b1"), position.numbers("b2"), position.numbers("a1")) == (
        (4, 7),
        (4, 7),
        (2, 5),
    )
