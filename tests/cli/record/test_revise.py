"""The commands that change what is recorded: what they print, record and refuse."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from cli.app import app

Ludograph = Callable[..., Result]
SETUP = ("hand A F5 F6 F7 E5 P5 S5 S6", "hand B", "face W5")


@pytest.fixture(scope="module")
def program() -> typer.Typer:
    return app


@pytest.fixture
def ludograph(program: typer.Typer, tmp_path: Path) -> Ludograph:
    """The program; the match m is set up, and two turns are played: steps 4 to 6, and 7 to 8."""

    def run(*words: str, text: str | None = None) -> Result:
        environment = {"LUDOGRAPH_STORE": str(tmp_path / "s.sqlite"), "COLUMNS": "200"}
        result = CliRunner().invoke(program, list(words), input=text, env=environment)
        assert result.exception is None or isinstance(result.exception, SystemExit), (
            result.exception
        )
        assert "Traceback" not in result.output
        return result

    settings = ("guilds a=F E P S", "guilds b=W L I C", "start=A")
    options = [word for setting in settings for word in ("--set", setting)]
    assert run("new", "riftforce", "--id", "m", "--players", "Ann, Ben", *options).exit_code == 0
    for line in (*SETUP, "play F5@1 F6@2", "play I5@1"):
        assert run("play", "m", line, "--by", "Dora").exit_code == 0
    return run


def fine(result: Result) -> str:
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(result: Result, *words: str) -> None:
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert len(result.stderr.strip().splitlines()) == 1
    for part in words:
        assert part in result.stderr


def tape(ludograph: Ludograph) -> list[str]:
    lines = fine(ludograph("export", "m")).splitlines()
    return lines[lines.index("face W5") + 1 :]


def events(ludograph: Ludograph) -> list[dict[str, Any]]:
    out = fine(ludograph("export", "m", "--format", "jsonl"))
    return [json.loads(line) for line in out.splitlines()][1:]


class TestUndoAndRedo:
    def test_a_line_and_back(self, ludograph: Ludograph) -> None:
        said = fine(ludograph("undo", "m", "--by", "Eve", "--note", "typo"))
        assert said.splitlines() == [
            "taken back:",
            "    steps 7-8  2 B play I5@1",
            "the line goes on after step 6 (1 A play F5@1 F6@2); redo brings it back",
        ]
        assert tape(ludograph) == ["1 A play F5@1 F6@2"]
        (event,) = events(ludograph)[8:]
        assert (event["event"], event["to"], event["by"], event["note"]) == (
            "takeback", 6, "Eve", "typo",
        )  # fmt: skip
        said = fine(ludograph("redo", "m"))
        assert "stands again:\n    steps 7-8  2 B play I5@1\n" in said
        assert tape(ludograph) == ["1 A play F5@1 F6@2", "2 B play I5@1"]

    def test_lines_and_steps(self, ludograph: Ludograph) -> None:
        fine(ludograph("undo", "m", "--lines", "2"))
        assert tape(ludograph) == []
        fine(ludograph("redo"))
        fine(ludograph("undo", "m", "--to", "6"))
        assert tape(ludograph) == ["1 A play F5@1 F6@2"]
        refused(ludograph("undo", "m", "--to", "8"), "step 8 of match m was taken back by event")
        refused(ludograph("undo", "m", "--lines", "9", "--confirm"), "nothing more than that")

    def test_what_had_been_shown_wants_to_be_confirmed(self, ludograph: Ludograph) -> None:
        fine(ludograph("play", "m", "check & F6 F7"))
        refused(ludograph("undo", "m"), "step 10 (A draws F6 F7)", "--confirm")
        assert len(events(ludograph)) == 10
        said = fine(ludograph("undo", "m", "--confirm"))
        assert "marked: what was random or hidden had been shown by step 10" in said
        assert events(ludograph)[-1]["revealed"] == [10]

    def test_for_programs(self, ludograph: Ludograph) -> None:
        found = json.loads(fine(ludograph("undo", "m", "--json")))
        assert found["taken_back"] == ["2 B play I5@1"]
        assert (found["match"], found["last"]) == ("m", 6)
        assert [event["event"] for event in found["events"]] == ["takeback"]
        found = json.loads(fine(ludograph("redo", "m", "--to", "8", "--json")))
        assert found["events"][0]["to"] == found["last"] == 8

    def test_what_cannot_be_redone(self, ludograph: Ludograph) -> None:
        refused(ludograph("redo", "m"), "no take-back to take back")
        refused(ludograph("redo", "m", "--to", "6"), "step 6 stands")
        refused(ludograph("redo", "m", "--to", "99"), "has no step 99")
        refused(ludograph("undo", "nonesuch"), "no match 'nonesuch'")


class TestAmend:
    def test_what_was_and_what_is(self, ludograph: Ludograph) -> None:
        said = fine(
            ludograph("amend", "m", "5", "play F5@1 F6@1", "--why", "misread", "--by", "Eve")
        )
        assert said.splitlines() == [
            "step 4 was  1 A play F5@1 F6@2",
            "step 4 is   1 A play F5@1 F6@1",
            "nothing else changes",
            "the line goes on from step 3 with steps 10-14; back to how it was: redo to 8",
        ]
        assert tape(ludograph) == ["1 A play F5@1 F6@1", "2 B play I5@1"]
        event = events(ludograph)[8]
        assert (event["event"], event["wrong"], event["note"], event["by"]) == (
            "amend", 4, "misread", "Eve",
        )  # fmt: skip
        refused(ludograph("amend", "m", "5", "check"), "step 11 stands for it now")

    def test_nothing_is_recorded_that_does_not_fit(self, ludograph: Ludograph) -> None:
        fine(ludograph("play", "m", "act F7: F6@2"))
        line = ("amend", "m", "4", "play F5@1")
        refused(
            ludograph(*line),
            "step 9 (`3 A act F7: F6@2`) does not go with step 4 as it is recorded now",
            "Nothing was recorded",
            "--otherwise keep",
            "--otherwise stop",
        )
        assert len(events(ludograph)) == 11
        said = fine(ludograph(*line, "--otherwise", "stop", "--dry-run"))
        assert "left off, 3 steps:\n    steps 9-11  3 A act F7: F6@2\nnothing was recorded" in said
        assert len(events(ludograph)) == 11
        fine(ludograph(*line, "--otherwise", "stop"))
        assert tape(ludograph) == ["1 A play F5@1", "2 B play I5@1"]
        refused(ludograph(*line, "--otherwise", "perhaps"), "'perhaps'", "--otherwise keep")

    def test_a_misfit_is_kept(self, ludograph: Ludograph) -> None:
        fine(ludograph("undo", "m", "--lines", "2"))
        for text in ("play F5@1", "play I5@1", "check & F6", "play I6@2"):
            fine(ludograph("play", "m", text))
        said = fine(ludograph("amend", "m", "10", "!! check", "--otherwise", "keep"))
        assert "needs less than 7 cards in hand, A has 7: kept as a ruling" in said
        assert "2 B play I5@1" in tape(ludograph)
        assert any("kept when step 10 was corrected" in line for line in tape(ludograph))

    def test_what_comes_out_otherwise(self, ludograph: Ludograph) -> None:
        fine(ludograph("play", "m", "check"))
        said = fine(ludograph("amend", "m", "7", "play I5@2"))
        assert "comes out otherwise now:\n    step 9  3 A check\n" in said
        assert "now        A gains 1 (controls location 1): 1" in said

    def test_an_illegal_or_unreadable_line(self, ludograph: Ludograph) -> None:
        refused(ludograph("amend", "m", "4", "play Q5@1"), "column 6", "no guild is called 'Q'")
        refused(ludograph("amend", "m", "4", "play F5@1 F6@2"), "nothing changes")
        refused(ludograph("amend", "m", "44", "check"), "has no step 44")
        refused(ludograph("amend", "m", "4", " "), "decides nothing")
        assert len(events(ludograph)) == 8

    def test_for_programs(self, ludograph: Ludograph) -> None:
        found = json.loads(fine(ludograph("amend", "m", "4", "play F5@1 F6@1", "--json")))
        assert (found["was"], found["now"]) == ("1 A play F5@1 F6@2", "play F5@1 F6@1")
        assert (found["step"], found["last"], found["recorded"]) == (4, 14, True)
        assert [event["step"] for event in found["events"]] == list(range(9, 15))
        assert found["misfits"] == found["altered"] == []
        found = json.loads(fine(ludograph("amend", "m", "10", "play F5@1", "--json", "--dry-run")))
        assert (found["events"], found["recorded"]) == ([], False)


class TestReveal:
    def test_nothing_else_changes(self, ludograph: Ludograph) -> None:
        said = fine(ludograph("reveal", "m", "2", "hand B I5 I6 L7"))
        assert "step 2 is   hand B I5 I6 L7 ?? ?? ?? ??\nnothing else changes" in said
        assert events(ludograph)[8]["why"] == "reveal"

    def test_contradictions_name_both_steps(self, ludograph: Ludograph) -> None:
        refused(
            ludograph("reveal", "m", "2", "hand B I6 I6 L7 L7 L6 C5 C6"),
            "step 7 (`2 B play I5@1`) does not go with step 2 as it is told now: B holds no I5",
        )
        refused(ludograph("reveal", "m", "1", "hand A ??"), "says something else")
        assert len(events(ludograph)) == 8


class TestRule:
    def test_facts(self, ludograph: Ludograph) -> None:
        said = fine(
            ludograph("rule", "m", "score A +1", "--judge", "Eve", "--kind", "penalty",
                      "--why", "late", "--by", "Dora")
        )  # fmt: skip
        assert said.splitlines()[-1] == "step 9 · ruling (penalty)"
        assert tape(ludograph)[-1] == "! penalty: [Eve] score A +1 = 1:0 {late}"

    def test_a_play_that_stood(self, ludograph: Ludograph) -> None:
        said = fine(ludograph("rule", "m", "!! play E5@1 P5@4", "--judge", "Eve"))
        assert said.splitlines()[-1] == "steps 9-11 · ruling (stood)"
        assert any(line.startswith("!! [Eve]") for line in tape(ludograph))
        assert "no ruling was needed" in fine(ludograph("rule", "m", "!! play I6@2"))

    def test_what_is_none(self, ludograph: Ludograph) -> None:
        refused(ludograph("rule", "m", "banana"), "'banana'")
        refused(ludograph("rule", "m", "score A +1", "--kind", "whim"), "no ruling is called")
        refused(ludograph("rule", "m", "score A +1", "--judge", "a]"), "no brackets")
        refused(ludograph("rule", "m", "!! check", "--kind", "penalty"), "no penalty")
        assert len(events(ludograph)) == 8

    def test_for_programs(self, ludograph: Ludograph) -> None:
        found = json.loads(fine(ludograph("rule", "m", "score A +1", "--json")))
        assert found["events"][0]["event"] == "ruling"
        assert found["words"]


class TestNotesEndsAndClocks:
    def test_a_note(self, ludograph: Ludograph) -> None:
        assert fine(ludograph("note", "m", "hm")) == "noted, on step 8 (2 B play I5@1)\n"
        assert fine(ludograph("note", "m", "hm", "--step", "0")) == "noted, about the match\n"
        refused(ludograph("note", "m", " "), "a note says something")
        refused(ludograph("note", "m", "hm", "--step", "77"), "has no event 77")
        found = json.loads(fine(ludograph("note", "m", "hm", "--step", "3", "--json")))
        assert found["events"][0]["about"] == 3

    @pytest.mark.parametrize(
        ("options", "result", "words"),
        [
            (("--concedes", "ann"), "B wins 0:0 (concession)", "A (Ann) concedes"),
            (("--draw",), "draw 0:0 (agreed)", "both agree on a draw"),
            (("--time", "b"), "A wins 0:0 (time)", "B (Ben) loses on time"),
            (("--disqualified", "A"), "B wins 0:0 (disqualification)", "A (Ann) is disqualified"),
            (("--abandoned",), "no result 0:0 (abandonment)", "the match is broken off"),
            (("--abandoned", "--winner", "A"), "A wins 0:0 (abandonment)", "broken off; A wins"),
        ],
    )
    def test_an_end(
        self, ludograph: Ludograph, options: tuple[str, ...], result: str, words: str
    ) -> None:
        said = fine(ludograph("end", "m", *options, "--judge", "Eve", "--note", "late"))
        assert words in said
        assert result in said
        assert tape(ludograph)[-1] == f"result {result} [Eve] {{late}}"
        refused(ludograph("end", "m", "--draw"), "match m is over already")
        fine(ludograph("undo", "m"))
        assert tape(ludograph)[-1] == "2 B play I5@1"

    @pytest.mark.parametrize(
        "options",
        [
            (),
            ("--draw", "--time", "A"),
            ("--draw", "--winner", "A"),
            ("--concedes", "A", "--time", "B"),
        ],
    )
    def test_an_end_is_said_in_one_way(
        self, ludograph: Ludograph, options: tuple[str, ...]
    ) -> None:
        refused(ludograph("end", "m", *options), "say how it ends, in one way", "--concedes A")

    def test_nobody_of_that_name(self, ludograph: Ludograph) -> None:
        refused(ludograph("end", "m", "--concedes", "Carl"), "'Carl' is no player")

    def test_clocks(self, ludograph: Ludograph) -> None:
        assert fine(ludograph("pause", "m")).startswith("the clocks stand still: ")
        refused(ludograph("pause", "m"), "the clocks stand still already")
        assert json.loads(fine(ludograph("resume", "m", "--json")))["events"][0]["event"] == (
            "resume"
        )
        refused(ludograph("resume", "m"), "the clocks are running")
