"""Take-backs, their take-backs, and remarks: the events of the table beside the line of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.errors import GameError, Reason
from domain.events import Closed, Event, Noted, Paused, Redone, Resumed, TakenBack
from domain.game import DEALER
from domain.history import OPENING
from domain.match import Record
from domain.tape import Written, written_lines


def last_lines(record: Record, count: int = 1) -> int:
    """The place on the line before what was written last, `count` lines of it (0: the opening).

    What was entered at one time is a line; of what was imported, what a tape writes in one. How a
    match was closed is a line of its own. Raises GameError if there are not so many.
    """
    place = len(record.steps)
    lines: list[Written] | None = None
    for _ in range(count):
        if not place:
            raise GameError(
                Reason.NOT_FOUND,
                f"match {record.id} has nothing {'to take back' if count == 1 else 'more than that'}",
            )
        steps = record.steps
        lines = list(written_lines(record)) if lines is None else lines
        (line,) = (line for line in lines if line.first <= place <= line.last)
        together = place
        while together > line.first and steps[together - 2].after == steps[place - 1].after:
            together -= 1
        place = together - 1
    return place


def revealed(record: Record, place: int) -> tuple[int, ...]:
    """Numbers of the steps behind a place by which something random or hidden became known."""
    return tuple(
        record.number(index)
        for index, step in enumerate(record.steps, 1)
        if index > place and step.seat == DEALER and not isinstance(step, Closed) and step.action
    )


def taken_back(record: Record, place: int, *, confirmed: bool = False, **stamps: Any) -> TakenBack:
    """The event that takes back everything behind a place of the line.

    Raises GameError: NOT_FOUND if nothing lies behind it; ILLEGAL if something random or hidden had
    become known there, unless that is `confirmed`.
    """
    if not 0 <= place < len(record.steps):
        raise GameError(
            Reason.NOT_FOUND,
            f"nothing of match {record.id} lies behind step {record.number(place)}",
        )
    known = revealed(record, place)
    if known and not confirmed:
        steps = f"step {known[0]}" if len(known) == 1 else f"steps {', '.join(map(str, known))}"
        raise GameError(
            Reason.ILLEGAL,
            f"{steps} showed what was random or hidden; taking that back wants to be confirmed, "
            "and is marked",
            legal=("--confirm", "undo confirm"),
        )
    return TakenBack(to=record.number(place), revealed=known, **stamps)


def redone(record: Record, number: int | None = None, **stamps: Any) -> Redone:
    """The event that takes the last take-back back, or makes any event the end of the line again.

    Raises GameError (NOT_FOUND) if there is no take-back to take back, or no such event.
    """
    history = record.history
    if number is None:
        if not history.undone:
            raise GameError(
                Reason.NOT_FOUND,
                f"match {record.id} has no take-back to take back"
                + (": it went on since" if history.variations else ""),
            )
        number = history.undone[0]
    elif number not in history.before:
        raise record.no_step(number)
    if number == history.last:
        raise GameError(Reason.NOT_FOUND, f"step {number} is the last of the line as it is")
    return Redone(to=number, **stamps)


def noted(record: Record, text: str, number: int | None = None, **stamps: Any) -> Noted:
    """A remark on an event (None: the last of the line; 0: the match). Raises GameError."""
    words = " ".join(text.split())
    if not words:
        raise GameError(Reason.UNREADABLE, "a note says something")
    about = record.history.last if number is None else number
    if not 0 <= about <= len(record.events):
        raise GameError(Reason.NOT_FOUND, f"match {record.id} has no event {about}")
    return Noted(about=about, note=words, **stamps)


def paused(events: Sequence[Event]) -> bool:
    """Whether the clocks stand still."""
    for event in reversed(events):
        if isinstance(event, Paused | Resumed):
            return isinstance(event, Paused)
    return False


__all__ = ["OPENING", "last_lines", "noted", "paused", "redone", "revealed", "taken_back"]
