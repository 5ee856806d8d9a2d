"""Times as they are typed, and a record as it stood then."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.contract.errors import GameError, Reason
from domain.record.times import as_of, clock_time, iso_time, read_time, written_time
from tests.domain.tabled import Walk, evening, walked, walks

HOUR = 3_600_000


@pytest.fixture(autouse=True)
def in_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def utc(*parts: int) -> int:
    return int(datetime(*parts, tzinfo=UTC).timestamp() * 1000)  # type: ignore[arg-type,misc]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("2026-11-30T12:00Z", utc(2026, 11, 30, 12)),
        ("2026-11-30 12:00", utc(2026, 11, 30, 11)),
        ("2026-07-30 12:00", utc(2026, 7, 30, 10)),
        (" 2026-11-30T12:00:05.250 ", utc(2026, 11, 30, 11, 0, 5) + 250),
        ("2026-11-30T12:00+02:00", utc(2026, 11, 30, 10)),
        ("2026-11-30", utc(2026, 11, 30, 23) - 1),
    ],
)
def test_times_are_those_of_the_machine_unless_they_say_otherwise(text: str, at: int) -> None:
    assert read_time(text) == at


def test_a_time_of_day_needs_a_day() -> None:
    assert read_time("19:42", date(2026, 11, 30)) == utc(2026, 11, 30, 18, 42)
    assert read_time("19:42:07", date(2026, 11, 30)) == utc(2026, 11, 30, 18, 42, 7)
    with pytest.raises(GameError, match="'19:42' is no time"):
        read_time("19:42")


@pytest.mark.parametrize(
    "text",
    ["", "gestern", "25:00", "2026-13-01", "2026-11-30T25:00", "0001-01-01", "9999-12-31", "@3",
     "2026-11-30 12:00 Z Z", "１９:42"],
)  # fmt: skip
def test_what_is_no_time_is_refused_with_examples(text: str) -> None:
    with pytest.raises(GameError) as caught:
        read_time(text, date(2026, 11, 30))
    assert caught.value.reason is Reason.BAD_SETTING
    assert "2026-11-30 19:42" in caught.value.legal


@given(st.text(max_size=12))
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    try:
        assert isinstance(read_time(text, date(2026, 1, 1)), int)
    except GameError as error:
        assert error.reason is Reason.BAD_SETTING


@given(st.integers(-(10**17), 10**17))
def test_every_number_is_written(at: int) -> None:
    for words in (clock_time(at), written_time(at), iso_time(at)):
        assert words == "?" or ":" in words


@given(st.integers(utc(1971, 1, 1), utc(2100, 1, 1)))
def test_a_time_written_for_programs_is_read_again(at: int) -> None:
    assert read_time(iso_time(at)) == at


def test_times_for_people_are_those_of_the_machine() -> None:
    at = utc(2026, 11, 30, 18, 42, 5) + 250
    assert clock_time(at) == "19:42"
    assert clock_time(at, seconds=True) == "19:42:05"
    assert written_time(at) == "2026-11-30 19:42:05"
    assert iso_time(at) == "2026-11-30T18:42:05.250Z"


# -- a record as it stood ------------------------------------------------------------------------


@given(walks())
def test_at_every_time_just_what_was_recorded_by_then_is_there(walk: Walk) -> None:
    record = walked(walk)
    for number, event in enumerate(record.events, 1):
        then = as_of(record, iso_time(record.opened.at + event.after))
        assert [e for e in record.events if e.after <= event.after] == then.events
        assert len(as_of(record, iso_time(record.opened.at + event.after - 1)).events) < number
    assert as_of(record, "2100-01-01") is record
    with pytest.raises(GameError, match="m1 was not opened yet"):
        as_of(record, iso_time(record.opened.at - 1))


def test_after_an_event_by_its_number() -> None:
    record = evening()
    assert [len(as_of(record, f"@{n}").events) for n in (0, 12, 13, 40)] == [0, 12, 13, 40]
    assert as_of(record, "@13").numbers == tuple(range(1, 11))
    with pytest.raises(GameError, match="no event 41; its last is 40"):
        as_of(record, "@41")


def test_a_correction_was_recorded_at_once() -> None:
    record = evening()
    with pytest.raises(GameError, match="in the middle of a correction") as caught:
        as_of(record, "@22")
    assert caught.value.legal == ("@21", "@35")
    assert len(as_of(record, "@35").events) == 35
    assert len(as_of(record, "@21").events) == 21


def test_the_time_of_day_is_that_of_the_day_of_the_match() -> None:
    record = evening()
    taken_back = record.opened.at + record.events[12].after
    assert len(as_of(record, clock_time(taken_back, seconds=True)).events) == 12
    assert len(as_of(record, clock_time(taken_back + 1000, seconds=True)).events) == 13
    assert os.environ["TZ"] == "Europe/Berlin"
