"""Transform and Overlay (Battle for Whitefang Pass Expansion Rules; Glossary)."""

from __future__ import annotations

from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import Flipped, Left, Overlaid
from tests.domain.games.solforge.abilities.acting import OX, SELF, answer, cast, legal
from tests.domain.games.solforge.given import (
    IT,
    born,
    card,
    change,
    damage,
    exalt,
    gain,
    has,
    keywords,
    one,
    triggered,
)

SUN = card("Sun", 2, 4, has(armor=3), solbind="Moon")
MOON = card("Moon", 5, 6, has(armor=1), solbind="Sun", level=2)
SHRINE = card("Shrine", 0, 0, kind="exalt", solbind="Giant")
GIANT = card("Giant", 8, 8, solbind="Shrine", level=2)
FLIP = n.Transform(one("yours", names=("Sun", "Moon", "Giant")))
RAISE = n.Transform(n.All((n.Filter(kind="exalt", side="yours"),)))


class TestSameType:
    def test_printed_numbers_and_no_counters(self) -> None:
        position = cast(
            change(one("yours"), 4, 4),
            n.Counters(IT, n.Number(2), "seed"),
            n.Transform(IT),
            a={1: SUN, 2: OX},
            extra=[MOON],
            then=("a1",),
        )
        p = position.at("a1")
        assert (position.numbers("a1"), p.counters, p.code) == ((5, 6), {}, MOON.code())
        assert position.numbers("a2") == (2, 5)

    def test_lasting_effects_stay(self) -> None:
        gift = n.Give(one("yours"), keywords("stealth"), "")
        position = cast(gift, change(IT, 1, 1, "turn"), n.Transform(IT), a={1: SUN}, extra=[MOON])
        assert position.keywords("a1") == {"stealth": 1, "armor": 1}
        assert position.numbers("a1") == (6, 7)
        assert position.end_turn().numbers("a1") == (5, 6)

    def test_printed_armor_is_exchanged(self) -> None:
        position = cast(
            n.Give(one("yours"), keywords(armor=2)),
            damage(IT, 1),
            n.Transform(IT),
            damage(IT, 4),
            a={1: SUN},
            extra=[MOON],
        )
        assert position.numbers("a1") == (5, 4)

    def test_lane_row_and_exhaustion_stay(self) -> None:
        position = cast(FLIP, a={3: (SUN, {"front": False, "ready": False})}, extra=[MOON])
        p = position.at("a3")
        assert (p.code, p.front, p.ready, p.id) == (MOON.code(), False, False, 1)
        assert position.facts(Left) == []

    def test_it_triggers_on_the_side_that_is_up_then(self) -> None:
        one_ = card("One", 1, 1, triggered("transformed", gain(1), who=SELF), solbind="Two")
        two = card(
            "Two", 2, 2, triggered("transformed", gain(10), who=SELF), solbind="One", level=2
        )
        spy = card(
            "Spy",
            1,
            1,
            triggered("transformed", gain(100), who=n.Filter()),
            triggered("enters play", gain(1000), who=n.Filter()),
        )
        position = cast(n.Transform(one("yours", names=("One",))), a={1: one_, 2: spy}, extra=[two])
        assert position.until("step").health() == (160, 50)

    def test_what_has_no_other_side(self) -> None:
        position = cast(n.Transform(one("yours")), n.If(n.Done(), (gain(9),)), a={1: OX})
        assert position.facts(Flipped) == []
        assert position.health() == (50, 50)

    def test_by_name(self) -> None:
        position = cast(n.Transform(name="Sun"), change(IT, 1), a={1: SUN, 2: OX}, extra=[MOON])
        assert position.numbers("a1") == (6, 6)
        assert position.numbers("a2") == (2, 5)
        assert cast(n.Transform(name="Sun"), b={1: SUN}, extra=[MOON]).facts(Flipped) == []

    def test_into_an_empty_lane(self) -> None:
        move = n.Transform(one("yours", names=("Sun",)), to="empty")
        position = cast(move, a={1: SUN, 2: OX}, extra=[MOON])
        assert legal(position) == {"3", "4", "5"}
        assert answer(position, 5).at("a5").code == MOON.code()
        full = {1: SUN, 2: OX, 3: OX, 4: OX, 5: OX}
        nowhere = cast(move, a=full, extra=[MOON])
        assert (nowhere.facts(Left)[0].why, nowhere.facts(Left)[0].to) == ("homeless", "upgrade")


class TestOtherType:
    def test_lasting_effects_go(self) -> None:
        position = cast(
            n.Counters(n.All((n.Filter(kind="exalt"),))),
            RAISE,
            xa={2: SHRINE},
            a={1: OX},
            extra=[GIANT],
        )
        p = position.at("a2")
        assert (position.numbers("a2"), p.exalt, p.counters, p.front) == ((8, 8), False, {}, True)
        down = cast(
            n.Give(one("yours"), keywords("stealth"), ""),
            n.Transform(IT),
            a={2: GIANT},
            extra=[SHRINE],
        )
        assert (down.at("xa2").gifts, down.at("xa2").front) == ([], False)

    def test_no_lane_for_it(self) -> None:
        position = cast(RAISE, xa={2: SHRINE}, a={2: OX}, extra=[GIANT])
        assert position.look("xa2") is None
        assert position.numbers("a2") == (2, 5)
        assert position.state.sides[0].upgrades == {SHRINE.code(): 1}
        down = cast(FLIP, a={2: GIANT}, xa={2: exalt()}, extra=[SHRINE])
        assert down.look("a2") is None
        assert down.state.sides[0].upgrades == {GIANT.code(): 1}


class TestOverlay:
    TITAN = card("Titan", 5, 5, n.Activated((n.Overlay("Oros"),)))

    def test_the_forgeborn_of_that_name(self) -> None:
        from domain.games.solforge import actions as a
        from tests.domain.games.solforge.given import scene

        other = born([gain(9)], name="Titan")
        for name, done in (("Oros", True), ("Oros of the Wood", True), ("Somebody", False)):
            position = scene(
                a={1: self.TITAN, 2: OX}, forgeborn=born([gain(1)], name=name), forgeborn_b=other
            )
            position.when(a.Activate(1))
            assert bool(position.facts(Overlaid)) is done
            assert (position.look("a1") is None) is done
            assert position.numbers("a2") == (2, 5)

    def test_a_card_that_is_no_forgeborn(self) -> None:
        position = cast(n.Overlay())
        assert position.facts(Overlaid) == []
