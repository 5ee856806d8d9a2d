"""show, replay and audit, as a person and a program meet them."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from cli import edge, replaying
from domain.game import UNKNOWN
from domain.recorder import Recorder
from tests.replays.played import make_store, opened, steps_of

app = typer.Typer(pretty_exceptions_enable=False)
replaying.add_to(app)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cli") / "store.sqlite"
    make_store(path, 6)
    return path


@pytest.fixture(autouse=True)
def nothing_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edge, "chosen", {})
    monkeypatch.setenv("COLUMNS", "200")
    for console in (edge.console, edge.errors):
        monkeypatch.setattr(console, "_file", None)


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
        (("audit",), "name matches"),
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
