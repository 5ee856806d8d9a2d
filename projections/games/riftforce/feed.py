"""How facts of Riftforce become rows: one filtered insert a table.

The statements read `batch_facts` and `batch_matches` (see `projections.feed.batch`) and write into the
schema `target`; an unqualified table is everything stored before, and what this batch has added.
What a fact holds is in columns named like the fields in `domain.games.riftforce.facts`.
"""

from __future__ import annotations

from domain.games.riftforce.cards import CARDS, GUILD, GUILDS, MIDDLE, NUMBER
from domain.games.riftforce.facts import RiftFact
from projections.schema.definitions import values
from projections.schema.fact_columns import FactColumns

FACTS = FactColumns("riftforce", RiftFact)

PREPARE: tuple[str, ...] = (
    values(
        "batch_riftforce_cards",
        "card, guild, number",
        ((card, GUILDS[GUILD[card]], NUMBER[card]) for card in CARDS),
    ),
    values("batch_riftforce_guilds", "code, guild", GUILDS.items()),
)
"""Run once a connection."""

_SETTINGS = """
INSERT INTO target.riftforce_settings
SELECT match, coalesce(settings['expansion'], 'base'), coalesce(settings['ice'], 'rulebook'),
       CASE WHEN settings['guilds a'] IS NULL THEN 'draft' ELSE 'agreed' END
FROM batch_matches WHERE game = 'riftforce' AND NOT earlier
"""

_AGREED = """
INSERT INTO target.riftforce_picks
SELECT a.match, 0, 0, a.seat, g.guild, 'agreed', a.pick, NULL
FROM (
 SELECT match, seat, unnest(codes) AS code, generate_subscripts(codes, 1) AS pick
 FROM (
  SELECT match, unnest(['A', 'B']) AS seat,
         string_split(unnest([settings['guilds a'], settings['guilds b']]), ' ') AS codes
  FROM batch_matches WHERE game = 'riftforce' AND NOT earlier AND settings['guilds a'] IS NOT NULL
 )
) a JOIN batch_riftforce_guilds g ON g.code = a.code ORDER BY a.match, a.seat, a.pick
"""

_PICKS = f"""
INSERT INTO target.riftforce_picks
WITH before AS (
 SELECT p.match, p.seat, p.how FROM riftforce_picks p
 WHERE p.match IN (SELECT match FROM batch_matches WHERE earlier)
), found AS (
 SELECT match, step, turn, seq, seat, guild AS code,
        CASE tag WHEN 'pick' THEN 'picked' ELSE 'drawn' END AS how
 FROM {FACTS.of("summoner", "pick")}
)
SELECT f.match, f.step, f.turn, f.seat, g.guild, f.how,
       row_number() OVER (PARTITION BY f.match, f.seat ORDER BY f.seq)
       + coalesce(s.n, 0),
       CASE WHEN f.how = 'picked' THEN
         count(*) FILTER (f.how = 'picked') OVER (PARTITION BY f.match ORDER BY f.seq)
         + coalesce(d.n, 0) END
FROM found f
LEFT JOIN batch_riftforce_guilds g ON g.code = f.code
LEFT JOIN (SELECT match, seat, count(*) AS n FROM before GROUP BY ALL) s
  ON s.match = f.match AND s.seat = f.seat
LEFT JOIN (SELECT match, count(*) AS n FROM before WHERE how = 'picked' GROUP BY ALL) d
  ON d.match = f.match
"""

_PLACED = f"""
CREATE OR REPLACE TEMP TABLE batch_riftforce_placed AS
SELECT f.match, f.step, f.position, f.seq, f.turn, f.seat, f.elemental, c.guild, c.number,
       coalesce(f.location, {MIDDLE})::TINYINT AS location,
       CASE f.tag WHEN 'play' THEN 'played' ELSE 'faced up' END AS how,
       f.seat AS owner, NULL::INTEGER AS was
FROM {FACTS.of("play", "face")} f LEFT JOIN batch_riftforce_cards c ON c.card = f.card
"""

_KNOWN = """
CREATE OR REPLACE TEMP TABLE batch_riftforce_elementals AS
SELECT match, step, position, step * 65536::BIGINT + position AS seq, elemental, seat, guild, number,
       location, owner
FROM riftforce_elementals WHERE match IN (SELECT match FROM batch_matches WHERE earlier)
UNION ALL BY NAME
SELECT match, step, position, seq, elemental, seat, guild, number, location, owner
FROM batch_riftforce_placed
"""

_TAKEN = f"""
CREATE OR REPLACE TEMP TABLE batch_riftforce_taken AS
WITH RECURSIVE takes AS (
 SELECT match, step, position, seq, turn, elemental AS old, location::TINYINT AS location, new
 FROM {FACTS.of("take")}
), chain AS (
 SELECT t.*, e.seat AS old_seat, e.guild, e.number, e.owner
 FROM takes t JOIN batch_riftforce_elementals e ON e.match = t.match AND e.elemental = t.old
 UNION ALL
 SELECT t.*, CASE c.old_seat WHEN 'A' THEN 'B' ELSE 'A' END, c.guild, c.number, c.owner
 FROM takes t JOIN chain c ON c.match = t.match AND c.new = t.old
)
SELECT match, step, position, seq, turn, CASE old_seat WHEN 'A' THEN 'B' ELSE 'A' END AS seat,
       new AS elemental, guild, number, location, 'taken' AS how, owner, old AS was
FROM chain
"""

_KNOWN_TAKEN = """
INSERT INTO batch_riftforce_elementals BY NAME
SELECT match, step, position, seq, elemental, seat, guild, number, location, owner
FROM batch_riftforce_taken
"""

_ELEMENTALS = """
INSERT INTO target.riftforce_elementals
SELECT match, step, position, turn, seat, elemental, guild, number, location, how, owner, was
FROM (FROM batch_riftforce_placed UNION ALL BY NAME FROM batch_riftforce_taken)
"""

_DISCARDS = f"""
INSERT INTO target.riftforce_discards
SELECT f.match, f.step, f.position, f.turn, f.seat, c.guild, c.number
FROM {FACTS.of("discard")} f LEFT JOIN batch_riftforce_cards c ON c.card = f.card
"""

_PLACES = f"""
CREATE OR REPLACE TEMP TABLE batch_riftforce_places AS
SELECT match, elemental, seq, location FROM batch_riftforce_elementals
UNION ALL
SELECT match, elemental, step * 65536::BIGINT + position, to_location
FROM riftforce_moves WHERE match IN (SELECT match FROM batch_matches WHERE earlier)
UNION ALL
SELECT match, elemental, seq, "to"::TINYINT FROM {FACTS.of("move")}
"""

_OWN = f"""
CREATE OR REPLACE TEMP TABLE batch_riftforce_own AS
SELECT f.*, e.seat, e.guild, e.number, p.location
FROM (SELECT match, step, position, seq, turn, tag, elemental, "to"
      FROM {FACTS.of("act", "move", "take")}) f
ASOF LEFT JOIN batch_riftforce_places p
  ON p.match = f.match AND p.elemental = f.elemental AND p.seq < f.seq
LEFT JOIN batch_riftforce_elementals e ON e.match = f.match AND e.elemental = f.elemental
"""

_ACTIVATIONS = """
INSERT INTO target.riftforce_activations
SELECT match, step, position, turn, seat, elemental, guild, number, location
FROM batch_riftforce_own WHERE tag = 'act' ORDER BY match, seq
"""

_MOVES = """
INSERT INTO target.riftforce_moves
SELECT match, step, position, turn, seat, elemental, guild, number, location, "to"
FROM batch_riftforce_own WHERE tag = 'move' ORDER BY match, seq
"""

_BETWEEN = f"""
CREATE OR REPLACE TEMP TABLE batch_riftforce_between AS
SELECT f.match, f.step, f.position, f.seq, f.turn, f.tag, s.seat,
       f.source, s.guild AS source_guild, s.number AS source_number, f.elemental AS target,
       t.seat AS target_seat, t.guild AS target_guild, t.number AS target_number,
       f.location::TINYINT AS location, f.amount
FROM {FACTS.of("damage", "heal", "destroy", "take")} f
LEFT JOIN batch_riftforce_elementals s ON s.match = f.match AND s.elemental = f.source
LEFT JOIN batch_riftforce_elementals t ON t.match = f.match AND t.elemental = f.elemental
"""

_DAMAGE = """
INSERT INTO target.riftforce_damage
SELECT match, step, position, turn, seat, source, source_guild, source_number,
       target, target_seat, target_guild, target_number, location, amount
FROM batch_riftforce_between WHERE tag = 'damage'
"""

_HEALS = """
INSERT INTO target.riftforce_heals
SELECT match, step, position, turn, seat, source, source_guild, source_number,
       target, target_seat, target_guild, target_number, amount
FROM batch_riftforce_between WHERE tag = 'heal'
"""

_DESTRUCTIONS = """
INSERT INTO target.riftforce_destructions
SELECT b.match, b.step, b.position, b.turn, b.seat, b.source, b.source_guild, b.source_number,
       b.target, b.target_seat, b.target_guild, b.target_number,
       CASE b.tag WHEN 'take' THEN o.location ELSE b.location END,
       CASE b.tag WHEN 'take' THEN 'taken' ELSE 'discarded' END
FROM batch_riftforce_between b
LEFT JOIN batch_riftforce_own o ON o.match = b.match AND o.seq = b.seq AND o.tag = 'take'
WHERE b.tag IN ('destroy', 'take')
"""

_POINTS = f"""
INSERT INTO target.riftforce_points
SELECT match, step, position, turn, seat, why, points, total, location FROM {FACTS.of("gain")}
"""

_DRAWS = f"""
INSERT INTO target.riftforce_draws
SELECT f.match, f.step, f.position, f.turn, f.seat, f.n, c.guild, c.number
FROM (
 SELECT match, step, position, seq, turn, seat, unnest(cards) AS card,
        generate_subscripts(cards, 1) AS n
 FROM {FACTS.of("draw")}
) f LEFT JOIN batch_riftforce_cards c ON c.card = f.card
"""

FEED: tuple[str, ...] = (
    _SETTINGS,
    _AGREED,
    _PICKS,
    _PLACED,
    _KNOWN,
    _TAKEN,
    _KNOWN_TAKEN,
    _ELEMENTALS,
    _DISCARDS,
    _PLACES,
    _OWN,
    _ACTIVATIONS,
    _MOVES,
    _BETWEEN,
    _DAMAGE,
    _HEALS,
    _DESTRUCTIONS,
    _POINTS,
    _DRAWS,
)
"""Run for each batch, in this order."""
