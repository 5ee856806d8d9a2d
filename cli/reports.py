"""`stats`: the named reports of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from cli.asking import AsOfOption, read_as_of, reader
from cli.edge import (
    AnalyticsOption,
    JsonOption,
    StoreOption,
    analytics_path,
    console,
    guarded,
    must_exist,
    print_json,
    store_path,
)
from cli.games import complete_game
from domain.errors import GameError, Reason

if TYPE_CHECKING:
    from projections.filters import Chosen
    from projections.statistics import Counted, Reported


@guarded
def stats(
    game: Annotated[
        str | None,
        typer.Argument(
            help="The game; none: the one that is recorded.", autocompletion=complete_game
        ),
    ] = None,
    name: Annotated[str | None, typer.Argument(help="A report; none: all of them.")] = None,
    rows: Annotated[
        list[str] | None,
        typer.Option(
            "--rows",
            metavar="VALUE",
            help="What is behind a row of the report: matches, and steps. A value for each column "
            "that tells rows apart, in their order; `-` for an empty one.",
        ),
    ] = None,
    least: Annotated[
        int | None,
        typer.Option(
            "--least", min=1, help="Leave out rows that rest on fewer.",
            show_default="as sensible for the report",
        ),
    ] = None,
    show_sql: Annotated[
        bool, typer.Option("--show-sql", help="Print the SQL that runs, too.")
    ] = False,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="NAME", help="Only this player's seats; may be repeated."),
    ] = None,
    opponent: Annotated[
        list[str] | None,
        typer.Option("--opponent", metavar="NAME", help="Only seats against them; may be repeated."),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="DATE", help="Only what was played that day or later: "
                     "2026-11-30, 2026-11 or 2026."),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option("--until", metavar="DATE", help="Only what was played that day or earlier."),
    ] = None,
    event: Annotated[
        list[str] | None,
        typer.Option("--event", metavar="NAME", help="Only matches of it; may be repeated."),
    ] = None,
    place: Annotated[
        list[str] | None,
        typer.Option("--place", metavar="NAME", help="Only matches there; may be repeated."),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option("--by", metavar="NAME", help="Only matches that they recorded; may be repeated."),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option("--kind", metavar="KIND", help="Only matches of people, bots, or what-if: those "
                     "branched off others, which else never count."),
    ] = None,
    bots: Annotated[bool, typer.Option("--bots", help="The same as --kind bots.")] = False,
    people: Annotated[bool, typer.Option("--people", help="The same as --kind people.")] = False,
    what_if: Annotated[bool, typer.Option("--what-if", help="The same as --kind what-if.")] = False,
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
    edition: Annotated[
        str | None, typer.Option("--edition", help="SolForge Fusion: only with it, whitefang or early.")
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
) -> None:  # fmt: skip
    """Show statistics of a game. Draws count as no win; unfinished matches are left out.

    Bounds beside a rate or a mean say how far it can be trusted; --rows says what it counts.
    """
    from cli.behind import show_behind
    from domain.games import game as find_game
    from projections import statistics

    switches = {"bots": bots, "people": people, "what-if": what_if}
    options = {"kind": who(kind, switches), "expansion": expansion, "ice": ice, "edition": edition}
    named = {"player": player, "opponent": opponent, "event": event, "place": place, "by": by}
    chosen: dict[str, str | Sequence[str]] = {
        **read_filters(filters or (), {**options, "since": since, "until": until}),
    }
    for key, values in named.items():
        if values and key in chosen:
            raise GameError(Reason.BAD_SETTING, f"{key} is asked for twice; repeat --{key}")
        chosen |= {key: several(values)} if values else {}
    if rows and not name:
        raise GameError(Reason.BAD_SETTING, "--rows is about a row of one report: name it")
    projected = statistics.projected(find_game(game).key) if game else None
    if projected:
        statistics.check(projected, name or "", chosen)
    source = store_path(store)
    must_exist(source)
    with reader(source, analytics_path(analytics, source), read_as_of(as_of)) as found:
        projected = projected or statistics.only_game(found)
        chosen = statistics.resolved(found, projected, chosen)
        reports = statistics.find_reports(projected, name or "")
        head = {"game": projected.key, "filters": chosen, **({"as_of": as_of} if as_of else {})}
        if rows:
            whole = statistics.run_report(found, projected, reports[0], chosen)
            of = statistics.key_of(whole, rows)
            behind = statistics.rows_of(found, projected, reports[0], chosen, of)
            show_behind(
                behind, reports[0], of, head, limit=limit, show_sql=show_sql, as_json=as_json
            )
            return
        tally = statistics.count(found, projected, chosen)
        reported = [
            statistics.run_report(found, projected, r, chosen, least=least or r.least)
            for r in reports
        ]
    if as_json:
        print_json({**head, **as_data(tally, reported, show_sql)})
        return
    from cli.answers import print_counted, print_report

    print_counted(tally, in_words(chosen), projected.reports if name is None else ())
    most = limit or (10 if name is None else None)
    for report in reported:
        print_report(report, most, show_sql)
        print_doubts(report)


def as_data(tally: Counted, reported: Sequence[Reported], show_sql: bool) -> dict[str, Any]:
    """What is counted and the reports, for programs."""
    return {
        "matches": tally.matches,
        "draws": tally.draws,
        "open": tally.open,
        "reports": [
            {
                "name": r.report.name,
                "title": r.report.title,
                "about": r.report.about,
                "key": r.report.key,
                "n": r.report.n,
                "counts": r.report.counts,
                "least": r.least,
                "left_out": r.left_out,
                "warnings": r.warnings,
                **({"sql": r.sql} if show_sql else {}),
                "rows": r.records(),
            }
            for r in reported
        ],
    }


def print_doubts(reported: Reported) -> None:
    """Print which rows are left out and which say little; nothing if none."""
    if reported.left_out:
        rows = f"{reported.left_out:,} row{'' if reported.left_out == 1 else 's'}"
        console.print(
            f"[dim]{rows} left out: fewer than {reported.least} {reported.report.counts}; "
            "--least 1 shows all[/]"
        )
    for warning in reported.warnings:
        console.print(f"[yellow]{escape(warning)}[/]")


def who(kind: str | None, switches: Mapping[str, bool]) -> str | None:
    """Whose matches are asked for, None if that was not said. Raises GameError (BAD_SETTING)."""
    asked = [name for name, on in switches.items() if on]
    asked += [kind] if kind is not None and kind not in asked else []
    if len(asked) > 1:
        raise GameError(
            Reason.BAD_SETTING,
            "--bots, --people, --what-if and --kind exclude each other; give one or none",
        )
    return asked[0] if asked else None


def several(values: Sequence[str]) -> str | tuple[str, ...]:
    """One value, or all of them."""
    return values[0] if len(values) == 1 else tuple(dict.fromkeys(values))


def in_words(chosen: Chosen) -> dict[str, str]:
    """What is chosen, several values in one text."""
    return {
        name: value if isinstance(value, str) else " or ".join(value)
        for name, value in chosen.items()
    }


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
