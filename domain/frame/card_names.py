"""What people call cards, read from a line: names of several words, or unique beginnings of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from domain.contract.errors import GameError
from domain.contract.game import UNKNOWN
from domain.frame.scanner import Scanner, unreadable

Find: TypeAlias = Callable[[str, Iterable[str]], list[str]]
"""The codes among some that a text can mean."""
Likely: TypeAlias = Callable[[str, Sequence[str]], list[str]]
"""The codes among some that a text is most like, for a message."""
Refuse: TypeAlias = Callable[[str, int], GameError]
"""Makes the error for a text (and its column) that means no card here."""


class CardNames:
    """How the cards of a game are called, and how their names are read.

    `word` is a word of a name, `reserved` a word with a meaning of its own, and `joins` what stands
    between two words that may belong together. After what is `complete` no more words follow.
    """

    def __init__(
        self,
        find: Find,
        likely: Likely,
        *,
        word: re.Pattern[str],
        reserved: re.Pattern[str],
        joins: re.Pattern[str],
        complete: re.Pattern[str],
    ) -> None:
        self.find = find
        self.likely = likely
        self.word = word
        self.reserved = reserved
        self.joins = joins
        self.complete = complete

    def resolve(
        self,
        text: str,
        column: int,
        *pools: Iterable[str],
        known: Iterable[str] = (),
        refuse: Refuse | None = None,
    ) -> str:
        """Return the one code that a text means in the first pool where it means any.

        What means one of the cards `known` is understood although it is in no pool. Raises GameError
        with the candidates: it fits several, or nothing anywhere (the error that `refuse` makes).
        """
        if text and set(text) == {"?"}:
            return UNKNOWN
        first: list[str] = []
        for pool in pools:
            codes = list(pool)
            first = first or codes
            found = self.find(text, codes)
            if len(found) == 1:
                return found[0]
            if found:
                raise unreadable(f"{text!r} can be {len(found)} cards", column, tuple(found))
        elsewhere = self.find(text, known)
        if len(elsewhere) == 1:
            return elsewhere[0]
        if refuse is not None:
            raise refuse(text, column)
        raise unreadable(
            f"no card here is called {text!r}", column, tuple(self.likely(text, first))
        )

    def next(self, scanner: Scanner, *_pools: Iterable[str]) -> bool:
        """Return True if something that can be a card's name comes next."""
        return scanner.peek(self.word) is not None and scanner.peek(self.reserved) is None

    def name(self, scanner: Scanner, *pools: Iterable[str]) -> tuple[str, int]:
        """Return the name that comes next, as many words as mean a card of some pool, and its end."""
        first = scanner.peek(self.word)
        assert first is not None
        text, end = first[0], first.end()
        while not self.complete.fullmatch(text) and (gap := self.joins.match(scanner.text, end)):
            more = self.word.match(scanner.text, gap.end())
            if more is None or self.reserved.match(scanner.text, gap.end()):
                break
            longer = f"{text}-{more[0]}"
            if not any(self.find(longer, pool) for pool in pools):
                break
            text, end = longer, more.end()
        return text, end

    def take(
        self,
        scanner: Scanner,
        *pools: Iterable[str],
        known: Iterable[str] = (),
        refuse: Refuse | None = None,
    ) -> str:
        """Read a card's name and return the code it means.

        Raises GameError if no name comes next, or none that is known and unique.
        """
        column = scanner.column
        kept = [list(pool) for pool in pools]
        if not self.next(scanner, *kept, known):
            word = scanner.rest
            raise unreadable(f"{word!r} is no card" if word else "which card?", column)
        text, end = self.name(scanner, *kept, known)
        code = self.resolve(text, column, *kept, known=known, refuse=refuse)
        scanner.at = end
        scanner.skip()
        return code

    def take_all(
        self, scanner: Scanner, most: int, *pools: Iterable[str], known: Iterable[str] = ()
    ) -> list[str]:
        """Read cards one after the other, no more than so many."""
        kept = [list(pool) for pool in pools]
        found: list[str] = []
        while len(found) < most and self.next(scanner, *kept, known):
            found.append(self.take(scanner, *kept, known=known))
        return found
