"""Settings of a match as people name them."""

from __future__ import annotations

import pytest

from domain.contract.errors import GameError, Reason
from domain.frame.match_settings import named_settings, one_of

SETTINGS = ("deck a", "deck out", "start")


def test_a_name_is_its_letters() -> None:
    given = {"Deck-A": "1", "deck_out": "2", " first ": "B"}
    found = named_settings(given, SETTINGS, "The game", {"first": "start"})
    assert found == {"deck a": "1", "deck out": "2", "start": "B"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"dekc": "1"}, "The game has no setting 'dekc'"),
        ({"deck a": "1", "deck_a": "2"}, "deck a: is given twice"),
        ({"start": "A", "first": "B"}, "start: is given twice"),
    ],
)
def test_settings_refused(words: dict[str, str], message: str) -> None:
    with pytest.raises(GameError, match=message) as caught:
        named_settings(words, SETTINGS, "The game", {"first": "start"})
    assert caught.value.reason is Reason.BAD_SETTING


def test_one_of_a_few_words() -> None:
    assert one_of("start", " b ", ("A", "B")) == "B"
    with pytest.raises(GameError, match="start: 'C' is none") as caught:
        one_of("start", "C", ("A", "B"))
    assert caught.value.legal == ("A", "B")
