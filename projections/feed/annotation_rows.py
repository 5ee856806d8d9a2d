"""How a match was recorded, as rows: take-backs, corrections, rulings, other ends, times."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from domain.contract.errors import CorruptStream, Reason
from domain.contract.game import DEALER, Seat, seat_name
from domain.formats.jsonl import plain
from domain.record.clock import charges
from domain.record.events import (
    ON_THE_LINE,
    RULING,
    TAGS,
    Amended,
    AnyStep,
    Closed,
    Redone,
    Ruled,
    TakenBack,
)
from domain.record.history import CORRECTED, History
from domain.record.match import Record
from domain.revise.misfits import happened

EPOCH: Final = datetime(1970, 1, 1)

Row = dict[str, Any]
"""A row to come, by the names of the columns."""


def letter(seat: Seat | None) -> str | None:
    """A seat's letter; None for nobody."""
    return None if seat is None or seat == DEALER else seat_name(seat)


def tag_of(step: AnyStep) -> str:
    """What kind of step it is, as the column `action` has it."""
    if step.action is not None:
        return str(step.action.__struct_config__.tag)
    return TAGS[type(step)]


def fields_of(step: AnyStep) -> Any:
    """What a step says, fields by name, as the view `actions` has it."""
    if isinstance(step, Closed):
        return {"why": step.why, "winner": letter(step.winner)}
    if isinstance(step, Ruled) and step.action is None:
        return [plain(fact) for fact in step.facts[: step.entered]]
    action: Any = step.action
    return {name: value for name, value in plain(action).items() if name != "type"}


class Annotations:
    """The rows about how one match was recorded."""

    def __init__(self, record: Record, match: int) -> None:
        self.record = record
        self.match = match
        self.history: History = record.history
        self.standing = set(self.history.line)

    def rows(self) -> Iterator[tuple[str, list[Row]]]:
        """Rows by table."""
        yield "beside", list(self.beside())
        yield "variations", list(self.variations())
        yield "rulings", list(self.rulings())
        yield "closings", list(self.closings())
        yield "corrections", list(self.corrections())
        yield "decision_times", list(self.times())

    def recorded(self, event: Any) -> Row:
        """Which match, when, by whom and why."""
        return {
            "match": self.match,
            "recorded_at": self.moment(event.after),
            "recorder": event.by or self.record.opened.by or None,
            "note": event.note or None,
        }

    def moment(self, after: int) -> str:
        """A time, from milliseconds after the opening."""
        try:
            time = EPOCH + timedelta(milliseconds=self.record.opened.at + after)
        except OverflowError as error:
            raise CorruptStream(
                Reason.CORRUPT, f"match {self.record.id}: an event has an impossible time"
            ) from error
        return time.isoformat(" ", "milliseconds")

    def steps(self, kind: Any) -> Iterator[tuple[int, Any]]:
        """Numbers and events of a kind, whether they stand or not."""
        for number, event in enumerate(self.record.events, 1):
            if isinstance(event, kind):
                yield number, event

    def beside(self) -> Iterator[Row]:
        """The events that are no steps."""
        for number, event in enumerate(self.record.events, 1):
            if not isinstance(event, ON_THE_LINE):
                yield {
                    **self.recorded(event),
                    "event": number,
                    "kind": TAGS[type(event)],
                    "to_step": getattr(event, "to", None),
                    "steps": self.moved(number, event),
                    "revealed": len(event.revealed) if isinstance(event, TakenBack) else None,
                    "about": getattr(event, "about", getattr(event, "upto", None)),
                    "why": getattr(event, "why", None),
                    "wrong_step": (event.wrong or None) if isinstance(event, Amended) else None,
                    "role": getattr(event, "role", None),
                }

    def moved(self, number: int, event: Any) -> int | None:
        """How many steps an event takes off the line, brings back, or has decided again."""
        if isinstance(event, Amended):
            return event.count
        if not isinstance(event, TakenBack | Redone):
            return None
        jump = self.history.jumps[number]
        return len(jump.gone if isinstance(event, TakenBack) else jump.back)

    def variations(self) -> Iterator[Row]:
        """The steps that do not stand."""
        for variation in self.history.variations:
            for number in variation.numbers:
                step = self.record.events[number - 1]
                yield {
                    **self.recorded(step),
                    "step": number,
                    "after_step": self.history.before[number],
                    "seat": seat_name(step.seat),
                    "action": tag_of(step),
                    "data": fields_of(step),
                    "off_by": variation.by,
                    "corrected": variation.reason == CORRECTED,
                }

    def rulings(self) -> Iterator[Row]:
        """The rulings, with the word of a judge or scorekeeper."""
        for number, step in self.steps(Ruled):
            stood = step.action is not None
            yield {
                **self.recorded(step),
                "step": number,
                "seat": seat_name(step.seat),
                "kind": step.kind or RULING,
                "judge": step.judge or None,
                "action": tag_of(step) if stood else None,
                "what": plain(step.action) if stood else fields_of(step),
                "followed": len(step.facts) - step.entered,
                "stands": number in self.standing,
            }

    def closings(self) -> Iterator[Row]:
        """The ends by other ways than the rules."""
        for number, step in self.steps(Closed):
            yield {
                **self.recorded(step),
                "step": number,
                "why": step.why,
                "winner": letter(step.winner),
                "seat": letter(step.seat),
                "judge": step.judge or None,
                "stands": number in self.standing,
            }

    def corrections(self) -> Iterator[Row]:
        """The steps that stand for others since a correction."""
        amended: Amended | None = None
        by = 0
        for number, event in enumerate(self.record.events, 1):
            if isinstance(event, Amended):
                amended, by = event, number
            elif isinstance(event, ON_THE_LINE) and 0 < event.redecides < number:
                was = self.record.events[event.redecides - 1]
                if isinstance(was, ON_THE_LINE):
                    about = {"event": by or None, "why": amended and amended.why}
                    yield {**self.correction(number, event, was), **about}

    def correction(self, number: int, step: AnyStep, was: AnyStep) -> Row:
        """The row of a step that stands for another."""
        return {
            **self.recorded(step),
            "step": number,
            "was_step": step.redecides,
            "seat": seat_name(step.seat),
            "action": tag_of(step),
            "was_action": tag_of(was),
            "changed": happened(step) != happened(was),
            "data": fields_of(step),
            "was_data": fields_of(was),
            "stands": number in self.standing,
            "occurred_at": self.moment(step.after if step.occurred is None else step.occurred),
            "was_recorder": was.by or self.record.opened.by or None,
        }

    def times(self) -> Iterator[Row]:
        """How long the decisions took that stand."""
        for number, charge in enumerate(charges(self.record) or (), 1):
            if not charge or not charge.ms or number not in self.standing:
                continue
            if self.record.events[number - 1].action is not None:
                yield {"match": self.match, "step": number, "think_ms": charge.ms}
