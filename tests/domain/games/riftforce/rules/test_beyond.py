"""The expansion: what each of its guilds does, as the rulings have it."""

from __future__ import annotations

import pytest

from domain.games.riftforce.cards import BEYOND, COPIES
from domain.games.riftforce.facts import (
    Damaged,
    Destroyed,
    Drawn,
    Gained,
    Healed,
    Moved,
    Played,
    Reshuffled,
    Taken,
    TurnBegan,
)
from tests.domain.games.riftforce.rulebook import rule
from tests.domain.given import Position, given

NEXT = TurnBegan(2, 1)


def beyond(*lines: str) -> Position:
    return given(*lines, expansion="beyond")


def test_nine_elementals_each() -> None:
    assert len(BEYOND) == 8
    position = beyond("guilds A: Acid Beast Lava Love", "guilds B: Magnet Music Sand Star")
    for hand in position.state.hands:
        assert sum(hand.unseen.values()) == 4 * sum(COPIES.values()) == 36


class TestAcid:
    @rule("ruling.acid")
    def test_first_and_second(self) -> None:
        beyond("hand A: Ac6", "location 1: A Ac5 | B W7 W6 W5").when("act Ac6: Ac5").ability(
            Damaged(2, 3, 1, 1), Damaged(3, 1, 1, 1)
        )

    @rule("ruling.acid")
    def test_only_one_there(self) -> None:
        beyond("hand A: Ac6", "location 1: A Ac5 | B W7").when("act Ac6: Ac5").ability(
            Damaged(2, 3, 1, 1)
        )

    @rule("ruling.acid")
    def test_its_kills_score_nothing(self) -> None:
        beyond("hand A: Ac6", "location 1: A Ac5 | B W5/2 W6/5").when("act Ac6: Ac5").ability(
            Damaged(2, 3, 1, 1), Damaged(3, 1, 1, 1), Destroyed(2, 1, 1), Destroyed(3, 1, 1)
        ).board("score: 0:0", "discard B: W5 W6")

    @rule("ruling.acid")
    def test_a_crystal_still_gives_its_own_one(self) -> None:
        beyond("hand A: Ac6", "location 1: A Ac5 | B C5/2").when("act Ac6: Ac5").board("score: 1:0")

    @rule("ruling.acid")
    def test_who_destroys_acid_scores(self) -> None:
        beyond("hand A: F6", "location 1: A F5 | B Ac5/2").when("act F6: F5").board("score: 1:0")


class TestBeast:
    @rule("ruling.beast")
    @pytest.mark.parametrize(("beast", "damage"), [("Be5", 2), ("Be5/1", 3)])
    def test_three_when_damaged(self, beast: str, damage: int) -> None:
        beyond("hand A: Be6", f"location 1: A {beast} | B W5", "location 2: A F5 | B W7 W6").when(
            "act Be6: Be5"
        ).ability(Moved(1, 2), Damaged(4, damage, 1, 2)).board(
            f"location 2: A F5 {beast} | B W7/{damage} W6"
        )

    @rule("ruling.beast")
    def test_only_next_door(self) -> None:
        beyond("hand A: Be6", "location 1: A Be5 | B -").when("act Be6: Be5>3").refused(
            "adjacent location"
        )


class TestLava:
    @rule("ruling.lava")
    def test_both_sides_itself_and_those_in_front(self) -> None:
        beyond(
            "hand A: La6",
            "location 2: A - | B W7 W6",
            "location 3: A F5 F6 La5 F7 | B W5",
            "location 4: A - | B P7",
        ).when("act La6: La5").ability(
            Damaged(1, 2, 5, 2), Damaged(8, 2, 5, 4),
            Damaged(3, 1, 5, 3), Damaged(4, 1, 5, 3), Damaged(5, 1, 5, 3),
        ).board("location 3: A F5/1 F6/1 La5/1 F7 | B W5")  # fmt: skip

    @rule("ruling.lava")
    def test_may_destroy_itself_and_gives_the_opponent_one(self) -> None:
        beyond("hand A: La6", "location 1: A C5/4 La5/4 | B -").when("act La6: La5").board(
            "score: 0:3", "location 1: A - | B -", "discard A: C5 La5 La6"
        )

    @rule("ruling.lava")
    def test_an_end_has_one_side(self) -> None:
        beyond("hand A: La6", "location 1: A La5 | B -", "location 5: A - | B W5").when(
            "act La6: La5"
        ).ability(Damaged(1, 1, 1, 1))


class TestLove:
    @rule("ruling.love")
    def test_played_it_heals_one_fully(self) -> None:
        beyond("hand A: Lo5", "location 1: A F5/3 F6/2 | B W5/1", "location 2: A F7/6 | B -").when(
            "play Lo5@1+1.1"
        ).then(Played(0, "Lo5", 1, 5), Healed(1, 3, 5), NEXT).board(
            "location 1: A F5 F6/2 Lo5 | B W5/1"
        )

    @rule("ruling.love")
    def test_nobody_there_to_heal(self) -> None:
        beyond("hand A: Lo5", "location 1: A F5 | B W5/1", "location 2: A F7/6 | B -").when(
            "play Lo5@1"
        ).then(Played(0, "Lo5", 1, 4), NEXT)

    @rule("ruling.love", "ruling.much-as-you-can")
    def test_healing_may_not_be_declined(self) -> None:
        position = beyond("hand A: Lo5", "location 1: A F5/3 F6/2 F7 | B -").when("play Lo5@1 ...")
        assert position.words == ["+1.1", "+1.2"]
        position.when("done").refused("must say")

    @rule("ruling.love")
    def test_activated_it_hits(self) -> None:
        beyond("hand A: Lo6", "location 1: A Lo5 F5/2 | B W7 W6").when("act Lo6: Lo5").ability(
            Damaged(3, 2, 1, 1)
        )


class TestMagnet:
    @rule("ruling.magnet", "ruling.moving")
    def test_pulls_the_last_enemy_along(self) -> None:
        beyond("hand A: Ma6", "location 1: A Ma5 F5 | B W7 W6/1", "location 2: A F6 | B P5").when(
            "act Ma6: Ma5"
        ).ability(Damaged(4, 2, 1, 1), Moved(1, 2), Moved(4, 2)).board(
            "location 1: A F5 | B W7", "location 2: A F6 Ma5 | B P5 W6/3"
        )

    @rule("ruling.magnet")
    def test_moves_alone_without_an_enemy(self) -> None:
        beyond("hand A: Ma6", "location 3: A Ma5 | B -").when("act Ma6: Ma5>4").ability(Moved(1, 4))
        beyond("hand A: Ma6", "location 3: A Ma5 | B -").when("act Ma6: Ma5>5").refused("adjacent")

    @rule("ruling.magnet", "ruling.destruction")
    def test_what_it_destroys_falls_after_the_move(self) -> None:
        beyond("hand A: Ma6", "location 1: A Ma5 | B W5/3").when("act Ma6: Ma5").ability(
            Damaged(2, 2, 1, 1),
            Moved(1, 2),
            Moved(2, 2),
            Destroyed(2, 1, 2),
            Gained(0, 1, "kill", 1, 2),
        )


class TestMusic:
    @rule("ruling.music")
    def test_takes_what_it_destroys(self) -> None:
        beyond("hand A: Mu6", "location 2: A Mu5 | B W5/3 W6", "location 3: A F5 | B -").when(
            "act Mu6: Mu5>3"
        ).ability(Damaged(2, 2, 1, 2), Taken(2, 1, 3, 5), Gained(0, 1, "kill", 1, 2)).board(
            "location 2: A Mu5 | B W6", "location 3: A F5 W5 | B -", "discard B:", "score: 1:0"
        )

    @rule("ruling.music")
    def test_leaves_what_it_only_hurts(self) -> None:
        beyond("hand A: Mu6", "location 2: A Mu5 | B W5/2").when("act Mu6: Mu5").ability(
            Damaged(2, 2, 1, 2)
        )

    @rule("ruling.music")
    def test_only_next_door(self) -> None:
        position = beyond("hand A: Mu6", "location 2: A Mu5 | B W5/3").when("act Mu6: Mu5 ...")
        assert position.words == [">1", ">3"]
        position.when(">2").refused("played at an adjacent location")

    @rule("ruling.music")
    def test_a_taken_earth_is_played(self) -> None:
        """So it shakes its former friends."""
        beyond("hand A: Mu6", "location 1: A Mu5 | B E5/3", "location 2: A - | B W7 W5/4").when(
            "act Mu6: Mu5"
        ).board("location 2: A E5 | B W7/1", "score: 2:0", "discard B: W5")

    @rule("ruling.music")
    def test_a_taken_love_heals(self) -> None:
        beyond("hand A: Mu6", "location 1: A Mu5 | B Lo5/3", "location 2: A F7/6 | B -").when(
            "act Mu6: Mu5"
        ).board("location 2: A F7 Lo5 | B -")

    @rule("ruling.music")
    def test_a_taken_crystal_gives_two(self) -> None:
        beyond("hand A: Mu6", "location 1: A Mu5 | B C5/3").when("act Mu6: Mu5").board("score: 2:0")

    @rule("ruling.music")
    def test_the_taken_one_fights_for_its_new_side_and_falls_to_its_owner(self) -> None:
        """A activates it; when B destroys it B scores, and the card is B's again."""
        position = (
            beyond(
                "hand A: Mu6 Mu7",
                "hand B: C5",
                "location 1: A Mu5 | B W5/3",
                "location 2: A - | B C5 C6",
            )
            .when("act Mu6: Mu5")
            .board("location 2: A W5 | B C5 C6", "score: 1:0")
        )
        position.when("act C5: C5 C6").board(
            "location 2: A - | B C5 C6", "score: 1:1", "discard B: W5 C5"
        )

    @rule("ruling.music", "ruling.twice")
    def test_the_taken_one_may_be_activated_at_once(self) -> None:
        """It shares the discard's number, and has not been activated in this action."""
        beyond("hand A: Mu5", "location 1: A Mu5 | B I5/3", "location 2: A - | B W7").when(
            "act Mu5: Mu5 I5"
        ).board("location 2: A I5 | B W7/6", "score: 1:0")


class TestSand:
    @rule("ruling.sand")
    def test_hits_everybody_there_and_heals_itself(self) -> None:
        beyond("hand A: Sa6", "location 1: A Sa5/2 | B F5", "location 5: A - | B W7 W6 W5/4").when(
            "act Sa6: Sa5>5"
        ).ability(
            Moved(1, 5),
            Damaged(3, 1, 1, 5), Damaged(4, 1, 1, 5), Damaged(5, 1, 1, 5), Healed(1, 1, 1),
            Destroyed(5, 1, 5), Gained(0, 1, "kill", 1, 5),
        ).board("location 5: A Sa5/1 | B W7/1 W6/1", "location 1: A - | B F5")  # fmt: skip

    @rule("ruling.sand")
    def test_has_nothing_to_heal(self) -> None:
        beyond("hand A: Sa6", "location 1: A Sa5 L5/1 | B -").when("act Sa6: Sa5>2").ability(
            Moved(1, 2)
        )

    @rule("ruling.sand")
    def test_cannot_stay(self) -> None:
        beyond("hand A: Sa6", "location 1: A Sa5 | B -").when("act Sa6: Sa5>1").refused(
            "another location"
        )


class TestStar:
    @rule("ruling.star")
    def test_hits_and_draws_one(self) -> None:
        beyond("hand A: St6", "location 1: A St5 | B W7 W6").when("act St6: St5&St7").ability(
            Damaged(2, 2, 1, 1), Drawn(0, ("St7",))
        ).board("hand A: St7", "discard A: St6")

    @rule("ruling.star")
    def test_the_card_need_not_be_known(self) -> None:
        beyond("hand A: St6", "location 1: A St5 | B -").when("act St6: St5").ability(
            Drawn(0, ("??",))
        )

    @rule("ruling.star")
    def test_the_discard_made_room_for_one(self) -> None:
        """Seven, one discarded, one drawn: the second Star draws nothing."""
        seven = "St6 F5 F5 F5 F5 F6 F6"
        position = beyond(f"hand A: {seven}", "location 1: A St5 St7 | B -").when(
            "act St6: St5 St7"
        )
        assert [f for f in position.facts if isinstance(f, Drawn)] == [Drawn(0, ("??",))]

    @rule("ruling.star", "ruling.reshuffle")
    def test_turns_the_discards_over(self) -> None:
        """The card just discarded is among them."""
        beyond("hand A: St6", "pile A: 0", "location 1: A St5 | B -").when(
            "act St6: St5&St6"
        ).ability(Reshuffled(0), Drawn(0, ("St6",))).board("hand A: St6", "discard A:", "pile A: 0")

    @rule("ruling.star")
    def test_three_stars_go_on_in_several_lines(self) -> None:
        """A line that goes on may begin with a Star, whose code also begins `start`."""
        position = beyond("hand A: St6", "location 1: A St5 St6 St7 | B W7").when(
            "act St6: St5 ..."
        )
        position.when("& St5 ...").then(Drawn(0, ("St5",)))
        position.when("St6@1&F5 Star7@1").board(
            "hand A: St5 F5 ??", "location 1: A St5 St6 St7 | B W7/6"
        )
