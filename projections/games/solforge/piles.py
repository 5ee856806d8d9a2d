"""Cards outside of play: what is announced, resolved, upgraded, drawn, and carried from zone to zone."""

from __future__ import annotations

from projections.games.solforge.cards import FACTS

_ANNOUNCED = f"""
INSERT INTO target.solforge_announced
SELECT f.match, f.step, f.position, f.turn, f.seat, f.owner, n.card, n.level, n.kind,
       split_part(f.source, ':', 1), f.free
FROM {FACTS.of("play")} f LEFT JOIN batch_solforge_named n ON n.match = f.match AND n.code = f.card
"""

_RESOLVED = f"""
INSERT INTO target.solforge_resolved
SELECT f.match, f.step, f.position, f.turn, f.seat, n.card, n.level
FROM {FACTS.of("done")} f LEFT JOIN batch_solforge_named n ON n.match = f.match AND n.code = f.card
"""

_UPGRADES = f"""
INSERT INTO target.solforge_upgrades
SELECT f.match, f.step, f.position, f.turn, f.seat, nullif(f.id, 0), n.card, n.level,
       CASE f.tag WHEN 'next' THEN n.level - 1 ELSE o.level END,
       CASE WHEN f.tag = 'upgrade' THEN 'upgraded' WHEN b.match IS NULL THEN 'played'
            ELSE 'levelled' END,
       CASE WHEN f.tag = 'upgrade' THEN f.zone WHEN b.match IS NOT NULL THEN 'hand' END,
       CASE WHEN f.tag = 'next' THEN 'discard' WHEN f.old = f.new THEN f.zone ELSE f."to" END
FROM {FACTS.of("next", "upgrade")} f
LEFT JOIN batch_solforge_named n
  ON n.match = f.match AND n.code = CASE f.tag WHEN 'next' THEN f.card ELSE f.new END
LEFT JOIN batch_solforge_named o ON o.match = f.match AND o.code = f.old
LEFT JOIN (SELECT match, seq FROM {FACTS.of("carry")} WHERE source = 'hand' AND "to" = 'banish') b
  ON b.match = f.match AND b.seq = f.seq - 1 AND f.tag = 'next'
"""

_DRAWS = f"""
INSERT INTO target.solforge_draws
SELECT f.match, f.step, f.position, f.turn, f.seat, f.n, n.card, n.level
FROM (
 SELECT match, step, position, turn, seat, unnest(cards) AS code, generate_subscripts(cards, 1) AS n
 FROM {FACTS.of("draw")}
) f LEFT JOIN batch_solforge_named n ON n.match = f.match AND n.code = f.code
"""

_CARRIED = f"""
INSERT INTO target.solforge_carried
SELECT f.match, f.step, f.position, f.turn, f.seat, f.n, n.card, n.level, f.from_zone, f.to_zone
FROM (
 SELECT match, step, position, turn, seat, unnest(cards) AS code,
        generate_subscripts(cards, 1) AS n, from_zone, to_zone
 FROM (
  SELECT match, step, position, turn, seat, coalesce(cards, [card]) AS cards,
         CASE tag WHEN 'carry' THEN split_part(source, ':', 1) ELSE 'hand' END AS from_zone,
         CASE tag WHEN 'carry' THEN "to" ELSE 'discard' END AS to_zone
  FROM {FACTS.of("carry", "discard")}
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
