"""Power cuts while matches are imported or simulated into a store in which lines are recorded.

Bulk work does not wait for the disk: its last matches may be lost, whole; confirmed lines may not.
"""

from __future__ import annotations

from pathlib import Path

from tests.attack import power


def attempt(seed: int, folder: Path) -> int:
    """Record lines and whole matches, and cut the power here and there."""
    return power.attempt(seed, folder, beside=True)
