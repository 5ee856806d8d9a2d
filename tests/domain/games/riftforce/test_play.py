"""Gameplay, A) Play."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from domain.contract.errors import Reason
from domain.games.riftforce.actions import Discard, Done, Play
from domain.games.riftforce.facts import Damaged, Destroyed, Gained, Played, TurnBegan
from tests.domain.games.riftforce.rulebook import rule
from tests.domain.given import given

NEXT = TurnBegan(2, 1)


class TestHowMany:
    @rule("a-play.1", "ruling.how-many")
    def test_one(self) -> None:
        given("hand A: F5 W6", "location 2: A - | B L5").when("play F5@2").then(
            Played(0, "F5", 2, 2), NEXT
        ).board("location 2: A F5 | B L5", "hand A: W6")

    @rule("a-play.1", "ruling.how-many")
    def test_three(self) -> None:
        given("hand A: F5 F6 F7").when("play F5@2 F6@2 F7@2").then(
            Played(0, "F5", 2, 1), Played(0, "F6", 2, 2), Played(0, "F7", 2, 3), NEXT
        ).board("location 2: A F5 F6 F7 | B -", "hand A:")

    @rule("a-play.1", "ruling.how-many")
    def test_not_four(self) -> None:
        given("hand A: F5 F5 F6 F7").when("play F5@2 F5@2 F6@2 F7@2").refused(
            "no more can be played", column=21
        )

    @rule("ruling.how-many")
    def test_not_none(self) -> None:
        assert Done() not in given("hand A: F5").ask.choices
        given("hand A: F5 F6").when("play").refused("play what", reason=Reason.UNREADABLE)

    @rule("a-play.1")
    def test_only_from_hand(self) -> None:
        given("hand A: F5", "location 1: A F6 | B -").when("play F6@1").refused(
            "A holds no F6", column=6
        )
        given("hand A: F5").when("play F5@1 F5@1").refused("no more can be played")
        given("hand A: F5 F6").when("play F5@1 F5@1").refused("A holds no F5", column=11)

    @rule("a-play.1")
    def test_only_on_the_own_side_of_five_locations(self) -> None:
        given("hand A: F5").when("play F5@6").refused("there is no location 6", column=6)
        given("hand A: F5").when("play F5@0").refused("there is no location 0")
        given("hand B: F5", "turn: 2 B").when("play F5@1").board("location 1: A - | B F5")

    @rule("a-play.1")
    def test_one_may_stop_after_each(self) -> None:
        position = given("hand A: F5 F6 F7").when("play F5@1 ...")
        assert Done() in position.ask.choices
        position.when("F6@1 ...")
        assert Done() in position.ask.choices
        position.when("done").then(NEXT).board("hand A: F7")

    @rule("ruling.hidden")
    def test_that_nothing_fits_is_not_given_away(self) -> None:
        """With cards left the end is said, whether another could be played or not."""
        position = given("hand A: F5 W6").when("play F5@1 ...")
        assert list(position.ask.choices) == [Done()]
        assert position.ask.always
        given("hand A: F5").when("play F5@1 ...").then(Played(0, "F5", 1, 1), NEXT)


class TestWhichCards:
    @rule("a-play.2", "ruling.same")
    @pytest.mark.parametrize("cards", ["F5 F6 F7", "F5 W5 L5", "F5 F5 F6", "F5 F5 W5"])
    def test_one_symbol_or_one_number(self, cards: str) -> None:
        given(f"hand A: {cards}").when(f"play {cards} @3").board("hand A:")

    @rule("a-play.2", "ruling.same")
    @pytest.mark.parametrize("cards", ["F5 F6 W6", "F5 W5 W6", "F5 F5 W6", "F5 W6", "F5 F6 W5"])
    def test_no_mixture(self, cards: str) -> None:
        given(f"hand A: {cards}").when(f"play {cards} @3").refused(
            "share neither a symbol nor a number"
        )

    @rule("faq.2", "ruling.same")
    def test_identical_cards_fit_both(self) -> None:
        """After two F5 a third may share the symbol or the number."""
        position = given("hand A: F5 F5 F6 W5 W6").when("play F5@3 F5@3 ...")
        assert {c.card for c in position.ask.choices if isinstance(c, Play)} == {"F6", "W5"}

    @rule("faq.4")
    def test_earlier_rounds_do_not_matter(self) -> None:
        """What lies at a location, or was played last, does not limit what comes now, or where."""
        given("hand A: F5 W6", "location 1: A F7 | B -", "location 5: A L6 | B -").when(
            "play F5@1"
        ).board("location 1: A F7 F5 | B -")
        given("hand A: F5 W6", "hand B: I5").when("play F5@1", "play I5@1", "play W6@4").board(
            "location 4: A W6 | B -"
        )


class TestWhere:
    @rule("a-play.3", "a-play.4", "ruling.locations")
    @pytest.mark.parametrize("places", list(product(range(1, 6), repeat=3)))
    def test_every_way_to_place_three(self, places: tuple[int, int, int]) -> None:
        """Together at one location, or one each on a run of neighbours, in any order."""
        together = len(set(places)) == 1
        run = len(set(places)) == 3 and max(places) - min(places) == 2
        cards = ("F5", "F6", "F7")
        words = " ".join(f"{card}@{place}" for card, place in zip(cards, places, strict=True))
        position = given("hand A: F5 F6 F7").when(f"play {words}")
        if together or run:
            position.then(
                *(
                    Played(0, c, p, n)
                    for n, (c, p) in enumerate(zip(cards, places, strict=True), 1)
                ),
                NEXT,
            )
        else:
            position.refused("")

    @rule("a-play.3", "a-play.5", "ruling.locations")
    @pytest.mark.parametrize("places", list(product(range(1, 6), repeat=2)))
    def test_every_way_to_place_two(self, places: tuple[int, int]) -> None:
        """The ends are not adjacent."""
        one, two = places
        position = given("hand A: F5 F6").when(f"play F5@{one} F6@{two}")
        if abs(one - two) < 2:
            position.then(Played(0, "F5", one, 1), Played(0, "F6", two, 2), NEXT)
        else:
            position.refused("")

    @rule("ruling.locations")
    def test_a_gap_must_be_filled(self) -> None:
        position = given("hand A: F5 F6 F7").when("play F5@1 F7@3 ...")
        assert list(position.ask.choices) == [Play("F6", 2)]
        position.when("done").refused("leave a gap that must be filled")

    @rule("ruling.locations")
    @pytest.mark.parametrize("hand", ["F5 F6", "F5 F6 W6", "F5 F6 W7"])
    def test_no_gap_that_cannot_be_filled(self, hand: str) -> None:
        given(f"hand A: {hand}").when("play F5@1 F6@3").refused("neither one location nor a run")

    @rule("ruling.locations")
    def test_a_gap_is_filled_by_number_too(self) -> None:
        given("hand A: F5 W5 L5").when("play F5@3 W5@5 L5@4").board("hand A:")
        given("hand A: F5 F6 W5").when("play F5@3 F6@5").refused("neither one location")

    @rule("a-play.3")
    @pytest.mark.parametrize("order", list(permutations(["F5", "F6", "F7"])))
    def test_together_in_any_order(self, order: tuple[str, ...]) -> None:
        cards = " ".join(order)
        given("hand A: F5 F6 F7").when(f"play {cards} @2").board(f"location 2: A {cards} | B -")

    @rule("a-play.6")
    def test_on_top_of_what_lies_there(self) -> None:
        """The new ones are farthest from the location; the first one stays the first."""
        given("hand A: F5 F6", "location 2: A W5/2 L6 | B -").when("play F6@2 F5@2").board(
            "location 2: A W5/2 L6 F6 F5 | B -"
        )

    @rule("a-play.6")
    def test_nothing_else_changes(self) -> None:
        given(
            "hand A: F5", "location 2: A L5 | B W5/1", "location 3: A L6/2 | B -", "score: 3:4"
        ).when("play F5@2").board(
            "location 2: A L5 F5 | B W5/1",
            "location 3: A L6/2 | B -",
            "score: 3:4",
            "discard A:",
            "pile A: 33",
        )


class TestEarth:
    @rule("earth.1", "faq-earth.1", "ruling.destruction")
    def test_destruction_is_checked_at_once(self) -> None:
        given("hand A: E5", "location 2: A - | B W5/4 W6").when("play E5@2").then(
            Played(0, "E5", 2, 3),
            Damaged(1, 1, 3, 2),
            Damaged(2, 1, 3, 2),
            Destroyed(1, 3, 2),
            Gained(0, 1, "kill", 1, 2),
            NEXT,
        )

    @rule("faq-earth.2", "ruling.destruction")
    def test_each_earth_shakes(self) -> None:
        """The second one does not hit what the first has destroyed."""
        given("hand A: E5 E6", "location 2: A - | B W5/4 W6").when("play E5@2 E6@2").then(
            Played(0, "E5", 2, 3),
            Damaged(1, 1, 3, 2),
            Damaged(2, 1, 3, 2),
            Destroyed(1, 3, 2),
            Gained(0, 1, "kill", 1, 2),
            Played(0, "E6", 2, 4),
            Damaged(2, 1, 4, 2),
            NEXT,
        )

    @rule("faq-earth.2")
    def test_each_at_its_own_location(self) -> None:
        given("hand A: E5 E6", "location 2: A - | B W5", "location 3: A - | B W6").when(
            "play E5@2 E6@3"
        ).board("location 2: A E5 | B W5/1", "location 3: A E6 | B W6/1")

    @rule("faq-earth.1")
    @pytest.mark.parametrize("card", ["F5", "L5", "P5", "W5", "I5", "S5", "C5", "T5", "A5"])
    def test_no_other_guild_does_anything_when_played(self, card: str) -> None:
        enemy = "E5"
        given(f"hand A: {card}", f"location 2: A - | B {enemy}/1").when(f"play {card}@2").then(
            Played(0, card, 2, 2), NEXT
        )

    @rule("faq-earth.3", "earth.1")
    def test_allies_played_later_do_not_shake_again(self) -> None:
        given("hand A: F5", "location 2: A E5 | B W5").when("play F5@2").board(
            "location 2: A E5 F5 | B W5"
        )

    @rule("faq-earth.3")
    def test_an_earth_that_is_moved_does_not_shake(self) -> None:
        """A Plant pulls it: it arrives, and is not played."""
        given("hand A: P6", "location 2: A P5 L5 | B -", "location 3: A - | B E5").when(
            "act P6: P5@2"
        ).board("location 2: A P5 L5 | B E5/2")

    @rule("earth.1")
    def test_scores_a_crystal_double(self) -> None:
        given("hand A: E5", "location 2: A - | B C5/4 C6/5").when("play E5@2").board("score: 4:0")

    @rule("earth.1")
    def test_allies_are_unhurt(self) -> None:
        given("hand A: E5", "location 2: A F5/4 | B -").when("play E5@2").then(
            Played(0, "E5", 2, 2), NEXT
        )


@rule("gameplay.3")
def test_three_kinds_of_action() -> None:
    """Play, activate (with a discard), check & draw; nothing may be passed."""
    position = given("hand A: F5")
    kinds = [type(choice).__name__ for choice in position.ask.choices]
    assert kinds == ["Play"] * 5 + ["Discard", "CheckAndDraw"]
    assert Discard("F5") in position.ask.choices
    assert position.ask.always
    assert position.words == ["play F5@", "act F5:", "check"]


@rule("gameplay.1", "gameplay.2")
def test_one_action_alternately() -> None:
    position = given("hand A: F5 F6", "hand B: W5", "turn: 1 A")
    assert position.ask.seat == 0
    position.when("play F5@1").then(Played(0, "F5", 1, 1), TurnBegan(2, 1))
    assert position.ask.seat == 1
    position.when("play W5@1").then(Played(1, "W5", 1, 2), TurnBegan(3, 0))
    assert position.ask.seat == 0
    position.when("B play F6@1").refused("turn 3 is A's, not B's", column=1)
