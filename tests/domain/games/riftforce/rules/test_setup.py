"""Setup: General and Personal, from the selected guilds to the first action."""

from __future__ import annotations

import pytest

from domain.contract.game import DEALER
from domain.games.riftforce.actions import Deal, FaceUp
from domain.games.riftforce.cards import ADJACENT, LOCATIONS
from domain.games.riftforce.facts import Drawn, FacedUp, TurnBegan
from tests.domain.games.riftforce.rulebook import rule
from tests.domain.given import Position, fresh

HAND_A = "hand A F5 F5 P6 I7 C5 C6 C7"
HAND_B = "hand B E5 E5 E5 E5 L6 W7 S5"


def set_up(*lines: str, start: str = "A") -> Position:
    guilds = {"guilds a": "Fire Plant Ice Crystal", "guilds b": "Earth Light Water Shadow"}
    return fresh(lines, **guilds, start=start)


class TestGeneral:
    @rule("general.2", "general.4", "personal.8", "components.2", "general.3")
    def test_an_empty_table(self) -> None:
        """Five locations in a row with nothing on them, no Riftforce, no discards."""
        position = set_up().board(
            "score: 0:0",
            *(f"location {n}: A - | B -" for n in range(1, 6)),
            "discard A:",
            "discard B:",
        )
        assert LOCATIONS == (1, 2, 3, 4, 5)
        assert ADJACENT == {1: (2,), 2: (1, 3), 3: (2, 4), 4: (3, 5), 5: (4,)}
        assert position.state.turn == 0


class TestPersonal:
    @rule("personal.7")
    def test_36_elementals_face_down(self) -> None:
        for hand in set_up().state.hands:
            assert hand.pile == sum(hand.unseen.values()) == 36
            assert hand.hand == {}

    @rule("personal.9")
    def test_seven_in_hand(self) -> None:
        position = set_up()
        assert position.ask.seat == DEALER
        position.when(HAND_A).then(Drawn(0, ("F5", "F5", "P6", "I7", "C5", "C6", "C7")))
        position.board("hand A: F5 F5 P6 I7 C5 C6 C7", "pile A: 29", "pile B: 36")
        assert Deal(1, ("??",) * 7) in position.ask.choices
        assert Deal(1, ("??",) * 6) not in position.ask.choices
        assert Deal(0, ("??",) * 7) not in position.ask.choices

    @rule("personal.9", "personal.7")
    @pytest.mark.parametrize(
        ("line", "part"),
        [
            ("hand A F5 F5 F5 F5 F5 F6 F6", "can still be in the draw pile"),
            ("hand A F7 F7 F7", "can still be in the draw pile"),
            ("hand A E5", "can still be in the draw pile"),
            ("hand A F5 F5 F5 F5 F6 F6 F6 F7", "7 cards are drawn here, not 8"),
        ],
    )
    def test_only_what_is_in_the_pile(self, line: str, part: str) -> None:
        set_up().when(line).refused(part)

    @rule("personal.10", "ruling.face-up")
    def test_the_second_player_places_the_next_card(self) -> None:
        """B has not the marker: its eighth card lies face up in the middle, before turn 1."""
        position = set_up(HAND_A, HAND_B)
        assert position.ask.seat == DEALER
        faces = list(position.ask.choices)
        assert FaceUp(1, "L5") in faces
        assert FaceUp(1, "E5") not in faces  # all four are in hand
        assert FaceUp(0, "F6") not in faces
        position.when("face L5").then(FacedUp(1, "L5", 1), TurnBegan(1, 0))
        position.board(
            "location 3: A - | B L5", "pile B: 28", "pile A: 29", "hand B: E5 E5 E5 E5 L6 W7 S5"
        )

    @rule("personal.10", "personal.6", "gameplay.1")
    def test_the_other_way_round(self) -> None:
        """B began the selection: B keeps the marker and begins, A's card lies there."""
        position = set_up(HAND_A, HAND_B, start="B").when("face C5")
        position.then(FacedUp(0, "C5", 1), TurnBegan(1, 1))
        assert position.ask.seat == 1
        position.board("location 3: A C5 | B -")

    @rule("ruling.face-up")
    def test_only_after_both_hands(self) -> None:
        position = set_up(HAND_A)
        assert FaceUp(1, "L5") not in position.ask.choices

    @rule("ruling.face-up")
    def test_hands_that_nobody_wrote_down_are_unknown(self) -> None:
        position = set_up().when("face L5")
        position.then(
            Drawn(0, ("??",) * 7), Drawn(1, ("??",) * 7), FacedUp(1, "L5", 1), TurnBegan(1, 0)
        )

    @rule("ruling.face-up")
    def test_an_earth_there_triggers_nothing(self) -> None:
        set_up(HAND_A, "hand B").when("face E5").then(FacedUp(1, "E5", 1), TurnBegan(1, 0))

    @rule("personal.10")
    @pytest.mark.parametrize(("line", "part"), [("face A L5", "is B's"), ("face F5", "seat B's")])
    def test_not_another(self, line: str, part: str) -> None:
        set_up(HAND_A, HAND_B).when(line).refused(part)
