"""What a report's chart shows: its kind and the columns it is drawn from. Light to import."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, get_args

Kind = Literal["intervals", "lines", "bars", "calibration", "heat"]
"""intervals: a value with whiskers for each category. lines: series over an ordered x.
bars: counts. calibration: predicted (x) against observed (y). heat: a value for two categories."""
Sort = Literal["given", "x", "y"]
"""As the report's rows come, by name, or from the highest value down."""

NO_DATA: Final = "No finished match counts here yet."


@dataclass(frozen=True)
class Chart:
    """How a report is drawn. Names are columns of the report; "" is none.

    Raises ValueError if the parts do not go together.
    """

    kind: Kind
    x: tuple[str, ...]
    """What is distinguished; the values of several columns make one name."""
    y: tuple[str, ...]
    """The value; for lines there may be several, a series each."""
    low: str = ""
    high: str = ""
    """Bounds of the value: whiskers, or a band along a single line."""
    series: str = ""
    """The second category of a heat map, or what tells lines apart."""
    n: str = ""
    """How many the value rests on; shown with it, and fewer than `few` are drawn hollow."""
    sort: Sort = "given"
    x_title: str = ""
    y_title: str = ""
    """Titles of the axes, with units."""
    counts: str = "seats"
    """What `n` counts, in words."""
    percent: bool = False
    """The value is a share between 0 and 1."""
    joint: str = " · "
    """What stands between the values that make one name."""
    ordered: bool = False
    """For bars: x has an order of its own, and columns stand side by side."""
    reference: float | None = None
    """Where a line is drawn to compare with: 0.5 for win rates."""
    few: int = 30
    most: int = 30
    """So many categories are drawn; of more, those with the most data."""
    empty: str = NO_DATA

    def __post_init__(self) -> None:
        """Hold the parts to what the kind needs."""
        for wrong, why in self._wrong():
            if wrong:
                raise ValueError(f"{self.kind}: {why}")

    def _wrong(self) -> Iterable[tuple[bool, str]]:
        kind = self.kind
        return (
            (kind not in get_args(Kind), f"is none of {', '.join(get_args(Kind))}"),
            (isinstance(self.x, str) or isinstance(self.y, str), "x and y are tuples of columns"),
            (not self.x or not self.y, "x and y name a column at least"),
            (bool(self.low) != bool(self.high), "low and high come together"),
            (kind == "intervals" and not self.low, "needs low and high"),
            (kind == "heat" and not self.series, "needs a series, its second category"),
            (kind in ("intervals", "bars", "calibration") and bool(self.series), "has no series"),
            (kind == "bars" and bool(self.low), "has no bounds"),
            (kind != "lines" and len(self.y) > 1, "has one value"),
            (
                kind == "lines" and len(self.y) > 1 and bool(self.series),
                "has y or series, not both",
            ),
            (kind == "lines" and len(self.y) > 1 and bool(self.low), "a band needs a single y"),
            (kind in ("lines", "calibration") and len(self.x) > 1, "has one x"),
            (self.most < 1, "most is at least 1"),
        )

    @property
    def columns(self) -> tuple[str, ...]:
        """Every column that is drawn from."""
        one = (self.low, self.high, self.series, self.n)
        return (*self.x, *self.y, *(name for name in one if name))

    def missing(self, columns: Iterable[str]) -> tuple[str, ...]:
        """The columns that a report lacks for this chart."""
        known = set(columns)
        return tuple(name for name in self.columns if name not in known)


def rates(*x: str, x_title: str = "", counts: str = "seats", most: int = 30) -> Chart:
    """The chart of a report that counts with `projections.reports.rates.RATE`: win rates around 50 %."""
    return Chart(
        "intervals", x, ("win_rate",), low="low", high="high", n="n", sort="y", x_title=x_title,
        y_title="win rate, with its 95 % interval", counts=counts, percent=True, reference=0.5,
        most=most,
    )  # fmt: skip


def sums(*x: str, y: str, title: str) -> Chart:
    """The chart of a report that adds something up: the largest first, twenty of them."""
    return Chart("bars", x, (y,), sort="y", y_title=title, most=20)


def crossed(x: str, other: str, x_title: str) -> Chart:
    """The chart of win rates for two categories, one along each side."""
    return Chart(
        "heat", (x,), ("win_rate",), series=other, n="n", sort="x", x_title=x_title,
        y_title="win rate", percent=True, reference=0.5, most=16,
    )  # fmt: skip
