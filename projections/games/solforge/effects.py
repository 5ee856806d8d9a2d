"""Who does what to whom: Forgeborn, triggers, damage, Health, changes, and how things leave play.

A fact names what does it by its id in play, and by its card: a spell or Forgeborn has no id (0). Where
the card is not named (gains of Health) it is the spell that resolves just then, else the ability that
began last in this phase or Action Step.
"""

from __future__ import annotations

from domain.games.solforge.state import TURNS_A_CYCLE
from projections.games.solforge.cards import FACTS

_OVERLAYS = f"""
INSERT INTO target.solforge_overlays
SELECT f.match, f.step, f.position, f.turn, f.seat, n.card
FROM {FACTS.of("overlay")} f
LEFT JOIN batch_solforge_named n ON n.match = f.match AND n.code = f.forgeborn
"""

_FORGEBORN = f"""
INSERT INTO target.solforge_forgeborn
SELECT f.match, f.step, f.position, f.turn, f.seat, b.forgeborn, f.level,
       (greatest(f.turn, 1) - 1) // {TURNS_A_CYCLE} + 1
FROM {FACTS.of("forge")} f
ASOF LEFT JOIN (
 SELECT s.match, unnest(['A', 'B']) AS seat, -1::BIGINT AS seq,
        unnest([s.forgeborn_a, s.forgeborn_b]) AS forgeborn
 FROM solforge_settings s SEMI JOIN batch_solforge_matches m ON m.match = s.match
 UNION ALL
 SELECT o.match, o.seat, o.step * 65536::BIGINT + o.position, o.forgeborn
 FROM solforge_overlays o SEMI JOIN batch_solforge_matches m ON m.match = o.match
) b ON b.match = f.match AND b.seat = f.seat AND b.seq < f.seq
ORDER BY f.match, f.seq
"""

_TRIGGERS = f"""
INSERT INTO target.solforge_triggers
SELECT f.match, f.step, f.position, f.turn, f.seat, CASE WHEN f.id > 0 THEN f.id END, n.kind, n.card,
       n.level, f.which
FROM {FACTS.of("trigger")} f
LEFT JOIN batch_solforge_named n ON n.match = f.match AND n.code = f.card
"""

_PHASES = f"""
INSERT INTO target.solforge_phases
SELECT match, step, position, turn,
       CASE tag WHEN 'phase' THEN phase WHEN 'turn' THEN 'draw' ELSE 'action' END,
       step_step, CASE tag WHEN 'step' THEN seat END
FROM {FACTS.of("phase", "step", "turn")}
"""

_DONE = f"""
CREATE OR REPLACE TEMP TABLE batch_solforge_done AS
SELECT match, step, position, seq, turn, tag, seat, id AS target,
       greatest(coalesce(source, "by"), 0) AS source,
       CASE tag WHEN 'change' THEN attack ELSE amount END AS amount, absorbed, health, total, combat,
       CASE tag WHEN 'hurt' THEN false ELSE battle END AS battle,
       coalesce(source_seat, by_seat) AS by_seat, coalesce(card, by_card) AS code
FROM {FACTS.of("hit", "hurt", "gain", "change", "leave")}
"""

_OPEN_SPELLS = """
CREATE OR REPLACE TEMP TABLE batch_solforge_spells AS
SELECT p.match, p.turn, p.seq, p.seat, p.kind, p.card, p.level, min(c.ended) AS ended
FROM batch_solforge_plays p
LEFT JOIN (
 SELECT r.match, s.seq, r.seq AS ended
 FROM (SELECT r.match, r.card, r.level, r.step * 65536::BIGINT + r.position AS seq
       FROM solforge_resolved r SEMI JOIN batch_solforge_matches m ON m.match = r.match) r
 ASOF JOIN batch_solforge_plays s
   ON s.match = r.match AND s.card = r.card AND s.level = r.level AND s.seq < r.seq
) c ON c.match = p.match AND c.seq = p.seq
WHERE p.kind = 'spell' GROUP BY ALL
"""
"""Spells, and when they had resolved, if they have."""

_MARKS = """
CREATE OR REPLACE TEMP TABLE batch_solforge_marks AS
SELECT u.match, u.step * 65536::BIGINT + u.position AS seq, u.seat, 'forgeborn' AS kind,
       u.forgeborn AS card, u.level
FROM solforge_forgeborn u SEMI JOIN batch_solforge_matches m ON m.match = u.match
UNION ALL
SELECT t.match, t.step * 65536::BIGINT + t.position, t.seat, t.kind, t.card, t.level
FROM solforge_triggers t SEMI JOIN batch_solforge_matches m ON m.match = t.match
UNION ALL
SELECT p.match, p.step * 65536::BIGINT + p.position, NULL, NULL, NULL, NULL
FROM solforge_phases p SEMI JOIN batch_solforge_matches m ON m.match = p.match
"""
"""Abilities of Forgeborn and triggers that began to resolve; when a phase or Action Step begins, none."""

_NAMELESS = """
CREATE OR REPLACE TEMP TABLE batch_solforge_nameless AS
WITH found AS (
 SELECT d.match, d.seq, max(s.seq) AS spell
 FROM batch_solforge_done d
 JOIN batch_solforge_spells s ON s.match = d.match AND s.turn = d.turn AND s.seq < d.seq
  AND (s.ended IS NULL OR s.ended > d.seq)
 WHERE d.tag = 'gain' AND d.source = 0 GROUP BY d.match, d.seq
), marked AS (
 SELECT d.match, d.seq, m.seq AS mark, m.seat, m.kind, m.card, m.level
 FROM (SELECT match, seq FROM batch_solforge_done WHERE tag = 'gain' AND source = 0) d
 ASOF LEFT JOIN batch_solforge_marks m ON m.match = d.match AND m.seq < d.seq
)
SELECT m.match, m.seq, CASE WHEN s.seq IS NULL THEN m.seat ELSE s.seat END AS seat,
       CASE WHEN s.seq IS NULL THEN m.kind ELSE s.kind END AS kind,
       CASE WHEN s.seq IS NULL THEN m.card ELSE s.card END AS card,
       CASE WHEN s.seq IS NULL THEN m.level ELSE s.level END AS level
FROM marked m
LEFT JOIN found f ON f.match = m.match AND f.seq = m.seq
LEFT JOIN batch_solforge_spells s ON s.match = f.match AND s.seq = f.spell
 AND s.seq > coalesce(m.mark, -1)
"""
"""Who gives Health if nothing in play does: the spell that resolves, else the ability that began last."""

_SOURCED = """
CREATE OR REPLACE TEMP TABLE batch_solforge_sourced AS
SELECT d.* EXCLUDE (source), nullif(d.source, 0) AS source,
       coalesce(d.by_seat, s.seat, z.seat) AS source_seat,
       CASE WHEN d.source > 0 THEN coalesce(s.kind, n.kind) ELSE coalesce(n.kind, z.kind) END
         AS source_kind,
       CASE WHEN d.source > 0 THEN coalesce(s.card, n.card) ELSE coalesce(n.card, z.card) END
         AS source_card,
       CASE WHEN d.source > 0 THEN coalesce(s.level, n.level) ELSE coalesce(n.level, z.level) END
         AS source_level,
       t.seat AS target_seat, t.card AS target_card, t.level AS target_level,
       coalesce(p.lane, q.lane) AS lane
FROM batch_solforge_done d
LEFT JOIN batch_solforge_named n ON n.match = d.match AND n.code = d.code
LEFT JOIN batch_solforge_nameless z ON z.match = d.match AND z.seq = d.seq
ASOF LEFT JOIN batch_solforge_faces s ON s.match = d.match AND s.id = d.source AND s.seq < d.seq
ASOF LEFT JOIN batch_solforge_faces t ON t.match = d.match AND t.id = d.target AND t.seq < d.seq
ASOF LEFT JOIN batch_solforge_places p ON p.match = d.match AND p.id = d.target AND p.seq < d.seq
ASOF LEFT JOIN batch_solforge_places q ON q.match = d.match AND q.seq < d.seq
 AND q.id = CASE WHEN d.target IS NULL THEN d.source END
"""

_EXITS = """
INSERT INTO target.solforge_exits
SELECT o.match, o.step, o.position, o.turn, o.seat, o.id, o.card, o.level, o.kind, o.lane, o.row,
       o.why, o.to_zone, s.source_seat, s.source, s.source_kind, s.source_card, s.source_level
FROM batch_solforge_own_changes o
LEFT JOIN batch_solforge_sourced s ON s.match = o.match AND s.seq = o.seq
WHERE o.tag = 'leave' ORDER BY o.match, o.seq
"""

_DAMAGE = """
INSERT INTO target.solforge_damage
SELECT match, step, position, turn, by_seat, source, source_kind, source_card, source_level, combat,
       battle, target, coalesce(target_seat, seat), target_card, target_level, lane, amount, absorbed,
       total
FROM batch_solforge_sourced WHERE tag IN ('hit', 'hurt') ORDER BY match, seq
"""

_GAINS = """
INSERT INTO target.solforge_gains
SELECT match, step, position, turn, seat, amount, total, source, source_kind, source_card, source_level
FROM batch_solforge_sourced WHERE tag = 'gain' ORDER BY match, seq
"""

_CHANGES = f"""
INSERT INTO target.solforge_changes
SELECT match, step, position, turn, target_seat, target, target_card, target_level, amount, health,
       NULL, by_seat, source, source_kind, source_card, source_level
FROM batch_solforge_sourced WHERE tag = 'change'
UNION ALL
SELECT g.match, g.step, g.position, g.turn, t.seat, g.id, t.card, t.level, coalesce(g.attack, 0),
       coalesce(g.health, 0), g.until, NULL, NULL, n.kind, n.card, n.level
FROM (
 SELECT match, step, position, seq, turn, id,
        CASE WHEN gift->>'$[1][0]' = 'n' THEN (gift->>'$[1][1]')::INTEGER END AS attack,
        CASE WHEN gift->>'$[2][0]' = 'n' THEN (gift->>'$[2][1]')::INTEGER END AS health,
        nullif(until, '') AS until, source
 FROM {FACTS.of("give")}
) g
LEFT JOIN batch_solforge_named n ON n.match = g.match AND n.code = g.source
ASOF LEFT JOIN batch_solforge_faces t ON t.match = g.match AND t.id = g.id AND t.seq < g.seq
WHERE g.attack IS NOT NULL OR g.health IS NOT NULL
"""

FEED: tuple[str, ...] = (
    _OVERLAYS,
    _FORGEBORN,
    _TRIGGERS,
    _PHASES,
    _DONE,
    _OPEN_SPELLS,
    _MARKS,
    _NAMELESS,
    _SOURCED,
    _EXITS,
    _DAMAGE,
    _GAINS,
    _CHANGES,
)
"""Run for each batch, after what is in play is known."""
