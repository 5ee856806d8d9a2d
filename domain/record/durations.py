"""Lengths of time as people write them, `12:31` and `1:02:31`, and the clocks made of them."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from domain.contract.errors import GameError, Reason

DURATION: Final = r"(?:(\d{1,3}):)?(\d{1,4}):(\d\d)"
"""Hours, minutes and seconds; groups 1 to 3."""
WHOLE: Final = re.compile(rf"\s*{DURATION}\s*", re.ASCII)
EXAMPLES: Final = ("25:00", "25:00/20:00", "25:00+0:10")
"""Clocks as they are written: for each seat; A's and B's; with what each own decision adds."""
SECOND: Final = 1_000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE


def read_duration(text: str) -> int:
    """Milliseconds of `m:ss` or `h:mm:ss`. Raises GameError for anything else."""
    found = WHOLE.fullmatch(text)
    if not found:
        raise GameError(
            Reason.UNREADABLE, f"{text.strip()!r} is no time", legal=("12:31", "1:02:31")
        )
    return parts_in_ms(found[1], found[2], found[3])


def parts_in_ms(hours: str | None, minutes: str, seconds: str) -> int:
    """Milliseconds of what DURATION found. Raises GameError for 60 seconds, or 60 minutes of hours."""
    if int(seconds) > 59 or (hours is not None and int(minutes) > 59):
        shown = ":".join(filter(None, (hours, minutes, seconds)))
        raise GameError(Reason.UNREADABLE, f"{shown!r} is no time", legal=("12:31", "1:02:31"))
    return int(hours or 0) * HOUR + int(minutes) * MINUTE + int(seconds) * SECOND


def written_duration(ms: int, *, hours: bool = False) -> str:
    """`m:ss`, or `h:mm:ss` from an hour on or where `hours` are wanted; whole seconds.

    A part of a second counts as nothing; less than no time has a minus before it.
    """
    seconds = abs(ms) // SECOND
    sign = "-" if ms < 0 and seconds else ""
    if seconds < 3600 and not hours:
        return f"{sign}{seconds // 60}:{seconds % 60:02}"
    return f"{sign}{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


class Control(msgspec.Struct, frozen=True):
    """How much time each seat has."""

    budgets: tuple[int, int]
    """Of A and of B, for the whole match."""
    increment: int = 0
    """What each own decision adds."""


def read_control(text: str) -> Control:
    """A clock from its text, `25:00`, `25:00/20:00` or `25:00+0:10`. Raises GameError."""
    budgets, plus, increment = text.partition("+")
    try:
        first, _, second = budgets.partition("/")
        seats = read_duration(first), read_duration(second if "/" in budgets else first)
        added = read_duration(increment) if plus else 0
    except GameError as error:
        raise GameError(
            Reason.BAD_SETTING, f"{text!r} is no clock: {error.message}", legal=EXAMPLES
        ) from error
    if not all(seats):
        raise GameError(Reason.BAD_SETTING, f"{text!r} leaves no time to play", legal=EXAMPLES)
    return Control(seats, added)


def written_control(control: Control) -> str:
    """A clock as `read_control` reads it, always the same for the same control."""
    first, second = map(written_duration, control.budgets)
    more = f"+{written_duration(control.increment)}" if control.increment else ""
    return (first if first == second else f"{first}/{second}") + more
