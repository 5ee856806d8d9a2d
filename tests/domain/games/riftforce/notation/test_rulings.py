"""Rulings in Riftforce's words, and plays that stood."""

from __future__ import annotations

import pytest

from domain.contract.errors import GameError, Reason
from domain.contract.game import Fact
from domain.formats.tape import decide_line
from domain.games.riftforce import facts as f
from domain.games.riftforce.actions import Activate, CheckAndDraw, Deal, Play, To
from domain.games.riftforce.game import RIFTFORCE
from domain.record.match import Match
from domain.record.rulings import read_facts
from tests.domain.games.ruled import cannot_stand, read_lines, stands
from tests.domain.given import Position, given

TABLE = (
    "location 1: A F5 W6/1 W6 | B I5 I5",
    "location 2: A I6 | B I6",
    "hand A: F5 F6 ??",
    "hand B: I7",
    "score: 3:4",
)


def stated(text: str, state: object = None) -> list[Fact]:
    """What a ruling states at the table."""
    return read_facts(RIFTFORCE, given(*TABLE).match.state if state is None else state, text)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("damage F5@1 2", [f.Damaged(1, 2, 0, 1)]),
        ("DAMAGE f5 2 by i6@2.1", None),
        ("damage fire 5 @ 1 2 by b I6", [f.Damaged(1, 2, 7, 1)]),
        ("damage W6@1.3 2 by #99", [f.Damaged(3, 2, 99, 1)]),
        ("damage b 1.2 1", [f.Damaged(5, 1, 0, 1)]),
        ("damage #5 1", [f.Damaged(5, 1, 0, 1)]),
        ("heal W6@1.2 1", [f.Healed(2, 1, 0)]),
        ("move F5@1>3", [f.Moved(1, 3)]),
        ("move f5 to 3", [f.Moved(1, 3)]),
        ("move A I6@2 3", [f.Moved(6, 3)]),
        ("destroy F5", [f.Destroyed(1, 0, 1)]),
        ("kill F5 by B I5@1.1", [f.Destroyed(1, 4, 1)]),
        ("take F5@1>2", [f.Taken(1, 0, 2, 8)]),
        ("play F5@2 f6 @2", [f.Played(0, "F5", 2, 8), f.Played(0, "F6", 2, 9)]),
        ("place a W5@4", [f.Played(0, "W5", 4, 8)]),
        ("face B i5", [f.FacedUp(1, "I5", 8)]),
        ("discard F5, F6", [f.Discarded(0, "F5"), f.Discarded(0, "F6")]),
        ("draw A f7 ??", [f.Drawn(0, ("F7", "??"))]),
        ("draw b 2", [f.Drawn(1, ("??", "??"))]),
        ("shuffle A", [f.Reshuffled(0)]),
        ("activate F5", [f.Activated(1)]),
        ("score B 5", [f.Gained(1, 1, "ruling", 5, 0)]),
        ("score b +2", [f.Gained(1, 2, "ruling", 6, 0)]),
        ("score A - 1", [f.Gained(0, -1, "ruling", 2, 0)]),
        ("score A +1 Kill @1", [f.Gained(0, 1, "kill", 4, 1)]),
        ("turn b", [f.TurnBegan(2, 1)]),
        ("turn A 7", [f.TurnBegan(7, 0)]),
        ("end A  Eve  says so", [f.MatchEnded(0, "Eve says so")]),
        ("end draw", [f.MatchEnded(None, "ruling")]),
    ],
)
def test_what_can_be_said(text: str, facts: list[Fact] | None) -> None:
    if facts is None:
        with pytest.raises(GameError):
            stated(text)
    else:
        assert stated(text) == facts


@pytest.mark.parametrize(
    ("text", "reason", "column", "message", "legal"),
    [
        ("damage", Reason.UNREADABLE, 7, "which elemental?", "F5@1"),
        ("damage F7@1 2", Reason.ILLEGAL, 8, "there is no 'F7@1' in play", "F5@1"),
        ("damage W6 2", Reason.ILLEGAL, 8, "'W6' can be 2 elementals", "A W6@1.3"),
        ("damage I6 2", Reason.ILLEGAL, 8, "can be 2 elementals", "B I6@2.1"),
        ("damage F5@1", Reason.UNREADABLE, 12, "the damage: a number is missing", "damage F5@1 2"),
        ("damage F5@1 2 3", Reason.UNREADABLE, 15, "'3' is too much here", "damage F5@1 2"),
        ("damage #99 2", Reason.ILLEGAL, 8, "there is no elemental 99", "F5@1"),
        ("heal W6@1.2 2", Reason.ILLEGAL, 13, "W6 carries 1", "heal F5@1 1"),
        ("move F5@1>7", Reason.ILLEGAL, 11, "there is no location 7", "move F5@1>3"),
        ("play L5@1", Reason.ILLEGAL, 6, "B holds no L5", "play A F5@1"),
        ("play ??@1", Reason.UNREADABLE, 6, "which card?", "play A F5@1"),
        ("discard A F5 F5 F5 F5", Reason.ILLEGAL, 17, "A holds no F5", "discard A F5"),
        ("draw 2", Reason.UNREADABLE, 6, "whose? A or B", "draw A 2"),
        ("draw A 99", Reason.ILLEGAL, 8, "A's draw pile holds ", "draw A 2"),
        ("draw A", Reason.UNREADABLE, 7, "how many?", "draw A 2"),
        ("score A", Reason.UNREADABLE, 8, "the score: a number is missing", "score B +1"),
        ("score A -9", Reason.ILLEGAL, 9, "A has 3", "score B +1"),
        ("end now", Reason.UNREADABLE, 5, "who wins?", "end draw"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    text: str, reason: Reason, column: int, message: str, legal: str
) -> None:
    with pytest.raises(GameError) as caught:
        stated(text)
    assert message in caught.value.message
    assert (caught.value.reason, caught.value.column) == (reason, column)
    assert legal in caught.value.legal


def test_facts_are_said_so_that_they_are_understood() -> None:
    state = given(*TABLE).match.state
    said = {
        f.Damaged(1, 2, 5, 1): "damage F5@1 2 by I5@1.2",
        f.Damaged(6, 2, 99, 2): "damage A I6@2 2 by #99",
        f.Gained(0, 1, "kill", 4, 1): "score A +1 kill @1",
        f.Gained(0, -3, "ruling", 0, 0): "score A -3",
        f.Drawn(1, ("??",)): "draw B 1",
        f.MatchEnded(None, "ruling"): "end draw",
        f.DecksFormed(): "",
        f.MatchEnded(None, "a  b"): "",
    }
    for fact, text in said.items():
        assert RIFTFORCE.notation.ruled(state, (fact,)) == text
        assert not text or stated(text) == [fact]


def test_what_damage_destroys_is_destroyed_when_the_question_is_put_again() -> None:
    position = given(*TABLE).when("! damage I5@1.2 5; damage F5@1 4")
    position.then(
        f.Damaged(5, 5, 0, 1),
        f.Damaged(1, 4, 0, 1),
        f.Destroyed(5, 0, 1),
        f.Gained(0, 1, "kill", 4, 1),
    )
    position.board("location 1: A F5/4 W6/1 W6 | B I5", "score: 4:4")


def test_what_a_ruling_does_is_told() -> None:
    state = given(*TABLE).match.state
    told = [RIFTFORCE.tell(fact, state) for fact in stated("damage F5@1 2; score A -1")]
    assert told == ["2 damage is put on A's F5 at location 1, by a ruling", "A loses 1 (ruling): 2"]
    (healed,) = stated("heal W6@1.2 1")
    assert RIFTFORCE.tell(healed, state) == "1 damage is removed from A's W6, by a ruling"


def test_a_match_can_be_ended_and_a_turn_passed() -> None:
    position = given(*TABLE).when("! turn B")
    assert (position.ask.about, position.ask.seat) == ("turn", 1)
    position.when("! end A Eve says so")
    assert RIFTFORCE.result(position.state).outcome == "A wins"  # type: ignore[union-attr]


# -- plays that stood ----------------------------------------------------------------------------

AGREED = {"guilds a": "F W P T", "guilds b": "L I S C", "start": "A"}
SETUP = ("hand A F5 F6 F7 W5 W6 W7 T5", "hand B", "face C5")
LATER = (*SETUP, "play W5@3 W6@3 W7@3", "play L5@3 L6@3")


def begun(*lines: str) -> Match:
    """A match after the set-up and some lines."""
    return read_lines(RIFTFORCE, AGREED, (*SETUP, *lines))


def later(*lines: str) -> Match:
    """A match in which A has three Waters at the middle, and it is A's turn."""
    return read_lines(RIFTFORCE, AGREED, (*LATER, *lines))


def test_cards_that_share_nothing() -> None:
    match = stands(begun(), "1 A play F5@1 W6@1", Play)
    assert [e.card for e in match.state.sides[0][1]] == ["F5", "W6"]
    assert match.state.active == 1


def test_places_that_are_not_adjacent() -> None:
    stands(begun(), "play F5@1 F6@5 F7@1", Play, Play)


def test_a_check_with_a_full_hand() -> None:
    stands(begun(), "1 A check", CheckAndDraw)


def test_too_many_cards_drawn() -> None:
    match = stands(later(), "check & T6 P5 P6 P7", Deal)
    assert match.state.hands[0].count == 8


def test_what_shares_nothing_is_activated() -> None:
    match = later("play F6@2", "check")
    stands(match, "act F7: W6@3>2 ...", Activate)


def test_one_elemental_is_activated_twice() -> None:
    match = begun("play F5@3 F6@3", "play L5@3 I5@3")
    there = stands(match, "act F7: F5@3 F5@3 ...", Activate)
    assert there.state.hands[0].score == 2


def test_it_flows_too_far() -> None:
    match = stands(later(), "3 A act F5: W5@3>5", To)
    assert [e.card for e in match.state.sides[0][5]] == ["W5"]


def test_a_wrong_number_of_the_turn_is_passed_over() -> None:
    match = begun()
    steps = decide_line(match, "!! 9 A play F5@1")
    assert [step.action for step in steps[:1]] == [Play("F5", 1)]
    assert match.state.active == 1


def test_what_cannot_stand_says_how_to_enter_it() -> None:
    match = begun()
    cannot_stand(match, "1 B play L5@1", "a ruling before this line", "! turn B")
    cannot_stand(match, "play F5 F6 F7 F7 @1", "a ruling after this line", "! play F7@1")
    cannot_stand(match, "play F5@7", "there is no location 7")
    cannot_stand(match, "play L5@1", "the rules cannot carry that out")
    cannot_stand(later(), "act F5: W5@3>9", "there is no location 9")
    cannot_stand(later(), "act F5: W5@3>2 W6@3", "nothing more can be activated", "! damage W6@3 2")
    outer = begun("play W5@1", "play L7@1")
    cannot_stand(outer, "act W6: W5@1>3", "only one thing can be done here", ">2")


def test_what_went_on_beyond_a_line_is_ruled() -> None:
    position = Position(begun()).when("play F5 F6 F7 @1", "! play W7@1")
    assert [e.card for e in position.state.sides[0][1]] == ["F5", "F6", "F7", "W7"]
    assert position.state.active == 1
