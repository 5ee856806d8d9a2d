"""What came of a command, in rich markup: what was, what is, what was left off; and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from rich.markup import escape

from domain.commands import Outcome
from domain.contract.errors import GameError
from domain.formats.jsonl import event_object
from domain.record.clock import clock_words, reading
from domain.record.endings import closing_words, result_line
from domain.record.events import (
    Amended,
    Closed,
    Noted,
    Paused,
    Redone,
    Resumed,
    Ruled,
    TakenBack,
)
from domain.record.match import Record
from domain.revise.misfits import KEEP, STOP, Altered, Misfit, on_one_line
from domain.revise.undo import revealed_words, typed_lines
from replays.annotations import numbered
from replays.position_text import news

MOST: Final = 6
"""Lines, or later lines that came out otherwise, that are shown; the others are counted."""


def outcome_text(outcome: Outcome) -> Iterator[str]:
    """Write what came of a command, line by line."""
    match outcome.events[:1]:
        case [TakenBack()]:
            return taken_back_text(outcome)
        case [Redone()]:
            return redone_text(outcome)
        case [Amended()]:
            return amended_text(outcome)
        case [Noted(about=about)]:
            return iter((escape(remark_text(outcome.record, about)),))
        case [Paused()]:
            return iter((f"the clocks stand still: {escape(clocks_text(outcome.record))}",))
        case [Resumed()]:
            return iter((f"the clocks go on: {escape(clocks_text(outcome.record))}",))
        case [Closed() as event] if outcome.state is None:
            return iter(
                (f"{escape(end_text(outcome))}: [bold]{escape(result(outcome, event))}[/]",)
            )
    return map(escape, line_text(outcome))


def outcome_plain(outcome: Outcome) -> dict[str, Any]:
    """Write what came of a command for programs."""
    record = outcome.record
    recorded = {"events": events_plain(outcome), "last": record.history.last}
    more: dict[str, Any] = {}
    match outcome.events[:1]:
        case [Amended()]:
            return {**amended_plain(outcome), **recorded}
        case [TakenBack(to=to)]:
            before = outcome.before
            gone = step_lines(before, before.place(to) + 1, len(before.steps))
            more = {"taken_back": [line for _, line in gone]}
        case [Paused() | Resumed()]:
            more = {"clocks": clocks_text(record)}
        case [Closed()] if outcome.state is None:
            more = {"result": end_text(outcome)}
        case _ if outcome.state is not None:
            more = {"words": line_text(outcome)}
    return {"match": record.id, "events": recorded["events"], **more, "last": recorded["last"]}


def numbers_text(outcome: Outcome, *, stood: bool) -> str:
    """Write the numbers of what a line recorded, as `amend` and `undo to` want them, and its rulings.

    `stood`: the line was entered as one that is not legal.
    """
    first = outcome.count + 1
    kinds = [event.kind or "facts" for event in outcome.events if isinstance(event, Ruled)]
    rulings = ", ".join(dict.fromkeys(f"ruling ({kind})" for kind in kinds))
    if stood and not rulings:
        rulings = "that is legal, no ruling was needed"
    numbers = numbered(range(first, first + len(outcome.events)))
    return f"{numbers} · {rulings}" if rulings else numbers


def step_lines(record: Record, first: int, last: int) -> list[tuple[str, str]]:
    """Return the lines of the steps from one place to another: which steps, and the line."""
    found: list[tuple[str, str]] = []
    for line in typed_lines(record):
        if line.last >= first and line.first <= last:
            steps = [
                record.number(n) for n in range(max(first, line.first), min(last, line.last) + 1)
            ]
            found.append((numbered(steps), on_one_line(line)))
    return found


def line_at(record: Record, place: int) -> str:
    """Return the line of the step at a place."""
    ((_, line),) = step_lines(record, place, place)
    return line


def listed(rows: Sequence[tuple[str, str]], mark: str = "") -> Iterator[str]:
    """Rows of steps and their lines, the first few of them."""
    shown = rows if len(rows) <= MOST else rows[: MOST - 1]
    width = max((len(steps) for steps, _ in shown), default=0)
    for steps, line in shown:
        yield f"    {mark}{steps.ljust(width)}  {escape(line)}"
    if len(rows) > len(shown):
        yield f"    [dim]and {len(rows) - len(shown)} more lines[/]"


# -- take-backs ----------------------------------------------------------------------------------


def taken_back_text(outcome: Outcome) -> Iterator[str]:
    """Write what was taken back, where the line goes on, and what had been shown."""
    before, event = outcome.before, outcome.event
    yield "taken back:"
    yield from listed(step_lines(before, before.place(event.to) + 1, len(before.steps)))
    if event.revealed:
        shown = escape(revealed_words(before, event.revealed))
        yield f"[yellow]marked: what was random or hidden had been shown[/] by {shown}"
    yield going_on(before, event.to)


def going_on(record: Record, number: int) -> str:
    """Write after which step the line goes on."""
    if not number:
        return "[dim]the match begins anew; redo brings it back[/]"
    line = line_at(record, record.place(number))
    return f"[dim]the line goes on after step {number} ({escape(line)}); redo brings it back[/]"


def redone_text(outcome: Outcome) -> Iterator[str]:
    """Write what stands again, and what does not stand any more."""
    before, after = outcome.before, outcome.record
    old, new = before.history.line, after.history.line
    back = [after.place(number) for number in new if number not in old]
    gone = [before.place(number) for number in old if number not in new]
    if gone:
        yield "does not stand any more:"
        yield from listed(step_lines(before, gone[0], gone[-1]))
    if back:
        yield "stands again:"
        yield from listed(step_lines(after, back[0], back[-1]))
    yield f"[dim]the line goes on after step {outcome.event.to}[/]"


# -- corrections ---------------------------------------------------------------------------------


def line_now(outcome: Outcome) -> str:
    """Write the line that stands for the wrong one as a tape has it; untried, as it was entered."""
    assert outcome.amendment is not None
    after, number = outcome.record, outcome.count + 2
    if number in after.history.line:
        return line_at(after, after.place(number))
    return outcome.amendment.now


def amended_text(outcome: Outcome) -> Iterator[str]:
    """Write what was, what is, what did not fit, what comes out otherwise, and what was left off."""
    before, amendment = outcome.before, outcome.amendment
    assert amendment is not None
    event = amendment.correction
    yield f"step {event.wrong} was  {escape(amendment.was)}"
    yield f"step {event.wrong} is   [bold]{escape(line_now(outcome))}[/]"
    for misfit, answer in amendment.misfits:
        yield from misfit_text(misfit, answer)
    yield from altered_text(amendment.altered)
    if amendment.dropped:
        place = len(before.steps) - amendment.dropped + 1
        rows = step_lines(before, place, len(before.steps))
        yield f"[yellow]left off, {steps_counted(amendment.dropped)}:[/]"
        yield from listed(rows)
    if amendment.learned or not (amendment.misfits or amendment.altered or amendment.dropped):
        yield "nothing else changes"
    if not outcome.recorded:
        yield "[dim]nothing was recorded[/]"
        return
    first = len(before.events) + 2
    now = numbered(range(first, first + event.count))
    yield (
        f"[dim]the line goes on from step {event.to} with {now}; "
        f"back to how it was: redo to {before.history.last}[/]"
    )


def steps_counted(count: int) -> str:
    """Write so many steps."""
    return f"{count} step{'s' * (count != 1)}"


def misfit_text(misfit: Misfit, answer: str) -> Iterator[str]:
    """Write a later line that did not fit, and what became of it."""
    became = {KEEP: "kept as a ruling", STOP: "left off"}.get(answer, f"now `{answer}`")
    yield f"[yellow]{escape(str(misfit))}[/]: {escape(became)}"


def altered_text(altered: Sequence[Altered]) -> Iterator[str]:
    """Write the later lines that come to something else now."""
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


def remark_text(record: Record, about: int) -> str:
    """Write what a remark is about, by the number of an event."""
    if not about:
        return "noted, about the match"
    try:
        return f"noted, on step {about} ({line_at(record, record.place(about))})"
    except GameError:
        return f"noted, on event {about}"


def end_text(outcome: Outcome) -> str:
    """Write how a match was ended."""
    return closing_words(outcome.events[-1], outcome.record.opened.players)


def clocks_text(record: Record) -> str:
    """Write the clocks at the last event."""
    clocks = reading(record)
    return clock_words(clocks) if clocks else "nobody knows when what was decided in this match"


def line_text(outcome: Outcome) -> list[str]:
    """Write what a line did, a fact each, and how it ended the match."""
    record, steps, state = outcome.record, outcome.events, outcome.state.copy()
    found: list[str] = []
    for number, step in enumerate(steps, 1):
        found += news(record.game, state, step, steps[number : number + 1])
        if isinstance(step, Closed):
            found.append(f"{end_text(outcome)}: {result(outcome, step, state)}")
    return found


def result(outcome: Outcome, event: Closed, state: Any = None) -> str:
    """Write the result of a match that was ended."""
    state = outcome.record.state() if state is None else state
    return result_line(outcome.record.game, state, event).removeprefix("result ")


# -- for programs --------------------------------------------------------------------------------


def events_plain(outcome: Outcome) -> list[dict[str, Any]]:
    """Write what was recorded as in JSON Lines."""
    events = outcome.events if outcome.recorded else ()
    return [
        event_object(outcome.record.id, number, event)
        for number, event in enumerate(events, outcome.count + 1)
    ]


def amended_plain(outcome: Outcome) -> dict[str, Any]:
    """Write what a correction came to."""
    amendment = outcome.amendment
    assert amendment is not None
    return {
        "match": outcome.record.id,
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
        "recorded": outcome.recorded,
    }
