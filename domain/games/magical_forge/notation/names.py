"""What people call things: cards by beginnings of their names, what is in play by letter and number.

`a2` is A's second Creature in play, `s1` the first Spell in the centre, `e1` the effect at the bottom
of the stack; all oldest first, as the board shows them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final

from domain.contract.game import UNKNOWN, Seat
from domain.frame.card_names import CardNames
from domain.frame.scanner import END, Scanner, unreadable
from domain.frame.slugs import in_words, slug
from domain.games.magical_forge.cards.book import book
from domain.games.magical_forge.state import Creature, MagicalState

CARD: Final = re.compile(r"\?\??|\d+[-'’]?[^\W\d_][\w'’-]*|[^\W\d_][\w'’-]*")
RESERVED: Final = re.compile(
    rf"(?:[abseo]\d+(?:\.\d+)?|[abynp]|yes|no|pass|done|end|play|summon|attach|attack|forge|weapon|use"
    rf"|ability|block|unblocked|concedes?|deal|start){END}",
    re.IGNORECASE,
)
"""Words with a meaning of their own; a card is called so only in brackets: `[end]`."""
JOINS: Final = re.compile(r"[ \t]+(?=[^\W\d_][\w'’-]|\d+[-'’]?[^\W\d_])")
BRACKET: Final = re.compile(r"\[\s*([^\[\]]*?)\s*\]")
THING: Final = re.compile(rf"([abse])\s?(\d+){END}", re.IGNORECASE)

# -- what is in play -----------------------------------------------------------------------------


def thing_word(state: MagicalState, number: int) -> str:
    """Something by its id, as written: `a2`, `s1`, `e1`, a player `a`; empty if it is not there."""
    if number < 0:
        return "ab"[-1 - number]
    if (c := state.in_play.get(number)) is not None:
        row = [other.id for other in state.creatures(c.seat)]
        return f"{'ab'[c.seat]}{row.index(number) + 1}"
    if number in state.centre:
        return f"s{list(state.centre).index(number) + 1}"
    for place, item in enumerate(state.stack, 1):
        if item.id == number:
            return f"e{place}"
    return ""


def at(state: MagicalState, number: int) -> str:
    """Something by its id, as written. Raises LookupError if it is not there."""
    if not (word := thing_word(state, number)):
        raise LookupError(f"{number} is not there")
    return word


def thing_ids(state: MagicalState, letter: str) -> list[int]:
    """Ids of what a letter counts, in order: a and b Creatures, s the centre, e the stack."""
    if letter == "s":
        return list(state.centre)
    if letter == "e":
        return [item.id for item in state.stack]
    return [c.id for c in state.creatures("ab".index(letter))]


KINDS: Final = {
    "a": "Creature of A",
    "b": "Creature of B",
    "s": "Spell in the centre",
    "e": "effect on the stack",
}


def take_thing(scanner: Scanner, state: MagicalState) -> int | None:
    """Read `a2`, `s1` or `e1`; its id, or None if no such word comes next. Raises GameError."""
    column, found = scanner.column, scanner.take(THING)
    if found is None:
        return None
    letter, place = found[1].lower(), int(found[2][:9])
    ids = thing_ids(state, letter)
    if not 0 < place <= len(ids):
        there = tuple(thing_word(state, number) for number in ids)
        raise unreadable(f"there is no {KINDS[letter]} number {place}", column, there)
    return ids[place - 1]


def card_of(state: MagicalState, number: int) -> str:
    """The card of something in play, in the centre or on the stack; empty if it is not there."""
    if number in state.in_play:
        return state.in_play[number].card
    if number in state.centre:
        return state.centre[number].card
    item = state.item(number)
    return item.card if item else ""


def take_named(scanner: Scanner, state: MagicalState, ids: Iterable[int]) -> int:
    """Read a card's name; the only one of some things that it means. Raises GameError."""
    column = scanner.column
    among = [number for number in ids if number >= 0]
    cards = dict.fromkeys(card_of(state, number) for number in among)
    code = take_card(scanner, cards, known=book(state.cards).cards)
    found = [number for number in among if card_of(state, number) == code]
    if len(found) != 1:
        times = f"is there {len(found)} times" if found else "is not what is meant here"
        raise unreadable(
            f"{code} {times}", column, tuple(thing_word(state, x) for x in found or among)
        )
    return found[0]


def take_creature(
    scanner: Scanner, state: MagicalState, seat: Seat, allowed: Iterable[int] = ()
) -> Creature:
    """Read one of a seat's Creatures: `a2`, or by its name. Raises GameError."""
    column = scanner.column
    if (number := take_thing(scanner, state)) is None:
        ids = [] if scanner.insists else list(allowed)
        ids = ids or [c.id for c in state.creatures(seat)]
        number = take_named(scanner, state, dict.fromkeys(ids))
    if number not in state.in_play:
        raise unreadable("that is no Creature", column)
    return state.in_play[number]


# -- cards ---------------------------------------------------------------------------------------


def fitting(phrase: Sequence[str], codes: Iterable[str]) -> list[str]:
    """The codes that words can mean; a whole name wins over beginnings."""
    if not any(phrase):
        return []
    parts: list[str] = []
    for code in codes:
        words = code.split("-")
        if words == list(phrase):
            return [code]
        if in_words(phrase, words):
            parts.append(code)
    return parts


def find(text: str, codes: Iterable[str]) -> list[str]:
    """The codes that a text can mean: `lantern-hound`, `lantern`, `hound`, `la-ho`."""
    return fitting(slug(text).split("-"), codes)


def likely(text: str, codes: Sequence[str]) -> list[str]:
    """The codes most like a text, the most likely first; all if none is alike."""
    return get_close_matches(slug(text), codes, n=3) or list(codes)


class BracketedNames(CardNames):
    """Names of cards that may stand in brackets, and then be any words."""

    def next(self, scanner: Scanner, *pools: Iterable[str]) -> bool:
        """Return True if a name comes next, or a word of its own that begins one of the pools."""
        return (
            scanner.peek(BRACKET) is not None
            or super().next(scanner)
            or self.belongs(scanner, *pools)
        )

    def belongs(self, scanner: Scanner, *pools: Iterable[str]) -> bool:
        """Return True if a word of its own begins a card's name with the next: `forge drake`."""
        first = scanner.peek(CARD)
        gap = JOINS.match(scanner.text, first.end()) if first else None
        more = CARD.match(scanner.text, gap.end()) if gap else None
        if first is None or gap is None or more is None or RESERVED.match(scanner.text, gap.end()):
            return False
        words = slug(f"{first[0]}-{more[0]}").split("-")
        return any(
            code.split("-")[0] == words[0] and fitting(words, [code]) for p in pools for code in p
        )

    def name(self, scanner: Scanner, *pools: Iterable[str]) -> tuple[str, int]:
        """Return what stands in brackets, or the name that comes next, and its end."""
        if bracket := scanner.peek(BRACKET):
            return bracket[1], bracket.end()
        return super().name(scanner, *pools)


NAMES: Final = BracketedNames(
    find, likely, word=CARD, reserved=RESERVED, joins=JOINS, complete=re.compile(r"\?\??")
)
card_next, resolve, take_card, take_cards = NAMES.next, NAMES.resolve, NAMES.take, NAMES.take_all


def card_word(code: str) -> str:
    """A card as written: its code, in brackets where the code alone means something else."""
    plain = CARD.fullmatch(code) and not RESERVED.fullmatch(code)
    return code if plain else f"[{code}]"


def cards_word(cards: Sequence[str], stood: bool = False) -> str:
    """Cards as written; ?? once if none is known, unless their number stood."""
    known = set(cards) - {UNKNOWN} or (stood and cards)
    return ", ".join(map(card_word, cards)) if known else UNKNOWN
