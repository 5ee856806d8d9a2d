"""A match: its opening and its steps, folded into a state, and its live end.

Folding applies facts and never runs rules. Only the live end runs rules: from the start of the turn
in progress, over that turn's recorded decisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import msgspec

from domain.errors import CorruptStream, GameError, Reason
from domain.events import AnyStep, Opened, Step
from domain.game import Action, Ask, Fact, Game, Play, Seat, Turn

IMPOSSIBLE: Final = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError)
"""What facts that cannot have happened raise when they are applied, told or drawn."""


def fold(state: Any, steps: Iterable[AnyStep]) -> Any:
    """Apply every fact of the steps to the state, in place, and return it."""
    for step in steps:
        for fact in step.facts:
            fact.apply(state)
    return state


class Match:
    """The live end of a match: what is asked, and the steps that answer it.

    `choose` answers the Ask; forced Asks that follow stay open until `settle` (so that notation may
    spell them out); `take` hands over the finished steps.
    """

    def __init__(
        self, game: Game, settings: dict[str, str], steps: Sequence[AnyStep] = (), state: Any = None
    ) -> None:
        self.game = game
        self.settings = settings
        self.steps: list[AnyStep] = []
        self.ask: Ask | None = None
        self._turn: Turn
        self._new: list[tuple[Seat, Action, list[Fact]]] = []
        self.play = Play(game.new_state(settings) if state is None else state)
        self._resume(steps)

    @property
    def state(self) -> Any:
        """The state after everything decided so far."""
        return self.play.state

    @property
    def over(self) -> bool:
        """True when the game has ended."""
        return self.ask is None

    def choose(self, action: Action) -> None:
        """Answer the Ask. Raises GameError (ILLEGAL) and changes nothing if it is not legal."""
        ask = self.ask
        if ask is None:
            raise GameError(Reason.ILLEGAL, "the match is over")
        if action not in ask.choices:
            raise GameError(
                Reason.ILLEGAL,
                ask.why_not(action),
                legal=tuple(self.game.notation.words(self.state, ask)),
            )
        self.answer(action)

    def answer(self, action: Action) -> None:
        """Answer the Ask with an action known to be legal (a bot's, taken from its choices)."""
        ask = self.ask
        assert ask is not None
        facts = self.play.facts = []
        if ask.forced and self._new:
            self._new[-1][2].extend(self._advance(action, facts))
        else:
            self._new.append((ask.seat, action, self._advance(action, facts)))

    def settle(self) -> None:
        """Answer every forced Ask; their facts belong to the step that led to them."""
        while (ask := self.ask) is not None and ask.forced:
            (only,) = ask.choices
            self.answer(only)

    def decide(self, action: Action) -> None:
        """Choose and settle."""
        self.choose(action)
        self.settle()

    def take(self, *, after: int = 0, by: str = "", note: str = "") -> list[AnyStep]:
        """Settle, and hand over the steps since the last call, stamped with when and by whom.

        `after` is in milliseconds since the opening; a note goes with the last step.
        """
        self.settle()
        last = len(self._new) - 1
        steps: list[AnyStep] = [
            Step(
                action,
                tuple(facts),
                seat,
                after,
                by=by,
                note=note if index == last else "",
            )
            for index, (seat, action, facts) in enumerate(self._new)
        ]
        self._new.clear()
        self.steps.extend(steps)
        return steps

    def _advance(self, action: Action, facts: list[Fact]) -> list[Fact]:
        try:
            self.ask = self._turn.send(action)
        except StopIteration:
            self._begin_turn()
        return facts

    def _begin_turn(self) -> None:
        while True:
            turn = self.game.turn(self.play)
            if turn is None:
                self.ask = None
                return
            self._turn = turn
            try:
                self.ask = next(turn)
            except StopIteration:
                continue
            return

    def _resume(self, steps: Sequence[AnyStep]) -> None:
        """Fold to the start of the turn in progress, then run that turn over what was decided."""
        index, after = turn_start(steps)
        fold(self.state, steps[:index])
        rest: tuple[Fact, ...] = ()
        if steps and after:
            for fact in steps[index].facts[:after]:
                fact.apply(self.state)
            rest = steps[index].facts[after:]
            index += 1
        self._begin_turn()
        self._expect(index, (*self.play.facts, *self._forced_facts()), rest)
        for number, step in enumerate(steps[index:], index + 1):
            if self.ask is None or self.ask.seat != step.seat:
                raise drifted(number)
            if step.action not in self.ask.choices:
                raise drifted(number)
            self.answer(step.action)
            self.settle()
            self._expect(number, tuple(self._new[-1][2]), step.facts)
        self._new.clear()
        self.steps = list(steps)

    def _forced_facts(self) -> list[Fact]:
        """Answer what is forced at the start of a turn; it belongs to the step that led there."""
        found: list[Fact] = []
        while (ask := self.ask) is not None and ask.forced:
            (only,) = ask.choices
            facts = self.play.facts = []
            found.extend(self._advance(only, facts))
        return found

    def _expect(self, number: int, got: tuple[Fact, ...], recorded: tuple[Fact, ...]) -> None:
        if got != recorded:
            raise drifted(number)


def drifted(number: int) -> CorruptStream:
    """The error for a turn in progress that today's rules decide differently."""
    return CorruptStream(
        Reason.CORRUPT,
        f"step {number} does not follow from the rules; audit the match to see what differs",
    )


def turn_start(steps: Sequence[AnyStep]) -> tuple[int, int]:
    """Where the turn in progress starts: index of the step, and count of its facts up to there."""
    for index in range(len(steps) - 1, -1, -1):
        facts = steps[index].facts
        for position in range(len(facts) - 1, -1, -1):
            if facts[position].opens_turn:
                return index, position + 1
    return 0, 0


class Record:
    """A stored match as read: opening, steps, and how its events were stored."""

    __slots__ = ("game", "head", "id", "opened", "steps")

    def __init__(
        self, match_id: str, game: Game, opened: Opened, steps: list[AnyStep], head: str
    ) -> None:
        self.id = match_id
        self.game = game
        self.opened = opened
        self.steps = steps
        self.head = head
        """Digest of the last event; identifies the whole match."""

    @property
    def version(self) -> int:
        """Version of the last event; the opening is 1, step n is n + 1."""
        return len(self.steps) + 1

    def state(self, step: int | None = None) -> Any:
        """The state after a step (0: at the opening; None: after the last).

        Raises CorruptStream if what is recorded cannot have happened.
        """
        with self.readable():
            return fold(self.game.new_state(self.opened.settings), self.steps[:step])

    def seen_by(self, seat: Seat | None) -> Record:
        """The match as a seat (None: a spectator) may know it: no hidden cards or lists, no chain.

        And no seed: with the bots it would give every hidden card away.
        """
        settings = self.game.settings_seen_by(self.opened.settings, seat)
        opened = msgspec.structs.replace(self.opened, settings=settings, seed=None)
        steps = [step.seen_by(seat) for step in self.steps]
        return Record(self.id, self.game, opened, steps, "")

    def live(self) -> Match:
        """The live end, to go on from. Raises CorruptStream."""
        with self.readable():
            try:
                return Match(self.game, self.opened.settings, self.steps)
            except CorruptStream as error:
                if remark := self.game.remark(self.opened.settings):
                    error.message += f"; {remark}"
                raise

    @contextmanager
    def readable(self) -> Iterator[None]:
        """Turn what goes wrong with facts that cannot have happened into CorruptStream."""
        try:
            yield
        except IMPOSSIBLE as error:
            raise CorruptStream(
                Reason.CORRUPT,
                f"match {self.id} cannot have happened as it is recorded; audit it to see what is wrong",
            ) from error
