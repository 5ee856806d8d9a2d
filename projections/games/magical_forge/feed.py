"""How facts of Magical Forge become rows: one filtered insert a table.

The statements read `batch_facts` and `batch_matches` (see `projections.feed.batch`) and write into the
schema `target`; an unqualified table is everything stored before, and what this batch has added.
The fields of a fact are text: f1, f2 and so on, in the order of `domain.games.magical_forge.facts`.
A moment of a match is `seq`: its step and position as one number.
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.magical_forge.cards import nodes as n
from domain.games.magical_forge.cards.book import Book, CardSet, own_sets
from domain.games.magical_forge.state import LIFE
from projections.schema.definitions import literal

# -- what is known before any batch --------------------------------------------------------------

SLUG = """
CREATE OR REPLACE TEMP MACRO batch_magical_slug(name) AS
trim(regexp_replace(
 replace(lower(regexp_replace(strip_accents(name), '[^\\x00-\\x7F]', '', 'g')), '''', ''),
 '[^a-z0-9]+', '-', 'g'), '-')
"""
"""How names are coded, as `domain.games.solforge.cards.book.slug` does it."""


def values(name: str, columns: str, rows: Iterable[tuple[str, ...]]) -> str:
    """A statement that makes a temporary table of texts."""
    listed = ", ".join(f"({', '.join(map(literal, row))})" for row in rows)
    return f"CREATE OR REPLACE TEMP TABLE {name} AS SELECT * FROM (VALUES {listed}) t({columns})"


def prepared(sets: Iterable[CardSet]) -> tuple[str, ...]:
    """The statements that make the tables of own cards: their names, and what they wait for."""
    book = Book(sets)
    triggers = [
        (code, str(which), ability.trigger.event)
        for code, card in book.cards.items()
        for which, ability in enumerate(card.abilities)
        if isinstance(ability, n.Triggered)
    ]
    names = [(code, card.name) for code, card in book.cards.items()]
    ready = {deck.name for deck in (*book.decks.values(), *book.spell_decks.values())}
    return (
        SLUG,
        values("batch_magical_own", "code, card", names),
        values("batch_magical_triggers", "code, which, event", triggers),
        values("batch_magical_ready", "deck", ((name,) for name in sorted(ready))),
    )


PREPARE: tuple[str, ...] = prepared(own_sets())
"""Run once a connection."""

FIRST_SCORE = LIFE
"""The Life Points of both seats, unless the setting says otherwise: then the toss says it."""

# -- the opening ---------------------------------------------------------------------------------

_FACTS = """
CREATE OR REPLACE TEMP TABLE batch_magical AS
SELECT * FROM batch_facts WHERE game = 'magical_forge'
"""

_TOUCHED = """
CREATE OR REPLACE TEMP TABLE batch_magical_matches AS
SELECT match, settings, earlier FROM batch_matches WHERE game = 'magical_forge'
"""

_EXTRA = """
CREATE OR REPLACE TEMP TABLE batch_magical_extra AS
SELECT match, batch_magical_slug(c.name) AS code, any_value(c.name) AS card
FROM (
 SELECT match, unnest(from_json(settings['cards'], '{"cards": [{"name": "VARCHAR"}]}').cards) AS c
 FROM batch_magical_matches WHERE coalesce(settings['cards'], '') <> ''
) GROUP BY match, batch_magical_slug(c.name)
"""

_NAMED = """
CREATE OR REPLACE TEMP TABLE batch_magical_named AS
SELECT c.match, c.code, coalesce(x.card, o.card, c.code) AS card, x.code IS NOT NULL AS extra
FROM (
 SELECT DISTINCT match, code FROM (
  SELECT match, CASE tag WHEN 'activate' THEN f4 WHEN 'lose' THEN f5 WHEN 'gain' THEN f4
   WHEN 'attach' THEN f2 WHEN 'detach' THEN f2 ELSE f3 END AS code
  FROM batch_magical
  WHERE tag IN ('activate', 'lose', 'gain', 'attach', 'detach', 'summon', 'centre', 'carry', 'move')
  UNION ALL
  SELECT match, unnest(from_json(f2, '["VARCHAR"]')) FROM batch_magical WHERE tag IN ('draw', 'spells')
 ) WHERE code NOT IN ('', '??')
) c
LEFT JOIN batch_magical_own o ON o.code = c.code
LEFT JOIN batch_magical_extra x ON x.match = c.match AND x.code = c.code
"""

_SETTINGS = f"""
INSERT INTO target.magical_forge_settings
SELECT match, coalesce(settings['life'], '{LIFE}')::INTEGER,
       coalesce(settings['opening hand'], '0')::INTEGER, coalesce(settings['deck out'], 'none'),
       CASE WHEN settings['start'] IS NULL THEN 'tossed' ELSE 'agreed' END,
       CASE WHEN coalesce(settings['cards'], '') = '' THEN 'own' ELSE 'extra' END
FROM batch_magical_matches WHERE NOT earlier ORDER BY match
"""

_LISTS = """
CREATE OR REPLACE TEMP TABLE batch_magical_lists AS
SELECT l.match, l.seat, l.pile, CASE WHEN r.deck IS NOT NULL THEN l.words END AS deck,
       CASE WHEN l.words LIKE '?%' THEN 'unknown' WHEN r.deck IS NULL THEN 'list' ELSE 'ready' END AS kind
FROM (
 SELECT match, unnest(['A', 'B', 'A', 'B']) AS seat, unnest(['deck', 'deck', 'spells', 'spells']) AS pile,
        unnest([settings['deck a'], settings['deck b'], settings['spells a'], settings['spells b']])
          AS words
 FROM batch_magical_matches WHERE NOT earlier
) l LEFT JOIN batch_magical_ready r ON r.deck = l.words
"""

_DECKS = """
INSERT INTO target.magical_forge_decks
SELECT d.match, d.seat, d.deck, d.kind, s.deck, s.kind
FROM batch_magical_lists d
JOIN batch_magical_lists s ON s.match = d.match AND s.seat = d.seat AND s.pile = 'spells'
WHERE d.pile = 'deck' ORDER BY d.match, d.seat
"""

# -- who is who ----------------------------------------------------------------------------------

_SUMMONS = """
INSERT INTO target.magical_forge_summons
SELECT f.match, f.step, f.position, f.turn, seat_of(f.f2), f.f1::INTEGER, n.card, f.f4,
       f.f5::BOOLEAN
FROM batch_magical f LEFT JOIN batch_magical_named n ON n.match = f.match AND n.code = f.f3
WHERE f.tag = 'summon' ORDER BY f.match, f.seq
"""

_CREATURES = """
CREATE OR REPLACE TEMP TABLE batch_magical_creatures AS
SELECT s.match, s.id, s.seat, s.card
FROM magical_forge_summons s SEMI JOIN batch_magical_matches m ON m.match = s.match
"""

_WAITING = """
CREATE OR REPLACE TEMP TABLE batch_magical_waiting AS
SELECT match, sum(n) AS n FROM (
 SELECT e.match, count(*) AS n FROM magical_forge_effects e
 SEMI JOIN batch_magical_matches m ON m.match = e.match GROUP BY e.match
 UNION ALL
 SELECT e.match, -count(*) FROM magical_forge_effects_ended e
 SEMI JOIN batch_magical_matches m ON m.match = e.match GROUP BY e.match
) GROUP BY match
"""
"""How many effects were on the stack before this batch."""

_DEPTHS = """
CREATE OR REPLACE TEMP TABLE batch_magical_depths AS
SELECT f.match, f.seq,
       coalesce(w.n, 0) + sum(CASE f.tag WHEN 'activate' THEN 1 ELSE -1 END)
         OVER (PARTITION BY f.match ORDER BY f.seq) AS depth
FROM (SELECT match, seq, tag FROM batch_magical WHERE tag IN ('activate', 'resolved', 'fizzle', 'stop')) f
LEFT JOIN batch_magical_waiting w ON w.match = f.match
"""

_EFFECTS = """
INSERT INTO target.magical_forge_effects
SELECT f.match, f.step, f.position, f.turn, seat_of(f.f2), f.f1::INTEGER, f.f3, n.card,
       nullif(f.f5::INTEGER, 0), f.f6::TINYINT,
       CASE WHEN f.f3 IN ('spell', 'trigger') AND NOT n.extra THEN t.event END,
       len(list_filter(from_json(f.f7, '["INTEGER"]'), lambda x: x <> 0))::INTEGER,
       nullif(f.f11::INTEGER, 0), d.depth::INTEGER
FROM batch_magical f
LEFT JOIN batch_magical_named n ON n.match = f.match AND n.code = f.f4
LEFT JOIN batch_magical_triggers t ON t.code = f.f4 AND t.which = f.f6
LEFT JOIN batch_magical_depths d ON d.match = f.match AND d.seq = f.seq
WHERE f.tag = 'activate' ORDER BY f.match, f.seq
"""

_ENDED = """
INSERT INTO target.magical_forge_effects_ended
SELECT match, step, position, turn, f1::INTEGER,
       CASE tag WHEN 'fizzle' THEN 'fizzled' WHEN 'stop' THEN 'stopped' ELSE 'resolved' END,
       CASE tag WHEN 'stop' THEN f2::INTEGER END
FROM batch_magical WHERE tag IN ('resolved', 'fizzle', 'stop') ORDER BY match, seq
"""

_STACKED = """
CREATE OR REPLACE TEMP TABLE batch_magical_effects AS
SELECT e.match, e.id, e.seat, e.kind, e.card, e.source
FROM magical_forge_effects e SEMI JOIN batch_magical_matches m ON m.match = e.match
"""

# -- what happens to Creatures -------------------------------------------------------------------

_EXITS = """
INSERT INTO target.magical_forge_exits
SELECT f.match, f.step, f.position, f.turn, c.seat, c.id, c.card, f.f2, f.f3, e.id, e.seat, e.kind,
       e.card
FROM (SELECT *, f1::INTEGER AS number, f4::INTEGER AS source FROM batch_magical WHERE tag = 'leave') f
LEFT JOIN batch_magical_creatures c ON c.match = f.match AND c.id = f.number
LEFT JOIN batch_magical_effects e ON e.match = f.match AND e.id = f.source
ORDER BY f.match, f.seq
"""

_ATTACHMENTS = """
INSERT INTO target.magical_forge_attachments
SELECT f.match, f.step, f.position, f.turn, c.seat, c.id, c.card, n.card, f.zone, f.from_id, f.counted
FROM (
 SELECT match, step, position, seq, turn, f1::INTEGER AS number, f2 AS code, f3 AS zone,
        NULL::INTEGER AS from_id, f4::BOOLEAN AS counted
 FROM batch_magical WHERE tag = 'attach'
 UNION ALL
 SELECT match, step, position, seq, turn, f2::INTEGER, f3, 'creature', f1::INTEGER, false
 FROM batch_magical WHERE tag = 'move'
) f
LEFT JOIN batch_magical_creatures c ON c.match = f.match AND c.id = f.number
LEFT JOIN batch_magical_named n ON n.match = f.match AND n.code = f.code
ORDER BY f.match, f.seq
"""

_DETACHMENTS = """
INSERT INTO target.magical_forge_detachments
SELECT f.match, f.step, f.position, f.turn, c.seat, c.id, c.card, n.card, f.f3
FROM (SELECT *, f1::INTEGER AS number FROM batch_magical WHERE tag = 'detach') f
LEFT JOIN batch_magical_creatures c ON c.match = f.match AND c.id = f.number
LEFT JOIN batch_magical_named n ON n.match = f.match AND n.code = f.f2
ORDER BY f.match, f.seq
"""

_BEGUN = """
INSERT INTO target.magical_forge_attacks_begun
SELECT f.match, f.step, f.position, f.turn, c.seat, c.id, c.card
FROM (SELECT *, f1::INTEGER AS number FROM batch_magical WHERE tag = 'attack') f
LEFT JOIN batch_magical_creatures c ON c.match = f.match AND c.id = f.number
ORDER BY f.match, f.seq
"""

_OVER = """
INSERT INTO target.magical_forge_attacks_ended
SELECT f.match, f.step, f.position, f.turn, f.f1::INTEGER, f.f2, c.id, c.card
FROM (SELECT *, f3::INTEGER AS blocker FROM batch_magical WHERE tag = 'attacked') f
LEFT JOIN batch_magical_creatures c ON c.match = f.match AND c.id = f.blocker
ORDER BY f.match, f.seq
"""

_MARKS = """
INSERT INTO target.magical_forge_marks
SELECT f.match, f.step, f.position, f.turn, c.seat, c.id, c.card, f.f2, f.f3::INTEGER
FROM (SELECT *, f1::INTEGER AS number FROM batch_magical WHERE tag = 'mark') f
LEFT JOIN batch_magical_creatures c ON c.match = f.match AND c.id = f.number
ORDER BY f.match, f.seq
"""

# -- the centre ----------------------------------------------------------------------------------

_CENTRE = """
INSERT INTO target.magical_forge_centre
SELECT f.match, f.step, f.position, f.turn, f.seat, f.id, n.card, f.from_zone, c.id, c.card,
       CASE WHEN coalesce(f.depth, w.n, 0) = 0 THEN 'block' ELSE 'effect' END
FROM (
 SELECT f.*, d.depth
 FROM (SELECT match, step, position, seq, turn, f1::INTEGER AS id, seat_of(f2) AS seat, f3 AS code,
              f4::INTEGER AS source, CASE f4 WHEN '0' THEN f5 ELSE 'attached' END AS from_zone
       FROM batch_magical WHERE tag = 'centre') f
 ASOF LEFT JOIN batch_magical_depths d ON d.match = f.match AND d.seq < f.seq
) f
LEFT JOIN batch_magical_waiting w ON w.match = f.match
LEFT JOIN batch_magical_named n ON n.match = f.match AND n.code = f.code
LEFT JOIN batch_magical_creatures c ON c.match = f.match AND c.id = f.source
ORDER BY f.match, f.seq
"""
"""What a block puts into the centre comes while the stack is empty; an effect is on it itself."""

_REMOVED = """
CREATE OR REPLACE TEMP TABLE batch_magical_removed AS
SELECT match, f1::INTEGER AS id FROM batch_magical WHERE tag = 'uncentre'
UNION ALL
SELECT x.match, x.id FROM magical_forge_centre_exits x
SEMI JOIN batch_magical_matches m ON m.match = x.match WHERE x.how = 'removed'
"""
"""Spells that left the centre before what they had triggered could resolve."""

_CENTRE_EXITS = """
INSERT INTO target.magical_forge_centre_exits
SELECT f.match, f.step, f.position, f.turn, c.seat, f.id, c.card, f.how, f.to_zone
FROM (
 SELECT match, step, position, seq, turn, f1::INTEGER AS id, 'removed' AS how, f2 AS to_zone
 FROM batch_magical WHERE tag = 'uncentre'
 UNION ALL
 SELECT f.match, f.step, f.position, f.seq, f.turn, e.source, f.how, 'discard'
 FROM (
  SELECT match, step, position, seq, turn, f1::INTEGER AS number,
         CASE tag WHEN 'fizzle' THEN 'fizzled' WHEN 'stop' THEN 'stopped' ELSE 'resolved' END AS how
  FROM batch_magical WHERE tag IN ('resolved', 'fizzle', 'stop')
 ) f
 JOIN batch_magical_effects e ON e.match = f.match AND e.id = f.number AND e.kind = 'spell'
 ANTI JOIN batch_magical_removed r ON r.match = f.match AND r.id = e.source
) f
LEFT JOIN magical_forge_centre c ON c.match = f.match AND c.id = f.id
ORDER BY f.match, f.seq
"""

# -- Life Points, and cards outside of play ------------------------------------------------------

_LIFE = """
INSERT INTO target.magical_forge_life
SELECT f.match, f.step, f.position, f.turn, f.seat, f.change, g.total,
       coalesce(f.why, e.kind), f.source, n.card, coalesce(f.by_seat, e.seat)
FROM (
 SELECT match, step, position, seq, turn, seat_of(f1) AS seat,
        (CASE tag WHEN 'lose' THEN -f2::INTEGER ELSE f2::INTEGER END)::INTEGER AS change,
        CASE WHEN tag = 'lose' AND f3 <> 'effect' THEN f3 END AS why,
        (CASE tag WHEN 'lose' THEN f4 ELSE f3 END)::INTEGER AS source,
        CASE tag WHEN 'lose' THEN f5 ELSE f4 END AS code,
        CASE tag WHEN 'lose' THEN seat_of(f6) END AS by_seat
 FROM batch_magical WHERE tag IN ('lose', 'gain')
) f
LEFT JOIN batch_gains g ON g.match = f.match AND g.step = f.step AND g.position = f.position
LEFT JOIN batch_magical_named n ON n.match = f.match AND n.code = f.code
LEFT JOIN batch_magical_effects e ON e.match = f.match AND e.id = f.source
ORDER BY f.match, f.seq
"""

_DRAWS = """
INSERT INTO target.magical_forge_draws
SELECT f.match, f.step, f.position, f.turn, f.seat, f.pile, f.n, n.card, f.why
FROM (
 SELECT match, step, position, seq, turn, seat, pile, unnest(cards) AS code,
        generate_subscripts(cards, 1) AS n, why
 FROM (SELECT match, step, position, seq, turn, seat_of(f1) AS seat,
              CASE tag WHEN 'draw' THEN 'deck' ELSE 'spells' END AS pile,
              from_json(f2, '["VARCHAR"]') AS cards,
              CASE WHEN tag = 'draw' THEN CASE f3 WHEN '-1' THEN 'effect' ELSE 'turn' END END AS why
       FROM batch_magical WHERE tag IN ('draw', 'spells'))
) f LEFT JOIN batch_magical_named n ON n.match = f.match AND n.code = f.code
ORDER BY f.match, f.seq, f.n
"""

_CARRIED = """
INSERT INTO target.magical_forge_carried
SELECT f.match, f.step, f.position, f.turn, seat_of(f.f1), f.f2, n.card, f.f4, f.f5
FROM batch_magical f LEFT JOIN batch_magical_named n ON n.match = f.match AND n.code = f.f3
WHERE f.tag = 'carry' ORDER BY f.match, f.seq
"""

_RECYCLED = """
INSERT INTO target.magical_forge_recycled
SELECT match, step, position, turn, seat_of(f1) FROM batch_magical WHERE tag = 'recycle'
"""

_LOOPS = """
INSERT INTO target.magical_forge_loop_cuts
SELECT match, step, position, turn, f1::INTEGER FROM batch_magical WHERE tag = 'loop'
"""

FEED: tuple[str, ...] = (
    _FACTS,
    _TOUCHED,
    _EXTRA,
    _NAMED,
    _SETTINGS,
    _LISTS,
    _DECKS,
    _SUMMONS,
    _CREATURES,
    _WAITING,
    _DEPTHS,
    _EFFECTS,
    _ENDED,
    _STACKED,
    _EXITS,
    _ATTACHMENTS,
    _DETACHMENTS,
    _BEGUN,
    _OVER,
    _MARKS,
    _CENTRE,
    _REMOVED,
    _CENTRE_EXITS,
    _LIFE,
    _DRAWS,
    _CARRIED,
    _RECYCLED,
    _LOOPS,
)
"""Run for each batch, in this order."""

# -- what every game has -------------------------------------------------------------------------

GAINS = f"""
SELECT f.match, f.step, f.position, f.turn, f.seat,
       (coalesce(CASE f.seat WHEN 'A' THEN s.a ELSE s.b END, m.settings['life']::INTEGER, {LIFE})
        + sum(f.change) OVER (PARTITION BY f.match, f.seat ORDER BY f.seq))::INTEGER AS total
FROM (
 SELECT match, step, position, seq, turn, seat_of(f1) AS seat,
        CASE tag WHEN 'lose' THEN -f2::INTEGER ELSE f2::INTEGER END AS change
 FROM batch_facts WHERE game = 'magical_forge' AND tag IN ('lose', 'gain')
) f
JOIN batch_matches m ON m.match = f.match
LEFT JOIN (
 SELECT match, arg_max(a, step) AS a, arg_max(b, step) AS b FROM scores
 WHERE match IN (SELECT match FROM batch_matches WHERE earlier) GROUP BY match
) s ON s.match = f.match
UNION ALL
SELECT f.match, f.step, f.position, f.turn, unnest(['A', 'B']), m.settings['life']::INTEGER
FROM batch_facts f JOIN batch_matches m ON m.match = f.match
WHERE f.game = 'magical_forge' AND f.tag = 'toss' AND m.settings['life'] <> '{LIFE}'
"""
"""Every change of a seat's Life Points, with its total after it; unusual ones at the start, too."""

ENDS = """
SELECT match, step, turn, seat_of(f1) AS winner, f2 AS why
FROM batch_facts WHERE game = 'magical_forge' AND tag = 'over'
"""
"""Every end of a match; a winner NULL is a draw."""
