"""The games there are: in help and completion, what is wrong with installed ones, `check-game`."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from cli.edge import FAILED, JsonOption, console, guarded, print_json
from cli.games.check_game import Check, check
from cli.games.defaults import left_to_defaults
from cli.program.suggestion import GameArgument
from domain.games import game as find_game


@guarded
def check_game(
    game: GameArgument,
    number: Annotated[
        int, typer.Option("-n", "--number", min=1, max=10_000, help="Matches that bots play.")
    ] = 20,
    seed: Annotated[int, typer.Option(help="The same seed gives the same matches.")] = 1,
    json: JsonOption = False,
) -> None:
    """Check that a game keeps the contract: bots play it, and everything is done with the matches.

    For games that are being written. Exit code 1 if something is wrong.
    """
    found = find_game(game.lower())
    checks: list[Check] = []
    for done in check(found, number, seed):
        checks.append(done)
        if not json:
            mark = "[bold red]fails[/]" if done.problems else "[green]holds[/]"
            console.print(f"{mark} {escape(done.name)}")
            for problem in done.problems:
                console.print(f"      {escape(problem)}")
    failed = [done for done in checks if done.problems]
    defaults = left_to_defaults(found)
    if json:
        print_json({"game": found.key, "checks": checks, "defaults": defaults})
    else:
        console.print(f"left to defaults: {escape(', '.join(defaults) or 'nothing')}")
        console.print(
            f"{len(checks) - len(failed)} of {len(checks)} checks of {escape(found.name)} hold"
        )
    if failed:
        raise typer.Exit(FAILED)
