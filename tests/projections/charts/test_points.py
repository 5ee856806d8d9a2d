"""What is drawn of a report's rows, in which order, and what is said about the rest."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.charts.caption import caption_text
from projections.charts.points import read
from projections.charts.scales import domain, ticks
from projections.charts.spec import Chart, rates
from projections.charts.words import LONGEST, figure, moment, number, plain, span
from tests.projections.charts.samples import RATE_COLUMNS, rate_rows, samples

BARS = Chart("bars", ("k",), ("v",))


def test_the_most_data_are_drawn_and_the_rest_is_said() -> None:
    chart = replace(rates("who"), most=3)
    rows = rate_rows(("a", "b", "c", "d", "e"))
    points = read(chart, RATE_COLUMNS, rows)
    assert points.labels == ("e", "d", "c")
    assert points.notes[0] == "The 3 with the most data of 5 are drawn."


def test_rows_come_as_given_by_name_or_from_the_highest() -> None:
    rows = [("b", 1), ("C", 3), ("a", 2)]
    assert read(BARS, ["k", "v"], rows).labels == ("b", "C", "a")
    assert read(replace(BARS, sort="x"), ["k", "v"], rows).labels == ("a", "b", "C")
    assert read(replace(BARS, sort="y"), ["k", "v"], rows).labels == ("C", "a", "b")


def test_few_data_are_marked_and_said() -> None:
    points = read(rates("who"), RATE_COLUMNS, rate_rows(("a", "b", "c", "d")))
    assert [point.few for point in sorted(points.points, key=lambda p: p.label)] == [
        True, True, True, False,
    ]  # fmt: skip
    assert points.notes == ("3 of 4 rest on fewer than 30 seats: hollow.",)


def test_a_value_says_itself_with_its_interval_and_what_it_rests_on() -> None:
    row = ("Ice", 1403, 385, 0, 0.955, 0.931, 0.972)
    (point,) = read(rates("who"), RATE_COLUMNS, [row]).points
    assert point.says == "Ice: 95.5% (93.1–97.2%), 1,403 seats"


def test_the_same_name_twice_is_told_apart() -> None:
    assert read(BARS, ["k", "v"], [("a", 1), ("a", 2)]).labels == ("a", "a (2)")


def test_several_columns_make_one_name() -> None:
    chart = replace(BARS, x=("k", "w"), joint="–")
    rows = [(10, 19, 1), (20, None, 2), (None, None, 3)]
    assert read(chart, ["k", "w", "v"], rows).labels == ("10–19", "20", "(none)")


@pytest.mark.parametrize(
    ("values", "scale"),
    [
        ([1, 2.5, Decimal(3)], "numbers"),
        ([date(2026, 1, 1), datetime(2026, 1, 2, 3)], "times"),
        (["a", "b"], "names"),
        ([1, "b"], "names"),
        ([1, None], "names"),
    ],
)
def test_lines_go_over_numbers_times_or_names(values: list[Any], scale: str) -> None:
    chart = Chart("lines", ("k",), ("v",))
    assert read(chart, ["k", "v"], [(value, 1) for value in values]).scale == scale


def test_no_more_lines_than_can_be_told_apart() -> None:
    chart = Chart("lines", ("k",), ("v",), series="s")
    rows = [(i, 1, f"s{s}") for s in range(9) for i in range(s + 1)]
    points = read(chart, ["k", "v", "s"], rows)
    assert points.series == ("s2", "s3", "s4", "s5", "s6", "s7", "s8")
    assert points.notes == ("The 7 with the most data of 9 are drawn.",)


def test_both_sides_of_a_heat_map_are_cut() -> None:
    chart, columns, rows = samples()["heat"]
    points = read(replace(chart, most=3), columns, rows)
    assert len(points.labels) == len(points.series) == 3
    assert points.notes == (
        "The 3 with the most data of 8 are drawn (one).",
        "The 3 with the most data of 8 are drawn (other).",
    )


def test_values_that_are_none_are_left_out() -> None:
    rows = [("a", None), ("b", float("nan")), ("c", float("inf")), ("d", True), ("e", 0)]
    assert read(BARS, ["k", "v"], rows).labels == ("e",)


@pytest.mark.parametrize("kind", samples())
def test_without_rows_there_is_nothing_to_see(kind: str) -> None:
    chart, columns, rows = samples()[kind]
    assert not read(chart, columns, [])
    assert caption_text(read(chart, columns, [])) == "No finished match counts here yet."
    assert caption_text(read(chart, columns, rows)).endswith(".")


def test_intervals_say_how_many_leave_out_half() -> None:
    rows = [
        ("a", 100, 0, 0, 0.7, 0.6, 0.8),
        ("b", 100, 0, 0, 0.5, 0.4, 0.6),
        ("c", 100, 0, 0, 0.3, 0.2, 0.4),
    ]
    assert caption_text(read(rates("who"), RATE_COLUMNS, rows)) == (
        "Highest is a: 70.0% (60.0–80.0%), 100 seats. Lowest is c: 30.0% (20.0–40.0%), 100 seats. "
        "2 of 3 intervals leave out 50%; about 1 in 20 does by chance."
    )
    assert caption_text(read(rates("who"), RATE_COLUMNS, rows[1:2])) == (
        "b: 50.0% (40.0–60.0%), 100 seats. No interval leaves out 50%."
    )


def test_calibration_says_how_far_off_it_is() -> None:
    chart = Chart("calibration", ("p",), ("o",), low="l", high="h", n="n", percent=True)
    rows = [(0.2, 0.3, 0.25, 0.4, 100), (0.8, 0.8, 0.7, 0.9, 300)]
    assert caption_text(read(chart, ["p", "o", "l", "h", "n"], rows)) == (
        "Observed is 2.5 points over predicted on average; 1 of 2 intervals hold what was predicted."
    )


@given(st.text())
def test_names_are_one_harmless_line(text: str) -> None:
    name = plain(text)
    assert name
    assert len(name) <= LONGEST
    assert name.isprintable() or all(c.isprintable() or ord(c) > 0x7F for c in name)
    assert not set(name) & {"\n", "\r", "\t", "\x1b", "\x00", "\u2028", "\u202e", "\u2066"}
    name.encode()


@given(st.floats(-1e6, 1e6), st.floats(0.001, 1e6), st.integers(2, 9))
def test_ticks_are_round_and_between_the_ends(low: float, size: float, most: int) -> None:
    found = ticks(low, low + size, most)
    assert 1 <= len(found) <= most
    assert found == sorted(found)
    slack = size * 1e-3 + 1e-6
    assert all(low - slack <= tick <= low + size + slack for tick in found)


def test_axes_end_at_round_numbers() -> None:
    assert domain(read(rates("who"), RATE_COLUMNS, [("a", 9, 0, 0, 0.57, 0.46, 0.61)])) == (
        0.4,
        0.7,
    )
    assert domain(read(BARS, ["k", "v"], [("a", 130), ("b", 210)])) == (130, 210)


def test_numbers_and_times() -> None:
    assert [number(x) for x in (1, 2.5, Decimal("0.5"), True, "1", None, float("nan"))] == [
        1.0, 2.5, 0.5, None, None, None, None,
    ]  # fmt: skip
    assert moment(date(1970, 1, 2)) == 86_400_000
    assert moment(datetime(1970, 1, 1, 0, 0, 1)) == 1000
    assert moment(datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC)) == 1000
    assert moment("1970-01-02") is None
    assert (figure(1234.0), figure(2.345), figure(0.417, True)) == ("1,234", "2.35", "41.7%")
    assert figure(None) == "no value"
    assert span(0.1, 0.2, True) == "10.0–20.0%"
    assert span(None, 0.2) == ""
