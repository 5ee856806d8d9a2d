"""How facts of SolForge Fusion become rows: one filtered insert a table.

The statements read `batch_facts` and `batch_matches` (see `projections.feed.batch`) and write into the
schema `target`; an unqualified table is everything stored before, and what this batch has added.
What a fact holds is in columns named like the fields in `domain.games.solforge.facts`. Codes become names
through `batch_solforge_named` (see `cards` beside this). A moment of a match is `seq`: its step and
position as one number.
"""

from __future__ import annotations

from domain.games.solforge.state import HEALTH
from projections.games.solforge import cards, effects, in_play, piles
from projections.games.solforge.cards import FACTS

PREPARE: tuple[str, ...] = cards.PREPARE
"""Run once a connection."""

FIRST_SCORE = HEALTH
"""The Health of both seats before anything has changed it."""

_TOUCHED = """
CREATE OR REPLACE TEMP TABLE batch_solforge_matches AS
SELECT match, earlier FROM batch_matches WHERE game = 'solforge'
"""

_SETTINGS = """
INSERT INTO target.solforge_settings
SELECT match, coalesce(settings['edition'], 'whitefang'),
       CASE WHEN settings['start'] IS NULL THEN 'tossed' ELSE 'agreed' END,
       CASE WHEN coalesce(settings['cards'], '') = '' THEN 'own' ELSE 'extra' END,
       settings['forgeborn a'], settings['forgeborn b']
FROM batch_matches WHERE game = 'solforge' AND NOT earlier
"""

_SUDDEN = f"""
INSERT INTO target.solforge_sudden_deaths
SELECT match, step, position, turn, why FROM {FACTS.of("sudden")}
"""

_LOOPS = f"""
INSERT INTO target.solforge_loop_cuts
SELECT match, step, position, turn, waiting FROM {FACTS.of("loop")}
"""

FEED: tuple[str, ...] = (
    _TOUCHED,
    _SETTINGS,
    *cards.FEED,
    *piles.FEED,
    *in_play.FEED,
    *effects.FEED,
    _SUDDEN,
    _LOOPS,
)
"""Run for each batch, in this order."""
