"""When the events of a match happened, as far as that is known, and who was asked then."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from domain.contract.errors import CorruptStream
from domain.contract.game import DEALER, Seat
from domain.record.events import ON_THE_LINE, Event, Noted, Paused, Resumed, Ruled, Signed, Step
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
    """Whether an event was recorded together with the last step before it, as those of a line are."""
    event = events[number - 1]
    earlier = (events[index] for index in range(number - 2, -1, -1))
    before = next((e for e in earlier if isinstance(e, ON_THE_LINE)), None)
    return before is not None and (event.after, event.occurred) == (before.after, before.occurred)


def asked_before(record: Record, number: int) -> Seat | None:
    """The seat that was asked when an event came; None for the dealer, and when nothing was asked."""
    for index in range(number - 1, len(record.events)):
        event = record.events[index]
        if isinstance(event, Step | Ruled) and event.action is not None and not event.redecides:
            return event.seat if event.seat != DEALER else None
        if not isinstance(event, Noted | Signed | Paused | Resumed):
            break
    try:
        ask = record.before(number).live().ask
    except CorruptStream:
        return None
    return ask.seat if ask is not None and ask.seat != DEALER else None
