"""What the commands for analysts ask: readers over everything, or one match, as of some time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.edge import analytics_path, errors
from domain.errors import GameError, Reason

if TYPE_CHECKING:
    from projections.reading import Reader

AsOfOption = Annotated[
    str,
    typer.Option(
        "--as-of",
        metavar="TIME",
        help="Everything as it stood then: `2026-11-30`, or `2026-11-30 19:42`.",
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
    from cli.looking import telling_names, told, warn_of_names
    from domain.recorder import Recorder
    from projections.reading import open_record

    recorder = Recorder(source)
    try:
        match_id = recorder.find(match)
        whole = recorder.load(match_id)
        warn_of_names([*telling_names(whole, seat)])
        record = told(whole, seat, as_of)
        number = recorder.chain.placed_rows(match_id)[0][0]
    finally:
        recorder.close()
    return lambda: open_record(record, number)


def read_as_of(text: str) -> int | None:
    """A time in milliseconds since 1970; None if none was given. Raises GameError."""
    from domain.times import read_time

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
    from projections.reading import open_reader

    with (
        progress_of_feed() as progress,
        open_reader(source, target, progress=progress, as_of=as_of) as found,
    ):
        yield found


@contextmanager
def progress_of_feed() -> Iterator[Callable[[int, int], None]]:
    """A bar on the error output that appears with the first progress and goes when it is done."""
    from cli.progress import progress_bar

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
