"""The worker process of statistics, run as a module with STORE, FILE, MEMORY and SPILLED (bytes).

It is a process of its own since one process must not have the store open as a recorder and as the
analytics side at once, and since a query that takes too long can only be ended with it. It reads
questions from its input and writes answers to its output, each with its length before it.
"""

from __future__ import annotations

import io
import math
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from domain.contract.errors import GameError, Reason
from projections import database
from projections.charts.pictures import svg
from projections.feed.feed import catch_up
from projections.read.export import write_rows
from projections.read.reader import open_reader
from projections.reports import statistics
from projections.reports.filters import COMMON

if sys.platform != "win32":
    import resource
from replays.service.statistics.questions import (
    Behind,
    Failure,
    FilterInfo,
    Question,
    Reply,
    Report,
    ReportInfo,
    Reports,
    Rows,
    read,
    write,
)

BESIDE: Final = 1024 * 1024 * 1024
"""Bytes for all else that the process holds beside what queries may use."""


def plain(value: Any) -> Any:
    """A value of a row as JSON can hold it."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    if isinstance(value, bool | int | float | str) or value is None:
        return value
    return bytes(value).hex() if isinstance(value, bytes | bytearray) else str(value)


def plain_rows(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Rows as JSON can hold them."""
    return [[plain(value) for value in row] for row in rows]


class Answering:
    """Answers questions over a store and its analytics file."""

    def __init__(self, store: Path, analytics: Path, spilled: int) -> None:
        self.store = store
        self.analytics = analytics
        self.spilled = spilled
        """Bytes that a query may put into its folder."""

    def answer(self, question: Question) -> Reply:
        """Answer a question, or say why not."""

        try:
            if question.kind == "ready":
                return self.ready()
            with open_reader(self.store, self.analytics, spilled=self.spilled) as reader:
                body = getattr(self, question.kind)(reader, question)
        except GameError as error:
            legal = tuple(map(str, error.legal))
            at = (error.source, error.line, error.column)
            return Reply(failure=Failure(error.reason.value, error.message, *at, legal))
        except (KeyboardInterrupt, MemoryError):
            too_much = "the query needs too much"
            return Reply(failure=Failure(Reason.BUSY.value, too_much, "SQL"))
        return Reply(body if isinstance(body, bytes) else msgspec.json.encode(body))

    def ready(self) -> Reply:
        """Bring the analytics file up to date, if nobody else writes it just now."""

        with suppress(GameError):  # whoever asks next gets the error
            catch_up(self.store, self.analytics, patience=0.5)
        return Reply(b"{}")

    def sql(self, reader: Any, question: Question) -> Any:
        """The rows of a query."""
        reader.check_discreet(question.sql)
        answer = reader.ask(question.sql, question.parameters)
        answer.limit, answer.offset = question.rows + 1, question.offset
        found: list[list[Any]] = []
        size, more = 0, False
        for row in answer.rows():
            values = [plain(value) for value in row]
            size += len(msgspec.json.encode(values))
            if len(found) == question.rows or size > question.bytes:
                more = True
                break
            found.append(values)
        if question.csv:
            return as_csv(answer.columns, found)
        return Rows(answer.columns, answer.types, found, more)

    def reports(self, reader: Any, question: Question) -> Reports:
        """List the reports on a game."""

        game = statistics.projected(question.game)
        tally = statistics.count(reader, game, chosen(question))
        own = tuple(FilterInfo(f.name, f.values) for f in game.filters)
        reports = tuple(
            ReportInfo(
                r.name, r.title, r.about, r.key, bool(r.rows),
                r.chart is not None,
            )
            for r in game.reports
        )  # fmt: skip
        filters = (*own, *(FilterInfo(name) for name in COMMON))
        return Reports(game.key, tally.matches, tally.draws, tally.open, filters, reports)

    def report(self, reader: Any, question: Question) -> Report:
        """A report."""
        reported, chart = self.reported(reader, question)
        about = reported.report
        return Report(
            game=question.game,
            name=about.name,
            title=about.title,
            about=about.about,
            sql=reported.sql,
            columns=reported.columns,
            rows=plain_rows(reported.rows),
            key=about.key,
            n=about.n,
            counts=about.counts,
            least=reported.least,
            left_out=reported.left_out,
            warnings=reported.warnings,
            chart=chart is not None,
        )

    def reported(self, reader: Any, question: Question) -> tuple[Any, Any]:
        """A report as it came out, and its chart."""

        game = statistics.projected(question.game)
        (report,) = statistics.find_reports(game, question.report)
        least = question.least or report.least
        found = statistics.run_report(reader, game, report, chosen(question), least=least)
        return found, report.chart

    def behind(self, reader: Any, question: Question) -> Behind:
        """Find the matches behind a row of a report."""

        game = statistics.projected(question.game)
        (report,) = statistics.find_reports(game, question.report)
        filters = chosen(question)
        whole = statistics.run_report(reader, game, report, filters)
        of = statistics.key_of(whole, question.key)
        found = statistics.rows_of(reader, game, report, filters, of)
        return Behind(found.sql, found.columns, plain_rows(found.rows[: question.rows]))

    def chart(self, reader: Any, question: Question) -> bytes:
        """The chart of a report, as SVG."""
        reported, chart = self.reported(reader, question)
        if chart is None:
            raise GameError(Reason.NOT_FOUND, f"the report {question.report} has no chart")
        try:
            return svg(chart, reported.columns, reported.rows, reported.report.title).encode()
        except ValueError as error:
            raise GameError(Reason.NOT_FOUND, f"it cannot be drawn: {error}") from error


def chosen(question: Question) -> dict[str, str | Sequence[str]]:
    """The filters of a question: one value, or several."""
    return {
        name: values[0] if len(values) == 1 else tuple(values)
        for name, values in question.filters.items()
    }


def as_csv(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    """Rows as CSV, with a line of names; what is nested is JSON."""
    out = io.StringIO()
    write_rows(columns, rows, out)
    return out.getvalue().encode()


def bound_memory(most: int) -> None:
    """Let this process have so many bytes of memory at most, where the system can see to that."""
    if sys.platform == "win32":
        return
    with suppress(OSError, ValueError):
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        if hard == resource.RLIM_INFINITY or most < hard:
            resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def main() -> None:
    """Answer until nobody asks any more."""
    store, analytics, memory, spilled = sys.argv[1:]
    database.MEMORY.set(int(memory))
    bound_memory(int(memory) + BESIDE)
    answering = Answering(Path(store), Path(analytics), int(spilled))
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else prints does not disturb the answers
    while message := read(sys.stdin.buffer):
        try:
            reply = answering.answer(msgspec.msgpack.decode(message, type=Question))
        except Exception as error:  # a fault: the question is refused, and the process goes on
            words = f"{type(error).__name__}: a fault of the program"
            reply = Reply(failure=Failure(Reason.CORRUPT.value, words))
        write(out, msgspec.msgpack.encode(reply))


if __name__ == "__main__":
    main()
