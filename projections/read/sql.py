"""Other people's SQL: one statement that reads, its parameters and rows, and errors that say where."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import duckdb
from duckdb import DuckDBPyConnection, Statement

from domain.contract.errors import GameError, Reason
from projections.database import interruptible
from projections.schema.definitions import literal

if TYPE_CHECKING:
    from pyarrow import RecordBatchReader

Parameters = Mapping[str, Any]
"""Values for the `$name`s of a query."""

CHUNK: Final = 2_000
"""Rows fetched at a time."""


class Answer:
    """The rows of a query: names and types of the columns, and the rows, each once."""

    def __init__(self, con: DuckDBPyConnection, sql: str) -> None:
        self._con = con
        self._sql = sql
        described = con.description or []
        self.columns: list[str] = [column[0] for column in described]
        self.types: list[str] = [str(column[1]) for column in described]
        self.limit: int | None = None
        """How many rows to give at most."""
        self.offset = 0
        """How many rows to leave out first."""
        self._fetched = 0

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The rows as Python values, as long as no other query is asked. Raises GameError."""
        self._pass_over(self.offset)
        left = self.limit
        while rows := self._fetch(CHUNK if left is None else min(CHUNK, left)):
            yield from rows
            if left is not None:
                left -= len(rows)

    def total(self) -> int:
        """How many rows there are; those that were not given yet are gone. Raises GameError."""
        self._pass_over(None)
        return self._fetched

    def _pass_over(self, count: int | None) -> None:
        while count is None or count > 0:
            passed = len(self._fetch(CHUNK if count is None else min(CHUNK, count)))
            if not passed:
                return
            count = None if count is None else count - passed

    def _fetch(self, most: int) -> list[Any]:
        try:
            with interruptible(self._con):
                rows = self._con.fetchmany(most)
        except duckdb.Error as error:
            raise sql_error(error, self._sql) from error
        self._fetched += len(rows)
        return rows


def run_select(con: DuckDBPyConnection, sql: str, parameters: Parameters | None = None) -> Answer:
    """Run one statement that reads, in a transaction that cannot write.

    Raises GameError (UNREADABLE) for anything else, and for what the database refuses.
    """
    statement = read_statement(con, sql)
    values = bound(statement.named_parameters, parameters or {})
    execute(con, statement, sql, values)
    return Answer(con, sql)


def copy_select(
    con: DuckDBPyConnection,
    sql: str,
    path: Path,
    options: str,
    parameters: Parameters | None = None,
) -> int:
    """Write the rows of one statement that reads to a file or folder; returns how many.

    `options` are those of COPY, and none of a user's words. The path has to be where the connection
    may write. Raises GameError (UNREADABLE) as `run_select` does.
    """
    statement = read_statement(con, sql)
    values = bound(statement.named_parameters, parameters or {})
    copy = f"COPY (\n{sql.rstrip().rstrip(';')}\n) TO {literal(str(path))} ({options})"
    statements = extracted(con, copy, 1) if statement.type.name == "SELECT" else []
    if [s.type.name for s in statements] != ["COPY"]:
        raise GameError(Reason.UNREADABLE, "its rows cannot be written to a file", source="SQL")
    execute(con, statements[0], copy, values, 1)
    return int(con.fetchall()[0][0])


def arrow_select(
    con: DuckDBPyConnection, sql: str, parameters: Parameters | None = None
) -> RecordBatchReader:
    """The rows of one statement that reads, as Arrow's record batches; pyarrow has to be there.

    Raises GameError (UNREADABLE) as `run_select` does.
    """
    values = bound(read_statement(con, sql).named_parameters, parameters or {})
    begin(con)
    try:
        with interruptible(con):
            relation = con.sql(sql, params=dict(values) or None)
            return relation.to_arrow_reader(CHUNK)
    except duckdb.Error as error:
        raise sql_error(error, sql) from error


def extracted(con: DuckDBPyConnection, sql: str, before: int = 0) -> list[Statement]:
    """The statements in a text, of which the first lines are not the user's. Raises GameError."""
    try:
        return con.extract_statements(sql)
    except duckdb.Error as error:
        raise sql_error(error, sql, before) from error


def execute(
    con: DuckDBPyConnection,
    statement: Statement,
    sql: str,
    values: Mapping[str, Any],
    before: int = 0,
) -> None:
    """Run a statement in a transaction that cannot write. Raises GameError (UNREADABLE)."""
    begin(con)
    try:
        with interruptible(con):
            con.execute(statement, dict(values) or None)
    except duckdb.Error as error:
        raise sql_error(error, sql, before) from error


def begin(con: DuckDBPyConnection) -> None:
    """Begin a transaction that cannot write; what came before is over."""
    with suppress(duckdb.Error):  # if none was open
        con.abort()
        con.rollback()
    con.execute("BEGIN TRANSACTION READ ONLY")


def bound(named: Collection[str], values: Parameters) -> Parameters:
    """The values, if they are those that a query names. Raises GameError (UNREADABLE)."""
    missing, unknown = sorted(set(named) - set(values)), sorted(set(values) - set(named))
    if missing:
        raise GameError(
            Reason.UNREADABLE,
            f"the query needs a value for {', '.join('$' + name for name in missing)}",
            source="SQL",
            legal=tuple(f"--param {name}=VALUE" for name in missing),
        )
    if unknown:
        raise GameError(
            Reason.UNREADABLE,
            f"the query has no {', '.join('$' + name for name in unknown)}",
            source="SQL",
            legal=tuple("$" + name for name in sorted(named)),
        )
    return values


def read_statement(con: DuckDBPyConnection, sql: str) -> Statement:
    """The one statement of a query, if it reads. Raises GameError (UNREADABLE) for anything else."""

    statements = extracted(con, sql)
    if len(statements) != 1:
        what = "there is no statement" if not statements else "there are several statements"
        raise GameError(Reason.UNREADABLE, f"{what}; give one", source="SQL")
    kind = statements[0].type.name
    if kind == "EXPLAIN":
        kind = explained(con, sql)
    if kind == "MULTI":
        raise GameError(
            Reason.UNREADABLE, "name the values to pivot on: PIVOT … ON column IN (…)", source="SQL"
        )
    if kind != "SELECT":
        raise GameError(
            Reason.UNREADABLE,
            f"{kind} is refused: only statements that read are run",
            source="SQL",
            legal=("SELECT", "WITH", "FROM", "DESCRIBE", "SUMMARIZE", "SHOW", "EXPLAIN"),
        )
    return statements[0]


EXPLAIN: Final = re.compile(
    r"""(?isx) (?: \s | --[^\n]*\n | /\*.*?\*/ )* EXPLAIN \b \s* (?: ANALYZE \b | \([^()]*\) )? (.*)"""
)


def explained(con: DuckDBPyConnection, sql: str) -> str:
    """The kind of statement that an EXPLAIN explains; with ANALYZE it would be run."""
    found = EXPLAIN.fullmatch(sql)
    try:
        inner = con.extract_statements(found[1]) if found else []
    except duckdb.Error:
        inner = []
    return inner[0].type.name if len(inner) == 1 else "EXPLAIN of this"


PLACES: Final = re.compile(
    r"duckdb_(databases|settings|secrets|extensions|logs\w*|log_contexts|temporary_files|variables|"
    r"external_\w+|profiling_settings|extension_repositories|prepared_statements|memory)|"
    r"pragma_database_\w+|pg_settings|pg_prepared_statements|current_setting|getenv|which_secret|"
    r"query|json_execute_serialized_sql"
)
"""What a query could learn by where files lie and how the machine is set up, or hide such a name in."""


def check_discreet(con: DuckDBPyConnection, sql: str) -> None:
    """Refuse a query that asks where files lie, or how the machine is set up.

    Raises GameError (UNREADABLE).
    """
    inner = EXPLAIN.fullmatch(sql)
    text = inner[1] if inner else sql
    ((tree,),) = con.execute("SELECT json_serialize_sql(?)", [text]).fetchall()
    parsed = json.loads(tree)
    names = set(map(str.lower, re.findall(r"\w+", sql) if parsed["error"] else named(parsed)))
    if refused := sorted(filter(PLACES.fullmatch, names)):
        raise GameError(
            Reason.UNREADABLE, f"{refused[0]} is refused: queries are about matches", source="SQL"
        )


def named(tree: Any) -> Iterator[str]:
    """The functions and tables that a parsed query names."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            if isinstance(value, str) and key in ("function_name", "table_name"):
                yield value
            else:
                yield from named(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from named(value)


def sql_error(error: Exception, sql: str, before: int = 0) -> GameError:
    """What the database says about a query, on one line, with line and column counted from 1.

    So many lines `before` the query are not the user's.
    """
    if isinstance(error, duckdb.OutOfMemoryException):
        return GameError(Reason.BUSY, "the query needs too much memory", source="SQL")
    lines = str(error).splitlines()
    message = []
    line = column = 0
    for number, text in enumerate(lines):
        if text.startswith("LINE "):
            head, _, shown = text.partition(": ")
            line = int(head.removeprefix("LINE ") or 0)
            caret = lines[number + 1].find("^") if number + 1 < len(lines) else -1
            column = column_of(sql, line, shown, caret - len(head) - 2)
            break
        if text.strip():
            message.append(text.strip())
    line = max(0, line - before)
    return GameError(Reason.UNREADABLE, " ".join(message), source="SQL", line=line, column=column)


def column_of(sql: str, line: int, shown: str, offset: int) -> int:
    """The column in the query of what an excerpt points at; 0 if it is not known.

    The database shows long lines in part, with dots where it cuts them.
    """
    whole = sql.splitlines()[line - 1] if 0 < line <= len(sql.splitlines()) else ""
    if offset < 0:
        return 0
    if shown.startswith("..."):
        start = whole.find(shown.removeprefix("...").removesuffix("..."))
        return start + offset - 3 + 1 if start >= 0 else 0
    return offset + 1
