"""What a game brings for analysts: tables, how they are fed, views, reports."""

from __future__ import annotations

from dataclasses import dataclass

from projections.schema import Table, View


@dataclass(frozen=True)
class Report:
    """One named question about a game.

    `sql` is a SELECT that may use the CTE `counted`: what the game counts, filtered.
    """

    name: str
    title: str
    about: str
    """What a row is and how to read it, in a sentence or two."""
    sql: str


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

    `prepare` runs once a connection, `feed` for each batch (see `projections.batch`). `gains`
    selects match, step, position, turn, seat, total for each change of a seat's score; `ends`
    selects match, step, turn, winner, why for each end of a match; both seats' score is `first_score`
    before the first change. `counted` is a SELECT of what reports count, without a WHERE; `summary`
    selects from it how many matches and draws there are; `unfinished` counts the matches that are
    open, over the columns that the filters ask for.
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


KIND_FILTER = Filter("kind", ("people", "bots", "what-if"), "kind = {value}")
"""Who played; without it, what-ifs do not count."""
