"""JSON that is brought: what is refused says where, and what is written means the same."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.contract.characters import forbidden
from domain.contract.errors import GameError
from domain.contract.json_text import DEEPEST, escaped_json, read_json
from tests.pace import pace

TEXT = st.text()
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | TEXT,
    lambda part: st.lists(part, max_size=3) | st.dictionaries(TEXT, part, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize("depth", [DEEPEST + 1, 900, 1_100, 20_000, 1_000_000])
@pytest.mark.parametrize(("first", "last"), [("[", "]"), ('{"a":', "}"), ('[{"a":', "}]")])
def test_what_is_nested_deeply_is_refused_at_once(depth: int, first: str, last: str) -> None:
    text = first * depth + "1" + last * depth

    def work() -> None:
        with pytest.raises(msgspec.DecodeError, match="nested too deeply"):
            read_json(text, Any)

    assert pace(work, max(len(text), 100_000)) < 30
    deep: Any = "x"
    for _ in range(DEEPEST):
        deep = [deep]
    assert read_json(json.dumps(deep), Any) == deep


def test_a_text_that_may_not_be_is_named_by_its_path() -> None:
    for value, path in (
        ({"players": ["Ann", "Be\x1bn"]}, r"players\[1\] cannot hold U\+001B .*, its character 3"),
        ({"cards": [{"name": "x\u202e"}]}, r"cards\[0\]\.name cannot hold U\+202E"),
        ({"a": {"b\0": 1}}, r"a name in a cannot hold U\+0000"),
        ("\u200b", r"the text cannot hold U\+200B"),
    ):
        for text in (json.dumps(value), json.dumps(value, ensure_ascii=False)):
            if "\x00" in text or "\x1b" in text:
                continue
            with pytest.raises(GameError, match=path):
                read_json(text, Any)


def test_what_is_none_is_refused() -> None:
    for text in ("", "{", '"\x1b"', '{"a": NaN}'):
        with pytest.raises(msgspec.DecodeError):
            read_json(text, Any)
    assert read_json('{"a": "é\\n\\u00e9👩\u200d👧"}', Any) == {"a": "é\né👩\u200d👧"}


@given(VALUES)
def test_what_is_shown_means_the_same(value: Any) -> None:
    try:
        text = msgspec.json.encode(value).decode()
    except UnicodeError:
        return
    shown = escaped_json(text)
    assert not list(forbidden(shown, "\n\t"))
    assert json.loads(shown) == json.loads(text)
