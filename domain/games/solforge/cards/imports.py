"""Cards from elsewhere: card files, decks of the game's deck service, CSVs of cards, splices.

Text in, values out: nothing here opens a file. Printed words stay as they are, without markup; a
paragraph becomes a line.
"""

from __future__ import annotations

from domain.games.solforge.cards.book import Card, CardSet, Level
from domain.games.solforge.sets.card_print import clean, unreadable
from domain.games.solforge.sets.cardfile import set_from
from domain.games.solforge.sets.csvfile import cards_from_csv, rows_from_csv
from domain.games.solforge.sets.deckjson import Raw, deck_from_json, decks_of, decoded
from domain.games.solforge.sets.union import joined

__all__ = [
    "cards_from",
    "cards_from_csv",
    "clean",
    "deck_from_json",
    "joined",
    "rows_from_csv",
    "splice",
]


def cards_from(text: str) -> CardSet:
    """A card file of any kind, known by its content: our JSON, a deck of the service, or a CSV."""
    start = text.lstrip("\ufeff \t\r\n")[:1]
    if not start:
        raise unreadable("the file is empty")
    if start not in "{[":
        return cards_from_csv(text)
    raw = decoded(text)
    if isinstance(raw, dict) and is_ours(raw):
        return set_from(raw)
    return decks_of(raw)


def is_ours(raw: Raw) -> bool:
    """Whether decoded JSON is a card file of ours, and not a deck of the service."""
    cards = raw.get("cards")
    if isinstance(cards, list) and cards and isinstance(cards[0], dict):
        return "cardType" not in cards[0] and "title" not in cards[0]
    service = ("myDecks", "cardList", "forgebornId")
    return not any(name in raw for name in service) and not isinstance(cards, dict)


def splice(modifier: Card, base: Card) -> Card:
    """A Modifier and a base as one card: numbers added, the abilities of both, the types of the base."""
    if base.kind != "creature":
        raise unreadable(f"{base.name} is no creature; a Modifier is spliced with one")
    levels = {}
    for number, level in base.levels.items():
        more = modifier.levels.get(number, Level())
        words = "\n".join(text for text in (more.text, level.text) if text)
        levels[number] = Level(words, more.attack + level.attack, more.health + level.health)
    return Card(
        f"{modifier.name} {base.name}",
        "creature",
        levels,
        base.faction or modifier.faction,
        base.types,
        minion=base.minion,
        rarity=base.rarity,
    )
