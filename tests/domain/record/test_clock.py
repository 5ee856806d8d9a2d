"""The chess clock: what each seat used, whatever else is written down meanwhile."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.contract.errors import GameError, Reason
from domain.contract.game import DEALER
from domain.formats.tape import decide_line
from domain.games.riftforce.game import RIFTFORCE
from domain.record.clock import (
    Charge,
    Clocks,
    Counting,
    charges,
    clock_words,
    flag_words,
    read_control,
    reading,
    written_control,
)
from domain.record.durations import read_duration, written_duration
from domain.record.events import (
    Amended,
    Closed,
    Noted,
    Opened,
    Paused,
    Redone,
    Resumed,
    Ruled,
    Signed,
    TakenBack,
)
from domain.record.match import Record
from domain.revise.undo import redone, taken_back
from tests.domain.playing import Playing, answer, record, until
from tests.domain.stored import AGREED, NOW, SETUP

SECOND = 1_000
LINES = ("1 A play F5@1", "2 B act L5", "3 A check & ??", "4 B check & ??", "5 A check & ??")


def empty(clock: str = "25:00", **fields: Any) -> Record:
    """A match that was opened, and nothing more."""
    opened = Opened(
        game="riftforce",
        rules=RIFTFORCE.rules_version,
        settings=RIFTFORCE.settings(AGREED),
        players=("Ann", "Ben"),
        at=NOW,
        clock=clock,
        **fields,
    )
    return Record("m", RIFTFORCE, opened, [], "")


def at_table(*entries: tuple[int, Any], clock: str = "25:00", **fields: Any) -> Record:
    """A match with its set-up in the first second, then lines and other events at their seconds."""
    there = empty(clock, **fields)
    for line in SETUP:
        there.events += decide_line(there.live(), line, after=SECOND)
    for second, what in entries:
        after = second * SECOND
        if isinstance(what, str):
            there.events += decide_line(there.live(), what, after=after)
        else:
            there.events.append(msgspec.structs.replace(what, after=after))
    return there


def used(there: Record, now: int | None = None) -> tuple[int, int]:
    """Seconds that A and B have used."""
    clocks = seen(there, now)
    return clocks.seats[0].used // SECOND, clocks.seats[1].used // SECOND


def seen(there: Record, now: int | None = None) -> Clocks:
    clocks = reading(there, None if now is None else NOW + now * SECOND)
    assert clocks is not None
    return clocks


def charged(there: Record) -> list[Charge | None]:
    found = charges(there)
    assert found is not None
    assert len(found) == len(there.events)
    return found


class TestControl:
    @pytest.mark.parametrize(
        ("text", "budgets", "increment", "canonical"),
        [
            ("25:00", (1500, 1500), 0, "25:00"),
            (" 25:00 / 20:00 ", (1500, 1200), 0, "25:00/20:00"),
            ("25:00+0:10", (1500, 1500), 10, "25:00+0:10"),
            ("90:00", (5400, 5400), 0, "1:30:00"),
            ("1:30:05/0:30 + 1:00", (5405, 30), 60, "1:30:05/0:30+1:00"),
            ("20:00/20:00", (1200, 1200), 0, "20:00"),
            ("5:00+0:00", (300, 300), 0, "5:00"),
        ],
    )
    def test_read(
        self, text: str, budgets: tuple[int, int], increment: int, canonical: str
    ) -> None:
        control = read_control(text)
        assert control.budgets == (budgets[0] * SECOND, budgets[1] * SECOND)
        assert control.increment == increment * SECOND
        assert written_control(control) == canonical
        assert read_control(canonical) == control

    @pytest.mark.parametrize(
        "text", ["25", "25:60", "1:60:00", "25:00+", "25:00/", "x", "-1:00", "0:00", "25:00/0:00",
                 "25:00+10", "٢٥:00", "25:00+0:10+0:10", "1:2:3:4", "25:0"]
    )  # fmt: skip
    def test_refused(self, text: str) -> None:
        with pytest.raises(GameError) as caught:
            read_control(text)
        assert caught.value.reason is Reason.BAD_SETTING
        assert "25:00/20:00" in caught.value.legal

    @given(st.integers(0, 10**6))
    def test_durations(self, seconds: int) -> None:
        for hours in (True, False):
            text = written_duration(seconds * SECOND + 999, hours=hours)
            assert read_duration(text) == seconds * SECOND

    def test_less_than_nothing(self) -> None:
        assert written_duration(-12_400) == "-0:12"
        assert written_duration(-400) == "0:00"


class TestReading:
    def test_who_is_asked_is_who_uses(self) -> None:
        there = at_table((11, LINES[0]), (31, LINES[1]), (36, LINES[2]))
        assert used(there) == (10 + 5, 20)
        assert seen(there).running == 1
        assert used(there, 46) == (15, 30)
        assert seen(there, 46).seats[1].left == 1470 * SECOND
        assert clock_words(seen(there, 46)) == "A 24:45, B 24:30 (running)"

    def test_nothing_is_recorded_yet(self) -> None:
        there = empty()
        clocks = seen(there, 60)
        assert (clocks.running, clocks.seats[0].used, clocks.seats[0].left) == (None, 0, 1_500_000)
        assert clock_words(clocks) == "A 25:00, B 25:00"

    def test_steps_of_one_line_are_one_decision(self) -> None:
        there = at_table((11, "1 A play F5@1 F6@1"), clock="1:00+0:10")
        mine = [c for c in charged(there)[3:] if c]
        assert mine == [Charge(0, 10 * SECOND), *[Charge(0, 0)] * (len(mine) - 1)]
        assert len(mine) > 1
        assert seen(there).seats[0].left == 60 * SECOND

    def test_the_dealer_uses_nobodys_time(self) -> None:
        there = at_table((11, "1 A act F5"))
        live = there.live()
        assert live.ask is not None
        assert all(c is None for c in charged(at_table()))
        waiting = empty()
        assert waiting.live().ask is not None
        assert used(waiting, 500) == (0, 0)

    def test_no_clock_agreed(self) -> None:
        there = at_table((11, LINES[0]), (31, LINES[1]), clock="")
        clocks = seen(there)
        assert [c.left for c in clocks.seats] == [None, None]
        assert clock_words(clocks) == "used: A 0:10 (running), B 0:20"
        assert clocks.flagged is None

    def test_lines_of_both_in_one_second_are_two(self) -> None:
        """A tape tells times to the second; each line has its own increment all the same."""
        apart = at_table((11, LINES[0]), (12, LINES[1]), (20, LINES[2]), clock="1:00+0:10")
        same = at_table((12, LINES[0]), (12, LINES[1]), (20, LINES[2]), clock="1:00+0:10")
        assert [seat.earned for seat in seen(same).seats] == [20 * SECOND, 10 * SECOND]
        assert [seat.earned for seat in seen(apart).seats] == [20 * SECOND, 10 * SECOND]

    def test_increments(self) -> None:
        there = at_table(*zip((11, 31, 36), LINES, strict=False), clock="1:00/2:00+0:10")
        first, second = seen(there).seats
        assert (first.left, second.left) == ((60 - 15 + 20) * SECOND, (120 - 20 + 10) * SECOND)

    def test_over(self) -> None:
        there = at_table((11, LINES[0]), (31, Closed("concession", 0, 1)))
        assert charged(there)[-1] == Charge(1, 20 * SECOND)
        assert seen(there, 500).running is None
        assert used(there, 500) == (10, 20)

    def test_the_machines_clock_was_set_back(self) -> None:
        there = at_table((11, LINES[0]), (5, LINES[1]), (31, LINES[2]))
        assert used(there) == (10 + 20, 0)
        assert all(c.ms >= 0 for c in charged(there) if c)
        assert used(there, 4) == (30, 0)

    def test_when_it_happened_counts(self) -> None:
        there = at_table((100, "1 A play F5@1 [0:11]"), (101, "2 B act L5 [0:31]"), (110, LINES[2]))
        assert used(there) == (10 + 79, 20)


class TestFlags:
    def test_a_flag_falls_in_a_decision(self) -> None:
        there = at_table((11, LINES[0]), (31, LINES[1]), (95, LINES[2]), clock="1:00")
        clocks = seen(there)
        assert clocks.flagged == 0
        flag = clocks.seats[0].flag
        assert flag is not None
        assert (flag.time, flag.number) == (81 * SECOND, 7)
        assert clocks.seats[0].left == -14 * SECOND
        assert clock_words(clocks) == "A -0:14 (flag fell), B 0:40 (running)"
        assert flag_words(clocks) == "A's flag fell at 1:21, after step 7"
        assert there.result() is None

    def test_a_flag_falls_while_it_runs(self) -> None:
        there = at_table((11, LINES[0]), clock="1:00")
        assert seen(there, 70).flagged is None
        assert flag_words(seen(there, 70)) == ""
        clocks = seen(there, 71)
        assert clocks.flagged == 1
        assert clocks.seats[1].flag is not None
        assert clocks.seats[1].flag.number == len(there.events)
        assert clock_words(clocks) == "A 0:50, B 0:00 (running, flag fell)"

    def test_the_first_counts_and_stays(self) -> None:
        lines = zip((80, 160, 170), LINES, strict=False)
        clocks = seen(at_table(*lines, clock="1:00+0:59"))
        assert clocks.seats[0].flag is not None
        assert clocks.seats[1].flag is not None
        assert clocks.flagged == 0
        assert clocks.seats[0].left == (60 - 79 - 10 + 2 * 59) * SECOND


class TestBesideTheLine:
    def test_a_note_in_the_middle(self) -> None:
        there = at_table((11, LINES[0]), (20, Noted(note="x")), (31, LINES[1]))
        assert charged(there)[-3:-1] == [None, Charge(1, 20 * SECOND)]

    def test_pauses(self) -> None:
        there = at_table((11, LINES[0]), (21, Paused()), (500, Noted(note="x")))
        assert seen(there, 600).paused
        assert used(there, 600) == (10, 10)
        assert clock_words(seen(there, 600)) == "A 24:50, B 24:50; paused"
        there.events += [Resumed(after=600 * SECOND)]
        there.events += decide_line(there.live(), LINES[1], after=610 * SECOND)
        assert used(there) == (10, 20)
        assert [c for c in charged(there)[-3:] if c] == [Charge(1, 20 * SECOND), Charge(1, 0)]

    def test_what_is_recorded_in_a_pause_takes_no_time(self) -> None:
        there = at_table((11, LINES[0]), (12, Paused()), (50, LINES[1]), clock="1:00+0:10")
        assert used(there) == (10, 1)
        assert seen(there).seats[1].left == 59 * SECOND

    def test_a_take_back_gives_nothing_back(self) -> None:
        there = at_table((11, LINES[0]))
        before = used(there, 31)
        there.events.append(taken_back(there, 3, after=31 * SECOND))
        assert used(there) == used(there, 31) == before == (10, 20)
        assert seen(there).running == 0
        there.events += decide_line(there.live(), "1 A play F6@1", after=35 * SECOND)
        assert used(there) == (14, 20)
        there.events += decide_line(there.live(), LINES[1], after=36 * SECOND)
        assert charged(there)[6:9] == [
            Charge(0, 4 * SECOND), Charge(0, 0), Charge(1, 21 * SECOND),
        ]  # fmt: skip

    def test_a_correction_charges_nothing(self) -> None:
        there = at_table((11, LINES[0]), (31, LINES[1]))
        steps = [
            msgspec.structs.replace(step, redecides=4, occurred=11 * SECOND, after=50 * SECOND)
            for step in there.events[3:]
        ]
        before = used(there, 50)
        there.events += [Amended(to=3, count=len(steps), wrong=4, after=50 * SECOND), *steps]
        assert used(there) == before == (10 + 19, 20)
        assert charged(there)[-4:] == [
            Charge(step.seat, 0) if step.seat != DEALER else None for step in steps
        ]
        there.events += decide_line(there.live(), LINES[2], after=60 * SECOND)
        assert used(there) == (39, 20)

    def test_a_ruling_by_hand_is_nobodys(self) -> None:
        there = at_table((11, LINES[0]), (41, "! [Eve] score A 1"), (51, LINES[1]))
        assert isinstance(there.events[5], Ruled)
        assert charged(there)[5:7] == [None, Charge(1, 40 * SECOND)]


class TestNoTimes:
    def test_simulated(self) -> None:
        there = at_table((11, LINES[0]), bots=("random", "random"))
        assert (reading(there), charges(there)) == (None, None)

    def test_all_at_once(self) -> None:
        match = until(Playing(3, "rulebook", "base", 1.0), 60)
        there = record(match)
        assert (reading(there), charges(there)) == (None, None)
        there.events = [msgspec.structs.replace(step, after=5) for step in there.events]
        assert reading(Record("m", RIFTFORCE, there.opened, there.events, "")) is None

    def test_a_note_on_an_imported_match_gives_it_no_times(self) -> None:
        there = record(until(Playing(3, "rulebook", "base", 1.0), 60))
        there.events.append(Noted(note="x", after=10**9))
        assert reading(there) is None

    def test_what_is_recorded_after_an_import_has_its_own_times(self) -> None:
        there = record(until(Playing(3, "rulebook", "base", 1.0), 60))
        imported = len(there.events)
        rng = random.Random(1)
        for second in (5000, 5010, 5030):
            live = there.live()
            assert live.ask is not None
            live.decide(answer(live.ask, rng))
            there.events += live.take(after=second * SECOND)
        found = charged(there)
        assert all(c is None or c.ms == 0 for c in found[: imported + 1])
        assert sum(c.ms for c in found if c) <= 30 * SECOND

    def test_entered_on_a_later_day(self) -> None:
        there = at_table((11, LINES[0]), (31, LINES[1]), on="2026-11-01")
        assert reading(there) is None
        assert reading(empty(on="2026-11-01")) is None
        assert reading(at_table((11, LINES[0]), on="2026-11-18")) is not None

    def test_entered_later_with_times(self) -> None:
        there = at_table(
            (1000, "1 A play F5@1 [20:00]"),
            (1001, "2 B act L5 [0:23:00]"),
            (1002, "3 A act F6"),
            (1003, "4 B act I5 [30:00]"),
            (1004, "5 A act F7 [31:00]"),
            on="2026-11-01",
        )
        assert used(there) == (60, 180)
        assert seen(there, 10**6).running is None


# -- whatever happens ----------------------------------------------------------------------------


def sessions() -> st.SearchStrategy[tuple[int, str]]:
    return st.tuples(st.integers(0, 10**6), st.sampled_from(["", "2:00", "0:40/1:30+0:05"]))


EVERYTHING = ("play", "play", "play", "note", "sign", "pause", "back", "redo", "rule")


def session(
    seed: int, clock: str, kinds: tuple[str, ...] = EVERYTHING, count: int = 18
) -> Iterator[tuple[Record, Record, int]]:
    """A match at a table where anything is written down: before and after each entry, and when."""
    rng = random.Random(seed)
    there = at_table(clock=clock)
    time = SECOND
    for _ in range(count):
        time += rng.choice([1, 2, 900, 5_000, 40_000])
        before = Record("m", RIFTFORCE, there.opened, list(there.events), "")
        there.events += entry(there, rng, rng.choice(kinds), time)
        yield before, Record("m", RIFTFORCE, there.opened, list(there.events), ""), time


def entry(there: Record, rng: random.Random, what: str, after: int) -> list[Any]:
    """Something that is recorded."""
    places = len(there.steps)
    if what == "note":
        return [Noted(note="x", after=after)]
    if what == "sign":
        return [Signed(role="A", key="", signature="", upto=0, after=after)]
    if what == "pause":
        return [rng.choice([Paused, Resumed])(after=after)]
    if what == "back" and places:
        return [taken_back(there, rng.randrange(places), confirmed=True, after=after)]
    if what == "redo" and there.history.undone:
        return [redone(there, after=after)]
    live = there.live()
    if what == "rule" and live.state.turn:
        return decide_line(live, "! score A 1", after=after)
    if live.ask is None:
        return [Noted(note="over", after=after)]
    live.decide(answer(live.ask, rng))
    return live.take(after=after)


@settings(max_examples=25)
@given(sessions())
def test_nothing_that_is_recorded_changes_what_was_used(what: tuple[int, str]) -> None:
    last = (0, 0)
    for before, after, time in session(*what):
        now = NOW + time
        then, since = reading(before, now), reading(after, now)
        if then is None:
            assert not what[1]
            assert {e.after for e in before.events if hasattr(e, "action")} == {SECOND}
            continue
        assert since is not None
        assert [c.used for c in since.seats] == [c.used for c in then.seats]
        assert all(a.earned >= b.earned for a, b in zip(since.seats, then.seats, strict=True))
        assert [c.flag and c.flag.time for c in since.seats] == [
            c.flag and c.flag.time for c in then.seats
        ]
        now_used = since.seats[0].used, since.seats[1].used
        assert now_used[0] >= last[0]
        assert now_used[1] >= last[1]
        last = now_used


@settings(max_examples=25)
@given(sessions())
def test_all_time_is_somebodys_or_free(what: tuple[int, str]) -> None:
    *_, (_, there, _) = session(*what)
    count = Counting(there)
    found = count.all()
    assert len(found) == len(there.events)
    assert sum(c.ms for c in found if c) + sum(count.carried) + count.free == count.last
    assert sum(c.used for c in count.seats) == count.last - count.free
    for event, charge in zip(there.events, found, strict=True):
        assert charge is None or (charge.ms >= 0 and charge.seat == event.seat)


@settings(max_examples=40)
@given(sessions(), st.integers(0, 10**6), st.floats(0, 1))
def test_bookkeeping_anywhere_changes_no_clock(
    what: tuple[int, str], where: int, share: float
) -> None:
    *_, (_, there, _) = session(*what, kinds=("play", "note", "pause"))
    events = there.events
    index = 1 + where % len(events)
    times = [0, *(event.after for event in events)]
    following = times[index + 1] if index + 1 < len(times) else times[index] + 9_000
    after = round(times[index] + share * (following - times[index]))
    before = Record("m", RIFTFORCE, there.opened, events[:index], "").history.last
    for beside in (
        [Noted(note="x", after=after)],
        [Signed("A", "", "", 0, after=after)],
        [TakenBack(to=0, after=after), Redone(to=before, after=after)],
        [Amended(to=before, count=0, after=after)],
    ):
        more = Record("m", RIFTFORCE, there.opened, events[:index] + beside + events[index:], "")
        found = charged(more)
        assert found[:index] + found[index + len(beside) :] == charged(there)
        assert found[index : index + len(beside)] == [None] * len(beside)
        later = NOW + times[-1] + 10_000
        then, since = reading(there, later), reading(more, later)
        assert then is not None
        assert since is not None
        assert [(c.used, c.left) for c in since.seats] == [(c.used, c.left) for c in then.seats]
        assert (since.running, since.paused) == (then.running, then.paused)
