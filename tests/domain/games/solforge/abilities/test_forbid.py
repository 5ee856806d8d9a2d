"""What can't be: every kind of prohibition, its exceptions, its lane, its causes (nodes.Forbid)."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import Drawn, Flipped, Hit, Left, Moved, Turned, Upgraded
from tests.domain.games.solforge.abilities.acting import (
    ELK,
    FOE,
    ME,
    OX,
    RAM,
    SELF,
    YOURS,
    cast,
    legal,
    play,
)
from tests.domain.games.solforge.given import (
    born,
    card,
    change,
    damage,
    deploy,
    every,
    exalt,
    gain,
    has,
    keywords,
    one,
    scene,
    spell,
)


def rock(what: str, **more: Any) -> Any:
    """A creature that can't."""
    return card("Rock", 3, 5, n.Has(n.Gift(forbids=(n.Forbid(what, **more),))))


def ban(what: str, who: n.Filter = ME, **more: Any) -> Any:
    """An Exalt that forbids something to players."""
    return exalt(n.Aura(n.All((who,)), n.Gift(forbids=(n.Forbid(what, **more),))))


@pytest.mark.parametrize(
    ("what", "effect", "numbers"),
    [
        ("gain health", change(every("enemy"), 1, 2), (4, 5)),
        ("lose health", change(every("enemy"), 1, -2), (4, 5)),
        ("gain attack", change(every("enemy"), 1, 2), (3, 7)),
        ("lose attack", change(every("enemy"), -1, -2), (3, 3)),
        ("gain health", change(every("enemy"), 1, 2, "turn"), (4, 5)),
        ("lose health", damage(every("enemy"), 2), (3, 5)),
        ("take damage", damage(every("enemy"), 2), (3, 5)),
        ("be destroyed", n.Destroy(every("enemy")), (3, 5)),
        ("be banished", n.Banish(every("enemy")), (3, 5)),
        ("be affected", change(every("enemy"), 1, 2), (3, 5)),
        ("be affected", damage(every("enemy"), 2), (3, 5)),
        ("gain health", n.SetStat(every("enemy"), "H", n.Number(9)), (3, 5)),
    ],
)
def test_a_creature(what: str, effect: n.Effect, numbers: tuple[int, int]) -> None:
    position = cast(effect, b={1: rock(what), 2: card("Other", 3, 5)})
    assert position.numbers("b1") == numbers
    other = position.look("b2")
    assert other is None or position.numbers("b2") != (3, 5)


class TestDestroyed:
    def test_no_health_left_does_not_destroy_it(self) -> None:
        position = cast(damage(every("enemy"), 9), gain(1), b={1: rock("be destroyed"), 2: OX})
        assert position.numbers("b1") == (3, -4)
        assert position.look("b2") is None
        assert position.health() == (51, 50)

    def test_only_by_some(self) -> None:
        safe = rock("be destroyed", source=n.Filter(kind="spell"))
        assert cast(n.Destroy(every("enemy")), b={1: safe}).look("b1") is not None
        axe = card("Axe", 1, 1, deploy(n.Destroy(every("enemy"))))
        assert play(scene(b={1: safe}, hand_a=[axe]), axe, 1).look("b1") is None


class TestAffected:
    def test_not_to_be_chosen_by_the_enemy_but_by_its_own_side(self) -> None:
        shade = rock("be affected")
        position = cast(damage(one(), 1), a={1: shade, 2: OX}, b={1: shade, 2: OX})
        assert legal(position) == {"a1", "a2", "b2"}

    def test_combat_is_no_ability(self) -> None:
        position = scene(a={1: RAM}, b={1: rock("be affected")}).end_turn()
        assert position.numbers("b1") == (3, 1)

    def test_enemy_auras_do_not_reach_it(self) -> None:
        weaken = n.Aura(n.All((n.Filter(side="enemy"),)), n.Gift(attack=n.Number(-1)))
        position = scene(xa={1: exalt(weaken)}, b={1: rock("be affected"), 2: OX})
        assert (position.numbers("b1"), position.numbers("b2")) == ((3, 5), (1, 5))

    def test_only_by_some(self) -> None:
        shade = rock("be affected", source=n.Filter(kind="spell"))
        assert cast(damage(every("enemy"), 1), b={1: shade}).facts(Hit) == []
        puffer = card("Puffer", 1, 1, deploy(damage(every("enemy"), 1)))
        assert play(scene(b={1: shade}, hand_a=[puffer]), puffer, 1).numbers("b1") == (3, 4)


class TestMoving:
    @pytest.mark.parametrize("what", ["move", "be moved"])
    def test_not_at_all(self, what: str) -> None:
        position = cast(n.Move(every("yours"), to="center"), a={1: rock(what), 4: OX})
        assert [fact.id for fact in position.facts(Moved)] == [2]
        assert cast(n.Move(one("yours"), row="back"), a={1: rock(what)}).facts(Moved) == []

    def test_no_mobility_either(self) -> None:
        still = card("Still", 1, 1, has(mobility=2), n.Has(n.Gift(forbids=(n.Forbid("move"),))))
        assert list(scene(a={1: still}).ask.choices) == [a.Pass()]
        pulled = card(
            "Pulled", 1, 1, has(mobility=2), n.Has(n.Gift(forbids=(n.Forbid("be moved"),)))
        )
        assert a.UseMobility(1, 2) in scene(a={1: pulled}).ask.choices

    def test_never_into_the_front_row(self) -> None:
        shy = card("Shy", 1, 1, n.Has(n.Gift(forbids=(n.Forbid("enter front"),))))
        position = cast(
            n.Move(every("yours"), row="front"),
            n.Give(every("yours"), keywords("aggressive")),
            a={1: (shy, {"front": False}), 2: (OX, {"front": False})},
        )
        assert (position.at("a1").front, position.at("a2").front) == (False, True)

    def test_never_into_the_back_row(self) -> None:
        bold = card("Bold", 1, 1, n.Has(n.Gift(forbids=(n.Forbid("enter back"),))))
        position = cast(n.Move(every("yours"), row="back"), a={1: bold, 2: OX})
        assert (position.at("a1").front, position.at("a2").front) == (True, False)


class TestCombat:
    @pytest.mark.parametrize("what", ["attack", "deal combat damage", "deal damage"])
    def test_it_deals_none(self, what: str) -> None:
        position = scene(a={1: rock(what), 2: OX}).end_turn()
        assert position.health() == (50, 48)

    @pytest.mark.parametrize(("combat", "hits"), [(True, 1), (False, 1), (None, 0)])
    def test_damage_of_one_kind(self, combat: bool | None, hits: int) -> None:
        wall = rock("take damage", combat=combat)
        position = cast(damage(one("enemy"), 1), a={1: ELK}, b={1: wall}).end_turn()
        assert position.numbers("b1") == (3, 5 - hits)
        assert [hit.combat for hit in position.facts(Hit) if hit.id == 2] == [not combat] * hits

    def test_a_creature_that_deals_no_damage_by_abilities(self) -> None:
        mute = card("Mute", 3, 5, n.Has(n.Gift(forbids=(n.Forbid("deal damage"),))))
        assert cast(n.Strike(one("yours"), one("enemy")), a={1: mute}, b={1: RAM}).facts(Hit) == []

    def test_no_battle(self) -> None:
        position = cast(n.Battle(one("yours"), one("enemy")), a={1: rock("battle")}, b={1: RAM})
        assert position.facts(Hit) == []


class TestTurning:
    def test_exhausted_and_readied(self) -> None:
        position = cast(n.Exhaust(every("enemy")), b={1: rock("be exhausted"), 2: OX})
        assert [fact.id for fact in position.facts(Turned)] == [2]
        tired = {"ready": False}
        position = cast(n.Ready(every("enemy")), b={1: (rock("be readied"), tired), 2: (OX, tired)})
        assert [fact.id for fact in position.facts(Turned)] == [2]

    def test_no_activating(self) -> None:
        monk = card(
            "Monk", 1, 1, n.Activated((gain(1),)), n.Has(n.Gift(forbids=(n.Forbid("activate"),)))
        )
        assert list(scene(a={1: monk}).ask.choices) == [a.Pass()]


class TestChanging:
    def test_upgraded_and_transformed(self) -> None:
        beast = card(
            "Beast",
            1,
            1,
            n.Has(n.Gift(forbids=(n.Forbid("be upgraded"),))),
            levels={1: (1, 1), 2: (2, 2)},
        )
        up = n.UpgradeCard("play", n.Filter(), who=one("yours"))
        assert cast(up, a={1: beast}, upgrades_a=[beast.code(2)]).facts(Upgraded) == []
        sun = card(
            "Sun", 1, 1, n.Has(n.Gift(forbids=(n.Forbid("be transformed"),))), solbind="Moon"
        )
        moon = card("Moon", 2, 2, solbind="Sun", level=2)
        assert cast(n.Transform(one("yours")), a={1: sun}, extra=[moon]).facts(Flipped) == []

    def test_replaced(self) -> None:
        position = scene(a={1: rock("be replaced"), 2: OX}, hand_a=[ELK])
        assert a.Play(ELK.code(), 1) not in position.ask.choices
        assert a.Play(ELK.code(), 2) in position.ask.choices
        imp = card("Imp", 1, 1, minion=True)
        swap = n.ReplaceWith(one("enemy"), "Imp")
        assert cast(swap, b={1: rock("be replaced")}, extra=[imp]).facts(Left) == []

    def test_reanimated(self) -> None:
        gone = rock("be reanimated")
        assert cast(n.PlayCard("banish", n.Filter()), banished_a=[gone]).about == "step"

    def test_played_from_hand(self) -> None:
        sealed = card("Sealed", 1, 1, n.Has(n.Gift(forbids=(n.Forbid("be played"),))), minion=True)
        assert list(scene(hand_a=[card("Bare", 1, 1, sealed.abilities[1][0])]).ask.choices) == [
            a.Pass()
        ]
        assert cast(n.PlayNamed("Sealed"), extra=[sealed], then=(1,)).look("a1") is not None

    def test_get_a_keyword(self) -> None:
        bare = card(
            "Bare",
            1,
            1,
            has("stealth"),
            n.Has(n.Gift(forbids=(n.Forbid("get aggressive"), n.Forbid("get armor")))),
        )
        give = n.Give(every("yours"), keywords("aggressive", "breakthrough", armor=2))
        position = cast(give, a={1: bare, 2: OX})
        assert position.keywords("a1") == {"stealth": 1, "breakthrough": 1}
        assert position.keywords("a2") == {"aggressive": 1, "breakthrough": 1, "armor": 2}


class TestPlayers:
    def test_gain_and_lose_health(self) -> None:
        everybody = n.All((n.Filter(kind="player"),))
        assert cast(gain(3, everybody), xa={1: ban("gain health")}).health() == (50, 53)
        assert cast(gain(-3, everybody), xa={1: ban("lose health")}).health() == (50, 47)
        assert cast(damage(everybody, 3), xa={1: ban("take damage")}).health() == (50, 47)
        assert cast(damage(everybody, 3), xa={1: ban("lose health")}).health() == (50, 47)

    def test_except_by_a_card(self) -> None:
        but = ban("gain health", but=("Spring",))
        assert cast(gain(3), xa={1: but}).health() == (50, 50)
        spring = spell(gain(3), name="Spring")
        assert scene(hand_a=[spring], xa={1: but}).when(a.Play("spring.1")).health() == (53, 50)

    @pytest.mark.parametrize(
        ("what", "left"),
        [
            ("play spell", {"ox", "tower"}),
            ("play creature", {"zap", "tower"}),
            ("play exalt", {"zap", "ox"}),
            ("play card", set()),
        ],
    )
    def test_play_cards_of_a_kind(self, what: str, left: set[str]) -> None:
        tower, zap = exalt(name="Tower"), spell(gain(1), name="Zap")
        hand = {"hand_a": [tower, zap, OX]}
        position = scene(xb={1: ban(what, FOE)}, **hand)
        assert {
            one_.card.rpartition(".")[0]
            for one_ in position.ask.choices
            if isinstance(one_, a.Play)
        } == left
        assert len(list(scene(xa={1: ban(what, FOE)}, **hand).ask.choices)) == 12

    def test_in_this_lane_only(self) -> None:
        position = scene(xb={2: ban("play creature", FOE, lane="this")}, hand_a=[OX])
        assert {x.lane for x in position.ask.choices if isinstance(x, a.Play)} == {1, 3, 4, 5}

    def test_given_for_the_turn_in_the_lane_of_who_gave_it(self) -> None:
        gift = n.Gift(forbids=(n.Forbid("play creature", lane="this"),))
        guard = card("Guard", 1, 1, deploy(n.Give(n.All((FOE,)), gift)))
        position = play(scene(hand_a=[guard], hand_b=[OX]), guard, 4)
        assert {x.lane for x in position.ask.choices if isinstance(x, a.Play)} == {1, 2, 3, 5}

    def test_the_forgeborn_and_drawing(self) -> None:
        power = born([gain(1)])
        assert a.UseForgeborn() in scene(forgeborn=power, xb={1: ban("use forgeborn")}).ask.choices
        assert (
            a.UseForgeborn() not in scene(forgeborn=power, xa={1: ban("use forgeborn")}).ask.choices
        )
        assert cast(n.Draw(n.Number(1)), xa={1: ban("draw")}, deck_a=[OX]).facts(Drawn) == []

    def test_until_the_end_of_the_turn(self) -> None:
        gift = n.Give(n.All((FOE,)), n.Gift(forbids=(n.Forbid("play spell"),)), "turn")
        zap = spell(gain(1), name="Zap")
        position = cast(gift, hand_b=[zap])
        assert list(position.ask.choices) == [a.Pass()]


def test_exalted_prohibitions_need_an_exalt() -> None:
    holy = card("Holy", 3, 5, n.Has(n.Gift(forbids=(n.Forbid("take damage"),)), exalted=True))
    position = cast(damage(n.All((YOURS,)), 1), a={1: holy, 2: holy}, xa={2: exalt()})
    assert (position.numbers("a1"), position.numbers("a2")) == ((3, 4), (3, 5))


def test_given_in_quotes() -> None:
    quoted = n.Has(n.Gift(forbids=(n.Forbid("be destroyed"),)))
    position = cast(
        n.Give(one("yours"), n.Gift(abilities=(quoted,))),
        n.Destroy(every()),
        a={1: OX, 2: OX},
        then=("a1",),
    )
    assert (position.look("a1") is None, position.look("a2") is None) == (False, True)


def test_of_itself_alone() -> None:
    aura = n.Aura(n.All((SELF,)), n.Gift(forbids=(n.Forbid("gain health"),)))
    lone = card("Lone", 1, 1, aura)
    position = cast(change(every("yours"), 0, 1), a={1: lone, 2: OX})
    assert (position.numbers("a1"), position.numbers("a2")) == ((1, 1), (2, 6))
