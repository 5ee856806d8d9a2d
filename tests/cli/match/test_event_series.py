"""`event` and `series`: rounds, tables, results and standings."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from cli.app import app
from domain.store.recorder import Recorder

Ludograph = Callable[..., Result]

AGREED = ("--set", "guilds a=F W P T", "--set", "guilds b=L I S C", "--set", "start=A")


@pytest.fixture(scope="module")
def program() -> typer.Typer:
    return app


def at(program: typer.Typer, store: Path) -> Ludograph:
    """The program with a store."""

    def run(*words: str) -> Result:
        environment = {"LUDOGRAPH_STORE": str(store), "COLUMNS": "200"}
        result = CliRunner().invoke(program, list(words), env=environment)
        assert result.exception is None or isinstance(result.exception, SystemExit), (
            result.exception
        )
        return result

    return run


@pytest.fixture
def ludograph(program: typer.Typer, tmp_path: Path) -> Ludograph:
    return at(program, tmp_path / "store.sqlite")


@pytest.fixture(scope="module")
def recorded(program: typer.Typer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small cup: a series that is won, a draw, a match that goes on; and another event."""
    store = tmp_path_factory.mktemp("cup") / "store.sqlite"
    ludograph = at(program, store)

    def played(name: str, players: str, result: str, *words: str) -> None:
        made = ludograph("new", "riftforce", *AGREED, "--id", name, "--players", players, *words)
        assert made.exit_code == 0, made.output
        if result:
            assert ludograph("play", name, f"result {result}").exit_code == 0

    series = ("--event", "Friday Cup", "--round", "1", "--table", "1", "--series", "QF1")
    won = "A wins (concession)"
    played("q1", "Ann, Ben", won, *series, "--best-of", "3")
    played("q2", "Ben, Ann", won, *series, "--best-of", "3")
    played("q3", "Ann, Ben", won, *series, "--best-of", "3")
    played("c1", "Cleo, Dan", "draw (agreed)", "--event", "friday cup", "--round", "1")
    played("f1", "Ann, Cleo", "", "--event", "Friday Cup", "--round", "10", "--table", "2")
    played("e1", "Ann, Eve", won, "--event", "Evening", "--date", "2026-01-03")
    played("n1", "Ann, Eve", won)
    return store


@pytest.fixture
def cup(program: typer.Typer, recorded: Path, tmp_path: Path) -> Ludograph:
    """A store of its own that holds the cup."""
    with (
        sqlite3.connect(recorded) as source,
        sqlite3.connect(tmp_path / "store.sqlite") as copy,
    ):
        source.backup(copy)
    source.close()
    copy.close()
    return at(program, tmp_path / "store.sqlite")


def test_all_events(cup: Ludograph) -> None:
    found = json.loads(cup("event", "--json").stdout)
    assert [(e["event"], e["matches"], e["finished"], e["players"]) for e in found] == [
        ("Evening", 1, 1, 2),
        ("Friday Cup", 5, 4, 4),
    ]
    assert found[0]["from"] == found[0]["to"] == "2026-01-03"
    assert found[1]["rounds"] == ["1", "10"]
    said = cup("event").stdout
    assert "Friday Cup" in said
    assert "2026-01-03" in said


def test_an_event(cup: Ludograph) -> None:
    said = " ".join(cup("event", "friday").stdout.split())
    assert said.startswith("Friday Cup: 5 matches, 1 not finished, 1 series, ")
    assert "1 Ann - Ben Ann wins 2-1 q1 q2 q3" in said
    assert "- Cleo - Dan draw 0:0 (agreed) c1" in said
    assert "round 10 table players result matches 2 Ann - Cleo open f1" in said
    assert (
        "1 Ann 3 1 0 0 2:1 1 2 Cleo 1 0 1 0 0:0 1 2 Dan 1 0 1 0 0:0 - 4 Ben 0 0 0 1 1:2 -" in said
    )


def test_an_event_for_programs(cup: Ludograph) -> None:
    found = json.loads(cup("event", "friday cup", "--json").stdout)
    assert found["event"] == "Friday Cup"
    assert [r["round"] for r in found["rounds"]] == ["1", "10"]
    met = found["rounds"][0]["tables"][0]
    assert (met["players"], met["wins"], met["winner"]) == (["Ann", "Ben"], [2, 1], "Ann")
    assert [(g["A"], g["match"], g["counts"]) for g in met["matches"]] == [
        ("Ann", "q1", True),
        ("Ben", "q2", True),
        ("Ann", "q3", True),
    ]
    assert [(s["rank"], s["player"], s["points"]) for s in found["standings"]] == [
        (1, "Ann", 3),
        (2, "Cleo", 1),
        (2, "Dan", 1),
        (4, "Ben", 0),
    ]


def test_a_series(cup: Ludograph) -> None:
    assert cup("series").stdout == "Friday Cup, round 1, QF1: Ann - Ben: Ann wins 2-1\n"
    said = cup("series", "qf").stdout.splitlines()
    assert said[0] == "Friday Cup, round 1, QF1: Ann - Ben: Ann wins 2-1"
    assert said[3].split()[:3] == ["2", "Ben", "Ann"]
    assert "Ben wins 0:0 (concession)" in said[3]
    (found,) = json.loads(cup("series", "QF1", "--event", "fri", "--json").stdout)
    assert (found["score"], found["best of"], found["over"]) == ("Ann wins 2-1", 3, True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("event", "sunday"), "there is no event 'sunday' (legal here: Evening, Friday Cup)"),
        (("series", "final"), "there is no series 'final' (legal here: QF1)"),
        (("series", "--event", "evening"), "there is no event with series 'evening'"),
    ],
)
def test_what_is_not_there(cup: Ludograph, words: tuple[str, ...], message: str) -> None:
    result = cup(*words)
    assert result.exit_code == 2
    assert message in result.stderr


def test_nothing_yet(ludograph: Ludograph) -> None:
    assert ludograph("event").exit_code == 2
    ludograph("new", "riftforce")
    assert "no match belongs to an event" in ludograph("event").stdout
    assert "no match belongs to a series" in ludograph("series").stdout
    assert json.loads(ludograph("event", "--json").stdout) == []
    assert json.loads(ludograph("series", "--json").stdout) == []


def test_simulated_matches_are_not_read(cup: Ludograph, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cup("simulate", "riftforce", "-n", "3", "--jobs", "1").exit_code == 0
    loaded: list[str] = []
    load = Recorder.load

    def noted(recorder: Recorder, match_id: str) -> object:
        loaded.append(match_id)
        return load(recorder, match_id)

    monkeypatch.setattr(Recorder, "load", noted)
    assert cup("event", "evening").exit_code == 0
    assert sorted(loaded) == ["c1", "e1", "f1", "q1", "q2", "q3"]


def test_a_damaged_match_is_left_out(cup: Ludograph, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "store.sqlite") as connection:
        connection.execute(
            "UPDATE stored_events SET state='{' WHERE originator_id='c1' AND originator_version=2"
        )
    connection.close()
    result = cup("event", "friday")
    assert result.exit_code == 1
    assert "left out: match c1" in result.stderr
    assert "Cleo - Dan" not in result.stdout
    assert "Ann - Ben" in result.stdout
