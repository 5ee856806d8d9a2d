"""`decisions`: what people decided and what else they could have, worked out for SQL."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from cli.analytics.readers import progress_of_feed, reader
from cli.analytics.tables import print_answer
from cli.edge import (
    FAILED,
    AnalyticsOption,
    JsonOption,
    StoreOption,
    analytics_path,
    errors,
    guarded,
    must_exist,
    open_store,
    print_json,
    say,
    store_path,
)
from cli.program.progress import progress_bar
from cli.program.suggestion import games
from cli.program.suggestion import matches as match_ids
from domain.contract.errors import GameError, Reason
from domain.games import game as find_game
from projections.feed.decision_feed import Wanted, work_out

if TYPE_CHECKING:
    from projections.feed.decision_feed import Outcome, Wanted
    from projections.read.sql import Answer

KINDS = ("people", "bots", "what-if")
SHOWN = 5
"""Matches that are named, of those that differ or cannot be read."""

SUMMARY = """
SELECT game, kind, count(DISTINCT match) AS matches, count(*) AS choices,
       count(*) FILTER (known) AS known_hand,
       count(*) FILTER (known AND best < options) AS compared,
       round(count(*) FILTER (known AND best < options AND rank = 1) / nullif(compared, 0), 4)
         AS bots_first,
       round(avg(rank) FILTER (known AND best < options), 3) AS mean_rank,
       round(median(think_ms) / 1000, 1) AS median_seconds
FROM choices GROUP BY game, kind ORDER BY game, kind
"""
"""What is shown of everything that has been worked out."""


@guarded
def decisions(
    matches: Annotated[
        list[str] | None,
        typer.Argument(
            autocompletion=match_ids,
            metavar="MATCH",
            help="Ids of matches, or `last`; none: those of people.",
            show_default=False,
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every match, of bots as well.")] = False,
    game: Annotated[
        str,
        typer.Option(help="Only this game.", show_default=False, autocompletion=games),
    ] = "",
    kind: Annotated[
        str,
        typer.Option(
            help="people, bots or what-if.", show_default="people, unless matches are named"
        ),
    ] = "",
    sample: Annotated[
        int,
        typer.Option(min=0, help="So many matches at most, always the same.", show_default="all"),
    ] = 0,
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Processes; 0 is one a core.")] = 0,
    store: StoreOption = None,
    analytics: AnalyticsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Work out for SQL what else was legal at each decision, and how the sensible bot ranks it.

    Fills the tables `decisions` and `decision_options`, and shows how often people follow the bot. Only
    matches that are new or have changed are worked out; Ctrl-C keeps what is done. `project --rebuild`
    empties the tables.
    """
    wanted = wish(store, matches or [], every, game, kind, sample)
    source = store_path(store)
    must_exist(source)
    target = analytics_path(analytics, source)
    with progress_of_feed() as feeding, progress_of_work() as progress:
        outcome = work_out(
            source,
            target,
            wanted,
            jobs=jobs or os.cpu_count() or 1,
            progress=progress,
            feeding=feeding,
        )
    with reader(source, target) as found:
        show(outcome, wanted, found.ask(SUMMARY), as_json)
    if outcome.unread:
        raise typer.Exit(FAILED)


def wish(
    store: Path | None, matches: list[str], every: bool, game: str, kind: str, sample: int
) -> Wanted:
    """Which matches are meant. Raises GameError for what does not go together."""
    if kind and kind not in KINDS:
        raise GameError(Reason.BAD_SETTING, f"no match is of the kind {kind!r}", legal=KINDS)
    if matches and (every or game or kind or sample):
        raise GameError(
            Reason.BAD_SETTING, "--all, --game, --kind and --sample choose matches; or name them"
        )
    if every and kind:
        raise GameError(
            Reason.BAD_SETTING, "--all means every kind of match; give it or --kind", legal=KINDS
        )
    if not matches:
        key = find_game(game.lower()).key if game else ""
        return Wanted(game=key, kind="" if every else kind or "people", sample=sample)
    recorder = open_store(store)
    try:
        return Wanted(names=tuple(recorder.find(word) for word in matches))
    finally:
        recorder.close()


@contextmanager
def progress_of_work() -> Iterator[Callable[[int, int], None] | None]:
    """A bar on the error output, which goes when it is done."""
    if not errors.is_terminal:
        yield None
        return
    shown: list[Any] = []

    def progress(done: int, total: int) -> None:
        if not shown:
            bar = progress_bar()
            bar.start()
            shown.extend((bar, bar.add_task("deciding again", total=total)))
        shown[0].update(shown[1], completed=done)

    try:
        yield progress
    finally:
        if shown:
            shown[0].stop()


def show(outcome: Outcome, wanted: Wanted, summary: Answer, as_json: bool) -> None:
    """Print what was done, and what there is now."""
    if as_json:
        names = summary.columns
        print_json(
            {
                "worked_out": outcome.worked,
                "unchanged": outcome.unchanged,
                "decisions": outcome.decisions,
                "differ": outcome.differ,
                "unread": outcome.unread,
                "summary": [dict(zip(names, row, strict=True)) for row in summary.rows()],
            }
        )
        return
    say(outcome_text(outcome, wanted))
    for match_id, step in sorted(outcome.differ.items())[:SHOWN]:
        where = f"step {step}" if step else "the opening"
        say(
            f"[yellow]differs[/]  {escape(match_id)}  from {where} on (`audit` says how)", hanging=9
        )
    for match_id, why in sorted(outcome.unread.items())[:SHOWN]:
        say(f"[bold red]damaged[/]  {escape(match_id)}  {escape(why)}", hanging=9)
    for many, what in ((len(outcome.differ), "differ"), (len(outcome.unread), "damaged")):
        if many > SHOWN:
            say(f"and {many - SHOWN:,} more ({what})")
    print_answer(summary, 20)


def outcome_text(outcome: Outcome, wanted: Wanted) -> str:
    """What was done, in words."""
    if not (outcome.worked or outcome.unchanged or outcome.unread):
        what = " ".join(filter(None, (wanted.game, wanted.kind)))
        more = "; --all takes those of bots as well" if wanted.kind == "people" else ""
        return f"there are no matches{f' ({what})' if what else ''}{more}"
    many = f"{outcome.worked:,} match{'es' * (outcome.worked != 1)} worked out"
    phrase = f"{many}, {outcome.decisions:,} decisions; {outcome.unchanged:,} unchanged"
    if outcome.differ:
        phrase += f"; {len(outcome.differ):,} decided otherwise by today's rules, told up to there"
    return phrase
