"""Other people's SQL: one statement that reads, its rows, and errors that say where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from domain.errors import GameError, Reason
from projections.database import interruptible

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

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

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The rows as Python values, as long as no other query is asked. Raises GameError."""
        import duckdb

        left = self.limit
        try:
            while rows := self._fetch(CHUNK if left is None else min(CHUNK, left)):
                yield from rows
                if left is not None:
                    left -= len(rows)
        except duckdb.Error as error:
            raise sql_error(error, self._sql) from error

    def _fetch(self, most: int) -> list[Any]:
        with interruptible():
            return self._con.fetchmany(most)


def run_select(con: DuckDBPyConnection, sql: str) -> Answer:
    """Run one statement that reads, in a transaction that cannot write.

    Raises GameError (UNREADABLE) for anything else, and for what the database refuses.
    """
    import duckdb

    try:
        statements = con.extract_statements(sql)
    except duckdb.Error as error:
        raise sql_error(error, sql) from error
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
    try:
        con.abort()
        con.rollback()
    except duckdb.Error:
        pass  # no transaction was open
    try:
        with interruptible():
            con.execute("BEGIN TRANSACTION READ ONLY")
            con.execute(statements[0])
    except duckdb.Error as error:
        raise sql_error(error, sql) from error
    return Answer(con, sql)


EXPLAIN: Final = re.compile(
    r"""(?isx) (?: \s | --[^\n]*\n | /\*.*?\*/ )* EXPLAIN \b \s* (?: ANALYZE \b | \([^()]*\) )? (.*)"""
)


def explained(con: DuckDBPyConnection, sql: str) -> str:
    """The kind of statement that an EXPLAIN explains; with ANALYZE it would be run."""
    import duckdb

    found = EXPLAIN.fullmatch(sql)
    try:
        inner = con.extract_statements(found[1]) if found else []
    except duckdb.Error:
        inner = []
    return inner[0].type.name if len(inner) == 1 else "EXPLAIN of this"


def sql_error(error: Exception, sql: str) -> GameError:
    """What the database says about a query, on one line, with line and column counted from 1."""
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
    return GameError(Reason.UNREADABLE, " ".join(message), source="SQL", line=line, column=column)


def column_of(sql: str, line: int, shown: str, offset: int) -> int:
    """The column in the query of what an excerpt points at; 0 if it cannot be told.

    The database shows long lines in part, with dots where it cuts them.
    """
    whole = sql.splitlines()[line - 1] if 0 < line <= len(sql.splitlines()) else ""
    if offset < 0:
        return 0
    if shown.startswith("..."):
        start = whole.find(shown.removeprefix("...").removesuffix("..."))
        return start + offset - 3 + 1 if start >= 0 else 0
    return offset + 1
