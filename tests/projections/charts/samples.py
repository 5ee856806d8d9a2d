"""A chart of each kind with rows whose names try to be code, markup, or to turn the line around."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from projections.charts.spec import Chart, rates

EVIL = (
    "</script><script>alert(1)</script>",
    "<b onclick=\"x()\">bold</b> & 'quoted'",
    "family 👨‍👩‍👧 and 😀",
    "עברית عربى \u202eturned",
    "bell\x07 esc\x1b[31m line\nbreak \ud800 \uffff",
    "datum.x || signal('a')",
    "漢字の名前",
    "",
)

Sample = tuple[Chart, list[str], list[tuple[Any, ...]]]

RATE_COLUMNS = ["who", "n", "wins", "draws", "win_rate", "low", "high"]


def rate_rows(names: tuple[str, ...] = EVIL) -> list[tuple[Any, ...]]:
    return [
        (name, 10 * i + 5, i, 0, 0.1 * (i % 9) + 0.05, 0.1 * (i % 9), 0.1 * (i % 9) + 0.1)
        for i, name in enumerate(names)
    ]


def samples() -> dict[str, Sample]:
    days = [date(2026, 1, 1) + timedelta(days=i) for i in range(5)]
    pairs = [
        (a, b, 0.5 + (i - j) / 20, 10 * i) for i, a in enumerate(EVIL) for j, b in enumerate(EVIL)
    ]
    return {
        "intervals": (rates("who"), RATE_COLUMNS, rate_rows()),
        "bars": (
            Chart("bars", ("who",), ("n",), sort="y", y_title="matches"),
            RATE_COLUMNS,
            rate_rows(),
        ),
        "columns": (
            Chart("bars", ("turn",), ("n",), ordered=True, x_title="turn", y_title="matches"),
            ["turn", "n"],
            [(turn, turn * turn) for turn in range(1, 9)],
        ),
        "lines": (
            Chart("lines", ("day",), ("rating",), series="who", y_title="rating (points)"),
            ["day", "who", "rating"],
            [(day, who, 1500.0 + i * 3) for who in EVIL[:4] for i, day in enumerate(days)],
        ),
        "band": (
            Chart("lines", ("i",), ("r",), low="lo", high="hi", reference=1500.0),
            ["i", "r", "lo", "hi"],
            [(i, 1500.0 + i, 1490.0 + i, 1510.0 + i) for i in range(40)],
        ),
        "named lines": (
            Chart("lines", ("who",), ("wins", "n")),
            RATE_COLUMNS,
            rate_rows(EVIL[:3]),
        ),
        "calibration": (
            Chart("calibration", ("p",), ("o",), low="lo", high="hi", n="n", percent=True),
            ["p", "o", "lo", "hi", "n"],
            [(0.1 * i, 0.1 * i + 0.02, 0.1 * i - 0.05, 0.1 * i + 0.1, 9 * i) for i in range(1, 9)],
        ),
        "heat": (
            Chart(
                "heat",
                ("one",),
                ("rate",),
                series="other",
                n="n",
                percent=True,
                reference=0.5,
                y_title="win rate",
                x_title="against",
            ),
            ["one", "other", "rate", "n"],
            list(pairs),
        ),
    }
