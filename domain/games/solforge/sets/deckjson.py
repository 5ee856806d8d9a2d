"""A player's deck as JSON from the game's own deck service (unofficial; fields as clients see them)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from domain.contract.json_text import read_json
from domain.frame.slugs import slug
from domain.games.solforge.cards.book import Card, CardSet, Forgeborn, HalfDeck, Level
from domain.games.solforge.sets.card_print import (
    clean,
    faction_of,
    kind_and_types,
    missing,
    plain_name,
    titled,
    unreadable,
    whole_number,
)
from domain.games.solforge.sets.cardfile import FORGEBORN_LEVELS, check_set
from domain.games.solforge.sets.union import joined

Raw = Mapping[str, Any]


def decoded(text: str) -> Any:
    """JSON as plain values. Raises GameError."""
    try:
        return read_json(text.lstrip("\ufeff"), Any)
    except msgspec.DecodeError as error:
        raise unreadable(f"that is no JSON: {error}") from error


def deck_from_json(text: str) -> CardSet:
    """A half-deck (or a fused deck of two) of the deck service, with its cards and Forgeborn.

    Raises GameError that says which part is missing or wrong, and of which card or deck.
    """
    return decks_of(decoded(text))


def decks_of(raw: Any) -> CardSet:
    """A deck, a fused deck or a list of decks, of decoded JSON."""
    if isinstance(raw, dict) and isinstance(raw.get("myDecks"), list):
        raw = raw["myDecks"]
    decks = raw if isinstance(raw, list) else [raw]
    if not decks:
        raise unreadable("there is no deck in it")
    found: list[CardSet] = []
    for number, deck in enumerate(decks, 1):
        place = f"deck {number}" if len(decks) > 1 else "the deck"
        half, born, cards = half_from(a_mapping(deck, place), place)
        found.append(CardSet(tuple(cards), (born,), (half,)))
    whole = joined(found)
    check_set(whole)
    return whole


def half_from(deck: Raw, place: str) -> tuple[HalfDeck, Forgeborn, list[Card]]:
    """One half-deck: what it is, its Forgeborn, and its cards."""
    name = plain_name(text_of(deck, place, "name", "title", "id"))
    place = f"deck {name}"
    raws = card_objects(deck, place)
    pairs = solbind_pairs(raws)
    by_id = {str(raw.get("id") or slug(named(raw, place))): raw for raw in raws}
    cards = [card_from(raw, place, pairs, by_id) for raw in raws]
    faction = faction_of(str(deck.get("faction") or ""))
    if not faction:
        of_cards = dict.fromkeys(card.faction for card in cards if card.faction)
        if len(of_cards) != 1:
            missing(place, "faction")
        faction = next(iter(of_cards))
    cards = [c if c.faction else msgspec.structs.replace(c, faction=faction) for c in cards]
    forgeborn = forgeborn_from(deck, place, faction)
    main = tuple(c.name for c in cards if not c.solbind and not c.minion and 1 in c.levels)
    fronts = tuple(c.name for c in cards if c.solbind and not is_back(c, cards))
    return HalfDeck(name, faction, forgeborn.name, main, fronts), forgeborn, cards


def is_back(card: Card, cards: Iterable[Card]) -> bool:
    """Whether another side of a Solbind card has the lower level."""
    others = [c for c in cards if c.slug == slug(card.solbind)]
    return any(min(o.levels) < min(card.levels) for o in others)


def card_objects(deck: Raw, place: str) -> list[Raw]:
    """The cards of a deck: a list or a mapping of objects, under one of several names."""
    found: list[Raw] = []
    for field in ("cards", "cardList", "solbinds", "solbindCards"):
        value = deck.get(field)
        things = list(value.values()) if isinstance(value, dict) else value
        if not isinstance(things, list) or not all(isinstance(thing, dict) for thing in things):
            continue
        known = {slug(named(raw, place)) for raw in found}
        found += [raw for raw in things if slug(named(raw, place)) not in known]
    if not found:
        missing(place, "cards (a list `cards` or `cardList` of objects)")
    return found


def solbind_pairs(raws: Iterable[Raw]) -> dict[str, str]:
    """Ids of Solbind sides, each to that of its other side."""
    pairs: dict[str, str] = {}
    for raw in raws:
        one, two = (str(raw.get(f"solbindId{n}") or "") for n in (1, 2))
        if one and two:
            pairs[one], pairs[two] = two, one
    return pairs


def card_from(raw: Raw, place: str, pairs: Mapping[str, str], by_id: Mapping[str, Raw]) -> Card:
    """A card of the deck service."""
    name = plain_name(named(raw, place))
    place = f"{place}: {name}"
    kind, types = kind_and_types(
        str(raw.get("cardType") or raw.get("type") or ""), str(raw.get("cardSubType") or ""), place
    )
    other = pairs.get(str(raw.get("id") or slug(name)), "")
    solbind = plain_name(named(by_id[other], place)) if other in by_id else titled(other)
    return Card(
        name,
        kind,
        levels_from(raw, place),
        faction_of(str(raw.get("faction") or "")),
        types,
        minion="minion" in str(raw.get("cardType") or "").lower(),
        solbind=solbind,
        rarity=str(raw.get("rarity") or ""),
    )


def levels_from(raw: Raw, place: str) -> dict[int, Level]:
    """The levels of a card: a mapping by number, or a list from level 1 on."""
    value = raw.get("levels")
    if isinstance(value, list):
        value = {
            (level.get("level") or index) if isinstance(level, dict) else index: level
            for index, level in enumerate(value, 1)
        }
    if not isinstance(value, dict) or not value:
        missing(place, "levels")
    found: dict[int, Level] = {}
    for key, level in value.items():
        number = whole_number(key, f"{place}: level")
        where = f"{place}, level {number}"
        if level is None or level == {}:
            continue
        fields = a_mapping(level, where)
        found[number] = Level(
            clean(str(fields.get("text") or "")),
            whole_number(fields.get("attack"), f"{where}: attack"),
            whole_number(fields.get("health"), f"{where}: health"),
        )
    if not found:
        missing(place, "levels")
    return found


def forgeborn_from(deck: Raw, place: str, faction: str) -> Forgeborn:
    """The Forgeborn of a deck: abilities `a2t` to `a4t`, their titles `a2n` to `a4n`."""
    raw = deck.get("forgeborn")
    if not isinstance(raw, dict):
        missing(place, "forgeborn")
    name = raw.get("title") or raw.get("name") or titled(str(deck.get("forgebornId") or ""))
    if not name:
        missing(place, "forgebornId")
    abilities, titles = {}, {}
    for level in FORGEBORN_LEVELS:
        text = raw.get(f"a{level}t")
        if text is None:
            missing(f"{place}: forgeborn {name}", f"a{level}t")
        abilities[level] = clean(str(text))
        title = clean(str(raw.get(f"a{level}n") or ""))
        if title:
            titles[level] = title
    return Forgeborn(plain_name(str(name)), faction, abilities, titles)


def named(raw: Raw, place: str) -> str:
    """A card's name."""
    return text_of(raw, f"{place}: a card", "name", "title")


def text_of(raw: Raw, place: str, *fields: str) -> str:
    """The first of several fields that says something."""
    for field in fields:
        value = raw.get(field)
        if isinstance(value, str) and value.strip():
            return value.strip()
    return missing(place, fields[0])


def a_mapping(value: Any, place: str) -> Raw:
    """An object, and nothing else."""
    if not isinstance(value, dict):
        raise unreadable(f"{place}: an object was expected")
    return value
