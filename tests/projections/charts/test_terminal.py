"""Charts in a terminal fit it, and hold no escapes unless colours are wanted."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

from projections.charts.spec import rates
from projections.charts.terminal import text
from tests.projections.charts.samples import EVIL, RATE_COLUMNS, rate_rows, samples

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
KINDS = list(samples())


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("kind", KINDS)
def test_charts_fit(kind: str, width: int) -> None:
    made = text(*samples()[kind], width)
    assert max(map(cell_len, made.split("\n"))) <= width
    assert "\x1b" not in made


@pytest.mark.parametrize("kind", KINDS)
def test_colours_change_nothing_else(kind: str) -> None:
    plain, coloured = text(*samples()[kind], 80), text(*samples()[kind], 80, colour=True)
    assert plain == ESCAPES.sub("", coloured)
    assert plain != coloured


@pytest.mark.parametrize("kind", KINDS)
def test_without_data_there_is_a_line(kind: str) -> None:
    chart, columns, _ = samples()[kind]
    assert text(chart, columns, []) == "No finished match counts here yet."


def test_whiskers_stand_where_the_values_are() -> None:
    rows = [("Ice", 90, 0, 0, 0.9, 0.8, 1.0), ("Air", 9, 0, 0, 0.5, 0.2, 0.8)]
    lines = text(rates("who"), RATE_COLUMNS, rows, 60).split("\n")
    ice, air, axis = lines[0], lines[1], lines[3]
    assert ice.startswith("Ice 90.0%")
    assert air.startswith("Air 50.0%")
    assert ice.index("├") < ice.index("●") < ice.index("┤")
    assert "○" in air
    assert air.index("○") == ice.index("┊"), "at 50 %"
    assert axis.split()[0] == "20%"
    assert axis.split()[-1] == "100%"
    assert ice.index("┤") == len(axis) - 1


def test_long_names_are_cut() -> None:
    made = text(rates("who"), RATE_COLUMNS, rate_rows(("x" * 90, "漢" * 90)), 80)
    first, second = made.split("\n")[:2]
    assert "x" * 25 + "…" in first + second
    assert "漢" * 12 + "…" in first + second
    assert cell_len(first.split("%")[0]) == cell_len(second.split("%")[0])


def test_bars_are_as_long_as_their_values() -> None:
    chart, columns, rows = samples()["columns"]
    lines = text(chart, columns, rows, 80).split("\n")[: len(rows)]
    lengths = [line.count("█") for line in lines]
    assert lengths == sorted(lengths)
    assert lengths[-1] == pytest.approx(4 * lengths[3], abs=4)


def test_lines_name_their_marks() -> None:
    made = text(*samples()["lines"], 80)
    assert all(f"{mark} " in made for mark in "●×▲o")
    assert EVIL[0] in made
    assert "2026-01-01" in made


def test_the_columns_of_a_table_of_values_are_named_below() -> None:
    made = text(*samples()["heat"], 80)
    assert "win rate, in percent; against: 1 </script>" in made.replace("\n", " ")


@pytest.mark.parametrize("kind", KINDS)
def test_a_single_row_is_drawn_without_a_word_beside_it(
    kind: str, capfd: pytest.CaptureFixture[str]
) -> None:
    chart, columns, rows = samples()[kind]
    made = text(chart, columns, rows[:1], 80)
    assert max(map(cell_len, made.split("\n"))) <= 80
    assert len(made.split("\n")) >= 3
    assert capfd.readouterr() == ("", "")
