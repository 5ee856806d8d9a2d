"""`ludograph`: the commands, in the order of their use."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Annotated

import typer

from cli.edge import chosen

app = typer.Typer(
    name="ludograph",
    help="Record, replay, audit and query matches of tabletop card games.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def files(
    store: Annotated[Path | None, typer.Option("--store", help="The event store.")] = None,
    analytics: Annotated[
        Path | None, typer.Option("--analytics", help="The analytics file.")
    ] = None,
) -> None:
    """Record, replay, audit and query matches of tabletop card games."""
    if store:
        chosen["store"] = store
    if analytics:
        chosen["analytics"] = analytics


def main() -> None:
    """Run the command line."""
    from cli import (
        analytics,
        auditing,
        branching,
        cards,
        chances,
        correcting,
        decisions,
        evening,
        games,
        looking,
        pictures,
        publishing,
        ratings,
        recording,
        replaying,
        report_page,
        serving,
        tokens,
        trusting,
    )

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    for module in (
        recording,
        correcting,
        branching,
        looking,
        replaying,
        pictures,
        auditing,
        trusting,
        evening,
        analytics,
        report_page,
        publishing,
        ratings,
        chances,
        decisions,
        cards,
        games,
        serving,
        tokens,
    ):
        module.add_to(app)
    app()
