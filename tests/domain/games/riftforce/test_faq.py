"""FAQ: positions where guilds meet; what it says of one alone is in test_abilities.py."""

from __future__ import annotations

import pytest

from domain.games.riftforce.facts import Damaged, Destroyed, Gained, Healed
from tests.domain.games.riftforce.rulebook import rule
from tests.domain.given import given


class TestLight:
    @rule("faq-light.1")
    def test_heals_an_ally_at_any_location(self) -> None:
        given("hand A: L6", "location 1: A L5 | B -", "location 5: A F5 F6/3 | B W5").when(
            "act L6: L5+5.2"
        ).ability(Healed(3, 1, 1)).board("location 5: A F5 F6/2 | B W5")

    @rule("faq-light.1", "ruling.much-as-you-can")
    def test_must_heal_if_any_is_damaged(self) -> None:
        """One damaged ally, anywhere: it is healed without a word."""
        given("hand A: L6", "location 1: A L5 | B -", "location 5: A F5 F6/3 | B W5/1").when(
            "act L6: L5"
        ).ability(Healed(3, 1, 1))

    @rule("ruling.much-as-you-can")
    def test_cannot_heal_what_is_whole(self) -> None:
        position = given("hand A: L6", "location 1: A L5 F5/1 F6/1 F7 | B -")
        position.when("act L6: L5+1.4").refused("damage is removed from an ally that carries some")


class TestFire:
    @rule("faq-fire.1")
    def test_hurts_another_fire_behind(self) -> None:
        given("hand A: F7", "location 1: A F5 F6 | B W7").when("act F7: F5").ability(
            Damaged(3, 3, 1, 1), Damaged(2, 1, 1, 1)
        )

    @rule("faq-fire.2")
    def test_a_destroyed_ally_scores_for_the_opponent(self) -> None:
        given("hand A: F7", "location 1: A F5 L5/4 | B -").when("act F7: F5").ability(
            Damaged(2, 1, 1, 1), Destroyed(2, 1, 1), Gained(1, 1, "kill", 1, 1)
        ).board("discard A: L5 F7", "score: 0:1")

    @rule("faq-fire.2")
    def test_both_sides_may_fall(self) -> None:
        given("hand A: F7", "location 1: A F5 L5/4 | B W5/2").when("act F7: F5").board(
            "score: 1:1", "location 1: A F5 | B -"
        )

    @rule("faq-fire.2")
    def test_a_shadow_burnt_by_its_own_fire_gives_one(self) -> None:
        """The bonus belongs to who a Shadow destroys, not to who destroys a Shadow."""
        given("hand A: F7", "location 1: A F5 S5/4 | B -").when("act F7: F5").board("score: 0:1")


class TestCrystal:
    @rule("faq-crystal.1")
    @pytest.mark.parametrize(
        ("guild", "where", "choice"),
        [
            ("F", 1, ""),
            ("I", 1, ""),
            ("T", 1, "x1"),
            ("W", 1, ">2"),
            ("P", 2, "<1"),
            ("A", 5, ">1"),
        ],
    )
    def test_two_by_any_guild(self, guild: str, where: int, choice: str) -> None:
        given(
            f"hand A: {guild}7", f"location {where}: A {guild}5 | B -", "location 1: A - | B C5/4"
        ).when(f"act {guild}7: {guild}5{choice}").board("score: 2:0", "discard B: C5")

    @rule("faq-crystal.1")
    def test_three_by_a_shadow(self) -> None:
        given("hand A: S7", "location 4: A S5 | B -", "location 1: A - | B C5/4").when(
            "act S7: S5>1"
        ).board("score: 3:0", "discard B: C5")

    @rule("faq-crystal.1", "thunderbolt.2")
    def test_a_thunderbolt_repeats_after_a_crystal(self) -> None:
        given("hand A: T7", "location 1: A T5 | B C5/3 C6/4").when("act T7: T5x1").board(
            "score: 4:0"
        )


class TestPlant:
    @rule("faq-plant.1", "ruling.much-as-you-can")
    @pytest.mark.parametrize(("left", "right", "side"), [("W5", "-", 2), ("-", "W5", 4)])
    def test_picks_the_side_that_has_an_enemy(self, left: str, right: str, side: int) -> None:
        lines = (
            "hand A: P6",
            "location 3: A P5 | B -",
            f"location 2: A - | B {left}",
            f"location 4: A - | B {right}",
        )
        given(*lines).when("act P6: P5").board(
            "location 3: A P5 | B W5/2", f"location {side}: A - | B -"
        )
        given(*lines).when(f"act P6: P5<{6 - side}").refused("that has an enemy")

    @rule("ruling.plant-kill", "plant.2")
    def test_a_kill_scores_and_nobody_moves(self) -> None:
        given("hand A: P6", "location 1: A P5 | B -", "location 2: A - | B W5/3 W6").when(
            "act P6: P5"
        ).ability(Damaged(2, 2, 1, 2), Destroyed(2, 1, 2), Gained(0, 1, "kill", 1, 2)).board(
            "location 1: A P5 | B -", "location 2: A - | B W6"
        )

    @rule("plant.2", "b-activate.10")
    def test_the_pulled_enemy_is_hit_next(self) -> None:
        """It is the last at its new location."""
        given("hand A: I5", "location 1: A P5 I6 I7 | B -", "location 2: A - | B W7").when(
            "act I5: P5"
        ).board("location 1: A P5 I6 I7 | B W7/2")
        given("hand A: P5", "location 1: A P5 I5 | B S5", "location 2: A - | B W7").when(
            "act P5: P5 I5"
        ).board("location 1: A P5 I5 | B S5/2 W7/6")


class TestAir:
    @rule("faq-air.2")
    @pytest.mark.parametrize("to", [1, 2, 4, 5])
    def test_every_location(self, to: int) -> None:
        enemies = ["W5", "W6", "W7", "P5", "P6"]
        lines = [f"location {n}: A - | B {enemy} S5" for n, enemy in enumerate(enemies, 1) if n < 5]
        lines.append("location 5: A - | B P6")
        position = given("hand A: A7", "location 3: A A5 | B -", *lines).when(f"act A7: A5>{to}")
        hit = [f.location for f in position.facts if isinstance(f, Damaged)]
        assert hit == [n for n in (to - 1, to, to + 1) if 1 <= n <= 5]


class TestEarth:
    @rule("faq-earth.2", "faq-earth.3")
    def test_three_at_once(self) -> None:
        """Each shakes once, when it comes; 3 in all on who was there from the start."""
        given("hand A: E5 E6 E7", "location 2: A - | B W7 W5").when("play E5@2 E6@2 E7@2").board(
            "location 2: A E5 E6 E7 | B W7/3 W5/3", "score: 0:0"
        )

    @rule("faq-earth.2", "ruling.destruction")
    def test_points_come_earth_by_earth(self) -> None:
        position = given("hand A: E5 E6", "location 2: A - | B W5/4 W6/4").when("play E5@2 E6@2")
        totals = [fact.total for fact in position.facts if isinstance(fact, Gained)]
        kinds = [type(fact).__name__ for fact in position.facts]
        assert totals == [1, 2]
        assert kinds.index("Destroyed") < len(kinds) - 1 - kinds[::-1].index("Played")


class TestWater:
    @rule("faq-water.1", "faq-water.2", "faq-water.3")
    @pytest.mark.parametrize(
        ("where", "to"), [(1, [2]), (2, [1, 3]), (3, [2, 4]), (4, [3, 5]), (5, [4])]
    )
    def test_where_it_flows(self, where: int, to: list[int]) -> None:
        for location in range(1, 6):
            position = given("hand A: W7", f"location {where}: A W5 | B -")
            position.when(f"act W7: W5>{location}")
            if location in to:
                position.board(f"location {location}: A W5 | B -")
            else:
                position.refused("adjacent")


class TestShadow:
    @rule("faq-shadow.2")
    def test_its_bonus_needs_its_own_kill(self) -> None:
        """A Fire's kill in the same action is worth one."""
        given("hand A: I5", "location 1: A S5 F5 | B W5/2", "location 2: A - | B P5").when(
            "act I5: F5 S5>2"
        ).board("score: 1:0", "location 2: A S5 | B P5/1")

    @rule("faq-shadow.2")
    def test_an_enemy_shadow_is_worth_one(self) -> None:
        given("hand A: C5", "location 1: A C5 | B S5/1").when("act C5: C5").board("score: 1:0")
