"""How Riftforce's cards, guilds and elementals are written and read."""

from __future__ import annotations

import re

from domain.contract.game import UNKNOWN, Seat, seat_name
from domain.frame.scanner import illegal, unreadable
from domain.games.riftforce.cards import GUILDS, NUMBER
from domain.games.riftforce.state import Elemental, RiftState


def guild_code(word: str, column: int, among: tuple[str, ...] | list[str] = ()) -> str:
    """The guild meant by a code, a name, or a unique prefix of a name, in any case.

    A code wins over a prefix; where a prefix fits several guilds, those `among` are preferred.
    """
    low = word.lower()
    for code in GUILDS:
        if code.lower() == low and (not among or code in among):
            return code
    exact = [code for code in GUILDS if code.lower() == low]
    found = [code for code, name in GUILDS.items() if name.lower().startswith(low)]
    if exact and not any(code in among for code in found):
        return exact[0]
    found = [code for code in found if code in among] or found
    if len(found) == 1:
        return found[0]
    names = tuple(f"{code} {GUILDS[code]}" for code in (found or among or GUILDS))
    if found:
        raise unreadable(f"{word!r} fits several guilds", column, names)
    raise unreadable(f"no guild is called {word!r}", column, names)


CARD = re.compile(r"(?P<guild>[A-Za-z]+)\s*(?P<number>\d+)|(?P<unknown>\?\??)")


def card_code(match: re.Match[str], column: int, among: list[str]) -> str:
    """The card a match of CARD means; `among` are the guilds it is likely of."""
    if match["unknown"]:
        return UNKNOWN
    guild = guild_code(match["guild"], column, among)
    card = f"{guild}{match['number']}"
    if card not in NUMBER:
        raise unreadable(
            f"{GUILDS[guild]} has no {match['number']}", column, tuple(f"{guild}{n}" for n in "567")
        )
    return card


def name_at(state: RiftState, elemental: Elemental) -> str:
    """An elemental as notation writes it: card and location, and position if that is needed."""
    twins = state.sides[elemental.seat][elemental.location]
    name = f"{elemental.card}@{elemental.location}"
    if sum(e.card == elemental.card for e in twins) > 1:
        name += f".{state.position(elemental)}"
    return name


class Reference:
    """Words for an elemental: any of card, location and position."""

    __slots__ = ("card", "column", "location", "position", "text")

    def __init__(
        self, text: str, column: int, card: str | None, location: int | None, position: int | None
    ) -> None:
        self.text = text
        self.column = column
        self.card = card
        self.location = location
        self.position = position

    def fits(self, state: RiftState, elemental: Elemental) -> bool:
        """Whether the words can mean this elemental."""
        return (
            (self.card is None or self.card == elemental.card)
            and (self.location is None or self.location == elemental.location)
            and (self.position is None or self.position == state.position(elemental))
        )

    def resolve(self, state: RiftState, seat: Seat, allowed: set[int]) -> Elemental:
        """The one elemental of a seat's side that is meant; those allowed (by id) are preferred.

        Raises GameError: nothing there is like it, or the words fit several.
        """
        here = [e for place in state.sides[seat] for e in place]
        found = [e for e in here if self.fits(state, e)]
        if len(found) > 1:
            found = [e for e in found if e.id in allowed] or found
        if len(found) == 1:
            return found[0]
        exact = tuple(
            f"{e.card}@{e.location}.{state.position(e)}"
            for e in (found or [e for e in here if e.id in allowed])
        )
        if found:
            raise illegal(f"{self.text!r} can be {len(found)} elementals", self.column, exact)
        raise illegal(f"seat {seat_name(seat)} has no {self.text!r} in play", self.column, exact)
