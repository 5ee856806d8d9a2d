"""Rulings in a game's own words: a verb and what it is about, read and written; for all games.

A game lists its verbs, each with the shapes of right lines, and for each kind of fact how it is
written. What is written is read again at once, so that it can only be what gives the same fact.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from keyword import iskeyword
from typing import Any, Final, NamedTuple

from domain.contract.errors import GameError
from domain.contract.game import DEALER, UNKNOWN, Decider, Fact, Seat, seat_name
from domain.frame.scanner import Scanner, illegal, unreadable, whole

Reads = Callable[[Scanner, Any], Sequence[Fact]]
"""Reads what follows the verb, in a state. Raises GameError with a column."""
Writes = Callable[[Any, Any], str]
"""Writes a fact in the state before it; nothing if there are no words for it.

Raises LookupError if it speaks of what is not there.
"""

VERB: Final = re.compile(r"[A-Za-z]+(?![\w@])")
SEAT: Final = re.compile(r"([ab])\b\s*:?(?!\s*@)", re.IGNORECASE)
DIGITS: Final = re.compile(r"\d+")
CHANGE: Final = re.compile(r"([+\-−–])\s*(\d+)")
NUMBERED: Final = re.compile(r"#\s*(\d+)")
BY: Final = re.compile(r"by\b", re.IGNORECASE)
DRAW: Final = re.compile(r"(?:draw|-)(?![\w-])", re.IGNORECASE)
REST: Final = re.compile(r".+", re.DOTALL)
RULED: Final = "ruling"
"""Why something happened that a ruling says happened, where it says no more."""


class Verb(NamedTuple):
    """What a ruling can begin with."""

    shapes: tuple[str, ...]
    """What right lines look like."""
    read: Reads


class Words:
    """The verbs of a game, and how its facts are written with them.

    A line of the table has the verb with other words for it, right lines with ` · ` between them,
    and what it does, separated by `|`. Each verb is read by the function of its name among the
    `readers`, `return` by `return_`; raises KeyError if there is none.
    """

    def __init__(self, table: str, readers: Mapping[str, Any], writes: Writes) -> None:
        self.verbs: dict[str, Verb] = {}
        self.writes = writes
        lines: list[str] = []
        for row in table.strip().splitlines():
            words, shapes, means = (part.strip() for part in row.split("|"))
            first, *others = words.split()
            reader: Reads = readers[f"{first}_" if iskeyword(first) else first]
            for word in (first, *others):
                self.verbs[word] = Verb(tuple(shapes.split(" · ")), reader)
            lines.append(f"  {shapes:<44}  {means}")
        self.help = "\n".join(lines)

    def read(self, state: Any, text: str) -> Sequence[Fact] | None:
        """The facts that a text states; None if its first word is no verb of the game.

        Raises GameError with a column, and the shapes of right lines.
        """
        scanner = Scanner(text)
        found = scanner.take(VERB)
        verb = self.verbs.get(found[0].lower()) if found else None
        if verb is None:
            return None
        try:
            facts = verb.read(scanner, state)
            if not scanner.end:
                raise unreadable(f"{scanner.rest!r} is too much here", scanner.column)
        except GameError as error:
            error.legal = error.legal or verb.shapes
            raise
        return tuple(facts)

    def write(self, state: Any, facts: Sequence[Fact]) -> str:
        """Facts as they are entered, separated by `;`; nothing if there are no words for one."""
        state = state.copy()
        parts: list[str] = []
        for fact in facts:
            try:
                text = self.writes(state, fact)
            except LookupError:
                return ""
            if not text or ";" in text or not self.gives(state, text, fact):
                return ""
            parts.append(text)
            fact.apply(state)
        return "; ".join(parts)

    def gives(self, state: Any, text: str, fact: Fact) -> bool:
        """Whether a text is read as this fact."""
        try:
            return self.read(state, text) == (fact,)
        except (GameError, LookupError):
            return False


# -- parts of rulings ----------------------------------------------------------------------------


def take_seat(scanner: Scanner) -> Seat | None:
    """Read a seat's letter, if it comes next."""
    found = scanner.take(SEAT)
    return "ab".index(found[1].lower()) if found else None


def need_seat(scanner: Scanner) -> Seat:
    """Read a seat's letter. Raises GameError if none comes next."""
    column, seat = scanner.column, take_seat(scanner)
    if seat is None:
        raise unreadable("whose? A or B", column)
    return seat


def need_number(scanner: Scanner, what: str) -> int:
    """Read a number. Raises GameError, naming what it would be, if none comes next."""
    found = scanner.take(DIGITS)
    if not found:
        raise unreadable(f"{what}: a number is missing", scanner.column)
    return whole(found[0])


def need_change(scanner: Scanner, now: int, what: str) -> int:
    """Read `+2`, `-2`, or a new total: by how much a number goes up. Raises GameError."""
    column = scanner.column
    if found := scanner.take(CHANGE):
        return whole(found[2]) * (1 if found[1] == "+" else -1)
    total = scanner.take(DIGITS)
    if not total:
        raise unreadable(f"{what}: a number is missing, or +2, -2", column)
    return whole(total[0]) - now


def take_number(scanner: Scanner) -> int | None:
    """Read a number in play, `#12`, if it comes next."""
    found = scanner.take(NUMBERED)
    return whole(found[1]) if found else None


def take_word(scanner: Scanner, words: Mapping[str, Any]) -> Any:
    """Read one of some words, in any case, and return what it stands for; None if none comes next."""
    found = scanner.peek(WORD)
    if not found or found[0].lower() not in words:
        return None
    scanner.take(WORD)
    return words[found[0].lower()]


WORD: Final = re.compile(r"[A-Za-z][A-Za-z-]*(?![\w@])")


def read_end(scanner: Scanner) -> tuple[Seat | None, str]:
    """`A reason`, `draw reason`: who wins, and why. Raises GameError."""
    seat = None
    if not scanner.take(DRAW):
        column, seat = scanner.column, take_seat(scanner)
        if seat is None:
            raise unreadable("who wins? A, B, or draw", column)
    why = scanner.take(REST)
    return seat, " ".join(why[0].split()) if why else RULED


def end_words(winner: Seat | None, why: str) -> str:
    """How a match was ended, as `read_end` reads it."""
    return f"end {'draw' if winner is None else seat_name(winner)} {why}".removesuffix(f" {RULED}")


def read_turn(scanner: Scanner, now: int) -> tuple[int, Seat]:
    """`A`, `A 7`: the turn that begins, and whose it is. Raises GameError."""
    seat = need_seat(scanner)
    found = scanner.take(DIGITS)
    if found and not 0 < whole(found[0]) < 10_000:
        raise illegal("no match has so many turns", found.start() + 1)
    return (whole(found[0]) if found else now + 1), seat


def turn_words(turn: int, seat: Seat, now: int) -> str:
    """A turn, as `read_turn` reads it."""
    return f"turn {seat_name(seat)}" + ("" if turn == now + 1 else f" {turn}")


def check_drawn(count: int, pile: int, seat: Seat, column: int, of: str = "draw pile") -> None:
    """Refuse to draw more cards than there are."""
    if count > pile:
        raise illegal(f"{seat_name(seat)}'s {of} holds {pile}", column)
    if not count:
        raise unreadable("which cards, or how many?", column)


def drawn_words(cards: Sequence[str]) -> str:
    """Cards that were drawn; how many, if none is known."""
    return str(len(cards)) if set(cards) == {UNKNOWN} else " ".join(cards)


def changed(amount: int) -> str:
    """By how much, with its sign."""
    return f"{amount:+d}"


def seat_or_nobody(seat: Seat) -> str:
    """A seat's letter; nothing for nobody."""
    return "" if seat == DEALER else seat_name(seat)


# -- lines that are no rulings, plays that stood ------------------------------------------------


def check_mark(text: str) -> None:
    """Refuse a line that would be a ruling if a space came after its `!`."""
    phrase = text.lstrip()
    if phrase.startswith("!"):
        column = len(text) - len(phrase) + 1
        raise unreadable("a ruling has a space after its !", column, (f"! {phrase[1:].strip()}",))


def too_much(decider: Decider, message: str, column: int, ruling: str) -> GameError:
    """The error for words that come when nothing is asked any more.

    Of a play that stood it says how to enter what went on: as a ruling, after the line.
    """
    if not decider.insists:
        return illegal(message, column)
    text = f"{message}; what happened beyond it is a ruling after this line"
    return illegal(text, column, (f"! {ruling}",))


def not_asked(decider: Decider, message: str, column: int, ruling: str) -> GameError:
    """The error for a seat that is not to act; of a play that stood, how to let it act first."""
    if not decider.insists:
        return illegal(message, column)
    return illegal(f"{message}; a ruling before this line lets it act", column, (f"! {ruling}",))
