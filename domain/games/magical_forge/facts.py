"""What happens in Magical Forge. Tags and field order are stored: only ever add at the end.

Zones: `hand`, `deck`, `discard` of a pile; piles: `deck` (Creature, Forge and Weapon cards) and `spells`.
"""

from __future__ import annotations

from typing import ClassVar

from domain.contract.game import UNKNOWN, Fact, Seat
from domain.frame.bags import pull, put
from domain.frame.common_facts import Ending, OwnDraw
from domain.games.magical_forge.state import Creature, Item, MagicalState, Pile, Placed


def pile_of(state: MagicalState, seat: Seat, pile: str) -> Pile:
    """A seat's Deck or Spell Deck with what belongs to it. Raises LookupError for another word."""
    side = state.sides[seat]
    if pile == "deck":
        return side.deck
    if pile == "spells":
        return side.spells
    raise LookupError(f"there is no pile {pile!r}")


def leave(pile: Pile, card: str, zone: str) -> None:
    """Take a card out of a zone. Raises LookupError if it is not there."""
    if zone == "hand":
        pile.take(card)
    elif zone == "discard":
        pull(pile.discard, card)
    elif zone == "deck":
        if pile.left < 1:
            raise LookupError("the deck is empty")
        pull(pile.unseen, card)
        pile.left -= 1
    else:
        raise LookupError(f"there is no zone {zone!r}")


def arrive(pile: Pile, card: str, zone: str) -> None:
    """Put a card into a zone, openly. Raises LookupError for a zone that does not exist."""
    if zone == "hand":
        pile.hand.add(card, shown=True)
    elif zone == "discard":
        put(pile.discard, card)
    elif zone == "deck":
        put(pile.unseen, card)
        pile.left += 1
    else:
        raise LookupError(f"there is no zone {zone!r}")


def draw(pile: Pile, cards: tuple[str, ...]) -> None:
    """From a pile to the hand. Raises LookupError if it does not hold so many, or not these."""
    if pile.left < len(cards):
        raise LookupError(f"{len(cards)} cards are drawn of {pile.left}")
    for card in cards:
        if card != UNKNOWN:
            pull(pile.unseen, card)
        pile.left -= 1
        pile.hand.add(card, shown=False)


def new_id(state: MagicalState, number: int) -> None:
    """Give the next id. Raises LookupError if it is another one's turn."""
    if number != state.ids + 1:
        raise LookupError(f"{number} comes after {state.ids}")
    state.ids = number


class Tossed(Fact, frozen=True, tag="toss"):
    """A seat takes the first turn."""

    seat: Seat

    def apply(self, state: MagicalState) -> None:
        """Remember it."""
        state.start = self.seat


class TurnBegan(Fact, frozen=True, tag="turn"):
    """A seat's turn began, in its draw phase; what lasted until the end of the turn has ended."""

    opens_turn: ClassVar[bool] = True
    begins: ClassVar[bool] = True

    turn: int
    seat: Seat

    def apply(self, state: MagicalState) -> None:
        """Start the turn: all may attack and use their abilities again."""
        if state.turn:
            state.idle = 0 if state.acted else state.idle + 1
        state.turn, state.active, state.phase = self.turn, self.seat, "draw"
        state.attached = 0
        state.acted = False
        for c in state.in_play.values():
            c.attacks, c.used, c.marks = 0, (), {}


class PhaseBegan(Fact, frozen=True, tag="phase"):
    """Another part of the turn began: main, end."""

    quiet: ClassVar[bool] = True
    begins: ClassVar[bool] = True

    phase: str

    def apply(self, state: MagicalState) -> None:
        """Remember it."""
        state.phase = self.phase


class Drawn(OwnDraw, frozen=True, tag="draw"):
    """A seat has drawn from its Deck; `??` for a card that is not known.

    `creatures` of them are Creatures; -1 where no Spells follow and nobody learns it.
    """

    creatures: int

    def apply(self, state: MagicalState) -> None:
        """From the Deck to the hand."""
        draw(state.sides[self.seat].deck, self.cards)


class SpellsDrawn(OwnDraw, frozen=True, tag="spells"):
    """A seat has drawn from its Spell Deck; `??` for a card that is not known."""

    def apply(self, state: MagicalState) -> None:
        """From the Spell Deck to the hand."""
        draw(state.sides[self.seat].spells, self.cards)


class Recycled(Fact, frozen=True, tag="recycle"):
    """A seat's Spell discard was shuffled into a new Spell Deck, since it was empty."""

    seat: Seat

    def apply(self, state: MagicalState) -> None:
        """All of the discard is in the Spell Deck, in no order."""
        pile = state.sides[self.seat].spells
        for card, count in pile.discard.items():
            put(pile.unseen, card, count)
            pile.left += count
        pile.discard = {}


class Carried(Fact, frozen=True, tag="carry"):
    """A card went from one zone of its pile to another, openly: hand, deck, discard."""

    seat: Seat
    pile: str
    """deck or spells."""
    card: str
    source: str
    to: str

    def apply(self, state: MagicalState) -> None:
        """Move it."""
        pile = pile_of(state, self.seat, self.pile)
        leave(pile, self.card, self.source)
        arrive(pile, self.card, self.to)


class Summoned(Fact, frozen=True, tag="summon"):
    """A Creature came into play, without Spells: played from hand, or put there by an effect."""

    id: int
    seat: Seat
    card: str
    source: str
    """hand or discard."""
    played: bool
    """Played from hand in the main part of a turn; False: put into play by an effect."""

    def apply(self, state: MagicalState) -> None:
        """Put it into play."""
        new_id(state, self.id)
        leave(state.sides[self.seat].deck, self.card, self.source)
        state.in_play[self.id] = Creature(self.id, self.card, self.seat, {}, state.turn, marks={})
        state.acted = True


class Attached(Fact, frozen=True, tag="attach"):
    """A Spell was attached to a Creature of its owner, from hand, deck (the Spell Deck) or discard."""

    id: int
    """The Creature."""
    card: str
    source: str
    counted: bool
    """It counts towards the limit of the turn; what effects attach does not."""

    def apply(self, state: MagicalState) -> None:
        """Attach it."""
        c = state.in_play[self.id]
        leave(state.sides[c.seat].spells, self.card, self.source)
        put(c.spells, self.card)
        if self.counted:
            state.attached += 1
        state.acted = True


class SpellMoved(Fact, frozen=True, tag="move"):
    """A Spell attached to one Creature is attached to another of the same seat."""

    source: int
    """Id of the Creature it was attached to."""
    id: int
    """Id of the Creature it is attached to now."""
    card: str

    def apply(self, state: MagicalState) -> None:
        """Move it."""
        pull(state.in_play[self.source].spells, self.card)
        put(state.in_play[self.id].spells, self.card)


class Detached(Fact, frozen=True, tag="detach"):
    """A Spell attached to a Creature left it for its owner's discard, hand or deck (Spell Deck)."""

    id: int
    card: str
    to: str

    def apply(self, state: MagicalState) -> None:
        """Move it."""
        c = state.in_play[self.id]
        pull(c.spells, self.card)
        arrive(state.sides[c.seat].spells, self.card, self.to)


class PutInCentre(Fact, frozen=True, tag="centre"):
    """A Spell was put into play: into the centre of the field, no longer attached."""

    id: int
    """The Spell's id while it is in play."""
    seat: Seat
    card: str
    source: int
    """Id of the Creature it was attached to; 0 if it came from a zone."""
    zone: str = ""
    """hand, deck or discard, if it was not attached."""

    def apply(self, state: MagicalState) -> None:
        """Put it there."""
        new_id(state, self.id)
        if self.source:
            pull(state.in_play[self.source].spells, self.card)
        else:
            leave(state.sides[self.seat].spells, self.card, self.zone)
        state.centre[self.id] = Placed(self.id, self.card, self.seat)


class LeftCentre(Fact, frozen=True, tag="uncentre"):
    """A Spell left the centre without having resolved: to its owner's discard or hand."""

    id: int
    to: str

    def apply(self, state: MagicalState) -> None:
        """Move it."""
        spell = state.centre.pop(self.id)
        arrive(state.sides[spell.seat].spells, spell.card, self.to)


class CreatureLeft(Fact, frozen=True, tag="leave"):
    """A Creature left play for its owner's discard or hand; its Spells go to the Spell discard."""

    id: int
    why: str
    """destroyed (by an effect), spells (it had none), returned."""
    to: str
    by: int = 0
    """Id of the effect that did it, or 0."""

    def apply(self, state: MagicalState) -> None:
        """Take it out of play."""
        gone = state.in_play.pop(self.id)
        side = state.sides[gone.seat]
        for card, count in gone.spells.items():
            put(side.spells.discard, card, count)
        arrive(side.deck, gone.card, self.to)


class Activated(Fact, frozen=True, tag="activate"):
    """An effect was activated and lies on top of the stack; see `state.Item` for the fields."""

    id: int
    seat: Seat
    kind: str
    card: str
    source: int
    which: int
    targets: tuple[int, ...]
    modes: tuple[int, ...]
    that: int
    amount: int
    to: int

    def apply(self, state: MagicalState) -> None:
        """Put it on the stack; a Forge or Weapon card leaves the hand."""
        new_id(state, self.id)
        if self.kind in ("forge", "weapon"):
            state.sides[self.seat].deck.take(self.card)
        elif self.kind == "ability":
            c = state.in_play.get(self.source)
            if c is not None:
                c.used = (*c.used, self.which)
        if self.kind in ("forge", "weapon", "ability"):
            state.acted = True
        state.stack.append(
            Item(
                self.id,
                self.seat,
                self.kind,
                self.card,
                self.source,
                self.which,
                self.targets,
                self.modes,
                self.that,
                self.amount,
                self.to,
            )
        )


def off_the_stack(state: MagicalState, number: int) -> None:
    """Take an effect off the stack; its card goes to its discard pile. Raises LookupError."""
    item = state.item(number)
    if item is None:
        raise LookupError(f"{number} is not on the stack")
    state.stack.remove(item)
    side = state.sides[item.seat]
    if item.kind in ("forge", "weapon"):
        put(side.deck.discard, item.card)
    elif item.kind == "spell" and item.source in state.centre:
        spell = state.centre.pop(item.source)
        put(state.sides[spell.seat].spells.discard, spell.card)


class Resolving(Fact, frozen=True, tag="resolve"):
    """The effect on top of the stack begins to resolve; what follows until Resolved is its doing."""

    begins: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    id: int

    def apply(self, state: MagicalState) -> None:
        """Nothing changes yet. Raises LookupError if it is not on top."""
        if not state.stack or state.stack[-1].id != self.id:
            raise LookupError(f"{self.id} is not on top of the stack")


class Resolved(Fact, frozen=True, tag="resolved"):
    """An effect has resolved.

    A Forge or Weapon card is discarded, a Spell leaves the centre for the Spell discard.
    """

    quiet: ClassVar[bool] = True
    begins: ClassVar[bool] = True

    id: int

    def apply(self, state: MagicalState) -> None:
        """Take it off the stack."""
        off_the_stack(state, self.id)


class Fizzled(Fact, frozen=True, tag="fizzle"):
    """An effect did nothing: all its targets are gone, or there were none. Its card is discarded."""

    id: int

    def apply(self, state: MagicalState) -> None:
        """Take it off the stack."""
        off_the_stack(state, self.id)


class Stopped(Fact, frozen=True, tag="stop"):
    """An effect was stopped by another: it will not resolve, and its card is discarded."""

    id: int
    by: int
    """Id of the effect that stopped it."""

    def apply(self, state: MagicalState) -> None:
        """Take it off the stack."""
        off_the_stack(state, self.id)


class AttackBegan(Fact, frozen=True, tag="attack"):
    """A Creature attacks its opponent's Life Force."""

    id: int

    def apply(self, state: MagicalState) -> None:
        """It has attacked this turn."""
        state.attacker = self.id
        state.in_play[self.id].attacks += 1
        state.acted = True


class Blocked(Fact, frozen=True, tag="block"):
    """A Creature blocks the attack."""

    id: int

    def apply(self, state: MagicalState) -> None:
        """Remember it."""
        if self.id not in state.in_play:
            raise LookupError(f"{self.id} is not in play")
        state.blocker = self.id


class AttackEnded(Fact, frozen=True, tag="attacked"):
    """The attack is over.

    `how`: unblocked (Life Points were lost), blocked, or gone (the attacker was, or its Spells).
    """

    id: int
    """Id of the attacker."""
    how: str
    blocker: int = 0

    def apply(self, state: MagicalState) -> None:
        """Nobody attacks any more."""
        state.attacker = state.blocker = 0


class LifeLost(Fact, frozen=True, tag="lose"):
    """A seat lost Life Points: by an unblocked attack, or by an effect. It never has less than 0."""

    seat: Seat
    amount: int
    """What was lost, in Life Points; no more than there were."""
    why: str
    """attack, effect, or cost."""
    source: int
    """Id of the attacking Creature, of the effect on the stack, or of the Creature whose cost it is."""
    card: str
    """The card that did it."""
    by_seat: Seat
    """Whose doing it was."""

    def apply(self, state: MagicalState) -> None:
        """Take them. Raises LookupError if there were not so many."""
        side = state.sides[self.seat]
        if self.amount > side.life:
            raise LookupError(f"{self.amount} Life Points are lost of {side.life}")
        side.life -= self.amount


class LifeGained(Fact, frozen=True, tag="gain"):
    """A seat gained Life Points by an effect; there is no upper limit."""

    seat: Seat
    amount: int
    source: int
    """Id of the effect on the stack."""
    card: str

    def apply(self, state: MagicalState) -> None:
        """Add them."""
        state.sides[self.seat].life += self.amount


class Marked(Fact, frozen=True, tag="mark"):
    """Until the end of the turn something holds for a Creature.

    unblockable, no attack, no block; strength: attacks take n more; again: n more attacks this turn.
    """

    id: int
    mark: str
    n: int

    def apply(self, state: MagicalState) -> None:
        """Add it to what it had."""
        put(state.in_play[self.id].marks, self.mark, self.n)


class LoopCut(Fact, frozen=True, tag="loop"):
    """Too many effects resolved in one turn: no more triggers activate before the next one.

    House rule; `dropped` that waited do not activate either.
    """

    dropped: int

    def apply(self, state: MagicalState) -> None:
        """Nothing changes."""


class Conceded(Fact, frozen=True, tag="concede"):
    """A seat gave up."""

    seat: Seat

    def apply(self, state: MagicalState) -> None:
        """Nothing changes yet: MatchEnded follows."""


class MatchEnded(Ending, frozen=True, tag="over"):
    """The match is over; no winner is a draw.

    why: life (0 Life Points), both (both have 0), concession, deck (deck_out=loses), standstill
    (Decks empty and nothing done for four turns), endless (after turn 200).
    """


MagicalFact = (
    Tossed
    | TurnBegan
    | PhaseBegan
    | Drawn
    | SpellsDrawn
    | Recycled
    | Carried
    | Summoned
    | Attached
    | SpellMoved
    | Detached
    | PutInCentre
    | LeftCentre
    | CreatureLeft
    | Activated
    | Resolving
    | Resolved
    | Fizzled
    | Stopped
    | AttackBegan
    | Blocked
    | AttackEnded
    | LifeLost
    | LifeGained
    | Marked
    | LoopCut
    | Conceded
    | MatchEnded
)
