"""How effects hang together: May, If, Pay, Modes, Repeat, Again, ForEach, Target, PickLane; and refs."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import Left, LoopCut
from tests.domain.games.solforge.abilities.acting import (
    ELK,
    FOE,
    ME,
    OX,
    RAM,
    SELF,
    THEIRS,
    YOURS,
    answer,
    cast,
    legal,
    play,
    skip,
)
from tests.domain.games.solforge.given import (
    IT,
    THIS,
    born,
    card,
    change,
    damage,
    deploy,
    every,
    exalt,
    gain,
    one,
    scene,
    triggered,
)

YES, NO = n.Exists(YOURS), n.Exists(n.Filter(names=("Nobody",)))
FIELD: dict[str, Any] = {"a": {1: OX}, "b": {1: OX, 2: RAM}}


class TestMay:
    @pytest.mark.parametrize(("word", "health"), [("yes", 54), ("no", 51)])
    def test_as_the_player_likes(self, word: str, health: int) -> None:
        position = cast(n.May((gain(3),)), gain(1), then=(word,))
        assert position.health() == (health, 50)

    def test_the_enemy_may(self) -> None:
        position = cast(n.May((gain(3),), "enemy"))
        assert position.ask.seat == 1
        assert answer(position, "yes").health() == (53, 50)

    def test_what_cannot_be_done_is_not_asked(self) -> None:
        position = cast(n.May((n.Destroy(one("enemy")),)), gain(1))
        assert position.health() == (51, 50)

    @pytest.mark.parametrize(
        "body",
        [
            n.Destroy(every("enemy")),
            n.Battle(one("yours"), one("enemy")),
            n.Swap(one("enemy"), one("enemy")),
            n.Ready(one("yours")),
            n.Counters(one("yours"), n.Number(-1)),
            n.Draw(n.Number(1)),
            n.Look(n.Number(1)),
            n.PlayNamed("Nobody"),
            n.PlayCard("banish", n.Filter()),
            n.PlayIt(),
            n.Discard(),
            n.UpgradeCard("discard", n.Filter(kind="card")),
            n.PutCard("hand", "banish", n.Filter(kind="card")),
            n.Transform(name="Nobody"),
            n.UseAbility(1),
            n.Delayed(n.Trigger("end of turn"), (gain(9),), on=n.Refer("second")),
            n.Move(one("yours"), n.Number(0)),
            n.Pay((n.Destroy(one("enemy")),), (gain(1),)),
            n.Modes(((n.Destroy(one("enemy")),), (n.Draw(n.Number(1)),))),
            n.If(n.Exists(THEIRS), (), (n.Destroy(one("enemy")),)),
            n.Repeat(n.Number(2), (n.Destroy(one("enemy")),)),
            n.ForEach(every("enemy"), (gain(1),)),
            n.Switch(one("enemy"), "A"),
            n.SetStat(one("enemy"), "A", n.Number(1)),
            n.Banish(one("enemy")),
            n.Strike(one("enemy"), one("yours")),
            n.Exhaust(one("enemy")),
            n.Give(one("enemy"), n.Gift()),
            n.ReplaceWith(one("enemy"), "Ox"),
        ],
    )
    def test_each_kind_that_finds_nothing(self, body: n.Effect) -> None:
        position = cast(n.May((body,)), gain(1), a={1: OX})
        assert position.about == "step"
        assert position.health() == (51, 50)

    def test_no_empty_lane_to_choose(self) -> None:
        full = dict.fromkeys((1, 2, 3, 4, 5), OX)
        assert cast(n.May((n.PickLane(empty=True), gain(5))), a=full).about == "step"
        assert cast(n.May((n.PickLane(empty=True), gain(5))), a={1: OX}).about == "may"

    @pytest.mark.parametrize(("word", "health"), [("yes", 57), ("no", 50)])
    def test_if_you_do(self, word: str, health: int) -> None:
        effects = (n.May((n.Destroy(one("yours")),)), n.If(n.Done(), (gain(7),)))
        assert cast(*effects, a={1: OX}, then=(word,)).health() == (health, 50)


class TestIf:
    def test_unmet_it_ends_the_ability(self) -> None:
        assert cast(n.If(NO, (gain(1),)), gain(10), **FIELD).health() == (50, 50)
        assert cast(n.If(YES, (gain(1),)), gain(10), **FIELD).health() == (61, 50)

    def test_one_that_modifies_another_step_does_not(self) -> None:
        assert cast(n.If(NO, (gain(1),), stops=False), gain(10), **FIELD).health() == (60, 50)

    def test_otherwise(self) -> None:
        assert cast(n.If(NO, (gain(1),), (gain(2),)), gain(10), **FIELD).health() == (62, 50)

    def test_alternatives_one_of_which_is_met(self) -> None:
        for first, second, health in ((YES, NO, 111), (NO, YES, 120), (YES, YES, 131), (NO, NO, 0)):
            effects = (n.If(first, (gain(1),)), n.If(second, (gain(10),)), gain(100))
            total = (1 if first is YES else 0) + (10 if second is YES else 0)
            expected = 50 + total + 100 if total else 50
            assert cast(*effects, **FIELD).health() == (expected, 50), health

    def test_only_its_own_line_ends(self) -> None:
        two = card(
            "Two",
            0,
            0,
            n.Line((n.If(NO, (gain(1),)), gain(10))),
            n.Line((gain(100),)),
            kind="spell",
        )
        position = scene(hand_a=[two]).when(a.Play(two.code()))
        assert position.health() == (150, 50)

    def test_looked_at_when_it_is_its_turn(self) -> None:
        effects = (n.Destroy(every("yours")), n.If(YES, (gain(1),)))
        assert cast(*effects, a={1: OX}).health() == (50, 50)


class TestPay:
    PAY = n.Pay((n.Destroy(one("yours")),), (damage(one("enemy"), 3),))

    def test_both(self) -> None:
        position = cast(self.PAY, a={1: OX, 2: ELK}, b={1: OX, 2: RAM}, then=("a2", "b2"))
        assert position.look("a2") is None
        assert (position.numbers("b2"), position.numbers("b1"), position.numbers("a1")) == (
            (4, 6),
            (2, 5),
            (2, 5),
        )

    def test_neither_without_the_other(self) -> None:
        assert cast(self.PAY, b={1: OX}).numbers("b1") == (2, 5)
        assert cast(self.PAY, a={1: OX}).look("a1") is not None

    def test_the_cost_comes_first(self) -> None:
        own = n.Pay((n.Destroy(one("yours")),), (n.Change(every(), n.CountOf(YOURS)),))
        assert cast(own, a={1: OX}, b={1: OX}).numbers("b1") == (2, 5)

    def test_what_the_cost_chose_is_known_after_it(self) -> None:
        own = n.Pay((n.Target(one("yours")),), (change(IT, 4),))
        assert cast(own, a={1: OX, 2: OX}, then=("a2",)).numbers("a2") == (6, 5)

    def test_more_than_one_part_of_it(self) -> None:
        poor = n.Pay((n.Discard(what=n.Filter(kind="card")),), (gain(5),))
        assert cast(poor, a={1: OX}).health() == (50, 50)
        assert cast(poor, hand_a=[OX], then=(OX,)).health() == (55, 50)


class TestModes:
    OPTIONS = ((gain(1),), (gain(10),), (gain(100),))

    def test_one(self) -> None:
        position = cast(n.Modes(self.OPTIONS))
        assert legal(position) == {"mode 0", "mode 1", "mode 2"}
        assert answer(position, a.Mode(1)).health() == (60, 50)

    def test_two_each_once_in_printed_order(self) -> None:
        marks = (
            (change(every("yours"), 1),),
            (n.SetStat(every("yours"), "A", n.Number(7)),),
            (gain(1),),
        )
        position = cast(n.Modes(marks, 2), a={1: OX}, then=(a.Mode(1),))
        assert legal(position) == {"mode 0", "mode 2"}
        assert answer(position, a.Mode(0)).numbers("a1") == (7, 5)

    def test_more_on_a_condition(self) -> None:
        better = n.Modes(self.OPTIONS, 1, YES, 2)
        assert cast(better, then=(a.Mode(0),)).health() == (51, 50)
        assert cast(better, a={1: OX}, then=(a.Mode(0), a.Mode(2))).health() == (151, 50)

    def test_up_to(self) -> None:
        some = n.Modes(self.OPTIONS, 2, up_to=True)
        assert cast(some, then=("no",)).health() == (50, 50)
        assert cast(some, then=(a.Mode(2), "no")).health() == (150, 50)

    def test_the_enemy_chooses(self) -> None:
        position = cast(n.Modes(self.OPTIONS, by="enemy"))
        assert position.ask.seat == 1
        assert answer(position, a.Mode(0)).health() == (51, 50)

    def test_as_much_as_possible(self) -> None:
        options = ((n.Destroy(one("enemy")),), (gain(1),), (n.Draw(n.Number(1)),))
        assert cast(n.Modes(options)).health() == (51, 50)

    def test_an_unmet_condition_ends_its_option_only(self) -> None:
        options = ((n.If(NO, (gain(1),)), gain(10)), (gain(100),))
        assert cast(n.Modes(options, 2), gain(1000), then=(a.Mode(0),)).health() == (1150, 50)


class TestRepeat:
    def test_so_often_one_after_the_other(self) -> None:
        position = cast(
            n.Repeat(n.Number(3), (damage(one("enemy"), 2),)), **FIELD, then=("b1", "b2", "b1")
        )
        assert (position.numbers("b1"), position.numbers("b2")) == ((2, 1), (4, 7))

    def test_not_at_all(self) -> None:
        assert cast(n.Repeat(n.Number(0), (gain(1),)), gain(10)).health() == (60, 50)
        assert cast(n.Repeat(n.CountOf(THEIRS), (gain(1),)), **FIELD).health() == (52, 50)

    def test_too_often(self) -> None:
        position = cast(n.Repeat(n.Number(999), (gain(1),)))
        assert position.health() == (90, 50)
        assert position.facts(LoopCut) == [LoopCut(0)]


class TestAgain:
    def test_once_more_while_it_goes_on(self) -> None:
        body = (damage(one("enemy"), 5), n.If(n.Not(n.Survives("it")), (n.Again(),)))
        position = cast(*body, b={1: OX, 2: ELK, 3: RAM, 4: RAM}, then=("b1", "b2", "b3"))
        assert position.about == "step"
        assert [fact.id for fact in position.facts(Left)] == [1, 2]
        assert (position.numbers("b3"), position.numbers("b4")) == ((4, 4), (4, 9))

    def test_without_an_end(self) -> None:
        position = cast(gain(1), n.Again(), gain(1000))
        assert len(position.facts(LoopCut)) == 1
        assert position.state.winner is None

    def test_in_a_triggered_ability(self) -> None:
        twice = card(
            "Twice",
            1,
            9,
            deploy(
                change(THIS, 1),
                n.If(n.Compare(n.StatOf("A", "this"), "<", n.Number(3)), (n.Again(),)),
            ),
        )
        assert play(scene(hand_a=[twice], a={2: OX}), twice, 1).numbers("a1") == (3, 9)


class TestForEach:
    def test_it_is_each_in_turn(self) -> None:
        each = n.ForEach(
            every("yours"), (n.Damage(n.All((n.Filter(opposing="it"),)), n.StatOf("A", "it")),)
        )
        position = cast(each, a={1: OX, 2: RAM, 3: ELK}, b={1: RAM, 2: RAM, 5: RAM})
        assert [position.numbers(x)[1] for x in ("b1", "b2", "b5")] == [7, 5, 9]

    def test_a_condition_ends_only_its_own(self) -> None:
        strong = n.If(n.Is("it", n.Filter(stats=(n.Stat("A", ">=", n.Number(4)),))), (gain(1),))
        position = cast(n.ForEach(every("yours"), (strong,)), gain(10), a={1: OX, 2: RAM, 3: OX})
        assert position.health() == (61, 50)

    def test_nobody(self) -> None:
        assert cast(n.ForEach(every("yours"), (gain(1),)), gain(10)).health() == (60, 50)

    def test_it_is_all_of_them_afterwards(self) -> None:
        position = cast(n.ForEach(every("yours"), (gain(1),)), change(IT, 1), a={1: OX, 2: RAM})
        assert (position.numbers("a1"), position.numbers("a2")) == ((3, 5), (5, 9))


class TestChoosing:
    def test_target_does_nothing_yet(self) -> None:
        position = cast(n.Target(one("enemy")), gain(1), change(IT, 1), **FIELD, then=("b2",))
        assert (position.numbers("b2"), position.numbers("b1")) == ((5, 9), (2, 5))

    def test_at_random_by_the_dealer(self) -> None:
        position = cast(damage(n.Among((THEIRS,)), 2), **FIELD)
        assert (position.ask.seat, position.about, legal(position)) == (-1, "random", {"b1", "b2"})
        position.when(a.AtRandom(position.at("b2").id))
        assert (position.numbers("b2"), position.numbers("b1")) == ((4, 7), (2, 5))
        assert cast(damage(n.Among((THEIRS,)), 2), b={1: OX}).numbers("b1") == (2, 3)

    def test_of_the_same_level(self) -> None:
        two = n.Choose((n.Filter(),), 2, 2, alike="level")
        high = card("High", 1, 5, level=2)
        position = cast(
            damage(two, 1), a={1: OX, 2: high}, b={1: RAM, 2: card("Top", 1, 5, level=3)}
        )
        assert legal(position) == {"a1", "b1"}
        answer(position, "b1")
        assert (position.numbers("a1"), position.numbers("b1"), position.numbers("a2")) == (
            (2, 4),
            (4, 8),
            (1, 5),
        )

    @pytest.mark.parametrize(
        ("alike", "places"), [("name", {"b1"}), ("type", {"b1", "b2"}), ("faction", {"b1"})]
    )
    def test_alike_otherwise(self, alike: str, places: set[str]) -> None:
        imp = card("Imp", 1, 5, types=["Demon"])
        other = card("Fiend", 1, 5, types=["Demon"], faction="Nekrium")
        two = n.Choose((n.Filter(),), 2, 1, alike=alike)
        position = cast(damage(two, 1), a={1: imp}, b={1: imp, 2: other}, then=("a1",))
        assert legal(position) - {"no"} == places

    def test_players_leave_it_alone(self) -> None:
        player = n.Choose((n.Filter(kind="player"),))
        position = cast(
            n.Target(one("yours")),
            damage(player, 1),
            change(IT, 1),
            a={1: OX, 2: RAM},
            then=("a1", "A"),
        )
        assert (position.numbers("a1"), position.health()) == ((3, 5), (49, 50))

    def test_it_and_what_is_beside_it(self) -> None:
        around = n.Several((IT, n.All((n.Filter(adjacent_to="it"),))))
        position = cast(
            n.Target(one("yours")), change(around, 1), a={1: OX, 2: OX, 3: OX, 5: OX}, then=("a2",)
        )
        assert [position.numbers(f"a{x}")[0] for x in (1, 2, 3, 5)] == [3, 3, 3, 2]

    def test_lines_of_a_spell_share_it(self) -> None:
        two = card(
            "Two", 0, 0, n.Line((n.Target(one("yours")),)), n.Line((change(IT, 1),)), kind="spell"
        )
        position = scene(hand_a=[two], a={1: OX, 2: RAM}).when(a.Play(two.code()), a.Target(2))
        assert (position.numbers("a1"), position.numbers("a2")) == ((2, 5), (5, 9))

    def test_a_lane_by_the_enemy(self) -> None:
        position = cast(
            n.PickLane(by="enemy"), damage(n.All((n.Filter(lane="chosen"),)), 2), **FIELD
        )
        assert position.ask.seat == 1
        answer(position, 1)
        assert (position.numbers("a1"), position.numbers("b1"), position.numbers("b2")) == (
            (2, 3),
            (2, 3),
            (4, 9),
        )


class TestOther:
    def test_the_unused_forgeborn(self) -> None:
        power = born([gain(7)], [gain(70)], name="Spare")

        def other(state: Any) -> None:
            state.sides[0].other_forgeborn = "spare"

        def use(level: int) -> int:
            return cast(
                n.UseAbility(level), forgeborn_b=power, forgeborn=born([gain(1)]), change=other
            ).health()[0]

        assert use(3) == 127
        assert use(1) == 50

    def test_forcing_the_next_play_into_a_lane(self) -> None:
        trap = exalt(triggered("damaged", n.ForceBattle(lane="this"), who=THEIRS))
        position = cast(damage(one("enemy"), 1), xa={3: trap}, b={1: RAM}, hand_b=[OX, ELK])
        plays = {x.lane for x in position.ask.choices if isinstance(x, a.Play)}
        assert plays == {3}
        skip(position.when(a.Play(OX.code(), 3)), 2)
        assert {x.lane for x in position.ask.choices if isinstance(x, a.Play)} == {1, 2, 3, 4, 5}

    def test_forcing_such_a_card(self) -> None:
        force = n.ForceBattle(what=n.Filter(names=("Elk",)))
        position = cast(force, hand_b=[OX, ELK])
        assert {x.card for x in position.ask.choices if isinstance(x, a.Play)} == {ELK.code()}
        unable = cast(force, hand_b=[OX])
        assert {x.card for x in unable.ask.choices if isinstance(x, a.Play)} == {OX.code()}
        unable.when(a.Play(OX.code(), 1))
        assert unable.state.standing == []


def test_the_early_edition_ends_a_line_at_a_step_that_fails() -> None:
    effects = (n.Destroy(one("enemy")), gain(1))
    assert cast(*effects).health() == (51, 50)
    assert cast(*effects, edition="early").health() == (50, 50)
    assert cast(*effects, edition="early", b={1: OX}).health() == (51, 50)


def test_players_by_ref() -> None:
    assert cast(damage(n.Refer("each"), 2)).health() == (48, 48)
    assert cast(damage(n.Refer("enemy"), 2), gain(1, n.All((ME, FOE)))).health() == (51, 49)
    assert SELF.ref == "this"
