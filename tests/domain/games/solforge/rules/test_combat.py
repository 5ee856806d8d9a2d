"""The Combat Phase: who deals damage to whom, in every situation of a lane."""

from __future__ import annotations

from typing import Any

import pytest

from domain.contract.game import Fact
from domain.games.solforge.actions import Order, Pass, Play
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import Gained, Hit, HitPlayer, Left, Moved, PhaseBegan, Triggered
from tests.domain.games.solforge.given import (
    ENEMY,
    THIS,
    Made,
    Scene,
    card,
    change,
    damage,
    every,
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

EDITIONS = pytest.mark.parametrize("edition", ["whitefang", "early"])
SELF = n.Filter(ref="this")


def fight(mine: Any, theirs: Any = None, **more: Any) -> Scene:
    """A's and B's creature in lane 3, until the end phase."""
    position = scene(a={3: mine} if mine else {}, b={3: theirs} if theirs else {}, step=4, **more)
    return position.when(Pass())


def back(made: Made, **more: Any) -> tuple[Made, dict[str, Any]]:
    return made, {"front": False, **more}


def dealt(position: Scene) -> list[tuple[str, int]]:
    """Combat damage: to A, B (players), a, b (creatures), and how much."""
    found: list[tuple[str, int]] = []
    for fact in position.emitted:
        if isinstance(fact, Hit) and fact.combat:
            found.append(("ba"[fact.source_seat], fact.amount))
        elif isinstance(fact, HitPlayer) and fact.combat:
            found.append(("AB"[fact.seat], fact.amount))
    return sorted(found)


STRONG, WEAK = card("Strong", 6, 7), card("Weak", 2, 3)


class TestLanes:
    @EDITIONS
    @rule(
        "combat.4",
        "combat-examples.1",
        "mat.7",
        "g-unopposed.1",
        "g-opposing-player.1",
        "e-combat.2",
        "e-g-unopposed.1",
    )
    def test_front_and_unopposed(self, edition: str) -> None:
        assert dealt(fight(STRONG, edition=edition)) == [("B", 6)]
        position = fight(None, STRONG, edition=edition)
        assert dealt(position) == [("A", 6)]
        assert position.health() == (44, 50)

    @EDITIONS
    @rule(
        "combat.3",
        "combat-examples.2",
        "mat.6",
        "mat.5",
        "g-opposed.1",
        "g-opposing.1",
        "e-combat.1",
        "e-combat.3",
        "e-battle.1",
        "e-g-opposed.1",
    )
    def test_both_in_front(self, edition: str) -> None:
        position = fight(STRONG, WEAK, edition=edition)
        assert dealt(position) == [("a", 2), ("b", 6)]
        assert position.numbers("a3") == (6, 5)
        assert position.look("b3") is None
        assert position.health() == (50, 50)

    @EDITIONS
    @rule("combat-examples.3", "creatures.10", "combat.3", "e-combat.3")
    def test_the_back_row_returns_damage(self, edition: str) -> None:
        assert dealt(fight(STRONG, back(WEAK), edition=edition)) == [("a", 2), ("b", 6)]
        assert dealt(fight(back(WEAK), STRONG, edition=edition)) == [("a", 6), ("b", 2)]

    @EDITIONS
    @rule("combat.2", "combat-examples.4", "mat.5")
    def test_both_in_the_back_row(self, edition: str) -> None:
        assert dealt(fight(back(STRONG), back(WEAK), edition=edition)) == []

    @EDITIONS
    @rule("combat-examples.5", "combat.2")
    def test_the_back_row_never_hits_the_player(self, edition: str) -> None:
        assert dealt(fight(back(STRONG), edition=edition)) == []
        assert dealt(fight(None, back(STRONG), edition=edition)) == []

    @rule("combat.5", "creatures.10", "g-exhaust.1")
    def test_exhausted_ones_deal_damage(self) -> None:
        assert dealt(fight((STRONG, {"ready": False}))) == [("B", 6)]
        assert dealt(fight((STRONG, {"ready": False}), WEAK)) == [("a", 2), ("b", 6)]

    @rule("combat.2", "combat.6", "e-combat.1")
    def test_all_lanes_at_once(self) -> None:
        position = scene(a={1: STRONG, 2: WEAK, 3: STRONG}, b={2: STRONG, 5: WEAK}, step=4).when(
            Pass()
        )
        assert dealt(position) == [("A", 2), ("B", 6), ("B", 6), ("a", 6), ("b", 2)]
        order = [x for x in position.emitted if isinstance(x, (Hit, HitPlayer, Left))]
        assert isinstance(order[-1], Left)
        assert position.health() == (48, 38)

    @rule("combat.2")
    def test_two_that_kill_each_other(self) -> None:
        position = fight(card("Glass", 9, 1), card("Glass", 9, 1))
        assert [x.why for x in position.facts(Left)] == ["destroyed", "destroyed"]

    @rule("combat.3")
    def test_without_attack_there_is_no_damage(self) -> None:
        assert dealt(fight(card("Wall", 0, 9), WEAK)) == [("a", 2)]
        assert dealt(fight(card("Wall", 0, 9))) == []

    @rule("combat.3")
    def test_an_exalt_does_not_oppose(self) -> None:
        position = scene(a={3: STRONG}, xb={3: exalt(name="Flag")}, step=4).when(Pass())
        assert dealt(position) == [("B", 6)]

    @rule("combat.1", "combat.3")
    def test_start_of_combat_abilities_count(self) -> None:
        drum = card(
            "Drum", 0, 9, triggered("start of combat", change(every("yours", other=True), 2))
        )
        position = scene(a={1: drum, 3: WEAK}, step=4).when(Pass())
        assert dealt(position) == [("B", 4)]


class TestTriggers:
    @rule("combat.6", "batches.1", "batches.2", "batches.4")
    @pytest.mark.parametrize("forge", [0, 1])
    def test_they_wait_for_all_lanes_and_go_by_the_forge(self, forge: int) -> None:
        def thief(name: str) -> Made:
            return card(name, 2, 9, triggered("damages", gain(1), who=SELF))

        mine, theirs = thief("Mine"), thief("Theirs")
        position = scene(a={1: mine, 2: (WEAK, {})}, b={4: theirs}, forge=forge, step=4).when(
            Pass()
        )
        order: list[Fact] = [
            x for x in position.emitted if isinstance(x, (HitPlayer, Triggered, Gained))
        ]
        assert [type(x) for x in order[:3]] == [HitPlayer] * 3
        both = [mine.code(), theirs.code()]
        assert [x.card for x in position.facts(Triggered)] == (both if forge == 0 else both[::-1])

    @rule("triggers.3", "triggers.4", "ruling.together", "e-destroy.2", "e-faq.5")
    @EDITIONS
    def test_what_dies_together_is_all_seen(self, edition: str) -> None:
        """Destroyed in combat along with another: 2 Health."""
        mourner = card("Mourner", 1, 1, triggered("destroyed", gain(1), who=n.Filter()))
        position = scene(
            a={1: mourner, 2: (WEAK, {"health": 1})},
            b={1: STRONG, 2: STRONG},
            step=4,
            edition=edition,
        ).when(Pass())
        assert [x.id for x in position.facts(Left)] == [1, 2]
        if position.about == "order":
            position.when(Order(0))
        assert position.health() == (52, 50)

    @rule("triggers.3")
    def test_the_same_in_its_own_lane(self) -> None:
        mourner = card("Mourner", 9, 1, triggered("destroyed", gain(1), who=n.Filter()))
        position = fight(mourner, WEAK)
        if position.about == "order":
            position.when(Order(0))
        assert position.health() == (52, 50)

    @rule("slay.1", "slay.2", "ruling.slay")
    def test_slay_by_combat_damage(self) -> None:
        hunter = card("Hunter", 5, 5, triggered("slay", gain(4)))
        assert fight(hunter, WEAK).health() == (54, 50)
        assert fight(hunter, card("Wall", 0, 9)).health() == (50, 50)
        assert fight(back(hunter), WEAK).health() == (54, 50)

    @rule("slay.1", "ruling.together")
    def test_slay_of_one_that_dies_too(self) -> None:
        hunter = card("Glass Hunter", 5, 1, triggered("slay", gain(4)))
        position = fight(hunter, WEAK)
        assert position.look("a3") is None
        assert position.health() == (54, 50)

    @rule("slay.1")
    def test_slay_by_another_does_not_count(self) -> None:
        hunter = card("Hunter", 5, 5, triggered("slay", gain(4)))
        position = scene(a={1: hunter, 3: STRONG}, b={3: WEAK}, step=4).when(Pass())
        assert position.look("b3") is None
        assert position.health() == (50, 45)


class TestStealth:
    SNEAK = card("Sneak", 4, 3, has("stealth"))

    @EDITIONS
    @rule("g-stealth.1", "e-g-stealth.1")
    def test_past_the_back_row_both_ways(self, edition: str) -> None:
        position = fight(self.SNEAK, back(STRONG), edition=edition)
        assert dealt(position) == [("B", 4)]
        assert position.numbers("a3") == (4, 3)
        assert position.numbers("b3") == (6, 7)
        assert dealt(fight(back(STRONG), self.SNEAK, edition=edition)) == [("A", 4)]

    @rule("g-stealth.1")
    def test_not_past_the_front_row(self) -> None:
        assert dealt(fight(self.SNEAK, STRONG)) == [("a", 6), ("b", 4)]

    @rule("g-stealth.1")
    def test_not_from_the_back_row(self) -> None:
        assert dealt(fight(back(self.SNEAK), STRONG)) == [("a", 6), ("b", 4)]
        assert dealt(fight(back(self.SNEAK), back(STRONG))) == []

    @rule("g-stealth.1")
    def test_past_one_with_defender(self) -> None:
        assert dealt(fight(self.SNEAK, back(card("Guard", 3, 9, has("defender"))))) == [("B", 4)]


class TestBreakthrough:
    RAM = card("Ram", 7, 5, has("breakthrough"))

    @EDITIONS
    @rule("g-breakthrough.1", "e-g-breakthrough.1")
    def test_what_is_too_much_goes_to_the_player(self, edition: str) -> None:
        position = fight(self.RAM, WEAK, edition=edition)
        assert dealt(position) == [("B", 4), ("a", 2), ("b", 3)]
        assert position.health() == (50, 46)
        assert position.look("b3") is None

    @rule("g-breakthrough.1")
    def test_exactly_enough_and_too_little(self) -> None:
        assert dealt(fight(self.RAM, card("Seven", 0, 7))) == [("b", 7)]
        assert dealt(fight(self.RAM, card("Nine", 0, 9))) == [("b", 7)]

    @rule("g-breakthrough.1")
    def test_it_counts_health_as_it_is_now(self) -> None:
        assert dealt(fight(self.RAM, (card("Nine", 0, 9), {"health": 2}))) == [("B", 5), ("b", 2)]

    @rule("g-breakthrough.1")
    def test_not_from_the_back_row(self) -> None:
        assert dealt(fight(back(self.RAM), WEAK)) == [("a", 2), ("b", 7)]

    @rule("g-breakthrough.1")
    def test_against_the_back_row(self) -> None:
        assert dealt(fight(self.RAM, back(WEAK))) == [("B", 4), ("a", 2), ("b", 3)]

    @rule("g-breakthrough.1")
    def test_unopposed_it_is_nothing(self) -> None:
        assert dealt(fight(self.RAM)) == [("B", 7)]

    @rule("ruling.breakthrough")
    @pytest.mark.parametrize(("armor", "through"), [(1, 3), (2, 2), (3, 1), (4, 0), (9, 0)])
    def test_armor_absorbs_first(self, armor: int, through: int) -> None:
        position = fight(self.RAM, card(f"Shell {armor}", 0, 3, has(armor=armor)))
        assert position.health() == (50, 50 - through)
        assert (position.look("b3") is None) is (armor <= 4)

    @rule("ruling.breakthrough")
    def test_armor_that_was_used_up_does_not(self) -> None:
        position = fight(self.RAM, (card("Shell", 0, 3, has(armor=4)), {"spent": 3}))
        assert position.health() == (50, 47)

    @rule("g-breakthrough.1")
    def test_with_stealth_past_the_back_row_all_of_it(self) -> None:
        both = card("Both", 7, 5, has("breakthrough", "stealth"))
        assert dealt(fight(both, back(WEAK))) == [("B", 7)]
        assert dealt(fight(both, WEAK)) == [("B", 4), ("a", 2), ("b", 3)]

    @rule("g-breakthrough.1")
    def test_damage_that_is_doubled_is_doubled_once(self) -> None:
        double = n.Has(n.Gift(alters=(n.Alter("damage dealt", times=2, combat=True),)))
        plus = n.Has(n.Gift(alters=(n.Alter("damage dealt", n.Number(2), combat=True),)))
        assert dealt(fight(card("Twice", 4, 5, has("breakthrough"), double), WEAK)) == [
            ("B", 5),
            ("a", 2),
            ("b", 3),
        ]
        assert dealt(fight(card("More", 4, 5, has("breakthrough"), plus), WEAK)) == [
            ("B", 3),
            ("a", 2),
            ("b", 3),
        ]


class TestRows:
    @rule("maintenance.4", "e-end.4", "creatures.10")
    @EDITIONS
    def test_the_back_row_comes_forward_but_for_defender(self, edition: str) -> None:
        guard = card("Guard", 1, 9, has("defender"))
        position = scene(
            a={1: back(WEAK), 2: back(guard)},
            b={4: back(WEAK), 5: back(guard)},
            step=4,
            edition=edition,
        ).end_turn()
        rows = {x: position.at(x).front for x in ("a1", "a2", "b4", "b5")}
        assert rows == {"a1": True, "a2": False, "b4": True, "b5": False}
        assert [x.id for x in position.facts(Moved)] == [1, 3]

    @rule("maintenance.4")
    def test_then_it_fights_from_there(self) -> None:
        position = scene(a={1: back(WEAK)}, step=4).end_turn()
        assert position.health() == (50, 50)
        assert position.end_turn().health() == (50, 48)

    @rule("g-defender.1", "ruling.defender")
    @pytest.mark.parametrize("first", ["aggressive", "defender"])
    def test_gaining_either_moves_it_at_once(self, first: str) -> None:
        give = spell(n.Give(one("yours"), keywords(first)), name=f"Give {first}")
        start_front = first == "defender"
        position = scene(a={1: (WEAK, {"front": start_front})}, hand_a=[give])

        position.when(Play(give.code()))
        assert position.at("a1").front is not start_front

    @rule("g-aggressive.2", "g-defender.2", "g-move.3")
    @pytest.mark.parametrize(
        ("words", "row", "goes"),
        [
            ((), "back", True),
            (("aggressive",), "back", False),
            (("aggressive", "defender"), "front", False),
            (("defender",), "front", False),
        ],
    )
    def test_effects_cannot_put_it_elsewhere(
        self, words: tuple[str, ...], row: str, goes: bool
    ) -> None:

        shove = spell(n.Move(one("yours"), row=row))
        was = row == "back"
        position = scene(
            a={2: (card(f"Ox {words}", 1, 1, has(*words)), {"front": was})}, hand_a=[shove]
        )
        position.when(Play(shove.code()))
        assert position.at("a2").front is (was is not goes)
        assert position.at("a2").lane == 2

    @rule("ruling.rows", "maintenance.1", "maintenance.4")
    @EDITIONS
    def test_temporary_ones(self, edition: str) -> None:
        """The Defender comes forward in the same Maintenance Step, the Aggressive one stays in front."""

        hold = spell(n.Give(one("yours"), keywords("defender"), "turn"), name="Hold")
        rush = spell(n.Give(one("yours"), keywords("aggressive"), "turn"), name="Rush")
        held = scene(a={1: WEAK}, hand_a=[hold], step=3, edition=edition).when(Play(hold.code()))
        assert held.at("a1").front is False
        held.end_turn()
        assert held.at("a1").front is True
        assert held.health() == (50, 50)
        rushed = scene(a={1: back(WEAK)}, hand_a=[rush], step=3, edition=edition).when(
            Play(rush.code())
        )
        assert rushed.at("a1").front is True
        rushed.end_turn()
        assert rushed.at("a1").front is True
        assert rushed.health() == (50, 48)

    @rule("g-enters.2", "ruling.maintenance")
    def test_coming_forward_enters_the_front_row(self) -> None:
        gate = card(
            "Gate", 0, 9, triggered("enters", gain(3), who=n.Filter(side="yours"), row="front")
        )
        position = scene(a={1: gate, 2: back(WEAK)}, b={4: back(WEAK)}, step=4).end_turn()
        assert position.health() == (53, 50)
        assert position.end_turn().health()[0] == 53 - 2

    @rule("ruling.maintenance")
    def test_what_that_gives_for_the_turn_ends_with_it(self) -> None:
        herald = card(
            "Herald",
            1,
            5,
            triggered("enters", change(THIS, 4, until="turn"), who=SELF, row="front"),
        )
        position = scene(a={2: back(herald)}, step=4).end_turn()
        assert len(position.facts(Triggered)) == 1
        assert position.numbers("a2") == (1, 5)

    @rule("combat.2")
    def test_a_creature_that_cannot_attack(self) -> None:
        pacified = card("Pacified", 6, 6, n.Has(n.Gift(forbids=(n.Forbid("attack"),))))
        assert dealt(fight(pacified, WEAK)) == [("a", 2)]
        assert dealt(fight(pacified)) == []


class TestPhase:
    @rule("combat.1")
    def test_after_the_start_of_combat_something_may_be_gone(self) -> None:
        bomb = card("Bomb", 0, 9, triggered("start of combat", damage(every("enemy"), 3)))
        position = scene(a={1: bomb, 2: WEAK}, b={2: WEAK}, step=4).when(Pass())
        assert dealt(position) == [("B", 2)]

    @rule("combat.6", "ruling.health")
    def test_the_match_ends_with_combat_damage_before_triggers(self) -> None:
        leech = card("Leech", 5, 5, triggered("damages", gain(50, ENEMY), who=SELF))
        position = scene(a={1: leech}, step=4, health=(50, 5)).when(Pass())
        assert position.state.over
        assert position.state.winner == 0
        assert position.facts(Triggered) == []
        assert PhaseBegan("end") not in position.emitted
