"""list and export over a store in which one match cannot be read, or which can only be read."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cli.app import app
from domain.store import path as path_of_store
from domain.store.recorder import Recorder
from tests.domain.stored import begun

BREAKING = {
    "a step": "state='{' WHERE originator_id='bad' AND originator_version=3",
    "the opening": "state='{' WHERE originator_id='bad' AND originator_version=1",
    "a game that is missing": "topic=replace(topic, 'riftforce', 'chess') WHERE originator_id='bad'",
    "a step that is missing": "originator_version=9 WHERE originator_id='bad' AND originator_version=3",
    "no bytes": "state=7 WHERE originator_id='bad' AND originator_version=1",
}


pytestmark = pytest.mark.usefixtures("nothing_chosen")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "s.db"
    with Recorder(path, durable=False) as recorder:
        for match_id in ("good", "bad", "fine"):
            begun(recorder, match_id)
    return path


@pytest.fixture(params=BREAKING)
def broken(store: Path, request: pytest.FixtureRequest) -> Path:
    with sqlite3.connect(store) as raw:
        raw.execute(f"UPDATE stored_events SET {BREAKING[request.param]}")
    raw.close()
    return store


def run(store: Path, *words: str) -> Result:
    result = CliRunner().invoke(app, [*words, "--store", str(store)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


class TestOneThatCannotBeRead:
    def test_is_named_in_the_list(self, broken: Path) -> None:
        result = run(broken, "list", "--json")
        assert result.exit_code == 1
        rows = {row["match"]: row["result"] for row in json.loads(result.stdout)["matches"]}
        state = "cannot be read" if "no game" in rows["bad"] else "damaged"
        assert rows["bad"].startswith(f"{state}: match bad")
        assert rows["good"] == rows["fine"] == "open, 0:0"

    @pytest.mark.parametrize("form", ["tape", "jsonl"])
    def test_is_left_out_of_an_export(self, broken: Path, tmp_path: Path, form: str) -> None:
        target = tmp_path / "all.txt"
        words = ("export", "--all", "--format", form)
        result = run(broken, *words, "-o", str(target))
        assert result.exit_code == 1
        assert "left out: match bad" in result.stderr
        assert "2 matches written" in result.stderr
        printed = run(broken, *words)
        assert (printed.exit_code, printed.stdout) == (1, target.read_text())
        assert run(tmp_path / "new.db", "import", str(target)).exit_code == 0
        with Recorder(tmp_path / "new.db") as recorder:
            assert set(recorder.chain.ids()) == {"good", "fine"}

    def test_asked_for_itself_is_refused(self, broken: Path, tmp_path: Path) -> None:
        target = tmp_path / "bad.txt"
        result = run(broken, "export", "bad", "-o", str(target))
        assert result.exit_code == 1
        assert "match bad" in result.stderr
        assert not target.exists()

    def test_the_next_command_fails_no_more(self, broken: Path, tmp_path: Path) -> None:
        assert run(broken, "list").exit_code == 1
        assert run(broken, "show", "good").exit_code == 0


def test_a_store_that_can_only_be_read(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(path_of_store.os, "access", lambda *_: False)
    before = store.read_bytes(), sorted(store.parent.iterdir())
    shown = run(store, "show", "good")
    assert shown.exit_code == 0
    assert "is read-only: it is read, nothing is recorded" in shown.stderr
    played = run(store, "play", "good", "play F5@1")
    assert played.exit_code == 1
    assert "is read-only, the file or its folder" in played.stderr
    assert (store.read_bytes(), sorted(store.parent.iterdir())) == before


class TestOneThatTheAnalyticsCannotRead:
    def test_is_left_out_and_named_each_time(self, store: Path) -> None:
        with sqlite3.connect(store) as raw:
            raw.execute(f"UPDATE stored_events SET {BREAKING['a step']}")
        raw.close()
        question = "SELECT match_id FROM openings ORDER BY match_id"
        asked = ("sql", question, "--format", "csv")
        for words in (asked, ("project",), asked):
            result = run(store, *words)
            assert result.exit_code == 1
            assert result.stderr.count("left out: match bad") == 1
            if words[0] == "sql":
                assert result.stdout.split() == ["match_id", "fine", "good"]
