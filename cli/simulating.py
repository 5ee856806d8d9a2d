"""Simulation over several processes, written by one; interrupted, it goes on where it was."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from cli.edge import errors
from domain.chain import EncodedEvent
from domain.errors import GameError, Reason
from domain.recorder import Recorder
from domain.simulation import Plan, made_by, play_encoded
from domain.workers import serve

CHUNK = 25
"""Matches a worker plays, and a transaction holds."""


def progress_bar() -> Progress:
    """A bar on the error output, so that results can be piped."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    )


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
    try:
        with progress_bar() as progress:
            task = progress.add_task("simulating", total=number, completed=len(known))
            for count, events in chunks(what, missing, at, jobs):
                recorder.add_encoded(events)
                steps += len(events) - count
                progress.advance(task, count)
    except BrokenProcessPool as error:
        raise GameError(
            Reason.BUSY, "a process that simulated was killed; the same command goes on"
        ) from error
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
    workers = min(jobs or os.cpu_count() or 1, len(parts))
    if workers <= 1 or len(parts) <= 2:
        for part in parts:
            yield len(part), play_encoded(what, part, at)
        return
    pool = ProcessPoolExecutor(
        workers,
        mp_context=get_context("spawn"),
        initializer=serve,
    )
    try:
        waiting: list[Future[list[EncodedEvent]]] = []
        ahead, done = iter(parts), iter(parts)
        for part in parts[: workers * 3]:
            waiting.append(pool.submit(play_encoded, what, part, at))
            next(ahead)
        while waiting:
            wait(waiting[:1], return_when=FIRST_COMPLETED)
            events = waiting.pop(0).result()
            if (part := next(ahead, [])) != []:
                waiting.append(pool.submit(play_encoded, what, part, at))
            yield len(next(done)), events
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
