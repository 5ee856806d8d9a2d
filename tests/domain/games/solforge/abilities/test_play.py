"""Effects that play cards: Minions, Solbind cards, Reanimate, from hands, decks and piles, Replace."""

from __future__ import annotations

import pytest

from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import Announced, Entered, Left, Levelled
from tests.domain.games.solforge.abilities.acting import (
    ELK,
    OX,
    RAM,
    SELF,
    THEIRS,
    YOURS,
    answer,
    cast,
    legal,
    play,
)
from tests.domain.games.solforge.given import (
    IT,
    THAT,
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

IMP = card("Imp", 1, 1, minion=True)
CARDS = n.Filter(kind="card")


class TestNamed:
    IMPS = n.PlayNamed("Imp")

    def test_into_a_lane_of_choice(self) -> None:
        position = cast(self.IMPS, a={1: OX}, b={2: OX}, extra=[IMP])
        assert legal(position) == {"1", "2", "3", "4", "5"}
        answer(position, 2)
        assert position.numbers("a2") == (1, 1)
        assert (position.numbers("a1"), position.numbers("b2")) == ((2, 5), (2, 5))

    def test_it_is_what_was_played(self) -> None:
        position = cast(self.IMPS, change(IT, 3), a={1: OX}, extra=[IMP], then=(4,))
        assert (position.numbers("a4"), position.numbers("a1")) == ((4, 1), (2, 5))

    def test_one_after_the_other_may_replace_the_first(self) -> None:
        two = n.PlayNamed("Imp", most=2, least=2)
        position = cast(two, extra=[IMP], then=(3, 3))
        assert [fact.why for fact in position.facts(Left)] == ["replaced"]
        assert len(position.facts(Entered)) == 2

    def test_up_to_two(self) -> None:
        some = n.PlayNamed("Imp", most=2, least=0)
        assert cast(some, extra=[IMP], then=("no",)).facts(Entered) == []
        assert len(cast(some, extra=[IMP], then=(1, "no")).facts(Entered)) == 1
        assert len(cast(some, extra=[IMP], then=(1, 2)).facts(Entered)) == 2

    def test_at_any_level_of_the_forgeborn(self) -> None:
        big = card("Big", 9, 9, minion=True, level=3)
        position = cast(n.PlayNamed("Big"), extra=[big], level=1, then=(1,))
        assert position.numbers("a1") == (9, 9)

    def test_no_such_card(self) -> None:
        position = cast(n.PlayNamed("Nobody"), n.If(n.Done(), (gain(10),), stops=False), gain(1))
        assert position.health() == (51, 50)

    @pytest.mark.parametrize(
        ("lane", "lanes"),
        [
            ("empty", {"3", "4", "5"}),
            ("exalt", {"2", "5"}),
            ("enemy exalt", {"1", "4"}),
            ("any exalt", {"1", "2", "4", "5"}),
        ],
    )
    def test_into_lanes_of_a_kind(self, lane: str, lanes: set[str]) -> None:
        position = cast(
            n.PlayNamed("Imp", lane=lane),
            a={1: OX, 2: OX},
            xa={2: exalt(), 5: exalt()},
            xb={1: exalt(), 4: exalt()},
            extra=[IMP],
        )
        assert legal(position) == lanes

    def test_into_the_centre_and_into_the_chosen_lane(self) -> None:
        assert cast(n.PlayNamed("Imp", lane="center"), extra=[IMP]).look("a3") is not None
        position = cast(n.PickLane(), n.PlayNamed("Imp", lane="chosen"), extra=[IMP], then=(5,))
        assert position.look("a5") is not None

    def test_beside_and_into_the_lane_of_this(self) -> None:
        nest = exalt(
            triggered("start of combat", n.PlayNamed("Imp", lane="this")),
            triggered("end of turn", n.PlayNamed("Imp", lane="adjacent")),
        )
        position = scene(xa={1: nest}, extra=[IMP]).end_turn()
        assert (position.look("a1") is None, position.look("a2") is None) == (False, False)
        assert position.look("a3") is None

    def test_into_the_lane_where_it_was(self) -> None:
        effects = (n.Destroy(one("yours")), n.PlayNamed("Imp", lane="its"))
        position = cast(*effects, a={2: OX, 4: RAM}, extra=[IMP], then=("a4",))
        assert position.numbers("a4") == (1, 1)
        assert position.numbers("a2") == (2, 5)

    def test_each_empty_lane(self) -> None:
        position = cast(n.PlayNamed("Imp", lane="each empty"), a={2: OX, 4: RAM}, extra=[IMP])
        assert [position.numbers(f"a{x}") for x in (1, 2, 3, 4, 5)] == [
            (1, 1),
            (2, 5),
            (1, 1),
            (4, 9),
            (1, 1),
        ]

    def test_in_each_lane_with_a_named_card(self) -> None:
        nest = exalt(name="Nest")
        position = cast(
            n.PlayNamed("Imp", lane_name="Nest"), xa={2: nest, 3: exalt(), 5: nest}, extra=[IMP]
        )
        assert [lane for lane in (1, 2, 3, 4, 5) if position.look(f"a{lane}")] == [2, 5]

    def test_what_it_comes_with(self) -> None:
        armed = n.PlayNamed("Imp", gift=keywords("breakthrough", armor=2), attack=2, health=1)
        position = cast(armed, a={1: IMP}, extra=[IMP], then=(2,))
        assert position.numbers("a2") == (3, 2)
        assert position.keywords("a2") == {"breakthrough": 1, "armor": 2}
        assert (position.numbers("a1"), position.keywords("a1")) == ((1, 1), {})

    def test_by_another_player(self) -> None:
        position = cast(n.PlayNamed("Imp", who="enemy"), extra=[IMP])
        assert position.ask.seat == 1
        answer(position, 2)
        assert position.look("b2") is not None
        assert position.look("a2") is None
        both = cast(n.PlayNamed("Imp", who="each"), extra=[IMP], then=(1, 2))
        assert (both.look("a1") is None, both.look("b2") is None) == (False, False)

    def test_put_into_play_is_not_played(self) -> None:
        spy = card(
            "Spy",
            1,
            1,
            triggered("played", gain(1), who=n.Filter()),
            triggered("enters play", gain(10), who=n.Filter()),
        )
        imp = card("Imp", 1, 1, deploy(gain(100)), minion=True)
        field = {"a": {1: spy}, "extra": [imp]}
        put = cast(n.PlayNamed("Imp", put=True), then=(2,), **field).until("step")
        assert put.health() == (160, 50)
        assert put.facts(Announced)[1:] == []
        assert cast(n.PlayNamed("Imp"), then=(2,), **field).until("step").health() == (161, 50)

    def test_solbind_cards_come_from_the_upgrade_pile_once(self) -> None:
        sun, moon = card("Sun", 1, 2, solbind="Moon"), card("Moon", 3, 4, solbind="Sun", level=2)
        again = (n.PlayNamed("Sun"), n.PlayNamed("Sun"), gain(1))
        position = cast(*again, upgrades_a=[sun], extra=[moon], then=(2,))
        assert len(position.facts(Entered)) == 1
        assert position.health() == (51, 50)

    def test_play_or_transform(self) -> None:
        sun, moon = card("Sun", 1, 2, solbind="Moon"), card("Moon", 3, 4, solbind="Sun", level=2)
        either = n.PlayNamed("Moon", transform=True, attack=1, gift=keywords("stealth"))
        fresh = cast(either, upgrades_a=[sun], extra=[moon], then=(2,))
        assert (fresh.numbers("a2"), fresh.keywords("a2")) == ((4, 4), {"stealth": 1})
        there = cast(either, a={2: sun, 3: OX}, extra=[moon])
        assert (there.numbers("a2"), there.keywords("a2")) == ((4, 4), {"stealth": 1})
        assert there.numbers("a3") == (2, 5)
        already = cast(either, a={2: moon}, extra=[sun])
        assert already.numbers("a2") == (3, 4)


class TestReanimate:
    RISE = n.PlayCard("banish", n.Filter())

    def test_a_creature_from_your_banish_pile(self) -> None:
        position = cast(
            self.RISE, banished_a=[OX, spell(gain(9), name="Zap")], banished_b=[RAM], a={2: ELK}
        )
        assert legal(position) == {"1", "2", "3", "4", "5"}
        answer(position, 1)
        assert position.numbers("a1") == (2, 5)
        assert position.numbers("a2") == (1, 3)
        assert OX.code() not in position.state.sides[0].banished
        assert RAM.code() in position.state.sides[1].banished

    def test_the_level_gate_holds(self) -> None:
        high = card("High", 9, 9, level=3)
        assert cast(self.RISE, banished_a=[high], level=2).facts(Entered) == []
        assert cast(
            n.PlayCard("banish", n.Filter(names=("High",))), banished_a=[high], level=2, then=(1,)
        ).look("a1")

    def test_no_solbind_cards(self) -> None:
        sun, moon = card("Sun", 1, 2, solbind="Moon"), card("Moon", 3, 4, solbind="Sun", level=2)
        assert cast(self.RISE, banished_a=[sun], extra=[moon]).facts(Entered) == []

    def test_its_next_level_follows(self) -> None:
        beast = card("Beast", levels={1: (1, 1), 2: (2, 2)})
        position = cast(self.RISE, banished_a=[beast], upgrades_a=[beast.code(2)], then=(1,))
        assert position.facts(Levelled) == [Levelled(0, beast.code(2))]

    def test_not_itself_unless_it_says_so(self) -> None:
        lich = card("Lich", 1, 1, triggered("destroyed", self.RISE, who=SELF))
        die = n.Destroy(one("yours"))
        alone = cast(die, a={1: lich})
        assert (alone.look("a1"), alone.about) == (None, "step")
        assert cast(die, a={1: lich}, banished_a=[lich], then=(1,)).look("a1") is not None
        phoenix = card(
            "Phoenix",
            1,
            1,
            triggered(
                "destroyed",
                n.PlayCard("banish", n.Filter(kind="card", ref="this"), lane="this"),
                who=SELF,
            ),
        )
        back = cast(die, a={3: phoenix, 4: OX}, then=("a3",))
        assert back.at("a3").id == 3
        assert back.numbers("a4") == (2, 5)

    def test_that_creature_from_its_owners_pile(self) -> None:
        necro = card(
            "Necro",
            1,
            5,
            triggered(
                "destroyed",
                n.PlayCard("banish", n.Filter(kind="card", ref="that"), lane="empty"),
                who=THEIRS,
            ),
        )
        position = cast(n.Destroy(one("enemy")), a={1: necro}, b={2: OX, 3: RAM}, then=("b3", 5))
        p = position.at("a5")
        assert (p.code, p.owner, p.seat) == (RAM.code(), 1, 0)
        assert position.state.sides[1].banished == {}

    def test_by_each_player(self) -> None:
        rise = n.PlayCard("banish", n.Filter(), who="each", health=2)
        position = cast(rise, banished_a=[OX], banished_b=[RAM], then=(1, 2))
        assert (position.numbers("a1"), position.numbers("b2")) == ((2, 7), (4, 11))

    def test_two_with_a_gift(self) -> None:
        two = n.PlayCard(
            "banish", n.Filter(), most=2, least=0, gift=keywords("aggressive"), attack=1
        )
        position = cast(two, banished_a=[OX, RAM], then=(OX, 1, RAM, 2))
        assert (position.numbers("a1"), position.numbers("a2")) == ((3, 5), (5, 9))
        assert position.keywords("a2") == {"aggressive": 1}
        assert cast(two, banished_a=[OX, RAM], then=(OX, 1, "no")).look("a2") is None

    def test_it_is_told_as_reanimated(self) -> None:
        spy = card("Spy", 1, 1, triggered("reanimated", gain(1), who=n.Filter(), by="you"))
        assert cast(self.RISE, a={1: spy}, banished_a=[OX], then=(2,)).health() == (51, 50)
        assert cast(n.PlayNamed("Imp"), a={1: spy}, extra=[IMP], then=(2,)).health() == (50, 50)


class TestFromOtherPlaces:
    def test_from_hand(self) -> None:
        position = cast(n.PlayCard("hand", n.Filter()), hand_a=[OX, spell(gain(1), name="Zap")])
        assert legal(position) == {OX.code()}
        answer(position, OX, 3)
        assert position.numbers("a3") == (2, 5)
        assert position.state.sides[0].hand.count == 1

    def test_a_spell_from_hand(self) -> None:
        zap = spell(gain(4), name="Zap")
        position = cast(
            n.PlayCard("hand", n.Filter(kind="spell")), gain(1), hand_a=[zap, OX], then=(zap,)
        )
        assert position.health() == (55, 50)
        assert position.state.sides[0].banished[zap.code()] == 1

    def test_none_in_hand(self) -> None:
        position = cast(
            n.PlayCard("hand", n.Filter()), gain(1), hand_a=[spell(gain(1), name="Zap")]
        )
        assert legal(position) == {"no"}
        assert answer(position, "no").health() == (51, 50)

    def test_one_at_random_from_the_discard_pile(self) -> None:
        random = n.PlayCard("discard", n.Filter(), random=True)
        position = cast(random, discard_a=[OX, RAM, spell(gain(1), name="Zap")])
        assert (position.ask.seat, legal(position)) == (-1, {OX.code(), RAM.code()})
        answer(position, a.Random(RAM.code()), 2)
        assert position.numbers("a2") == (4, 9)

    def test_one_at_random_from_the_deck(self) -> None:
        random = n.PlayCard("deck", n.Filter(), random=True, put=True)
        position = cast(random, deck_a=[OX, spell(gain(1), name="Zap")])
        answer(position, a.Random(OX.code()), 2)
        assert position.numbers("a2") == (2, 5)
        assert position.state.sides[0].deck == 1

    def test_the_top_card_of_the_deck(self) -> None:
        top = n.PlayCard("top", CARDS)
        position = cast(top, deck_a=[OX, RAM])
        assert position.about == "look"
        answer(position, a.Show(0, (RAM.code(),)), 3)
        assert position.numbers("a3") == (4, 9)
        assert (position.state.sides[0].deck, position.state.sides[0].top) == (1, [])

    def test_put_into_play_needs_no_level(self) -> None:
        high = card("High", 9, 9, level=3)
        from_hand = n.PlayCard("hand", n.Filter(), put=True)
        position = cast(
            from_hand, hand_a=[high], upgrades_a=["high.4"][:0], level=1, then=(high, 1)
        )
        assert position.numbers("a1") == (9, 9)
        assert position.facts(Levelled) == []


class TestReplace:
    def test_the_player_whose_creature_it_is_plays_the_new_one(self) -> None:
        oak = card("Oak", 1, 7, deploy(gain(3)), minion=True)
        position = cast(
            n.ReplaceWith(one("enemy"), "Oak"),
            b={1: (OX, {"front": True}), 2: RAM},
            extra=[oak],
            then=("b1",),
        )
        p = position.at("b1")
        assert (p.code, p.seat, p.owner, p.front) == (oak.code(), 1, 1, False)
        assert position.health() == (50, 53)
        assert position.numbers("b2") == (4, 9)
        assert position.facts(Announced)[-1].seat == 1

    def test_the_old_one_is_not_destroyed(self) -> None:
        spy = card(
            "Spy",
            1,
            9,
            triggered("destroyed", gain(1), who=n.Filter()),
            triggered("replaced", gain(10), who=THEIRS),
            triggered("leaves", gain(100), who=THEIRS),
        )
        position = cast(n.ReplaceWith(one("enemy"), "Imp"), a={1: spy}, b={1: OX}, extra=[IMP])
        assert position.until("step").health() == (160, 50)
        assert position.state.sides[1].banished == {OX.code(): 1}

    def test_it_is_the_new_one(self) -> None:
        position = cast(
            n.ReplaceWith(one("enemy"), "Imp"),
            damage(IT, 1),
            b={1: OX, 2: RAM},
            extra=[IMP],
            then=("b1",),
        )
        assert position.look("b1") is None

    def test_with_a_card_from_hand(self) -> None:
        swap_in = n.ReplaceWith(one("yours"), "", "hand", n.Filter())
        position = cast(swap_in, a={1: OX, 2: ELK}, hand_a=[RAM], then=("a1", RAM))
        assert (position.numbers("a1"), position.numbers("a2")) == ((4, 9), (1, 3))
        assert cast(swap_in, hand_a=[RAM]).facts(Entered) == []

    def test_replaces_and_replaced_trigger(self) -> None:
        old = card("Old", 1, 1, triggered("replaced", change(n.Refer("other"), 2), who=SELF))
        new = card(
            "New", 1, 1, triggered("replaces", gain(4), who=SELF, other=n.Filter(names=("Old",)))
        )
        position = play(scene(a={1: old, 2: OX}, hand_a=[new]), new, 1).until("step")
        assert position.numbers("a1") == (3, 1)
        assert position.health() == (54, 50)
        beside = play(scene(a={1: old, 2: OX}, hand_a=[new]), new, 2)
        assert (beside.numbers("a2"), beside.health()) == ((1, 1), (50, 50))

    def test_if_this_replaced_a_creature(self) -> None:
        climber = card(
            "Climber",
            1,
            1,
            deploy(
                n.If(
                    n.Replaced(n.Filter(stats=(n.Stat("A", ">=", n.Number(4)),))),
                    (change(n.Refer("this"), 4),),
                ),
                gain(1),
            ),
        )
        strong = play(scene(a={1: RAM}, hand_a=[climber]), climber, 1)
        assert (strong.numbers("a1"), strong.health()) == ((5, 1), (51, 50))
        grown = play(scene(a={1: (OX, {"attack": 6})}, hand_a=[climber]), climber, 1)
        assert grown.numbers("a1") == (5, 1)
        weak = play(scene(a={1: OX}, hand_a=[climber]), climber, 1)
        assert (weak.numbers("a1"), weak.health()) == ((1, 1), (50, 50))
        assert play(scene(a={1: RAM}, hand_a=[climber]), climber, 2).health() == (50, 50)

    def test_the_replaced_creature(self) -> None:
        heir = card("Heir", 1, 1, deploy(n.Change(n.Refer("this"), n.StatOf("A", "other"))))
        assert play(scene(a={1: RAM, 2: OX}, hand_a=[heir]), heir, 1).numbers("a1") == (5, 1)
        assert play(scene(a={1: RAM, 2: OX}, hand_a=[heir]), heir, 3).numbers("a3") == (1, 1)


class TestPlayIt:
    def test_what_was_upgraded(self) -> None:
        beast = card("Beast", levels={1: (1, 1), 2: (7, 7)})
        effects = (n.UpgradeCard("hand", n.Filter()), n.PlayIt())
        position = cast(*effects, hand_a=[beast, OX], upgrades_a=[beast.code(2)], then=(beast, 2))
        assert position.numbers("a2") == (7, 7)
        assert position.state.sides[0].hand.count == 1

    def test_too_high_a_level(self) -> None:
        beast = card("Beast", levels={1: (1, 1), 2: (7, 7)})
        effects = (n.UpgradeCard("hand", n.Filter()), n.PlayIt(), gain(1))
        position = cast(
            *effects, hand_a=[beast], upgrades_a=[beast.code(2)], level=1, then=(beast,)
        )
        assert position.facts(Entered) == []
        assert position.health() == (51, 50)

    def test_may_be_left(self) -> None:
        beast = card("Beast", levels={1: (1, 1), 2: (7, 7)})
        effects = (n.UpgradeCard("hand", n.Filter()), n.PlayIt(least=0))
        position = cast(*effects, hand_a=[beast], upgrades_a=[beast.code(2)], then=(beast, "no"))
        assert position.facts(Entered) == []

    def test_who_plays_it(self) -> None:
        hand = n.Look(n.Number(99), "enemy", "hand")
        take = n.PlayIt(who="you", ref="rest")
        position = cast(hand, take, hand_b=[RAM], then=(2,))
        p = position.at("a2")
        assert (p.code, p.seat, p.owner) == (RAM.code(), 0, 1)


class TestFree:
    """Cards that may be played for Free by their own words."""

    def test_always_on_a_condition_and_for_a_cost(self) -> None:
        from domain.games.solforge.facts import BasicTaken

        gift = card("Gift", 1, 1, n.FreeIf())
        lucky = card("Lucky", 1, 1, n.FreeIf(n.Exists(n.Filter(kind="exalt"))))
        paid = card("Paid", 1, 1, n.FreeIf(cost=(damage(n.Refer("you"), 5),)))
        position = scene(hand_a=[gift, lucky, paid])
        frees = {x.card for x in position.ask.choices if isinstance(x, a.Play) and x.free}
        assert frees == {gift.code(), paid.code()}
        position.when(a.Play(paid.code(), 1, True), a.Play(gift.code(), 2, True))
        assert (position.health(), position.facts(BasicTaken)) == ((45, 50), [])
        blessed = scene(hand_a=[lucky], xb={1: exalt()})
        assert a.Play(lucky.code(), 1, True) in blessed.ask.choices


def test_aggressive_and_defender_on_what_is_played() -> None:
    wall = card("Wall", 1, 1, has("defender"), minion=True)
    position = cast(n.PlayNamed("Wall"), extra=[wall], then=(1,))
    assert position.at("a1").front is False
    second = scene(
        step=2,
        hand_b=[spell(n.PlayNamed("Imp", gift=keywords("aggressive")), name="Call")],
        extra=[IMP],
    )
    second.when(a.Play("call.1"), a.Lane(3))
    assert second.at("b3").front is True


def test_that_is_who_was_played() -> None:
    priest = card("Priest", 1, 9, triggered("played", change(THAT, 2), who=YOURS))
    position = cast(n.PlayNamed("Imp"), a={1: priest, 2: OX}, extra=[IMP], then=(3,))
    assert (position.numbers("a3"), position.numbers("a2")) == ((3, 1), (2, 5))
    assert cast(n.PlayNamed("Imp"), b={1: priest}, extra=[IMP], then=(3,)).numbers("a3") == (1, 1)
    assert every().among[0] == n.Filter()
