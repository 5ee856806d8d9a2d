"""Reading published files back, as any other program would: to count them, and to load them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import duckdb
from duckdb import DuckDBPyConnection

from domain.contract.errors import GameError, Reason
from projections.read.export import FORMULA, pyarrow
from projections.schema.definitions import Column, Relation, literal

TEXT: Final = "VARCHAR"
NESTED: Final = ("[", "(")
"""In the name of a type: its values are JSON in a CSV file."""


def as_text(column: Column) -> str:
    """A column as it stands in a CSV file: lists and maps as JSON, no text as a formula.

    A text that begins as one (after apostrophes) has one more apostrophe before it.
    """
    name = f'r."{column.name}"'
    if any(mark in column.type for mark in NESTED):
        return f'to_json({name})::VARCHAR AS "{column.name}"'
    if column.type == TEXT:
        pattern = literal(f"^{FORMULA.pattern}")
        guarded = (
            f"CASE WHEN regexp_matches({name}, {pattern}) THEN chr(39) || {name} ELSE {name} END"
        )
        return f'{guarded} AS "{column.name}"'
    return name


def from_text(column: Column) -> str:
    """A column of a CSV file with its own type again."""
    name = f'"{column.name}"'
    if any(mark in column.type for mark in NESTED):
        return f"{name}::JSON::{column.type} AS {name}"
    if column.type == TEXT:
        pattern = literal(f"^'{FORMULA.pattern}")
        bare = f"CASE WHEN regexp_matches({name}, {pattern}) THEN substr({name}, 2) ELSE {name} END"
        return f"{bare} AS {name}"
    return f"{name}::{column.type} AS {name}"


def parquet(where: str, parted: bool) -> str:
    """What reads Parquet files, in DuckDB's words; `game` and `month` are in the folders' names."""
    more = "true, hive_types_autocast = false" if parted else "false"
    return f"read_parquet({where}, hive_partitioning = {more})"


def csv(where: str, relation: Relation) -> str:
    """What reads a CSV file, in DuckDB's words: every column as text."""
    columns = ", ".join(f"{literal(c.name)}: 'VARCHAR'" for c in relation.columns)
    return (
        f"read_csv({where}, header = true, auto_detect = false, delim = ',', quote = '\"', "
        f"escape = '\"', nullstr = '', allow_quoted_nulls = false, columns = {{{columns}}})"
    )


@contextmanager
def reading_back() -> Iterator[DuckDBPyConnection]:
    """A DuckDB that knows of nothing but files."""
    con = duckdb.connect(":memory:")
    try:
        con.execute("SET enable_progress_bar = false")
        yield con
    finally:
        con.close()


def count(con: DuckDBPyConnection, files: Sequence[Path], relation: Relation) -> int:
    """How many rows files hold; every value is read. Raises GameError (CORRUPT)."""
    ending = files[0].suffix if files else ""
    if ending == ".arrow":
        return count_arrow(files[0])
    named = ", ".join(literal(str(file)) for file in files)
    source = csv(named, relation) if ending == ".csv" else parquet(f"[{named}]", False)
    try:
        found = con.execute(f"SELECT count(*), bit_xor(hash(r)) FROM {source} r").fetchall()
    except duckdb.Error as error:
        raise unreadable(relation, error) from error
    return int(found[0][0])


def count_arrow(file: Path) -> int:
    """How many rows an Arrow file holds."""
    arrow = pyarrow()
    with arrow.memory_map(str(file)) as source, arrow.ipc.open_file(source) as reader:
        return sum(reader.get_batch(number).num_rows for number in range(reader.num_record_batches))


def unreadable(relation: Relation, error: Exception) -> GameError:
    """The error for files that were written and cannot be read."""
    text = str(error).splitlines()[0]
    return GameError(Reason.CORRUPT, f"what was written of {relation.name} cannot be read: {text}")
