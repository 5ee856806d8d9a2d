"""The types that scripts are checked with are those of what is sent."""

from __future__ import annotations

from tests.replays.viewer.payload import FILE, written


def test_the_types_of_scripts_are_those_of_the_structs() -> None:
    assert FILE.read_text(encoding="utf-8") == written(), (
        "a struct that pages read has changed: python -m tests.replays.viewer.payload"
    )
