"""Names of cards read from a line, whatever the game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import pytest

from domain.contract.errors import GameError
from domain.contract.game import UNKNOWN
from domain.frame.card_names import CardNames
from domain.frame.scanner import Scanner, counted, word
from domain.frame.slugs import in_words

BERRIES = ("red-berry", "red-wine", "black-berry", "wine")


def find(text: str, codes: Iterable[str]) -> list[str]:
    """A whole name, or beginnings of its words."""
    codes = list(codes)
    if text in codes:
        return [text]
    return [code for code in codes if in_words(text.split("-"), code.split("-"))]


def likely(_: str, codes: Sequence[str]) -> list[str]:
    """The first of them."""
    return list(codes[:1])


NAMES = CardNames(
    find,
    likely,
    word=re.compile(r"\?\??|[a-z]+"),
    reserved=word("no|a"),
    joins=re.compile(r" +(?=[a-z])"),
    complete=re.compile(r"\?\??"),
)


def read(text: str, *pools: Sequence[str], most: int = 9) -> tuple[list[str], str]:
    """The cards that a text names, and the rest of it."""
    scanner = Scanner(text)
    return NAMES.take_all(scanner, most, *(pools or (BERRIES,))), scanner.text[scanner.at :]


def test_words_that_belong_together_are_one_name() -> None:
    assert read("red berry black")[0] == ["red-berry", "black-berry"]
    assert read("red wine, wine") == (["red-wine", "wine"], "")
    assert read("black no berry") == (["black-berry"], "no berry"), "a word of its own ends it"
    assert read("wine wine wine", most=2) == (["wine", "wine"], "wine")


def test_what_is_unknown_takes_no_more_words() -> None:
    assert read("?? wine") == ([UNKNOWN, "wine"], "")
    assert read("? ?? wine") == ([UNKNOWN, UNKNOWN, "wine"], "")


def test_the_first_pool_that_has_any_wins() -> None:
    assert read("red", ["red-wine"], BERRIES)[0] == ["red-wine"]
    scanner = Scanner("black")
    assert NAMES.take(scanner, ["wine"], known=BERRIES) == "black-berry"


@pytest.mark.parametrize(
    ("text", "message", "legal"),
    [
        ("red", "'red' can be 2 cards", ("red-berry", "red-wine")),
        ("plum", "no card here is called 'plum'", ("red-berry",)),
        ("no", "'no' is no card", ()),
        ("", "which card?", ()),
    ],
)
def test_names_refused(text: str, message: str, legal: tuple[str, ...]) -> None:
    with pytest.raises(GameError, match=re.escape(message)) as caught:
        NAMES.take(Scanner(text), BERRIES)
    assert (caught.value.column, caught.value.legal) == (1, legal)


def test_a_game_makes_its_own_error() -> None:
    def refuse(text: str, column: int) -> GameError:
        return GameError(caught.value.reason, f"{text} at {column}")

    with pytest.raises(GameError) as caught:
        NAMES.take(Scanner("plum"), BERRIES)
    with pytest.raises(GameError, match="plum at 1"):
        NAMES.take(Scanner("plum"), BERRIES, refuse=refuse)


def test_words_of_their_own_and_numbers_from_one() -> None:
    number = word(r"n\s?(\d+)")
    assert number.match("n2-x") is None
    found = number.match("N 2, ")
    assert found is not None
    assert counted(found) == 1
    zero = number.match("n0")
    assert zero is not None
    with pytest.raises(GameError, match="counted from 1"):
        counted(zero)
