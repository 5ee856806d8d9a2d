"""What a game brings for analysts: tables, how they are fed, views, reports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from projections.charts.spec import Chart
from projections.schema.definitions import Table, View


@dataclass(frozen=True)
class Report:
    """One named question about a game.

    `sql` is a SELECT that may use the CTE `counted`: what the game counts, filtered. A report that
    says what is behind its rows has `key`, `rows` and `n`; `projections.reports.rates.grouped` makes one.
    """

    name: str
    title: str
    about: str
    """What a row is and how to read it, in a sentence or two."""
    sql: str
    key: tuple[str, ...] = ()
    """The columns that tell its rows apart."""
    rows: str = ""
    """A SELECT over `counted` of what is behind all rows: the key, `match`, and where it is about them
    `seat` and `step`. Each row of the report counts those with its key."""
    n: str = ""
    """The column that says how many a row counts."""
    counts: str = "seats"
    """What it counts, in words."""
    order: str = ""
    """What its rows are ordered by, if `sql` does not say it: columns of the report."""
    least: int = 1
    """With a smaller n a row is left out, unless more or fewer are asked for."""
    parts: bool = False
    """Its rows are parts of one whole, such as ways to end: what they rest on is the sum of n."""
    worked_out_by: str = ""
    """The command that works out what it rests on, where that is not fed; it counts only matches with
    which that has been done."""
    chart: Chart | None = None
    """How it is drawn. Every report of the games here has one; one of an installed game may lack it."""


@dataclass(frozen=True)
class Filter:
    """A choice that narrows a report: an option's name, its values, and a condition on a match.

    The condition is SQL over the columns of `counted`, with {value} for the value quoted.
    """

    name: str
    values: tuple[str, ...]
    condition: str


@dataclass(frozen=True)
class Projected:
    """A game for analysts.

    `prepare` runs once a connection, `feed` for each batch (see `projections.feed.batch`). `gains`
    selects match, step, position, turn, seat, total for each change of a seat's score; `ends`
    selects match, step, turn, winner, why for each end of a match; both seats' score is `first_score`
    before the first change. `counted` is a SELECT of what reports count, without a WHERE: two rows
    a finished match, with match, seat, player, won and drew; `summary` selects from it how many
    matches and draws there are; `unfinished` counts the matches that are open, over `match` and
    the columns that the filters ask for. `understood` gives further statements of `prepare`, made
    only when a batch is fed: reading the words of all cards takes a while. What they say follows
    from the version of the rules. `coded` selects `name` from what `feed.batch.OPENING` makes:
    the names of cards of which `feed` finds the codes in `batch_codes` (name, code).
    """

    key: str
    tables: tuple[Table, ...]
    views: tuple[View, ...]
    prepare: tuple[str, ...]
    feed: tuple[str, ...]
    gains: str
    ends: str
    first_score: int = 0
    counted: str = ""
    summary: str = ""
    unfinished: str = ""
    filters: tuple[Filter, ...] = ()
    reports: tuple[Report, ...] = ()
    understood: Callable[[], tuple[str, ...]] = tuple
    coded: str = ""


KIND_FILTER = Filter("kind", ("people", "bots", "what-if"), "kind = {value}")
"""Who played; without it, what-ifs do not count."""
