"""What an audit lists apart: rulings, ends by other ways, corrections, take-backs past what was shown.

None of it is wrong, and none of it is what the rules gave: people decided it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.contract.errors import IMPOSSIBLE, GameError
from domain.contract.game import Fact, seat_name
from domain.record.clock import reading
from domain.record.durations import written_duration
from domain.record.endings import closing_words
from domain.record.events import Amended, Closed, Ruled, Step, TakenBack
from domain.record.history import Variation
from domain.record.match import Record
from domain.record.rulings import ruling
from domain.revise.amendment import line_of
from replays.audit.findings import Listed
from replays.audit.violations import seat_named
from replays.diff import described, fact_text


class Notices(msgspec.Struct):
    """What an audit lists beside its findings, each kind by number."""

    rulings: list[Listed] = []
    corrections: list[Listed] = []
    takebacks: list[Listed] = []
    late: list[Listed] = []


def notices_of(record: Record, stood: Mapping[int, str]) -> Notices:
    """List the notices of a match.

    `stood` says of plays that stood why they are not legal, or nothing of one that would be.
    """
    found = Notices()
    if record.steps is not record.events or any(type(e) is not Step for e in record.events):
        off = {n: taken_off(v) for v in record.history.variations for n in v.numbers}
        again = {e.redecides for e in record.events if isinstance(e, Ruled | Closed)}
        again -= {*record.numbers}
        for number, event in enumerate(record.events, 1):
            if number in again:
                continue
            if isinstance(event, Ruled):
                note = stood_note(stood, number)
                found.rulings.append(ruled(record, number, event, note, off.get(number, "")))
            elif isinstance(event, Closed):
                what = ended(record, event)
                entry = listed(record, number, event, event.why, what, off.get(number, ""))
                found.rulings.append(entry)
            elif isinstance(event, Amended):
                what = corrected(record, number, event)
                found.corrections.append(listed(record, number, event, event.why, what))
            elif isinstance(event, TakenBack) and event.revealed:
                what = taken_back(record, number, event)
                found.takebacks.append(listed(record, number, event, "takeback", what))
    if record.opened.clock:
        found.late.extend(late(record))
    return found


def listed(
    record: Record, number: int, event: Any, kind: str, what: str, aside: str = "", note: str = ""
) -> Listed:
    """An event as it is listed; one that was decided again by a correction as it first was."""
    first = original(record, number)
    return Listed(
        number,
        kind,
        what,
        at=record.opened.at + first.after,
        judge=getattr(event, "judge", ""),
        why=event.note,
        by=first.by or record.opened.by,
        note=note,
        aside=aside,
    )


def ended(record: Record, closed: Closed) -> str:
    """An end by other ways in words, also one that cannot be."""
    try:
        return closing_words(closed, record.opened.players)
    except IMPOSSIBLE:
        return f"an end by {closed.why}"


def original(record: Record, number: int) -> Any:
    """The event as it was first recorded, if a correction has decided it again since."""
    event = record.events[number - 1]
    while 0 < (earlier := getattr(event, "redecides", 0)) < number:
        before = record.events[earlier - 1]
        if type(before) is not type(event):
            break
        number, event = earlier, before
    return event


def taken_off(variation: Variation) -> str:
    """Why a variation does not stand."""
    return f"{variation.reason} by event {variation.by}"


def stood_note(stood: Mapping[int, str], number: int) -> str:
    """Describe what today's rules say to a play that stood; nothing to facts entered by hand."""
    if number not in stood:
        return ""
    return f"not legal: {stood[number]}" if stood[number] else "would have been legal"


def ruled(record: Record, number: int, event: Ruled[Any, Any], note: str, aside: str) -> Listed:
    """A ruling in words: what was entered and what followed, or the line that stood."""
    path = record.variation(number)
    facts = [*event.facts]
    try:
        state = path.state(len(path.events) - 1)
        words = [in_words(record, fact, state) for fact in facts]
    except (GameError, *IMPOSSIBLE):
        words = [described(fact) for fact in facts]
    followed = [
        word
        for word, fact in zip(words[event.entered :], facts[event.entered :], strict=True)
        if not fact.quiet
    ]
    if event.action is None:
        what = "; ".join(words[: event.entered])
        what += f" (and so {'; '.join(followed)})" if followed else ""
        return listed(record, number, event, event.kind or "ruling", what, aside, note)
    phrase = that_stood(path, event)
    what = f"{seat_named(event.seat)} `{phrase}`" + (f": {'; '.join(followed)}" if followed else "")
    entry = listed(record, number, event, event.kind or "stood", what, aside, note)
    return msgspec.structs.replace(entry, why=comment(record, number))


def comment(record: Record, number: int) -> str:
    """The comment on a step, which lies with the last step that was recorded with it."""
    first = record.events[number - 1]
    for event in record.events[number - 1 :]:
        if not isinstance(event, Step | Ruled) or event.after != first.after:
            break
        if event.note:
            return str(event.note)
    return ""


def in_words(record: Record, fact: Fact, state: Any) -> str:
    """A fact in words; the state goes on over it."""
    words = fact_text(record.game, fact, state)
    fact.apply(state)
    return words


def line(record: Record, place: int) -> str:
    """The line, as a tape writes it, that tells a step; nothing where it cannot be written."""
    return " / ".join(lines(record, place))


def lines(record: Record, place: int) -> tuple[str, ...]:
    """Return the lines that a tape writes at once with a step; nothing where it cannot be written."""
    try:
        return line_of(record, place).notation
    except (GameError, *IMPOSSIBLE):
        return ()


def that_stood(record: Record, event: Ruled[Any, Any]) -> str:
    """A play that stood, the last of a line, as it was written."""
    for words in reversed(lines(record, len(record.events))):
        found = ruling(words)
        if found and found.stood:
            return found.text.strip(" .")
    return described(event.action) if event.action is not None else ""


def corrected(record: Record, number: int, event: Amended) -> str:
    """Describe a correction: the line as it was and as it is, and how much was decided again."""
    jump = record.history.jumps[number]
    gone, was = jump.gone, ""
    if event.wrong in gone:
        place = len(record.history.path(event.wrong))
        was = line(record.variation(jump.last), place)
    now = ""
    last = min(number + event.count, len(record.events))
    if last in record.history.before:
        path = record.history.path(last)
        if number + 1 in path:
            now = line(record.variation(last), path.index(number + 1) + 1)
    named = steps_named(gone)
    what = f"step {event.wrong} was `{was}`, is `{now}`" if was and now else f"{named} replaced"
    again = event.count - 1
    if again > 0:
        what += f"; {again} later step{'s' * (again != 1)} decided again"
    if (left := len(gone) - event.count) > 0:
        what += f", {left} left off"
    return what


def taken_back(record: Record, number: int, event: TakenBack) -> str:
    """Describe what a take-back past something revealed took back, and which of it had been shown."""
    gone = record.history.jumps[number].gone
    verb = "was" if len(gone) == 1 else "were"
    return (
        f"{steps_named(gone)} {verb} taken back after {steps_named(event.revealed)} had shown "
        "what was hidden or random"
    )


def steps_named(numbers: Any) -> str:
    """Steps by their numbers, runs as such: `step 3`, `steps 3 to 9`, `steps 3, 5`."""
    found = list(numbers)
    if len(found) == 1:
        return f"step {found[0]}"
    if len(found) == 2:
        return f"steps {found[0]} and {found[1]}"
    if found and found == list(range(found[0], found[-1] + 1)):
        return f"steps {found[0]} to {found[-1]}"
    return f"steps {', '.join(map(str, found))}"


def late(record: Record) -> list[Listed]:
    """For each seat whose clock ran out: how much was decided on the line after that."""
    try:
        clocks = reading(record)
    except (GameError, *IMPOSSIBLE):
        return []
    found: list[Listed] = []
    for seat, clock in enumerate(clocks.seats if clocks else ()):
        after = [n for n in record.numbers if clock.flag and n > clock.flag.number]
        if clock.flag and after:
            what = (
                f"{seat_name(seat)}'s time ran out {written_duration(clock.flag.time)} into the match; "
                f"{steps_named(after)} came after that"
            )
            entry = listed(record, after[0], record.events[after[0] - 1], "late", what)
            found.append(msgspec.structs.replace(entry, why="", judge="", by=""))
    return found
