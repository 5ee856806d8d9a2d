"""How people write a game: what reads lines and writes them, and what it may ask of a match."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, Protocol

from domain.contract.ask import A, Action, Ask, F, Fact, S
from domain.contract.fields import Seat


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

    @property
    def stood(self) -> bool:
        """Whether it stood although it is not legal: unknown cards are then written one by one."""
        ...


class Notation(ABC, Generic[S, A, F]):
    """How people write a game: one line a turn, forgiving in, canonical out.

    A game says how a line is read and written, and which words can be typed; what else a notation
    can offer is left out unless the game has it.
    """

    examples: str = ""
    """A few lines for the scorekeeper at the prompt, in rich markup."""
    opens: tuple[str, ...] = ()
    """What the questions are about that begin a line; the others go on with one.

    A ruling has them put again: in a turn, at such a question, `Game.turn` begun anew from the
    state alone must ask the same, and change nothing before it does.
    """
    rulings: str = ""
    """What a ruling can say: a line each, its shapes (with ` · ` between them), two spaces, what it
    means; in rich markup.
    """

    @abstractmethod
    def read(self, decider: Decider, text: str) -> None:
        """Read one line and decide it, whole. Raises GameError with a column where it fails."""

    @abstractmethod
    def write(
        self, state: S, steps: Sequence[Decision], going_on: bool = False
    ) -> tuple[list[str], int]:
        """Write the next line for steps from `state`, which is folded on; returns steps used.

        A line that leaves its turn open ends in ` ...`; `going_on` says that the last one did.
        """

    @abstractmethod
    def words(self, state: S, ask: Ask[A]) -> list[str]:
        """The legal actions as a person would type them next, for completion and messages."""

    def meanings(self, state: S, ask: Ask[A]) -> dict[str, str]:
        """The same words, each with what it stands for (nothing where that is not known)."""
        return dict.fromkeys(self.words(state, ask), "")

    def shapes(self, state: S, ask: Ask[A]) -> str:
        """What an answer looks like, in a line; nothing where the words themselves are shown."""
        return ""

    def goes_on(self, state: S, ask: Ask[A], typed: str) -> list[str]:
        """Words that may follow those typed where these decide nothing yet; mostly none."""
        return []

    def prompt(self, state: S, ask: Ask[A]) -> tuple[str, Seat]:
        """How the line that is asked for begins, and whose it is (of a deal: who draws)."""
        return (str(state.turn) if state.turn else "set-up"), ask.seat

    def says(self, state: S, action: A) -> str:
        """A decision in words; nothing where its tag and fields will do. `state` is before it."""
        return ""

    def card(self, state: S, name: str) -> str:
        """A card for people, in rich markup: its numbers and words.

        Nothing if the game has no such words. Raises GameError for a name that means no card.
        """
        return ""

    def totals(self, state: S) -> str:
        """The totals people read aloud, as `=` asserts them: numbers, in the order of the seats."""
        scored: Any = state
        return ":".join(map(str, scored.scores))

    def ruling(self, state: S, text: str) -> Sequence[Fact] | None:
        """The facts that a ruling states in the game's own words; None if these are not its words.

        Raises GameError with a column for what names nothing.
        """
        return None

    def ruled(self, state: S, facts: Sequence[F]) -> str:
        """Facts in those words, separated by `;`, so that `ruling` gives them again.

        Nothing where the game has no words for one of them.
        """
        return ""
