"""The scorekeeper's words at the prompt, typed and piped, and that they clash with no notation."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import to_formatted_text
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.record.desk_words import DeskWord, desk_word, usage
from cli.record.prompt import Legal, Session
from domain.bots.simulation import deal
from domain.contract.errors import GameError
from domain.formats.tape import decide_line, write_tape
from domain.games import GAMES
from domain.games.solforge.cards.book import Card, CardSet, Forgeborn, HalfDeck, Level
from domain.games.solforge.game import SOLFORGE
from domain.games.solforge.sets.cardfile import one_line
from domain.record.events import Paused, TakenBack
from domain.record.match import Match
from domain.store.recorder import Recorder
from tests.domain.simple_race import RACE
from tests.domain.tabled import ticking

SETTINGS = {"guilds a": "F E P S", "guilds b": "W L I C", "start": "A"}
LEAVE_LINE = "\x15"
"""Control-U: what the line is filled in with goes."""


@pytest.fixture
def recorder(tmp_path: Path) -> Iterator[Recorder]:
    found = Recorder(tmp_path / "s.sqlite", durable=False, clock=ticking())
    yield found
    found.close()


@pytest.fixture
def table(recorder: Recorder) -> Session:
    """Set up, and two turns: steps 4 to 6, and 7 to 8."""
    return begun(recorder)


def begun(recorder: Recorder, **fields: Any) -> Session:
    record = recorder.new_match(
        GAMES["riftforce"], SETTINGS, ("Ann", "Ben"), match_id="m", by="Dora", **fields
    )
    for line in ("hand A F5 F6 F7 E5 P5 S5 S6", "hand B", "face W5", "play F5@1 F6@2", "play I5@1"):
        recorder.play_line(record, line)
    return Session(recorder, record, "Dora")


def typed(table: Session, *lines: str) -> None:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text("".join(line + "\r" for line in lines))
        table.sit_down()


def turns(recorder: Recorder) -> list[str]:
    lines = write_tape(recorder.load("m")).splitlines()
    return lines[lines.index("face W5") + 1 :]


def completions(table: Session, text: str) -> list[str]:
    found = Legal(table).get_completions(Document(text), CompleteEvent(completion_requested=True))
    return [text[: len(text) + c.start_position] + c.text for c in found]


Shown = pytest.CaptureFixture[str]


class TestTakeBacks:
    def test_a_typo(self, table: Session, recorder: Recorder, capsys: Shown) -> None:
        typed(table, "play F7@1", "undo", "play F7@2", "quit")
        assert turns(recorder)[-1] == "3 A play F7@2"
        shown = capsys.readouterr().out
        assert "taken back:\n      steps 9-10  3 A play F7@1\n" in shown
        assert "  steps 9-10\n" in shown
        assert "  steps 12-13\n" in shown

    def test_some_lines_or_to_a_step_and_back(self, table: Session, recorder: Recorder) -> None:
        typed(table, "undo 2", "redo", "undo to 6", "redo to 8", "quit")
        assert turns(recorder) == ["1 A play F5@1 F6@2", "2 B play I5@1"]
        assert len(recorder.load("m").events) == 12

    @pytest.mark.parametrize(("answer", "count"), [("y", 11), ("n", 10), ("what\rn", 10)])
    def test_what_had_been_shown_is_said_and_asked(
        self, table: Session, recorder: Recorder, capsys: Shown, answer: str, count: int
    ) -> None:
        typed(table, "check & F6 F7", "undo", answer, "quit")
        shown = capsys.readouterr().out
        assert "step 10 (A draws F6 F7)" in shown
        assert "what was random or hidden had been shown by it" in shown
        found = recorder.load("m")
        assert len(found.events) == count
        assert ("everything is as it was" in shown) == (count == 10)
        if count == 11:
            assert isinstance(found.events[-1], TakenBack)
            assert found.events[-1].revealed == (10,)

    def test_a_comment_says_why(self, table: Session, recorder: Recorder) -> None:
        typed(table, "undo {Ben had moved on}", "quit")
        assert recorder.load("m").events[-1].note == "Ben had moved on"


class TestCorrections:
    def test_was_and_now(self, table: Session, recorder: Recorder, capsys: Shown) -> None:
        typed(table, "amend 5 play F5@1 F6@1 {misread}", "quit")
        assert turns(recorder) == ["1 A play F5@1 F6@1 {misread}", "2 B play I5@1"]
        shown = capsys.readouterr().out
        assert "step 4 was  1 A play F5@1 F6@2\n" in shown
        assert "nothing else changes" in shown

    def test_the_line_is_there_to_be_edited(self, table: Session, recorder: Recorder) -> None:
        typed(table, "amend 5", " F7@3", "quit")
        assert turns(recorder)[0] == "1 A play F5@1 F6@2 F7@3"

    def test_left_empty_nothing_happens(self, table: Session, recorder: Recorder) -> None:
        typed(table, "amend 5", LEAVE_LINE, "quit")
        assert len(recorder.load("m").events) == 8

    @pytest.mark.parametrize(
        ("answers", "lines"),
        [
            (("s",), ["1 A play F5@1", "2 B play I5@1"]),
            (("perhaps", "q"), None),
            (("l", LEAVE_LINE + "act Q", "l", LEAVE_LINE + "act F7: F5@1"),
             ["1 A play F5@1", "2 B play I5@1", "3 A act F7: F5@1"]),
            (("k", "s"), ["1 A play F5@1", "2 B play I5@1"]),
        ],
    )  # fmt: skip
    def test_a_later_line_that_does_not_fit_is_asked_about(
        self,
        table: Session,
        recorder: Recorder,
        capsys: Shown,
        answers: tuple[str, ...],
        lines: list[str] | None,
    ) -> None:
        typed(table, "act F7: F6@2", "amend 4 play F5@1", *answers, "quit")
        shown = capsys.readouterr().out
        assert "step 9 (`3 A act F7: F6@2`) does not go with step 4 as it is recorded now" in shown
        assert "3 steps from here to the end" in shown
        before = ["1 A play F5@1 F6@2", "2 B play I5@1", "3 A act F7: F6@2"]
        assert turns(recorder) == (before if lines is None else lines)

    def test_a_late_reveal(self, table: Session, recorder: Recorder, capsys: Shown) -> None:
        typed(table, "reveal 2 hand B I5 I6", "reveal 2 hand B I7", "quit")
        shown = capsys.readouterr()
        assert "nothing else changes" in shown.out
        assert "step 10 stands for it now" in shown.err
        assert recorder.load("m").events[8].why == "reveal"

    def test_a_correction_without_its_parts_is_explained(
        self, table: Session, recorder: Recorder, capsys: Shown
    ) -> None:
        typed(table, "amend play F5@1", "undo to the start", "amend 4 play Q5@1", "quit")
        error = capsys.readouterr().err
        assert "written: amend 12 LINE" in error
        assert "written: undo · undo 3 · undo to 12" in error
        assert "no guild is called 'Q'" in error
        assert error.count("written:") == 2
        assert len(recorder.load("m").events) == 8


class TestRulings:
    def test_a_refused_line_says_how_it_is_recorded_all_the_same(
        self, table: Session, recorder: Recorder, capsys: Shown
    ) -> None:
        typed(table, "play E5@1 P5@4", "!! play E5@1 P5@4", "quit")
        shown = capsys.readouterr()
        assert "if it happened all the same:  !! play E5@1 P5@4" in shown.err
        assert "steps 9-11 · ruling (stood)" in shown.out
        assert any(line.startswith("!!") for line in turns(recorder))

    def test_facts(self, table: Session, recorder: Recorder, capsys: Shown) -> None:
        typed(table, "banana", "banana", "! penalty: [Eve] score A +1 {late}", "help !", "quit")
        shown = capsys.readouterr()
        assert shown.err.count("! FACTS") == 1
        assert "step 9 · ruling (penalty)" in shown.out
        assert turns(recorder)[-1] == "! penalty: [Eve] score A +1 = 1:0 {late}"
        assert GAMES["riftforce"].notation.rulings.splitlines()[0].split()[0] in shown.out

    def test_what_was_legal_needed_none(self, table: Session, capsys: Shown) -> None:
        typed(table, "!! play F7@1", "quit")
        assert "that is legal, no ruling was needed" in capsys.readouterr().out


class TestEnds:
    @pytest.mark.parametrize(
        ("line", "last"),
        [
            ("concede A", "result B wins 0:0 (concession)"),
            ("concede ben [Eve] {train}", "result A wins 0:0 (concession) [Eve] {train}"),
            ("agreed draw", "result draw 0:0 (agreed)"),
            ("draw agreed", "result draw 0:0 (agreed)"),
            ("time B", "result A wins 0:0 (time)"),
            ("disqualify A [Eve] late again", "result B wins 0:0 (disqualification) [Eve] {late again}"),
            ("abandon", "result no result 0:0 (abandonment)"),
            ("abandon A wins", "result A wins 0:0 (abandonment)"),
            ("result A wins (time)", "result A wins 0:0 (time)"),
        ],
    )  # fmt: skip
    def test_the_evening_ends(
        self, table: Session, recorder: Recorder, capsys: Shown, line: str, last: str
    ) -> None:
        typed(table, line)
        assert turns(recorder)[-1] == last
        shown = capsys.readouterr().out
        assert last.partition(" {")[0] in shown
        assert "ludograph record m can take it back" in shown

    def test_a_name_of_an_old_store_is_shown_in_codes(self, recorder: Recorder) -> None:
        """The prompt is XML to the library that shows it, which holds no controls."""
        opened = recorder.load(begun(recorder).record.id).opened
        name = "Be<n>\x1b[2J\x00\u202e"
        (record,) = recorder.add(
            [("old", msgspec.structs.replace(opened, players=(name, name)), [])]
        )
        for line in ("hand A F5 F6 F7 E5 P5 S5 S6", "hand B", "face W5"):
            recorder.play_line(record, line)
        shown = "".join(part[1] for part in to_formatted_text(Session(recorder, record).prompt()))
        assert r"(Be<n>\x1b[2J\x00\u202e)> " in shown

    def test_a_match_that_is_over_is_opened_for_bookkeeping(
        self, table: Session, recorder: Recorder, capsys: Shown
    ) -> None:
        typed(table, "concede A")
        again = Session(recorder, recorder.load("m"))
        assert "".join(part[1] for part in to_formatted_text(again.prompt())) == "over> "
        assert again.toolbar().startswith("undo · ")
        assert completions(again, "un") == ["undo"]
        assert completions(again, "pl") == []
        typed(again, "", "legal", "board", "note good match", "check", "undo", "play F7@1", "quit")
        shown = capsys.readouterr()
        assert "result B wins 0:0 (concession): the match is over." in shown.out
        assert "noted, on step 9 (result B wins 0:0 (concession))" in shown.out
        assert "the match is over: result B wins" in shown.err
        assert turns(recorder)[-1] == "3 A play F7@1"

    def test_an_end_by_the_rules_too(self, recorder: Recorder) -> None:
        record = recorder.new_match(GAMES["riftforce"], SETTINGS, match_id="m")
        for line in ("hand A F5 F6 F7", "hand B", "face W5", "! score A 12", "check", "play I5@1"):
            try:
                recorder.play_line(record, line)
            except GameError:
                recorder.play_line(record, "play F5@1")
        table = Session(recorder, record)
        assert table.live.over
        typed(table, "check", "undo", "quit")
        assert not recorder.load("m").live().over

    def test_nobody_of_that_name(self, table: Session, capsys: Shown) -> None:
        typed(table, "concede Carl", "quit")
        assert "'Carl' is no player" in capsys.readouterr().err


class TestRemarksClocksHistory:
    def test_notes(self, table: Session, recorder: Recorder) -> None:
        typed(table, "note odd", "note 4 a long think", "note: 3 cards fell", "quit")
        found = [(e.about, e.note) for e in recorder.load("m").events[8:]]
        assert found == [(8, "odd"), (4, "a long think"), (8, "3 cards fell")]

    def test_clocks(self, recorder: Recorder, capsys: Shown) -> None:
        table = begun(recorder, clock="25:00")
        bottom = "".join(part[1] for part in to_formatted_text(table.bottom()))
        assert bottom.startswith("A 24:")
        assert "(running)" in bottom
        typed(table, "pause", "clock", "go on", "resume", "quit")
        shown = capsys.readouterr()
        assert shown.out.count("; paused") == 2
        assert "the clocks are running" in shown.err
        assert isinstance(recorder.load("m").events[8], Paused)

    def test_a_flag_that_fell_is_shown_with_what_can_be_done(self, recorder: Recorder) -> None:
        table = begun(recorder, clock="0:05")
        bottom = "".join(part[1] for part in to_formatted_text(table.bottom()))
        assert "flag has fallen: time " in bottom

    def test_without_a_clock_there_is_none(self, table: Session) -> None:
        assert table.bottom() == table.toolbar()

    def test_what_does_not_stand_is_marked(self, table: Session, capsys: Shown) -> None:
        typed(table, "undo", "play I6@2", "history", "history 2", "quit")
        shown = capsys.readouterr().out
        assert "2 B play I5@1 -- taken back by event 9" in shown
        assert shown.count("2 B play I6@2") == 2
        assert "earlier: history" in shown


class TestSomebodyElse:
    @pytest.mark.parametrize(
        "line",
        [
            "undo", "amend 4 play F7@1", "reveal 2 hand B I5", "note odd", "concede A", "pause",
            "! score A +1", "!! check", "agreed draw",
        ],
    )  # fmt: skip
    def test_was_faster(self, table: Session, recorder: Recorder, capsys: Shown, line: str) -> None:
        recorder.play_line(recorder.load("m"), "play F7@3")
        typed(table, line, "play L6@2", "quit")
        assert "recorded by somebody else a moment ago" in capsys.readouterr().err
        assert turns(recorder)[-2:] == ["3 A play F7@3", "4 B play L6@2"]
        assert len(recorder.load("m").events) == 12


class TestPiped:
    def test_words_work_there_too(self, table: Session, recorder: Recorder, capsys: Shown) -> None:
        lines = ["undo", "play I6@2", "# a remark in the file", "note hm", "history", "time A"]
        assert table.read_lines(lines) == 0
        assert turns(recorder) == [
            "1 A play F5@1 F6@2",
            "2 B play I6@2",
            "result B wins 0:0 (time)",
        ]
        assert "A (Ann) loses on time" in capsys.readouterr().out

    def test_what_would_be_asked_is_an_error(
        self, table: Session, recorder: Recorder, capsys: Shown
    ) -> None:
        assert table.read_lines(["check & F6 F7", "undo"]) == 2
        error = capsys.readouterr().err
        assert "line 2: step 10 (A draws F6 F7)" in error
        assert "undo confirm" in error
        assert "lines recorded before it: 1" in error
        assert table.read_lines(["undo confirm", "act F7: F6@2", "amend 4 play F5@1"]) == 2
        error = capsys.readouterr().err
        assert "does not go with step 4 as it is recorded now" in error
        assert "amend keep 4 LINE, amend stop 4 LINE" in error
        assert table.read_lines(["amend 4"]) == 2
        assert "the line is missing" in capsys.readouterr().err
        assert table.read_lines(["amend stop 4 play F5@1"]) == 0
        assert turns(recorder) == ["1 A play F5@1", "2 B play I5@1"]


class TestTab:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("un", ["undo"]),
            ("am", ["amend"]),
            ("/pa", ["/pause"]),
            ("concede", ["concede"]),
            ("amend ", ["amend 8", "amend 6", "amend 3", "amend 2", "amend 1"]),
            ("undo to 6", ["undo to 6"]),
            ("amend 5 ", ["amend 5 1 A play F5@1 F6@2"]),
        ],
    )
    def test_words_steps_and_lines(self, table: Session, text: str, expected: list[str]) -> None:
        found = [word for word in completions(table, text) if not word.startswith("act")]
        assert [word for word in found if word in expected] == expected

    def test_they_are_not_among_what_is_legal(self, table: Session) -> None:
        assert not {"undo", "note", "pause"} & set(completions(table, ""))


def test_help_tells_them_in_a_block_of_their_own(table: Session, capsys: Shown) -> None:
    table.look("help")
    shown = capsys.readouterr().out
    rules, _, desk = shown.partition("at the desk")
    assert "play F5@1 F6@2" in rules
    for word in ("undo 3", "redo", "amend 12", "reveal 12", "note", "concede A", "agreed draw",
                 "time B", "disqualify", "abandon", "pause", "go on", "clock", "history"):  # fmt: skip
        assert word in desk
    assert max(map(len, desk.splitlines())) <= 80


# -- words and notations -------------------------------------------------------------------------

EVERY = (
    "undo", "undo 3", "undo to 12", "undo confirm", "redo", "redo 5", "amend 12", "reveal 3",
    "note well played", "note 12 well played", "agreed draw", "draw agreed", "time A", "time B",
    "disqualify A", "disqualify B late", "abandon", "abandon A wins", "pause", "resume", "go on",
    "clock", "clocks", "history", "history 40",
)  # fmt: skip
"""What no notation reads; `concede A` is a line of Magical Forge, and then that."""


def positions(key: str, seed: int) -> Match:
    """A match some way into it, at whatever is asked there."""
    game = RACE if key == RACE.key else GAMES[key]
    rng = random.Random(seed)
    match = Match(game, game.settings({}))
    for _ in range(rng.randrange(60)):
        if match.ask is None:
            break
        choose = game.bots["random"]
        ask = match.ask
        match.answer(deal(ask, rng) if ask.seat < 0 else choose(match.state, ask, rng))
        if rng.random() < 0.8:
            match.settle()
    return match


@settings(max_examples=120)
@given(
    key=st.sampled_from(("riftforce", "solforge", "magical_forge", RACE.key)),
    seed=st.integers(0, 60),
    line=st.sampled_from(EVERY),
)
def test_no_notation_reads_the_words_of_the_desk(key: str, seed: int, line: str) -> None:
    match = positions(key, seed)
    assert desk_word(line) is not None
    trial = Match(match.game, match.settings, state=match.state.copy())
    with pytest.raises(GameError):
        decide_line(trial, line)


@given(key=st.sampled_from(("riftforce", "solforge", "magical_forge")), seed=st.integers(0, 60))
def test_no_legal_word_is_a_word_of_the_desk(key: str, seed: int) -> None:
    match = positions(key, seed)
    if match.ask is not None:
        for word in match.game.notation.words(match.state, match.ask):
            found = desk_word(word)
            assert found is None or found.kind == "concession"


class TestACardOfThatName:
    def pause(self, recorder: Recorder) -> Session:
        """A match in which a card is called Pause."""
        creature = {n: Level("", n, n) for n in (1, 2, 3)}
        spell = {n: Level("You gain 1H.", 0, 0) for n in (1, 2, 3)}
        names = ("Pause", *(f"Plain {n}" for n in "QRSTUVWXYZABCDEFGHI"))
        cards = tuple(
            Card(
                name,
                "spell" if name == "Pause" else "creature",
                spell if name == "Pause" else creature,
                "Alloyin" if place < 10 else "Nekrium",
            )
            for place, name in enumerate(names)
        )
        born = (
            Forgeborn("Born", "Alloyin", {2: "Draw a card.", 3: "", 4: ""}),
            Forgeborn("Nobody", "Nekrium", {2: "Draw a card.", 3: "", 4: ""}),
        )
        halves = (
            HalfDeck("Fa", "Alloyin", "Born", names[:10]),
            HalfDeck("Fb", "Nekrium", "Nobody", names[10:]),
        )
        chosen = {
            "cards": one_line(CardSet(cards, born, halves)),
            "deck a": "Fa + Fb",
            "deck b": "Fa + Fb",
            "start": "A",
        }
        record = recorder.new_match(SOLFORGE, chosen, match_id="m")
        for line in ("forge A", "deal A pause", "deal B"):
            recorder.play_line(record, line)
        return Session(recorder, record)

    def test_the_notation_wins_and_a_slash_means_the_desk(self, recorder: Recorder) -> None:
        table = self.pause(recorder)
        found = table.desk.word("/pause")
        assert isinstance(found, DeskWord)
        assert found.kind == "pause"
        assert table.desk.word("pause") is None
        typed(table, "/pause", "/go on", "pause", "quit")
        kinds = [type(event).__name__ for event in recorder.load("m").events]
        assert kinds[-4:-1].count("Paused") + kinds.count("Resumed") == 2
        assert "1 A pause.1" in write_tape(recorder.load("m"))


class TestReading:
    @pytest.mark.parametrize(
        ("line", "expected"),
        [
            ("UNDO 3 lines", DeskWord("undo", 3)),
            ("undo to step 12 confirm", DeskWord("undo", 12, to=True, confirmed=True)),
            ("redo to 5", DeskWord("redo", 5)),
            ("amend keep step 5 play F5@1 {x}",
             DeskWord("amend", 5, otherwise="keep", text="play F5@1 {x}")),
            ("disqualify A [Eve]  too late ",
             DeskWord("disqualification", seat="A", judge="Eve", text="too late")),
            ("concede Ann Lee [Eve]", DeskWord("concession", seat="Ann Lee", judge="Eve")),
            ("/note 5: hm", DeskWord("note", 5, text="hm", insisted=True)),
            ("abandon it rained", DeskWord("abandonment", text="it rained")),
        ],
    )  # fmt: skip
    def test_words(self, line: str, expected: DeskWord) -> None:
        assert desk_word(line) == expected

    @pytest.mark.parametrize(
        "line",
        ["", "play F5@1", "undo it", "amend", "time", "note", "pauses", "draw A Fire", "end"],
    )
    def test_others(self, line: str) -> None:
        assert desk_word(line) is None

    def test_usage(self) -> None:
        assert usage("amend F5") == "amend 12 LINE"
        assert usage("play F5") == ""
        with pytest.raises(GameError, match="has no partner"):
            desk_word("undo {oops")
