"""The events of a match as they are stored: `Opened`, then one `Step` a decision.

Stored names are for ever: fields are only ever added, with defaults; tags are only ever added; types
are never narrowed. What values are allowed is checked where they come in.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

import msgspec

from domain.game import Action, Fact, Seat

A = TypeVar("A", bound=Action)
F = TypeVar("F", bound=Fact)


MOST_SEED = 2**63 - 1
"""The largest seed, so that databases can hold it."""


class Opened(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match begins: what is played, by whom, where, when, and who writes it down."""

    game: str
    rules: str
    """Version of the rules that were in force."""
    settings: dict[str, str]
    players: tuple[str, str]
    at: int
    """When it was recorded: milliseconds since 1970, UTC."""
    by: str = ""
    """Who records it."""
    on: str = ""
    """The day it was played, ISO 8601; empty when it is the day of recording."""
    place: str = ""
    event: str = ""
    note: str = ""
    bots: tuple[str, str] | None = None
    """The bots that played, for a simulated match."""
    seed: int | None = None

    def day(self) -> str:
        """The day it was played, or else recorded (UTC), ISO 8601; `?` for a time that is none."""
        if self.on:
            return self.on
        try:
            return datetime.fromtimestamp(self.at / 1000, UTC).date().isoformat()
        except (OverflowError, OSError, ValueError):
            return "?"


class Step(msgspec.Struct, Generic[A, F], frozen=True, omit_defaults=True, gc=False, rename={
    "action": "a", "facts": "f", "seat": "s", "after": "t", "occurred": "o", "prev": "p",
}):  # fmt: skip
    """One decision and everything it caused; one row of the store."""

    action: A
    facts: tuple[F, ...] = ()
    seat: Seat = 0
    """Who decided; DEALER (-1) for what is random or hidden."""
    after: int = 0
    """When it was recorded: milliseconds since the match was opened."""
    occurred: int | None = None
    """When it happened, likewise, where that is known to differ."""
    by: str = ""
    """Who recorded it, where it was not who opened the match."""
    note: str = ""
    """A scorekeeper's comment."""
    prev: str = ""
    """Digest of the event before this one."""

    def seen_by(self, seat: Seat | None) -> Step[A, F]:
        """Return the step as a seat (None: a spectator) may know it."""
        return msgspec.structs.replace(
            self,
            action=self.action.seen_by(seat),
            facts=tuple(fact.seen_by(seat) for fact in self.facts),
            prev="",
        )


AnyStep = Step[Any, Any]
