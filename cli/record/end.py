"""Commands beside the lines of a match: note, end, pause, resume."""

from __future__ import annotations

from typing import Annotated, Any, cast

import typer

from cli.edge import JsonOption, StoreOption, guarded
from cli.record.commands import ByOption, MatchArgument
from cli.record.outcome import JudgeOption, NoteOption, carry_out
from domain.commands import End, Note, Pause, Resume
from domain.contract.errors import GameError, Reason


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
    carry_out(store, match, Note(words, step, by), json)


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
    command = End(cast(Any, why), loses.get(why) or winner, judge, note, by)
    carry_out(store, match, command, json)


@guarded
def pause(
    match: MatchArgument = "last",
    note: NoteOption = "",
    by: ByOption = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Stop the clocks."""
    carry_out(store, match, Pause(note, by), json)


@guarded
def resume(
    match: MatchArgument = "last",
    note: NoteOption = "",
    by: ByOption = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Let the clocks go on."""
    carry_out(store, match, Resume(note, by), json)
