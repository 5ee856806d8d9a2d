"""Whatever a seat may ask, of twins that differ in hidden cards it is answered the same."""

from __future__ import annotations

import random
from pathlib import Path

from tests.replays.service.test_leaks import SEATS, Pair


def attempt(seed: int, folder: Path) -> int:
    """Ask every route with every role about a match and its twin."""
    rng = random.Random(seed)
    name = rng.choice(("riftforce", "magical_forge", "solforge"))
    pair = Pair(folder, name, rng.choice(list(SEATS)))
    one, two = pair.answers()
    for (what, first), (also, second) in zip(one, two, strict=True):
        assert what == also
        assert first == second, what
        assert not first.startswith(b"5"), (what, first)
    return len(one)
