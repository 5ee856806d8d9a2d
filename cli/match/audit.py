"""The command that audits: whether matches are what was recorded, and what the rules give."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.edge import (
    FAILED,
    AnalyticsOption,
    JsonOption,
    StoreOption,
    guarded,
    open_store,
    print_json,
    say,
    store_path,
)
from cli.match.selection import find_any
from cli.program.progress import progress_bar
from cli.program.suggestion import matches as match_ids
from cli.program.target import ForceOption, check_target
from domain.contract.errors import GameError, Reason
from replays.audit.audit import audit_match
from replays.audit.findings import StoreReport
from replays.audit.store_audit import audit_store, concluded
from replays.audit.verdicts import as_json, report_lines

if TYPE_CHECKING:
    pass


@guarded
def audit(
    matches: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="MATCH",
            help="Ids of matches, or `last`.",
            autocompletion=match_ids,
            show_default="last",
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every match, and the file itself.")] = False,
    against: Annotated[
        str,
        typer.Option(
            help="`current`: list what today's rules would decide differently.", show_default=False
        ),
    ] = "",
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", help="With --against: a setting in place of the matches' own."),
    ] = None,
    game: Annotated[
        str, typer.Option(help="With --against: only this game.", show_default=False)
    ] = "",
    csv: Annotated[
        Path | None, typer.Option(help="With --against: write the list as CSV here.")
    ] = None,
    force: ForceOption = False,
    json: JsonOption = False,
    jobs: Annotated[
        int, typer.Option("--jobs", min=0, help="Processes for --all; 0 is one a core.")
    ] = 0,
    store: StoreOption = None,
    analytics: AnalyticsOption = None,
) -> None:
    """Check that matches are as they were recorded and follow the rules; repairs nothing.

    What people decided (rulings, corrections, take-backs past what was shown) is listed apart.

    Exit code 1 if anything is wrong.

    --against current lists instead what today's rules, or others with --set, would have decided.
    """
    if every and matches:
        raise GameError(Reason.BAD_SETTING, "name matches to audit, or --all for every one")
    chosen = [] if every else matches or ["last"]
    if csv:
        check_target(csv, force, store)
    if against:
        from cli.match.impact import Wish, show_impact

        wish = Wish(store, analytics, chosen, setting or [], game, csv, json, jobs)
        show_impact(against, wish)
        return
    if setting or game or csv:
        raise GameError(
            Reason.BAD_SETTING,
            "--set, --game and --csv go with --against",
            legal=("--against current",),
        )
    report = audit_everything(store, jobs) if every else audit_named(store, chosen)
    if json:
        print_json(as_json(report))
    else:
        for line in report_lines(report, each=not every):
            say(line, hanging=10)
    if not report.ok:
        raise typer.Exit(FAILED)


def audit_named(store: Path | None, words: list[str]) -> StoreReport:
    """Audit the matches that words mean."""
    recorder = open_store(store)
    try:
        ids = list(dict.fromkeys(find_any(recorder, word) for word in words))
        return concluded([audit_match(recorder.chain, match_id) for match_id in ids], [])
    finally:
        recorder.close()


def audit_everything(store: Path | None, jobs: int) -> StoreReport:
    """Audit a whole store, with a progress bar where somebody watches."""
    path = store_path(store)
    open_store(store).close()
    with progress_bar() as bar:
        task = bar.add_task("auditing", total=None)
        return audit_store(
            path,
            jobs=jobs,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
