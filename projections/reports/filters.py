"""What narrows the reports: filters that every game has, a game's own, and the SQL they become.

What is chosen is a value for each filter's name, or several of which one must hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from difflib import get_close_matches
from typing import Final

from domain.contract.characters import folded
from domain.contract.errors import GameError, Reason
from projections.games.projection import KIND_FILTER, Filter, Projected
from projections.read.reader import Reader
from projections.schema.definitions import literal

Chosen = Mapping[str, str | Sequence[str]]
"""Filters by name: one value, or several of which one must hold."""

SEATED: Final = {"player": "player", "opponent": "opponent"}
"""Filters on who sits where: only the seats of a player are counted; by column of `seats`."""
OCCASION: Final = {"event": "event", "place": "place", "by": "recorder"}
"""Filters on what an opening says: by column of `openings`."""
PERIOD: Final = {"since": "played_on >= DATE {value}", "until": "played_on <= DATE {value}"}
"""Filters on the day it was played, both ends included."""
COMMON: Final = (*SEATED, *PERIOD, *OCCASION)
"""The names of the filters that every game has, besides who played."""
WHO: Final = KIND_FILTER.name
WHAT_IF: Final = literal(KIND_FILTER.values[-1])
COUNTS_ONCE: Final = "match NOT IN (SELECT match FROM replaced)"
"""Recordings do not count beside the match that was put together from them."""
DAYS: Final = ("2026-11-30", "2026-11", "2026")


def values_of(value: str | Sequence[str]) -> tuple[str, ...]:
    """The values that a filter lets through."""
    return (value,) if isinstance(value, str) else tuple(value)


def nearest(value: str, known: Sequence[str]) -> tuple[str, ...]:
    """The known values that a wrong one may mean, the likeliest first; all if none is near."""
    lower = {folded(name): name for name in known}
    wanted = folded(value)
    near = [lower[name] for name in get_close_matches(wanted, lower, 5, 0.6)]
    near += [name for low, name in lower.items() if wanted and wanted in low and name not in near]
    return tuple(near) or tuple(known)


def conditions(game: Projected, chosen: Chosen, *, seats: bool = True) -> list[str]:
    """The filters as SQL conditions, over `counted`, or with `seats` False over open matches.

    What-ifs are left out unless a filter names who played. Raises GameError (BAD_SETTING) for filters
    that there are not, and for values that a filter cannot have.
    """
    own = {f.name: f for f in game.filters}
    check_names(game, chosen)
    found = [own_condition(own[name], values_of(v)) for name, v in chosen.items() if name in own]
    found += [*seated(chosen, seats), *occasion(chosen), COUNTS_ONCE]
    if WHO not in chosen and WHO in own:
        found.append(f"NOT ({own[WHO].condition.format(value=WHAT_IF)})")
    return found


def check_names(game: Projected, chosen: Chosen) -> None:
    """Raise GameError (BAD_SETTING) if a game has not all of the filters, or one says nothing."""
    known = (*(f.name for f in game.filters), *COMMON)
    for name, value in chosen.items():
        if name not in known:
            raise GameError(
                Reason.BAD_SETTING,
                f"{game.key} has no {name} to filter by",
                legal=nearest(name, known),
            )
        if not values_of(value):
            raise GameError(Reason.BAD_SETTING, f"{name} needs a value")


def own_condition(known: Filter, values: Sequence[str]) -> str:
    """One of a game's own filters. Raises GameError (BAD_SETTING) for a value it cannot have."""
    for value in values:
        if value not in known.values:
            raise GameError(
                Reason.BAD_SETTING,
                f"{known.name} cannot be {value!r}",
                legal=nearest(value, known.values),
            )
    each = [known.condition.format(value=literal(value)) for value in values]
    return each[0] if len(each) == 1 else f"({' OR '.join(each)})"


def seated(chosen: Chosen, seats: bool) -> Iterator[str]:
    """The condition on who sits where: on a seat, or on a match."""
    parts = [
        among(column, values_of(chosen[name])) for name, column in SEATED.items() if name in chosen
    ]
    if parts:
        what, columns = ("(match, seat)", "match, seat") if seats else ("match", "match")
        yield f"{what} IN (SELECT {columns} FROM seats WHERE {' AND '.join(parts)})"


def occasion(chosen: Chosen) -> Iterator[str]:
    """The condition on when, where and on what occasion it was played."""
    parts = [
        PERIOD[name].format(value=literal(one(name, chosen[name]).isoformat()))
        for name in PERIOD
        if name in chosen
    ]
    if len(parts) == 2 and one("since", chosen["since"]) > one("until", chosen["until"]):
        raise GameError(Reason.BAD_SETTING, "since is after until: no match is between them")
    parts += [
        among(column, values_of(chosen[name]))
        for name, column in OCCASION.items()
        if name in chosen
    ]
    if parts:
        yield f"match IN (SELECT match FROM openings WHERE {' AND '.join(parts)})"


def among(column: str, values: Sequence[str]) -> str:
    """That a column has one of some values."""
    quoted = [literal(value) for value in values]
    return f"{column} = {quoted[0]}" if len(quoted) == 1 else f"{column} IN ({', '.join(quoted)})"


def one(name: str, value: str | Sequence[str]) -> date:
    """The day of a period's end: of a month or a year its first or last. Raises GameError."""
    text, *others = values_of(value)
    if others:
        raise GameError(Reason.BAD_SETTING, f"{name} is one day, not {len(others) + 1}")
    try:
        return day_of(text.strip(), last=name == "until")
    except ValueError as error:
        raise GameError(Reason.BAD_SETTING, f"{name}: {text!r} is no day", legal=DAYS) from error


def day_of(text: str, *, last: bool) -> date:
    """A day, or the first or last of a month or a year. Raises ValueError."""
    parts = text.split("-")
    if len(parts) == 3 or not all(part.isascii() and part.isdigit() for part in parts):
        return date.fromisoformat(text)
    if [len(part) for part in parts] not in ([4], [4, 2]):
        raise ValueError(text)
    year, month = int(parts[0]), int(parts[1]) if len(parts) == 2 else 12 if last else 1
    if not last:
        return date(year, month, 1)
    return date(year, 12, 31) if month == 12 else date(year, month + 1, 1) - timedelta(days=1)


def resolved(reader: Reader, game: Projected, chosen: Chosen) -> dict[str, str | Sequence[str]]:
    """What is chosen, with names as they are recorded, whatever their case.

    Raises GameError (BAD_SETTING), naming the nearest, for who and what there is nothing of.
    """
    conditions(game, chosen)
    found = dict(chosen)
    for name in (*SEATED, *OCCASION):
        if name in chosen:
            known = recorded(reader, game, name)
            values = tuple(spelled(name, value, known) for value in values_of(chosen[name]))
            found[name] = values[0] if isinstance(chosen[name], str) else values
    return found


def recorded(reader: Reader, game: Projected, name: str) -> tuple[str, ...]:
    """The values that there are in a game's matches for a filter that every game has."""
    column = SEATED.get(name) or OCCASION[name]
    source = "seats s JOIN openings o ON o.match = s.match" if name in SEATED else "openings o"
    rows = reader.ask(
        f"SELECT DISTINCT {column} FROM {source} WHERE o.game = {literal(game.key)} "
        f"AND {column} IS NOT NULL ORDER BY 1"
    ).rows()
    return tuple(value for (value,) in rows)


def spelled(name: str, value: str, known: Sequence[str]) -> str:
    """A value as it is recorded. Raises GameError (BAD_SETTING) for one that is not."""
    if value in known:
        return value
    same = [other for other in known if folded(other) == folded(value)]
    if len(same) == 1:
        return same[0]
    word = "recorder" if name == "by" else name
    what = f"no match has the {word} {value!r}" if known else f"no match says its {word}"
    raise GameError(Reason.BAD_SETTING, what, legal=nearest(value, same or known))
