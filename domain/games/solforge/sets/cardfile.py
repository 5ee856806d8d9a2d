"""Card files: a set of cards as JSON that people can edit, and back.

Wherever something is named in a file, a `note` may stand beside it; it says something to people.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from domain.contract.errors import GameError, Reason
from domain.contract.json_text import read_json
from domain.frame.slugs import slug
from domain.games.solforge.cards.book import FACTIONS, Card, CardSet, Forgeborn, HalfDeck, Level

KINDS = ("creature", "spell", "exalt", "modifier")
"""A Modifier is half of a card: it is spliced with a base before it can be in a deck."""
LEVELS = (1, 2, 3)
FORGEBORN_LEVELS = (2, 3, 4)
MOST = 999
"""The largest number a card shows."""
SEPARATORS = re.compile(r";|\s\+\s|[\r\n]")
"""What separates names where a deck is written in a line."""


def bad(message: str, legal: Iterable[str] = ()) -> GameError:
    """An error in a card file."""
    return GameError(Reason.BAD_SETTING, message, legal=tuple(legal))


# -- reading -------------------------------------------------------------------------------------


def read_set(text: str) -> CardSet:
    """Read and check a card file. Raises GameError that says where it is wrong."""
    try:
        raw = read_json(text, Any)
    except msgspec.DecodeError as error:
        raise bad(f"cards are no JSON: {error}") from error
    return set_from(raw)


def set_from(raw: Any) -> CardSet:
    """Make and check a set of decoded JSON. Raises GameError that says where it is wrong."""
    if not isinstance(raw, dict):
        raise bad("cards: a card file is an object", ("cards", "forgeborn", "decks"))
    unknown_fields(raw)
    try:
        found = msgspec.convert(raw, CardSet, str_keys=True)
    except msgspec.ValidationError as error:
        raise bad(explained(str(error), raw)) from error
    check_set(found)
    return found


def unknown_fields(raw: Mapping[str, Any]) -> None:
    """Refuse fields that mean nothing (a misspelt one would be passed over). Raises GameError."""
    for struct, value, place in parts(raw):
        known = (*(f.encode_name for f in msgspec.structs.fields(struct)), "note")
        for name in value:
            if name not in known:
                raise bad(f"cards: {place} has no field {name!r}", known[:-1])


def parts(raw: Mapping[str, Any]) -> Iterator[tuple[type[msgspec.Struct], dict[str, Any], str]]:
    """Every object of a raw set: what it should be, it, and its place in words."""
    yield CardSet, dict(raw), "the file"
    kinds: tuple[tuple[str, type[msgspec.Struct]], ...] = (
        ("cards", Card),
        ("forgeborn", Forgeborn),
        ("decks", HalfDeck),
    )
    for field, struct in kinds:
        things = raw.get(field)
        for index, thing in enumerate(things if isinstance(things, list) else (), 1):
            if not isinstance(thing, dict):
                continue
            place = str(thing.get("name") or f"number {index} of {field}")
            yield struct, thing, place
            levels = thing.get("levels") if struct is Card else None
            for number, level in as_mapping(levels).items():
                if isinstance(level, dict):
                    yield Level, level, f"{place}, level {number},"


def as_mapping(value: Any) -> Mapping[str, Any]:
    """A mapping, or an empty one for what is none."""
    return value if isinstance(value, dict) else {}


def explained(message: str, raw: Mapping[str, Any]) -> str:
    """A decoder's message with the name of the card it speaks of."""
    what, _, path = message.partition(" - at `$")
    found = re.match(r"\.(cards|forgeborn|decks)\[(\d+)\](.*)`", path)
    if not found:
        return f"cards: {what} at {path.strip('.`')}" if path.strip(".`") else f"cards: {what}"
    field, index, rest = found[1], int(found[2]), found[3].strip(".")
    thing = raw[field][index]
    name = thing.get("name") if isinstance(thing, dict) else None
    place = str(name) if name else f"number {index + 1} of {field}"
    return f"cards: {place}: {what}" + (f" at {rest}" if rest else "")


# -- checking ------------------------------------------------------------------------------------


def check_set(found: CardSet) -> None:
    """Refuse what no match could be played with. Raises GameError that names the card."""
    for things in (found.cards, found.forgeborn, found.decks):
        for thing in things:
            check_name(thing.name)
        for code, count in Counter(slug(thing.name) for thing in things).items():
            if count > 1:
                twice = next(thing.name for thing in things if slug(thing.name) == code)
                raise bad(f"cards: {twice} is there {count} times")
    for card in found.cards:
        check_card(card)
    for born in found.forgeborn:
        check_faction(born.name, born.faction)
        for level in born.abilities:
            if level not in FORGEBORN_LEVELS:
                raise bad(
                    f"cards: {born.name}: a Forgeborn has no ability of level {level}",
                    map(str, FORGEBORN_LEVELS),
                )
    for deck in found.decks:
        check_faction(deck.name, deck.faction)


def check_name(name: str) -> None:
    """Refuse a name that cannot be written in a deck."""
    if not slug(name) or name != name.strip() or SEPARATORS.search(name):
        raise bad(f"cards: {name!r} is no name of a card, Forgeborn or deck")


def check_faction(name: str, faction: str) -> None:
    """Refuse a faction that is none."""
    if faction not in FACTIONS:
        raise bad(f"cards: {name}: {faction!r} is no faction", FACTIONS)


def check_card(card: Card) -> None:
    """Refuse a card that cannot be."""
    if card.kind not in KINDS:
        raise bad(f"cards: {card.name}: {card.kind!r} is no kind of card", KINDS)
    if card.faction:
        check_faction(card.name, card.faction)
    if not card.levels:
        raise bad(f"cards: {card.name} has no level", map(str, LEVELS))
    for number, level in card.levels.items():
        if number not in LEVELS:
            raise bad(f"cards: {card.name}: {number} is no level", map(str, LEVELS))
        for what, n in (("attack", level.attack), ("health", level.health)):
            if abs(n) > MOST:
                raise bad(f"cards: {card.name}, level {number}: {what} {n} is no number of a card")


# -- writing -------------------------------------------------------------------------------------


def one_line(found: CardSet) -> str:
    """A set as one line of JSON, as the setting `cards` takes it."""
    plain = msgspec.to_builtins(found, str_keys=True, order="sorted")
    text = msgspec.json.encode(plain).decode()
    return re.sub(r"[\x7f-\x9f\u2028\u2029]", lambda end: f"\\u{ord(end[0]):04x}", text)


def write_set(found: CardSet, note: str = "") -> str:
    """A set as a card file for people: a line for each level."""
    blocks = [f'  "note": {quoted(note)}'] if note else []
    if found.cards:
        blocks.append(listed("cards", [card_lines(card) for card in found.cards]))
    if found.forgeborn:
        blocks.append(listed("forgeborn", [forgeborn_lines(born) for born in found.forgeborn]))
    if found.decks:
        blocks.append(listed("decks", [deck_lines(deck) for deck in found.decks]))
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def quoted(value: Any) -> str:
    """A value as JSON in a line, with blanks where people want them."""
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


def listed(field: str, things: list[str]) -> str:
    """A field that is a list of blocks."""
    return f'  "{field}": [\n' + ",\n".join(things) + "\n  ]"


def card_lines(card: Card) -> str:
    """A card: a line of what it is, a line a level."""
    head = {k: v for k, v in msgspec.to_builtins(card).items() if k != "levels"}
    words = ", ".join(f'"{name}": {quoted(value)}' for name, value in head.items())
    levels = ",\n".join(f'      "{n}": {quoted(level)}' for n, level in sorted(card.levels.items()))
    return f'    {{{words}, "levels": {{\n{levels}}}}}'


def forgeborn_lines(born: Forgeborn) -> str:
    """A Forgeborn: a line of who it is, a line an ability."""
    titles = ""
    if born.titles:
        named = {str(n): title for n, title in sorted(born.titles.items())}
        titles = f'"titles": {quoted(named)}, '
    abilities = ",\n".join(f'      "{n}": {quoted(t)}' for n, t in sorted(born.abilities.items()))
    who = f'"name": {quoted(born.name)}, "faction": {quoted(born.faction)}'
    return f'    {{{who}, {titles}"abilities": {{\n{abilities}}}}}'


def deck_lines(deck: HalfDeck) -> str:
    """A half-deck: a line of whose it is, a line of its cards."""
    head = f'"name": {quoted(deck.name)}, "faction": {quoted(deck.faction)}'
    lines = [f'    {{{head}, "forgeborn": {quoted(deck.forgeborn)}']
    if deck.solbind:
        lines.append(f'      "solbind": {quoted(deck.solbind)}')
    lines.append(f'      "cards": {quoted(deck.cards)}}}')
    return ",\n".join(lines)
