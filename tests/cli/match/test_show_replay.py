"""show, replay and audit, as a person and a program meet them."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from cli.app import app
from domain.contract.game import UNKNOWN
from domain.formats.tape import Tape, read_tapes
from domain.record.ids import unstamped
from domain.record.times import written_time
from domain.store.recorder import Recorder
from tests.domain.tabled import AGREED, GAMES, dealt_otherwise, evening, ticking
from tests.replays.played import make_store, opened, steps_of


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cli") / "store.sqlite"
    make_store(path, 6)
    return path


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch, nothing_chosen: None) -> None:
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with an evening at a table, and a match that was broken off a minute later."""
    path = tmp_path_factory.mktemp("cli") / "table.sqlite"
    recorder = Recorder(path, durable=False, clock=ticking(pace=17_321))
    evening(recorder)
    other = recorder.new_match(GAMES["riftforce"], AGREED, ("Cem", "Didi"), match_id="bar")
    recorder.end(other, "abandonment", None)
    recorder.close()
    return path


def run(store: Path, *words: str) -> Result:
    result = CliRunner().invoke(app, [*words, "--store", str(store)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def printed(store: Path, *words: str) -> str:
    result = run(store, *words)
    assert result.exit_code == 0, result.output
    return result.stdout


def as_json(store: Path, *words: str) -> Any:
    return json.loads(printed(store, *words, "--json"))


def refused(store: Path, *words: str) -> str:
    result = run(store, *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.strip().split("\n")) == 1
    return result.stderr


# -- show ----------------------------------------------------------------------------------------


def test_show_is_the_board_as_it_is_now(store: Path) -> None:
    text = printed(store, "show", "m000")
    assert "Riftforce m000: Ann (A) against Ben (B), 2025-11-29" in text
    steps = len(steps_of(0, bots="sensible"))
    assert f"step {steps} of {steps}" in text
    assert "hand" in text and "/12" in text


@pytest.mark.parametrize("name", ["m005", "m00", "05", "last"])
def test_a_match_is_found_by_parts_of_its_id(store: Path, name: str) -> None:
    if name == "m00":
        assert "fits several" in refused(store, "show", name)
    else:
        assert as_json(store, "show", name)["match"] == "m005"


def test_show_by_step_and_by_turn(store: Path) -> None:
    opening = as_json(store, "show", "m000", "--step", "0")
    assert (opening["step"], opening["turn"], opening["did"]) == (0, 0, None)
    fourth = as_json(store, "show", "m000", "--turn", "4")
    assert fourth["board"]["turn"] == 4
    assert fourth == as_json(store, "show", "m000", "--step", str(fourth["step"]))
    assert fourth["did"]["changes"][-1]["words"].startswith("turn 4")


def test_show_says_what_is_asked_at_the_end_of_an_unfinished_match(store: Path) -> None:
    ask = as_json(store, "show", "m002")["ask"]
    assert ask["seat"] in ("A", "B") and ask["options"]
    assert f"{ask['seat']} decides next, {ask['about']}: {ask['options'][0]}" in printed(
        store, "show", "m002"
    )
    assert as_json(store, "show", "m002", "--step", "3")["ask"] is None
    assert as_json(store, "show", "m000")["ask"] is None


def test_another_seats_options_and_hand_are_not_shown(store: Path) -> None:
    seat = as_json(store, "show", "m002")["ask"]["seat"]
    other = "B" if seat == "A" else "A"
    own = as_json(store, "show", "m002", "--seat", seat)
    assert own["ask"]["options"] == as_json(store, "show", "m002")["ask"]["options"]
    for eyes in (other, "spectator", "spec"):
        seen = as_json(store, "show", "m002", "--seat", eyes)
        assert "options" not in seen["ask"]
        assert set(seen["board"]["seats"][seat]["hand"]) == {UNKNOWN}


def test_a_deal_that_is_asked_tells_nothing(tmp_path: Path) -> None:
    path = tmp_path / "deal.sqlite"
    recorder = Recorder(path, durable=False)
    recorder.add([("deal", opened(), steps_of(0)[:12])])
    recorder.close()
    full = as_json(path, "show", "deal")["ask"]
    seen = as_json(path, "show", "deal", "--seat", "spectator")["ask"]
    assert full["seat"] == seen["seat"] == "dealer"
    assert set(full["options"]) <= set(seen["options"])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("show", "zzz"), "no match 'zzz'"),
        (("show", "m000", "--step", "9999"), "no step 9999"),
        (("show", "m000", "--step", "-1"), "no step -1"),
        (("show", "m000", "--turn", "9999"), "no turn 9999"),
        (("show", "m000", "--step", "1", "--turn", "1"), "give one of them"),
        (("show", "m000", "--seat", "C"), "nobody looks as 'C'"),
        (("show", "m000", "--seat", ""), "nobody looks as ''"),
        (("replay", "m000", "--from", "9", "--to", "3"), "is behind"),
        (("replay", "m000", "--to", "9999"), "no step 9999"),
        (("replay", "m000", "--from", "-4", "--json"), "no step -4"),
        (("audit", "m000", "--all"), "name matches"),
        (("audit", "zzz"), "no match 'zzz'"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    store: Path, words: tuple[str, ...], says: str
) -> None:
    assert says in refused(store, *words)


@pytest.mark.parametrize("words", [("show", "last"), ("replay", "last"), ("audit", "--all")])
def test_without_a_store_it_is_said(tmp_path: Path, words: tuple[str, ...]) -> None:
    assert "there is no store" in refused(tmp_path / "none.sqlite", *words)
    assert not (tmp_path / "none.sqlite").exists()


# -- replay --------------------------------------------------------------------------------------


def test_plain_tells_every_step_of_every_turn(store: Path) -> None:
    text = printed(store, "replay", "m000", "--plain")
    steps = steps_of(0, bots="sensible")
    for number in range(1, len(steps) + 1):
        assert f"\n  {number:>4}  " in text
    assert sum(max(1, len(step.facts)) for step in steps) == sum(
        line[:6].strip().isdigit() and line.startswith("  ") for line in text.split("\n")
    )
    assert "\n1 " in text and "turn 1: " in text


def test_replay_prints_where_nobody_can_press_keys(store: Path) -> None:
    assert printed(store, "replay", "m000") == printed(store, "replay", "m000", "--plain")


def test_a_part_of_a_match(store: Path) -> None:
    text = printed(store, "replay", "m000", "--plain", "--from", "20", "--to", "22")
    numbers = [line[:6].strip() for line in text.split("\n") if line[:6].strip().isdigit()]
    assert set(numbers) == {"20", "21", "22"}
    opening = printed(store, "replay", "m000", "--plain", "--to", "0")
    assert "the match is opened" in opening


def test_json_is_an_object_a_step(store: Path) -> None:
    objects = [json.loads(line) for line in printed(store, "replay", "m000", "--json").splitlines()]
    assert [one["step"] for one in objects] == list(range(len(objects)))
    assert len(objects) == objects[0]["steps"] + 1
    assert objects[-1] == {
        key: value for key, value in as_json(store, "show", "m000").items() if key != "ask"
    }
    assert objects[-1]["result"]["winner"] in ("A", "B", None)


def test_a_seats_replay_holds_no_card_of_the_other_hand(store: Path) -> None:
    for line in printed(store, "replay", "m000", "--json", "--seat", "A").splitlines():
        moment = json.loads(line)
        for change in (moment["did"] or {"changes": []})["changes"]:
            if change["fact"]["type"] == "draw" and change["fact"]["seat"] == "B":
                assert set(change["fact"]["cards"]) == {UNKNOWN}


# -- audit ---------------------------------------------------------------------------------------


def test_audit_of_named_matches(store: Path) -> None:
    text = printed(store, "audit", "m000", "last", "02")
    assert [line.split()[:2] for line in text.splitlines()[:3]] == [
        ["ok", "m000"],
        ["ok", "m005"],
        ["ok", "m002"],
    ]
    assert "unfinished in turn" in text
    assert "all well" in text and "2 not finished" in text


def test_audit_of_all(store: Path) -> None:
    assert "6 matches" in printed(store, "audit", "--all")
    report = as_json(store, "audit", "--all")
    assert report["ok"] and report["matches"] == 6 and report["failed"] == 0
    assert {one["verdict"] for one in report["reports"]} == {"ok"}
    assert all(one["checked"] == one["steps"] for one in report["reports"])


def test_a_match_that_fails_is_told_in_full(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "damaged.sqlite"
    path.write_bytes(store.read_bytes())
    raw = sqlite3.connect(path)
    with raw:
        raw.execute(
            "DELETE FROM stored_events WHERE originator_id='m001' AND originator_version=12"
        )
    raw.close()
    for words in (("m000", "m001"), ("--all",)):
        result = run(path, "audit", *words)
        assert result.exit_code == 1
        assert "failed  m001" in result.stdout
        assert "chain: step 11 is missing" in result.stdout
        assert "1 failed" in result.stdout
    result = run(path, "audit", "m001", "--json")
    assert result.exit_code == 1
    (one,) = json.loads(result.stdout)["reports"]
    assert one["verdict"] == "failed"
    assert one["findings"][0] | {"what": ""} == {"step": 11, "kind": "chain", "what": ""}
    for words in (("show", "m001"), ("replay", "m001")):
        result = run(path, *words)
        assert result.exit_code == 1
        assert "step 11 is missing" in result.stderr


def test_a_match_without_a_head_can_still_be_audited(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "headless.sqlite"
    path.write_bytes(store.read_bytes())
    raw = sqlite3.connect(path)
    with raw:
        raw.execute("DELETE FROM chain_heads WHERE match_id='m001'")
    raw.close()
    result = run(path, "audit", "m001")
    assert result.exit_code == 1 and "no head is kept" in result.stdout
    assert run(path, "audit", "001").exit_code == 1


def test_what_cannot_have_happened_is_no_traceback(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "odd.sqlite"
    path.write_bytes(store.read_bytes())
    raw = sqlite3.connect(path)
    with raw:
        sql = "SELECT state FROM stored_events WHERE originator_id='m001' AND originator_version=2"
        state = raw.execute(sql).fetchone()[0]
        guild = json.loads(state)["f"][0][2]
        odd = state.replace(f'"{guild}"'.encode(), b'"?"')
        sql = "UPDATE stored_events SET state=? WHERE originator_id='m001' AND originator_version=2"
        raw.execute(sql, (odd,))
    raw.close()
    for words in (
        ("show", "m001", "--step", "1"),
        ("show", "m001", "--step", "1", "--json"),
        ("replay", "m001", "--to", "1"),
        ("replay", "m001", "--json"),
    ):
        result = run(path, *words)
        assert result.exit_code == 1, words
        assert "audit the match" in result.stderr


def test_help_is_short_and_says_what_it_does() -> None:
    for command, says in (("show", "board"), ("replay", "Step through"), ("audit", "Exit code 1")):
        result = CliRunner().invoke(app, [command, "--help"])
        assert result.exit_code == 0 and says in result.stdout


# -- numbers, variations, corrections ------------------------------------------------------------


def test_a_step_is_typed_by_its_number(table: Path) -> None:
    assert as_json(table, "show", "club", "--step", "31")["place"] == 12
    text = printed(table, "show", "club", "--step", "31")
    assert "step 31, 12 of 20 on the line, turn 4 of 7" in text
    text = printed(table, "replay", "club", "--plain", "--from", "30", "--to", "32")
    numbers = [line[:6].strip() for line in text.split("\n") if line[:6].strip().isdigit()]
    assert set(numbers) == {"30", "31", "32"}
    objects = [json.loads(line) for line in printed(table, "replay", "club", "--json").splitlines()]
    assert [one["step"] for one in objects] == [0, 1, 2, 3, *range(23, 39), 40]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("show", "club", "--step", "12"), "taken back by event 13; `ludograph show club --vari"),
        (("show", "club", "--step", "4"), "corrected by event 22; `ludograph show club --variat"),
        (("replay", "club", "--from", "13"), "no step of the game; `ludograph history club`"),
        (("show", "club", "--variation", "13"), "event 13 of match club is no step of the game"),
        (("replay", "club", "--variation", "99"), "no step 99"),
        (("show", "club", "--variation", "12", "--step", "23"), "not on the line that leads to 12"),
        (("replay", "club", "--from", "32", "--to", "25"), "--from 32 is behind --to 25"),
        (("show", "club", "--as-of", "gestern"), "'gestern' is no time"),
        (("show", "club", "--as-of", "2020-01-01"), "club was not opened yet at 2020-01-01"),
        (("show", "club", "--as-of", "@41"), "no event 41; its last is 40"),
        (("show", "club", "--as-of", "@23"), "in the middle of a correction"),
        (("history", "club", "--as-of", "2020-01-01"), "was not opened yet"),
        (("history", "club", "--seat", "C"), "nobody looks as 'C'"),
        (("export", "club", "--as-of", "2020-01-01"), "was not opened yet"),
        (("export", "club", "--seat", "C"), "no seat 'C'"),
        (("list", "--as-of", "19:42"), "'19:42' is no time"),
        (("list", "--as-of", "@3"), "'@3' is no time"),
    ],
)
def test_what_cannot_be_at_a_table_is_refused_in_one_line(
    table: Path, words: tuple[str, ...], says: str
) -> None:
    assert says in refused(table, *words)


def test_a_correction_and_a_take_back_are_told_where_they_belong(table: Path) -> None:
    text = printed(table, "replay", "club", "--plain")
    assert "\n    23  corrected " in text
    assert ": was `1 A play F5@1 F6@1` {misheard}" in text
    assert "\n    30  taken back here: steps 11-12 (`4 B check & L6`), by event 13, Ann, " in text
    assert "\n    32  remark 16, Dora, " in text
    assert "\n    33  ruling (penalty) by Eve {Ben was late}" in text
    assert "\n    38  ruling by Eve: stood although not legal {noticed too late}" in text
    assert "\n    40  B (Ben) concedes, says Eve" in text
    assert text.rstrip().endswith(
        "step 40, 20 of 20 on the line, turn 7 of 7, 1:0, A wins (concession)"
    )
    shown = printed(table, "show", "club", "--step", "30")
    assert "  taken back here: steps 11-12" in shown


def test_a_variation_is_shown_with_its_own_numbers(table: Path) -> None:
    text = printed(table, "show", "club", "--variation", "12")
    assert "step 12, 12 of 12 on a line taken back by event 13" in text
    assert "4 B check & L6" in text
    objects = [
        json.loads(line)
        for line in printed(table, "replay", "club", "--variation", "12", "--json").splitlines()
    ]
    assert [one["step"] for one in objects] == list(range(13))
    assert {one["variation"] for one in objects} == {12}
    assert "the line that stands goes on here with step 23" in printed(
        table, "replay", "club", "--variation", "12", "--plain"
    )


# -- as it stood ---------------------------------------------------------------------------------


def test_a_match_as_it_stood_then(table: Path) -> None:
    opened_at = 1_795_000_000_000
    then = written_time(opened_at + 130_000)
    for words in (("--as-of", then), ("--as-of", "@12")):
        found = as_json(table, "show", "club", *words)
        assert (found["step"], found["steps"], found["beside"]) == (12, 12, [])
    assert "as it stood after event 12" in printed(table, "show", "club", "--as-of", "@12")
    assert f"as it stood {then}" in printed(table, "replay", "club", "--plain", "--as-of", then)
    tape = printed(table, "export", "club", "--as-of", "@12")
    assert tape.rstrip().endswith("4 B check & L6 = 0:2")
    assert printed(table, "export", "club", "--as-of", "@13", "--format", "jsonl").count("\n") == 14


def test_the_list_as_it_stood_then(table: Path) -> None:
    opened_at = 1_795_000_000_000
    found = as_json(table, "list", "--as-of", written_time(opened_at + 130_000))
    assert [(one["match"], one["steps"], one["result"]) for one in found["matches"]] == [
        ("club", 12, "open, 0:2")
    ]
    assert found["total"] == 1
    assert as_json(table, "list", "--as-of", "2020-01-01")["matches"] == []
    assert as_json(table, "list", "--as-of", "2100-01-01") == as_json(table, "list")
    assert "as they stood 2100-01-01" in printed(table, "list", "--as-of", "2100-01-01")
    assert printed(table, "export", "--all", "--as-of", "2020-01-01") == ""


def test_the_list_says_how_matches_ended_at_the_table(table: Path) -> None:
    found = {one["match"]: one["result"] for one in as_json(table, "list")["matches"]}
    assert found == {
        "club": "A wins 1:0 (concession) [Eve]",
        "bar": "no result 0:0 (abandonment)",
    }


# -- history -------------------------------------------------------------------------------------


def test_the_history_tells_every_event(table: Path) -> None:
    lines = printed(table, "history", "club").splitlines()
    assert lines[0].split() == ["event", "recorded", "by", "what"]
    assert lines[1].endswith("Dora  the match is opened: Riftforce, Ann (A) against Ben (B)")
    assert any(
        line.endswith("4 B check & L6 -- taken back by event 13") and line.startswith("11-12  ")
        for line in lines
    )
    assert lines[-1].startswith("40 events; steps 1-3, 23-38, 40 stand")
    found = as_json(table, "history", "club")
    assert [one["number"] for one in found] == list(range(41))
    assert len(as_json(table, "history", "club", "--as-of", "@13")) == 14
    assert "nothing was taken back or corrected" in printed(table, "history", "bar")
    recorder = Recorder(table)
    bar = recorder.load("bar")
    recorder.take_back(bar, confirmed=True)
    recorder.redo(bar)
    assert printed(table, "history", "bar").endswith("; what was taken back stands again\n")


def test_a_tape_with_its_history_is_the_same_match(table: Path, tmp_path: Path) -> None:
    plain, noted = printed(table, "export", "club"), printed(table, "export", "club", "--history")
    assert "#   4 B check & L6\n" in noted
    tapes = [next(iter(read_tapes(text))) for text in (plain, noted)]
    assert all(isinstance(tape, Tape) for tape in tapes)
    steps = [[unstamped(step) for step in tape.steps] for tape in tapes if isinstance(tape, Tape)]
    assert steps[0] == steps[1]
    assert len(steps[0]) == 20
    recorder = Recorder(table)
    taken = recorder.take_in([tape for tape in tapes if isinstance(tape, Tape)][1:])
    recorder.close()
    assert taken == [("club", "already there")]


def test_a_tape_tells_when_lines_happened(table: Path) -> None:
    for words in ((), ("--history",)):
        tape = printed(table, "export", "club", "--times", *words)
        assert "1 A play F5@1 P5@2 [0:0" in tape
        assert " [0:0" not in printed(table, "export", "club", *words)


@pytest.mark.parametrize(("seat", "eyes"), [("A", 0), ("B", 1), ("spectator", None)])
def test_other_hidden_cards_print_nothing_else(
    table: Path, tmp_path: Path, seat: str, eyes: int | None
) -> None:
    """The same for show, replay, history and every export, variations and rulings included."""
    path = tmp_path / "other.sqlite"
    recorder = Recorder(table)
    record = recorder.load("club")
    recorder.close()
    other = dealt_otherwise(record, eyes)
    assert seat == "A" or other.events[0] != record.events[0]
    recorder = Recorder(path, durable=False)
    recorder.add([("club", other.opened, other.events)])
    recorder.close()
    for words in (
        ("show", "club"),
        ("show", "club", "--json"),
        ("show", "club", "--variation", "12"),
        ("replay", "club", "--plain"),
        ("replay", "club", "--json"),
        ("replay", "club", "--variation", "21", "--json"),
        ("history", "club"),
        ("history", "club", "--json"),
        ("export", "club"),
        ("export", "club", "--history"),
        ("export", "club", "--format", "jsonl"),
    ):
        assert printed(table, *words, "--seat", seat) == printed(path, *words, "--seat", seat)
