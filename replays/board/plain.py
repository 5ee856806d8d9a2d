"""The board of a game that brings none: what `Game.board` says, zone by zone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.contract.game import SEAT_NAMES, Game
from domain.record.events import Opened
from replays.board.model import Board, Card, Number, SeatInfo, Zone
from replays.board.parts import SEATED, player

SEATS = "seats"
"""Where `Game.board` has what belongs to each seat, by its letter."""


def board(game: Game, state: Any, opened: Opened | None, eyes: str) -> Board:
    """What belongs to B above, what belongs to neither in the middle, what belongs to A below."""
    found = game.board(state)
    seats = [of_seat(found, name) for name in SEAT_NAMES]
    shared = [(key, value) for key, value in found.items() if not by_seat(value)]
    middle = tuple(zone for key, value in shared for zone in zones(key, key, "", value))
    result = game.result(state)
    active = found.get("active")
    return Board(
        game=game.key,
        seats=(
            seat_info(seats[0], opened, 0, result is not None and result.winner == 0),
            seat_info(seats[1], opened, 1, result is not None and result.winner == 1),
        ),
        rows=tuple(row for row in (rows(seats[1], 1), middle, rows(seats[0], 0)) if row),
        turn=state.turn,
        to_move=active if active in SEATED and not state.over else "",
        status=f"{result.outcome} ({result.why})" if result else told(shared, state.turn),
        eyes=eyes,
    )


def by_seat(value: Any) -> bool:
    """Whether a value says something for each seat: by its letter, or as a number of A and one of B."""
    if isinstance(value, list):
        return len(value) == len(SEAT_NAMES) and all(type(part) is int for part in value)
    return isinstance(value, Mapping) and bool(value) and set(value) <= set(SEAT_NAMES)


def of_seat(found: Mapping[str, Any], name: str) -> dict[str, Any]:
    """What a board says of a seat."""
    own: dict[str, Any] = {}
    for key, value in found.items():
        if by_seat(value) and isinstance(value, list):
            own[key.removesuffix("s")] = value[SEAT_NAMES.index(name)]
        elif by_seat(value) and name in value:
            mine = value[name]
            own.update(mine if key == SEATS and isinstance(mine, Mapping) else {key: mine})
    return own


def told(shared: Sequence[tuple[str, Any]], turn: int) -> str:
    """Where in the match it is, and what is plainly said of the table."""
    said = [
        f"{words(key)} {value}"
        for key, value in shared
        if isinstance(value, str | int)
        and value != ""
        and not isinstance(value, bool)
        and key not in ("turn", "active", "winner", "why")
    ]
    return ", ".join([f"turn {turn}" if turn else "before the first turn", *said])


def words(key: str) -> str:
    """A key as people read it."""
    return key.replace("_", " ")


def seat_info(own: Mapping[str, Any], opened: Opened | None, seat: int, wins: bool) -> SeatInfo:
    """A seat's numbers and words."""
    numbers = tuple(
        Number(words(key), value)
        for key, value in own.items()
        if isinstance(value, int) and not isinstance(value, bool)
    )
    notes = tuple(f"{words(key)} {value}" for key, value in own.items() if isinstance(value, str))
    return SeatInfo(SEATED[seat], player(opened, seat), numbers, notes, wins)


def rows(own: Mapping[str, Any], seat: int) -> tuple[Zone, ...]:
    """A seat's zones."""
    name = SEATED[seat]
    return tuple(
        zone for key, value in own.items() for zone in zones(f"{name}.{key}", key, name, value)
    )


def zones(key: str, title: str, seat: Any, value: Any) -> Iterator[Zone]:
    """A list as a zone of cards, and what is in something else likewise."""
    if isinstance(value, list):
        cards = tuple(card(f"{key}.{n}", seat, thing) for n, thing in enumerate(value, 1))
        yield Zone(key, words(title), seat, "row", cards, len(cards), place=1)
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield from zones(f"{key}.{name}", f"{title} {name}", seat, part)


def card(key: str, seat: Any, thing: Any) -> Card:
    """Something in a list: a card by its code, or plain data with a name and numbers."""
    if not isinstance(thing, Mapping):
        unknown = thing in ("??", None)
        return Card(key, "" if unknown else str(thing), seat=seat, hidden=unknown)
    code = str(thing.get("card", ""))
    name = str(thing.get("name") or code or "")
    numbers = tuple(
        Number(words(label), value)
        for label, value in thing.items()
        if isinstance(value, int) and not isinstance(value, bool) and label != "id"
    )
    said = tuple(
        f"{words(label)} {value}"
        for label, value in thing.items()
        if isinstance(value, str) and value and label not in ("card", "name")
    )
    return Card(key, name, code, seat, numbers=numbers, state=said)
