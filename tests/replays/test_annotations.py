"""What is told beside the line: what was taken back or corrected there, and remarks."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.contract.errors import CorruptStream
from domain.record.history import CORRECTED
from domain.record.match import Record, fold
from domain.revise.misfits import KEEP, STOP
from replays import position_text
from replays.annotations import aside_lines, asides, beside, numbered, ranges
from replays.cursor import ALL, Cursor
from replays.event_log import annotated_tape, chronicle_objects, chronicle_rows, seen
from replays.position_data import asked, moment
from tests.domain.tabled import (
    AGREED,
    GAMES,
    Paper,
    Walk,
    dealt_otherwise,
    evening,
    walked,
    walks,
)
from tests.replays.played import match


@pytest.fixture(autouse=True)
def in_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def begun() -> tuple[Paper, Record]:
    recorder = Paper()
    record = recorder.new_match(GAMES["riftforce"], AGREED, ("Ann", "Ben"), by="Dora")
    for line in ("hand A F5 F6 F7 W5 W6 P5 T7", "hand B", "face C5", "play F5@1"):
        recorder.play_line(record, line)
    assert record.history.last == 5
    return recorder, record


def told(record: Record, number: int, to: int | None = None) -> list[str]:
    cursor = Cursor(record, to=to)
    cursor.go_to(number)
    return aside_lines(cursor)


# -- what was taken back -------------------------------------------------------------------------


def test_nothing_is_told_of_a_match_in_which_nothing_was_taken_back() -> None:
    cursor = Cursor(match(1))
    assert not any(asides(cursor) for _ in iter(cursor.next, False))
    assert cursor.beside == {}


def test_where_something_was_taken_back_it_is_said_what_by_whom_and_when() -> None:
    recorder, record = begun()
    recorder.play_line(record, "play L5@2")
    recorder.take_back(record, by="Ann", note="no")
    (words,) = told(record, 5)
    assert words.startswith("taken back here: steps 6-7 (`2 B play L5@2`), by event 8, Ann, 11:0")
    assert words.endswith(" {no}")
    assert all(told(record, number) == [] for number in (0, 1, 2, 3, 4))


def test_what_had_become_known_is_said() -> None:
    words = told(evening().before(22), 10)
    assert words == [
        "taken back here: steps 11-12 (`4 B check & L6`), by event 13, Ann, 11:08, "
        "had shown step 12 {took the wrong cards}"
    ]


def test_everything_taken_back_is_told_at_the_opening() -> None:
    recorder, record = begun()
    recorder.take_back(record, 0, confirmed=True)
    (words,) = told(record, 0)
    assert (
        "steps 1-5 (`hand A F5 F6 F7 W5 W6 P5 T7` / `hand B ??` / `face C5` and 1 more line)"
        in (words)
    )


def test_what_was_left_for_another_line_is_told_too() -> None:
    recorder, record = begun()
    recorder.play_line(record, "play L5@2")
    recorder.take_back(record)
    recorder.play_line(record, "play L6@2")
    recorder.redo(record, 7)
    (words,) = told(record, 5)
    assert words.startswith("left here: steps 9-10 (`2 B play L6@2`), by event 11, Dora")
    assert told(record, 5, to=10) == ["the line that stands goes on here with step 6"]


def test_what_was_taken_back_twice_is_told_on_its_own_line() -> None:
    recorder, record = begun()
    recorder.play_line(record, "play L5@2")
    recorder.play_line(record, "play F6@1")
    recorder.take_back(record)
    recorder.play_line(record, "play F7@1")
    recorder.take_back(record, 5)
    (words,) = told(record, 5)
    assert "steps 6-7, 11-12 (`2 B play L5@2` / `3 A play F7@1`), by event 13" in words
    assert told(record, 7, to=12)[0].startswith("taken back here: steps 8-9 (`3 A play F6@1`)")
    assert told(record, 5, to=12) == []


# -- corrections ---------------------------------------------------------------------------------


def test_a_corrected_line_says_what_it_was_and_what_follows_too() -> None:
    record = evening()
    assert told(record, 23) == [
        "corrected 11:10 by event 22, Eve: was `1 A play F5@1 F6@1` {misheard}"
    ]
    assert told(record, 28) == [
        "decided again 11:10 by event 22, Eve, with other consequences {misheard}"
    ]
    assert [n for n in record.numbers if told(record, n)] == [23, 28, 30, 32]


def test_what_was_told_at_a_step_is_told_at_what_stands_for_it() -> None:
    record = evening()
    assert told(record, 30)[0].startswith("taken back here: steps 11-12")
    assert told(record, 32) == ["remark 16, Dora, 11:09: {Ben knocked his cards over}"]


def test_a_line_corrected_twice_tells_both() -> None:
    recorder, record = begun()
    recorder.amend(record, 4, "play F6@1", by="Eve")
    recorder.amend(record, record.numbers[3], "play F6@2")
    words = told(record, record.numbers[3])
    assert [line.partition(": was ")[2] for line in words] == [
        "`1 A play F6@1`",
        "`1 A play F5@1`",
    ]
    assert told(record, 0) == told(record, 3) == []


def test_what_was_left_off_is_told_where_the_correction_ends() -> None:
    recorder, record = begun()
    recorder.play_line(record, "play L5@2")
    recorder.play_line(record, "act T7:")
    recorder.amend(record, 4, "play T7@1", answer=lambda _misfit: STOP)
    last = record.numbers[-1]
    (words,) = [line for line in told(record, last) if line.startswith("left off")]
    assert "`3 A act T7`" in words and words.startswith("left off: step")


def test_a_correction_that_was_taken_back_is_told_where_it_branched_off() -> None:
    recorder, record = begun()
    recorder.amend(record, 4, "play F6@1", answer=lambda _misfit: KEEP)
    recorder.take_back(record, 3)
    kinds = [line.partition(":")[0] for line in told(record, 3)]
    assert kinds == ["replaced here", "taken back here"]
    recorder.redo(record, 5)
    assert [line.partition(":")[0] for line in told(record, 3)] == ["taken back here"]
    assert told(record, 4) == []


def test_a_corrected_record_is_no_side_line() -> None:
    cursor = Cursor(evening())
    cursor.last()
    assert not cursor.aside
    assert position_text.where(cursor).startswith("step 40, 20 of 20 on the line, turn 7 of 7")


# -- words ---------------------------------------------------------------------------------------


def test_numbers_in_a_row_are_told_by_their_ends() -> None:
    assert ranges([1, 2, 3, 5, 7, 8]) == "1-3, 5, 7-8"
    assert numbered([4]) == "step 4"
    assert numbered([4, 5]) == "steps 4-5"


# -- at random -----------------------------------------------------------------------------------


def everything(record: Record, seat: Any) -> Iterator[Any]:
    """All that a viewer is ever shown of a record: its line, every variation, its history."""
    ends: list[int | None] = [None]
    ends += [variation.numbers[-1] for variation in record.history.variations]
    for to in ends:
        cursor = Cursor(record, seat, to=to)
        while True:
            yield (
                position_text.title(cursor),
                position_text.where(cursor),
                position_text.notation(cursor),
            )
            yield position_text.change_lines(cursor), aside_lines(cursor)
            yield position_text.board(cursor).markup
            yield msgspec.json.encode({**moment(cursor), "ask": asked(cursor)})
            if not cursor.next():
                break
    of_seat = seen(record, seat)
    yield [*chronicle_rows(of_seat)]
    yield msgspec.json.encode([*chronicle_objects(of_seat)])
    yield annotated_tape(of_seat)


@settings(max_examples=60)
@given(walks(most=7, start=12), st.sampled_from([ALL, 0, 1, None]))
def test_every_place_of_every_line_can_be_shown(walk: Walk, seat: Any) -> None:
    assert all(everything(walked(walk), seat))


@settings(max_examples=15)
@given(walks(("solforge", "magical_forge"), most=6, start=10), st.sampled_from([ALL, 0, 1, None]))
def test_of_the_other_games_too(walk: Walk, seat: Any) -> None:
    assert all(everything(walked(walk), seat))


@settings(max_examples=40)
@given(walks(most=7, start=14), st.sampled_from([0, 1, None]))
def test_other_hidden_cards_show_nothing_else(walk: Walk, seat: int | None) -> None:
    record = walked(walk)
    other = dealt_otherwise(record, seat)
    for one, two in zip(everything(record, seat), everything(other, seat), strict=True):
        assert one == two


def test_other_hidden_cards_would_be_seen() -> None:
    record = evening()
    other = dealt_otherwise(record, 1)
    assert [e.action.cards for e in other.events if "X9" in repr(e)] == [("X9",) * 7]
    with pytest.raises(CorruptStream):
        assert [*everything(other, ALL)]


@settings(max_examples=60)
@given(walks(most=8, start=12))
def test_all_that_was_taken_off_the_line_is_told_somewhere(walk: Walk) -> None:
    """Or else what it branched off from is on no line that stands either."""
    record = walked(walk)
    found = beside(record, record.numbers)
    assert found.keys() <= {0, *record.numbers}
    told_of = {step for asides in found.values() for aside in asides for step in aside.steps}
    for variation in record.history.variations:
        if variation.after in (0, *record.numbers) and variation.reason != CORRECTED:
            assert told_of.issuperset(variation.numbers)


@settings(max_examples=60)
@given(walks(most=8, start=12))
def test_the_cursor_on_any_line_is_the_fold_of_it(walk: Walk) -> None:
    record = walked(walk)
    for to in (None, *sorted(record.history.before)):
        cursor = Cursor(record, to=to)
        cursor.last()
        line = record.steps if to is None else record.variation(to).steps
        assert cursor.steps == line
        assert cursor.state == fold(record.state(0), line)
        for n, number in enumerate(cursor.numbers, 1):
            assert record.events[number - 1] is cursor.steps[n - 1]
            assert cursor.place(number) == n
