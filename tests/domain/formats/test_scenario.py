from pathlib import Path

import pytest

from domain.contract.errors import GameError
from domain.formats.scenario import read_scenarios, run

EXAMPLES = Path(__file__).parents[3] / "examples"

POSITION = """scenario: named
game: riftforce
given:
  location 2: A I5 | B C7/1
  hand A: I6
  turn: 9 A
"""


def outcome(text: str) -> tuple[bool, list[tuple[int, str]]]:
    (scenario,) = read_scenarios(text)
    found = run(scenario)
    return found.holds, list(found.problems)


def test_the_example_scenarios_hold() -> None:
    scenarios = read_scenarios((EXAMPLES / "riftforce.scenarios").read_text())
    assert len(scenarios) >= 5
    for scenario in scenarios:
        assert run(scenario).problems == ()


def test_a_true_statement_holds_and_a_false_one_is_named_with_its_line() -> None:
    played = POSITION + "when:\n  A act I6: I5@2\nthen:\n"
    assert outcome(played + "  score: 2:0\n") == (True, [])
    holds, problems = outcome(played + "  score: 3:0\n")
    assert not holds
    assert problems == [(10, "score: 3:0: the score is 2:0")]


@pytest.mark.parametrize(
    "wrong",
    [
        "location 2: A I5/1 | B -",
        "location 2: A I5 | B C7",
        "hand A: I6",
        "discard A: I5",
        "discard B: -",
        "pile A: 1",
        "turn: 9 A",
        "turn: 10 A",
        "over: yes",
        "winner: A",
        "guilds A: Fire",
    ],
)
def test_every_kind_of_statement_can_fail(wrong: str) -> None:
    played = POSITION + "when:\n  A act I6: I5@2\nthen:\n  "
    assert not outcome(played + wrong)[0]


def test_a_refusal_is_checked_with_its_reason() -> None:
    assert outcome(POSITION + "refused:\n  B check\n  because: A's\n")[0]
    holds, problems = outcome(POSITION + "refused:\n  B check\n  because: weather\n")
    assert not holds
    assert "was refused, but because" in problems[0][1]
    holds, problems = outcome(POSITION + "refused:\n  A check\n")
    assert problems == [(8, "A check: was not refused")]


def test_a_refused_line_leaves_the_position_as_it_was() -> None:
    text = (
        POSITION + "refused:\n  A act I6: I5@3\nthen:\n  hand A: I6\n  location 2: A I5 | B C7/1\n"
    )
    assert outcome(text) == (True, [])


def test_a_line_that_cannot_be_played_fails_the_scenario() -> None:
    holds, problems = outcome(POSITION + "when:\n  A act I6: I5@3\nthen:\n  score: 0:0\n")
    assert not holds
    assert problems[0][0] == 8


def test_a_scenario_that_states_nothing_does_not_hold() -> None:
    assert not outcome(POSITION)[0]
    assert not outcome(POSITION + "when:\n  A check\n")[0]


def test_a_scenario_can_begin_at_the_draft() -> None:
    assert outcome(
        "scenario: draft\ngame: riftforce\nwhen:\n  draw A Fire\n"
        "refused:\n  draw B Fire\nthen:\n  score: 0:0\n"
    )[0]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("game: riftforce\n", 1),
        ("scenario: x\nthen:\n  score: 0:0\n", 1),
        ("scenario: x\ngame: chess\nthen:\n  score: 0:0\n", 1),
        ("scenario: x\ngame: riftforce\nnonsense\n", 3),
        (POSITION + "then:\n  weather: fine\n", 8),
        (POSITION.replace("hand A: I6", "hand A: Q9") + "then:\n  score: 0:0\n", 5),
        (POSITION.replace("location 2", "location 9") + "then:\n  score: 0:0\n", 4),
        (POSITION + "refused:\n  because: nothing\n", 8),
    ],
)
def test_an_unreadable_scenario_is_an_error_with_its_line(text: str, line: int) -> None:
    with pytest.raises(GameError) as error:
        for scenario in read_scenarios(text):
            run(scenario)
    assert error.value.line == line
