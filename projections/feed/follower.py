"""Following the store: the analytics file is at most a moment behind what is recorded."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import duckdb

from domain.contract.errors import GameError, Reason
from domain.store.path import check_log, files_at
from projections.database import interruptible
from projections.feed import feed
from projections.feed.log import EventLog

PAUSE: Final = 0.2
"""Seconds between two looks at the store."""


def follow(
    store: Path,
    analytics: Path,
    *,
    took_in: Callable[[int], None],
    progress: feed.Progress | None = None,
    pause: float = PAUSE,
    stopped: Callable[[], bool] = lambda: False,
) -> None:
    """Catch up whenever something is recorded, until `stopped` or interrupted.

    The store is looked at every `pause` seconds; the file is open only while it is fed, so that
    readers find it free. `took_in` is called with the number of events each time. Waits for a store
    that is not there yet, and for readers as long as they take. Raises GameError if events
    cannot be read.
    """
    known = -1
    log: EventLog | None = None
    opened = files_at(store)
    with duckdb.connect(":memory:") as con:
        try:
            while not stopped():
                there = files_at(store)
                if log and there.numbers != opened.numbers:
                    check_log(store, opened, there)
                    log.close()
                    log = None
                try:
                    if there.file and log is None:
                        log, known = EventLog(store), -1
                        log.last(con)
                        opened = log.opened
                    with interruptible(con):
                        last = log.last(con) if log else 0
                    if last > 0 and last != known:
                        count = feed.catch_up(store, analytics, progress=progress, patience=pause)
                        took_in(count)
                        known = last
                except GameError as error:
                    if error.reason is not Reason.BUSY:
                        raise
                time.sleep(pause)
        finally:
            if log:
                log.close()
