"""Pictures on the command line: `show --svg`, `show --png` and `film`."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from cli import edge
from cli.app import app
from cli.match import pictures
from domain.store.recorder import Recorder
from tests.replays.board.shown import played

FIRST = b"what was here before"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pictures") / "store.sqlite"
    recorder = Recorder(path, durable=False)
    record = played("riftforce")
    recorder.add([("m1", record.opened, record.steps)])
    recorder.close()
    return path


pytestmark = pytest.mark.usefixtures("nothing_chosen")


def run(store: Path, *words: str | Path) -> tuple[int, str]:
    """Run a command; the exit code, and all that is said."""

    result = CliRunner().invoke(app, [*map(str, words), "--store", str(store)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout + result.stderr


def test_both_kinds_of_picture(store: Path, tmp_path: Path) -> None:
    svg, png = tmp_path / "board.svg", tmp_path / "board.png"
    svg.write_bytes(FIRST)
    code, said = run(store, "show", "m1", "--step", "20", "--svg", svg, "--png", png, "--force")
    assert code == 0
    assert f"step 20 of m1 drawn to {svg}" in said
    assert said.count("hidden cards included") == 1
    text = svg.read_text()
    assert text.startswith('<svg xmlns="http://www.w3.org/2000/svg" role="img"')
    assert 'width="1000"' in text
    assert "Riftforce: Ann (A) against Ben (B)" in text
    with Image.open(png) as image:
        assert image.width == pictures.PNG_WIDTH
    assert not list(tmp_path.glob("*.part"))


def test_dark_and_narrow_through_the_eyes_of_a_seat(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "b.svg"
    code, said = run(store, "show", "m1", "--svg", file, "--dark", "--width", "500", "--seat", "B")
    assert code == 0
    assert "it shows what B may know" in said
    text = file.read_text()
    assert 'width="500"' in text
    assert "fill:#14171c" in text
    assert "as B sees it" in text


@pytest.mark.parametrize("form", ["gif", "WEBP"])
def test_a_film(store: Path, tmp_path: Path, form: str) -> None:
    file = tmp_path / f"end.{form}"
    words = ("--from", "10", "--to", "12", "--seat", "spectator", "--width", "300")
    code, said = run(store, "film", "m1", file, *words)
    assert code == 0
    assert f"steps 10 to 12 of m1 drawn to {file}" in said
    with Image.open(file) as film:
        assert film.format == form.upper()
        assert getattr(film, "n_frames", 1) == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "m1", "--svg", "no/such/folder/b.svg"), "cannot be written"),
        (("show", "m1", "--png", "b.png", "--width", "12"), "240 to 4000 pixels"),
        (("show", "m1", "--svg", "b.svg", "--json"), "--json prints"),
        (("show", "m1", "--dark"), "--dark and --width are for --svg and --png"),
        (("show", "m1", "--step", "9999", "--svg", "b.svg"), "has no step 9999"),
        (("film", "m1", "b.mp4"), "b.gif, b.webp"),
        (("film", "m1", "b"), "b.gif, b.webp"),
        (("film", "m1", "b.gif", "--from", "9", "--to", "3"), "--from 9 is behind --to 3"),
        (("film", "m1", "b.gif", "--to", "9999"), "has no step 9999"),
        (("film", "m1", "b.gif", "--to", "1", "--width", "5000"), "240 to 4000 pixels"),
        (("film", "nobody", "b.gif"), "no match"),
    ],
)
def test_what_cannot_be_drawn_is_said_and_nothing_is_written(
    store: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, told = run(store, *words)
    assert code == edge.BAD_INPUT
    assert said in " ".join(told.split())
    assert list(tmp_path.iterdir()) == []


def test_the_matches_are_not_painted_over(store: Path, tmp_path: Path) -> None:
    before = store.read_bytes()
    link = tmp_path / "store.gif"
    link.symlink_to(store)
    for words in (("show", "m1", "--svg", store), ("film", "m1", link, "--to", "1")):
        code, said = run(store, *words)
        assert code == edge.BAD_INPUT
        assert "holds the matches" in said
    assert store.read_bytes() == before
