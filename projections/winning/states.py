"""The states of finished matches that the model is fitted to and tested with, as SQL.

A state is a moment at which a turn has begun or the score has changed: between two of them nothing
moves that the model looks at. The end of a match is no state, since there the result is known.
"""

from __future__ import annotations

from projections.projected import Projected
from projections.schema import literal
from projections.statistics import Chosen, counted_sql
from projections.winning.model import SECOND_HALF


def states_sql(game: Projected, chosen: Chosen) -> str:
    """CTEs up to `states`, for a query to go on with: WITH …, states AS (…).

    One of them is `played`, a row a match that has states. The columns of `states`: match, step,
    turn, a and b (the score), lead (a - b), started (did seat A?), second_half, outcome (1, 0.5
    or 0 for seat A). Raises GameError for filters that there are not.
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
), marks AS (
 SELECT match, step, max(turn) AS turn, max(a) AS a, max(b) AS b
 FROM (SELECT match, step, turn, NULL AS a, NULL AS b FROM turns
       UNION ALL SELECT match, step, NULL, a, b FROM scores)
 WHERE match IN (SELECT match FROM played) GROUP BY match, step
), filled AS (
 SELECT match, step, last_value(turn IGNORE NULLS) OVER w AS turn,
        coalesce(last_value(a IGNORE NULLS) OVER w, {game.first_score}) AS a,
        coalesce(last_value(b IGNORE NULLS) OVER w, {game.first_score}) AS b
 FROM marks WINDOW w AS (PARTITION BY match ORDER BY step)
), states AS (
 SELECT f.match, f.step, f.turn, f.a, f.b, f.a - f.b AS lead, p.started, p.second_half, p.outcome
 FROM filled f JOIN played p ON p.match = f.match WHERE f.turn > 0 AND f.step < p.last
)
"""
