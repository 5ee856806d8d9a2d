"""Damage by effects: whom, how much, from whom, what absorbs it, what is too much, what is altered."""

from __future__ import annotations

import pytest

from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import Hit, HitPlayer, Left
from tests.domain.games.solforge.abilities.acting import (
    ELK,
    FOE,
    ME,
    OX,
    RAM,
    SELF,
    cast,
    legal,
    play,
)
from tests.domain.games.solforge.given import (
    IT,
    THIS,
    born,
    card,
    damage,
    deploy,
    every,
    exalt,
    gain,
    has,
    one,
    scene,
    spell,
    triggered,
)

FOES = n.All((FOE,))


class TestWhom:
    def test_one_creature_and_no_other(self) -> None:
        position = cast(damage(one("enemy"), 3), b={1: OX, 2: OX}, a={1: OX}, then=("b2",))
        assert position.numbers("b2") == (2, 2)
        assert (position.numbers("b1"), position.numbers("a1")) == ((2, 5), (2, 5))
        assert position.health() == (50, 50)

    def test_only_those_that_fit_may_be_chosen(self) -> None:
        position = cast(damage(one("enemy"), 3), b={1: OX, 2: OX}, a={1: OX})
        assert legal(position) == {"b1", "b2"}

    def test_nobody_to_damage(self) -> None:
        position = cast(damage(one("enemy"), 3), gain(1), a={1: OX})
        assert position.facts(Hit) == []
        assert position.health() == (51, 50)

    def test_all_at_once(self) -> None:
        position = cast(damage(every("enemy"), 5), b={1: OX, 3: OX, 4: RAM}, a={2: OX})
        assert [fact.id for fact in position.facts(Left)] == [2, 3]
        assert position.numbers("b4") == (4, 4)
        assert position.numbers("a2") == (2, 5)

    def test_players(self) -> None:
        position = cast(damage(FOES, 4), b={1: OX})
        assert position.health() == (50, 46)
        assert position.numbers("b1") == (2, 5)

    def test_a_creature_or_a_player(self) -> None:
        either = n.Choose((n.Filter(side="enemy"), n.Filter(kind="player")))
        position = cast(damage(either, 4), b={1: OX})
        assert legal(position) == {"b1", "A", "B"}
        assert cast(damage(either, 4), b={1: OX}, then=("A",)).health() == (46, 50)

    def test_creatures_and_a_player_together(self) -> None:
        both = n.Several((one("enemy"), FOES))
        position = cast(damage(both, 2), b={1: OX, 2: OX}, then=("b1",))
        assert (position.numbers("b1"), position.numbers("b2")) == ((2, 3), (2, 5))
        assert position.health() == (50, 48)

    def test_exalts_cannot_be_damaged_as_creatures(self) -> None:
        position = cast(damage(every(), 9), xb={1: exalt()}, b={2: OX})
        assert position.look("xb1") is not None
        assert position.look("b2") is None


class TestAmounts:
    def test_worked_out_for_each(self) -> None:
        each = n.Damage(every("enemy"), n.StatOf("A", "self"))
        position = cast(each, b={1: OX, 2: RAM})
        assert (position.numbers("b1"), position.numbers("b2")) == ((2, 3), (4, 5))

    def test_it_is_what_was_chosen_before(self) -> None:
        effects = (n.Destroy(one("yours")), n.Damage(one("enemy"), n.StatOf("A", "it")))
        position = cast(*effects, a={1: RAM, 2: OX}, b={1: OX, 2: RAM}, then=("a1", "b2"))
        assert position.numbers("b2") == (4, 5)
        assert position.numbers("b1") == (2, 5)

    def test_nothing_or_less_is_no_damage(self) -> None:
        watcher = card("Watcher", 0, 9, triggered("damaged", gain(7), who=n.Filter()))
        position = cast(damage(every("enemy"), 0), a={1: watcher}, b={1: OX})
        assert position.facts(Hit) == []
        assert position.health() == (50, 50)


class TestArmor:
    def test_it_absorbs_first(self) -> None:
        shell = card("Shell", 1, 4, has(armor=2))
        position = cast(damage(every("enemy"), 3), damage(every("enemy"), 1), b={1: shell, 2: OX})
        assert position.numbers("b1") == (1, 2)
        assert [(hit.amount, hit.absorbed) for hit in position.facts(Hit)[:2]] == [(3, 2), (3, 0)]

    def test_of_players(self) -> None:
        keep = n.Give(n.All((FOE,)), n.Gift(keywords=(n.Keyword("armor", n.Number(3)),)))
        position = cast(keep, damage(FOES, 2), damage(FOES, 2))
        assert position.health() == (50, 49)
        assert [(hit.amount, hit.absorbed) for hit in position.facts(HitPlayer)] == [(2, 2), (2, 1)]


class TestExcess:
    EXCESS = n.Damage(one("enemy"), n.Number(9), excess=FOES)

    @pytest.mark.parametrize(("health", "armor", "left"), [(4, 0, 45), (4, 2, 47), (9, 0, 50)])
    def test_what_is_left_beyond_armor_and_health(self, health: int, armor: int, left: int) -> None:
        shell = card("Shell", 1, health, *([has(armor=armor)] if armor else []))
        position = cast(self.EXCESS, b={1: shell, 2: RAM}, then=("b1",))
        assert position.look("b1") is None
        assert position.health() == (50, left)
        assert position.numbers("b2") == (4, 9)

    def test_it_stays_what_was_chosen(self) -> None:
        position = cast(
            n.Damage(one("enemy"), n.Number(9), excess=every("yours")),
            n.If(n.Not(n.Survives("it")), (gain(5),)),
            a={1: RAM},
            b={1: OX, 2: RAM},
            then=("b1",),
        )
        assert position.numbers("a1") == (4, 5)
        assert position.health() == (55, 50)


class TestSource:
    def test_what_deals_it_slays(self) -> None:
        hunter = card("Hunter", 3, 3, n.Triggered(n.Trigger("slay"), (gain(6),)))
        bite = n.Damage(one("enemy"), n.Number(5), source="it")
        position = cast(
            n.Target(one("yours")), bite, a={1: hunter, 2: OX}, b={1: OX, 2: RAM}, then=("a1", "b1")
        )
        assert position.health() == (56, 50)
        other = cast(
            n.Target(one("yours")), bite, a={1: hunter, 2: OX}, b={1: OX, 2: RAM}, then=("a2", "b1")
        )
        assert other.health() == (50, 50)

    def test_it_is_the_creatures_player_that_deals_it(self) -> None:
        watcher = card("Watcher", 0, 9, triggered("damaged", gain(3), who=n.Filter(), by="enemy"))
        bite = n.Damage(FOES, n.Number(1), source="it")
        hit = n.Damage(one("yours"), n.Number(1), source="it")
        position = cast(
            n.Target(one("enemy")), hit, bite, a={1: watcher}, b={1: OX, 2: OX}, then=("b1",)
        )
        assert position.health() == (53, 49)

    def test_this_deals_it_even_after_it_has_left(self) -> None:
        bomb = card(
            "Bomb",
            4,
            1,
            triggered("destroyed", n.Damage(every("enemy"), n.StatOf("A", "this")), who=SELF),
        )
        position = cast(n.Destroy(one("yours", names=("Bomb",))), a={1: bomb, 2: OX}, b={3: RAM})
        assert position.numbers("b3") == (4, 5)
        assert position.numbers("a2") == (2, 5)


class TestAltered:
    @staticmethod
    def aura(alter: n.Alter, who: n.Filter = SELF) -> n.Aura:
        return n.Aura(n.All((who,)), n.Gift(alters=(alter,)))

    def test_more_dealt(self) -> None:
        sage = card("Sage", 1, 9, self.aura(n.Alter("damage dealt", n.Number(2)), ME))
        position = cast(damage(one("enemy"), 3), a={1: sage}, b={1: RAM, 2: RAM}, then=("b1",))
        assert (position.numbers("b1"), position.numbers("b2")) == ((4, 4), (4, 9))

    def test_more_dealt_by_the_creature_itself_only(self) -> None:
        body = damage(every("enemy"), 1)
        brute = card("Brute", 1, 9, deploy(body), self.aura(n.Alter("damage dealt", times=3)))
        other = card("Other", 1, 9, deploy(body))
        position = scene(b={1: RAM}, a={2: brute}, hand_a=[other])
        assert play(position, other, 1).numbers("b1") == (4, 8)
        position = scene(b={1: RAM}, hand_a=[brute])
        assert play(position, brute, 1).numbers("b1") == (4, 6)

    def test_your_spells_alone(self) -> None:
        spells = n.Filter(kind="spell", side="yours")
        sage = card(
            "Sage",
            1,
            9,
            self.aura(n.Alter("damage dealt", n.Number(2)), spells),
            deploy(damage(every("enemy"), 1)),
        )
        assert cast(damage(every("enemy"), 3), a={1: sage}, b={1: RAM}).numbers("b1") == (4, 4)
        assert play(scene(b={1: RAM}, hand_a=[sage]), sage, 1).numbers("b1") == (4, 8)

    def test_only_against_some(self) -> None:
        sage = card(
            "Sage",
            1,
            9,
            self.aura(
                n.Alter("damage dealt", n.Number(2), against=n.Filter(types=("Goblin",))), ME
            ),
        )
        imp = card("Imp", 1, 9, types=["Goblin"])
        position = cast(damage(every("enemy"), 3), a={1: sage}, b={1: imp, 2: RAM})
        assert (position.numbers("b1"), position.numbers("b2")) == ((1, 4), (4, 6))

    def test_taken(self) -> None:
        wall = card("Wall", 1, 9, self.aura(n.Alter("damage taken", n.Number(-2))))
        position = cast(damage(every("enemy"), 3), b={1: wall, 2: RAM})
        assert (position.numbers("b1"), position.numbers("b2")) == ((1, 8), (4, 6))

    def test_taken_from_some_only(self) -> None:
        spells = n.Alter("damage taken", to=n.Number(1), against=n.Filter(kind="spell"))
        wall = card("Wall", 1, 9, self.aura(spells))
        assert cast(damage(every("enemy"), 5), b={1: wall}).numbers("b1") == (1, 8)
        puffer = card("Puffer", 1, 9, deploy(damage(every("enemy"), 5)))
        assert play(scene(b={1: wall}, hand_a=[puffer]), puffer, 1).numbers("b1") == (1, 4)

    def test_any_health_lost_becomes_one(self) -> None:
        ghost = card("Ghost", 1, 3, self.aura(n.Alter("health lost", to=n.Number(1))))
        position = cast(damage(every("enemy"), 9), b={1: ghost, 2: OX})
        assert position.numbers("b1") == (1, 2)
        assert position.look("b2") is None

    def test_armor_that_absorbs_all_loses_none(self) -> None:
        ghost = card("Ghost", 1, 3, has(armor=4), self.aura(n.Alter("health lost", to=n.Number(1))))
        position = cast(damage(every("enemy"), 4), damage(every("enemy"), 4), b={1: ghost})
        assert position.numbers("b1") == (1, 2)

    def test_attack_is_lost_instead(self) -> None:
        mire = card("Mire", 4, 3, self.aura(n.Alter("damage taken", becomes="attack lost")))
        position = cast(damage(every("enemy"), 3), damage(every("enemy"), 3), b={1: mire, 2: RAM})
        assert position.numbers("b1") == (0, 3)
        assert position.facts(Hit)[0].id == 2

    def test_health_is_gained_instead(self) -> None:
        moss = card("Moss", 4, 3, self.aura(n.Alter("damage taken", becomes="health gained")))
        assert cast(damage(every("enemy"), 3), b={1: moss}).numbers("b1") == (4, 6)
        shrine = exalt(self.aura(n.Alter("damage taken", becomes="health gained"), ME))
        assert cast(damage(FOES, 3), xb={1: shrine}).health() == (50, 53)

    @pytest.mark.parametrize("combat", [True, False])
    def test_in_combat_only_or_not(self, combat: bool) -> None:
        shrine = exalt(self.aura(n.Alter("damage dealt", n.Number(1), combat=combat), ME))
        position = cast(damage(FOES, 1), xa={2: shrine}, a={1: card("Imp", 3, 3)})
        now = 50 - 1 - (not combat)
        assert position.health() == (50, now)
        assert position.end_turn().health() == (50, now - 3 - combat)

    def test_until_the_end_of_the_turn(self) -> None:
        more = n.Give(n.All((ME,)), n.Gift(alters=(n.Alter("damage dealt", n.Number(3)),)), "turn")
        zap = spell(damage(FOES, 1))
        position = cast(more, hand_a=[zap])
        position.when(a.Done(), a.Pass())
        assert position.when(a.Play(zap.code())).health() == (50, 46)
        position.end_turn()
        assert position.state.sides[0].gifts == []


def test_a_forgeborn_deals_it() -> None:
    position = scene(b={1: RAM, 2: RAM}, forgeborn=born([damage(one("enemy"), 4)]))
    position.when(a.UseForgeborn(), position.target("b2"))
    assert (position.numbers("b1"), position.numbers("b2")) == ((4, 9), (4, 5))
    assert position.facts(Hit)[0].source == 0


def test_that_much_is_what_was_dealt() -> None:
    drain = (damage(one("enemy"), 4), n.Heal(n.All((ME,)), n.ThatMuch()))
    shrine = exalt(TestAltered.aura(n.Alter("damage dealt", n.Number(2)), ME))
    assert cast(*drain, b={1: RAM, 2: OX}, xa={1: shrine}, then=("b1",)).health() == (56, 50)


def test_a_creature_hurts_itself() -> None:
    martyr = card("Martyr", 1, 9, deploy(n.Damage(THIS, n.Number(4)), n.Damage(IT, n.Number(9))))
    position = play(scene(a={2: ELK}, hand_a=[martyr]), martyr, 1)
    assert position.numbers("a1") == (1, 5)
    assert position.numbers("a2") == (1, 3)
