"""What is printed: no name of an old store, whatever is in it, reaches a terminal as it is."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from cli import edge
from cli.app import app
from domain.contract.characters import forbidden
from domain.record.events import Noted
from domain.store.recorder import Recorder
from tests.replays.played import opened, steps_of

BAD = "Eve\x1b[2J\x00\u202e\x9b\u200b"
SHOWN = r"Eve\x1b[2J\x00\u202e\x9b\u200b"


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store as it could be written before the rule for names: one match, every word of it bad."""
    path = tmp_path_factory.mktemp("old") / "store.sqlite"
    recorder = Recorder(path, durable=False)
    opening = msgspec.structs.replace(
        opened(),
        players=(BAD, "Ben"),
        **dict.fromkeys(("by", "place", "event", "round", "table", "series", "note"), BAD),
    )
    steps = [
        msgspec.structs.replace(step, note=BAD, by=BAD) if n == 5 else step
        for n, step in enumerate(steps_of(0, bots="sensible"))
    ]
    (record,) = recorder.add([("old", opening, steps)])
    recorder.append(record, [Noted(note=BAD, by=BAD, about=3)])
    recorder.close()
    return path


@pytest.fixture(autouse=True)
def places(monkeypatch: pytest.MonkeyPatch, nothing_chosen: None, old: Path) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    monkeypatch.setenv("LUDOGRAPH_STORE", str(old))
    for console in (edge.console, edge.errors):
        monkeypatch.setattr(console, "_width", 400)


NAMES = "SELECT players, event, note FROM matches"


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("list", True),
        ("list --json", False),
        ("show old", True),
        ("show old --json", False),
        ("show old --step 5", True),
        ("replay old --plain", True),
        ("replay old --json", False),
        ("history old", True),
        ("history old --json", False),
        ("audit old", False),
        ("audit old --json", False),
        ("signatures old", True),
        ("signatures old --json", False),
        ("export old", True),
        ("export old --times", True),
        ("export old --history", True),
        ("export old --format jsonl", False),
        ("dossier old", False),
        ("series", False),
        ("stats", False),
        ("stats --json", False),
        ("sql FROM@matches", True),
        ("sql FROM@matches --format csv", True),
        ("sql FROM@matches --format json", False),
        ("sql FROM@matches --format jsonl", False),
        ("sql FROM@matches --format markdown", False),
        ("verify nothing-there", False),
    ],
)
def test_an_old_store_is_read_and_nothing_of_it_is_obeyed(words: str, named: bool) -> None:
    """It opens, says its names in codes; JSON means what it always did."""
    result = CliRunner().invoke(app, [word.replace("@", " ") for word in words.split()])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "nothing-there" in words or result.exit_code == 0, result.output
    for text in (result.stdout, result.stderr):
        assert not [hex(ord(text[n])) for n in forbidden(text, "\n\t")]
    if named:
        assert SHOWN in " ".join(result.stdout.split())
    if "--json" in words or "json" in words:
        lines = [result.stdout] if "jsonl" not in words and "replay" not in words else []
        data = [json.loads(text) for text in lines or result.stdout.splitlines()]
        if "list" in words or "sql" in words:
            assert json.dumps(BAD)[1:-1] in json.dumps(data)


def test_an_event_with_such_a_name_is_found_and_shown() -> None:
    result = CliRunner().invoke(app, ["event", BAD])
    assert result.exit_code == 0, result.output
    assert SHOWN in result.stdout
    assert not list(forbidden(result.stdout, "\n\t"))


def test_an_error_names_what_was_typed_in_codes() -> None:
    result = CliRunner().invoke(app, ["show", BAD])
    assert result.exit_code == 2
    assert not list(forbidden(result.stderr, "\n\t"))


def test_what_names_hold_that_may_be_is_printed_as_it_is(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "s.sqlite", durable=False)
    names = ("علی\u200cرضا", "👩\u200d👩\u200d👧 משה")
    recorder.add([("m", msgspec.structs.replace(opened(), players=names), [])])
    recorder.close()
    for words in ("list", "show m", "export m", "history m"):
        out = (
            CliRunner().invoke(app, [*words.split(), "--store", str(tmp_path / "s.sqlite")]).stdout
        )
        assert all(name in out for name in names), words


def test_no_error_of_a_file_is_endless(tmp_path: Path) -> None:
    """A word of a file, however long, is shown by its ends."""
    game = {"game": "riftforce", "players": ["A", "B"]}
    lines = [game, {"step": 1, "event": "x" * 300_000}, {**game, "game": "y" * 300_000}]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, lines)))
    (tmp_path / "a.tape").write_text(
        f"game: {'z' * 300_000}\n\ngame: riftforce\n\n{'q' * 19_000}\n"
    )
    long = "y" * 19_000
    (tmp_path / "a.scenario").write_text(
        f"scenario: x\ngame: riftforce\nwhen:\n{long}\nthen:\n{long}\n"
    )
    for words in ("import a.jsonl a.tape", "check a.scenario"):
        command, *files = words.split()
        paths = [str(tmp_path / name) for name in files]
        store = ["--store", str(tmp_path / "s.sqlite")] if command == "import" else []
        result = CliRunner().invoke(app, [command, *paths, *store])
        assert result.exit_code in (1, 2)
        assert "…" in result.output
        assert max(map(len, result.output.splitlines())) < 1_200
