"""Guild Abilities of the base game: what each does, and what it leaves alone.

Elementals are numbered as they are given: A's of a line first, then B's.
"""

from __future__ import annotations

import pytest

from domain.games.riftforce.cards import BASE, COPIES
from domain.games.riftforce.facts import Damaged, Destroyed, Gained, Healed, Moved, TurnBegan
from tests.domain.games.riftforce.rulebook import rule
from tests.domain.given import given


class TestFire:
    @rule("fire.1", "fire.2")
    def test_burns_the_first_enemy_and_the_ally_behind(self) -> None:
        """Only the first of two enemies, and only the ally directly behind."""
        given("hand A: F6", "location 2: A L5 F5 L6 L7 | B W7 W6").when("act F6: F5@2").ability(
            Damaged(5, 3, 2, 2), Damaged(3, 1, 2, 2)
        ).board("location 2: A L5 F5 L6/1 L7 | B W7/3 W6")

    @rule("fire.1")
    def test_nobody_behind(self) -> None:
        given("hand A: F6", "location 2: A L5 F5 | B W7").when("act F6: F5@2").ability(
            Damaged(3, 3, 2, 2)
        )

    @rule("fire.1")
    def test_only_at_its_location(self) -> None:
        given(
            "hand A: F6",
            "location 2: A F5 | B -",
            "location 1: A L5 | B W5",
            "location 3: A L6 | B W6",
        ).when("act F6: F5@2").ability()

    @rule("fire.2")
    def test_hurts_its_ally_without_an_enemy(self) -> None:
        given("hand A: F6", "location 2: A F5 L5 | B -").when("act F6: F5").ability(
            Damaged(2, 1, 1, 2)
        )


class TestEarth:
    @rule("earth.1", "faq-earth.2")
    def test_shakes_each_enemy_where_it_is_played(self) -> None:
        given("hand A: E5", "location 2: A F5 | B W7 W6", "location 3: A - | B W5").when(
            "play E5@2"
        ).board("location 2: A F5 E5 | B W7/1 W6/1", "location 3: A - | B W5")

    @rule("earth.2", "faq-earth.4", "faq-earth.3")
    def test_activated_hits_the_first_enemy_only(self) -> None:
        given("hand A: E6", "location 2: A E5 | B W7 W6").when("act E6: E5@2").ability(
            Damaged(2, 2, 1, 2)
        )


class TestLight:
    @rule("light.1", "light.2")
    def test_hits_and_heals_one(self) -> None:
        given("hand A: L6", "location 2: A L5 F5/2 | B W7 W6").when("act L6: L5@2+2.2").ability(
            Damaged(3, 2, 1, 2), Healed(2, 1, 1)
        ).board("location 2: A L5 F5/1 | B W7/2 W6")

    @rule("light.2")
    def test_heals_itself(self) -> None:
        given("hand A: L6", "location 2: A L5/1 F5/2 | B -").when("act L6: L5@2+2.1").ability(
            Healed(1, 1, 1)
        )

    @rule("light.2")
    def test_has_nothing_to_heal(self) -> None:
        given("hand A: L6", "location 2: A L5 F5 | B W5/1").when("act L6: L5@2").ability(
            Damaged(3, 2, 1, 2)
        )

    @rule("light.2")
    def test_never_heals_an_enemy(self) -> None:
        position = given("hand A: L6", "location 2: A L5/1 F5/1 | B W5/1").when("act L6: L5@2 ...")
        assert position.words == ["+2.1", "+2.2"]


class TestPlant:
    @rule("plant.1", "plant.2", "faq-plant.1")
    def test_pulls_the_first_enemy_next_door(self) -> None:
        given("hand A: P6", "location 2: A - | B W7/1 W6", "location 3: A P5 | B I5").when(
            "act P6: P5@3<2"
        ).ability(Damaged(1, 2, 3, 2), Moved(1, 3)).board(
            "location 2: A - | B W6", "location 3: A P5 | B I5 W7/3"
        )

    @rule("plant.1", "faq-plant.1")
    def test_left_or_right_is_the_players_choice(self) -> None:
        position = given(
            "hand A: P6",
            "location 2: A - | B W7",
            "location 3: A P5 | B I5",
            "location 4: A - | B W6",
        ).when("act P6: P5@3 ...")
        assert position.words == ["<2", "<4"]
        position.when("<4").board("location 4: A - | B -", "location 3: A P5 | B I5 W6/2")

    @rule("faq-plant.2")
    def test_never_its_own_location(self) -> None:
        given("hand A: P6", "location 3: A P5 | B I5 I6", "location 5: A - | B W5").when(
            "act P6: P5@3"
        ).ability()

    @rule("plant.1")
    def test_not_across_the_ends(self) -> None:
        given("hand A: P6", "location 1: A P5 | B -", "location 5: A - | B W5").when(
            "act P6: P5@1"
        ).ability()

    @rule("plant.2")
    def test_leaves_the_plant_where_it_is(self) -> None:
        given("hand A: P6", "location 1: A P5 L5 | B -", "location 2: A L6 | B W5 W6").when(
            "act P6: P5@1"
        ).board("location 1: A P5 L5 | B W5/2", "location 2: A L6 | B W6")


class TestWater:
    @rule("water.1", "water.2", "water.3", "b-activate.5")
    def test_hits_flows_and_hits(self) -> None:
        given("hand A: W6", "location 2: A W5 F5 | B I7 I6", "location 3: A F6 | B I5 P5").when(
            "act W6: W5@2>3"
        ).ability(Damaged(3, 2, 1, 2), Moved(1, 3), Damaged(6, 1, 1, 3)).board(
            "location 2: A F5 | B I7/2 I6", "location 3: A F6 W5 | B I5/1 P5"
        )

    @rule("faq-water.1")
    @pytest.mark.parametrize("to", [3, 1, 5])
    def test_goes_next_door_and_does_not_stay(self, to: int) -> None:
        given("hand A: W6", "location 3: A W5 | B -").when(f"act W6: W5@3>{to}").refused(
            "a Water moves to an adjacent location", column=13, legal=">2"
        )

    @rule("faq-water.2", "faq-water.3")
    @pytest.mark.parametrize(("end", "inwards"), [(1, 2), (5, 4)])
    def test_from_an_end_only_inwards(self, end: int, inwards: int) -> None:
        """There is nothing to choose, so nothing need be said."""
        given("hand A: W6", f"location {end}: A W5 | B I7").when(f"act W6: W5@{end}").ability(
            Damaged(2, 2, 1, end), Moved(1, inwards)
        )
        given("hand A: W6", f"location {end}: A W5 | B -").when(
            f"act W6: W5@{end}>{6 - end}"
        ).refused("adjacent")


class TestIce:
    @rule("ice.1", "ice.2", "ruling.ice")
    def test_first_and_last(self) -> None:
        """The one between them stays unhurt."""
        given("hand A: I6", "location 2: A I5 | B W7 P7 W6").when("act I6: I5@2").ability(
            Damaged(2, 2, 1, 2), Damaged(4, 4, 1, 2)
        ).board("location 2: A I5 | B W7/2 P7 W6/4")

    @rule("faq-ice.1", "ruling.ice")
    def test_a_single_enemy_is_first_and_last(self) -> None:
        given("hand A: I6", "location 2: A I5 | B W7").when("act I6: I5@2").ability(
            Damaged(2, 2, 1, 2), Damaged(2, 4, 1, 2)
        ).board("location 2: A I5 | B W7/6")

    @rule("faq-ice.1", "b-activate.11")
    def test_six_on_a_single_enemy_destroys_a_six(self) -> None:
        given("hand A: I6", "location 2: A I5 | B W6").when("act I6: I5@2").ability(
            Damaged(2, 2, 1, 2), Damaged(2, 4, 1, 2), Destroyed(2, 1, 2), Gained(0, 1, "kill", 1, 2)
        )

    @rule("ice.3", "ruling.ice")
    @pytest.mark.parametrize("variant", ["rulebook", "printed"])
    def test_without_an_enemy_nothing_happens(self, variant: str) -> None:
        given(
            "hand A: I6", "location 2: A I5 W5 | B -", "location 3: A - | B P5", ice=variant
        ).when("act I6: I5@2").ability()

    @rule("ruling.ice")
    @pytest.mark.parametrize(
        ("side", "damage", "after"),
        [
            ("W7 W6", 1, "W7 W6/1"),
            ("W7 W6/1", 4, "W7 W6/5"),
            ("W7/1 W6", 1, "W7/1 W6/1"),
            ("W6", 1, "W6/1"),
            ("W7/2", 4, "W7/6"),
        ],
    )
    def test_as_printed(self, side: str, damage: int, after: str) -> None:
        """Four if the last carries damage, otherwise one; nothing on the first."""
        last = 1 + len(side.split())
        given("hand A: I6", f"location 2: A I5 | B {side}", ice="printed").when(
            "act I6: I5@2"
        ).ability(Damaged(last, damage, 1, 2)).board(f"location 2: A I5 | B {after}")


class TestShadow:
    @rule("shadow.1", "shadow.2")
    def test_moves_anywhere_and_hits(self) -> None:
        given("hand A: S6", "location 1: A S5 | B W5", "location 5: A F5 | B W7 W6").when(
            "act S6: S5@1>5"
        ).ability(Moved(1, 5), Damaged(4, 1, 1, 5)).board(
            "location 1: A - | B W5", "location 5: A F5 S5 | B W7/1 W6"
        )

    @rule("shadow.1", "faq-shadow.1")
    def test_cannot_stay(self) -> None:
        position = given("hand A: S6", "location 3: A S5 | B W5").when("act S6: S5@3 ...")
        assert position.words == [">1", ">2", ">4", ">5"]
        position.when(">3").refused("a Shadow moves to another location", legal=">4")

    @rule("shadow.3", "faq-shadow.2")
    def test_a_kill_scores_two(self) -> None:
        given("hand A: S6", "location 1: A S5 | B -", "location 2: A - | B W5/4").when(
            "act S6: S5>2"
        ).ability(
            Moved(1, 2), Damaged(2, 1, 1, 2), Destroyed(2, 1, 2),
            Gained(0, 1, "kill", 1, 2), Gained(0, 1, "shadow", 2, 2),
        )  # fmt: skip

    @rule("shadow.3")
    def test_no_kill_scores_nothing(self) -> None:
        given("hand A: S6", "location 1: A S5 | B -", "location 2: A - | B W5/3").when(
            "act S6: S5>2"
        ).board("score: 0:0", "location 2: A S5 | B W5/4")

    @rule("faq-shadow.2", "faq-crystal.1")
    def test_a_crystal_scores_three(self) -> None:
        given("hand A: S6", "location 1: A S5 | B -", "location 2: A - | B C5/4").when(
            "act S6: S5>2"
        ).board("score: 3:0", "discard B: C5")


class TestCrystal:
    @rule("crystal.1")
    def test_four_on_the_first(self) -> None:
        given("hand A: C6", "location 4: A C5 C7 | B W7 W6").when("act C6: C5@4").ability(
            Damaged(3, 4, 1, 4)
        )

    @rule("crystal.2", "faq-crystal.1")
    def test_destroyed_it_gives_two(self) -> None:
        given("hand A: W6", "location 1: A W5 | B C5/3").when("act W6: W5").ability(
            Damaged(2, 2, 1, 1), Moved(1, 2), Destroyed(2, 1, 1),
            Gained(0, 1, "kill", 1, 1), Gained(0, 1, "crystal", 2, 1),
        )  # fmt: skip

    @rule("crystal.2")
    def test_destroyed_by_its_own_fire_it_gives_the_opponent_two(self) -> None:
        given("hand A: F6", "location 1: A F5 C5/4 | B -").when("act F6: F5").ability(
            Damaged(2, 1, 1, 1), Destroyed(2, 1, 1),
            Gained(1, 1, "kill", 1, 1), Gained(1, 1, "crystal", 2, 1),
        )  # fmt: skip

    @rule("crystal.2")
    def test_a_crystal_that_kills_gains_one(self) -> None:
        given("hand A: C6", "location 1: A C5 | B W5/1").when("act C6: C5").board("score: 1:0")


class TestThunderbolt:
    @rule("thunderbolt.1")
    def test_strikes_any_enemy_there(self) -> None:
        position = given("hand A: T6", "location 1: A T5 | B W5 W6 W7", "location 2: A - | B P5")
        assert position.when("act T6: T5 ...").words == ["x1", "x2", "x3"]
        position.when("x2").board("location 1: A T5 | B W5 W6/2 W7", "location 2: A - | B P5")

    @rule("thunderbolt.2", "faq-thunderbolt.1")
    def test_again_after_a_kill(self) -> None:
        given("hand A: T6", "location 1: A T5 | B W5/3 W6 W7").when("act T6: T5x1x2").ability(
            Damaged(2, 2, 1, 1), Destroyed(2, 1, 1), Gained(0, 1, "kill", 1, 1), Damaged(4, 2, 1, 1)
        ).board("location 1: A T5 | B W6 W7/2")

    @rule("faq-thunderbolt.2")
    def test_only_once(self) -> None:
        """The second kill does not give a third strike."""
        given("hand A: T6", "location 1: A T5 | B W5/3 W6/4 W7").when("act T6: T5x1x1").board(
            "location 1: A T5 | B W7", "score: 2:0"
        )
        given("hand A: T6", "location 1: A T5 | B W5/3 W6/4 W7").when("act T6: T5x1x1x1").refused(
            "nothing to choose with 'x'", column=15
        )

    @rule("faq-thunderbolt.2")
    def test_once_for_each_thunderbolt(self) -> None:
        given("hand A: T7", "location 1: A T5 T6 | B W5/3 P5/3 P6/4 W7/5 I5").when(
            "act T7: T5@1x1x1 T6@1x1x1"
        ).board("location 1: A T5 T6 | B I5", "score: 4:0")

    @rule("faq-thunderbolt.3")
    def test_the_repeat_is_no_activation(self) -> None:
        """Three Thunderbolts are three activations, whatever they repeat."""
        given("hand A: T7", "location 1: A T5 T5 T6 | B W5/3 P5 P6 P7 I5").when(
            "act T7: T5@1.1x1x1 T5@1.2x2 T6@1x3"
        ).board("location 1: A T5 T5 T6 | B P5/2 P6/2 P7/2 I5", "score: 1:0")

    @rule("thunderbolt.2")
    def test_no_repeat_without_a_kill(self) -> None:
        given("hand A: T6", "location 1: A T5 | B W5/2 W6").when("act T6: T5x1").ability(
            Damaged(2, 2, 1, 1)
        )

    @rule("thunderbolt.2")
    def test_the_repeat_has_nobody_left(self) -> None:
        given("hand A: T6", "location 1: A T5 | B W5/3").when("act T6: T5").ability(
            Damaged(2, 2, 1, 1), Destroyed(2, 1, 1), Gained(0, 1, "kill", 1, 1)
        )


class TestAir:
    @rule("air.1", "air.2", "faq-air.2")
    def test_moves_and_hits_left_same_and_right(self) -> None:
        given(
            "hand A: A6",
            "location 1: A A5 | B W5",
            "location 2: A - | B W6",
            "location 3: A F5 | B W7 I5",
            "location 4: A - | B P5 P6",
            "location 5: A - | B P7",
        ).when("act A6: A5>3").ability(
            Moved(1, 3), Damaged(3, 1, 1, 2), Damaged(5, 1, 1, 3), Damaged(7, 1, 1, 4)
        ).board(
            "location 3: A F5 A5 | B W7/1 I5", "location 1: A - | B W5", "location 5: A - | B P7"
        )

    @rule("air.2")
    @pytest.mark.parametrize(("to", "hit"), [(1, (1, 2)), (5, (4, 5))])
    def test_an_end_has_one_side(self, to: int, hit: tuple[int, int]) -> None:
        """The ends are not adjacent: nothing blows round the corner."""
        enemies = ["W5", "W6", "W7", "P5", "P6"]
        given(
            "hand A: A6",
            "location 3: A A5 | B -",
            *(f"location {n}: A - | B {enemy}" for n, enemy in enumerate(enemies, 1)),
        ).when(f"act A6: A5>{to}").board(
            *(
                f"location {n}: A {'A5' if n == to else '-'} | B {enemy}{'/1' if n in hit else ''}"
                for n, enemy in enumerate(enemies, 1)
            )
        )

    @rule("air.2")
    def test_where_nobody_is_nothing_happens(self) -> None:
        given("hand A: A6", "location 5: A A5 | B W5", "location 2: A - | B W6").when(
            "act A6: A5>1"
        ).ability(Moved(1, 1), Damaged(3, 1, 1, 2))

    @rule("faq-air.1")
    def test_cannot_stay(self) -> None:
        position = given("hand A: A6", "location 3: A A5 | B W5").when("act A6: A5 ...")
        assert position.words == [">1", ">2", ">4", ">5"]
        position.when(">3").refused("an Air moves to another location")


CHOICES = {"L": "", "P": "<2", "W": ">2", "S": ">1", "T": "x1", "A": ">1"}


@rule("guilds.8", "abilities.1", "b-activate.4")
@pytest.mark.parametrize("guild", BASE)
def test_every_number_of_a_guild_does_the_same(guild: str) -> None:
    """What a 5 does, a 6 and a 7 do too; only numbers differ, which do not matter here."""
    done = []
    enemy = "C" if guild != "C" else "F"
    for number in COPIES:
        position = given(
            f"hand A: {guild}6",
            f"location 1: A - | B {enemy}5",
            f"location 2: A - | B {enemy}6",
            f"location 3: A {guild}{number} | B {enemy}7 {enemy}6",
        ).when(f"act {guild}6: {guild}{number}@3{CHOICES.get(guild, '')}")
        done.append(position.facts[1:])
    assert done[0] == done[1] == done[2]
    assert len(done[0]) > 2
    assert isinstance(done[0][-1], TurnBegan)
