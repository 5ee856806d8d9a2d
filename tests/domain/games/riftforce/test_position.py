"""Positions in words: what is given, and what must hold."""

from __future__ import annotations

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from domain.contract.errors import GameError
from domain.games.riftforce.game import RIFTFORCE
from tests.domain.games.riftforce.test_random_play import check_cards
from tests.domain.given import given
from tests.domain.playing import playings, until

FULL = (
    "location 1: A F5/2 W6 | B C5",
    "location 5: A - | B C7/6 I5",
    "hand A: F6 F6 ??",
    "hand B: I7",
    "discard A: W5",
    "score: 3:4",
    "turn: 8 B",
)


def test_given() -> None:
    state = given(*FULL).state
    assert [(e.card, e.damage, e.id) for e in state.sides[0][1]] == [("F5", 2, 1), ("W6", 0, 2)]
    assert [(e.card, e.damage, e.id) for e in state.sides[1][5]] == [("C7", 6, 4), ("I5", 0, 5)]
    assert state.hands[0].hand == {"F6": 2, "??": 1}
    assert state.hands[0].discard == {"W5": 1}
    assert state.hands[0].pile == 36 - 2 - 2 - 1 - 1
    assert state.hands[1].pile == 36 - 3 - 1
    assert [hand.score for hand in state.hands] == [3, 4]
    assert (state.turn, state.active, state.start) == (8, 1, 0)
    assert state.hands[0].guilds[:2] == ["F", "W"]
    assert state.hands[1].guilds[:2] == ["C", "I"]
    assert len({*state.hands[0].guilds, *state.hands[1].guilds}) == 8
    check_cards(state)


@pytest.mark.parametrize(
    ("turn", "active", "start"), [("1", 0, 0), ("2", 1, 0), ("3 B", 1, 1), ("4 a", 0, 1)]
)
def test_whose_turn(turn: str, active: int, start: int) -> None:
    state = given(f"turn: {turn}").state
    assert (state.active, state.start) == (active, start)


def test_forgiving() -> None:
    assert (
        given("LOCATION 1 : b C5 | a: f5/2, W6", "Hand a : fire 6").state
        == given("location 1: A F5-2 W6 | B C5", "hand A: F6").state
    )


def test_a_small_pile() -> None:
    state = given("pile A: 3", "hand A: F5").state
    assert state.hands[0].pile == sum(state.hands[0].unseen.values()) == 3
    assert given("pile A: 0", "hand A: ??").state.hands[0].pile == 0


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("nonsense", "is not understood"),
        ("location 6: A F5 | B -", "locations are 1 to 5"),
        ("location 1: F5 | W5", "a location has two sides"),
        ("location 1: A F5", "a location has two sides"),
        ("location 1: A F5 | B F?5", "is no elemental"),
        ("location 1: A F9 | B -", "Fire has no 9"),
        ("hand A: F5 F5 F5 F5 F5", "seat A has too many F5"),
        ("hand A: F5 W5 L5 P5 E5", "more than four guilds"),
        ("guilds A: Wood", "no guild is called 'Wood'"),
        ("hand C: F5", "is not understood"),
    ],
)
def test_refused(line: str, part: str) -> None:
    with pytest.raises(GameError, match=part.replace("?", r"\?")):
        given("turn: 1", line)


def test_the_line_is_named() -> None:
    with pytest.raises(GameError) as caught:
        given("turn: 1", "score: 1:1", "location 1: A F9 | B -")
    assert (caught.value.line, caught.value.column) == (3, 15)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("location 1: A F5/2 W6 | B C5", ""),
        ("location 1: A F5/2 W6 | B C5/1", "B has C5 there, not C5/1"),
        ("location 1: A W6 F5/2 | B C5", "A has F5/2 W6 there, not W6 F5/2"),
        ("location 2: A - | B -", ""),
        ("location 2: A F5 | B -", "A has nothing there, not F5"),
        ("hand A: ?? F6 F6", ""),
        ("hand A: F6", "A's hand is F6 F6 ??"),
        ("discard B:", ""),
        ("discard B: C5", "B's discard is empty"),
        ("pile A: 30", ""),
        ("pile A: 29", "A's pile has 30 cards"),
        ("score: 3:4", ""),
        ("score: 4:3", "the score is 3:4"),
        ("turn: 8", ""),
        ("turn: 8 A", "it is turn 8 of B"),
        ("over: no", ""),
        ("winner: A", "winner is none"),
        ("why: none", ""),
        ("guilds B: Crystal Ice Light Plant", "B's guilds are"),
    ],
)
def test_then(line: str, wrong: str) -> None:
    found = RIFTFORCE.scenery.then(given(*FULL).state, line)
    assert found.startswith(wrong)
    assert bool(found) == bool(wrong)


def test_then_must_be_understood() -> None:
    with pytest.raises(GameError, match="is not understood"):
        RIFTFORCE.scenery.then(given().state, "all is well")


@examples(playings((1.0,)), st.integers(10, 150))
def test_a_real_position_can_be_given_again(playing: object, decisions: int) -> None:
    """What a board shows, said in words, makes the same board; ids apart."""
    match = until(playing, decisions)  # type: ignore[arg-type]
    state = match.state
    if not state.turn or match.ask is None or match.ask.about != "turn":
        return
    if any(e.owner != e.seat for e in state.elementals.values()):
        return  # no words for what Music took
    board = RIFTFORCE.data(state)
    lines = [
        f"location {place['location']}: "
        + " | ".join(
            f"{seat} " + (" ".join(f"{e['card']}/{e['damage']}" for e in place[seat]) or "-")
            for seat in "AB"
        )
        for place in board["locations"]
    ]
    for seat in "AB":
        there = board["seats"][seat]
        lines.append(f"guilds {seat}: " + " ".join(there["guilds"]))
        lines.append(f"hand {seat}: " + " ".join(there["hand"]))
        lines.append(f"discard {seat}: " + " ".join(there["discard"]))
    lines.append(f"score: {board['score']['A']}:{board['score']['B']}")
    lines.append(f"turn: {board['turn']} {board['active']}")
    again = RIFTFORCE.data(given(*lines, **match.settings).state)
    for place in (*board["locations"], *again["locations"]):
        for e in (*place["A"], *place["B"]):
            del e["id"]
    assert again == board


@examples(st.lists(st.text(max_size=30), max_size=3))
def test_anything_may_be_given(lines: list[str]) -> None:
    try:
        given(*lines)
    except GameError as error:
        assert error.message


@examples(
    st.sampled_from(
        ["location 1: ", "hand A: ", "score: ", "turn: ", "pile A: ", "guilds B: ", "winner: "]
    ),
    st.text(alphabet="AB|FW5679/- :?²٣x", max_size=25),
)
def test_anything_may_be_stated(head: str, text: str) -> None:
    for use in (
        lambda: given(head + text),
        lambda: RIFTFORCE.scenery.then(given().state, head + text),
    ):
        try:
            use()
        except GameError as error:
            assert error.message


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("pile A: F5 W6", "the draw pile is how many cards, not 'F5 W6'"),
        ("location 1: A ?? | B -", "an elemental in play is known"),
        ("location 1: A F5/5 | B -", "F5/5 is destroyed; in play it carries less than 5"),
        ("location 1: A Ac5 | B -", "Acid is not in the base game"),
        ("hand B: Mu6", "Music is not in the base game"),
        ("guilds A: Acid", "Acid"),
    ],
)
def test_what_no_position_can_be_is_refused(line: str, what: str) -> None:
    with pytest.raises(GameError) as caught:
        given(line)
    assert what in caught.value.message
    assert caught.value.line == 1
    assert given("location 1: A Ac5 | B -", expansion="beyond").state.elementals[1].card == "Ac5"
