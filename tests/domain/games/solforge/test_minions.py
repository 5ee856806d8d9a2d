"""Minion Cards."""

from __future__ import annotations

import pytest

from domain.games.solforge.actions import Lane, Pass, Play
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import book
from domain.games.solforge.facts import Announced, Left, Levelled
from tests.domain.games.solforge.given import (
    ENEMY,
    THIS,
    card,
    change,
    damage,
    gain,
    one,
    scene,
    spell,
    triggered,
)
from tests.domain.games.solforge.rulebook import rule

GIZMO = card("Cog", 2, 2, minion=True, types=("Robot",))
CALL = spell(n.PlayNamed("Cog"), name="Call")
EDITIONS = pytest.mark.parametrize("edition", ["whitefang", "early"])


class TestMinions:
    @rule("minions.1")
    def test_two_kinds_a_faction(self) -> None:
        kinds: dict[str, set[str]] = {}
        for found in book("").cards.values():
            if found.minion:
                kinds.setdefault(found.faction, set()).add(found.name)
        assert {faction: len(names) for faction, names in kinds.items()} == {
            "Alloyin": 2,
            "Nekrium": 2,
            "Tempys": 2,
            "Uterra": 2,
        }

    @EDITIONS
    @rule("minions.3", "abilities.8")
    @pytest.mark.parametrize("forge", [0, 1])
    def test_are_played_as_creatures(self, forge: int, edition: str) -> None:
        position = scene(hand_a=[CALL], extra=[GIZMO], forge=forge, edition=edition)
        if forge:
            position.when(Pass())
        position.when(Play(CALL.code()), Lane(3))
        assert position.numbers("a3") == (2, 2)
        assert position.at("a3").front is (forge == 0)
        (_, announced) = position.facts(Announced)
        assert (announced.card, announced.source) == (GIZMO.code(), "aside")
        assert position.facts(Levelled) == []

    @rule("minions.3", "mat.4")
    def test_they_replace_and_are_replaced(self) -> None:
        position = scene(a={3: GIZMO}, hand_a=[CALL]).when(Play(CALL.code()), Lane(3))
        (left,) = position.facts(Left)
        assert (left.why, left.to) == ("replaced", "aside")
        assert position.look("a3")

    @EDITIONS
    @rule("g-minion.2", "minions.2")
    @pytest.mark.parametrize("how", ["destroyed", "banished", "replaced", "returned"])
    def test_leave_play_for_outside_of_the_game(self, how: str, edition: str) -> None:
        effects: dict[str, n.Effect] = {
            "destroyed": damage(one("yours"), 5),
            "banished": n.Banish(one("yours")),
            "replaced": n.PlayNamed("Cog", lane="its"),
            "returned": n.PutCard("hand", "play", who=one("yours")),
        }
        gone = spell(n.Target(one("yours")), effects[how], name=f"Gone {how}")
        position = scene(a={3: GIZMO}, hand_a=[gone], edition=edition).when(Play(gone.code()))
        assert [(x.why, x.to) for x in position.facts(Left)] == [(how, "aside")]
        side = position.state.sides[0]
        assert side.banished == {gone.code(): 1}
        assert (side.hand.count, side.discard.count, side.deck) == (0, 0, 0)

    @rule("g-minion.2")
    def test_there_is_always_another(self) -> None:
        twice = spell(n.PlayNamed("Cog", most=2, least=2), name="Twice")
        position = scene(a={1: GIZMO}, hand_a=[twice]).when(Play(twice.code()), Lane(2), Lane(3))
        assert [p.code for p in position.state.creatures(0)] == [GIZMO.code()] * 3

    @rule("g-minion.1")
    def test_minion_is_a_type_of_card_not_of_creature(self) -> None:
        """Two Minions of different creature types have no creature type in common."""
        other = card("Ghoul", 1, 1, minion=True, types=("Zombie",))
        same = card("Robot Ox", 1, 1, types=("Robot",))
        kin = spell(
            n.Target(one("yours")),
            n.Destroy(n.All((n.Filter(side="enemy", same="type", same_as="it"),))),
            name="Kin",
        )
        position = scene(a={1: GIZMO}, b={1: other, 2: same}, hand_a=[kin]).when(Play(kin.code()))
        assert position.look("b1")
        assert position.look("b2") is None
        minions = spell(n.Destroy(n.All((n.Filter(minion=True),))), name="Minions")
        position = scene(a={1: GIZMO}, b={1: other, 2: same}, hand_a=[minions]).when(
            Play(minions.code())
        )
        assert [p.code for p in position.state.creatures()] == [same.code()]

    @rule("abilities.2", "minions.3")
    def test_playing_two_is_one_after_the_other(self) -> None:
        """The second may replace the first, and what one triggers on the other is seen."""
        twice = spell(n.PlayNamed("Cog", most=2, least=2), name="Twice")
        position = scene(hand_a=[twice], extra=[GIZMO]).when(Play(twice.code()), Lane(2), Lane(2))
        assert [x.why for x in position.facts(Left)] == ["replaced"]
        assert [p.lane for p in position.state.creatures(0)] == [2]

    @rule("triggers.1", "minions.3")
    def test_playing_one_triggers_as_a_play(self) -> None:
        host = card(
            "Host", 2, 2, triggered("played", change(THIS, 1), who=n.Filter("creature", "yours"))
        )
        position = scene(a={1: host}, hand_a=[CALL], extra=[GIZMO]).when(Play(CALL.code()), Lane(2))
        assert position.numbers("a1") == (3, 2)

    @rule("g-you.1")
    def test_played_for_the_enemy(self) -> None:
        """`The enemy player plays a Cog`: it is theirs, and they choose the lane."""
        gift = spell(n.PlayNamed("Cog", who="enemy"), name="Gift")
        position = scene(hand_a=[gift], extra=[GIZMO]).when(Play(gift.code()))
        assert position.ask.seat == 1
        position.when(Lane(5))
        assert (position.at("b5").seat, position.at("b5").owner) == (1, 1)
        pain = triggered("deploy", damage(ENEMY, 3), who=n.Filter(ref="this"))
        thorn = card("Thorn", 1, 1, pain, minion=True)
        gift = spell(n.PlayNamed("Thorn", who="enemy"), gain(1), name="Thorny Gift")
        position = scene(hand_a=[gift], extra=[thorn]).when(Play(gift.code()), Lane(1))
        assert position.health() == (48, 50)
