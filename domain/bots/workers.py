"""Worker processes: deaf to the keyboard, and gone when the process that asked for them is."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing.connection import wait
from typing import Any, Final, TypeVar

from domain.contract.errors import GameError, Reason

T = TypeVar("T")
R = TypeVar("R")

AHEAD: Final = 3
"""Chunks of work that are given out at once, for each process."""


@contextmanager
def workers(
    count: int, begin: Callable[..., Any] | None = None, *args: Any
) -> Iterator[ProcessPoolExecutor]:
    """A pool of so many processes, each started with `begin(*args)`; what is not done is dropped.

    Submit the first work inside `deaf`. Raises GameError (BUSY) if a process is killed.
    """
    pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), _serve, (begin, args))
    try:
        yield pool
    except BrokenProcessPool as error:
        raise GameError(
            Reason.BUSY, "a process that shared the work was ended; try again, or with --jobs 1"
        ) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def map_chunks(
    work: Callable[[Sequence[T]], R],
    items: Sequence[T],
    size: int,
    jobs: int,
    begin: Callable[..., Any] | None = None,
    *args: Any,
) -> Iterator[tuple[int, R]]:
    """Work over items in several processes, `size` at a time: how many, and what came, in order.

    `work` is a function of a module, or a partial of one; each process is started with
    `begin(*args)`. A few chunks a process are under way at once, so that what comes can be kept and
    the work be broken off at any time. Raises GameError (BUSY) if a process is killed.
    """
    chunks = [items[start : start + size] for start in range(0, len(items), size)]
    jobs = min(jobs, len(chunks))
    left = iter(chunks)
    with workers(max(jobs, 1), begin, *args) as pool:
        with deaf():
            waiting = deque(
                (len(one), pool.submit(work, one)) for one in islice(left, jobs * AHEAD)
            )
        while waiting:
            count, future = waiting.popleft()
            found = future.result()
            waiting.extend((len(one), pool.submit(work, one)) for one in islice(left, 1))
            yield count, found


@contextmanager
def deaf() -> Iterator[None]:
    """Start processes that an interrupt from the keyboard leaves to the one that asked for them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)


def _serve(begin: Callable[..., Any] | None, args: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()
    if begin is not None:
        begin(*args)


def _follow(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
