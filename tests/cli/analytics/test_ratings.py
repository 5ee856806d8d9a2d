"""`ratings`: the table of players, the history of one, what it rests on, and refusals."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from cli.analytics.ratings_text import BLOCKS, LONGEST, spark
from cli.app import app
from cli.edge import chosen
from domain.games.riftforce.actions import Done
from domain.games.riftforce.facts import MatchEnded
from domain.games.riftforce.game import RIFTFORCE
from domain.record.events import Closed, Opened, Step
from domain.store.recorder import Recorder
from projections.ratings.ratings import history, ratings
from projections.read import reader as reading
from projections.reports import statistics

Run = Callable[..., Result]
AT = 1_795_000_000_000
DAY = date(2026, 1, 1)
GAME = statistics.projected("riftforce")
SETTINGS = RIFTFORCE.settings({})
NAMES = ("Ann [x]", "Ben", "Cleo", "Dan")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty matches of four people, a newcomer's only one, one against oneself, four of bots."""
    rng = random.Random(3)
    path = tmp_path_factory.mktemp("ratings") / "matches.sqlite"
    recorder = Recorder(path, durable=False)

    def add(index: int, players: tuple[str, str], winner: int | None, bots: bool = False) -> None:
        by_rule = Step(Done(), (MatchEnded(winner, "riftforce"),))
        recorder.add(
            [
                (
                    f"match{index:02}",
                    Opened(
                        "riftforce", "1", SETTINGS, players, AT + index,
                        on=(DAY + timedelta(days=index)).isoformat(),
                        event="Spring Cup" if index % 3 == 0 else "",
                        bots=("sensible", "random") if bots else None,
                    ),
                    [Closed("concession", winner=1, seat=0)] if index == 7 else [by_rule],
                )
            ]
        )  # fmt: skip

    for index in range(40):
        a, b = rng.sample(range(4), 2)
        add(
            index,
            (NAMES[a], NAMES[b]),
            rng.choice((0, 0, 0, 1, None) if a < b else (1, 1, 0, None)),
        )
    add(40, ("Zoe", "Ann [x]"), 0)
    add(41, ("Ann [x]", "Ann [x]"), 0)
    for index in range(42, 46):
        add(index, ("sensible", "random"), 0, bots=True)
    recorder.close()
    return path


@pytest.fixture
def run(store: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("LUDOGRAPH_STORE", str(store))
    monkeypatch.delenv("LUDOGRAPH_ANALYTICS", raising=False)
    chosen.clear()
    runner = CliRunner()

    def call(*words: str, code: int = 0) -> Result:
        result = runner.invoke(app, ["ratings", *words])
        assert result.exit_code == code, result.output
        return result

    return call


def asked(run: Run, *words: str) -> Any:
    return json.loads(run(*words, "--json").stdout)


def test_the_table_is_the_librarys(run: Run, store: Path) -> None:
    with reading.open_reader(store, store.with_suffix(".duckdb")) as reader:
        rated = ratings(reader, GAME, recent=4)
    assert asked(run, "rift", "--recent", "4") == json.loads(msgspec.json.encode(rated))
    assert asked(run, "--recent", "4")["game"] == "riftforce"
    out = run("riftforce", "--recent", "4").stdout
    lines = out.splitlines()
    assert [line.split()[0] for line in lines if line[:2].strip().isdigit()][:4] == list("1234")
    for row in rated.rows:
        (line,) = [line for line in lines if f" {row.player} " in line]
        assert f" {row.won}-{row.drawn}-{row.lost} " in line
        assert f"{row.mu:.1f} ± {1.96 * row.sigma:4.1f}" in line
        assert f" {row.ordinal:.1f} " in line and f"{row.change:+.1f}" in line
        assert row.last_played.isoformat() in line
    assert "last 4" in out
    assert "41 rated matches of people; 1 player has fewer than 5 games and no rank" in out
    assert "left out, a name against itself: 1" in out
    assert f"log loss {rated.log_loss:.3f} (0.693 for a coin)" in out
    assert max(len(line) for line in lines if "rated matches" not in line) <= 80


def test_few_games_are_marked(run: Run) -> None:
    found = {row["player"]: row for row in asked(run, "--least", "1")["rows"]}
    assert [name for name, row in found.items() if row["few"]] == ["Zoe"]
    out = run("--least", "1").stdout
    (zoe,) = [line for line in out.splitlines() if " Zoe " in line]
    assert f"{1.96 * found['Zoe']['sigma']:.1f}?" in zoe and "? little is known yet" in out
    assert "no rank" not in out
    assert "?" not in run().stdout


def test_a_history_is_told_match_by_match(run: Run, store: Path) -> None:
    with reading.open_reader(store, store.with_suffix(".duckdb")) as reader:
        entries = history(reader, GAME, "Ann [x]")
    found = asked(run, "--player", "ann")
    assert found["player"] == "Ann [x]" and found["history"] == json.loads(
        msgspec.json.encode(entries)
    )
    assert found["rated"]["games"] == len(entries) > 10
    out = run("--player", "Ann [x]").stdout
    assert out.startswith(f"Ann [x] {entries[-1].mu:.1f} ± ")
    assert f"rank {found['rated']['rank']} of 4" in out.splitlines()[0]
    told = [line for line in out.splitlines() if line.strip().startswith("2026-")]
    for entry, line in zip(entries, told, strict=True):
        words = (
            f"{entry.played_on} {entry.opponent} {entry.result} {entry.expected:.0%} {entry.mu:.1f}"
        )
        assert " ".join(line.split()).startswith(words) and line.rstrip().endswith(entry.match_id)
        assert f"{entry.change:+.1f}" in line
    assert any(block in out for block in BLOCKS)
    assert max(map(len, out.splitlines())) <= 80
    assert "no rank below 5 games" in run("--player", "Zoe").stdout
    assert asked(run, "--player", "Zoe")["rated"] is None


def test_filters_narrow_what_is_rated(run: Run) -> None:
    cup = asked(run, "--event", "spring cup", "--least", "1")
    assert (cup["filters"]["event"], cup["matches"]) == ("Spring Cup", 14)
    assert ", event Spring Cup" in run("--event", "Spring Cup").stdout
    assert asked(run, "--until", "2026-01-10")["matches"] == 10
    assert asked(run, "--since", "2026-01-11")["matches"] == 31
    both = asked(run, "--since", "2026-01-05", "--until", "2026-01", "--event", "Spring Cup")
    assert both["matches"] == len([n for n in range(4, 31) if n % 3 == 0])
    assert asked(run, "--filter", "ice=printed")["matches"] == 0
    assert asked(run, "--as-of", "2001-01-01", "riftforce")["matches"] == 0


def test_bots_and_nobody(run: Run) -> None:
    bots = asked(run, "--bots", "--least", "1")
    assert [row["player"] for row in bots["rows"]] == ["sensible", "random"]
    assert bots["matches"] == bots["rows"][0]["won"] == 4
    out = run("solforge").stdout
    assert out.splitlines()[0] == "0 rated matches of people" and "`ludograph new solforge`" in out
    assert "`ludograph simulate solforge --bots sensible,random" in run("solforge", "--bots").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--player", "Yves"), "there is no rated player 'Yves' (legal here: Ann [x], Ben"),
        (("--player", ""), ""),
        (("solforge", "--player", "Ann"), "no match of solforge is rated"),
        (("--event", "Autumn"), "Spring Cup"),
        (("--since", "spring"), "'spring' is no day"),
        (("--filter", "kind=what-if"), "matches of kind 'what-if' are not rated"),
        (("--bots", "--filter", "kind=people"), "bots and people"),
        (("chess",), "no game 'chess'"),
    ],
    ids=str,
)
def test_refusals_are_one_line(run: Run, words: tuple[str, ...], said: str) -> None:
    if not said:
        assert run(*words).stdout == run().stdout
        return
    result = run(*words, code=2)
    assert said in result.stderr and result.stderr.count("\n") == 1
    assert result.stdout == "" and "Traceback" not in result.output


@given(st.lists(st.floats(-50, 50), min_size=1, max_size=200))
def test_a_sparkline_fits_and_rises_with_its_values(values: list[float]) -> None:
    line = spark(values)
    assert len(line) == min(len(values), LONGEST) and set(line) <= set(BLOCKS)
    if len(values) <= LONGEST:
        heights = [BLOCKS.index(cell) for cell in line]
        for (value, height), (other, least) in zip(
            zip(values, heights, strict=True),
            zip(values[1:], heights[1:], strict=True),
            strict=False,
        ):
            assert (height <= least) if value <= other else (height >= least)
