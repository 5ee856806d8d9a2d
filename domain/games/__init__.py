"""The games, by key. A new game is one line here."""

from __future__ import annotations

from domain.errors import GameError, Reason
from domain.game import Game
from domain.games.riftforce.rules import RIFTFORCE
from domain.games.solforge.rules import SOLFORGE

GAMES: dict[str, Game] = {game.key: game for game in (RIFTFORCE, SOLFORGE)}


def game(key: str) -> Game:
    """Return a game by its key or a unique prefix of it. Raises GameError naming the keys."""
    found = [GAMES[key]] if key in GAMES else [g for k, g in GAMES.items() if k.startswith(key)]
    if len(found) != 1 or not key:
        raise GameError(Reason.NOT_FOUND, f"no game {key!r}", legal=tuple(GAMES))
    return found[0]
