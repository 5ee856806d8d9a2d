"""`project`: the analytics file, brought up to date with the store."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from cli.analytics.readers import progress_of_feed
from cli.edge import (
    AnalyticsOption,
    JsonOption,
    StoreOption,
    analytics_path,
    console,
    errors,
    guarded,
    leave_out,
    must_exist,
    print_json,
    store_path,
    write_json,
)
from projections.feed import feed, follower


@guarded
def project(
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Make the file anew.")] = False,
    follow: Annotated[
        bool, typer.Option("--follow", help="Go on until Ctrl-C, a moment behind the recording.")
    ] = False,
    store: StoreOption = None,
    analytics: AnalyticsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Bring the analytics file up to date with the store.

    `sql` and `stats` do this by themselves when they have to; with many matches they answer sooner
    when it is done beforehand.
    """
    source = store_path(store)
    target = analytics_path(analytics, source)
    if not follow:
        must_exist(source)
    events = 0
    if rebuild or not follow:
        with progress_of_feed() as progress:
            make = feed.rebuild if rebuild else feed.catch_up
            events = make(source, target, progress=progress, left_out=leave_out)
    if not follow:
        if as_json:
            print_json({"events": events, "store": str(source), "analytics": str(target)})
        else:
            console.print(f"{counted(events)} taken in; {escape(str(target))} is up to date")
        return
    follow_store(source, target, as_json)


def follow_store(source: Path, target: Path, as_json: bool) -> None:
    """Feed the analytics file until interrupted, reporting what is taken in."""

    def took_in(events: int) -> None:
        if as_json:
            write_json({"events": events})
            sys.stdout.flush()
        elif events:
            console.print(f"{counted(events)} taken in")

    if not as_json:
        console.print(f"following {escape(str(source))}; Ctrl-C ends it")
    try:
        follower.follow(source, target, took_in=took_in)
    except KeyboardInterrupt:
        errors.print("stopped; the analytics file is whole and can be gone on with")


def counted(events: int) -> str:
    """Count events, in words."""
    return f"{events:,} event{'' if events == 1 else 's'}"
