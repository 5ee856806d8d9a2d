"""SolForge Fusion, as `projections.games.registry` takes it in."""

from __future__ import annotations

from projections.games.generic import ends, gains
from projections.games.projection import Projected
from projections.games.solforge import feed, reports, tables, views
from projections.games.solforge.cards import FACTS
from projections.reports.rates import SUMMARY

SOLFORGE = Projected(
    key="solforge",
    tables=tables.TABLES,
    views=views.VIEWS,
    prepare=feed.PREPARE,
    feed=feed.FEED,
    gains=gains(FACTS),
    ends=ends(FACTS),
    first_score=feed.FIRST_SCORE,
    counted=reports.COUNTED,
    summary=SUMMARY,
    unfinished=reports.UNFINISHED,
    filters=reports.FILTERS,
    reports=reports.REPORTS,
)
