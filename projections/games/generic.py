"""A game for analysts without tables of its own: everything that all games have, and reports on it.

What ends a match and what changes a score is seen in the fields of the facts: a fact with `winner`
and `why` ends a match, one with `seat` and `total` says a seat's score.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from domain.contract.game import Game
from projections.games.projection import KIND_FILTER, Filter, Projected, Report
from projections.reports import common, decisions
from projections.reports.rates import MATCHES, SUMMARY
from projections.schema.definitions import literal
from projections.schema.views import struct_fields

ENDS = ("winner", "why")
"""Fields of a fact that ends a match."""
GAINS = ("seat", "total")
"""Fields of a fact that says a seat's score."""


FILTERS: tuple[Filter, ...] = (KIND_FILTER,)

LENGTH: Final = common.length(
    ("turns", "steps"),
    f"SELECT e.match, e.turns, e.steps FROM {MATCHES} c JOIN endings e ON e.match = c.match",
    "Turns of both seats together, and steps as recorded.",
)
OPENINGS: Final = common.openings(
    "What a seat decides in its first two turns, in the words in which actions are stored."
)


def reports_of(game: Game) -> tuple[Report, ...]:
    """The reports about a game; those about the score only if a fact says one."""
    scored = (common.leader(), common.course("score")) if having(game, GAINS) else ()
    return (
        common.starter(),
        common.SEATS,
        common.PLAYERS,
        common.PAIRINGS,
        common.ends(),
        LENGTH,
        common.turns(),
        *scored,
        OPENINGS,
        *decisions.of(game.key),
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
        f"(SELECT match, kind FROM matches WHERE status = 'open' AND game = {key})",
        filters=FILTERS,
        reports=reports_of(game),
    )
