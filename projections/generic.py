"""A game for analysts without tables of its own: everything that all games have, and reports on it.

What ends a match and what changes a score is seen in the fields of the facts: a fact with `winner`
and `why` ends a match, one with `seat` and `total` says a seat's score.
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.game import Game
from projections.projected import KIND_FILTER, Filter, Projected, Report
from projections.rates import INTERVAL, RATE, SUMMARY
from projections.schema import literal
from projections.views import struct_fields

ENDS = ("winner", "why")
"""Fields of a fact that ends a match."""
GAINS = ("seat", "total")
"""Fields of a fact that says a seat's score."""


FILTERS: tuple[Filter, ...] = (KIND_FILTER,)

REPORTS: tuple[Report, ...] = (
    Report(
        "starter",
        "The starter's advantage",
        f"Who has the first turn, and who the second. {INTERVAL}",
        f"""
SELECT CASE WHEN starts THEN 'first' ELSE 'second' END AS turn, {RATE}, avg(score) AS mean_score
FROM counted WHERE starts IS NOT NULL GROUP BY starts ORDER BY starts DESC
""".strip(),
    ),
    Report(
        "seats",
        "Win rate by seat",
        INTERVAL,
        f"SELECT seat, {RATE}, avg(score) AS mean_score FROM counted GROUP BY seat ORDER BY seat",
    ),
    Report(
        "players",
        "Win rate by player",
        f"Bots are called by their names. {INTERVAL}",
        f"SELECT player, {RATE} FROM counted GROUP BY player ORDER BY win_rate DESC, player",
    ),
    Report(
        "ends",
        "How matches end",
        "The rulebook's reason, and how many of the matches ended for it.",
        """
SELECT why, count(*) AS n, n / sum(count(*)) OVER () AS share
FROM counted WHERE seat = 'A' GROUP BY why ORDER BY n DESC, why
""".strip(),
    ),
    Report(
        "length",
        "Length of a match",
        "Turns of both seats together, and steps as recorded. The median and the tenths are values "
        "that occurred: of two middle ones the lower.",
        """
SELECT measure, count(*) AS n, avg(value) AS mean, round(stddev_samp(value), 9) AS deviation,
       min(value) AS least, quantile_disc(value, 0.1) AS low_tenth, quantile_disc(value, 0.5) AS median,
       quantile_disc(value, 0.9) AS high_tenth, max(value) AS most
FROM (
 SELECT unnest(['turns', 'steps']) AS measure, unnest([turns, steps]) AS value
 FROM counted WHERE seat = 'A'
) GROUP BY measure ORDER BY measure DESC
""".strip(),
    ),
)


def having(game: Game, wanted: tuple[str, str]) -> dict[str, tuple[int, int]]:
    """The facts of a game that have two fields, by tag: which fields those are, counted from 1."""
    return {
        tag: (fields.index(wanted[0]) + 1, fields.index(wanted[1]) + 1)
        for tag, fields, _ in struct_fields(game.fact_type)
        if set(wanted) <= set(fields)
    }


def selected(key: str, head: str, tags: Iterable[tuple[str, str]], none: str) -> str:
    """A SELECT from the facts of a game: for each tag what it gives after `head`; or no rows."""
    parts = [
        f"SELECT {head}, {columns} FROM batch_facts "
        f"WHERE game = {literal(key)} AND tag = {literal(tag)}"
        for tag, columns in tags
    ]
    return "\nUNION ALL\n".join(parts or [f"SELECT {head}, {none} FROM batch_facts WHERE false"])


def generic(game: Game) -> Projected:
    """A game with the tables that every game has. More can be put in its place by name."""
    key = literal(game.key)
    return Projected(
        key=game.key,
        tables=(),
        views=(),
        prepare=(),
        feed=(),
        gains=selected(
            game.key,
            "match, step, position, turn",
            (
                (tag, f"seat_of(f{seat}) AS seat, f{total}::INTEGER AS total")
                for tag, (seat, total) in having(game, GAINS).items()
            ),
            "NULL::VARCHAR AS seat, NULL::INTEGER AS total",
        ),
        ends=selected(
            game.key,
            "match, step, turn",
            (
                (tag, f"seat_of(f{winner}) AS winner, f{why} AS why")
                for tag, (winner, why) in having(game, ENDS).items()
            ),
            "NULL::VARCHAR AS winner, NULL::VARCHAR AS why",
        ),
        counted=f"SELECT * FROM (FROM sides WHERE game = {key})",
        summary=SUMMARY,
        unfinished="SELECT count(*) FROM "
        f"(SELECT kind FROM matches WHERE status = 'open' AND game = {key})",
        filters=FILTERS,
        reports=REPORTS,
    )
