"""Cards as data: what is printed on them, and the book of those that are in a match.

The words are read on demand (see `domain.games.magical_forge.language`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property, lru_cache
from importlib.resources import files

import msgspec

from domain.contract.errors import GameError, Reason
from domain.frame.language.nodes import Node
from domain.frame.slugs import slug
from domain.games.magical_forge import language, sets
from domain.games.magical_forge.cards import nodes as n

KINDS = ("creature", "forge", "weapon", "spell")


class Card(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """A card; each paragraph of its text is an ability of its own."""

    name: str
    kind: str
    """creature, forge, weapon, spell."""
    text: str = ""
    types: tuple[str, ...] = ()
    """A Creature's types: Multiple, Beast …"""

    @cached_property
    def slug(self) -> str:
        """How it is coded."""
        return slug(self.name)

    @cached_property
    def abilities(self) -> tuple[n.Ability, ...]:
        """What its words mean, in printed order; what is not understood is left out."""
        return language.read_card(self.text, self.kind, self.name).abilities

    @cached_property
    def marks(self) -> dict[str, int]:
        """What always holds for the Creature."""
        return {a.mark: a.n for a in self.abilities if isinstance(a, n.Has)}

    @cached_property
    def triggered(self) -> tuple[tuple[int, n.Triggered], ...]:
        """Its triggered abilities, with their place among all of them."""
        return tuple((i, a) for i, a in enumerate(self.abilities) if isinstance(a, n.Triggered))

    @cached_property
    def activated(self) -> tuple[tuple[int, n.Activated], ...]:
        """The abilities that can be used, with their place among all of them."""
        return tuple((i, a) for i, a in enumerate(self.abilities) if isinstance(a, n.Activated))

    @cached_property
    def body(self) -> tuple[Node, ...]:
        """All that a Forge or Weapon card does."""
        return tuple(e for a in self.abilities if isinstance(a, n.Line) for e in a.body)

    def effect(self, which: int) -> tuple[Node, ...]:
        """What one of its abilities does. Raises LookupError if there is none."""
        if self.kind in ("forge", "weapon"):
            return self.body
        ability = self.abilities[which]
        if isinstance(ability, n.Has):
            raise LookupError(f"{self.name} has no such ability")
        return ability.body


class ReadyDeck(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deck or Spell Deck by name: how many of each card."""

    name: str
    cards: dict[str, int]


class CardSet(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards, ready decks and ready Spell Decks; how a card file looks as JSON."""

    cards: tuple[Card, ...] = ()
    decks: tuple[ReadyDeck, ...] = ()
    spell_decks: tuple[ReadyDeck, ...] = ()


class Book:
    """The cards and ready decks that can be in a match, by code."""

    def __init__(self, sets: Iterable[CardSet]) -> None:
        self.cards: dict[str, Card] = {}
        self.decks: dict[str, ReadyDeck] = {}
        self.spell_decks: dict[str, ReadyDeck] = {}
        for found in sets:
            self.cards.update((card.slug, card) for card in found.cards)
            self.decks.update((slug(deck.name), deck) for deck in found.decks)
            self.spell_decks.update((slug(deck.name), deck) for deck in found.spell_decks)

    def card(self, code: str) -> Card:
        """The card of a code. Raises LookupError."""
        return self.cards[code]

    def pile(self, code: str) -> str:
        """Which pile a card belongs to: deck or spells. Raises LookupError."""
        return "spells" if self.cards[code].kind == "spell" else "deck"

    @cached_property
    def pool(self) -> dict[str, tuple[str, ...]]:
        """The codes of all cards that belong in a Deck, and in a Spell Deck, in their order."""
        return {
            pile: tuple(sorted(code for code in self.cards if self.pile(code) == pile))
            for pile in ("deck", "spells")
        }


OWN_SETS = ("dawn", "ember")
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
