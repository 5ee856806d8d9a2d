"""How long people think: the view of what each decision took.

It says what `record.clock` counts. Of a match that is just decisions, SQL works it out; of the others
it is worked out when they are taken in (`decision_times`), since whom the clock ran for is a question
to the rules there.
"""

from __future__ import annotations

from typing import Final

from domain.record.timeline import MANY_TURNS
from projections.schema.definitions import MATCH, STEP, TURN, View, columns
from projections.schema.record_tables import marked

THINKING: Final = View(
    "thinking",
    "One row for each decision of which is known how long it took: the first of those entered together, "
    "in matches that were recorded as they were played; none of a correction.",
    columns(
        f"""
        {MATCH}
        {STEP}
        {TURN}
        seat VARCHAR who decided: A or B
        action VARCHAR kind of the decision: the tag of the action
        think_ms BIGINT milliseconds that the clock of the seat ran for it, pauses left out
        """
    ),
    f"""
WITH straight AS (
 SELECT s.match, s.step, s.turn, s.seat, s.action, o.clock,
        date_diff('millisecond', o.recorded_at, s.recorded_at) AS recorded,
        date_diff('millisecond', o.recorded_at, s.occurred_at) AS occurred,
        o.played_on < o.recorded_at::DATE AS later
 FROM steps s JOIN openings o ON o.match = s.match
 WHERE o.bot_a IS NULL AND s.match NOT IN ({marked()})
), many AS (
 SELECT s.match, s.recorded FROM straight s JOIN turns t ON t.match = s.match AND t.step = s.step
 GROUP BY s.match, s.recorded HAVING count(*) >= {MANY_TURNS}
), moments AS (
 SELECT s.* EXCLUDE (later), coalesce(s.occurred, s.recorded) AS time,
        CASE WHEN s.occurred IS NOT NULL
             THEN CASE WHEN s.later OR s.recorded = 0 THEN 'told' ELSE 'live' END
             WHEN s.later OR m.match IS NOT NULL THEN 'unknown' ELSE 'live' END AS basis
 FROM straight s LEFT JOIN many m ON m.match = s.match AND m.recorded = s.recorded
), known AS (
 SELECT match FROM moments GROUP BY match
 HAVING count(*) FILTER (basis <> 'unknown' AND time <> 0) > 0
    AND (count(DISTINCT time) FILTER (basis <> 'unknown') > 1 OR count(*) = 1
         OR any_value(clock) IS NOT NULL)
), counted AS (
 SELECT m.*, lag(m.basis, 1, m.basis) OVER w <> m.basis AS begins
 FROM moments m SEMI JOIN known k ON k.match = m.match
 WINDOW w AS (PARTITION BY m.match ORDER BY m.step)
), parts AS (
 SELECT *, count(*) FILTER (begins) OVER (PARTITION BY match ORDER BY step) AS part FROM counted
), reached AS (
 SELECT *, greatest(max(time) OVER w, CASE WHEN part = 0 THEN 0 END) AS until
 FROM parts WINDOW w AS (PARTITION BY match, part ORDER BY step)
), charged AS (
 SELECT match, step, turn, seat, action, basis,
        until - lag(until, 1, CASE WHEN part = 0 THEN 0 END)
                OVER (PARTITION BY match, part ORDER BY step) AS ms
 FROM reached
)
SELECT match, step, turn, seat, action, ms AS think_ms
FROM charged WHERE seat <> 'dealer' AND basis <> 'unknown' AND ms > 0
UNION ALL
SELECT s.match, s.step, s.turn, s.seat, s.action, d.think_ms
FROM steps s JOIN decision_times d ON d.match = s.match AND d.step = s.step
""".strip(),
)
