"""Corrections: what is decided again, what no longer fits, and that nothing else is touched."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domain.bots.simulation import play_match
from domain.contract.errors import GameError, Reason
from domain.contract.game import UNKNOWN
from domain.formats.tape import Tape, read_tapes, write_tape, written_lines
from domain.games import GAMES
from domain.games.riftforce import actions as a
from domain.record.events import CORRECTION, REVEAL, Amended, AnyStep, Closed, Opened, Ruled, Step
from domain.record.match import Record
from domain.record.unknown import merged, refines
from domain.revise.amendment import Amendment, amend, line_of
from domain.revise.misfits import KEEP, STOP, Misfit, happened
from domain.store.recorder import Recorder
from replays.audit.rerun import run_again
from tests.domain.stored import AGREED, begun, clock
from tests.domain.tabled import Paper, otherwise, ticking
from tests.pace import spent

KEYS = ("riftforce", "solforge", "magical_forge")


@lru_cache
def played(key: str, seed: int) -> tuple[AnyStep, ...]:
    """A match between bots, a second a step."""
    game = GAMES[key]
    steps = play_match(game, game.settings({}), ("sensible", "random"), seed)
    return tuple(msgspec.structs.replace(step, after=1000 * n) for n, step in enumerate(steps, 1))


def record_of(key: str, steps: Sequence[AnyStep]) -> Record:
    """Steps as a record."""
    game = GAMES[key]
    opened = Opened(
        game=key, rules=game.rules_version, settings=game.settings({}), players=("Ann", "Ben"), at=0
    )
    return Record("m", game, opened, list(steps), "")


def corrected(record: Record, amendment: Amendment) -> Record:
    """The record with a correction."""
    events = [*record.events, *amendment.events]
    return Record(record.id, record.game, record.opened, events, "")


def told(record: Record) -> list[Any]:
    """What the steps of the line say about the game."""
    return [happened(step) for step in record.steps]


def after(record: Record, place: int) -> list[tuple[str, ...]]:
    """The lines after the one that tells the step at a place."""
    last = line_of(record, place).last
    return [written.notation for written in written_lines(record) if written.first > last]


class Correction(msgspec.Struct, frozen=True):
    """A match, one of its places, and what becomes of what does not fit."""

    key: str
    seed: int
    length: int
    at: int
    answer: str

    def record(self) -> Record:
        return record_of(self.key, played(self.key, self.seed)[: self.length])

    def other(self, record: Record) -> tuple[int, str]:
        """A place, and another line that is legal there."""
        place = 1 + self.at % len(record.steps)
        line = line_of(record, place)
        rng = random.Random(self.at)
        text = otherwise(record.game, record, line.first, line.last, rng)
        assume(text.strip() and "F=" not in text)
        return place, text


def corrections(keys: Sequence[str] = KEYS) -> st.SearchStrategy[Correction]:
    """Every kind."""
    return st.builds(
        Correction,
        key=st.sampled_from(keys),
        seed=st.integers(0, 12),
        length=st.integers(2, 110),
        at=st.integers(0, 10**6),
        answer=st.sampled_from((KEEP, STOP)),
    )


class TestAnyCorrection:
    @settings(max_examples=80)
    @given(corrections())
    def test_a_corrected_match_is_one_that_can_have_been_played(self, chosen: Correction) -> None:
        record = chosen.record()
        place, text = chosen.other(record)
        before = list(record.events)
        try:
            amendment = amend(record, place, text, answer=lambda _: chosen.answer, after=10**6)
        except GameError as error:
            assert error.reason is Reason.CONFLICT
            assert record.events == before
            return
        assert record.events == before
        now = corrected(record, amendment)
        assert now.live().over == (now.result() is not None)
        assert run_again(now.game, now.opened, now.steps, now.numbers).finding is None
        (tape,) = read_tapes(write_tape(now))
        assert isinstance(tape, Tape)
        assert [happened(step) for step in tape.steps] == told(now)
        assert now.history.line[: place - 1][:1] == record.history.line[: place - 1][:1]
        rulings = sum(isinstance(step, Ruled) for step in now.steps)
        kept = sum(answer == KEEP for _, answer in amendment.misfits)
        assert (rulings > 0) == (kept > 0)
        assert (amendment.dropped > 0) == any(answer == STOP for _, answer in amendment.misfits)

    @settings(max_examples=40)
    @given(corrections())
    def test_steps_keep_their_time_and_name_what_they_stand_for(self, chosen: Correction) -> None:
        record = chosen.record()
        place, text = chosen.other(record)
        try:
            amendment = amend(record, place, text, answer=lambda _: STOP, after=10**6, by="Eve")
        except GameError:
            assume(False)
            raise
        event, *steps = amendment.events
        assert isinstance(event, Amended)
        assert (event.count, event.to) == (len(steps), event.wrong - 1)
        for step in steps:
            assert isinstance(step, Step | Ruled)
            assert (step.after, step.by) == (10**6, "Eve")
            assert step.occurred == 1000 * step.redecides
        stands_for = [step.redecides for step in steps if isinstance(step, Step | Ruled)]
        assert stands_for == sorted(stands_for)
        assert stands_for[0] == event.wrong

    @settings(max_examples=40)
    @given(corrections())
    def test_the_same_line_is_no_correction(self, chosen: Correction) -> None:
        record = chosen.record()
        line = line_of(record, 1 + chosen.at % len(record.steps))
        assume(len(line.notation) == 1)
        for why in (CORRECTION, REVEAL):
            with pytest.raises(GameError, match="nothing changes"):
                amend(record, line.first, line.notation[0], why=why)

    @settings(max_examples=60)
    @given(corrections())
    def test_back_again_is_what_it_was(self, chosen: Correction) -> None:
        record = chosen.record()
        place, text = chosen.other(record)
        line = line_of(record, place)
        assume(len(line.notation) == 1)
        try:
            amendment = amend(record, place, text)
        except GameError:
            assume(False)
            raise
        now = corrected(record, amendment)
        assume(after(now, line.first) == after(record, line.first))
        back = amend(now, line.first, line.notation[0])
        assert told(corrected(now, back)) == told(record)

    @settings(max_examples=20)
    @given(corrections())
    def test_a_line_is_one_line_even_where_a_tape_writes_several(self, chosen: Correction) -> None:
        record = chosen.record()
        at, seen = 1, []
        while at <= len(record.steps):
            line = line_of(record, at)
            assert line.first == at
            assert line_of(record, line.last) == line
            seen.append(line)
            at = line.last + 1
        assert seen[-1].last == len(record.steps)


class TestSpeed:
    @pytest.mark.parametrize("key", KEYS)
    def test_a_correction_at_the_start_of_a_long_match(self, key: str) -> None:
        steps = max((played(key, seed) for seed in range(12)), key=len)
        record = record_of(key, steps)
        place = min(8, len(steps))
        line = line_of(record, place)

        def work() -> None:
            with pytest.raises(GameError, match="nothing changes"):
                amend(record, place, line.notation[-1])

        again = spent(lambda: record_of(key, steps).state())
        assert spent(work) < 50 * max(again, 0.01)


@pytest.fixture
def recorder() -> Paper:
    return Paper(ticking())


Lines = Callable[..., Record]


@pytest.fixture
def recorded(recorder: Paper) -> Lines:
    """A match of Riftforce, of which lines are recorded."""

    def record(*lines: str) -> Record:
        (found,) = recorder.add([("m1", opening(recorder), [])])
        for line in ("hand A F5 F6 F7 W5 W6 W7 P5", "hand B", "face L5", *lines):
            recorder.play_line(found, line)
        return found

    return record


def opening(recorder: Recorder) -> Opened:
    game = GAMES["riftforce"]
    return Opened(
        game=game.key,
        rules=game.rules_version,
        settings=game.settings(AGREED),
        players=("Ann", "Ben"),
        at=recorder.clock(),
    )


def line(record: Record) -> list[str]:
    """The lines of turns as a tape says them."""
    return [text for text in write_tape(record).splitlines() if text[:1].isdigit() or "!" in text]


class TestMisfits:
    def test_the_first_is_named_with_both_steps(self, recorder: Paper, recorded: Lines) -> None:
        record = recorded("play F5@1", "play L6@1", "act F6: F5@1")
        with pytest.raises(GameError) as caught:
            recorder.amend(record, 4, "play F7@1")
        assert caught.value.reason is Reason.CONFLICT
        assert str(caught.value).startswith(
            "step 8 (`3 A act F6: F5@1`) does not go with step 4 as it is recorded now: "
        )
        assert caught.value.legal == ("--otherwise keep", "--otherwise stop")
        assert len(record.events) == 9

    def test_another_line_in_its_place(self, recorder: Paper, recorded: Lines) -> None:
        record = recorded("play F5@1", "play L6@1", "act F6: F5@1", "play I5@2")
        asked: list[Misfit] = []

        def answer(misfit: Misfit) -> str:
            asked.append(misfit)
            return ("act F6: Q", "act F6: F7@1")[len(asked) - 1]

        done = recorder.amend(record, 4, "play F7@1", answer=answer)
        assert [misfit.number for misfit in asked] == [8, 8]
        assert "'Q'" in asked[1].why
        assert [(misfit.number, chosen) for misfit, chosen in done.misfits] == [(8, "act F6: F7@1")]
        assert line(record) == [
            "1 A play F7@1", "2 B play L6@1", "3 A act F6: F7@1", "4 B play I5@2",
        ]  # fmt: skip

    def test_kept_as_a_play_that_stood(self, recorder: Paper, recorded: Lines) -> None:
        record = recorded("play F5@1", "play L6@1", "check", "play I5@2")
        recorder.amend(record, 4, "!! check", answer=lambda _: KEEP)
        *_, kept = [step for step in record.steps if isinstance(step, Ruled)]
        assert kept.kind in ("stood", "correction")
        assert "kept when step 4 was corrected" in write_tape(record)
        assert line(record)[-1] == "4 B play I5@2"
        assert record.live().state.turn == 5

    def test_stop_leaves_off_the_rest(self, recorder: Paper, recorded: Lines) -> None:
        record = recorded("play F5@1", "play L6@1", "act F6: F5@1", "play I5@2")
        done = recorder.amend(record, 4, "play F7@1", answer=lambda _: STOP)
        assert line(record) == ["1 A play F7@1", "2 B play L6@1"]
        assert done.dropped == 4

    def test_what_cannot_be_kept_is_said(self, recorder: Paper, recorded: Lines) -> None:
        record = recorded("play F5@1", "play L6@1", "play F6@1")
        with pytest.raises(GameError, match=r"step 8 .* cannot even be kept as a ruling"):
            recorder.amend(record, 4, "play F6@1", answer=lambda _: KEEP)
        assert len(record.events) == 9

    def test_a_later_line_that_comes_out_otherwise(self, recorder: Paper, recorded: Lines) -> None:
        record = recorded("play F5@1", "play L6@2", "check", "play I5@3")
        done = recorder.amend(record, 6, "play L6@1")
        (changed,) = done.altered
        assert (changed.number, changed.line) == (8, "3 A check")
        assert set(changed.was) - set(changed.now) == {"A gains 1 (controls location 1): 1"}
        assert set(changed.now) < set(changed.was)
        assert not done.learned


class TestRulingsAndEnds:
    def test_facts_by_their_numbers_must_mean_the_same(
        self, recorder: Paper, recorded: Lines
    ) -> None:
        record = recorded("play F5@1", "play L6@1")
        recorder.play_line(record, "! penalty: [Eve] damage F5@1 2", note="late")
        done = recorder.amend(record, 4, "play F7@1 F5@1")
        (kept,) = [step for step in record.steps if isinstance(step, Ruled)]
        assert (kept.kind, kept.judge, kept.note) == ("penalty", "Eve", "late")
        assert not done.misfits
        damaged = [e for e in record.state().elementals.values() if e.damage]
        assert [e.card for e in damaged] == ["F5"]

    def test_the_match_still_ends_as_it_did(self, recorder: Paper, recorded: Lines) -> None:
        record = recorded("play F5@1", "play L6@1")
        recorder.end(record, "concession", 0, judge="Eve", note="late")
        done = recorder.amend(record, 4, "play F5@3")
        assert not done.misfits
        closed = record.closed
        assert closed is not None
        assert (closed.why, closed.winner, closed.judge, closed.note, closed.redecides) == (
            "concession", 0, "Eve", "late", 8,
        )  # fmt: skip

    def test_an_end_is_left_off_where_the_rules_have_ended_it(
        self, recorder: Paper, recorded: Lines
    ) -> None:
        record = recorded("! score A 10", "play F5@1", "play L6@2", "check", "play L7@3")
        recorder.end(record, "agreed", None)
        number = record.history.last
        done = recorder.amend(record, 4, "! score A 11", answer=lambda _: STOP)
        assert record.closed is None
        assert done.dropped > 0
        assert number not in record.history.line

    def test_an_end_can_be_corrected(self, recorder: Paper, recorded: Lines) -> None:
        record = recorded("play F5@1")
        recorder.end(record, "concession", 0)
        recorder.amend(record, 6, "result B wins (time) [Eve]")
        closed = record.closed
        assert closed is not None
        assert (closed.why, closed.winner, closed.judge) == ("time", 1, "Eve")

    def test_a_play_that_stood_is_corrected_as_one_line(
        self, recorder: Paper, recorded: Lines
    ) -> None:
        record = recorded("!! play F5@1 W5@4", "play L6@1")
        found = line_of(record, 5)
        assert (found.first, found.last) == (4, line_of(record, 4).last)
        recorder.amend(record, 5, "play F5@1")
        assert line(record) == ["1 A play F5@1", "2 B play L6@1"]


class TestReveals:
    def test_nothing_changes_but_what_is_known(self, recorder: Paper, recorded: Lines) -> None:
        record = recorded("play F5@1", "play L6@1")
        done = recorder.amend(record, 2, "hand B L6 L7 I5", why=REVEAL)
        assert done.learned
        assert not done.altered
        assert record.state(2).hands[1].hand[UNKNOWN] == 4

    def test_cards_in_another_order_are_the_same_cards(
        self, recorder: Paper, recorded: Lines
    ) -> None:
        record = recorded("play F5@1")
        recorder.amend(record, 2, "hand B L6 L7", why=REVEAL)
        number = record.number(2)
        assert recorder.amend(record, number, "hand B I5 L7 L6", why=REVEAL).learned

    def test_something_else_is_no_reveal(self, recorder: Paper, recorded: Lines) -> None:
        record = recorded("play F5@1")
        for text in ("hand A F5 F6 F7 W5 W6 W7 T5", "hand A F5 F6 F7 W5 W6 W7 ??"):
            with pytest.raises(GameError, match="says something else than was recorded"):
                recorder.amend(record, 1, text, why=REVEAL)

    def test_a_contradiction_names_both_steps(self, recorder: Paper, recorded: Lines) -> None:
        record = recorded("play F5@1", "play L6@1")
        with pytest.raises(GameError) as caught:
            recorder.amend(record, 2, "hand B L5 L7 I5 I6 I7 S5 S6", why=REVEAL)
        assert str(caught.value).startswith(
            "step 6 (`2 B play L6@1`) does not go with step 2 as it is told now: B holds no L6"
        )

    def test_a_correction_tells_no_more_than_could_be_seen(self, recorder: Paper) -> None:
        opened = msgspec.structs.replace(opening(recorder), eyes="A")
        (record,) = recorder.add([("m1", opened, [])])
        for text in ("hand A F5 F6 F7 W5 W6 W7 P5", "hand B ??"):
            recorder.play_line(record, text)
        with pytest.raises(GameError, match="`reveal` tells afterwards"):
            recorder.amend(record, 2, "hand B L6")
        assert recorder.amend(record, 2, "hand B L6", why=REVEAL).learned
        assert recorder.amend(record, record.number(2), "hand B L7").dropped == 0


class TestTheStore:
    def test_a_refused_correction_leaves_it_as_it_was(self, tmp_path: Path) -> None:
        recorder = Recorder(tmp_path / "s.sqlite", durable=False, clock=clock)
        record = begun(recorder)
        recorder.play_line(record, "play F5@1")
        recorder.play_line(record, "play C6@1")
        head = recorder.chain.head("m1")
        for step, text in ((4, "play F9"), (4, "play F5@1"), (9, "check"), (4, "")):
            with pytest.raises(GameError):
                recorder.amend(record, step, text)
        with pytest.raises(GameError, match="recorded by somebody else"):
            other = recorder.load("m1")
            recorder.remark(other, "hello")
            recorder.amend(record, 4, "play F6@1")
        assert recorder.load("m1").version == (head or (0, ""))[0] + 1
        recorder.close()

    def test_a_dry_one_too(self, tmp_path: Path) -> None:
        recorder = Recorder(tmp_path / "s.sqlite", durable=False, clock=clock)
        record = begun(recorder)
        recorder.play_line(record, "play F5@1")
        done = recorder.amend(record, 4, "play F6@1", dry=True)
        assert done.now == "play F6@1"
        assert recorder.load("m1").events == record.events
        recorder.close()


class TestComments:
    def test_they_stay_with_their_line(self, recorder: Paper, recorded: Lines) -> None:
        record = recorded()
        recorder.play_line(record, "play F5@1 F6@1 F7@1", note="quick")
        recorder.play_line(record, "play L6@1")
        recorder.amend(record, 4, "play F5@1")
        assert line(record)[0] == "1 A play F5@1 {quick}"
        recorder.amend(record, record.number(4), "play F5@1 F6@1 F7@1")
        assert line(record)[0] == "1 A play F5@1 F6@1 F7@1 {quick}"

    def test_one_can_be_corrected(self, recorder: Paper, recorded: Lines) -> None:
        record = recorded()
        recorder.play_line(record, "play F5@1", note="quick")
        recorder.amend(record, 4, "play F5@1 {slow}")
        assert line(record)[0] == "1 A play F5@1 {slow}"


class TestKnowing:
    @pytest.mark.parametrize(
        ("new", "old", "expected"),
        [
            (a.Deal(0, ("F5", "W6")), a.Deal(0, ("F5", "??")), True),
            (a.Deal(0, ("A6", "F5")), a.Deal(0, ("F5", "??")), True),
            (a.Deal(0, ("F5", "??")), a.Deal(0, ("F5", "W6")), False),
            (a.Deal(0, ("F5", "F5")), a.Deal(0, ("F5", "F5")), True),
            (a.Deal(0, ("F6", "W5")), a.Deal(0, ("F5", "??")), False),
            (a.Deal(0, ("F5", "W5")), a.Deal(0, ("F5", "F5", "??")), False),
            (a.Deal(0, ("F5", "??", "W5")), a.Deal(0, ("F5", "F5", "??")), False),
            (a.Deal(1, ("F5",)), a.Deal(0, ("??",)), False),
            (a.Play("F5", 1), a.Discard("F5"), False),
            ("F5", "??", True),
            ("??", "F5", False),
        ],
    )
    def test_refines(self, new: Any, old: Any, expected: bool) -> None:
        assert refines(new, old) is expected

    def test_merged(self) -> None:
        first, second = a.Deal(0, ("F5", "??")), a.Deal(0, ("??", "W6"))
        assert merged(first, second) == a.Deal(0, ("F5", "W6"))
        with pytest.raises(ValueError, match="is not"):
            merged(first, a.Deal(0, ("F6", "??")))


def test_closed_is_on_the_line() -> None:
    assert happened(Closed("time", 1)) != happened(Closed("time", 0))
