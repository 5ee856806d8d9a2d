"""The games, by key: those of ludograph, and those that are installed beside it.

A game of ludograph is one line of OWN; an installed one is an entry point (`domain.games.plugins`).
No game is imported before it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import Final

from domain.contract.errors import GameError, Reason
from domain.contract.game import Game

OWN: Final[Mapping[str, str]] = {
    "riftforce": ".riftforce.game:RIFTFORCE",
    "solforge": ".solforge.game:SOLFORGE",
    "magical_forge": ".magical_forge.game:MAGICAL_FORGE",
}
"""Where the games of ludograph are: module and name. A new game is one line here."""
OWN_KEYS: Final = frozenset(OWN)
"""The keys that no installed game can take."""


def installed() -> ModuleType:
    """Return the module that looks for installed games; loading it is left to those who need one."""
    return import_module(".plugins", __name__)


class Games(Mapping[str, Game]):
    """Every game by its key, imported when it is asked for.

    Installed games that cannot be used are not in it; for each there is one InstalledWarning.
    """

    def __init__(self) -> None:
        self._own: dict[str, Game] = {}

    def __getitem__(self, key: str) -> Game:
        """A game by its whole key. Raises KeyError."""
        if key not in OWN:
            found: Game = installed().usable(key, OWN_KEYS)
            return found
        if key not in self._own:
            module, _, name = OWN[key].partition(":")
            self._own[key] = getattr(import_module(module, __name__), name)
        return self._own[key]

    def __iter__(self) -> Iterator[str]:
        """The keys: ludograph's own first, then those installed, by name."""
        yield from OWN
        yield from installed().usable_keys(OWN_KEYS)

    def __len__(self) -> int:
        """How many games there are."""
        return sum(1 for _ in self)


GAMES: Final = Games()


def game(key: str) -> Game:
    """Return a game by its key or a unique prefix of it.

    Raises GameError naming the keys, or saying why the installed game of that name cannot be used.
    """
    if key in OWN:
        return GAMES[key]
    plugins = installed()
    keys = (*OWN, *plugins.keys(OWN_KEYS))
    found = [key] if key in keys else [k for k in keys if key and k.startswith(key)]
    if len(found) != 1:
        raise GameError(Reason.NOT_FOUND, f"no game {key!r}", legal=tuple(GAMES))
    if found[0] in OWN:
        return GAMES[found[0]]
    asked: Game = plugins.load(found[0], OWN_KEYS)
    return asked
