"""The state of a SolForge Fusion match: what lies where, and what is known of the rest.

Cards are codes: a card's slug, a dot and its level (`spark-adept.2`); `??` is one nobody has seen.
Lanes are 1 to 5 from the first seat's left, for both seats.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from domain.contract.game import Seat
from domain.frame.bags import Bag, Zone
from domain.games.solforge.cards.nodes import Delayed, Gift, Rule

LANES: Final = (1, 2, 3, 4, 5)
HEALTH: Final = 50
HAND: Final = 5
TURNS_A_CYCLE: Final = 3


class Lasting(msgspec.Struct, frozen=True, gc=False):
    """A gift that something in play or a player has; `until` is turn, or empty for good."""

    id: int
    gift: Gift
    until: str
    source: str
    """Code of the card that gave it."""


class Standing(msgspec.Struct, frozen=True, gc=False):
    """A trigger or rule set up for later; `on` are the ids it is bound to, if any."""

    id: int
    seat: Seat
    what: Delayed | Rule
    on: tuple[int, ...]
    source: str
    source_id: int


class Permanent(msgspec.Struct):
    """A creature or Exalt in play. Ids run through the match."""

    id: int
    code: str
    seat: Seat
    """The side of the lanes it is on."""
    owner: Seat
    lane: int
    front: bool
    """In the front row; Exalts have a row of their own and this is False."""
    attack: int
    """As changed by effects, without auras."""
    health: int
    exalt: bool = False
    ready: bool = True
    spent: int = 0
    """Armor used up this turn."""
    counters: dict[str, int] = {}
    gifts: list[Lasting] = []
    replaced: str = ""
    """Code of the creature it replaced when it came into play."""
    base_attack: int = 0
    """Attack as printed."""
    base_health: int = 0

    def copy(self) -> Permanent:
        """An independent copy."""
        twin = msgspec.structs.replace(self)
        twin.counters = self.counters.copy()
        twin.gifts = list(self.gifts)
        return twin


class Side(msgspec.Struct):
    """One seat's Health, cards and Forgeborn."""

    health: int
    hand: Zone
    discard: Zone
    unseen: Bag
    """Everything in the deck (but not in `top`), or among the unknown of hand and discard pile."""
    deck: int
    """How many cards the deck holds, `top` included."""
    top: list[str]
    """Cards known to be on top of the deck, the uppermost first; `??` for unknown ones."""
    upgrades: Bag
    """The Upgrade Pile: higher levels, and Solbind cards."""
    banished: Bag
    forgeborn: str
    """Slug of the Forgeborn."""
    level: int
    ready: bool
    spent: int = 0
    """Armor of the player used up this turn."""
    gifts: list[Lasting] = []
    halves: tuple[str, ...] = ()
    """Factions of the two half-decks."""
    other_forgeborn: str = ""
    """Slug of the Forgeborn that was not chosen."""
    peeked: int = 0
    """How many cards of `top` its owner looked at last."""
    open: int = 0
    """How many cards of `top`, from the uppermost, everybody knows: they were put there openly."""

    def holds(self, zone: Zone, card: str) -> bool:
        """Whether a card can be in a zone: known to be, or one of the unknown may be it."""
        return zone.holds(card, self.unseen)

    def possible(self, zone: Zone) -> list[str]:
        """The different cards that can be in a zone, in the order of their codes."""
        return zone.possible(self.unseen)

    def take(self, zone: Zone, card: str) -> None:
        """Take a card out of a zone; an unknown one is bound to it if it was not known."""
        zone.take(card, self.unseen)

    def copy(self) -> Side:
        """An independent copy."""
        twin = msgspec.structs.replace(self)
        twin.hand = self.hand.copy()
        twin.discard = self.discard.copy()
        twin.unseen = self.unseen.copy()
        twin.top = list(self.top)
        twin.upgrades = self.upgrades.copy()
        twin.banished = self.banished.copy()
        twin.gifts = list(self.gifts)
        return twin


class Happening(msgspec.Struct, frozen=True, gc=False):
    """Something that happened this turn, for conditions that look back.

    event as in a trigger; `seat` whose it was, `code` and `id` what it happened to, then who did it.
    """

    event: str
    seat: Seat
    id: int = 0
    code: str = ""
    amount: int = 0
    source: int = 0
    source_seat: Seat = -1
    phase: str = ""
    source_code: str = ""
    """Card that did it, if it is known."""


class SolState(msgspec.Struct):
    """Everything there is to know about a match at one moment."""

    edition: str
    cards: str
    """Key of the card book (see `domain.games.solforge.cards.book`): the setting `cards`."""
    sides: tuple[Side, Side]
    in_play: dict[int, Permanent]
    """Creatures and Exalts by id."""
    placed: int
    """How many came into play so far; the next gets the id after that."""
    lasting: int
    """How many gifts and standing triggers there were; the next gets the id after that."""
    standing: list[Standing]
    forge: Seat
    """Who has the Forge; -1 until it is tossed."""
    start: Seat
    """Who had the Forge first."""
    turn: int
    phase: str
    """draw, action, combat, end; empty before the first turn."""
    active: Seat
    """Whose Action Step it is; -1 outside of one."""
    step: int
    """Which of the turn's Action Steps, from 1."""
    played: bool
    """The basic action of this Action Step was taken."""
    history: list[Happening]
    sudden: bool
    over: bool
    winner: Seat | None
    why: str

    @property
    def cycle(self) -> int:
        """The deck cycle in progress, from 1."""
        return (max(self.turn, 1) - 1) // TURNS_A_CYCLE + 1

    def copy(self) -> SolState:
        """An independent copy."""
        twin = msgspec.structs.replace(self)
        twin.sides = (self.sides[0].copy(), self.sides[1].copy())
        twin.in_play = {number: p.copy() for number, p in self.in_play.items()}
        twin.standing = list(self.standing)
        twin.history = list(self.history)
        return twin

    def creatures(self, seat: Seat | None = None) -> Iterator[Permanent]:
        """Creatures in play, of one side or both, by side and lane."""
        yield from self._lined_up(seat, exalts=False)

    def exalts(self, seat: Seat | None = None) -> Iterator[Permanent]:
        """Exalts in play, of one side or both, by side and lane."""
        yield from self._lined_up(seat, exalts=True)

    def _lined_up(self, seat: Seat | None, *, exalts: bool) -> Iterator[Permanent]:
        found = [p for p in self.in_play.values() if p.exalt is exalts and seat in (None, p.seat)]
        found.sort(key=lambda p: (p.seat, p.lane))
        yield from found

    def creature_at(self, seat: Seat, lane: int) -> Permanent | None:
        """A side's creature in a lane."""
        for p in self.in_play.values():
            if p.lane == lane and p.seat == seat and not p.exalt:
                return p
        return None

    def exalt_at(self, seat: Seat, lane: int) -> Permanent | None:
        """A side's Exalt in a lane."""
        for p in self.in_play.values():
            if p.lane == lane and p.seat == seat and p.exalt:
                return p
        return None

    def empty_lanes(self, seat: Seat) -> list[int]:
        """Lanes where a side has no creature (an Exalt does not count)."""
        taken = {p.lane for p in self.in_play.values() if p.seat == seat and not p.exalt}
        return [lane for lane in LANES if lane not in taken]


def empty_side() -> Side:
    """A side without a deck."""
    return Side(HEALTH, Zone({}, {}), Zone({}, {}), {}, 0, [], {}, {}, "", 1, True)


def empty_state(edition: str = "whitefang", cards: str = "") -> SolState:
    """The state before anything has happened, without decks."""
    return SolState(
        edition=edition,
        cards=cards,
        sides=(empty_side(), empty_side()),
        in_play={},
        placed=0,
        lasting=0,
        standing=[],
        forge=-1,
        start=-1,
        turn=0,
        phase="",
        active=-1,
        step=0,
        played=False,
        history=[],
        sudden=False,
        over=False,
        winner=None,
        why="",
    )
