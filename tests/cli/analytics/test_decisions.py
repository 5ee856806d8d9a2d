"""`decisions`, as people and programs call it, and what its reports say before and after."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

from cli.app import app
from cli.edge import chosen
from domain.store.recorder import Recorder
from projections.schema.decision_tables import DECISION_TABLES
from tests.domain.simulated import simulated
from tests.projections.feed.test_feed import open_elsewhere
from tests.replays.laid import laid

Run = Callable[..., Result]
TABLES = tuple(table.name for table in DECISION_TABLES)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of people, one of bots, and one of bots of SolForge."""
    path = tmp_path_factory.mktemp("decisions") / "matches.sqlite"
    record = laid()
    recorder = Recorder(path, durable=False)
    recorder.add([("people", record.opened, record.events)])
    for key in ("riftforce", "solforge"):
        one = simulated(key, 4)
        opened = msgspec.structs.replace(one.opened, bots=("random", "random"))
        recorder.add([(f"bots-{key}", opened, one.events)])
    recorder.close()
    return path


@pytest.fixture
def run(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The commands, each test with an analytics file of its own."""
    monkeypatch.setenv("LUDOGRAPH_STORE", str(store))
    monkeypatch.setenv("LUDOGRAPH_ANALYTICS", str(tmp_path / "a.duckdb"))
    monkeypatch.setenv("COLUMNS", "160")
    chosen.clear()
    runner = CliRunner()

    def call(*words: str, code: int = 0) -> Result:
        result = runner.invoke(app, words)
        assert result.exit_code == code, result.output
        return result

    return call


def test_without_more_it_is_those_of_people(run: Run) -> None:
    first = run("decisions").stdout
    assert first.startswith("1 match worked out, ") and "; 0 unchanged\n" in first
    assert [line.split()[:3] for line in first.splitlines() if "people" in line] == [
        ["riftforce", "people", "1"]
    ]
    assert run("decisions").stdout.startswith("0 matches worked out, 0 decisions; 1 unchanged\n")
    assert run("decisions", "--all").stdout.startswith("2 matches worked out, ")
    assert run("decisions", "bots-s", "last").stdout.startswith("0 matches worked out, 0 deci")


def test_for_programs(run: Run) -> None:
    told = json.loads(run("decisions", "--kind", "bots", "--json").stdout)
    assert (told["worked_out"], told["unchanged"], told["differ"], told["unread"]) == (2, 0, {}, {})
    assert told["decisions"] >= sum(row["choices"] for row in told["summary"]) > 50
    assert {(row["game"], row["kind"]) for row in told["summary"]} == {
        ("riftforce", "bots"), ("solforge", "bots"),
    }  # fmt: skip
    asked = json.loads(run("sql", "--json", "SELECT count(*) AS n FROM decisions").stdout)
    assert asked == [{"n": told["decisions"]}]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--kind", "cats"), "no match is of the kind 'cats' (legal here: people, bots, what-if)"),
        (("people", "--all"), "choose matches; or name them"),
        (("--all", "--kind", "bots"), "--all means every kind of match"),
        (("nobody",), "no match 'nobody'"),
        (("--game", "chess"), "chess"),
    ],
)
def test_what_is_not_understood_is_one_line(run: Run, words: tuple[str, ...], said: str) -> None:
    result = run("decisions", *words, code=2)
    assert said in result.output and "Traceback" not in result.output
    assert not result.stdout


def test_no_match_of_that_kind(run: Run) -> None:
    said = run("decisions", "--game", "solforge").stdout
    assert said.startswith("there are no matches (solforge people); --all takes those of bots as")


def test_a_store_that_is_not_there(run: Run, tmp_path: Path) -> None:
    assert "there is no store" in run("decisions", "--store", str(tmp_path / "x"), code=2).output


def test_reports_say_how_to_fill_them(run: Run) -> None:
    command = "`ludograph decisions --game riftforce --all`"
    said = run("stats", "riftforce", "options").output
    assert f"Nothing is worked out yet: {command} does it." in said
    every = run("stats", "riftforce").output
    assert f"left out: options, agreement, agreement_turns; {command} works them out" in every
    assert "Take rate" not in every and every.count("worked out") == 0
    run("decisions")
    some = run("stats", "riftforce", "agreement").output
    assert f"Only 1 match is worked out: {command} works out the others." in some
    run("decisions", "--all")
    whole = run("stats", "riftforce").output
    assert "Take rate" in whole and command not in whole


def test_behind_a_number_are_match_and_step(run: Run) -> None:
    run("decisions", "--all")
    told = json.loads(
        run("stats", "riftforce", "options", "--bots", "--least", "1", "--json").stdout
    )
    (report,) = told["reports"]
    row = max(report["rows"], key=lambda one: one["n"])
    behind = json.loads(
        run(
            "stats", "riftforce", "options", "--bots", "--json",
            *(word for name in report["key"] for word in ("--rows", row[name] or "-")),
        ).stdout
    )  # fmt: skip
    assert len(behind["rows"]) == row["n"]
    assert {one["match_id"] for one in behind["rows"]} == {"bots-riftforce"}
    assert sum(one["taken"] for one in behind["rows"]) == row["taken"]
    assert all(one["step"] for one in behind["rows"])


def test_a_match_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    import sqlite3

    damaged = tmp_path / "damaged.sqlite"
    recorder = Recorder(damaged, durable=False)
    record = laid()
    recorder.add([("good", record.opened, record.events), ("bad", record.opened, record.events)])
    recorder.close()
    with sqlite3.connect(damaged) as con:
        con.execute(
            'UPDATE stored_events SET state = replace(state, \'"prev":"\', \'"prev":"0\') '
            "WHERE originator_id = 'bad' AND originator_version = 5"
        )
    con.close()
    result = run("decisions", "--store", str(damaged), code=1)
    assert "1 match worked out" in result.stdout
    assert "damaged  bad  " in result.stdout and "Traceback" not in result.output


def test_a_file_that_is_kept_by_another_is_one_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from projections import database

    run("decisions")
    opening = database.open_file
    monkeypatch.setattr(database, "open_file", lambda path, *_, **more: opening(path, 0.2, **more))
    with open_elsewhere(tmp_path / "a.duckdb"):
        result = run("decisions", "--all", code=1)
    assert result.output.count("\n") == 1 and "a.duckdb" in result.output


def test_ctrl_c_keeps_what_is_done(store: Path, tmp_path: Path) -> None:
    """The real program, interrupted as soon as it keeps something; then it goes on."""
    many = tmp_path / "many.sqlite"
    recorder = Recorder(many, durable=False)
    one = simulated("riftforce", 4)
    recorder.add([(f"m{n:03}", one.opened, one.events[:40]) for n in range(60)])
    recorder.close()
    words = [sys.executable, "-c", PROGRAM, "--store", str(many), "decisions", "--jobs", "1"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout and first.stderr
        assert first.stderr.readline() == "kept\n"
        first.send_signal(signal.SIGINT)
        said = first.stdout.read() + first.stderr.read()
    assert first.returncode == 130 and "Traceback" not in said
    again = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True)
    worked = int(again.stdout.split()[0])
    assert 0 < worked < 60 and f"; {60 - worked} unchanged" in again.stdout


PROGRAM = """
import sys
from projections.feed import decision_feed
decision_feed.PACE = 0
keep = decision_feed.Keeper.keep
def told(keeper):
    keep(keeper)
    print('kept', file=sys.stderr, flush=True)
decision_feed.Keeper.keep = told
from cli.app import main
main()
"""


def test_nothing_for_a_seat_tells_of_them(run: Run) -> None:
    """Among the answers that were legal are cards in hand."""
    run("decisions", "bots-s")
    tables = " UNION ALL ".join(
        f"SELECT count(*) AS n FROM {table}" for table in (*TABLES, "choices")
    )
    ask = ("sql", "--json", f"SELECT sum(n)::INTEGER AS n FROM ({tables})")
    ((there,),) = (one.values() for one in json.loads(run(*ask).stdout))
    assert there > 100
    for seat in (("--seat", "A"), ("--seat", "spectator"), ()):
        assert json.loads(run(*ask, "--match", "bots-s", *seat).stdout) == [{"n": 0}]
