"""A position being built from the lines of a scenario, whatever the game."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from domain.contract.errors import GameError
from domain.contract.game import Seat
from domain.frame.scanner import unreadable
from domain.frame.statements import Stated

S = TypeVar("S")
T = TypeVar("T", bound=Stated)


class ScenarioPosition(ABC, Generic[S, T]):
    """A position of states S being built from statements T.

    Cards are defined first, then comes the moment, then what is in play, then hands and piles, then
    the rest; each part says of a statement if it was one of its own.
    """

    definition: ClassVar[re.Pattern[str]]
    """A line that defines a card."""
    examples: ClassVar[tuple[str, ...]]
    """Lines that are understood, for a message."""

    def __init__(self, state: S, settings: Mapping[str, str]) -> None:
        self.state = state
        self.settings = settings
        self.line = 0
        """The line that is being read."""
        self.stated: dict[tuple[str, str], tuple[int, T]] = {}
        """Statements about piles, by pile and seat, with their lines."""

    def build(self, lines: Sequence[tuple[int, str]]) -> S:
        """Build the position. Raises GameError with line and column."""
        read: list[tuple[int, T]] = []
        for number, text in lines:
            if found := self.definition.fullmatch(text):
                self.at(number, self.define, found)
        for number, text in lines:
            if not self.definition.fullmatch(text):
                read.append((number, self.at(number, self.statement, text)))
        self.when(read)
        for part in (self.place, self.pile, self.rest):
            read = [(number, s) for number, s in read if not self.at(number, part, s)]
        for number, s in read:
            raise unreadable(f"{s.what!r} is not understood", 1, self.examples).at(line=number)
        for seat in (0, 1):
            self.complete(seat)
        return self.settled()

    def at(self, number: int, do: Callable[..., Any], *args: Any) -> Any:
        """Do something for a line; its errors name the line."""
        self.line = number
        try:
            return do(*args)
        except GameError as error:
            raise error.at(line=number) from error

    @abstractmethod
    def define(self, found: re.Match[str]) -> None:
        """Define a card. Raises GameError."""

    @abstractmethod
    def statement(self, text: str) -> T:
        """Read a statement. Raises GameError."""

    @abstractmethod
    def when(self, read: list[tuple[int, T]]) -> None:
        """Set the moment; what is not stated of it follows from the rest. Raises GameError."""

    @abstractmethod
    def place(self, s: T) -> bool:
        """Put something into play. Raises GameError."""

    @abstractmethod
    def pile(self, s: T) -> bool:
        """Fill a hand or pile. Raises GameError."""

    @abstractmethod
    def rest(self, s: T) -> bool:
        """Set a number or mark. Raises GameError."""

    @abstractmethod
    def complete(self, seat: Seat) -> None:
        """Make a seat's piles agree with the cards that are shown. Raises GameError."""

    @abstractmethod
    def settled(self) -> S:
        """Return the position after what follows of itself. Raises GameError."""
