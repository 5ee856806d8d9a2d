"""Commands about an event or a series: standings, rounds, tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from cli.edge import JsonOption, StoreOption, console, guarded, leave_out, open_store, print_json
from cli.program.suggestion import events
from cli.program.suggestion import series as series_names
from domain.contract.characters import folded
from domain.contract.errors import GameError, Reason
from domain.contract.seats import SEAT_NAMES
from domain.record.events import Opened
from domain.store.recorder import Recorder
from domain.tournament.encounters import Encounter, Summary, counted, encounters, summary
from domain.tournament.standings import Standing, named, naturally, rounds, standings

NONE = "-"
"""How a round or table without a name is written."""


@guarded
def event(
    name: Annotated[
        str,
        typer.Argument(
            help="The event, or how its name begins; without it all are listed.",
            autocompletion=events,
        ),
    ] = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Show an event: rounds, tables, results and standings. Without a name: list the events."""
    games = summaries(open_store(store), lambda opened: bool(opened.event.strip()))
    if not name:
        list_events(games, json)
        return
    chosen = named((game.event for game in games), name, "event")
    found = encounters(game for game in games if folded(game.event) == folded(chosen))
    tables = {key: standings(of_game(found, key)) for key in kinds(found)}
    if json:
        print_json(
            {
                "event": chosen,
                "rounds": [
                    {"round": label, "tables": [encounter_object(met) for met in there]}
                    for label, there in rounds(found)
                ],
                "standings": [
                    {"game": key, **standing_object(one)} for key in tables for one in tables[key]
                ],
            }
        )
        return
    console.print(f"[bold]{escape(chosen)}[/]: {counts(found)}")
    for label, there in rounds(found):
        console.print(f"\n[bold]{f'round {escape(label)}' if label else 'no round said'}[/]")
        print_encounters(there)
    for key, ranked in tables.items():
        console.print(f"\n[bold]standings[/]{f' ({key})' if len(tables) > 1 else ''}")
        print_standings(ranked)


@guarded
def series(
    name: Annotated[
        str,
        typer.Argument(
            help="The series, or how its name begins; without it all are listed.",
            autocompletion=series_names,
        ),
    ] = "",
    event: Annotated[
        str, typer.Option(help="Only series of this event.", autocompletion=events)
    ] = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Show a series: its games, who sat where, and the score. Without a name: list the series."""
    games = summaries(open_store(store), lambda opened: bool(opened.series.strip()))
    if event:
        of = named((game.event for game in games if game.event), event, "event with series")
        games = [game for game in games if folded(game.event) == folded(of)]
    if name:
        chosen = named((game.series for game in games), name, "series")
        games = [game for game in games if folded(game.series) == folded(chosen)]
    found = encounters(games)
    if json:
        print_json([encounter_object(met) for met in found])
        return
    if not found:
        console.print("[dim]no match belongs to a series; `ludograph new --series NAME`[/]")
    for number, met in enumerate(found):
        if name and number:
            console.print()
        console.print(heading(met))
        if name:
            print_games(met)


def summaries(recorder: Recorder, wanted: Callable[[Opened], bool]) -> list[Summary]:
    """Summaries of the people's matches that are wanted, the first opened first.

    Only those are read whole; one that is damaged is named, and left out.
    """
    found: list[Summary] = []
    for match_id, opened in reversed([*recorder.openings()]):
        try:
            if isinstance(opened, GameError):
                raise opened
            if opened.bots is None and wanted(opened):
                found.append(summary(recorder.load(match_id)))
        except GameError as error:
            if error.reason is not Reason.CORRUPT:
                raise
            leave_out(error)
    return found


def kinds(found: Sequence[Encounter]) -> list[str]:
    """The games that are played, by key."""
    return sorted({met.first.game for met in found})


def of_game(found: Sequence[Encounter], key: str) -> list[Encounter]:
    """Encounters in one game."""
    return [met for met in found if met.first.game == key]


def counts(found: Sequence[Encounter]) -> str:
    """How much there is of an event, in words."""
    games = [game for met in found for game in met.games]
    over = sum(game.result is not None for game in games)
    days = sorted({game.day for game in games})
    when = f"{days[0]} to {days[-1]}" if len(days) > 1 else "".join(days)
    words = [f"{len(games)} match{'es' if len(games) != 1 else ''}"]
    words += [f"{len(games) - over} not finished"] if over < len(games) else []
    words += [met_words] if (met_words := series_words(found)) else []
    return ", ".join([*words, when])


def series_words(found: Sequence[Encounter]) -> str:
    """How many series there are, in words; nothing if there are none."""
    return f"{n} series" if (n := sum(met.is_series for met in found)) else ""


def list_events(games: Sequence[Summary], json: bool) -> None:
    """The events, the latest last: how many matches, players and days."""
    by_name: dict[str, list[Summary]] = {}
    for game in counted(games):
        by_name.setdefault(folded(game.event), []).append(game)
    rows = [event_object(there) for there in by_name.values()]
    if json:
        print_json(rows)
        return
    if not rows:
        console.print("[dim]no match belongs to an event; `ludograph new --event NAME`[/]")
        return
    print_table(
        ("event", "games", "matches", "finished", "players", "from", "to"),
        [
            (
                row["event"],
                ", ".join(row["games"]),
                *(str(row[name]) for name in ("matches", "finished", "players")),
                row["from"],
                row["to"],
            )
            for row in rows
        ],
        right=("matches", "finished", "players"),
    )


def event_object(games: Sequence[Summary]) -> dict[str, Any]:
    """An event in short, as plain data."""
    return {
        "event": games[0].event,
        "games": sorted({game.game for game in games}),
        "matches": len(games),
        "finished": sum(game.result is not None for game in games),
        "players": len({folded(name) for game in games for name in game.names}),
        "rounds": sorted({game.round for game in games if game.round}, key=naturally),
        "from": games[0].day,
        "to": games[-1].day,
    }


def encounter_object(met: Encounter) -> dict[str, Any]:
    """An encounter as plain data."""
    first = met.first
    return {
        "event": first.event,
        "round": first.round,
        "table": first.table,
        "series": first.series,
        "game": first.game,
        "players": list(met.players),
        "best of": met.best_of,
        "wins": list(met.wins),
        "drawn": met.drawn,
        "over": met.over,
        "winner": None if met.winner is None else met.players[met.winner],
        "score": score(met),
        "matches": [
            {
                "match": game.match,
                "A": game.names[0],
                "B": game.names[1],
                "date": game.day,
                "result": game.outcome,
                "counts": game.match not in met.late and game.counts,
            }
            for game in met.games
        ],
    }


def standing_object(one: Standing) -> dict[str, Any]:
    """A player's standing as plain data."""
    return {
        "rank": one.rank,
        "player": one.name,
        "points": one.points,
        "won": one.won,
        "drawn": one.drawn,
        "lost": one.lost,
        "games won": one.games_won,
        "games lost": one.games_lost,
        "unfinished": one.unfinished,
    }


def score(met: Encounter) -> str:
    """How an encounter stands, in words: of a single match its result."""
    return met.score if met.is_series else met.first.outcome


def heading(met: Encounter) -> str:
    """A series in a line: what it is, who plays, how it stands."""
    first = met.first
    where = [first.event, f"round {first.round}" if first.round else "", first.series]
    who = " - ".join(met.players)
    return f"[bold]{escape(', '.join(filter(None, where)))}[/]: {escape(who)}: {escape(met.score)}"


def print_encounters(there: Sequence[Encounter]) -> None:
    """Encounters of a round, a line each: table, players, how it stands, the matches."""
    print_table(
        ("table", "players", "result", "matches"),
        [
            (
                met.first.table or NONE,
                " - ".join(met.players),
                score(met),
                " ".join(game.match for game in met.games),
            )
            for met in there
        ],
    )


def print_games(met: Encounter) -> None:
    """The games of a series: who sat where, and how each ended."""
    print_table(
        ("game", *SEAT_NAMES, "date", "result", "match"),
        [
            (
                str(number),
                *game.names,
                game.day,
                game.outcome + ("; does not count, it was decided" * (game.match in met.late)),
                game.match,
            )
            for number, game in enumerate(met.games, 1)
        ],
    )


def print_standings(ranked: Sequence[Standing]) -> None:
    """Standings as a table."""
    print_table(
        ("", "player", "points", "won", "drawn", "lost", "games", "to play"),
        [
            (
                str(one.rank),
                one.name,
                *(str(number) for number in (one.points, one.won, one.drawn, one.lost)),
                f"{one.games_won}:{one.games_lost}",
                str(one.unfinished or NONE),
            )
            for one in ranked
        ],
        right=("", "points", "won", "drawn", "lost", "games", "to play"),
    )


def print_table(
    names: Sequence[str], rows: Sequence[tuple[str, ...]], right: Sequence[str] = ()
) -> None:
    """Rows of text under headings."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    for name in names:
        table.add_column(name, justify="right" if name in right else "left")
    for row in rows:
        table.add_row(*map(escape, row))
    console.print(table)
