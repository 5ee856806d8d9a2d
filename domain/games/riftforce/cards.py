"""Guilds and elementals: codes, names, numbers (Rulebook: Guilds)."""

from __future__ import annotations

from typing import Final

from domain.contract.game import UNKNOWN
from domain.frame import bags
from domain.frame.bags import Bag

BASE: Final[dict[str, str]] = {
    "F": "Fire",
    "E": "Earth",
    "L": "Light",
    "P": "Plant",
    "W": "Water",
    "I": "Ice",
    "S": "Shadow",
    "C": "Crystal",
    "T": "Thunderbolt",
    "A": "Air",
}
BEYOND: Final[dict[str, str]] = {
    "Ac": "Acid",
    "Be": "Beast",
    "La": "Lava",
    "Lo": "Love",
    "Ma": "Magnet",
    "Mu": "Music",
    "Sa": "Sand",
    "St": "Star",
}
GUILDS: Final[dict[str, str]] = {**BASE, **BEYOND}

COPIES: Final[dict[int, int]] = {5: 4, 6: 3, 7: 2}
"""How many elementals of a guild show each number."""

ELEMENTALS_EACH: Final = sum(COPIES.values())
"""Elementals of a guild: nine."""

CARDS: Final[tuple[str, ...]] = tuple(f"{g}{n}" for g in GUILDS for n in COPIES)
NUMBER: Final[dict[str, int]] = {card: int(card[-1]) for card in CARDS}
GUILD: Final[dict[str, str]] = {card: card[:-1] for card in CARDS}
"""Guild code of a card."""
ORDER: Final[dict[str, int]] = {card: index for index, card in enumerate((*CARDS, UNKNOWN))}
"""Where a card comes among others: in the guilds' order, unknown last."""

LOCATIONS: Final = (1, 2, 3, 4, 5)
"""Numbered from the first seat's left, for both seats."""
MIDDLE: Final = 3
ADJACENT: Final[dict[int, tuple[int, ...]]] = {1: (2,), 2: (1, 3), 3: (2, 4), 4: (3, 5), 5: (4,)}
"""The outermost locations are not adjacent to each other (A: Play)."""

HAND: Final = 7
GOAL: Final = 12

OF_GUILD: Final[dict[str, dict[str, int]]] = {
    g: {f"{g}{n}": count for n, count in COPIES.items()} for g in GUILDS
}


def ordered(bag: Bag) -> list[str]:
    """List a bag's cards in the guilds' order, unknown ones last."""
    return bags.ordered(bag, ORDER.__getitem__)


def composition(guilds: list[str]) -> dict[str, int]:
    """All elementals of some guilds, as a bag: card to count (Setup: Personal, 7)."""
    bag: dict[str, int] = {}
    for guild in guilds:
        bag |= OF_GUILD[guild]
    return bag


def guilds_in(expansion: str) -> tuple[str, ...]:
    """Codes of the guilds that can be drafted."""
    return tuple(GUILDS) if expansion == "beyond" else tuple(BASE)
