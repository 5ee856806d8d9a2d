"""One batch of events into the tables, as SQL that a DuckDB connection runs.

The batch stands in `batch_events` (id, match_id, version, topic, state, j). From it come
`batch_matches` (the matches it touches; `earlier` for those that began before it), `batch_steps`
and `batch_facts` (match, game, step, position, seq, turn, tag, and the fields as text in order; seq
orders the facts of a match): games read it by named columns (`projections.schema.fact_columns`).
Rows go to the tables of the schema `target`; unqualified names are all rows there are, those of this
batch included. A match that is taken in anew
(`projections.feed.refeed`) has its whole line in the batch, and a row in `batch_lines` of how that ends.
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.games import GAMES
from projections.games.projection import Projected
from projections.schema.definitions import literal
from projections.schema.fact_columns import struct_fields, turn_facts
from projections.schema.views import first_score

TEMPORARY = (
    "CREATE OR REPLACE TEMP MACRO seat_of(number) AS "
    "CASE number WHEN '0' THEN 'A' WHEN '1' THEN 'B' END",
    "SET disabled_optimizers = 'join_order,build_side_probe_side'",
)
"""Run once a connection.

Joins are done as they are written, the longer side first: so rows keep the order of the log, which
makes them small and quick to find, and nothing has to be sorted.
"""

_OPENINGS = """
INSERT INTO target.openings
SELECT id, match_id, o.game, o.rules,
       CASE WHEN len(list_filter(o.origins, lambda x: coalesce(x.how, 'fork') = 'fork')) > 0
            THEN 'what-if' WHEN o.bots IS NULL THEN 'people' ELSE 'bots' END,
       o.players[1], o.players[2], o.bots[1], o.bots[2], o.seed,
       CASE WHEN coalesce(o."on", '') = '' THEN make_timestamp(o."at" * 1000)::DATE
            ELSE o."on"::DATE END,
       make_timestamp(o."at" * 1000), o."by", o.place, o.event, o.note, o.settings,
       o.round, o."table", o.series, o.best_of, o.clock, o.eyes, o.origins[1].match,
       o.origins[1].step
FROM (
 SELECT id, match_id, from_json(state, '{"game": "VARCHAR", "rules": "VARCHAR",
  "settings": "MAP(VARCHAR, VARCHAR)", "players": ["VARCHAR"], "at": "BIGINT", "by": "VARCHAR",
  "on": "VARCHAR", "place": "VARCHAR", "event": "VARCHAR", "note": "VARCHAR",
  "bots": ["VARCHAR"], "seed": "BIGINT", "round": "VARCHAR", "table": "VARCHAR",
  "series": "VARCHAR", "best_of": "SMALLINT", "clock": "VARCHAR", "eyes": "VARCHAR",
  "origins": [{"match": "VARCHAR", "step": "INTEGER", "how": "VARCHAR"}]}') AS o
 FROM batch_events WHERE version = 1
) ORDER BY id
"""

_ORIGINS = """
INSERT INTO target.origins
SELECT id, n, o.match, o.step, coalesce(o.how, 'fork')
FROM (
 SELECT id, unnest(origins) AS o, generate_subscripts(origins, 1)::SMALLINT AS n
 FROM (
  SELECT id, from_json(state, '{"origins": [{"match": "VARCHAR", "step": "INTEGER",
   "how": "VARCHAR"}]}').origins AS origins
  FROM batch_events WHERE version = 1 AND state LIKE '%"origins":%'
 )
) ORDER BY id, n
"""

_MATCHES = """
CREATE OR REPLACE TEMP TABLE batch_matches AS
SELECT match, match_id, game, settings, recorded_at, recorder,
       match NOT IN (SELECT id FROM batch_events WHERE version = 1) AS earlier
FROM openings
WHERE match IN (SELECT id FROM batch_events WHERE version = 1 UNION ALL SELECT match FROM batch_earlier)
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
   for f, i in j.f if %s]) AS x
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
), here AS (
 SELECT match, step, list({'position': position, 'turn': turn}) AS begins
 FROM batch_begun GROUP BY match, step
), numbered AS (
 SELECT e.id, m.match, m.game, m.recorded_at, m.recorder, e.version - 1 AS step
 FROM batch_events e JOIN batch_matches m USING (match_id) WHERE e.version > 1
)
SELECT n.*, coalesce(b.turn, 0) AS turn, h.begins
FROM numbered n ASOF LEFT JOIN begun b ON b.match = n.match AND b.step < n.step
LEFT JOIN here h ON h.match = n.match AND h.step = n.step
"""

_INSERT_STEPS = """
INSERT INTO target.steps
SELECT match, step, turn, CASE j.s WHEN -1 THEN 'dealer' WHEN 1 THEN 'B' ELSE 'A' END,
       coalesce(j.a[1], error('a step has no action')),
       recorded_at + to_milliseconds(coalesce(j.t, 0)), recorded_at + to_milliseconds(j.o),
       coalesce(j."by", recorder), j.note, state
FROM batch_events e JOIN batch_steps s USING (id)
"""

_TURNS = """
INSERT INTO target.turns
WITH earlier AS (
 SELECT match FROM batch_matches WHERE earlier AND match IN (SELECT match FROM batch_begun)
), counted AS (
 SELECT match, count(*) FILTER (seat = 'A') AS own_a, count(*) FILTER (seat = 'B') AS own_b
 FROM turns WHERE match IN (SELECT match FROM earlier) GROUP BY match
), marks AS (
 SELECT match, step, position, turn, seat_of(seat) AS seat, NULL::INTEGER AS a, NULL::INTEGER AS b
 FROM batch_begun
 UNION ALL
 SELECT match, step, position, NULL, NULL, CASE seat WHEN 'A' THEN total END,
        CASE seat WHEN 'B' THEN total END
 FROM batch_gains WHERE match IN (SELECT match FROM batch_begun)
 UNION ALL
 SELECT match, 0, 0, NULL, NULL, arg_max(a, step), arg_max(b, step) FROM scores
 WHERE match IN (SELECT match FROM earlier) GROUP BY match
), filled AS (
 SELECT match, step, position, turn, seat,
        CASE seat WHEN 'A' THEN count(*) FILTER (seat = 'A') OVER w
                  WHEN 'B' THEN count(*) FILTER (seat = 'B') OVER w END AS nth,
        last_value(a IGNORE NULLS) OVER w AS a, last_value(b IGNORE NULLS) OVER w AS b
 FROM marks WINDOW w AS (PARTITION BY match ORDER BY step, position)
)
SELECT f.match, f.turn, f.seat, f.step, f.position,
       f.nth + coalesce(CASE f.seat WHEN 'A' THEN c.own_a ELSE c.own_b END, 0),
       coalesce(f.a, %s), coalesce(f.b, %s)
FROM filled f JOIN batch_matches m ON m.match = f.match LEFT JOIN counted c ON c.match = f.match
WHERE f.turn IS NOT NULL ORDER BY f.match, f.step, f.position
"""

_FACTS = """
CREATE OR REPLACE TEMP TABLE batch_facts AS
SELECT match, game, step, position, step * 65536::BIGINT + position AS seq,
       CASE WHEN begins IS NULL THEN turn
            ELSE coalesce(list_max([b.turn for b in begins if b.position <= position]), turn)
            END AS turn,
       v[1] AS tag, %s
FROM (
 SELECT match, game, step, turn, begins, unnest(f) AS v,
        generate_subscripts(f, 1)::SMALLINT AS position
 FROM (
  SELECT s.match, s.game, s.step, s.turn, s.begins, e.j.f AS f
  FROM batch_events e JOIN batch_steps s USING (id)
 )
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
 SELECT match, step, turn, last_value(a IGNORE NULLS) OVER w AS a,
        last_value(b IGNORE NULLS) OVER w AS b
 FROM changes WINDOW w AS (PARTITION BY match ORDER BY step)
)
SELECT f.match, f.step, f.turn, coalesce(f.a, %s), coalesce(f.b, %s)
FROM filled f JOIN batch_matches m USING (match) WHERE f.step > 0 ORDER BY f.match, f.step
"""

_ENDINGS = """
INSERT INTO target.endings
WITH ruled AS (%s), ends AS (
 SELECT match, step, turn, winner, why FROM ruled
 UNION ALL
 SELECT match, step, turn, winner, why FROM batch_lines JOIN batch_steps USING (match, step)
)
SELECT e.match, e.winner, e.why, coalesce(s.a, %s), coalesce(s.b, %s), e.turn,
       coalesce(l.steps, e.step)
FROM ends e
ASOF LEFT JOIN (FROM scores WHERE match IN (SELECT match FROM ends)) s
  ON s.match = e.match AND s.step <= e.step
JOIN batch_matches m ON m.match = e.match
LEFT JOIN batch_lines l ON l.match = e.match
QUALIFY row_number() OVER (PARTITION BY e.match ORDER BY e.step DESC) = 1
ORDER BY e.match
"""

EARLIER = "CREATE OR REPLACE TEMP TABLE batch_earlier (match BIGINT, match_id VARCHAR)"
"""Run before a batch: the matches that it goes on with, by the position of their opening in the log.

By number they are found in any table without reading it whole, since rows are in the order of the log.
"""
GOES_ON = """
SELECT match_id FROM batch_events GROUP BY match_id HAVING min(version) > 1 ORDER BY match_id
"""
"""The names of the matches that a batch goes on with."""

LINES = """
CREATE OR REPLACE TEMP TABLE batch_lines
(match BIGINT, steps INTEGER, step INTEGER, winner VARCHAR, why VARCHAR)
"""
"""Run before a batch: how the lines of matches that are taken in anew end.

How many steps they have; and if they end by other ways than the rules, with which step, who wins, why.
"""
GAMES_THERE = "SELECT DISTINCT game FROM batch_matches ORDER BY game"
"""The games of the batch, by key."""
LOST = "SELECT count(*) - (SELECT count(*) FROM batch_steps) FROM batch_events WHERE version > 1"
"""How many steps of the batch belong to no match that was opened: must be 0."""
ALL_LOST = """
SELECT match_id, min(version) FROM batch_events
WHERE match_id NOT IN (SELECT match_id FROM batch_matches) GROUP BY match_id ORDER BY min(id)
"""


CODES = "CREATE OR REPLACE TEMP TABLE batch_codes (name VARCHAR, code VARCHAR)"
"""The names that games ask the codes of, filled by Python: how names are coded is known there."""

OPENING = (_OPENINGS, _ORIGINS, _MATCHES, _SEATS, CODES)
"""Run first: what matches there are, and of which games."""


def most_fields(games: Iterable[Projected]) -> int:
    """How many fields the longest fact of any of the games has."""
    return max(
        len(fields) for game in games for _, fields, _ in struct_fields(GAMES[game.key].fact_type)
    )


def core_feed(games: Iterable[Projected]) -> tuple[str, ...]:
    """The statements for what every game has, in order, for a batch with matches of some games."""
    games = list(games)
    begins = [
        f"(game = {literal(game.key)} AND f[1] = {literal(tag)})"
        for game in games
        for tag in turn_facts(GAMES[game.key])
    ]
    tags = {
        f"contains(state, '\"{tag}\"')" for game in games for tag in turn_facts(GAMES[game.key])
    }
    first = first_score(games, "m.game")
    return (
        _BEGUN % (" OR ".join(begins or ["false"]), " OR ".join(sorted(tags) or ["false"])),
        _STEPS,
        _INSERT_STEPS,
        _FACTS % ", ".join(f"v[{n + 1}] AS f{n}" for n in range(1, most_fields(games) + 1)),
        _GAINS % "\nUNION ALL\n".join(game.gains for game in games),
        _TURNS % (first, first),
        _SCORES % (first, first),
        _ENDINGS % ("\nUNION ALL\n".join(game.ends for game in games), first, first),
    )
