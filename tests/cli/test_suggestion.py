"""What Tab suggests in the shell."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from cli import edge
from cli.app import app
from cli.program.manual import ENTRIES
from domain.games.riftforce.game import RIFTFORCE
from domain.store.recorder import Recorder

PROGRAM: Any = typer.main.get_command(app)
WORDS = "import sys; sys.argv[0] = 'ludograph'; from cli.app import main; main()"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with two matches; the later one is the first's return match."""
    path = tmp_path / "s.sqlite"
    recorder = Recorder(path, durable=False)
    recorder.new_match(RIFTFORCE, {}, ("Ann", "Ben"), match_id="friday", event="Club evening")
    recorder.new_match(RIFTFORCE, {}, ("Ben", "Cleo"), match_id="final", series="Cup final")
    recorder.close()
    return path


def suggested(words: str, begun: str, **variables: str) -> list[str]:
    """What a shell is answered for the last word, as far as it is typed."""
    environment = {
        **os.environ,
        **variables,
        "_LUDOGRAPH_COMPLETE": "complete_bash",
        "COMP_WORDS": f"ludograph {words} {begun}",
        "COMP_CWORD": str(len(words.split()) + 1),
    }
    done = subprocess.run(
        [sys.executable, "-c", WORDS], env=environment, text=True, capture_output=True, check=False,
        cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert done.stderr == ""
    return [word for word in done.stdout.splitlines() if word]


@pytest.mark.parametrize(
    ("words", "begun", "found"),
    [
        ("show", "f", ["final", "friday"]),
        ("undo", "", ["last", "final", "friday"]),
        ("export friday", "fi", ["final"]),
        ("event", "C", ["Club evening"]),
        ("series", "", ["Cup final"]),
        ("stats riftforce --player", "", ["Ben", "Cleo", "Ann"]),
        ("stats riftforce --event", "Cl", ["Club evening"]),
        ("new", "rift", ["riftforce"]),
        ("", "sho", ["show"]),
    ],
)
def test_names_come_from_the_store(store: Path, words: str, begun: str, found: list[str]) -> None:
    assert suggested(words, begun, LUDOGRAPH_STORE=str(store)) == found


def test_the_store_that_is_named_is_asked(store: Path) -> None:
    assert suggested(f"--store {store} show", "fri") == ["friday"]
    assert suggested(f"show --store {store}", "fri") == ["friday"]


def test_reports_are_those_of_the_game(store: Path) -> None:
    found = suggested("stats solforge", "", LUDOGRAPH_STORE=str(store))
    assert "ends" in found
    assert "guilds" not in found


@pytest.mark.parametrize("content", [None, b"", b"no database at all"])
def test_nothing_is_said_where_nothing_can_be_read(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "s.sqlite"
    if content is not None:
        path.write_bytes(content)
    assert suggested("show", "", LUDOGRAPH_STORE=str(path)) == []
    assert path.exists() is (content is not None)
    assert content is None or path.read_bytes() == content


def test_every_match_on_the_command_line_is_suggested() -> None:
    edge.chosen.clear()
    context = PROGRAM.make_context("ludograph", [], resilient_parsing=True)
    for name in ENTRIES:
        for param in PROGRAM.get_command(context, name).params:
            if param.param_type_name == "argument" and param.name in ("match", "matches"):
                assert param._custom_shell_complete is not None, name
