"""A moment of a match for people."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings

from replays import position_text
from replays.cursor import Cursor
from tests.domain.tabled import AGREED, GAMES, Paper, Walk, evening, walked, walks
from tests.replays.played import match, opened, record_of, steps_of


def test_the_title_says_what_who_and_when() -> None:
    assert (
        position_text.title(Cursor(match(1))) == "Riftforce m1: Ann (A) against Ben (B), 2025-11-29"
    )
    assert position_text.title(Cursor(match(1), 1)).endswith("2025-11-29, as B sees it")
    assert position_text.title(Cursor(match(1), None)).endswith("as a spectator sees it")


def test_the_day_of_play_is_not_the_day_of_recording() -> None:
    record = match(1)
    record.opened = msgspec.structs.replace(opened(), on="2024-02-29", players=("A", "B"))
    assert position_text.title(Cursor(record)) == "Riftforce m1: A against B, 2024-02-29"


def test_the_place_says_step_turn_and_end() -> None:
    record = match(4, bots="sensible")
    cursor = Cursor(record)
    assert position_text.where(cursor) == f"step 0 of {len(cursor)}, set-up, 0:0"
    cursor.turn(2)
    assert position_text.where(cursor).startswith(f"step {cursor.n} of {len(cursor)}, turn 2 of ")
    cursor.last()
    assert "wins (riftforce)" in position_text.where(cursor)
    part = Cursor(record_of(steps_of(4)[:30]))
    part.last()
    assert position_text.where(part).endswith("not finished")


def test_the_line_is_the_turns_up_to_here_and_at_its_end_the_whole() -> None:
    cursor = Cursor(match(1))
    assert position_text.notation(cursor) == ""
    cursor.next()
    assert position_text.notation(cursor).startswith("draw A ")
    turn = next(t for t in range(1, 20) if cursor.turn_start(t + 1) - cursor.turn_start(t) > 2)
    cursor.seek(cursor.turn_start(turn) + 1)
    assert position_text.notation(cursor).endswith(" ...")
    cursor.turn(turn + 1)
    assert position_text.notation(cursor) == cursor.turn_lines(turn)[0]


def test_a_note_stands_with_the_changes() -> None:
    steps = list(steps_of(1))
    steps[3] = msgspec.structs.replace(steps[3], note="a long silence")
    cursor = Cursor(record_of(steps))
    assert position_text.change_lines(cursor) == ["the match is opened"]
    cursor.seek(4)
    assert position_text.change_lines(cursor)[-1] == "{a long silence}"


def marked(cursor: Cursor) -> list[str]:
    text = position_text.board(cursor)
    return [text.plain[s.start : s.end] for s in text.spans if s.style == position_text.MARK]


def test_what_changed_is_marked_on_the_board() -> None:
    cursor = Cursor(match(1))
    assert marked(cursor) == []
    while cursor.next():
        step = cursor.step
        assert step is not None
        if type(step.action).__name__ == "Play" and len(step.facts) == 1:
            assert step.action is not None and step.action.card in marked(cursor)
            assert (
                position_text.board(cursor, marks=False).plain == position_text.board(cursor).plain
            )
            return
    raise AssertionError("nothing was played")


def test_words_that_only_moved_along_are_not_marked() -> None:
    before, after = "hand 3: F5 F6 F7   pile 9", "hand 2: F5 F7   pile 10"
    found = [after[start:end] for start, end in position_text.words(before, after)]
    assert found == ["2:", "10"]


def test_lines_that_are_new_are_marked() -> None:
    after = "one\ntwo 2\nnew ·\nthree"
    spans = position_text.changed("one\ntwo\nthree", after)
    assert [after[start:end] for start, end in spans] == ["2", "new"]


# -- numbers, rulings, ends ----------------------------------------------------------------------


def at(number: int, to: int | None = None) -> Cursor:
    cursor = Cursor(evening(), to=to)
    cursor.go_to(number)
    return cursor


def test_the_place_says_number_and_place_where_they_differ() -> None:
    assert position_text.where(at(31)) == "step 31, 12 of 20 on the line, turn 4 of 7, 0:0"
    assert position_text.where(at(3)) == "step 3, 3 of 20 on the line, turn 1 of 7, 0:0"
    assert position_text.where(at(12, to=12)) == (
        "step 12, 12 of 12 on a line taken back by event 13, turn 5 of 5, 0:2"
    )
    assert position_text.where(at(5, to=5)).startswith(
        "step 5, 5 of 5 on a line corrected by event 22, "
    )
    assert position_text.where(at(25, to=25)).startswith("step 25, 6 of 6 on the line to step 25, ")


def test_an_end_by_other_ways_is_the_result() -> None:
    cursor = at(40)
    assert position_text.where(cursor).endswith("turn 7 of 7, 1:0, A wins (concession)")
    assert position_text.change_lines(cursor) == ["B (Ben) concedes, says Eve", "{headache}"]
    cursor.previous()
    assert position_text.where(cursor).endswith("turn 7 of 7, 1:0")


@pytest.mark.parametrize(
    ("why", "winner", "says"),
    [
        ("agreed", None, "a draw (agreed)"),
        ("time", 1, "B wins (time)"),
        ("abandonment", None, "no result (abandonment)"),
    ],
)
def test_every_end_is_said(why: str, winner: int | None, says: str) -> None:
    recorder = Paper()
    record = recorder.new_match(GAMES["riftforce"], AGREED)
    recorder.end(record, why, winner)
    cursor = Cursor(record)
    cursor.last()
    assert position_text.where(cursor).endswith(f", set-up, 0:0, {says}")


def test_a_ruling_is_marked_with_judge_and_reason_and_every_fact_told() -> None:
    cursor = at(33)
    assert position_text.change_lines(cursor) == [
        "ruling (penalty) by Eve {Ben was late}",
        "A gains 1 (controls location 1): 1",
    ]
    assert position_text.change_lines(cursor, decisions=False) == position_text.change_lines(cursor)
    assert position_text.notation(cursor).startswith("! penalty: [Eve] ")


def test_a_play_that_stood_is_marked() -> None:
    cursor = at(38)
    assert position_text.change_lines(cursor)[0] == (
        "ruling by Eve: stood although not legal {noticed too late}"
    )
    assert position_text.notation(cursor) == "!! [Eve] 6 B play I5@1 I6@3"
    assert position_text.turn_text(cursor, 6).lines == ("!! [Eve] 6 B play I5@1 I6@3",)


def test_a_ruling_that_changes_nothing_says_so() -> None:
    recorder = Paper()
    record = recorder.new_match(GAMES["riftforce"], AGREED)
    for line in ("hand A F5", "hand B", "face C5", "play F5@1", "! act 1"):
        recorder.play_line(record, line)
    cursor = Cursor(record)
    cursor.last()
    assert position_text.change_lines(cursor) == ["ruling", "B's C5 at location 3 is activated"]


def test_as_it_stood_is_in_the_title() -> None:
    cursor = at(0)
    cursor.as_of = "19:42"
    assert position_text.title(cursor).endswith("2026-11-18, as it stood 19:42")


@settings(max_examples=40)
@given(walks(most=8, start=12))
def test_lines_are_told_for_every_step_as_a_tape_writes_them(walk: Walk) -> None:
    cursor = Cursor(walked(walk))
    lines = [line for turn in range(cursor.turns + 1) for line in cursor.turn_lines(turn)]
    told: list[str] = []
    last = 0
    while cursor.next():
        if cursor.n > last:
            begun = cursor.turn_start(cursor.turn_number) == cursor.n
            found = position_text.turn_text(cursor, cursor.turn_number - begun)
            assert found.last >= cursor.n
            told += found.lines
            last = found.last
        assert position_text.change_lines(cursor)
    assert told == lines
