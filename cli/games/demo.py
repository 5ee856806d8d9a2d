"""The demo: the commands a newcomer would type, run for real, with what they print."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

from rich.markup import escape

import cli
from cli.edge import FINE, console
from domain.contract.errors import GameError, Reason

EXAMPLES = Path(cli.__file__).resolve().parent.parent / "examples"
ACTIVATE = Path(".venv", "bin", "activate")
"""What makes the environment of a checkout that of the shell."""

SHOW_LINES = 14
"""Lines of a command's output that the demo shows where the whole would be long."""


def commands(folder: Path) -> list[tuple[str, str, int]]:
    """What is typed: why, the command, and how many lines of its output are shown.

    0 shows all of it; so many of the last lines if it is negative.
    """
    tapes = " ".join(
        shlex.quote(str(EXAMPLES / name))
        for name in (
            "club-evening.tape",
            "kitchen-table.tape",
            "forge-night.tape",
            "life-force.tape",
        )
    )
    played = shlex.quote(str(folder / "evening.tape"))
    page = shlex.quote(str(folder / "riftforce.html"))
    return [
        (
            "Four evenings, written down by hand, of three games.",
            f"import {tapes}",
            0,
        ),
        ("The board after the last turn of one of them.", "show kitchen-table", 0),
        ("And of another; B's hand was never seen.", "show forge-night --turn 6", 0),
        (
            "What the engine understands of a card.",
            "cards show 'Spark Adept'",
            0,
        ),
        (
            "Step by step, as a judge would read it.",
            "replay club-evening --plain --to 20",
            SHOW_LINES,
        ),
        (
            "Later somebody remembers that a card lay elsewhere: that is corrected, and what came after",
            'amend kitchen-table 105 "30 B play C5@2 T5@3" --why "it lay one further" --by Dora',
            0,
        ),
        ("is decided again. Nothing is lost: the record holds both,", "history kitchen-table", -9),
        ("and either can stand.", "redo kitchen-table --to 118", 0),
        (
            "Two bots play 300 matches of one game,",
            "simulate riftforce -n 300 --seed 7 --bots sensible,sensible",
            0,
        ),
        ("and 20 of the other.", "simulate solforge -n 20 --seed 7", 0),
        (
            "Every match against the rules: chain, legality, facts, result.",
            "audit --all",
            SHOW_LINES,
        ),
        ("The analytics file, made from the events.", "project", 0),
        ("How often each guild wins, with intervals.", "stats riftforce guilds --chart", 0),
        (
            "How likely a win was after each step: where it turned.",
            "chances club-evening --swings 3",
            SHOW_LINES,
        ),
        ("What else could have been played, and what a bot would have.", "decisions", 0),
        (
            "Everything about a game as one page, to be opened in a browser.",
            f"report riftforce --html {page} -f",
            0,
        ),
        ("How matches of SolForge Fusion end.", "stats solforge ends", 0),
        (
            "Or ask anything.",
            'sql "SELECT source_guild, sum(amount) AS damage FROM riftforce_damage '
            'GROUP BY ALL ORDER BY damage DESC LIMIT 5"',
            0,
        ),
        ("And back into a file anybody can read.", f"export club-evening -o {played} --force", 0),
    ]


def demonstrate(folder: Path) -> int:
    """Run the demo with a store of its own; returns the exit code."""
    if not EXAMPLES.is_dir():
        raise GameError(
            Reason.NOT_FOUND, f"the demo needs the examples of ludograph, in {EXAMPLES}"
        )
    folder.mkdir(parents=True, exist_ok=True)
    files = {
        "LUDOGRAPH_STORE": str(folder / "matches.sqlite"),
        "LUDOGRAPH_ANALYTICS": str(folder / "matches.duckdb"),
    }
    environment = {**os.environ, **files, "COLUMNS": str(min(console.width, 110))}
    if console.is_terminal:
        environment["FORCE_COLOR"] = "1"
    for why, command, lines in commands(folder):
        console.print(f"\n[bold cyan]# {escape(why)}[/]")
        console.print(f"[bold]$ ludograph {escape(shown(command))}[/]")
        code = run(command, environment, lines)
        if code != FINE:
            console.print(f"[bold red]that ended with exit code {code}[/]")
            return code
    what_next(files)
    return FINE


def shown(command: str) -> str:
    """A command as it would be typed in the checkout."""
    return command.replace(str(EXAMPLES), "examples")


def run(command: str, environment: dict[str, str], lines: int) -> int:
    """Run a command of ludograph; of a long output the first or the last lines are shown."""
    console.file.flush()
    done = subprocess.run(
        [sys.executable, "-m", "ludograph", *shlex.split(command)],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    output = done.stdout.rstrip("\n").split("\n")
    more = len(output) - abs(lines) if lines else 0
    part = output[-abs(lines) :] if lines < 0 else output[:lines] if lines else output
    if lines < 0 < more:
        sys.stdout.write(f"... after {more} lines\n")
    for line in part:
        sys.stdout.write(line + "\n")
    if lines > 0 and more > 0:
        sys.stdout.write(f"... and {more} more lines\n")
    sys.stdout.flush()
    return done.returncode


def what_next(files: dict[str, str]) -> None:
    """Say what to try."""
    console.print("\n[bold green]That was the whole path: table, events, replay, audit, SQL.[/]")
    console.print("Try next, in this folder:")
    if ACTIVATE.is_file():
        console.print(f"  source {ACTIVATE}")
    for name, path in files.items():
        console.print(f"  export {name}={escape(shlex.quote(path))}")
    for command, why in (
        ("ludograph replay club-evening", "step through it with the arrow keys"),
        ("ludograph replay kitchen-table", "with a correction: v shows the line that was"),
        ("ludograph replay forge-night", "another game"),
        ('ludograph new riftforce --players "Ann, Ben"', "open a match of your own"),
        ("ludograph record last", "and record it, a line a turn"),
        ("ludograph sql", "ask the matches anything"),
        ("ludograph stats solforge", "all reports"),
        ("ludograph serve --open", "watch, record and ask in a browser"),
    ):
        console.print(f"  {command:<46} [dim]{why}[/]")
