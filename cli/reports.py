"""`stats`: the named reports of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import typer

from cli.asking import AsOfOption, read_as_of, reader
from cli.edge import (
    AnalyticsOption,
    JsonOption,
    StoreOption,
    analytics_path,
    guarded,
    must_exist,
    print_json,
    store_path,
)
from cli.games import complete_game
from domain.errors import GameError, Reason


@guarded
def stats(
    game: Annotated[
        str | None,
        typer.Argument(
            help="The game; none: the one that is recorded.", autocompletion=complete_game
        ),
    ] = None,
    name: Annotated[str | None, typer.Argument(help="A report; none: all of them.")] = None,
    show_sql: Annotated[
        bool, typer.Option("--show-sql", help="Print the SQL that runs, too.")
    ] = False,
    bots: Annotated[bool, typer.Option("--bots", help="Only matches of bots.")] = False,
    people: Annotated[bool, typer.Option("--people", help="Only matches of people.")] = False,
    what_if: Annotated[
        bool,
        typer.Option("--what-if", help="Only matches branched off others; else they never count."),
    ] = False,
    filters: Annotated[
        list[str] | None,
        typer.Option(
            "--filter",
            metavar="NAME=VALUE",
            help="Only matches of a variant, such as edition=early; may be given again.",
        ),
    ] = None,
    expansion: Annotated[
        str | None, typer.Option("--expansion", help="Riftforce: only with it, base or beyond.")
    ] = None,
    ice: Annotated[
        str | None, typer.Option("--ice", help="Riftforce: only with it, rulebook or printed.")
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit", min=1, help="Rows of a table.", show_default="all, 10 if all are shown"
        ),
    ] = None,
    as_of: AsOfOption = "",
    store: StoreOption = None,
    analytics: AnalyticsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show statistics of a game. Draws count as no win; unfinished matches are left out."""
    from cli.answers import print_counted, print_report
    from domain.games import game as find_game
    from projections import statistics

    kinds = [
        kind for kind, asked in (("bots", bots), ("people", people), ("what-if", what_if)) if asked
    ]
    if len(kinds) > 1:
        raise GameError(
            Reason.BAD_SETTING,
            "--bots, --people and --what-if exclude each other; give one or none",
        )
    kind = kinds[0] if kinds else None
    chosen = read_filters(filters or (), {"kind": kind, "expansion": expansion, "ice": ice})
    projected = statistics.projected(find_game(game).key) if game else None
    if projected:
        statistics.check(projected, name or "", chosen)
    source = store_path(store)
    must_exist(source)
    with reader(source, analytics_path(analytics, source), read_as_of(as_of)) as found:
        projected = projected or statistics.only_game(found)
        reports = statistics.find_reports(projected, name or "")
        tally = statistics.count(found, projected, chosen)
        reported = [statistics.run_report(found, projected, r, chosen) for r in reports]
    if as_json:
        print_json(
            {
                "game": projected.key,
                "filters": chosen,
                **({"as_of": as_of} if as_of else {}),
                "matches": tally.matches,
                "draws": tally.draws,
                "open": tally.open,
                "reports": [
                    {
                        "name": r.report.name,
                        "title": r.report.title,
                        "about": r.report.about,
                        **({"sql": r.sql} if show_sql else {}),
                        "rows": r.records(),
                    }
                    for r in reported
                ],
            }
        )
        return
    print_counted(tally, chosen, projected.reports if name is None else ())
    most = limit or (10 if name is None else None)
    for report in reported:
        print_report(report, most, show_sql)


def read_filters(given: Sequence[str], options: Mapping[str, str | None]) -> dict[str, str]:
    """Filters by name: those of options, and `name=value` as given. Raises GameError (BAD_SETTING)."""
    found = {name: value for name, value in options.items() if value is not None}
    for text in given:
        name, equals, value = text.partition("=")
        name, value = name.strip().lower(), value.strip().lower()
        if not (name and equals and value):
            raise GameError(
                Reason.BAD_SETTING, f"--filter {text!r} is not NAME=VALUE, such as edition=early"
            )
        if found.get(name, value) != value:
            raise GameError(Reason.BAD_SETTING, f"{name} is asked to be {found[name]} and {value}")
        found[name] = value
    return found
