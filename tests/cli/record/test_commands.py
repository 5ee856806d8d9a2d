import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from cli.app import app

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples"
SETUP = [
    "draw A Fire",
    "draw B Water",
    "display Earth Light Plant Ice Shadow Crystal Air",
    "start A",
]

Ludograph = Callable[..., Result]


@pytest.fixture(scope="module")
def program() -> typer.Typer:
    return app


@pytest.fixture
def ludograph(program: typer.Typer, tmp_path: Path) -> Ludograph:
    def run(*words: str, text: str | None = None, store: str = "store.sqlite") -> Result:
        environment = {"LUDOGRAPH_STORE": str(tmp_path / store), "COLUMNS": "200"}
        result = CliRunner().invoke(program, list(words), input=text, env=environment)
        assert result.exception is None or isinstance(result.exception, SystemExit), (
            result.exception
        )
        return result

    return run


def fails(result: Result, code: int, words: str) -> None:
    assert result.exit_code == code, result.output
    assert words in result.stderr
    assert "Traceback" not in result.output
    assert len(result.stderr.strip().splitlines()) == 1


def opened(ludograph: Ludograph, *lines: str) -> None:
    assert ludograph("new", "riftforce", "--id", "m", "--players", "Ann, Ben").exit_code == 0
    for line in lines:
        assert ludograph("play", "m", line).exit_code == 0


def steps(ludograph: Ludograph) -> int:
    return len(ludograph("export", "m", "--format", "jsonl").stdout.splitlines()) - 1


def test_a_new_match_says_how_to_go_on(ludograph: Ludograph) -> None:
    result = ludograph("new", "rift", "--players", "Ann, Ben", "--set", "ice=printed")
    assert result.exit_code == 0
    assert "ludograph record" in result.stdout
    listed = json.loads(ludograph("list", "--json").stdout)
    assert listed["total"] == 1
    assert listed["matches"][0]["players"] == ["Ann", "Ben"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess"], "no game 'chess'"),
        (["riftforce", "--players", "Ann"], "two players"),
        (["riftforce", "--set", "ice"], "sets nothing"),
        (["riftforce", "--set", "ice=hot"], "ice cannot be 'hot'"),
        (["riftforce", "--set", "wind=cold"], "no setting 'wind'"),
        (["riftforce", "--date", "2999-01-01"], "future"),
        (["riftforce", "--date", "yesterday"], "is no day"),
        (["riftforce", "--id", "no/slash"], "cannot name a match"),
        (["riftforce", "--clock", "25"], "'25' is no clock"),
        (["riftforce", "--eyes", "C"], "(legal here: A, B, spectator)"),
        (["riftforce", "--best-of", "3"], "which series it is a game of"),
        (["riftforce", "--best-of", "-1", "--series", "x"], "1 to 99 games"),
        (["riftforce", "--set", "guilds a=Fire Water"], "names 2 guilds"),
    ],
)
def test_a_bad_opening_is_one_line_and_opens_nothing(
    ludograph: Ludograph, words: list[str], message: str
) -> None:
    fails(ludograph("new", *words), 2, message)
    assert (
        ludograph("list", "--json").exit_code == 2
        or not json.loads(ludograph("list", "--json").stdout)["matches"]
    )


def test_an_opening_says_what_the_match_belongs_to(ludograph: Ludograph) -> None:
    belongs = ["--event", "Cup", "--round", "2", "--table", "7", "--series", "QF", "--best-of", "3"]
    words = [*belongs, "--clock", "90:00", "--eyes", "spectator", "--date", "2026-01-03"]
    assert ludograph("new", "riftforce", "--id", "m", *words).exit_code == 0
    opening = json.loads(ludograph("export", "m", "--format", "jsonl").stdout)
    assert (opening["event"], opening["round"], opening["table"]) == ("Cup", "2", "7")
    assert (opening["series"], opening["best_of"]) == ("QF", 3)
    assert (opening["clock"], opening["eyes"], opening["on"]) == (
        "1:30:00",
        "spectator",
        "2026-01-03",
    )
    tape = ludograph("export", "m").stdout
    assert "round: 2\ntable: 7\nseries: QF\nbest of: 3\nclock: 1:30:00\neyes: spectator\n" in tape
    assert ludograph("import", "-", text=tape, store="other.sqlite").exit_code == 0
    assert ludograph("export", "m", store="other.sqlite").stdout == tape
    fails(ludograph("import", "-", text=tape.replace("round: 2", "round: 3")), 2, "other round")


def test_an_opening_that_is_refused_makes_no_store(ludograph: Ludograph, tmp_path: Path) -> None:
    fails(ludograph("new", "riftforce", "--clock", "soon"), 2, "is no clock")
    assert not (tmp_path / "store.sqlite").exists()


def test_at_a_seat_only_what_it_sees_is_recorded(ludograph: Ludograph) -> None:
    agreed = ["--set", "guilds a=F W P T", "--set", "guilds b=L I S C", "--set", "start=A"]
    assert ludograph("new", "riftforce", "--id", "m", "--eyes", "A", *agreed).exit_code == 0
    assert ludograph("play", "m", "hand A F5").exit_code == 0
    fails(ludograph("play", "m", "hand B L5"), 2, "B's hidden cards are ??")
    assert steps(ludograph) == 1


def test_when_a_line_happened(ludograph: Ludograph) -> None:
    opened(ludograph, *SETUP[:1])
    assert ludograph("play", "m", "draw B Water [0:12:31] {late}").exit_code == 0
    fails(ludograph("play", "m", f"{SETUP[2]} [30:00:00]"), 2, "step 3 cannot have happened 30:00")
    assert steps(ludograph) == 2
    kept = json.loads(ludograph("export", "m", "--format", "jsonl").stdout.splitlines()[-1])
    assert (kept["occurred"], kept["note"]) == (751_000, "late")
    assert "[" not in ludograph("export", "m").stdout


def test_what_is_imported_without_a_day_is_said(ludograph: Ludograph) -> None:
    undated = "game: riftforce\nmatch: one\n"
    result = ludograph("import", "-", text=undated + "\ngame: riftforce\ndate: 2026-01-03\n")
    assert "1 of them without a date counts as played today" in result.stdout
    again = ludograph("import", "-", text=undated)
    assert "without a date" not in again.stdout
    two = "game: riftforce\nmatch: two\n\ngame: riftforce\nmatch: three\n"
    assert "2 of them without a date count as" in ludograph("import", "-", text=two).stdout
    four = ludograph("import", "-", "--json", text="game: riftforce\nmatch: four\n")
    assert json.loads(four.stdout)["undated"] == 1


def test_a_name_can_be_used_once(ludograph: Ludograph) -> None:
    opened(ludograph)
    fails(ludograph("new", "riftforce", "--id", "m"), 2, "recorded already")


def test_a_line_is_recorded_whole_and_told(ludograph: Ludograph) -> None:
    opened(ludograph, *SETUP)
    result = ludograph("play", "last", "picks Earth Light Plant Ice Shadow Crystal", "face W5")
    assert result.exit_code == 0
    assert "B's W5 lies face up" in result.stdout
    result = ludograph("play", "m", "play F5@3 F6@2 {bold} = 0:0", "--json")
    assert [item["action"]["type"] for item in json.loads(result.stdout)] == [
        "play",
        "play",
        "done",
    ]
    assert "{bold}" in ludograph("export", "m").stdout


def test_a_refused_line_records_nothing_of_it(ludograph: Ludograph) -> None:
    opened(ludograph, *SETUP, "picks Earth Light Plant Ice Shadow Crystal", "face W5")
    before = steps(ludograph)
    fails(ludograph("play", "m", "play F5@1 F6@2 W5@3"), 2, "column 16: ")
    fails(ludograph("play", "m", "play F5@1 F6@3"), 2, "gap")
    fails(ludograph("play", "m", "play F5@1 = 3:0"), 2, "totals are 0:0")
    assert steps(ludograph) == before


def test_lines_from_a_pipe_stop_at_the_first_bad_one(ludograph: Ludograph) -> None:
    opened(ludograph)
    result = ludograph("record", "m", text="\n".join([*SETUP, "picks Earth Earth", "face W5"]))
    assert result.exit_code == 2
    assert "line 5:13" in result.stderr
    assert steps(ludograph) == 4
    text = "picks Earth Light Plant Ice Shadow Crystal\nface W5\nquit\nnonsense"
    assert ludograph("record", "m", text=text).exit_code == 0


def test_commands_that_need_a_store_say_how_to_get_one(ludograph: Ludograph) -> None:
    for words in (["list"], ["record"], ["play", "last", "check"], ["export", "last"]):
        fails(ludograph(*words), 2, "there is no store")


def test_a_file_that_is_no_store_is_named(ludograph: Ludograph, tmp_path: Path) -> None:
    (tmp_path / "store.sqlite").write_bytes(b"no database at all" * 300)
    for words in (["list"], ["new", "riftforce"], ["import", str(EXAMPLES / "club-evening.tape")]):
        result = ludograph(*words)
        assert result.exit_code in (1, 2)
        assert "Traceback" not in result.output
        assert "store" in result.stderr
    assert (tmp_path / "store.sqlite").read_bytes().startswith(b"no database at all")


def test_import_and_export_round_trip(ludograph: Ludograph, tmp_path: Path) -> None:
    files = [str(EXAMPLES / "club-evening.tape"), str(EXAMPLES / "kitchen-table.tape")]
    result = ludograph("import", *files)
    assert result.exit_code == 0
    assert "2 added" in result.stdout
    assert "2 already there" in ludograph("import", *files).stdout
    for form in ("tape", "jsonl"):
        path = tmp_path / f"all.{form}"
        assert ludograph("export", "--all", "--format", form, "-o", str(path)).exit_code == 0
        assert ludograph("import", str(path), store=f"{form}.sqlite").exit_code == 0
        again = ludograph("export", "--all", "--format", form, store=f"{form}.sqlite").stdout
        assert again == path.read_text()


def test_a_bad_match_in_a_file_spares_the_others(ludograph: Ludograph, tmp_path: Path) -> None:
    good = (EXAMPLES / "kitchen-table.tape").read_text()
    bad = good.replace("match: kitchen-table", "match: bad").replace(
        "7 A check = 3:1", "7 A play Q9"
    )
    other = good.replace("match: kitchen-table", "match: other")
    path = tmp_path / "three.tape"
    path.write_text(good + bad + other)
    result = ludograph("import", str(path), "--all-or-nothing")
    fails(result, 2, f"{path}:")
    assert "nothing was imported" in result.stdout
    result = ludograph("import", str(path), "--json")
    assert result.exit_code == 2
    report = json.loads(result.stdout)
    assert (report["added"], report["bad"]) == (2, 1)
    (error,) = report["errors"]
    line = (good + bad).splitlines().index("7 A play Q9") + 1
    assert (error["line"], error["column"]) == (line, 10)


def test_a_match_that_differs_from_the_one_recorded_is_refused(
    ludograph: Ludograph, tmp_path: Path
) -> None:
    good = (EXAMPLES / "kitchen-table.tape").read_text()
    path = tmp_path / "k.tape"
    path.write_text(good[: good.index("8 B play")])
    assert "1 added" in ludograph("import", str(path)).stdout
    path.write_text(good)
    assert "1 went on" in ludograph("import", str(path)).stdout
    path.write_text(good.replace("8 B play T5@5", "8 B play T6@5", 1))
    result = ludograph("import", str(path))
    assert result.exit_code == 2


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"hello\n", b"game: riftforce\n\xff"])
def test_files_that_hold_no_match_are_named(
    ludograph: Ludograph, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "odd.tape"
    path.write_bytes(content)
    result = ludograph("import", str(path))
    assert result.exit_code == 2
    assert str(path) in result.stderr


def test_a_missing_file_is_named(ludograph: Ludograph) -> None:
    fails(ludograph("import", "nowhere.tape"), 2, "nowhere.tape: cannot be read")


def test_simulations_reproduce_and_resume(ludograph: Ludograph) -> None:
    words = ["simulate", "riftforce", "--seed", "4", "--bots", "random,sensible"]
    assert "30 matches" in ludograph(*words, "-n", "30", "--jobs", "1").stdout
    report = json.loads(ludograph(*words, "-n", "80", "--json", "--jobs", "2").stdout)
    assert (report["added"], report["already there"]) == (50, 30)
    assert ludograph(*words, "-n", "80", "--jobs", "1", store="other.sqlite").exit_code == 0
    one, other = (
        ludograph("export", "--all", store=store).stdout.split("\n\ngame:")
        for store in ("store.sqlite", "other.sqlite")
    )
    assert sorted(part.strip() for part in one) == sorted(part.strip() for part in other)
    fails(ludograph("simulate", "riftforce", "--bots", "clever"), 2, "no bot 'clever'")


def test_what_a_seat_may_know_is_all_that_is_exported_for_it(ludograph: Ludograph) -> None:
    ludograph("import", str(EXAMPLES / "club-evening.tape"))
    text = ludograph("export", "club-evening", "--seat", "A").stdout
    assert "hand A S5 C6" in text
    assert "hand B ??" in text
    assert "hand A ??" in ludograph("export", "club-evening", "--seat", "spectator").stdout
    fails(ludograph("export", "club-evening", "--seat", "C"), 2, "no seat 'C'")


def test_scenarios_are_checked(ludograph: Ludograph, tmp_path: Path) -> None:
    path = tmp_path / "s.scenarios"
    text = (EXAMPLES / "riftforce.scenarios").read_text()
    path.write_text(text)
    assert ludograph("check", str(path)).exit_code == 0
    path.write_text(text.replace("score: 5:4", "score: 5:5"))
    result = ludograph("check", str(path))
    assert result.exit_code == 1
    assert "the score is 5:4" in result.stdout
    report = json.loads(ludograph("check", str(path), "--json").stdout)
    assert [item["holds"] for item in report].count(False) == 1
    path.write_text("nonsense\n")
    fails(ludograph("check", str(path)), 2, f"{path}:1: ")


def killed(command: list[str], environment: dict[str, str], after: float) -> None:
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT
    )
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    process.wait()


def whole(listed: dict[str, Any]) -> bool:
    return all(not m["result"].startswith(("open", "damaged")) for m in listed["matches"])


def test_killed_imports_and_simulations_have_whole_matches_and_go_on(
    ludograph: Ludograph, tmp_path: Path
) -> None:
    ludograph("simulate", "riftforce", "-n", "300", "--seed", "8", "--bots", "random", store="from")
    tapes = tmp_path / "all.tape"
    ludograph("export", "--all", "-o", str(tapes), store="from")
    environment = {**os.environ, "LUDOGRAPH_STORE": str(tmp_path / "store.sqlite")}
    command = [sys.executable, "-m", "cli", "import", str(tapes)]
    for after in (0.6, 0.8, 1.0):
        killed(command, environment, after)
        if (tmp_path / "store.sqlite").exists():
            assert whole(json.loads(ludograph("list", "--json", "--limit", "400").stdout))
    assert ludograph("import", str(tapes)).exit_code == 0
    assert json.loads(ludograph("list", "--json").stdout)["total"] == 300
    one, other = (
        sorted(ludograph("export", "--all", store=s).stdout.split("\n\ngame:"))
        for s in ("store.sqlite", "from")
    )
    assert [part.strip() for part in one] == [part.strip() for part in other]


def test_a_comment_alone_is_refused_and_not_dropped(ludograph: Ludograph) -> None:
    opened(ludograph)
    fails(ludograph("play", "m", "{only words}"), 2, "on the same line")


def test_the_word_for_the_newest_match_is_no_name(ludograph: Ludograph) -> None:
    fails(ludograph("new", "riftforce", "--id", "last"), 2, "means the match opened last")


def test_a_list_of_one_game_is_filtered_before_it_is_paged(ludograph: Ludograph) -> None:
    opened(ludograph)
    listed = json.loads(ludograph("list", "--game", "rift", "--limit", "1", "--json").stdout)
    assert (listed["total"], len(listed["matches"])) == (1, 1)
    fails(ludograph("list", "--game", "chess"), 2, "no game")


def test_an_export_for_a_seat_does_not_tell_the_seed(ludograph: Ludograph) -> None:
    ludograph("simulate", "riftforce", "-n", "1", "--seed", "4711")
    assert "4711" in ludograph("export", "last").stdout
    for form in ("tape", "jsonl"):
        assert "4711" not in ludograph("export", "last", "--seat", "A", "--format", form).stdout


def test_a_match_of_that_name_that_was_not_simulated_stops_a_simulation(
    ludograph: Ludograph,
) -> None:
    ludograph("simulate", "riftforce", "-n", "1", "--seed", "5", store="other")
    (match,) = json.loads(ludograph("list", "--json", store="other").stdout)["matches"]
    ludograph("new", "riftforce", "--id", match["match"])
    fails(ludograph("simulate", "riftforce", "-n", "1", "--seed", "5"), 2, "is none of these")


@pytest.mark.parametrize("output", ["", "."])
def test_an_export_needs_a_file(ludograph: Ludograph, output: str) -> None:
    opened(ludograph)
    fails(ludograph("export", "m", "-o", output), 2, "cannot be written")


def test_a_match_imported_with_another_header_is_refused(
    ludograph: Ludograph, tmp_path: Path
) -> None:
    text = (EXAMPLES / "kitchen-table.tape").read_text()
    path = tmp_path / "k.tape"
    for name, old, new in (
        ("players", "Dora", "Dana"),
        ("date", "2026-11-22", "2026-11-21"),
    ):
        path.write_text(text)
        ludograph("import", str(path))
        path.write_text(text.replace(old, new))
        fails(ludograph("import", str(path)), 2, f"with other {name}")


def test_a_match_that_cannot_have_happened_is_named_and_not_a_fault(
    ludograph: Ludograph, tmp_path: Path
) -> None:
    opened(ludograph, *SETUP, "picks Earth Light Plant Ice Shadow Crystal", "face W5", "play F5@1")
    with sqlite3.connect(tmp_path / "store.sqlite") as raw:
        raw.execute(
            """UPDATE stored_events SET state = cast(replace(cast(state AS text), '["turn",1,0]',
            '["destroy",999,1,3],["turn",1,0]') AS blob) WHERE originator_id = 'm'"""
        )
    assert "damaged: match m cannot have happened" in ludograph("list").stdout
    for words in (["export", "m"], ["play", "m", "check"], ["record", "m"]):
        fails(ludograph(*words), 1, "match m cannot have happened")
    with sqlite3.connect(tmp_path / "store.sqlite") as raw:
        raw.execute("UPDATE stored_events SET state = cast(state AS text) WHERE rowid = 3")
    for words in (["export", "m"], ["play", "m", "check"], ["record", "m"]):
        fails(ludograph(*words), 1, "step 2 is no event")


def test_a_fault_of_the_program_is_one_line(
    ludograph: Ludograph, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(ludograph)
    monkeypatch.setattr("cli.match.list_export.write_tape", lambda _: 1 / 0)
    fails(ludograph("export", "m"), 1, "a fault of the program: ZeroDivisionError")


def test_no_room_for_the_output_is_no_fault_of_the_program(
    ludograph: Ludograph, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(ludograph)

    def full(_: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("cli.match.list_export.write_tape", full)
    result = ludograph("export", "m")
    fails(result, 1, "cannot write: No space left on device")
    assert "a fault" not in result.output


def test_an_export_never_lies_over_the_matches(ludograph: Ludograph, tmp_path: Path) -> None:
    opened(ludograph)
    for name in ("store.sqlite", "store.duckdb"):
        fails(ludograph("export", "m", "-o", str(tmp_path / name)), 2, "holds the matches")
    assert ludograph("export", "m").exit_code == 0


def test_what_was_typed_is_shown_as_it_was_typed(ludograph: Ludograph, tmp_path: Path) -> None:
    path = tmp_path / "x.tape"
    path.write_text("#\n" * 98 + "game: riftforce\n:heart:\n")
    assert f"{path}:100:1: " in ludograph("import", str(path)).stderr


def test_workers_end_with_the_process_that_asked_for_them(tmp_path: Path) -> None:
    environment = {**os.environ, "LUDOGRAPH_STORE": str(tmp_path / "s.sqlite")}
    command = [sys.executable, "-m", "cli", "simulate", "riftforce", "-n", "20000", "--jobs", "2"]
    read, write = os.pipe()
    process = subprocess.Popen(command, env=environment, stdout=write, stderr=write, cwd=ROOT)
    os.close(write)
    time.sleep(4)
    process.send_signal(signal.SIGKILL)
    process.wait()
    ended = threading.Event()

    def until_closed() -> None:
        while os.read(read, 4096):
            pass
        ended.set()

    threading.Thread(target=until_closed, daemon=True).start()
    assert ended.wait(15), "a worker still holds the output"


def test_an_end_by_a_line_is_told(ludograph: Ludograph) -> None:
    opened(ludograph, *SETUP)
    said = ludograph("play", "m", "result B wins (time)").stdout
    assert said == "A (Ann) loses on time: B wins 0:0 (time)\n"


def test_an_endless_line_is_not_repeated(ludograph: Ludograph) -> None:
    opened(ludograph, *SETUP)
    for count, words in ((19_000, "…"), (100_000, "the line has 100,000 characters; 20,000")):
        refused = ludograph("play", "m", "x" * count)
        fails(refused, 2, words)
        assert len(refused.stderr) < 1_200


@pytest.mark.parametrize("command", ["note", "play", "rule", "amend"])
def test_a_match_without_what_is_to_be_written_is_no_text_for_the_last_one(
    ludograph: Ludograph, command: str
) -> None:
    opened(ludograph)
    before = ludograph("history", "m").stdout
    refused = ludograph(command, "m")
    assert refused.exit_code == 2, refused.output
    assert "Missing argument" in refused.output
    assert ludograph("history", "m").stdout == before


def test_a_note_of_one_word_is_about_the_last_match(ludograph: Ludograph) -> None:
    opened(ludograph)
    assert ludograph("note", "headache").exit_code == 0
    assert "{headache}" in ludograph("history", "m").stdout


def test_one_unreadable_scenario_hides_no_other(ludograph: Ludograph, tmp_path: Path) -> None:
    path, other = tmp_path / "s.scenarios", tmp_path / "none.scenarios"
    good = (
        "game: riftforce\ngiven:\n  location 1: A F5 | B -\nwhen:\n  check\nthen:\n  score: 1:0\n"
    )
    bad = good.replace("A F5", "A ??")
    path.write_text(f"scenario: one\n{good}\nscenario: two\n{bad}\nscenario: three\n{good}")
    other.write_text("no scenario\n")
    found = ludograph("check", str(other), str(path))
    assert found.exit_code == 2
    assert "holds one\nholds three\n2 of 2 scenarios hold, 2 cannot be read" in found.stdout
    assert f"{path}:13:13: " in found.stderr and "an elemental in play is known" in found.stderr
    assert f"{other}:1: " in found.stderr
