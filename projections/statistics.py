"""The named reports: which there are, their SQL as it runs, and their rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from domain.errors import GameError, Reason
from projections.games import PROJECTED
from projections.projected import KIND_FILTER, Filter, Projected, Report
from projections.reading import Reader
from projections.schema import literal

WHO: Final = KIND_FILTER.name
WHAT_IF: Final = literal(KIND_FILTER.values[-1])


@dataclass(frozen=True)
class Reported:
    """A report as it came out: what was asked, the SQL that ran, columns and rows."""

    report: Report
    sql: str
    columns: list[str]
    rows: list[tuple[Any, ...]]

    def records(self) -> list[dict[str, Any]]:
        """The rows as objects."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


@dataclass(frozen=True)
class Counted:
    """What reports count: finished matches that the filters let through, and draws among them.

    `open` are the unfinished ones that the filters let through; they never count.
    """

    matches: int
    draws: int
    open: int


def projected(key: str) -> Projected:
    """A game's reports by its key. Raises GameError (NOT_FOUND)."""
    found = PROJECTED.get(key)
    if found is None or not found.reports:
        raise GameError(
            Reason.NOT_FOUND, f"there are no reports about {key}", legal=tuple(PROJECTED)
        )
    return found


def find_reports(game: Projected, name: str = "") -> tuple[Report, ...]:
    """The report of that name, or of that unique beginning; all without one. Raises GameError."""
    if not name:
        return game.reports
    found = [r for r in game.reports if r.name == name] or [
        r for r in game.reports if r.name.startswith(name.lower())
    ]
    if len(found) != 1:
        raise GameError(
            Reason.NOT_FOUND,
            f"no report {name!r} about {game.key}",
            legal=tuple(r.name for r in game.reports),
        )
    return (found[0],)


def check(game: Projected, name: str, chosen: Mapping[str, str]) -> None:
    """Raise GameError if a game has no such report, or no such filters."""
    find_reports(game, name)
    counted_sql(game, chosen)


def only_game(reader: Reader) -> Projected:
    """The game of which there are matches. Raises GameError (NOT_FOUND) if it is not just one."""
    found = [
        key for (key,) in reader.ask("SELECT DISTINCT game FROM openings ORDER BY game").rows()
    ]
    if len(found) != 1:
        what = "there are matches of several games" if found else "there are no matches yet"
        raise GameError(Reason.NOT_FOUND, f"{what}: name the game", legal=tuple(found or PROJECTED))
    return projected(found[0])


def counted_sql(game: Projected, chosen: Mapping[str, str]) -> str:
    """The CTE `counted` with the chosen filters (name to value). Raises GameError (BAD_SETTING)."""
    return f"WITH counted AS ({filtered(game, chosen, game.counted)})\n"


def known_kinds(game: Projected) -> list[Filter]:
    """The filter of a game that says who played, if it has one."""
    return [f for f in game.filters if f.name == WHO]


def filtered(game: Projected, chosen: Mapping[str, str], relation: str) -> str:
    """A SELECT with the chosen filters as its conditions. Raises GameError (BAD_SETTING).

    What-ifs are left out unless it is said who played.
    """
    conditions = []
    for name, value in chosen.items():
        known = {f.name: f for f in game.filters}
        if name not in known:
            raise GameError(
                Reason.BAD_SETTING, f"{game.key} has no {name} to filter by", legal=tuple(known)
            )
        if value not in known[name].values:
            raise GameError(
                Reason.BAD_SETTING, f"{name} cannot be {value!r}", legal=known[name].values
            )
        conditions.append(known[name].condition.format(value=literal(value)))
    if WHO not in chosen:
        conditions += [f"NOT ({f.condition.format(value=WHAT_IF)})" for f in known_kinds(game)]
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    return relation + where


def run_report(
    reader: Reader, game: Projected, report: Report, chosen: Mapping[str, str]
) -> Reported:
    """Run a report over the matches that the filters let through."""
    sql = counted_sql(game, chosen) + report.sql
    answer = reader.ask(sql)
    return Reported(report, sql, answer.columns, list(answer.rows()))


def count(reader: Reader, game: Projected, chosen: Mapping[str, str]) -> Counted:
    """How many matches count, and how many are left out since they are open."""
    ((matches, draws),) = reader.ask(counted_sql(game, chosen) + game.summary).rows()
    ((unfinished,),) = reader.ask(filtered(game, chosen, game.unfinished)).rows()
    return Counted(matches, draws, unfinished)
