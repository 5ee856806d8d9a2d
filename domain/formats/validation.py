"""Events that other programs tell: none that cannot have been recorded comes into a store."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.contract.characters import MOST_NAME, check_text
from domain.contract.errors import IMPOSSIBLE, GameError, Reason
from domain.contract.game import DEALER, seat_name
from domain.contract.seats import TWO
from domain.record.endings import check_judge, closing
from domain.record.events import (
    CORRECTION,
    ON_THE_LINE,
    REVEAL,
    Amended,
    AnyStep,
    Closed,
    Event,
    Noted,
    Ruled,
    Step,
)
from domain.record.match import Match, Record
from domain.record.rulings import KINDS, check_numbers

MOST_NUMBER = 32_767
"""The largest number that an action or fact of a match made under other rules may hold."""
NAMES = ("by", "judge", "role", "key", "signature")
"""Fields of events that hold a short text."""
ANY_SEAT = -2
"""The seat of a step whose line does not say who decided."""


def unreadable(message: str, legal: tuple[str, ...] = ()) -> GameError:
    """The error for a line that cannot be read."""
    return GameError(Reason.UNREADABLE, message, legal=legal)


class Checked:
    """Events as they are taken in: none that cannot have happened comes into a store.

    With facts, each step must be what the rules give for its action; under other rules than
    today's, what can be applied. Without facts, the rules supply them.
    """

    def __init__(self, record: Record, *, facts: bool) -> None:
        self.facts = facts
        self.record = record
        self.live: Match | None = None
        self.state: Any = None
        self.by_rules = not facts or record.opened.rules == record.game.rules_version
        self.stand()

    def stand(self) -> None:
        """Be where the line of the record ends."""
        if self.by_rules:
            self.live = self.record.live()
        else:
            self.state = self.record.state()

    def take(self, event: Event, index: int) -> None:
        """Check an event and take it in. Raises GameError."""
        check_event(event)
        if isinstance(event, ON_THE_LINE):
            self.record.events.append(self.step(event, index))
            return
        self.record.events.append(event)
        try:
            before = self.record.history.last
        except GameError as error:
            raise unreadable(
                f"event {index} says that the line goes on where it never was"
            ) from error
        if before != event_before(self.record):
            self.stand()

    def step(self, step: AnyStep, index: int) -> AnyStep:
        """Check a step and return it whole. Raises GameError."""
        if isinstance(step, Closed):
            check_end(step, index)
            if self.live and self.live.over:
                raise unreadable(f"the match is over before step {index}")
            if self.live:
                self.live.close(step)
            return step
        if self.live is None:
            return self.applied(step, index)
        ask = self.live.ask
        if not entered_by_hand(step) and ask is not None and step.seat not in (ask.seat, ANY_SEAT):
            raise unreadable(f"step {index} is {seat_name(ask.seat)}'s to decide")
        if isinstance(step, Ruled):
            decided = self.ruled(self.live, step, index)
        else:
            self.live.decide(step.action)
            (decided,) = self.live.take()
        if self.facts and decided.facts != step.facts:
            raise unreadable(f"the facts of step {index} are not what its action causes")
        if isinstance(decided, Ruled):
            return msgspec.structs.replace(
                step, facts=decided.facts, seat=decided.seat, anew=decided.anew
            )
        return msgspec.structs.replace(step, facts=decided.facts, seat=decided.seat)

    def ruled(self, live: Match, step: Ruled[Any, Any], index: int) -> AnyStep:
        """Let a ruling happen."""
        if step.action is not None:
            live.stand(step.action)
        elif not 0 < step.entered <= len(step.facts):
            raise unreadable(f"ruling {index} does not say how many of its facts were entered")
        else:
            for fact in step.facts[: step.entered]:
                check_numbers(fact)
            live.rule(step.facts[: step.entered], step.kind, step.seat)
        (decided,) = live.take()
        return decided

    def applied(self, step: Step[Any, Any] | Ruled[Any, Any], index: int) -> AnyStep:
        """Check that the facts of a step can be applied, and their numbers are of this world."""
        try:
            for fact in step.facts:
                fact.apply(self.state)
        except IMPOSSIBLE as error:
            raise unreadable(f"the facts of step {index} cannot have happened") from error
        for part in (step.action, *step.facts):
            for value in msgspec.structs.astuple(part) if part is not None else ():
                if isinstance(value, int) and abs(value) > MOST_NUMBER:
                    raise unreadable(f"step {index} holds the number {value}")
        return step


def entered_by_hand(step: AnyStep) -> bool:
    """Return whether a step is a ruling of facts, which nobody has to decide."""
    return isinstance(step, Ruled) and step.action is None


def check_end(closed: Closed, index: int) -> None:
    """Refuse an end that makes no sense. Raises GameError."""
    if closed.winner not in (None, *TWO):
        raise unreadable(f"step {index} names a winner who does not play", (*TWO.names, "null"))
    sound = closing(closed.why, closed.winner)
    if closed.seat not in (sound.seat, DEALER):
        raise unreadable(
            f"step {index} says that {seat_name(closed.seat)} loses", (seat_name(sound.seat),)
        )


def event_before(record: Record) -> int:
    """Number of the last event of the line, had the last event not been recorded."""
    return record.before(len(record.events)).history.last


def check_event(event: Event) -> None:
    """Refuse words that nobody could have entered, or a tape could not tell. Raises GameError."""
    if isinstance(event, Ruled):
        kinds = ("stood",) if event.action is not None else ("", *KINDS)
        if event.kind not in kinds:
            raise unreadable(f"no ruling is called {event.kind!r}", kinds)
    if isinstance(event, Ruled | Closed):
        check_judge(event.judge)
    if isinstance(event, Amended) and event.why not in (CORRECTION, REVEAL):
        raise unreadable(f"nothing is amended for {event.why!r}", (CORRECTION, REVEAL))
    if isinstance(event, Noted) and not event.note.strip():
        raise unreadable("a note says something")
    for name in NAMES:
        check_text(getattr(event, name, ""), name, MOST_NAME)
