"""What was made once and is asked for again: made by one thread, kept up to so many bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

MOST: Final = 48 * 1024 * 1024
"""Bytes that are kept."""
EACH: Final = 200
"""Bytes that a thing takes beside its own."""


class Shelf:
    """Bytes by key; the longest unused go first. Whatever is kept under a key never changes."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.size = 0
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._making: dict[Hashable, threading.Lock] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """Return what is kept under a key, or make it now; who asks meanwhile waits for it."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            making = self._making.setdefault(key, threading.Lock())
        with making:
            found = self._kept.get(key)
            if found is None:
                try:
                    found = make()
                    self._keep(key, found)
                finally:
                    with self._lock:
                        self._making.pop(key, None)
        return found

    def known(self, key: Hashable) -> bytes | None:
        """Return what is kept under a key, without waiting for it; None if it is not there."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def _keep(self, key: Hashable, made: bytes) -> None:
        with self._lock:
            self._kept[key] = made
            self.size += len(made) + EACH
            while self.size > self.most and len(self._kept) > 1:
                _, gone = self._kept.popitem(last=False)
                self.size -= len(gone) + EACH
