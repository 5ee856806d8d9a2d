"""A match as data for the viewer: its head, its lines step by step, and the board after a step.

Everything is made from a cursor, so through the eyes of a seat nothing hidden is ever in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from domain.contract.errors import IMPOSSIBLE, GameError
from domain.contract.game import seat_name, totals_of
from domain.formats.tape import written_steps
from domain.record.clock import charges
from domain.record.events import Closed, Ruled
from domain.record.match import Record
from domain.record.times import iso_time
from replays.annotations import asides, recorded_by
from replays.audit.findings import Report
from replays.board import Board, board_of, changed
from replays.cursor import ALL, Cursor, readable, viewer_name
from replays.position_text import change_lines, result_here
from replays.viewer.sections import (
    CLOSED,
    RULING,
    STEP,
    STOOD,
    Beside,
    Curve,
    Ending,
    Frame,
    Head,
    Line,
    NotationLine,
    StepEntry,
    VariationEntry,
    Verdict,
)

__all__ = [
    "CLOSED",
    "RULING",
    "STEP",
    "STOOD",
    "Beside",
    "Curve",
    "Ending",
    "Frame",
    "Head",
    "Line",
    "NotationLine",
    "StepEntry",
    "VariationEntry",
    "Verdict",
    "frame_of",
    "frames_of",
    "head_of",
    "line_of",
    "verdict",
]


# -- the head ------------------------------------------------------------------------------------


def head_of(cursor: Cursor, report: Report | None = None, chain: str = "") -> Head:
    """The match as a whole; `report` is its audit, `chain` the digest of its last event.

    A seat does not get the digest, by which guesses at hidden cards could be tested, nor findings.
    """
    opened = cursor.opened
    whole = cursor.seat is ALL
    end = Cursor(cursor.seen, ALL)
    end.last()
    return Head(
        match=cursor.match_id,
        game=cursor.game.key,
        title=cursor.game.name,
        players=opened.players,
        day=opened.day(),
        opened=iso_time(opened.at),
        seen_by=viewer_name(cursor.seat),
        by=opened.by,
        event=opened.event,
        round=opened.round,
        table=opened.table,
        series=opened.series,
        best_of=opened.best_of,
        place=opened.place,
        note=opened.note,
        clock=opened.clock,
        eyes=opened.eyes,
        bots=opened.bots,
        rules=opened.rules,
        settings=dict(opened.settings),
        steps=len(end),
        turns=end.turns,
        events=len(cursor.seen.events),
        last=len(cursor.seen.events),
        ending=ending_at(end),
        audit=verdict(report, whole) if report else None,
        chain=(chain or (report.head if report else "")) if whole else "",
    )


def ending_at(cursor: Cursor) -> Ending | None:
    """How the match had ended at a place; None while it went on."""
    result = result_here(cursor)
    if result is None:
        return None
    winner = "" if result.winner is None else seat_name(result.winner)
    return Ending(winner, result.outcome, result.why, result.totals)


def verdict(report: Report, whole: bool) -> Verdict:
    """An audit in words, to somebody who sees everything or not."""
    found = tuple(finding.what for finding in report.findings)
    if report.ok:
        words = f"as it was recorded; all {report.checked} steps follow the rules"
        if report.rulings or report.corrections:
            words = f"as it was recorded; {report.checked} steps checked, rulings apart"
        if report.differences:
            words = "as it was recorded, under other rules than today's"
    else:
        words = f"failed: {len(found)} finding{'s' * (len(found) != 1)}"
    return Verdict(report.ok, words, report.checked, found if whole else ())


# -- the line ------------------------------------------------------------------------------------


def line_of(cursor: Cursor, since: int = 0, thinking: Sequence[int | None] | None = None) -> Line:
    """The cursor's line, step by step; the cursor is left at its end.

    `since` is a place: steps up to it are left out (0: none, the opening is there too). `thinking`
    is what `thought` returns, where it is known already.
    """
    seen = cursor.seen
    thinking = thought(seen) if thinking is None else thinking
    lines, telling = notation_of(cursor)
    steps: list[StepEntry] = []
    totals: list[tuple[int, ...]] = []
    label = ""
    cursor.first()
    while True:
        with readable(cursor.match_id, cursor.number):
            totals.append(totals_of(cursor.game, cursor.state))
            if not label:
                label = label_of(board_at(cursor))
        if not since or cursor.n > since:
            steps.append(step_entry(cursor, telling, thinking))
        if not cursor.next():
            break
    return Line(
        match=cursor.match_id,
        seen_by=viewer_name(cursor.seat),
        steps=tuple(steps),
        notation=tuple(lines),
        turns=tuple(cursor.turn_start(turn) for turn in range(cursor.turns + 1)),
        curve=Curve(label, tuple(a for a, _ in totals), tuple(b for _, b in totals)),
        to=cursor.to,
        variations=tuple(variations_of(seen)),
    )


def step_entry(cursor: Cursor, telling: Sequence[int], thinking: Sequence[int | None]) -> StepEntry:
    """The step that led to the cursor's place."""
    step, number = cursor.step, cursor.number
    beside = tuple(
        Beside(aside.kind, aside.event, aside.words, aside.steps) for aside in asides(cursor)
    )
    changes = tuple(change_lines(cursor))
    if step is None:
        return StepEntry(0, 0, "dealer", changes, beside=beside)
    return StepEntry(
        number=number,
        turn=cursor.turn_number,
        seat=seat_name(step.seat),
        changes=changes,
        line=telling[cursor.n - 1],
        kind=kind_of(step),
        begins=any(fact.opens_turn for fact in step.facts),
        beside=beside,
        after=step.after if step.occurred is None else step.occurred,
        think=thinking[number - 1],
        by=step.by,
        note=step.note,
        redecides=step.redecides,
    )


def kind_of(step: Any) -> str:
    """What sort of step it is."""
    if isinstance(step, Closed):
        return CLOSED
    if isinstance(step, Ruled):
        return RULING if step.action is None else STOOD
    return STEP


def notation_of(cursor: Cursor) -> tuple[list[NotationLine], list[int]]:
    """The line as a tape tells it, and for each step which of the lines tells it."""
    steps = cursor.steps
    breaks = [place for place, step in enumerate(steps, 1) if step.note]
    lines: list[NotationLine] = []
    telling: list[int] = []
    state = cursor.state_at(0)
    turn = 0
    with readable(cursor.match_id, cursor.number_at(len(cursor))):
        for run in written_steps(cursor.game, state, steps, breaks):
            place = len(telling)
            number = cursor.number_at(place + 1)
            lines.append(NotationLine("\n".join(filter(None, run.lines)), turn, number))
            run_steps = steps[place : place + run.used]
            telling += [len(lines) - 1] * len(run_steps)
            turn += sum(fact.opens_turn for step in run_steps for fact in step.facts)
    return lines, telling


def thought(record: Record) -> list[int | None]:
    """What each event took its seat to decide, in milliseconds; None where nobody knows."""
    nothing: list[int | None] = [None] * len(record.events)
    try:
        found = charges(record)
    except (GameError, *IMPOSSIBLE):
        return nothing
    return [charge.ms if charge else None for charge in found] if found else nothing


def variations_of(record: Record) -> Iterator[VariationEntry]:
    """What does not stand, in the order in which it was taken off the line."""
    for variation in record.history.variations:
        event = record.events[variation.by - 1]
        yield VariationEntry(
            last=variation.numbers[-1],
            after=variation.after,
            numbers=variation.numbers,
            how=variation.reason,
            event=variation.by,
            by=recorded_by(record, event),
            note=event.note,
        )


# -- the board -----------------------------------------------------------------------------------


def board_at(cursor: Cursor, n: int | None = None) -> Board:
    """The board at the cursor's place, or another of its line."""
    state = cursor.state if n is None else cursor.state_at(n)
    return board_of(cursor.game, state, cursor.opened, cursor.seat)


def label_of(board: Board) -> str:
    """What the totals are called: the name of the first number that seats have."""
    return board.seats[0].numbers[0].label if board.seats and board.seats[0].numbers else "total"


def frame_of(cursor: Cursor) -> Frame:
    """The board at the cursor's place, with what the step that led there changed."""
    with readable(cursor.match_id, cursor.number):
        now = board_at(cursor)
        before = board_at(cursor, cursor.n - 1) if cursor.n else now
    return Frame(cursor.number, now, tuple(changed(before, now)))


def frames_of(cursor: Cursor, after: int = 0) -> Iterator[Frame]:
    """The boards of the line from a step on, by its number (0: the opening); each is made once."""
    cursor.go_to(after)
    before: Board | None = None
    while True:
        with readable(cursor.match_id, cursor.number):
            now = board_at(cursor)
        yield Frame(cursor.number, now, tuple(changed(before, now)) if before else ())
        before = now
        if not cursor.next():
            return
