"""Boards in little space come out as they went in."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from replays.cursor import Cursor
from replays.viewer.deltas import EVERY, Packed, Packer, patch
from replays.viewer.match_data import frames_of
from tests.replays.played import match

PLAIN = st.recursive(
    st.none() | st.integers(-9, 9) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("xyz"), inner),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.sampled_from("abc"), PLAIN)


def patched(value: Any, found: list[list[Any]]) -> Any:
    """A value with a patch applied, as the viewer does it."""
    copy = deepcopy(value)
    for path, *rest in found:
        at = copy
        for name in path[:-1]:
            at = at[name]
        if rest:
            at[path[-1]] = deepcopy(rest[0])
        else:
            del at[path[-1]]
    return copy


def board(packed: Packed, number: int) -> Any:
    """A board, unpacked as the viewer does it."""
    entry = packed.frames[number]
    if "board" in entry:
        return deepcopy(entry["board"])
    return patched(board(packed, entry["from"]), entry["patch"])


class TestPatch:
    @given(OBJECTS, OBJECTS)
    def test_it_makes_one_value_of_the_other(self, before: Any, after: Any) -> None:
        assert patched(before, list(patch(before, after))) == after

    @given(OBJECTS)
    def test_nothing_differs_from_itself(self, value: Any) -> None:
        assert list(patch(value, deepcopy(value))) == []


class TestPacker:
    def test_every_board_comes_out_again(self) -> None:
        frames = list(frames_of(Cursor(match(5))))
        packer = Packer()
        packer.add(frames)
        packed = packer.packed
        whole = [entry for entry in packed.frames.values() if "board" in entry]
        assert len(whole) == -(-len(frames) // EVERY)
        for frame in frames:
            found = board(packed, frame.number)
            for row in found["rows"]:
                for zone in row:
                    if "cards" in zone:
                        zone["cards"] = [unpacked(packed, index) for index in zone["cards"]]
            assert plain(found) == plain(frame.board)

    def test_a_line_that_is_known_in_part_adds_the_rest(self) -> None:
        frames = list(frames_of(Cursor(match(5))))
        packer = Packer()
        packer.add(frames[:30])
        packer.add(frames[:40], tuple(packer.packed.frames))
        assert list(packer.packed.frames) == [frame.number for frame in frames[:40]]
        assert "board" in packer.packed.frames[frames[30].number]
        assert packer.packed.frames[frames[31].number]["from"] == frames[30].number


def unpacked(packed: Packed, index: int) -> dict[str, Any]:
    """A card, unpacked."""
    card = packed.cards[index]
    return {**card, "text": packed.texts[card["text"]]} if "text" in card else card


def plain(value: Any) -> Any:
    """A value as it is after a journey as JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))
