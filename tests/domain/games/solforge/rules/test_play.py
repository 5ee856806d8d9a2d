"""Playing a Card: creatures, spells, Exalts; the level gate; for Free; the next level; replacing."""

from __future__ import annotations

import pytest

from domain.games.solforge.actions import (
    Activate,
    Card,
    Done,
    Lane,
    Order,
    Pass,
    Play,
    Yes,
)
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import (
    Announced,
    BasicTaken,
    Entered,
    Gained,
    HitPlayer,
    Left,
    Levelled,
    Resolved,
    Triggered,
)
from tests.domain.games.solforge.given import (
    ENEMY,
    THIS,
    YOU,
    Made,
    Scene,
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
    triggered,
)
from tests.domain.games.solforge.rulebook import rule

SELF = n.Filter(ref="this")


def ways(position: Scene, made: Made, level: int | None = None) -> list[Play]:
    """The ways in which a card may be played now."""
    code = made.code(level)
    return [x for x in position.ask.choices if isinstance(x, Play) and x.card == code]


class TestCreatures:
    @rule("creature-play.1", "creatures.1", "mat.1", "e-creature.1")
    @pytest.mark.parametrize("seat", [0, 1])
    def test_into_any_of_five_lanes(self, seat: int) -> None:
        ox = card("Ox", 3, 4)
        position = scene(hand_a=[ox], hand_b=[ox], forge=seat)
        assert ways(position, ox) == [Play(ox.code(), lane) for lane in (1, 2, 3, 4, 5)]
        position.when(Play(ox.code(), 4))
        assert position.numbers("ab"[seat] + "4") == (3, 4)
        assert "is played into a lane" in scene(hand_a=[ox]).refused(Play(ox.code()))
        assert "cannot be played there" in scene(hand_a=[ox]).refused(Play(ox.code(), 6))

    @rule("mat.3", "forge.2", "creature-play.3", "mat.2")
    @pytest.mark.parametrize("forge", [0, 1])
    def test_in_front_with_the_forge_else_in_back(self, forge: int) -> None:
        ox = card("Ox", 3, 4)
        position = scene(hand_a=[ox], hand_b=[ox], forge=forge)
        position.when(Play(ox.code(), 2)).when(Play(ox.code(), 2))
        assert position.at("ab"[forge] + "2").front is True
        assert position.at("ab"[1 - forge] + "2").front is False

    @rule("creature-play.4", "g-aggressive.1", "g-defender.1", "e-g-aggressive.1", "e-g-defender.1")
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    @pytest.mark.parametrize(
        ("words", "front"),
        [(("aggressive",), True), (("defender",), False), (("aggressive", "defender"), False)],
    )
    @pytest.mark.parametrize("forge", [0, 1])
    def test_aggressive_and_defender_override_that(
        self, words: tuple[str, ...], front: bool, forge: int, edition: str
    ) -> None:
        ox = card(f"Ox {words}", 3, 4, has(*words))
        position = scene(hand_a=[ox], hand_b=[ox], forge=forge, edition=edition)
        position.when(Play(ox.code(), 2)).when(Play(ox.code(), 2))
        assert (position.at("a2").front, position.at("b2").front) == (front, front)
        entered = [x.front for x in position.facts(Entered)]
        assert entered == [front, front]

    @rule("creatures.9", "creatures.3")
    def test_ready_and_as_printed(self) -> None:
        ox = card("Ox", 3, 4)
        position = scene(hand_a=[ox]).when(Play(ox.code(), 1))
        p = position.at("a1")
        assert (p.ready, p.attack, p.health, p.spent, p.counters) == (True, 3, 4, 0, {})

    @rule("e-activate.2", "creatures.9")
    def test_it_can_be_used_at_once(self) -> None:
        monk = card("Monk", 1, 5, n.Activated((gain(2),)))
        position = scene(hand_a=[monk]).when(Play(monk.code(), 1))
        position.when(Activate(position.at("a1").id))
        assert position.health() == (52, 50)

    @rule("creature-play.6", "g-deploy.1", "play.10", "e-g-deploy.1", "e-creature.3")
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    def test_deploy_comes_after_the_next_level(self, edition: str) -> None:
        ox = card("Ox", levels={1: (3, 4), 2: (5, 6)})
        ox.abilities = {1: (deploy(gain(3)),), 2: ()}
        position = scene(hand_a=[ox], upgrades_a=[ox.code(2)], edition=edition).when(
            Play(ox.code(), 1)
        )
        order = [type(x) for x in position.emitted]
        assert [x for x in order if x in (Announced, Entered, Levelled, Triggered, Gained)] == [
            Announced,
            Entered,
            Levelled,
            Triggered,
            Gained,
        ]
        assert position.health() == (53, 50)

    @rule("g-deploy.1")
    def test_deploy_is_that_of_the_card_alone(self) -> None:
        """One that is in play already does not trigger again."""
        ox = card("Ox", 3, 4, deploy(gain(3)))
        position = scene(a={1: ox}, hand_a=[ox], step=4).when(Pass()).end_turn()
        assert position.facts(Gained) == []


class TestReplacing:
    @rule(
        "creature-play.2",
        "mat.4",
        "g-replace.1",
        "g-destroy.2",
        "creatures.2",
        "e-g-replace.1",
        "e-creature.1",
    )
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    def test_the_old_one_is_banished_not_destroyed(self, edition: str) -> None:
        grief = card("Grief", 1, 9, triggered("destroyed", gain(5), who=n.Filter()))
        old, new = card("Old", 1, 1), card("New", 2, 2)
        position = scene(a={2: old, 4: grief}, hand_a=[new], edition=edition).when(
            Play(new.code(), 2)
        )
        (left,) = position.facts(Left)
        assert (left.why, left.to) == ("replaced", "banish")
        assert position.state.sides[0].banished == {old.code(): 1}
        assert position.health() == (50, 50)
        assert position.at("a2").code == new.code()

    @rule("creature-play.2", "e-creature.1")
    def test_before_the_new_one_is_placed(self) -> None:
        old, new = card("Old", 1, 1), card("New", 2, 2)
        position = scene(a={2: old}, hand_a=[new]).when(Play(new.code(), 2))
        order = [type(x) for x in position.emitted if isinstance(x, (Announced, Left, Entered))]
        assert order == [Announced, Left, Entered]

    @rule("creature-play.7", "e-g-override.1", "e-creature.4")
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    def test_both_trigger(self, edition: str) -> None:
        old = card("Old", 1, 1, triggered("replaced", gain(2), who=SELF))
        new = card("New", 2, 2, triggered("replaces", gain(30), who=SELF))
        position = scene(a={2: old}, hand_a=[new], edition=edition).when(Play(new.code(), 2))
        assert position.about == "order"
        position.when(Order(0))
        assert position.health() == (82, 50)
        empty = scene(a={2: old}, hand_a=[new], edition=edition).when(Play(new.code(), 3))
        assert empty.health() == (50, 50)

    @rule("creature-play.5", "g-replace.3")
    @pytest.mark.parametrize("was_in_front", [True, False])
    @pytest.mark.parametrize("forge", [0, 1])
    def test_the_row_is_by_the_forge(self, forge: int, was_in_front: bool) -> None:
        old, new = card("Old", 1, 1), card("New", 2, 2)
        position = scene(a={2: (old, {"front": was_in_front})}, hand_a=[new], forge=forge)
        if forge:
            position.when(Pass())
        position.when(Play(new.code(), 2))
        assert position.at("a2").front is (forge == 0)

    @rule("g-replace.2", "g-replace.3", "play.3")
    @pytest.mark.parametrize("forge", [0, 1])
    def test_by_an_effect_the_owner_of_the_lane_plays_the_new_one(self, forge: int) -> None:
        """A spell turns an enemy creature into a tree: the caster chooses, the enemy plays it."""
        tree = card("Tree", 0, 8, deploy(gain(4)), minion=True, level=3)
        dendrify = spell(n.ReplaceWith(one(), name="Tree"))
        position = scene(
            b={3: (card("Ox", 5, 5), {"front": True})},
            hand_a=[dendrify],
            extra=[tree],
            forge=forge,
            level=1,
        )
        if forge:
            position.when(Pass())
        position.when(Play(dendrify.code()))
        new = position.at("b3")
        assert (new.code, new.seat, new.owner, new.front) == (tree.code(), 1, 1, forge == 1)
        assert position.facts(Announced)[-1].seat == 1
        assert position.health() == (50, 54)
        assert position.facts(Left)[0].why == "replaced"

    @rule("creature-play.5", "g-reanimate.1", "g-replace.3")
    @pytest.mark.parametrize("forge", [0, 1])
    def test_reanimated_it_is_placed_by_the_forge_too(self, forge: int) -> None:
        rise = spell(n.PlayCard("banish", n.Filter()), name="Rise")
        position = scene(hand_a=[rise], banished_a=[card("Old", 1, 1)], forge=forge)
        if forge:
            position.when(Pass())
        position.when(Play(rise.code()), Lane(2))
        assert position.at("a2").front is (forge == 0)

    @rule("creature-play.1", "creature-play.2")
    def test_one_that_cannot_be_replaced_blocks_its_lane(self) -> None:
        rock = card("Rock", 1, 1, n.Has(n.Gift(forbids=(n.Forbid("be replaced"),))))
        new = card("New", 2, 2)
        position = scene(a={2: rock}, b={3: rock}, hand_a=[new])
        assert [x.lane for x in ways(position, new)] == [1, 3, 4, 5]
        assert "cannot be played there" in position.refused(Play(new.code(), 2))

    @rule("creature-play.1", "exalt-rules.3")
    def test_a_lane_that_is_barred(self) -> None:
        """An Exalt: `Enemy players can't play creatures in this lane.`"""
        bar = n.Gift(forbids=(n.Forbid("play creature", lane="this"),))
        wall = exalt(n.Aura(n.All((n.Filter("player", "enemy"),)), bar), name="Wall")
        new, flag = card("New", 2, 2), exalt(name="Flag")
        position = scene(xb={4: wall}, hand_a=[new, flag])
        assert [x.lane for x in ways(position, new)] == [1, 2, 3, 5]
        assert [x.lane for x in ways(position, flag)] == [1, 2, 3, 4, 5]
        assert len(ways(scene(xa={4: wall}, hand_a=[new]), new)) == 5


class TestSpells:
    @rule("spells.1", "play.7", "e-cards.1")
    def test_have_no_lane(self) -> None:
        rain = spell(gain(1), name="Rain")
        position = scene(hand_a=[rain])
        assert ways(position, rain) == [Play(rain.code())]
        assert "is not played into a lane" in position.refused(Play(rain.code(), 3))
        assert position.when(Play(rain.code())).state.in_play == {}

    @rule("spells.2", "spell-play.1", "play.8")
    def test_resolve_then_are_banished(self) -> None:
        rain = spell(gain(1), name="Rain")
        position = scene(hand_a=[rain]).when(Play(rain.code()))
        assert [type(x) for x in position.emitted][:4] == [BasicTaken, Announced, Gained, Resolved]
        assert position.state.sides[0].banished == {rain.code(): 1}
        assert position.state.sides[0].hand.count == 0

    @rule("e-spell.1", "ruling.spell-order")
    @pytest.mark.parametrize(
        ("edition", "last"), [("early", [Resolved, Levelled]), ("whitefang", [Levelled, Resolved])]
    )
    def test_order_of_the_early_edition(self, edition: str, last: list[type]) -> None:
        rain = card("Rain", levels={1: (0, 0), 2: (0, 0)}, kind="spell")
        rain.abilities = {1: (n.Line((gain(1),)),), 2: ()}
        position = scene(hand_a=[rain], upgrades_a=[rain.code(2)], edition=edition).when(
            Play(rain.code())
        )
        wanted = (Announced, Gained, Resolved, Levelled)
        assert [type(x) for x in position.emitted if isinstance(x, wanted)] == [
            Announced,
            Gained,
            *last,
        ]

    @rule("spell-play.2", "batches.3", "ruling.spell-order", "e-spell.2")
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    def test_all_lines_before_any_trigger(self, edition: str) -> None:
        echo = card(
            "Echo",
            1,
            9,
            triggered("gains health", damage(ENEMY, 1), who=n.Filter("player", "yours")),
        )
        two = card("Two", 0, 0, n.Line((gain(1),)), n.Line((gain(2),)), kind="spell")
        position = scene(a={1: echo}, hand_a=[two], edition=edition).when(Play(two.code()))
        order = [
            type(x)
            for x in position.emitted
            if isinstance(x, (Gained, Resolved, Triggered, HitPlayer))
        ]
        if position.about == "order":
            position.when(Order(0))
            order = [
                type(x)
                for x in position.emitted
                if isinstance(x, (Gained, Resolved, Triggered, HitPlayer))
            ]
        assert order == [Gained, Gained, Resolved, Triggered, HitPlayer, Triggered, HitPlayer]

    def test_may_be_played_without_a_target(self) -> None:
        bolt = spell(damage(one("enemy"), 3), name="Bolt")
        position = scene(hand_a=[bolt]).when(Play(bolt.code()))
        assert position.state.sides[0].banished == {bolt.code(): 1}


class TestExalts:
    @rule("exalts.1", "exalts.2", "exalt-play.1", "exalt-play.3", "exalt-rules.1")
    def test_into_a_row_of_their_own_to_stay(self) -> None:
        flag = exalt(name="Flag")
        position = scene(hand_a=[flag])
        assert ways(position, flag) == [Play(flag.code(), lane) for lane in (1, 2, 3, 4, 5)]
        position.when(Play(flag.code(), 2))
        p = position.at("xa2")
        assert (p.exalt, p.front, p.ready) == (True, False, True)
        position.end_turn()
        assert position.at("xa2").front is False

    @rule("exalts.1")
    def test_they_are_spells(self) -> None:
        reader = card("Reader", 1, 9, triggered("played", gain(2), who=n.Filter("spell", "yours")))
        flag = exalt(name="Flag")
        assert scene(a={1: reader}, hand_a=[flag]).when(Play(flag.code(), 2)).health() == (52, 50)

    @rule("exalts.3", "exalt-rules.4", "exalt-rules.5", "mat.1")
    def test_beside_a_creature(self) -> None:
        flag, ox = exalt(name="Flag"), card("Ox", 1, 1)
        position = scene(a={2: ox}, hand_a=[flag]).when(Play(flag.code(), 2))
        assert position.facts(Left) == []
        assert position.look("a2")
        assert position.look("xa2")
        other = scene(xa={2: flag}, hand_a=[ox]).when(Play(ox.code(), 2))
        assert other.facts(Left) == []
        assert other.look("a2")
        assert other.look("xa2")

    @rule("exalts.4", "exalt-play.2", "exalt-rules.7", "exalts.3")
    def test_one_a_lane_the_old_one_is_replaced(self) -> None:
        old, new = exalt(name="Old Flag"), exalt(name="New Flag")
        position = scene(xa={2: old}, xb={2: old}, hand_a=[new]).when(Play(new.code(), 2))
        assert [x.why for x in position.facts(Left)] == ["replaced"]
        assert position.at("xa2").code == new.code()
        assert position.at("xb2").code == old.code()
        assert position.state.sides[0].banished == {old.code(): 1}

    @rule("exalt-rules.2", "play.8")
    def test_deploy_and_the_next_level(self) -> None:
        flag = card("Flag", levels={1: (0, 0), 2: (0, 0)}, kind="exalt")
        flag.abilities = {1: (deploy(gain(3)),), 2: ()}
        position = scene(hand_a=[flag], upgrades_a=[flag.code(2)]).when(Play(flag.code(), 1))
        assert position.health() == (53, 50)
        assert position.state.sides[0].discard.cards == {flag.code(2): 1}

    @rule("exalt-rules.3")
    def test_abilities_of_the_lane(self) -> None:
        flag = exalt(n.Aura(every("yours", lane="this"), n.Gift(attack=n.Number(4))), name="Flag")
        ox = card("Ox", 1, 1)
        position = scene(a={2: ox, 3: ox}, b={2: ox}, xa={2: flag})
        assert [position.numbers(x)[0] for x in ("a2", "a3", "b2")] == [5, 1, 1]

    @rule("exalt-rules.6")
    def test_the_lane_is_still_empty(self) -> None:
        flag, scout = exalt(name="Flag"), card("Scout", 1, 1, has(mobility=1))
        position = scene(a={1: scout}, xa={2: flag})
        assert position.state.empty_lanes(0) == [2, 3, 4, 5]
        assert [x.lane for x in position.ask.choices if hasattr(x, "lane")] == [2]


class TestGate:
    @rule("play.2", "g-level.1")
    @pytest.mark.parametrize("level", [1, 2, 3, 4])
    @pytest.mark.parametrize("card_level", [1, 2, 3])
    def test_not_above_the_forgeborns_level(self, card_level: int, level: int) -> None:
        ox = card("Ox", level=card_level)
        position = scene(hand_a=[ox], level=level)
        assert bool(ways(position, ox)) is (card_level <= level)
        if card_level > level:
            assert "a higher level than the Forgeborn" in position.refused(Play(ox.code(), 1))

    @rule("play.2")
    def test_the_early_edition_has_none(self) -> None:
        ox = card("Ox", level=3)
        assert ways(scene(hand_a=[ox], level=1, edition="early"), ox)

    @rule("play.2")
    def test_each_by_their_own_forgeborn(self) -> None:
        ox = card("Ox", level=2)
        position = scene(
            hand_a=[ox], hand_b=[ox], level=1, change=lambda s: setattr(s.sides[1], "level", 2)
        )
        assert not ways(position, ox)
        assert ways(position.when(Pass()), ox)

    @rule("play.3")
    def test_an_effect_that_names_the_card(self) -> None:
        """A level 3 Minion, with a Forgeborn of level 1."""
        tree = card("Tree", 6, 6, minion=True, level=3)
        plant = spell(n.PlayNamed("Tree"))
        position = scene(hand_a=[plant], extra=[tree], level=1).when(Play(plant.code()))
        assert list(position.ask.choices) == [Lane(lane) for lane in (1, 2, 3, 4, 5)]
        assert position.when(Lane(2)).at("a2").code == tree.code()

    @rule("ruling.gate", "g-reanimate.1")
    def test_it_holds_for_reanimate(self) -> None:
        low, high = card("Low", level=1), card("High", level=3)
        rise = spell(n.PlayCard("banish", n.Filter()))
        position = scene(hand_a=[rise], banished_a=[low, high], level=2).when(Play(rise.code()))
        assert position.about == "lane"
        assert position.when(Lane(1)).at("a1").code == low.code()
        named = spell(n.PlayCard("banish", n.Filter(names=("High",))))
        position = scene(hand_a=[named], banished_a=[low, high], level=2).when(Play(named.code()))
        assert position.when(Lane(1)).at("a1").code == high.code()


class TestNextLevel:
    OX = card("Ox", levels={1: (1, 1), 2: (2, 2), 3: (3, 3)})

    @rule("play.8", "decks.5", "e-level.1", "e-creature.1")
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    @pytest.mark.parametrize("level", [1, 2])
    def test_goes_to_the_discard_pile_openly(self, level: int, edition: str) -> None:
        ox, up = self.OX.code(level), self.OX.code(level + 1)
        position = scene(
            hand_a=[self.OX, ox][1:],
            upgrades_a=[self.OX.code(2), self.OX.code(3)],
            extra=[self.OX],
            edition=edition,
        )
        position.when(Play(ox, 1))
        side = position.state.sides[0]
        assert (side.discard.cards, side.discard.public) == ({up: 1}, {up: 1})
        assert up not in side.upgrades
        assert len(side.upgrades) == 1

    @rule("play.9", "e-creature.6")
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    def test_level_three_has_none(self, edition: str) -> None:
        position = scene(
            hand_a=[self.OX.code(3)], extra=[self.OX], upgrades_a=[self.OX.code(2)], edition=edition
        )
        position.when(Play(self.OX.code(3), 1))
        assert position.facts(Levelled) == []
        assert position.state.sides[0].discard.count == 0

    @rule("play.8")
    def test_only_if_it_is_in_the_upgrade_pile(self) -> None:
        assert scene(hand_a=[self.OX]).when(Play(self.OX.code(), 1)).facts(Levelled) == []

    @rule("g-upgrade.4")
    def test_that_is_no_upgrade(self) -> None:
        watch = card("Watch", 1, 1, triggered("upgraded", gain(9)))
        position = scene(a={3: watch}, hand_a=[self.OX], upgrades_a=[self.OX.code(2)])
        assert position.when(Play(self.OX.code(), 1)).health() == (50, 50)

    @rule("ruling.put")
    def test_not_for_what_is_put_into_play(self) -> None:
        raise_up = spell(n.PlayCard("discard", n.Filter(), put=True))
        position = scene(hand_a=[raise_up], discard_a=[self.OX], upgrades_a=[self.OX.code(2)])
        position.when(Play(raise_up.code()), Card(self.OX.code()), Lane(1))
        assert position.at("a1").code == self.OX.code()
        assert position.facts(Levelled) == []

    @rule("play.8")
    def test_by_whatever_it_is_played(self) -> None:
        """From the discard pile by a spell, too."""
        again = spell(n.PlayCard("discard", n.Filter()))
        position = scene(hand_a=[again], discard_a=[self.OX], upgrades_a=[self.OX.code(2)])
        position.when(Play(again.code()), Card(self.OX.code()), Lane(1))
        assert [x.card for x in position.facts(Levelled)] == [self.OX.code(2)]


HEALED = n.Happened("player gains health", n.Filter("player", "yours"))


class TestFree:
    @rule("play.6", "ruling.free")
    def test_as_things_are_it_is_always_free(self) -> None:
        feather = card("Feather", 1, 1, n.FreeIf())
        position = scene(hand_a=[feather])
        assert ways(position, feather) == [Play(feather.code(), x, True) for x in (1, 2, 3, 4, 5)]
        assert "is Free now" in position.refused(Play(feather.code(), 1))
        position.when(Play(feather.code(), 1, True))
        assert position.facts(BasicTaken) == []

    @rule("play.4", "play.6")
    def test_on_a_condition(self) -> None:
        holds = n.HasForge()
        feather = card("Feather", 1, 1, n.FreeIf(holds))
        with_it = scene(hand_a=[feather], forge=0)
        assert {x.free for x in ways(with_it, feather)} == {True}
        without = scene(hand_a=[feather], forge=1).when(Pass())
        assert {x.free for x in ways(without, feather)} == {False}
        assert "is not Free now" in without.refused(Play(feather.code(), 1, True))

    @rule("play.4")
    def test_health_gained_this_turn(self) -> None:
        feather, rain = card("Feather", 1, 1, n.FreeIf(HEALED)), spell(gain(1), name="Rain")
        position = scene(hand_a=[feather, rain])
        assert {x.free for x in ways(position, feather)} == {False}
        position.when(Play(rain.code()))
        assert {x.free for x in ways(position, feather)} == {True}
        position.when(Play(feather.code(), 2, True))
        assert len(position.facts(BasicTaken)) == 1

    PAIN = n.FreeIf(cost=(damage(YOU, 5),))

    @rule("play.5", "play.4", "ruling.free")
    def test_for_a_cost_one_says_so(self) -> None:
        ice = card("Ice", 4, 4, self.PAIN)
        position = scene(hand_a=[ice])
        assert {x.free for x in ways(position, ice)} == {True, False}
        paid = scene(hand_a=[ice]).when(Play(ice.code(), 1, True))
        assert paid.health() == (45, 50)
        assert paid.facts(BasicTaken) == []
        unpaid = scene(hand_a=[ice]).when(Play(ice.code(), 1))
        assert unpaid.health() == (50, 50)
        assert unpaid.facts(BasicTaken) == [BasicTaken()]

    @rule("play.5")
    def test_for_a_cost_after_the_basic_action(self) -> None:
        ice, ox = card("Ice", 4, 4, self.PAIN), card("Ox", 1, 1)
        position = scene(hand_a=[ice, ox]).when(Play(ox.code(), 1))
        assert ways(position, ice) == [Play(ice.code(), x, True) for x in (1, 2, 3, 4, 5)]

    @rule("play.1", "play.5")
    def test_the_card_is_announced_before_the_cost_is_paid(self) -> None:
        ice = card("Ice", 4, 4, self.PAIN)
        position = scene(hand_a=[ice]).when(Play(ice.code(), 1, True))
        order = [
            type(x) for x in position.emitted if isinstance(x, (Announced, HitPlayer, Entered))
        ]
        assert order == [Announced, HitPlayer, Entered]

    @rule("play.5")
    def test_it_cannot_be_discarded_for_itself(self) -> None:
        cost = n.Discard("you", n.Filter("card"))
        ice, ox = card("Ice", 4, 4, n.FreeIf(cost=(cost,))), card("Ox", 1, 1)
        alone = scene(hand_a=[ice])
        assert {x.free for x in ways(alone, ice)} == {False}
        position = scene(hand_a=[ice, ox]).when(Play(ice.code(), 1, True))
        assert list(position.ask.choices) == [Card(ox.code())]
        position.when(Card(ox.code()))
        assert position.state.sides[0].discard.cards == {ox.code(): 1}
        assert position.look("a1")

    @rule("play.5", "play.4")
    def test_a_cost_with_a_condition(self) -> None:
        ice = card("Ice", 4, 4, n.FreeIf(n.HasForge(), (damage(YOU, 5),)))
        assert {x.free for x in ways(scene(hand_a=[ice]), ice)} == {True, False}
        assert {x.free for x in ways(scene(hand_a=[ice], forge=1).when(Pass()), ice)} == {False}

    @rule("play.5")
    def test_a_cost_that_cannot_be_paid(self) -> None:
        ice = card("Ice", 4, 4, n.FreeIf(cost=(n.Destroy(one("yours", other=False)),)))
        assert {x.free for x in ways(scene(hand_a=[ice]), ice)} == {False}
        position = scene(a={1: card("Ox", 1, 1)}, hand_a=[ice])
        assert {x.free for x in ways(position, ice)} == {True, False}
        position.when(Play(ice.code(), 2, True))
        assert position.look("a1") is None

    @rule("play.4", "ruling.free")
    def test_by_whom_it_is_played_on(self) -> None:
        """Free on a creature with increased Attack: then only such a one can be its target."""
        grown = n.Is("it", n.Filter(stats=(n.Stat("A", "increased"),)))
        shrink = card("Shrink", 0, 0, n.FreeIf(grown), n.Line((change(one(), -3),)), kind="spell")
        ox = card("Ox", 3, 3)
        plain = scene(b={1: ox, 2: ox}, hand_a=[shrink])
        assert ways(plain, shrink) == [Play(shrink.code())]
        position = scene(b={1: ox, 2: (ox, {"attack": 6}), 3: (ox, {"attack": 5})}, hand_a=[shrink])
        assert ways(position, shrink) == [Play(shrink.code()), Play(shrink.code(), 0, True)]
        position.when(Play(shrink.code(), 0, True))
        assert set(position.ask.choices) == {position.target("b2"), position.target("b3")}
        position.when(position.target("b2"))
        assert position.numbers("b2") == (3, 3)
        assert position.facts(BasicTaken) == []

    @rule("play.6")
    def test_the_next_card_is_free_by_a_rule(self) -> None:
        """`The next level 2 card you play this turn is Free`: the next one only, and only such a one."""
        low, high = card("Low", level=1), card("High", level=2)
        omen = spell(
            n.Rule(n.All((n.Filter("card", "yours", levels=(2,)),)), keywords("free"), once=True)
        )
        position = scene(hand_a=[omen, low, high, high]).when(Play(omen.code()))
        assert ways(position, low) == []
        assert ways(position, high) == [Play(high.code(), x, True) for x in (1, 2, 3, 4, 5)]
        position.when(Play(high.code(), 1, True))
        assert ways(position, high) == []

    @rule("maintenance.1")
    def test_that_rule_ends_with_the_turn(self) -> None:
        omen = spell(n.Rule(n.All((n.Filter("card", "yours"),)), keywords("free"), once=True))
        low = card("Low", level=1)
        position = scene(hand_a=[omen], deck_a=[low] * 5).when(Play(omen.code()))
        assert position.state.standing
        position.end_turn()
        assert position.state.standing == []

    @rule("action.5")
    def test_played_for_free_by_an_effect(self) -> None:
        """A Deploy ability plays a spell from hand, in the same Action Step."""
        rain, bard = (
            spell(gain(4), name="Rain"),
            card("Bard", 1, 1, deploy(n.May((n.PlayCard("hand", n.Filter("spell")),)))),
        )
        position = scene(hand_a=[bard, rain]).when(Play(bard.code(), 1), Yes())
        position.when(Card(rain.code()))
        assert position.health() == (54, 50)
        assert position.facts(Announced)[-1].free
        assert position.state.sides[0].banished == {rain.code(): 1}


class TestTriggers:
    @rule("triggers.1", "triggers.2", "e-creature.2")
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    def test_what_the_spell_plays_does_not_see_it(self, edition: str) -> None:
        sprite = card(
            "Sprite",
            2,
            2,
            triggered("played", change(THIS, 2), who=n.Filter("spell", "yours")),
            minion=True,
        )
        call = spell(n.PlayNamed("Sprite"))
        position = scene(a={1: sprite}, hand_a=[call], edition=edition).when(Play(call.code()))
        position.when(Lane(4))
        assert position.numbers("a1") == (4, 2)
        assert position.numbers("a4") == (2, 2)

    @rule("triggers.1", "e-faq.6")
    def test_what_comes_into_play_does_not_see_itself_come(self) -> None:
        host = card("Host", 2, 2, triggered("enters play", gain(1), who=n.Filter(side="yours")))
        position = scene(a={1: host}, hand_a=[host]).when(Play(host.code(), 2))
        assert position.health() == (51, 50)

    @rule("g-enters.1")
    def test_but_where_it_speaks_of_itself(self) -> None:
        host = card("Host", 2, 2, triggered("enters", gain(1), who=SELF))
        assert scene(hand_a=[host]).when(Play(host.code(), 2)).health() == (51, 50)

    @rule("g-enters.1")
    @pytest.mark.parametrize(("row", "forge"), [("front", 0), ("back", 1)])
    def test_played_it_enters_a_row(self, row: str, forge: int) -> None:
        gate = card("Gate", 0, 9, triggered("enters", gain(1), who=n.Filter(side="yours"), row=row))
        ox = card("Ox", 1, 1)
        for has_it in (0, 1):
            position = scene(a={1: gate}, hand_a=[ox], forge=has_it)
            if has_it:
                position.when(Pass())
            position.when(Play(ox.code(), 2))
            assert position.health() == (51 if has_it == forge else 50, 50)

    @rule("batches.4", "e-faq.1", "e-faq.3", "e-faq.9", "ruling.order")
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    @pytest.mark.parametrize("forge", [0, 1])
    def test_the_forge_players_come_first_in_an_order_of_choice(
        self, forge: int, edition: str
    ) -> None:
        def bell(name: str, amount: int) -> Made:
            return card(name, 0, 9, triggered("end of turn", gain(amount)))

        position = scene(
            a={1: bell("One", 1), 2: bell("Two", 2)},
            b={1: bell("Three", 3), 2: bell("Four", 4)},
            forge=forge,
            step=4,
            edition=edition,
        ).when(Pass())
        seats = []
        while position.about == "order":
            assert len(position.ask.choices) == 2
            seats.append(position.ask.seat)
            position.when(Order(1))
        assert seats == [forge, 1 - forge]
        assert [x.amount for x in position.facts(Gained)] == (
            [2, 1, 4, 3] if forge == 0 else [4, 3, 2, 1]
        )

    @rule("batches.5", "e-faq.4", "batches.1")
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    def test_new_triggers_wait_for_the_batch_to_end(self, edition: str) -> None:
        """A's first trigger makes a new one for A; B's of the first batch comes before it."""
        source = card("Source", 0, 9, triggered("end of turn", gain(1)))
        echo = card(
            "Echo",
            0,
            9,
            triggered("gains health", damage(ENEMY, 1), who=n.Filter("player", "yours")),
        )
        late = card("Late", 0, 9, triggered("end of turn", gain(7)))
        position = scene(a={1: source, 2: echo}, b={1: late}, step=4, edition=edition).when(Pass())
        order = [x.card for x in position.facts(Triggered)]
        assert order == [source.code(), late.code(), echo.code()]

    @rule("e-faq.2")
    def test_choices_are_made_when_a_trigger_resolves(self) -> None:
        """The second trigger's target is asked for after the first has resolved, among what is left."""
        hunter = card("Hunter", 0, 9, triggered("end of turn", damage(one("enemy"), 3)))
        ox = card("Ox", 1, 3)
        position = scene(a={1: hunter, 2: hunter}, b={4: ox, 5: ox}, step=4).when(Pass(), Order(0))
        assert len(position.ask.choices) == 2
        position.when(position.target("b4"))
        assert position.look("b4") is None
        assert position.look("b5") is None

    @rule("ruling.loops")
    def test_an_endless_chain_is_cut(self) -> None:
        from domain.games.solforge.facts import LoopCut

        mirror = card(
            "Mirror", 0, 9, triggered("gains health", gain(1), who=n.Filter("player", "yours"))
        )
        rain = spell(gain(1), name="Rain")
        position = scene(a={1: mirror}, hand_a=[rain]).when(Play(rain.code()))
        assert len(position.facts(LoopCut)) == 1
        assert position.ask.seat == 1
        assert position.health()[0] > 200


class TestHiddenHands:
    OX = card("Ox", levels={1: (1, 1), 2: (2, 2)})
    ELK = card("Elk", 2, 2)

    @rule("ruling.hidden")
    def test_a_card_is_bound_when_it_is_played(self) -> None:
        position = scene(
            hand_a=["??", "??"], unseen_a=[self.OX, self.ELK], upgrades_a=[self.OX.code(2)]
        )
        assert {x.card for x in position.ask.choices if isinstance(x, Play)} == {
            self.OX.code(),
            self.ELK.code(),
        }
        position.when(Play(self.OX.code(), 1))
        side = position.state.sides[0]
        assert side.hand.cards == {"??": 1}
        assert side.unseen == {self.ELK.code(): 1}
        assert {
            x.card for x in position.when(Done(), Pass()).ask.choices if isinstance(x, Play)
        } == {self.ELK.code()}

    @rule("ruling.hidden")
    def test_one_that_cannot_be_there_is_refused(self) -> None:
        position = scene(
            hand_a=["??", self.ELK], unseen_a=[self.OX], banished_a=[self.ELK], extra=[self.OX]
        )
        position.when(Play(self.ELK.code(), 1), Done(), Pass())
        assert f"{self.ELK.code()} is not in A's hand" in position.refused(Play(self.ELK.code(), 2))
        assert "is not in A's hand" in position.refused(Play(self.OX.code(2), 2))
        assert "is not in A's hand" in position.refused(Play("??", 2))
        assert "is not in A's hand" in position.refused(Play("nothing.1", 2))

    @rule("ruling.hidden")
    def test_the_last_of_its_name_is_gone(self) -> None:
        """Two Oxen among the unseen: two may be played, not three."""
        position = scene(hand_a=["??"] * 3, unseen_a=[self.OX, self.OX, self.ELK])
        position.when(Play(self.OX.code(), 1), Done(), Pass(), Play(self.OX.code(), 2))
        position.when(Done(), Pass())
        position.end_turn()
        assert position.state.sides[0].unseen == {self.ELK.code(): 1}
        assert position.state.sides[0].discard.cards == {"??": 1}

    @rule("ruling.hidden", "cycle.3")
    def test_after_the_shuffle_everything_can_be_drawn_again(self) -> None:
        position = scene(
            hand_a=["??", "??"], unseen_a=[self.OX, self.ELK], upgrades_a=[self.OX.code(2)], turn=3
        )
        position.when(Play(self.OX.code(), 1), Done()).end_turn()
        side = position.state.sides[0]
        assert side.discard.count == 0
        assert side.deck + side.hand.count == 2
        assert side.unseen == {self.ELK.code(): 1, self.OX.code(2): 1}

    @rule("ruling.hidden")
    def test_discarded_unknown_cards_stay_unknown(self) -> None:
        position = scene(hand_a=["??", self.ELK], unseen_a=[self.OX], step=4).end_turn()
        assert position.state.sides[0].discard.cards == {self.ELK.code(): 1, "??": 1}
        assert position.state.sides[0].discard.public == {}

    @rule("ruling.hidden")
    def test_an_effect_on_a_hidden_hand_binds_too(self) -> None:
        drop = spell(n.Discard("enemy", n.Filter("card")))
        position = scene(hand_a=[drop], hand_b=["??"], unseen_b=[self.OX, self.ELK]).when(
            Play(drop.code())
        )
        assert position.ask.seat == 1
        assert Card(self.OX.code()) in position.ask.choices
        position.when(Card(self.OX.code()))
        side = position.state.sides[1]
        assert (side.hand.count, side.discard.public, side.unseen) == (
            0,
            {self.OX.code(): 1},
            {self.ELK.code(): 1},
        )

    @rule("ruling.hidden")
    def test_a_forced_play_is_only_forced_by_what_is_known(self) -> None:
        """`Their next card must be an Elk`: with an unknown hand nobody can tell."""
        must = spell(n.ForceBattle(what=n.Filter("card", names=("Elk",))))
        known = scene(hand_a=[must], hand_b=[self.OX, self.ELK]).when(Play(must.code()))
        assert {x.card for x in known.ask.choices if isinstance(x, Play)} == {self.ELK.code()}
        unknown = scene(hand_a=[must], hand_b=["??"], unseen_b=[self.OX, self.ELK]).when(
            Play(must.code())
        )
        assert {x.card for x in unknown.ask.choices if isinstance(x, Play)} == {
            self.OX.code(),
            self.ELK.code(),
        }
        none = scene(hand_a=[must], hand_b=[self.OX], extra=[self.ELK]).when(Play(must.code()))
        assert {x.card for x in none.ask.choices if isinstance(x, Play)} == {self.OX.code()}
