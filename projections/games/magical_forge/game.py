"""Magical Forge, as `projections.games.registry` takes it in."""

from __future__ import annotations

from projections.games.generic import ends
from projections.games.magical_forge import feed, reports, tables, views
from projections.games.projection import Projected
from projections.reports.rates import SUMMARY

MAGICAL_FORGE = Projected(
    key="magical_forge",
    tables=tables.TABLES,
    views=views.VIEWS,
    prepare=feed.PREPARE,
    understood=feed.understood,
    coded=feed.CODED,
    feed=feed.FEED,
    gains=feed.GAINS,
    ends=ends(feed.FACTS),
    first_score=feed.FIRST_SCORE,
    counted=reports.COUNTED,
    summary=SUMMARY,
    unfinished=reports.UNFINISHED,
    filters=reports.FILTERS,
    reports=reports.REPORTS,
)
