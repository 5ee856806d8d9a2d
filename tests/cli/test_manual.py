"""The table of commands, held to the commands and to their page of the documents."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from cli.app import app
from cli.manual import ENTRIES, GROUPS

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
