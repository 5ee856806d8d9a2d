"""The table's own events: whether take-backs, corrections, ends and remarks can be as they say."""

from __future__ import annotations

from collections.abc import Sequence

from domain.record.events import Event
from domain.record.history_check import walked
from replays.audit.findings import Finding, Kind


def checked(events: Sequence[Event]) -> tuple[int, list[Finding]]:
    """How many events can be followed, and what is wrong with them."""
    count, wrong = walked(events)
    return count, [Finding(one.number, Kind.HISTORY, one.what) for one in wrong]
