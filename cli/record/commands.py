"""Commands that write: new, record, play, import, simulate."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from cli.branch import simulate_pool
from cli.edge import (
    BAD_INPUT,
    JsonOption,
    StoreOption,
    console,
    errors,
    guarded,
    open_store,
    print_json,
)
from cli.match.import_files import Importing, read_text
from cli.program.suggestion import GameArgument, matches
from cli.record.outcome import show
from cli.record.outcome_text import events_plain, outcome_text
from domain.bots.simulation import plan
from domain.commands import Open, Play, opening
from domain.contract.errors import GameError, Reason
from domain.games import game as find_game

MOST_MATCHES = 32**4
"""Matches of one seed; take another for more."""

MatchArgument = Annotated[
    str,
    typer.Argument(
        help="A match: its id, the start or end of it, or `last`.", autocompletion=matches
    ),
]
ByOption = Annotated[str, typer.Option("--by", help="Who writes it down.")]
SettingsOption = Annotated[
    Path | None,
    typer.Option("--settings", help="A file of name=value lines; --set has the last word."),
]


def settings_of(words: list[str]) -> dict[str, str]:
    """`name=value` words as settings. Raises GameError for a word without =."""
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise GameError(
                Reason.BAD_SETTING, f"{word!r} sets nothing", legal=("--set ice=printed",)
            )
        found[name.strip()] = value.strip()
    return found


def all_settings(words: list[str], path: Path | None) -> dict[str, str]:
    """Settings of a file of `name=value` lines (if there is one) and of words, which win.

    Raises GameError that names the file and the line.
    """

    chosen = settings_of(words)
    if path is None:
        return chosen
    plain = {plain_name(name) for name in chosen}
    found: dict[str, str] = {}
    for number, line in enumerate(read_text(path).removeprefix("\ufeff").split("\n"), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            found.update(settings_of([line]))
        except GameError as error:
            raise error.at(source=str(path), line=number) from error
    return {name: value for name, value in found.items() if plain_name(name) not in plain} | chosen


def plain_name(name: str) -> str:
    """A setting's name, whatever its case and what joins its words."""
    return " ".join(name.lower().replace("_", " ").replace("-", " ").split())


@guarded
def new(
    game: GameArgument,
    players: Annotated[str, typer.Option(help="Both players, first seat A's.")] = "A, B",
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", help="A setting of the game, like ice=printed or expansion=beyond."),
    ] = None,
    settings_file: SettingsOption = None,
    on: Annotated[str, typer.Option("--date", help="The day it was played, if not today.")] = "",
    place: Annotated[str, typer.Option(help="Where.")] = "",
    event: Annotated[str, typer.Option(help="Tournament, league or evening.")] = "",
    round_: Annotated[str, typer.Option("--round", help="Round of the event.")] = "",
    table: Annotated[str, typer.Option(help="Table of the event.")] = "",
    series: Annotated[str, typer.Option(help="Name of the series that it is a game of.")] = "",
    best_of: Annotated[
        int, typer.Option("--best-of", help="How many games the series has at most.")
    ] = 0,
    clock: Annotated[
        str,
        typer.Option(
            help="Time of each seat: `25:00`, A's and B's `25:00/20:00`, "
            "or `25:00+0:10` with what each decision adds."
        ),
    ] = "",
    eyes: Annotated[
        str,
        typer.Option(
            help="What you can see: A, B or spectator; then hidden cards of others are refused."
        ),
    ] = "",
    by: ByOption = "",
    match_id: Annotated[str, typer.Option("--id", help="A name of your own for it.")] = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Open a match; then `record` it."""
    names = [name.strip() for name in players.split(",")]
    if len(names) != 2 or not all(names):
        raise GameError(Reason.BAD_SETTING, f"{players!r}: two players play", legal=("Ann, Ben",))
    command = Open(
        game,
        (names[0], names[1]),
        all_settings(setting or [], settings_file),
        on=on,
        place=place,
        event=event,
        round=round_,
        table=table,
        series=series,
        best_of=best_of,
        clock=clock,
        eyes=eyes,
        by=by,
        id=match_id,
    )
    opening(command, 0)
    opened = open_store(store, create=True).open(command)
    if json:
        print_json(
            {"match": opened.id, "game": opened.game.key, "settings": opened.opened.settings}
        )
    else:
        console.print(f"match [bold]{opened.id}[/] is open: {opened.game.name}, {escape(players)}")
        console.print(f"[dim]next: ludograph record {opened.id}[/]")


@guarded
def record(
    match: MatchArgument = "last",
    by: ByOption = "",
    store: StoreOption = None,
) -> None:
    """Record a match at the table, line by line; quit whenever you like, and go on later."""
    from cli.record.prompt import Session

    recorder = open_store(store)
    session = Session(recorder, recorder.load(recorder.find(match)), by)
    if not sys.stdin.isatty():
        raise typer.Exit(session.read_lines(sys.stdin))
    session.sit_down()


@guarded
def play(
    match: MatchArgument,
    lines: Annotated[list[str], typer.Argument(help="Lines of notation, a turn each.")],
    by: ByOption = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Record one turn (or more), for scripts: `play last "play F5@1 F6@2"`."""
    recorder = open_store(store)
    found = recorder.load(recorder.find(match))
    for line in lines:
        outcome = recorder.carry_out(found, Play(line, by))
        if json:
            print_json(events_plain(outcome))
        else:
            show(outcome_text(outcome) if outcome.events else ("ok",))


@guarded
def import_files(
    files: Annotated[
        list[Path], typer.Argument(help="Tapes or .jsonl files; - reads a tape from the input.")
    ],
    all_or_nothing: Annotated[
        bool, typer.Option("--all-or-nothing", help="Import nothing if any match is bad.")
    ] = False,
    by: ByOption = "",
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Import matches. A bad one is reported and the others go in; importing twice adds nothing."""

    work = Importing(open_store(store, durable=False, create=True), by=by, whole=all_or_nothing)
    try:
        work.run(files)
    except GameError:
        if work.done:
            work.print_report(console, errors)
        raise
    if json:
        print_json(work.report())
    else:
        work.print_report(console, errors)
    if work.failures:
        raise typer.Exit(BAD_INPUT)


@guarded
def simulate(
    game: GameArgument,
    number: Annotated[
        int, typer.Option("-n", "--number", min=1, max=MOST_MATCHES, help="How many matches.")
    ] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same matches.")] = 1,
    bots: Annotated[str, typer.Option(help="Seat A's and seat B's bot.")] = "sensible,sensible",
    setting: Annotated[
        list[str] | None, typer.Option("--set", help="A setting of the game.")
    ] = None,
    settings_file: SettingsOption = None,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0 is one for each core.")] = 0,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Let bots play. Interrupted, the same command goes on where it was."""
    names = [name.strip() for name in bots.split(",")]
    chosen = all_settings(setting or [], settings_file)
    what = plan(find_game(game.lower()), chosen, names, seed)
    report = simulate_pool.run(open_store(store, durable=False, create=True), what, number, jobs)
    if json:
        print_json(report)
        return
    console.print(
        f"{report['added']} matches simulated, {report['steps']} decisions"
        + (f" ({report['already there']} were there already)" if report["already there"] else "")
        + (f", {report['per second']:,} a second" if report["per second"] else "")
    )
