"""Commands that record on a disk that is full or fails: what is counted is what is stored."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from eventsourcing.sqlite import SQLiteConnection
from typer.testing import CliRunner, Result

from cli.app import app
from domain.store.recorder import Recorder
from tests.domain.stored import begun

pytestmark = pytest.mark.usefixtures("nothing_chosen")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "s.db"
    with Recorder(path, durable=False) as recorder:
        begun(recorder)
    return path


def run(store: Path, *words: str, text: str = "") -> Result:
    result = CliRunner().invoke(app, [*words, "--store", str(store)], input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def stored(store: Path, match_id: str = "m1") -> int:
    with Recorder(store) as recorder:
        return len(recorder.load(match_id).events)


def fail_at(monkeypatch: pytest.MonkeyPatch, number: int, why: int, *, written: bool) -> None:
    """Let a commit fail; `written`: after everything is in the file, as where its last sync fails."""
    commit, left = SQLiteConnection.commit, [number]

    def commits(connection: SQLiteConnection) -> None:
        left[0] -= 1
        if left[0] or written:
            commit(connection)
        if left[0] == 0:
            raise OSError(why, "as made up")

    monkeypatch.setattr(SQLiteConnection, "commit", commits)


@pytest.mark.parametrize("written", [False, True])
def test_lines_recorded_are_lines_stored(
    store: Path, monkeypatch: pytest.MonkeyPatch, written: bool
) -> None:
    before = stored(store)
    fail_at(monkeypatch, 2, errno.EIO, written=written)
    result = run(store, "record", "m1", text="note one\nnote two\nnote three\n")
    assert result.exit_code == 1
    assert "the disk under the store" in result.stderr
    count = stored(store) - before
    assert count == (2 if written else 1)
    assert f"lines recorded before it: {count}" in result.stderr


@pytest.mark.parametrize("written", [False, True])
def test_an_import_ends_and_counts_what_is_stored(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: bool
) -> None:
    with Recorder(tmp_path / "from.db", durable=False) as recorder:
        for number in range(3):
            begun(recorder, f"n{number}")
    tapes = tmp_path / "all.txt"
    assert run(tmp_path / "from.db", "export", "--all", "-o", str(tapes)).exit_code == 0
    fail_at(monkeypatch, 1, errno.ENOSPC, written=written)
    result = run(store, "import", str(tapes))
    monkeypatch.undo()
    assert result.exit_code == 1
    assert "there is no room on the disk" in result.stderr
    assert "bad" not in result.output
    with Recorder(store) as recorder:
        assert len(recorder.chain.ids()) == (4 if written else 1)
    assert ("3 added" in result.stdout) == written


def test_a_file_that_cannot_be_written_leaves_nothing(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> int:
        path.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    folder = tmp_path / "out"
    folder.mkdir()
    monkeypatch.setattr(Path, "write_bytes", full)
    result = run(store, "export", "m1", "-o", str(folder / "m1.txt"))
    assert result.exit_code in (1, 2)
    assert "No space left on device" in result.stderr
    assert not [*folder.iterdir()]
