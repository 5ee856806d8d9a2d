"""The audit of a whole store, by several processes at once: every match, and the file itself."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

from domain.bots.workers import map_chunks
from domain.contract.errors import GameError
from domain.store.sqlite import ChainRecorder
from domain.store.worker_store import begin, own_store, patient
from replays.audit.audit import audit_match
from replays.audit.findings import Finding, Kind, Report, StoreReport

T = TypeVar("T")

CHUNK = 100
"""Matches a process audits at a time."""
ALONE = 300
"""So many matches one process audits before others have started."""

Progress = Callable[[int, int], None]
"""Receives how many matches are done, out of how many."""


def audit_store(path: Path, *, jobs: int = 0, progress: Progress | None = None) -> StoreReport:
    """Audit every match in a store, and the store as a whole; nothing in it is changed.

    `jobs` is how many processes share the work (0: as many as there are cores). Raises GameError
    only if the file cannot be opened as a store at all.
    """
    recorder = patient(path)
    try:
        ids, findings = survey(recorder.chain)
        jobs = jobs or os.cpu_count() or 1
        if jobs == 1 or len(ids) <= ALONE:
            reports = list(one_by_one(partial(audit_match, recorder.chain), ids, progress))
            return concluded(reports, findings)
    finally:
        recorder.close()
    return concluded(spread(path, ids, jobs, audit_chunk, progress), findings)


def concluded(reports: Sequence[Report], findings: Sequence[Finding]) -> StoreReport:
    """The report on a store, with the digest over all its matches."""
    hasher = blake2b(digest_size=16)
    for report in sorted(reports, key=lambda report: report.match):
        hasher.update(f"{report.match} {report.steps} {report.head}\n".encode())
    return StoreReport(tuple(reports), tuple(findings), hasher.hexdigest())


def survey(store: ChainRecorder) -> tuple[list[str], list[Finding]]:
    """Every id in a store, and what is wrong with it as a whole."""
    findings: list[Finding] = []
    ids: list[str] = []
    gaps: list[tuple[int, int]] = []
    try:
        pages = store.broken_pages()
    except GameError as error:
        pages = [str(error)]
    findings += [Finding(0, Kind.FILE, f"the file is damaged: {page}") for page in pages]
    try:
        gaps = store.gaps()
    except GameError as error:
        findings.append(Finding(0, Kind.FILE, f"the log cannot be read: {error}"))
    for first, last in gaps:
        what = f"log position {first}" if first == last else f"log positions {first} to {last}"
        findings.append(Finding(0, Kind.CHAIN, f"{what} held events that were removed"))
    try:
        names: list[Any] = list(store.every_id())
        ids = [name for name in names if isinstance(name, str)]
        for name in names:
            if not isinstance(name, str):
                findings.append(Finding(0, Kind.FILE, f"{name!r} is no id of a match"))
    except GameError as error:
        findings.append(Finding(0, Kind.FILE, f"the matches cannot be listed: {error}"))
    return ids, findings


def one_by_one(
    work: Callable[[str], T], ids: Sequence[str], progress: Progress | None
) -> Iterator[T]:
    """Work over matches one after the other, in this process; `work` takes the id of a match."""
    for done, match_id in enumerate(ids, 1):
        yield work(match_id)
        if progress:
            progress(done, len(ids))


def spread(
    path: Path,
    ids: Sequence[str],
    jobs: int,
    work: Callable[[Sequence[str]], list[T]],
    progress: Progress | None,
) -> list[T]:
    """Work over matches in several processes, each with a store of its own (see `own_store`).

    What comes of each is in the order of the ids; `work` is a function of a module.
    """
    results: list[T] = []
    done = 0
    for count, found in map_chunks(work, ids, CHUNK, jobs, begin, str(path)):
        results += found
        done += count
        if progress:
            progress(done, len(ids))
    return results


def audit_chunk(ids: Sequence[str]) -> list[Report]:
    """Audit some matches in a worker process."""
    reports = [audit_match(own_store().chain, match_id) for match_id in ids]
    gc.collect()
    return reports
