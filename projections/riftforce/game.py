"""Riftforce, as `projections.games` takes it in."""

from __future__ import annotations

from projections.projected import Projected
from projections.rates import SUMMARY
from projections.riftforce import feeding, reports, tables

RIFTFORCE = Projected(
    key="riftforce",
    tables=tables.TABLES,
    views=tables.VIEWS,
    prepare=feeding.PREPARE,
    feed=feeding.FEED,
    gains=feeding.GAINS,
    ends=feeding.ENDS,
    counted=reports.COUNTED,
    summary=SUMMARY,
    unfinished=reports.UNFINISHED,
    filters=reports.FILTERS,
    reports=reports.REPORTS,
)
