"""The check of a history: whether take-backs, corrections and remarks can be as they say.

What cannot be walked (a jump to what does not stand, a step after the end) ends what can be
followed; what is only recorded wrongly is found, and followed.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.contract.game import DEALER
from domain.record.events import (
    ON_THE_LINE,
    Amended,
    AnyStep,
    Closed,
    Event,
    Noted,
    Redone,
    Signed,
    Step,
    TakenBack,
)
from domain.record.history import Walk


class Wrong(msgspec.Struct, frozen=True):
    """What cannot be as an event says."""

    number: int
    """Number of the event."""
    what: str
    """In words."""


class Correction(msgspec.Struct):
    """A correction whose steps are still to follow."""

    number: int
    count: int
    replaced: tuple[int, ...]
    """Numbers of the steps of the line that were wrong, or came after."""
    seen: int = 0


def walked(events: Sequence[Event]) -> tuple[int, list[Wrong]]:
    """How many events can be followed, and what is wrong with them."""
    if all(type(event) is Step and not event.redecides for event in events):
        return len(events), []
    return Check(events).walk()


class Check(Walk):
    """A walk that looks whether take-backs, corrections and remarks can be as they say."""

    def __init__(self, events: Sequence[Event]) -> None:
        super().__init__()
        self.events = events
        self.correction: Correction | None = None
        self.found: list[Wrong] = []

    def find(self, number: int, what: str) -> None:
        """Note that something is wrong."""
        self.found.append(Wrong(number, what))

    def walk(self) -> tuple[int, list[Wrong]]:
        """Go over the events, as far as they can be followed."""
        count = 0
        for number, event in enumerate(self.events, 1):
            if impossible := self.impossible(number, event):
                self.find(number, impossible)
                break
            if isinstance(event, ON_THE_LINE):
                self.decision(number, event)
            else:
                self.beside(number, event)
            count = number
        self.corrected()
        return count, self.found

    def impossible(self, number: int, event: Event) -> str:
        """Why an event cannot come next, or nothing."""
        last = self.last
        if isinstance(event, ON_THE_LINE):
            closed = last and isinstance(self.events[last - 1], Closed)
            return (
                f"the match was ended by step {last}; a step after that cannot be" if closed else ""
            )
        if isinstance(event, TakenBack | Amended) and not self.stands(event.to):
            what = "take-back" if isinstance(event, TakenBack) else "correction"
            return f"the {what} goes back to step {event.to}, which does not stand there"
        if isinstance(event, Redone) and event.to not in self.before:
            return f"the redo goes on to step {event.to}, which never stood"
        return ""

    def decision(self, number: int, event: AnyStep) -> None:
        """A step comes to the line."""
        self.step(number)
        open_one = self.correction
        if open_one:
            open_one.seen += 1
            if event.redecides and event.redecides not in open_one.replaced:
                self.find(
                    number,
                    f"the step stands for step {event.redecides}, "
                    f"which is none that correction {open_one.number} replaces",
                )
            if open_one.seen == open_one.count:
                self.correction = None
        elif event.redecides:
            self.find(
                number,
                f"the step stands for step {event.redecides}, and belongs to no correction",
            )

    def beside(self, number: int, event: Event) -> None:
        """An event that is no step."""
        self.corrected()
        last = self.last
        if isinstance(event, TakenBack):
            self.taken_back(number, event, last)
        elif isinstance(event, Amended):
            self.amended(number, event, last)
        elif isinstance(event, Redone):
            if event.to == last:
                self.find(number, f"the redo goes on to step {last}, the last of the line already")
            self.on(event.to)
        elif isinstance(event, Noted) and not 0 <= event.about < number:
            self.find(number, f"the note is about event {event.about}, which was not there yet")
        elif isinstance(event, Signed) and not 0 <= event.upto < number:
            self.find(number, f"event {event.upto} is signed, which was not there yet")

    def taken_back(self, number: int, event: TakenBack, last: int) -> None:
        """The line goes on from an earlier event."""
        if event.to == last:
            self.find(number, "the take-back takes nothing back")
        gone = self.back(event.to).gone
        known = [n for n in gone if revealing(self.events[n - 1])]
        if kept := [n for n in known if n not in event.revealed]:
            self.find(
                number,
                f"the take-back does not say that {steps(kept)} had shown what was random or hidden",
            )
        if wrong := [n for n in event.revealed if n not in gone]:
            self.find(number, f"the take-back speaks of {steps(wrong)}, and does not take it back")

    def amended(self, number: int, event: Amended, last: int) -> None:
        """Steps from an event on are replaced by those that follow."""
        gone = self.back(event.to).gone
        if not gone:
            self.find(number, "the correction replaces nothing")
        elif event.wrong and event.wrong != gone[0]:
            self.find(
                number,
                f"the correction says that step {event.wrong} was wrong, and replaces those from "
                f"step {gone[0]} on",
            )
        if event.count < 1:
            self.find(number, f"the correction says that {event.count} steps belong to it")
        else:
            self.correction = Correction(number, event.count, gone)

    def corrected(self) -> None:
        """A correction of which steps are missing."""
        if self.correction:
            one = self.correction
            self.find(
                one.number,
                f"{one.count} step{'s' * (one.count != 1)} should belong to the correction, "
                f"and {one.seen} follow{'s' * (one.seen == 1)} it",
            )
        self.correction = None


def revealing(event: Event) -> bool:
    """Return whether an event is the dealer's: whatever else shows something, that always does."""
    return isinstance(event, ON_THE_LINE) and event.seat == DEALER and event.action is not None


def steps(numbers: Sequence[int]) -> str:
    """Steps by their numbers: `step 3`, `steps 3 and 4`."""
    *some, last = map(str, numbers)
    return f"steps {', '.join(some)} and {last}" if some else f"step {last}"
