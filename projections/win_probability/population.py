"""Whose matches the model is fitted to: people's if there are enough of them, else bots'."""

from __future__ import annotations

from typing import Final

import msgspec

from domain.contract.errors import GameError, Reason
from projections.games.projection import Projected
from projections.read.reader import Reader
from projections.reports.statistics import WHO, Chosen, resolved
from projections.win_probability.fit import LEAST, enough, fit, shared
from projections.win_probability.model import Model

KINDS: Final = ("people", "bots")
"""Whose matches there can be a model of, the better ones first; what-ifs are never fitted to."""


class Choice(msgspec.Struct, frozen=True):
    """A model, and why it is that one."""

    model: Model
    kind: str
    """Whose matches it was fitted to: people or bots."""
    counted: dict[str, int]
    """How many matches of each kind that was thought of count, in that order."""


def choose(reader: Reader, game: Projected, chosen: Chosen | None = None) -> Choice:
    """Fit the model to the first kind of matches that has enough, of those that the filters allow.

    Raises GameError: BAD_SETTING for filters that there are not, NOT_FOUND if no kind has enough.
    """
    filters = resolved(reader, game, chosen or {})
    asked = filters.pop(WHO, KINDS)
    kinds = (asked,) if isinstance(asked, str) else tuple(asked)
    if wrong := [kind for kind in kinds if kind not in KINDS]:
        raise GameError(
            Reason.BAD_SETTING, f"no model is fitted to matches of kind {wrong[0]!r}", legal=KINDS
        )
    counts: dict[str, int] = {}
    for kind in kinds:
        narrowed = {WHO: kind, **filters}
        shares = shared(reader, game, narrowed)
        counts[kind] = sum(n for n, _ in shares.values())
        if enough(shares):
            return Choice(fit(reader, game, narrowed, shares), kind, counts)
    there = ", ".join(f"{n} of {kind}" for kind, n in counts.items())
    raise GameError(
        Reason.NOT_FOUND,
        f"{LEAST} finished matches of {game.key} are needed to say how probable a win is; "
        f"there are {there}{' that the filters let through' if filters else ''}",
    )
