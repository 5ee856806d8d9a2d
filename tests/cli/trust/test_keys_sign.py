"""Keys, signatures, dossiers and their verification, as people and programs meet them."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from cli.app import app
from domain.branch.fork import fork
from domain.record.events import Noted
from domain.store.recorder import Recorder
from tests.replays.played import opened, rechained, steps_of

CUP = "Spring Cup"


@pytest.fixture(autouse=True)
def places(monkeypatch: pytest.MonkeyPatch, nothing_chosen: None, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("LUDOGRAPH_STORE", str(tmp_path / "store.sqlite"))
    monkeypatch.setenv("LUDOGRAPH_KEYS", str(tmp_path / "keys"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Three matches of a cup, the last unfinished, and one of none."""
    path = tmp_path / "store.sqlite"
    recorder = Recorder(path, durable=False)
    cup = opened()
    cup = type(cup)(**{n: getattr(cup, n) for n in cup.__struct_fields__} | {"event": CUP})
    for index in range(3):
        steps = steps_of(index, bots="sensible")
        recorder.add([(f"cup{index}", cup, steps if index < 2 else steps[:20])])
    recorder.add([("alone", opened(), steps_of(3, bots="sensible"))])
    recorder.close()
    return path


def run(*words: str, typed: str = "") -> Result:
    result = CliRunner().invoke(app, words, input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def printed(*words: str, typed: str = "") -> str:
    result = run(*words, typed=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


def as_json(*words: str) -> Any:
    return json.loads(printed(*words, "--json"))


def refused(*words: str, code: int = 2) -> str:
    result = run(*words)
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    return result.stderr


def append(store: Path, match_id: str, *events: Any) -> None:
    recorder = Recorder(store, durable=False)
    recorder.append(recorder.load(match_id), list(events))
    recorder.close()


def rewrite(store: Path, match_id: str, version: int, old: str, new: str) -> None:
    """Change an event where it lies."""
    where = "originator_id=? AND originator_version=?", (match_id, version)
    raw = sqlite3.connect(store)
    with raw:
        (state,) = raw.execute(
            f"SELECT state FROM stored_events WHERE {where[0]}", where[1]
        ).fetchone()
        assert old.encode() in state
        changed = state.replace(old.encode(), new.encode())
        raw.execute(f"UPDATE stored_events SET state=? WHERE {where[0]}", (changed, *where[1]))
    raw.close()


def signed_cup() -> None:
    for name in ("ann", "ben", "eve"):
        run("key", "new", name)
    for role, name in (("A", "ann"), ("B", "ben"), ("judge", "eve")):
        printed("sign", "cup0", "--as", role, "--key", name)


# -- keys ----------------------------------------------------------------------------------------


def test_a_key_is_made_listed_and_shown(tmp_path: Path) -> None:
    assert "no keys" in printed("key", "list")
    made = printed("key", "new", "ann")
    key = as_json("key", "show", "ann")
    assert key["fingerprint"] in made
    assert key["fingerprint"] in printed("key", "list")
    assert key["public"] in printed("key", "show", "ann")
    assert as_json("key", "list") == [key]
    assert key == {**key, "name": "ann", "locked": False}
    secret = (tmp_path / "keys" / "ann.key").read_text().splitlines()[1]
    assert all(secret not in words for words in (made, printed("key", "show", "ann"), str(key)))
    if os.name == "posix":
        assert (tmp_path / "keys" / "ann.key").stat().st_mode & 0o777 == 0o600


def test_keys_lie_where_the_option_says(tmp_path: Path) -> None:
    printed("key", "new", "ann", "--keys", str(tmp_path / "other"))
    assert (tmp_path / "other" / "ann.key").exists()
    assert "no keys" in printed("key", "list")


def test_a_key_with_a_password(store: Path) -> None:
    made = run("key", "new", "ann", "--password", typed="secret\nsecret\n")
    assert made.exit_code == 0
    assert "secret" not in made.output
    assert "password" in printed("key", "list")
    before = store.read_bytes()
    refusal = run("sign", "cup0", "--as", "A", "--key", "ann", typed="wrong\n")
    assert refusal.exit_code == 2
    assert "the password is wrong" in refusal.stderr
    assert store.read_bytes() == before
    done = run("sign", "cup0", "--as", "A", "--key", "ann", typed="secret\n")
    assert done.exit_code == 0, done.output
    assert "A signs match cup0" in done.stdout
    assert "secret" not in done.output


def test_keys_that_are_not_there_or_there_already() -> None:
    printed("key", "new", "ann")
    assert "already" in refused("key", "new", "ann")
    assert "legal here: ann" in refused("key", "show", "ben")
    assert "cannot name a key" in refused("key", "new", "../ben")


# -- signatures ----------------------------------------------------------------------------------


def test_who_signed_up_to_where(store: Path) -> None:
    assert "nobody has signed it" in printed("signatures", "cup0")
    signed_cup()
    last = len(steps_of(0, bots="sensible"))
    found = as_json("signatures", "cup0")
    assert (found["match"], found["last"]) == ("cup0", last)
    assert [(s["role"], s["upto"], s["later"], s["holds"]) for s in found["signatures"]] == [
        (role, last, 0, True) for role in ("A", "B", "judge")
    ]
    append(store, "cup0", Noted(note="B's last card was another"), Noted(note="and then"))
    text = printed("signatures", "cup0")
    assert f"signed by A up to step {last}; 2 events came after" in text
    assert "(ann)" in text
    assert "(eve)" in text
    printed("sign", "cup0", "--as", "a", "--key", "ann", "--by", "Carla")
    (*_, again) = as_json("signatures", "cup0")["signatures"]
    assert (again["upto"], again["later"], again["by"]) == (last + 5, 0, "Carla")


def test_what_is_refused_is_not_recorded(store: Path) -> None:
    signed_cup()
    before = as_json("signatures", "cup0")
    assert "has signed" in refused("sign", "cup0", "--as", "A", "--key", "ann")
    assert "legal here: A, B, judge" in refused("sign", "cup0", "--as", "C", "--key", "ann")
    assert "no key 'zoe'" in refused("sign", "cup0", "--as", "A", "--key", "zoe")
    assert "no match" in refused("sign", "nope", "--as", "A", "--key", "ann")
    assert "--unfinished" in refused("sign", "cup2", "--as", "A", "--key", "ann")
    assert as_json("signatures", "cup0") == before
    assert as_json("signatures", "cup2")["signatures"] == []
    assert "not finished" in printed("sign", "cup2", "--as", "A", "--key", "ann", "--unfinished")


def test_one_key_in_two_roles_is_said(store: Path) -> None:
    printed("key", "new", "ann")
    printed("key", "new", "ben")
    for role, name in (("A", "ann"), ("judge", "ann"), ("A", "ben")):
        printed("sign", "cup0", "--as", role, "--key", name)
    text = printed("signatures", "cup0")
    assert "A and the judge signed with the same key" in text
    assert "A signed with 2 different keys" in text


def test_a_store_that_was_rewritten_is_no_longer_signed(store: Path) -> None:
    signed_cup()
    rewrite(store, "cup0", 1, "Ann", "Eve")
    for command in ("signatures", "dossier"):
        assert "breaks at the opening" in refused(command, "cup0", code=1)
    rechained(store, "cup0")
    done = run("signatures", "cup0")
    assert done.exit_code == 1
    assert done.stdout.count("does not hold") == 3
    printed("dossier", "cup0", "-o", "d.json")
    assert run("verify", "d.json").stdout.count("does not hold") == 3


def test_the_audit_names_signatures_that_no_longer_hold(store: Path) -> None:
    """Names that were changed, and everything that follows from them: the chain alone agrees."""
    signed_cup()
    signed = len(steps_of(0, bots="sensible"))
    assert "all well" in printed("audit", "--all")
    rewrite(store, "cup0", 1, "Ann", "Eve")
    rechained(store, "cup0")
    for words in (("cup0",), ("--all", "--jobs", "1")):
        done = run("audit", *words)
        assert done.exit_code == 1
        for number, role in enumerate(("A", "B", "judge"), signed + 1):
            assert (
                f"step {number}: the signature as {role} does not hold: it was not given for this"
                in done.stdout
            )
        assert "1 failed" in done.stdout
    done = run("audit", "cup0", "cup1", "--json")
    assert done.exit_code == 1
    first, second = json.loads(done.stdout)["reports"]
    assert [(one["kind"], one["step"]) for one in first["findings"]] == [
        ("signature", signed + n) for n in (1, 2, 3)
    ]
    assert second["findings"] == []


def test_a_signature_holds_where_the_match_was_taken_over(store: Path) -> None:
    """JSON Lines tell a match event by event, so what was signed is what is stored again."""
    signed_cup()
    printed("export", "cup0", "--format", "jsonl", "-o", "cup0.jsonl")
    printed("import", "cup0.jsonl", "--store", "other.sqlite")
    assert "all well" in printed("audit", "--all", "--store", "other.sqlite")
    assert printed("signatures", "last", "--store", "other.sqlite").count("signed by") == 3


# -- dossiers ------------------------------------------------------------------------------------


def test_a_dossier_of_an_event_holds_without_the_store(store: Path) -> None:
    signed_cup()
    done = run("dossier", "--event", CUP, "-o", "cup.json")
    assert done.exit_code == 0
    assert "3 matches of Spring Cup written to cup.json" in done.stderr
    assert "hidden cards" in done.stderr
    assert "not finished: cup2" in done.stderr
    store.unlink()
    text = printed("verify", "cup.json")
    assert "the dossier holds: 3 matches of Spring Cup" in text
    assert text.count("signed by") == 3
    found = as_json("verify", "cup.json")
    assert (found["ok"], found["event"], found["wrong"]) == (True, CUP, [])
    assert found["root"] in done.stderr
    assert [m["match"] for m in found["matches"]] == ["cup0", "cup1", "cup2"]
    assert [m["checked"] for m in found["matches"]] == [
        len(steps_of(0, bots="sensible")),
        len(steps_of(1, bots="sensible")),
        20,
    ]


def test_a_what_if_is_no_match_of_an_event(store: Path) -> None:
    recorder = Recorder(store)
    record = recorder.load("cup0")
    opened, steps = fork(record, 3, recorder.clock())
    recorder.add([("if", opened, steps)])
    assert (
        "3 matches of Spring Cup written" in run("dossier", "--event", CUP, "-o", "c.json").stderr
    )
    assert "1 match written" in run("dossier", "if", "-o", "if.json").stderr


def test_the_same_matches_give_the_same_dossier(store: Path) -> None:
    one = printed("dossier", "cup0", "alone", "cup0")
    assert printed("dossier", "alone", "cup0") == one
    assert len(json.loads(one)["matches"]) == 2


def test_a_proof_shows_one_match_and_leads_to_the_root_of_all(store: Path) -> None:
    printed("dossier", "--event", CUP, "-o", "cup.json")
    root = json.loads(Path("cup.json").read_text())["root"]
    for n in range(3):
        printed("prove", f"cup{n}", "--event", CUP, "-o", "one.json", "--force")
        text = printed("verify", "one.json", "--root", root)
        assert f"1 match as number {n + 1} of 3 matches of Spring Cup" in text
        assert "as named" in text
        assert {m["match"] for m in as_json("verify", "one.json")["matches"]} == {f"cup{n}"}
    assert "none of the event" in refused("prove", "alone", "--event", CUP)


def test_the_root_and_the_keys_that_are_named_must_be_there(store: Path) -> None:
    signed_cup()
    printed("dossier", "cup0", "-o", "d.json")
    root = as_json("verify", "d.json")["root"]
    ann, eve = (as_json("key", "show", name) for name in ("ann", "eve"))
    named = ("--root", root.upper(), "--key", ann["fingerprint"], "--key", f"judge={eve['public']}")
    printed("verify", "d.json", *named)
    other = run("verify", "d.json", "--root", "0" * 64)
    assert other.exit_code == 1
    assert "not the one that was named" in other.stdout
    wrong = run("verify", "d.json", "--key", f"B={ann['fingerprint']}")
    assert wrong.exit_code == 1
    assert f"the key {ann['fingerprint']} has not signed it as B" in wrong.stdout
    assert "no root" in refused("verify", "d.json", "--root", "abc")
    assert "no fingerprint" in refused("verify", "d.json", "--key", "abc")


def test_a_result_reversed_after_it_was_signed_is_said_and_can_be_refused(store: Path) -> None:
    signed_cup()
    before = printed("signatures", "cup0").splitlines()[0].rpartition(": ")[2]
    winner = before[0]
    assert before.startswith(f"{winner} wins")
    printed("undo", "cup0")
    printed("end", "cup0", "--concedes", winner)
    after = printed("signatures", "cup0")
    assert f"2 events came after, on {before}, key" in after
    assert "cup0: Riftforce" in after
    end = after.splitlines()[0].rpartition(": ")[2]
    assert not end.startswith(f"{winner} wins")
    note = f"A signed {before}; the result at the end is another: {end}"
    assert note in after
    assert [s["result"] for s in as_json("signatures", "cup0")["signatures"]] == [before] * 3
    printed("dossier", "cup0", "-o", "d.json")
    ann, ben = (as_json("key", "show", name)["fingerprint"] for name in ("ann", "ben"))
    assert note in printed("verify", "d.json", "--key", ann)
    for key in ((), ("--key", ann)):
        done = run("verify", "d.json", "--to-the-end", *key)
        assert done.exit_code == 1
        assert "wrong A's signature does not reach the end: up to step" in done.stdout
        assert ("wrong B's signature" in done.stdout) == (not key)
    printed("sign", "cup0", "--as", "A", "--key", "ann")
    printed("dossier", "cup0", "-o", "d.json", "--force")
    text = printed("verify", "d.json", "--to-the-end", "--key", ann)
    assert "note A signed" not in text
    assert f"on {end}, key {ann}" in text
    assert run("verify", "d.json", "--to-the-end", "--key", ben).exit_code == 1
    printed("dossier", "cup1", "-o", "e.json")
    done = run("verify", "e.json", "--to-the-end")
    assert done.exit_code == 1
    assert "wrong nobody has signed it" in done.stdout


def test_what_was_changed_is_named_and_the_exit_code_is_1(store: Path) -> None:
    signed_cup()
    printed("dossier", "--event", CUP, "-o", "cup.json")
    document = json.loads(Path("cup.json").read_text())
    document["matches"][0]["events"][7]["note"] = "it rained"
    Path("cup.json").write_text(json.dumps(document))
    done = run("verify", "cup.json")
    assert done.exit_code == 1
    assert "fails  cup0" in done.stdout
    assert "step 7 is told otherwise than it is stored: note" in done.stdout
    assert (
        "the dossier fails: 1 of 3 matches of Spring Cup, and the dossier as a whole" in done.stdout
    )
    done = run("verify", "cup.json", "--json")
    assert done.exit_code == 1
    found = json.loads(done.stdout)
    assert [m["ok"] for m in found["matches"]] == [False, True, True]
    assert found["matches"][0]["flaws"] == [
        {"step": 7, "what": "step 7 is told otherwise than it is stored: note"}
    ]


def test_the_rules_are_asked_unless_that_is_declined(store: Path) -> None:
    """A store in which somebody rewrote a match, chain and all, before any dossier was made."""
    last = len(steps_of(0, bots="sensible"))
    rewrite(store, "cup0", last + 1, '["end",1,', '["end",0,')
    rechained(store, "cup0")
    printed("dossier", "cup0", "-o", "d.json")
    done = run("verify", "d.json")
    assert done.exit_code == 1
    assert f"step {last}: " in done.stdout
    assert "the dossier holds" in printed("verify", "d.json", "--no-rules")


def test_what_cannot_be_written_or_read(store: Path) -> None:
    assert "name the matches" in refused("dossier")
    assert "name the matches" in refused("dossier", "cup0", "--event", CUP)
    assert f"legal here: {CUP}" in refused("dossier", "--event", "Winter Cup")
    assert "holds the matches" in refused("dossier", "cup0", "-o", str(store))
    assert "cannot be written" in refused("dossier", "cup0", "-o", "no/such/folder.json")
    assert "cannot be read" in refused("verify", "nothing.json")
    Path("text").write_text("some text")
    assert "this is no dossier" in refused("verify", "text")
    printed("dossier", "cup0", "-o", "d.json")
    Path("d.json").write_text(Path("d.json").read_text()[:5000])
    assert "the dossier is damaged" in refused("verify", "d.json", code=1)
