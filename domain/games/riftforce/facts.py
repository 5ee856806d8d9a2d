"""What happens in Riftforce. Tags and field order are stored: only ever add at the end."""

from __future__ import annotations

from typing import ClassVar

from domain.contract.game import UNKNOWN, Fact, Seat, Total
from domain.frame.bags import pull, put
from domain.frame.common_facts import Ending, OwnDraw
from domain.games.riftforce.cards import ELEMENTALS_EACH, MIDDLE, composition
from domain.games.riftforce.state import Elemental, RiftState


class SummonerDrawn(Fact, frozen=True, tag="summoner"):
    """A seat has its first, random summoner."""

    seat: Seat
    guild: str

    def apply(self, state: RiftState) -> None:
        """The guild is the seat's."""
        state.hands[self.seat].guilds.append(self.guild)


class Displayed(Fact, frozen=True, tag="display"):
    """Summoners lie there to choose from."""

    guilds: tuple[str, ...]

    def apply(self, state: RiftState) -> None:
        """Show them."""
        state.display = list(self.guilds)


class StartTossed(Fact, frozen=True, tag="toss"):
    """A seat holds the start marker."""

    seat: Seat

    def apply(self, state: RiftState) -> None:
        """Give the marker."""
        state.start = self.seat


class GuildPicked(Fact, frozen=True, tag="pick"):
    """A seat has chosen a summoner from the display."""

    seat: Seat
    guild: str

    def apply(self, state: RiftState) -> None:
        """Move the guild from the display to the seat."""
        state.display.remove(self.guild)
        state.hands[self.seat].guilds.append(self.guild)


class DecksFormed(Fact, frozen=True, tag="decks"):
    """Both seats have shuffled the 36 elementals of their guilds."""

    def apply(self, state: RiftState) -> None:
        """Every elemental of a seat's guilds is in its draw pile."""
        for hand in state.hands:
            hand.unseen = composition(hand.guilds)
            hand.pile = ELEMENTALS_EACH * len(hand.guilds)
        state.display = []


class Drawn(OwnDraw, frozen=True, tag="draw"):
    """A seat has drawn cards, in order; `??` for one that is not known.

    With the last card of the pile the hand is known to everybody: it is all that was not seen.
    """

    def apply(self, state: RiftState) -> None:
        """From the draw pile to the hand."""
        hand, cards = state.hands[self.seat], self.cards
        hand.pile -= len(cards)
        unseen, held = hand.unseen, hand.hand
        for card in cards:
            held[card] = held.get(card, 0) + 1
            if card != UNKNOWN:
                left = unseen[card]
                if left > 1:
                    unseen[card] = left - 1
                else:
                    del unseen[card]
        if not hand.pile:
            hand.work_out()


class Reshuffled(Fact, frozen=True, tag="shuffle"):
    """The draw pile had run out: the discard pile is the new one. A ruling may join it to the rest."""

    seat: Seat

    def apply(self, state: RiftState) -> None:
        """Turn the discard pile over; where nothing was left in the pile the hand is known by then."""
        hand = state.hands[self.seat]
        if not hand.pile:
            hand.work_out()
        hand.pile += sum(hand.discard.values())
        for card, count in hand.discard.items():
            put(hand.unseen, card, count)
        hand.discard = {}


def place(state: RiftState, number: int, card: str, seat: Seat, location: int, owner: Seat) -> None:
    """Put an elemental into play, at the last position of a location."""
    if number != state.placed + 1:
        raise LookupError(f"elemental {number} is placed after {state.placed}")
    elemental = Elemental(number, card, seat, location, owner)
    state.placed = number
    state.elementals[number] = elemental
    state.sides[seat][location].append(elemental)


class FacedUp(Fact, frozen=True, tag="face"):
    """The second player's elemental lies face up at the middle location."""

    seat: Seat
    card: str
    elemental: int

    def apply(self, state: RiftState) -> None:
        """From the draw pile to the middle."""
        hand = state.hands[self.seat]
        pull(hand.unseen, self.card)
        hand.pile -= 1
        place(state, self.elemental, self.card, self.seat, MIDDLE, self.seat)


class Played(Fact, frozen=True, tag="play"):
    """An elemental was played from hand to a location."""

    seat: Seat
    card: str
    location: int
    elemental: int

    def apply(self, state: RiftState) -> None:
        """From the hand to the last position of the location."""
        seat, card = self.seat, self.card
        state.hands[seat].play(card)
        place(state, self.elemental, card, seat, self.location, seat)


class Discarded(Fact, frozen=True, tag="discard"):
    """An elemental was discarded to activate others."""

    seat: Seat
    card: str

    def apply(self, state: RiftState) -> None:
        """From the hand to the discard pile."""
        hand, card = state.hands[self.seat], self.card
        hand.play(card)
        hand.discard[card] = hand.discard.get(card, 0) + 1


class Activated(Fact, frozen=True, tag="act"):
    """An elemental was activated."""

    elemental: int

    def apply(self, state: RiftState) -> None:
        """Nothing changes yet: the ability's own facts follow."""


class Damaged(Fact, frozen=True, tag="damage"):
    """Damage was placed on an elemental by another."""

    elemental: int
    amount: int
    source: int
    location: int

    def apply(self, state: RiftState) -> None:
        """Add the damage."""
        state.elementals[self.elemental].damage += self.amount


class Healed(Fact, frozen=True, tag="heal"):
    """Damage was removed from an elemental by another."""

    elemental: int
    amount: int
    source: int

    def apply(self, state: RiftState) -> None:
        """Take the damage away."""
        state.elementals[self.elemental].damage -= self.amount


class Moved(Fact, frozen=True, tag="move"):
    """An elemental moved to the last position of another location; its damage stays on it."""

    elemental: int
    to: int

    def apply(self, state: RiftState) -> None:
        """From one location to the other, on the same side."""
        elemental = state.elementals[self.elemental]
        side = state.sides[elemental.seat]
        side[elemental.location].remove(elemental)
        elemental.location = self.to
        side[self.to].append(elemental)


class Destroyed(Fact, frozen=True, tag="destroy"):
    """An elemental was destroyed and lies on its owner's discard pile."""

    elemental: int
    source: int
    location: int

    def apply(self, state: RiftState) -> None:
        """From the location to the discard pile."""
        elemental = state.elementals.pop(self.elemental)
        state.sides[elemental.seat][elemental.location].remove(elemental)
        put(state.hands[elemental.owner].discard, elemental.card)


class Taken(Fact, frozen=True, tag="take"):
    """An elemental that Music destroyed was played, undamaged, on the other side."""

    elemental: int
    source: int
    location: int
    new: int
    """The id it has from now on."""

    def apply(self, state: RiftState) -> None:
        """From one side to the last position of a location of the other."""
        old = state.elementals.pop(self.elemental)
        state.sides[old.seat][old.location].remove(old)
        place(state, self.new, old.card, 1 - old.seat, self.location, old.owner)


class Gained(Fact, frozen=True, tag="gain"):
    """A seat gained Riftforce, and has so much in total."""

    seat: Seat
    points: int
    why: str
    """kill, crystal, shadow or control."""
    total: Total
    location: int

    def apply(self, state: RiftState) -> None:
        """Move the marker."""
        state.hands[self.seat].score = self.total


class TurnBegan(Fact, frozen=True, tag="turn"):
    """A turn begins; turns are numbered from 1 through the match."""

    turn: int
    seat: Seat
    opens_turn: ClassVar[bool] = True

    def apply(self, state: RiftState) -> None:
        """It is this seat's turn."""
        state.turn = self.turn
        state.active = self.seat


class MatchEnded(Ending, frozen=True, tag="end"):
    """The match is over. `why` is riftforce or deadlock; no winner is a draw."""


RiftFact = (
    SummonerDrawn
    | Displayed
    | StartTossed
    | GuildPicked
    | DecksFormed
    | Drawn
    | Reshuffled
    | FacedUp
    | Played
    | Discarded
    | Activated
    | Damaged
    | Healed
    | Moved
    | Destroyed
    | Taken
    | Gained
    | TurnBegan
    | MatchEnded
)
