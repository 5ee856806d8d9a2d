"""The verbs of rulings, whatever the game."""

from __future__ import annotations

from typing import Any

import pytest

from domain.contract.game import Fact
from domain.frame.ruling_words import Words
from domain.frame.scanner import Scanner


class Fed(Fact, frozen=True, tag="fed"):
    """An animal was fed."""

    def apply(self, state: Any) -> None:
        """Nothing changes."""


class Returned(Fed, frozen=True, tag="returned"):
    """An animal went home."""


TABLE = """
feed hand | feed · hand | an animal is fed
return | return | an animal goes home
"""
READERS = {"feed": lambda *_: (Fed(),), "return_": lambda *_: (Returned(),), "other": Scanner}


def written(_: Any, fact: Fact) -> str:
    """A fact as its verb."""
    return "return" if isinstance(fact, Returned) else "feed"


def test_a_verb_is_read_by_the_function_of_its_name() -> None:
    words = Words(TABLE, READERS, written)
    assert words.read(None, "feed") == words.read(None, "HAND") == (Fed(),)
    assert words.read(None, "return") == (Returned(),)
    assert words.read(None, "other") is None, "only what stands in the table is a verb"
    assert words.help.splitlines()[1].split() == ["return", "an", "animal", "goes", "home"]


def test_a_verb_that_nothing_reads_is_an_error_at_once() -> None:
    with pytest.raises(KeyError, match="return_"):
        Words(TABLE, {"feed": READERS["feed"]}, written)
