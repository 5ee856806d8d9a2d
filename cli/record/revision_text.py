"""What bookkeeping did, in rich markup: what was, what is, what was left off; and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from rich.markup import escape

from domain.contract.errors import GameError
from domain.formats.jsonl import event_object
from domain.record.endings import result_line
from domain.record.events import Closed, Event, Noted, Redone, Ruled, TakenBack
from domain.record.match import Record
from domain.revise.amendment import KEEP, REVEAL, STOP, Altered, Amendment, Misfit
from domain.revise.undo import told_shown, typed_lines
from replays.annotations import numbered

MOST: Final = 6
"""Lines, or later lines that came out otherwise, that are told; the others are counted."""


def recorded(record: Record, count: int) -> str:
    """The numbers of the last events, as they are asked for by `amend` and `undo to`."""
    last = len(record.events)
    return numbered(range(last - count + 1, last + 1))


def lines_told(record: Record, first: int, last: int) -> list[tuple[str, str]]:
    """The lines that tell the steps from one place to another: which steps, and the line."""
    found: list[tuple[str, str]] = []
    for line in typed_lines(record):
        if line.last >= first and line.first <= last:
            steps = [
                record.number(n) for n in range(max(first, line.first), min(last, line.last) + 1)
            ]
            said = " / ".join(said for said in line.notation if said.strip())
            found.append((numbered(steps), said))
    return found


def listed(rows: Sequence[tuple[str, str]], mark: str = "") -> Iterator[str]:
    """Rows of steps and their lines, the first few of them."""
    shown = rows if len(rows) <= MOST else rows[: MOST - 1]
    width = max((len(steps) for steps, _ in shown), default=0)
    for steps, line in shown:
        yield f"    {mark}{steps.ljust(width)}  {escape(line)}"
    if len(rows) > len(shown):
        yield f"    [dim]and {len(rows) - len(shown)} more lines[/]"


# -- take-backs ----------------------------------------------------------------------------------


def taken_back_told(before: Record, event: TakenBack) -> Iterator[str]:
    """What was taken back, where the line goes on, and what had been shown."""
    yield "taken back:"
    yield from listed(lines_told(before, before.place(event.to) + 1, len(before.steps)))
    if event.revealed:
        shown = escape(told_shown(before, event.revealed))
        yield f"[yellow]marked: what was random or hidden had been shown[/] by {shown}"
    yield going_on(before, event.to)


def going_on(record: Record, number: int) -> str:
    """After which step the line goes on."""
    if not number:
        return "[dim]the match begins anew; redo brings it back[/]"
    place = record.place(number)
    ((_, line),) = lines_told(record, place, place)
    return f"[dim]the line goes on after step {number} ({escape(line)}); redo brings it back[/]"


def redone_told(before: Record, after: Record, event: Redone) -> Iterator[str]:
    """What stands again, and what does not stand any more."""
    old, new = before.history.line, after.history.line
    back = [after.place(number) for number in new if number not in old]
    gone = [before.place(number) for number in old if number not in new]
    if gone:
        yield "does not stand any more:"
        yield from listed(lines_told(before, gone[0], gone[-1]))
    if back:
        yield "stands again:"
        yield from listed(lines_told(after, back[0], back[-1]))
    yield f"[dim]the line goes on after step {event.to}[/]"


# -- corrections ---------------------------------------------------------------------------------


def amended_told(before: Record, amendment: Amendment, *, dry: bool = False) -> Iterator[str]:
    """What was, what is, what did not fit, what comes out otherwise, and what was left off."""
    event = amendment.correction
    yield f"step {event.wrong} was  {escape(amendment.was)}"
    yield f"step {event.wrong} is   [bold]{escape(amendment.now)}[/]"
    for misfit, answer in amendment.misfits:
        yield from misfit_told(misfit, answer)
    yield from altered_told(amendment.altered)
    if amendment.dropped:
        place = len(before.steps) - amendment.dropped + 1
        rows = lines_told(before, place, len(before.steps))
        yield f"[yellow]left off, {steps_counted(amendment.dropped)}:[/]"
        yield from listed(rows)
    if amendment.learned or not (amendment.misfits or amendment.altered or amendment.dropped):
        yield "nothing else changes"
    if dry:
        yield "[dim]nothing was recorded[/]"
        return
    first = len(before.events) + 2
    now = numbered(range(first, first + event.count))
    yield (
        f"[dim]the line goes on from step {event.to} with {now}; "
        f"back to how it was: redo to {before.history.last}[/]"
    )


def steps_counted(count: int) -> str:
    """So many steps."""
    return f"{count} step{'s' * (count != 1)}"


def misfit_told(misfit: Misfit, answer: str) -> Iterator[str]:
    """A later line that did not fit, and what became of it."""
    became = {KEEP: "kept as a ruling", STOP: "left off"}.get(answer, f"now `{answer}`")
    yield f"[yellow]{escape(str(misfit))}[/]: {escape(became)}"


def altered_told(altered: Sequence[Altered]) -> Iterator[str]:
    """Later lines that come to something else now."""
    if altered:
        yield "comes out otherwise now:"
    for change in altered[:MOST]:
        yield f"    step {change.number}  {escape(change.line)}"
        was = [words for words in change.was if words not in change.now]
        now = [words for words in change.now if words not in change.was]
        if was:
            yield f"        [dim]no longer[/]  {escape(', '.join(was))}"
        if now:
            yield f"        [dim]now[/]        {escape(', '.join(now))}"
    if len(altered) > MOST:
        yield f"    [dim]and {len(altered) - MOST} more lines[/]"


# -- the rest ------------------------------------------------------------------------------------


def noted_told(record: Record, event: Noted) -> str:
    """What a remark is about."""
    if not event.about:
        return "noted, about the match"
    try:
        place = record.place(event.about)
        ((_, line),) = lines_told(record, place, place)
        return f"noted, on step {event.about} ({escape(line)})"
    except GameError:
        return f"noted, on event {event.about}"


def ended_told(record: Record, event: Closed) -> str:
    """How the match ended."""
    result = result_line(record.game, record.state(), event).removeprefix("result ")
    return f"[bold]{escape(result)}[/]"


def ruled_told(record: Record, steps: Sequence[Event]) -> str:
    """Which of the steps just recorded are rulings; empty if none is."""
    kinds: dict[str, list[int]] = {}
    first = len(record.events) - len(steps) + 1
    for number, step in enumerate(steps, first):
        if isinstance(step, Ruled):
            kinds.setdefault(step.kind or "facts", []).append(number)
    return ", ".join(f"ruling ({kind})" for kind in kinds)


def what(why: str) -> str:
    """The word for a correction of a kind."""
    return "reveal" if why == REVEAL else "amend"


# -- for programs --------------------------------------------------------------------------------


def events_plain(record: Record, count: int) -> list[dict[str, Any]]:
    """The last events as in JSON Lines."""
    first = len(record.events) - count + 1
    return [
        event_object(record.id, number, record.events[number - 1])
        for number in range(first, len(record.events) + 1)
    ]


def amended_plain(before: Record, amendment: Amendment) -> dict[str, Any]:
    """What a correction came to."""
    return {
        "match": before.id,
        "step": amendment.wrong,
        "was": amendment.was,
        "now": amendment.now,
        "misfits": [
            {"step": misfit.number, "line": misfit.line, "why": misfit.why, "answer": answer}
            for misfit, answer in amendment.misfits
        ],
        "altered": [
            {"step": one.number, "line": one.line, "was": one.was, "now": one.now}
            for one in amendment.altered
        ],
        "dropped": amendment.dropped,
        "learned": amendment.learned,
    }
