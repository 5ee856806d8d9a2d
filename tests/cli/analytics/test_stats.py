"""`stats` as people and programs call it: filters, few data, and what is behind a row."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from cli.app import app
from cli.edge import chosen
from domain.bots.simulation import play_match
from domain.games.riftforce.game import RIFTFORCE
from domain.record.events import Opened
from domain.store.recorder import Recorder

Run = Callable[..., Result]
BOTS = ("sensible", "random")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("reports") / "matches.sqlite"
    settings = RIFTFORCE.settings({})
    recorder = Recorder(path, durable=False)
    for index in range(8):
        opened = Opened(
            "riftforce", "1", settings, ("Ann [x]", "Ben") if index < 3 else BOTS,
            1_764_448_788_123, on=f"2025-0{index + 1}-10", by="Cleo", event="Cup" if index < 2 else "",
            bots=None if index < 3 else BOTS,
        )  # fmt: skip
        recorder.add([(f"m{index}", opened, play_match(RIFTFORCE, settings, BOTS, 5, index))])
    recorder.close()
    return path


@pytest.fixture
def run(store: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("LUDOGRAPH_STORE", str(store))
    monkeypatch.delenv("LUDOGRAPH_ANALYTICS", raising=False)
    chosen.clear()
    runner = CliRunner()

    def call(*words: str, code: int = 0) -> Result:
        result = runner.invoke(app, ["stats", *words])
        assert result.exit_code == code, result.output
        return result

    return call


def asked(run: Run, *words: str) -> Any:
    return json.loads(run(*words, "--json").stdout)


def test_filters(run: Run) -> None:
    for words, matches in (
        (("--player", "ann [X]"), 3),
        (("--player", "Ben", "--player", "random"), 8),
        (("--player", "Ben", "--opponent", "random"), 0),
        (("--since", "2025-03", "--until", "2025-05-09"), 2),
        (("--event", "cup", "--by", "cleo"), 2),
        (("--kind", "bots"), 5),
        (("--filter", "player=ben"), 3),
        (("--filter", "since=2025-08"), 1),
    ):
        assert asked(run, "riftforce", "starter", *words)["matches"] == matches
    found = asked(run, "riftforce", "players", "--player", "ann [X]", "--show-sql")
    assert found["filters"] == {"player": "Ann [x]"}
    assert "player = 'Ann [x]'" in found["reports"][0]["sql"]
    assert [row["player"] for row in found["reports"][0]["rows"]] == ["Ann [x]"]
    said = run("riftforce", "players", "--player", "Ben", "--player", "random").stdout
    assert "8 finished matches (player Ben or random)" in said


def test_few_data(run: Run) -> None:
    (report,) = asked(run, "riftforce", "pairs")["reports"]
    assert report["least"] == 5 and report["left_out"] > 0 and report["key"] == ["guild", "partner"]
    assert all(row["n"] >= 5 for row in report["rows"])
    assert report["warnings"] == ["Every row rests on fewer than 30 seats: wide."]
    out = run("riftforce", "pairs").stdout
    assert f"{report['left_out']} rows left out: fewer than 5 seats; --least 1 shows all" in out
    assert "fewer than 30 seats: wide." in out
    (every,) = asked(run, "riftforce", "pairs", "--least", "1")["reports"]
    assert every["left_out"] == 0
    assert len(every["rows"]) == len(report["rows"]) + report["left_out"]


def test_what_is_behind_a_row(run: Run) -> None:
    (report,) = asked(run, "riftforce", "guilds")["reports"]
    best = report["rows"][0]
    found = asked(run, "riftforce", "guilds", "--rows", best["guild"].upper(), "--show-sql")
    assert found["key"] == {"guild": best["guild"]} and found["count"] == best["n"]
    assert len(found["rows"]) == best["n"] and "WHERE" in found["sql"]
    assert sum(row["won"] for row in found["rows"]) == best["wins"]
    out = run("riftforce", "guilds", "--rows", best["guild"], "--limit", "2").stdout
    assert f"guilds, guild {best['guild']}: {best['n']} seats in" in out
    assert "Ann [x]" in out and f"the first 2 of {best['n']}; --limit shows more" in out
    assert "`ludograph show m0` shows the first" in out
    gains = asked(run, "riftforce", "points", "--rows", "control")
    (points,) = asked(run, "riftforce", "points")["reports"]
    (control,) = (row for row in points["rows"] if row["source"] == "control")
    assert gains["count"] == control["gains"]
    assert sum(row["points"] for row in gains["rows"]) == control["points"]
    out = run("riftforce", "points", "--rows", "control").stdout
    assert f"--step {gains['rows'][0]['step']}` shows the first" in out
    ends = asked(run, "riftforce", "ends", "--rows", "riftforce")
    assert ends["counts"] == "matches"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--player", "Bem"), "no match has the player 'Bem' (legal here: Ben)"),
        (("--place", "Basel"), "no match says its place"),
        (("--kind", "people", "--bots"), "exclude each other"),
        (("--kind", "peple"), "legal here: people"),
        (("--since", "soon"), "'soon' is no day (legal here: 2026-11-30"),
        (("--rows", "Frie"), "guilds has no row with guild 'Frie' (legal here: Fire"),
        (("--rows", "Fire", "--rows", "Ice"), "told by fewer (legal here: guild)"),
        (("--player", "Ben", "--filter", "player=ann"), "player is asked for twice"),
        (("--edition", "early"), "no edition"),
    ],
    ids=" ".join,
)
def test_wrong_questions_are_one_line(run: Run, words: tuple[str, ...], said: str) -> None:
    result = run("riftforce", "guilds", *words, code=2)
    assert said in result.stderr.replace("\n", " ")
    assert "Traceback" not in result.output and result.stdout == ""


def test_rows_need_a_report(run: Run) -> None:
    assert "name it" in run("riftforce", "--rows", "Fire", code=2).stderr


def test_a_folder_in_which_duckdb_keeps_nothing(run: Run, tmp_path: Path) -> None:
    """A `?` in a folder's name would end the path for its write-ahead log."""
    where = str(tmp_path / "what?" / "a.duckdb")
    said = run("riftforce", "--analytics", where, code=2).output
    assert "what?" in said and "--analytics" in said and len(said.splitlines()) == 1
    assert not (tmp_path / "what?").exists()


def test_a_chart_in_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.edge.console.width", 80)
    out = run("riftforce", "guilds", "--chart").stdout
    chart = out[out.index("──", out.index("Win rate by guild")) :].splitlines()
    assert any("┤" in line and ("●" in line or "○" in line) for line in chart)
    assert "Highest" in out and max(map(len, chart)) <= 80
    for name in ("turns", "leader", "pairings", "length", "points"):
        drawn = run("riftforce", name, "--chart", "--least", "1").stdout
        assert len(drawn) > len(run("riftforce", name, "--least", "1").stdout) + 80
    monkeypatch.setattr("cli.edge.console.width", 30)
    out = run("riftforce", "guilds", "--chart").stdout
    assert "a chart takes 40 columns; here are 30" in out and "●" not in out


def test_pictures_are_files(run: Run, tmp_path: Path) -> None:
    svg, png, html = (tmp_path / f"guilds.{form}" for form in ("svg", "png", "html"))
    files = ("--svg", str(svg), "--png", str(png), "--html", str(html))
    out = run("riftforce", "guilds", "--people", *files).stdout
    assert f"{svg} written (" in out and f"{png} written (" in out and f"{html} written (" in out
    assert "win rate" not in out, "the table is not asked for"
    assert svg.read_text().startswith("<svg ") and "3 matches, kind people" in svg.read_text()
    assert png.read_bytes().startswith(b"\x89PNG")
    assert html.read_text().startswith("<!DOCTYPE html>") and "<script src" not in html.read_text()
    svg.write_text("mine")
    said = run("riftforce", "guilds", *files, code=2).stderr
    assert f"{svg} is there already (legal here: -f to replace it, another name)" in said
    assert svg.read_text() == "mine", "nothing is half done"
    out = run("riftforce", "guilds", "--svg", str(svg), "-f", "--chart").stdout
    assert f"{svg} replaced (" in out and "┤" in out, "the chart is drawn, too"
    found = asked(run, "riftforce", "guilds", "--svg", str(svg), "--force")
    assert found["written"] == {"svg": str(svg)} and found["matches"] == 8


def test_pictures_that_cannot_be_made(run: Run, store: Path, tmp_path: Path) -> None:
    svg = str(tmp_path / "x.svg")
    for words, said in (
        (("riftforce", "--svg", svg), "--svg draws one report: name it"),
        (("riftforce", "guilds", "--rows", "Fire", "--png", svg), "of which there is no chart"),
        (("riftforce", "guilds", "--chart", "--json"), "--chart draws for people"),
        (("riftforce", "guilds", "--svg", svg, "--png", svg), "is named twice"),
        (("riftforce", "guilds", "--svg", str(tmp_path)), "is a folder"),
        (("riftforce", "guilds", "--svg", str(tmp_path / "no" / "x")), "there is no folder"),
        (("riftforce", "guilds", "--svg", str(store), "-f"), "holds the matches"),
        (("riftforce", "guilds", "--svg", str(store.with_suffix(".duckdb")), "-f"), "holds the"),
    ):
        assert said in run(*words, code=2).stderr
    assert not Path(svg).exists()
