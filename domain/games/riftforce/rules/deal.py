"""What the dealer may deal: any cards that can still be in the draw pile, or unknown ones."""

from __future__ import annotations

import random
from collections.abc import Iterator

from domain.contract.game import Action
from domain.frame.deals import Deals
from domain.games.riftforce.actions import Deal, Display
from domain.games.riftforce.cards import GUILDS


class Draws(Deals):
    """The legal deals of cards to a seat."""

    __slots__ = ()
    action = Deal
    where = "still be in the draw pile"


class Displays:
    """The legal displays: any `count` of the guilds not drawn yet."""

    __slots__ = ("count", "guilds")

    def __init__(self, guilds: list[str], count: int) -> None:
        self.guilds = guilds
        self.count = count

    def __contains__(self, action: object) -> bool:
        return (
            isinstance(action, Display)
            and len(set(action.guilds)) == len(action.guilds) == self.count
            and set(action.guilds) <= set(self.guilds)
        )

    def __iter__(self) -> Iterator[Display]:
        """The first of them; the rest are too many to list."""
        yield Display(tuple(self.guilds[: self.count]))

    def __len__(self) -> int:
        return 2

    def sample(self, rng: random.Random) -> Display:
        """Lay out guilds at random."""
        return Display(tuple(rng.sample(self.guilds, self.count)))

    def why_not(self, action: Action) -> str:
        """Why another display is not legal."""
        names = ", ".join(GUILDS[guild] for guild in self.guilds)
        return f"{self.count} different summoners are displayed, out of {names}"
