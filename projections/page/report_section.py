"""A page's sections of reports: their rows with charts, SQL, and the rows behind each number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

from domain.contract.errors import GameError, Reason
from projections.games.projection import Report
from projections.page.requests import Asked, tidied
from projections.page.sections import Behind, Figure, Listed, Note, Section, command_line
from projections.reports.statistics import Counted, Reported, counted_sql, key_text, run_report
from projections.schema.definitions import literal

ROWS: Final = 100
"""So many rows of a report are in its table: those that rest on the most."""
LATEST: Final = 50
"""So many matches are in the list of them."""
MOST_LISTED: Final = 10_000
"""So many lines behind all numbers of a page together: less than 2 MB."""
MATCHES: Final = "matches"
"""The section that lists the matches that count."""

Key = tuple[str, ...]


def of_report(asked: Asked, report: Report, least: int | None = None) -> Section:
    """The section of a report.

    Raises GameError: BAD_SETTING for filters that there are not, NOT_FOUND if what it rests on has
    not been worked out.
    """
    reported = run_report(
        asked.reader, asked.game, report, asked.chosen, least=least or report.least
    )
    if reported.nothing:
        raise GameError(Reason.NOT_FOUND, " ".join(reported.lacking))
    every = tidied(reported.rows)
    rows = [every[index] for index in weightiest(reported)]
    return Section(
        name=report.name,
        title=report.title,
        about=report.about,
        columns=reported.columns,
        rows=rows,
        chart=report.chart,
        drawn=every,
        of=len(every),
        key=report.key,
        counts=report.counts,
        sql=reported.sql + ";",
        warnings=reported.warnings,
        notes=notes(asked, reported, len(rows), least),
        behind=behind_rows(asked, reported, rows) if report.rows and report.n and rows else (),
    )


def behind_rows(
    asked: Asked, reported: Reported, rows: Sequence[Sequence[Any]]
) -> Sequence[Behind]:
    """What is behind rows of a report: how much, the first of it, and the line that asks for all."""
    report, made = reported.report, []
    keys = [words_of(reported.of(row, report.key)) for row in rows]
    found = first_rows(asked, report, [reported.of(row, report.key) for row in rows])
    for row, words in zip(rows, keys, strict=True):
        (total,) = reported.of(row, (report.n,))
        named = (each for word in words for each in ("--rows", word))
        command = asked.command("stats", asked.game.key, report.name, *named)
        made.append(Behind(total, found.get(words, ()), command))
    return made


def weightiest(reported: Reported) -> list[int]:
    """Which rows of a report are in the table, in their order: those that rest on the most."""
    count, n = len(reported.rows), reported.report.n
    if count <= ROWS:
        return list(range(count))
    if not n:
        return list(range(ROWS))
    weights = [reported.of(row, (n,))[0] or 0 for row in reported.rows]
    return sorted(sorted(range(count), key=lambda index: (-weights[index], index))[:ROWS])


def notes(asked: Asked, reported: Reported, rows: int, least: int | None) -> list[Note]:
    """What is not in a table, and how it is asked for."""
    report, found = reported.report, []
    words = ("stats", asked.game.key, report.name)
    if rows < len(reported.rows):
        more = ("--least", str(least)) if least else ()
        text = f"The {rows} rows that rest on the most are here, of {len(reported.rows):,}; all:"
        found.append(Note(text, asked.command(*words, *more)))
    if reported.left_out:
        what = f"{reported.left_out:,} row{'' if reported.left_out == 1 else 's'} left out"
        text = f"{what}: fewer than {reported.least} {report.counts}; with them:"
        found.append(Note(text, asked.command(*words, "--least", "1")))
    return found


def words_of(values: Sequence[Any]) -> Key:
    """The values of a key as they are compared."""
    return tuple(key_text(value) for value in values)


def first_rows(
    asked: Asked, report: Report, keys: Sequence[Sequence[Any]]
) -> Mapping[Key, Sequence[Listed]]:
    """The first rows behind each row of a report with these keys: of all, those `rows_of` begins with."""
    counted = counted_sql(asked.game, asked.chosen)
    described = asked.reader.ask(f"{counted}SELECT * FROM (\n{report.rows}\n) LIMIT 0").columns
    columns = [f'r."{name}"' for name in described if name != "match"]
    order = ["o.played_on", "o.match", *sorted(columns, key=lambda name: name != 'r."step"')]
    key = [f'r."{name}"' for name in report.key]
    wanted = ", ".join(f"({', '.join(map(typed, values))})" for values in keys)
    names = ", ".join(f"k{number}" for number in range(len(key)))
    same = " AND ".join(
        f"{name}::VARCHAR IS NOT DISTINCT FROM k.k{number}" for number, name in enumerate(key)
    )
    sql = f"""{counted}SELECT o.match_id, o.played_on, o.player_a, o.player_b, {", ".join(columns)}
FROM (
{report.rows}
) r JOIN openings o ON o.match = r.match SEMI JOIN (VALUES {wanted}) k({names}) ON {same}
QUALIFY row_number() OVER (PARTITION BY {", ".join(key)} ORDER BY {", ".join(order)}) <= {asked.listed}
ORDER BY {", ".join(order)}"""
    answer = asked.reader.ask(sql)
    found: dict[Key, list[Listed]] = {}
    for row in answer.rows():
        record = dict(zip(answer.columns, row, strict=True))
        values = words_of([record[name] for name in report.key])
        found.setdefault(values, []).append(asked.one(record, report.key))
    return found


def typed(value: object) -> str:
    """A value of a key as text in SQL."""
    if value is None:
        return "NULL::VARCHAR"
    if isinstance(value, bool):
        return literal(str(value).lower())
    return literal(value.isoformat() if isinstance(value, date) else str(value))


def of_matches(asked: Asked, counted: Counted) -> Section:
    """The section that lists the matches that count, the last first."""
    select = f"""{counted_sql(asked.game, asked.chosen)}SELECT m.match_id, m.played_on, m.player_a,
       m.player_b, m.winner, m.why, m.score_a, m.score_b, m.turns, m.steps
FROM matches m SEMI JOIN counted c ON c.match = m.match
ORDER BY m.played_on DESC, m.recorded_at DESC, m.match DESC"""
    answer = asked.reader.ask(f"{select}\nLIMIT {LATEST}")
    rows = list(answer.rows())
    more = [Note("All of them:", asked_sql(asked, select))] if counted.matches > len(rows) else []
    return Section(
        name=MATCHES,
        title="The matches",
        about="The matches that count here, the last first. A draw has no winner.",
        columns=answer.columns,
        rows=rows,
        of=counted.matches,
        key=("match_id",),
        counts="match",
        sql=select + ";",
        notes=more,
        behind=[
            Behind(1, [asked.one(dict(zip(answer.columns[:4], row, strict=False)))]) for row in rows
        ],
    )


def asked_sql(asked: Asked, sql: str) -> str:
    """The line that asks in SQL."""
    return command_line(("sql", *asked.time, " ".join(sql.split())))


def figures(asked: Asked, counted: Counted, sections: Sequence[Section]) -> list[Figure]:
    """The summary of what counts."""
    names = {section.name for section in sections}
    ((players, first, last),) = asked.reader.ask(
        f"{counted_sql(asked.game, asked.chosen)}SELECT count(DISTINCT c.player), min(o.played_on), "
        "max(o.played_on) FROM counted c JOIN openings o ON o.match = c.match"
    ).rows()
    found = [
        Figure("finished matches", f"{counted.matches:,}", MATCHES),
        Figure("of them draws", f"{counted.draws:,}", "ends" if "ends" in names else MATCHES),
        Figure("open, not counted", f"{counted.open:,}"),
        Figure("players", f"{players:,}", "players"),
    ]
    if first is not None:
        found.append(
            Figure("played", str(first) if first == last else f"{first} – {last}", MATCHES)
        )
    return found


def fitting(sections: Sequence[Section], listed: int) -> int:
    """How much can be listed behind each number so that the page does not grow too large."""
    lengths = [len(behind.matches) for section in sections for behind in section.behind]
    while listed > 1 and sum(min(length, listed) for length in lengths) > MOST_LISTED:
        listed -= 1
    return listed
