"""Gameplay, B) Activate."""

from __future__ import annotations

import pytest

from domain.contract.errors import Reason
from domain.games.riftforce.actions import Activate, Discard, Done
from domain.games.riftforce.facts import (
    Activated,
    Damaged,
    Destroyed,
    Discarded,
    Gained,
    Moved,
    TurnBegan,
)
from tests.domain.games.riftforce.rulebook import rule
from tests.domain.given import Position, given

NEXT = TurnBegan(2, 1)


class TestDiscard:
    @rule("b-activate.1", "ruling.how-many")
    def test_onto_the_own_pile_and_nothing_more(self) -> None:
        """Activating nothing is allowed."""
        given("hand A: F5 F5 W6", "discard A: F7", "location 1: A F6 | B L5").when("act F5").then(
            Discarded(0, "F5"), NEXT
        ).board("hand A: F5 W6", "discard A: F5 F7", "location 1: A F6 | B L5", "discard B:")

    @rule("b-activate.1")
    def test_only_from_hand(self) -> None:
        given("hand A: F5", "location 1: A F6 | B -").when("act F6: F6").refused(
            "A holds no F6", column=5
        )
        given("hand A: F5").when("act").refused("name the card", reason=Reason.UNREADABLE)
        given("hand A: F5").when("act ??: F5").refused("must be named", reason=Reason.UNREADABLE)

    @rule("b-activate.1")
    def test_without_a_card_there_is_only_check_and_draw(self) -> None:
        position = given("location 1: A F6 | B -")
        assert position.words == ["check"]


class TestWhichElementals:
    @rule("b-activate.2", "ruling.how-many")
    def test_three_of_the_same_number(self) -> None:
        position = given("hand A: F5", "location 1: A C5 I5 E5 E5 | B W7")
        position.when("act F5: C5 I5 E5@1.3").then(
            Discarded(0, "F5"),
            Activated(1),
            Damaged(5, 4, 1, 1),
            Activated(2),
            Damaged(5, 2, 2, 1),
            Damaged(5, 4, 2, 1),
            Destroyed(5, 2, 1),
            Gained(0, 1, "kill", 1, 1),
            Activated(3),
            NEXT,
        )

    @rule("b-activate.2", "ruling.how-many")
    def test_not_four(self) -> None:
        given("hand A: F5", "location 1: A C5 I5 E5 F6 | B W7 W7").when(
            "act F5: C5 I5 E5 F6"
        ).refused("more can be activated", column=18)

    @rule("b-activate.2", "ruling.same")
    def test_three_of_the_same_symbol(self) -> None:
        given("hand A: C5", "location 1: A C5 C6 C7 | B W7").when("act C5: C5 C6 C7").board(
            "location 1: A C5 C6 C7 | B -", "score: 1:0"
        )

    @rule("b-activate.2", "ruling.same")
    @pytest.mark.parametrize("second", ["C6", "I5"])
    def test_the_second_may_fit_only_one_way(self, second: str) -> None:
        """After one that shares both with the discard, the next decides: number or symbol."""
        position = given("hand A: C5", "location 1: A C5 C6 C7 I5 E5 | B W7 W6")
        position.when(f"act C5: C5 {second} ...")
        allowed = {position.state.elemental(c.elemental).card for c in activations(position)}
        assert allowed == ({"C7"} if second == "C6" else {"E5"})

    @rule("b-activate.2", "ruling.same")
    def test_no_mixture(self) -> None:
        given("hand A: C5", "location 1: A C6 I5 C7 | B W7").when("act C5: C6 I5").refused(
            "I5 does not share the symbol Crystal of the others and C5", column=12, legal="C7@1"
        )
        given("hand A: C5", "location 1: A C6 I5 E5 | B W7").when("act C5: I5 C6").refused(
            "C6 does not share the number 5 of the others and C5"
        )

    @rule("b-activate.2")
    def test_the_discard_decides_not_the_others(self) -> None:
        """Two sixes do not share with a discarded five of another guild."""
        given("hand A: F5", "location 1: A C6 I6 | B W7").when("act F5: C6").refused(
            "more can be activated"
        )
        given("hand A: F5 F6", "location 1: A C6 I6 E5 | B W7").when("act F5: C6").refused(
            "does not share the number 5 or symbol Fire"
        )

    @rule("b-activate.2", "guilds.9")
    def test_only_allies(self) -> None:
        position = given("hand A: F5", "location 1: A C5 | B W5")
        position.when("act F5 ...")
        assert activations(position) == [Activate(1)]
        assert position.ask.why_not(Activate(2)) == "W5 is an enemy; only allies are activated"
        assert position.ask.why_not(Activate(9)) == "that elemental is not in play"

    @rule("ruling.twice")
    def test_not_twice_in_one_action(self) -> None:
        given("hand A: C6", "location 1: A C5 C7 | B W7").when("act C6: C5 C5").refused(
            "C5 was activated already in this action", column=12
        )

    @rule("ruling.twice")
    def test_but_again_in_the_next(self) -> None:
        given("hand A: C6 C6", "location 1: A C5 | B I7", "hand B: W6").when(
            "act C6: C5", "act W6", "act C6: C5"
        ).board("location 1: A C5 | B -")

    @rule("faq.2")
    def test_identical_ones(self) -> None:
        given("hand A: C5", "location 1: A C5 C5 C5 | B W7 W6 W5").when(
            "act C5: C5@1.1 C5@1.2 C5@1.3"
        ).board("location 1: A C5 C5 C5 | B W6/4 W5")

    @rule("b-activate.3")
    def test_anywhere_on_the_rift(self) -> None:
        given(
            "hand A: C6",
            "location 1: A C5 | B W7",
            "location 3: A C6 | B W6",
            "location 5: A L5 C7 | B P7",
        ).when("act C6: C5 C7 C6").board(
            "location 1: A C5 | B W7/4", "location 3: A C6 | B W6/4", "location 5: A L5 C7 | B P7/4"
        )

    @rule("faq.5")
    def test_damage_does_not_change_a_number(self) -> None:
        """A 7 with 2 damage is no 5."""
        position = given("hand A: F5 F7", "location 1: A C7/2 I5/4 | B W7").when("act F5 ...")
        assert activations(position) == [Activate(2)]


def activations(position: Position) -> list[Activate]:
    return [choice for choice in position.ask.choices if isinstance(choice, Activate)]


class TestAbilities:
    @rule("b-activate.5", "faq.6", "faq.7")
    def test_as_much_as_can_be(self) -> None:
        """Without an enemy a Water still moves; the damage of both its hits is lost."""
        given("hand A: W6", "location 2: A W5 | B -", "location 5: A - | B I5").when(
            "act W6: W5>3"
        ).ability(Moved(1, 3)).board("location 5: A - | B I5")

    @rule("faq.6", "faq.7")
    @pytest.mark.parametrize("card", ["F5", "E5", "L5", "P5", "I5", "C5", "T5"])
    def test_without_an_enemy_nothing_is_hit(self, card: str) -> None:
        given(f"hand A: {card}", f"location 2: A {card} | B -", "location 5: A - | B W5").when(
            f"act {card}: {card}"
        ).ability().board("location 5: A - | B W5")

    @rule("b-activate.6", "ruling.moving")
    @pytest.mark.parametrize(("card", "to"), [("W5", 3), ("S5", 3), ("A5", 3)])
    def test_who_moves_comes_last_with_its_damage(self, card: str, to: int) -> None:
        given(f"hand A: {card}", f"location 2: A {card}/3 | B -", "location 3: A L5 L6 | B -").when(
            f"act {card}: {card}>{to}"
        ).board("location 2: A - | B -", f"location 3: A L5 L6 {card}/3 | B -")

    @rule("b-activate.6", "ruling.moving", "plant.2")
    def test_a_moved_enemy_comes_last_with_its_damage(self) -> None:
        given("hand A: P6", "location 1: A P5 | B I5 I6", "location 2: A - | B W7/3 W5").when(
            "act P6: P5"
        ).board("location 1: A P5 | B I5 I6 W7/5", "location 2: A - | B W5")

    @rule("b-activate.6")
    def test_who_was_behind_moves_up(self) -> None:
        """The first enemy gone, the second is first."""
        given("hand A: C6", "location 1: A C5 C6 | B W5/3 W6").when("act C6: C5 C6").board(
            "location 1: A C5 C6 | B W6/4"
        )

    @rule("b-activate.7", "b-activate.8", "guilds.9")
    @pytest.mark.parametrize("card", ["F5", "E5", "L5", "C5", "W5"])
    def test_the_first_enemy_is_nearest_the_location(self, card: str) -> None:
        """The one played first, whatever its damage; never an ally."""
        done = given(f"hand A: {card}", f"location 1: A T5 {card} | B I7 P5/4 P6").when(
            f"act {card}: {card}"
        )
        hits = [f for f in done.facts if isinstance(f, Damaged)]
        assert [(f.elemental, f.location) for f in hits] == [(3, 1)]


class TestDestruction:
    @rule("b-activate.11")
    @pytest.mark.parametrize(
        ("side", "after", "score"),
        [
            ("W5", "W5/4", 0),
            ("W5/1", "-", 1),
            ("W5/2", "-", 1),
            ("W6/1", "W6/5", 0),
            ("W7/3", "-", 1),
        ],
    )
    def test_damage_equal_or_higher(self, side: str, after: str, score: int) -> None:
        """Crystal's 4 destroys what carries as much as its number then, not one less."""
        given("hand A: C6", f"location 1: A C5 | B {side}").when("act C6: C5").board(
            f"location 1: A C5 | B {after}", f"score: {score}:0"
        )

    @rule("b-activate.12", "b-activate.13", "goal.1")
    def test_one_riftforce_for_each(self) -> None:
        given("hand A: A6", "location 1: A A5 | B -", "location 2: A - | B W5/4", "score: 3:2",
              "location 3: A - | B W6/5", "location 4: A - | B W7/5").when("act A6: A5>3").ability(
            Moved(1, 3), Damaged(2, 1, 1, 2), Damaged(3, 1, 1, 3), Damaged(4, 1, 1, 4),
            Destroyed(2, 1, 2), Gained(0, 1, "kill", 4, 2),
            Destroyed(3, 1, 3), Gained(0, 1, "kill", 5, 3),
        ).board("score: 5:2")  # fmt: skip

    @rule("b-activate.14")
    def test_no_excess_is_carried_over(self) -> None:
        given("hand A: C6", "location 1: A C5 | B W5/4 W6").when("act C6: C5").board(
            "location 1: A C5 | B W6", "score: 1:0"
        )

    @rule("b-activate.15")
    def test_to_the_owners_discard_pile_without_its_damage(self) -> None:
        given("hand A: C6", "location 1: A C5 | B W5/1 W6", "discard B: P6", "pile B: 0").when(
            "act C6: C5"
        ).board("discard B: P6 W5", "discard A: C6", "location 1: A C5 | B W6").when(
            "check & P6 W5", "check", "play W5@5"
        ).board("location 5: A - | B W5")

    @rule("b-activate.10", "ruling.destruction")
    def test_after_the_whole_ability(self) -> None:
        """The Water's second hit falls before the first victim is taken away."""
        given("hand A: W6", "location 1: A W5 | B I5/3", "location 2: A - | B I6/5").when(
            "act W6: W5"
        ).ability(
            Damaged(2, 2, 1, 1), Moved(1, 2), Damaged(3, 1, 1, 2),
            Destroyed(2, 1, 1), Gained(0, 1, "kill", 1, 1),
            Destroyed(3, 1, 2), Gained(0, 1, "kill", 2, 2),
        )  # fmt: skip

    @rule("b-activate.10", "ruling.destruction")
    def test_ice_counts_the_fallen_first_enemy(self) -> None:
        """A single enemy that the 2 already destroy still takes the 4: nobody else does."""
        given("hand A: I6", "location 1: A I5 | B W5/3").when("act I6: I5").ability(
            Damaged(2, 2, 1, 1), Damaged(2, 4, 1, 1), Destroyed(2, 1, 1), Gained(0, 1, "kill", 1, 1)
        )

    @rule("b-activate.10")
    def test_before_the_next_elemental(self) -> None:
        given("hand A: C6", "location 1: A C5 C7 | B W5/1 W7/3").when("act C6: C5 C7").then(
            Discarded(0, "C6"),
            Activated(1),
            Damaged(3, 4, 1, 1),
            Destroyed(3, 1, 1),
            Gained(0, 1, "kill", 1, 1),
            Activated(2),
            Damaged(4, 4, 2, 1),
            Destroyed(4, 2, 1),
            Gained(0, 1, "kill", 2, 1),
            NEXT,
        )

    @rule("ruling.gone")
    def test_what_is_destroyed_cannot_be_activated(self) -> None:
        """The Fire in front destroys the one behind; the third can still be chosen."""
        position = given("hand A: F7", "location 1: A F5 F6/5 L7 | B W7").when("act F7: F5 ...")
        assert activations(position) == []
        position = given("hand A: F7", "location 1: A F5 F6/5 | B W7", "location 2: A F7 | B -")
        position.when("act F7: F5 ...")
        assert activations(position) == [Activate(4)]
        assert position.ask.why_not(Activate(2)) == "that elemental is not in play"
        position.when("F6@1").refused("has no 'F6@1' in play", legal="F7@2.1")


@rule("b-activate.1", "gameplay.3")
def test_the_discard_is_no_activation() -> None:
    position = given("hand A: F5", "location 1: A F6 | B -")
    assert Discard("F5") in position.ask.choices
    position.when("act F5 ...").then(Discarded(0, "F5"))
    assert list(position.ask.choices) == [Activate(1), Done()]
