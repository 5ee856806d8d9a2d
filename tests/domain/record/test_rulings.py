"""Rulings as lines: words that are read, written and read again; matches that go on after them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.contract.errors import GameError, Reason
from domain.contract.game import Fact, Game
from domain.formats.tape import Tape, decide_line, read_tapes, write_tape
from domain.games import GAMES, OWN
from domain.games.riftforce.facts import Damaged, Gained, MatchEnded, Moved
from domain.record.codec import codec, encode, topic
from domain.record.events import RULING, STEP, Ruled
from domain.record.match import Match, fold
from domain.record.rulings import parts, read_facts, ruling, split, write_ruling, written_fact
from tests.domain.games.ruled import recorded, ruled_match, stood_match, untimed
from tests.domain.given import given as standing

few = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
EACH = pytest.mark.parametrize("key", OWN)
TABLE = ("location 1: A F5 W6 | B I5 I5", "hand A: F5 F6 ??", "score: 3:4")


# -- how a line is taken apart -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "stood", "kind", "judge", "said"),
    [
        ("! damage F5@1 2", False, "", "", "damage F5@1 2"),
        ("! penalty: [Eve Ash] score B +1", False, "penalty", "Eve Ash", "score B +1"),
        ("! [Eve] penalty: score B +1", False, "penalty", "Eve", "score B +1"),
        ("!Correction: score B 1", False, "correction", "", "score B 1"),
        ("!! 3 A play F5@1", True, "", "", "3 A play F5@1"),
        ("!![Eve]check", True, "", "Eve", "check"),
        ("!!!a2", True, "", "", "!a2"),
    ],
)
def test_a_line_is_a_ruling(line: str, stood: bool, kind: str, judge: str, said: str) -> None:
    found = ruling(line)
    assert found is not None
    assert found[:4] == (stood, kind, judge, said)
    assert line[found.column :] == said


@pytest.mark.parametrize("line", ["!a2", "!forge insight", "![net]", "play F5@1", "result A wins"])
def test_a_line_is_none(line: str) -> None:
    assert ruling(line) is None


def test_what_is_in_quotes_or_brackets_holds_together() -> None:
    said = 'end A "a; b"; ended [1, [2, 3]] x;;  y "\\";" '
    assert [part[0].strip() for part in parts(said)] == [
        'end A "a; b"',
        "ended [1, [2, 3]] x",
        'y "\\";"',
    ]
    assert split('ended [1, [2, 3]] x {"a b": 1} "c d"e') == [
        "ended",
        "[1, [2, 3]]",
        "x",
        '{"a b": 1}',
        '"c d"e',
    ]


# -- reading -------------------------------------------------------------------------------------


def facts(text: str) -> list[Fact]:
    """What a ruling states at the table above."""
    match = standing(*TABLE).match
    return read_facts(match.game, match.state, text)


def refusal(text: str) -> GameError:
    """How a ruling is refused there."""
    with pytest.raises(GameError) as caught:
        facts(text)
    return caught.value


def test_each_part_is_read_after_the_ones_before_it() -> None:
    assert facts("move F5@1>3; damage F5@3 2; score a +1") == [
        Moved(1, 3),
        Damaged(1, 2, 0, 3),
        Gained(0, 1, "ruling", 4, 0),
    ]


def test_facts_can_be_stated_by_tag_and_fields() -> None:
    assert facts("FACT damage 1 2 2 1") == [Damaged(1, 2, 2, 1)]
    assert facts('fact end - "time; up"') == [MatchEnded(None, "time; up")]
    assert facts("gain B 1 kill 5 1") == [Gained(1, 1, "kill", 5, 1)]


@pytest.mark.parametrize(
    ("text", "column", "message", "legal"),
    [
        ("", 1, "says what happened", "damage F5@1 2"),
        (" ; ", 1, "says what happened", "damage F5@1 2"),
        ("dammage F5@1 2", 1, "no ruling begins with 'dammage'", "damage F5@1 2"),
        ("score B +1; zzz", 13, "no ruling begins with 'zzz'", "score B 5"),
        ("score B +1; damage L5@4 2", 20, "there is no 'L5@4' in play", "F5@1"),
        ("fact damage 1 2", 6, "has these fields", "damage elemental amount source location"),
        ("fact damage x y z w", 6, "Expected `int`", "damage elemental amount source location"),
        ("fact nothing 1", 6, "no ruling begins with 'nothing'", "move F5@1>3"),
        ("summoner A", 1, "has these fields", "summoner seat guild"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    text: str, column: int, message: str, legal: str
) -> None:
    error = refusal(text)
    assert message in error.message
    assert (error.reason, error.column) in (
        (Reason.UNREADABLE, column),
        (Reason.ILLEGAL, column),
    )
    assert legal in error.legal


def test_what_cannot_have_happened_is_refused_where_it_is_said() -> None:
    error = refusal("score A +1; fact move 99 3")
    assert (error.reason, error.column) == (Reason.ILLEGAL, 13)


# -- writing -------------------------------------------------------------------------------------


def line(state: Any, *facts: Fact) -> str:
    """Facts that were entered, as a line."""
    return write_ruling(standing().match.game, state, Ruled(None, facts, entered=len(facts)))


def test_facts_are_written_in_words_and_plainly_where_there_are_none() -> None:
    state = standing(*TABLE).match.state
    assert line(state, Moved(1, 3), Damaged(1, 2, 2, 3)) == "! move F5@1>3; damage F5@3 2 by W6@1"
    assert line(state, Gained(0, 2, "kill", 4, 1)) == "! gain A 2 kill 4 1"
    assert (
        line(state, Moved(1, 3), Gained(0, 2, "kill", 9, 1)) == "! move F5@1>3; gain A 2 kill 9 1"
    )
    assert line(state, MatchEnded(0, "a;b")) == '! fact end A "a;b"'
    assert line(state, Damaged(1, 2, 0, 9)) == "! fact damage 1 2 0 9"


def test_a_kind_and_a_judge_are_written() -> None:
    state = standing(*TABLE).match.state
    ruled = Ruled(None, (Moved(1, 3),), entered=1, kind="penalty", judge="Eve")
    game = standing().match.game
    assert write_ruling(game, state, ruled) == "! penalty: [Eve] move F5@1>3"


@EACH
@few
@given(seed=st.integers(0, 10**6))
def test_every_fact_is_read_as_it_is_written(key: str, seed: int) -> None:
    """In words or plainly, alone or several of them; and plainly in any case."""
    rng = random.Random(seed)
    match = ruled_match(key, seed, 60, often=0.05)
    game, state = match.game, match.game.new_state(match.settings)
    for step in match.steps:
        before = state.copy()
        if step.facts and rng.random() < 0.4:
            several = Ruled(None, tuple(step.facts), entered=len(step.facts))
            text = write_ruling(game, state, several)
            assert read_facts(game, state, text[2:]) == list(step.facts), text
        for fact in step.facts:
            if rng.random() < 0.2:
                assert read_facts(game, before, f"fact {written_fact(fact)}") == [fact]
            fact.apply(before)
        fold(state, [step])


# -- matches in which much is ruled --------------------------------------------------------------


@EACH
@few
@given(seed=st.integers(0, 10**6), decisions=st.integers(5, 60))
def test_a_match_goes_on_after_rulings(key: str, seed: int, decisions: int) -> None:
    """Wherever something is ruled: the facts lead to the state, and everything comes back."""
    match = ruled_match(key, seed, decisions)
    game, steps = match.game, list(match.steps)
    decode = codec(key)
    state = game.new_state(match.settings)
    for end, step in enumerate(steps, 1):
        kind = RULING if isinstance(step, Ruled) else STEP
        assert decode.decode("m", end + 1, topic(key, kind), encode(step)) == step
        fold(state, [step])
        if end in places(steps):
            assert Match(game, match.settings, steps[:end]).state == state
    assert state == match.state


def places(steps: list[Any]) -> set[int]:
    """Where to take a match up: around what was ruled, now and then, and at the end."""
    ruled = [n for n, step in enumerate(steps) if isinstance(step, Ruled)]
    return {n + more for n in ruled for more in (0, 1, 2)} | {*range(0, len(steps), 9), len(steps)}


@EACH
@few
@given(seed=st.integers(0, 10**6), decisions=st.integers(5, 60))
def test_a_tape_tells_what_was_ruled(key: str, seed: int, decisions: int) -> None:
    there = recorded(ruled_match(key, seed, decisions))
    text = write_tape(there)
    (tape,) = read_tapes(text)
    assert isinstance(tape, Tape), f"{tape}\n{text}"
    assert untimed(tape.steps) == untimed(there.steps)


@EACH
@few
@given(seed=st.integers(0, 10**6), decisions=st.integers(20, 80))
def test_whatever_stood_comes_back(key: str, seed: int, decisions: int) -> None:
    """What can be carried out and told stands: the match is taken up, and a tape tells it."""
    match = stood_match(key, seed, decisions)
    game = match.game
    for end in places(match.steps):
        there = Match(game, match.settings, match.steps[:end])
        assert there.state == fold(game.new_state(match.settings), match.steps[:end])
    record = recorded(match)
    text = write_tape(record)
    (tape,) = read_tapes(text)
    assert isinstance(tape, Tape), f"{tape}\n{text}"
    assert untimed(tape.steps) == untimed(record.steps)


def test_a_decision_about_what_a_ruling_removed_is_refused_and_the_turn_can_pass() -> None:
    match = standing("location 2: A W6 | B I5", "hand A: W5").match
    decide_line(match, "act W5: W6@2 ...")
    decide_line(match, "! destroy W6@2")
    assert match.ask is not None
    assert match.ask.about == "flow"
    with pytest.raises(GameError, match="cannot carry that out after what was ruled"):
        decide_line(match, ">1")


# -- what no match comes to ----------------------------------------------------------------------


def begun(key: str) -> tuple[Game, Any]:
    game = GAMES[key]
    lines = list(enumerate(TABLE if key == "riftforce" else ("turn: 3",), 1))
    return game, game.scenery.given(game.settings({}), lines)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("riftforce", "score B 99999999999"),
        ("riftforce", "damage F5@1 10000"),
        ("riftforce", "fact damage 1 123456 0 1"),
        ("solforge", "health A -10000"),
        ("magical_forge", "life A +99999"),
    ],
)
def test_numbers_that_no_match_comes_to_are_refused(key: str, text: str) -> None:
    game, state = begun(key)
    with pytest.raises(GameError, match="no match comes to") as caught:
        read_facts(game, state, text)
    assert (caught.value.reason, caught.value.column) == (Reason.ILLEGAL, 1)


@pytest.mark.parametrize("key", OWN)
def test_nobody_draws_without_end(key: str) -> None:
    game, state = begun(key)
    with pytest.raises(GameError, match="holds"):
        read_facts(game, state, "draw A 999999999")
