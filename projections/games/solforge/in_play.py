"""What is in play, and where: how creatures and Exalts come, move and turn into others.

Three temporary tables say what something in play was at a moment: the latest row before it counts.
`batch_solforge_faces` has its side, card, level and kind, `batch_solforge_places` its lane and row;
`batch_solforge_own_changes` are the facts about it, with what it was just before them.
"""

from __future__ import annotations

_PLAYS = """
CREATE OR REPLACE TEMP TABLE batch_solforge_plays AS
SELECT a.match, a.step, a.position, a.step * 65536::BIGINT + a.position AS seq, a.turn, a.card,
       a.level, a.kind, a.seat
FROM solforge_announced a SEMI JOIN batch_solforge_matches m ON m.match = a.match
"""

_ENTRIES = """
INSERT INTO target.solforge_entries
SELECT f.match, f.step, f.position, f.turn, f.seat, f.id, f.card, f.level, f.kind, f.owner, f.lane,
       CASE WHEN f.kind = 'creature' THEN CASE WHEN f.front THEN 'front' ELSE 'back' END END,
       f.attack, f.health, f.how, f.replaced, f.replaced_card, f.replaced_level, p.step, p.position
FROM (
 SELECT f.match, f.step, f.position, f.seq, f.turn, seat_of(f.f3) AS seat, f.f1::INTEGER AS id,
        n.card, n.level, CASE f.f9 WHEN 'true' THEN 'exalt' ELSE 'creature' END AS kind,
        seat_of(f.f4) AS owner, f.f5::TINYINT AS lane, f.f6::BOOLEAN AS front,
        f.f7::INTEGER AS attack, f.f8::INTEGER AS health, f.f10 AS how,
        nullif(f.f11::INTEGER, 0) AS replaced, r.card AS replaced_card, r.level AS replaced_level,
        CASE f.f10 WHEN 'played' THEN n.card END AS played
 FROM batch_solforge f
 LEFT JOIN batch_solforge_named n ON n.match = f.match AND n.code = f.f2
 LEFT JOIN batch_solforge_named r ON r.match = f.match AND r.code = f.f12
 WHERE f.tag = 'enter'
) f ASOF LEFT JOIN batch_solforge_plays p
  ON p.match = f.match AND p.card = f.played AND p.level = f.level AND p.seq < f.seq
ORDER BY f.match, f.seq
"""

_FACES = """
CREATE OR REPLACE TEMP TABLE batch_solforge_faces AS
SELECT e.match, e.id, e.step * 65536::BIGINT + e.position AS seq, e.seat, e.card, e.level, e.kind
FROM solforge_entries e SEMI JOIN batch_solforge_matches m ON m.match = e.match
UNION ALL
SELECT t.match, t.id, t.step * 65536::BIGINT + t.position, t.seat, t.card, t.level, t.kind
FROM solforge_transforms t SEMI JOIN batch_solforge_matches m ON m.match = t.match
"""

_FLIPPED = """
INSERT INTO batch_solforge_faces
SELECT f.match, f.id, f.seq, e.seat, n.card, n.level,
       CASE f.exalt WHEN 'true' THEN 'exalt' WHEN 'false' THEN 'creature' ELSE e.kind END
FROM (
 SELECT match, seq, f1::INTEGER AS id, f2 AS code, f5 AS exalt FROM batch_solforge WHERE tag = 'flip'
 UNION ALL
 SELECT match, seq, f6::INTEGER, f4, NULL FROM batch_solforge
 WHERE tag = 'upgrade' AND f6 <> '0' AND f3 <> f4
) f
LEFT JOIN batch_solforge_named n ON n.match = f.match AND n.code = f.code
LEFT JOIN (SELECT match, id, any_value(seat) AS seat, arg_max(kind, seq) AS kind
           FROM batch_solforge_faces GROUP BY match, id) e
  ON e.match = f.match AND e.id = f.id
"""
"""What is Upgraded in play stays what it is, creature or Exalt; nothing is Upgraded and flipped."""

_PLACES = """
CREATE OR REPLACE TEMP TABLE batch_solforge_places AS
SELECT e.match, e.id, e.step * 65536::BIGINT + e.position AS seq, e.lane, e.row = 'front' AS front
FROM solforge_entries e SEMI JOIN batch_solforge_matches m ON m.match = e.match
UNION ALL
SELECT v.match, v.id, v.step * 65536::BIGINT + v.position, v.to_lane, v.to_row = 'front'
FROM solforge_moves v SEMI JOIN batch_solforge_matches m ON m.match = v.match
UNION ALL
SELECT t.match, t.id, t.step * 65536::BIGINT + t.position, t.lane, t.row = 'front'
FROM solforge_transforms t SEMI JOIN batch_solforge_matches m ON m.match = t.match
UNION ALL
SELECT match, f1::INTEGER, seq, f2::TINYINT, f3::BOOLEAN FROM batch_solforge WHERE tag = 'move'
UNION ALL
SELECT match, f1::INTEGER, seq, f6::TINYINT, f7::BOOLEAN FROM batch_solforge WHERE tag = 'flip'
"""

_SWAPS = """
CREATE OR REPLACE TEMP TABLE batch_solforge_swaps AS
WITH RECURSIVE both_sides AS (
 SELECT match, seq, unnest([f1, f2])::INTEGER AS id, unnest([f2, f1])::INTEGER AS other
 FROM batch_solforge WHERE tag = 'swap'
), known AS (
 SELECT match, id, seq, lane FROM batch_solforge_places
 UNION ALL
 SELECT match, id, seq, NULL FROM both_sides
), linked AS (
 SELECT b.match, b.id, b.seq, b.other, k.seq AS since, k.lane
 FROM both_sides b
 ASOF LEFT JOIN known k ON k.match = b.match AND k.id = b.other AND k.seq < b.seq
), chain AS (
 SELECT match, id, seq, lane FROM linked WHERE lane IS NOT NULL
 UNION ALL
 SELECT l.match, l.id, l.seq, c.lane
 FROM linked l JOIN chain c ON c.match = l.match AND c.id = l.other AND c.seq = l.since
 WHERE l.lane IS NULL
)
SELECT c.match, c.id, c.seq, c.lane, p.front
FROM chain c
ASOF LEFT JOIN batch_solforge_places p ON p.match = c.match AND p.id = c.id AND p.seq < c.seq
"""
"""A swap puts each where the other was, which may come from a swap before; the rows stay."""

_SWAPPED = """
INSERT INTO batch_solforge_places SELECT match, id, seq, lane, front FROM batch_solforge_swaps
"""

_OWN = """
CREATE OR REPLACE TEMP TABLE batch_solforge_own_changes AS
SELECT f.*, c.seat, c.card, c.level, c.kind, p.lane,
       CASE WHEN c.kind = 'creature' THEN CASE WHEN p.front THEN 'front' ELSE 'back' END END AS row
FROM (
 SELECT match, step, position, seq, turn, tag, f1::INTEGER AS id, f2, f3, f4, f6, f7
 FROM batch_solforge WHERE tag IN ('leave', 'move', 'act', 'flip')
 UNION ALL
 SELECT match, step, position, seq, turn, tag, f6::INTEGER, f2, f7, f8, NULL, NULL
 FROM batch_solforge WHERE tag = 'upgrade' AND f6 <> '0' AND f3 <> f4
 UNION ALL
 SELECT s.match, f.step, f.position, s.seq, f.turn, 'swap', s.id, s.lane::VARCHAR, NULL, NULL,
        NULL, NULL
 FROM batch_solforge_swaps s JOIN batch_solforge f ON f.match = s.match AND f.seq = s.seq
) f
ASOF LEFT JOIN batch_solforge_faces c ON c.match = f.match AND c.id = f.id AND c.seq < f.seq
ASOF LEFT JOIN batch_solforge_places p ON p.match = f.match AND p.id = f.id AND p.seq < f.seq
"""
"""What happened to something in play, with what it was just before."""

_TRANSFORMS = """
INSERT INTO target.solforge_transforms
SELECT o.match, o.step, o.position, o.turn, o.seat, o.id, c.card, c.level, c.kind,
       coalesce(o.f6::TINYINT, o.lane),
       CASE WHEN o.tag = 'upgrade' THEN o.row WHEN c.kind = 'creature' THEN
         CASE o.f7 WHEN 'true' THEN 'front' ELSE 'back' END END,
       o.f3::INTEGER, o.f4::INTEGER, o.card, o.level
FROM batch_solforge_own_changes o
JOIN batch_solforge_faces c ON c.match = o.match AND c.id = o.id AND c.seq = o.seq
WHERE o.tag IN ('flip', 'upgrade') ORDER BY o.match, o.seq
"""

_MOVES = """
INSERT INTO target.solforge_moves
SELECT match, step, position, turn, seat, id, card, level, lane, f2::TINYINT, row,
       CASE WHEN kind = 'creature' THEN
         CASE WHEN tag = 'swap' THEN row WHEN f3 = 'true' THEN 'front' ELSE 'back' END END,
       CASE tag WHEN 'swap' THEN 'swapped' ELSE 'moved' END
FROM batch_solforge_own_changes WHERE tag IN ('move', 'swap') ORDER BY match, seq, id
"""

_ACTIVATIONS = """
INSERT INTO target.solforge_activations
SELECT match, step, position, turn, seat, id, card, level, lane, f2::TINYINT
FROM batch_solforge_own_changes WHERE tag = 'act' ORDER BY match, seq
"""

FEED: tuple[str, ...] = (
    _PLAYS,
    _ENTRIES,
    _FACES,
    _FLIPPED,
    _PLACES,
    _SWAPS,
    _SWAPPED,
    _OWN,
    _TRANSFORMS,
    _MOVES,
    _ACTIVATIONS,
)
"""Run for each batch, after the cards are announced."""
