"""Reading typed lines from left to right, and the errors for words that do not fit; for all games."""

from __future__ import annotations

import re
from typing import Final

from domain.contract.errors import GameError, Reason

END: Final = r"(?![\w'’-]|\.\d)"
"""What ends a word that is no part of a name: `n` in `n a2`, but not in `net`, `n-x` or `n.1`."""


def word(pattern: str) -> re.Pattern[str]:
    """A pattern that is a word of its own, in any case."""
    return re.compile(rf"(?:{pattern}){END}", re.IGNORECASE)


def unreadable(message: str, column: int, legal: tuple[str, ...] = ()) -> GameError:
    """The error for words that cannot be understood."""
    return GameError(Reason.UNREADABLE, message, column=column, legal=legal)


def illegal(message: str, column: int, legal: tuple[str, ...] = ()) -> GameError:
    """The error for words that are understood and not allowed."""
    return GameError(Reason.ILLEGAL, message, column=column, legal=legal)


def whole(digits: str) -> int:
    """A number as typed; of one that is absurdly long only the start, which is too large too."""
    return int(digits.lstrip("0")[:6] or 0)


def counted(found: re.Match[str]) -> int:
    """What is written with a number from 1, counted from 0. Raises GameError."""
    if (number := whole(found[1])) < 1:
        raise unreadable("they are counted from 1", found.start(1) + 1)
    return number - 1


class Scanner:
    """Reads a line from left to right; columns count from 1.

    What stands `between` words is passed over: spaces, commas and the like. `insists` says that what
    is read stood, so that nothing is refused that can be understood.
    """

    def __init__(self, text: str, between: str = " \t,;", *, insists: bool = False) -> None:
        self.text = text
        self.between = between
        self.insists = insists
        self.at = 0
        self.skip()

    @property
    def column(self) -> int:
        """The column of what is read next."""
        return self.at + 1

    @property
    def end(self) -> bool:
        """True when all is read."""
        return self.at >= len(self.text)

    @property
    def rest(self) -> str:
        """The next word, for messages."""
        return self.text[self.at :].split(" ", 1)[0]

    def skip(self) -> None:
        """Pass over what stands between words."""
        self.at = self.skipped(self.at)

    def skipped(self, at: int) -> int:
        """The place of the next thing from a place on that does not only stand between words."""
        while at < len(self.text) and self.text[at] in self.between:
            at += 1
        return at

    def peek(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Whether a pattern comes next; nothing is read."""
        return pattern.match(self.text, self.at)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read a pattern if it comes next, and the space after it."""
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
            self.skip()
        return found
