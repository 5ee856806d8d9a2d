"""Gameplay, C) Check & Draw, and the draw pile of the FAQ."""

from __future__ import annotations

import pytest

from domain.contract.game import DEALER
from domain.games.riftforce.actions import CheckAndDraw, Deal
from domain.games.riftforce.facts import Drawn, Gained, Reshuffled, TurnBegan
from tests.domain.games.riftforce.rulebook import rule
from tests.domain.given import given

NEXT = TurnBegan(2, 1)
SIX = "F5 F5 F5 F5 F6 F6"


class TestWhen:
    @rule("c-check.1")
    def test_not_with_seven_in_hand(self) -> None:
        position = given(f"hand A: {SIX} F6")
        assert CheckAndDraw() not in position.ask.choices
        position.when("check").refused("less than 7 cards in hand, A has 7", column=1)

    @rule("c-check.1")
    @pytest.mark.parametrize("hand", ["", "F5", SIX])
    def test_with_less(self, hand: str) -> None:
        assert CheckAndDraw() in given(f"hand A: {hand}").ask.choices


class TestControl:
    @rule("c-check.2", "c-check.3", "c-check.4", "c-check.5", "goal.1")
    def test_own_ones_and_no_enemy(self) -> None:
        """Location 1 and 5 are controlled; 2 is contested, 3 the enemy's, 4 nobody's."""
        given(
            f"hand A: {SIX}",
            "location 1: A L5 | B -",
            "location 2: A L5 L5 | B W5",
            "location 3: A - | B W6",
            "location 5: A L6/5 L7 | B -",
            "score: 4:4",
        ).when("check & F7").then(
            Gained(0, 1, "control", 5, 1), Gained(0, 1, "control", 6, 5), Drawn(0, ("F7",)), NEXT
        ).board("score: 6:4")

    @rule("c-check.6")
    def test_only_who_checks_gains(self) -> None:
        given(f"hand A: {SIX}", "location 1: A - | B W5", "location 2: A - | B W6").when(
            "check & F7"
        ).then(Drawn(0, ("F7",)), NEXT).board("score: 0:0")

    @rule("c-check.3")
    def test_all_five(self) -> None:
        given(f"hand A: {SIX}", *(f"location {n}: A L{n} | B -" for n in (5,)), *(
            f"location {n}: A I5 | B -" for n in range(1, 5)
        )).when("check").board("score: 5:0")  # fmt: skip

    @rule("c-check.2")
    def test_checking_comes_before_drawing(self) -> None:
        position = given(f"hand A: {SIX}", "location 1: A L5 | B -").when("check ...")
        position.board("score: 1:0", f"hand A: {SIX}")
        assert position.ask.seat == DEALER

    @rule("c-check.4")
    def test_nothing_else_changes(self) -> None:
        given(f"hand A: {SIX}", "location 1: A L5/2 | B -", "location 2: A - | B W6/3").when(
            "check"
        ).board("location 1: A L5/2 | B -", "location 2: A - | B W6/3", "discard A:", "discard B:")


class TestDraw:
    @rule("c-check.7")
    @pytest.mark.parametrize("count", range(7))
    def test_up_to_seven(self, count: int) -> None:
        hand = SIX[: 3 * count]
        position = given(f"hand A: {hand}").when("check")
        position.then(Drawn(0, ("??",) * (7 - count)), NEXT)
        assert position.state.hands[0].count == 7
        position.board(f"pile A: {36 - 7}")

    @rule("c-check.7")
    def test_only_the_own_pile(self) -> None:
        given("hand A: F5", "pile A: 20", "pile B: 20").when("check").board(
            "pile A: 14", "pile B: 20"
        )

    @rule("c-check.7")
    def test_what_the_dealer_may_deal(self) -> None:
        position = given("hand A: F5 F5 F5 F5 F6", "discard A: F7").when("check ...")
        for cards in [("F6", "F6"), ("F7", "??"), ("??", "??")]:
            assert Deal(0, cards) in position.ask.choices
        for wrong in (("F5", "??"), ("F7", "F7"), ("F6",), ("F6", "F6", "F7"), ("Ac5", "??")):
            assert Deal(0, wrong) not in position.ask.choices
        assert Deal(1, ("??", "??")) not in position.ask.choices
        assert position.words == ["& ?? ??"]
        position.when("& F5").refused("can still be in the draw pile", column=1, legal="& ?? ??")

    @rule("c-check.7")
    def test_too_many_cards_named(self) -> None:
        given("hand A: F5 F5 F5 F5 F6").when("check & F6 F7 F7").refused(
            "so many cards are not drawn"
        )


class TestEmptyPile:
    @rule("faq.8", "faq.9", "ruling.reshuffle")
    def test_the_discards_are_shuffled_and_drawing_goes_on(self) -> None:
        position = given("hand A: F5 F5 F5", "discard A: F6 F6 F7", "pile A: 2").when("check ...")
        assert Deal(0, ("??", "??")) in position.ask.choices
        position.when("& F5 F6 ...").then(Drawn(0, ("F5", "F6")), Reshuffled(0))
        position.board("discard A:", "pile A: 3")
        position.when("& F7 F6").then(Drawn(0, ("F7", "F6")), NEXT).board("pile A: 1")

    @rule("faq.8")
    def test_on_one_line(self) -> None:
        """Cards named run on over the reshuffle."""
        given(
            "guilds A: Fire Water Ice Air",
            "hand A: F5 F5 F5 F5 F6",
            "discard A: F6 F7 F7",
            "pile A: 1",
        ).when("check & F6 F7").then(
            Drawn(0, ("F6",)), Reshuffled(0), Drawn(0, ("F7",)), NEXT
        ).board("hand A: F5 F5 F5 F5 F6 F6 F7", "pile A: 2", "discard A:")

    @rule("ruling.reshuffle")
    def test_not_before_a_card_is_needed(self) -> None:
        """The last card of the pile fills the hand: the discards stay."""
        given(f"hand A: {SIX}", "discard A: F7", "pile A: 1").when("check").then(
            Drawn(0, ("??",)), NEXT
        ).board("pile A: 0", "discard A: F7")

    @rule("ruling.reshuffle")
    def test_an_empty_pile_at_once(self) -> None:
        given(f"hand A: {SIX}", "discard A: F7 F7", "pile A: 0").when("check").then(
            Reshuffled(0), Drawn(0, ("??",)), NEXT
        )

    @rule("ruling.reshuffle")
    def test_both_piles_empty(self) -> None:
        """Control still counts; there is nothing to draw."""
        given(f"hand A: {SIX}", "pile A: 0", "location 1: A L5 | B -").when("check").then(
            Gained(0, 1, "control", 1, 1), NEXT
        ).board(f"hand A: {SIX}")

    @rule("ruling.reshuffle")
    def test_draw_what_there_is(self) -> None:
        given("hand A: F5", "discard A: F7", "pile A: 2").when("check").then(
            Drawn(0, ("??", "??")), Reshuffled(0), Drawn(0, ("??",)), NEXT
        ).board("pile A: 0", "discard A:")

    @rule("faq.8")
    def test_the_other_seat_keeps_its_piles(self) -> None:
        given(f"hand A: {SIX}", "discard A: F7", "pile A: 0", "discard B: W5", "pile B: 0").when(
            "check"
        ).board("discard B: W5", "pile B: 0")
