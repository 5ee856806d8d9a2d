"""Cards as data: what is printed on them, and the book of those that are in a match.

A card has up to three levels; a level has Attack, Health and words. The words are read on demand
(see `domain.games.solforge.language`); a card whose words are not understood still has its numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property, lru_cache
from importlib.resources import files

import msgspec

from domain.contract.errors import GameError, Reason
from domain.frame.slugs import slug
from domain.games.solforge import language, sets
from domain.games.solforge.cards.nodes import Ability, Aura, FreeIf, Has, Instead, Line, Triggered

FACTIONS = ("Alloyin", "Nekrium", "Tempys", "Uterra")


class Level(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one level of a card says. Paragraphs of the text are lines."""

    text: str = ""
    attack: int = 0
    health: int = 0


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card with all its levels."""

    name: str
    kind: str
    """creature, spell, exalt."""
    levels: dict[int, Level]
    faction: str = ""
    types: tuple[str, ...] = ()
    minion: bool = False
    solbind: str = ""
    """For a Solbind card: the name of its other side."""
    rarity: str = ""

    @property
    def slug(self) -> str:
        """How it is coded."""
        return slug(self.name)


class Forgeborn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Forgeborn: a name and an ability for each level from 2 to 4."""

    name: str
    faction: str
    abilities: dict[int, str]
    titles: dict[int, str] = {}

    @property
    def slug(self) -> str:
        """How it is coded."""
        return slug(self.name)


class HalfDeck(msgspec.Struct, frozen=True, omit_defaults=True):
    """A faction deck: ten cards by name, its Forgeborn, and Solbind cards that come with it."""

    name: str
    faction: str
    forgeborn: str
    cards: tuple[str, ...]
    solbind: tuple[str, ...] = ()


class CardSet(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards, Forgeborn and half-decks that belong together; how a card file looks as JSON."""

    cards: tuple[Card, ...] = ()
    forgeborn: tuple[Forgeborn, ...] = ()
    decks: tuple[HalfDeck, ...] = ()


class Face:
    """One level of a card, as it lies on the table."""

    def __init__(self, card: Card, level: int) -> None:
        self.card = card
        self.level = level
        self.printed = card.levels[level]
        self.code = f"{card.slug}.{level}"
        self.name = card.name

    @property
    def title(self) -> str:
        """Name and level for people."""
        return f"{self.name} {self.level}"

    @cached_property
    def abilities(self) -> tuple[Ability, ...]:
        """What its words mean, in printed order; what is not understood is left out."""
        return language.read_card(self.printed.text, self.card.kind, self.name).abilities

    @cached_property
    def auras(self) -> tuple[Aura, ...]:
        """Its auras."""
        return tuple(a for a in self.abilities if isinstance(a, Aura))

    @cached_property
    def aura_fields(self) -> frozenset[str]:
        """The fields that the gifts of its auras fill; what is lost counts as keywords.

        `auras` is among them where an aura gives auras to others.
        """
        found = {
            name
            for aura in self.auras
            for name in aura.gift.__struct_fields__
            if getattr(aura.gift, name)
        }
        if any(isinstance(given, Aura) for aura in self.auras for given in aura.gift.abilities):
            found.add("auras")
        return frozenset(found | {"keywords"}) if "loses" in found else frozenset(found)

    @cached_property
    def has(self) -> tuple[Has, ...]:
        """Its printed keywords."""
        return tuple(a for a in self.abilities if isinstance(a, Has))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """What a spell does, line by line."""
        return tuple(a for a in self.abilities if isinstance(a, Line))

    @cached_property
    def free(self) -> tuple[FreeIf, ...]:
        """When and for what it may be played for Free."""
        return tuple(a for a in self.abilities if isinstance(a, FreeIf))

    @cached_property
    def triggered(self) -> tuple[tuple[int, Triggered], ...]:
        """Its triggered abilities, with their index on the card."""
        return tuple((i, a) for i, a in enumerate(self.abilities) if isinstance(a, Triggered))

    @cached_property
    def watches(self) -> bool:
        """Whether it has anything that triggers, replaces or is granted to others."""
        return any(isinstance(a, (Triggered, Instead)) for a in self.abilities)


class Book:
    """The cards and Forgeborn that can be in a match, by code."""

    def __init__(self, sets: Iterable[CardSet]) -> None:
        self.cards: dict[str, Card] = {}
        self.forgeborn: dict[str, Forgeborn] = {}
        self.decks: dict[str, HalfDeck] = {}
        self.faces: dict[str, Face] = {}
        for found in sets:
            for card in found.cards:
                self.cards[card.slug] = card
                for level in card.levels:
                    face = Face(card, level)
                    self.faces[face.code] = face
            for born in found.forgeborn:
                self.forgeborn[born.slug] = born
            for deck in found.decks:
                self.decks[slug(deck.name)] = deck

    def face(self, code: str) -> Face:
        """The face of a code. Raises LookupError."""
        return self.faces[code]

    def next_level(self, code: str) -> str:
        """The code of the next level, or empty."""
        face = self.faces[code]
        up = f"{face.card.slug}.{face.level + 1}"
        return up if up in self.faces else ""

    def other_side(self, code: str) -> str:
        """The code of a Solbind card's other side, or empty. Sides have a level each."""
        card = self.faces[code].card
        if not card.solbind:
            return ""
        other = self.cards.get(slug(card.solbind))
        return f"{other.slug}.{min(other.levels)}" if other else ""


OWN_SETS = ("minions", "alloyin", "nekrium", "tempys", "uterra", "rulebook")
"""The files, in the order in which they are looked through."""


@cache
def own_set(name: str) -> CardSet:
    """One of the files, by its name."""
    return msgspec.json.decode(files(sets).joinpath(f"{name}.json").read_bytes(), type=CardSet)


@cache
def own_sets() -> tuple[CardSet, ...]:
    """All of them; read once."""
    return tuple(own_set(name) for name in OWN_SETS)


@lru_cache(maxsize=64)
def book(extra: str = "") -> Book:
    """The book of a match: the project's own cards, and those of the setting `cards` (JSON).

    Raises GameError if the JSON cannot be read.
    """
    found = list(own_sets())
    if extra:
        try:
            found.append(msgspec.json.decode(extra.encode(), type=CardSet))
        except msgspec.DecodeError as error:
            raise GameError(Reason.BAD_SETTING, f"cards cannot be read: {error}") from error
    return Book(found)


def codes(cards: Mapping[str, int]) -> list[str]:
    """A bag's codes in a fixed order that tells nothing about how it was filled."""
    return sorted(cards)
