"""Take-backs, their take-backs, and remarks: the events of the table beside the line of a match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from domain.contract.errors import GameError, Reason
from domain.contract.game import DEALER
from domain.formats.tape import Written, written_lines
from domain.record.events import AnyStep, Event, Noted, Paused, Redone, Resumed, Ruled, TakenBack
from domain.record.match import Record

MOST_SHOWN: Final = 3
"""Steps of which the words say what they showed; the others are counted."""


def typed_lines(record: Record) -> Iterator[Written]:
    """The lines of a match as a tape writes them; one with a play that stood in it is one line.

    (A tape writes that in several: what was legal before it, the play that stood, and the rest.)
    """
    held: Written | None = None
    for line in written_lines(record):
        if held and goes_on(record, held, line):
            both = held.lines + line.lines, held.notation + line.notation
            held = Written(*both, held.first, line.last)
            continue
        if held:
            yield held
        held = line
    if held:
        yield held


def goes_on(record: Record, line: Written, later: Written) -> bool:
    """Whether two lines of a tape were typed as one, in which a play stood."""
    steps = record.steps[line.first - 1 : later.last]
    return (
        line.notation[-1].endswith("...")
        and len({(step.after, step.by) for step in steps}) == 1
        and any(isinstance(step, Ruled) and step.action is not None for step in steps)
    )


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
        lines = list(typed_lines(record)) if lines is None else lines
        (line,) = (line for line in lines if line.first <= place <= line.last)
        together = place
        while together > line.first and steps[together - 2].after == steps[place - 1].after:
            together -= 1
        place = together - 1
    return place


def revealed(record: Record, place: int) -> tuple[int, ...]:
    """Numbers of the steps behind a place by which something random or hidden became known.

    What a card that is played or discarded openly shows is no such thing: who plays shows it.
    """
    return tuple(
        record.number(index)
        for index, step in enumerate(record.steps[place:], place + 1)
        if reveals(step)
    )


def reveals(step: AnyStep) -> bool:
    """Whether by a step something random or hidden became known: a dealer's, or entered by hand."""
    if step.action is not None:
        return step.seat == DEALER
    return any(fact.seen_by(None) != fact for fact in step.facts)


def shown(record: Record, numbers: Sequence[int]) -> dict[int, str]:
    """What steps of the line did, in words, by their numbers."""
    found: dict[int, str] = {}
    last = record.place(numbers[-1]) if numbers else 0
    state = record.state(0)
    for place, step in enumerate(record.steps[:last], 1):
        words: list[str] = []
        wanted = record.number(place) in numbers
        for fact in step.facts:
            if wanted and not fact.quiet and not fact.opens_turn:
                words.append(record.game.tell(fact, state))
            fact.apply(state)
        if wanted:
            found[record.number(place)] = ", ".join(words)
    return found


class Unconfirmed(GameError):
    """A take-back of what had been shown, which wants to be confirmed."""

    revealed: tuple[int, ...] = ()
    """Numbers of the steps by which something random or hidden had become known."""


def taken_back(record: Record, place: int, *, confirmed: bool = False, **stamps: Any) -> TakenBack:
    """The event that takes back everything behind a place of the line.

    Raises GameError (NOT_FOUND) if nothing lies behind it; Unconfirmed (ILLEGAL) if something random
    or hidden had become known there, unless that is `confirmed`.
    """
    if not 0 <= place < len(record.steps):
        raise GameError(
            Reason.NOT_FOUND,
            f"nothing of match {record.id} lies behind step {record.number(place)}",
        )
    known = revealed(record, place)
    if known and not confirmed:
        error = Unconfirmed(
            Reason.ILLEGAL,
            f"{revealed_words(record, known)}: what was random or hidden had been shown; taking that "
            "back wants to be confirmed, and is marked",
            legal=("--confirm", "undo confirm"),
        )
        error.revealed = known
        raise error
    return TakenBack(to=record.number(place), revealed=known, **stamps)


def revealed_words(record: Record, numbers: Sequence[int]) -> str:
    """Describe what became known by steps, the first few of them: `step 14 (B draws F5)`."""
    words = [
        f"step {n} ({what})" if what else f"step {n}" for n, what in shown(record, numbers).items()
    ]
    more = len(words) - MOST_SHOWN
    return ", ".join(words[:MOST_SHOWN]) + (f" and {more} more" if more > 0 else "")


def standing(record: Record, number: int) -> int:
    """The place on the line of a step by its number. Raises GameError (NOT_FOUND).

    The error for one that was corrected names the step that stands for it now.
    """
    try:
        return record.place(number)
    except GameError as error:
        for now in record.numbers:
            earlier = now
            while earlier and earlier != number:
                earlier = getattr(record.events[earlier - 1], "redecides", 0)
            if earlier:
                error.message += f"; step {now} stands for it now"
                break
        raise


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
    if number in history.line:
        raise GameError(
            Reason.CONFLICT,
            f"step {number} stands; to go back to it is a take-back",
            legal=(f"undo to {number}", f"--to {number}"),
        )
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
