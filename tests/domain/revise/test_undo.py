"""Take-backs and their take-backs, what had been shown, remarks."""

from __future__ import annotations

import msgspec
import pytest

from domain.contract.errors import GameError, Reason
from domain.formats.tape import write_tape
from domain.games import GAMES
from domain.record.events import Opened
from domain.record.match import Record
from domain.revise.undo import last_lines, noted, revealed, shown, standing, typed_lines
from domain.store.recorder import Recorder
from tests.domain.stored import AGREED
from tests.domain.tabled import Paper, ticking

SETUP = ("hand A F5 F6 F7 W5 W6 W7 P5", "hand B", "face L5")


@pytest.fixture
def recorder() -> Paper:
    return Paper(ticking())


def opening(recorder: Recorder) -> Opened:
    game = GAMES["riftforce"]
    return Opened(
        game=game.key,
        rules=game.rules_version,
        settings=game.settings(AGREED),
        players=("Ann", "Ben"),
        at=recorder.clock(),
    )


@pytest.fixture
def record(recorder: Paper) -> Record:
    """Set up, and two turns: steps 1 to 3, 4 to 6, 7 to 8."""
    (found,) = recorder.add([("m1", opening(recorder), [])])
    for line in (*SETUP, "play F5@1 F6@2", "play L6@1"):
        recorder.play_line(found, line)
    return found


class TestLastLines:
    def test_a_line_is_what_was_entered_at_once(self, recorder: Paper, record: Record) -> None:
        assert [last_lines(record, count) for count in (1, 2, 3, 5)] == [6, 3, 2, 0]
        recorder.play_line(record, "play F7@1 ...")
        recorder.play_line(record, "W7@2")
        assert [last_lines(record, count) for count in (1, 2)] == [9, 8]

    def test_there_are_no_more(self, record: Record) -> None:
        with pytest.raises(GameError, match="nothing more than that") as caught:
            last_lines(record, 6)
        assert caught.value.reason is Reason.NOT_FOUND

    def test_of_what_was_imported_a_line_of_the_tape(self, record: Record) -> None:
        events = [msgspec.structs.replace(step, after=0, prev="") for step in record.steps]
        imported = Record("m1", record.game, record.opened, events, "")
        assert [last_lines(imported, count) for count in (1, 2, 3, 5)] == [6, 3, 2, 0]

    def test_a_play_that_stood_is_taken_back_whole(self, recorder: Paper, record: Record) -> None:
        recorder.play_line(record, "!! play F7@1 W7@4")
        tape = write_tape(record)
        assert "!!" in tape
        assert last_lines(record) == 8
        assert [line.first for line in typed_lines(record)] == [1, 2, 3, 4, 7, 9]

    def test_how_it_ended_is_a_line_of_its_own(self, recorder: Paper, record: Record) -> None:
        recorder.end(record, "concession", 1)
        assert last_lines(record) == 8


class TestTakeBack:
    def test_and_back_and_back_again(self, recorder: Paper, record: Record) -> None:
        first = write_tape(record)
        assert recorder.take_back(record).to == 6
        without = write_tape(record)
        assert recorder.redo(record).to == 8
        assert write_tape(record) == first
        assert recorder.take_back(record).to == 6
        assert write_tape(record) == without
        assert [type(event).__name__ for event in record.events[8:]] == [
            "TakenBack", "Redone", "TakenBack",
        ]  # fmt: skip
        assert record.live().state.turn == 2

    def test_several_are_taken_back_one_after_the_other(
        self, recorder: Paper, record: Record
    ) -> None:
        recorder.take_back(record)
        recorder.take_back(record)
        assert record.history.last == 3
        assert recorder.redo(record).to == 6
        assert recorder.redo(record).to == 8
        with pytest.raises(GameError, match="no take-back to take back"):
            recorder.redo(record)

    def test_numbers_are_not_used_again(self, recorder: Paper, record: Record) -> None:
        recorder.take_back(record)
        recorder.play_line(record, "play L7@2")
        assert record.history.line == (*range(1, 7), 10, 11)
        with pytest.raises(GameError, match=r"step 7 of match m1 was taken back by event 9"):
            recorder.take_back(record, 7)

    def test_what_was_hidden_or_random_wants_to_be_confirmed(
        self, recorder: Paper, record: Record
    ) -> None:
        recorder.play_line(record, "check & F5")
        count = len(record.events)
        with pytest.raises(GameError, match=r"step 10 \(A draws F5 and 1 unknown card\)") as caught:
            recorder.take_back(record)
        assert caught.value.reason is Reason.ILLEGAL
        assert caught.value.legal == ("--confirm", "undo confirm")
        assert len(record.events) == count
        assert recorder.take_back(record, confirmed=True).revealed == (10,)

    def test_the_match_from_its_beginning(self, recorder: Paper, record: Record) -> None:
        assert recorder.take_back(record, 0, confirmed=True).revealed == (1, 2, 3)
        assert record.steps == []
        with pytest.raises(GameError, match="nothing to take back"):
            recorder.take_back(record)
        recorder.play_line(record, SETUP[0])
        assert record.history.line == (10,)

    def test_nothing_lies_behind_the_last(self, recorder: Paper, record: Record) -> None:
        with pytest.raises(GameError, match="nothing of match m1 lies behind step 8"):
            recorder.take_back(record, 8)
        with pytest.raises(GameError, match="has no step 9; its last is 8"):
            recorder.take_back(record, 9)


class TestRevealed:
    def test_facts_entered_by_hand_can_show_what_is_hidden(
        self, recorder: Paper, record: Record
    ) -> None:
        recorder.play_line(record, "! draw A F5")
        recorder.play_line(record, "! score A +1")
        assert revealed(record, 8) == (9,)
        assert shown(record, (1, 9)) == {
            1: "A draws F5 F6 F7 W5 W6 W7 P5", 9: "A draws F5",
        }  # fmt: skip
        assert recorder.take_back(record).revealed == ()


class TestRedo:
    def test_to_another_line(self, recorder: Paper, record: Record) -> None:
        recorder.take_back(record)
        recorder.play_line(record, "play L7@2")
        assert recorder.redo(record, 8).to == 8
        assert record.history.line == tuple(range(1, 9))
        assert recorder.redo(record, 11).to == 11
        assert record.history.last == 11

    def test_to_what_stands_is_a_take_back(self, recorder: Paper, record: Record) -> None:
        with pytest.raises(GameError, match="step 6 stands; to go back to it is a take-back"):
            recorder.redo(record, 6)
        with pytest.raises(GameError, match="step 8 is the last of the line as it is"):
            recorder.redo(record, 8)

    def test_after_it_went_on_there_is_none(self, recorder: Paper, record: Record) -> None:
        recorder.take_back(record)
        recorder.play_line(record, "play L7@2")
        with pytest.raises(GameError, match="no take-back to take back: it went on since"):
            recorder.redo(record)

    def test_it_undoes_a_correction(self, recorder: Paper, record: Record) -> None:
        before = write_tape(record)
        recorder.amend(record, 4, "play F5@1")
        assert write_tape(record) != before
        recorder.redo(record, 8)
        assert write_tape(record) == before


class TestStanding:
    def test_what_was_corrected_is_named_by_what_stands_for_it(
        self, recorder: Paper, record: Record
    ) -> None:
        assert standing(record, 4) == 4
        recorder.amend(record, 4, "play F5@1")
        with pytest.raises(GameError, match=r"corrected by event 9.*; step 10 stands for it now"):
            standing(record, 4)
        recorder.amend(record, 10, "play F6@1")
        with pytest.raises(GameError, match=r"; step 15 stands for it now"):
            standing(record, 4)


class TestRemarks:
    def test_on_the_last_step_or_any_event(self, recorder: Paper, record: Record) -> None:
        assert recorder.remark(record, " so  it was ").about == 8
        assert recorder.remark(record, "odd", 0).about == 0
        assert noted(record, "why", 9).note == "why"
        with pytest.raises(GameError, match="has no event 11"):
            recorder.remark(record, "odd", 11)
        with pytest.raises(GameError, match="a note says something"):
            recorder.remark(record, "  ")

    def test_clocks(self, recorder: Paper, record: Record) -> None:
        recorder.pause(record)
        with pytest.raises(GameError, match="the clocks stand still already"):
            recorder.pause(record)
        recorder.resume(record)
        with pytest.raises(GameError, match="the clocks are running"):
            recorder.resume(record)
