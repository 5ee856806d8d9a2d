"""Errors say where they were found, and what would have been right."""

from __future__ import annotations

import pickle

from domain.contract.errors import CorruptStream, GameError, Reason, shortened


def test_where_and_what() -> None:
    error = GameError(Reason.ILLEGAL, "no", source="a.tape", line=3, column=5, legal=("x", "y"))
    assert str(error) == "a.tape:3:5: no (legal here: x, y)"
    assert str(GameError(Reason.ILLEGAL, "no")) == "no"
    assert str(GameError(Reason.ILLEGAL, "no", line=3)) == "line 3: no"
    assert str(GameError(Reason.ILLEGAL, "no", column=5)) == "column 5: no"


def test_placed_in_a_file() -> None:
    error = CorruptStream(Reason.CORRUPT, "no", column=5, legal=("x",)).at(
        source="f", line=2, column_offset=3
    )
    assert isinstance(error, CorruptStream)
    assert (error.source, error.line, error.column, error.legal) == ("f", 2, 8, ("x",))
    assert error.at(line=9).source == "f"
    assert GameError(Reason.ILLEGAL, "no").at(column_offset=3).column == 0


def test_long_lists_are_counted() -> None:
    words = tuple("abcdefghijklmn")
    assert shortened(words).endswith("k, l, and 2 more")
    assert shortened(words[:12]) == ", ".join("abcdefghijkl")


def test_from_another_process() -> None:
    error = GameError(Reason.ILLEGAL, "no", source="f", line=3, legal=("x",))
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.reason) == (str(error), error.reason)
