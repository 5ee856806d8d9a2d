"""Games that are installed beside ludograph: entry points of the group `ludograph.games`.

An entry point's name is the key of its game, its value where the game is: `nim = "nim_game:NIM"`.
The names are known without importing anything. What is wrong with one game is reported once and leaves
the others as they are.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points
from types import MethodType
from typing import Any, Final, get_args

import msgspec

from domain.contract.board import Board
from domain.contract.errors import GameError, Reason
from domain.contract.fields import Meaning, declared, seat_fields
from domain.contract.game import Action, Fact, Game, Notation, Scenery
from domain.contract.plain_board import plain_board

GROUP: Final = "ludograph.games"
KEY: Final = re.compile(r"[a-z][a-z0-9_]{0,29}")
"""What a key looks like; tables and stored kinds of events are named after it."""


class InstalledWarning(UserWarning):
    """Something installed cannot be used, and is left out."""


def leave_out(what: str) -> None:
    """Say that something installed is left out, and why; heard once for each reason."""
    warnings.warn(what, InstalledWarning, stacklevel=3)


def named(point: EntryPoint) -> str:
    """An entry point for people: its name, and the package that brings it."""
    package = f" of {point.dist.name} {point.dist.version}" if point.dist else ""
    return f"{point.name!r}{package} ({point.value})"


def by_name(points: Iterable[EntryPoint], taken: Iterable[str], what: str) -> dict[str, EntryPoint]:
    """Entry points by name, sorted; one whose name is taken already is left out with a warning."""
    found: dict[str, EntryPoint] = {}
    for point in sorted(points, key=lambda p: (p.name, p.value)):
        if point.name in taken:
            leave_out(f"the installed {what} {named(point)} is left out: ludograph has its own")
        elif point.name in found and found[point.name].value != point.value:
            other = named(found[point.name])
            leave_out(f"the installed {what} {named(point)} is left out: there is {other} already")
        else:
            found[point.name] = point
    return found


@cache
def points(own: frozenset[str]) -> dict[str, EntryPoint]:
    """Find what is installed, by key, nothing of it imported; `own` are ludograph's own keys."""
    return by_name(entry_points(group=GROUP), own, "game")


def keys(own: frozenset[str]) -> tuple[str, ...]:
    """The keys of what is installed, usable or not."""
    return tuple(points(own))


_loaded: dict[str, Game | GameError] = {}


def load(key: str, own: frozenset[str]) -> Game:
    """Import an installed game. Raises GameError (NOT_FOUND) saying why it cannot be used."""
    if key not in _loaded:
        try:
            _loaded[key] = imported(points(own)[key])
        except GameError as error:
            _loaded[key] = error
    found = _loaded[key]
    if isinstance(found, GameError):
        raise found.at()
    return found


def usable(key: str, own: frozenset[str]) -> Game:
    """An installed game by its key. Raises KeyError if there is none, or none that can be used."""
    if key not in points(own):
        raise KeyError(key)
    try:
        return load(key, own)
    except GameError as error:
        leave_out(error.message)
        raise KeyError(key) from error


def usable_keys(own: frozenset[str]) -> list[str]:
    """The keys of the installed games that can be used; they are imported for it."""
    found = []
    for key in points(own):
        try:
            usable(key, own)
        except KeyError:
            continue
        found.append(key)
    return found


def imported(point: EntryPoint) -> Game:
    """The game of an entry point. Raises GameError (NOT_FOUND) saying why it cannot be used."""
    found = loaded(point, "game")
    if wrong := unfit(found, point.name):
        raise GameError(
            Reason.NOT_FOUND, f"the installed game {named(point)} cannot be used: {wrong}"
        )
    return adopted(found)


def loaded(point: EntryPoint, what: str) -> Any:
    """What an entry point names. Raises GameError (NOT_FOUND) if it cannot be imported."""
    try:
        return point.load()
    except (Exception, SystemExit) as error:
        phrase = " ".join(f"{type(error).__name__}: {error}".split())
        raise GameError(
            Reason.NOT_FOUND, f"the installed {what} {named(point)} cannot be used: {phrase}"
        ) from error


def unfit(found: Any, key: str) -> str:
    """What keeps an object from being a game with this key, as far as can be seen; else nothing."""
    if isinstance(found, type):
        return "it is a class; name an object of it"
    for what, contract in ((found, Game), (getattr(found, "notation", None), Notation)):
        if missing := [part for part in required(contract) if not hasattr(what, part)]:
            return f"it is no {contract.__name__}: it lacks {', '.join(missing)}"
    if found.key != key or not KEY.fullmatch(key):
        return f"its key is {found.key!r}: small letters and digits, the same as the entry point's name"
    return unfit_structs(found.action_type, Action) or unfit_structs(found.fact_type, Fact)


def undeclared(kind: type[Action | Fact]) -> str:
    """What a struct does not say of its fields as the house wants it; else nothing."""
    fields, seats = kind.__struct_fields__, seat_fields(kind)
    if getattr(kind, "opens_turn", False):
        if fields[:2] != ("turn", "seat"):
            return "opens a turn, so turn and seat come first"
        if "seat" not in seats:
            return "opens a turn, so its seat is declared as one: seat: Seat"
    if getattr(kind, "ends_match", False):
        if not {"winner", "why"} <= set(fields):
            return "ends the match, so it says winner and why"
        if "winner" not in seats:
            return "ends the match, so its winner is declared as a seat: winner: Seat | None"
    return ""


@cache
def required(contract: type[Game | Notation | Scenery]) -> tuple[str, ...]:
    """The members that a part of the contract has no default for."""
    typed = (name for name in contract.__annotations__ if name not in vars(contract))
    return (*typed, *(name for name in vars(contract) if name in contract.__abstractmethods__))


def adopted(found: Any) -> Game:
    """Give a game that is older than a part of the contract what it lacks.

    An object that is not of the class Game, or has a notation that is not a Notation, gets their
    defaults. Before they were declared, a fact with `winner` and `why` ended the match, and a
    `total` beside a `seat` was its score. Before there was `data`, `board` gave plain data.
    """
    adopt_board(found)
    for what, contract in ((found, Game), (found.notation, Notation)):
        members = [] if isinstance(what, contract) else list(vars(contract).items())
        for name, default in sorted(members, key=lambda m: isinstance(m[1], cached_property)):
            if name[0] != "_" and not hasattr(what, name):
                setattr(what, name, lent(default, what))
    for kind in get_args(found.fact_type) or (found.fact_type,):
        fields = set(kind.__struct_fields__)
        kind.ends_match = kind.ends_match or {"winner", "why"} <= fields
        if {"seat", "total"} <= fields:
            declared(kind).setdefault("total", Meaning.TOTAL)
    game: Game = found
    return game


def adopt_board(game: Any) -> None:
    """Give a game whose class has a `board` of plain data, and no `data`, both as they are now."""
    kind = next((kind for kind in type(game).__mro__ if "board" in vars(kind)), Game)
    if "data" in vars(kind):
        return
    laid, plain = game.board, getattr(game, "data", None)

    def board(state: Any) -> Board:
        found = laid(state)
        if isinstance(found, Board):
            return found
        return plain_board(game.key, found, state.turn, game.result(state))

    def data(state: Any) -> Any:
        found = laid(state)
        return plain(state) if plain and isinstance(found, Board) else found

    game.board, game.data = board, data


def lent(default: Any, to: Any) -> Any:
    """A member of a class as an object of another class has it."""
    if isinstance(default, cached_property):
        return default.func(to)
    return MethodType(default, to) if callable(default) else default


def unfit_structs(union: Any, base: type[Action | Fact]) -> str:
    """What is wrong with a game's union of actions or facts; else nothing."""
    kinds = get_args(union) or (union,)
    tags = []
    for kind in kinds:
        if not (isinstance(kind, type) and issubclass(kind, base)):
            return f"{kind!r} is no {base.__name__}"
        config = kind.__struct_config__
        if not (isinstance(config.tag, str) and config.array_like and config.frozen):
            return f'{kind.__name__} needs a tag: class {kind.__name__}(…, frozen=True, tag="word")'
        tags.append(config.tag)
    twice = [tag for tag in tags if tags.count(tag) > 1]
    if twice:
        return f"two of them have the tag {twice[0]!r}"
    try:
        msgspec.json.Decoder(union)
    except Exception as error:
        return f"what it stores cannot be read: {' '.join(str(error).split())}"
    return next((f"{kind.__name__} {wrong}" for kind in kinds if (wrong := undeclared(kind))), "")
