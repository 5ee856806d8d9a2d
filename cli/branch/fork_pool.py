"""Forks that bots play to the end, over several processes; interrupted, they go on where they were."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt
from typing import Any, Final

from cli.program.progress import progress_bar
from domain.bots.workers import map_chunks
from domain.branch.fork import ForkPlan, Forks
from domain.contract.errors import GameError, Reason
from domain.record.chain import EncodedEvent, read_rows
from domain.record.match import Record
from domain.store.recorder import Recorder

FIRST: Final = 2
"""Matches that are played to see how long one takes."""
MOST: Final = 25
"""Matches a worker plays at once, and a transaction holds, at most."""
PATIENCE: Final = 1.0
"""Seconds that what a worker plays at once should take: so long an interruption waits for it."""
LONG: Final = 5.0
"""Seconds of work from which several processes are worth their start."""
Z: Final = 1.96
"""Standard deviations of an interval of 95 %."""

_forks: list[Forks] = []


def begin(match_id: str, rows: list[Any], plan: ForkPlan) -> None:
    """Make a process ready to play."""
    _forks.append(Forks(read_rows(match_id, rows), plan))


def part(indexes: Sequence[int], at: int) -> list[EncodedEvent]:
    """Play matches; what a process is asked to do."""
    return _forks[0].encoded(indexes, at)


def run(recorder: Recorder, forks: Forks, number: int, jobs: int = 0) -> list[str]:
    """Play the first `number` matches of a plan that are not recorded yet; returns all their ids."""
    ids = {forks.plan.match_id(index): index for index in range(number)}
    known = recorder.chain.known(list(ids))
    for match_id in known:
        if not forks.made(recorder.load(match_id).opened):
            raise GameError(
                Reason.CONFLICT,
                f"match {match_id} is recorded already and is none of these; take another seed",
            )
    missing = [index for match_id, index in ids.items() if match_id not in known]
    at = recorder.clock()
    with progress_bar() as progress:
        task = progress.add_task("playing", total=number, completed=len(known))
        for count, events in chunks(recorder, forks, missing, at, jobs):
            recorder.add_encoded(events)
            progress.advance(task, count)
    return list(ids)


def chunks(
    recorder: Recorder, forks: Forks, missing: list[int], at: int, jobs: int
) -> Iterator[tuple[int, list[EncodedEvent]]]:
    """Play matches, in order, a chunk at a time: how many, and their events."""
    started = time.perf_counter()
    if missing:
        yield len(missing[:FIRST]), forks.encoded(missing[:FIRST], at)
    each = (time.perf_counter() - started) / FIRST
    left = missing[FIRST:]
    size = max(1, min(MOST, int(PATIENCE / each)))
    parts = [left[start : start + size] for start in range(0, len(left), size)]
    count = min(jobs or os.cpu_count() or 1, len(parts))
    if count <= 1 or each * len(left) < LONG:
        for one in parts:
            yield len(one), forks.encoded(one, at)
        return
    record = forks.record
    rows = list(recorder.chain.rows(record.id))
    work = partial(part, at=at)
    yield from map_chunks(work, left, size, count, begin, record.id, rows, forks.plan)


def endings(records: list[Record]) -> dict[str, int]:
    """How often matches ended in each way: `A wins`, `B wins`, `draw`, `not finished`."""
    counts = {"A wins": 0, "B wins": 0, "draw": 0, "not finished": 0}
    for record in records:
        result = record.result()
        counts[result.outcome if result else "not finished"] += 1
    return counts


def wilson(count: int, of: int) -> tuple[float, float]:
    """Bounds of a share with 95 % confidence."""
    if not of:
        return 0.0, 1.0
    share, z2 = count / of, Z * Z
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    reach = Z * sqrt(share * (1 - share) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def share(count: int, of: int) -> dict[str, Any]:
    """How often something came, as a share, with its bounds."""
    low, high = wilson(count, of)
    return {"count": count, "share": count / of if of else 0.0, "low": low, "high": high}
