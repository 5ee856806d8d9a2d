"""The commands that look back: show, replay and audit."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.markup import escape

from cli.edge import (
    JsonOption,
    StoreOption,
    console,
    guarded,
    open_store,
    print_json,
    say,
)
from domain.errors import GameError, Reason, shortened
from replays import frames
from replays.cursor import ALL, Cursor, Viewer
from replays.moment import asked, moment

if TYPE_CHECKING:
    pass

MatchArgument = Annotated[
    str, typer.Argument(metavar="MATCH", help="Id of a match, its start or end, or `last`.")
]
SeatOption = Annotated[
    str, typer.Option("--seat", help="Show only what A, B or a spectator may know.", metavar="SEAT")
]
VIEWERS: dict[str, Viewer] = {"a": 0, "b": 1, "spectator": None, "all": ALL}


def viewer(word: str) -> Viewer:
    """The viewer a word means; raises GameError."""
    found = [name for name in VIEWERS if name == word.lower()]
    found = found or [name for name in VIEWERS if len(word) > 1 and name.startswith(word.lower())]
    if len(found) != 1:
        raise GameError(
            Reason.BAD_SETTING, f"nobody looks as {word!r}", legal=("A", "B", "spectator", "all")
        )
    return VIEWERS[found[0]]


def open_cursor(store: Path | None, match: str, seat: str) -> Cursor:
    """A cursor on the match that words mean, through a viewer's eyes. Raises GameError."""
    eyes = viewer(seat)
    recorder = open_store(store)
    try:
        return Cursor(recorder.load(recorder.find(match)), eyes)
    finally:
        recorder.close()


# -- show ----------------------------------------------------------------------------------------


@guarded
def show(
    match: MatchArgument,
    step: Annotated[
        int | None, typer.Option("--step", help="After this step; 0 is the opening.")
    ] = None,
    turn: Annotated[
        int | None, typer.Option("--turn", help="Where this turn begins; 0 is the set-up.")
    ] = None,
    seat: SeatOption = "all",
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Show the board of a match: as it is now, or after a step, or where a turn begins."""
    if step is not None and turn is not None:
        raise GameError(Reason.BAD_SETTING, "--step and --turn both say where; give one of them")
    cursor = open_cursor(store, match, seat)
    if turn is not None:
        cursor.turn(turn)
    else:
        cursor.seek(len(cursor) if step is None else step)
    if json:
        print_json({**moment(cursor), "ask": asked(cursor)})
        return
    say(f"[bold]{escape(frames.title(cursor))}[/]")
    say(escape(frames.where(cursor)))
    console.print(frames.board(cursor, marks=False, width=console.width))
    if cursor.n:
        say(f"[bold]{escape(frames.notation(cursor))}[/]")
    for line in frames.change_lines(cursor):
        say(f"  {escape(line)}")
    if ask := asked(cursor):
        options = f": {shortened(tuple(ask['options']))}" if ask.get("options") else ""
        say(escape(f"{ask['seat']} decides next, {ask['about']}{options}"))


# -- replay --------------------------------------------------------------------------------------


@guarded
def replay(
    match: MatchArgument,
    plain: Annotated[bool, typer.Option("--plain", help="Print it all instead.")] = False,
    seat: SeatOption = "all",
    first: Annotated[int, typer.Option("--from", help="Begin with this step.")] = 0,
    last: Annotated[int | None, typer.Option("--to", help="End with this step.")] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print a JSON object a step, a line each.")
    ] = False,
    store: StoreOption = None,
) -> None:
    """Step through a match in the terminal: → next, ← back, ↓ ↑ turns, g jump, ? help, q quit."""
    cursor = open_cursor(store, match, seat)
    end = len(cursor) if last is None else last
    if first > end:
        raise GameError(Reason.BAD_SETTING, f"--from {first} is behind --to {end}")
    cursor.seek(end)
    cursor.seek(first)
    if json:
        while True:
            sys.stdout.write(msgspec.json.encode(moment(cursor)).decode() + "\n")
            if cursor.n >= end:
                return
            cursor.next()
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        print_all(cursor, end)
        return
    from replays.stepper import Stepper

    Stepper(cursor).run()


def print_all(cursor: Cursor, end: int) -> None:
    """Print steps in words, each line of notation above the steps it tells, the board below a turn."""
    say(f"[bold]{escape(frames.title(cursor))}[/]")
    if cursor.n == 0 < end:
        cursor.next()
    shown: frames.Told | None = None
    while True:
        begun = cursor.turn_start(cursor.turn_number) == cursor.n > 0
        turn = cursor.turn_number - begun
        if shown is None or shown.turn != turn or cursor.n > shown.last:
            if shown is None or shown.turn != turn:
                console.print()
            shown = frames.told_by(cursor, turn)
            for line in shown.lines:
                if line:
                    say(f"[bold]{escape(line)}[/]")
        for words in frames.change_lines(cursor, decisions=False):
            say(f"  {cursor.n:>4}  {escape(words)}")
        if begun or cursor.n == end or cursor.n == len(cursor):
            console.print(frames.board(cursor, marks=False, width=console.width))
        if cursor.n >= end:
            break
        cursor.next()
    console.print()
    say(escape(frames.where(cursor)))


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    app.command()(show)
    app.command()(replay)
