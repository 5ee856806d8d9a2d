"""`sql`: questions in SQL, with parameters, by name, and their answers in many formats."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from cli.analytics.output import Format, Question, Wanted, give, wanted_format
from cli.analytics.readers import AsOfOption, MatchOption, SeatOption, read_parameters, readers
from cli.analytics.saved_queries import keep, list_kept, remove_kept
from cli.edge import (
    AnalyticsOption,
    JsonOption,
    StoreOption,
    analytics_path,
    data_file,
    guarded,
    must_exist,
    store_path,
)
from cli.program.target import check_replacing
from domain.contract.errors import GameError, Reason
from projections.read.saved_queries import find, names, read_text


def queries() -> Path:
    """The folder of the user's saved queries."""
    return data_file("queries")


def complete_query(incomplete: str) -> list[str]:
    """Names of saved queries, for the shell, once an @ is typed."""
    return [f"@{name}" for name in names(queries())] if incomplete.startswith("@") else []


@guarded
def sql(
    query: Annotated[
        str | None,
        typer.Argument(
            help="One statement that reads, or @NAME; `-` takes it from the input; none: a prompt.",
            autocompletion=complete_query,
        ),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("-f", "--file", help="A file that holds the statement.")
    ] = None,
    params: Annotated[
        list[str] | None,
        typer.Option(
            "-p",
            "--param",
            metavar="NAME=VALUE",
            help="What $NAME stands for in the query; may be given again.",
        ),
    ] = None,
    form: Annotated[
        Format | None,
        typer.Option(
            "--format", help="How the rows are given.", show_default="table, or as -o is called"
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The file to write; else print.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a file that is there already.")
    ] = False,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit", min=0, help="Give so many rows at most.", show_default="50 in tables"
        ),
    ] = None,
    offset: Annotated[int, typer.Option("--offset", min=0, help="Leave out so many rows.")] = 0,
    page: Annotated[
        bool, typer.Option("--page", help="Show a table through the pager, in a terminal.")
    ] = False,
    save: Annotated[
        str, typer.Option("--save", metavar="NAME", help="Keep the query as @NAME; do not run it.")
    ] = "",
    about: Annotated[str, typer.Option("--about", help="With --save: what it answers.")] = "",
    replace: Annotated[bool, typer.Option("--replace", help="With --save: even if taken.")] = False,
    saved: Annotated[bool, typer.Option("--saved", help="List the saved queries.")] = False,
    forget: Annotated[
        str, typer.Option("--forget", metavar="NAME", help="Remove a saved query.")
    ] = "",
    as_of: AsOfOption = "",
    match: MatchOption = "",
    seat: SeatOption = "",
    store: StoreOption = None,
    analytics: AnalyticsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask a question in SQL, in DuckDB's dialect; `ludograph schema` says what there is to ask."""
    if save or saved or forget:
        if saved:
            list_kept(queries(), as_json)
        elif forget:
            remove_kept(queries(), forget, as_json)
        else:
            keep(queries(), save, text_of(query, file)[0], about, replace, as_json)
        return
    source = store_path(store)
    must_exist(source)
    wanted = Wanted(Format.JSON if as_json else wanted_format(form, output), output, limit, offset)
    if output and output.resolve() in (
        source.resolve(),
        analytics_path(analytics, source).resolve(),
    ):
        raise GameError(Reason.BAD_SETTING, f"{output} is what is asked; name another file with -o")
    if output:
        check_replacing(output, force, "--force")
    values = read_parameters(params or ())
    asked = readers(source, analytics, match, seat, as_of)
    if query is None and file is None and sys.stdin.isatty():
        from cli.analytics.sql_prompt import prompt_for_sql

        def answer(text: str) -> None:
            sql, more, name = called(text)
            give(asked, Question(sql, {**values, **more}, name), wanted, page)

        over = f"match {match}" if match else "everything recorded"
        seen = f", as {seat} may know it" if seat else ""
        then = f", as of {as_of}" if as_of else ""
        prompt_for_sql(answer, f"{over}{seen}{then}", queries())
        return
    text, name = text_of(query, file)
    give(asked, Question(text, values, name), wanted, page)


def text_of(query: str | None, file: Path | None) -> tuple[str, str]:
    """The SQL that is meant, and what errors call it. Raises GameError."""
    if file is not None:
        if query is not None:
            raise GameError(Reason.BAD_SETTING, "give a query or -f FILE, not both")
        if not file.exists() and str(file) in list(Format):
            raise GameError(
                Reason.NOT_FOUND, f"-f names a file with SQL; the format is --format {file}"
            )
        return read_text(file), str(file)
    if query is None or query == "-":
        return sys.stdin.read(), "SQL"
    if query.startswith("@"):
        found = find(queries(), query)
        return found.sql, f"@{found.name}"
    return query, "SQL"


def called(text: str) -> tuple[str, dict[str, object], str]:
    """A query of the prompt, which may be `@NAME name=value …`: SQL, values, name for errors."""
    if not text.lstrip().startswith("@"):
        return text, {}, "SQL"
    try:
        name, *given = shlex.split(text.strip().removesuffix(";"))
    except ValueError as error:
        raise GameError(Reason.UNREADABLE, f"a quotation mark is not closed: {text}") from error
    sql, source = text_of(name, None)
    return sql, dict(read_parameters(given)), source
