"""One batch of events into the tables, as SQL that a DuckDB connection runs.

The batch stands in `batch_events` (id, match_id, version, topic, state). From it come
`batch_matches` (the matches it touches; `earlier` for those that began before it), `batch_steps`
and `batch_facts` (match, step, position, seq, turn, tag, v): v is the fact's array as text, seq
orders the facts of a match. Rows go to the tables of the schema `target`; unqualified names are all
rows there are, those of this batch included.
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.games import GAMES
from projections.projected import Projected
from projections.schema import literal
from projections.views import turn_facts

TEMPORARY = (
    "CREATE OR REPLACE TEMP MACRO seat_of(number) AS "
    "CASE number WHEN '0' THEN 'A' WHEN '1' THEN 'B' END",
)
"""Run once a connection."""

_OPENINGS = """
INSERT INTO target.openings
SELECT id, match_id, o.game, o.rules, CASE WHEN o.bots IS NULL THEN 'people' ELSE 'bots' END,
       o.players[1], o.players[2], o.bots[1], o.bots[2], o.seed,
       CASE WHEN coalesce(o."on", '') = '' THEN make_timestamp(o."at" * 1000)::DATE
            ELSE o."on"::DATE END,
       make_timestamp(o."at" * 1000), coalesce(o."by", ''), coalesce(o.place, ''),
       coalesce(o.event, ''), nullif(o.note, ''), o.settings
FROM (
 SELECT id, match_id, from_json(state, '{"game": "VARCHAR", "rules": "VARCHAR",
  "settings": "MAP(VARCHAR, VARCHAR)", "players": ["VARCHAR"], "at": "BIGINT", "by": "VARCHAR",
  "on": "VARCHAR", "place": "VARCHAR", "event": "VARCHAR", "note": "VARCHAR",
  "bots": ["VARCHAR"], "seed": "BIGINT"}') AS o
 FROM batch_events WHERE version = 1
) ORDER BY id
"""

_MATCHES = """
CREATE OR REPLACE TEMP TABLE batch_matches AS
SELECT match, match_id, game, settings, recorded_at, recorder,
       match < (SELECT min(id) FROM batch_events) AS earlier
FROM openings WHERE match_id IN (SELECT DISTINCT match_id FROM batch_events)
"""

_SEATS = """
INSERT INTO target.seats
SELECT match, unnest(['A', 'B']), unnest([player_a, player_b]), unnest([bot_a, bot_b]),
       unnest([player_b, player_a])
FROM openings WHERE match IN (SELECT match FROM batch_matches WHERE NOT earlier)
ORDER BY match
"""

_BEGUN = """
CREATE OR REPLACE TEMP TABLE batch_begun AS
SELECT match, version - 1 AS step, x.position::SMALLINT AS position, x.turn::INTEGER AS turn, x.seat
FROM (
 SELECT match, version, unnest([{'position': i, 'turn': f[2], 'seat': f[3]}
   for f, i in from_json(state, '{"f": [["VARCHAR"]]}').f if %s]) AS x
 FROM batch_events JOIN batch_matches USING (match_id) WHERE version > 1 AND (%s)
)
"""

_STEPS = """
CREATE OR REPLACE TEMP TABLE batch_steps AS
WITH begun AS (
 SELECT match, step, max(turn) AS turn FROM batch_begun GROUP BY match, step
 UNION ALL
 SELECT match, 0, max(turn) FROM turns
 WHERE match IN (SELECT match FROM batch_matches WHERE earlier) GROUP BY match
), numbered AS (
 SELECT e.id, m.match, e.version - 1 AS step
 FROM batch_events e JOIN batch_matches m USING (match_id) WHERE e.version > 1
)
SELECT n.id, n.match, n.step, coalesce(b.turn, 0) AS turn
FROM numbered n ASOF LEFT JOIN begun b ON b.match = n.match AND b.step < n.step
"""

_INSERT_STEPS = """
INSERT INTO target.steps
SELECT s.match, s.step, s.turn, CASE j.s WHEN -1 THEN 'dealer' WHEN 1 THEN 'B' ELSE 'A' END, j.a[1],
       recorded_at + to_milliseconds(coalesce(j.t, 0)), recorded_at + to_milliseconds(j.o),
       coalesce(j."by", recorder), j.note, regexp_replace(state, ',"p":"[^"]*"}$', '}')
FROM (
 SELECT id, match_id, state, from_json(state, '{"a": ["VARCHAR"], "s": "TINYINT", "t": "BIGINT",
  "o": "BIGINT", "by": "VARCHAR", "note": "VARCHAR"}') AS j
 FROM batch_events WHERE version > 1
) e JOIN batch_steps s USING (id) JOIN batch_matches m USING (match_id)
"""

_INSERT_TURNS = """
INSERT INTO target.turns
SELECT match, turn, seat_of(seat), step, position FROM batch_begun ORDER BY match, step, position
"""

_FACTS = """
CREATE OR REPLACE TEMP TABLE batch_facts AS
SELECT match, game, step, position, step * 65536::BIGINT + position AS seq,
       CASE WHEN begins IS NULL THEN turn
            ELSE coalesce(list_max([b.turn for b in begins if b.position <= position]), turn)
            END AS turn,
       v[1] AS tag, v
FROM (
 SELECT s.match, m.game, s.step, s.turn, b.begins, unnest(e.f) AS v,
        generate_subscripts(e.f, 1)::SMALLINT AS position
 FROM (
  SELECT id, match_id, from_json(state, '{"f": [["VARCHAR"]]}').f AS f
  FROM batch_events WHERE version > 1
 ) e JOIN batch_steps s USING (id) JOIN batch_matches m USING (match_id)
 LEFT JOIN (
  SELECT match, step, list({'position': position, 'turn': turn}) AS begins
  FROM batch_begun GROUP BY match, step
 ) b ON b.match = s.match AND b.step = s.step
)
"""

_GAINS = """
CREATE OR REPLACE TEMP TABLE batch_gains AS %s
"""

_SCORES = """
INSERT INTO target.scores
WITH changes AS (
 SELECT match, step, max(turn) AS turn,
        arg_max(total, position) FILTER (seat = 'A') AS a,
        arg_max(total, position) FILTER (seat = 'B') AS b
 FROM batch_gains GROUP BY match, step
 UNION ALL
 SELECT match, 0, 0, arg_max(a, step), arg_max(b, step) FROM scores
 WHERE match IN (SELECT match FROM batch_matches WHERE earlier) GROUP BY match
), filled AS (
 SELECT match, step, turn, coalesce(last_value(a IGNORE NULLS) OVER w, 0) AS a,
        coalesce(last_value(b IGNORE NULLS) OVER w, 0) AS b
 FROM changes WINDOW w AS (PARTITION BY match ORDER BY step)
)
SELECT match, step, turn, a, b FROM filled WHERE step > 0 ORDER BY match, step
"""

_ENDINGS = """
INSERT INTO target.endings
WITH ends AS (%s)
SELECT e.match, e.winner, e.why, coalesce(s.a, 0), coalesce(s.b, 0), e.turn, e.step
FROM ends e ASOF LEFT JOIN scores s ON s.match = e.match AND s.step <= e.step ORDER BY e.match
"""

LOST = "SELECT count(*) - (SELECT count(*) FROM batch_steps) FROM batch_events WHERE version > 1"
"""How many steps of the batch belong to no match that was opened: must be 0."""
ONE_LOST = """
SELECT match_id, version FROM batch_events
WHERE match_id NOT IN (SELECT match_id FROM batch_matches) ORDER BY id LIMIT 1
"""


def core_feed(games: Iterable[Projected]) -> tuple[str, ...]:
    """The statements for what every game has, in order."""
    games = list(games)
    begins = [
        f"(game = {literal(key)} AND f[1] = {literal(tag)})"
        for key, game in GAMES.items()
        for tag in turn_facts(game)
    ]
    tags = [f"contains(state, '\"{tag}\"')" for game in GAMES.values() for tag in turn_facts(game)]
    return (
        _OPENINGS,
        _MATCHES,
        _SEATS,
        _BEGUN % (" OR ".join(begins or ["false"]), " OR ".join(tags or ["false"])),
        _STEPS,
        _INSERT_STEPS,
        _INSERT_TURNS,
        _FACTS,
        _GAINS % "\nUNION ALL\n".join(game.gains for game in games),
        _SCORES,
        _ENDINGS % "\nUNION ALL\n".join(game.ends for game in games),
    )
