"""Every worked example of both rulebooks, with cards of the same shape."""

from __future__ import annotations

import pytest

from domain.games.solforge.actions import Card, Done, Lane, No, Order, Pass, Play, Yes
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import Announced, Gained, HitPlayer, Left, Triggered
from tests.domain.games.solforge.given import (
    THIS,
    Made,
    Scene,
    card,
    change,
    damage,
    deploy,
    gain,
    has,
    keywords,
    one,
    scene,
    spell,
    triggered,
)
from tests.domain.games.solforge.rulebook import rule

SELF = n.Filter(ref="this")
OX = card("Ox", 3, 3)


class TestPlayingACard:
    @rule("play.2", "play.3", "abilities.8")
    def test_an_oakfather_with_a_forgeborn_of_level_one(self) -> None:
        oak = card("Oak Elder", 8, 8, minion=True, level=3)
        call = spell(n.May((n.PlayNamed("Oak Elder"),)), name="Call the Oak")
        position = scene(hand_a=[call], extra=[oak], level=1).when(
            Play(call.code()), Yes(), Lane(1)
        )
        assert position.numbers("a1") == (8, 8)

    @rule("play.4")
    def test_free_if_health_was_gained_this_turn(self) -> None:
        happened = n.Happened("player gains health", n.Filter("player", "yours"))
        gift, rain = card("Gift", 1, 1, n.FreeIf(happened)), spell(gain(1), name="Rain")
        position = scene(hand_a=[gift, rain])
        assert "is not Free now" in position.refused(Play(gift.code(), 1, True))
        position.when(Play(rain.code()), Play(gift.code(), 1, True))
        assert position.look("a1")

    @rule("play.4")
    def test_the_enemys_health_is_not_yours(self) -> None:
        happened = n.Happened("player gains health", n.Filter("player", "yours"))
        gift, rain = (
            card("Gift", 1, 1, n.FreeIf(happened)),
            spell(gain(1, n.Refer("enemy")), name="Rain"),
        )
        position = scene(hand_a=[gift, rain]).when(Play(rain.code()))
        assert "is not Free now" in position.refused(Play(gift.code(), 1, True))

    @rule("play.5")
    def test_five_damage_to_you_for_free(self) -> None:
        ice = card("Ice", 4, 4, n.FreeIf(cost=(damage(n.Refer("you"), 5),)))
        position = scene(hand_a=[ice, OX]).when(Play(ice.code(), 1, True), Play(OX.code(), 2))
        assert position.health() == (45, 50)


class TestArmor:
    @rule("armor.4", "armor.5")
    def test_two_armor_three_damage(self) -> None:
        shell = card("Shell", 1, 6, has(armor=2))
        bolts = spell(damage(one("enemy"), 3), name="Bolt")
        position = scene(b={1: shell}, hand_a=[bolts, bolts]).when(Play(bolts.code()))
        assert position.numbers("b1") == (1, 5)
        position.when(Done(), Pass(), Play(bolts.code()))
        assert position.numbers("b1") == (1, 2)


class TestResolvingAbilities:
    @rule("abilities.2")
    def test_two_gizmos_one_replacing_the_other(self) -> None:
        cog = card("Cog", 2, 2, minion=True)
        two = spell(n.PlayNamed("Cog", most=2, least=2), name="Two Cogs")
        position = scene(hand_a=[two], extra=[cog]).when(Play(two.code()), Lane(3), Lane(3))
        assert len(position.facts(Announced)) == 3
        assert [p.lane for p in position.state.creatures(0)] == [3]

    @rule("abilities.9")
    @pytest.mark.parametrize("scientist", [True, False])
    def test_instead_modifies_the_other_step(self, scientist: bool) -> None:
        """A step, and a condition under which another takes its place."""
        cog = card("Cog", 2, 2, minion=True)
        doctor = card("Doctor", 1, 9, types=("Scientist",))
        condition = n.Exists(n.Filter(side="yours", types=("Scientist",)))
        better = (n.May((n.PlayCard("banish", n.Filter(), most=2, least=0),)),)
        act = spell(
            n.If(condition, better, (n.May((n.PlayNamed("Cog"),)),), stops=False), name="Assemble"
        )
        position = scene(
            a={1: doctor} if scientist else {},
            hand_a=[act],
            banished_a=[OX, card("Elk", 1, 1)],
            extra=[cog, doctor],
        ).when(Play(act.code()), Yes())
        if not scientist:
            assert position.about == "lane"
            assert position.when(Lane(2)).at("a2").code == cog.code()
            return
        position.when(Card(OX.code()), Lane(2))
        assert No() in position.ask.choices
        position.when(Card("elk.1"), Lane(3))
        assert [p.code for p in position.state.creatures(0)] == [doctor.code(), OX.code(), "elk.1"]

    CONQUEROR = card(
        "Conqueror",
        2,
        2,
        deploy(
            n.If(n.Replaced(), (change(THIS, 4),)),
            n.Give(THIS, keywords("aggressive", "breakthrough"), "turn"),
        ),
    )

    @rule("abilities.10", "abilities.11")
    @pytest.mark.parametrize(
        ("lane", "attack", "words"), [(2, 6, {"aggressive", "breakthrough"}), (3, 2, set())]
    )
    def test_an_unmet_condition_ends_the_ability(
        self, lane: int, attack: int, words: set[str]
    ) -> None:
        """A bonus for having replaced something, then keywords: without the one not the other either."""
        position = scene(a={2: OX}, hand_a=[self.CONQUEROR]).when(Play(self.CONQUEROR.code(), lane))
        assert position.numbers(f"a{lane}") == (attack, 2)
        assert set(position.keywords(f"a{lane}")) == words

    @rule("abilities.12")
    @pytest.mark.parametrize(("lane", "numbers"), [(1, (4, 1)), (5, (1, 4)), (3, (1, 1))])
    def test_either_condition_will_do(self, lane: int, numbers: tuple[int, int]) -> None:
        """Two conditions, each with its own bonus: the first may fail and the second still counts."""
        edge = card(
            "Edge",
            1,
            1,
            deploy(
                n.If(n.Edge("this", "leftmost"), (change(THIS, 3),)),
                n.If(n.Edge("this", "rightmost"), (change(THIS, 0, 3),)),
            ),
        )
        position = scene(hand_a=[edge]).when(Play(edge.code(), lane))
        assert position.numbers(f"a{lane}") == numbers

    @rule("ruling.left", "abilities.12")
    @pytest.mark.parametrize(("lane", "numbers"), [(5, (4, 1)), (1, (1, 4))])
    def test_left_is_left_for_the_other_seat(self, lane: int, numbers: tuple[int, int]) -> None:
        edge = card(
            "Edge",
            1,
            1,
            deploy(
                n.If(n.Edge("this", "leftmost"), (change(THIS, 3),)),
                n.If(n.Edge("this", "rightmost"), (change(THIS, 0, 3),)),
            ),
        )
        position = scene(hand_b=[edge], forge=1).when(Play(edge.code(), lane))
        assert position.numbers(f"b{lane}") == numbers

    @rule("abilities.6")
    @pytest.mark.parametrize("lost", [True, False])
    def test_if_one_of_your_creatures_was_destroyed_this_turn(self, lost: bool) -> None:
        happened = n.Happened("destroyed", n.Filter(side="yours"))
        heir = card("Heir", 1, 1, deploy(n.If(happened, (change(THIS, 3, 3),))))
        kill = spell(n.Destroy(one("yours" if lost else "enemy")), name=f"Kill {lost}")
        position = scene(a={4: OX}, b={4: OX}, hand_a=[kill, heir])
        position.when(Play(kill.code()), Done(), Pass(), Play(heir.code(), 1))
        assert position.numbers("a1") == ((4, 4) if lost else (1, 1))


SPRITE = card(
    "Pixie", 2, 2, triggered("played", change(THIS, 2), who=n.Filter("spell", "yours")), minion=True
)


class TestTriggers:
    @rule("triggers.1", "triggers.2", "abilities.8")
    def test_the_old_sprite_sees_the_spell_the_new_one_does_not(self) -> None:
        call = spell(n.May((n.PlayNamed("Pixie"),)), name="Call Pixies")
        position = scene(a={1: SPRITE}, hand_a=[call]).when(Play(call.code()), Yes(), Lane(2))
        assert (position.numbers("a1"), position.numbers("a2")) == ((4, 2), (2, 2))

    @rule("triggers.3", "triggers.4", "e-destroy.2", "e-faq.5")
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    def test_two_die_in_combat_two_health(self, edition: str) -> None:
        mourner = card("Mourner", 1, 1, triggered("destroyed", gain(1), who=n.Filter()))
        position = scene(a={2: mourner}, b={2: card("Elk", 1, 1)}, step=4, edition=edition).when(
            Pass()
        )
        if position.about == "order":
            position.when(Order(0))
        assert [x.amount for x in position.facts(Gained)] == [1, 1]
        assert position.health() == (52, 50)


class TestReplace:
    @rule("g-replace.2", "g-replace.3")
    @pytest.mark.parametrize(("forge", "front"), [(0, False), (1, True)])
    def test_dendrify(self, forge: int, front: bool) -> None:
        oak = card("Oak Elder", 8, 8, minion=True, level=3)
        dendrify = spell(n.ReplaceWith(one(), name="Oak Elder"), name="Turn to Wood")
        position = scene(a={1: OX}, b={4: OX}, hand_a=[dendrify], extra=[oak], forge=forge)
        if forge:
            position.when(Pass())
        position.when(Play(dendrify.code()))
        assert position.ask.seat == 0
        position.when(position.target("b4"))
        assert (position.at("b4").code, position.at("b4").front) == (oak.code(), front)
        assert position.facts(Announced)[-1].seat == 1
        assert [x.why for x in position.facts(Left)] == ["replaced"]


class TestEarly:
    def soulreap(self, beasts: list[Made], prey: bool) -> Scene:
        """Two lines: drain a creature; play a Beast for Free."""
        reap = card(
            "Reap",
            0,
            0,
            n.Line((damage(one("enemy"), 3), gain(3))),
            n.Line((n.PlayCard("hand", n.Filter(types=("Beast",))),)),
            kind="spell",
        )
        position = scene(
            b={1: card("Elk", 1, 9)} if prey else {}, hand_a=[reap, *beasts], edition="early"
        ).when(Play(reap.code()))
        if position.about == "card":
            position.when(Card(beasts[0].code()))
        return position.until("step")

    @rule("e-spell.2", "e-spell.3", "e-spell.4")
    @pytest.mark.parametrize("prey", [True, False])
    def test_a_line_that_does_nothing_is_passed_over(self, prey: bool) -> None:
        bear = card("Bear", 5, 5, types=("Beast",))
        position = self.soulreap([bear], prey)
        assert [p.code for p in position.state.creatures(0)] == [bear.code()]
        assert position.health() == ((53, 50) if prey else (50, 50))

    @rule("e-spell.3")
    def test_the_other_way_round(self) -> None:
        position = self.soulreap([], prey=True)
        assert position.health() == (53, 50)
        assert list(position.state.creatures(0)) == []

    @rule("e-spell.4", "abilities.7")
    @pytest.mark.parametrize(("edition", "health"), [("early", 50), ("whitefang", 53)])
    def test_a_step_that_fails_fails_the_rest_of_its_line(self, edition: str, health: int) -> None:
        two = card(
            "Two Lines",
            0,
            0,
            n.Line((damage(one("enemy"), 3), gain(3))),
            n.Line((damage(n.Refer("enemy"), 1),)),
            kind="spell",
        )
        position = scene(hand_a=[two], edition=edition).when(Play(two.code()))
        assert position.health() == (health, 49)

    @rule("e-faq.7")
    def test_five_cards_or_fewer_on_the_third_turn(self) -> None:
        cards = [card(f"Leaf {i}") for i in range(4)]
        position = scene(deck_a=cards, edition="early", turn=2).end_turn()
        assert position.state.sides[0].hand.count == 4
        assert position.state.sides[0].deck == 0
        assert position.end_turn().state.turn == 4
        assert position.state.sides[0].hand.count == 4

    @rule("e-faq.8", "e-g-armor.3")
    @pytest.mark.parametrize("armor", [0, 5])
    def test_windspark_against_a_player_with_armor(self, armor: int) -> None:
        spark = card(
            "Gust",
            3,
            3,
            triggered("damages", change(THIS, 2), who=SELF, other=n.Filter("player", "enemy")),
        )
        ward = spell(n.Give(n.Refer("you"), keywords(armor=5), "turn"), name="Ward")
        position = scene(a={1: spark}, hand_b=[ward], step=4, edition="early")
        position.when(Play(ward.code()) if armor else Pass())
        assert [(x.amount, x.absorbed) for x in position.facts(HitPlayer)] == [(3, min(armor, 3))]
        assert position.numbers("a1") == (5, 3)

    @rule("e-faq.9", "e-faq.3", "ruling.order")
    @pytest.mark.parametrize(("first", "order"), [(0, [1, 2]), (1, [2, 1])])
    def test_deploy_abilities_in_the_order_one_likes(self, first: int, order: list[int]) -> None:
        twice = card("Twice", 1, 1, deploy(gain(1)), deploy(gain(2)))
        position = scene(hand_a=[twice], edition="early").when(Play(twice.code(), 1))
        assert position.about == "order"
        position.when(Order(first))
        assert [x.amount for x in position.facts(Gained)] == order
        assert len(position.facts(Triggered)) == 2
