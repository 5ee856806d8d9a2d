"""SolForge Fusion, as `projections.games.registry` takes it in."""

from __future__ import annotations

from projections.games.generic import ends, gains
from projections.games.projection import Projected
from projections.games.solforge import cards, feed, reports, tables, views
from projections.reports.rates import SUMMARY

SOLFORGE = Projected(
    key="solforge",
    tables=tables.TABLES,
    views=views.VIEWS,
    prepare=feed.PREPARE,
    coded=cards.CODED,
    feed=feed.FEED,
    gains=gains(cards.FACTS),
    ends=ends(cards.FACTS),
    first_score=feed.FIRST_SCORE,
    counted=reports.COUNTED,
    summary=SUMMARY,
    unfinished=reports.UNFINISHED,
    filters=reports.FILTERS,
    reports=reports.REPORTS,
)
