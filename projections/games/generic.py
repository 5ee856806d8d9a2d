"""A game for analysts without tables of its own: everything that all games have, and reports on it.

What ends a match and what changes a score is what the facts declare: `ends_match`, and a field of the
type `Total` beside a `Seat`.
"""

from __future__ import annotations

from typing import Final

from domain.contract.game import Game
from projections.games.projection import KIND_FILTER, Filter, Projected, Report
from projections.reports import common, decisions
from projections.reports.rates import MATCHES, SUMMARY
from projections.schema.definitions import literal
from projections.schema.fact_columns import FactColumns

FILTERS: tuple[Filter, ...] = (KIND_FILTER,)

LENGTH: Final = common.length(
    ("turns", "steps"),
    f"SELECT e.match, e.turns, e.steps FROM {MATCHES} c JOIN endings e ON e.match = c.match",
    "Turns of both seats together, and steps as recorded.",
)
OPENINGS: Final = common.openings(
    "What a seat decides in its first two turns, in the words in which actions are stored."
)


def reports_of(key: str, facts: FactColumns) -> tuple[Report, ...]:
    """The reports about a game; those about the score only if a fact says one."""
    scored = (common.leader(), common.course("score")) if facts.scores else ()
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
        *decisions.of(key),
    )


def gains(facts: FactColumns) -> str:
    """Every change of a seat's score, with its total after it."""
    head = "SELECT match, step, position, turn"
    return "\nUNION ALL\n".join(
        f'{head}, "{seat}" AS seat, "{total}"::INTEGER AS total\nFROM {facts.of(*tags)}'
        for (seat, total), tags in facts.scores.items()
    ) or (f"{head}, NULL::VARCHAR AS seat, NULL::INTEGER AS total FROM batch_facts WHERE false")


def ends(facts: FactColumns) -> str:
    """Every end of a match; a winner NULL is a draw."""
    head = "SELECT match, step, turn"
    if not facts.ends:
        return f"{head}, NULL::VARCHAR AS winner, NULL::VARCHAR AS why FROM batch_facts WHERE false"
    return f"{head}, winner, why\nFROM {facts.of(*facts.ends)}"


def generic(game: Game) -> Projected:
    """A game with the tables that every game has. More can be put in its place by name."""
    key, facts = literal(game.key), FactColumns(game.key, game.fact_type)
    return Projected(
        key=game.key,
        tables=(),
        views=(),
        prepare=(),
        feed=(),
        gains=gains(facts),
        ends=ends(facts),
        counted=f"SELECT * FROM (FROM sides WHERE game = {key})",
        summary=SUMMARY,
        unfinished="SELECT count(*) FROM "
        f"(SELECT match, kind FROM matches WHERE status = 'open' AND game = {key})",
        filters=FILTERS,
        reports=reports_of(game.key, facts),
    )
