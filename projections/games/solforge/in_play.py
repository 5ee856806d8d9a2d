"""What is in play, and where: how creatures and Exalts come, move and turn into others.

Three temporary tables say what something in play was at a moment: the latest row before it counts.
`batch_solforge_faces` has its side, card, level and kind, `batch_solforge_places` its lane and row;
`batch_solforge_own_changes` are the facts about it, with what it was just before them.
"""

from __future__ import annotations

from projections.games.solforge.cards import FACTS

_PLAYS = """
CREATE OR REPLACE TEMP TABLE batch_solforge_plays AS
SELECT a.match, a.step, a.position, a.step * 65536::BIGINT + a.position AS seq, a.turn, a.card,
       a.level, a.kind, a.seat
FROM solforge_announced a SEMI JOIN batch_solforge_matches m ON m.match = a.match
"""

_ENTRIES = f"""
INSERT INTO target.solforge_entries
SELECT f.match, f.step, f.position, f.turn, f.seat, f.id, f.card, f.level, f.kind, f.owner, f.lane,
       CASE WHEN f.kind = 'creature' THEN CASE WHEN f.front THEN 'front' ELSE 'back' END END,
       f.attack, f.health, f.how, f.replaced, f.replaced_card, f.replaced_level, p.step, p.position
FROM (
 SELECT f.match, f.step, f.position, f.seq, f.turn, f.seat, f.id, n.card, n.level,
        CASE WHEN f.exalt THEN 'exalt' ELSE 'creature' END AS kind, f.owner, f.lane, f.front,
        f.attack, f.health, f.how, nullif(f.replaced, 0) AS replaced, r.card AS replaced_card,
        r.level AS replaced_level, CASE f.how WHEN 'played' THEN n.card END AS played
 FROM {FACTS.of("enter")} f
 LEFT JOIN batch_solforge_named n ON n.match = f.match AND n.code = f.card
 LEFT JOIN batch_solforge_named r ON r.match = f.match AND r.code = f.replaced_card
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

_FLIPPED = f"""
INSERT INTO batch_solforge_faces
SELECT f.match, f.id, f.seq, e.seat, n.card, n.level,
       CASE f.exalt WHEN true THEN 'exalt' WHEN false THEN 'creature' ELSE e.kind END
FROM (
 SELECT match, seq, id, card AS code, exalt FROM {FACTS.of("flip")}
 UNION ALL
 SELECT match, seq, id, new, NULL FROM {FACTS.of("upgrade")} WHERE id <> 0 AND old <> new
) f
LEFT JOIN batch_solforge_named n ON n.match = f.match AND n.code = f.code
LEFT JOIN (SELECT match, id, any_value(seat) AS seat, arg_max(kind, seq) AS kind
           FROM batch_solforge_faces GROUP BY match, id) e
  ON e.match = f.match AND e.id = f.id
"""
"""What is Upgraded in play stays what it is, creature or Exalt; nothing is Upgraded and flipped."""

_PLACES = f"""
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
SELECT match, id, seq, lane, front FROM {FACTS.of("move", "flip")}
"""

_SWAPS = f"""
CREATE OR REPLACE TEMP TABLE batch_solforge_swaps AS
WITH RECURSIVE both_sides AS (
 SELECT match, seq, unnest([id, other]) AS id, unnest([other, id]) AS other
 FROM {FACTS.of("swap")}
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

_OWN = f"""
CREATE OR REPLACE TEMP TABLE batch_solforge_own_changes AS
SELECT f.*, c.seat, c.card, c.level, c.kind, p.lane,
       CASE WHEN c.kind = 'creature' THEN CASE WHEN p.front THEN 'front' ELSE 'back' END END AS row
FROM (
 SELECT match, step, position, seq, turn, tag, id, why, "to" AS to_zone, which, lane AS to_lane,
        front AS to_front, attack, health
 FROM {FACTS.of("leave", "move", "act", "flip")}
 UNION ALL BY NAME
 SELECT match, step, position, seq, turn, tag, id, attack, health
 FROM {FACTS.of("upgrade")} WHERE id <> 0 AND old <> new
 UNION ALL BY NAME
 SELECT s.match, f.step, f.position, s.seq, f.turn, f.tag, s.id, s.lane AS to_lane
 FROM batch_solforge_swaps s JOIN {FACTS.of("swap")} f ON f.match = s.match AND f.seq = s.seq
) f
ASOF LEFT JOIN batch_solforge_faces c ON c.match = f.match AND c.id = f.id AND c.seq < f.seq
ASOF LEFT JOIN batch_solforge_places p ON p.match = f.match AND p.id = f.id AND p.seq < f.seq
"""
"""What happened to something in play, with what it was just before."""

_TRANSFORMS = """
INSERT INTO target.solforge_transforms
SELECT o.match, o.step, o.position, o.turn, o.seat, o.id, c.card, c.level, c.kind,
       coalesce(o.to_lane, o.lane),
       CASE WHEN o.tag = 'upgrade' THEN o.row WHEN c.kind = 'creature' THEN
         CASE WHEN o.to_front THEN 'front' ELSE 'back' END END,
       o.attack, o.health, o.card, o.level
FROM batch_solforge_own_changes o
JOIN batch_solforge_faces c ON c.match = o.match AND c.id = o.id AND c.seq = o.seq
WHERE o.tag IN ('flip', 'upgrade') ORDER BY o.match, o.seq
"""

_MOVES = """
INSERT INTO target.solforge_moves
SELECT match, step, position, turn, seat, id, card, level, lane, to_lane, row,
       CASE WHEN kind = 'creature' THEN
         CASE WHEN tag = 'swap' THEN row WHEN to_front THEN 'front' ELSE 'back' END END,
       CASE tag WHEN 'swap' THEN 'swapped' ELSE 'moved' END
FROM batch_solforge_own_changes WHERE tag IN ('move', 'swap') ORDER BY match, seq, id
"""

_ACTIVATIONS = """
INSERT INTO target.solforge_activations
SELECT match, step, position, turn, seat, id, card, level, lane, which
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
