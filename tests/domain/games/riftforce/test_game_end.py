"""Game End, and the score track of the FAQ."""

from __future__ import annotations

import pytest

from domain.contract.game import Result
from domain.formats.tape import decide_line
from domain.games.riftforce.facts import (
    Activated,
    Damaged,
    Destroyed,
    Discarded,
    Drawn,
    Gained,
    MatchEnded,
    Played,
    TurnBegan,
)
from domain.games.riftforce.game import RIFTFORCE
from domain.record.match import Match
from tests.domain.games.riftforce.rulebook import rule
from tests.domain.given import Position, given

A_CONTROLS = "location 1: A L5 | B -"
B_CONTROLS = "location 2: A - | B W5"


def at(score: str, turn: str, *lines: str) -> Position:
    return given(A_CONTROLS, B_CONTROLS, f"score: {score}", f"turn: {turn}", *lines)


class TestWhoStarted:
    @rule("end.1", "end.3", "end.5", "ruling.end")
    def test_reaches_twelve_and_the_opponent_acts_once_more(self) -> None:
        position = at("11:5", "23 A").when("check")
        position.then(Gained(0, 1, "control", 12, 1), Drawn(0, ("??",) * 7), TurnBegan(24, 1))
        position.when("check").board("score: 12:6", "over: yes", "winner: A", "why: riftforce")
        assert position.facts[-1] == MatchEnded(0, "riftforce")
        assert position.match.ask is None

    @rule("end.6", "goal.2", "end.3")
    def test_the_opponent_can_still_win(self) -> None:
        position = at("11:12", "23 A").when("check").board("score: 12:12", "over: no").when("check")
        position.board("score: 12:13", "winner: B")

    @rule("end.3")
    def test_it_may_be_b_who_started(self) -> None:
        position = at("5:11", "23 B").when("check").board("score: 5:12", "over: no", "turn: 24 A")
        position.when("check").board("score: 6:12", "over: yes", "winner: B")


class TestWhoDidNotStart:
    @rule("end.1", "end.4", "end.5")
    def test_reaches_twelve_and_it_ends_at_once(self) -> None:
        at("5:11", "24 B").when("check").then(
            Gained(1, 1, "control", 12, 2), Drawn(1, ("??",) * 7), MatchEnded(1, "riftforce")
        )

    @rule("end.4")
    def test_it_may_be_a(self) -> None:
        at("11:5", "24 A").when("check").board("over: yes", "winner: A")


class TestBeforeTwelve:
    @rule("end.1")
    @pytest.mark.parametrize("turn", ["23 A", "24 B"])
    def test_eleven_does_not_end_it(self, turn: str) -> None:
        seat = turn[-1]
        at("10:10", turn).when("check").board(
            f"score: {'11:10' if seat == 'A' else '10:11'}", "over: no"
        )

    @rule("end.1", "ruling.end")
    def test_points_gained_in_the_opponents_action_count(self) -> None:
        """A's Fire destroys its own ally: B has 12, and acts once more since it did not start."""
        position = at("5:11", "23 A", "hand A: F6", "location 5: A F5 L5/4 | B -").when(
            "act F6: F5"
        )
        position.board("score: 5:12", "turn: 24 B", "over: no")
        position.when("check").board("score: 5:13", "winner: B")

    @rule("end.5", "ruling.end")
    def test_gained_in_the_last_action_of_the_pair(self) -> None:
        """B's Fire gives A the twelfth: both have acted as often, so it ends."""
        at("11:5", "24 B", "hand B: F6", "location 5: A - | B F5 W6/5").when("act F6: F5").then(
            Discarded(1, "F6"),
            Activated(3),
            Damaged(4, 1, 3, 5),
            Destroyed(4, 3, 5),
            Gained(0, 1, "kill", 12, 5),
            MatchEnded(0, "riftforce"),
        )


class TestTheActionIsFinished:
    @rule("end.2")
    def test_a_check_counts_every_location_and_draws(self) -> None:
        at("5:11", "24 B", "location 3: A - | B W6", "location 4: A - | B W7").when("check").then(
            Gained(1, 1, "control", 12, 2),
            Gained(1, 1, "control", 13, 3),
            Gained(1, 1, "control", 14, 4),
            Drawn(1, ("??",) * 7),
            MatchEnded(1, "riftforce"),
        )

    @rule("end.2")
    def test_the_second_activation_is_still_to_be_had(self) -> None:
        at("5:11", "24 B", "hand B: C6", "location 5: A L6/5 L7/5 | B C5 C7").when(
            "act C6: C5 C7"
        ).board("score: 5:13", "over: yes")


class TestTie:
    @rule("end.7", "end.5")
    def test_both_act_once_more(self) -> None:
        position = at("12:11", "24 B").when("check").board("score: 12:12", "over: no", "turn: 25 A")
        position.when("check & ??").board("score: 13:12", "over: no", "turn: 26 B")

    @rule("end.7")
    def test_the_tie_is_broken(self) -> None:
        at("12:12", "25 A", "hand B: W6").when("check", "play W6@5").board("over: yes", "winner: A")

    @rule("end.8")
    def test_again_and_again(self) -> None:
        position = at("12:12", "25 A", "hand A: F5", "hand B: W6 W7")
        position.when("play F5@5", "play W6@4").board("score: 12:12", "over: no", "turn: 27 A")
        position.when("check", "check").board("score: 14:14", "over: no", "turn: 29 A")

    @rule("end.6")
    def test_a_tie_below_twelve_is_nothing(self) -> None:
        at("11:10", "24 B").when("check").board("score: 11:11", "over: no")


@rule("faq.3")
def test_more_than_twelve_is_counted_on() -> None:
    """Several at once go past 12; the marker never stops there."""
    position = given(
        "score: 11:12",
        "turn: 23 A",
        *(
            f"location {n}: A {card} | B -"
            for n, card in enumerate(["L5", "L6", "L7", "I5", "I6"], 1)
        ),
    ).when("check")
    position.board("score: 16:12")
    assert RIFTFORCE.notation.totals(position.state) == "16:12"


class TestDeadlock:
    EMPTY = ("pile A: 0", "pile B: 0")
    CONTESTED = "location 1: A L5 | B W5"

    @rule("ruling.deadlock")
    @pytest.mark.parametrize(
        ("score", "winner"), [("3:3", None), ("4:3", 0), ("3:4", 1), ("13:4", 0), ("12:12", None)]
    )
    def test_nobody_can_ever_act_again(self, score: str, winner: int | None) -> None:
        position = given(*self.EMPTY, self.CONTESTED, "hand A: I5", f"score: {score}").when(
            "play I5@1"
        )
        position.then(Played(0, "I5", 1, 3), MatchEnded(winner, "deadlock"))
        points = tuple(int(word) for word in score.split(":"))
        assert RIFTFORCE.result(position.state) == Result(winner, "deadlock", points)  # type: ignore[arg-type]

    @rule("ruling.deadlock")
    @pytest.mark.parametrize(
        "line",
        [
            "hand B: P5",
            "discard B: P5",
            "pile B: 1",
            "discard A: I6",
            "hand A: I5 L6",
            "pile A: 1",
            "location 2: A - | B P5",
            "location 2: A L6 | B -",
        ],
    )
    def test_not_while_anything_is_left(self, line: str) -> None:
        """A card anywhere, or a location that somebody controls, keeps it going."""
        lines = [*self.EMPTY, self.CONTESTED, "hand A: I5", line]
        given(*lines).when("play I5@1").board("over: no", "turn: 2 B")

    @rule("ruling.deadlock")
    def test_twelve_comes_first(self) -> None:
        position = given(*self.EMPTY, self.CONTESTED, "hand B: P5", "score: 12:4", "turn: 24 B")
        position.when("play P5@1").then(Played(1, "P5", 1, 3), MatchEnded(0, "riftforce"))

    @rule("ruling.deadlock")
    def test_a_player_without_cards_still_checks(self) -> None:
        """Stuck for now is not for ever: the other may change it."""
        position = given(*self.EMPTY, self.CONTESTED, "hand B: P5")
        assert position.words == ["check"]
        position.when("check").then(TurnBegan(2, 1))


@rule("end.1")
def test_over_is_over() -> None:
    position = at("5:11", "24 B").when("check")
    position.when("check").refused("the match is over", column=1)
    assert RIFTFORCE.result(position.state) == Result(1, "riftforce", (5, 12))
    assert RIFTFORCE.result(at("5:11", "24 B").state) is None


class TestAfterARulingOnTheTurn:
    """Who acts is what counts, whatever number the turn has."""

    AGREED = RIFTFORCE.settings({"guilds a": "F W I A", "guilds b": "C L P E", "start": "A"})
    BEGUN = ("hand A", "hand B", "face C7", "play F5@1", "play L5@5")

    def test_who_started_acts_twice_and_the_opponent_still_acts(self) -> None:
        match = Match(RIFTFORCE, self.AGREED)
        for text in (*self.BEGUN, "! turn A", "! score A 11", "check"):
            decide_line(match, text)
        assert match.state.hands[0].score == 12
        assert not match.state.over
        assert (match.state.turn, match.state.active) == (5, 1)

    def test_the_other_reaches_twelve_in_a_turn_with_an_odd_number_and_it_ends(self) -> None:
        match = Match(RIFTFORCE, self.AGREED)
        for text in (*self.BEGUN, "! turn A", "play F5@2", "! score B 11", "check"):
            decide_line(match, text)
        assert match.state.turn == 5
        assert RIFTFORCE.result(match.state) == Result(1, "riftforce", (0, 13))
