"""What Tab suggests in the shell, read from the store; where that cannot be read, nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from cli.edge import chosen, store_path
from domain.contract.errors import GameError
from domain.games import GAMES
from domain.games import game as find_game

MOST = 200
"""Matches that are suggested, the last ones opened."""
LOOKED_AT = 5_000
"""Openings that are read for names of players and events, the last ones."""

Suggesting = Callable[[typer.Context, str], list[str]]


def silent(suggest: Suggesting) -> Suggesting:
    """Suggest nothing where something is wrong: this is no place to say it."""

    @wraps(suggest)
    def suggested(ctx: typer.Context, incomplete: str) -> list[str]:
        try:
            return suggest(ctx, incomplete)
        except Exception:
            return []

    return suggested


def reading(ctx: typer.Context, store: Any) -> closing[sqlite3.Connection]:
    """Open the store that a command names, or else the one that is chosen; nothing is written."""
    path = store_path(store or ctx.find_root().params.get("store") or chosen.get("store"))
    return closing(sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode=ro", uri=True))


def is_match(ctx: typer.Context, word: Any, store: Any) -> bool:
    """Say if a word is the whole id of a match; it is none where the store cannot be read."""
    if not isinstance(word, str):
        return False
    try:
        with reading(ctx, store if isinstance(store, str | Path) else None) as con:
            row = con.execute("SELECT 1 FROM chain_heads WHERE match_id = ?", (word,)).fetchone()
    except (sqlite3.Error, OSError, GameError):
        return False
    return row is not None


def openings(ctx: typer.Context, most: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return ids and openings of matches as they are stored, the last first; nothing is written."""
    with reading(ctx, ctx.params.get("store")) as con:
        rows = con.execute(
            "SELECT originator_id, state FROM stored_events WHERE originator_version = 1 "
            "ORDER BY rowid DESC LIMIT ?",
            (most,),
        )
        for match_id, state in rows:
            yield match_id, msgspec.json.decode(state)


def those(names: Iterator[str], begun: str) -> list[str]:
    """Return the names that begin as typed, each once."""
    return list(dict.fromkeys(name for name in names if name and name.startswith(begun)))


@silent
def matches(ctx: typer.Context, incomplete: str) -> list[str]:
    """Suggest ids of matches, the last opened first, and `last`."""
    ids = (match_id for match_id, _ in openings(ctx, MOST))
    return those(iter(("last", *ids)), incomplete)


@silent
def games(ctx: typer.Context, incomplete: str) -> list[str]:  # noqa: ARG001
    """Suggest the games there are."""
    return those(iter(GAMES), incomplete.lower())


GameArgument = Annotated[
    str, typer.Argument(help="A game, or a unique prefix of it.", autocompletion=games)
]
"""The argument of commands that are about a game."""


@silent
def players(ctx: typer.Context, incomplete: str) -> list[str]:
    """Suggest names of players, those who played last first."""
    return those(named(ctx, "players"), incomplete)


@silent
def events(ctx: typer.Context, incomplete: str) -> list[str]:
    """Suggest names of events, the last first."""
    return those(named(ctx, "event"), incomplete)


@silent
def series(ctx: typer.Context, incomplete: str) -> list[str]:
    """Suggest names of series, the last first."""
    return those(named(ctx, "series"), incomplete)


def named(ctx: typer.Context, field: str) -> Iterator[str]:
    """Return what openings have in a field, one name after the other."""
    for _, opening in openings(ctx, LOOKED_AT):
        found = opening.get(field, ())
        yield from [found] if isinstance(found, str) else found


@silent
def reports(ctx: typer.Context, incomplete: str) -> list[str]:
    """Suggest the reports of the game that is named before, or of all games."""
    from projections.games.registry import PROJECTED

    game = ctx.params.get("game")
    asked = [PROJECTED[find_game(game).key]] if game else PROJECTED.values()
    return those((report.name for one in asked for report in one.reports), incomplete)
