"""Damage and Armor, Attack and Health, destruction."""

from __future__ import annotations

import pytest

from domain.games.solforge.actions import Done, Pass, Play
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import Hit, HitPlayer, Left, Replenished
from tests.domain.games.solforge.given import (
    ENEMY,
    THIS,
    YOU,
    card,
    change,
    damage,
    every,
    gain,
    has,
    keywords,
    one,
    scene,
    spell,
    triggered,
)
from tests.domain.games.solforge.rulebook import rule

EDITIONS = pytest.mark.parametrize("edition", ["whitefang", "early"])
SELF = n.Filter(ref="this")
BOLT = spell(damage(one("enemy"), 3), name="Bolt")


class TestArmor:
    @EDITIONS
    @rule("armor.1", "armor.4", "e-battle.2", "e-g-armor.1")
    def test_three_damage_on_two_armor(self, edition: str) -> None:
        shell = card("Shell", 1, 6, has(armor=2))
        position = scene(b={1: shell}, hand_a=[BOLT], edition=edition).when(Play(BOLT.code()))
        (hit,) = position.facts(Hit)
        assert (hit.amount, hit.absorbed, hit.source_seat, hit.combat) == (3, 2, 0, False)
        assert position.numbers("b1") == (1, 5)

    @EDITIONS
    @rule("armor.5", "armor.1")
    def test_more_damage_in_the_same_turn(self, edition: str) -> None:
        shell = card("Shell", 1, 9, has(armor=4))
        position = scene(b={1: shell}, hand_a=[BOLT, BOLT, BOLT], edition=edition)
        position.when(Play(BOLT.code()))
        assert position.numbers("b1") == (1, 9)
        position.when(Done(), Pass(), Play(BOLT.code()))
        assert position.numbers("b1") == (1, 7)

    @rule("armor.1")
    def test_in_combat_too(self) -> None:
        shell = card("Shell", 1, 6, has(armor=2))
        position = scene(a={1: card("Ox", 5, 5)}, b={1: shell}, step=4).when(Pass())
        assert position.numbers("b1") == (1, 3)

    @EDITIONS
    @rule("armor.3", "maintenance.2", "e-g-armor.2")
    def test_restored_to_what_is_printed(self, edition: str) -> None:
        shell = card("Shell", 0, 9, has(armor=2))
        position = scene(b={1: shell}, hand_a=[BOLT], step=3, edition=edition).when(
            Play(BOLT.code())
        )
        position.end_turn()
        assert len(position.facts(Replenished)) == 1
        assert (position.at("b1").spent, position.numbers("b1")) == (0, (0, 8))

    @rule("maintenance.2")
    def test_nothing_is_said_if_none_was_used(self) -> None:
        assert scene(b={1: card("Shell", 0, 9, has(armor=2))}).end_turn().facts(Replenished) == []

    @rule("armor.2", "g-armor.1", "e-g-armor.4")
    @EDITIONS
    def test_adds_up(self, edition: str) -> None:
        plate = spell(n.Give(one("yours"), keywords(armor=3), "turn"), name="Plate")
        strike = card("Ox", 6, 6)
        position = scene(
            a={1: card("Shell", 0, 5, has(armor=2))},
            b={1: strike},
            hand_a=[plate],
            step=3,
            edition=edition,
        ).when(Play(plate.code()))
        assert position.keywords("a1")["armor"] == 5
        position.end_turn()
        assert position.numbers("a1") == (0, 4)

    @rule("armor.3", "ruling.armor")
    @pytest.mark.parametrize("until", ["turn", ""])
    def test_given_armor_is_gone_after_maintenance(self, until: str) -> None:
        plate = spell(n.Give(one("yours"), keywords(armor=3), until), name="Plate")
        position = scene(
            a={
                1: card("Shell", 0, 5, has(armor=2)),
            },
            hand_a=[plate],
        )
        position.when(Play(plate.code())).end_turn()
        assert position.keywords("a1") == {"armor": 2}
        bare = scene(a={1: card("Bare", 0, 5)}, hand_a=[plate]).when(Play(plate.code())).end_turn()
        assert bare.keywords("a1") == {}

    @rule("g-armor.2")
    def test_zero_armor_is_none(self) -> None:
        """`Destroy a creature with Armor` does not find one whose Armor is used up."""
        shell = card("Shell", 1, 9, has(armor=2))
        crush = spell(n.Destroy(n.All((n.Filter(side="enemy", keyword="armor"),))), name="Crush")
        position = scene(
            b={1: (shell, {"spent": 2}), 2: (shell, {"spent": 1}), 3: card("Bare")}, hand_a=[crush]
        )
        position.when(Play(crush.code()))
        assert [x.id for x in position.facts(Left)] == [2]

    @rule("g-armor.3")
    def test_losing_printed_abilities_takes_printed_armor(self) -> None:
        plate = spell(n.Give(one("enemy"), keywords(armor=3), "turn"), name="Plate")
        blank = spell(n.Give(one("enemy"), n.Gift(loses=("printed",)), "turn"), name="Blank")
        shell = card("Shell", 1, 9, has(armor=2))
        position = scene(b={1: shell}, hand_a=[plate, blank, BOLT])
        position.when(Play(plate.code()), Done(), Pass(), Play(blank.code()))
        assert position.keywords("b1")["armor"] == 3

    @rule("e-g-armor.1", "e-g-armor.2")
    def test_players_have_armor_in_the_early_edition(self) -> None:
        ward = spell(n.Give(YOU, keywords(armor=5), "turn"), name="Ward")
        position = scene(
            b={1: card("Ox", 7, 7), 2: card("Elk", 1, 1)}, hand_a=[ward], step=3, edition="early"
        ).when(Play(ward.code()), Pass())
        assert [(x.amount, x.absorbed) for x in position.facts(HitPlayer)] == [(7, 5), (1, 0)]
        assert position.health() == (47, 50)
        position.end_turn()
        assert position.state.sides[0].spent == 0
        assert position.state.sides[0].gifts == []

    @EDITIONS
    @rule("e-g-armor.3", "e-faq.8")
    def test_absorbed_damage_is_dealt_and_taken(self, edition: str) -> None:
        """A creature that gains a bonus when it damages the player, against 5 Armor of that player."""
        gust = card(
            "Gust",
            2,
            4,
            triggered("damages", change(THIS, 1), who=SELF, other=n.Filter("player", "enemy")),
        )
        sore = card("Sore", 0, 9, triggered("damaged", gain(4), who=n.Filter("player", "yours")))
        ward = spell(n.Give(YOU, keywords(armor=5), "turn"), name="Ward")
        position = scene(a={1: gust}, b={5: sore}, hand_b=[ward], step=4, edition=edition).when(
            Play(ward.code())
        )
        assert position.health() == (50, 54)
        assert position.numbers("a1") == (3, 4)

    @rule("e-g-armor.3")
    def test_creatures_whose_armor_takes_all_are_damaged(self) -> None:
        sore = card("Sore", 0, 9, has(armor=5), triggered("damaged", gain(4), who=SELF))
        position = scene(b={1: sore}, hand_a=[BOLT]).when(Play(BOLT.code()))
        assert position.health() == (50, 54)
        assert position.numbers("b1") == (0, 9)


class TestNumbers:
    @rule("creatures.4")
    def test_changes_stay(self) -> None:
        grow = spell(change(one("yours"), 2, 3), name="Grow")
        position = scene(a={1: card("Ox", 1, 1)}, hand_a=[grow]).when(Play(grow.code()))
        assert position.numbers("a1") == (3, 4)
        position.end_turn().end_turn()
        assert position.numbers("a1") == (3, 4)

    @rule("creatures.4")
    def test_damage_stays(self) -> None:
        position = scene(b={1: card("Ox", 0, 9)}, hand_a=[BOLT]).when(Play(BOLT.code())).end_turn()
        assert position.numbers("b1") == (0, 6)

    @rule("maintenance.1", "e-end.1")
    @EDITIONS
    def test_what_is_given_for_a_turn_does_not(self, edition: str) -> None:
        grow = spell(change(one("yours"), 2, 3, until="turn"), name="Grow")
        position = scene(a={1: card("Ox", 1, 1)}, hand_a=[grow], edition=edition).when(
            Play(grow.code())
        )
        assert position.numbers("a1") == (3, 4)
        position.end_turn()
        assert position.numbers("a1") == (1, 1)
        assert position.health() == (50, 47)

    @rule("maintenance.1", "ruling.maintenance")
    @EDITIONS
    def test_who_lived_on_it_dies_in_maintenance(self, edition: str) -> None:
        mourner = card("Mourner", 0, 9, triggered("destroyed", gain(4), who=n.Filter(side="yours")))
        hare = (card("Hare", 0, 9), {"front": False})
        grow = spell(change(one("yours", names=("Ox",)), 0, 3, until="turn"), name="Grow")
        position = scene(
            a={1: card("Ox", 1, 2), 5: mourner},
            b={1: card("Elk", 4, 9), 2: hare},
            hand_a=[grow],
            step=3,
            edition=edition,
        ).when(Play(grow.code()))
        position.end_turn()
        assert position.look("a1") is None
        assert position.health() == (54, 50)
        order = [type(x).__name__ for x in position.emitted]
        assert order[order.index("Ended") + 1] == "Left"
        assert order.index("Left") < order.index("Moved")
        assert order.index("Gained") < order.index("TurnBegan")

    @rule("creatures.5", "ruling.attack")
    def test_attack_is_never_below_zero_and_counts_from_there(self) -> None:
        weaken = spell(change(one("enemy"), -5), name="Weaken")
        grow = spell(change(one("enemy"), 2), name="Grow")
        position = scene(b={1: card("Ox", 3, 3)}, hand_a=[weaken, grow]).when(Play(weaken.code()))
        assert position.numbers("b1") == (0, 3)
        position.when(Done(), Pass(), Play(grow.code()))
        assert position.numbers("b1") == (2, 3)

    @rule("creatures.6", "g-destroy.1", "g-destroy.1", "e-battle.3", "e-destroy.1", "e-g-destroy.1")
    @EDITIONS
    @pytest.mark.parametrize("level", [1, 3])
    @pytest.mark.parametrize("how", ["damage", "change", "destroy"])
    def test_without_health_it_is_destroyed_and_banished(
        self, how: str, level: int, edition: str
    ) -> None:
        effect = {
            "damage": damage(one("enemy"), 3),
            "change": change(one("enemy"), 0, -3),
            "destroy": n.Destroy(one("enemy")),
        }[how]
        end = spell(effect, name=f"End by {how}")
        ox = card("Ox", 3, 3, level=level)
        position = scene(b={1: ox}, hand_a=[end], edition=edition).when(Play(end.code()))
        assert [(x.why, x.to) for x in position.facts(Left)] == [("destroyed", "banish")]
        assert position.state.sides[1].banished == {ox.code(): 1}
        assert position.state.sides[1].discard.count == 0

    @rule("creatures.6")
    def test_one_health_is_enough(self) -> None:
        position = scene(b={1: card("Ox", 3, 4)}, hand_a=[BOLT]).when(Play(BOLT.code()))
        assert position.numbers("b1") == (3, 1)

    @rule("creatures.2", "g-owner.1")
    def test_to_its_owners_pile(self) -> None:
        """B's creature holds a card of A."""
        ox = card("Ox", 3, 3)
        position = scene(b={1: (ox, {"owner": 0})}, hand_a=[BOLT]).when(Play(BOLT.code()))
        assert position.state.sides[0].banished == {ox.code(): 1, BOLT.code(): 1}
        assert position.state.sides[1].banished == {}

    @rule("creatures.7")
    def test_abilities_still_see_lane_and_attack(self) -> None:
        """`When this is destroyed, deal damage equal to its Attack to the opposing creature.`"""
        revenge = n.Damage(n.All((n.Filter(opposing="this"),)), n.StatOf("A", "this"))
        thorn = card("Thorn", 2, 3, triggered("destroyed", revenge, who=SELF))
        position = scene(
            a={4: card("Ox", 0, 9), 5: card("Elk", 0, 9)},
            b={4: (thorn, {"attack": 5})},
            hand_a=[BOLT],
        ).when(Play(BOLT.code()))
        assert position.numbers("a4") == (0, 4)
        assert position.numbers("a5") == (0, 9)

    @rule("creatures.8")
    def test_others_refer_to_kind_types_and_level(self) -> None:
        dragon = card("Drake", 1, 2, types=("Dragon",), level=2)
        whelp = card("Whelp", 1, 2, types=("Dragon",), level=1)
        mage = card("Mage", 1, 2, types=("Mage",), level=2)
        for what, left in (
            (n.Filter(types=("Dragon",)), ["b3"]),
            (n.Filter(levels=(2,)), ["b2"]),
            (n.Filter(types=("Dragon",), levels=(2,)), ["b2", "b3"]),
            (n.Filter(), []),
        ):
            kill = spell(n.Destroy(n.All((what,))), name="Kill")
            position = scene(b={1: dragon, 2: whelp, 3: mage}, hand_a=[kill]).when(
                Play(kill.code())
            )
            assert [x for x in ("b1", "b2", "b3") if position.look(x)] == left

    @rule("g-increased.1", "g-decreased.1", "e-g-wounded.1")
    @pytest.mark.parametrize(
        ("attack", "health", "op", "stat", "fits"),
        [
            (4, 3, "increased", "A", True),
            (3, 3, "increased", "A", False),
            (2, 3, "decreased", "A", True),
            (3, 3, "decreased", "A", False),
            (3, 4, "increased", "H", True),
            (3, 3, "increased", "H", False),
            (3, 2, "decreased", "H", True),
            (3, 3, "decreased", "H", False),
            (4, 2, "increased", "H", False),
            (4, 2, "decreased", "A", False),
        ],
    )
    def test_increased_and_decreased(
        self, attack: int, health: int, op: str, stat: str, fits: bool
    ) -> None:
        kill = spell(
            n.Destroy(n.All((n.Filter(side="enemy", stats=(n.Stat(stat, op),)),))), name="Kill"
        )
        ox = card("Ox", 3, 3)
        position = scene(b={1: (ox, {"attack": attack, "health": health})}, hand_a=[kill])
        position.when(Play(kill.code()))
        assert (position.look("b1") is None) is fits

    @rule("g-destroy.2")
    def test_banished_is_not_destroyed(self) -> None:
        mourner = card("Mourner", 0, 9, triggered("destroyed", gain(4)))
        away = spell(n.Banish(one("enemy")), name="Away")
        position = scene(a={1: mourner}, b={1: card("Ox")}, hand_a=[away]).when(Play(away.code()))
        assert position.health() == (50, 50)

    @rule("abilities.3", "ruling.together")
    def test_damage_to_several_is_at_the_same_time(self) -> None:
        mourner = card(
            "Mourner", 0, 2, triggered("destroyed", damage(ENEMY, 1), who=n.Filter(side="yours"))
        )
        storm = spell(damage(every("enemy"), 3), name="Storm")
        position = scene(b={1: mourner, 2: card("Ox", 3, 3), 3: card("Elk", 9, 9)}, hand_a=[storm])
        position.when(Play(storm.code())).until("step")
        assert position.health() == (48, 50)
