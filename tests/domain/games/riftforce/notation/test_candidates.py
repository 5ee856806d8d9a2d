"""Cards that nobody has seen: which may be named where cards are dealt."""

from __future__ import annotations

import pytest

from domain.contract.game import UNKNOWN, Ask
from domain.formats.tape import decide_line
from domain.games.riftforce.cards import COPIES
from domain.games.riftforce.game import RIFTFORCE
from domain.record.match import Match

ALL = ["F5", "F6", "F7", "W5", "W6", "W7", "P5", "P6", "P7", "T5", "T6", "T7"]


def after(*lines: str) -> Match:
    """A match after some lines."""
    match = Match(RIFTFORCE, RIFTFORCE.settings({"guilds a": "F W P T", "guilds b": "L I S C"}))
    for line in lines:
        decide_line(match, line)
    return match


def offered(match: Match, typed: str) -> list[str]:
    """What may follow what is typed."""
    assert isinstance(match.ask, Ask)
    return RIFTFORCE.notation.goes_on(match.state, match.ask, typed)


class TestFirstHand:
    def test_every_card_of_the_guilds_and_the_unknown(self) -> None:
        match = after("start A")
        assert offered(match, "hand A") == [*ALL, UNKNOWN]
        assert [card[0] for card in offered(match, "hand B ")[:-1]] == list("LLLIIISSSCCC")

    def test_as_often_as_there_are_copies(self) -> None:
        match = after("start A")
        for card, copies in (("F5", COPIES[5]), ("F7", COPIES[7])):
            line = f"hand A {' '.join([card] * (copies - 1))}"
            assert card in offered(match, line)
            assert card not in offered(match, f"{line} {card}")

    def test_until_the_hand_is_full(self) -> None:
        match = after("start A")
        six = "hand A F5 fire6 F7 W5 ?? P5"
        assert offered(match, six)
        assert offered(match, f"{six} T7") == []

    def test_none_for_a_hand_that_was_dealt(self) -> None:
        match = after("start A", "hand A F5 F6 F7 W5 W6 P5 T7")
        assert offered(match, "hand A") == []
        assert len(offered(match, "hand B")) == 13

    @pytest.mark.parametrize("typed", ["", "start", "face", "hand", "hand A Z9", "check & "])
    def test_none_after_other_words(self, typed: str) -> None:
        assert offered(after("start A"), typed) == []


class TestDrawing:
    SETUP = ("start A", "hand A F5 F6 F7 W5 W6 P5 T7", "hand B ??", "face C5")

    def test_what_a_check_draws(self) -> None:
        match = after(*self.SETUP, "play F5@1 F6@1", "play L5@2")
        found = offered(match, "check &")
        assert found == [*(c for c in ALL), UNKNOWN]
        assert "F7" not in offered(match, "check & F7")
        assert offered(match, "A ch & F7 W5") == []
        assert offered(match, "play F7@1 & ") == []

    def test_in_the_middle_of_an_action(self) -> None:
        match = after(*self.SETUP, "play F5@1 F6@1", "play L5@2", "check ...")
        assert match.ask is not None
        assert match.ask.about == "draw"
        assert "W7" in offered(match, "& ")
        assert offered(match, "& W7 W7") == []
        assert offered(match, "check & ") == []

    def test_of_the_other_s_hand_only_what_nobody_has_seen(self) -> None:
        """Cards that are known to be in hand or on the table are not drawn."""
        lines = (*self.SETUP[:2], "hand B ??", "face C7", "play F5@1 F6@1", "play C7@2", "check")
        match = after(*lines)
        assert offered(match, "check &").count("C7") == 0
        assert "L5" in offered(match, "check &")
