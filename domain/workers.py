"""Worker processes: deaf to the keyboard, and gone when the process that asked for them is."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import wait


def serve() -> None:
    """Begin a worker: an interrupt is the parent's to hear, and its end is the worker's end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
