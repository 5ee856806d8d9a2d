"""Commands for analysts: `project`, `sql`, `schema`, `stats`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from cli.edge import (
    AnalyticsOption,
    JsonOption,
    StoreOption,
    analytics_path,
    console,
    errors,
    guarded,
    must_exist,
    print_json,
    store_path,
)
from cli.games import GameCommand, complete_game
from domain.errors import GameError, Reason

if TYPE_CHECKING:
    from projections.reading import Reader

SHOWN = 50
"""Rows of a table in a terminal, where no limit is given."""


class Format(StrEnum):
    """How the rows of a query are printed."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    JSONL = "jsonl"


def add_to(app: typer.Typer) -> None:
    """Add the commands to the program."""
    for command in (project, sql, schema):
        app.command()(command)
    app.command(cls=GameCommand)(stats)


@guarded
def project(
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Make the file anew.")] = False,
    follow: Annotated[
        bool, typer.Option("--follow", help="Go on until Ctrl-C, a moment behind the recording.")
    ] = False,
    store: StoreOption = None,
    analytics: AnalyticsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Bring the analytics file up to date with the store.

    `sql` and `stats` do this by themselves when they have to; with many matches they answer sooner
    when it is done beforehand.
    """
    from projections import feed

    source = store_path(store)
    target = analytics_path(analytics, source)
    if not follow:
        must_exist(source)
    events = 0
    if rebuild or not follow:
        with progress_of_feed() as progress:
            make = feed.rebuild if rebuild else feed.catch_up
            events = make(source, target, progress=progress)
    if not follow:
        if as_json:
            print_json({"events": events, "store": str(source), "analytics": str(target)})
        else:
            console.print(f"{counted(events)} taken in; {escape(str(target))} is up to date")
        return
    follow_store(source, target, as_json)


def follow_store(source: Path, target: Path, as_json: bool) -> None:
    """Feed the analytics file until interrupted, telling what is taken in."""
    import msgspec

    from projections.follow import follow

    def took_in(events: int) -> None:
        if as_json:
            sys.stdout.write(msgspec.json.encode({"events": events}).decode() + "\n")
            sys.stdout.flush()
        elif events:
            console.print(f"{counted(events)} taken in")

    if not as_json:
        console.print(f"following {escape(str(source))}; Ctrl-C ends it")
    try:
        follow(source, target, took_in=took_in)
    except KeyboardInterrupt:
        errors.print("stopped; the analytics file is whole and can be gone on with")


@guarded
def sql(
    query: Annotated[
        str | None,
        typer.Argument(
            help="One statement that reads; `-` takes it from the input; none: a prompt."
        ),
    ] = None,
    form: Annotated[
        Format, typer.Option("--format", "-f", help="How the rows are printed.")
    ] = Format.TABLE,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit", min=0, help="Print so many rows at most.", show_default="50 in tables"
        ),
    ] = None,
    store: StoreOption = None,
    analytics: AnalyticsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask a question in SQL, in DuckDB's dialect; `ludograph schema` says what there is to ask."""
    source = store_path(store)
    target = analytics_path(analytics, source)
    must_exist(source)
    form = Format.JSON if as_json else form
    if query is None and sys.stdin.isatty():
        from cli.prompt import prompt_for_sql

        prompt_for_sql(lambda text: ask(source, target, text, form, limit))
        return
    text = sys.stdin.read() if query is None or query == "-" else query
    ask(source, target, text, form, limit)


def ask(source: Path, target: Path, query: str, form: Format, limit: int | None) -> None:
    """Run a query over everything recorded, and print its rows."""
    from cli.answers import print_answer
    from projections import export

    with reader(source, target) as found:
        answer = found.ask(query)
        if form is Format.TABLE:
            print_answer(answer, SHOWN if limit is None else limit)
            return
        answer.limit = limit
        write = {
            Format.CSV: export.write_csv,
            Format.JSON: export.write_json,
            Format.JSONL: export.write_jsonl,
        }[form]
        write(answer, sys.stdout)


@guarded
def schema(
    table: Annotated[str | None, typer.Argument(help="A table or view; none: all of them.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Say what tables and views there are, and what their columns hold."""
    from cli.answers import print_relation, print_relations
    from projections.schema_doc import as_data, find_relation

    if table:
        relation = find_relation(table)
        if as_json:
            print_json(as_data(relation))
        else:
            print_relation(relation)
        return
    from projections.games import RELATIONS
    from projections.schema import MACROS

    if as_json:
        print_json(
            {
                "relations": [as_data(relation) for relation in RELATIONS],
                "functions": [{"call": m.call, "comment": m.comment} for m in MACROS],
            }
        )
    else:
        print_relations(RELATIONS, MACROS)


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
    store: StoreOption = None,
    analytics: AnalyticsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show statistics of a game. Draws count as no win; unfinished matches are left out."""
    from cli.answers import print_counted, print_report
    from domain.games import game as find_game
    from projections import statistics

    if bots and people:
        raise GameError(
            Reason.BAD_SETTING, "--bots and --people exclude each other; give one or none"
        )
    kind = "bots" if bots else "people" if people else None
    chosen = read_filters(filters or (), {"kind": kind, "expansion": expansion, "ice": ice})
    projected = statistics.projected(find_game(game).key) if game else None
    if projected:
        statistics.check(projected, name or "", chosen)
    source = store_path(store)
    must_exist(source)
    with reader(source, analytics_path(analytics, source)) as found:
        projected = projected or statistics.only_game(found)
        reports = statistics.find_reports(projected, name or "")
        tally = statistics.count(found, projected, chosen)
        reported = [statistics.run_report(found, projected, r, chosen) for r in reports]
    if as_json:
        print_json(
            {
                "game": projected.key,
                "filters": chosen,
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


def counted(events: int) -> str:
    """How many events, in words."""
    return f"{events:,} event{'' if events == 1 else 's'}"


@contextmanager
def reader(source: Path, target: Path) -> Iterator[Reader]:
    """A reader, with a progress bar while the analytics file is brought up to date."""
    from projections.reading import open_reader

    with progress_of_feed() as progress, open_reader(source, target, progress=progress) as found:
        yield found


@contextmanager
def progress_of_feed() -> Iterator[Callable[[int, int], None]]:
    """A bar on the error output that appears with the first progress and goes when it is done."""
    from cli.progress import progress_bar

    shown: list[Any] = []

    def progress(done: int, total: int) -> None:
        if not errors.is_terminal:
            return
        if not shown:
            bar = progress_bar()
            bar.start()
            shown.extend((bar, bar.add_task("taking in events", total=total)))
        shown[0].update(shown[1], completed=done)
        if done >= total:
            shown[0].stop()
            shown.clear()

    try:
        yield progress
    finally:
        if shown:
            shown[0].stop()
