"""What a field of an action or fact means to the house, as its type declares it.

A field of type `Seat` holds a seat: people read and write it as a letter. A field of type `Total`
holds all that a seat has, which is its score. Both are numbers, stored and decoded as such; the
declarations are read from a struct once and kept.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from types import UnionType
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin

import msgspec


class Meaning(Enum):
    """What the number in a field stands for."""

    SEAT = "seat"
    TOTAL = "total"


Seat: TypeAlias = Annotated[int, Meaning.SEAT]
"""A seat's index: 0 is the first seat (A), 1 the second (B), and so on."""
Total: TypeAlias = Annotated[int, Meaning.TOTAL]
"""The score, whatever the game counts, that the seat which the fact names first has now."""


def meaning_of(kind: Any) -> Meaning | None:
    """Return what a field of a type means, which may be `Seat | None`; None for any other."""
    for part in get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,):
        for data in getattr(part, "__metadata__", ()):
            if isinstance(data, Meaning):
                return data
    return None


@cache
def declared(struct: type[msgspec.Struct]) -> dict[str, Meaning]:
    """Return the fields of a struct that mean something to the house, by name."""
    found = {field.name: meaning_of(field.type) for field in msgspec.structs.fields(struct)}
    return {name: meaning for name, meaning in found.items() if meaning is not None}


@cache
def seat_fields(struct: type[msgspec.Struct]) -> frozenset[str]:
    """Return the names of the fields of a struct that hold a seat."""
    return frozenset(n for n, meaning in declared(struct).items() if meaning is Meaning.SEAT)
