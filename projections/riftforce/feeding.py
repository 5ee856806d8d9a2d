"""How facts of Riftforce become rows: one filtered insert a table.

The statements read `batch_facts` and `batch_matches` (see `projections.batch`) and write into the
schema `target`; an unqualified table is everything stored before, and what this batch has added.
Facts are arrays of text, the tag first: fields in the order of `domain.games.riftforce.facts`.
"""

from __future__ import annotations

from domain.games.riftforce.cards import CARDS, GUILD, GUILDS, NUMBER
from projections.schema import literal

_CARD_ROWS = ", ".join(
    f"({literal(card)}, {literal(GUILDS[GUILD[card]])}, {NUMBER[card]}::TINYINT)" for card in CARDS
)
_GUILD_ROWS = ", ".join(f"({literal(code)}, {literal(name)})" for code, name in GUILDS.items())

PREPARE: tuple[str, ...] = (
    "CREATE OR REPLACE TEMP TABLE batch_riftforce_cards AS "
    f"SELECT * FROM (VALUES {_CARD_ROWS}) t(card, guild, number)",
    "CREATE OR REPLACE TEMP TABLE batch_riftforce_guilds AS "
    f"SELECT * FROM (VALUES {_GUILD_ROWS}) t(code, guild)",
)
"""Run once a connection."""

_FACTS = """
CREATE OR REPLACE TEMP TABLE batch_riftforce AS
SELECT match, step, position, seq, turn, tag, v FROM batch_facts WHERE game = 'riftforce'
"""

_SETTINGS = """
INSERT INTO target.riftforce_settings
SELECT match, coalesce(settings['expansion'], 'base'), coalesce(settings['ice'], 'rulebook'),
       CASE WHEN settings['guilds a'] IS NULL THEN 'draft' ELSE 'agreed' END
FROM batch_matches WHERE game = 'riftforce' AND NOT earlier ORDER BY match
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

_PICKS = """
INSERT INTO target.riftforce_picks
WITH before AS (
 SELECT p.match, p.seat, p.how FROM riftforce_picks p
 WHERE p.match IN (SELECT match FROM batch_matches WHERE earlier)
), found AS (
 SELECT match, step, turn, seq, seat_of(v[2]) AS seat, v[3] AS code,
        CASE tag WHEN 'pick' THEN 'picked' ELSE 'drawn' END AS how
 FROM batch_riftforce WHERE tag IN ('summoner', 'pick')
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
ORDER BY f.match, f.seq
"""

_PLACED = """
CREATE OR REPLACE TEMP TABLE batch_riftforce_placed AS
SELECT f.match, f.step, f.position, f.seq, f.turn, seat_of(f.v[2]) AS seat,
       f.v[CASE f.tag WHEN 'play' THEN 5 ELSE 4 END]::INTEGER AS elemental, c.guild, c.number,
       CASE f.tag WHEN 'play' THEN f.v[4]::TINYINT ELSE 3 END AS location,
       CASE f.tag WHEN 'play' THEN 'played' ELSE 'faced up' END AS how,
       seat_of(f.v[2]) AS owner, NULL::INTEGER AS was
FROM batch_riftforce f LEFT JOIN batch_riftforce_cards c ON c.card = f.v[3]
WHERE f.tag IN ('play', 'face')
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

_TAKEN = """
CREATE OR REPLACE TEMP TABLE batch_riftforce_taken AS
WITH RECURSIVE takes AS (
 SELECT match, step, position, seq, turn, v[2]::INTEGER AS old, v[4]::TINYINT AS location,
        v[5]::INTEGER AS new
 FROM batch_riftforce WHERE tag = 'take'
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
ORDER BY match, seq
"""

_DISCARDS = """
INSERT INTO target.riftforce_discards
SELECT f.match, f.step, f.position, f.turn, seat_of(f.v[2]), c.guild, c.number
FROM batch_riftforce f LEFT JOIN batch_riftforce_cards c ON c.card = f.v[3]
WHERE f.tag = 'discard' ORDER BY f.match, f.seq
"""

_PLACES = """
CREATE OR REPLACE TEMP TABLE batch_riftforce_places AS
SELECT match, elemental, seq, location FROM batch_riftforce_elementals
UNION ALL
SELECT match, elemental, step * 65536::BIGINT + position, to_location
FROM riftforce_moves WHERE match IN (SELECT match FROM batch_matches WHERE earlier)
UNION ALL
SELECT match, v[2]::INTEGER, seq, v[3]::TINYINT FROM batch_riftforce WHERE tag = 'move'
"""

_STOOD = """
CREATE OR REPLACE TEMP TABLE batch_riftforce_stood AS
SELECT f.match, f.seq, f.elemental, p.location
FROM (SELECT match, seq, v[2]::INTEGER AS elemental FROM batch_riftforce
      WHERE tag IN ('act', 'move', 'take')) f
ASOF LEFT JOIN batch_riftforce_places p
  ON p.match = f.match AND p.elemental = f.elemental AND p.seq < f.seq
"""

_ACTIVATIONS = """
INSERT INTO target.riftforce_activations
SELECT f.match, f.step, f.position, f.turn, e.seat, e.elemental, e.guild, e.number, s.location
FROM batch_riftforce f
LEFT JOIN batch_riftforce_stood s ON s.match = f.match AND s.seq = f.seq
LEFT JOIN batch_riftforce_elementals e ON e.match = f.match AND e.elemental = f.v[2]::INTEGER
WHERE f.tag = 'act' ORDER BY f.match, f.seq
"""

_MOVES = """
INSERT INTO target.riftforce_moves
SELECT f.match, f.step, f.position, f.turn, e.seat, e.elemental, e.guild, e.number, s.location,
       f.v[3]::TINYINT
FROM batch_riftforce f
LEFT JOIN batch_riftforce_stood s ON s.match = f.match AND s.seq = f.seq
LEFT JOIN batch_riftforce_elementals e ON e.match = f.match AND e.elemental = f.v[2]::INTEGER
WHERE f.tag = 'move' ORDER BY f.match, f.seq
"""


def _between(table: str, tags: str, source: str, last: str, join: str = "") -> str:
    """An insert for facts in which one elemental (field 1 of the fact) suffers from another."""
    return f"""
INSERT INTO target.{table}
SELECT f.match, f.step, f.position, f.turn, s.seat, s.elemental, s.guild, s.number,
       t.elemental, t.seat, t.guild, t.number, {last}
FROM batch_riftforce f
LEFT JOIN batch_riftforce_elementals s ON s.match = f.match AND s.elemental = f.v[{source}]::INTEGER
LEFT JOIN batch_riftforce_elementals t ON t.match = f.match AND t.elemental = f.v[2]::INTEGER
{join}WHERE f.tag IN ({tags}) ORDER BY f.match, f.seq
"""


_DAMAGE = _between("riftforce_damage", "'damage'", "4", "f.v[5]::TINYINT, f.v[3]::SMALLINT")
_HEALS = _between("riftforce_heals", "'heal'", "4", "f.v[3]::SMALLINT")
_DESTRUCTIONS = _between(
    "riftforce_destructions",
    "'destroy', 'take'",
    "3",
    "CASE f.tag WHEN 'take' THEN o.location ELSE f.v[4]::TINYINT END, "
    "CASE f.tag WHEN 'take' THEN 'taken' ELSE 'discarded' END",
    "LEFT JOIN batch_riftforce_stood o ON o.match = f.match AND o.seq = f.seq\n",
)

_POINTS = """
INSERT INTO target.riftforce_points
SELECT match, step, position, turn, seat_of(v[2]), v[4], v[3]::SMALLINT, v[5]::SMALLINT,
       v[6]::TINYINT
FROM batch_riftforce WHERE tag = 'gain' ORDER BY match, seq
"""

_DRAWS = """
INSERT INTO target.riftforce_draws
SELECT f.match, f.step, f.position, f.turn, f.seat, f.n, c.guild, c.number
FROM (
 SELECT match, step, position, seq, turn, seat, unnest(cards) AS card,
        generate_subscripts(cards, 1) AS n
 FROM (
  SELECT match, step, position, seq, turn, seat_of(v[2]) AS seat,
         from_json(v[3], '["VARCHAR"]') AS cards
  FROM batch_riftforce WHERE tag = 'draw'
 )
) f LEFT JOIN batch_riftforce_cards c ON c.card = f.card ORDER BY f.match, f.seq, f.n
"""

FEED: tuple[str, ...] = (
    _FACTS,
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
    _STOOD,
    _ACTIVATIONS,
    _MOVES,
    _DAMAGE,
    _HEALS,
    _DESTRUCTIONS,
    _POINTS,
    _DRAWS,
)
"""Run for each batch, in this order."""

GAINS = """
SELECT match, step, position, turn, seat_of(v[2]) AS seat, v[5]::INTEGER AS total
FROM batch_facts WHERE game = 'riftforce' AND tag = 'gain'
"""
"""Every change of a seat's score, with its total after it."""

ENDS = """
SELECT match, step, turn, seat_of(v[2]) AS winner, v[3] AS why
FROM batch_facts WHERE game = 'riftforce' AND tag = 'end'
"""
"""Every end of a match; a winner NULL is a draw."""
