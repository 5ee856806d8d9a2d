"""Scenario files for a game without words of its own: the state's fields by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from domain.contract.errors import GameError, Reason
from domain.contract.game import SEAT_NAMES


class PlainScenery:
    """`field: value` sets up a field of the state, and states it.

    A value is JSON or words, a list is words with spaces, a seat its letter. A position is in turn 1
    with seat A active, unless it says otherwise.
    """

    def __init__(self, new_state: Callable[[Mapping[str, str]], Any]) -> None:
        self.new_state = new_state

    def given(self, settings: Mapping[str, str], lines: Sequence[tuple[int, str]]) -> Any:
        """The state of a new match with the fields that the lines set. Raises GameError."""
        state = self.new_state(settings)
        state.turn, state.active = 1, 0
        for number, line in lines:
            try:
                name, value = read(state, line)
            except GameError as error:
                raise error.at(line=number) from error
            setattr(state, name, value)
        return state

    def then(self, state: Any, line: str) -> str:
        """Compare a field with what is stated; what it is otherwise. Raises GameError."""
        name, value = read(state, line)
        now = getattr(state, name)
        return "" if now == value else f"it is {shown(name, now)}"


def read(state: Any, line: str) -> tuple[str, Any]:
    """A field's name and value from a line. Raises GameError."""
    name, colon, text = line.partition(":")
    name, text = "_".join(name.lower().split()), text.strip()
    kinds = {field.name: field.type for field in msgspec.structs.fields(type(state))}
    if not colon or name not in kinds:
        raise GameError(
            Reason.UNREADABLE,
            f"{line.strip()!r} says nothing about the state",
            legal=tuple(f"{known}: …" for known in kinds),
        )
    if name in ("active", "winner") and text.upper() in SEAT_NAMES:
        return name, SEAT_NAMES.index(text.upper())
    with suppress(msgspec.DecodeError, msgspec.ValidationError):
        return name, msgspec.json.decode(text, type=kinds[name])
    for words in (text, text.split()):
        with suppress(msgspec.ValidationError):
            return name, msgspec.convert(words, kinds[name], strict=False)
    raise GameError(Reason.UNREADABLE, f"{name} cannot be {text!r}")


def shown(name: str, value: Any) -> str:
    """A field's value as a scenario writes it."""
    if name in ("active", "winner") and value in (0, 1):
        return SEAT_NAMES[value]
    if isinstance(value, list):
        return " ".join(map(str, value))
    return msgspec.json.encode(value).decode()
