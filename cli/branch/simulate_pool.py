"""Simulation over several processes, written by one; interrupted, it goes on where it was."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

from cli.program.progress import progress_bar
from domain.bots.simulation import Plan, made_by, play_encoded
from domain.bots.workers import map_chunks
from domain.contract.errors import GameError, Reason
from domain.record.chain import EncodedEvent
from domain.store.recorder import Recorder

CHUNK = 25
"""Matches a worker plays, and a transaction holds."""


def run(recorder: Recorder, what: Plan, number: int, jobs: int = 0) -> dict[str, Any]:
    """Simulate the first `number` matches of a plan that are not recorded yet; returns counts."""
    ids = {what.match_id(index): index for index in range(number)}
    known = recorder.chain.known(list(ids))
    for match_id in known:
        if not made_by(what, recorder.load(match_id).opened):
            raise GameError(
                Reason.CONFLICT,
                f"match {match_id} is recorded already and is none of these; take another seed",
            )
    missing = [index for match_id, index in ids.items() if match_id not in known]
    started = time.perf_counter()
    at, steps = recorder.clock(), 0
    with progress_bar() as progress:
        task = progress.add_task("simulating", total=number, completed=len(known))
        for count, events in chunks(what, missing, at, jobs):
            recorder.add_encoded(events)
            steps += len(events) - count
            progress.advance(task, count)
    seconds = time.perf_counter() - started
    return {
        "added": len(missing),
        "already there": len(known),
        "steps": steps,
        "seconds": round(seconds, 3),
        "per second": int(steps / seconds) if missing else 0,
    }


def chunks(
    what: Plan, missing: list[int], at: int, jobs: int
) -> Iterator[tuple[int, list[EncodedEvent]]]:
    """Play matches, in order, a chunk at a time: how many, and their events."""
    parts = [missing[start : start + CHUNK] for start in range(0, len(missing), CHUNK)]
    count = min(jobs or os.cpu_count() or 1, len(parts))
    if count <= 1 or len(parts) <= 2:
        for part in parts:
            yield len(part), play_encoded(what, part, at)
        return
    yield from map_chunks(partial(play_encoded, what, at=at), missing, CHUNK, count)
