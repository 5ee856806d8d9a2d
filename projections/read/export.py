"""Answers as CSV, JSON, Markdown and Arrow: every row, a few at a time, whatever their number."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO
from uuid import UUID

import msgspec

from domain.contract.characters import escaped
from domain.contract.errors import GameError, Reason
from domain.contract.json_text import escaped_json
from projections.read.sql import Answer

if TYPE_CHECKING:
    from pyarrow import RecordBatchReader

_BIGGEST = 2**63
MARKS: Final = re.compile(r"[\\|*`\[\]<>]|(?<!\w)_|_(?!\w)")
"""What Markdown would take for something else than text."""
FORMULA: Final = re.compile(r"'*[=+\-@\t\r]")
"""How a text begins that a spreadsheet would take for a formula, after apostrophes or none."""
NUMBERS: Final = ("INT", "DOUBLE", "FLOAT", "DECIMAL")


def write_csv(answer: Answer, out: TextIO) -> None:
    """Write a heading and the rows; NULL is empty, lists and objects are JSON."""
    write_rows(answer.columns, answer.rows(), out)


def write_rows(columns: Sequence[str], rows: Iterable[Sequence[Any]], out: TextIO) -> None:
    """Write rows as CSV, the one way in which the program does, but for publications.

    A text that a spreadsheet would take for a formula has an apostrophe before it; numbers stay numbers.
    What must not reach a terminal stands as its code.
    """
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([csv_text(name) for name in columns])
    for row in rows:
        writer.writerow([csv_text(value) if is_words(value) else cell(value) for value in row])


def is_words(value: Any) -> bool:
    """Return whether a value of a row is a text, and no number, time or list."""
    return isinstance(value, str | timedelta)


def csv_text(value: Any) -> str:
    """A text as a cell of CSV."""
    text = escaped(str(value).replace("\r\n", "\n"), "\n\t")
    return f"'{text}" if FORMULA.match(text) else text


def write_jsonl(answer: Answer, out: TextIO) -> None:
    """Write one JSON object a row, on a line of its own."""
    for line in _objects(answer):
        out.write(escaped_json(line) + "\n")


def write_json(answer: Answer, out: TextIO) -> None:
    """Write one JSON array of objects, a row a line."""
    between = "[\n"
    for line in _objects(answer):
        out.write(between + "  " + escaped_json(line))
        between = ",\n"
    out.write("\n]\n" if between == ",\n" else "[]\n")


def write_markdown(answer: Answer, out: TextIO) -> None:
    """Write a table in Markdown, numbers to the right; a line break in a value is `<br>`."""
    out.write(_markdown_row(answer.columns))
    out.write("|" + "|".join("---:" if numeric(kind) else "---" for kind in answer.types) + "|\n")
    for row in answer.rows():
        out.write(_markdown_row([cell(value) for value in row]))


def _markdown_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(_markdown_cell, cells)) + " |\n"


def _markdown_cell(text: str) -> str:
    return "<br>".join(MARKS.sub(r"\\\g<0>", line) for line in map(escaped, text.splitlines()))


def numeric(kind: str) -> bool:
    """Whether a column of a type holds numbers, and not lists or structures of them."""
    return any(word in kind.upper() for word in NUMBERS) and "[" not in kind and "(" not in kind


def write_arrow(batches: RecordBatchReader, path: Path) -> int:
    """Write an Arrow IPC file; returns how many rows."""
    arrow = pyarrow()
    rows = 0
    with arrow.OSFile(str(path), "wb") as out, arrow.ipc.new_file(out, batches.schema) as writer:
        for batch in batches:
            rows += batch.num_rows
            writer.write_batch(batch)
    return rows


def pyarrow() -> Any:
    """The package that writes Arrow files. Raises GameError that says how to install it."""
    try:
        import pyarrow as found
        import pyarrow.ipc
    except ImportError:
        raise GameError(
            Reason.NOT_FOUND,
            "Arrow files need the package pyarrow, which is not installed: `pip install pyarrow`; "
            "Parquet needs none",
        ) from None
    return found


def _objects(answer: Answer) -> Any:
    names = distinct(answer.columns)
    raw = [kind == "JSON" for kind in answer.types]
    for row in answer.rows():
        values = {
            name: msgspec.Raw(value.encode()) if as_is and value is not None else plain(value)
            for name, value, as_is in zip(names, row, raw, strict=True)
        }
        yield msgspec.json.encode(values).decode()


def distinct(names: Sequence[str]) -> list[str]:
    """Names of columns, made different where two are the same: `a`, `a_2`."""
    found: list[str] = []
    for name in names:
        new, number = name, 1
        while new in found:
            number += 1
            new = f"{name}_{number}"
        found.append(new)
    return found


def plain(value: Any) -> Any:
    """A value of a row as JSON can say it."""
    match value:
        case bool() | None | str():
            return value
        case int():
            return value if -_BIGGEST <= value < _BIGGEST else str(value)
        case Decimal():
            return float(value)
        case datetime() | date() | time():
            return value.isoformat()
        case timedelta() | UUID():
            return str(value)
        case bytes():
            return value.hex()
        case dict():
            return {str(plain(key)): plain(item) for key, item in value.items()}
        case list() | tuple():
            return [plain(item) for item in value]
    return value


def cell(value: Any) -> str:
    """A value of a row as one cell of a table."""
    match plain(value):
        case None:
            return ""
        case str() as text:
            return text
        case bool() as truth:
            return "true" if truth else "false"
        case int() | float() as number:
            return repr(number)
        case other:
            return msgspec.json.encode(other).decode()
