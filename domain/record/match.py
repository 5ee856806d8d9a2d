"""A match: its opening and its steps, folded into a state, and its live end.

Folding applies facts and never runs rules. Only the live end runs rules: from the start of the turn
in progress, over that turn's recorded decisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Generic, TypeVar

import msgspec

from domain.contract.ask import A, F, S
from domain.contract.errors import IMPOSSIBLE, CorruptStream, GameError, Reason
from domain.contract.game import (
    DEALER,
    Action,
    Ask,
    Fact,
    Game,
    Play,
    Result,
    Seat,
    Turn,
    totals_of,
)
from domain.record.events import AnyStep, Closed, Opened, Ruled, Step
from domain.record.history import History, history, upto
from domain.record.irregularity import writable

Folded = TypeVar("Folded")


def fold(state: Folded, steps: Iterable[AnyStep]) -> Folded:
    """Apply every fact of the steps to the state, in place, and return it."""
    for step in steps:
        for fact in step.facts:
            fact.apply(state)
    return state


class Pending:
    """A decision or ruling that is not yet handed over."""

    __slots__ = ("action", "anew", "entered", "facts", "kind", "seat")

    def __init__(
        self,
        seat: Seat,
        action: Action | None,
        facts: list[Fact],
        kind: str | None = None,
        entered: int = 0,
        anew: bool = False,
    ) -> None:
        self.seat = seat
        self.action = action
        self.facts = facts
        self.kind = kind
        """None for a decision; else what kind of ruling it is."""
        self.entered = entered
        self.anew = anew

    def event(self, **stamps: Any) -> AnyStep:
        """The event as it is stored."""
        if self.kind is None:
            stamps.pop("judge", None)
            return Step(self.action, tuple(self.facts), self.seat, **stamps)
        return Ruled(
            self.action,
            tuple(self.facts),
            entered=self.entered,
            seat=self.seat,
            kind=self.kind,
            anew=self.anew,
            **stamps,
        )


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """What letting a recorded step happen again came to."""

    given: AnyStep | None
    """The step as the rules give it now; None where it cannot happen."""
    why: str = ""
    """Why it cannot: NOT_ASKED, ILLEGAL or IMPASSE."""

    def same(self, recorded: AnyStep) -> bool:
        """Say if the rules give the very facts that were recorded."""
        return self.given is not None and self.given.facts == recorded.facts


NOT_ASKED: Final = "not asked"
"""Nobody is asked anything there, or another seat is."""
ILLEGAL: Final = "illegal"
"""It is not among the legal answers."""
IMPASSE: Final = "impasse"
"""What was ruled, or stood, cannot be carried out."""


class Match(Generic[S, A, F]):
    """The live end of a match: what is asked, and the steps that answer it.

    `choose` answers the Ask; forced Asks that follow stay open until `settle` (so that notation may
    spell them out); `take` hands over the finished steps. What the rules do not give comes in by
    `stand` (a decision that is not legal) and `rule` (facts entered by hand).
    """

    def __init__(
        self,
        game: Game[S, A, F],
        settings: dict[str, str],
        steps: Sequence[AnyStep] = (),
        state: S | None = None,
        play_type: type[Play[S]] = Play,
    ) -> None:
        self.game = game
        self.settings = settings
        self.steps: list[AnyStep] = []
        self.ask: Ask[A] | None = None
        self.closed: Closed | None = None
        """How the match ended, if by other ways than the rules."""
        self._turn: Turn
        self._new: list[Pending] = []
        self.play = play_type(game.new_state(settings) if state is None else state)
        self._resume(steps)

    @property
    def state(self) -> S:
        """The state after everything decided so far."""
        return self.play.state

    @property
    def over(self) -> bool:
        """True when the game has ended."""
        return self.ask is None

    def choose(self, action: A) -> None:
        """Answer the Ask. Raises GameError (ILLEGAL) and changes nothing if it is not legal."""
        ask = self.open_ask()
        if action not in ask.choices:
            raise GameError(
                Reason.ILLEGAL,
                ask.why_not(action),
                legal=tuple(self.game.notation.words(self.state, ask)),
            )
        if self._ruled:
            self._answer_still(action)
        else:
            self.answer(action)

    @property
    def _ruled(self) -> bool:
        """Whether anything was ruled, or stood, in the turn in progress."""
        index, _ = turn_start(self.steps)
        return any(isinstance(step, Ruled) for step in self.steps[index:]) or any(
            pending.kind is not None for pending in self._new
        )

    def _answer_still(self, action: Action) -> None:
        """Answer a question of a turn in which something was ruled. Raises GameError (ILLEGAL).

        What the answer is about must still be there, so that it can be written and carried out.
        """
        try:
            self.game.notation.write(self.state.copy(), (Step(action),), True)
            self.answer(action)
        except IMPOSSIBLE as error:
            raise GameError(
                Reason.ILLEGAL,
                "the rules cannot carry that out after what was ruled; say by rulings what "
                "happens, and whose turn is next",
            ) from error

    def open_ask(self) -> Ask[A]:
        """The question that is open. Raises GameError (ILLEGAL) when the match is over."""
        if self.ask is None:
            raise GameError(Reason.ILLEGAL, "the match is over")
        return self.ask

    def answer(self, action: Action) -> None:
        """Answer the Ask with an action known to be legal (a bot's, taken from its choices)."""
        ask = self.ask
        assert ask is not None
        facts = self.play.facts = []
        if ask.forced and self._new:
            self._new[-1].facts.extend(self._advance(action, facts))
        else:
            self._new.append(Pending(ask.seat, action, self._advance(action, facts)))

    def stand(self, action: Action) -> None:
        """Answer the Ask with an action that is not legal, since it stood; the rules carry it out.

        Raises GameError (ILLEGAL) if they cannot; the match is then of no more use. To a question
        with a single answer nothing else can stand: the engine gives it before it is ever asked.
        """
        ask = self.open_ask()
        if ask.forced:
            raise GameError(
                Reason.ILLEGAL,
                "only one thing can be done here, and that happens by itself; "
                "what happened otherwise is a ruling after it",
                legal=tuple(self.game.notation.words(self.state, ask)),
            )
        cannot = GameError(
            Reason.ILLEGAL, "the rules cannot carry that out; enter what it did, fact by fact"
        )
        before = self.state.copy()
        facts = self.play.facts = []
        try:
            self._advance(action, facts)
        except IMPOSSIBLE as error:
            raise cannot from error
        if not writable(self.game, before, ask, Ruled(action, tuple(facts))):
            raise cannot
        self._new.append(Pending(ask.seat, action, facts, "stood"))

    def rule(self, facts: Sequence[Fact], kind: str = "", seat: Seat = DEALER) -> None:
        """Let facts happen that the rules did not give; what then follows by the rules follows.

        At the beginning of a line the question is put again, since the state is another; in the
        middle of an action it stays as it was, unless a turn begins or the game ends. Raises
        GameError (ILLEGAL) if they cannot happen; the match is then of no more use.
        """
        entered = list(facts)
        try:
            for fact in entered:
                fact.apply(self.state)
            anew = self._put_again(entered)
        except IMPOSSIBLE as error:
            raise GameError(Reason.ILLEGAL, "that cannot have happened here") from error
        self._new.append(Pending(seat, None, entered, kind, len(facts), anew))

    def _put_again(self, entered: list[Fact]) -> bool:
        """Put the question again if it can be; what follows from that is added to the facts.

        It can be where a line begins, and while nothing has happened in a turn yet.
        """
        ask = self.ask
        between = (
            ask is None
            or self.state.over
            or any(fact.opens_turn for fact in entered)
            or (self.state.turn > 0 and (self._fresh or ask.about in self.game.notation.opens))
        )
        if between:
            following: list[Fact] = []
            self.play.facts = following
            self._begin_turn()
            entered.extend(following)
        return between

    @property
    def _fresh(self) -> bool:
        """Whether nothing has happened in the turn in progress."""
        if self._new or not self.steps:
            return not self._new
        index, after = turn_start(self.steps)
        return index == len(self.steps) - 1 and after == len(self.steps[-1].facts) > 0

    def settle(self) -> None:
        """Answer every forced Ask; their facts belong to the step that led to them."""
        while (ask := self.ask) is not None and ask.forced:
            (only,) = ask.choices
            self.answer(only)

    def decide(self, action: A) -> None:
        """Choose and settle."""
        self.choose(action)
        self.settle()

    def take(
        self, *, after: int = 0, by: str = "", note: str = "", judge: str = ""
    ) -> list[AnyStep]:
        """Settle, and hand over the steps since the last call, stamped with when and by whom.

        `after` is in milliseconds since the opening; a note goes with the last step.
        """
        self.settle()
        last = len(self._new) - 1
        steps = [
            pending.event(after=after, by=by, note=note if index == last else "", judge=judge)
            for index, pending in enumerate(self._new)
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
        self.steps = list(steps[:index])
        for number, step in enumerate(steps[index:], index + 1):
            if not self.replay(step).same(step):
                raise drifted(number)
            self.steps[-1] = step

    def replay(self, step: AnyStep) -> Outcome:
        """Let a recorded decision, ruling or end happen again, as far as it can.

        A decision must be asked and legal; a play that stood is carried out; facts entered by hand
        happen. What the rules give for it is handed over as `take` does. Where a ruling cannot be
        carried out the match is of no more use.
        """
        if isinstance(step, Closed):
            self.close(step)
            self.steps.append(step)
            return Outcome(step)
        ask = self.ask
        if step.action is None or isinstance(step, Ruled):
            try:
                if step.action is None:
                    assert isinstance(step, Ruled)
                    self.rule(step.facts[: step.entered], step.kind, step.seat)
                elif ask is None or ask.seat != step.seat:
                    return Outcome(None, NOT_ASKED)
                else:
                    self.stand(step.action)
            except GameError:
                return Outcome(None, IMPASSE)
        elif ask is None or ask.seat != step.seat:
            return Outcome(None, NOT_ASKED)
        elif step.action not in ask.choices:
            return Outcome(None, ILLEGAL)
        else:
            self.answer(step.action)
        (given,) = self.take()
        return Outcome(given)

    def close(self, closed: Closed) -> None:
        """End the match by other ways than its rules; nothing is asked any more."""
        self.closed = closed
        self.ask = None

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
    """Where the turn in progress starts: index of the step, and count of its facts up to there.

    That is also where a ruling had the question put again: the turn goes on from the state there.
    """
    for index in range(len(steps) - 1, -1, -1):
        step = steps[index]
        facts = step.facts
        least = step.entered if isinstance(step, Ruled) and step.anew else 0
        for position in range(len(facts) - 1, least - 1, -1):
            if facts[position].opens_turn:
                return index, position + 1
        if least:
            return index, least
    return 0, 0


class Record(Generic[S, A, F]):
    """A stored match as read: its opening, and every event after it.

    `steps` is the line: what stands of it. An event's number is its place among the events, from 1;
    it is the step's name for ever, while `place` is where it stands on the line now.
    """

    __slots__ = ("_history", "_line", "events", "game", "head", "id", "opened")

    def __init__(
        self, match_id: str, game: Game[S, A, F], opened: Opened, events: list[Any], head: str
    ) -> None:
        self.id = match_id
        self.game = game
        self.opened = opened
        self.events: list[Any] = events
        """Every event after the opening, in the order in which they were recorded."""
        self.head = head
        """Digest of the last event; identifies the whole match."""
        self._history: tuple[int, History] | None = None
        self._line: tuple[int, list[AnyStep]] | None = None

    @property
    def version(self) -> int:
        """Version of the last event; the opening is 1, event n is n + 1."""
        return len(self.events) + 1

    @property
    def history(self) -> History:
        """What stands, and what was taken back or corrected. Raises CorruptStream."""
        count = len(self.events)
        if self._history is None or self._history[0] != count:
            with self.readable():
                self._history = count, history(self.events)
        return self._history[1]

    @property
    def steps(self) -> list[AnyStep]:
        """The line: what stands of the match, in order. Raises CorruptStream."""
        count = len(self.events)
        if self._line is None or self._line[0] != count:
            kept: list[Any] = self.events
            line = kept if all(type(event) is Step for event in kept) else self.standing()
            self._line = count, line
        return self._line[1]

    def standing(self) -> list[AnyStep]:
        """The events whose numbers the line has."""
        return [self.events[number - 1] for number in self.history.line]

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the steps of the line."""
        return range(1, len(self.events) + 1) if self.steps is self.events else self.history.line

    def number(self, place: int) -> int:
        """The number of the event at a place of the line, counted from 1; 0 is the opening."""
        return self.numbers[place - 1] if place else 0

    def place(self, number: int) -> int:
        """The place of an event on the line, counted from 1; 0 is the opening.

        Raises GameError (NOT_FOUND) for what does not stand.
        """
        if number == 0:
            return 0
        try:
            return self.numbers.index(number) + 1
        except ValueError:
            raise self.no_step(number) from None

    def no_step(self, number: int) -> GameError:
        """The error for a number that is not on the line: why it is not."""
        for variation in self.history.variations:
            if number in variation.numbers:
                return GameError(
                    Reason.NOT_FOUND,
                    f"step {number} of match {self.id} was {variation.reason} by event {variation.by}; "
                    f"`ludograph show {self.id} --variation {number}` shows it",
                )
        last = self.history.last
        if 0 < number <= len(self.events):
            what = (
                f"event {number} of match {self.id} is no step of the game; "
                f"`ludograph history {self.id}` shows it"
            )
        else:
            what = f"match {self.id} has no step {number}; its last is {last}"
        return GameError(Reason.NOT_FOUND, what)

    def state(self, step: int | None = None) -> S:
        """The state at a place of the line (0: at the opening; None: after the last step).

        Raises CorruptStream if what is recorded cannot have happened.
        """
        with self.readable():
            return fold(self.game.new_state(self.opened.settings), self.steps[:step])

    @property
    def closed(self) -> Closed | None:
        """How the match ended, if by other ways than the rules."""
        last = self.steps[-1] if self.steps else None
        return last if isinstance(last, Closed) else None

    def result(self, state: Any = None) -> Result | None:
        """How the match ended, by the rules or otherwise; None while it goes on.

        `state` is that after the last step, where it is known already.
        """
        state = self.state() if state is None else state
        return result_of(self.game, state, self.closed)

    def as_of(self, time: int) -> Record | None:
        """The record as it was at a time (milliseconds since 1970); None before its opening."""
        if time < self.opened.at:
            return None
        count = upto(self.events, time - self.opened.at)
        return self if count == len(self.events) else self.before(count + 1)

    def before(self, number: int) -> Record:
        """The record as it was before an event was recorded, by its number."""
        return Record(self.id, self.game, self.opened, self.events[: number - 1], "")

    def variation(self, number: int) -> Record:
        """The line that leads to an event, which need not stand, as a record of its own."""
        path = self.history.path(number)
        events = [self.events[n - 1] for n in path]
        return Record(self.id, self.game, self.opened, events, "")

    def cut(self, count: int, head: str) -> None:
        """Forget the events after so many, which were not recorded after all."""
        del self.events[count:]
        self.head = head
        self._history = self._line = None

    def seen_by(self, seat: Seat | None) -> Record:
        """The match as a seat (None: a spectator) may know it: no hidden cards or lists, no chain.

        And no seed, which with the bots would give every hidden card away; no digest or signature, by
        which guesses at them could be tested.
        """
        settings = self.game.settings_seen_by(self.opened.settings, seat)
        origins = tuple(
            msgspec.structs.replace(origin, digest="") for origin in self.opened.origins
        )
        opened = msgspec.structs.replace(self.opened, settings=settings, seed=None, origins=origins)
        events = [event.seen_by(seat) for event in self.events]
        return Record(self.id, self.game, opened, events, "")

    def live(self) -> Match[S, A, F]:
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


def result_of(game: Game, state: Any, closed: Closed | None) -> Result | None:
    """How a match ended: as the table says, or else as the rules do; None while it goes on."""
    if closed is None:
        return game.result(state)
    return Result(closed.winner, closed.why, totals_of(game, state))
