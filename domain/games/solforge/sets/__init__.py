"""The project's own cards: a file for each faction, the Minions, and the rulebook's examples.

The files are JSON in the shape of `domain.games.solforge.cards.book.CardSet`; see docs/solforge-cards.md.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from domain.games.solforge.cards.book import CardSet

NAMES = ("minions", "alloyin", "nekrium", "tempys", "uterra", "rulebook")
"""The files, in the order in which they are looked through."""


@cache
def own_set(name: str) -> CardSet:
    """One of the files, by its name."""
    return msgspec.json.decode(files(__name__).joinpath(f"{name}.json").read_bytes(), type=CardSet)


@cache
def own_sets() -> tuple[CardSet, ...]:
    """All of them; read once."""
    return tuple(own_set(name) for name in NAMES)
