"""A match as it was recorded: every event in order, and a tape with what does not stand."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from domain.contract.errors import GameError
from domain.formats.jsonl import read_jsonl, write_jsonl
from domain.formats.tape import Tape, read_tapes, write_tape
from domain.record.events import ON_THE_LINE, Event, Origin, Redone, TakenBack
from domain.record.ids import unstamped
from domain.record.match import Record
from replays.annotations import beside
from replays.cursor import ALL
from replays.event_log import annotated_tape, chronicle, chronicle_objects, chronicle_rows, seen
from tests.domain.tabled import Paper, Walk, dealt_otherwise, evening, walked, walks
from tests.replays.played import RIFTFORCE, match, opened, steps_of


@pytest.fixture(autouse=True)
def in_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_every_event_is_told_in_the_order_in_which_it_was_recorded() -> None:
    rows = [(number, by, words) for number, _, by, words, _ in chronicle_rows(evening())]
    assert rows == [
        ("0", "Dora", "the match is opened: Riftforce, Ann (A) against Ben (B)"),
        ("1", "Dora", "hand A F5 F6 F7 W5 W6 P5 T7"),
        ("2", "Dora", "hand B ??"),
        ("3", "Dora", "face C5"),
        ("4-6", "Dora", "1 A play F5@1 F6@1 -- corrected by event 22"),
        ("7-8", "Dora", "2 B play L5@2 {thought for long} -- corrected by event 22"),
        ("9-10", "Dora", "3 A act W5: F5@1 -- corrected by event 22"),
        ("11-12", "Dora", "4 B check & L6 -- taken back by event 13"),
        ("13", "Ann", "takes back steps 11-12, to step 10; step 12 had shown what was hidden or "
         "random {took the wrong cards}"),
        ("14-15", "Dora", "4 B play S5@4 -- corrected by event 22"),
        ("16", "Dora", "remark on step 15 {Ben knocked his cards over}"),
        ("17", "Dora", "the clocks stand still"),
        ("18", "Dora", "the clocks go on"),
        ("19", "Dora", rows[13][2]),
        ("20-21", "Dora", "5 A play F7@2 -- corrected by event 22"),
        ("22", "Eve", "corrects step 4: steps 23-35 stand for steps 4-10, 14-15, 19-21 {misheard}"),
        ("23-25", "Eve", "1 A play F5@1 P5@2 (for steps 4-6)"),
        ("26-27", "Eve", "2 B play L5@2 (for steps 7-8) {thought for long}"),
        ("28-30", "Eve", "3 A act W5: F5@1 (for steps 9-10)"),
        ("31-32", "Eve", "4 B play S5@4 (for steps 14-15)"),
        ("33", "Eve", rows[20][2]),
        ("34-35", "Eve", "5 A play F7@2 (for steps 20-21)"),
        ("36-38", "Dora", "!! [Eve] 6 B play I5@1 I6@3 {noticed too late}"),
        ("39", "Dora", "Ann (A) signs everything up to event 38"),
        ("40", "Dora", "result A wins 1:0 (concession) [Eve] {headache}"),
    ]  # fmt: skip
    assert rows[13][2].startswith("! penalty: [Eve] ")
    assert rows[13][2].endswith("{Ben was late} -- corrected by event 22")
    assert rows[20][2].startswith("! penalty: [Eve] ")


def test_the_day_stands_where_it_is_another() -> None:
    record = evening()
    times = [row[1] for row in chronicle_rows(record)]
    assert times[0] == "2026-11-18 11:06:40"
    assert times[1:3] == ["11:06:57", "11:07:31"] or all(len(t) == 8 for t in times[1:])
    record.events[-1] = msgspec.structs.replace(record.events[-1], after=86_400_000)
    times = [row[1] for row in chronicle_rows(record)]
    assert times[-1].startswith("2026-11-19 11:06:")


def test_a_redo_says_what_stands_again() -> None:
    record = evening()
    Paper().redo(record, 12, note="after all")
    assert [*chronicle(record)][-1].words == (
        "goes on from step 12: steps 4-12 stand again, steps 23-38, 40 no longer stand {after all}"
    )


def test_json_holds_every_event_with_its_fields() -> None:
    record = evening()
    found = [*chronicle_objects(record)]
    assert [one["number"] for one in found] == list(range(41))
    assert found[13]["event"] == "takeback"
    assert (found[13]["to"], found[13]["revealed"], found[13]["by"]) == (10, (12,), "Ann")
    assert found[11]["off"] == {"by": 13, "how": "taken back"}
    assert (found[11]["stands"], found[23]["stands"]) == (False, True)
    assert "stands" not in found[13]
    assert found[24]["told"] == [23, 24, 25]
    assert found[23]["redecides"] == 4
    assert (found[33]["event"], found[33]["kind"]) == ("ruling", "penalty") and found[33][
        "judge"
    ] == "Eve"
    assert found[40]["event"] == "closed" and found[40]["why"] == "concession"
    assert found[1]["at"].endswith("Z")
    assert not any({"prev", "signature", "key"} & one.keys() for one in found)
    json.loads(msgspec.json.encode(found))


@settings(max_examples=60)
@given(walks(most=9, start=12))
def test_whatever_happened_is_told_once(walk: Walk) -> None:
    record = walked(walk)
    numbers = [number for entry in chronicle(record) for number in entry.numbers]
    assert numbers == list(range(1, len(record.events) + 1))
    for entry in chronicle(record):
        assert entry.lines and all(entry.lines)
        for number in entry.numbers:
            if isinstance(record.events[number - 1], ON_THE_LINE):
                assert bool(entry.off) == (number not in record.numbers)
            else:
                assert not entry.off


def test_of_a_straight_match_the_lines_are_those_of_its_tape() -> None:
    record = match(3)
    tape = write_tape(record)
    for entry in chronicle(record):
        for line in entry.lines:
            assert line in tape


# -- tapes ---------------------------------------------------------------------------------------


def read(text: str) -> list[object]:
    (tape,) = read_tapes(text)
    assert isinstance(tape, Tape), tape
    return [unstamped(step) for step in tape.steps]


def test_a_tape_with_its_history_tells_what_was_in_its_place() -> None:
    lines = annotated_tape(evening()).split("\n")
    at = lines.index("3 A act W5: F5@1")
    assert lines[at - 4 : at + 4] == [
        "#   1 A play F5@1 F6@1",
        "1 A play F5@1 P5@2",
        "2 B play L5@2 {thought for long}",
        "# decided again 11:10 by event 22, Eve, with other consequences {misheard}",
        "3 A act W5: F5@1",
        "# taken back here: steps 11-12, by event 13, Ann, 11:08, had shown step 12 "
        "{took the wrong cards}:",
        "#   4 B check & L6",
        "4 B play S5@4",
    ]
    assert lines[at - 5] == "# corrected 11:10 by event 22, Eve {misheard}, it was:"
    assert lines[at + 4] == "# remark 16, Dora, 11:09: {Ben knocked his cards over}"


def test_of_a_straight_match_it_is_the_tape() -> None:
    assert annotated_tape(match(3)) == write_tape(match(3))


@settings(max_examples=60)
@given(walks(most=9, start=12))
def test_without_its_remarks_it_is_the_tape_of_what_stands(walk: Walk) -> None:
    record = walked(walk)
    lines = annotated_tape(record).split("\n")
    assert "\n".join(line for line in lines if not line.startswith("#")) == write_tape(record)
    remarks = sum(line.startswith("#") for line in lines)
    assert bool(remarks) >= any(v.after in (0, *record.numbers) for v in record.history.variations)


@settings(max_examples=40)
@given(walks(most=7, start=12))
def test_importing_it_gives_the_line_that_stands(walk: Walk) -> None:
    record = walked(walk)
    assert read(annotated_tape(record)) == [unstamped(step) for step in record.steps]


def test_importing_a_whole_evening_gives_the_line_that_stands() -> None:
    record = evening()
    assert read(annotated_tape(record)) == [unstamped(step) for step in record.steps]


# -- what a seat may know ------------------------------------------------------------------------


@settings(max_examples=30)
@given(walks(most=8, start=12))
def test_json_lines_of_a_seat_hide_what_does_not_stand_too(walk: Walk) -> None:
    record = walked(walk)
    for seat in (0, 1, None):
        text = write_jsonl(seen(record, seat))
        assert text == write_jsonl(seen(dealt_otherwise(record, seat), seat))
        (tape,) = read_jsonl(text)
        assert isinstance(tape, Tape | GameError)


def test_neither_signatures_nor_digests_give_away_what_is_hidden() -> None:
    record = evening()
    origin = Origin("other", 3, "digest", "fork")
    record.opened = msgspec.structs.replace(record.opened, origins=(origin,), seed=4)
    of_b = seen(record, 1)
    assert of_b.opened.origins == (Origin("other", 3, "", "fork"),)
    assert of_b.opened.seed is None
    text = write_jsonl(of_b)
    assert '"signature":""' in text or '"signature"' not in text
    assert "prev" not in text
    assert seen(record, ALL) is record


def test_a_record_of_a_seat_has_the_same_history() -> None:
    record: Record = evening()
    for seat in (0, 1, None):
        assert seen(record, seat).history == record.history


@pytest.mark.parametrize("written", [chronicle, lambda record: beside(record, record.numbers)])
def test_many_take_backs_are_written_in_one_go(
    written: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was recorded is written about once, not from the opening on for each take-back."""
    steps = steps_of(40)[:60]
    asked: list[int] = []
    write = RIFTFORCE.notation.write

    def counted(state: Any, some: Any, *more: Any) -> Any:
        lines, used = write(state, some, *more)
        asked.append(used)
        return lines, used

    monkeypatch.setattr(RIFTFORCE.notation, "write", counted, raising=False)
    events: list[Event] = list(steps)
    for _ in range(40):
        events += [TakenBack(to=len(steps) - 3), *steps[len(steps) - 3 :]]
        events += [TakenBack(to=len(steps) - 3), Redone(to=len(steps))]
    assert list(written(Record("m", RIFTFORCE, opened(), events, "")))
    recorded = sum(isinstance(event, ON_THE_LINE) for event in events)
    assert recorded - 3 <= sum(asked) <= 2 * recorded  # three that stand need no remark
