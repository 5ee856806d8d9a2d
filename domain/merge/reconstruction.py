"""Two recordings decided anew as one match: the rules carry out what was agreed on and chosen.

As long as a recording's things in play have the same numbers as here, its steps are decided as they
are; otherwise its lines are read again as they were written. What either recording knows is filled in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from domain.contract.errors import IMPOSSIBLE, GameError, Reason
from domain.contract.game import Action, Game
from domain.formats.tape import decide_line, without_comments
from domain.merge.alignment import NUMBER, Unit, content, same
from domain.record.events import AnyStep, Closed, Ruled
from domain.record.match import Match

SIDES: Final = (0, 1)


class Task(msgspec.Struct, frozen=True):
    """A line of the match to be: of one recording or of both, or written anew."""

    units: tuple[Unit | None, Unit | None]
    """The line of either recording; None where it does not tell it."""
    known: tuple[Any, ...] = ()
    """What either knows of each of its steps that is hidden."""
    lines: tuple[str, ...] = ()
    """What is read in its place."""

    @property
    def length(self) -> int:
        """How many steps the recordings tell it with."""
        return max(len(unit.steps) if unit else 0 for unit in self.units)

    def written(self) -> list[str]:
        """The line as the recording writes it that tells most of it.

        Its number stands where both write the same; otherwise who is right about it shows where it is.
        """
        both = [unit for unit in self.units if unit]
        longest = max(both, key=lambda unit: len(unit.steps))
        numbers = {found[0] if (found := NUMBER.match(unit.lines[0])) else "" for unit in both}
        return [line if len(numbers) == 1 else NUMBER.sub("", line) for line in longest.lines]

    def known_by(self, side: int) -> Any:
        """What a recording knows of each of its steps that is hidden; nothing if it is silent."""
        unit = self.units[side]
        return () if unit is None else tuple(content(step) for step in unit.steps)

    def knows_alone(self, side: int) -> bool:
        """Return whether a recording knows hidden cards of it that the other does not."""
        return any(known is not None for known in self.known) and self.without(side) != self

    def without(self, side: int) -> Task:
        """The task without what only one recording knows of hidden cards."""
        other = self.known_by(1 - side)
        unit = self.units[side]
        mine = () if unit is None else tuple(content(step.seen_by(None)) for step in unit.steps)
        known = tuple(
            value and (other[index] if index < len(other) else mine[index])
            for index, value in enumerate(self.known)
        )
        return msgspec.structs.replace(self, known=known)


class Stopped(msgspec.Struct, frozen=True):
    """Where the match cannot go on, and why."""

    at: int
    """Index of the task that is not possible."""
    why: str
    because: int | None = None
    """Index of the task whose hidden cards make it impossible, if that is it."""
    knower: int = 0
    """The recording that knows them."""


class Filling(Match):
    """A match in which unknown cards of what is decided are filled in, as far as they are known."""

    known: Sequence[Any] = ()
    """What is known of the hidden steps of a line, in order; each is used once."""

    def choose(self, action: Action) -> None:
        """Answer the Ask, with what is known of its hidden cards. Raises GameError."""
        super().choose(self.filled(action))

    def filled(self, action: Any) -> Any:
        """An action with its unknown cards, where the next of what is known tells them."""
        for index, known in enumerate(self.known):
            if type(known) is not type(action):
                continue
            try:
                found = same(action, known)
            except ValueError:
                continue
            self.known = self.known[index + 1 :]
            return found
        return action


class Rejoining:
    """The match as far as its tasks are carried out."""

    def __init__(self, game: Game, settings: Mapping[str, str]) -> None:
        self.game = game
        self.settings = dict(settings)
        self.match = Filling(game, self.settings)
        self.alike = [True, True]
        """For each recording, whether its things in play have the same numbers as here."""
        self.done: list[list[AnyStep]] = []
        """The steps of each task."""

    def carry_out(self, tasks: Sequence[Task]) -> Stopped | None:
        """Carry out tasks; where that is not possible, and None if all were."""
        for index, task in enumerate(tasks):
            try:
                self.one(task)
            except GameError as error:
                return Stopped(index, error.message)
            except IMPOSSIBLE:
                return Stopped(index, "that cannot have happened there")
        return None

    def one(self, task: Task) -> None:
        """Carry out one task. Raises GameError."""
        self.match.known = ()
        leading = [
            side
            for side in SIDES
            if (unit := task.units[side]) and self.alike[side] and len(unit.steps) == task.length
        ]
        steps: list[AnyStep] = []
        if task.lines:
            self.match.known = [known for known in task.known if known is not None]
            steps = self.read(task.lines)
        elif leading and (unit := task.units[leading[0]]):
            for step, known in zip(unit.steps, task.known, strict=True):
                steps += self.again(step, known)
        else:
            self.match.known = [known for known in task.known if known is not None]
            steps = self.read(task.written())
        self.done.append(steps)
        for side in SIDES:
            if task.lines or task.units[side] is None:
                self.alike[side] = False

    def read(self, lines: Sequence[str]) -> list[AnyStep]:
        """Decide lines as they are written."""
        steps: list[AnyStep] = []
        for line in lines:
            phrase, note = without_comments(line)
            steps += decide_line(self.match, phrase, note)
        return steps

    def again(self, step: AnyStep, known: Any) -> list[AnyStep]:
        """Decide a recorded step, with what is known of it."""
        if isinstance(step, Closed):
            if self.match.ask is None:
                raise GameError(Reason.ILLEGAL, "the match is over there")
            closed = msgspec.structs.replace(step, redecides=0, prev="")
            self.match.close(closed)
            self.match.steps.append(closed)
            return [closed]
        judge = step.judge if isinstance(step, Ruled) else ""
        if isinstance(step, Ruled) and step.action is None:
            self.match.rule(known or content(step), step.kind, step.seat)
        elif isinstance(step, Ruled):
            self.match.stand(known or content(step))
        else:
            if self.match.ask is not None and self.match.ask.seat != step.seat:
                raise GameError(Reason.ILLEGAL, "that is not asked there")
            self.match.choose(known or content(step))
        return self.match.take(judge=judge)


def rejoin(
    game: Game, settings: Mapping[str, str], tasks: Sequence[Task]
) -> tuple[list[list[AnyStep]], Stopped | None]:
    """Carry out tasks: the steps of each, and where and why that was not possible.

    If hidden cards that only one recording knows are why, the line that tells them is found.
    """
    work = Rejoining(game, settings)
    stopped = work.carry_out(tasks)
    if stopped is not None:
        for because, knower in contradictions(game, settings, tasks[: stopped.at + 1]):
            stopped = msgspec.structs.replace(stopped, because=because, knower=knower)
            break
    return work.done, stopped


def contradictions(
    game: Game, settings: Mapping[str, str], tasks: Sequence[Task]
) -> Iterator[tuple[int, int]]:
    """Which hidden cards make the last task impossible: index of the task, and who knows them.

    Without what a recording alone knows from there on, the last task is possible; else its own
    hidden cards may be what is not.
    """
    for knower in SIDES:
        alone = [n for n, task in enumerate(tasks[:-1]) if task.knows_alone(knower)]
        low, high = 0, len(alone)
        if not alone or not possible(game, settings, tasks, alone, knower):
            continue
        while high - low > 1:
            middle = (low + high) // 2
            if possible(game, settings, tasks, alone[middle:], knower):
                low = middle
            else:
                high = middle
        yield alone[low], knower
    last = len(tasks) - 1
    for knower in SIDES:
        if tasks[last].knows_alone(knower) and possible(game, settings, tasks, [last], knower):
            yield last, knower


def possible(
    game: Game,
    settings: Mapping[str, str],
    tasks: Sequence[Task],
    unheard: Sequence[int],
    side: int,
) -> bool:
    """Return whether all tasks are possible without what a recording alone knows at some of them."""
    tried = [task.without(side) if n in unheard else task for n, task in enumerate(tasks)]
    return Rejoining(game, settings).carry_out(tried) is None
