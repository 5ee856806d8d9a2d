"""What the dealer may deal: any cards that can still be in the draw pile, or unknown ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

from domain.contract.game import UNKNOWN, Action, seat_name
from domain.games.riftforce.actions import Deal, Display
from domain.games.riftforce.cards import GUILDS
from domain.games.riftforce.state import Hand


class Draws:
    """The legal deals of `count` cards to a seat; too many to list, easy to check."""

    __slots__ = ("count", "hand", "seat")

    def __init__(self, seat: int, count: int, hand: Hand) -> None:
        self.seat = seat
        self.count = count
        self.hand = hand

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Deal) or action.seat != self.seat:
            return False
        if len(action.cards) != self.count:
            return False
        unseen = self.hand.unseen
        wanted = Counter(action.cards)
        wanted.pop(UNKNOWN, None)
        return all(unseen.get(card, 0) >= count for card, count in wanted.items())

    def __iter__(self) -> Iterator[Deal]:
        """The one deal that says nothing; the known ones are too many to list."""
        yield Deal(self.seat, (UNKNOWN,) * self.count)

    def __len__(self) -> int:
        return max(2, len(self.hand.unseen))

    def sample(self, rng: random.Random) -> Deal:
        """Deal at random, every card of the pile as likely as any other."""
        pile = [card for card, count in self.hand.unseen.items() for _ in range(count)]
        return Deal(self.seat, tuple(rng.sample(pile, self.count)))

    @staticmethod
    def why_not(seat: int, count: int) -> Callable[[Action], str]:
        """Why another deal is not legal."""

        def why(action: Action) -> str:
            if not isinstance(action, Deal):
                return f"seat {seat_name(seat)} draws first: {count} cards"
            if len(action.cards) != count:
                return f"{count} cards are drawn here, not {len(action.cards)}"
            return "not all of these cards can still be in the draw pile"

        return why


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
