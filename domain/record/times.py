"""Times as people write and read them, and a record as it stood at one of them.

Times are kept as milliseconds since 1970, UTC. What people type without a zone, and what they are
shown, is in the zone of the machine.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Final

from domain.contract.errors import GameError, Reason
from domain.record.events import Amended

if TYPE_CHECKING:
    from domain.record.match import Record

LEGAL: Final = ("2026-11-30", "2026-11-30 19:42", "2026-11-30T19:42:05", "2026-11-30T18:42Z")
"""How a time can be written."""
EVENT: Final = re.compile(r"\s*@\s*(\d{1,9})\s*", re.ASCII)
CLOCK: Final = re.compile(r"\s*(\d{1,2}):(\d{2})(?::(\d{2}))?\s*", re.ASCII)
EARLIEST: Final = date(1970, 1, 2)
LATEST: Final = date(9998, 12, 31)


def read_time(text: str, day: date | None = None) -> int:
    """A time that somebody wrote, in milliseconds since 1970. Raises GameError (BAD_SETTING).

    ISO 8601: a day (its end is meant: all that happened on it), or a day and a time of the machine's
    zone, or one with a zone of its own. `day` is what a time of day alone (`19:42`) belongs to;
    without it that is refused.
    """
    try:
        return milliseconds(moment_of(text.strip(), day))
    except (ValueError, OverflowError, OSError) as error:
        legal = (*LEGAL, "19:42") if day else LEGAL
        raise GameError(Reason.BAD_SETTING, f"{text!r} is no time", legal=legal) from error


def moment_of(text: str, day: date | None) -> datetime:
    """The moment that words mean. Raises ValueError."""
    if day and (found := CLOCK.fullmatch(text)):
        hour, minute, second = (int(part or 0) for part in found.groups())
        return datetime.combine(day, time(hour, minute, second))
    try:
        whole = date.fromisoformat(text)
    except ValueError:
        return datetime.fromisoformat(text)
    return datetime.combine(whole, time.max)


def milliseconds(moment: datetime) -> int:
    """Since 1970; without a zone it is in the machine's. Raises ValueError for another age."""
    if not EARLIEST <= moment.date() <= LATEST:
        raise ValueError("not of this age")
    return (moment.astimezone(UTC) - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)


def local(at: int) -> datetime | None:
    """A time in the machine's zone; None for one that no calendar has."""
    try:
        return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)).astimezone()
    except (OverflowError, OSError, ValueError):
        return None


def clock_time(at: int, *, seconds: bool = False) -> str:
    """The time of day in the machine's zone, `19:42`; `?` for one that no calendar has."""
    moment = local(at)
    return moment.strftime("%H:%M:%S" if seconds else "%H:%M") if moment else "?"


def written_time(at: int) -> str:
    """Day and time in the machine's zone, `2026-11-30 19:42:05`; `?` for one that is none."""
    moment = local(at)
    return moment.strftime("%Y-%m-%d %H:%M:%S") if moment else "?"


def iso_time(at: int) -> str:
    """A time for programs, `2026-11-30T18:42:05.123Z`; `?` for one that no calendar has."""
    try:
        moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)
    except OverflowError:
        return "?"
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03}Z"


def as_of(record: Record, text: str) -> Record:
    """A record as it stood at a time, what was recorded at that very time included.

    Beside what `read_time` reads: `19:42` on the day the match was opened, and `@14`, when event 14
    had just been recorded. Raises GameError; NOT_FOUND if the match was not opened then.
    """
    if found := EVENT.fullmatch(text):
        return after_event(record, int(found[1]))
    opened = local(record.opened.at)
    at = read_time(text, opened.date() if opened else None)
    then = record.as_of(at)
    if then is None:
        raise GameError(
            Reason.NOT_FOUND,
            f"match {record.id} was not opened yet at {written_time(at)}: "
            f"that was {written_time(record.opened.at)}",
        )
    return then


def after_event(record: Record, number: int) -> Record:
    """A record as it was when an event had just been recorded (0: the opening). Raises GameError."""
    count = len(record.events)
    if number > count:
        raise GameError(
            Reason.NOT_FOUND, f"match {record.id} has no event {number}; its last is {count}"
        )
    for first, event in enumerate(record.events[:number], 1):
        if isinstance(event, Amended) and first <= number < first + event.count <= count:
            raise GameError(
                Reason.NOT_FOUND,
                f"event {number} of match {record.id} is in the middle of a correction, "
                "which was recorded at once",
                legal=(f"@{first - 1}", f"@{first + event.count}"),
            )
    return record if number == count else record.before(number + 1)
