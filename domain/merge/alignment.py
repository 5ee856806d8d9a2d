"""Two recordings of one match laid side by side, line against line.

Lines are compared as everybody saw them, without hidden cards and without their numbers: so what one
scribe knew and the other did not is no difference. After a gap the lines that fit again are found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, Final, TypeAlias

import msgspec

from domain.formats.tape import written_steps
from domain.record.events import AnyStep, Closed, Ruled
from domain.record.match import Record
from domain.record.unknown import merged, refines

NUMBER: Final = re.compile(r"^\d+ (?=[AB]\b)")
"""The number of a turn or of an Action Step before a line."""


class Unit(msgspec.Struct, frozen=True):
    """A line of a recording, and the steps it tells."""

    number: int
    """Number of its first step."""
    last: int
    """Number of its last step."""
    key: str
    """What everybody saw of it, without its number."""
    lines: tuple[str, ...]
    """The line as this recording writes it; with what opens a turn, it is several."""
    steps: tuple[AnyStep, ...]

    @property
    def line(self) -> str:
        """The line for people."""
        return " / ".join(self.lines)


Pair: TypeAlias = tuple[Unit, Unit]
Units: TypeAlias = tuple[Unit, ...]


class Agreed(msgspec.Struct, frozen=True):
    """A line that both recordings tell; where one breaks off in the middle of it, as far as it goes."""

    units: Pair
    known: tuple[Any, ...]
    """For each step what either knows of it that is hidden: its action or facts; None if nothing is."""


class Disagreement(msgspec.Struct, frozen=True):
    """Lines that the recordings tell differently, or that only one of them tells."""

    sides: tuple[Units, Units]
    cards: bool = False
    """Whether they differ only in cards that not everybody saw."""


class Alone(msgspec.Struct, frozen=True):
    """Lines after those at which the other recording breaks off."""

    side: int
    units: Units


Piece: TypeAlias = Agreed | Disagreement | Alone


def units(record: Record) -> list[Unit]:
    """A recording line by line; of what a tape writes in several lines, step by step.

    Raises CorruptStream.
    """
    with record.readable():
        return list(read_units(record))


def read_units(record: Record) -> Iterator[Unit]:
    """The lines of a recording that can have happened."""
    public = record.seen_by(None)
    ends: list[int] = []
    place = 0
    for run in written_steps(record.game, public.state(0), public.steps):
        several = sum(bool(line.strip()) for line in run.lines) > 1
        ends += range(place + 1, place + run.used + 1) if several else [place + run.used]
        place += run.used
    keys = texts(public, ends)
    written = texts(record, ends)
    starts = [0, *ends][: len(ends)]
    for start, end, key, own in zip(starts, ends, keys, written, strict=True):
        yield Unit(
            record.number(start + 1),
            record.number(end),
            "\n".join(NUMBER.sub("", line) for line in key),
            own,
            tuple(record.steps[start:end]),
        )


def texts(record: Record, ends: Sequence[int]) -> list[tuple[str, ...]]:
    """How a recording writes its steps if lines end at these places: the lines up to each."""
    found: list[tuple[str, ...]] = []
    lines: list[str] = []
    place = 0
    for run in written_steps(record.game, record.state(0), record.steps, ends):
        lines += [line.strip() for line in run.lines if line.strip()]
        place += run.used
        if place in ends:
            found.append(tuple(lines))
            lines = []
    return found


def same(first: Any, second: Any) -> Any:
    """Two values that do not contradict each other as one that knows what either knows.

    Cards may have been written down in another order. Raises ValueError for a contradiction.
    """
    if refines(first, second) or same_bags(first, second):
        return first
    return second if refines(second, first) else merged(first, second)


def same_bags(first: Any, second: Any) -> bool:
    """Return whether two deals hold the same cards, in whatever order."""
    if type(first) is not type(second) or not isinstance(first, msgspec.Struct):
        return False
    pairs = [(getattr(first, name), getattr(second, name)) for name in first.__struct_fields__]
    return all(
        one == other
        or (isinstance(one, tuple) and isinstance(other, tuple) and sorted(one) == sorted(other))
        for one, other in pairs
    )


def content(step: AnyStep) -> Any:
    """What a step is about: the action, or the facts that were entered."""
    if isinstance(step, Ruled) and step.action is None:
        return step.facts[: step.entered]
    return step.action


def hidden(step: AnyStep) -> bool:
    """Return whether not everybody saw all of a step."""
    return bool(content(step) != content(step.seen_by(None)))


def agree(first: Unit, second: Unit) -> Agreed | None:
    """Two lines that look alike as one that both tell; None if their hidden cards contradict.

    Where the matches are not the same any more, a line may take more steps in one than in the other.
    """
    if len(first.steps) == len(second.steps):
        pairs = list(zip(first.steps, second.steps, strict=True))
    else:
        secrets = [[step for step in unit.steps if hidden(step)] for unit in (first, second)]
        if len(secrets[0]) != len(secrets[1]):
            return None
        pairs = list(zip(*secrets, strict=True))
    try:
        known = [
            same(content(one), content(other)) if hidden(one) or hidden(other) else None
            for one, other in pairs
        ]
    except ValueError:
        return None
    if len(first.steps) != len(second.steps):
        longer = max(first.steps, second.steps, key=len)
        in_turn = iter(known)
        known = [next(in_turn) if hidden(step) else None for step in longer]
    return Agreed((first, second), tuple(known))


def broken_off(first: Unit, second: Unit) -> Agreed | None:
    """Two lines of which one is only the beginning of the other, as one; None if neither is."""
    known: list[Any] = []
    for one, other in zip(first.steps, second.steps, strict=False):
        if type(one) is not type(other) or one.seat != other.seat or isinstance(one, Closed):
            return None
        try:
            known.append(same(content(one), content(other)))
        except ValueError:
            return None
    longer = max(first.steps, second.steps, key=len)
    more = [content(step) if hidden(step) else None for step in longer[len(known) :]]
    return Agreed((first, second), (*known, *more)) if more else None


def align(first: Sequence[Unit], second: Sequence[Unit]) -> list[Piece]:
    """Lay two recordings side by side."""
    start = 0
    while start < min(len(first), len(second)) and first[start].key == second[start].key:
        start += 1
    pieces = list(paired(first[:start], second[:start]))
    rest = first[start:], second[start:]
    one_keys, other_keys = ([unit.key for unit in side] for side in rest)
    matcher = SequenceMatcher(None, one_keys, other_keys, autojunk=False)
    for kind, i, j, k, m in matcher.get_opcodes():
        one, other = rest[0][i:j], rest[1][k:m]
        if kind == "equal":
            pieces += paired(one, other)
        elif j == len(rest[0]) and m == len(rest[1]):
            pieces += at_the_end(one, other)
        else:
            pieces += disagreements(one, other)
    return pieces


def paired(first: Iterable[Unit], second: Iterable[Unit]) -> Iterator[Piece]:
    """Lines that look alike, one by one."""
    for one, other in zip(first, second, strict=True):
        yield agree(one, other) or Disagreement(((one,), (other,)), cards=True)


def disagreements(first: Sequence[Unit], second: Sequence[Unit]) -> Iterator[Piece]:
    """Lines that differ: one by one if there are as many of both, otherwise all together."""
    if len(first) == len(second):
        for one, other in zip(first, second, strict=True):
            yield Disagreement(((one,), (other,)))
    else:
        yield Disagreement((tuple(first), tuple(second)))


def at_the_end(first: Sequence[Unit], second: Sequence[Unit]) -> Iterator[Piece]:
    """The last lines that do not look alike: where one breaks off, the other only tells more."""
    for side, (short, whole) in enumerate(((first, second), (second, first))):
        if len(short) > 1 or not whole or (short and isinstance(short[0].steps[-1], Closed)):
            continue
        if short:
            yield broken_off(first[0], second[0]) or Disagreement(((first[0],), (second[0],)))
        if rest := whole[len(short) :]:
            yield Alone(1 - side, tuple(rest))
        return
    yield from disagreements(first, second)
