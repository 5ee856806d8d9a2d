"""The only door for writing: all or nothing, one winner, and nothing confirmed is ever lost."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.contract.errors import CorruptStream, GameError, Reason
from domain.formats.checks import DAY_MS
from domain.formats.tape import Tape, read_tapes, write_tape
from domain.games.riftforce.game import RIFTFORCE
from domain.record.codec import digest, encode
from domain.record.events import Opened
from domain.record.match import Match, Record
from domain.store.recorder import Recorder
from tests.domain.playing import Playing, record, until, whole
from tests.domain.stored import AGREED, NOW, add_to, begun, clock, go_on, record_whole

ROOT = Path(__file__).parents[3]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "store.db"


@pytest.fixture
def recorder(store: Path) -> Iterator[Recorder]:
    made = Recorder(store, durable=False, clock=clock)
    yield made
    made.close()


def stored(recorder: Recorder, match_id: str = "m1") -> list[tuple[int, str, bytes]]:
    return recorder.chain.rows(match_id)


def tape_of(match: Match, match_id: str = "t1") -> Tape:
    (tape,) = read_tapes(write_tape(record(match, match_id)), "a.tape")
    assert isinstance(tape, Tape)
    return tape


SHORT = until(Playing(7, "rulebook", "base", 1.0), 30)
LONG = until(Playing(7, "rulebook", "base", 1.0), 60)
OTHER = until(Playing(8, "rulebook", "base", 1.0), 30)


class TestOpening:
    def test_what_is_stored(self, recorder: Recorder) -> None:
        there = recorder.new_match(
            RIFTFORCE, {"ice": "printed"}, ("Ann", "Ben"), by="Cleo", on="2026-11-17"
        )
        again = recorder.load(there.id)
        assert again.opened == Opened(
            game="riftforce",
            rules=RIFTFORCE.rules_version,
            settings={"ice": "printed", "expansion": "base"},
            players=("Ann", "Ben"),
            at=NOW,
            by="Cleo",
            on="2026-11-17",
        )
        assert (again.id, again.steps, again.head, again.version) == (there.id, [], there.head, 1)

    def test_names_differ(self, recorder: Recorder) -> None:
        assert len({recorder.new_match(RIFTFORCE, {}).id for _ in range(20)}) == 20

    def test_a_name_is_taken_once(self, recorder: Recorder) -> None:
        recorder.new_match(RIFTFORCE, {}, match_id="m1")
        before = stored(recorder)
        with pytest.raises(GameError, match="recorded already") as caught:
            recorder.new_match(RIFTFORCE, {"ice": "printed"}, match_id="m1")
        assert caught.value.reason is Reason.CONFLICT
        assert stored(recorder) == before

    def test_wrong_settings_open_nothing(self, recorder: Recorder) -> None:
        with pytest.raises(GameError, match="ice cannot be"):
            recorder.new_match(RIFTFORCE, {"ice": "cold"})
        assert recorder.chain.count() == (0, 0)

    @pytest.mark.parametrize(
        ("day", "fine"), [("2026-11-19", True), ("2026-11-20", False), ("2027-01-01", False)]
    )
    def test_no_day_to_come(self, recorder: Recorder, day: str, fine: bool) -> None:
        """Tomorrow may be today in another time zone; later cannot. (The clock says 2026-11-18.)"""
        if fine:
            recorder.new_match(RIFTFORCE, {}, on=day)
            return
        with pytest.raises(GameError, match="cannot be played in the future") as caught:
            recorder.new_match(RIFTFORCE, {}, on=day)
        assert caught.value.reason is Reason.BAD_SETTING
        assert recorder.chain.count() == (0, 0)

    def test_a_day_that_is_none(self, recorder: Recorder) -> None:
        with pytest.raises(GameError):
            recorder.new_match(RIFTFORCE, {}, on="yesterday")

    @pytest.mark.parametrize("name", ["a b", "x" * 41, "-x", "ä"])
    def test_a_name_that_no_tape_could_carry(self, recorder: Recorder, name: str) -> None:
        with pytest.raises(GameError):
            recorder.new_match(RIFTFORCE, {}, match_id=name)


class TestPlaying:
    def test_a_line_is_stored_as_steps(self, recorder: Recorder) -> None:
        there = begun(recorder)
        steps = recorder.play_line(there, "play F5@1 F6@1", by="Dora", note="so")
        assert [type(step.action).__name__ for step in steps] == ["Play", "Play", "Done"]
        assert [step.note for step in steps] == ["", "", "so"]
        assert {step.by for step in steps} == {"Dora"}
        again = recorder.load("m1")
        assert again.steps == there.steps
        assert again.head == there.head
        assert again.state() == there.state()

    def test_who_opened_it_is_not_named_again(self, recorder: Recorder) -> None:
        there = recorder.new_match(RIFTFORCE, AGREED, by="Cleo")
        assert recorder.play_line(there, "hand A", by="Cleo")[0].by == ""
        assert recorder.play_line(there, "hand B", by="Dora")[0].by == "Dora"

    def test_when(self, store: Path) -> None:
        now = [NOW]
        recorder = Recorder(store, durable=False, clock=lambda: now[0])
        there = recorder.new_match(RIFTFORCE, AGREED)
        now[0] += 2500
        assert recorder.play_line(there, "hand A")[0].after == 2500
        now[0] -= 90_000  # a clock set back
        assert recorder.play_line(there, "hand B")[0].after == 0
        recorder.close()

    @pytest.mark.parametrize(
        "line",
        [
            "play F5@1 F6@2 F9@3",
            "play F5@1 F7@5",
            "check & L5",
            "play F5@1 = 5:5",
            "nonsense",
            "play F5@1 {",
        ],
    )
    def test_nothing_is_half_recorded(self, recorder: Recorder, line: str) -> None:
        there = begun(recorder)
        before, steps, head = stored(recorder), list(there.steps), there.head
        with pytest.raises(GameError):
            recorder.play_line(there, line)
        assert stored(recorder) == before
        assert (there.steps, there.head) == (steps, head)
        recorder.play_line(there, "play F5@1")
        assert recorder.load("m1").steps == there.steps

    def test_nothing_said_is_nothing_stored(self, recorder: Recorder) -> None:
        there = begun(recorder)
        before = stored(recorder)
        assert recorder.play_line(there, "") == recorder.play_line(there, "= 0:0") == []
        assert stored(recorder) == before

    def test_the_chain_of_digests(self, recorder: Recorder) -> None:
        there = begun(recorder)
        head = ""
        for version, topic, state in stored(recorder):
            event = msgspec.json.decode(state)
            assert event.get("p", "") == head
            head = digest("m1", version, topic, state)
        assert there.head == head
        assert recorder.chain.head("m1") == (there.version, head)


class TestTwoRecorders:
    def test_one_wins_and_the_other_is_told(self, recorder: Recorder, store: Path) -> None:
        begun(recorder)
        second = Recorder(store, durable=False, clock=clock)
        mine, theirs = recorder.load("m1"), second.load("m1")
        recorder.play_line(mine, "play F5@1")
        after = stored(recorder)
        steps, head = list(theirs.steps), theirs.head
        with pytest.raises(GameError) as caught:
            second.play_line(theirs, "play F6@1")
        assert caught.value.reason is Reason.CONFLICT
        assert caught.value.message.startswith("step 4 of match m1 was recorded by somebody else")
        assert stored(recorder) == after
        assert (theirs.steps, theirs.head) == (steps, head)
        second.close()

    def test_the_loser_may_look_again(self, recorder: Recorder, store: Path) -> None:
        begun(recorder)
        second = Recorder(store, durable=False, clock=clock)
        theirs = second.load("m1")
        recorder.play_line(recorder.load("m1"), "play F5@1")
        with pytest.raises(GameError):
            second.play_line(theirs, "play F6@1")
        second.play_line(second.load("m1"), "act L5")
        assert recorder.load("m1").state().turn == 3
        second.close()

    def test_a_recorder_that_fell_behind_cannot_append_later_steps(
        self, recorder: Recorder
    ) -> None:
        """A longer line does not slip past a shorter one."""
        begun(recorder)
        mine, behind = recorder.load("m1"), recorder.load("m1")
        recorder.play_line(mine, "play F5@1")
        recorder.play_line(mine, "act L5")
        with pytest.raises(GameError, match="somebody else"):
            recorder.play_line(behind, "play F5@1 F6@1 F7@1")
        assert recorder.load("m1").steps == mine.steps

    def test_other_matches_are_not_in_the_way(self, recorder: Recorder, store: Path) -> None:
        one, two = begun(recorder, "m1"), begun(recorder, "m2")
        second = Recorder(store, durable=False, clock=clock)
        for _ in range(3):
            go_on(recorder, one)
            go_on(second, two)
        assert second.load("m1").steps == one.steps
        assert recorder.load("m2").steps == two.steps
        second.close()


class TestProcesses:
    def test_several_record_matches_into_one_file(self, recorder: Recorder, store: Path) -> None:
        names = [f"p{n}" for n in range(4)]
        spawn = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(4, mp_context=spawn) as pool:
            futures = [pool.submit(record_whole, str(store), name, 25) for name in names]
            lengths = [future.result(60) for future in futures]
        for name, length in zip(names, lengths, strict=True):
            there = recorder.load(name)
            assert len(there.steps) == length
            assert there.live().ask is not None
        assert recorder.chain.count() == (4, sum(lengths) + 4)
        assert recorder.chain.gaps() == []
        assert recorder.chain.broken_pages() == []

    def test_several_fight_for_one_match(self, recorder: Recorder, store: Path) -> None:
        """Every turn has one winner; nothing is written twice, and nothing between."""
        begun(recorder)
        spawn = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(3, mp_context=spawn) as pool:
            futures = [pool.submit(add_to, str(store), "m1", 12) for _ in range(3)]
            results = [future.result(60) for future in futures]
        there = recorder.load("m1")
        assert there.state().turn == 1 + sum(won for won, _ in results) == 37
        assert there.live().steps == there.steps
        assert recorder.chain.head("m1") == (there.version, there.head)

    @pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
    @pytest.mark.parametrize("lines", [1, 7, 23])
    def test_killed_while_recording(self, recorder: Recorder, store: Path, lines: int) -> None:
        """Whatever was confirmed is there, whole, and the match goes on."""
        command = [sys.executable, "-m", "tests.domain.stored", str(store), "k1"]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert child.stdout is not None
        confirmed = [child.stdout.readline().split() for _ in range(lines)]
        os.kill(child.pid, signal.SIGKILL)
        confirmed += [line.split() for line in child.stdout if line.endswith("\n")]
        child.wait(20)
        child.stdout.close()
        there = recorder.load("k1")
        heads = {v: digest("k1", v, topic, state) for v, topic, state in stored(recorder, "k1")}
        assert len(confirmed) >= lines
        for version, head in confirmed:
            assert heads[int(version)] == head
        assert there.version >= int(confirmed[-1][0])
        assert recorder.chain.head("k1") == (there.version, there.head)
        go_on(recorder, there)
        assert recorder.chain.broken_pages() == []


class TestTakeIn:
    def test_added_then_already_there(self, recorder: Recorder) -> None:
        assert recorder.take_in([tape_of(SHORT)]) == [("t1", "added")]
        before = stored(recorder, "t1")
        assert recorder.take_in([tape_of(SHORT)]) == [("t1", "already there")]
        assert stored(recorder, "t1") == before
        assert recorder.load("t1").state() == SHORT.state
        assert recorder.load("t1").opened.at == NOW

    def test_without_a_name_the_content_names_it(self, recorder: Recorder) -> None:
        ((name, what),) = recorder.take_in([tape_of(SHORT, "")])
        assert (len(name), what) == (10, "added")
        assert recorder.take_in([tape_of(SHORT, "")]) == [(name, "already there")]
        assert recorder.take_in([tape_of(OTHER, "")])[0][0] != name

    def test_went_on(self, recorder: Recorder) -> None:
        recorder.take_in([tape_of(SHORT)])
        before = stored(recorder, "t1")
        assert recorder.take_in([tape_of(LONG)]) == [("t1", "went on")]
        assert stored(recorder, "t1")[: len(before)] == before
        assert recorder.load("t1").state() == LONG.state

    def test_a_shorter_one_is_already_there(self, recorder: Recorder) -> None:
        recorder.take_in([tape_of(LONG)])
        assert recorder.take_in([tape_of(SHORT)]) == [("t1", "already there")]
        assert recorder.load("t1").state() == LONG.state

    def test_a_different_one_is_a_conflict(self, recorder: Recorder) -> None:
        recorder.take_in([tape_of(SHORT)])
        before = stored(recorder, "t1")
        with pytest.raises(
            GameError, match="match t1 is recorded already and differs at step 1"
        ) as caught:
            recorder.take_in([tape_of(OTHER)])
        assert (caught.value.reason, caught.value.source, caught.value.line) == (
            Reason.CONFLICT,
            "a.tape",
            1,
        )
        assert stored(recorder, "t1") == before

    def test_other_settings_are_a_conflict(self, recorder: Recorder) -> None:
        recorder.new_match(RIFTFORCE, {"ice": "printed"}, match_id="t1")
        with pytest.raises(GameError, match="with other settings"):
            recorder.take_in([tape_of(SHORT)])

    def test_twice_in_one_go(self, recorder: Recorder) -> None:
        assert recorder.take_in([tape_of(SHORT), tape_of(SHORT)]) == [
            ("t1", "added"),
            ("t1", "already there"),
        ]

    def test_all_or_nothing(self, recorder: Recorder) -> None:
        recorder.take_in([tape_of(SHORT)])
        with pytest.raises(GameError):
            recorder.take_in([tape_of(LONG, "t2"), tape_of(OTHER, "t1")])
        assert recorder.chain.head("t2") is None

    def test_no_day_to_come(self, recorder: Recorder) -> None:
        tape = tape_of(SHORT)
        tape.opened = msgspec.structs.replace(tape.opened, on="2026-12-24")
        with pytest.raises(GameError, match="in the future"):
            recorder.take_in([tape])
        assert recorder.chain.count() == (0, 0)

    @pytest.mark.parametrize("at", [-1, NOW + DAY_MS + 1])
    def test_no_time_that_cannot_be(self, recorder: Recorder, at: int) -> None:
        tape = tape_of(SHORT)
        tape.opened = msgspec.structs.replace(tape.opened, at=at)
        with pytest.raises(GameError, match="cannot have been recorded"):
            recorder.take_in([tape])

    def test_what_was_recorded_live_is_already_there(self, recorder: Recorder) -> None:
        """Exported and imported again: stamps do not matter."""
        there = begun(recorder)
        recorder.play_line(there, "play F5@1 F6@1", by="Dora", note="so")
        (tape,) = read_tapes(write_tape(recorder.load("m1")))
        assert isinstance(tape, Tape)
        assert recorder.take_in([tape]) == [("m1", "already there")]

    def test_with_a_note_in_the_middle_of_a_turn_too(self, recorder: Recorder) -> None:
        there = begun(recorder)
        recorder.play_line(there, "play F5@1 ...", note="a")
        recorder.play_line(there, "F6@1", note="b")
        (tape,) = read_tapes(write_tape(recorder.load("m1")))
        assert isinstance(tape, Tape)
        assert recorder.take_in([tape]) == [("m1", "already there")]


class TestWhatAMatchBelongsTo:
    def test_it_is_kept(self, recorder: Recorder) -> None:
        fields: dict[str, Any] = {
            "event": " Friday  Cup",
            "round": "2",
            "table": "7",
            "series": "QF",
            "best_of": 3,
        }
        recorder.new_match(
            RIFTFORCE, AGREED, match_id="m1", clock="90:00 + 0:05", eyes="b", **fields
        )
        opened = recorder.load("m1").opened
        assert (opened.event, opened.round, opened.table) == ("Friday Cup", "2", "7")
        assert (opened.series, opened.best_of) == ("QF", 3)
        assert (opened.clock, opened.eyes) == ("1:30:00+0:05", "B")

    @pytest.mark.parametrize(
        ("fields", "words"),
        [
            ({"clock": "soon"}, "'soon' is no clock"),
            ({"eyes": "both"}, "nobody has the eyes of 'both'"),
            ({"series": "x", "best_of": -1}, "1 to 99 games, not -1"),
            ({"best_of": 3}, "best of 3: which series"),
        ],
    )
    def test_refused(self, recorder: Recorder, fields: dict[str, Any], words: str) -> None:
        with pytest.raises(GameError, match=words) as caught:
            recorder.new_match(RIFTFORCE, AGREED, match_id="m1", **fields)
        assert caught.value.reason is Reason.BAD_SETTING
        tape = tape_of(SHORT)
        tape.opened = msgspec.structs.replace(tape.opened, **fields)
        with pytest.raises(GameError, match=words) as caught:
            recorder.take_in([tape])
        assert (caught.value.source, caught.value.line) == ("a.tape", 1)
        assert recorder.chain.count() == (0, 0)

    @pytest.mark.parametrize(
        ("header", "told"),
        [
            ({"round": "3"}, "round"),
            ({"series": "x", "best_of": 5}, "series"),
            ({"eyes": "A"}, "eyes"),
        ],
    )
    def test_another_is_a_conflict(
        self, recorder: Recorder, header: dict[str, Any], told: str
    ) -> None:
        recorder.take_in([tape_of(SHORT)])
        tape = tape_of(LONG)
        tape.opened = msgspec.structs.replace(tape.opened, **header)
        with pytest.raises(GameError, match=f"with other {told}"):
            recorder.take_in([tape])

    def test_imported_elsewhere_it_keeps_its_day(self, recorder: Recorder, tmp_path: Path) -> None:
        ticks = iter(range(NOW, NOW + 10**6, 1000))
        live = Recorder(tmp_path / "live.sqlite", durable=False, clock=lambda: next(ticks))
        begun(live)
        text = write_tape(live.load("m1"))
        assert live.load("m1").opened.on == ""
        later = Recorder(tmp_path / "later.sqlite", durable=False, clock=lambda: NOW + 30 * DAY_MS)
        (tape,) = read_tapes(text)
        assert isinstance(tape, Tape)
        assert later.take_in([tape]) == [("m1", "added")]
        assert later.load("m1").opened.day() == live.load("m1").opened.day() == "2026-11-18"
        (tape,) = read_tapes(text)
        assert isinstance(tape, Tape)
        assert live.take_in([tape]) == [("m1", "already there")]
        live.close()
        later.close()


class TestNothingIsStillToCome:
    def test_on_a_line(self, recorder: Recorder) -> None:
        there = begun(recorder)
        with pytest.raises(GameError, match="step 4 cannot have happened 24:00:01 after"):
            recorder.play_line(there, "1 A play F5@1 [24:00:01]")
        assert recorder.load("m1").version == 4
        recorder.play_line(there, "1 A play F5@1 [24:00:00]")
        assert recorder.load("m1").steps[-1].occurred == DAY_MS

    @pytest.mark.parametrize("stamp", ["after", "occurred"])
    def test_in_what_is_imported(self, recorder: Recorder, stamp: str) -> None:
        tape = tape_of(SHORT)
        late = msgspec.structs.replace(tape.steps[4], **{stamp: DAY_MS + 1000})
        tape.steps[4] = late
        with pytest.raises(GameError, match="step 5 cannot have happened 24:00:01 after") as caught:
            recorder.take_in([tape])
        assert caught.value.source == "a.tape"
        assert recorder.chain.count() == (0, 0)
        tape.opened = msgspec.structs.replace(tape.opened, at=NOW - 1000)
        assert recorder.take_in([tape]) == [("t1", "added")]


class TestEyes:
    def at(self, recorder: Recorder, eyes: str) -> Record:
        return recorder.new_match(RIFTFORCE, AGREED, match_id="m1", eyes=eyes)

    @pytest.mark.parametrize(
        ("eyes", "before", "line", "words"),
        [
            ("A", ["hand A F5 F6"], "hand B L5", "from seat A: B's hidden cards are"),
            ("B", [], "hand A F5", "from seat B: A's hidden cards are"),
            ("spectator", [], "hand A F5", "a spectator's place: both players' hidden cards"),
        ],
    )
    def test_what_cannot_be_seen_is_refused(
        self, recorder: Recorder, eyes: str, before: list[str], line: str, words: str
    ) -> None:
        there = self.at(recorder, eyes)
        for earlier in before:
            recorder.play_line(there, earlier)
        version = there.version
        with pytest.raises(GameError, match=words) as caught:
            recorder.play_line(there, line)
        assert (caught.value.reason, caught.value.legal) == (Reason.ILLEGAL, ("??",))
        assert recorder.load("m1").version == there.version == version

    @pytest.mark.parametrize(
        ("eyes", "lines"),
        [
            ("A", ["hand A F5", "hand B ??", "face C5", "1 A play F5@1", "2 B play L5@1 L6@1"]),
            ("B", ["hand A", "hand B L5", "face C5", "1 A play F5@1"]),
            ("spectator", ["hand A", "hand B", "face C5", "1 A play F5@1", "2 B act L5"]),
            ("", ["hand A F5", "hand B L5"]),
        ],
    )
    def test_what_can_be_seen_is_not(self, recorder: Recorder, eyes: str, lines: list[str]) -> None:
        there = self.at(recorder, eyes)
        for line in lines:
            recorder.play_line(there, line)
        assert recorder.load("m1").version == there.version > len(lines)

    def test_what_is_drawn_later(self, recorder: Recorder) -> None:
        there = self.at(recorder, "A")
        for line in ("hand A", "hand B", "face C5", "1 A act F5", "2 B act L5"):
            recorder.play_line(there, line)
        recorder.play_line(there, "3 A check & F7")
        with pytest.raises(GameError, match="B's hidden cards"):
            recorder.play_line(there, "4 B check & I5")
        recorder.play_line(there, "4 B check")

    def test_at_a_seat_the_record_is_its_view(self, recorder: Recorder) -> None:
        there = self.at(recorder, "A")
        for line in ("hand A F5 F6 F7", "hand B", "face C5", "1 A play F5@1", "2 B act L5"):
            recorder.play_line(there, line)
        assert there.state() == there.seen_by(0).state()


class TestFinding:
    @pytest.fixture(autouse=True)
    def matches(self, recorder: Recorder) -> None:
        for name in ("abc1", "abd2", "xyz2", "a_c%9", "q-9"):
            recorder.new_match(RIFTFORCE, {}, match_id=name) if name != "a_c%9" else recorder.add(
                [(name, Opened("riftforce", "1", {}, ("A", "B"), 0), [])]
            )

    @pytest.mark.parametrize(
        ("words", "found"),
        [
            ("abc1", "abc1"), ("abc", "abc1"), ("x", "xyz2"), ("z2", "xyz2"), ("d2", "abd2"),
            ("last", "q-9"), ("a_", "a_c%9"), ("%9", "a_c%9"), ("c1", "abc1"), ("ABC1", "abc1"),
        ],
    )  # fmt: skip
    def test_by_start_or_end_or_last(self, recorder: Recorder, words: str, found: str) -> None:
        assert recorder.find(words) == found

    @pytest.mark.parametrize(
        ("words", "legal"), [("ab", {"abc1", "abd2"}), ("2", {"abd2", "xyz2"})]
    )
    def test_several(self, recorder: Recorder, words: str, legal: set[str]) -> None:
        with pytest.raises(GameError, match="fits several matches") as caught:
            recorder.find(words)
        assert caught.value.reason is Reason.NOT_FOUND
        assert set(caught.value.legal) == legal

    @pytest.mark.parametrize("words", ["", "nope", "%", "_", "b", "\\", "' OR 1=1 --"])
    def test_none(self, recorder: Recorder, words: str) -> None:
        with pytest.raises(GameError, match="no match") as caught:
            recorder.find(words)
        assert caught.value.reason is Reason.NOT_FOUND


def test_an_empty_store(recorder: Recorder) -> None:
    for look in (
        lambda: recorder.find("last"),
        lambda: recorder.load("m1"),
        lambda: recorder.find("m1"),
    ):
        with pytest.raises(GameError) as caught:
            look()
        assert caught.value.reason is Reason.NOT_FOUND


class TestCorrupt:
    """Rows that somebody changed behind the recorder's back."""

    @pytest.fixture(autouse=True)
    def match(self, recorder: Recorder) -> None:
        begun(recorder)

    def spoil(self, store: Path, statement: str, *values: object) -> None:
        with sqlite3.connect(store) as connection:
            assert connection.execute(statement, values).rowcount == 1
        connection.close()

    def load(self, recorder: Recorder, part: str) -> None:
        with pytest.raises(CorruptStream, match=part) as caught:
            recorder.load("m1")
        assert caught.value.reason is Reason.CORRUPT

    def test_bytes(self, recorder: Recorder, store: Path) -> None:
        self.spoil(
            store, "UPDATE stored_events SET state=? WHERE originator_version=3", b'{"a":["x"]}'
        )
        self.load(recorder, "match m1, step 2 cannot be read")

    def test_the_opening(self, recorder: Recorder, store: Path) -> None:
        self.spoil(store, "UPDATE stored_events SET state=? WHERE originator_version=1", b"{")
        self.load(recorder, "match m1, the opening cannot be read")

    def test_a_kind(self, recorder: Recorder, store: Path) -> None:
        self.spoil(store, "UPDATE stored_events SET topic='riftforce/x' WHERE originator_version=3")
        self.load(recorder, "match m1, step 2: unknown kind 'riftforce/x'")

    def test_a_game(self, recorder: Recorder, store: Path) -> None:
        self.spoil(
            store, "UPDATE stored_events SET topic='chess/opened' WHERE originator_version=1"
        )
        self.load(recorder, "match m1, version 1: unknown kind 'chess/opened'")

    def test_a_gap(self, recorder: Recorder, store: Path) -> None:
        self.spoil(store, "DELETE FROM stored_events WHERE originator_version=3")
        self.load(recorder, "step 2 is missing")

    def test_no_opening(self, recorder: Recorder, store: Path) -> None:
        self.spoil(store, "DELETE FROM stored_events WHERE originator_version=1")
        self.load(recorder, "match m1 has no opening")


def test_add_checks_that_nothing_is_there(recorder: Recorder) -> None:
    there = record(SHORT, "t1")
    recorder.add([("t1", there.opened, there.steps)])
    with pytest.raises(GameError, match="recorded already"):
        recorder.add([("t2", there.opened, there.steps), ("t1", there.opened, there.steps)])
    assert recorder.chain.head("t2") is None
    assert recorder.load("t1").state() == SHORT.state


def test_what_is_stored_is_what_was_encoded(recorder: Recorder) -> None:
    match = whole(Playing(4, "printed", "beyond", 0.5))
    there = record(match, "t1")
    (kept,) = recorder.add([("t1", there.opened, there.steps)])
    rows = stored(recorder, "t1")
    assert [state for _, _, state in rows] == [encode(kept.opened), *map(encode, kept.steps)]
    assert recorder.load("t1").state() == match.state
