"""`check-game`, and the games in help, completion and warnings."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli import edge
from cli.games import check_game
from domain.bots.simulation import play_match
from domain.contract.game import Play, Seat, Turn
from domain.games.plugins import InstalledWarning
from domain.record.events import Opened
from domain.record.match import Record
from replays.audit.rerun import run_again

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "examples" / "nim"))
nim: Any = __import__("ludograph_nim")
sys.path.pop(0)


REFUSED = (
    "ludograph: the installed game 'worse' of race 1.0 (simple_race:WORSE) cannot be used: "
    "AttributeError: module 'simple_race' has no attribute 'WORSE'\n"
)


def ludograph(folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cli", *words],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "100", "PYTHONPATH": str(folder), **more},
        text=True,
        capture_output=True,
        check=False,
    )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that, on the path, has the game `race` installed, and one that is refused."""
    folder = tmp_path_factory.mktemp("installed")
    (folder / "simple_race.py").write_text((ROOT / "tests/domain/simple_race.py").read_text())
    info = folder / "race-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: race\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[ludograph.games]\nrace = simple_race:RACE\nworse = simple_race:WORSE\n"
    )
    return folder


def test_a_game_with_dice_draws_and_forced_decisions_holds(installed: Path) -> None:
    done = ludograph(installed, "check-game", "race", "-n", "40", "--json")
    assert (done.returncode, done.stderr) == (0, REFUSED)
    report = json.loads(done.stdout)
    assert report["game"] == "race"
    assert [check["problems"] for check in report["checks"]] == [[]] * 14


def test_the_games_stand_in_help_and_completion(installed: Path) -> None:
    for command in ("new", "stats"):
        done = ludograph(installed, command, "--help")
        assert done.stderr == REFUSED
        assert "riftforce, solforge" in " ".join(done.stdout.replace("│", " ").split())
        assert "race." in done.stdout
    asked = {
        "_LUDOGRAPH_COMPLETE": "complete_bash",
        "COMP_WORDS": "ludograph new r",
        "COMP_CWORD": "2",
    }
    shell = [
        sys.executable,
        "-c",
        "import sys; sys.argv[0] = 'ludograph'; import cli.app as a; a.main()",
    ]
    done = subprocess.run(
        shell,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(installed), **asked},
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.stdout.split() == ["riftforce", "race"]


def test_other_warnings_are_as_they_were(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Any] = []
    monkeypatch.setattr(edge, "_as_python_does", lambda *parts: heard.append(parts))
    edge.show_warning(InstalledWarning("[bold] is left out"), InstalledWarning, "f.py", 3)
    other = UserWarning("something else")
    edge.show_warning(other, UserWarning, "f.py", 3)
    assert capsys.readouterr().err == "ludograph: [bold] is left out\n"
    assert heard == [(other, UserWarning, "f.py", 3, None, None)]


# -- what is found -------------------------------------------------------------------------------


class Shallow(nim.NimState, kw_only=True):  # type: ignore[misc]
    """A state whose copies share the heaps."""

    def copy(self) -> Any:
        other = super().copy()
        other.heaps = self.heaps
        return other


def new_shallow(self: Any, settings: Mapping[str, str]) -> Any:
    return Shallow(heaps=[3, 4, 5])


def cheating(self: Any, play: Play) -> Turn:
    """Takes an object that no fact tells of."""
    play.state.heaps[0] = max(0, play.state.heaps[0] - 1)
    yield from nim.Nim.play_turn(self, play)


def illegal(self: Any, state: Any, ask: Any, rng: random.Random) -> Any:
    return nim.Take(99, 1)


def greedy(self: Any, state: Any, ask: Any, rng: random.Random) -> Any:
    state.scores[0] += 1
    return next(iter(ask.choices))


def half_blind(self: Any, state: Any, seat: Seat | None) -> Any:
    seen = state.copy()
    seen.scores = [0, 0]
    return seen


def flawed(**parts: Any) -> Any:
    """Nim with other methods."""
    return type("Flawed", (nim.Nim,), parts)()


def watched(game: Any) -> list[str]:
    return list(check_game.watched(game, random.Random(1)))


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (nim.NIM, []),
        (flawed(new_state=new_shallow), ["Taken changes copies of the state"]),
        (flawed(play_turn=cheating), ["the rules change the state other than by facts"]),
        (flawed(sensible=illegal), ["the bot sensible chooses Take(count=99, heap=1)"]),
        (flawed(sensible=greedy), ["the bot sensible changes the state"]),
        (flawed(tell=lambda self, fact, state: ""), ["TurnBegan is not told", "Taken is not told"]),
    ],
)
def test_what_is_wrong_in_a_match_is_found(game: Any, said: list[str]) -> None:
    found = watched(game)
    for words in said:
        assert any(words in problem for problem in found), found
    assert bool(found) == bool(said)


def records(game: Any) -> list[Record]:
    settings = game.settings({})
    opened = Opened("nim", "1", settings, ("A", "B"), 0)
    return [
        Record(f"m{n}", game, opened, play_match(nim.NIM, settings, ("random", "random"), 1, n), "")
        for n in range(2)
    ]


def wrong(check: Callable[..., Any], game: Any) -> list[str]:
    return check_game.problems_of(check, game, records(game))


def test_what_is_wrong_otherwise_is_found() -> None:
    assert wrong(check_game.hidden, nim.NIM) == []
    assert any("knows more or less" in p for p in wrong(check_game.hidden, flawed(view=half_blind)))
    assert wrong(check_game.drawn, nim.NIM) == []
    assert wrong(check_game.drawn, flawed(data=lambda self, state: {1: 2})) == [
        "data is not plain data: strings, numbers, lists, and objects with names"
    ]
    assert wrong(check_game.drawn, flawed(board=lambda self, state: {"heap": 2})) == [
        "board is a dict, not a Board"
    ]
    assert wrong(check_game.structure, nim.NIM) == []
    assert wrong(check_game.structure, flawed(name="")) == [
        "name and rules_version must not be empty"
    ]
    assert wrong_settings(flawed(settings=lambda self, words: dict(words))) == [
        "a setting that there is not must be refused with a GameError"
    ]


def test_a_failure_of_the_game_is_a_problem_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUDOGRAPH_DEBUG", raising=False)

    def fails(self: Any, words: Mapping[str, str]) -> dict[str, str]:
        return {}[1]

    (problem,) = wrong_settings(flawed(settings=fails))
    assert problem.startswith("KeyError: 1 (test_registry.py, line ")
    checks = list(check_game.check(flawed(settings=fails)))
    assert [bool(done.problems) for done in checks] == [False, True]


def wrong_settings(game: Any) -> list[str]:
    return check_game.problems_of(check_game.settings, game, [])


def test_an_audit_names_the_rule_of_an_installed_game() -> None:
    """The docstring of the method under which the fact was emitted."""
    record = records(nim.NIM)[0]
    last = record.steps[1]
    (taken, *rest) = last.facts
    other = msgspec.structs.replace(taken, total=taken.total + 1)
    record.steps[1] = msgspec.structs.replace(last, facts=(other, *rest))
    found = run_again(nim.NIM, record.opened, record.steps).finding
    assert found is not None
    assert found.step == 2
    assert found.rule == (
        "Take from one heap; then it is the other's turn, unless that was the last object."
    )
