"""What the program imports before a command runs, and what a command brings with it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import app
from tests.replays.played import make_store

PROGRAM = """
import json, sys
from cli.app import main
sys.argv[0] = "ludograph"
try:
    main()
except SystemExit as left:
    assert not left.code, left.code
print(json.dumps(sorted(sys.modules)))
"""
HEAVY = frozenset(
    (
        *(
            "PIL",
            "altair",
            "cryptography",
            "duckdb",
            "eventsourcing",
            "litestar",
            "numpy",
            "plotext",
        ),
        *("prompt_toolkit", "pyarrow", "pydantic", "scipy", "vl_convert"),
    )
)
ROOMS = frozenset(["domain", "projections", "replays"])
ROUND_THE_COMMANDS = frozenset(
    ["cli", "cli.app", "cli.edge", "cli.program", "cli.program.manual", "cli.program.program"]
)


def modules(*words: str, **environment: str) -> set[str]:
    """The modules that a run of the program has imported when it ends."""
    command = [sys.executable, "-c", PROGRAM, *words]
    env = {"PATH": "/usr/bin:/bin", **environment}
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=60, env=env,
        cwd=Path(__file__).parents[2],
    )  # fmt: skip
    return set(json.loads(done.stdout.splitlines()[-1]))


def heavy(found: set[str]) -> set[str]:
    """The heavy libraries among modules."""
    return {name.split(".")[0] for name in found} & HEAVY


def games(found: set[str]) -> set[str]:
    """The games whose modules are imported."""
    return {name.split(".")[2] for name in found if name.startswith("domain.games.")} - {
        "installed",
        "plugins",
    }


@pytest.mark.parametrize(
    ("words", "variables"),
    [
        (("--help",), {}),
        (("--version",), {}),
        ((), {"_LUDOGRAPH_COMPLETE": "complete_bash", "COMP_WORDS": "ludograph s", "COMP_CWORD": "1"}),
    ],
)  # fmt: skip
def test_help_and_names_of_commands_need_no_commands(
    words: tuple[str, ...], variables: dict[str, str]
) -> None:
    found = modules(*words, **variables)
    assert {name for name in found if name.split(".")[0] == "cli"} == ROUND_THE_COMMANDS
    assert not heavy(found)
    assert {name for name in found if name.split(".")[0] in ROOMS} == {
        "domain",
        "domain.contract",
        "domain.contract.characters",
        "domain.contract.errors",
        "domain.contract.json_text",
    }


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a match of one game."""
    path = tmp_path_factory.mktemp("start") / "s.sqlite"
    make_store(path, 1)
    CliRunner().invoke(app, ["sql", "SELECT 1", "--store", str(path)])
    return path


def test_a_list_needs_the_games_that_are_listed(store: Path) -> None:
    found = modules("list", "--store", str(store))
    assert heavy(found) == {"eventsourcing"}
    assert games(found) == {"riftforce"}
    assert not {name for name in found if name.startswith(("projections", "prompt_toolkit"))}


@pytest.mark.parametrize("words", [("sql", "SELECT 1"), ("stats", "riftforce", "guilds")])
def test_questions_need_no_card_read_and_nothing_else_that_is_heavy(
    store: Path, words: tuple[str, ...]
) -> None:
    """The names and types of facts come from the games, but what cards' words mean does not."""
    found = modules(*words, "--store", str(store))
    assert heavy(found) == {"duckdb"}
    assert not {name for name in found if re.search(r"\.language\.(parser|abilities)$", name)}
