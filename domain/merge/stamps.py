"""When, by whom and with which remarks the steps of two recordings were written down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from domain.merge.reconstruction import SIDES, Task
from domain.record.events import AnyStep, Event, Noted, Opened
from domain.record.match import Record


class Account:
    """When, by whom and with which remarks the steps of the new match were recorded."""

    def __init__(self, records: tuple[Record, Record], opened: Opened) -> None:
        self.records = records
        self.opened = opened
        self.after = 0
        self.places: dict[tuple[int, int], int] = {}
        """For each side and number of a step, the number it has now."""
        self.timed = [
            any(step.after or step.occurred is not None for step in record.steps)
            for record in records
        ]

    def events(self, tasks: Sequence[Task], done: Sequence[Sequence[AnyStep]]) -> list[Event]:
        """Every step with its stamps, and after them the remarks of both recordings."""
        found: list[Event] = []
        for task, steps in zip(tasks, done, strict=True):
            for index, step in enumerate(steps):
                found.append(self.stamped(task, index, len(steps), step))
                for side in SIDES:
                    if (unit := task.units[side]) and index < len(unit.steps):
                        self.places.setdefault((side, unit.number + index), len(found))
        return [*found, *self.remarks()]

    def stamped(self, task: Task, index: int, count: int, step: AnyStep) -> AnyStep:
        """A step with the earliest time that is known of it, and what both remarked.

        A recording that breaks off in the middle of a line says nothing of the steps that follow.
        """
        times: list[int] = []
        notes: list[str] = [step.note]
        by: list[str] = []
        most = max(len(unit.steps) for unit in task.units if unit)
        for side, record in enumerate(self.records):
            unit = task.units[side]
            if unit is None or len(unit.steps) <= index < most:
                continue
            part = unit.steps[min(index, len(unit.steps) - 1) :]
            notes += [one.note for one in (part if index == count - 1 else part[:1]) if one.note]
            by.append(part[0].by or record.opened.by)
            if self.timed[side]:
                happened = part[0].after if part[0].occurred is None else part[0].occurred
                times.append(record.opened.at + happened - self.opened.at)
        happened_at = min(times, default=None)
        if happened_at is not None:
            self.after = max(self.after, happened_at)
        return msgspec.structs.replace(
            step,
            after=self.after,
            occurred=happened_at if happened_at is not None and happened_at < self.after else None,
            by=by[0] if len(by) == 1 and by[0] != self.opened.by else "",
            note=" ".join(dict.fromkeys(note for note in notes if note)),
            redecides=0,
            prev="",
        )

    def remarks(self) -> Iterator[Event]:
        """The remarks that stand beside the lines of both recordings."""
        for side, record in enumerate(self.records):
            for event in record.events:
                if isinstance(event, Noted):
                    by = event.by or record.opened.by
                    yield Noted(
                        about=self.places.get((side, event.about), 0),
                        note=event.note,
                        by=by if by != self.opened.by else "",
                        after=self.after,
                    )
