"""The table of commands, held to the commands and to their page of the documents."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from cli.app import app
from cli.program.manual import ENTRIES, GROUPS

COMMANDS = Path(__file__).parents[2] / "docs" / "commands.md"
PROGRAM: Any = typer.main.get_command(app)
CONTEXT = PROGRAM.make_context("ludograph", [], resilient_parsing=True)


def command(name: str) -> Any:
    """A command as the program finds it."""
    return PROGRAM.get_command(CONTEXT, name)


@pytest.mark.parametrize("name", ENTRIES)
def test_the_help_of_a_command_begins_with_its_line_of_the_table(name: str) -> None:
    found = command(name)
    assert found.name in (name, None)
    assert found.help.splitlines()[0] == ENTRIES[name].help


@pytest.mark.parametrize("name", ENTRIES)
def test_help_is_asked_for_by_h_too(name: str) -> None:
    short, long = (CliRunner().invoke(app, [name, word]) for word in ("-h", "--help"))
    assert short.exit_code == 0
    assert "Usage:" in short.output
    assert short.output == long.output


@pytest.mark.parametrize("name", ENTRIES)
def test_options_have_short_types(name: str) -> None:
    shown = CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "200"}).output
    assert not re.search(r"<(str|int|bool|path|list|int range)\b", shown)


def test_a_command_stands_in_one_group_as_in_the_documents() -> None:
    assert len(ENTRIES) == sum(map(len, GROUPS.values()))
    text = COMMANDS.read_text(encoding="utf-8")
    for group, entries in GROUPS.items():
        _, _, after = text.partition(f"\n## {group}\n")
        names = re.findall(r"^\| `([\w-]+)", after.partition("\n## ")[0], re.MULTILINE)
        assert list(dict.fromkeys(names)) == [entry.name for entry in entries]


def test_the_help_of_the_program_has_every_command_in_its_group() -> None:
    shown = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "200"}).output
    places = [shown.index(f"─ {group} ─") for group in GROUPS]
    assert places == sorted(places)
    for name in ENTRIES:
        assert re.search(rf"^│ {name} ", shown, re.MULTILINE), name


def test_a_wrong_name_is_answered_with_those_like_it() -> None:
    done = CliRunner().invoke(app, ["lst"])
    assert done.exit_code == 2
    assert "Did you mean 'list'?" in done.output


def test_the_version_is_that_of_the_package() -> None:
    done = CliRunner().invoke(app, ["--version"])
    assert done.exit_code == 0
    assert re.fullmatch(r"ludograph \d+\.\d+\.\d+\S*\n", done.output)


class TestValues:
    """Values are taken as they are typed; what is not plainly right is refused as Typer does."""

    @pytest.mark.parametrize(
        ("words", "why"),
        [
            (("list", "--limit", "0"), "greater than or equal to 1"),
            (("list", "--limit", "x"), "valid integer"),
            (("list", "--limit", "9999999999999"), "less than or equal"),
            (("list", "--limit", "-1"), "greater than or equal to 1"),
            (("publish", "out", "--format", "xls"), "--format"),
        ],
    )
    def test_a_wrong_value_is_refused(self, words: tuple[str, ...], why: str) -> None:
        done = CliRunner().invoke(app, list(words), env={"COLUMNS": "200"})
        assert done.exit_code == 2
        assert "Invalid value for '--" in done.output
        assert why in done.output

    def test_values_have_their_types(self) -> None:
        words = ["riftforce", "-n", "7", "--set", "a=b", "--set", "c=d", "--store", "x.sqlite"]
        found = command("simulate").make_context("simulate", words).params
        assert (found["number"], found["seed"]) == (7, 1)
        assert list(found["setting"]) == ["a=b", "c=d"]
        assert found["store"] == Path("x.sqlite")
        assert found["settings_file"] is None
        assert found["json"] is False

    def test_h_is_a_letter_in_lines(self) -> None:
        found = command("play").make_context("play", ["m", "-xh", "--", "-h"])
        assert list(found.params["lines"]) == ["-xh", "-h"]


class TestLast:
    """Where the first word is a match, `last` stands for the one that is not named."""

    @pytest.mark.parametrize(
        ("name", "words", "named"),
        [
            ("show", (), ("m",)),
            ("replay", ("--plain",), ("m", "--plain")),
            ("history", ("--json",), ("m", "--json")),
            ("undo", (), ("m",)),
            ("record", (), ("m",)),
            ("signatures", (), ("m",)),
            ("sign", ("--as", "A", "--key", "k"), ("m", "--as", "A", "--key", "k")),
            ("fork", ("--at", "3"), ("m", "--at", "3")),
            ("prove", ("--event", "Cup"), ("m", "--event", "Cup")),
            ("film", ("f.gif",), ("m", "f.gif")),
            ("note", ("so long",), ("m", "so long")),
            ("rule", ("--judge", "J", "life A 3"), ("m", "--judge", "J", "life A 3")),
            ("play", ("- {tired}",), ("m", "- {tired}")),
            ("amend", ("5", "1 A -", "--dry-run"), ("m", "5", "1 A -", "--dry-run")),
            ("reveal", ("--why", "w", "5", "1 A -"), ("--why", "w", "m", "5", "1 A -")),
        ],
    )
    def test_a_match_that_is_not_named_is_the_last(
        self, name: str, words: tuple[str, ...], named: tuple[str, ...]
    ) -> None:
        without = command(name).make_context(name, list(words)).params
        whole = command(name).make_context(name, list(named)).params
        assert (without["match"], whole["match"]) == ("last", "m")
        assert {**without, "match": "m"} == whole

    def test_every_command_of_a_match_says_so(self) -> None:
        for name in ENTRIES:
            words = [p for p in command(name).params if p.param_type_name == "argument"]
            if words and words[0].name == "match":
                shown = CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "200"}).output
                assert "[default: last]" in shown, name

    @pytest.mark.parametrize("words", [("amend",), ("amend", "5"), ("note",), ("play",)])
    def test_what_is_missing_besides_is_asked_for(self, words: tuple[str, ...]) -> None:
        done = CliRunner().invoke(app, list(words))
        assert done.exit_code == 2
        assert "Missing" in done.output
