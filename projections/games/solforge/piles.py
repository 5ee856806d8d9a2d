"""Cards outside of play: what is announced, resolved, upgraded, drawn, and carried from zone to zone."""

from __future__ import annotations

_ANNOUNCED = """
INSERT INTO target.solforge_announced
SELECT f.match, f.step, f.position, f.turn, seat_of(f.f1), seat_of(f.f5),
       n.card, n.level, n.kind, split_part(f.f3, ':', 1), f.f4::BOOLEAN
FROM batch_solforge f LEFT JOIN batch_solforge_named n ON n.match = f.match AND n.code = f.f2
WHERE f.tag = 'play'
"""

_RESOLVED = """
INSERT INTO target.solforge_resolved
SELECT f.match, f.step, f.position, f.turn, seat_of(f.f1), n.card, n.level
FROM batch_solforge f LEFT JOIN batch_solforge_named n ON n.match = f.match AND n.code = f.f2
WHERE f.tag = 'done'
"""

_UPGRADES = """
INSERT INTO target.solforge_upgrades
SELECT f.match, f.step, f.position, f.turn, seat_of(f.f1),
       CASE f.tag WHEN 'upgrade' THEN nullif(f.f6::INTEGER, 0) END, n.card, n.level,
       CASE f.tag WHEN 'next' THEN n.level - 1 ELSE o.level END,
       CASE WHEN f.tag = 'upgrade' THEN 'upgraded' WHEN b.match IS NULL THEN 'played'
            ELSE 'levelled' END,
       CASE WHEN f.tag = 'upgrade' THEN f.f2 WHEN b.match IS NOT NULL THEN 'hand' END,
       CASE WHEN f.tag = 'next' THEN 'discard' WHEN f.f3 = f.f4 THEN f.f2 ELSE f.f5 END
FROM batch_solforge f
LEFT JOIN batch_solforge_named n
  ON n.match = f.match AND n.code = CASE f.tag WHEN 'next' THEN f.f2 ELSE f.f4 END
LEFT JOIN batch_solforge_named o ON o.match = f.match AND o.code = f.f3
LEFT JOIN (SELECT match, seq, f2 FROM batch_solforge
           WHERE tag = 'carry' AND f3 = 'hand' AND f4 = 'banish') b
  ON b.match = f.match AND b.seq = f.seq - 1 AND f.tag = 'next'
WHERE f.tag IN ('next', 'upgrade')
"""

_DRAWS = """
INSERT INTO target.solforge_draws
SELECT f.match, f.step, f.position, f.turn, f.seat, f.n, n.card, n.level
FROM (
 SELECT match, step, position, turn, seat, unnest(cards) AS code, generate_subscripts(cards, 1) AS n
 FROM (SELECT match, step, position, turn, seat_of(f1) AS seat, from_json(f2, '["VARCHAR"]') AS cards
       FROM batch_solforge WHERE tag = 'draw')
) f LEFT JOIN batch_solforge_named n ON n.match = f.match AND n.code = f.code
"""

_CARRIED = """
INSERT INTO target.solforge_carried
SELECT f.match, f.step, f.position, f.turn, f.seat, f.n, n.card, n.level, f.from_zone, f.to_zone
FROM (
 SELECT match, step, position, turn, seat, unnest(cards) AS code,
        generate_subscripts(cards, 1) AS n, from_zone, to_zone
 FROM (
  SELECT match, step, position, turn, seat_of(f1) AS seat,
         CASE tag WHEN 'carry' THEN [f2] ELSE from_json(f2, '["VARCHAR"]') END AS cards,
         CASE tag WHEN 'carry' THEN split_part(f3, ':', 1) ELSE 'hand' END AS from_zone,
         CASE tag WHEN 'carry' THEN f4 ELSE 'discard' END AS to_zone
  FROM batch_solforge WHERE tag IN ('carry', 'discard')
 )
) f LEFT JOIN batch_solforge_named n ON n.match = f.match AND n.code = f.code
"""

FEED: tuple[str, ...] = (
    _ANNOUNCED,
    _RESOLVED,
    _UPGRADES,
    _DRAWS,
    _CARRIED,
)
"""Run for each batch, after the names are known."""
