"""Riftforce, as `projections.games.registry` takes it in."""

from __future__ import annotations

from projections.games.generic import ends, gains
from projections.games.projection import Projected
from projections.games.riftforce import feed, reports, tables
from projections.reports.rates import SUMMARY

RIFTFORCE = Projected(
    key="riftforce",
    tables=tables.TABLES,
    views=tables.VIEWS,
    prepare=feed.PREPARE,
    feed=feed.FEED,
    gains=gains(feed.FACTS),
    ends=ends(feed.FACTS),
    counted=reports.COUNTED,
    summary=SUMMARY,
    unfinished=reports.UNFINISHED,
    filters=reports.FILTERS,
    reports=reports.REPORTS,
)
