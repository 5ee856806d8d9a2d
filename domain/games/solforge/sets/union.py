"""Several sets of cards as one."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from domain.contract.errors import GameError, Reason
from domain.games.solforge.cards.book import Card, CardSet, Forgeborn, HalfDeck


def joined(sets: Iterable[CardSet]) -> CardSet:
    """Several sets as one. Forgeborn of one name differ from deck to deck; later ones are renamed.

    Raises GameError if two sets have different cards, or decks, of one name.
    """
    cards: dict[str, Card] = {}
    born: dict[str, Forgeborn] = {}
    decks: dict[str, HalfDeck] = {}
    for found in sets:
        for card in found.cards:
            if cards.setdefault(card.slug, card) != card:
                raise conflict(f"{card.name} is not the same card in all files")
        renamed: dict[str, str] = {}
        for one in found.forgeborn:
            name = one.name
            if born.get(one.slug, one) != one:
                owner = next(
                    (d.name for d in found.decks if d.forgeborn == one.name), "another deck"
                )
                name = f"{name} of {owner}"
                renamed[one.name] = name
            other = msgspec.structs.replace(one, name=name)
            born.setdefault(other.slug, other)
        for deck in found.decks:
            own = msgspec.structs.replace(
                deck, forgeborn=renamed.get(deck.forgeborn, deck.forgeborn)
            )
            if decks.setdefault(deck.name, own) != own:
                raise conflict(f"two decks are called {deck.name}")
    return CardSet(tuple(cards.values()), tuple(born.values()), tuple(decks.values()))


def conflict(message: str) -> GameError:
    """What two files say differently."""
    return GameError(Reason.CONFLICT, message)
