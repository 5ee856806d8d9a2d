"""Commands that change what is recorded: undo, redo, amend, reveal, rule."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, cast

import typer

from cli.edge import JsonOption, StoreOption, guarded
from cli.record.commands import ByOption, MatchArgument
from cli.record.outcome import (
    JudgeOption,
    NoteOption,
    WhyOption,
    carry_out,
    show_numbers,
)
from cli.record.outcome_text import steps_counted
from domain.commands import Amend, Redo, Rule, Undo
from domain.contract.errors import GameError, Reason
from domain.record.rulings import STOOD
from domain.revise.misfits import Unanswered

StepArgument = Annotated[int, typer.Argument(min=1, help="Number of a step, as replay shows it.")]
LineArgument = Annotated[str, typer.Argument(help="The whole line as it should have been.")]
OtherwiseOption = Annotated[
    str,
    typer.Option(
        "--otherwise",
        help="A later line that does not fit is kept as a ruling (keep), or left off with all after "
        "it (stop); otherwise nothing is changed.",
        metavar="keep|stop",
    ),
]
DryOption = Annotated[bool, typer.Option("--dry-run", help="Only say what would become of it.")]


# -- take-backs ----------------------------------------------------------------------------------


@guarded
def undo(
    match: MatchArgument = "last",
    lines: Annotated[
        int, typer.Option("--lines", "-n", min=1, help="How many lines, as they were typed.")
    ] = 1,
    to: Annotated[
        int | None, typer.Option("--to", min=0, help="Everything after this step; 0: all of it.")
    ] = None,
    confirm: Annotated[
        bool,
        typer.Option("--confirm", help="Even if something random or hidden had been shown."),
    ] = False,
    note: NoteOption = "",
    by: ByOption = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Take back the last line, or some; they stay in the record, beside the line."""
    command = Undo(lines, to, confirmed=confirm, note=note, by=by)
    carry_out(store, match, command, json)


@guarded
def redo(
    match: MatchArgument = "last",
    to: Annotated[
        int | None, typer.Option("--to", min=1, help="Let this step be the last of the line again.")
    ] = None,
    note: NoteOption = "",
    by: ByOption = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Take the last take-back back; or let the line end with any step that was ever recorded."""
    carry_out(store, match, Redo(to, note, by), json)


# -- corrections ---------------------------------------------------------------------------------


def correct(store: Path | None, match: str, command: Amend, json: bool) -> None:
    """Amend or reveal; of a later line that does not fit say what can become of it."""
    try:
        carry_out(store, match, command, json)
    except Unanswered as error:
        misfit = error.misfit
        word = "reveal" if command.reveal else "amend"
        raise GameError(
            Reason.CONFLICT,
            f"{misfit}. Nothing was recorded; --otherwise keep lets it stand as a ruling, --otherwise "
            f"stop leaves it off with all that follows ({steps_counted(misfit.lost)}); "
            f"`{word} {misfit.wrong}` in `record {match}` asks about each",
        ) from error


@guarded
def amend(
    match: MatchArgument,
    step: StepArgument,
    line: LineArgument,
    otherwise: OtherwiseOption = "",
    dry_run: DryOption = False,
    why: WhyOption = "",
    by: ByOption = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Correct the line that tells a step; everything after it is decided again."""
    command = Amend(step, line, otherwise=cast(Any, otherwise), dry=dry_run, note=why, by=by)
    correct(store, match, command, json)


@guarded
def reveal(
    match: MatchArgument,
    step: StepArgument,
    line: LineArgument,
    otherwise: OtherwiseOption = "",
    dry_run: DryOption = False,
    why: WhyOption = "",
    by: ByOption = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Tell afterwards what was hidden in a step: the same line, and more; all is checked against it."""
    command = Amend(
        step, line, reveal=True, otherwise=cast(Any, otherwise), dry=dry_run, note=why, by=by
    )
    correct(store, match, command, json)


@guarded
def rule(
    match: MatchArgument,
    facts: Annotated[str, typer.Argument(help="What happened, separated by `;`; or `!! LINE`.")],
    judge: JudgeOption = "",
    kind: Annotated[str, typer.Option(help="penalty, effect or correction.")] = "",
    why: WhyOption = "",
    by: ByOption = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Enter a ruling: facts that the rules did not give, or a play that stood."""
    stood = facts.strip().startswith(STOOD)
    command = Rule(facts, stood, cast(Any, kind), judge, why, by)
    outcome = carry_out(store, match, command, json)
    if not json:
        show_numbers(outcome)
