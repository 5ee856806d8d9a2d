"""A moment of a match for people."""

from __future__ import annotations

import msgspec

from replays import frames
from replays.cursor import Cursor
from tests.replays.played import match, opened, record_of, steps_of


def test_the_title_says_what_who_and_when() -> None:
    assert frames.title(Cursor(match(1))) == "Riftforce m1: Ann (A) against Ben (B), 2025-11-29"
    assert frames.title(Cursor(match(1), 1)).endswith("2025-11-29, as B sees it")
    assert frames.title(Cursor(match(1), None)).endswith("as a spectator sees it")


def test_the_day_of_play_is_not_the_day_of_recording() -> None:
    record = match(1)
    record.opened = msgspec.structs.replace(opened(), on="2024-02-29", players=("A", "B"))
    assert frames.title(Cursor(record)) == "Riftforce m1: A against B, 2024-02-29"


def test_the_place_says_step_turn_and_end() -> None:
    record = match(4, bots="sensible")
    cursor = Cursor(record)
    assert frames.where(cursor) == f"step 0 of {len(cursor)}, set-up, 0:0"
    cursor.turn(2)
    assert frames.where(cursor).startswith(f"step {cursor.n} of {len(cursor)}, turn 2 of ")
    cursor.last()
    assert "wins (riftforce)" in frames.where(cursor)
    part = Cursor(record_of(steps_of(4)[:30]))
    part.last()
    assert frames.where(part).endswith("not finished")


def test_the_line_is_the_turns_up_to_here_and_at_its_end_the_whole() -> None:
    cursor = Cursor(match(1))
    assert frames.notation(cursor) == ""
    cursor.next()
    assert frames.notation(cursor).startswith("draw A ")
    turn = next(t for t in range(1, 20) if cursor.turn_start(t + 1) - cursor.turn_start(t) > 2)
    cursor.seek(cursor.turn_start(turn) + 1)
    assert frames.notation(cursor).endswith(" ...")
    cursor.turn(turn + 1)
    assert frames.notation(cursor) == cursor.turn_lines(turn)[0]


def test_a_note_stands_with_the_changes() -> None:
    steps = list(steps_of(1))
    steps[3] = msgspec.structs.replace(steps[3], note="a long silence")
    cursor = Cursor(record_of(steps))
    assert frames.change_lines(cursor) == ["the match is opened"]
    cursor.seek(4)
    assert frames.change_lines(cursor)[-1] == "{a long silence}"


def marked(cursor: Cursor) -> list[str]:
    text = frames.board(cursor)
    return [text.plain[s.start : s.end] for s in text.spans if s.style == frames.MARK]


def test_what_changed_is_marked_on_the_board() -> None:
    cursor = Cursor(match(1))
    assert marked(cursor) == []
    while cursor.next():
        step = cursor.step
        assert step is not None
        if type(step.action).__name__ == "Play" and len(step.facts) == 1:
            assert step.action.card in marked(cursor)
            assert frames.board(cursor, marks=False).plain == frames.board(cursor).plain
            return
    raise AssertionError("nothing was played")


def test_words_that_only_moved_along_are_not_marked() -> None:
    before, after = "hand 3: F5 F6 F7   pile 9", "hand 2: F5 F7   pile 10"
    found = [after[start:end] for start, end in frames.words(before, after)]
    assert found == ["2:", "10"]


def test_lines_that_are_new_are_marked() -> None:
    after = "one\ntwo 2\nnew ·\nthree"
    spans = frames.changed("one\ntwo\nthree", after)
    assert [after[start:end] for start, end in spans] == ["2", "new"]
