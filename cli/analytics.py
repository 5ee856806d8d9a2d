"""Commands for analysts: `project`, `sql`, `schema`, `stats`."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from cli.asking import AsOfOption, Readers, progress_of_feed, readers
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
from cli.games import GameCommand
from cli.reports import stats

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
    as_of: AsOfOption = "",
    match: Annotated[
        str,
        typer.Option(
            "--match",
            metavar="MATCH",
            help="Only this match, by its id, its start or end, or `last`.",
        ),
    ] = "",
    seat: Annotated[
        str,
        typer.Option(
            "--seat",
            metavar="SEAT",
            help="With --match: only what A, B or a spectator may know, to be given away.",
        ),
    ] = "",
    store: StoreOption = None,
    analytics: AnalyticsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask a question in SQL, in DuckDB's dialect; `ludograph schema` says what there is to ask."""
    source = store_path(store)
    must_exist(source)
    asked = readers(source, analytics, match, seat, as_of)
    form = Format.JSON if as_json else form
    if query is None and sys.stdin.isatty():
        from cli.prompt import prompt_for_sql

        over = f"match {match}" if match else "everything recorded"
        seen = f", as {seat} may know it" if seat else ""
        then = f", as of {as_of}" if as_of else ""
        prompt_for_sql(lambda text: ask(asked, text, form, limit), f"{over}{seen}{then}")
        return
    text = sys.stdin.read() if query is None or query == "-" else query
    ask(asked, text, form, limit)


def ask(asked: Readers, query: str, form: Format, limit: int | None) -> None:
    """Run a query over what a reader has, and print its rows."""
    from cli.answers import print_answer
    from projections import export

    with asked() as found:
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


def counted(events: int) -> str:
    """How many events, in words."""
    return f"{events:,} event{'' if events == 1 else 's'}"
