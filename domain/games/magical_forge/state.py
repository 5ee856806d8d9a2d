"""The state of a Magical Forge match: what lies where, and what is known of the rest.

Cards are codes: a card's name in small letters and dashes (`lantern-hound`); `??` is one nobody has
seen. Creatures in play, Spells in the centre and effects on the stack share one row of ids.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from domain.contract.game import Seat
from domain.frame.bags import Bag, Zone, pull, put

LIFE: Final = 15
DRAW: Final = 3
DECK: Final = 30
COPIES: Final = 3

__all__ = [
    "Bag",
    "Creature",
    "Item",
    "MagicalState",
    "Pile",
    "Placed",
    "Side",
    "Zone",
    "pull",
    "put",
]


class Pile(msgspec.Struct):
    """A Deck or a Spell Deck: what is left of it, what of it is in hand, and its discard pile."""

    left: int
    """How many cards are still in it."""
    unseen: Bag
    """Every card that can be in it or among the unknown of the hand.

    Where the list is not known, three of each card of the book, less what was seen.
    """
    hand: Zone
    discard: Bag
    """Open to everybody."""

    def holds(self, card: str) -> bool:
        """Whether a card can be in hand: known to be, or one of the unknown may be it."""
        return self.hand.holds(card, self.unseen)

    def possible(self) -> list[str]:
        """The different cards that can be in hand, in the order of their codes."""
        return self.hand.possible(self.unseen)

    def take(self, card: str) -> None:
        """Take a card out of the hand; an unknown one is bound to it if it was not known."""
        self.hand.take(card, self.unseen)

    @property
    def hidden(self) -> int:
        """How many cards in hand not everybody knows."""
        return self.hand.hidden

    def copy(self) -> Pile:
        """An independent copy."""
        return Pile(self.left, self.unseen.copy(), self.hand.copy(), self.discard.copy())


class Side(msgspec.Struct):
    """One seat's Life Force, Deck and Spell Deck."""

    life: int
    """Life Points, never below 0."""
    deck: Pile
    """Creature, Forge and Weapon cards."""
    spells: Pile

    @property
    def hand(self) -> int:
        """How many cards are in hand, Spells included."""
        return self.deck.hand.count + self.spells.hand.count

    def copy(self) -> Side:
        """An independent copy."""
        return Side(self.life, self.deck.copy(), self.spells.copy())


class Creature(msgspec.Struct):
    """A Creature in play, and the Spells attached to it."""

    id: int
    card: str
    seat: Seat
    spells: Bag
    """Attached Spells; each counts as 1 Health. Open to everybody."""
    entered: int
    """The turn in which it came into play."""
    attacks: int = 0
    """How often it attacked this turn."""
    used: tuple[int, ...] = ()
    """Which of its abilities were used this turn."""
    marks: dict[str, int] = {}
    """Until the end of the turn: unblockable, no attack, no block, strength (n), again (n attacks)."""

    @property
    def health(self) -> int:
        """How many Spells are attached."""
        return sum(self.spells.values())

    def copy(self) -> Creature:
        """An independent copy."""
        twin = msgspec.structs.replace(self)
        twin.spells = self.spells.copy()
        twin.marks = self.marks.copy()
        return twin


class Placed(msgspec.Struct, frozen=True, gc=False):
    """A Spell in play, in the centre of the field."""

    id: int
    card: str
    seat: Seat


class Item(msgspec.Struct, frozen=True, gc=False):
    """An effect on the response stack: activated, not resolved yet."""

    id: int
    seat: Seat
    """Who controls it."""
    kind: str
    """forge, weapon, ability (of a Creature), spell (in the centre), trigger (of a Creature)."""
    card: str
    """The card whose words it is. A Forge or Weapon card lies on the stack itself."""
    source: int = 0
    """Id of the Creature or of the Spell in the centre; 0 for Forge and Weapon cards."""
    which: int = 0
    """Which of the card's abilities, from 0."""
    targets: tuple[int, ...] = ()
    """Its targets in printed order: ids of Creatures, Spells in the centre and effects; -1 is seat A,
    -2 seat B."""
    modes: tuple[int, ...] = ()
    """Which of its options were chosen when it was activated."""
    that: int = 0
    """Id of what the triggering event happened to, or 0."""
    amount: int = 0
    """How much the triggering event was about."""
    to: int = 0
    """Id of the effect it responds to, which was on top; 0 if the stack was empty."""


class MagicalState(msgspec.Struct):
    """Everything there is to know about a match at one moment."""

    cards: str
    """Key of the card book (see `domain.games.magical_forge.cards.book`): the setting `cards`."""
    deck_out: str
    """none, or loses: who cannot draw as many cards from the Deck as must be drawn loses."""
    opening_hand: int
    sides: tuple[Side, Side]
    in_play: dict[int, Creature]
    """Creatures in play by id, oldest first."""
    centre: dict[int, Placed]
    """Spells in play by id, oldest first."""
    stack: list[Item]
    """Effects that wait to resolve; the last one resolves first."""
    ids: int
    """The last id that was given."""
    start: Seat
    """Who takes the first turn, once it is tossed or if it was agreed; else -1."""
    turn: int
    active: Seat
    """Whose turn it is; -1 before the first."""
    phase: str
    """draw, main, end; empty before the first turn."""
    attached: int
    """Spells attached from hand this turn, of those the limit counts."""
    attacker: int
    """Id of the Creature that attacks right now, or 0."""
    blocker: int
    """Id of the Creature that blocks it, or 0."""
    acted: bool
    """Whether anything was played, attached, used or attacked this turn."""
    idle: int
    """How many turns in a row, before this one, nothing was."""
    over: bool
    winner: Seat | None
    why: str

    def copy(self) -> MagicalState:
        """An independent copy."""
        twin = msgspec.structs.replace(self)
        twin.sides = (self.sides[0].copy(), self.sides[1].copy())
        twin.in_play = {number: c.copy() for number, c in self.in_play.items()}
        twin.centre = self.centre.copy()
        twin.stack = list(self.stack)
        return twin

    def creatures(self, seat: Seat | None = None) -> Iterator[Creature]:
        """Creatures in play, of one seat or both, oldest first."""
        for c in self.in_play.values():
            if seat is None or c.seat == seat:
                yield c

    def count(self, seat: Seat) -> int:
        """How many Creatures a seat has in play."""
        return sum(c.seat == seat for c in self.in_play.values())

    def item(self, number: int) -> Item | None:
        """The effect on the stack with an id, if it is there."""
        return next((item for item in self.stack if item.id == number), None)

    def open_cards(self, seat: Seat) -> tuple[Bag, Bag]:
        """The cards of a seat's Deck and Spell Deck that everybody sees, wherever they are."""
        side = self.sides[seat]
        deck, spells = side.deck.discard.copy(), side.spells.discard.copy()
        for bag, pile in ((deck, side.deck), (spells, side.spells)):
            for card, count in pile.hand.public.items():
                put(bag, card, count)
        for c in self.creatures(seat):
            put(deck, c.card)
            for card, count in c.spells.items():
                put(spells, card, count)
        for spell in self.centre.values():
            if spell.seat == seat:
                put(spells, spell.card)
        for item in self.stack:
            if item.seat == seat and item.kind in ("forge", "weapon"):
                put(deck, item.card)
        return deck, spells


def empty_pile() -> Pile:
    """A pile without cards."""
    return Pile(0, {}, Zone({}, {}), {})


def empty_side(life: int = LIFE) -> Side:
    """A side without cards."""
    return Side(life, empty_pile(), empty_pile())


def empty_state(cards: str = "", life: int = LIFE) -> MagicalState:
    """The state before anything has happened, without cards."""
    return MagicalState(
        cards=cards,
        deck_out="none",
        opening_hand=0,
        sides=(empty_side(life), empty_side(life)),
        in_play={},
        centre={},
        stack=[],
        ids=0,
        start=-1,
        turn=0,
        active=-1,
        phase="",
        attached=0,
        attacker=0,
        blocker=0,
        acted=False,
        idle=0,
        over=False,
        winner=None,
        why="",
    )
