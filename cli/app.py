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
    from cli.analytics import chances, decisions, publish, ratings, report
    from cli.analytics import commands as analytics
    from cli.branch import commands
    from cli.games import registry, solforge_cards
    from cli.match import audit, event_series, list_export, pictures, show_replay
    from cli.record import commands as recording
    from cli.record import revise
    from cli.service import serve, tokens
    from cli.trust import keys_sign

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    for module in (
        recording,
        revise,
        commands,
        list_export,
        show_replay,
        pictures,
        audit,
        keys_sign,
        event_series,
        analytics,
        report,
        publish,
        ratings,
        chances,
        decisions,
        solforge_cards,
        registry,
        serve,
        tokens,
    ):
        module.add_to(app)
    app()
