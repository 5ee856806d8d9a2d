"""Charts refuse what does not go together, and those of the games fit their reports."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from domain.recorder import Recorder
from projections import reading, statistics
from projections.charts.named import CHARTS, chart_of
from projections.charts.points import read
from projections.charts.spec import Chart, rates, suggested

HEAT = Chart("heat", ("a",), ("v",), series="b")


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"kind": "pie"}, "is none of"),
        ({"x": "who"}, "tuples"),
        ({"y": ()}, "a column at least"),
        ({"low": "low"}, "come together"),
        ({"kind": "intervals"}, "low and high"),
        ({"kind": "heat", "series": ""}, "second category"),
        ({"kind": "bars"}, "no series"),
        ({"y": ("v", "w")}, "one value"),
        ({"kind": "lines", "y": ("v", "w")}, "not both"),
        ({"kind": "lines", "y": ("v", "w"), "series": "", "low": "l", "high": "h"}, "single y"),
        ({"kind": "calibration", "series": "", "x": ("a", "b")}, "one x"),
        ({"most": 0}, "at least 1"),
    ],
)
def test_parts_that_do_not_go_together_are_refused(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        replace(HEAT, **wrong)


def test_missing_columns_are_named() -> None:
    chart = rates("guild", "pick")
    assert chart.missing(["guild", "win_rate", "low", "n"]) == ("pick", "high")
    with pytest.raises(ValueError, match="no pick, high"):
        read(chart, ["guild", "win_rate", "low", "n"], [])


def test_win_rates_suggest_a_chart() -> None:
    found = suggested(["event", "round", "n", "wins", "draws", "win_rate", "low", "high"])
    assert found == rates("event", "round")
    assert suggested(["n", "win_rate", "low", "high"]) is None
    assert suggested(["measure", "n", "mean"]) is None


def test_the_charts_of_the_games_fit_their_reports(tmp_path: Path) -> None:
    Recorder(tmp_path / "s.sqlite").close()
    drawn = set()
    with reading.open_reader(tmp_path / "s.sqlite", tmp_path / "s.duckdb") as reader:
        for key in {game for game, _ in CHARTS}:
            game = statistics.projected(key)
            for report in game.reports:
                columns = statistics.run_report(reader, game, report, {}).columns
                if chart := chart_of(key, report.name, columns):
                    assert chart.missing(columns) == (), f"{key} {report.name}"
                    drawn.add((key, report.name))
    assert drawn >= set(CHARTS)
