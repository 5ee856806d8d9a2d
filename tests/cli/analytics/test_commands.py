"""`project`, `sql`, `schema` and `stats`, as people and programs call them."""

from __future__ import annotations

import io
import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import duckdb
import pyarrow
import pyarrow.ipc
import pytest
from rich.table import Table
from typer.testing import CliRunner, Result

from cli.analytics import sql
from cli.analytics.tables import print_table
from cli.app import app
from cli.edge import Output, chosen
from domain.bots.simulation import play_match
from domain.games.riftforce.game import RIFTFORCE
from domain.record.events import Opened
from domain.record.times import iso_time
from domain.store.recorder import Recorder
from projections.games.registry import PROJECTED
from projections.read import saved_queries
from tests.replays.laid import laid

Run = Callable[..., Result]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cli") / "matches.sqlite"
    settings = RIFTFORCE.settings({})
    recorder = Recorder(path, durable=False)
    for index in range(12):
        bots = None if index == 0 else ("sensible", "random")
        opened = Opened(
            "riftforce", "1", settings, ("Ann [x]", "Ben"), 1_764_448_788_123 + index, bots=bots
        )
        steps = play_match(RIFTFORCE, settings, ("sensible", "random"), 5, index)
        recorder.add([(f"m{index}", opened, steps if index != 11 else steps[:40])])
    recorder.close()
    return path


@pytest.fixture
def run(store: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("LUDOGRAPH_STORE", str(store))
    monkeypatch.delenv("LUDOGRAPH_ANALYTICS", raising=False)
    chosen.clear()
    runner = CliRunner()

    def call(*words: str, input: str | None = None, code: int = 0) -> Result:
        result = runner.invoke(app, list(words), input=input)
        assert result.exit_code == code, result.output
        return result

    return call


def test_project(run: Run, store: Path, tmp_path: Path) -> None:
    made = tmp_path / "made.duckdb"
    first = json.loads(run("project", "--analytics", str(made), "--json").stdout)
    assert first["events"] > 500 and made.exists()
    again = run("project", "--analytics", str(made)).stdout
    assert "0 events taken in" in again
    anew = json.loads(run("project", "--analytics", str(made), "--rebuild", "--json").stdout)
    assert anew == first
    run("project")
    assert store.with_suffix(".duckdb").exists()


def test_a_query_as_table(run: Run) -> None:
    out = run("sql", "SELECT match_id, player_a, score_a FROM matches ORDER BY match").stdout
    assert "Ann [x]" in out and "m10" in out and "12 rows" in out
    out = run("sql", "SELECT match_id FROM matches ORDER BY match", "--limit", "3").stdout
    assert "m2" in out and "m3" not in out
    assert "the first 3 of 12 rows" in out
    assert "1 row\n" in run("sql", "SELECT NULL AS nothing").stdout
    assert "0 rows" in run("sql", "SELECT 1 WHERE false").stdout
    assert "PROJECTION" in run("sql", "EXPLAIN SELECT count(*) + 1 FROM steps").stdout.upper()


def test_a_query_for_programs(run: Run) -> None:
    query = "SELECT match_id, winner FROM matches ORDER BY match"
    rows = json.loads(run("sql", query, "--json").stdout)
    assert len(rows) == 12 and rows[0]["match_id"] == "m0" and rows[11]["winner"] is None
    lines = run("sql", query, "--format", "jsonl").stdout.splitlines()
    assert [json.loads(line) for line in lines] == rows
    assert (
        run("sql", query, "--format", "csv", "--limit", "2").stdout.splitlines()[0]
        == "match_id,winner"
    )
    assert len(run("sql", query, "--format", "csv", "--limit", "2").stdout.splitlines()) == 3
    long = run("sql", "SELECT i FROM range(3000) t(i)", "--format", "csv").stdout.splitlines()
    assert len(long) == 3001


def test_a_query_from_the_input(run: Run) -> None:
    assert json.loads(run("sql", "-", "--json", input="SELECT 1\nAS a;\n").stdout) == [{"a": 1}]
    assert json.loads(run("sql", "--json", input="SELECT 2 AS a").stdout) == [{"a": 2}]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (
            "SELECT *\nFROM nowhere",
            "SQL:2:6: Catalog Error: Table with name nowhere does not exist",
        ),
        ("SELEC 1", "SQL:1:1: Parser Error"),
        ("DROP TABLE steps", "DROP is refused: only statements that read are run"),
        ("SELECT 1; SELECT 2", "there are several statements"),
        ("COPY steps TO 'x.csv'", "COPY is refused"),
        ("FROM read_csv('/etc/passwd')", "Permission Error"),
        ("SELECT error('[bold]no')", "[bold]no"),
        ("", "there is no statement"),
    ],
)
def test_a_wrong_query_is_one_line(run: Run, query: str, words: str) -> None:
    result = run("sql", query, code=2)
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.output and result.stdout == ""


def test_errors_in_the_middle_of_the_rows(run: Run) -> None:
    query = "SELECT CASE WHEN i = 9000 THEN error('too far') ELSE i END AS i FROM range(10000) t(i)"
    assert "too far" in run("sql", query, "--format", "csv", code=2).stderr


def test_schema(run: Run) -> None:
    out = run("schema").stdout
    assert "riftforce_damage" in out and "wilson_low(k, n)" in out and "One row a match" in out
    out = run("schema", "riftforce_damage").stdout
    assert "target_guild" in out and "VARCHAR" in out and "guild of the target, in full" in out
    found = json.loads(run("schema", "matches", "--json").stdout)
    assert found["kind"] == "view" and found["columns"][0]["name"] == "match"
    every = json.loads(run("schema", "--json").stdout)
    assert {"openings", "facts"} <= {r["name"] for r in every["relations"]}
    assert len(every["functions"]) == 2
    assert "riftforce_damage" in run("schema", "damage", code=2).stderr


def test_tables_for_a_reader_that_goes_away() -> None:
    """As `| head` does: it is told to who called, and is no end of the program with a failure."""

    class Gone(io.StringIO):
        def write(self, _: str) -> int:
            raise BrokenPipeError

    table = Table("a")
    table.add_row("1")
    with pytest.raises(BrokenPipeError):
        print_table(table, Output(file=Gone()))


def test_statistics(run: Run) -> None:
    out = run("stats", "riftforce").stdout
    assert "11 finished matches" in out and "1 open, not counted" in out
    for title in ("Win rate by guild", "The starter's advantage", "Riftforce by source"):
        assert title in out
    found = json.loads(run("stats", "rift", "starter", "--json").stdout)
    assert found["matches"] == 11 and found["open"] == 1
    rows = {row["turn"]: row for row in found["reports"][0]["rows"]}
    assert rows["first"]["n"] == rows["second"]["n"] == 11
    assert rows["first"]["wins"] + rows["second"]["wins"] + found["draws"] == 11
    assert (
        json.loads(run("stats", "riftforce", "guilds", "--json", "--people").stdout)["matches"] == 1
    )
    assert (
        json.loads(run("stats", "riftforce", "guilds", "--json", "--bots").stdout)["matches"] == 10
    )
    beyond = json.loads(run("stats", "riftforce", "--json", "--expansion", "beyond").stdout)
    assert beyond["matches"] == 0 and len(beyond["reports"]) == len(PROJECTED["riftforce"].reports)
    assert (
        "0 finished matches (expansion beyond)"
        in run("stats", "riftforce", "--expansion", "beyond").stdout
    )


def test_filters_by_name_and_the_game_that_is_recorded(run: Run) -> None:
    bots = json.loads(run("stats", "rift", "guilds", "--bots", "--json").stdout)
    for words in (("--filter", "kind=bots"), ("--filter", " Kind = BOTS", "--bots")):
        assert json.loads(run("stats", "rift", "guilds", "--json", *words).stdout) == bots
    assert json.loads(run("stats", "--json", "--filter", "kind=bots").stdout)["game"] == "riftforce"
    words = ("--filter", "expansion=beyond", "--filter", "ice=printed", "--json")
    found = json.loads(run("stats", "riftforce", "length", *words).stdout)
    assert found["filters"] == {"expansion": "beyond", "ice": "printed"}
    assert found["matches"] == 0


def test_the_sql_that_is_shown_is_what_runs(run: Run) -> None:
    for name in ("guilds", "points", "length"):
        words = ("stats", "riftforce", name, "--bots", "--show-sql")
        (found,) = json.loads(run(*words, "--json").stdout)["reports"]
        assert json.loads(run("sql", found["sql"], "--json").stdout) == found["rows"]
        shown = run(*words).stdout
        assert all(line.rstrip() in shown for line in found["sql"].splitlines())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("riftforce", "weather"), "guilds"),
        (("chess",), "riftforce"),
        (("riftforce", "--bots", "--people"), "exclude each other"),
        (("riftforce", "--expansion", "north"), "beyond"),
        (("riftforce", "--filter", "expansion"), "NAME=VALUE"),
        (("riftforce", "--filter", "weather=fine"), "expansion"),
        (("riftforce", "--filter", "ice=printed", "--ice", "rulebook"), "rulebook and printed"),
        (("--filter", "edition=early"), "no edition"),
    ],
)
def test_wrong_questions(run: Run, words: tuple[str, ...], said: str) -> None:
    result = run("stats", *words, code=2)
    assert said in result.stderr and "Traceback" not in result.output


def test_without_a_store(run: Run, tmp_path: Path) -> None:
    none = str(tmp_path / "none.sqlite")
    for words in (("project",), ("sql", "SELECT 1"), ("stats", "riftforce")):
        result = run(*words, "--store", none, code=2)
        assert "there is no store" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_another_store(run: Run, store: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    recorder = Recorder(other)
    recorder.new_match(RIFTFORCE, {})
    recorder.close()
    path = str(store.with_suffix(".duckdb"))
    run("project")
    result = run("sql", "SELECT 1", "--store", str(other), "--analytics", path, code=2)
    assert "was not made from the store" in result.stderr and "--rebuild" in result.stderr


MAIN = "from cli.app import app; app()"


def environment(store: Path, home: Path) -> dict[str, str]:
    found = {**os.environ, "LUDOGRAPH_STORE": str(store), "HOME": str(home), "TERM": "xterm"}
    found.pop("LUDOGRAPH_ANALYTICS", None)
    return {**found, "XDG_DATA_HOME": str(home / "data"), "PROMPT_TOOLKIT_NO_CPR": "1"}


def test_following_ends_with_ctrl_c(store: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-c", MAIN, "project", "--follow"]
    words += ["--analytics", str(tmp_path / "a.duckdb")]
    with subprocess.Popen(
        words,
        env=environment(store, tmp_path),
        cwd=Path(__file__).parents[3],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        while "taken in" not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
    assert process.returncode == 0 and "stopped" in said and "Traceback" not in said


def test_the_prompt(store: Path, tmp_path: Path) -> None:
    queries = tmp_path / "data" / "ludograph" / "queries"
    saved_queries.save(queries, "answer", "SELECT $n * 100 AS hundreds")
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", MAIN, "sql"],
        env=environment(store, tmp_path),
        cwd=Path(__file__).parents[3],
        stdin=follower,
        stdout=follower,
        stderr=follower,
    ) as process:
        os.close(follower)
        told = b""

        def until(words: bytes) -> None:
            nonlocal told
            deadline = time.time() + 30
            while words not in told and time.time() < deadline:
                told += os.read(leader, 4096)
            assert words in told, told
            told = b""

        until(b"sql>")
        os.write(leader, b"SELECT 40 +\r")
        until(b"...>")
        os.write(leader, b"2 AS answer;\r")
        until(b"1 row")
        os.write(leader, b"SELECT nothing;\r")
        until(b"nothing")
        until(b"sql>")
        os.write(leader, b".schema turns\r")
        until(b"One row a turn")
        os.write(leader, b".saved\r")
        until(b"@answer")
        os.write(leader, b"@answer n=41\r")
        until(b"4100")
        os.write(leader, b".quit\r")
        assert process.wait(timeout=20) == 0
    os.close(leader)
    history = (tmp_path / "data" / "ludograph" / "sql_history").read_text()
    assert "40 +" in history


@pytest.fixture(scope="module")
def laid_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of one match at whose table everything happens once."""
    path = tmp_path_factory.mktemp("laid") / "matches.sqlite"
    record = laid()
    recorder = Recorder(path, durable=False)
    recorder.add([("laid1", record.opened, record.events)])
    recorder.close()
    return path


def test_as_of_a_time(run: Run, laid_store: Path) -> None:
    words = ("--json", "--store", str(laid_store))
    query = "SELECT status, steps, (SELECT count(*) FROM steps) AS n FROM matches"
    (now,) = json.loads(run("sql", query, *words).stdout)
    assert now == {"status": "finished", "steps": 13, "n": 13}
    record = laid()
    then = iso_time(record.opened.at + record.events[26].after)
    (before,) = json.loads(run("sql", query, *words, "--as-of", then).stdout)
    assert before == {"status": "open", "steps": None, "n": len(record.before(28).steps)}
    assert json.loads(run("sql", query, *words, "--as-of", "2001-01-01").stdout) == []
    (at,) = json.loads(run("sql", query, *words, "--match", "laid1", "--as-of", "@11").stdout)
    assert at["n"] == 11
    for moment, unfinished in ((then, 1), (iso_time(record.opened.at - 1), 0)):
        found = json.loads(run("stats", "rift", "length", *words, "--as-of", moment).stdout)
        assert (found["matches"], found["open"], found["as_of"]) == (0, unfinished, moment)
    found = json.loads(run("stats", "rift", "length", *words).stdout)
    steps = next(row for row in found["reports"][0]["rows"] if row["measure"] == "steps")
    assert (found["matches"], steps["n"], steps["most"]) == (1, 1, 13)


def test_what_a_seat_may_know(run: Run, laid_store: Path) -> None:
    words = ("--json", "--store", str(laid_store), "--match", "last")
    hand = "SELECT guild FROM riftforce_draws WHERE seat = 'B' AND step = 2"
    assert None not in {row["guild"] for row in json.loads(run("sql", hand, *words).stdout)}
    for seat, known in (("B", True), ("a", False), ("Spectator", False)):
        rows = json.loads(run("sql", hand, *words, "--seat", seat).stdout)
        assert len(rows) == 7 and (None not in {row["guild"] for row in rows}) == known
    payload = "SELECT payload FROM steps WHERE step = 2"
    assert "L5" in run("sql", payload, *words).stdout
    assert "L5" not in run("sql", payload, *words, "--seat", "A").stdout


def test_a_match_alone_makes_no_file(run: Run, laid_store: Path, tmp_path: Path) -> None:
    path = tmp_path / "none.duckdb"
    words = ("--store", str(laid_store), "--analytics", str(path))
    assert "1 row\n" in run("sql", "FROM openings", "--match", "laid", *words).stdout
    assert not path.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("sql", "SELECT 1", "--seat", "A"), "--match MATCH"),
        (("sql", "SELECT 1", "--match", "m0", "--seat", "C"), "spectator"),
        (("sql", "SELECT 1", "--match", "nobody"), "no match 'nobody'"),
        (("sql", "SELECT 1", "--as-of", "soon"), "'soon' is no time"),
        (("sql", "SELECT 1", "--as-of", "@3"), "--match MATCH"),
        (("sql", "SELECT 1", "--match", "m0", "--as-of", "2001-01-01"), "was not opened yet"),
        (("stats", "riftforce", "--as-of", "@3"), "an event of one match"),
        (("stats", "riftforce", "--people", "--what-if"), "exclude each other"),
    ],
)
def test_wrong_times_and_seats(run: Run, words: tuple[str, ...], said: str) -> None:
    result = run(*words, code=2)
    assert said in result.stderr and "Traceback" not in result.output
    assert result.stderr.count("\n") == 1 and result.stdout == ""


def test_parameters_are_values(run: Run) -> None:
    query = "SELECT $a AS a, typeof($a) AS kind, $b AS b, typeof($b) AS kind_b"
    for a, kind, b, kind_b in (
        ("5", "INTEGER", "1.5", "DOUBLE"),
        ("true", "BOOLEAN", "2026-11-30", "DATE"),
        ("'5'", "VARCHAR", "2026-11-30 19:42", "TIMESTAMP"),
        ("'; DROP TABLE x; --", "VARCHAR", "", "VARCHAR"),
        ("123456789012345678901234567890", "VARCHAR", "a=b", "VARCHAR"),
    ):
        words = ("--json", "-p", f"a={a}", "--param", f" $b ={b}")
        (row,) = json.loads(run("sql", query, *words).stdout)
        assert (row["kind"], row["kind_b"]) == (kind, kind_b)
        if kind == "VARCHAR":
            assert row["a"] == a.strip("'") if a == "'5'" else row["a"] == a
    words = ("-p", "who=Ann [x]", "-p", "n=3", "--json")
    rows = json.loads(run("sql", "FROM matches WHERE player_a = $who LIMIT $n", *words).stdout)
    assert len(rows) == 3


def test_pages(run: Run) -> None:
    query = "SELECT match_id FROM matches ORDER BY match"
    shown = run("sql", query, "--limit", "5", "--offset", "5")
    assert "rows 6 to 10 of 12; --offset 10 goes on" in shown.stdout
    assert "m5" in shown.stdout and "m9" in shown.stdout and "m4" not in shown.stdout
    assert "rows 11 to 12 of 12\n" in run("sql", query, "--limit", "5", "--offset", "10").stdout
    assert "there is none after 12" in run("sql", query, "--offset", "12").stdout
    shown = run("sql", query, "--limit", "5", "--offset", "5", "--format", "jsonl")
    assert [json.loads(line)["match_id"] for line in shown.stdout.splitlines()] == [
        f"m{n}" for n in range(5, 10)
    ]
    assert "rows 6 to 10 of 12" in shown.stderr
    assert run("sql", query, "--format", "csv").stderr == ""
    assert "12 rows" in run("sql", query, "--page").stdout


def test_into_a_file(run: Run, tmp_path: Path) -> None:
    query = "SELECT match_id, turns, settings FROM matches ORDER BY match"
    rows = json.loads(run("sql", query, "--json").stdout)
    for name in ("a.csv", "a.json", "a.jsonl", "a.md", "a.parquet", "a.arrow", "a.txt"):
        path = tmp_path / name
        path.write_text("older")
        result = run("sql", query, "-o", str(path), "--force")
        assert result.stdout == "" and "12 rows in" in result.stderr
    assert json.loads((tmp_path / "a.json").read_text()) == rows
    assert (tmp_path / "a.csv").read_text() == run("sql", query, "--format", "csv").stdout
    assert (tmp_path / "a.md").read_text() == run("sql", query, "--format", "markdown").stdout
    assert (
        "m11" in (tmp_path / "a.txt").read_text() and "\x1b" not in (tmp_path / "a.txt").read_text()
    )
    with duckdb.connect() as con:
        found = con.execute(f"FROM '{tmp_path / 'a.parquet'}'").fetchall()
    assert found == [(r["match_id"], r["turns"], r["settings"]) for r in rows]
    with pyarrow.memory_map(str(tmp_path / "a.arrow")) as source:
        table = pyarrow.ipc.open_file(source).read_all()
    assert table.column("match_id").to_pylist() == [r["match_id"] for r in rows]
    for form in ("parquet", "arrow", "csv"):
        words = ("--limit", "4", "--offset", "10", "--format", form)
        path = tmp_path / f"some.{form}"
        assert "2 rows of 12" in run("sql", query, "-o", str(path), *words).stderr


def test_a_file_is_written_whole_or_not_at_all(run: Run, store: Path, tmp_path: Path) -> None:
    bad = "SELECT CASE WHEN i = 9000 THEN error('too far') ELSE i END AS i FROM range(10000) t(i)"
    for name in ("a.csv", "a.parquet", "a.arrow", "a.md", "a.txt"):
        (tmp_path / name).write_text("older")
        assert "too far" in run("sql", bad, "-o", str(tmp_path / name), "--force", code=2).stderr
        assert (tmp_path / name).read_text() == "older"
    assert len(list(tmp_path.iterdir())) == 5
    for path in (store, store.with_suffix(".duckdb")):
        before = path.read_bytes() if path.exists() else b""
        assert (
            "is what is asked" in run("sql", "SELECT 1", "-o", str(path), "--force", code=2).stderr
        )
        assert not before or path.read_bytes() == before
    said = run("sql", "SELECT 1", "-o", str(tmp_path / "no" / "a.csv"), code=2).stderr
    assert "cannot be written" in said


def test_saved_queries(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert "none is saved yet" in run("sql", "--saved").stdout
    query = "SELECT count(*) AS n FROM matches WHERE turns >= $least"
    said = run("sql", "--save", "long", query, "--about", "long ones").stdout
    assert "sql @long --param least=…" in " ".join(said.split())
    path = tmp_path / "data" / "ludograph" / "queries" / "long.sql"
    assert path.read_text() == f"-- long ones\n{query}\n"
    assert json.loads(run("sql", "@long", "-p", "least=0", "--json").stdout) == [{"n": 11}]
    assert json.loads(run("sql", "-f", str(path), "-p", "least=999", "--json").stdout) == [{"n": 0}]
    assert "@long: the query needs a value for $least" in run("sql", "@long", code=2).stderr
    assert "--replace" in run("sql", "--save", "long", "SELECT 1", code=2).stderr
    path.write_text("-- spoiled\nSELECT nothing")
    assert "@long:2:8:" in run("sql", "@long", code=2).stderr
    assert f"{path}:2:8:" in run("sql", "-f", str(path), code=2).stderr
    run("sql", "--save", "LONG", "-", "--replace", input="SELECT 2 AS two")
    (kept,) = json.loads(run("sql", "--saved", "--json").stdout)
    assert (kept["name"], kept["parameters"], kept["about"]) == ("long", [], "")
    assert sql.complete_query("@") == ["@long"] and sql.complete_query("S") == []
    assert "@long is forgotten" in run("sql", "--forget", "@long").stdout
    assert not path.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("SELECT 1", "--format", "parquet"), "-o FILE"),
        (("SELECT 1", "--format", "arrow"), "-o FILE"),
        (("SELECT $a",), "--param a=VALUE"),
        (("SELECT $a", "-p", "a=1", "-p", "b=1"), "has no $b"),
        (("SELECT $a", "-p", "a=1", "-p", "a=2"), "gives $a twice"),
        (("SELECT 1", "-p", "a"), "NAME=VALUE"),
        (("SELECT 1", "-p", "a b=1"), "NAME=VALUE"),
        (("SELECT $a", "-p", "a=2026-02-30"), "is no day"),
        (("SELECT 1", "-f", "x.sql"), "not both"),
        (("-f", "csv"), "--format csv"),
        (("-f", "none.sql"), "none.sql cannot be read"),
        (("@nope",), "no query @nope"),
        (("@../x",), "is no name"),
        (("--forget", "nope"), "no query @nope"),
        (("--save", "x", "DROP TABLE x"), "DROP is refused"),
        (("--save", "a/b", "SELECT 1"), "is no name"),
    ],
)
def test_wrong_ways_to_ask(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    result = run("sql", *words, code=2)
    assert said in result.stderr and result.stderr.count("\n") == 1 and result.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_the_pager(store: Path, tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    paged = tmp_path / "paged"
    environ = {**environment(store, tmp_path), "PAGER": f"tee {paged}"}
    query = "SELECT i, repeat('x', 300) AS wide FROM range(60) t(i)"
    with subprocess.Popen(
        [sys.executable, "-c", MAIN, "sql", query, "--page"],
        env=environ,
        cwd=Path(__file__).parents[3],
        stdin=subprocess.DEVNULL,
        stdout=follower,
        stderr=follower,
    ) as process:
        os.close(follower)
        with suppress(OSError):
            while os.read(leader, 65536):
                pass
        assert process.wait(timeout=30) == 0
    os.close(leader)
    text = paged.read_text()
    assert "60 rows" in text and "x" * 300 in text
