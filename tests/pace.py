"""How long something takes, beside looking at so many letters one by one in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache


def spent(work: Callable[[], object]) -> float:
    """CPU seconds of some work."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def pace(work: Callable[[], object], letters: int) -> float:
    """How many times longer some work takes than a loop over so many letters."""
    return spent(work) / floor(letters)


@cache
def floor(letters: int) -> float:
    """CPU seconds of a loop over so many letters, the best of three."""
    text = "x" * letters
    return min(spent(lambda: [ord(letter) for letter in text]) for _ in range(3))
