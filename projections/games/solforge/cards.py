"""Names for codes: of the project's own cards, and of cards that came with a match.

The setting `cards` of a match holds its extra cards as JSON (`cards.book.CardSet`); they
go before the project's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from domain.games.solforge.cards.book import CardSet, own_sets
from domain.games.solforge.facts import SolFact
from projections.schema.definitions import values
from projections.schema.fact_columns import FactColumns

FACTS = FactColumns("solforge", SolFact)


def prepared(sets: Iterable[CardSet]) -> tuple[str, ...]:
    """The statements that make the tables of own names: cards and Forgeborn by slug, half-decks.

    The other side of a Solbind card that is a Forgeborn, too, counts as a card.
    """
    sets = list(sets)
    cards = {card.slug: card for found in sets for card in found.cards}
    born = {one.slug: one for found in sets for one in found.forgeborn}
    decks = {deck.name: deck for found in sets for deck in found.decks}
    named = {slug: (slug, b.name, "forgeborn", b.faction) for slug, b in born.items()}
    named |= {slug: (slug, c.name, c.kind, c.faction) for slug, c in cards.items()}
    return (
        values("batch_solforge_own", "slug, card, kind, faction", named.values()),
        values(
            "batch_solforge_own_decks",
            "deck, faction",
            ((name, deck.faction) for name, deck in decks.items()),
        ),
    )


PREPARE: tuple[str, ...] = prepared(own_sets())
"""Run once a connection."""

_EXTRA_SETS = """
SELECT match, from_json(settings['cards'], '{"cards": [{"name": "VARCHAR", "kind": "VARCHAR",
 "faction": "VARCHAR"}], "forgeborn": [{"name": "VARCHAR", "faction": "VARCHAR"}],
 "decks": [{"name": "VARCHAR", "faction": "VARCHAR"}]}') AS s
FROM batch_matches WHERE game = 'solforge' AND coalesce(settings['cards'], '') <> ''
""".strip()

_HALF_DECKS = """
SELECT match, seat, unnest(words) AS words, generate_subscripts(words, 1)::TINYINT AS half
FROM (
 SELECT match, unnest(['A', 'B']) AS seat,
        string_split(unnest([settings['deck a'], settings['deck b']]), ' + ') AS words
 FROM batch_matches WHERE game = 'solforge' AND NOT earlier
)
""".strip()

CODED: Final = f"""
SELECT unnest(list_concat([c.name FOR c IN s.cards], [b.name FOR b IN s.forgeborn])) AS name
FROM ({_EXTRA_SETS})
UNION ALL
SELECT unnest(string_split(words, ';')) FROM ({_HALF_DECKS}) WHERE contains(words, ';')
""".strip()
"""The names of which the feed needs the codes: of cards that came with a match, and in lists of cards."""

_SETS = f"CREATE OR REPLACE TEMP TABLE batch_solforge_sets AS\n{_EXTRA_SETS}"

_EXTRA = """
CREATE OR REPLACE TEMP TABLE batch_solforge_extra AS
SELECT match, k.code AS slug, min_by(c.name, born) AS card, min_by(c.kind, born) AS kind,
       coalesce(min_by(c.faction, born), '') AS faction
FROM (
 SELECT match, 0 AS born, unnest(s.cards) AS c FROM batch_solforge_sets
 UNION ALL
 SELECT match, 1, {'name': b.name, 'kind': 'forgeborn', 'faction': b.faction}
 FROM (SELECT match, unnest(s.forgeborn) AS b FROM batch_solforge_sets)
) JOIN batch_codes k ON k.name = c.name GROUP BY match, k.code
"""

_EXTRA_DECKS = """
CREATE OR REPLACE TEMP TABLE batch_solforge_extra_decks AS
SELECT match, d.name AS deck, max(d.faction) AS faction
FROM (SELECT match, unnest(s.decks) AS d FROM batch_solforge_sets) GROUP BY match, d.name
"""

_WITH_A_CARD = (
    *("play", "carry", "next", "done", "enter", "flip", "trigger", "overlay", "upgrade"),
    *("hit", "hurt", "change", "leave"),
)

_NAMED = f"""
CREATE OR REPLACE TEMP TABLE batch_solforge_named AS
SELECT c.match, c.code, coalesce(x.card, o.card, c.slug) AS card, c.level,
       coalesce(x.kind, o.kind) AS kind
FROM (
 SELECT match, code, split_part(code, '.', 1) AS slug,
        try_cast(nullif(split_part(code, '.', 2), '') AS TINYINT) AS level
 FROM (
  SELECT DISTINCT match, code FROM (
   SELECT match, coalesce(card, by_card, forgeborn, new) AS code
   FROM {FACTS.of(*_WITH_A_CARD)}
   UNION ALL
   SELECT match, coalesce(replaced_card, old) FROM {FACTS.of("enter", "upgrade")}
   UNION ALL
   SELECT match, source FROM {FACTS.of("give")}
   UNION ALL
   SELECT match, unnest(cards) FROM {FACTS.of("draw", "discard")}
  ) WHERE code NOT IN ('', '??')
 )
) c
LEFT JOIN batch_solforge_own o ON o.slug = c.slug
LEFT JOIN batch_solforge_extra x ON x.match = c.match AND x.slug = c.slug
"""

_HALVES = f"""
INSERT INTO target.solforge_halves
WITH halves AS (
{_HALF_DECKS}
), listed AS (
 SELECT l.match, l.seat, l.half, max(coalesce(nullif(x.faction, ''), nullif(o.faction, ''))) AS faction
 FROM (SELECT match, seat, half, unnest(string_split(words, ';')) AS name
       FROM halves WHERE contains(words, ';')) l
 JOIN batch_codes k ON k.name = l.name
 LEFT JOIN batch_solforge_own o ON o.slug = k.code
 LEFT JOIN batch_solforge_extra x ON x.match = l.match AND x.slug = k.code
 GROUP BY l.match, l.seat, l.half
)
SELECT h.match, h.seat, h.half, CASE WHEN NOT contains(h.words, ';') THEN h.words END,
       coalesce(l.faction, x.faction, o.faction)
FROM halves h
LEFT JOIN batch_solforge_own_decks o ON o.deck = h.words
LEFT JOIN batch_solforge_extra_decks x ON x.match = h.match AND x.deck = h.words
LEFT JOIN listed l ON l.match = h.match AND l.seat = h.seat AND l.half = h.half
ORDER BY h.match, h.seat, h.half
"""

FEED: tuple[str, ...] = (_SETS, _EXTRA, _EXTRA_DECKS, _NAMED, _HALVES)
"""Run for each batch, first."""
