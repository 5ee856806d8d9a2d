"""What a seat does not see is on none of its boards: deal it otherwise, and they are the same."""

from __future__ import annotations

import random

import msgspec
import pytest

from domain.contract.game import Seat
from replays.board import pictures
from replays.board.changes import changed
from replays.board.makers import board_of
from replays.cursor import ALL, Cursor
from replays.position_text import result_here
from tests.leaks.samples import samples
from tests.leaks.twins import VIEWERS, twin_of
from tests.replays.board.shown import KEYS, boards, played


@pytest.mark.parametrize("name", [*KEYS, "late"])
def test_the_boards_of_twins_are_the_same(name: str) -> None:
    assert sum(boards_apart(name, viewer) for viewer in VIEWERS) > 0


def boards_apart(name: str, viewer: Seat | None) -> int:
    """Boards of twins that are the same to a viewer, and others to who sees everything."""
    twins = twin_of(samples()[name], viewer, random.Random(f"{name}{viewer}board"), 4)
    assert twins.changed
    two = [Cursor(record, viewer) for record in (twins.record, twins.twin)]
    whole = [Cursor(record) for record in (twins.record, twins.twin)]
    apart = 0
    before = None
    for n in range(len(two[0]) + 1):
        for cursor in (*two, *whole):
            cursor.seek(n)
        one, other = (pictures.board_at(cursor) for cursor in two)
        assert msgspec.json.encode(one) == msgspec.json.encode(other)
        for cursor in whole:
            seen = board_of(cursor.game, cursor.state, cursor.opened, viewer, result_here(cursor))
            assert msgspec.json.encode(seen) == msgspec.json.encode(one)
        apart += pictures.board_at(whole[0]) != pictures.board_at(whole[1])
        if before is not None:
            assert changed(before[0], one) == changed(before[1], other)
        before = (one, other)
        if n % 5 == 0:
            assert pictures.picture(two[0]) == pictures.picture(two[1])
    return apart


@pytest.mark.parametrize("key", KEYS)
def test_who_looks_sees_backs(key: str) -> None:
    for seat in (0, 1):
        hidden = {
            zone.seat
            for board in boards(played(key), seat, every=3)
            for zone in board.zones
            for card in zone.cards
            if card.hidden and zone.kind == "hand"
        }
        assert hidden == {"AB"[1 - seat]}
    assert not any(
        card.hidden for board in boards(played(key), ALL, every=3) for card in board.cards
    )
