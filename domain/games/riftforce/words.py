"""How Riftforce's cards, guilds and elementals are written and read."""

from __future__ import annotations

import re

from domain.errors import GameError, Reason
from domain.game import UNKNOWN, Seat, seat_name
from domain.games.riftforce.cards import GUILDS, NUMBER
from domain.games.riftforce.state import Elemental, RiftState


def unreadable(message: str, column: int, legal: tuple[str, ...] = ()) -> GameError:
    """The error for words that cannot be understood."""
    return GameError(Reason.UNREADABLE, message, column=column, legal=legal)


def illegal(message: str, column: int, legal: tuple[str, ...] = ()) -> GameError:
    """The error for words that are understood and not allowed."""
    return GameError(Reason.ILLEGAL, message, column=column, legal=legal)


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


def whole(digits: str) -> int:
    """A number as typed; of one that is absurdly long only the start, which is too large too."""
    return int(digits[:9])


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


class Scanner:
    """Reads a line from left to right; columns count from 1."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.skip()

    @property
    def column(self) -> int:
        """The column of what is read next."""
        return self.at + 1

    @property
    def end(self) -> bool:
        """True when all is read."""
        return self.at >= len(self.text)

    @property
    def rest(self) -> str:
        """The next word, for messages."""
        return self.text[self.at :].split(" ", 1)[0]

    def skip(self) -> None:
        """Pass over spaces and commas."""
        while self.at < len(self.text) and self.text[self.at] in " \t,;":
            self.at += 1

    def peek(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Whether a pattern comes next; nothing is read."""
        return pattern.match(self.text, self.at)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read a pattern if it comes next, and the space after it."""
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
            self.skip()
        return found
