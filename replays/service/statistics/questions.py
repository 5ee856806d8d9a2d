"""Questions about numbers and their answers, as they go from one process to the other."""

from __future__ import annotations

import struct
from typing import IO, Any, Final

import msgspec

from domain.contract.errors import GameError, Reason

LENGTH: Final = struct.Struct(">I")
"""How long a message is, before it."""


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question: a query, or a report of a game."""

    kind: str
    """ready, sql, reports, report, behind or chart."""
    sql: str = ""
    parameters: dict[str, Any] = {}
    rows: int = 500
    offset: int = 0
    bytes: int = 8_388_608
    csv: bool = False
    game: str = ""
    report: str = ""
    filters: dict[str, list[str]] = {}
    least: int = 0
    key: tuple[str, ...] = ()


class Failure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question that is refused, as GameError says it."""

    reason: str
    message: str
    source: str = ""
    line: int = 0
    column: int = 0
    legal: tuple[str, ...] = ()

    @property
    def error(self) -> GameError:
        """The error that it was."""
        place: dict[str, Any] = {"line": self.line, "column": self.column, "legal": self.legal}
        return GameError(Reason(self.reason), self.message, source=self.source, **place)


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is answered: a body, or why there is none."""

    body: bytes = b""
    failure: Failure | None = None


class Rows(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rows of a query."""

    columns: list[str]
    types: list[str]
    rows: list[list[Any]]
    more: bool = False
    """Whether there are more than were asked for, or than may be given."""


class ReportInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A report that there is."""

    name: str
    title: str
    about: str
    key: tuple[str, ...] = ()
    behind: bool = False
    """Whether it says which matches are behind a row."""
    chart: bool = False


class FilterInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that reports can be narrowed by."""

    name: str
    values: tuple[str, ...] = ()
    """What it can be; empty for names as they are recorded."""


class Reports(msgspec.Struct, frozen=True):
    """What there is to know about a game."""

    game: str
    matches: int
    """Finished matches that count."""
    draws: int
    open: int
    """Unfinished matches, which do not count."""
    filters: tuple[FilterInfo, ...]
    reports: tuple[ReportInfo, ...]


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    """A report as it came out."""

    game: str
    name: str
    title: str
    about: str
    sql: str
    """The query that gave it; `/api/sql` runs it."""
    columns: list[str]
    rows: list[list[Any]]
    key: tuple[str, ...] = ()
    n: str = ""
    counts: str = ""
    least: int = 1
    left_out: int = 0
    warnings: tuple[str, ...] = ()
    chart: bool = False


class Behind(msgspec.Struct, frozen=True):
    """What is behind a row of a report."""

    sql: str
    columns: list[str]
    rows: list[list[Any]]


def read(stream: IO[bytes]) -> bytes:
    """The next message; nothing at the end of the stream."""
    head = stream.read(LENGTH.size)
    return stream.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""


def write(stream: IO[bytes], message: bytes) -> None:
    """Send a message."""
    stream.write(LENGTH.pack(len(message)) + message)
    stream.flush()
