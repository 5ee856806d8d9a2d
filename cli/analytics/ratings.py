"""`ratings`: how strong players are, and the history of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cli.analytics import ratings_text
from cli.analytics.filters import EventOption, FilterOption, SinceOption, UntilOption, narrowed
from cli.analytics.readers import AsOfOption, read_as_of, reader
from cli.edge import (
    AnalyticsOption,
    JsonOption,
    StoreOption,
    analytics_path,
    guarded,
    must_exist,
    print_json,
    store_path,
)
from cli.program.suggestion import games, players
from domain.contract.errors import GameError, Reason
from domain.games import game as find_game
from domain.tournament.standings import named
from projections.ratings import ratings as rating
from projections.ratings.ratings import played
from projections.reports import statistics

if TYPE_CHECKING:
    from projections.games.projection import Projected
    from projections.ratings.book import Entry
    from projections.read.reader import Reader
    from projections.reports.filters import Chosen


@guarded
def ratings(
    game: Annotated[
        str | None,
        typer.Argument(help="The game; none: the one that is recorded.", autocompletion=games),
    ] = None,
    player: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="The history of one player, match by match.",
            autocompletion=players,
        ),
    ] = "",
    bots: Annotated[bool, typer.Option("--bots", help="Matches of bots; else of people.")] = False,
    least: Annotated[
        int, typer.Option(metavar="GAMES", min=1, help="Rank who has so many games.")
    ] = 5,
    recent: Annotated[
        int, typer.Option(metavar="GAMES", min=1, help="Tell the change over so many last games.")
    ] = 10,
    event: EventOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    filters: FilterOption = None,
    as_of: AsOfOption = "",
    store: StoreOption = None,
    analytics: AnalyticsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Rate the players of a game by the results of their matches, the strongest first.

    Everybody begins at 25 ± 16.3; only differences between ratings mean something. What-ifs never
    count.
    """
    key = find_game(game).key if game else ""
    source = store_path(store)
    must_exist(source)
    asked = narrowed(filters, {"since": since, "until": until}, {"event": event}, bots=bots)
    with reader(source, analytics_path(analytics, source), read_as_of(as_of)) as found:
        projected = statistics.projected(key) if key else statistics.only_game(found)
        chosen = statistics.resolved(found, projected, asked)
        rated = rating.ratings(found, projected, chosen, least=least, recent=recent)
        name = find_player(found, projected, chosen, player) if player else ""
        entries: tuple[Entry, ...] = ()
        if name:
            entries = rating.history(found, projected, name, chosen)
    row = next((row for row in rated.rows if row.player == name), None)
    if as_json:
        history = {"player": name, "rated": row, "history": entries}
        about = {"game": rated.game, "filters": rated.filters}
        print_json({**about, **history} if name else rated)
    elif name:
        ratings_text.print_history(name, row, entries, rated)
    else:
        ratings_text.print_ratings(rated)


def find_player(found: Reader, game: Projected, chosen: Chosen, words: str) -> str:
    """The rated player who is meant: the name as it is written, or its beginning. Raises GameError."""
    names = {
        name
        for match in played(found, game, chosen)
        if match.players[0] != match.players[1]
        for name in match.players
    }
    if not names:
        raise GameError(Reason.NOT_FOUND, f"no match of {game.key} is rated, so nobody is")
    return words if words in names else named(sorted(names), words, "rated player")
