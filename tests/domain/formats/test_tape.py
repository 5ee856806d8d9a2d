"""Tapes: headers, comments, assertions, results, several in a file, and anything at all."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import assume, example, settings
from hypothesis import given as examples
from hypothesis import strategies as st

from domain.contract.errors import GameError, Reason
from domain.formats.tape import Tape, read_tapes, write_tape
from domain.games import GAMES
from domain.games.riftforce.game import RIFTFORCE
from domain.record.events import Opened
from domain.record.ids import unstamped
from domain.record.match import Record
from domain.record.timeline import Moments
from tests.domain.playing import Playing, playings, record, until, whole
from tests.domain.tabled import Walk, walked, walks

SETTINGS = "guilds a: F W P T\nguilds b: L I S C\nstart: A\n"
HEAD = f"game: riftforce\n{SETTINGS}\n"
SETUP = "hand A F5 F6 F7\nhand B\nface C5\n"


def one(text: str) -> Tape:
    (tape,) = read_tapes(text, "a.tape")
    assert isinstance(tape, Tape), tape
    return tape


def wrong(text: str) -> GameError:
    (found,) = read_tapes(text, "a.tape")
    assert isinstance(found, GameError), found
    assert found.source == "a.tape"
    return found


def rewritten(tape: Tape) -> str:
    return write_tape(Record(tape.match_id, RIFTFORCE, tape.opened, tape.steps, ""))


class TestHeader:
    def test_everything(self) -> None:
        tape = one(
            "\ufeffGame : Rift\nMatch: m-1.x\nPLAYERS: Ann ,  Ben\ndate: 2026-11-20\nplace: Club\n"
            "event: Cup: 2\nby: Cleo\nnote: a {b}\nbots: random, sensible\nseed: 12\nIce: Printed"
        )
        assert tape.match_id == "m-1.x"
        assert tape.steps == []
        assert (tape.source, tape.line) == ("a.tape", 1)
        assert tape.opened == Opened(
            game="riftforce",
            rules=RIFTFORCE.rules_version,
            settings={"ice": "printed", "expansion": "base"},
            players=("Ann", "Ben"),
            at=0,
            by="Cleo",
            on="2026-11-20",
            place="Club",
            event="Cup: 2",
            note="a {b}",
            bots=("random", "sensible"),
            seed=12,
        )
        assert one(rewritten(tape)).opened == tape.opened

    def test_what_it_belongs_to(self) -> None:
        tape = one(
            "game: riftforce\nevent: Cup\nround: 2\nTable: 14 b\nseries: R2 T14\nBest of: 3\n"
            "clock: 25:00 / 25:00 + 0:10\neyes: SPECTATOR\n"
        )
        opened = tape.opened
        assert (opened.round, opened.table, opened.series) == ("2", "14 b", "R2 T14")
        assert (opened.best_of, opened.clock, opened.eyes) == (3, "25:00+0:10", "spectator")
        text = rewritten(tape)
        assert "round: 2\ntable: 14 b\nseries: R2 T14\nbest of: 3\nclock: 25:00+0:10\n" in text
        assert one(text).opened == opened

    def test_almost_nothing(self) -> None:
        tape = one("game: riftforce")
        assert tape.opened.players == ("A", "B")
        assert tape.match_id == ""

    def test_players_by_seat(self) -> None:
        assert one("game: riftforce\na: Ann\nb: Ben").opened.players == ("Ann", "Ben")

    @pytest.mark.parametrize(
        ("header", "part", "line"),
        [
            ("players: Ann", "two players are named", 2),
            ("date: 20.11.2026", "is no day", 2),
            ("date: 2026-02-30", "is no day", 2),
            ("place: x\ndate:", "is no day", 3),
            ("bots: one", "two bots are named", 2),
            ("seed: -1", "is no seed", 2),
            ("seed: x", "is no seed", 2),
            ("best of: three", "is no number of games", 2),
            ("best of: -1", "is no number of games", 2),
            ("best of: 100", "1 to 99 games", 2),
            ("place: x\nclock: 25", "'25' is no clock", 3),
            ("clock: 0:00", "no time to play", 2),
            ("eyes: C", "nobody has the eyes of 'C'", 2),
            ("place: x\nplace: y", "stands twice", 3),
            ("place: x\nice: cold", "ice cannot be 'cold'", 3),
            ("colour: red", "no setting 'colour'", 2),
            ("match: a b", "cannot name a match", 1),
            ("match: " + "x" * 41, "cannot name a match", 1),
        ],
    )
    def test_refused(self, header: str, part: str, line: int) -> None:
        error = wrong(f"game: riftforce\n{header}\n\n")
        assert part in error.message
        assert error.line == line
        assert f"a.tape:{error.line}" in str(error)

    def test_no_game(self) -> None:
        assert "begins with the game" in wrong("players: Ann, Ben\n").message
        error = wrong("# a remark\n\ngame: chess\n")
        assert (error.reason, error.line) == (Reason.NOT_FOUND, 3)
        assert error.legal == tuple(GAMES)


class TestBody:
    def test_lines_are_decided(self) -> None:
        tape = one(HEAD + SETUP + "1 A play F5@1\n2 B act L5\n")
        assert [type(step.action).__name__ for step in tape.steps] == [
            "Deal", "Deal", "FaceUp", "Play", "Done", "Discard", "Done",
        ]  # fmt: skip

    def test_remarks_and_empty_lines_say_nothing(self) -> None:
        text = HEAD + SETUP + "1 A play F5@1\n2 B act L5\n"
        loose = "# x\n" + text.replace("1 A", "\n# remark {\n\n  # another\n1 A") + "\n\n"
        assert one(loose).steps == one(text).steps

    def test_crlf(self) -> None:
        text = HEAD + SETUP + "1 A play F5@1\n"
        assert one(text.replace("\n", "\r\n")).steps == one(text).steps

    def test_a_line_that_is_refused_is_named(self) -> None:
        error = wrong("# one\n# two\n" + HEAD + SETUP + "1 A play F5@1\n2 A check\n")
        assert (error.line, error.column) == (12, 3)
        assert str(error).startswith("a.tape:12:3: turn 2 is B's, not A's")

    def test_columns_count_over_comments(self) -> None:
        error = wrong(HEAD + SETUP + "{so}1 A play {he says} F5@9\n")
        assert (error.line, error.column) == (9, 24)

    def test_nothing_may_follow_the_end(self) -> None:
        text = write_tape(record(whole(Playing(3, "rulebook", "base", 1.0))))
        assert wrong(text + "play F5@1\n").message == "the match is over"


class TestComments:
    def test_where_they_are_kept(self) -> None:
        tape = one(HEAD + "{before  all}\n" + SETUP + "1 A {a} play F5@1 {b  c}\n{d}\n2 B act L5\n")
        assert tape.opened.note == "before all"
        assert [step.note for step in tape.steps] == ["", "", "", "", "a b c d", "", ""]
        again = one(rewritten(tape))
        assert again.steps == tape.steps
        assert again.opened == tape.opened

    @pytest.mark.parametrize("line", ["check {", "check }", "{ {a}", "{a} }"])
    def test_a_brace_alone(self, line: str) -> None:
        error = wrong(HEAD + SETUP + line)
        assert "has no partner" in error.message
        assert error.line == 9

    def test_beside_an_assertion_alone(self) -> None:
        tape = one(HEAD + SETUP + "= 0:0 {read aloud}\n")
        assert tape.steps[-1].note == "read aloud"

    def test_in_the_middle_of_a_turn(self) -> None:
        tape = one(HEAD + SETUP + "1 A play F5@1 ... {a}\nF6@1 {b}\n")
        assert one(rewritten(tape)).steps == tape.steps


@examples(playings(), st.integers(1, 120), st.data())
def test_notes_stay_where_they_are(playing: Playing, decisions: int, data: st.DataObject) -> None:
    """Whichever steps of a match carry notes, reading its tape gives the same steps."""
    steps = list(until(playing, decisions).steps)
    noted = data.draw(st.lists(st.integers(0, len(steps) - 1), max_size=6))
    for index in noted:
        steps[index] = msgspec.structs.replace(steps[index], note=f"note {index}")
    there = record(playing.match())
    there = Record(there.id, there.game, there.opened, steps, "")
    tape = one(write_tape(there))
    assert tape.steps == steps
    there = Record(there.id, there.game, there.opened, tape.steps, "")
    assert one(write_tape(there)).steps == steps


class TestTotals:
    PLAYED = HEAD + SETUP + "1 A play F5@1\n2 B play L5@2\n"

    def test_are_checked(self) -> None:
        one(self.PLAYED + "= 0:0\n3 A check = 1:0\n")
        error = wrong(self.PLAYED + "3 A check = 0:1\n")
        assert (error.line, error.column) == (11, 11)
        assert error.message == "the totals are 1:0 here, not 0:1"
        assert error.legal == ("= 1:0",)

    def test_are_written_when_they_change(self) -> None:
        text = rewritten(one(self.PLAYED + "check\nact L6\nact F6\ncheck"))
        assert [line for line in text.splitlines() if "=" in line] == [
            "3 A check = 1:0",
            "6 B check = 1:2",
        ]


class TestResult:
    ENDED = write_tape(record(whole(Playing(3, "rulebook", "base", 1.0))))

    def test_is_written(self) -> None:
        assert self.ENDED.splitlines()[-1].startswith("result ")

    @pytest.mark.parametrize(
        "change", [str.upper, str.lower, lambda s: s.replace(":", " - "), lambda s: s[:-1] + " )"]
    )
    def test_is_checked(self, change) -> None:  # type: ignore[no-untyped-def]
        *lines, result = self.ENDED.splitlines()
        changed = change(result)
        if changed.endswith(" )"):
            changed = result.split(" (")[0]
        assert one("\n".join([*lines, changed])).steps == one(self.ENDED).steps

    @pytest.mark.parametrize(
        "result",
        ["result draw", "result A wins 1:0", "result B wins 1:0", "result A wins (deadlock)"],
    )
    def test_a_wrong_one(self, result: str) -> None:
        *lines, right = self.ENDED.splitlines()
        error = wrong("\n".join([*lines, result]))
        assert error.message == f"the match ended otherwise: {right}"
        assert error.legal == (right,)
        assert error.line == len(lines) + 1

    def test_too_early(self) -> None:
        assert "not over" in wrong(HEAD + SETUP + "result A wins 3:2\n").message


class TestSeveral:
    GOOD = HEAD + SETUP + "1 A play F5@1\n"
    BAD = HEAD + SETUP + "1 A play L5@1\n"

    def test_in_one_file(self) -> None:
        found = list(read_tapes(self.GOOD * 3))
        assert [type(tape).__name__ for tape in found] == ["Tape"] * 3
        assert [tape.line for tape in found] == [1, 10, 19]

    def test_a_bad_one_among_good_ones(self) -> None:
        good, bad, last = read_tapes(self.GOOD + "\n# next\n" + self.BAD + self.GOOD, "f")
        assert isinstance(good, Tape)
        assert isinstance(bad, GameError)
        assert (bad.source, bad.line, bad.column) == ("f", 20, 10)
        assert isinstance(last, Tape)
        assert last.steps == good.steps

    def test_nothing(self) -> None:
        assert list(read_tapes("")) == list(read_tapes("\n# only remarks\n\n")) == []

    def test_something_before_the_first(self) -> None:
        first, second = read_tapes("hello\n" + self.GOOD)
        assert isinstance(first, GameError)
        assert first.line == 1
        assert isinstance(second, Tape)


def test_a_player_with_a_comma() -> None:
    tape = one("game: riftforce\na: Smith, John\nb: Ben\n")
    assert one(rewritten(tape)).opened.players == ("Smith, John", "Ben")


@pytest.mark.parametrize("seed", ["²", "9" * 5000])
def test_an_odd_seed(seed: str) -> None:
    assert "is no seed" in wrong(f"game: riftforce\nseed: {seed}\n").message


class TestTimes:
    LINES = "hand A F5 F6 F7\nhand B\nface C5 [1:00]\n"

    def test_when_a_line_happened(self) -> None:
        tape = one(HEAD + self.LINES + "1 A play F5@1 [ 0:12:31 ] = 0:0 {x}\n2 B act L5\n")
        assert [step.occurred for step in tape.steps] == [
            None, None, 60_000, 751_000, 751_000, None, None,
        ]  # fmt: skip
        assert {step.after for step in tape.steps} == {0}
        assert [step.note for step in tape.steps][4] == "x"

    def test_on_rulings_and_results(self) -> None:
        tape = one(
            HEAD
            + self.LINES
            + "! [Eve] score A 2 [5:00]\n!! [Eve] 1 A play F5@1 F6@3 [6:00]\n"
            + "result B wins 2:0 (time) [Eve] [1:30:00]\n"
        )
        ruled, *stood, closed = tape.steps[3:]
        assert (ruled.judge, ruled.occurred) == ("Eve", 300_000)
        assert {step.occurred for step in stood} == {360_000}
        assert (closed.why, closed.judge, closed.occurred) == ("time", "Eve", 5_400_000)
        again = one(rewritten(tape)).steps
        assert [step.judge for step in again if hasattr(step, "judge")] == ["Eve", "Eve", "Eve"]

    @pytest.mark.parametrize(
        ("line", "column"),
        [("1 A play F5@1 [0:75:00]", 15), ("1 A play F5@1 [1:60] = 0:0", 15)],
    )
    def test_refused(self, line: str, column: int) -> None:
        error = wrong(HEAD + self.LINES + line)
        assert (error.line, error.column) == (9, column)
        assert "is no time" in error.message

    def test_columns_of_other_errors_stay(self) -> None:
        error = wrong(HEAD + self.LINES + "1 A play F5@1 [0:10] = 3:0")
        assert (error.column, error.legal) == (22, ("= 0:0",))

    def test_they_are_written_only_if_asked_for(self) -> None:
        tape = one(HEAD + self.LINES + "1 A play F5@1 [0:12:31]\n2 B act L5\n")
        there = Record("m", RIFTFORCE, tape.opened, tape.steps, "")
        assert "[" not in write_tape(there)
        assert "1 A play F5@1 [0:12:31]\n2 B act L5\n" in write_tape(there, times=True)
        assert "face C5 [0:01:00]\n" in write_tape(there, times=True)

    @settings(max_examples=25)
    @examples(walks(tuple(GAMES), start=40, most=6))
    def test_reading_gives_the_times_written(self, walk: Walk) -> None:
        there = walked(walk)
        assume(there.steps)
        text = write_tape(there, times=True)
        tape = one(text)
        known = [Moments(there).of(number)[0] for number in there.numbers]
        told = [step.occurred for step in tape.steps]
        assert told == [time // 1000 * 1000 for time in known] or not Moments(there).known
        plain = Record(there.id, there.game, tape.opened, tape.steps, "")
        assert write_tape(plain, times=True) == text
        assert [unstamped(step) for step in tape.steps] == [
            unstamped(step) for step in one(write_tape(there)).steps
        ]

    def test_as_it_was_played_it_has_its_day(self) -> None:
        there = walked(Walk("riftforce", 1, 12, ()))
        assert "date: 2026-11-18\n" in write_tape(there)
        there = Record("m", RIFTFORCE, there.opened, [], "")
        assert "date: 2026-11-18\n" in write_tape(there)

    def test_what_was_imported_without_a_day_gets_none(self) -> None:
        there = walked(Walk("riftforce", 1, 12, ()))
        steps = [msgspec.structs.replace(step, after=0) for step in there.events]
        assert "date" not in write_tape(Record("m", RIFTFORCE, there.opened, steps, ""))


# -- anything ------------------------------------------------------------------------------------

TAPES = [
    write_tape(record(whole(Playing(seed, "rulebook", expansion, known), 25)))
    for seed, expansion, known in ((1, "base", 1.0), (2, "beyond", 0.5), (3, "base", 0.0))
]
HEADERS = [
    "game: riftforce",
    "players: a, b",
    "date: 2026-11-29",
    "ice: printed",
    "match: m",
    "seed: 5",
]
HEADERS += [
    "guilds a: F W P T",
    "guilds b: L I S C",
    "start: A",
    "expansion: beyond",
    "",
    "# x",
    "{x}",
]
BODY = [
    "hand A F5",
    "face C5",
    "play F5@1",
    "check",
    "= 0:0",
    "result draw",
    "1 A act F5: ...",
    "done",
    "}",
]
LINES = [*HEADERS, *BODY]


def survive(text: str) -> None:
    for found in read_tapes(text, "x"):
        assert isinstance(found, Tape | GameError)
        if isinstance(found, GameError):
            assert found.message
            assert found.line >= 0
            assert str(found)
        else:
            assert found.opened.game == "riftforce"


@examples(st.text(max_size=200))
@example("game: riftforce\x0b\x1c\u2028play")
@example("game:riftforce\n= " + "9" * 5000 + ":1")
def test_any_text(text: str) -> None:
    survive(text)
    survive("game: riftforce\n" + text)
    survive(HEAD + SETUP + text)


@examples(st.lists(st.sampled_from(LINES), max_size=14))
def test_any_lines(lines: list[str]) -> None:
    survive("\n".join(lines))


@examples(st.sampled_from(TAPES), st.data())
def test_a_tape_with_mistakes(text: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 30)))
        put = data.draw(
            st.one_of(
                st.text(max_size=4), st.sampled_from([*LINES, "\n", "@", " ", "9", text[:60]])
            )
        )
        text = text[:start] + put + text[end:]
    survive(text)


@examples(playings((1.0,)), st.data())
def test_lines_of_a_tape_in_another_order(playing: Playing, data: st.DataObject) -> None:
    lines = write_tape(record(whole(playing, 12))).splitlines()
    survive("\n".join(data.draw(st.permutations(lines))))
