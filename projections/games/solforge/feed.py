"""How facts of SolForge Fusion become rows: one filtered insert a table.

The statements read `batch_facts` and `batch_matches` (see `projections.feed.batch`) and write into the
schema `target`; an unqualified table is everything stored before, and what this batch has added.
The fields of a fact are text: f1, f2 and so on, in the order of `domain.games.solforge.facts`. Codes
become names through `batch_solforge_named` (see `cards` beside this). A moment of a match is
`seq`: its step and position as one number.
"""

from __future__ import annotations

from domain.games.solforge.state import HEALTH
from projections.games.solforge import cards, effects, in_play, piles

PREPARE: tuple[str, ...] = cards.PREPARE
"""Run once a connection."""

FIRST_SCORE = HEALTH
"""The Health of both seats before anything has changed it."""

_FACTS = """
CREATE OR REPLACE TEMP TABLE batch_solforge AS
SELECT * FROM batch_facts WHERE game = 'solforge'
"""

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

_SUDDEN = """
INSERT INTO target.solforge_sudden_deaths
SELECT match, step, position, turn, f1 FROM batch_solforge WHERE tag = 'sudden'
"""

_LOOPS = """
INSERT INTO target.solforge_loop_cuts
SELECT match, step, position, turn, f1::INTEGER FROM batch_solforge WHERE tag = 'loop'
"""

FEED: tuple[str, ...] = (
    _FACTS,
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

GAINS = """
SELECT match, step, position, turn, seat_of(f1) AS seat,
       (CASE tag WHEN 'hurt' THEN f7 ELSE f3 END)::INTEGER AS total
FROM batch_facts WHERE game = 'solforge' AND tag IN ('hurt', 'gain')
"""
"""Every change of a seat's Health, with its total after it."""

ENDS = """
SELECT match, step, turn, seat_of(f1) AS winner, f2 AS why
FROM batch_facts WHERE game = 'solforge' AND tag = 'end'
"""
"""Every end of a match; a winner NULL is a draw."""
