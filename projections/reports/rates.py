"""How every game's reports count: wins, draws, rates and means with their intervals."""

from __future__ import annotations

from typing import Final

from projections.charts.spec import Chart
from projections.games.projection import Report
from projections.schema.definitions import Z

RATE: Final = """count(*) AS n, sum(won)::INTEGER AS wins, sum(drew)::INTEGER AS draws,
       wins / n AS win_rate, wilson_low(wins, n) AS low, wilson_high(wins, n) AS high"""
"""Columns over `counted`: how many, won, drawn, and the rate between its bounds."""

INTERVAL: Final = "low and high bound the win rate with 95 % confidence (Wilson)."
"""What the bounds are, for a report's words."""
SHARE_INTERVAL: Final = "low and high bound the share with 95 % confidence (Wilson)."
MEAN_INTERVAL: Final = (
    "A mean's bounds are mean ± 1.96 s / √n: about 95 % confidence, where n is not small."
)
"""What the bounds of means are, for a report's words."""

PART: Final = """count(*) AS n, count(*) / sum(count(*)) OVER () AS share,
       wilson_low(count(*), sum(count(*)) OVER ()) AS low,
       wilson_high(count(*), sum(count(*)) OVER ()) AS high"""
"""Columns of a report whose rows are parts of one whole: how many, and their share of all."""

SUMMARY: Final = """
SELECT count(DISTINCT match) AS matches, count(DISTINCT match) FILTER (drew = 1) AS draws
FROM counted
""".strip()
"""How many matches are counted, and how many of them are draws."""

MATCHES: Final = "(SELECT DISTINCT match FROM counted)"
"""The matches that are counted, once each, whichever of their seats are."""

SEATS: Final = "(SELECT count(*) FROM counted)"


def mean(value: str, name: str, bounds: str, where: str = "") -> str:
    """The mean of a value as a column, and its 95 % interval: columns {bounds}_low and _high.

    `where` narrows it; there are no bounds for fewer than two values.
    """
    some = f" FILTER ({where})" if where else ""
    reach = f"{Z!r} * stddev_samp({value}){some} / sqrt(count({value}){some})"
    return (
        f"avg({value}){some} AS {name},\n"
        f"       {name} - {reach} AS {bounds}_low,\n"
        f"       {name} + {reach} AS {bounds}_high"
    )


def mean_a_seat(value: str, name: str) -> str:
    """The mean over all counted seats of sums that only some have, as a column, and its interval.

    The relation has a row for each seat that has a sum; the others have none, which is 0.
    """
    reach = (
        f"{Z!r} * sqrt(greatest(0, sum({value} * {value}) - sum({value}) * sum({value}) / {SEATS})"
        f"\n         / nullif({SEATS} - 1, 0) / {SEATS})"
    )
    middle = f"sum({value}) / {SEATS}"
    return (
        f"{middle} AS {name},\n"
        f"       {middle} - {reach} AS {name}_low,\n"
        f"       {middle} + {reach} AS {name}_high"
    )


def share(some: str, of: str) -> str:
    """A share as a column, and its Wilson interval: share, low, high."""
    return (
        f"{some} / nullif({of}, 0) AS share, wilson_low({some}, {of}) AS low, "
        f"wilson_high({some}, {of}) AS high"
    )


def grouped(
    name: str,
    title: str,
    about: str,
    *,
    of: str,
    key: tuple[str, ...],
    shown: str,
    order: str,
    chart: Chart,
    counts: str = "seats",
    least: int = 1,
    parts: bool = False,
) -> Report:
    """A report that groups what `of` selects by a key, and shows some columns of each group.

    `of` is a SELECT over `counted`, a row for each thing that is counted; `shown` has the column n.
    """
    of, columns = of.strip(), ", ".join(key)
    sql = f"SELECT {columns}, {shown.strip()}\nFROM (\n{of}\n)\nGROUP BY {columns}"
    return Report(
        name, title, about, sql, key=key, rows=of, n="n", counts=counts, order=order, least=least,
        parts=parts, chart=chart,
    )  # fmt: skip
