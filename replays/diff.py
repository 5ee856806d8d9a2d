"""What a step changed: in words, as facts, and as the parts of the board before and after."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.contract.errors import IMPOSSIBLE
from domain.contract.game import Action, Fact, Game, seat_name
from domain.formats.jsonl import plain
from domain.record.events import AnyStep, Closed, Ruled
from replays.cursor import Cursor


class Change(msgspec.Struct, frozen=True):
    """One fact: in words, and as data (its `type`, then its fields by name)."""

    words: str
    fact: dict[str, Any]


class Part(msgspec.Struct, frozen=True):
    """A part of the board that is another than before.

    `path` names it from the top of the board, its keys and the indices of lists joined by `/`; an
    item that has an `id` is named `#id`. What appeared was None before, what left is None after.
    """

    path: str
    before: Any
    after: Any


class Difference(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one step changed."""

    step: int
    """Number of the step; it leads from the state after the one before to the state after it."""
    seat: str
    """Who decided: A, B or dealer; of an end by other ways, who lost by it."""
    action: dict[str, Any] | None
    """None for facts that were entered by hand, and for an end by other ways."""
    changes: tuple[Change, ...]
    board: tuple[Part, ...]
    ruling: dict[str, Any] | None = None
    """kind, judge, why, and how many of the facts were entered; only of a ruling."""
    closed: dict[str, Any] | None = None
    """why, winner, judge, note; only of an end by other ways."""

    @property
    def words(self) -> list[str]:
        """Every change in words."""
        return [change.words for change in self.changes]


def fact_text(game: Game, fact: Fact, before: Any) -> str:
    """A fact in words, also one without words since it cannot have happened."""
    try:
        return game.tell(fact, before)
    except IMPOSSIBLE:
        return described(fact)


def described(value: Action | Fact) -> str:
    """An action or fact by its tag and its fields: `play (card F5, location 3)`."""
    tag, *fields = (f"{name} {item}" for name, item in plain_or_raw(value).items())
    tag = tag.removeprefix("type ")
    return f"{tag} ({', '.join(fields)})" if fields else tag


def plain_or_raw(value: Action | Fact) -> dict[str, Any]:
    """As data; a seat that does not exist stays a number."""
    try:
        return plain(value)
    except LookupError:
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return {"type": value.__struct_config__.tag, **fields}


def changes(game: Game, state: Any, step: AnyStep) -> tuple[Change, ...]:
    """Tell every fact of a step; the state is folded over them, and must be a copy."""
    found = []
    for fact in step.facts:
        found.append(Change(fact_text(game, fact, state), plain(fact)))
        fact.apply(state)
    return tuple(found)


def difference(game: Game, before: Any, number: int, step: AnyStep) -> Difference:
    """What a step changes in the state before it, which is left as it is.

    Raises what the facts raise if they cannot have happened (see `domain.record.match.IMPOSSIBLE`).
    """
    after = before.copy()
    described = changes(game, after, step)
    return Difference(
        number,
        seat_name(step.seat),
        None if step.action is None else plain(step.action),
        described,
        tuple(parts(game.data(before), game.data(after))),
        ruled(step) if isinstance(step, Ruled) else None,
        ended(step) if isinstance(step, Closed) else None,
    )


def ruled(step: Ruled[Any, Any]) -> dict[str, Any]:
    """A ruling as data: what kind it is, whose word, why, and how many facts were entered."""
    return {"kind": step.kind, "judge": step.judge, "why": step.note, "entered": step.entered}


def ended(step: Closed) -> dict[str, Any]:
    """An end by other ways as data."""
    winner = None if step.winner is None else seat_name(step.winner)
    return {"why": step.why, "winner": winner, "judge": step.judge, "note": step.note}


def last_difference(cursor: Cursor) -> Difference | None:
    """What the step that led to the cursor's place changed, as its viewer knows it."""
    step = cursor.step
    if step is None:
        return None
    return difference(cursor.game, cursor.state_at(cursor.n - 1), cursor.number, step)


def parts(before: Any, after: Any, path: str = "") -> list[Part]:
    """The smallest parts in which two boards differ, in the order of the board."""
    if before == after:
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        return parts_by_name(before, after, path)
    if isinstance(before, list) and isinstance(after, list):
        items = [*before, *after]
        if all(isinstance(item, dict) and "id" in item for item in items):
            return parts_by_name(
                {f"#{item['id']}": item for item in before},
                {f"#{item['id']}": item for item in after},
                path,
            )
        if len(before) == len(after) and all(isinstance(item, dict) for item in items):
            return parts_by_name(
                {str(index): item for index, item in enumerate(before)},
                {str(index): item for index, item in enumerate(after)},
                path,
            )
    return [Part(path, before, after)]


def parts_by_name(before: dict[str, Any], after: dict[str, Any], path: str) -> list[Part]:
    """The parts in which two objects differ, those that are new last."""
    return [
        part
        for name in {**before, **after}
        for part in parts(before.get(name), after.get(name), f"{path}/{name}" if path else name)
    ]
