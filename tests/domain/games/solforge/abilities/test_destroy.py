"""Destroying and banishing: whom, by whom, what is seen of it, and where cards go."""

from __future__ import annotations

from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import Left, Triggered
from tests.domain.games.solforge.abilities.acting import (
    OX,
    RAM,
    SELF,
    THEIRS,
    YOURS,
    answer,
    cast,
    legal,
    play,
    skip,
)
from tests.domain.games.solforge.given import (
    THAT,
    THIS,
    card,
    change,
    damage,
    deploy,
    every,
    exalt,
    gain,
    one,
    scene,
    spell,
    triggered,
)

MOURNER = card("Mourner", 0, 5, triggered("destroyed", gain(1), who=n.Filter()))


class TestDestroy:
    def test_one_and_no_other(self) -> None:
        position = cast(n.Destroy(one("enemy")), a={1: OX}, b={1: OX, 2: RAM}, then=("b1",))
        assert position.look("b1") is None
        assert (position.numbers("b2"), position.numbers("a1")) == ((4, 9), (2, 5))
        assert position.state.sides[1].banished == {OX.code(): 1}

    def test_up_to_two_and_fewer(self) -> None:
        some = n.Destroy(n.Choose((THEIRS,), 2, 0))
        three = {1: OX, 2: OX, 3: OX}
        assert cast(some, b=three, then=("no",)).facts(Left) == []
        assert [x.id for x in cast(some, b=three, then=("b2", "no")).facts(Left)] == [2]
        both = cast(some, b=three, then=("b3", "b1"))
        assert sorted(x.id for x in both.facts(Left)) == [1, 3]

    def test_two_must_be_two_if_there_are(self) -> None:
        two = n.Destroy(n.Choose((THEIRS,), 2, 2))
        position = cast(two, b={1: OX, 2: OX, 3: OX}, then=("b1",))
        assert legal(position) == {"b2", "b3"}
        assert len(cast(two, b={1: OX}).facts(Left)) == 1

    def test_exalts_only_where_they_are_meant(self) -> None:
        field = {"xb": {1: exalt(), 2: exalt()}, "b": {1: OX}}
        position = cast(n.Destroy(n.Choose((n.Filter(kind="exalt"),))), then=("xb2",), **field)
        assert (position.look("xb2"), position.look("xb1") is None) == (None, False)
        assert position.look("b1") is not None
        assert cast(n.Destroy(every()), **field).look("xb1") is not None

    def test_all_that_go_together_see_each_other_go(self) -> None:
        position = cast(n.Destroy(every()), a={1: MOURNER, 2: OX}, b={1: RAM})
        assert position.until("step").health() == (53, 50)

    def test_one_after_the_other_do_not(self) -> None:
        each = n.ForEach(every("yours"), (n.Destroy(n.Refer("it")),))
        position = cast(each, a={1: MOURNER, 2: OX, 3: RAM})
        assert position.until("step").health() == (51, 50)

    def test_each_player_destroys_one_of_theirs_at_the_same_time(self) -> None:
        both = n.Several((n.Choose((YOURS,)), n.Choose((THEIRS,), by="enemy")))
        position = cast(n.Destroy(both), a={1: MOURNER, 2: OX}, b={1: OX, 2: OX})
        assert (position.ask.seat, legal(position)) == (0, {"a1", "a2"})
        position.when(a.Target(1))
        assert (position.ask.seat, legal(position)) == (1, {"b1", "b2"})
        position.when(a.Target(4)).until("step")
        assert (position.look("a1"), position.look("b2")) == (None, None)
        assert position.health() == (52, 50)

    def test_who_has_the_forge_chooses_first(self) -> None:
        both = n.Several((n.Choose((YOURS,)), n.Choose((THEIRS,), by="enemy")))
        sweep = spell(n.Destroy(both))
        position = scene(forge=1, step=2, hand_a=[sweep], a={1: OX, 2: OX}, b={1: OX, 2: OX}).when(
            a.Play(sweep.code())
        )
        assert position.ask.seat == 1

    def test_where_cards_go(self) -> None:
        imp = card("Imp", 1, 1, minion=True)
        sun = card("Sun", 1, 1, solbind="Moon")
        position = cast(
            n.Destroy(every("enemy")),
            b={1: imp, 2: sun, 3: (OX, {"owner": 0})},
            extra=[card("Moon", 2, 2, solbind="Sun", level=2)],
        )
        assert [fact.to for fact in position.facts(Left)] == ["aside", "upgrade", "banish"]
        assert position.state.sides[1].banished == {}
        assert position.state.sides[1].upgrades == {sun.code(): 1}
        assert OX.code() in position.state.sides[0].banished

    def test_no_health_is_being_destroyed_and_sees_the_others(self) -> None:
        position = cast(damage(every(), 5), a={1: MOURNER, 2: OX}, b={3: OX})
        assert position.until("step").health() == (53, 50)


class TestSlay:
    HUNTER = card("Hunter", 5, 9, n.Triggered(n.Trigger("slay"), (gain(6),)))

    def test_by_an_ability_of_it(self) -> None:
        axe = card(
            "Axe", 5, 9, deploy(n.Destroy(one("enemy"))), n.Triggered(n.Trigger("slay"), (gain(6),))
        )
        position = play(scene(hand_a=[axe], b={1: OX}), axe, 1)
        assert position.health() == (56, 50)

    def test_not_its_own_sides_creatures(self) -> None:
        axe = card(
            "Axe",
            5,
            9,
            deploy(n.Destroy(one("yours", names=("Ox",)))),
            n.Triggered(n.Trigger("slay"), (gain(6),)),
        )
        position = play(scene(hand_a=[axe], a={2: OX}), axe, 1)
        assert position.look("a2") is None
        assert position.health() == (50, 50)

    def test_not_by_a_spell(self) -> None:
        position = cast(n.Destroy(one("enemy")), a={1: self.HUNTER}, b={1: OX})
        assert position.health() == (50, 50)

    def test_only_who_did_it(self) -> None:
        bite = n.Strike(one("yours"), one("enemy"))
        position = cast(
            bite, a={1: self.HUNTER, 2: self.HUNTER}, b={1: OX, 2: RAM}, then=("a2", "b1")
        )
        assert position.health() == (56, 50)
        (fact,) = position.facts(Triggered)
        assert fact.id == 2

    def test_only_some_victims(self) -> None:
        picky = card(
            "Picky",
            9,
            9,
            n.Triggered(n.Trigger("slay", other=n.Filter(types=("Goblin",))), (gain(6),)),
        )
        imp = card("Imp", 1, 1, types=["Goblin"])
        bite = n.Strike(one("yours"), one("enemy"))
        field = {"a": {1: picky}, "b": {1: OX, 2: imp}}
        assert cast(bite, then=("b1",), **field).health() == (50, 50)
        assert cast(bite, then=("b2",), **field).health() == (56, 50)

    def test_exalts_are_no_creatures(self) -> None:
        axe = card(
            "Axe",
            5,
            9,
            deploy(n.Destroy(n.Choose((n.Filter(kind="exalt"),)))),
            n.Triggered(n.Trigger("slay"), (gain(6),)),
        )
        position = play(scene(hand_a=[axe], xb={1: exalt()}), axe, 1)
        assert position.look("xb1") is None
        assert position.health() == (50, 50)


class TestBanish:
    def test_it_is_not_being_destroyed(self) -> None:
        leaver = card("Leaver", 0, 5, triggered("leaves", gain(10), who=n.Filter()))
        position = cast(
            n.Banish(one("enemy")), a={1: MOURNER, 2: leaver}, b={1: OX, 2: RAM}, then=("b1",)
        )
        assert position.health() == (60, 50)
        assert position.look("b1") is None
        assert position.numbers("b2") == (4, 9)
        assert position.facts(Left)[0].why == "banished"

    def test_all_at_once(self) -> None:
        leaver = card("Leaver", 0, 5, triggered("leaves", gain(1), who=n.Filter()))
        position = cast(n.Banish(every()), a={1: leaver, 2: OX}, b={1: OX}).until("step")
        assert position.health() == (53, 50)

    def test_a_card_in_a_hand(self) -> None:
        dig = (n.UpgradeCard("hand", n.Filter(kind="card")), n.Banish(n.Refer("it")))
        three = card("Three", 1, 1, level=3)
        position = cast(*dig, hand_a=[three], then=(three,))
        assert position.state.sides[0].hand.count == 0
        assert position.state.sides[0].banished[three.code()] == 1


class TestLastKnown:
    def test_numbers_and_lane_with_what_auras_gave(self) -> None:
        bomb = card(
            "Bomb",
            2,
            3,
            triggered(
                "destroyed",
                n.Damage(every("enemy", opposing="this"), n.StatOf("A", "this")),
                who=SELF,
            ),
        )
        flag = card("Flag", 0, 1, n.Aura(n.All((YOURS,)), n.Gift(attack=n.Number(3))))
        position = cast(n.Destroy(every("yours")), a={2: bomb, 4: flag}, b={2: RAM, 4: RAM})
        assert position.numbers("b2") == (4, 4)
        assert position.numbers("b4") == (4, 9)

    def test_that_creature_as_it_was(self) -> None:
        crow = card(
            "Crow",
            0,
            9,
            triggered("destroyed", n.Heal(n.Refer("you"), n.StatOf("A", "that")), who=THEIRS),
        )
        position = cast(
            change(one("enemy"), 3),
            n.Destroy(n.Refer("it")),
            a={1: crow},
            b={1: OX, 2: RAM},
            then=("b1",),
        )
        assert position.health() == (55, 50)

    def test_what_has_left_cannot_be_changed(self) -> None:
        crow = card("Crow", 0, 9, triggered("destroyed", change(THAT, 5), gain(1), who=n.Filter()))
        position = cast(n.Destroy(one("enemy")), a={1: crow}, b={1: OX, 2: RAM}, then=("b1",))
        assert position.health() == (51, 50)
        assert position.numbers("b2") == (4, 9)

    def test_who_destroyed_it(self) -> None:
        spiteful = card(
            "Spiteful", 0, 3, triggered("destroyed", n.Destroy(n.Refer("other")), who=SELF)
        )
        bite = n.Strike(one("yours"), one("enemy"))
        position = cast(bite, a={1: RAM, 2: RAM}, b={1: spiteful}, then=("a2",))
        assert position.look("a2") is None
        assert position.look("a1") is not None

    def test_keywords_and_types_as_they_were(self) -> None:
        crow = card(
            "Crow",
            0,
            9,
            triggered("destroyed", gain(1), who=n.Filter(keyword="armor")),
            triggered("destroyed", gain(10), who=n.Filter(types=("Golem",))),
        )
        gift = n.Gift(keywords=(n.Keyword("armor", n.Number(2)),), types=("Golem",))
        position = cast(
            n.Give(one("enemy"), gift),
            n.Destroy(every("enemy")),
            a={1: crow},
            b={1: OX, 2: OX},
            then=("b1",),
        ).until("step")
        assert position.health() == (61, 50)


class TestWatching:
    def test_an_ability_that_was_not_there_before_the_event(self) -> None:
        both = (n.PlayNamed("Mourner"), n.Destroy(one("enemy")))
        minion = card("Mourner", 0, 5, MOURNER.abilities[1][0], minion=True)
        position = answer(cast(*both, b={1: OX}, extra=[minion]), 3)
        assert position.health() == (51, 50)
        reverse = answer(cast(*both[::-1], b={1: OX}, extra=[minion]), 3)
        assert reverse.health() == (50, 50)

    def test_the_forge_players_batch_first(self) -> None:
        position = cast(
            n.Destroy(one("enemy", names=("Ox",))), b={1: MOURNER, 2: OX}, a={1: MOURNER}
        )
        assert [fact.seat for fact in position.facts(Triggered)] == [0, 1]

    def test_new_ones_wait_for_the_next_batch(self) -> None:
        first = card(
            "First",
            1,
            1,
            triggered("destroyed", n.Destroy(one("enemy", names=("Fuse",))), who=SELF),
        )
        fuse = card("Fuse", 1, 1, triggered("destroyed", gain(2), who=SELF))
        last = card("Last", 1, 1, triggered("destroyed", gain(4), who=SELF))
        position = cast(
            n.Destroy(every(names=("First", "Last"))), a={1: first}, b={1: fuse, 2: last}
        )
        cards = [fact.card for fact in position.facts(Triggered)]
        assert cards == [first.code(), last.code(), fuse.code()]

    def test_this_and_not_another(self) -> None:
        fuse = card(
            "Fuse", 1, 1, triggered("destroyed", change(one("yours", names=("Ox",)), 3), who=SELF)
        )
        position = cast(
            n.Destroy(one("yours", names=("Fuse",))), a={1: fuse, 2: OX, 3: fuse}, then=("a3",)
        )
        assert position.numbers("a2") == (5, 5)
        assert len(position.facts(Triggered)) == 1

    def test_silence_that_comes_later_does_not_stop_what_waits(self) -> None:
        bell = card("Bell", 1, 5, triggered("destroyed", change(THIS, 2), who=THEIRS))
        hush = n.Give(n.Refer("it"), n.Gift(loses=("printed",)), "")
        position = cast(
            n.Destroy(one("enemy")), n.Target(one("yours")), hush, a={1: bell}, b={1: OX}
        )
        assert position.numbers("a1") == (3, 5)


def test_skipping_does_not_destroy() -> None:
    position = skip(scene(a={1: OX}, b={2: RAM}), 2)
    assert position.facts(Left) == []
