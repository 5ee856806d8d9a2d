"""What the rules ask, what is answered, and what comes of it: Ask, Action, Fact, State, Play.

A game is written as its rulebook reads: a coroutine that yields an `Ask`, is sent the `Action`
chosen, and emits `Fact`s. A turn starts from the state alone; nothing lives in a coroutine across
turns. Facts change the state, nothing else does.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeAlias

import msgspec

from domain.contract.fields import Seat

if TYPE_CHECKING:  # a parameter that is left out is Any; so is every one when the program runs
    from typing_extensions import TypeVar

    S = TypeVar("S", bound="State", default=Any)
    A = TypeVar("A", bound="Action", default=Any)
    F = TypeVar("F", bound="Fact", default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S")
    A = TypeVar("A")
    F = TypeVar("F")


class State(Protocol):
    """What every game's state offers."""

    over: bool
    turn: int
    """Number of the turn in progress; 0 while the game is set up."""
    winner: Seat | None
    why: str
    """Why the match ended, in the rulebook's word."""

    def copy(self) -> Self:
        """An independent copy."""
        ...


class Action(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One decision. Subclasses repeat `frozen=True` and give a short tag that never changes."""

    def seen_by(self, seat: Seat | None) -> Self:
        """Return the action as a seat (None: a spectator) may know it; hidden cards become unknown."""
        return self


class Fact(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One atomic change that happened, and how it changes the state."""

    opens_turn: ClassVar[bool] = False
    """True for the fact after which a new turn's coroutine starts; turn and seat come first in it."""
    ends_match: ClassVar[bool] = False
    """True for the fact that ends the match; it says the `winner` (None: a draw) and `why`."""
    quiet: ClassVar[bool] = False
    """True for a fact that is no news to people: descriptions of a step leave it out."""
    begins: ClassVar[bool] = False
    """True for a fact that only says that something begins."""
    resolves: ClassVar[bool] = False
    """True for a beginning of which it is worth saying that nothing came of it."""

    @abstractmethod
    def apply(self, state: Any) -> None:
        """Change the state as this fact says. Never asks whether the rules allow it."""

    def seen_by(self, seat: Seat | None) -> Self:
        """Return the fact as a seat (None: a spectator) may know it; hidden cards become unknown."""
        return self


class Choices(Protocol):
    """The legal actions of an Ask: a list, or a rule for what belongs to it."""

    def __contains__(self, action: object, /) -> bool: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...


WhyNot: TypeAlias = Callable[[Any], str]


class Ask(Generic[A]):
    """A question of the rules: who decides, about what, and the legal actions.

    An Ask with a single legal action is answered by the engine, unless `always` says that the
    answer is worth a step of its own (a turn's action, anything the dealer reveals).

    For people it can know what an answer stands for (`label`) and what the question is about in
    words (`what`); both are worked out only where they are shown.
    """

    __slots__ = ("about", "always", "choices", "label", "seat", "what", "why")

    def __init__(
        self,
        seat: Seat,
        about: str,
        choices: Choices,
        why: WhyNot | None = None,
        *,
        always: bool = False,
        label: Callable[[Any], str] | None = None,
        what: Callable[[], str] | None = None,
    ) -> None:
        self.seat = seat
        self.about = about
        self.choices = choices
        self.why = why
        self.always = always
        self.label = label
        self.what = what

    @property
    def forced(self) -> bool:
        """True when the engine answers by itself, since there is one answer."""
        return not self.always and len(self.choices) == 1

    def meaning(self, action: A) -> str:
        """What an answer stands for, in words; nothing if the game does not say."""
        return self.label(action) if self.label else ""

    @property
    def question(self) -> str:
        """What is asked about, in words; nothing if the game does not say."""
        return self.what() if self.what else ""

    def why_not(self, action: A) -> str:
        """Say why an action that is not offered is not legal."""
        reason = self.why(action) if self.why else ""
        return reason or "that is not among the legal actions"


Turn: TypeAlias = Generator[Ask, Any, None]
"""One turn of a game: yields Asks, is sent Actions."""


class Play(Generic[S]):
    """The live end of a match: the state, and the facts since they were last taken."""

    __slots__ = ("facts", "state")

    def __init__(self, state: S) -> None:
        self.state = state
        self.facts: list[Fact] = []

    def emit(self, fact: Fact) -> None:
        """Record a fact and apply it; the only way a rule changes the state."""
        self.facts.append(fact)
        fact.apply(self.state)
