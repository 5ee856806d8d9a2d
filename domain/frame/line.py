"""A line of a notation being read, whatever the game: decision by decision, answer by answer."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Final, Generic, TypeVar

from domain.contract.errors import GameError
from domain.contract.game import DEALER, Action, Ask, Decider, seat_name
from domain.frame.scanner import Scanner, illegal, unreadable

S = TypeVar("S")

BETWEEN: Final = " \t,"
"""What stands between the words of a line."""
ONGOING: Final = re.compile(r"(?<!\s)\s*(?:\.\.\.|…)\s*$")
"""What marks a line that leaves its turn open."""
SEMICOLON: Final = re.compile(r";")


def decide(decider: Decider, column: int, action: Action) -> None:
    """Decide, and say where in the line it was if it is refused. Raises GameError."""
    try:
        decider.decide(action)
    except GameError as error:
        error.column = error.column or column
        raise


def decide_agreed(decider: Decider) -> None:
    """Decide a toss that was agreed: it need not be written."""
    ask = decider.ask
    if ask is not None and ask.about == "toss" and len(ask.choices) == 1:
        (agreed,) = ask.choices
        decider.decide(agreed)
        decider.settle()


class Line(ABC, Generic[S]):
    """A line being read: actions of a turn with `;` between them, and answers to what is asked.

    What is forced need not be written: words that spell such an answer out are passed over. A game
    says how a line begins and ends, and what its next words decide.
    """

    questions: ClassVar[Mapping[str, str]]
    """What each question asks, in words."""
    unanswered: ClassVar[tuple[str, ...]]
    """What questions are about that words spelling something else out never answer."""

    def __init__(self, decider: Decider, text: str) -> None:
        self.decider = decider
        mark = ONGOING.search(text)
        self.ongoing = mark is not None
        phrase = text[: mark.start()] if mark else text
        self.scanner = Scanner(phrase, BETWEEN, insists=decider.insists)
        self.decided = False

    @property
    def state(self) -> S:
        """The state now."""
        state: S = self.decider.state
        return state

    @property
    def about(self) -> str:
        """What is asked about; empty if nothing is."""
        ask = self.decider.ask
        return ask.about if ask else ""

    def read(self) -> None:
        """Read and decide all of it. Raises GameError with the column where it fails."""
        self.decider.settle()
        if self.decider.ask is None:
            raise illegal("the match is over", self.scanner.column)
        if self.opening():
            return
        while True:
            if self.scanner.peek(SEMICOLON):
                self.next_action()
            if self.scanner.end:
                break
            self.word()
        if not self.decided:
            raise unreadable("this line decides nothing", self.scanner.column, self.legal())
        self.finish()

    @abstractmethod
    def opening(self) -> bool:
        """Read how the line begins; True if that was all of it. Raises GameError."""

    @abstractmethod
    def next_action(self) -> None:
        """Read a `;`: what is still asked goes without saying. Raises GameError."""

    @abstractmethod
    def word(self) -> None:
        """Decide what the next words say. Raises GameError."""

    @abstractmethod
    def finish(self) -> None:
        """End the line. Raises GameError if something is still missing."""

    @abstractmethod
    def answer(self, ask: Ask) -> Action | None:
        """What the next words say if they answer a question; otherwise nothing is read."""

    @abstractmethod
    def words(self, ask: Ask) -> list[str]:
        """What may be typed to answer a question."""

    def open_question(self) -> Ask | None:
        """What is asked after everything with only one answer.

        Words that spell such an answer out are passed over, unless they answer what is asked then.
        """
        scanner = self.scanner
        start = after = scanner.at
        while (ask := self.decider.ask) is not None:
            scanner.at = after
            if ask.forced:
                (only,) = ask.choices
                spelt = self.spelt(ask, only)
                after = scanner.at if spelt else after
                self.pass_over(ask, only, spelt=spelt)
            elif not self.goes_without_saying(ask):
                break
        scanner.at = after
        if ask is None or after == start or ask.about in self.unanswered:
            return ask
        scanner.at = start
        action = self.answer(ask)
        scanner.at = start if action is not None and action in list(ask.choices) else after
        return ask

    def spelt(self, ask: Ask, only: Any) -> bool:
        """Read the only answer to a question, if the next words spell it out."""
        if self.scanner.end or self.scanner.peek(SEMICOLON):
            return False
        before = self.scanner.at
        if self.answer(ask) == only:
            return True
        self.scanner.at = before
        return False

    def pass_over(self, ask: Ask, only: Action, *, spelt: bool) -> None:
        """Decide the only answer to a question, which the line spelt out or not."""
        self.decider.decide(only)

    def goes_without_saying(self, ask: Ask) -> bool:
        """Decide what a line need not say although it has several answers; True if it did."""
        return False

    def legal(self) -> tuple[str, ...]:
        """What may be typed now."""
        ask = self.decider.ask
        return tuple(self.words(ask)) if ask else ()

    def must_say(self, ask: Ask) -> str:
        """Who must still say what."""
        who = "the line" if ask.seat == DEALER else seat_name(ask.seat)
        return f"{who} must still say {self.questions.get(ask.about, ask.about)}"

    def missing(self) -> GameError:
        """The error for an answer that is not there."""
        ask = self.decider.ask
        assert ask is not None
        return illegal(self.must_say(ask), self.scanner.column, self.legal())
