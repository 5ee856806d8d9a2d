"""Who was asked when an event came, also in a match that went back and forth."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from domain.contract.errors import CorruptStream
from domain.contract.seats import DEALER, Seat
from domain.games.riftforce.game import RIFTFORCE
from domain.record.events import Event, Opened, Redone, TakenBack
from domain.record.match import Record
from domain.record.timeline import SeatsAsked
from tests.domain.simulated import steps_of
from tests.domain.tabled import Walk, walked, walks


def asked(record: Record, number: int) -> Seat | None:
    """Let everything before an event happen, and see who is asked."""
    try:
        ask = record.before(number).live().ask
    except CorruptStream:
        return None
    return None if ask is None or ask.seat == DEALER else ask.seat


@settings(max_examples=40)
@given(walks(most=7, start=12))
def test_it_is_the_seat_that_the_line_asks_then(walk: Walk) -> None:
    record = walked(walk)
    found = SeatsAsked(record)
    numbers = range(1, len(record.events) + 2)
    assert [found.before(n) for n in numbers] == [asked(record, n) for n in numbers]


@pytest.mark.parametrize("pairs", [10, 40])
def test_take_backs_do_not_let_the_match_happen_again_each_time(
    pairs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = list(steps_of("riftforce", 1, "random")[:30])
    events: list[Event] = [*steps]
    for _ in range(pairs):
        events += [TakenBack(to=27), Redone(to=30), TakenBack(to=25), Redone(to=30)]
    opened = Opened("riftforce", RIFTFORCE.rules_version, RIFTFORCE.settings({}), ("A", "B"), 1)
    record = Record("m", RIFTFORCE, opened, events, "")
    lived: list[Record] = []
    live = Record.live
    monkeypatch.setattr(Record, "live", lambda self: (lived.append(self), live(self))[1])
    found = SeatsAsked(record)
    seats: list[Any] = [found.before(number) for number in range(1, len(events) + 2)]
    assert {seats[30], seats[32]} == {seats[-1]}
    assert len(lived) == 1
