"""A board as data: what lies on the table, for whoever draws it without knowing the game.

`rows` is the layout from top to bottom, each row zones side by side. What a viewer may not see is
not in it: a hidden card has no name, no code and no text, and its key only counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

import msgspec

Seated: TypeAlias = Literal["A", "B", ""]
"""A seat's name; empty for what belongs to neither."""
SEATED: Final[tuple[Seated, Seated]] = ("A", "B")
"""The names of both seats."""
ZoneKind: TypeAlias = Literal["lane", "row", "hand", "pile", "rift", "site", "stack"]
"""How a zone lies: cards behind each other, side by side, a fan, a pile, or what is between seats."""
What: TypeAlias = Literal["came", "left", "moved", "numbers", "state"]
"""What changed about a card, a zone (only numbers) or a seat (only numbers)."""


class Number(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number with its name, and the number it can at most be or began as."""

    label: str
    value: int
    of: int | None = None


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """One card, on the table or in a hand."""

    key: str
    """The same from step to step for the same card as far as a viewer may follow it."""
    name: str = ""
    code: str = ""
    """How the notation names it; empty for a hidden card."""
    seat: Seated = ""
    """On whose side it is."""
    kind: str = ""
    """What kind of card, in small letters: elemental, creature, spell, exalt, forge."""
    numbers: tuple[Number, ...] = ()
    """What is read off it first: strength, Attack, Health, damage."""
    keywords: tuple[str, ...] = ()
    """Short words of what it can do."""
    text: str = ""
    """Its words, or what it does; empty if they are not known."""
    state: tuple[str, ...] = ()
    """What is so of it now: `exhausted`, `damage 2`, `owned by B`."""
    colour: str = ""
    """Name of a colour (red, violet, teal, ...), by faction, guild or kind; empty for none."""
    hidden: bool = False
    count: int = 1
    """How many such cards lie there, where none is known from the other."""
    attached: tuple[Card, ...] = ()
    """Cards that lie under it and go with it."""
    types: tuple[str, ...] = ()
    """What it is besides: Beast, Mage."""


class Zone(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place where cards lie."""

    key: str
    """Unique on the board: `A.hand`, `A.3`, `rift.3`."""
    title: str = ""
    seat: Seated = ""
    kind: ZoneKind = "row"
    cards: tuple[Card, ...] = ()
    """In reading order: from left to right, or from top to bottom as they lie."""
    count: int = 0
    """How many cards are in it, those included that `cards` does not list."""
    note: str = ""
    """Something short about it: who controls it, how many of its cards are known."""
    horizontal: bool = True
    """True for cards that lie side by side; False: one above the other."""
    place: int = 0
    """Room is kept for so many cards; a row of zones without cards, count and room is not drawn."""
    weight: int = 1
    """Its share of the row's width."""
    named: bool = False
    """True for a pile whose cards a seat's lines of text name, for want of room each once."""


class SeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat: who sits there, and the numbers that are counted for it."""

    seat: Seated
    player: str = ""
    numbers: tuple[Number, ...] = ()
    """The first is what the match is about: Riftforce, Health, Life Points."""
    notes: tuple[str, ...] = ()
    """Words: guilds, factions, the Forgeborn, who has the Forge."""
    wins: bool = False


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """A moment of a match, drawn as people know it from the table; B sits above, A below."""

    game: str
    seats: tuple[SeatInfo, ...]
    """A, then B."""
    rows: tuple[tuple[Zone, ...], ...]
    turn: int = 0
    to_move: Seated = ""
    """Whose turn or step it is; empty before the first and after the end."""
    status: str = ""
    """Where in the match it is, in words."""
    eyes: str = "all"
    """Through whose eyes: A, B, spectator, all."""
    coded: bool = False
    """True where people call cards by their codes, which are short: F5."""

    @property
    def zones(self) -> Iterator[Zone]:
        """All zones, in reading order."""
        for row in self.rows:
            yield from row

    @property
    def cards(self) -> Iterator[Card]:
        """All cards that are listed, in reading order."""
        for zone in self.zones:
            yield from zone.cards


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is not as it was on the board before."""

    key: str
    """Key of a card, of a zone, or a seat's name."""
    what: What
    zone: str = ""
    """Key of the zone where the card is now; of one that left, where it was."""
    change: int = 0
    """Of a number: by how much the first that changed did."""
    label: str = ""
    """Of a number: which."""
