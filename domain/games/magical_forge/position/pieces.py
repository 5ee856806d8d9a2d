"""The parts of a position as scenario files state them: cards, Creatures, the centre, definitions."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from domain.contract.game import UNKNOWN, Seat
from domain.frame.bags import Bag, put
from domain.frame.scanner import Scanner, unreadable
from domain.frame.slugs import slug
from domain.games.magical_forge import language
from domain.games.magical_forge.cards.book import KINDS, Card, CardSet, book
from domain.games.magical_forge.notation.names import card_next, resolve, take_card
from domain.games.magical_forge.state import MagicalState

BETWEEN: Final = " \t,;"
NOTHING: Final = ("", "-", "none")
FIELD: Final = re.compile(
    r"(?P<name>.+?)(?:\s+with\s+(?P<spells>[^()]*?))?\s*(?:\((?P<notes>[^()]*)\))?\s*",
    re.IGNORECASE,
)
NOTES: Final = ("new", "attacked", "used")
MARK: Final = re.compile(r"(unblockable|no attack|no block|strength|again)(?:\s+(\d+))?", re.I)
IN_CENTRE: Final = re.compile(r"\s*([ab])\b\s*:?\s*(.*?)\s*", re.IGNORECASE)
DEFINED: Final = re.compile(
    r"(?P<kind>creature|forge|weapon|spell)\b(?P<types>[^\"]*)(?:\"(?P<text>.*)\")?\s*",
    re.IGNORECASE,
)
PARAGRAPH: Final = re.compile(r"\s*//\s*")


class Fielded(msgspec.Struct, frozen=True):
    """A Creature as stated; None for Spells of which nothing is stated."""

    card: str
    spells: Bag | None
    notes: tuple[str, ...]


def code_of(state: MagicalState, text: str, column: int, kinds: tuple[str, ...] = KINDS) -> str:
    """The card of some kinds that a whole text names. Raises GameError."""
    cards = book(state.cards).cards
    pool = [code for code, card in cards.items() if card.kind in kinds]
    return resolve(text.strip().strip("[]"), column, pool, known=cards)


def read_cards(state: MagicalState, text: str, column: int) -> list[str]:
    """Cards one after the other: `hound, ember ??`; `-` for none. Raises GameError with the column."""
    if text.strip().lower() in NOTHING:
        return []
    scanner = Scanner(" " * (column - 1) + text, BETWEEN)
    found: list[str] = []
    while card_next(scanner):
        found.append(take_card(scanner, book(state.cards).cards))
    if not scanner.end:
        raise unreadable(f"{scanner.rest!r} is no card", scanner.column, ("hound", "??"))
    return found


def read_bag(state: MagicalState, text: str, column: int) -> Bag:
    """Cards as a bag."""
    bag: Bag = {}
    for card in read_cards(state, text, column):
        put(bag, card)
    return bag


def read_field(state: MagicalState, text: str, column: int) -> Fielded | None:
    """A Creature: `hound with ember, spark (new)`; None for `-`. Raises GameError."""
    if text.strip().lower() in NOTHING:
        return None
    found = FIELD.fullmatch(text)
    if not found:
        raise unreadable(f"{text!r} is no Creature", column, ("hound with ember, spark (new)",))
    code = code_of(state, found["name"], column, ("creature",))
    if code == UNKNOWN or book(state.cards).cards[code].kind != "creature":
        raise unreadable(f"{found['name']!r} is no Creature", column)
    spells = None
    if found["spells"] is not None:
        at = column + found.start("spells")
        spells = read_bag(state, found["spells"], at)
        for card in spells:
            if card == UNKNOWN or book(state.cards).cards[card].kind != "spell":
                raise unreadable(f"{card} is no Spell", at)
    notes = tuple(part.strip().lower() for part in (found["notes"] or "").split(",") if part)
    for note in notes:
        if note not in NOTES:
            raise unreadable(f"{note!r} is not understood", column + found.start("notes"), NOTES)
    return Fielded(code, spells, notes)


def read_centre(state: MagicalState, text: str, column: int) -> list[tuple[Seat, str]]:
    """The Spells in the centre, oldest first: `A ember | B frost`; `-` for none. Raises GameError."""
    if text.strip().lower() in NOTHING:
        return []
    found: list[tuple[Seat, str]] = []
    at = 0
    for part in text.split("|"):
        one = IN_CENTRE.fullmatch(part)
        if not one:
            raise unreadable("each Spell has its seat", column + at, ("centre: A ember | B frost",))
        code = code_of(state, one[2], column + at + one.start(2), ("spell",))
        if code == UNKNOWN or book(state.cards).cards[code].kind != "spell":
            raise unreadable(f"{one[2]!r} is no Spell", column + at + one.start(2))
        found.append(("ab".index(one[1].lower()), code))
        at += len(part) + 1
    return found


def read_marks(text: str, column: int) -> dict[str, int]:
    """What holds for a Creature this turn: `strength 2, no block`; `-` for nothing. Raises GameError."""
    found: dict[str, int] = {}
    if text.strip().lower() in NOTHING:
        return found
    for part in text.split(","):
        one = MARK.fullmatch(part.strip())
        if not one:
            raise unreadable(f"{part.strip()!r} is not understood", column, ("strength 2",))
        found[one[1].lower()] = int((one[2] or "1")[:9])
    return found


def define(state: MagicalState, name: str, text: str, column: int) -> None:
    """Add a card of the scenario's own: `creature Beast "This can't attack."`.

    Raises GameError. The state's book has the card from then on.
    """
    found = DEFINED.fullmatch(text)
    if not found:
        raise unreadable(
            f"{text!r} defines no card",
            column,
            ('spell "When this is put into play, draw a card."',),
        )
    kind, phrase = found["kind"].lower(), PARAGRAPH.sub("\n", (found["text"] or "").strip())
    for problem in language.read_card(phrase, kind, name).problems:
        raise unreadable(
            f"{name}: {problem.sentence!r} is not understood",
            column,
            (problem.nearest,) if problem.nearest else (),
        )
    types = tuple(word.strip(",").capitalize() for word in found["types"].split())
    card = Card(name, kind, phrase, types)
    if not card.slug:
        raise unreadable(f"{name!r} is no name", 1)
    own = msgspec.json.decode(state.cards.encode(), type=CardSet) if state.cards else CardSet()
    others = tuple(c for c in own.cards if c.slug != slug(name))
    own = msgspec.structs.replace(own, cards=(*others, card))
    state.cards = msgspec.json.encode(own, order="deterministic").decode()
