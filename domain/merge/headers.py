"""What two openings of one match say: players, day, place, settings; and where they differ."""

from __future__ import annotations

from typing import Final

import msgspec

from domain.contract.errors import GameError, Reason
from domain.contract.game import SEAT_NAMES, Game
from domain.formats.tape import joined
from domain.record.events import Opened
from domain.record.match import Record

Values = tuple[str, str]
"""What the first recording says, and the second."""
TEXTS: Final = ("place", "event", "round", "table", "series", "clock")
"""Texts of an opening of which one recording may say nothing."""
NOTHING: Final = "?"
"""How a setting begins that nobody wrote down."""


def check_mergeable(first: Record, second: Record) -> None:
    """Refuse what cannot be two recordings of one match. Raises GameError."""
    if first.id == second.id:
        raise GameError(Reason.BAD_SETTING, f"{first.id} is one recording; name another to merge")
    if first.game.key != second.game.key:
        raise GameError(
            Reason.CONFLICT,
            f"{first.id} is a match of {first.game.name}, {second.id} of {second.game.name}",
        )


def openings(first: Record, second: Record) -> tuple[dict[str, str], dict[str, Values]]:
    """What both openings come to, by name, and where they contradict each other.

    Players are named `A` and `B`, the day is `date`; a setting has its own name.
    """
    agreed: dict[str, str] = {}
    contradictions: dict[str, Values] = {}
    for name, one, other in (*texts(first, second), *settings(first, second)):
        if one == other or not other:
            agreed[name] = one
        elif not one:
            agreed[name] = other
        else:
            contradictions[name] = one, other
    return agreed, contradictions


def texts(first: Record, second: Record) -> list[tuple[str, str, str]]:
    """Players, day and place as both say them; nothing where a recording does not say."""
    pair = first.opened, second.opened
    found = []
    for seat, letter in enumerate(SEAT_NAMES):
        one, other = ("" if o.players[seat] == letter else o.players[seat] for o in pair)
        found.append((letter, one, other))
    found.append(("date", pair[0].on, pair[1].on))
    found += [(name, getattr(pair[0], name), getattr(pair[1], name)) for name in TEXTS]
    return found


def settings(first: Record, second: Record) -> list[tuple[str, str, str]]:
    """The settings as both say them; nothing where a recording only knows less than the other."""
    one, other = first.opened.settings, second.opened.settings
    found = []
    for name in {**one, **other}:
        values = one.get(name, ""), other.get(name, "")
        if less(first.game, one, name, values[1]):
            values = values[0], ""
        elif less(first.game, other, name, values[0]):
            values = "", values[1]
        found.append((name, *values))
    return found


def less(game: Game, known: dict[str, str], name: str, value: str) -> bool:
    """Return whether a value of a setting says less than a recording's own, and the same."""
    own = known.get(name, "")
    unseen = game.settings_seen_by(known, None).get(name, "")
    return value != own and value.startswith(NOTHING) and unseen.startswith(value)


def opening(
    first: Record, second: Record, agreed: dict[str, str], chosen: dict[str, str]
) -> Opened:
    """The opening of both together; what they do not agree on is as `chosen`."""
    one, other = first.opened, second.opened
    says = {**agreed, **chosen}
    names = dict.fromkeys((*one.settings, *other.settings))
    simulated = (one.bots, one.seed) == (other.bots, other.seed)
    return msgspec.structs.replace(
        one,
        rules=first.game.rules_version,
        settings=first.game.settings({name: says[name] for name in names if says[name]}),
        players=(says["A"] or "A", says["B"] or "B"),
        on=says["date"],
        at=min(one.at, other.at),
        by=" and ".join(dict.fromkeys(opened.by for opened in (one, other) if opened.by)),
        note=joined(*dict.fromkeys((one.note, other.note))),
        bots=one.bots if simulated else None,
        seed=one.seed if simulated else None,
        eyes=eyes(one.eyes, other.eyes),
        best_of=max(one.best_of, other.best_of),
        **{name: says[name] for name in TEXTS},
    )


def eyes(one: str, other: str) -> str:
    """What two scribes saw together: `A`, `B`, `spectator`; empty where no seat's eyes bound them."""
    if one == other or other == "spectator":
        return one
    return other if one == "spectator" else ""
