"""Commands beside the lines of a match: note, end, pause, resume."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from cli.edge import JsonOption, StoreOption, guarded, say
from cli.record.commands import ByOption, MatchArgument
from cli.record.outcome import JudgeOption, NoteOption, opened, print_events, snapshot
from domain.contract.errors import GameError, Reason


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    app.command("note")(note)
    app.command("end")(end)
    app.command("pause")(pause)
    app.command("resume")(resume)


@guarded
def note(
    match: MatchArgument,
    words: Annotated[str, typer.Argument(help="The remark.")],
    step: Annotated[
        int | None,
        typer.Option("--step", min=0, help="What it is about, if not the last step; 0: the match."),
    ] = None,
    by: ByOption = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Keep a remark on a step."""
    from cli.record.revision_text import noted_told

    recorder, record = opened(store, match)
    before = snapshot(record)
    event = recorder.remark(record, words, step, by=by)
    if json:
        print_events(record, before)
    else:
        say(escape(noted_told(record, event)))


@guarded
def end(
    match: MatchArgument = "last",
    concedes: Annotated[str, typer.Option("--concedes", help="Who gives up.", metavar="SEAT")] = "",
    draw: Annotated[bool, typer.Option("--draw", help="Both agree on a draw.")] = False,
    time: Annotated[str, typer.Option("--time", help="Who loses on time.", metavar="SEAT")] = "",
    disqualified: Annotated[str, typer.Option(help="Who is disqualified.", metavar="SEAT")] = "",
    abandoned: Annotated[bool, typer.Option("--abandoned", help="It is broken off.")] = False,
    winner: Annotated[
        str, typer.Option("--winner", help="Who wins what was broken off.", metavar="SEAT")
    ] = "",
    judge: JudgeOption = "",
    note: NoteOption = "",
    by: ByOption = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """End a match by other ways than its rules."""
    from cli.record.desk import seat_of
    from cli.record.revision_text import ended_told
    from domain.record.endings import end_text

    loses = {"concession": concedes, "time": time, "disqualification": disqualified}
    ways = [why for why, seat in loses.items() if seat]
    ways += ["agreed"] * draw + ["abandonment"] * abandoned
    if len(ways) != 1 or (winner and not abandoned):
        raise GameError(
            Reason.BAD_SETTING,
            "say how it ends, in one way",
            legal=("--concedes A", "--draw", "--time A", "--disqualified A",
                   "--abandoned", "--abandoned --winner A"),
        )  # fmt: skip
    (why,) = ways
    recorder, record = opened(store, match)
    seat = seat_of(record, loses.get(why) or winner) if loses.get(why) or winner else None
    wins = seat if why == "abandonment" or seat is None else 1 - seat
    before = snapshot(record)
    event = recorder.end(record, why, wins, judge=judge, by=by, note=note)
    if json:
        print_events(record, before, result=end_text(event, record.opened.players))
    else:
        say(f"{escape(end_text(event, record.opened.players))}: {ended_told(record, event)}")


@guarded
def pause(
    match: MatchArgument = "last",
    note: NoteOption = "",
    by: ByOption = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Stop the clocks."""
    clocks(True, match, note, by, store, json)


@guarded
def resume(
    match: MatchArgument = "last",
    note: NoteOption = "",
    by: ByOption = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Let the clocks go on."""
    clocks(False, match, note, by, store, json)


def clocks(stop: bool, match: str, note: str, by: str, store: Path | None, json: bool) -> None:
    """Stop the clocks of a match, or let them go on, and show them."""
    from domain.record.clock import clocks_text, reading

    recorder, record = opened(store, match)
    before = snapshot(record)
    (recorder.pause if stop else recorder.resume)(record, by=by, note=note)
    found = reading(record, recorder.clock())
    shown = clocks_text(found) if found else "nobody knows when what was decided in this match"
    if json:
        print_events(record, before, clocks=shown)
    else:
        say(f"the clocks {'stand still' if stop else 'go on'}: {escape(shown)}")
