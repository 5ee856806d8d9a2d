"""When the events of a match happened, as far as that is known, and who was asked then."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from domain.contract.errors import CorruptStream
from domain.contract.game import DEALER, Seat
from domain.record.events import (
    ON_THE_LINE,
    Amended,
    AnyStep,
    Event,
    Redone,
    Ruled,
    Step,
    TakenBack,
)
from domain.record.history import Walk
from domain.record.match import Record

MANY_TURNS: Final = 3
"""Steps recorded at one moment in which so many turns begin were not typed at the table."""


ANY: Final = ""
"""What the opening's time is counted by: it goes with both others."""
LIVE: Final = "live"
"""Counted by when things were recorded, as they happened."""
STATED: Final = "told"
"""Counted by the times that a tape tells."""
UNKNOWN: Final = "unknown"


class Moments:
    """When the events of a record happened."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.later = entered_later(record)
        self.batches = batches(record.events)

    def of(self, number: int) -> tuple[int, str]:
        """Milliseconds from the opening to an event, and what they are counted by."""
        event = self.record.events[number - 1]
        occurred = getattr(event, "occurred", None)
        if occurred is not None:
            return occurred, STATED if self.later or not event.after else LIVE
        if self.later or number in self.batches:
            return 0, UNKNOWN
        return event.after, LIVE

    @property
    def known(self) -> bool:
        """Whether anything is known about when what was decided.

        Of bots nothing is, nor of a match that came in whole, all of it at one moment.
        """
        if self.record.opened.bots:
            return False
        found = [
            self.of(number)
            for number, event in enumerate(self.record.events, 1)
            if isinstance(event, ON_THE_LINE) and not event.redecides
        ]
        times = {time for time, basis in found if basis != UNKNOWN}
        several = len(times) > 1 or len(found) == 1 or self.record.opened.clock
        return bool(any(times) and several) if found else not self.later

    def goes_on(self, basis: str) -> bool:
        """Return whether time runs on from an event whose own was counted by something."""
        return not self.later and basis in (ANY, LIVE)


def entered_later(record: Record) -> bool:
    """Return whether it was written down on a later day than it was played: when is then not known."""
    try:
        day = datetime.fromtimestamp(record.opened.at / 1000, UTC).date().isoformat()
    except (OverflowError, OSError, ValueError):
        return False
    return bool(record.opened.on) and record.opened.on < day


def batches(events: Sequence[Event]) -> set[int]:
    """Numbers of the events that came in together, many turns at one moment: imported ones."""
    found: set[int] = set()
    numbers: list[int] = []
    turns = 0
    for number, event in enumerate(events, 1):
        if not isinstance(event, ON_THE_LINE) or event.redecides:
            continue
        if numbers and event.after != events[numbers[-1] - 1].after:
            numbers, turns = [], 0
        numbers.append(number)
        turns += sum(fact.opens_turn for fact in event.facts)
        if turns >= MANY_TURNS:
            found.update(numbers)
    return found


def together(events: Sequence[Any], number: int) -> bool:
    """Return whether an event was recorded together with the last step before it, as those of a line are.

    A step that ends a turn ends its line: times that are told to the second can be the same.
    """
    event = events[number - 1]
    earlier = (events[index] for index in range(number - 2, -1, -1))
    before = next((e for e in earlier if isinstance(e, ON_THE_LINE)), None)
    if before is None or any(fact.opens_turn for fact in before.facts):
        return False
    return bool((event.after, event.occurred) == (before.after, before.occurred))


class SeatsAsked:
    """Which seat was asked when each event of a record came."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.lasts: list[int] = []
        """The last event of the line before each event, and after all of them."""
        self.answers: dict[int, Seat] = {}
        """The seat that answered what was asked after an event of the line."""
        self.asks: dict[int, Seat] = {}
        """The seat that is asked after an event which nothing answered; the dealer for nobody."""
        walk = Walk()
        for number, event in enumerate(record.events, 1):
            self.lasts.append(walk.last)
            if isinstance(event, ON_THE_LINE):
                if decides(event):
                    self.answers.setdefault(walk.last, event.seat)
                walk.step(number)
            elif isinstance(event, TakenBack | Amended | Redone):
                try:
                    walk.jump(number, event)
                except LookupError:
                    break
        self.lasts += [walk.last] * (len(record.events) + 1 - len(self.lasts))

    def before(self, number: int) -> Seat | None:
        """The seat asked when an event came; None for the dealer, and when nothing was asked."""
        last = self.lasts[number - 1]
        seat = self.answers.get(last)
        if seat is None:
            if last not in self.asks:
                self.asks[last] = self.asked_after(last)
            seat = self.asks[last]
        return seat if seat != DEALER else None

    def asked_after(self, last: int) -> Seat:
        """Let the line up to an event happen, and see who is asked; the dealer if nobody is."""
        try:
            ask = self.record.variation(last).live().ask
        except CorruptStream:
            return DEALER
        return DEALER if ask is None else ask.seat


def decides(event: AnyStep) -> bool:
    """Return whether an event of the line answered what was asked, and was not decided again."""
    return isinstance(event, Step | Ruled) and event.action is not None and not event.redecides
