"""What the commands for analysts ask: readers over everything, or one match, as of some time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.edge import analytics_path, errors, leave_out
from cli.program.progress import progress_bar
from domain.contract.errors import GameError, Reason
from domain.record.times import read_time
from projections.feed.feed import unread
from projections.read.reader import open_reader, open_record

if TYPE_CHECKING:
    from projections.read.reader import Reader

AsOfOption = Annotated[
    str,
    typer.Option(
        "--as-of",
        metavar="TIME",
        help="Everything as it stood then: `2026-11-30`, or `2026-11-30 19:42`.",
    ),
]
MatchOption = Annotated[
    str,
    typer.Option(
        "--match",
        metavar="MATCH",
        help="Only this match, by its id, its start or end, or `last`.",
    ),
]
SeatOption = Annotated[
    str,
    typer.Option(
        "--seat",
        metavar="SEAT",
        help="With --match: only what A, B or a spectator may know, to be given away.",
    ),
]

Readers = Callable[[], AbstractContextManager["Reader"]]
"""What opens a reader for a query."""


def readers(source: Path, analytics: Path | None, match: str, seat: str, as_of: str) -> Readers:
    """What opens readers: over everything, or one match, as it stood, as a seat may know it.

    Raises GameError for options that do not go together, or mean nothing.
    """
    if not match:
        if seat:
            raise GameError(
                Reason.BAD_SETTING,
                "--seat says with whose eyes one match is seen; name it",
                legal=("--match MATCH",),
            )
        target, time = analytics_path(analytics, source), read_as_of(as_of)
        return lambda: reader(source, target, time)
    from cli.match.list_export import as_known, telling_names, warn_of_names
    from domain.store.recorder import Recorder

    recorder = Recorder(source)
    try:
        match_id = recorder.find(match)
        whole = recorder.load(match_id)
        warn_of_names([*telling_names(whole, seat)])
        record = as_known(whole, seat, as_of)
        number = recorder.chain.placed_rows(match_id)[0][0]
    finally:
        recorder.close()
    return lambda: open_record(record, number)


NAMED = re.compile(r"[A-Za-z_0-9]+")
WHOLE = re.compile(r"[+-]?\d{1,18}")
FRACTION = re.compile(r"[+-]?(\d+\.\d*|\.\d+|\d+(\.\d*)?[eE][+-]?\d+)")
DAY = re.compile(r"\d{4}-\d\d-\d\d")
MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?")


def read_parameters(given: Iterable[str]) -> dict[str, Any]:
    """Values for the `$name`s of a query, from `name=value`. Raises GameError (BAD_SETTING)."""
    found: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        name = name.strip().removeprefix("$")
        if not equals or not NAMED.fullmatch(name):
            raise GameError(
                Reason.BAD_SETTING,
                f"--param {text!r} is not NAME=VALUE",
                legal=("player=Ann", "since=2026-11-30", "least=5"),
            )
        if name in found:
            raise GameError(Reason.BAD_SETTING, f"--param gives ${name} twice")
        found[name] = typed(value)
    return found


def typed(text: str) -> Any:
    """A value as what it looks like: a number, a day, a time, true or false, else text.

    In quotes it is text in any case. Raises GameError (BAD_SETTING) for a day that there is not.
    """
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return text[1:-1]
    try:
        if DAY.fullmatch(text):
            return date.fromisoformat(text)
        if MOMENT.fullmatch(text):
            return datetime.fromisoformat(text)
    except ValueError as error:
        raise GameError(
            Reason.BAD_SETTING, f"{text!r} is no day", legal=(f"\"'{text}'\" for text",)
        ) from error
    if WHOLE.fullmatch(text):
        return int(text)
    if FRACTION.fullmatch(text):
        return float(text)
    return {"true": True, "false": False}.get(text, text)


def read_as_of(text: str) -> int | None:
    """A time in milliseconds since 1970; None if none was given. Raises GameError."""
    if text.strip().startswith("@"):
        raise GameError(
            Reason.BAD_SETTING,
            f"{text.strip()!r} is an event of one match; name that, or a time",
            legal=("--match MATCH",),
        )
    return read_time(text) if text else None


@contextmanager
def reader(source: Path, target: Path, as_of: int | None = None) -> Iterator[Reader]:
    """A reader, with a progress bar while the analytics file is brought up to date.

    `as_of`: of how everything stood then, milliseconds since 1970.
    """
    with (
        progress_of_feed() as progress,
        open_reader(source, target, progress=progress, as_of=as_of) as found,
    ):
        for match_id in found.left_out:
            leave_out(unread(match_id))
        yield found


@contextmanager
def progress_of_feed() -> Iterator[Callable[[int, int], None]]:
    """A bar on the error output that appears with the first progress and goes when it is done."""
    shown: list[Any] = []

    def progress(done: int, total: int) -> None:
        if not errors.is_terminal:
            return
        if not shown:
            bar = progress_bar()
            bar.start()
            shown.extend((bar, bar.add_task("taking in events", total=total)))
        shown[0].update(shown[1], completed=done)
        if done >= total:
            shown[0].stop()
            shown.clear()

    try:
        yield progress
    finally:
        if shown:
            shown[0].stop()
