"""Solbind cards and Transform (Battle for Whitefang Pass)."""

from __future__ import annotations

import pytest

from domain.games.solforge.actions import Lane, Pass, Play
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import book
from domain.games.solforge.cards.decks import check_settings, starting_state
from domain.games.solforge.facts import Announced, Entered, Flipped, Gained, Left
from tests.domain.games.solforge.given import (
    Made,
    Scene,
    card,
    damage,
    deploy,
    exalt,
    gain,
    has,
    keywords,
    one,
    scene,
    spell,
    triggered,
)
from tests.domain.games.solforge.rulebook import rule

CUB = card("Cub", 2, 3, solbind="Wolf")
WOLF = card("Wolf", 6, 7, solbind="Cub", level=2)
CALL = spell(n.PlayNamed("Cub"), name="Call")
FLIP = spell(n.Transform(one("yours")), name="Flip")


def pair(up: Made, other: Made, **more: object) -> Scene:
    """A's Solbind card in lane 2, and a spell that Transforms it."""
    return scene(a={2: (up, dict(more))}, hand_a=[FLIP], extra=[other])


class TestSolbind:
    @rule("solbind-rules.1", "decks.4")
    def test_they_lie_in_the_upgrade_pile_from_the_start(self) -> None:
        known = book("")
        deck = next(d for d in known.decks.values() if d.solbind)
        other = next(d for d in known.decks.values() if d.faction != deck.faction)
        state = starting_state(check_settings({"deck a": f"{deck.name} + {other.name}"}))
        fronts = [c for c in state.sides[0].upgrades if known.face(c).card.solbind]
        assert {known.face(c).name for c in fronts} >= set(deck.solbind)
        assert not any(known.face(c).card.solbind for c in state.sides[0].unseen)

    @rule("solbind-rules.2", "solbind.1", "g-unopposed.1")
    def test_a_card_brings_them_into_play(self) -> None:
        position = scene(hand_a=[CALL], upgrades_a=[CUB], extra=[WOLF]).when(
            Play(CALL.code()), Lane(4)
        )
        assert position.numbers("a4") == (2, 3)
        assert position.state.sides[0].upgrades == {}
        assert position.facts(Announced)[-1].source == "upgrade"

    @rule("solbind-rules.3")
    @pytest.mark.parametrize("side", [CUB, WOLF])
    def test_not_while_either_side_is_in_play(self, side: Made) -> None:
        position = scene(a={1: side}, hand_a=[CALL], extra=[CUB, WOLF]).when(Play(CALL.code()))
        assert [p.code for p in position.state.creatures(0)] == [side.code()]
        assert position.ask.seat == 1

    @rule("solbind-rules.4", "solbind.2")
    @pytest.mark.parametrize("how", ["destroyed", "banished", "replaced"])
    def test_they_leave_for_the_upgrade_pile(self, how: str) -> None:
        effects: dict[str, n.Effect] = {
            "destroyed": n.Destroy(one("yours")),
            "banished": n.Banish(one("yours")),
            "replaced": n.PlayNamed("Cog", lane="its"),
        }
        gone = spell(n.Target(one("yours")), effects[how], name=f"Gone {how}")
        position = scene(a={2: CUB}, hand_a=[gone], extra=[WOLF, card("Cog", 1, 1, minion=True)])
        position.when(Play(gone.code()))
        assert [(x.why, x.to) for x in position.facts(Left)] == [(how, "upgrade")]
        assert sum(position.state.sides[0].upgrades.values()) == 1
        assert CUB.code() not in position.state.sides[0].banished

    @rule("solbind-rules.2", "solbind-rules.4")
    def test_and_can_come_again_with_the_side_that_is_named(self) -> None:
        """It left as a Wolf; the card that names the Cub plays it as the Cub."""
        position = scene(hand_a=[CALL], upgrades_a=[WOLF], extra=[CUB]).when(
            Play(CALL.code()), Lane(1)
        )
        assert position.at("a1").code == CUB.code()
        assert position.state.sides[0].upgrades == {}

    @rule("solbind-rules.5")
    def test_never_reanimated(self) -> None:
        """Even if one should lie in the Banish Pile."""
        rise = spell(n.PlayCard("banish", n.Filter()), name="Rise")
        ox = card("Ox", 1, 1)
        position = scene(hand_a=[rise], banished_a=[CUB, ox], extra=[WOLF]).when(Play(rise.code()))
        assert position.when(Lane(1)).at("a1").code == ox.code()

    @rule("solbind-rules.1", "play.2")
    def test_the_level_gate_does_not_hold_for_what_is_named(self) -> None:
        high = card("Alpha", 9, 9, solbind="Omega", level=3)
        low = card("Omega", 1, 1, solbind="Alpha", level=2)
        call = spell(n.PlayNamed("Alpha"), name="Call Alpha")
        position = scene(hand_a=[call], upgrades_a=[high], extra=[low], level=1).when(
            Play(call.code()), Lane(1)
        )
        assert position.at("a1").code == high.code()

    @rule("solbind-rules.2")
    def test_play_or_transform(self) -> None:
        either = spell(n.PlayNamed("Wolf", transform=True), name="Either")
        fresh = scene(hand_a=[either], upgrades_a=[CUB], extra=[WOLF]).when(
            Play(either.code()), Lane(2)
        )
        assert fresh.at("a2").code == WOLF.code()
        there = scene(a={2: CUB}, hand_a=[either], extra=[WOLF]).when(Play(either.code()))
        assert there.at("a2").code == WOLF.code()


class TestTransform:
    @rule("transform.1", "g-stealth.1")
    @pytest.mark.parametrize("front", [True, False])
    def test_same_lane_and_row(self, front: bool) -> None:
        position = pair(CUB, WOLF, front=front).when(Play(FLIP.code()))
        p = position.at("a2")
        assert (p.id, p.code, p.lane, p.front) == (1, WOLF.code(), 2, front)

    @rule("transform.2")
    @pytest.mark.parametrize("ready", [True, False])
    def test_no_readying(self, ready: bool) -> None:
        assert pair(CUB, WOLF, ready=ready).when(Play(FLIP.code())).at("a2").ready is ready

    @rule("transform.2", "transform.3")
    def test_no_replacing_and_no_new_play(self) -> None:
        host = card(
            "Host",
            1,
            9,
            triggered("played", gain(1), who=n.Filter(side="yours")),
            triggered("enters play", gain(10), who=n.Filter(side="yours")),
            triggered("replaced", gain(100)),
            triggered("destroyed", gain(1000)),
        )
        wolf = card("Wolf", 6, 7, deploy(gain(5)), solbind="Cub", level=2)
        position = scene(a={2: CUB, 4: host}, hand_a=[FLIP], extra=[wolf]).when(Play(FLIP.code()))
        position.when(position.target("a2"))
        assert position.health() == (50, 50)
        assert position.facts(Entered) == []

    @rule("transform.4")
    def test_printed_attack_and_health_of_the_new_side(self) -> None:
        position = pair(CUB, WOLF, attack=9, health=1).when(Play(FLIP.code()))
        assert position.numbers("a2") == (6, 7)

    @rule("transform.5")
    def test_lasting_effects_end_on_another_type_of_card_and_stay_on_the_same(self) -> None:
        den = card("Den", 0, 0, kind="exalt", solbind="Beast")
        beast = card("Beast", 4, 4, solbind="Den", level=2)
        grant = n.Give(one("yours"), keywords("stealth"), "")
        both = spell(grant, n.Transform(n.Refer("it")), n.Transform(n.Refer("it")), name="Both")
        position = scene(a={2: beast}, hand_a=[both], extra=[den]).when(Play(both.code()))
        assert [x.kept for x in position.facts(Flipped)] == [False, False]
        assert position.keywords("a2") == {}
        same = spell(grant, n.Transform(n.Refer("it")), name="Same")
        position = scene(a={2: CUB}, hand_a=[same], extra=[WOLF]).when(Play(same.code()))
        assert position.keywords("a2") == {"stealth": 1}

    @rule("transform.6")
    @pytest.mark.parametrize(
        ("old", "new", "given", "spent", "left"),
        [(0, 3, 0, 0, 3), (2, 5, 0, 0, 5), (4, 1, 2, 0, 3), (3, 3, 0, 2, 1), (3, 0, 2, 0, 2)],
    )
    def test_armor(self, old: int, new: int, given: int, spent: int, left: int) -> None:
        from domain.games.solforge.queries import properties

        front = card("Cub", 2, 3, *([has(armor=old)] if old else []), solbind="Wolf")
        other = card("Wolf", 6, 7, *([has(armor=new)] if new else []), solbind="Cub", level=2)
        plate = (
            [n.Give(one("yours"), keywords(armor=given), "turn")]
            if given
            else [n.Target(one("yours"))]
        )
        flip = spell(*plate, n.Transform(n.Refer("it")), name=f"Flip {given}")
        position = scene(a={2: (front, {"spent": spent})}, hand_a=[flip], extra=[other])
        position.when(Play(flip.code()))
        assert properties.armor_of(position.state, position.at("a2")) == left

    @rule("transform.7")
    def test_counters_go(self) -> None:
        position = pair(CUB, WOLF, counters={"energy": 3}).when(Play(FLIP.code()))
        assert position.at("a2").counters == {}

    @rule("transform.8")
    def test_without_a_lane_it_goes_to_the_upgrade_pile(self) -> None:
        """A creature that becomes an Exalt, in a lane with an Exalt."""
        den = card("Den", 0, 0, kind="exalt", solbind="Beast")
        beast = card("Beast", 4, 4, solbind="Den", level=2)
        flag = exalt(name="Flag")
        position = scene(a={2: beast}, xa={2: flag}, hand_a=[FLIP], extra=[den]).when(
            Play(FLIP.code())
        )
        assert position.look("a2") is None
        assert position.at("xa2").code == flag.code()
        assert sum(position.state.sides[0].upgrades.values()) == 1
        assert position.state.sides[0].banished == {FLIP.code(): 1}
        free = scene(a={2: beast}, hand_a=[FLIP], extra=[den]).when(Play(FLIP.code()))
        assert free.at("xa2").code == den.code()
        assert free.look("a2") is None

    @rule("transform.8", "transform.1")
    @pytest.mark.parametrize("forge", [0, 1])
    def test_an_exalt_that_becomes_a_creature(self, forge: int) -> None:
        den = card("Den", 0, 0, kind="exalt", solbind="Beast")
        beast = card("Beast", 4, 4, solbind="Den", level=2)
        flip = spell(n.Transform(one("yours", kind="exalt")), name="Flip Exalt")
        position = scene(xa={2: den}, hand_a=[flip], extra=[beast], forge=forge)
        if forge:
            position.when(Pass())
        position.when(Play(flip.code()))
        assert (position.at("a2").code, position.at("a2").front) == (beast.code(), forge == 0)
        taken = scene(xa={2: den}, a={2: card("Ox")}, hand_a=[flip], extra=[beast], forge=0)
        taken.when(Play(flip.code()))
        assert taken.at("a2").code != beast.code()
        assert taken.look("xa2") is None
        assert sum(taken.state.sides[0].upgrades.values()) == 1

    @rule("transform.9")
    def test_only_in_play(self) -> None:
        by_name = spell(n.Transform(name="Wolf"), name="By Name")
        position = scene(hand_a=[by_name], upgrades_a=[CUB], banished_a=[WOLF]).when(
            Play(by_name.code())
        )
        assert position.state.sides[0].upgrades == {CUB.code(): 1}
        assert position.facts(Flipped) == []

    @rule("transform.9")
    def test_a_card_without_another_side(self) -> None:
        position = scene(a={2: card("Ox", 3, 3)}, hand_a=[FLIP]).when(Play(FLIP.code()))
        assert position.numbers("a2") == (3, 3)
        assert position.facts(Flipped) == []

    @rule("transform.1", "creature-play.4")
    def test_the_new_sides_defender_holds(self) -> None:
        guard = card("Wolf", 6, 7, has("defender"), solbind="Cub", level=2)
        position = scene(a={2: CUB}, hand_a=[FLIP], extra=[guard]).when(Play(FLIP.code()))
        assert position.at("a2").front is False

    @rule("transform.3", "triggers.1")
    def test_its_abilities_are_those_of_the_new_side(self) -> None:
        wolf = card("Wolf", 6, 7, triggered("end of turn", gain(4)), solbind="Cub", level=2)
        cub = card("Cub", 2, 3, triggered("end of turn", gain(30)), solbind="Wolf")
        position = scene(a={2: cub}, hand_a=[FLIP], extra=[wolf]).when(Play(FLIP.code())).end_turn()
        assert [x.amount for x in position.facts(Gained)] == [4]


def test_damage_on_the_front_is_not_on_the_other_side() -> None:
    bolt = spell(damage(one("yours"), 2), n.Transform(n.Refer("it")), name="Bolt and Flip")
    position = scene(a={2: CUB}, hand_a=[bolt], extra=[WOLF]).when(Play(bolt.code()))
    assert position.numbers("a2") == (6, 7)
