"""From a typed line to what it says: verbs, cards, places and choices, each with its column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from domain.contract.game import UNKNOWN
from domain.frame.scanner import Scanner, unreadable, whole
from domain.games.riftforce.notation.names import CARD, Reference, card_code

VERBS: Final = ("play", "activate", "check")

NUMBER = re.compile(r"(\d+)\s*[.):]?(?=\s|$)")
SEAT = re.compile(r"([ABab])\b\s*[:.]?(?=\s)")
WORD = re.compile(r"[A-Za-z]+")
LAST_WORD = re.compile(r"[A-Za-z]+(?=\s|$|:)(?!\s*\d)")
PLACE = re.compile(r"@\s*(\d+)(?:\s*\.\s*(\d+))?")
BARE_PLACE = re.compile(r"(\d+)(?:\s*\.\s*(\d+))?")
COLON = re.compile(r":")
AMPERSAND = re.compile(r"&(?:\s*draw\b)?", re.IGNORECASE)
OPERATOR = re.compile(r"[<>+x*&]", re.IGNORECASE)
DIGITS = re.compile(r"\d+")
DONE = re.compile(r"done\b|-|stop\b|end\b", re.IGNORECASE)
ONGOING = re.compile(r"\.\.\.|…")


class Choice(msgspec.Struct):
    """A choice written after an elemental: `>4`, `<2`, `+3.1`, `x2`, `&F5`."""

    column: int
    operator: str
    reference: Reference | None = None
    location: int = 0
    cards: list[str] = []


class Item(msgspec.Struct):
    """An elemental that is played or activated, with its choices."""

    column: int
    reference: Reference
    choices: list[Choice]

    @property
    def bare(self) -> bool:
        """Whether it is only a card, without a place or a choice."""
        named = self.reference.location is None and self.reference.position is None
        return named and not self.choices


class Line(msgspec.Struct):
    """A turn's line as read; nothing is checked against the rules yet."""

    verb: str
    column: int
    turn: int | None = None
    turn_column: int = 1
    seat: int | None = None
    seat_column: int = 1
    discard: str = ""
    discard_column: int = 1
    items: list[Item] = []
    choices: list[Choice] = []
    """Answers to questions left open by an earlier line."""
    cards: list[str] = []
    cards_column: int = 1
    ongoing: bool = False


def read_line(text: str, guilds: list[str], verbs: Sequence[str]) -> Line:
    """Read a turn's line; `guilds` are those in the match, `verbs` what may be done now.

    Raises GameError with a column.
    """
    scanner = Scanner(text)
    turn_column, number = scanner.column, scanner.take(NUMBER)
    seat_column, seat = scanner.column, None
    label = scanner.peek(SEAT)
    if label and is_verb_next(scanner, label.end()):
        scanner.take(SEAT)
        seat = "ab".index(label[1].lower())
    line = Line(
        verb="",
        column=scanner.column,
        turn=whole(number[1]) if number else None,
        turn_column=turn_column,
        seat=seat,
        seat_column=seat_column,
    )
    line.verb = read_verb(scanner, verbs)
    if line.verb == "play":
        read_plays(scanner, line, guilds)
    elif line.verb == "activate":
        read_activations(scanner, line, guilds)
    else:
        read_check(scanner, line, guilds)
    if line.verb == "check" or not scanner.take(DONE):
        line.ongoing = bool(scanner.take(ONGOING))
    if not scanner.end:
        raise unreadable(f"{scanner.rest!r} is not understood here", scanner.column, expected(line))
    return line


def read_continuation(text: str, guilds: list[str], legal: Sequence[str]) -> Line:
    """Read a line that goes on in the middle of an action: `>2`, `F6@3`, `& W5`, `done`.

    `legal` is what may be typed there. Raises GameError with a column.
    """
    scanner = Scanner(text)
    line = Line(verb="", column=scanner.column)
    scanner.take(ONGOING)
    line.choices = read_choices(scanner, guilds, legal)
    if not scanner.take(DONE):
        while scanner.peek(CARD) or scanner.peek(PLACE) or scanner.peek(BARE_PLACE):
            item = Item(scanner.column, read_reference(scanner, guilds), [])
            item.choices = read_choices(scanner, guilds)
            line.items.append(item)
    line.ongoing = bool(scanner.take(ONGOING))
    if not scanner.end:
        message = f"{scanner.rest!r} does not go on with the action begun"
        raise unreadable(message, scanner.column, tuple(legal))
    return line


def expected(line: Line) -> tuple[str, ...]:
    """What may follow a line of this kind, by example."""
    if line.verb == "play":
        return ("F5@1", "F5 F6 @2")
    if line.verb == "activate":
        return ("F5@1", "W6@2>3", "P5@3<2", "L7@1+2.1", "T5@4x2")
    return ("check", "check & F5 W6")


def is_verb_next(scanner: Scanner, at: int) -> bool:
    """Whether a verb comes after a seat's letter (which is also the short form of activate).

    A word that is no card is one, or was to be.
    """
    return LAST_WORD.match(scanner.text, scanner.skipped(at)) is not None


def read_verb(scanner: Scanner, verbs: Sequence[str]) -> str:
    """Read play, activate or check, or a prefix of one; `verbs` are those that may be said now."""
    column, word = scanner.column, scanner.take(WORD)
    for verb in VERBS:
        if word and verb.startswith(word[0].lower()):
            return verb
    found = word[0] if word else scanner.rest
    raise unreadable(
        f"{found!r} is no action" if found else "the action is missing",
        column,
        tuple(verbs),
    )


def read_plays(scanner: Scanner, line: Line, guilds: list[str]) -> None:
    """Cards with places; cards without one go where the next place says."""
    while scanner.peek(CARD):
        item = Item(scanner.column, read_reference(scanner, guilds), [])
        item.choices = read_choices(scanner, guilds)
        line.items.append(item)
        if item.reference.location is None and (place := scanner.take(PLACE)):
            item.reference.location = whole(place[1])
        location = item.reference.location
        for earlier in reversed(line.items[:-1]):
            if location is None or earlier.reference.location is not None:
                break
            earlier.reference.location = location
    for item in line.items:
        if item.reference.location is None:
            raise unreadable(
                f"{item.reference.text} needs a location",
                item.column,
                (f"{item.reference.text}@1 to {item.reference.text}@5",),
            )
    if not line.items:
        raise unreadable("play what, where?", scanner.column, expected(line))


def read_activations(scanner: Scanner, line: Line, guilds: list[str]) -> None:
    """The card discarded, then elementals with their choices."""
    line.discard_column = scanner.column
    card = scanner.take(CARD)
    if not card:
        raise unreadable("name the card discarded first", scanner.column, ("act F5: F6@2",))
    line.discard = card_code(card, line.discard_column, guilds)
    scanner.take(COLON)
    while scanner.peek(CARD) or scanner.peek(PLACE) or scanner.peek(BARE_PLACE):
        item = Item(scanner.column, read_reference(scanner, guilds), [])
        item.choices = read_choices(scanner, guilds)
        line.items.append(item)


def read_check(scanner: Scanner, line: Line, guilds: list[str]) -> None:
    """The cards drawn, if they are known."""
    scanner.take(AMPERSAND)
    scanner.take(COLON)
    line.cards_column = scanner.column
    line.cards = read_cards(scanner, guilds)


def read_cards(scanner: Scanner, guilds: list[str]) -> list[str]:
    """Cards one after the other."""
    cards: list[str] = []
    while True:
        column, card = scanner.column, scanner.take(CARD)
        if not card:
            return cards
        cards.append(card_code(card, column, guilds))


def read_reference(scanner: Scanner, guilds: list[str]) -> Reference:
    """An elemental: `F5@2.1`, `F5@2`, `F5`, `@2.1` or `2.1`."""
    start, column = scanner.at, scanner.column
    found = scanner.take(CARD)
    card = card_code(found, column, guilds) if found else None
    place = scanner.take(PLACE if found else re.compile(rf"@?\s*{BARE_PLACE.pattern}"))
    location = whole(place[1]) if place else None
    position = whole(place[2]) if place and place[2] else None
    text = scanner.text[start : scanner.at].strip(" ,;")
    return Reference(text, column, None if card == UNKNOWN else card, location, position)


def read_choices(scanner: Scanner, guilds: list[str], legal: Sequence[str] = ()) -> list[Choice]:
    """The choices after an elemental, in the order they are asked.

    `legal` is what may be typed there, if that is known; otherwise examples are shown.
    """
    choices: list[Choice] = []
    while operator := scanner.take(OPERATOR):
        choice = Choice(operator.start() + 1, "x" if operator[0] in "xX*" else operator[0])
        if choice.operator in "<>":
            number = scanner.take(DIGITS)
            if not number:
                raise unreadable(
                    f"{operator[0]} needs a location", scanner.column, tuple(legal) or (">2", "<4")
                )
            choice.location = whole(number[0])
        elif choice.operator == "&":
            column, card = scanner.column, scanner.take(CARD)
            if not card:
                raise unreadable("& needs the card drawn", column, tuple(legal) or ("&F5", "&??"))
            choice.cards = [card_code(card, column, guilds)]
        elif choice.operator == "x" and (place := scanner.take(BARE_PLACE)):
            location = whole(place[1]) if place[2] else None
            choice.reference = Reference(
                f"x{place[0]}", choice.column, None, location, whole(place[2] or place[1])
            )
        else:
            choice.reference = read_reference(scanner, guilds)
            if not choice.reference.text:
                examples = tuple(legal) or ("+2.1", "x2")
                raise unreadable(f"{operator[0]} needs an elemental", scanner.column, examples)
        choices.append(choice)
    return choices
