"""The states of finished matches that the model is fitted to and tested with, as SQL.

A state is a moment at which a turn has begun or the score has changed: between two of them nothing
moves that the model looks at. The end of a match is no state, since there the result is known.
"""

from __future__ import annotations

from projections.games.projection import Projected
from projections.reports.statistics import Chosen, counted_sql
from projections.schema.definitions import literal
from projections.win_probability.model import SECOND_HALF


def states_sql(game: Projected, chosen: Chosen) -> str:
    """CTEs up to `states`, for a query to go on with: WITH …, states AS (…).

    One of them is `played`, a row a match that has states. The columns of `states`: match, step,
    turn, a and b (the score), lead (a - b), started (did seat A?), active (is the turn seat A's?),
    second_half, outcome (1, 0.5 or 0 for seat A). Raises GameError for filters that there are not.
    """
    return f"""{counted_sql(game, chosen)}, starters AS (
 SELECT match, arg_min(seat, step) AS seat, min(step) AS step
 FROM turns WHERE turn = 1 GROUP BY match
), ended AS (
 SELECT match, max(step) AS step FROM steps GROUP BY match
), played AS (
 SELECT o.match, s.seat = 'A' AS started, {SECOND_HALF.format(match_id="o.match_id")} AS second_half,
        CASE e.winner WHEN 'A' THEN 1.0::DOUBLE WHEN 'B' THEN 0.0::DOUBLE ELSE 0.5::DOUBLE END
          AS outcome, l.step AS last
 FROM openings o JOIN endings e ON e.match = o.match JOIN starters s ON s.match = o.match
 JOIN ended l ON l.match = o.match
 SEMI JOIN counted c ON c.match = o.match
 WHERE o.game = {literal(game.key)} AND s.step < l.step
), begun AS (
 SELECT match, step, turn, seat = 'A' AS active, a, b FROM turns WHERE match IN (SELECT match FROM played)
 QUALIFY coalesce(lead(step) OVER (PARTITION BY match ORDER BY step, turn) <> step, true)
), scored AS (
 SELECT match, step, turn, a, b FROM scores WHERE match IN (SELECT match FROM played)
), moments AS (
 SELECT t.match, t.step, t.turn, t.active, coalesce(s.a, t.a) AS a, coalesce(s.b, t.b) AS b
 FROM begun t LEFT JOIN scored s ON s.match = t.match AND s.step = t.step
 UNION ALL
 SELECT s.match, s.step, s.turn, t.active, s.a, s.b
 FROM scored s ASOF JOIN begun t ON t.match = s.match AND t.step <= s.step
 WHERE t.step <> s.step
), states AS (
 SELECT f.match, f.step, f.turn, f.a, f.b, f.a - f.b AS lead, p.started, f.active,
        p.second_half, p.outcome
 FROM moments f JOIN played p ON p.match = f.match WHERE f.turn > 0 AND f.step < p.last
)
"""
