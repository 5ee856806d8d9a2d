"""Names of matches."""

from __future__ import annotations

import msgspec
from hypothesis import given as examples
from hypothesis import strategies as st

from domain.record.events import Opened
from domain.record.ids import LETTERS, base32, content_id, new_id, unstamped
from tests.domain.playing import Playing, record, whole

THERE = record(whole(Playing(1, "rulebook", "base", 1.0), 20))
NOW = 1_795_000_000_000
"""In November 2026, in milliseconds since 1970."""


def test_new_ones_are_short_typable_and_differ() -> None:
    ids = {new_id(NOW) for _ in range(500)}
    assert len(ids) > 495
    assert all(len(i) == 9 and set(i) <= set(LETTERS) for i in ids)
    assert not set("ilou") & set(LETTERS)


@examples(st.integers(0, 10**10), st.integers(0, 10**10))
def test_later_ones_sort_later(one: int, other: int) -> None:
    low, high = sorted((NOW + one, NOW + other))
    assert new_id(low)[:5] <= new_id(high)[:5]


def test_base32() -> None:
    assert base32(0, 3) == "000"
    assert base32(31, 2) == "0z"
    assert base32(32, 2) == "10"


class TestContent:
    def test_the_same_whenever_and_by_whomever(self) -> None:
        later = msgspec.structs.replace(THERE.opened, at=99, by="Cleo", rules="7")
        stamped = [
            msgspec.structs.replace(s, after=5, by="C", prev="x", occurred=3) for s in THERE.steps
        ]
        assert content_id(later, stamped) == content_id(THERE.opened, THERE.steps)
        assert len(content_id(later, stamped)) == 10

    def test_different_for_what_happened(self) -> None:
        opened, steps = THERE.opened, THERE.steps
        others = {
            content_id(opened, steps),
            content_id(opened, steps[:-1]),
            content_id(msgspec.structs.replace(opened, players=("Ben", "Ann")), steps),
            content_id(msgspec.structs.replace(opened, on="2026-11-20"), steps),
            content_id(opened, [*steps[:-1], msgspec.structs.replace(steps[-1], note="so")]),
        }
        assert len(others) == 5

    def test_stays_what_it_is(self) -> None:
        """Importing an old file again must find the match of then."""
        opened = Opened(
            game="riftforce", rules="1", settings={"ice": "rulebook"}, players=("A", "B"), at=0
        )
        assert content_id(opened, []) == "f1zy9bxmg3"


def test_unstamped_keeps_what_happened() -> None:
    step = msgspec.structs.replace(THERE.steps[0], after=5, by="C", prev="x", occurred=3, note="so")
    plain = unstamped(step)
    assert (plain.action, plain.facts, plain.seat, plain.note) == (
        step.action,
        step.facts,
        step.seat,
        "so",
    )
    assert (plain.after, plain.by, plain.prev, plain.occurred) == (0, "", "", None)
