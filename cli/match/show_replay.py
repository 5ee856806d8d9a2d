"""The commands that look back: show, replay and history."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.cells import cell_len
from rich.markup import escape

from cli.edge import (
    JsonOption,
    StoreOption,
    console,
    guarded,
    print_json,
    say,
    write_json,
)
from cli.match.selection import (
    AsOfOption,
    MatchArgument,
    SeatOption,
    VariationOption,
    load,
    open_cursor,
    viewer,
)
from cli.program.target import ForceOption
from domain.contract.errors import GameError, Reason, shortened
from domain.record.events import Redone, TakenBack
from domain.record.match import Record
from replays import position_text
from replays.annotations import aside_lines, numbered
from replays.cursor import ALL, Cursor
from replays.event_log import chronicle_objects, chronicle_rows, seen
from replays.position_data import asked, moment
from replays.stepper import Stepper

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
    variation: VariationOption = None,
    as_of: AsOfOption = "",
    svg: Annotated[
        Path | None, typer.Option("--svg", help="Draw it into this SVG file instead.")
    ] = None,
    png: Annotated[
        Path | None, typer.Option("--png", help="Draw it into this PNG file instead.")
    ] = None,
    dark: Annotated[bool, typer.Option("--dark", help="Pictures on dark ground.")] = False,
    width: Annotated[
        int | None,
        typer.Option("--width", help="How wide pictures are, in pixels (SVG 1000, PNG 1600)."),
    ] = None,
    json: JsonOption = False,
    force: ForceOption = False,
    store: StoreOption = None,
) -> None:
    """Show the board of a match: as it is now, or after a step, or where a turn begins.

    `--svg` and `--png` draw a picture of it, with what the last step changed marked.
    """
    if step is not None and turn is not None:
        raise GameError(Reason.BAD_SETTING, "--step and --turn both say where; give one of them")
    cursor = open_cursor(store, match, seat, as_of, variation)
    if turn is not None:
        cursor.turn(turn)
    elif step is not None:
        cursor.go_to(step)
    else:
        cursor.last()
    if svg or png:
        if json:
            raise GameError(Reason.BAD_SETTING, "--json prints; --svg and --png write files")
        from cli.match.pictures import write_pictures

        write_pictures(cursor, svg, png, dark=dark, width=width, store=store, force=force)
        return
    if dark or width is not None:
        raise GameError(Reason.BAD_SETTING, "--dark and --width are for --svg and --png")
    if json:
        print_json({**moment(cursor), "ask": asked(cursor)})
        return
    say(f"[bold]{escape(position_text.title(cursor))}[/]")
    say(escape(position_text.where(cursor)))
    console.print(position_text.board(cursor, marks=False, width=console.width))
    if cursor.n:
        say(f"[bold]{escape(position_text.notation(cursor))}[/]")
    for line in position_text.change_lines(cursor):
        say(f"  {escape(line)}")
    for line in aside_lines(cursor):
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
    variation: VariationOption = None,
    as_of: AsOfOption = "",
    json: Annotated[
        bool, typer.Option("--json", help="Print a JSON object a step, a line each.")
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option("--html", help="Write it all into one HTML file instead, to give away."),
    ] = None,
    force: ForceOption = False,
    store: StoreOption = None,
) -> None:
    """Step through a match in the terminal: → next, ← back, ↓ ↑ turns, g jump, ? help, q quit."""
    if html is not None:
        if plain or json or first or last is not None or variation is not None:
            raise GameError(
                Reason.BAD_SETTING,
                "--html writes the whole match; only --seat and --as-of go with it",
            )
        from cli.match.html_file import write_page

        write_page(store, match, viewer(seat), html, as_of, force=force)
        return
    cursor = open_cursor(store, match, seat, as_of, variation)
    end = len(cursor) if last is None else cursor.place(last)
    begin = cursor.place(first)
    if begin > end:
        raise GameError(
            Reason.BAD_SETTING, f"--from {first} is behind --to {cursor.number_at(end)}"
        )
    cursor.seek(end)
    cursor.seek(begin)
    if json:
        while True:
            write_json(moment(cursor))
            if cursor.n >= end:
                return
            cursor.next()
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        print_all(cursor, end)
        return
    Stepper(cursor).run()


def print_all(cursor: Cursor, end: int) -> None:
    """Print steps in words, each line of notation above the steps it tells, the board below a turn."""
    say(f"[bold]{escape(position_text.title(cursor))}[/]")
    if cursor.n == 0 < end:
        print_step(cursor, aside_lines(cursor))
        cursor.next()
    shown: position_text.TurnText | None = None
    while True:
        begun = cursor.turn_start(cursor.turn_number) == cursor.n > 0
        turn = cursor.turn_number - begun
        if shown is None or shown.turn != turn or cursor.n > shown.last:
            if shown is None or shown.turn != turn:
                console.print()
            shown = position_text.turn_text(cursor, turn)
            for line in shown.lines:
                if line:
                    say(f"[bold]{escape(line)}[/]")
        print_step(cursor, position_text.change_lines(cursor, decisions=False))
        print_step(cursor, aside_lines(cursor))
        if begun or cursor.n == end or cursor.n == len(cursor):
            console.print(position_text.board(cursor, marks=False, width=console.width))
        if cursor.n >= end:
            break
        cursor.next()
    console.print()
    say(escape(position_text.where(cursor)))


def print_step(cursor: Cursor, lines: list[str]) -> None:
    """Print the words of a step, its number before each line."""
    for words in lines:
        say(f"  {cursor.number:>4}  {escape(words)}")


# -- history -------------------------------------------------------------------------------------


@guarded
def history(
    match: MatchArgument,
    seat: SeatOption = "all",
    as_of: AsOfOption = "",
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Tell every event of a match in the order it was recorded: when, by whom, and what stands."""
    eyes = viewer(seat)
    record = seen(load(store, match, as_of), eyes)
    if json:
        print_json(list(chronicle_objects(record)))
        return
    rows = list(chronicle_rows(record))
    first_three = [("event", "recorded", "by"), *(row[:3] for row in rows)]
    wide = [max(map(cell_len, column)) for column in zip(*first_three, strict=True)]
    say(f"[bold]{'event':>{wide[0]}}  {'recorded':<{wide[1]}}  {'by':<{wide[2]}}  what[/]")
    for number, time, by, words, stands in rows:
        who = by + " " * (wide[2] - cell_len(by))
        start = f"{number:>{wide[0]}}  {time:<{wide[1]}}  {who}  "
        line = escape(f"{start}{words}")
        lead = len(start) - len(start.lstrip())
        say(line if stands else f"[dim]{line}[/]", hanging=cell_len(start) - lead)
    who = "" if eyes is ALL else f", as {position_text.seen_as(eyes)} sees it"
    say(escape(line_words(record) + who))


def line_words(record: Record) -> str:
    """What stands of a match, in a line."""
    count = len(record.events)
    events = f"{count} event{'s' * (count != 1)}"
    if not record.history.variations:
        if any(isinstance(event, TakenBack | Redone) for event in record.events):
            return f"{events}; what was taken back stands again"
        return f"{events}; nothing was taken back or corrected"
    line = record.numbers
    stands = f"{numbered(line)} stand{'s' * (len(line) == 1)}" if line else "nothing stands"
    return f"{events}; {stands} (`ludograph show {record.id} --variation N` shows any other)"
