"""What may be in a name, what may not, and that everything can be shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.contract.characters import BREAKS, check_text, escaped, folded, forbidden
from domain.contract.errors import GameError, Reason
from tests.pace import pace

NAMES = (
    *("Ann", "José", "Zoë O’Brien-Straße", "Σίσυφος", "İpek", "Nguyễn", "Łukasz", "a\u0300"),
    *("王小明", "日本　太郎", "葛\U000e0100城", "김철수", "สมชาย", "አበበ"),
    *("משה", "محمد", "علی\u200cرضا", "می\u200cخواهم", "ه\u200d"),
    *("क्\u200cष", "ශ්\u200dරී", "അവന്\u200d", "ᠮᠣᠩᠭᠣᠯ\u180b"),
    *(
        "👩\u200d👩\u200d👧\u200d👦",
        "👩🏽\u200d💻",
        "🏳\ufe0f\u200d🌈",
        "❤\ufe0f\u200d🔥",
        "👨\u200d⚕\ufe0f",
    ),
    *(
        "🏴\u200d☠\ufe0f",
        "#\ufe0f\u20e3",
        "☺\ufe0e",
        "🇩🇪",
        "\U0001fae9",
        "A = B",
        "@ann",
        "<b>[red]",
    ),
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
)
UNSEEN = (
    *("\x00", "\x07", "\x1b", "\x7f", "\x80", "\x9b", "\n", "\r", "\t", "\u2028", "\u2029", "\x85"),
    *("\u202a", "\u202e", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c"),
    *("\u200b", "\u200c", "\u200d", "\u2060", "\u2063", "\ufeff", "\u00ad", "\u034f", "\u180e"),
    *("\u115f", "\u1160", "\u3164", "\uffa0", "\u2800", "\u17b4", "\ufe0f", "\U000e0100"),
    *(
        "\U000e0001",
        "\U000e0061",
        "\ufff9",
        "\ufffe",
        "\U0001ffff",
        "\U0010fffe",
        "\ud800",
        "\udc80",
    ),
)


@pytest.mark.parametrize("name", NAMES)
def test_names_of_the_world_may_be(name: str) -> None:
    assert check_text(name, "a name", 100) == name
    assert escaped(name) == name


@pytest.mark.parametrize("character", UNSEEN, ids=ascii)
def test_what_nobody_sees_may_not(character: str) -> None:
    """Not in a Latin name, wherever it stands, and what is shown in its place means nothing."""
    for place, name in enumerate((f"{character}Ann", f"A{character}nn", f"An{character}n"), 1):
        with pytest.raises(GameError, match=r"the name of A cannot hold U\+") as caught:
            check_text(name, "the name of A", 100)
        assert (caught.value.reason, caught.value.column) == (Reason.UNREADABLE, place)
        shown = escaped(name)
        assert shown.isascii() and shown.isprintable()
        assert shown.encode().decode("unicode_escape") == name


def test_lines_and_tabs_may_be_where_a_text_has_several() -> None:
    assert check_text("one\ntwo\tthree\r\n", "a note", 100, BREAKS)
    with pytest.raises(GameError, match=r"U\+001B \(a control character\)"):
        check_text("one\n\x1b[2J", "a note", 100, BREAKS)
    with pytest.raises(GameError, match=r"U\+202E \(right-to-left override\)"):
        check_text("one\n\u202e", "a note", 100, BREAKS)


def test_a_joiner_may_be_only_where_it_joins() -> None:
    """Two names that look the same are the same."""
    for name in (
        "Ann\u200d",
        "A\u200dnn",
        "Ивàн\u200d",
        "王\u200d明",
        "👩\u200d",
        "\u200d👩",
        "👩\u200dA",
    ):
        assert list(forbidden(name)) == [name.index("\u200d")]
    for name in ("علی\u200c", "A\u200cلی", "1\u200c2"):
        assert list(forbidden(name)) == [name.index("\u200c")]


def test_a_text_has_a_length() -> None:
    check_text("x" * 100, "the name", 100)
    with pytest.raises(GameError, match="the name has 101 characters; 100 are the most"):
        check_text("x" * 101, "the name", 100)


@given(st.text())
def test_whatever_is_shown_holds_nothing_that_may_not_be(text: str) -> None:
    for breaks in ("", "\n\t"):
        shown = escaped(text, breaks)
        assert not list(forbidden(shown, breaks))
        assert escaped(shown, breaks) == shown


@pytest.mark.parametrize("part", ["x", "\u202e", "👩\u200d", "\u200d", "🏴\U000e0067\U000e007f"])
def test_a_long_text_is_shown_soon(part: str) -> None:
    long = part * 100_000
    assert pace(lambda: escaped(long), len(long)) < 1000  # each one costs as much as the others


def test_names_that_differ_in_case_or_spaces_are_one() -> None:
    for words in (
        ("Straße", "STRASSE", " straße "),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ", "σίσυφοσ"),
        ("İpek", "ipek", "IPEK", "ıpek"),
        ("José", "Jose\u0301", "JOSE\u0301"),
        ("Ann  Doe", "ann\u00a0doe", "\tANN DOE\n"),
    ):
        assert len({folded(word) for word in words}) == 1, words
    assert len({folded(word) for word in ("Ann", "Anna", "Änn", "A nn", "Аnn", "")}) == 6
