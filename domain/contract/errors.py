"""Errors a user can meet, each with a reason and the words that caused it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any, Final

IMPOSSIBLE: Final = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError)
"""What facts that cannot have happened raise when they are applied, put into words or drawn."""


class Reason(Enum):
    """Why something was refused; one table at the edge turns reasons into exit codes."""

    ILLEGAL = "illegal"
    """The rules do not allow it here."""
    UNREADABLE = "unreadable"
    """The words could not be understood."""
    NOT_FOUND = "not found"
    """No such match, game, file, step or report."""
    CONFLICT = "conflict"
    """Somebody else recorded this step first, or the match is already there and differs."""
    BAD_SETTING = "bad setting"
    """A setting, option or value outside what is allowed."""
    CORRUPT = "corrupt"
    """What is stored cannot be what was recorded."""
    BUSY = "busy"
    """A file is held by another process; trying again later can help."""
    UNAVAILABLE = "unavailable"
    """A file is gone, replaced or read-only where it lies, or its disk is full or fails."""


class GameError(Exception):
    """A refusal with its reason, message, and where it was found.

    `line` and `column` count from 1; 0 means that the place is not known.
    `legal` holds what would have been right, in the words a person would type.
    """

    def __init__(
        self,
        reason: Reason,
        message: str,
        *,
        source: str = "",
        line: int = 0,
        column: int = 0,
        legal: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.source = source
        self.line = line
        self.column = column
        self.legal = legal

    def __reduce__(self) -> tuple[Any, ...]:
        """How the error travels from another process."""
        more = (self.source, self.line, self.column, self.legal)
        return (_rebuilt, (type(self), self.reason, self.message, *more))

    def at(self, *, source: str = "", line: int = 0, column_offset: int = 0) -> GameError:
        """Return the same error placed in a file: its name, line, and columns to the left of it."""
        return type(self)(
            self.reason,
            self.message,
            source=source or self.source,
            line=line or self.line,
            column=self.column + column_offset if self.column else 0,
            legal=self.legal,
        )

    def __str__(self) -> str:
        place = self.source
        if self.line:
            place += f"{':' if place else 'line '}{self.line}"
        if self.column:
            place += f"{':' if place else 'column '}{self.column}"
        text = f"{place}: {self.message}" if place else self.message
        if self.legal:
            text += f" (legal here: {shortened(self.legal)})"
        return text


def _rebuilt(
    kind: type[GameError],
    reason: Reason,
    message: str,
    source: str,
    line: int,
    column: int,
    legal: tuple[str, ...],
) -> GameError:
    return kind(reason, message, source=source, line=line, column=column, legal=legal)


class CorruptStream(GameError):
    """A stored stream that cannot be read; names the match and the step."""


class GameMissing(CorruptStream):
    """A stored stream of a game that is not installed: nothing is wrong with it."""


class Unsynced(GameError):
    """What was to be written is in the file, but the disk has not confirmed that it stays there."""

    done: Sequence[tuple[str, str]] = ()
    """Of an import: matches, and what happened to them."""


def shortened(words: tuple[str, ...], most: int = 12) -> str:
    """Join words for a message, those with a comma in quotes; after `most` of them, count the rest."""
    shown = ", ".join(f'"{word}"' if ", " in word else word for word in words[:most])
    return shown if len(words) <= most else f"{shown}, and {len(words) - most} more"
