"""What may come into a store: nothing that is still to come, and nothing that nobody can have seen."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final

from domain.contract.errors import GameError, Reason
from domain.contract.seats import seat_name
from domain.formats.tape_header import day
from domain.record.durations import written_duration
from domain.record.events import AnyStep, Event
from domain.record.match import Record

DAY_MS: Final = 86_400_000
"""A day, in milliseconds: the grace for other time zones and clocks."""


def check_day(on: str, now_ms: int) -> None:
    """Refuse what is no day, or one in the future (a day's grace for other time zones)."""
    if (
        on
        and day(on)
        and date.fromisoformat(on)
        > datetime.fromtimestamp(now_ms / 1000, UTC).date() + timedelta(1)
    ):
        raise GameError(Reason.BAD_SETTING, f"a match cannot be played in the future, on {on}")


def check_times(at: int, events: Sequence[Event], now_ms: int, first: int = 1) -> None:
    """Refuse events of a match opened at a time that are still to come, beyond a day's grace.

    `first` is the number of the first of them. Raises GameError.
    """
    most = max(0, now_ms + DAY_MS - at)
    for number, event in enumerate(events, first):
        time = max(event.after, getattr(event, "occurred", None) or 0)
        if time > most:
            raise GameError(
                Reason.BAD_SETTING,
                f"step {number} cannot have happened {written_duration(time)} after the opening: "
                "that is still to come",
            )


def check_eyes(record: Record, steps: Sequence[AnyStep]) -> None:
    """Refuse steps that say what the scorekeeper of the match cannot have seen. Raises GameError."""
    eyes = record.opened.eyes
    if not eyes:
        return
    names = record.opened.seats.names
    seat = names.index(eyes) if eyes in names else None
    for step in steps:
        if step.seen_by(seat).action != step.action:
            rest = record.opened.seats.others(seat) if seat is not None else ()
            others = " and ".join(f"{seat_name(one)}'s" for one in rest) or "both players'"
            whose = f"seat {eyes}" if seat is not None else "a spectator's place"
            raise GameError(
                Reason.ILLEGAL,
                f"match {record.id} is recorded from {whose}: {others} hidden cards are ??",
                legal=("??",),
            )
