"""Positions in scenario files: how a game sets one up, and states what must hold of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Generic

import msgspec

from domain.contract.ask import S
from domain.contract.errors import GameError, Reason
from domain.contract.fields import seat_fields
from domain.contract.json_text import read_json
from domain.contract.seats import TWO, Seats, seat_name


class Scenery(ABC, Generic[S]):
    """How a scenario file sets up a position of the game and states what must hold."""

    @abstractmethod
    def given(self, settings: Mapping[str, str], lines: Sequence[tuple[int, str]]) -> S:
        """Build the state that the lines (number, text) describe. Raises GameError."""

    @abstractmethod
    def then(self, state: S, line: str) -> str:
        """Check one statement about a state; returns what is wrong, or nothing."""


class PlainScenery(Scenery[Any]):
    """`field: value` sets up a field of the state, and states it.

    A value is JSON or words, a list is words with spaces, a seat its letter. A position is in turn 1
    with seat A active, unless it says otherwise.
    """

    def __init__(self, new_state: Callable[[Mapping[str, str]], Any], seats: Seats = TWO) -> None:
        self.new_state = new_state
        self.seats = seats

    def given(self, settings: Mapping[str, str], lines: Sequence[tuple[int, str]]) -> Any:
        """The state of a new match with the fields that the lines set. Raises GameError."""
        state = self.new_state(settings)
        state.turn, state.active = 1, 0
        for number, line in lines:
            try:
                name, value = read(state, line, self.seats)
            except GameError as error:
                raise error.at(line=number) from error
            setattr(state, name, value)
        return state

    def then(self, state: Any, line: str) -> str:
        """Compare a field with what is stated; what it is otherwise. Raises GameError."""
        name, value = read(state, line, self.seats)
        now = getattr(state, name)
        return "" if now == value else f"it is {shown(state, name, self.seats)}"


def read(state: msgspec.Struct, line: str, seats: Seats) -> tuple[str, Any]:
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
    if name in seat_fields(type(state)) and text.upper() in seats.names:
        return name, seats.named(text)
    with suppress(msgspec.DecodeError, msgspec.ValidationError):
        return name, read_json(text, kinds[name])
    for words in (text, text.split()):
        with suppress(msgspec.ValidationError):
            return name, msgspec.convert(words, kinds[name], strict=False)
    raise GameError(Reason.UNREADABLE, f"{name} cannot be {text!r}")


def shown(state: msgspec.Struct, name: str, seats: Seats) -> str:
    """A field's value as a scenario writes it."""
    value = getattr(state, name)
    if name in seat_fields(type(state)) and value in seats:
        return seat_name(value, seats)
    if isinstance(value, list):
        return " ".join(map(str, value))
    return msgspec.json.encode(value).decode()
