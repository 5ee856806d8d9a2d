"""What the commands that change a match share: finding it, and saying what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.edge import open_store, print_json, say

if TYPE_CHECKING:
    from domain.record.match import Record
    from domain.store.recorder import Recorder

NoteOption = Annotated[str, typer.Option("--note", "--why", help="Why.")]
WhyOption = Annotated[str, typer.Option("--why", "--note", help="Why.")]
JudgeOption = Annotated[str, typer.Option("--judge", help="Whose word it is.")]


def opened(store: Path | None, match: str) -> tuple[Recorder, Record]:
    """The store, and the match that is meant. Raises GameError."""
    recorder = open_store(store)
    return recorder, recorder.load(recorder.find(match))


def snapshot(record: Record) -> Record:
    """The record as it is now, for saying afterwards what it was."""
    return record.before(len(record.events) + 1)


def show(lines: Iterable[str]) -> None:
    """Print lines of markup."""
    for line in lines:
        if line:
            say(line)


def print_events(record: Record, before: Record, **more: Any) -> None:
    """Print what was recorded since, for programs."""
    from cli.record.revision_text import events_plain

    count = len(record.events) - len(before.events)
    print_json(
        {
            "match": record.id,
            "events": events_plain(record, count),
            **more,
            "last": record.history.last,
        }
    )
