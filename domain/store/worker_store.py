"""The store that a process opens to share work over its matches with others."""

from __future__ import annotations

import gc
import time
from pathlib import Path
from typing import Final

from domain.contract.errors import GameError, Reason
from domain.store.recorder import Recorder

TRIES: Final = 12
"""How often a store that is locked is opened again."""

_opened: list[Recorder] = []


def begin(path: str) -> None:
    """Open the store in a worker process. Raises GameError."""
    gc.disable()
    _opened.append(patient(Path(path)))


def own_store() -> Recorder:
    """The store that this worker process has opened."""
    return _opened[0]


def patient(path: Path) -> Recorder:
    """Open a store, also while others are opening it: that locks the file for a moment.

    Raises GameError.
    """
    for attempt in range(TRIES):
        try:
            return Recorder(path)
        except GameError as error:
            if error.reason is not Reason.BUSY or attempt == TRIES - 1:
                raise
            time.sleep(0.02 * (attempt + 1))
    raise AssertionError
