"""Statements of scenario files that are the same in every game."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from domain.contract.errors import GameError
from domain.frame.bags import Bag, put, shrink
from domain.frame.statements import (
    ENDING,
    Stated,
    wrong_cards,
    wrong_number,
    wrong_two,
    wrong_word,
)


def bag(text: str, _: int = 1) -> Bag:
    """Words as a bag."""
    found: Bag = {}
    for word in text.split():
        put(found, word)
    return found


def stated(value: str, what: str = "hand") -> Stated:
    """A statement about A."""
    return Stated(what, "a", value, 9)


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ("bear bear wolf", ""),
        ("wolf bear", "A's hand is bear bear wolf"),
        ("3", ""),
        ("2", "A's hand has 3 cards"),
        ("has bear bear", ""),
        ("has bear bear bear", "A's hand is bear bear wolf"),
        ("has lion", "A's hand is bear bear wolf"),
        ("lacks lion", ""),
        ("lacks wolf", "A's hand is bear bear wolf"),
    ],
)
def test_cards_of_a_pile(value: str, wrong: str) -> None:
    there = bag("bear bear wolf")
    found = wrong_cards(
        stated(value), there, bag, lambda b: " ".join(c for c, n in b.items() for _ in range(n))
    )
    assert found == wrong


def test_words_and_numbers() -> None:
    assert wrong_word(stated("Main"), "main") == ""
    assert wrong_word(stated("main"), "draw") == "it is draw"
    assert wrong_number(stated("-2"), -2) == ""
    assert wrong_number(stated("3"), 4) == "it is 4"
    assert wrong_two(stated("5:7"), (5, 7)) == ""
    assert wrong_two(stated("7:5"), (5, 7)) == "it is 5:7"
    assert stated("Front").one_of(("front", "back"), "row") == "front"
    with pytest.raises(GameError, match="'side' is no row") as caught:
        stated("side").one_of(("front", "back"), "row")
    assert (caught.value.column, caught.value.legal) == (9, ("front", "back"))


def test_how_a_match_ended() -> None:
    ended = SimpleNamespace(over=True, winner=1, why="life")
    assert {what: of(ended) for what, of in ENDING.items()} == {
        "over": "yes",
        "winner": "B",
        "why": "life",
    }
    open_still = SimpleNamespace(over=False, winner=None, why="")
    assert [of(open_still) for of in ENDING.values()] == ["no", "none", "none"]


def test_cards_are_taken_out_until_so_many_are_left() -> None:
    deck = bag("ant bear bear cat cat")
    shrink(deck, 2)
    assert deck == {"ant": 1, "bear": 1}
    shrink(deck, 5)
    assert deck == {"ant": 1, "bear": 1}, "it is never filled"
