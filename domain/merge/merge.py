"""Two recordings of one match put together: what either knows, and what is to be decided.

A player writes down the own hand and `??` for the other's, another scribe the reverse: merged, the
match is known to both. Where the recordings differ somebody decides; nothing is taken for granted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.branch.fork import MERGE, origin_of
from domain.merge.alignment import (
    Agreed,
    Alone,
    Disagreement,
    Unit,
    align,
    content,
    hidden,
    same,
    units,
)
from domain.merge.differences import (
    CARDS,
    CONTRADICTION,
    LEFT_OUT,
    LINES,
    MISFIT,
    OPENING,
    SIDE_NAMES,
    Decide,
    Difference,
    Merged,
    Version,
    decisions,
)
from domain.merge.headers import check_mergeable, opening, openings
from domain.merge.reconstruction import SIDES, Stopped, Task, rejoin
from domain.merge.stamps import Account
from domain.record.events import Event, Opened
from domain.record.match import Record


def merge(first: Record, second: Record, decide: Decide) -> Merged:
    """Put two recordings together; `decide` is asked about every difference, in order.

    Raises GameError for recordings that cannot be of one match, and for answers that decide nothing.
    """
    check_mergeable(first, second)
    return Deciding(first, second, decide).merged()


class Deciding:
    """A merge while it is decided."""

    def __init__(self, first: Record, second: Record, decide: Decide) -> None:
        self.records = first, second
        self.decide = decide
        self.units = units(first), units(second)
        self.pieces = align(*self.units)
        self.differences: list[Difference] = []
        self.answers: dict[int, str] = {}

    # -- asking ----------------------------------------------------------------------------------

    def ask(self, kind: str, sides: tuple[Version, Version], name: str = "", why: str = "") -> str:
        """Have a difference decided; nothing if it stays open. Raises GameError."""
        found = Difference(len(self.differences) + 1, kind, sides, name, why)
        self.differences.append(found)
        answer = self.decide(found)
        if answer:
            self.answers[found.number] = answer
        return answer

    def lines(self, side: int, shown: Sequence[Unit]) -> Version:
        """What a recording tells with some of its lines, and what comes next."""
        if not shown:
            return Version()
        after = self.units[side].index(shown[-1]) + 1
        following = self.units[side][after].line if after < len(self.units[side]) else ""
        return Version(
            shown[0].number, shown[-1].last, tuple(unit.line for unit in shown), following
        )

    def choose_opening(self) -> tuple[dict[str, str], dict[str, str]]:
        """What both say of the opening, and what was chosen."""
        both, contradictions = openings(*self.records)
        chosen: dict[str, str] = {}
        for name, values in contradictions.items():
            sides = (Version(lines=(values[0],)), Version(lines=(values[1],)))
            answer = self.ask(OPENING, sides, name)
            if answer:
                chosen[name] = values[SIDE_NAMES.index(answer)] if answer in SIDE_NAMES else answer
        return both, chosen

    def choose_lines(self) -> list[Task]:
        """The lines of the match to be, every difference decided or open."""
        tasks: list[Task] = []
        for piece in self.pieces:
            if isinstance(piece, Agreed):
                tasks.append(Task(piece.units, piece.known))
            elif isinstance(piece, Alone):
                tasks += [alone(piece.side, unit) for unit in piece.units]
            else:
                kind = CARDS if piece.cards else LINES
                sides = self.lines(0, piece.sides[0]), self.lines(1, piece.sides[1])
                answer = self.ask(kind, sides)
                tasks += chosen(piece, answer)
        return tasks

    # -- deciding anew ---------------------------------------------------------------------------

    def merged(self) -> Merged:
        """Decide everything, and carry it out by the rules if nothing is open."""
        both, picked = self.choose_opening()
        tasks = self.choose_lines()
        if len(self.answers) < len(self.differences):
            return self.outcome(None, ())
        opened = opening(*self.records, both, picked)
        while True:
            done, stopped = rejoin(self.records[0].game, opened.settings, tasks)
            if stopped is None:
                break
            changed = self.solve(tasks, stopped)
            if changed is None:
                return self.outcome(None, ())
            tasks = changed
        origins = tuple(origin_of(record, len(record.events), MERGE) for record in self.records)
        opened = msgspec.structs.replace(opened, origins=origins)
        return self.outcome(opened, Account(self.records, opened).events(tasks, done))

    def solve(self, tasks: list[Task], stopped: Stopped) -> list[Task] | None:
        """Have it decided what becomes of a line that is not possible; None if that stays open."""
        task = tasks[stopped.at]
        sides = [Version(), Version()]
        for side in SIDES:
            if unit := task.units[side]:
                sides[side] = self.lines(side, (unit,))
        line = " / ".join(task.lines) or next(t.lines[0] for t in sides if t.lines)
        if stopped.because is None:
            answer = self.ask(MISFIT, (sides[0], sides[1]), why=f"`{line}`: {stopped.why}")
            if answer in SIDE_NAMES and task.units[SIDE_NAMES.index(answer)] is None:
                return [*tasks[: stopped.at], *tasks[stopped.at + 1 :]]  # it tells nothing there
        else:
            answer = self.contradicted(tasks, sides, stopped, line)
            if answer == SIDE_NAMES[1 - stopped.knower]:
                believed = tasks[stopped.because].without(stopped.knower)
                return [believed if n == stopped.because else t for n, t in enumerate(tasks)]
        if answer in SIDE_NAMES or tuple(answer.split("\n")) == task.lines:
            self.answers.pop(len(self.differences))
            return None
        if not answer:
            return None
        return [*tasks[: stopped.at], *written(task.units, answer), *tasks[stopped.at + 1 :]]

    def contradicted(
        self, tasks: Sequence[Task], sides: list[Version], stopped: Stopped, line: str
    ) -> str:
        """Have it decided which recording is believed."""
        knower, because = stopped.knower, stopped.because
        assert because is not None
        name, unit = SIDE_NAMES[knower], tasks[because].units[knower]
        if because == stopped.at or unit is None:
            why = f"the cards that {name} knows of `{line}` cannot be: {stopped.why}"
            return self.ask(CONTRADICTION, (sides[0], sides[1]), why=why)
        sides[knower] = self.lines(knower, (unit,))
        other = sides[1 - knower].step
        where = f"step {other} of {SIDE_NAMES[1 - knower]}" if other else "what was decided"
        why = (
            f"{where} (`{line}`) cannot be: step {unit.number} of {name} (`{unit.line}`) "
            "says otherwise"
        )
        return self.ask(CONTRADICTION, (sides[0], sides[1]), why=why)

    def outcome(self, opened: Opened | None, events: Sequence[Event]) -> Merged:
        """What became of it, counted."""
        agreed = [piece for piece in self.pieces if isinstance(piece, Agreed)]
        more = [0, 0]
        for piece in agreed:
            for index, known in enumerate(piece.known):
                for side in SIDES:
                    steps = piece.units[side].steps
                    knows = index < len(steps) and content(steps[index]) == known
                    others = piece.units[1 - side].steps
                    others_too = index < len(others) and content(others[index]) == known
                    more[side] += known is not None and knows and not others_too
        only = [
            sum(len(p.units) for p in self.pieces if isinstance(p, Alone) and p.side == side)
            for side in SIDES
        ]
        return Merged(
            opened,
            tuple(events),
            len(agreed),
            (more[0], more[1]),
            (only[0], only[1]),
            tuple(self.differences),
            dict(self.answers),
        )


def alone(side: int, unit: Unit, others: Sequence[Unit] = ()) -> Task:
    """A line as one recording tells it; its hidden cards as the other knows them, if it does."""
    more = [content(step) for other in others for step in other.steps if hidden(step)]
    known = tuple(completed(content(step), more) if hidden(step) else None for step in unit.steps)
    return Task((unit, None) if side == 0 else (None, unit), known)


def completed(value: Any, more: list[Any]) -> Any:
    """What a step tells, with what the first of others knows that does not contradict it."""
    for index, other in enumerate(more):
        if type(other) is type(value):
            try:
                found = same(value, other)
            except ValueError:
                continue
            del more[: index + 1]
            return found
    return value


def chosen(piece: Disagreement, answer: str) -> list[Task]:
    """What is carried out where recordings differ, as was decided."""
    if answer in SIDE_NAMES:
        side = SIDE_NAMES.index(answer)
        mine, others = piece.sides[side], piece.sides[1 - side]
        pairs = zip(mine, others, strict=True) if len(mine) == len(others) else ()
        return [alone(side, unit, (other,)) for unit, other in pairs] or [
            alone(side, unit) for unit in mine
        ]
    firsts = tuple(side[0] if side else None for side in piece.sides)
    return written((firsts[0], firsts[1]), answer)


def written(units: tuple[Unit | None, Unit | None], answer: str) -> list[Task]:
    """What is carried out where a line was written, or nothing where all is left out."""
    if answer in ("", LEFT_OUT):
        return []
    return [Task(units, lines=tuple(answer.split("\n")))]


__all__ = [
    "CONTRADICTION",
    "LEFT_OUT",
    "MISFIT",
    "OPENING",
    "SIDE_NAMES",
    "Decide",
    "Difference",
    "Merged",
    "Version",
    "decisions",
    "merge",
]
