"""The board of a game that lays out none: its plain data, zone by zone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.contract.board import SEATED, Board, Card, Number, Seated, SeatInfo, Zone
from domain.contract.result import Result

SEATS = "seats"
"""Where plain data has what belongs to each seat, by its letter."""
MOMENT = ("turn", "active", "over", "winner", "why")
"""What of it is shown elsewhere."""


def plain_board(game: str, data: Mapping[str, Any], turn: int, result: Result | None) -> Board:
    """Lay out a game's plain data: what belongs to B above, to neither in the middle, to A below.

    `game` is its key, `turn` the number of the turn, `result` how the match has ended, if it has.
    """
    seats = [of_seat(data, name) for name in SEATED]
    shared = [(key, value) for key, value in data.items() if not by_seat(value)]
    middle = tuple(zone for key, value in shared for zone in zones(key, key, "", value))
    active = data.get("active")
    won = result.winner if result else None
    return Board(
        game=game,
        seats=tuple(seat_info(own, name, won) for own, name in zip(seats, SEATED, strict=True)),
        rows=tuple(row for row in (rows(seats[1], "B"), middle, rows(seats[0], "A")) if row),
        turn=turn,
        to_move=active if active in SEATED and not result else "",
        status=f"{result.outcome} ({result.why})" if result else moment(shared, turn),
    )


def by_seat(value: Any) -> bool:
    """True for what says something of each seat: by its letter, or as a number of A and one of B."""
    if isinstance(value, list):
        return len(value) == len(SEATED) and all(type(part) is int for part in value)
    return isinstance(value, Mapping) and bool(value) and set(value) <= set(SEATED)


def of_seat(found: Mapping[str, Any], name: str) -> dict[str, Any]:
    """What a board says of a seat."""
    own: dict[str, Any] = {}
    for key, value in found.items():
        if by_seat(value) and isinstance(value, list):
            own[key.removesuffix("s")] = value[SEATED.index(name)]
        elif by_seat(value) and name in value:
            mine = value[name]
            own.update(mine if key == SEATS and isinstance(mine, Mapping) else {key: mine})
    return own


def moment(shared: Sequence[tuple[str, Any]], turn: int) -> str:
    """Say where in the match it is, and what is plainly so of the table."""
    facts = [
        f"{words(key)} {value}"
        for key, value in shared
        if isinstance(value, str | int)
        and value != ""
        and not isinstance(value, bool)
        and key not in MOMENT
    ]
    return ", ".join([f"turn {turn}" if turn else "before the first turn", *facts])


def words(key: str) -> str:
    """A key as people read it."""
    return key.replace("_", " ")


def seat_info(own: Mapping[str, Any], seat: Seated, winner: int | None) -> SeatInfo:
    """A seat's numbers and words."""
    numbers = tuple(
        Number(words(key), value)
        for key, value in own.items()
        if isinstance(value, int) and not isinstance(value, bool)
    )
    notes = tuple(f"{words(key)} {value}" for key, value in own.items() if isinstance(value, str))
    wins = winner is not None and SEATED[winner] == seat
    return SeatInfo(seat, numbers=numbers, notes=notes, wins=wins)


def rows(own: Mapping[str, Any], name: Seated) -> tuple[Zone, ...]:
    """A seat's zones."""
    return tuple(
        zone for key, value in own.items() for zone in zones(f"{name}.{key}", key, name, value)
    )


def zones(key: str, title: str, seat: Seated, value: Any) -> Iterator[Zone]:
    """A list as a zone of cards, and what is in something else likewise."""
    if isinstance(value, list):
        cards = tuple(card(f"{key}.{n}", seat, thing) for n, thing in enumerate(value, 1))
        yield Zone(key, words(title), seat, "row", cards, len(cards), place=1)
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield from zones(f"{key}.{name}", f"{title} {name}", seat, part)


def card(key: str, seat: Seated, thing: Any) -> Card:
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
    facts = tuple(
        f"{words(label)} {value}"
        for label, value in thing.items()
        if isinstance(value, str) and value and label not in ("card", "name")
    )
    return Card(key, name, code, seat, numbers=numbers, state=facts)
