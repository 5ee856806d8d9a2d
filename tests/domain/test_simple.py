"""What `domain.frame.simple` derives: notation, settings, telling, scenery, the rest of the contract."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from domain.bots.simulation import play_match
from domain.contract.errors import GameError, Reason
from domain.contract.game import TWO, Fact, Seat
from domain.formats.tape import LineDecider, TapeReader, decide_line, tape_text
from domain.frame.simple import (
    MatchEnded,
    SimpleAction,
    SimpleFact,
    SimpleState,
    Toss,
    TurnBegan,
    WordNotation,
)
from domain.frame.simple.pieces import in_words
from domain.record.events import Ruled
from domain.record.match import Match, Record, fold
from replays.board.terminal import state_text


def race() -> Any:
    """The game of `simple_race.py`."""
    path = Path(__file__).parent / "simple_race.py"
    spec = importlib.util.spec_from_file_location("simple_race", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules["simple_race"] = module
    spec.loader.exec_module(module)
    return module


MODULE = race()
RACE = MODULE.RACE


def played(*lines: str) -> Match:
    """A match after some lines."""
    match = Match(RACE, RACE.settings({}))
    for line in lines:
        decide_line(match, line)
    return match


def refusal(line: str, *before: str) -> GameError:
    """How a line is refused after others."""
    match = played(*before)
    with pytest.raises(GameError) as refused:
        decide_line(match, line)
    return refused.value


@pytest.mark.parametrize(
    "line",
    [
        "1 A rolls 3 Ride",
        "rolls 3 ride",
        "1 a  ROLLS  3, ride",
        "A rolls 3 Ride = 3:0",
        "1 rolls 3 Ride",
    ],
)
def test_a_turn_is_typed_as_people_type(line: str) -> None:
    match = played("start A", line)
    assert match.state.scores == [3, 0]
    assert match.state.turn == 2


def test_a_line_can_leave_its_turn_open_and_the_next_go_on_with_it() -> None:
    match = played("start B", "1 B rolls 2 ...")
    assert match.ask is not None and match.ask.about == "way"
    for go_on in ("... walk", "walk", "1 B walk"):
        again = played("start B", "rolls 2 ...", go_on)
        assert again.state.scores == [0, 2]


def test_what_is_forced_need_not_be_said_and_can_be() -> None:
    assert played("start A", "rolls 6").state.scores == [6, 0]
    assert played("start A", "rolls 6 walk").state.scores == [6, 0]
    error = refusal("rolls 6 ride", "start A")
    assert (error.reason, error.column, error.legal) == (Reason.ILLEGAL, 9, ("Walk",))


def rolls() -> list[str]:
    return [f"rolls {n}" for n in range(1, 7)]


@pytest.mark.parametrize(
    ("line", "reason", "column", "message", "legal"),
    [
        ("rolls 7 walk", Reason.ILLEGAL, 1, "a die shows 1 to 6", tuple(rolls())),
        ("2 A rolls 3 walk", Reason.ILLEGAL, 1, "this is turn 1, not 2", ()),
        ("1 B rolls 3 walk", Reason.ILLEGAL, 3, "turn 1 is A's, not B's", ()),
        ("1 A", Reason.UNREADABLE, 4, "nothing is decided here", tuple(rolls())),
        ("rolls 3", Reason.ILLEGAL, 8, "the turn goes on", ("Walk", "Ride")),
        ("rolls 3 fly", Reason.ILLEGAL, 9, "Walk or Ride", ("Walk", "Ride")),
        ("rolls 3 =", Reason.UNREADABLE, 9, "'=' says nothing", ("Walk", "Ride")),
        ("rolls three walk", Reason.ILLEGAL, 1, "a die shows 1 to 6", tuple(rolls())),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    line: str, reason: Reason, column: int, message: str, legal: tuple[str, ...]
) -> None:
    error = refusal(line, "start A")
    assert message in error.message
    assert (error.reason, error.column, error.legal) == (reason, column, legal)


def test_before_and_after_the_match_nothing_is_a_turn() -> None:
    assert "still being set up" in refusal("1 A rolls 3").message
    over = ["start A", "rolls 5 ride", "rolls 1 walk", "rolls 5 ride"]
    assert played(*over).over
    assert "the match is over" in refusal("4 B rolls 1 walk", *over).message
    assert "the match is over" in refusal("rolls 1 walk", *over).message


def test_every_match_is_written_as_it_is_read() -> None:
    for index in range(20):
        steps = play_match(RACE, RACE.settings({}), ("random", "sensible"), 5, index)
        record = Record(f"m{index}", RACE, opened(), steps, "")
        reader = TapeReader(RACE, RACE.settings({}))
        for line in tape_text(record).partition("\n\n")[2].splitlines():
            reader.line(line)
        assert [(s.seat, s.action, s.facts) for s in reader.steps] == [
            (s.seat, s.action, s.facts) for s in steps
        ]


def opened() -> Any:
    from domain.record.events import Opened

    return Opened("race", "1", RACE.settings({}), ("Ann", "Ben"), 0)


def test_a_turn_still_going_on_is_written_so() -> None:
    steps = played("start A", "rolls 3 ...").steps
    state = RACE.new_state(RACE.settings({}))
    assert RACE.notation.write(state, steps) == (["start A"], 1)
    assert RACE.notation.write(state, steps[1:]) == (["1 A rolls 3 ..."], 1)
    more = played("start A", "rolls 3 ...", "ride").steps
    assert RACE.notation.write(state, more[2:], going_on=True) == (["... Ride"], 1)
    assert state.scores == [3, 0]


def test_help_shows_how_each_action_is_written() -> None:
    assert RACE.notation.examples.splitlines() == [
        "  start ‹seat›        The dealer tosses who starts.",
        "  rolls ‹pips›        What the die shows.",
        "  ‹how›               How to go on.",
    ]
    match = played("start A")
    assert match.ask is not None
    assert RACE.notation.words(match.state, match.ask) == rolls()
    assert RACE.notation.meanings(match.state, match.ask) == dict.fromkeys(rolls(), "")
    assert RACE.notation.prompt(match.state, match.ask) == ("1", 0)


class Silent(SimpleAction, frozen=True, tag="silent"):
    """Has a field that is not written."""

    line = "now"
    count: int


class Listed(SimpleAction, frozen=True, tag="listed"):
    """Has a field that is no word."""

    line = "{cards}"
    cards: tuple[str, ...]


@pytest.mark.parametrize("kind", [Silent, Listed])
def test_an_action_that_cannot_be_written_so_is_refused(kind: type[SimpleAction]) -> None:
    with pytest.raises(TypeError, match=kind.__name__):
        WordNotation(Toss | kind)


def test_facts_in_words() -> None:
    def words(fact: Fact) -> str:
        return str(RACE.tell(fact, RACE.new_state(RACE.settings({}))))

    assert words(MODULE.Moved(1, 7)) == "B stands at 7"
    assert words(MODULE.Rolled(0, 4)) == "rolled: seat A, pips 4"
    assert words(TurnBegan(3, 1)) == "turn 3: B"
    assert words(MatchEnded(0, "goal")) == "A wins (goal)"
    assert words(MatchEnded(None, "late")) == "a draw (late)"


def test_settings_are_checked_by_their_table() -> None:
    assert RACE.settings({}) == {"goal": "12"}
    assert RACE.settings({" Goal": "20 "}) == {"goal": "20"}
    with pytest.raises(GameError) as refused:
        RACE.settings({"goal": "13"})
    assert refused.value.legal == ("12", "20")
    with pytest.raises(GameError, match="no setting 'gaol'"):
        RACE.settings({"gaol": "12"})


def test_the_board_is_made_of_the_state() -> None:
    match = played("start B", "rolls 4 walk")
    board = RACE.data(match.state)
    assert board["active"] == "A"
    assert board["scores"] == [0, 4]
    assert board["winner"] is None
    assert state_text(RACE, match.state).plain.splitlines() == [
        "turn 2, goal 12",
        "  B  4 score",
        "► A  0 score",
    ]
    assert "pace [b]" in state_text(RACE, MODULE.RaceState(pace="[b]")).plain


def test_a_copy_is_independent() -> None:
    state = SimpleState()
    other = state.copy()
    other.scores[0] = 5
    assert state.scores == [0, 0]


def test_a_position_is_set_and_stated_field_by_field() -> None:
    scenery = RACE.scenery
    lines = [(3, "scores: 10 2"), (4, "  active : b"), (5, "pace: slow"), (6, "turn: 7")]
    state = scenery.given(RACE.settings({}), lines)
    assert (state.scores, state.active, state.pace, state.turn) == ([10, 2], 1, "slow", 7)
    assert scenery.then(state, "Scores: [10, 2]") == ""
    assert scenery.then(state, "scores: 10 3") == "it is 10 2"
    assert scenery.then(state, "active: A") == "it is B"
    assert scenery.then(state, "over: false") == ""
    assert scenery.then(state, "winner: A") == "it is null"
    with pytest.raises(GameError) as refused:
        scenery.given(RACE.settings({}), [(9, "weather: fine")])
    assert refused.value.line == 9
    assert "scores: …" in refused.value.legal
    with pytest.raises(GameError, match="goal cannot be 'far'"):
        scenery.then(state, "goal: far")


def test_a_line_decider_is_all_a_notation_needs() -> None:
    match = played("start A")
    RACE.notation.read(LineDecider(match), "rolls 2 ride")
    assert fold(RACE.new_state(RACE.settings({})), [*match.steps, *match.take()]) == match.state


# -- rulings -------------------------------------------------------------------------------------


def test_a_ruling_is_stated_by_tag_and_fields_and_the_question_put_again() -> None:
    match = played("start A")
    (ruled,) = decide_line(match, "! [Eve] moved B 11")
    assert isinstance(ruled, Ruled)
    assert (ruled.facts, ruled.anew) == ((MODULE.Moved(1, 11),), True)
    assert match.state.scores == [0, 11]
    decide_line(match, "rolls 4 walk")
    assert match.state.turn == 2
    text = tape_text(Record("m", RACE, opened(), match.steps, ""))
    assert "! [Eve] moved B 11 = 0:11" in text
    assert Match(RACE, RACE.settings({}), match.steps).state == match.state


def test_in_the_middle_of_a_turn_the_question_stays() -> None:
    match = played("start A", "rolls 3 ...")
    (ruled,) = decide_line(match, "! moved A 5")
    assert isinstance(ruled, Ruled)
    assert not ruled.anew
    decide_line(match, "... walk")
    assert match.state.scores == [8, 0]


def test_a_turn_is_passed_and_a_match_ended() -> None:
    match = played("start A", "! turn 2 B", "rolls 3 walk", "! end A late")
    assert match.state.scores == [0, 3]
    assert RACE.result(match.state).outcome == "A wins"


def test_what_a_ruling_can_say_is_shown() -> None:
    assert RACE.notation.rulings.splitlines()[0].split("  ")[1] == "turn turn seat"
    assert "moved seat total" in refusal("! leap 3", "start A").legal
    error = refusal("! move A 3", "start A")
    assert (error.column, error.legal) == (3, ("moved seat total",))


@pytest.mark.parametrize(
    ("line", "action"), [("7 A rolls 3 walk", None), ("rolls 9 walk", "rolls 9")]
)
def test_what_stood_is_carried_out(line: str, action: str | None) -> None:
    match = played("start A")
    steps = decide_line(match, f"!! {line}")
    stood = [step for step in steps if getattr(step, "kind", "") == "stood"]
    assert [RACE.notation.word(step.action) for step in stood] == ([action] if action else [])
    assert match.state.turn == 2
    assert Match(RACE, RACE.settings({}), match.steps).state == match.state
    record = Record("m", RACE, opened(), match.steps, "")
    reader = TapeReader(RACE, RACE.settings({}))
    for told in tape_text(record).partition("\n\n")[2].splitlines():
        reader.line(told)
    assert reader.steps == match.steps


def test_another_seat_acts_after_a_ruling_only() -> None:
    error = refusal("!! 1 B rolls 3 walk", "start A")
    assert (error.column, error.legal) == (6, ("! turn 2 B",))


class Hopped(SimpleFact, frozen=True, tag="hopped"):
    """A fact of a game that was written when a phrase was called otherwise."""

    told = "{seat} hops"
    seat: Seat

    def apply(self, state: Any) -> None:
        """Nothing changes."""


def test_phrases_under_their_earlier_name_still_stand() -> None:
    assert in_words(Hopped(1), TWO) == "B hops"
