"""`chances`: the curve of a match, the tables of a game, what they rest on, and refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text
from typer.testing import CliRunner, Result

from cli.analytics import chances
from cli.analytics.chances_text import SIDE, WHISKER, bar, bounds_words, whisker
from cli.app import app
from cli.edge import chosen
from domain.bots.simulation import play_match
from domain.games.riftforce.game import RIFTFORCE
from domain.record.events import Closed, Opened, Step
from domain.store.recorder import Recorder
from projections.read import reader as reading
from projections.reports import statistics
from projections.win_probability.calibration import Bin, calibration, score
from projections.win_probability.curves import comebacks, curve, swings
from projections.win_probability.fit import LEAST, fit
from projections.win_probability.model import in_second_half

Run = Callable[..., Result]
AT = 1_764_448_788_123
GAME = statistics.projected("riftforce")
SETTINGS = RIFTFORCE.settings({})
BOTS, PEOPLE = ("sensible", "random"), ("Ann [x]", "Ben")
COUNT = 64

Steps = list[Step | Closed]


@pytest.fixture(scope="module")
def lines() -> list[Steps]:
    """Matches of riftforce; every other one with the seats changed."""
    found: list[Steps] = []
    for index in range(COUNT):
        bots = BOTS if index % 2 else BOTS[::-1]
        found.append(list(play_match(RIFTFORCE, SETTINGS, bots, 5, index)))
    return found


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory, lines: list[Steps]) -> Path:
    """Enough matches of bots; of people a finished, an open, a conceded one, and one named `rift`."""
    path = tmp_path_factory.mktemp("chances") / "matches.sqlite"
    recorder = Recorder(path, durable=False)
    for index, steps in enumerate(lines):
        recorder.add([(f"bot{index:02}", opened(BOTS), steps)])
    conceded: Steps = [*lines[1][:60], Closed("concession", winner=1, seat=0)]
    cut = {"whole": lines[0], "begun": lines[2][:30], "conceded": conceded, "rift": lines[3]}
    for name, steps in cut.items():
        recorder.add([(name, opened(None), steps)])
    recorder.add([("bare", opened(None), [])])
    recorder.close()
    CliRunner().invoke(app, ["fork", "whole", "--at", "40", "--id", "twig", "--store", str(path)])
    CliRunner().invoke(app, ["fork", "twig", "--at", "39", "--id", "leaf", "--store", str(path)])
    return path


def opened(bots: tuple[str, str] | None) -> Opened:
    return Opened("riftforce", "1", SETTINGS, bots or PEOPLE, AT, bots=bots)


@pytest.fixture(scope="module")
def run(store: Path) -> Run:
    return caller(store)


def caller(store: Path) -> Run:
    """Runs the command over a store that nobody writes, each only once."""
    runner = CliRunner(env={"LUDOGRAPH_STORE": str(store), "LUDOGRAPH_ANALYTICS": None})
    done: dict[tuple[str, ...], Result] = {}

    def call(*words: str, code: int = 0) -> Result:
        if words not in done:
            chosen.clear()
            done[words] = runner.invoke(app, ["chances", *words])
        result = done[words]
        assert result.exit_code == code, result.output
        return result

    return call


def asked(run: Run, *words: str) -> Any:
    return json.loads(run(*words, "--json").stdout)


def plain(rows: Any) -> Any:
    """Structs of the library as JSON gives them."""
    import msgspec

    return json.loads(msgspec.json.encode(rows))


def test_a_match_is_told_as_the_library_tells_it(run: Run, store: Path) -> None:
    found = asked(run, "whole", "--swings", "4")
    with reading.open_reader(store, store.with_suffix(".duckdb")) as reader:
        model = fit(reader, GAME, {"kind": "bots"})
        points = curve(reader, model, "whole")
        assert found["match"]["points"] == plain(points)
        assert found["score"] == pytest.approx(plain(score(reader, model)))
        bins = calibration(reader, model)
    for told, b in zip(found["calibration"], bins, strict=True):
        assert told == pytest.approx({**plain(b), "outside": b.outside})
    match = found["match"]
    assert (match["status"], match["players"], match["kind"]) == ("finished", [*PEOPLE], "people")
    by_step = {point.step: point for point in points}
    turns = match["turns"]
    assert [turn["turn"] for turn in turns] == list(range(len(turns))) and len(turns) > 8
    assert turns[0]["seat"] == "" and {turn["seat"] for turn in turns[1:]} == {"A", "B"}
    assert (turns[0]["first"], turns[-1]["last"]) == (1, points[-1].step)
    for turn, after in pairwise(turns):
        end = by_step[turn["last"]]
        assert end.turn == after["turn"] and after["first"] == turn["last"] + 1
        assert (turn["a"], turn["b"], turn["a_wins"]) == (end.a, end.b, end.a_wins)
    assert turns[-1]["a_wins"] == {"A": 1, "B": 0}[match["winner"]]
    line = [point for point in points[:-1] if point.turn]
    moves = sorted((abs(two.a_wins - one.a_wins) for one, two in pairwise(line)), reverse=True)
    sizes = [abs(swing["after"] - swing["before"]) for swing in match["swings"]]
    assert sizes == pytest.approx(moves[:4]) and len(sizes) == 4


def test_a_match_is_drawn_turn_by_turn_in_80_columns(run: Run, store: Path) -> None:
    out, match = run("whole").stdout, asked(run, "whole")["match"]
    rows = out.splitlines()
    assert rows[0] == f"whole: A Ann [x], B Ben; {match['winner']} won"
    drawn = [row for row in rows if "│" in row]
    assert len(drawn) == len(match["turns"])
    for row, turn in zip(drawn, match["turns"], strict=True):
        assert f"{turn['last']} {turn['a']}:{turn['b']}" in " ".join(row.split())
        if turn is not match["turns"][-1]:
            assert f" {turn['a_wins']:.0%} " in row
    assert f"{match['winner']} won" in drawn[-1]
    assert max(map(len, rows)) <= 80
    (swing,) = match["swings"]
    (marked,) = [row for row in drawn if "◆" in row]
    assert f"◆{swing['step']} {(swing['after'] - swing['before']) * 100:+.0f}" in marked
    (said,) = [row for row in rows if row.startswith("◆")]
    assert f"step {swing['step']} (" in said
    assert f"{swing['before']:.0%} → {swing['after']:.0%}" in said


def test_every_output_says_what_it_rests_on(run: Run) -> None:
    found = asked(run)
    tables = ("riftforce", "--swings", "7", "--comebacks", "3")
    for words in (("whole",), ("leaf",), tables, ("--calibration",), ()):
        out = run(*words).stdout
        assert f"goes by {COUNT} matches of bots: of people there are 3, {LEAST} are needed" in out
        assert f"Brier {found['score']['brier']:.3f} ({found['score']['base_brier']:.3f}" in out
        assert f"log loss {found['score']['log_loss']:.3f}" in out
        off = [b["begins"] for b in found["calibration"] if b["outside"]]
        assert ("in all" in out) == (not off)
    assert found["model"] == {
        "kind": "bots",
        "counted": {"people": 3, "bots": COUNT},
        "filters": {"kind": "bots"},
        "matches": COUNT,
        "states": found["score"]["states"],
    }


def test_forks_are_told_with_the_curve_they_were_branched_off(run: Run) -> None:
    whole, twig, leaf = (asked(run, name) for name in ("whole", "twig", "leaf"))
    assert in_second_half("leaf") and not in_second_half("whole")  # else it would show nothing
    assert whole["match"]["points"][:40] == twig["match"]["points"]
    assert whole["match"]["points"][:39] == leaf["match"]["points"]
    assert twig["model"] == whole["model"] and twig["match"]["kind"] == "what-if"
    said = run("leaf").stdout.splitlines()[0]
    assert said == "leaf: A Ann [x], B Ben; open, after step 39; a what-if, twig up to step 39"


def test_matches_without_an_end_and_ends_by_other_ways(run: Run) -> None:
    begun = asked(run, "begun")["match"]
    assert (begun["status"], begun["winner"], begun["points"][-1]["step"]) == ("open", None, 30)
    assert 0 < begun["turns"][-1]["a_wins"] < 1
    conceded = asked(run, "conceded")["match"]
    assert (conceded["winner"], conceded["turns"][-1]["a_wins"]) == ("B", 0)
    assert "nothing is recorded after its opening" in run("bare").stdout
    assert "open" in run("bare").stdout.splitlines()[0]


def test_tables_of_a_game_are_the_librarys(run: Run, store: Path) -> None:
    with reading.open_reader(store, store.with_suffix(".duckdb")) as reader:
        model = fit(reader, GAME, {"kind": "bots"})
        most, worst = swings(reader, model, 7), comebacks(reader, model, 3)
    found = asked(run, "riftforce", "--swings", "7", "--comebacks", "3")
    assert (found["swings"], found["comebacks"]) == (plain(most), plain(worst))
    out = run("riftforce", "--swings", "7", "--comebacks", "3").stdout
    assert "Calibration" not in out
    for swing in most:
        assert f"{swing.before:.0%} → {swing.after:.0%}" in out and swing.match_id in out
    assert f"{worst[0].chance:.1%}" in out
    whole = run().stdout
    assert all(title in whole for title in ("Swings", "Comebacks", "Calibration"))
    only = run("--calibration").stdout
    assert "Swings" not in only and "Comebacks" not in only and "├" in only
    assert max(map(len, whole.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "match"),
    [("rift", "rift"), ("riftf", ""), ("riftforce", ""), ("who", "whole"), ("last", "leaf")],
)
def test_a_whole_name_comes_before_the_beginning_of_a_key(
    store: Path, words: str, match: str
) -> None:
    key, record = chances.meant(store, words)
    assert key == "riftforce" and (record.id if record else "") == match


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nothing",), "no game and no match 'nothing'"),
        (("",), "no game and no match ''"),
        (("bot",), "'bot' fits several matches"),
        (("whole", "--calibration"), "about a game, not about one match"),
        (("whole", "--comebacks", "2"), "ludograph chances riftforce"),
        (("--people", "--bots"), "exclude each other"),
        (("--people",), "there are 3 of people; without --people"),
        (("solforge",), "there are 0 of people, 0 of bots; `ludograph simulate solforge -n 300`"),
        (("--filter", "expansion=beyond"), "riftforce --set expansion=beyond -n 300`"),
        (("--filter", "kind=what-if"), "no model is fitted to matches of kind 'what-if'"),
        (("--filter", "colour=red"), "riftforce has no colour to filter by"),
        (("whole", "--as-of", "2001-01-01"), "was not opened yet"),
    ],
    ids=str,
)
def test_refusals_are_one_line(run: Run, words: tuple[str, ...], said: str) -> None:
    result = run(*words, code=2)
    assert said in result.stderr and result.stderr.count("\n") == 1
    assert result.stdout == "" and "Traceback" not in result.output


def test_peoples_matches_are_gone_by_if_there_are_enough(
    tmp_path: Path, lines: list[Steps]
) -> None:
    recorder = Recorder(tmp_path / "m.sqlite", durable=False)
    recorder.add([(f"m{index}", opened(None), steps) for index, steps in enumerate(lines)])
    recorder.close()
    run = caller(tmp_path / "m.sqlite")
    found = asked(run, "m1")
    assert (found["model"]["kind"], found["model"]["counted"]) == ("people", {"people": COUNT})
    assert f"goes by {COUNT} matches of people\n" in run("m1").stdout
    assert "there are 0 of bots" in run("m1", "--bots", code=2).stderr


CHANCE = st.floats(0, 1)


@given(CHANCE, CHANCE)
def test_bars_are_as_long_as_the_advantage(one: float, two: float) -> None:
    cells = {"█": 2, "▌": 1, "▐": 1}
    said = [Text.from_markup(bar(p)).plain for p in sorted((one, two))]
    lengths = []
    for line in said:
        left, right = line.split("│")
        assert len(left) == len(right) == SIDE
        assert not (left.strip() and right.strip())
        sizes = [sum(cells.get(cell, 0) for cell in side) for side in (left, right)]
        lengths.append(sizes[1] - sizes[0])
    assert lengths[0] <= lengths[1]
    assert lengths[0] == pytest.approx((min(one, two) - 0.5) * 4 * SIDE, abs=0.51)


def some_bin(begins: float, observed: float, low: float, high: float) -> Bin:
    return Bin(begins, 40, begins + 0.05, observed, low, high)


def test_bins_that_are_off_are_named() -> None:
    fine, off, last = (
        some_bin(0.3, 0.4, 0.3, 0.5), some_bin(0.6, 0.8, 0.7, 0.9), some_bin(0.9, 0.7, 0.5, 0.8),
    )  # fmt: skip
    assert [b.outside for b in (fine, off, last)] == [False, True, True]
    assert bounds_words([fine]) == "in all 1 bins what was said lies within the bounds of what came"
    assert "where it says 60–70%, 90–100%:" in bounds_words([fine, off, last])
    assert len(whisker(off)) == WHISKER
    assert whisker(off).strip() == "┃ ├─●─┤"
