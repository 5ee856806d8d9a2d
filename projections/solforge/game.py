"""SolForge Fusion, as `projections.games` takes it in."""

from __future__ import annotations

from projections.projected import Projected
from projections.rates import SUMMARY
from projections.solforge import feeding, reports, tables, views

SOLFORGE = Projected(
    key="solforge",
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
