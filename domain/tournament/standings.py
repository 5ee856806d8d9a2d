"""The standings and the rounds of an event."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from domain.contract.characters import folded
from domain.contract.errors import GameError, Reason
from domain.tournament.encounters import Encounter

WIN: Final = 3
"""Points of the standings for a match or series won; a loss gives none."""
DRAW: Final = 1
"""Points for one drawn."""


class Standing(msgspec.Struct, frozen=True):
    """How a player stands in an event."""

    rank: int
    """From 1; those who stand alike share it."""
    name: str
    points: int
    won: int
    drawn: int
    lost: int
    games_won: int
    """Games of what is finished."""
    games_lost: int
    unfinished: int
    """Matches and series that go on."""

    @property
    def better(self) -> tuple[int, ...]:
        """What ranks go by: points, then encounters won, then games won less games lost."""
        return -self.points, -self.won, self.games_lost - self.games_won, -self.games_won


def standings(found: Sequence[Encounter]) -> list[Standing]:
    """Standings of everybody who met somebody: three points for a win, one for a draw."""
    names: dict[str, str] = {}
    for met in found:
        for name in met.players:
            names.setdefault(folded(name), name)
    unranked = sorted(
        (standing(name, found) for name in names.values()), key=lambda s: (s.better, folded(s.name))
    )
    ranked: list[Standing] = []
    for place, one in enumerate(unranked, 1):
        alike = ranked and ranked[-1].better == one.better
        ranked.append(msgspec.structs.replace(one, rank=ranked[-1].rank if alike else place))
    return ranked


def standing(name: str, found: Sequence[Encounter]) -> Standing:
    """How one player stands, not yet ranked."""
    won = drawn = lost = games_won = games_lost = unfinished = 0
    for met in found:
        if folded(name) not in map(folded, met.players):
            continue
        unfinished += met.goes_on
        if not met.over:
            continue
        mine, theirs = met.wins_of(name)
        games_won, games_lost = games_won + mine, games_lost + theirs
        if met.winner is None:
            drawn += 1
        else:
            won, lost = won + (mine > theirs), lost + (mine < theirs)
    points = WIN * won + DRAW * drawn
    return Standing(0, name, points, won, drawn, lost, games_won, games_lost, unfinished)


def naturally(label: str) -> tuple[tuple[int, int, str], ...]:
    """What labels are sorted by, numbers in them by their worth; nothing comes last."""
    if not label:
        return ((2, 0, ""),)
    parts = re.findall(r"[0-9]+|[^0-9]+", folded(label))
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts)


def rounds(found: Sequence[Encounter]) -> list[tuple[str, list[Encounter]]]:
    """Who meets in each round, the rounds and the tables of each in order."""
    by_round: dict[str, tuple[str, list[Encounter]]] = {}
    for met in found:
        label = met.first.round
        by_round.setdefault(folded(label), (label, []))[1].append(met)
    ordered = sorted(by_round.values(), key=lambda item: naturally(item[0]))
    return [
        (label, sorted(there, key=lambda met: naturally(met.first.table)))
        for label, there in ordered
    ]


def named(names: Iterable[str], words: str, what: str) -> str:
    """The one of some names that is meant: it, or the beginning of it. Raises GameError."""
    every = list({folded(name): name for name in names}.values())
    wanted = folded(words)
    fits = [name for name in every if folded(name) == wanted] or [
        name for name in every if wanted and folded(name).startswith(wanted)
    ]
    if len(fits) == 1:
        return fits[0]
    message = f"{words!r} fits several" if fits else f"there is no {what} {words!r}"
    raise GameError(Reason.NOT_FOUND, message, legal=tuple(fits or sorted(every, key=naturally)))
