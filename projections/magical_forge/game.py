"""Magical Forge, as `projections.games` takes it in."""

from __future__ import annotations

from projections.magical_forge import feeding, reports, tables, views
from projections.projected import Projected
from projections.rates import SUMMARY

MAGICAL_FORGE = Projected(
    key="magical_forge",
    tables=tables.TABLES,
    views=views.VIEWS,
    prepare=feeding.PREPARE,
    feed=feeding.FEED,
    gains=feeding.GAINS,
    ends=feeding.ENDS,
    first_score=feeding.FIRST_SCORE,
    counted=reports.COUNTED,
    summary=SUMMARY,
    unfinished=reports.UNFINISHED,
    filters=reports.FILTERS,
    reports=reports.REPORTS,
)
