"""audit with rulings, and against other rules, as a person and a program meet it."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from cli.app import app
from domain.games.riftforce.rules.beyond import ALL_ABILITIES
from domain.store.recorder import Recorder
from projections.impact import store as keep
from projections.read.reader import open_reader
from replays.audit.store_audit import audit_store
from tests.replays import laid
from tests.replays.played import RIFTFORCE, make_store, opened, rechained, steps_of


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("audit") / "store.sqlite"
    make_store(path, 9)
    recorder = Recorder(path, durable=False)
    record = laid.laid()
    recorder.add([("table", record.opened, record.events)])
    recorder.add([("flips", opened(), steps_of(82, bots="sensible"))])
    recorder.close()
    return path


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch, nothing_chosen: None) -> None:
    monkeypatch.setenv("COLUMNS", "300")


def run(store: Path, *words: str) -> Result:
    result = CliRunner().invoke(app, ["audit", *words, "--store", str(store)])
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
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.strip().split("\n")) == 1
    return result.stderr


# -- rulings -------------------------------------------------------------------------------------


def test_a_judge_reads_what_was_ruled_below_the_match(store: Path) -> None:
    first, *below, last = printed(store, "table").splitlines()
    assert first == (
        "ok      table  13 steps  A wins 1:0 (concession); 3 rulings, 1 correction, "
        "1 take-back past what was shown"
    )
    told = [line.split(maxsplit=2) for line in below]
    assert [(what, number) for what, number, _ in told] == [
        ("event", "12"), ("event", "17"), ("step", "22"), ("step", "26"), ("step", "29"),
    ]  # fmt: skip
    assert told[2][2].startswith(
        "stood, ruled by Eve: B `2 B play I5@2 I6@5`: B plays I6 at location 5; not legal"
    )
    assert told[3][2].startswith("penalty, ruled by Eve: 1 damage is put on B's I5")
    assert "{slow play} " in told[3][2] and told[3][2].endswith(" UTC, by Carl")
    assert last == "1 match, 13 steps: all well, 1 with rulings or corrections"


def test_a_match_without_rulings_is_a_line(store: Path) -> None:
    assert len(printed(store, "m000").splitlines()) == 2


def test_all_matches_are_summed_up(store: Path) -> None:
    assert "11 matches" in printed(store, "--all")
    assert "1 with rulings or corrections" in printed(store, "--all")


def test_programs_get_everything(store: Path) -> None:
    (report,) = as_json(store, "table")["reports"]
    assert report["verdict"] == "ok"
    assert [one["kind"] for one in report["rulings"]] == ["stood", "penalty", "concession"]
    assert report["rulings"][1] == {
        "step": 26,
        "kind": "penalty",
        "what": report["rulings"][1]["what"],
        "at": report["rulings"][1]["at"],
        "judge": "Eve",
        "why": "slow play",
        "by": "Carl",
    }
    assert report["corrections"][0]["why"] == "misheard"
    assert report["takebacks"][0]["step"] == 12
    assert report["differences"] == report["late"] == []


def test_damage_to_a_ruling_fails(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    record = laid.laid()
    recorder = Recorder(path, durable=False)
    recorder.add([("m1", record.opened, laid.changed(record, laid.TAKEN_BACK, revealed=()))])
    recorder.close()
    rechained(path, "m1")
    result = run(path, "m1")
    assert result.exit_code == 1
    assert "history, event 12: the take-back does not say that step 11" in result.stdout
    assert audit_store(path, jobs=1).failed


# -- against -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--all", "--against", "2019"), "current"),
        (("--all", "--set", "ice=printed"), "--against current"),
        (("--all", "--game", "riftforce"), "--against current"),
        (("--all", "--csv", "x.csv"), "--against current"),
        (("m000", "--all", "--against", "current"), "name matches to audit, or --all"),
        (("--all", "--against", "current", "--set", "ice"), "sets nothing"),
        (("--all", "--against", "current", "--set", "ice=melted"), "melted"),
        (("m000", "--against", "current", "--set", "ice=melted"), "melted"),
        (("--all", "--against", "current", "--set", "colour=red"), "colour"),
        (("--all", "--against", "current", "--game", "chess"), "chess"),
        (("zzz", "--against", "current"), "no match 'zzz'"),
        (("--all", "--against", "current", "--csv", "/nowhere/x.csv"), "cannot be written"),
    ],
)
def test_what_makes_no_sense_is_said(store: Path, words: tuple[str, ...], says: str) -> None:
    assert says in refused(store, *words)


def test_settings_of_which_game_must_be_clear(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "two.sqlite"
    make_store(path, 2)
    recorder = Recorder(path, durable=False)
    from domain.games import GAMES

    recorder.new_match(GAMES["solforge"], {}, ("Ann", "Ben"))
    recorder.close()
    words = ("--all", "--against", "current", "--set", "ice=printed")
    assert "--game riftforce" in refused(path, *words)
    assert printed(path, *words, "--game", "riftforce").endswith("\n")
    assert as_json(path, *words, "--game", "Riftforce")["matches"] == 2


def test_todays_rules_decide_nothing_differently(store: Path) -> None:
    text = printed(store, "--all", "--against", "current")
    assert text == "11 matches: today's rules would decide nothing differently\n"


def test_a_table_of_what_another_setting_would_have_decided(store: Path) -> None:
    text = printed(store, "--all", "--against", "current", "--set", "ice=printed")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    heads = ("match", "players", "rules", "step", "recorded", "now", "result", "result now")
    assert all(head in lines[0] for head in (*heads, "flipped"))
    assert lines[2].startswith("flips") and lines[2].endswith("yes")
    assert "A wins 13:12 (riftforce)   B wins 10:12 (riftforce)" in lines[2]
    assert lines[-1].startswith("11 matches: today's rules with ice=printed would decide ")
    assert "1 of these ends with another result" in lines[-1]


def test_a_named_match_is_told_in_full(store: Path) -> None:
    text = printed(store, "flips", "--against", "current", "--set", "Ice=printed")
    assert "step 47 is the first that is decided differently (damage)" in text
    assert "the rule: Ice: 2 on the first enemy" in text
    assert "result now: B wins 10:12 (riftforce)" in text
    assert "flipped: yes" in text


def test_the_list_for_programs_and_as_csv_and_in_sql(store: Path, tmp_path: Path) -> None:
    words = ("--all", "--against", "current", "--set", "ice=printed")
    file, analytics = tmp_path / "out.csv", tmp_path / "a.duckdb"
    found = as_json(store, *words, "--csv", str(file), "--analytics", str(analytics))
    assert (found["matches"], found["flip"]) == (11, 1)
    assert found["differ"] == len(found["differences"])
    assert found["differences"][0]["match_id"] == "flips"
    assert found["differences"][0]["flipped"] is True
    with file.open() as text:
        rows = list(csv.DictReader(text))
    assert [row["match_id"] for row in rows] == [one["match_id"] for one in found["differences"]]
    assert rows[0]["flipped"] == "yes" and {row["flipped"] for row in rows[1:]} <= {"no", "unknown"}
    with open_reader(store, analytics) as reader:
        sql = "SELECT match_id, flipped, settings FROM rule_differences ORDER BY flipped NULLS LAST"
        kept = list(reader.ask(sql).rows())
    assert len(kept) == found["differ"]
    assert ("flips", True, "ice=printed") in [tuple(row) for row in kept]


def test_an_analytics_file_that_cannot_be_written_is_only_said(store: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter.duckdb"
    letter.write_text("Dear Ann")
    result = run(store, "--all", "--against", "current", "--analytics", str(letter))
    assert result.exit_code == 0
    assert "not kept for SQL" in result.stderr
    assert letter.read_text() == "Dear Ann"


def test_a_damaged_match_is_named_and_fails(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    make_store(path, 3)
    import sqlite3

    raw = sqlite3.connect(path)
    with raw:
        raw.execute("DELETE FROM stored_events WHERE originator_id='m001' AND originator_version=9")
    raw.close()
    result = run(path, "--all", "--against", "current")
    assert result.exit_code == 1
    assert "damaged  m001  step 8 is missing" in result.stdout
    assert result.stdout.strip().endswith("1 damaged (`audit` says how)")


def test_a_plain_audit_after_the_rules_changed_fails_nothing(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ice(t: Any, ice: Any) -> Any:
        """Ice: nothing at all."""
        return
        yield

    monkeypatch.setitem(ALL_ABILITIES, "I", ice)
    recorded = RIFTFORCE.rules_version
    monkeypatch.setattr(RIFTFORCE, "rules_version", "99")
    text = printed(store, "flips")
    assert f"recorded under version {recorded} of the rules, audited with version 99" in text
    assert "today's rules differ from step 47: fact 2 is not what the rules give" in text
    assert "that today's rules would decide differently" in printed(store, "--all", "--jobs", "1")
    shown = printed(store, "--all", "--against", "current", "--jobs", "1")
    assert "flips" in shown and "today's rules would decide" in shown


def test_nothing_kept_is_nothing_lost(tmp_path: Path) -> None:
    assert keep(tmp_path / "a.duckdb", []) == 0
