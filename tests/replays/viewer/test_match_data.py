"""A match as data for the viewer: what is told is what the other commands tell."""

from __future__ import annotations

import msgspec
import pytest

from domain.contract.game import totals_of
from domain.formats.tape import written_lines
from domain.record.match import Record
from replays.annotations import asides
from replays.audit.findings import Finding, Kind, Report
from replays.cursor import ALL, Cursor
from replays.position_text import change_lines
from replays.viewer.match_data import (
    CLOSED,
    RULING,
    STEP,
    STOOD,
    Frame,
    Head,
    Line,
    frame_of,
    frames_of,
    head_of,
    line_of,
    verdict,
)
from tests.leaks.samples import samples
from tests.replays.played import match, record_of, steps_of

NAMES = ["riftforce", "solforge", "magical_forge", "late"]


def report(findings: tuple[Finding, ...] = ()) -> Report:
    """An audit with some findings."""
    return Report("m", "riftforce", 9, 9, True, "", "digest", findings)


class TestHead:
    def test_it_says_who_played_what_and_how_it_ended(self) -> None:
        record = match(3)
        head = head_of(Cursor(record), chain=record.head)
        result = record.result()
        assert head.ending and result
        assert (head.ending.outcome, head.ending.totals) == (result.outcome, result.totals)
        assert (head.players, head.game, head.steps) == (
            ("Ann", "Ben"),
            "riftforce",
            len(record.steps),
        )
        assert (head.chain, head.last) == (record.head, len(record.events))

    def test_an_open_match_has_no_ending(self) -> None:
        assert head_of(Cursor(record_of(steps_of(3)[:9]))).ending is None

    def test_a_seat_is_told_neither_chain_nor_findings(self) -> None:
        record = samples()["riftforce"]
        wrong = report((Finding(3, Kind.FACTS, "F5 is not in the hand"),))
        head = head_of(Cursor(record, 0), wrong, record.head)
        assert head.audit
        assert (head.chain, head.audit.findings, head.audit.ok) == ("", (), False)
        assert verdict(wrong, True).findings == ("F5 is not in the hand",)
        assert verdict(report(), False).ok

    def test_where_it_stood_is_left_alone(self) -> None:
        cursor = Cursor(match(3))
        cursor.seek(5)
        head_of(cursor)
        assert cursor.n == 5


class TestLine:
    @pytest.mark.parametrize("viewer", [ALL, 0, None])
    @pytest.mark.parametrize("name", NAMES)
    def test_every_step_is_told_as_replay_tells_it(self, name: str, viewer: int | None) -> None:
        record = samples()[name]
        line = line_of(Cursor(record, viewer))
        cursor = Cursor(record, viewer)
        assert [step.number for step in line.steps] == [0, *record.numbers]
        for step in line.steps:
            assert list(step.changes) == change_lines(cursor)
            assert [told.words for told in step.beside] == [a.words for a in asides(cursor)]
            assert step.turn == cursor.turn_number
            cursor.next()

    def test_the_curve_has_the_totals_after_each_step(self) -> None:
        record = match(5)
        line = line_of(Cursor(record))
        found = list(zip(line.curve.a, line.curve.b, strict=True))
        places = range(len(record.steps) + 1)
        assert found == [totals_of(record.game, record.state(place)) for place in places]
        assert line.curve.label == "Riftforce"

    def test_notation_is_that_of_a_tape(self) -> None:
        record = match(5)
        line = line_of(Cursor(record))
        said = [text for written in written_lines(record) for text in written.notation if text]
        assert "\n".join(one.text for one in line.notation).split("\n") == said
        assert [line.steps[place].begins for place in line.turns[1:]] == [True] * (
            len(line.turns) - 1
        )

    def test_rulings_and_ends_are_of_their_kind(self) -> None:
        ends: list[tuple[Record, int | None]] = [(samples()[name], None) for name in NAMES]
        ends += [(r, v.numbers[-1]) for r, _ in ends for v in r.history.variations]
        kinds = {step.kind for r, to in ends for step in line_of(Cursor(r, to=to)).steps}
        assert kinds == {STEP, RULING, STOOD, CLOSED}

    def test_every_variation_is_listed_and_leads_to_its_line(self) -> None:
        record = samples()["riftforce"]
        variations = line_of(Cursor(record)).variations
        assert [v.numbers for v in variations] == [v.numbers for v in record.history.variations]
        for told in variations:
            line = line_of(Cursor(record, to=told.last))
            assert (line.to, line.steps[-1].number) == (told.last, told.last)

    def test_the_rest_of_a_line_is_as_in_the_whole(self) -> None:
        whole, rest = line_of(Cursor(match(5))), line_of(Cursor(match(5)), 20)
        assert rest.steps == whole.steps[21:]
        assert msgspec.structs.replace(rest, steps=whole.steps) == whole

    def test_it_is_the_same_after_a_journey_as_json(self) -> None:
        record = samples()["solforge"]
        for value, kind in (
            (line_of(Cursor(record)), Line),
            (head_of(Cursor(record)), Head),
            (frame_of(Cursor(record)), Frame),
        ):
            assert msgspec.json.decode(msgspec.json.encode(value), type=kind) == value


class TestFrames:
    @pytest.mark.parametrize("name", NAMES)
    def test_one_by_one_or_all_at_once_they_are_the_same(self, name: str) -> None:
        cursor = Cursor(samples()[name])
        for frame in list(frames_of(Cursor(samples()[name])))[1:]:
            cursor.go_to(frame.number)
            assert frame_of(cursor) == frame
