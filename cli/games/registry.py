"""The games there are: in help and completion, what is wrong with installed ones, `check-game`."""

from __future__ import annotations

import warnings
from typing import Annotated, Any, TextIO

import typer
from rich.markup import escape
from typer.core import TyperCommand

from cli.edge import FAILED, JsonOption, console, errors, guarded, print_json


def complete_game(incomplete: str) -> list[str]:
    """The keys of games that begin like this."""
    from domain.games import GAMES

    return [key for key in GAMES if key.startswith(incomplete.lower())]


GameArgument = Annotated[
    str, typer.Argument(help="A game, or a unique prefix of it.", autocompletion=complete_game)
]


class GameCommand(TyperCommand):
    """A command with a game as its argument; its help lists the games there are."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, with the games looked up only now."""
        from domain.games import GAMES

        for param in self.params:
            if param.name == "game":
                shown: Any = param
                shown.help = f"{shown.help} There are: {', '.join(GAMES)}."
        super().format_help(ctx, formatter)


def show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print a warning about something installed as one line; others as Python does."""
    from domain.games.plugins import InstalledWarning

    if issubclass(category, InstalledWarning):
        errors.print(f"[bold yellow]ludograph:[/] {escape(str(message))}")
    else:
        _as_python_does(message, category, filename, lineno, file, line)


_as_python_does = warnings.showwarning


def add_to(app: typer.Typer) -> None:
    """Register the command, and what is done with warnings."""
    warnings.showwarning = show_warning
    app.command("check-game", cls=GameCommand)(check_game)


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
    from cli.games.check_game import Check, check
    from cli.games.defaults import left_to_defaults
    from domain.games import game as find_game

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
