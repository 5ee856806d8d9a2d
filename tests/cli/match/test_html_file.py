"""`replay --html`: a match as a page to give away."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli import edge
from cli.app import app
from tests.replays.played import make_store


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "store.sqlite"
    make_store(path, 3)
    monkeypatch.setattr(edge, "chosen", {"store": path})
    for console in (edge.console, edge.errors):
        monkeypatch.setattr(console, "_file", None)
    return path


def run(*words: str) -> tuple[int, str]:
    """Run `replay`: the exit code, and what is complained or said."""
    result = CliRunner().invoke(app, ["replay", *words])
    return result.exit_code, result.stderr


class TestHtml:
    def test_a_file_is_written_and_said(self, store: Path, tmp_path: Path) -> None:
        file = tmp_path / "match.html"
        code, said = run("last", "--html", str(file))
        assert code == 0
        assert f"written to {file}" in said.replace("\n", "")
        assert "hidden cards included" in said
        assert '"audit":{"ok":true' in file.read_text()

    def test_with_a_seat_it_says_whose_it_is(self, store: Path, tmp_path: Path) -> None:
        file = tmp_path / "match.html"
        code, said = run("last", "--html", str(file), "--seat", "B")
        assert (code, "what B may know" in said) == (0, True)
        assert '"seen_by":"B"' in file.read_text()

    @pytest.mark.parametrize("more", [("--json",), ("--plain",), ("--from", "3"), ("--to", "4")])
    def test_what_does_not_go_with_it_is_refused(
        self, store: Path, tmp_path: Path, more: tuple[str, ...]
    ) -> None:
        file = tmp_path / "match.html"
        code, said = run("last", "--html", str(file), *more)
        assert (code, "writes the whole match" in said) == (2, True)
        assert not file.exists()

    def test_the_store_is_not_written_over(self, store: Path) -> None:
        before = store.read_bytes()
        code, said = run("last", "--html", str(store))
        assert (code, "name another file" in said) == (2, True)
        assert store.read_bytes() == before

    def test_a_folder_that_is_not_there_is_said(self, store: Path) -> None:
        code, said = run("last", "--html", "/nowhere/match.html")
        assert (code, "cannot be written" in said) == (2, True)
