"""The project's own cards, all of its own invention but for the one card the rulebook names.

The files are JSON in the shape of `domain.games.magical_forge.cards.book.CardSet`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from domain.games.magical_forge.cards.book import CardSet

NAMES = ("dawn", "ember")
"""The files, in the order in which they are looked through."""


@cache
def own_set(name: str) -> CardSet:
    """One of the files, by its name."""
    return msgspec.json.decode(files(__name__).joinpath(f"{name}.json").read_bytes(), type=CardSet)


@cache
def own_sets() -> tuple[CardSet, ...]:
    """All of them; read once."""
    return tuple(own_set(name) for name in NAMES)
