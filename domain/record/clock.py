"""The chess clock of a match: what each seat has used and has left, and who is thinking now.

The clock runs for the seat that is asked, whatever is written down meanwhile: a remark, a signature, a
correction or a take-back changes no clock and stops none, and what was used stays used. What runs
until such an event counts for the next decision of that seat. Nothing runs while the dealer is asked,
between `Paused` and `Resumed`, and when the match is over. Times are milliseconds.

A flag that fell is only shown: that somebody loses on time is the table's decision.
"""

from __future__ import annotations

import msgspec

from domain.contract.game import DEALER, SEAT_NAMES, Seat, seat_name
from domain.record.durations import (
    EXAMPLES,
    Control,
    read_control,
    read_duration,
    written_control,
    written_duration,
)
from domain.record.events import ON_THE_LINE, Closed, Noted, Paused, Resumed, Ruled, Signed, Step
from domain.record.match import Record
from domain.record.timeline import ANY, UNKNOWN, Moments, SeatsAsked, together


class Flag(msgspec.Struct, frozen=True):
    """When the time of a seat had run out."""

    time: int
    """Milliseconds since the opening."""
    number: int
    """Number of the last event before it; 0 is the opening."""


class SeatClock(msgspec.Struct, frozen=True):
    """The clock of one seat."""

    budget: int | None
    """What it has for the match; None where no clock was agreed."""
    used: int = 0
    earned: int = 0
    """What its decisions added."""
    flag: Flag | None = None
    """When the flag fell, if it did."""

    @property
    def left(self) -> int | None:
        """What it has left, negative once the flag has fallen; None without a clock."""
        return None if self.budget is None else self.budget + self.earned - self.used

    def spend(self, ms: int, since: int, number: int) -> SeatClock:
        """The clock after it ran for some time, from a time on, after an event."""
        flag, left = self.flag, self.left
        if flag is None and left is not None and ms >= left:
            flag = Flag(since + max(0, left), number)
        return msgspec.structs.replace(self, used=self.used + ms, flag=flag)


class Clocks(msgspec.Struct, frozen=True):
    """Both clocks at a time."""

    seats: tuple[SeatClock, SeatClock]
    running: Seat | None
    """Whose clock runs; None where none does."""
    paused: bool
    time: int
    """Milliseconds since the opening."""
    number: int
    """Number of the last event that was recorded; 0 is the opening."""
    opened: int
    """When the match was opened: milliseconds since 1970."""

    @property
    def flagged(self) -> Seat | None:
        """Whose flag fell, the first of both; None while neither has."""
        fallen = [(clock.flag.time, seat) for seat, clock in enumerate(self.seats) if clock.flag]
        return min(fallen)[1] if fallen else None

    def at(self, now_ms: int) -> Clocks:
        """The clocks at a later time (milliseconds since 1970), if nothing is recorded meanwhile."""
        elapsed = now_ms - self.opened - self.time
        if self.running is None or elapsed <= 0:
            return self
        seats = list(self.seats)
        seats[self.running] = seats[self.running].spend(elapsed, self.time, self.number)
        return msgspec.structs.replace(self, seats=(seats[0], seats[1]), time=self.time + elapsed)


class Charge(msgspec.Struct, frozen=True):
    """What a decision took."""

    seat: Seat
    ms: int


def reading(record: Record, now_ms: int | None = None) -> Clocks | None:
    """Both clocks at the last event, or else at a later time (milliseconds since 1970).

    None for a match of which nobody knows when what was decided: imported, simulated, entered later.
    """
    count = Counting(record)
    if not count.moments.known:
        return None
    count.all()
    clocks = count.clocks()
    return clocks if now_ms is None else clocks.at(now_ms)


def charges(record: Record) -> list[Charge | None] | None:
    """For each event whose thinking it ended and for how long; None for what is nobody's.

    Of steps recorded together the first has the time. None for a match without times.
    """
    count = Counting(record)
    return count.all() if count.moments.known else None


def clock_words(clocks: Clocks) -> str:
    """The clocks in words: `A 12:31, B 9:02 (running)`; without a clock what each has used."""
    words = []
    for seat, clock in enumerate(clocks.seats):
        marks = ["running"] if clocks.running == seat else []
        marks += ["flag fell"] if clock.flag else []
        shown = written_duration(clock.used if clock.left is None else clock.left)
        words.append(f"{SEAT_NAMES[seat]} {shown}" + (f" ({', '.join(marks)})" if marks else ""))
    used = "used: " if clocks.seats[0].budget is None else ""
    return used + ", ".join(words) + ("; paused" if clocks.paused else "")


def flag_words(clocks: Clocks) -> str:
    """That a flag fell, and when, in words; nothing while neither has."""
    seat = clocks.flagged
    flag = clocks.seats[seat].flag if seat is not None else None
    if seat is None or flag is None:
        return ""
    return (
        f"{seat_name(seat)}'s flag fell at {written_duration(flag.time)}, after step {flag.number}"
    )


class Counting:
    """A walk over the events of a match that counts what each seat used."""

    def __init__(self, record: Record) -> None:
        self.record = record
        control = read_control(record.opened.clock) if record.opened.clock else None
        self.increment = control.increment if control else 0
        budgets = control.budgets if control else (None, None)
        self.seats = [SeatClock(budget) for budget in budgets]
        self.carried = [0, 0]
        """What ran until events that are no decisions: it belongs to the seat's next."""
        self.free = 0
        """What ran for nobody."""
        self.last = 0
        """The time of the last event."""
        self.basis = ANY
        """What that time is counted by."""
        self.paused = False
        self.moments = Moments(record)
        self.asked = SeatsAsked(record)

    def all(self) -> list[Charge | None]:
        """Count every event; what each was charged."""
        return [self.count(number) for number in range(1, len(self.record.events) + 1)]

    def count(self, number: int) -> Charge | None:
        """Count the next event: what ran before it, and for whom."""
        event = self.record.events[number - 1]
        if isinstance(event, Noted | Signed):
            return None
        decides = isinstance(event, Step | Ruled) and event.action is not None
        seat = event.seat if decides and event.seat != DEALER else None
        if getattr(event, "redecides", 0):
            return None if seat is None else Charge(seat, 0)
        runs = self.run(number)
        if isinstance(event, Paused | Resumed):
            self.paused = isinstance(event, Paused)
        if isinstance(event, Closed):
            seat = runs
        if seat is None:
            return None
        if decides and not self.paused and not together(self.record.events, number):
            earned = self.seats[seat].earned + self.increment
            self.seats[seat] = msgspec.structs.replace(self.seats[seat], earned=earned)
        ms, self.carried[seat] = self.carried[seat], 0
        return Charge(seat, ms)

    def run(self, number: int) -> Seat | None:
        """Let the clock run until an event; whose it was, if anybody's."""
        time, basis = self.moments.of(number)
        since, before = self.last, self.basis
        if before not in (ANY, basis):
            if isinstance(self.record.events[number - 1], ON_THE_LINE):
                self.last, self.basis = time, basis
            return None
        self.last, self.basis = max(since, time), basis
        elapsed = self.last - since if basis != UNKNOWN else 0
        seat = self.asked.before(number) if elapsed and not self.paused else None
        if seat is None:
            self.free += elapsed
            return None
        self.seats[seat] = self.seats[seat].spend(elapsed, since, number - 1)
        self.carried[seat] += elapsed
        return seat

    def clocks(self) -> Clocks:
        """Both clocks after what was counted, which is everything."""
        count = len(self.record.events)
        live = self.moments.goes_on(self.basis) and not self.paused
        running = self.asked.before(count + 1) if live else None
        return Clocks(
            (self.seats[0], self.seats[1]),
            running,
            self.paused,
            self.last,
            count,
            self.record.opened.at,
        )


__all__ = [
    "EXAMPLES",
    "Charge",
    "Clocks",
    "Control",
    "Flag",
    "SeatClock",
    "charges",
    "clock_words",
    "flag_words",
    "read_control",
    "read_duration",
    "reading",
    "written_control",
    "written_duration",
]
