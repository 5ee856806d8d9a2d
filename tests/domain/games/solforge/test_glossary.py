"""Resolving Abilities, and the glossary: Activate, Mobility, Move, Swap, Battle, Upgrade and the rest."""

from __future__ import annotations

import pytest

from domain.games.solforge.actions import (
    Activate,
    Card,
    Done,
    Lane,
    No,
    Pass,
    Play,
    Target,
    UseMobility,
    Yes,
)
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import (
    Activated,
    Announced,
    Carried,
    Gained,
    Hit,
    HitPlayer,
    Left,
    Moved,
    Swapped,
    Turned,
    Upgraded,
)
from tests.domain.games.solforge.given import (
    ENEMY,
    IT,
    THIS,
    YOU,
    Place,
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

EDITIONS = pytest.mark.parametrize("edition", ["whitefang", "early"])
SELF = n.Filter(ref="this")
OX = card("Ox", 3, 3)


def moves(position: Scene) -> list[tuple[int, int]]:
    """Where Mobility may take what: id and lane."""
    return [(x.id, x.lane) for x in position.ask.choices if isinstance(x, UseMobility)]


class TestActivate:
    MONK = card("Monk", 1, 5, n.Activated((gain(2),)))

    @EDITIONS
    @rule(
        "g-activate.1", "e-g-activate.1", "g-exhaust.1", "e-activate.1", "e-activate.4", "action.7"
    )
    def test_exhausts_it(self, edition: str) -> None:
        position = scene(a={1: self.MONK}, edition=edition).when(Activate(1))
        assert position.facts(Activated) == [Activated(1, 0)]
        assert position.at("a1").ready is False
        assert Activate(1) not in position.ask.choices
        assert "is exhausted" in position.refused(Activate(1))

    @rule("g-exhaust.1", "creatures.10")
    def test_exhausted_its_other_abilities_work(self) -> None:
        bell = card("Bell", 1, 5, n.Activated((gain(2),)), triggered("end of turn", gain(30)))
        position = scene(a={1: (bell, {"ready": False})})
        assert list(position.ask.choices) == [Pass()]
        assert position.end_turn().health() == (80, 49)

    @rule("g-activate.1")
    def test_one_of_several(self) -> None:
        two = card("Two", 1, 5, n.Activated((gain(2),)), n.Activated((gain(30),)))
        position = scene(a={1: two})
        assert set(position.ask.choices) == {Activate(1, 0), Activate(1, 1), Pass()}
        assert position.when(Activate(1, 1)).health() == (80, 50)
        assert Activate(1, 0) not in position.ask.choices
        assert "no such Activate ability" in scene(a={1: OX}).refused(Activate(1))

    @rule("g-activate.1", "maintenance.3")
    def test_exalts_too(self) -> None:
        flag = exalt(n.Activated((gain(2),)), name="Flag")
        position = scene(xa={1: flag}).when(Activate(1))
        assert position.health() == (52, 50)
        assert position.at("xa1").ready is False

    @rule("g-exalted.1")
    def test_exalted_only_in_a_lane_with_an_exalt_of_yours(self) -> None:
        priest = card(
            "Priest", 1, 5, n.Activated((gain(2),), exalted=True), has("stealth", exalted=True)
        )
        flag = exalt(name="Flag")
        assert Activate(1) in scene(a={2: priest}, xa={2: flag}).ask.choices
        assert Activate(1) not in scene(a={2: priest}, xa={3: flag}).ask.choices
        assert Activate(1) not in scene(a={2: priest}, xb={2: flag}).ask.choices
        assert scene(a={2: priest}, xa={2: flag}).keywords("a2") == {"stealth": 1}
        assert scene(a={2: priest}, xa={1: flag}).keywords("a2") == {}

    @rule("batches.2", "batches.3")
    def test_triggers_come_after_the_whole_ability(self) -> None:
        echo = card(
            "Echo",
            0,
            9,
            triggered("gains health", damage(ENEMY, 1), who=n.Filter("player", "yours")),
        )
        monk = card("Twice Monk", 1, 5, n.Activated((gain(1), gain(2))))
        position = scene(a={1: monk, 2: echo}).when(Activate(1)).until("step")
        order = [type(x) for x in position.emitted if isinstance(x, (Gained, HitPlayer))]
        assert order == [Gained, Gained, HitPlayer, HitPlayer]


class TestMobility:
    SCOUT = card("Scout", 2, 2, has(mobility=2))

    @EDITIONS
    @rule("g-mobility.1", "e-g-mobility.1", "action.8", "g-mobility.2")
    def test_to_an_own_empty_lane_up_to_so_far(self, edition: str) -> None:
        """Over others, and whatever the enemy has there."""
        position = scene(a={2: self.SCOUT, 3: OX}, b={1: OX, 4: OX}, edition=edition)
        assert moves(position) == [(1, 1), (1, 4)]
        position.when(UseMobility(1, 4))
        p = position.at("a4")
        assert (p.ready, p.front) == (False, True)
        assert moves(position) == []
        assert "is exhausted" in position.refused(UseMobility(1, 3))

    @rule("g-mobility.1")
    def test_refusals(self) -> None:
        position = scene(a={1: self.SCOUT, 2: OX})
        assert "can move 2 lanes, to an empty one" in position.refused(UseMobility(1, 4))
        assert "can move 2 lanes, to an empty one" in position.refused(UseMobility(1, 2))
        assert "has no Mobility" in position.refused(UseMobility(2, 3))

    @rule("g-mobility.3")
    def test_adds_up(self) -> None:
        haste = spell(n.Give(one("yours"), keywords(mobility=1), "turn"), name="Haste")
        position = scene(a={1: self.SCOUT}, hand_a=[haste]).when(Play(haste.code()))
        assert moves(position) == [(1, 2), (1, 3), (1, 4)]

    @rule("g-move.1", "g-mobility.1")
    @pytest.mark.parametrize("front", [True, False])
    def test_the_row_stays(self, front: bool) -> None:
        position = scene(a={2: (self.SCOUT, {"front": front})}).when(UseMobility(1, 3))
        assert position.at("a3").front is front
        assert position.facts(Moved) == [Moved(1, 3, front)]

    @rule("g-mobility.1", "action.8", "g-enters.2")
    def test_it_is_an_activation_and_a_move(self) -> None:
        watch = card(
            "Watch",
            0,
            9,
            triggered("activated", gain(1), who=n.Filter(side="yours")),
            triggered("moved", gain(10), who=n.Filter(side="yours")),
            triggered("enters", gain(100), who=n.Filter(side="yours"), lane="this"),
        )
        position = scene(a={2: self.SCOUT, 5: watch}).when(UseMobility(1, 3)).until("step")
        assert position.health() == (61, 50)
        assert [type(x) for x in position.emitted][:2] == [Turned, Moved]

    @rule("g-mobility.1")
    def test_an_exhausted_one_cannot(self) -> None:
        assert moves(scene(a={2: (self.SCOUT, {"ready": False})})) == []

    @rule("action.8", "action.9")
    def test_before_and_after_the_basic_action(self) -> None:
        position = scene(a={1: self.SCOUT, 5: self.SCOUT}, hand_a=[OX]).when(UseMobility(1, 2))
        position.when(Play(OX.code(), 1), UseMobility(2, 4))
        assert [p.lane for p in position.state.creatures(0)] == [1, 2, 4]


class TestMove:
    @rule("g-move.1", "g-move.2", "g-enters.2")
    def test_to_an_empty_lane_in_the_same_row(self) -> None:
        shove = spell(n.Move(one("enemy")), name="Shove")
        position = scene(b={2: (OX, {"front": False}), 3: OX}, hand_a=[shove])
        position.when(Play(shove.code()), Target(1))
        assert position.ask.seat == 0
        assert list(position.ask.choices) == [Lane(1), Lane(4), Lane(5)]
        position.when(Lane(5))
        assert (position.at("b5").id, position.at("b5").front) == (1, False)

    @rule("g-move.2")
    def test_nowhere_to_go(self) -> None:
        shove = spell(n.Move(one("enemy")), name="Shove")
        position = scene(b=dict.fromkeys((1, 2, 3, 4, 5), OX), hand_a=[shove])
        position.when(Play(shove.code()), Target(3))
        assert position.ask.seat == 1
        assert position.facts(Moved) == []

    @rule("g-move.3", "g-enters.2")
    def test_to_the_other_row_in_the_same_lane(self) -> None:
        gate = card(
            "Gate", 0, 9, triggered("enters", gain(1), who=n.Filter(side="enemy"), row="back")
        )
        shove = spell(n.Move(one("enemy"), row="back"), name="Shove Back")
        position = scene(a={1: gate}, b={2: OX}, hand_a=[shove]).when(Play(shove.code()))
        assert (position.at("b2").front, position.health()) == (False, (51, 50))

    @rule("exalt-rules.8", "g-move.2")
    def test_exalts_move_beside_creatures_but_not_onto_exalts(self) -> None:
        flag = exalt(name="Flag")
        carry = spell(n.Move(one("yours", kind="exalt", lane="")), name="Carry")
        position = scene(
            a={3: OX}, xa={1: flag, 2: exalt(name="Other")}, xb={4: flag}, hand_a=[carry]
        )
        position.when(Play(carry.code()), position.target("xa1"))
        assert list(position.ask.choices) == [Lane(3), Lane(4), Lane(5)]
        position.when(Lane(3))
        assert position.look("xa3")
        assert position.look("a3")

    @rule("g-swap.1", "g-swap.2", "g-move.2")
    def test_a_swap(self) -> None:
        trade = spell(n.Swap(n.Choose((n.Filter(side="yours"),), 2, 2)), name="Trade")
        position = scene(a={1: OX, 4: (card("Elk", 1, 1), {"front": False})}, hand_a=[trade])
        position.when(Play(trade.code())).until("step")
        assert position.facts(Swapped)
        assert (position.at("a1").code, position.at("a1").front) == ("elk.1", False)
        assert (position.at("a4").code, position.at("a4").front) == (OX.code(), True)
        alone = scene(a={1: OX}, b={2: OX}, hand_a=[trade]).when(Play(trade.code()))
        alone.until("step")
        assert alone.facts(Swapped) == []

    @rule("g-adjacent.1", "e-g-adjacent.1")
    def test_adjacent(self) -> None:
        """The next lanes, of the same side, in whatever row; lanes 5 and 1 are not next to each other."""
        for lane, hurt in ((3, ["b2", "b4"]), (1, ["b2"]), (5, ["b4"])):
            quake = spell(
                n.Target(one("enemy", lane="named card", lane_name=f"Flag {lane}")),
                n.Damage(n.All((n.Filter(adjacent_to="it"),)), n.Number(1)),
                name=f"Quake {lane}",
            )
            flag = exalt(name=f"Flag {lane}")
            side: dict[int, Place] = dict.fromkeys((1, 2, 3, 4, 5), OX)
            side[4] = (OX, {"front": False})
            position = scene(a={2: OX, 4: OX}, b=side, xa={lane: flag}, hand_a=[quake])
            position.when(Play(quake.code()))
            got = [f"{'ab'[p.seat]}{p.lane}" for p in position.state.creatures() if p.health == 2]
            assert got == hurt

    @rule("g-opposed.1", "g-unopposed.1", "g-opposing.1", "e-g-opposed.1", "e-g-unopposed.1")
    def test_opposed(self) -> None:
        for opposed, left in ((True, ["a3"]), (False, ["a2"])):
            kill = spell(
                n.Destroy(n.All((n.Filter(side="yours", opposed=opposed),))), name=f"Kill {opposed}"
            )
            position = scene(
                a={2: OX, 3: OX},
                b={2: (OX, {"front": False})},
                xb={3: exalt(name="Flag")},
                hand_a=[kill],
            )
            position.when(Play(kill.code()))
            assert [x for x in ("a2", "a3") if position.look(x)] == left

    @rule("ruling.left")
    def test_leftmost_is_seen_from_ones_own_side(self) -> None:
        kill = spell(
            n.Destroy(n.All((n.Filter(side="yours", extreme="leftmost"),))), name="Kill Left"
        )
        for seat, lane in ((0, 2), (1, 4)):
            side = {2: OX, 4: OX}
            position = scene(a=side, b=side, hand_a=[kill], hand_b=[kill], forge=seat)
            position.when(Play(kill.code()))
            (left,) = position.facts(Left)
            assert position.before.in_play[left.id].lane == lane
            assert position.before.in_play[left.id].seat == seat


class TestBattle:
    @EDITIONS
    @rule("g-battle.1", "e-g-battle.1", "slay.2")
    def test_attack_to_each_other(self, edition: str) -> None:
        hunter = card("Hunter", 4, 5, triggered("slay", gain(3)))
        duel = spell(n.Battle(one("yours"), one("enemy")), name="Duel")
        position = scene(
            a={1: hunter},
            b={5: (card("Elk", 2, 4), {"front": False})},
            hand_a=[duel],
            edition=edition,
        )
        position.when(Play(duel.code()))
        assert position.numbers("a1") == (4, 3)
        assert position.look("b5") is None
        assert position.health() == (53, 50)
        assert {x.combat for x in position.facts(Hit)} == {False}

    @EDITIONS
    @rule("g-strike.1", "e-g-strike.1", "slay.2")
    def test_strike_one_way(self, edition: str) -> None:
        hunter = card("Hunter", 4, 5, triggered("slay", gain(3)))
        blow = spell(n.Strike(one("yours"), one("enemy")), name="Blow")
        position = scene(a={1: hunter}, b={5: card("Elk", 2, 4)}, hand_a=[blow], edition=edition)
        position.when(Play(blow.code()))
        assert position.numbers("a1") == (4, 5)
        assert position.look("b5") is None
        assert position.health() == (53, 50)

    @rule("slay.2", "slay.1", "ruling.slay")
    def test_slay_by_an_ability_of_its_own_but_not_by_a_spell(self) -> None:
        burner = card(
            "Burner", 1, 5, n.Activated((damage(one("enemy"), 3),)), triggered("slay", gain(3))
        )
        position = scene(a={1: burner}, b={5: OX}).when(Activate(1))
        assert position.health() == (53, 50)
        bolt = spell(damage(one("enemy"), 3), name="Bolt")
        position = scene(a={1: burner}, b={5: OX}, hand_a=[bolt]).when(Play(bolt.code()))
        assert position.look("b5") is None
        assert position.health() == (50, 50)

    @rule("slay.1")
    def test_no_slay_of_ones_own(self) -> None:
        burner = card(
            "Burner",
            1,
            5,
            n.Activated((n.Destroy(one("yours", other=True)),)),
            triggered("slay", gain(3)),
        )
        position = scene(a={1: burner, 2: OX}).when(Activate(1))
        assert position.look("a2") is None
        assert position.health() == (50, 50)

    @rule("slay.2", "slay.1")
    def test_slay_by_destroying(self) -> None:
        killer = card("Killer", 1, 5, deploy(n.Destroy(one("enemy"))), triggered("slay", gain(3)))
        position = scene(b={2: OX}, hand_a=[killer]).when(Play(killer.code(), 1))
        assert position.look("b2") is None
        assert position.health() == (53, 50)


class TestUpgrade:
    LOW = card("Leaf", levels={1: (1, 1), 2: (4, 4), 3: (7, 7)})
    READ = spell(n.UpgradeCard("hand", n.Filter("card")), name="Read")

    def read(self, level: int, edition: str, upgrades: tuple[int, ...] = (2, 3)) -> Scene:
        leaf = self.LOW
        position = scene(
            hand_a=[self.READ, leaf.code(level)],
            upgrades_a=[leaf.code(x) for x in upgrades],
            extra=[leaf],
            edition=edition,
        ).when(Play(self.READ.code()))
        chosen = Card(leaf.code(level))
        if position.about == "card":
            position.when(chosen if chosen in position.ask.choices else No())
        return position

    @rule("g-upgrade.1")
    def test_in_the_same_zone(self) -> None:
        side = self.read(1, "whitefang").state.sides[0]
        assert side.hand.cards == {self.LOW.code(2): 1}
        assert side.banished == {self.READ.code(): 1, self.LOW.code(1): 1}
        assert side.upgrades == {self.LOW.code(3): 1}

    @rule("e-g-upgrade.1")
    def test_in_the_early_edition_to_the_discard_pile(self) -> None:
        side = self.read(1, "early").state.sides[0]
        assert side.hand.cards == {}
        assert side.discard.cards == {self.LOW.code(2): 1}
        assert side.banished == {self.READ.code(): 1, self.LOW.code(1): 1}

    @rule("g-upgrade.2", "e-g-upgrade.2")
    @pytest.mark.parametrize(("edition", "happens"), [("whitefang", 1), ("early", 0)])
    def test_level_three(self, edition: str, happens: int) -> None:
        position = self.read(3, edition, upgrades=())
        assert len(position.facts(Upgraded)) == happens
        assert position.state.sides[0].hand.cards == {self.LOW.code(3): 1}

    @rule("g-upgrade.1", "e-g-upgrade.2")
    @EDITIONS
    def test_without_the_next_level_in_the_upgrade_pile(self, edition: str) -> None:
        position = self.read(1, edition, upgrades=(3,))
        assert position.facts(Upgraded) == []
        assert self.LOW.code(1) in position.state.sides[0].hand.cards

    @rule("g-upgrade.2", "g-to.2")
    def test_level_three_counts_as_done(self) -> None:
        pay = spell(n.Pay((n.UpgradeCard("hand", n.Filter("card")),), (gain(5),)), name="Pay")
        leaf = self.LOW
        position = scene(hand_a=[pay, leaf.code(3)], extra=[leaf]).when(Play(pay.code()))
        if position.about == "card":
            position.when(Card(leaf.code(3)))
        assert position.health() == (55, 50)

    @rule("g-upgrade.3")
    def test_later_words_mean_the_new_card(self) -> None:
        """`Upgrade a card in your hand, then play it for Free.`"""
        learn = spell(n.UpgradeCard("hand", n.Filter("creature")), n.PlayIt(), name="Learn")
        leaf = self.LOW
        position = scene(hand_a=[learn, leaf], upgrades_a=[leaf.code(2), leaf.code(3)]).when(
            Play(learn.code())
        )
        if position.about == "card":
            position.when(Card(leaf.code(1)))
        position.when(Lane(2))
        assert position.numbers("a2") == (4, 4)
        assert position.state.sides[0].discard.cards == {leaf.code(3): 1}

    @rule("g-upgrade.3", "g-upgrade.1")
    def test_in_play(self) -> None:
        grow = spell(
            n.UpgradeCard("play", n.Filter(), who=one("yours")), change(IT, 1), name="Grow Up"
        )
        leaf = self.LOW
        position = scene(a={2: leaf}, hand_a=[grow], upgrades_a=[leaf.code(2)]).when(
            Play(grow.code())
        )
        assert position.at("a2").code == leaf.code(2)
        assert position.numbers("a2") == (5, 4)
        assert leaf.code(1) in position.state.sides[0].banished


class TestResolving:
    @rule("abilities.1", "g-to.1")
    def test_steps_in_the_order_written(self) -> None:
        both = spell(damage(ENEMY, 3), gain(2), damage(YOU, 1), name="Both")
        position = scene(hand_a=[both]).when(Play(both.code()))
        order = [
            (type(x).__name__, x.amount)
            for x in position.emitted
            if isinstance(x, (HitPlayer, Gained))
        ]
        assert order == [("HitPlayer", 3), ("Gained", 2), ("HitPlayer", 1)]

    @rule("abilities.7")
    def test_as_much_as_possible(self) -> None:
        both = spell(damage(one("enemy"), 3), gain(2), name="Both")
        assert scene(hand_a=[both]).when(Play(both.code())).health() == (52, 50)

    @rule("abilities.7")
    def test_as_many_as_there_are(self) -> None:
        two = spell(damage(n.Choose((n.Filter(side="enemy"),), 2, 2), 1), name="Two")
        position = scene(b={1: OX}, hand_a=[two]).when(Play(two.code()))
        assert position.numbers("b1") == (3, 2)

    @rule("abilities.8")
    @pytest.mark.parametrize(("answer", "health"), [(Yes(), 45), (No(), 50)])
    def test_may(self, answer: Yes | No, health: int) -> None:
        may = spell(n.May((damage(ENEMY, 5),)), gain(1), name="May")
        position = scene(hand_a=[may]).when(Play(may.code()))
        assert list(position.ask.choices) == [Yes(), No()]
        assert position.when(answer).health() == (51, health)

    @rule("ruling.may", "abilities.8")
    def test_what_cannot_be_done_is_not_asked(self) -> None:
        may = spell(n.May((n.Destroy(one("enemy")),)), gain(1), name="May Destroy")
        position = scene(hand_a=[may]).when(Play(may.code()))
        assert position.ask.seat == 1
        assert scene(b={1: OX}, hand_a=[may]).when(Play(may.code())).about == "may"

    @rule("g-to.1", "g-to.2")
    @pytest.mark.parametrize(
        ("mine", "theirs", "done"), [(1, 1, True), (0, 1, False), (1, 0, False)]
    )
    def test_x_to_y_needs_both(self, mine: int, theirs: int, done: bool) -> None:
        pay = spell(
            n.Pay((n.Destroy(one("yours")),), (n.Destroy(one("enemy")),)), name="Trade Lives"
        )
        position = scene(a={1: OX} if mine else {}, b={1: OX} if theirs else {}, hand_a=[pay]).when(
            Play(pay.code())
        )
        assert [x.id for x in position.facts(Left)] == ([1, 2] if done else [])

    @rule("abilities.4")
    @pytest.mark.parametrize("forge", [0, 1])
    def test_choices_of_both_from_who_has_the_forge(self, forge: int) -> None:
        """`Each player discards a card.`"""
        both = spell(n.Discard("each", n.Filter("card")), name="Each Discards")
        elk = card("Elk")
        position = scene(hand_a=[both, OX, elk], hand_b=[both, OX, elk], forge=1 - forge)
        position.when(Pass())
        assert position.ask.seat == forge
        position.when(Play(both.code()))
        seats = [position.ask.seat]
        position.when(Card(OX.code()))
        seats.append(position.ask.seat)
        assert seats == [1 - forge, forge]

    @rule("abilities.5", "g-yours.1", "g-enemy.1")
    def test_yours_is_what_is_on_your_side(self) -> None:
        """Though its owner is the other player."""
        storm = spell(damage(every("yours"), 1), name="Storm")
        position = scene(a={1: (OX, {"owner": 1})}, b={2: (OX, {"owner": 0})}, hand_a=[storm])
        position.when(Play(storm.code()))
        assert position.numbers("a1") == (3, 2)
        assert position.numbers("b2") == (3, 3)

    @rule("g-yours.1", "g-enemy.1", "abilities.6")
    def test_or_just_banished_from_it(self) -> None:
        mourner = card("Mourner", 0, 9, triggered("destroyed", gain(4), who=n.Filter(side="yours")))
        hater = card("Hater", 0, 9, triggered("destroyed", gain(30), who=n.Filter(side="enemy")))
        bolt = spell(n.Destroy(n.All((n.Filter(names=("Ox",)),))), name="Kill Oxen")
        position = scene(a={1: mourner, 2: (OX, {"owner": 1})}, b={1: hater}, hand_a=[bolt])
        position.when(Play(bolt.code()))
        assert position.health() == (54, 80)

    @rule("abilities.6")
    def test_destroyed_this_turn_looks_at_whose_it_was(self) -> None:
        gone = n.Happened("destroyed", n.Filter(side="yours"))
        heir = card("Heir", 1, 1, deploy(n.If(gone, (change(THIS, 3, 3),))))
        bolt = spell(n.Destroy(n.All((n.Filter(names=("Ox",)),))), name="Kill Oxen")
        for side in ("a", "b"):
            there = {2: (OX, {"owner": 1})}
            position = scene(
                a=there if side == "a" else {},
                b=there if side == "b" else {},
                hand_a=[bolt, heir],
            ).when(Play(bolt.code()), Done(), Pass(), Play(heir.code(), 1))
            assert position.numbers("a1") == ((4, 4) if side == "a" else (1, 1))

    @rule("g-this.1")
    def test_this_is_the_card_it_stands_on(self) -> None:
        ox = card("Selfish", 1, 1, deploy(change(THIS, 3, 3)))
        position = scene(a={2: ox}, hand_a=[ox]).when(Play(ox.code(), 1))
        assert (position.numbers("a1"), position.numbers("a2")) == ((4, 4), (1, 1))

    @rule("g-you.1")
    def test_you_is_who_plays_or_whose_side_it_was_on(self) -> None:
        keeper = card("Keeper", 1, 1, triggered("destroyed", gain(5), who=SELF))
        bolt = spell(damage(one("enemy"), 3), gain(1), name="Bolt and Rain")
        position = scene(b={1: (keeper, {"owner": 0})}, hand_a=[bolt]).when(Play(bolt.code()))
        assert position.health() == (51, 55)

    @rule("g-reanimate.1", "g-reanimate.2", "e-g-reanimate.1")
    @EDITIONS
    def test_reanimate(self, edition: str) -> None:
        rise = spell(n.PlayCard("banish", n.Filter()), name="Rise")
        position = scene(hand_a=[rise], banished_a=[OX], edition=edition).when(
            Play(rise.code()), Lane(3)
        )
        assert position.numbers("a3") == (3, 3)
        assert position.facts(Announced)[-1].source == "banish"
        assert position.state.sides[0].banished == {rise.code(): 1}

    @rule("g-reanimate.2")
    def test_not_itself_unless_it_says_so(self) -> None:
        ghost = card(
            "Ghost", 1, 3, triggered("destroyed", n.PlayCard("banish", n.Filter()), who=SELF)
        )
        bolt = spell(damage(one("enemy"), 3), name="Bolt")
        position = scene(b={1: ghost}, hand_a=[bolt]).when(Play(bolt.code()))
        assert position.state.sides[1].banished == {ghost.code(): 1}
        named = card("Phoenix", 1, 3, triggered("destroyed", n.PlayCard("banish", SELF), who=SELF))
        position = scene(b={1: named}, hand_a=[bolt]).when(Play(bolt.code()))
        assert position.ask.seat == 1
        assert position.when(Lane(4)).numbers("b4") == (1, 3)

    @rule("g-discard.1", "e-g-discard.1")
    @EDITIONS
    def test_discard(self, edition: str) -> None:
        drop = spell(n.Discard("you", n.Filter("card")), name="Drop")
        leaf = card("Leaf", levels={1: (1, 1), 2: (4, 4)})
        position = scene(hand_a=[drop, leaf], upgrades_a=[leaf.code(2)], edition=edition)
        position.when(Play(drop.code()))
        if position.about == "card":
            position.when(Card(leaf.code()))
        assert position.facts(Carried) == [Carried(0, leaf.code(), "hand", "discard")]
        assert position.state.sides[0].upgrades == {leaf.code(2): 1}

    @rule("g-ready.1", "g-exhaust.1")
    def test_exhaust_and_ready_by_effects(self) -> None:
        monk = card("Monk", 1, 5, n.Activated((gain(2),)))
        tire, wake = spell(n.Exhaust(one()), name="Tire"), spell(n.Ready(one()), name="Wake")
        tired = scene(a={1: monk}, hand_a=[tire]).when(Play(tire.code()))
        assert Activate(1) not in tired.ask.choices
        awake = scene(a={1: (monk, {"ready": False})}, hand_a=[wake]).when(Play(wake.code()))
        assert Activate(1) in awake.ask.choices

    @rule("e-g-drain.1")
    def test_drain(self) -> None:
        drain = spell(damage(one("enemy"), 4), gain(4), name="Drain")
        position = scene(b={1: card("Elk", 1, 9)}, hand_a=[drain], edition="early").when(
            Play(drain.code())
        )
        assert (position.numbers("b1"), position.health()) == ((1, 5), (54, 50))
        nobody = scene(hand_a=[drain], edition="early").when(Play(drain.code()))
        assert nobody.health() == (50, 50)

    @rule("e-g-vengeance.1", "e-g-sacrifice.1")
    def test_vengeance_and_sacrifice(self) -> None:
        martyr = card("Martyr", 1, 3, triggered("destroyed", gain(6), who=SELF))
        offer = spell(n.Destroy(one("yours")), name="Offer")
        position = scene(a={1: martyr}, b={1: OX}, hand_a=[offer], edition="early").when(
            Play(offer.code())
        )
        assert (position.look("a1"), position.health()) == (None, (56, 50))

    @rule("e-g-summon.1")
    @pytest.mark.parametrize("zone", ["discard", "banish"])
    def test_summon_is_a_play_from_elsewhere(self, zone: str) -> None:
        summon = spell(n.PlayCard(zone, n.Filter()), name=f"Summon {zone}")
        discarded, banished = ([OX], []) if zone == "discard" else ([], [OX])
        position = scene(hand_a=[summon], discard_a=discarded, banished_a=banished, edition="early")
        position.when(Play(summon.code()))
        if position.about == "card":
            position.when(Card(OX.code()))
        position.when(Lane(1))
        assert position.facts(Announced)[-1].source == zone
        assert position.numbers("a1") == (3, 3)
