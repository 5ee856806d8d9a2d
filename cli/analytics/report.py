"""`report`: everything that is known about a game on one page, to be posted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from cli.analytics.filters import (
    BotsOption,
    ByOption,
    EditionOption,
    EventOption,
    ExpansionOption,
    FilterOption,
    IceOption,
    KindOption,
    OpponentOption,
    PeopleOption,
    PlaceOption,
    PlayerOption,
    SinceOption,
    UntilOption,
    WhatIfOption,
    narrowed,
)
from cli.analytics.readers import AsOfOption, read_as_of, reader
from cli.analytics.report_files import put
from cli.analytics.report_sections import Progress, about_page, origin_of, sections_of
from cli.edge import (
    AnalyticsOption,
    JsonOption,
    StoreOption,
    analytics_path,
    console,
    guarded,
    must_exist,
    print_json,
    store_path,
)
from cli.program.progress import progress_bar
from cli.program.suggestion import games
from cli.program.target import ForceOption, check_targets
from domain.games import game as find_game
from projections.page.html import page
from projections.page.requests import LISTED, Asked
from projections.reports import statistics

if TYPE_CHECKING:
    from projections.page.sections import About, Section


@guarded
def report(
    html: Annotated[Path, typer.Option("--html", metavar="FILE", help="The page to write.")],
    game: Annotated[
        str | None,
        typer.Argument(
            help="The game; none: the one that is recorded.", autocompletion=games
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="REPORT", help="Only this report; may be repeated."),
    ] = None,
    title: Annotated[str, typer.Option("--title", help="What stands over the page.")] = "",
    listed: Annotated[
        int | None,
        typer.Option(
            "--listed", metavar="N", min=0, max=1000,
            help="List so many of the matches behind each number, and say how to ask for the others.",
            show_default="10, fewer where there are many numbers",
        ),
    ] = None,
    link: Annotated[
        str,
        typer.Option(
            "--link", metavar="ADDRESS",
            help="Where matches can be seen; {match} and {step} in it are filled in.",
        ),
    ] = "",
    least: Annotated[
        int | None,
        typer.Option(
            "--least", min=1, help="Leave out rows that rest on fewer.",
            show_default="as sensible for each report",
        ),
    ] = None,
    player: PlayerOption = None,
    opponent: OpponentOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    event: EventOption = None,
    place: PlaceOption = None,
    by: ByOption = None,
    kind: KindOption = None,
    bots: BotsOption = False,
    people: PeopleOption = False,
    what_if: WhatIfOption = False,
    filters: FilterOption = None,
    expansion: ExpansionOption = None,
    ice: IceOption = None,
    edition: EditionOption = None,
    force: ForceOption = False,
    as_of: AsOfOption = "",
    store: StoreOption = None,
    analytics: AnalyticsOption = None,
    as_json: JsonOption = False,
) -> None:  # fmt: skip
    """Write one page with all reports of a game, to be posted: tables, charts, SQL, in one file.

    Every number leads to the matches and steps that it counts. The file needs nothing else and loads
    nothing. The same store gives the same page; only the date of the report is another.
    """
    chosen = narrowed(
        filters,
        {"since": since, "until": until, "expansion": expansion, "ice": ice, "edition": edition},
        {"player": player, "opponent": opponent, "event": event, "place": place, "by": by},
        kind=kind, bots=bots, people=people, what_if=what_if,
    )  # fmt: skip
    projected = statistics.projected(find_game(game).key) if game else None
    if projected:
        statistics.check(projected, "", chosen)
    source = store_path(store)
    must_exist(source)
    target = analytics_path(analytics, source)
    check_targets((html,), force, (source, target))
    with reader(source, target, read_as_of(as_of)) as found, progress_of_page() as progress:
        projected = projected or statistics.only_game(found)
        chosen = statistics.resolved(found, projected, chosen)
        asked = Asked(found, projected, chosen, LISTED if listed is None else listed, link, as_of)
        sections, left = sections_of(asked, only or (), least, progress)
        about, shown = about_page(asked, sections, left, origin_of(source, asked))
        heading = title or f"{about.game}: statistics"
        text = page(
            heading, sections, about, shown, lambda done, all_: progress("drawing", done, all_)
        )
    put(html, text.encode(), quiet=as_json)
    if as_json:
        print_json(
            {
                "game": projected.key, "filters": chosen, "matches": about.matches,
                "sections": [s.name for s in sections], "listed": shown, "left_out": left,
                "written": str(html), "bytes": len(text.encode()),
            }
        )  # fmt: skip
        return
    say_what(about, sections, left, shown, asked.listed)


def say_what(
    about: About, sections: Sequence[Section], left: dict[str, str], shown: int, wished: int
) -> None:
    """Say what is on the page and what is not."""
    counted = f"{about.matches:,} match{'' if about.matches == 1 else 'es'}"
    console.print(f"{len(sections)} sections about {counted}; up to {shown} listed behind a number")
    if shown < wished:
        console.print(f"[dim]not {wished}, so that the page stays small; --only makes room[/]")
    for name, why in left.items():
        console.print(f"[dim]without {escape(name)}: {escape(why)}[/]")


@contextmanager
def progress_of_page() -> Iterator[Progress]:
    """A bar that says what is being done."""
    with progress_bar() as bar:
        task = bar.add_task("asking", total=None)

        def progress(what: str, done: int, total: int) -> None:
            bar.update(task, description=what, completed=done, total=total)

        yield progress
