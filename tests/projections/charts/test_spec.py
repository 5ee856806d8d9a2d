"""Charts refuse what does not go together, and those of the games fit their reports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from domain.games.riftforce.game import RIFTFORCE
from domain.games.solforge.game import SOLFORGE
from domain.store.recorder import Recorder
from projections.charts.points import read
from projections.charts.spec import Chart, crossed, rates, sums
from projections.games.generic import generic
from projections.games.projection import Projected, Report
from projections.games.registry import PROJECTED
from projections.read import reader as reading
from projections.read.reader import Reader
from projections.reports import statistics

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


GAMES = (*PROJECTED.values(), *map(generic, (RIFTFORCE, SOLFORGE)))
REPORTS = [
    pytest.param(game, report, id=f"{number}-{game.key}-{report.name}")
    for number, game in enumerate(GAMES)
    for report in game.reports
]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    path = tmp_path_factory.mktemp("empty") / "s.sqlite"
    Recorder(path).close()
    with reading.open_reader(path, path.with_suffix(".duckdb")) as found:
        yield found


@pytest.mark.parametrize(("game", "report"), REPORTS)
def test_every_report_has_a_chart_that_fits_it(
    reader: Reader, game: Projected, report: Report
) -> None:
    columns = statistics.run_report(reader, game, report, {}).columns
    assert report.chart, f"{report.name} of {game.key} has no chart"
    assert report.chart.missing(columns) == ()
    assert {*report.key} <= {*columns}


def test_charts_that_reports_share() -> None:
    assert rates("event", "round").x == ("event", "round")
    assert (rates("who").low, rates("who").high, rates("who").reference) == ("low", "high", 0.5)
    assert sums("source", y="points", title="Points").sort == "y"
    assert crossed("player", "opponent", "against").series == "opponent"
