"""Settings of a match as people name them, and the errors for wrong ones, whatever the game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from domain.contract.errors import GameError, Reason


def refusal(name: str, message: str, legal: Iterable[str] = ()) -> GameError:
    """The error for a wrong setting, with what would be right."""
    return GameError(Reason.BAD_SETTING, f"{name}: {message}", legal=tuple(legal))


def named_settings(
    words: Mapping[str, str], settings: tuple[str, ...], of: str, also: Mapping[str, str] = {}
) -> dict[str, str]:
    """Return settings by their canonical names; `deck_a`, `Deck-A` and `deck a` are the same.

    `of` is the game's name; `also` has other words for settings. Raises GameError (BAD_SETTING) for
    one that the game does not have, or that is given twice.
    """
    plain = {bare(name): name for name in settings} | {bare(w): name for w, name in also.items()}
    given: dict[str, str] = {}
    for word, value in words.items():
        name = plain.get(bare(word))
        if name is None:
            message = f"{of} has no setting {word!r}"
            raise GameError(Reason.BAD_SETTING, message, legal=settings)
        if name in given:
            raise refusal(name, "is given twice")
        given[name] = value
    return given


def bare(name: str) -> str:
    """A setting's name by its letters and digits alone."""
    return re.sub(r"\W|_", "", name).lower()


def one_of(name: str, value: str, right: tuple[str, ...]) -> str:
    """Return one of a few words, whatever its case. Raises GameError (BAD_SETTING)."""
    for word in right:
        if value.strip().lower() == word.lower():
            return word
    raise refusal(name, f"{value!r} is none", right)
