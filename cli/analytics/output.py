"""How the rows of a query are given: printed, through the pager, or into a file."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from rich.console import Console
from rich.markup import escape

from cli.analytics.readers import Readers
from cli.analytics.tables import print_answer, which_rows
from cli.edge import Output, console, errors
from cli.program.target import written_whole
from domain.contract.errors import GameError, Reason
from projections.read import export

if TYPE_CHECKING:
    from projections.read.reader import Reader
    from projections.read.sql import Answer

SHOWN = 50
"""Rows of a table, where no limit is given."""
PAGED = 10_000
"""Rows of a table in the pager, where no limit is given."""


class Format(StrEnum):
    """How the rows of a query are given."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    JSONL = "jsonl"
    MARKDOWN = "markdown"
    PARQUET = "parquet"
    ARROW = "arrow"


BINARY = (Format.PARQUET, Format.ARROW)
"""Formats that are files only."""

ENDINGS = {
    ".csv": Format.CSV,
    ".json": Format.JSON,
    ".jsonl": Format.JSONL,
    ".ndjson": Format.JSONL,
    ".md": Format.MARKDOWN,
    ".parquet": Format.PARQUET,
    ".arrow": Format.ARROW,
    ".feather": Format.ARROW,
}
"""What the ending of a file's name says about its format."""


@dataclass(frozen=True)
class Question:
    """A query, values for its `$name`s, and what errors call it."""

    sql: str
    values: Mapping[str, Any]
    source: str = "SQL"


@dataclass(frozen=True)
class Wanted:
    """How the rows of a query are wanted: format, file, and which of them."""

    form: Format
    output: Path | None = None
    limit: int | None = None
    offset: int = 0

    @property
    def some(self) -> bool:
        """Whether not all rows are wanted."""
        return self.limit is not None or self.offset > 0


def wanted_format(form: Format | None, output: Path | None) -> Format:
    """The format as given, or as the file is called. Raises GameError if it needs a file."""
    found = form or (ENDINGS.get(output.suffix.lower()) if output else None) or Format.TABLE
    if found in BINARY and output is None:
        raise GameError(
            Reason.BAD_SETTING, f"{found} is no text to print; name a file", legal=("-o FILE",)
        )
    return found


def give(asked: Readers, question: Question, wanted: Wanted, page: bool = False) -> None:
    """Run a query over what a reader has, and give its rows as they are wanted."""
    with named(question.source), asked() as found:
        if wanted.output:
            with written_whole(wanted.output) as new:
                rows, total = write_file(found, question, wanted, new)
            errors.print(f"[dim]{rows_text(rows, total)} in {escape(str(wanted.output))}[/]")
            return
        answer = found.ask(question.sql, question.values)
        answer.limit, answer.offset = wanted.limit, wanted.offset
        show(answer, wanted, page and console.is_terminal)


def show(answer: Answer, wanted: Wanted, page: bool) -> None:
    """Print the rows of an answer."""
    if wanted.form is Format.TABLE:
        if page:
            with pager() as out:
                print_answer(answer, PAGED if wanted.limit is None else wanted.limit, out)
        else:
            print_answer(answer, SHOWN if wanted.limit is None else wanted.limit)
        return
    writer_of(wanted.form)(answer, sys.stdout)
    if wanted.some:
        sys.stdout.flush()
        total = answer.total()
        left = max(0, total - wanted.offset)
        given = left if wanted.limit is None else min(left, wanted.limit)
        errors.print(f"[dim]{which_rows(wanted.offset, given, total)}[/]")


def writer_of(form: Format) -> Callable[[Answer, Any], None]:
    """What writes a format that is text."""
    return {
        Format.CSV: export.write_csv,
        Format.JSON: export.write_json,
        Format.JSONL: export.write_jsonl,
        Format.MARKDOWN: export.write_markdown,
    }[form]


def write_file(
    found: Reader, question: Question, wanted: Wanted, path: Path
) -> tuple[int, int | None]:
    """Write rows to a file; returns how many, and how many there are if not all are wanted."""
    if wanted.form in BINARY:
        return write_binary(found, question, wanted, path)
    answer = found.ask(question.sql, question.values)
    answer.limit, answer.offset = wanted.limit, wanted.offset
    with path.open("w", encoding="utf-8", newline="") as out:
        if wanted.form is Format.TABLE:
            whole = sys.maxsize if wanted.limit is None else wanted.limit
            print_answer(answer, whole, plain_console(out))
        else:
            writer_of(wanted.form)(answer, out)
    total = answer.total()
    left = max(0, total - wanted.offset)
    rows = left if wanted.limit is None else min(left, wanted.limit)
    return rows, total if wanted.some else None


def plain_console(out: TextIO) -> Console:
    """A console that writes a table to a file: as wide as it is, and nothing but its text."""
    return Output(file=out, width=10_000, no_color=True, emoji=False, highlight=False)


def write_binary(
    found: Reader, question: Question, wanted: Wanted, path: Path
) -> tuple[int, int | None]:
    """Write a Parquet or Arrow file, as `write_file` does."""
    sql, total = question.sql.rstrip().rstrip(";"), None
    if wanted.form is Format.ARROW:
        export.pyarrow()
    if wanted.some:
        ((total,),) = found.ask(f"SELECT count(*) FROM (\n{sql}\n)", question.values).rows()
        most = "" if wanted.limit is None else f"LIMIT {wanted.limit:d} "
        sql = f"FROM (\n{sql}\n) {most}OFFSET {wanted.offset:d}"
    if wanted.form is Format.ARROW:
        return export.write_arrow(found.arrow(sql, question.values), path), total
    beside = found.spill() / "rows.parquet"
    rows = found.copy(sql, beside, "FORMAT parquet, COMPRESSION zstd", question.values)
    shutil.move(beside, path)
    return rows, total


def rows_text(rows: int, total: int | None) -> str:
    """How many rows were written, and of how many."""
    counted = f"{rows:,} row{'' if rows == 1 else 's'}"
    return counted if total is None else f"{counted} of {total:,}"


@contextmanager
def named(source: str) -> Iterator[None]:
    """Errors about the SQL call it by the name of its file, or its own."""
    try:
        yield
    except GameError as error:
        if error.source != "SQL" or source == "SQL":
            raise
        raise GameError(
            error.reason,
            error.message,
            legal=error.legal,
            source=source,
            line=error.line,
            column=error.column,
        ) from error


@contextmanager
def pager() -> Iterator[Console]:
    """A console whose output goes through the pager: PAGER, or less, which does not fold lines."""
    command = shlex.split(os.environ.get("PAGER", "")) or ["less"]
    environment = {"LESS": "FRSX", **os.environ}
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, env=environment, text=True, encoding="utf-8"
        )
    except OSError:
        yield console
        return
    assert process.stdin
    out = Output(
        file=process.stdin, force_terminal=True, width=10_000, emoji=False, highlight=False
    )
    try:
        with suppress(BrokenPipeError):
            yield out
    finally:
        with suppress(BrokenPipeError):
            process.stdin.close()
        process.wait()
