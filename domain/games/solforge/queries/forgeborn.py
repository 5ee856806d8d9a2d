"""Forgeborn: which ability they have, and its words as nodes (Forgeborn Abilities)."""

from __future__ import annotations

from functools import cached_property, lru_cache

from domain.contract.game import Seat
from domain.games.solforge import language
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import book
from domain.games.solforge.state import SolState


class Power:
    """The ability of a Forgeborn at one level."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text

    @cached_property
    def lines(self) -> tuple[n.Line, ...]:
        """What its words mean, line by line; what is not understood is left out."""
        found = language.read_card(self.text, "forgeborn", self.name).abilities
        return tuple(one for one in found if isinstance(one, n.Line))


@lru_cache(maxsize=4096)
def power(cards: str, slug: str, level: int) -> Power | None:
    """The ability that a Forgeborn of a card book has at a level, or None."""
    born = book(cards).forgeborn.get(slug)
    text = born.abilities.get(level, "") if born else ""
    return Power(born.name, text) if born and text else None


def lines_of(state: SolState, slug: str, level: int) -> tuple[n.Line, ...]:
    """The lines of a Forgeborn's ability of a level."""
    found = power(state.cards, slug, level)
    return found.lines if found else ()


def can_use(state: SolState, seat: Seat) -> bool:
    """Whether a seat's Forgeborn is ready and has an ability in this deck cycle.

    One whose words are not understood can be used too: its effect is entered by hand.
    """
    side = state.sides[seat]
    return side.ready and power(state.cards, side.forgeborn, side.level) is not None
