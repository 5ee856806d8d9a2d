"""What is there is not replaced unasked, whichever command writes."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cli import edge
from cli.app import app
from tests.replays.played import make_store

OLD = b"what was there"
WRITERS = (
    ("export", "m000", "-o", "{}/a.tape"),
    ("show", "m000", "--svg", "{}/a.svg"),
    ("show", "m000", "--png", "{}/a.png"),
    ("replay", "m000", "--html", "{}/a.html"),
    ("film", "m000", "{}/a.gif", "--to", "1"),
    ("dossier", "m000", "-o", "{}/a.json"),
    ("audit", "m000", "--against", "current", "--csv", "{}/a.csv"),
    ("sql", "SELECT 1", "-o", "{}/a.csv"),
    ("stats", "riftforce", "guilds", "--svg", "{}/a.svg"),
    ("report", "riftforce", "--only", "guilds", "--html", "{}/a.html"),
    ("publish", "{}/out", "--tables", "matches", "--format", "csv"),
)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("target") / "s.sqlite"
    make_store(path, 2)
    return path


def run(store: Path, *words: str) -> Result:
    edge.chosen.clear()
    return CliRunner().invoke(app, [*words, "--store", str(store)], env={"COLUMNS": "200"})


def contents(folder: Path) -> dict[str, bytes]:
    """Every file in a folder, without what says when it was made."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.name: path.read_bytes() for path in files}


@pytest.mark.parametrize("line", WRITERS, ids=lambda line: f"{line[0]} {line[-1]}")
def test_what_is_there_is_replaced_with_force_only(
    store: Path, tmp_path: Path, line: tuple[str, ...]
) -> None:
    words = [word.format(tmp_path) for word in line]
    assert run(store, *words).exit_code == 0
    for path in (tmp_path / name for name in contents(tmp_path) if (tmp_path / name).is_file()):
        path.write_bytes(OLD)
    before = contents(tmp_path)
    refused = run(store, *words)
    assert refused.exit_code == 2
    assert "is there already" in refused.stderr
    assert ("--force" if line[0] == "sql" else "-f") + " to replace it" in refused.stderr
    assert contents(tmp_path) == before
    assert run(store, *words, "--force").exit_code == 0
    assert OLD not in contents(tmp_path).values()


@pytest.mark.parametrize(
    "line", [("sql", "SELECT 1", "--format", "csv", "-o", "{}"), ("export", "m000", "-o", "{}")]
)
def test_a_pipe_is_written_to_and_stays_a_pipe(
    store: Path, tmp_path: Path, line: tuple[str, ...]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as pool:
        reading = pool.submit(pipe.read_bytes)
        done = run(store, *(word.format(pipe) for word in line))
        if done.exit_code:
            pipe.write_bytes(b"")  # nobody wrote: the reader waits no longer
        assert pipe.is_fifo()
        assert done.exit_code == 0
        assert reading.result(timeout=10)
    assert list(tmp_path.iterdir()) == [pipe]
