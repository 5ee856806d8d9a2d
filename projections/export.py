"""Answers as CSV, JSON and JSON lines: every row, one at a time, whatever their number."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, TextIO
from uuid import UUID

import msgspec

from projections.sql import Answer

_BIGGEST = 2**63


def write_csv(answer: Answer, out: TextIO) -> None:
    """Write a heading and the rows; NULL is empty, lists and objects are JSON."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(answer.columns)
    for row in answer.rows():
        writer.writerow([cell(value) for value in row])


def write_jsonl(answer: Answer, out: TextIO) -> None:
    """Write one JSON object a row, on a line of its own."""
    for line in _objects(answer):
        out.write(line + "\n")


def write_json(answer: Answer, out: TextIO) -> None:
    """Write one JSON array of objects, a row a line."""
    between = "[\n"
    for line in _objects(answer):
        out.write(between + "  " + line)
        between = ",\n"
    out.write("\n]\n" if between == ",\n" else "[]\n")


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
