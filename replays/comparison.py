"""Two matches of one game side by side: how long they are the same, where they part, how each went on.

Facts are folded and no rules run. A card that one record knows and the other does not is no
difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final

import msgspec

from domain.contract.errors import GameError, Reason
from domain.merge.alignment import Unit, content, same, units
from domain.merge.headers import openings
from domain.record.endings import result_line
from domain.record.events import AnyStep, Closed
from domain.record.match import Record

NEXT: Final = 3
"""Lines that are shown of how each went on."""


class Branch(msgspec.Struct, frozen=True):
    """How one of the matches goes on where the other does not go with it."""

    step: int
    """Number of its first step that the other does not tell; 0 where it tells no more."""
    lines: tuple[str, ...]
    """The line of that step, and those that follow it."""


class Turn(msgspec.Struct, frozen=True):
    """The totals at the end of a turn; nothing where a match did not come so far."""

    turn: int
    totals: tuple[str, str]


class Comparison(msgspec.Struct, frozen=True):
    """What two matches have in common, and what not."""

    matches: tuple[str, str]
    game: str
    opening: dict[str, tuple[str, str]]
    """Players, day, place and settings that differ."""
    common: int
    """How many steps from the first both tell."""
    last: tuple[int, int]
    """Number of the last of these in either match; 0 is the opening."""
    line: str
    """The line that tells it."""
    parted: tuple[Branch, Branch] | None
    """How each goes on from there; None if neither does."""
    turns: tuple[Turn, ...]
    """Every turn from that in which they part; all turns if they are the same."""
    results: tuple[str, str]


def compare(first: Record, second: Record) -> Comparison:
    """Compare two matches. Raises GameError for matches of different games, CorruptStream."""
    if first.game.key != second.game.key:
        raise GameError(
            Reason.BAD_SETTING,
            f"{first.id} is a match of {first.game.name}, {second.id} of {second.game.name}; "
            "only matches of one game can be compared",
        )
    common = alike(first.steps, second.steps)
    lines, others = units(first), units(second)
    return Comparison(
        (first.id, second.id),
        first.game.key,
        openings(first, second)[1],
        common,
        (first.number(common), second.number(common)),
        line_at(lines, common - 1),
        parting(first, lines, second, others, common),
        tuple(side_by_side(totals_by_turn(first), totals_by_turn(second), turn_at(first, common))),
        (ended(first), ended(second)),
    )


def alike(first: Sequence[AnyStep], second: Sequence[AnyStep]) -> int:
    """How many steps are the same from the first on, as far as either knows."""
    count = 0
    for one, other in zip(first, second, strict=False):
        try:
            same(shared(one), shared(other))
        except ValueError:
            break
        count += 1
    return count


def shared(step: AnyStep) -> tuple[Any, ...]:
    """What a step says about the game."""
    if isinstance(step, Closed):
        return (Closed, step.why, step.winner)
    return (type(step), step.seat, content(step))


def line_at(lines: Sequence[Unit], place: int) -> str:
    """The line that tells the step at a place, counted from 0; nothing if there is none."""
    at = unit_at(lines, place)
    return lines[at].line if 0 <= at < len(lines) else ""


def unit_at(lines: Sequence[Unit], place: int) -> int:
    """The index of the line that tells the step at a place, counted from 0; -1 before the first."""
    seen = 0
    for index, line in enumerate(lines):
        seen += len(line.steps)
        if place < seen:
            return index if place >= 0 else -1
    return len(lines)


def parting(
    first: Record, lines: Sequence[Unit], second: Record, others: Sequence[Unit], common: int
) -> tuple[Branch, Branch] | None:
    """How each goes on after the steps that both tell; None if neither does."""
    if common == len(first.steps) == len(second.steps):
        return None
    one, other = (
        Branch(
            record.number(common + 1) if common < len(record.steps) else 0,
            tuple(unit.line for unit in units[at : at + NEXT])
            if (at := unit_at(units, common)) >= 0
            else (),
        )
        for record, units in ((first, lines), (second, others))
    )
    return one, other


def totals_by_turn(record: Record) -> list[str]:
    """The totals at the end of each turn, the last of them as far as it is recorded."""
    totals, state = record.game.notation.totals, record.state(0)
    found: list[str] = []
    begun = False
    with record.readable():
        for step in record.steps:
            for fact in step.facts:
                if fact.opens_turn:
                    found += [totals(state)] if begun else []
                    begun = True
                fact.apply(state)
    return [*found, totals(state)] if begun else found


def turn_at(record: Record, count: int) -> int:
    """The turn in progress after so many steps; 0 while the game is set up."""
    return sum(fact.opens_turn for step in record.steps[:count] for fact in step.facts)


def side_by_side(first: Sequence[str], second: Sequence[str], begin: int) -> Iterator[Turn]:
    """The totals of both by turn, from a turn on; all of them if they are the same."""
    pairs = list(zip_longest(first, second, fillvalue=""))
    start = max(begin, 1) if list(first) != list(second) else 1
    for turn, totals in enumerate(pairs[start - 1 :], start):
        yield Turn(turn, totals)


def ended(record: Record) -> str:
    """How a match ended, in words."""
    state = record.state()
    line = result_line(record.game, state, record.closed)
    return line.removeprefix("result ") or (f"not finished, {record.game.notation.totals(state)}")
