"""The contract every game fulfils: Ask, Action, Fact, Game.

A game is written as its rulebook reads: a coroutine that yields an `Ask`, is sent the `Action`
chosen, and emits `Fact`s. A turn starts from the state alone; nothing lives in a coroutine across
turns. Facts change the state, nothing else does.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Protocol, Self, TypeAlias

import msgspec

from domain.contract.board import Board

Seat: TypeAlias = int
"""0 is the first seat (A), 1 the second (B)."""

DEALER: Final = -1
"""Who decides everything random or hidden: shuffles, draws, coins."""

SEAT_NAMES: Final = ("A", "B")
SEAT_FIELDS: Final = ("seat", "winner", "owner", "source_seat", "by_seat")
"""Fields of actions and facts that hold a seat; written as A or B."""
BROKEN_OFF: Final = "abandonment"
"""Why a match ended that has no result, not even a draw."""
UNKNOWN: Final = "??"
"""The code of a card that the recording does not know."""


def seat_name(seat: Seat) -> str:
    """Name a seat for people: A, B, or dealer."""
    return "dealer" if seat == DEALER else SEAT_NAMES[seat]


class Action(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One decision. Subclasses repeat `frozen=True` and give a short tag that never changes."""

    def seen_by(self, seat: Seat | None) -> Self:
        """Return the action as a seat (None: a spectator) may know it; hidden cards become unknown."""
        return self


class Fact(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One atomic change that happened, and how it changes the state."""

    opens_turn: ClassVar[bool] = False
    """True for the fact after which a new turn's coroutine starts."""
    quiet: ClassVar[bool] = False
    """True for a fact that is no news to people: what is told of a step leaves it out."""
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


class Ask:
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

    def meaning(self, action: Action) -> str:
        """What an answer stands for, in words; nothing if the game does not say."""
        return self.label(action) if self.label else ""

    @property
    def question(self) -> str:
        """What is asked about, in words; nothing if the game does not say."""
        return self.what() if self.what else ""

    def why_not(self, action: Action) -> str:
        """Say why an action that is not offered is not legal."""
        reason = self.why(action) if self.why else ""
        return reason or "that is not among the legal actions"


Turn: TypeAlias = Generator[Ask, Any, None]
"""One turn of a game: yields Asks, is sent Actions."""


class Play:
    """The live end of a match: the state, and the facts since they were last taken."""

    __slots__ = ("facts", "state")

    def __init__(self, state: Any) -> None:
        self.state: Any = state
        self.facts: list[Fact] = []

    def emit(self, fact: Fact) -> None:
        """Record a fact and apply it; the only way a rule changes the state."""
        self.facts.append(fact)
        fact.apply(self.state)


class State(Protocol):
    """What every game's state offers."""

    over: bool
    turn: int
    """Number of the turn in progress; 0 while the game is set up."""

    def copy(self) -> Self:
        """An independent copy."""
        ...


class Result(msgspec.Struct, frozen=True):
    """How a match ended: winner (None is a draw), the rulebook's reason, and the final totals."""

    winner: Seat | None
    why: str
    totals: tuple[int, int]

    @property
    def outcome(self) -> str:
        """In words: `A wins`, `draw`, or `no result` of a match that was broken off."""
        if self.winner is not None:
            return f"{seat_name(self.winner)} wins"
        return "no result" if self.why == BROKEN_OFF else "draw"


class Decider(Protocol):
    """Where a notation sends what it has read; one line can be several decisions."""

    @property
    def state(self) -> Any:
        """The state now."""
        ...

    @property
    def ask(self) -> Ask | None:
        """What is asked now, forced questions included; None when the match is over."""
        ...

    @property
    def insists(self) -> bool:
        """Whether what is written stood although it may not be legal: then nothing is refused
        that can be understood.
        """
        ...

    def decide(self, action: Action) -> None:
        """Answer the question. Raises GameError if the action is not legal."""
        ...

    def settle(self) -> None:
        """Answer every forced question that is open."""
        ...


class Decision(Protocol):
    """A recorded step, as a game needs it to write it: the action and the facts."""

    @property
    def action(self) -> Any:
        """What was decided."""
        ...

    @property
    def facts(self) -> tuple[Any, ...]:
        """What it caused."""
        ...


class Notation(Protocol):
    """How people write a game: one line a turn, forgiving in, canonical out."""

    examples: str
    """A few lines for the scorekeeper at the prompt, in rich markup."""
    opens: tuple[str, ...]
    """What the questions are about that begin a line; the others go on with one.

    A ruling has them put again: in a turn, at such a question, `Game.turn` begun anew from the
    state alone must ask the same, and change nothing before it does.
    """
    rulings: str
    """What a ruling can say: a line each, its shapes (with ` · ` between them), two spaces, what it
    means; in rich markup.
    """

    def read(self, decider: Decider, text: str) -> None:
        """Read one line and decide it, whole. Raises GameError with a column where it fails."""
        ...

    def write(
        self, state: Any, steps: Sequence[Decision], going_on: bool = False
    ) -> tuple[list[str], int]:
        """Write the next line for steps from `state`, which is folded on; returns steps used.

        A line that leaves its turn open ends in ` ...`; `going_on` says that the last one did.
        """
        ...

    def words(self, state: Any, ask: Ask) -> list[str]:
        """The legal actions as a person would type them next, for completion and messages."""
        ...

    def meanings(self, state: Any, ask: Ask) -> dict[str, str]:
        """The same words, each with what it stands for (nothing where that is not said)."""
        ...

    def shapes(self, state: Any, ask: Ask) -> str:
        """What an answer looks like, in a line; nothing where the words themselves are shown."""
        ...

    def goes_on(self, state: Any, ask: Ask, typed: str) -> list[str]:
        """Words that may follow those typed where these decide nothing yet; mostly none."""
        ...

    def prompt(self, state: Any, ask: Ask) -> tuple[str, Seat]:
        """How the line that is asked for begins, and whose it is (of a deal: who draws)."""
        ...

    def says(self, state: Any, action: Any) -> str:
        """A decision in words; nothing where its tag and fields will do. `state` is before it."""
        ...

    def card(self, state: Any, name: str) -> str:
        """A card for people, in rich markup: its numbers and words.

        Nothing if the game has no such words. Raises GameError for a name that means no card.
        """
        ...

    def totals(self, state: Any) -> str:
        """The totals people read aloud, as `=` asserts them."""
        ...

    def ruling(self, state: Any, text: str) -> Sequence[Fact] | None:
        """The facts that a ruling states in the game's own words; None if these are not its words.

        Raises GameError with a column for what names nothing.
        """
        ...

    def ruled(self, state: Any, facts: Sequence[Fact]) -> str:
        """Facts in those words, separated by `;`, so that `ruling` gives them again.

        Nothing where the game has no words for one of them.
        """
        ...


class Bot(Protocol):
    """Chooses one of an Ask's legal actions; it is given the whole state and looks at its own part."""

    def __call__(self, state: Any, ask: Ask, rng: random.Random, /) -> Action:
        """Choose; the same state, Ask and random numbers give the same action."""
        ...


class Scenery(Protocol):
    """How a scenario file sets up a position of the game and states what must hold."""

    def given(self, settings: Mapping[str, str], lines: Sequence[tuple[int, str]]) -> Any:
        """Build the state that the lines (number, text) describe."""
        ...

    def then(self, state: Any, line: str) -> str:
        """Check one statement about a state; returns what is wrong, or nothing."""
        ...


class Game(Protocol):
    """One game: its types, its rules, its words, its bots."""

    key: str
    name: str
    rules_version: str
    action_type: Any
    """Union of the game's Action structs."""
    fact_type: Any
    """Union of the game's Fact structs."""
    notation: Notation
    scenery: Scenery
    bots: Mapping[str, Bot]

    def settings(self, words: Mapping[str, str]) -> dict[str, str]:
        """Check and complete the settings of a match; raises GameError naming the wrong one."""
        ...

    def remark(self, settings: Mapping[str, str]) -> str:
        """Why a match of such settings may not read as it was recorded; mostly nothing."""
        ...

    def settings_seen_by(self, settings: Mapping[str, str], seat: Seat | None) -> dict[str, str]:
        """The settings as a seat (None: a spectator) may know them; what is hidden becomes unknown.

        `new_state` takes them, and facts seen by that seat fold onto it to what `view` shows.
        """
        ...

    def new_state(self, settings: Mapping[str, str]) -> Any:
        """The state before anything has happened."""
        ...

    def turn(self, play: Play) -> Turn | None:
        """The coroutine of the turn that the state says comes next; None when the game is over."""
        ...

    def view(self, state: Any, seat: Seat | None) -> Any:
        """The state as a seat (None: a spectator) knows it, hidden cards as unknowns."""
        ...

    def unknown(self, state: Any, seat: Seat) -> int:
        """How many cards a seat knows to be in its own hand, and the state does not."""
        ...

    def valued(self, state: Any, ask: Ask) -> Callable[[Action], float] | None:
        """What the sensible bot holds of an answer to a seat's question: higher is better.

        Only comparisons within the question mean anything. None where the bot compares nothing.
        """
        ...

    def subject(self, state: Any, seat: Seat, action: Action) -> str:
        """What a seat's answer is about, by a name that is the same in every match: mostly a card's.

        Answers of a kind that are about the same are counted together. Empty where there is no name.
        """
        ...

    def board(self, state: Any) -> Board:
        """The table as people know it; drawn in a terminal, as a picture and on a page.

        `state` holds only what the viewer knows. Who sits where and through whose eyes the board is
        seen, whoever draws it adds (`replays.board.board_of`).
        """
        ...

    def data(self, state: Any) -> dict[str, Any]:
        """The state as plain data for programs; documented in docs/formats.md.

        It has what no board shows, such as ids and the cards not seen yet.
        """
        ...

    def tell(self, fact: Fact, state: Any) -> str:
        """One fact in words; `state` is the state before it."""
        ...

    def result(self, state: Any) -> Result | None:
        """How the match ended, or None while it goes on."""
        ...
