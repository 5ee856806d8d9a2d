"""What commands that look at a match share: which match, through whose eyes, as it stood when."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.edge import (
    open_store,
)
from cli.program.suggestion import matches
from domain.contract.errors import GameError, Reason
from domain.contract.seats import SEAT_NAMES
from domain.record.match import Record
from domain.record.times import as_of as stood_as_of
from domain.store.recorder import Recorder
from replays.cursor import ALL, Cursor, Viewer

MatchArgument = Annotated[
    str,
    typer.Argument(
        metavar="MATCH", help="Id of a match, its start or end, or `last`.", autocompletion=matches
    ),
]
SeatOption = Annotated[
    str, typer.Option("--seat", help="Show only what A, B or a spectator may know.", metavar="SEAT")
]
VariationOption = Annotated[
    int | None,
    typer.Option(
        "--variation",
        metavar="N",
        help="The line that led to step N, which may have been taken back or corrected.",
    ),
]
AsOfOption = Annotated[
    str,
    typer.Option(
        "--as-of",
        metavar="TIME",
        help="As it stood then: `2026-11-30`, `2026-11-30 19:42`, `19:42` of its day, "
        "or `@14`, when event 14 had been recorded.",
    ),
]
VIEWERS: dict[str, Viewer] = {"a": 0, "b": 1, "spectator": None, "all": ALL}


def viewer(word: str) -> Viewer:
    """The viewer a word means; raises GameError."""
    found = [name for name in VIEWERS if name == word.lower()]
    found = found or [name for name in VIEWERS if len(word) > 1 and name.startswith(word.lower())]
    if len(found) != 1:
        raise GameError(
            Reason.BAD_SETTING, f"nobody looks as {word!r}", legal=(*SEAT_NAMES, "spectator", "all")
        )
    return VIEWERS[found[0]]


def load(store: Path | None, match: str, as_of: str) -> Record:
    """The match that words mean, as it stood at a time. Raises GameError."""
    recorder = open_store(store)
    try:
        record = recorder.load(recorder.find(match))
    finally:
        recorder.close()
    return stood_as_of(record, as_of) if as_of else record


def open_cursor(
    store: Path | None, match: str, seat: str, as_of: str = "", variation: int | None = None
) -> Cursor:
    """A cursor on the match that words mean, through a viewer's eyes. Raises GameError."""
    eyes = viewer(seat)
    cursor = Cursor(load(store, match, as_of), eyes, to=variation)
    number = as_of.strip().removeprefix("@").strip()
    cursor.as_of = f"after event {number}" if "@" in as_of else as_of.strip()
    return cursor


def find_any(recorder: Recorder, word: str) -> str:
    """The match a word means, also one of which only events or only the head are left."""
    try:
        return recorder.find(word)
    except GameError:
        ids = [name for name in recorder.chain.every_id() if isinstance(name, str)]
        found = [name for name in ids if name == word]
        found = found or [n for n in ids if word and (n.startswith(word) or n.endswith(word))]
        if len(found) != 1:
            raise
        return found[0]
