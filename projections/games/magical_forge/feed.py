"""How facts of Magical Forge become rows: one filtered insert a table.

The statements read `batch_facts` and `batch_matches` (see `projections.feed.batch`) and write into the
schema `target`; an unqualified table is everything stored before, and what this batch has added.
What a fact holds is in columns named like the fields in `domain.games.magical_forge.facts`.
A moment of a match is `seq`: its step and position as one number.
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.magical_forge.cards import nodes as n
from domain.games.magical_forge.cards.book import Book, CardSet, own_sets
from domain.games.magical_forge.facts import MagicalFact
from domain.games.magical_forge.state import LIFE
from projections.schema.definitions import values
from projections.schema.fact_columns import FactColumns

FACTS = FactColumns("magical_forge", MagicalFact)

# -- what is known before any batch --------------------------------------------------------------


def prepared(sets: Iterable[CardSet]) -> tuple[str, ...]:
    """The statements that make the tables of own cards: their names, and which decks are ready."""
    book = Book(sets)
    names = [(code, card.name) for code, card in book.cards.items()]
    ready = {deck.name for deck in (*book.decks.values(), *book.spell_decks.values())}
    return (
        values("batch_magical_own", "code, card", names),
        values("batch_magical_ready", "deck", ((name,) for name in sorted(ready))),
    )


PREPARE: tuple[str, ...] = prepared(own_sets())
"""Run once a connection."""


def understood() -> tuple[str, ...]:
    """The statement that makes the table of what own cards wait for, as their words say."""
    triggers = [
        (code, which, ability.trigger.event)
        for code, card in Book(own_sets()).cards.items()
        for which, ability in enumerate(card.abilities)
        if isinstance(ability, n.Triggered)
    ]
    return (values("batch_magical_triggers", "code, which, event", triggers),)


FIRST_SCORE = LIFE
"""The Life Points of both seats, unless the setting says otherwise: then the toss says it."""

# -- the opening ---------------------------------------------------------------------------------

_TOUCHED = """
CREATE OR REPLACE TEMP TABLE batch_magical_matches AS
SELECT match, settings, earlier FROM batch_matches WHERE game = 'magical_forge'
"""

CODED = """
SELECT match, unnest(from_json(settings['cards'], '{"cards": [{"name": "VARCHAR"}]}').cards).name AS name
FROM batch_matches WHERE game = 'magical_forge' AND coalesce(settings['cards'], '') <> ''
""".strip()
"""The names of which the feed needs the codes: of cards that came with a match."""

_EXTRA = f"""
CREATE OR REPLACE TEMP TABLE batch_magical_extra AS
SELECT match, k.code, any_value(c.name) AS card
FROM (
{CODED}
) c JOIN batch_codes k ON k.name = c.name GROUP BY match, k.code
"""

_NAMED = f"""
CREATE OR REPLACE TEMP TABLE batch_magical_named AS
SELECT c.match, c.code, coalesce(x.card, o.card, c.code) AS card, x.code IS NOT NULL AS extra
FROM (
 SELECT DISTINCT match, code FROM (
  SELECT match, card AS code FROM {FACTS.of(*FACTS.having("card"))}
  UNION ALL
  SELECT match, unnest(cards) FROM {FACTS.of(*FACTS.having("cards"))}
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

_SUMMONS = f"""
INSERT INTO target.magical_forge_summons
SELECT f.match, f.step, f.position, f.turn, f.seat, f.id, n.card, f.source, f.played
FROM {FACTS.of("summon")} f
LEFT JOIN batch_magical_named n ON n.match = f.match AND n.code = f.card
ORDER BY f.match, f.seq
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

_DEPTHS = f"""
CREATE OR REPLACE TEMP TABLE batch_magical_depths AS
SELECT f.match, f.seq,
       coalesce(w.n, 0) + sum(CASE f.tag WHEN 'activate' THEN 1 ELSE -1 END)
         OVER (PARTITION BY f.match ORDER BY f.seq) AS depth
FROM {FACTS.of("activate", "resolved", "fizzle", "stop")} f
LEFT JOIN batch_magical_waiting w ON w.match = f.match
"""

_EFFECTS = f"""
INSERT INTO target.magical_forge_effects
SELECT f.match, f.step, f.position, f.turn, f.seat, f.id, f.kind, n.card, nullif(f.source, 0), f.which,
       CASE WHEN f.kind IN ('spell', 'trigger') AND NOT n.extra THEN t.event END,
       len(list_filter(f.targets, lambda x: x <> 0))::INTEGER, nullif(f."to", 0), d.depth::INTEGER
FROM {FACTS.of("activate")} f
LEFT JOIN batch_magical_named n ON n.match = f.match AND n.code = f.card
LEFT JOIN batch_magical_triggers t ON t.code = f.card AND t.which = f.which
LEFT JOIN batch_magical_depths d ON d.match = f.match AND d.seq = f.seq
ORDER BY f.match, f.seq
"""

_ENDED = f"""
INSERT INTO target.magical_forge_effects_ended
SELECT match, step, position, turn, id,
       CASE tag WHEN 'fizzle' THEN 'fizzled' WHEN 'stop' THEN 'stopped' ELSE 'resolved' END, "by"
FROM {FACTS.of("resolved", "fizzle", "stop")} ORDER BY match, seq
"""

_STACKED = """
CREATE OR REPLACE TEMP TABLE batch_magical_effects AS
SELECT e.match, e.id, e.seat, e.kind, e.card, e.source
FROM magical_forge_effects e SEMI JOIN batch_magical_matches m ON m.match = e.match
"""

# -- what happens to Creatures -------------------------------------------------------------------

_EXITS = f"""
INSERT INTO target.magical_forge_exits
SELECT f.match, f.step, f.position, f.turn, c.seat, c.id, c.card, f.why, f."to", e.id, e.seat, e.kind,
       e.card
FROM {FACTS.of("leave")} f
LEFT JOIN batch_magical_creatures c ON c.match = f.match AND c.id = f.id
LEFT JOIN batch_magical_effects e ON e.match = f.match AND e.id = f."by"
ORDER BY f.match, f.seq
"""

_ATTACHMENTS = f"""
INSERT INTO target.magical_forge_attachments
SELECT f.match, f.step, f.position, f.turn, c.seat, c.id, c.card, n.card, f.zone, f.from_id, f.counted
FROM (
 SELECT match, step, position, seq, turn, id, card, source AS zone, NULL::INTEGER AS from_id, counted
 FROM {FACTS.of("attach")}
 UNION ALL
 SELECT match, step, position, seq, turn, id, card, 'creature', source, false
 FROM {FACTS.of("move")}
) f
LEFT JOIN batch_magical_creatures c ON c.match = f.match AND c.id = f.id
LEFT JOIN batch_magical_named n ON n.match = f.match AND n.code = f.card
ORDER BY f.match, f.seq
"""

_DETACHMENTS = f"""
INSERT INTO target.magical_forge_detachments
SELECT f.match, f.step, f.position, f.turn, c.seat, c.id, c.card, n.card, f."to"
FROM {FACTS.of("detach")} f
LEFT JOIN batch_magical_creatures c ON c.match = f.match AND c.id = f.id
LEFT JOIN batch_magical_named n ON n.match = f.match AND n.code = f.card
ORDER BY f.match, f.seq
"""

_BEGUN = f"""
INSERT INTO target.magical_forge_attacks_begun
SELECT f.match, f.step, f.position, f.turn, c.seat, c.id, c.card
FROM {FACTS.of("attack")} f
LEFT JOIN batch_magical_creatures c ON c.match = f.match AND c.id = f.id
ORDER BY f.match, f.seq
"""

_OVER = f"""
INSERT INTO target.magical_forge_attacks_ended
SELECT f.match, f.step, f.position, f.turn, f.id, f.how, c.id, c.card
FROM {FACTS.of("attacked")} f
LEFT JOIN batch_magical_creatures c ON c.match = f.match AND c.id = f.blocker
ORDER BY f.match, f.seq
"""

_MARKS = f"""
INSERT INTO target.magical_forge_marks
SELECT f.match, f.step, f.position, f.turn, c.seat, c.id, c.card, f.mark, f.n
FROM {FACTS.of("mark")} f
LEFT JOIN batch_magical_creatures c ON c.match = f.match AND c.id = f.id
ORDER BY f.match, f.seq
"""

# -- the centre ----------------------------------------------------------------------------------

_CENTRE = f"""
INSERT INTO target.magical_forge_centre
SELECT f.match, f.step, f.position, f.turn, f.seat, f.id, n.card,
       CASE f.source WHEN 0 THEN f.zone ELSE 'attached' END, c.id, c.card,
       CASE WHEN coalesce(f.depth, w.n, 0) = 0 THEN 'block' ELSE 'effect' END
FROM (
 SELECT f.*, d.depth
 FROM {FACTS.of("centre")} f
 ASOF LEFT JOIN batch_magical_depths d ON d.match = f.match AND d.seq < f.seq
) f
LEFT JOIN batch_magical_waiting w ON w.match = f.match
LEFT JOIN batch_magical_named n ON n.match = f.match AND n.code = f.card
LEFT JOIN batch_magical_creatures c ON c.match = f.match AND c.id = f.source
ORDER BY f.match, f.seq
"""
"""What a block puts into the centre comes while the stack is empty; an effect is on it itself."""

_REMOVED = f"""
CREATE OR REPLACE TEMP TABLE batch_magical_removed AS
SELECT match, id FROM {FACTS.of("uncentre")}
UNION ALL
SELECT x.match, x.id FROM magical_forge_centre_exits x
SEMI JOIN batch_magical_matches m ON m.match = x.match WHERE x.how = 'removed'
"""
"""Spells that left the centre before what they had triggered could resolve."""

_CENTRE_EXITS = f"""
INSERT INTO target.magical_forge_centre_exits
SELECT f.match, f.step, f.position, f.turn, c.seat, f.id, c.card, f.how, f.to_zone
FROM (
 SELECT match, step, position, seq, turn, id, 'removed' AS how, "to" AS to_zone
 FROM {FACTS.of("uncentre")}
 UNION ALL
 SELECT f.match, f.step, f.position, f.seq, f.turn, e.source, f.how, 'discard'
 FROM (
  SELECT match, step, position, seq, turn, id,
         CASE tag WHEN 'fizzle' THEN 'fizzled' WHEN 'stop' THEN 'stopped' ELSE 'resolved' END AS how
  FROM {FACTS.of("resolved", "fizzle", "stop")}
 ) f
 JOIN batch_magical_effects e ON e.match = f.match AND e.id = f.id AND e.kind = 'spell'
 ANTI JOIN batch_magical_removed r ON r.match = f.match AND r.id = e.source
) f
LEFT JOIN magical_forge_centre c ON c.match = f.match AND c.id = f.id
ORDER BY f.match, f.seq
"""

# -- Life Points, and cards outside of play ------------------------------------------------------

_CHANGE = "CASE f.tag WHEN 'lose' THEN -f.amount ELSE f.amount END"

_LIFE = f"""
INSERT INTO target.magical_forge_life
SELECT f.match, f.step, f.position, f.turn, f.seat, {_CHANGE}, g.total,
       coalesce(nullif(f.why, 'effect'), e.kind), f.source, n.card, coalesce(f.by_seat, e.seat)
FROM {FACTS.of("lose", "gain")} f
LEFT JOIN batch_gains g ON g.match = f.match AND g.step = f.step AND g.position = f.position
LEFT JOIN batch_magical_named n ON n.match = f.match AND n.code = f.card
LEFT JOIN batch_magical_effects e ON e.match = f.match AND e.id = f.source
ORDER BY f.match, f.seq
"""

_DRAWS = f"""
INSERT INTO target.magical_forge_draws
SELECT f.match, f.step, f.position, f.turn, f.seat, f.pile, f.n, n.card, f.why
FROM (
 SELECT match, step, position, seq, turn, seat, unnest(cards) AS code,
        generate_subscripts(cards, 1) AS n,
        CASE tag WHEN 'draw' THEN 'deck' ELSE 'spells' END AS pile,
        CASE WHEN tag = 'draw' THEN CASE creatures WHEN -1 THEN 'effect' ELSE 'turn' END END AS why
 FROM {FACTS.of("draw", "spells")}
) f LEFT JOIN batch_magical_named n ON n.match = f.match AND n.code = f.code
ORDER BY f.match, f.seq, f.n
"""

_CARRIED = f"""
INSERT INTO target.magical_forge_carried
SELECT f.match, f.step, f.position, f.turn, f.seat, f.pile, n.card, f.source, f."to"
FROM {FACTS.of("carry")} f
LEFT JOIN batch_magical_named n ON n.match = f.match AND n.code = f.card
ORDER BY f.match, f.seq
"""

_RECYCLED = f"""
INSERT INTO target.magical_forge_recycled
SELECT match, step, position, turn, seat FROM {FACTS.of("recycle")}
"""

_LOOPS = f"""
INSERT INTO target.magical_forge_loop_cuts
SELECT match, step, position, turn, dropped FROM {FACTS.of("loop")}
"""

FEED: tuple[str, ...] = (
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
        + sum({_CHANGE}) OVER (PARTITION BY f.match, f.seat ORDER BY f.seq))::INTEGER AS total
FROM {FACTS.of("lose", "gain")} f
JOIN batch_matches m ON m.match = f.match
LEFT JOIN (
 SELECT match, arg_max(a, step) AS a, arg_max(b, step) AS b FROM scores
 WHERE match IN (SELECT match FROM batch_matches WHERE earlier) GROUP BY match
) s ON s.match = f.match
UNION ALL
SELECT f.match, f.step, f.position, f.turn, unnest(['A', 'B']), m.settings['life']::INTEGER
FROM {FACTS.of("toss")} f JOIN batch_matches m ON m.match = f.match
WHERE m.settings['life'] <> '{LIFE}'
"""
"""Every change of a seat's Life Points, with its total after it; unusual ones at the start, too."""
