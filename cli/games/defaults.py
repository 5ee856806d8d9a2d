"""Which members of the contract a game leaves to their defaults."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final

from domain.contract.game import Game, Notation, Scenery
from domain.frame.simple import SimpleGame

SHARED: Final = (Game.__module__.rpartition(".")[0], SimpleGame.__module__.rpartition(".simple")[0])
"""The packages of the contract and of what games share: what is defined there is a default."""


def left_to_defaults(game: Game) -> list[str]:
    """Name the members of a game that it does not define itself, in the order of the contract.

    Those of its notation and scenery follow with a dot, unless the whole of it is a default.
    """
    found = list(defaults_of(game, Game))
    for name, contract in (("notation", Notation), ("scenery", Scenery)):
        if name not in found:
            part = getattr(game, name)
            found += (f"{name}.{member}" for member in defaults_of(part, contract))
    return found


def defaults_of(part: Any, contract: type[Any]) -> Iterator[str]:
    """The members of a part of the contract that are defined by the contract or the frame."""
    for name in dict.fromkeys((*contract.__annotations__, *vars(contract))):
        if name[0] != "_" and is_default(part, contract, name):
            yield name


def is_default(part: Any, contract: type[Any], name: str) -> bool:
    """Say whether what an object has under a name is defined by the contract or the frame."""
    holder = next((kind for kind in type(part).__mro__ if name in vars(kind)), None)
    if name not in vars(part):
        return holder is not None and shared(holder)
    own, member = vars(part)[name], vars(contract).get(name)
    if own is member or (isinstance(member, cached_property) and own == member.func(part)):
        return True
    return shared(getattr(own, "__func__", type(own)))


def shared(thing: Any) -> bool:
    """Say whether a class or function is one of the contract or the frame."""
    return any(thing.__module__.startswith(f"{package}.") for package in SHARED)
