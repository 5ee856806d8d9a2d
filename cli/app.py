"""`ludograph`: the program, its files, and how it starts."""

from __future__ import annotations

import io
import sys
import warnings
from pathlib import Path
from typing import Annotated

import typer

from cli.edge import (
    FINE,
    INTERRUPTED,
    STOPPED,
    chosen,
    console,
    errors,
    forget_output,
    show_warning,
)
from cli.program.program import HELP_NAMES, Program

app = typer.Typer(
    name="ludograph",
    cls=Program,
    help="Record, replay, audit and query matches of tabletop card games.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings=dict(HELP_NAMES),
)


def print_version(wanted: bool) -> None:
    """Print the version, and leave."""
    if wanted:
        from importlib.metadata import version

        console.print(f"ludograph {version('ludograph')}")
        raise typer.Exit


@app.callback()
def files(
    store: Annotated[Path | None, typer.Option("--store", help="The event store.")] = None,
    analytics: Annotated[
        Path | None, typer.Option("--analytics", help="The analytics file.")
    ] = None,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", help="Show the version and exit.", callback=print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Record, replay, audit and query matches of tabletop card games."""
    if store:
        chosen["store"] = store
    if analytics:
        chosen["analytics"] = analytics


def main() -> None:
    """Run the command line."""
    warnings.showwarning = show_warning
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        forget_output()
        sys.exit(FINE)
    except KeyboardInterrupt:
        errors.print(INTERRUPTED)
        sys.exit(STOPPED)
