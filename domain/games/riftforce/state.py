"""The state of a Riftforce match: what is on the table, and what is known of the rest."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.contract.game import UNKNOWN, Seat
from domain.frame.bags import Bag, pull, put
from domain.games.riftforce.cards import LOCATIONS


class Elemental(msgspec.Struct, gc=False):
    """One elemental in play; its id is a running number of the match."""

    id: int
    card: str
    seat: Seat
    """The side it stands on."""
    location: int
    owner: Seat
    """Whose guild it is; differs from the side only after Music took it."""
    damage: int = 0


class Hand(msgspec.Struct):
    """A seat's cards: guilds, hand, draw pile, discard pile and Riftforce."""

    guilds: list[str]
    hand: Bag
    """Cards in hand; `??` counts those that are not known."""
    public: Bag
    """Those of the hand that everybody can work out."""
    unseen: Bag
    """Everything in the draw pile or among the unknown of the hand."""
    pile: int
    """How many cards the draw pile holds."""
    discard: Bag
    score: int

    @property
    def count(self) -> int:
        """How many cards are in hand."""
        return sum(self.hand.values())

    def holds(self, card: str) -> bool:
        """Whether this card can be in hand: known to be, or one of the unknown may be it."""
        return card in self.hand or (UNKNOWN in self.hand and card in self.unseen)

    def copy(self) -> Hand:
        """An independent copy."""
        return Hand(
            list(self.guilds),
            self.hand.copy(),
            self.public.copy(),
            self.unseen.copy(),
            self.pile,
            self.discard.copy(),
            self.score,
        )

    def work_out(self) -> None:
        """The draw pile is empty: what was not seen until now is in hand, as everybody knows."""
        unknown = self.hand.pop(UNKNOWN, 0)
        if unknown:
            for card, count in self.unseen.items():
                put(self.hand, card, count)
            self.unseen = {}
        self.public = self.hand.copy()

    def play(self, card: str) -> None:
        """Take a card out of the hand; one of the unknown is bound to it if it was not known."""
        hand = self.hand
        left = hand.get(card)
        if left is None:
            pull(hand, UNKNOWN)
            pull(self.unseen, card)
        elif left == 1:
            del hand[card]
        else:
            hand[card] = left - 1
        if self.public and card in self.public:
            pull(self.public, card)


Side = list[list[Elemental]]
"""Elementals of a seat by location (index 0 is not used), nearest the location first."""


class RiftState(msgspec.Struct):
    """Everything there is to know about a match at one moment."""

    ice: str
    expansion: str
    hands: tuple[Hand, Hand]
    sides: tuple[Side, Side]
    elementals: dict[int, Elemental]
    """In play, by id."""
    placed: int
    """How many have come into play so far; the next gets the id after that."""
    display: list[str]
    """Summoners still to choose from."""
    start: Seat
    """Who holds the start marker; -1 until it is tossed."""
    turn: int
    active: Seat
    over: bool
    winner: Seat | None
    why: str

    def copy(self) -> RiftState:
        """An independent copy."""
        sides: list[Side] = []
        elementals: dict[int, Elemental] = {}
        for side in self.sides:
            new_side: Side = []
            for place in side:
                new_place: list[Elemental] = []
                for e in place:
                    twin = Elemental(e.id, e.card, e.seat, e.location, e.owner, e.damage)
                    new_place.append(twin)
                    elementals[e.id] = twin
                new_side.append(new_place)
            sides.append(new_side)
        return RiftState(
            self.ice,
            self.expansion,
            (self.hands[0].copy(), self.hands[1].copy()),
            (sides[0], sides[1]),
            elementals,
            self.placed,
            list(self.display),
            self.start,
            self.turn,
            self.active,
            self.over,
            self.winner,
            self.why,
        )

    def elemental(self, number: int) -> Elemental:
        """The elemental in play with this id; raises LookupError if it is not."""
        return self.elementals[number]

    def enemies(self, seat: Seat, location: int) -> list[Elemental]:
        """The enemies of a seat at a location, the first first."""
        return self.sides[1 - seat][location]

    def controls(self, seat: Seat, location: int) -> bool:
        """Whether a seat controls a location (C: Check & Draw)."""
        return bool(self.sides[seat][location]) and not self.sides[1 - seat][location]

    def position(self, elemental: Elemental) -> int:
        """Position of an elemental at its location; 1 is nearest the location."""
        return self.sides[elemental.seat][elemental.location].index(elemental) + 1


def empty_side() -> Side:
    """A side with nothing on it."""
    return [[], *([] for _ in LOCATIONS)]


def empty_hand() -> Hand:
    """A seat before the draft."""
    return Hand([], {}, {}, {}, 0, {}, 0)


def new_state(settings: Mapping[str, str]) -> RiftState:
    """The state before anything has happened."""
    return RiftState(
        settings.get("ice", "rulebook"),
        settings.get("expansion", "base"),
        (empty_hand(), empty_hand()),
        (empty_side(), empty_side()),
        elementals={},
        placed=0,
        display=[],
        start=-1,
        turn=0,
        active=-1,
        over=False,
        winner=None,
        why="",
    )
