"""The named reports: which there are, their SQL as it runs, their rows, and what is behind a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from domain.contract.characters import folded
from domain.contract.errors import GameError, Reason
from projections.games.projection import Projected, Report
from projections.games.registry import PROJECTED
from projections.read.reader import Reader
from projections.reports.filters import WHAT_IF, WHO, Chosen, conditions, nearest, resolved
from projections.schema.decision_tables import HOW_MANY
from projections.schema.definitions import literal

FEW: Final = 30
"""What rests on fewer says little."""


@dataclass(frozen=True)
class Reported:
    """A report as it came out: what was asked, the SQL that ran, columns and rows."""

    report: Report
    sql: str
    columns: list[str]
    rows: list[tuple[Any, ...]]
    least: int = 1
    """Rows that rest on fewer are left out."""
    left_out: int = 0
    """How many were."""
    worked_out: tuple[int, int] | None = None
    """Of a report that rests on what a command works out: with how many matches that has been done, of
    how many."""

    def records(self) -> list[dict[str, Any]]:
        """The rows as objects."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def of(self, row: Sequence[Any], names: Sequence[str]) -> tuple[Any, ...]:
        """Some columns of a row."""
        return tuple(row[self.columns.index(name)] for name in names)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings of few data, and of matches that are not worked out: sentences, or none."""
        return (*self.lacking, *self.doubts)

    @property
    def nothing(self) -> bool:
        """Whether it says nothing since a command has not been run that works out what it rests on."""
        return self.worked_out is not None and self.worked_out[0] == 0 < self.worked_out[1]

    @property
    def lacking(self) -> tuple[str, ...]:
        """The warning of matches that are not worked out: a sentence, or none."""
        some, every = self.worked_out or (0, 0)
        if some == every:
            return ()
        done = f"{some:,} of {every:,} matches are" if some > 1 else "1 match is" if some else ""
        command = f"`{self.report.worked_out_by}`"
        if not some:
            return (f"Nothing is worked out yet: {command} does it.",)
        return (f"Only {done} worked out: {command} works out the others.",)

    @property
    def doubts(self) -> tuple[str, ...]:
        """The warning of few data: a sentence, or none."""
        report = self.report
        if not report.n or not self.rows:
            return ()
        counts = [self.of(row, (report.n,))[0] or 0 for row in self.rows]
        if report.parts:
            whole = sum(counts)
            few = f"All of it rests on {whole:,} {report.counts}, fewer than {FEW}: wide."
            return (few,) if whole < FEW else ()
        few_rows = sum(count < FEW for count in counts)
        if not few_rows:
            return ()
        which = (
            "Every row rests"
            if few_rows == len(counts)
            else f"{few_rows:,} of {len(counts):,} rows rest"
        )
        return (f"{which} on fewer than {FEW} {report.counts}: wide.",)


@dataclass(frozen=True)
class Behind:
    """What a row of a report counts: the SQL that asks for it, columns and rows.

    The first columns are match_id, played_on, player_a and player_b; then what the report counts by,
    with `step` where it is about steps.
    """

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


def check(game: Projected, name: str, chosen: Chosen) -> None:
    """Raise GameError if a game has no such report, or no such filters."""
    find_reports(game, name)
    counted_sql(game, chosen)


def only_game(reader: Reader) -> Projected:
    """The game of which there are matches. Raises GameError (NOT_FOUND) if it is not just one."""
    found = [
        key
        for (key,) in reader.ask(
            "SELECT DISTINCT game FROM openings WHERE game > '' ORDER BY game"
        ).rows()
    ]
    if len(found) != 1:
        what = "there are matches of several games" if found else "there are no matches yet"
        raise GameError(Reason.NOT_FOUND, f"{what}: name the game", legal=tuple(found or PROJECTED))
    return projected(found[0])


def counted_sql(game: Projected, chosen: Chosen) -> str:
    """The CTE `counted` with the chosen filters. Raises GameError (BAD_SETTING)."""
    return f"WITH counted AS ({filtered(game, chosen, game.counted)})\n"


def filtered(game: Projected, chosen: Chosen, relation: str, *, seats: bool = True) -> str:
    """A SELECT over seats, or over matches, with the chosen filters. Raises GameError (BAD_SETTING)."""
    where = conditions(game, chosen, seats=seats)
    return f"{relation} WHERE {' AND '.join(where)}" if where else relation


def run_report(
    reader: Reader, game: Projected, report: Report, chosen: Chosen, *, least: int = 1
) -> Reported:
    """Run a report over what the filters let through; rows that rest on fewer than `least` are left out.

    Raises GameError (BAD_SETTING) for filters and values that there are not.
    """
    counted = counted_sql(game, resolved(reader, game, chosen))
    order = f"\nORDER BY {report.order}" if report.order else ""
    narrowed = least > 1 and bool(report.n)
    sql = counted + report.sql + order
    left_out = 0
    if narrowed:
        sql = f"{counted}SELECT * FROM (\n{report.sql}\n) WHERE {report.n} >= {least}{order}"
        columns, rows, left_out = narrow(reader, counted, report, least, order)
    else:
        answer = reader.ask(sql)
        columns, rows = answer.columns, list(answer.rows())
    done = None
    if report.worked_out_by:
        (done,) = reader.ask(f"{counted}{HOW_MANY}").rows()
    return Reported(report, sql, columns, rows, least if narrowed else 1, left_out, done)


def narrow(
    reader: Reader, counted: str, report: Report, least: int, order: str
) -> tuple[list[str], list[tuple[Any, ...]], int]:
    """Columns and rows of a report that rest on so many at least, and how many rows do not.

    It is worked out once: how many are left out stands in a column that is taken off again.
    """
    whole = f"{counted.rstrip()}, whole AS MATERIALIZED (\n{report.sql}\n)\n"
    few = f"SELECT count(*) FROM whole WHERE {report.n} < {least}"
    answer = reader.ask(
        f"{whole}SELECT *, ({few}) AS left_out FROM whole WHERE {report.n} >= {least}{order}"
    )
    columns, rows = answer.columns[:-1], list(answer.rows())
    if rows:
        return columns, [row[:-1] for row in rows], int(rows[0][-1])
    ((left_out,),) = reader.ask(whole + few).rows()
    return columns, [], int(left_out)


def rows_of(
    reader: Reader, game: Projected, report: Report, chosen: Chosen, key_values: Sequence[Any]
) -> Behind:
    """What is behind the row of a report with these values in its key columns, and the SQL.

    With fewer values than key columns it is what is behind all rows that begin with them. Raises
    GameError for a report that does not say it, for too many values, and for wrong filters.
    """
    if not report.rows:
        raise GameError(
            Reason.NOT_FOUND,
            f"the report {report.name} does not say what is behind its rows",
            legal=tuple(r.name for r in game.reports if r.rows),
        )
    if len(key_values) > len(report.key):
        raise GameError(
            Reason.BAD_SETTING,
            f"{len(key_values)} values, but a row of {report.name} is told by fewer",
            legal=report.key,
        )
    counted = counted_sql(game, resolved(reader, game, chosen))
    described = reader.ask(f"{counted}SELECT * FROM (\n{report.rows}\n) LIMIT 0").columns
    described = [name for name in described if name != "match"]
    more = [f'r."{name}"' for name in described]
    first = [f'r."{name}"' for name in sorted(described, key=lambda name: name != "step")]
    where = [is_value(f'r."{name}"', v) for name, v in zip(report.key, key_values, strict=False)]
    sql = (
        f"{counted}SELECT {', '.join(('o.match_id, o.played_on, o.player_a, o.player_b', *more))}\n"
        f"FROM (\n{report.rows}\n) r JOIN openings o ON o.match = r.match\n"
        f"{'WHERE ' if where else ''}{' AND '.join(where)}\n"
        f"ORDER BY {', '.join(('o.played_on, o.match', *first))}"
    )
    answer = reader.ask(sql)
    return Behind(sql, answer.columns, list(answer.rows()))


def is_value(column: str, value: object) -> str:
    """That a column has a value."""
    if value is None:
        return f"{column} IS NULL"
    if isinstance(value, date):
        return f"{column} = {literal(value.isoformat())}"
    if isinstance(value, bool | int | float):
        return f"{column} = {str(value).lower()}"
    return f"{column} = {literal(str(value))}"


def key_of(reported: Reported, words: Sequence[str]) -> tuple[Any, ...]:
    """The values of a report's first key columns that words mean, whatever their case; `-` is none.

    Raises GameError (BAD_SETTING), naming the nearest, if no row has them.
    """
    found: tuple[Any, ...] = ()
    rows = [reported.of(row, reported.report.key) for row in reported.rows]
    for place, word in enumerate(words[: len(reported.report.key)]):
        known = {key_text(row[place]): row[place] for row in rows if row[:place] == found}
        same = [text for text in known if text == word] or [
            text for text in known if folded(text) == folded(word)
        ]
        if len(same) != 1:
            column = reported.report.key[place].replace("_", " ")
            raise GameError(
                Reason.BAD_SETTING,
                f"{reported.report.name} has no row with {column} {word!r}",
                legal=nearest(word, tuple(known)),
            )
        found = (*found, known[same[0]])
    return (*found, *words[len(found) :])


def key_text(value: object) -> str:
    """A value of a key as it is typed."""
    return "-" if value is None else str(value)


def count(reader: Reader, game: Projected, chosen: Chosen) -> Counted:
    """How many matches count, and how many are left out since they are open. Raises GameError."""
    chosen = resolved(reader, game, chosen)
    ((matches, draws),) = reader.ask(counted_sql(game, chosen) + game.summary).rows()
    unfinished_sql = filtered(game, chosen, game.unfinished, seats=False)
    ((unfinished,),) = reader.ask(unfinished_sql).rows()
    return Counted(matches, draws, unfinished)


__all__ = [
    "WHAT_IF", "WHO", "Behind", "Chosen", "Counted", "Reported", "check", "count", "counted_sql",
    "find_reports", "key_of", "only_game", "projected", "resolved", "rows_of", "run_report",
]  # fmt: skip
