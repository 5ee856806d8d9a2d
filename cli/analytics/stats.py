"""`stats`: the named reports of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from cli.analytics.drilldown import show_behind
from cli.analytics.filters import (
    BotsOption,
    ByOption,
    EditionOption,
    EventOption,
    ExpansionOption,
    FilterOption,
    IceOption,
    KindOption,
    OpponentOption,
    PeopleOption,
    PlaceOption,
    PlayerOption,
    SinceOption,
    UntilOption,
    WhatIfOption,
    in_words,
    narrowed,
)
from cli.analytics.readers import AsOfOption, read_as_of, reader
from cli.analytics.report_files import (
    FORMS,
    HtmlOption,
    PngOption,
    SvgOption,
    pictures_of,
    put,
)
from cli.analytics.tables import print_chart, print_counted, print_report
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
from cli.program.suggestion import games, reports
from cli.program.target import ForceOption, check_targets
from domain.contract.errors import GameError, Reason
from domain.games import game as find_game
from projections.reports import statistics

if TYPE_CHECKING:
    from projections.reports.filters import Chosen
    from projections.reports.statistics import Counted, Reported


@guarded
def stats(
    game: Annotated[
        str | None,
        typer.Argument(help="The game; none: the one that is recorded.", autocompletion=games),
    ] = None,
    name: Annotated[
        str | None, typer.Argument(help="A report; none: all of them.", autocompletion=reports)
    ] = None,
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
            "--least",
            min=1,
            help="Leave out rows that rest on fewer.",
            show_default="as sensible for the report",
        ),
    ] = None,
    show_sql: Annotated[
        bool, typer.Option("--show-sql", help="Print the SQL that runs, too.")
    ] = False,
    player: PlayerOption = None,
    opponent: OpponentOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    event: EventOption = None,
    place: PlaceOption = None,
    by: ByOption = None,
    kind: KindOption = None,
    bots: BotsOption = False,
    people: PeopleOption = False,
    what_if: WhatIfOption = False,
    filters: FilterOption = None,
    expansion: ExpansionOption = None,
    ice: IceOption = None,
    edition: EditionOption = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit", min=1, help="Rows of a table.", show_default="all, 10 if all are shown"
        ),
    ] = None,
    show_chart: Annotated[
        bool, typer.Option("--chart", help="Draw each report's chart, too.")
    ] = False,
    svg: SvgOption = None,
    png: PngOption = None,
    html: HtmlOption = None,
    force: ForceOption = False,
    as_of: AsOfOption = "",
    store: StoreOption = None,
    analytics: AnalyticsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show statistics of a game. Draws count as no win; unfinished matches are left out.

    Bounds beside a rate or a mean say how far it can be trusted; --rows says what it counts.
    """
    chosen = narrowed(
        filters,
        {"since": since, "until": until, "expansion": expansion, "ice": ice, "edition": edition},
        {"player": player, "opponent": opponent, "event": event, "place": place, "by": by},
        kind=kind, bots=bots, people=people, what_if=what_if,
    )  # fmt: skip
    files = {
        form: path for form, path in zip(FORMS, (svg, png, html), strict=True) if path is not None
    }
    agree(name, bool(rows), show_chart, files, as_json)
    projected = statistics.projected(find_game(game).key) if game else None
    if projected:
        statistics.check(projected, name or "", chosen)
    source = store_path(store)
    must_exist(source)
    target = analytics_path(analytics, source)
    check_targets(files.values(), force, (source, target))
    with reader(source, target, read_as_of(as_of)) as found:
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
    drawn = pictures_of(files, reported[0], title_of(projected.key, reported[0], tally, chosen))
    for form, content in drawn.items():
        put(files[form], content, quiet=as_json)
    if as_json:
        written = {"written": {form: str(path) for form, path in files.items()}} if files else {}
        print_json({**head, **as_data(tally, reported, show_sql), **written})
        return
    if files and not show_chart:
        print_doubts(reported[0])
        return
    print_counted(tally, in_words(chosen), projected.reports if name is None else ())
    most = limit or (10 if name is None else None)
    without = [report for report in reported if name is None and report.nothing]
    for report in reported:
        if report in without:
            continue
        print_report(report, most, show_sql)
        if show_chart:
            print_chart(report)
        print_doubts(report)
    print_without(without)


def agree(
    name: str | None, rows: bool, chart: bool, files: Mapping[str, Path], as_json: bool
) -> None:
    """Raise GameError (BAD_SETTING) for options that do not go together."""
    if rows and not name:
        raise GameError(Reason.BAD_SETTING, "--rows is about a row of one report: name it")
    if files and not name:
        raise GameError(
            Reason.BAD_SETTING,
            f"--{next(iter(files))} draws one report: name it; `ludograph report` writes a page of all",
        )
    if rows and (chart or files):
        raise GameError(Reason.BAD_SETTING, "--rows lists rows, of which there is no chart")
    if chart and as_json:
        raise GameError(Reason.BAD_SETTING, "--chart draws for people, --json is for programs")


def title_of(key: str, reported: Reported, tally: Counted, chosen: Chosen) -> str:
    """What stands over a picture, so that it can be posted alone."""
    words = [f"{name} {value}" for name, value in in_words(chosen).items()]
    counted = f"{tally.matches:,} match{'' if tally.matches == 1 else 'es'}"
    return f"{find_game(key).name}: {reported.report.title} ({', '.join([counted, *words])})"


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


def print_without(without: Sequence[Reported]) -> None:
    """Print which reports are left out since a command that works them out has not been run."""
    commands: dict[str, list[str]] = {r.report.worked_out_by: [] for r in without}
    for reported in without:
        commands[reported.report.worked_out_by].append(reported.report.name)
    for command, names in commands.items():
        console.print(f"\n[dim]left out: {', '.join(names)}; `{escape(command)}` works them out[/]")


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
