"""What the commands that change a match share: carrying it out, and printing what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from cli.edge import open_store, print_json, say
from cli.record.outcome_text import numbers_text, outcome_plain, outcome_text
from domain.commands import Change, Outcome

NoteOption = Annotated[str, typer.Option("--note", "--why", help="Why.")]
WhyOption = Annotated[str, typer.Option("--why", "--note", help="Why.")]
JudgeOption = Annotated[str, typer.Option("--judge", help="Whose word it is.")]


def carry_out(store: Path | None, match: str, command: Change, json: bool) -> Outcome:
    """Do to a match what a command says, and print what came of it. Raises GameError."""
    recorder = open_store(store)
    outcome = recorder.carry_out(recorder.load(recorder.find(match)), command)
    if json:
        print_json(outcome_plain(outcome))
    else:
        show(outcome_text(outcome))
    return outcome


def show(lines: Iterable[str]) -> None:
    """Print lines of markup."""
    for line in lines:
        if line:
            say(line)


def show_numbers(outcome: Outcome) -> None:
    """Print the numbers of a ruling that was recorded."""
    say(f"[dim]{numbers_text(outcome, stood=True)}[/]")
