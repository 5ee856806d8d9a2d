"""What happens in SolForge Fusion. Tags and field order are stored: only ever add at the end."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from domain.contract.game import UNKNOWN, Fact, Seat, Total
from domain.frame.bags import pull, put
from domain.frame.common_facts import Ending, OwnDraw
from domain.games.solforge.cards.nodes import Delayed, Gift, Number, Rule
from domain.games.solforge.state import Happening, Lasting, Permanent, SolState, Standing


def note(state: SolState, event: str, seat: Seat, **what: object) -> None:
    """Remember what happened this turn."""
    state.history.append(Happening(event, seat, phase=state.phase, **what))  # type: ignore[arg-type]


class Tossed(Fact, frozen=True, tag="toss"):
    """A seat has the Forge at the start."""

    seat: Seat

    def apply(self, state: SolState) -> None:
        """Give it the Forge."""
        state.start = state.forge = self.seat


class Drawn(OwnDraw, frozen=True, tag="draw"):
    """A seat has drawn cards, in order; `??` for one that is not known."""

    def apply(self, state: SolState) -> None:
        """From the deck to the hand, known top cards first."""
        side = state.sides[self.seat]
        for card in self.cards:
            side.deck -= 1
            if side.deck < 0:
                raise LookupError("the deck is empty")
            known = side.top.pop(0) if side.top else UNKNOWN
            drawn = known if card == UNKNOWN else card
            if known == UNKNOWN and drawn != UNKNOWN:
                pull(side.unseen, drawn)
            elif known != drawn:
                raise LookupError(f"{known} lies on top, not {drawn}")
            side.hand.add(drawn, shown=side.open > 0)
            side.open = max(0, side.open - 1)
            note(state, "drawn", self.seat, source_seat=self.seat)
        side.peeked = max(0, side.peeked - len(self.cards))


class HandDiscarded(Fact, frozen=True, tag="discard"):
    """Cards went from a hand to the discard pile; the first `shown` of them everybody saw."""

    seat: Seat
    cards: tuple[str, ...]
    shown: int = 0

    def apply(self, state: SolState) -> None:
        """Move them."""
        side = state.sides[self.seat]
        for index, card in enumerate(self.cards):
            side.take(side.hand, card)
            side.discard.add(card, shown=index < self.shown)
            if state.phase != "end":
                note(state, "discarded", self.seat, code=card if index < self.shown else "")

    def seen_by(self, seat: Seat | None) -> HandDiscarded:
        """What was not shown is unknown to others."""
        if seat == self.seat:
            return self
        hidden = len(self.cards) - self.shown
        return HandDiscarded(
            self.seat, (*self.cards[: self.shown], *(UNKNOWN,) * hidden), self.shown
        )


class Shuffled(Fact, frozen=True, tag="shuffle"):
    """A seat's deck and discard pile are shuffled together (End of Deck Cycle)."""

    seat: Seat

    def apply(self, state: SolState) -> None:
        """All of the discard pile is in the deck, in no order."""
        side = state.sides[self.seat]
        side.deck += side.discard.count
        for card, count in side.discard.cards.items():
            if card != UNKNOWN:
                put(side.unseen, card, count)
        for card in side.top:
            if card != UNKNOWN:
                put(side.unseen, card)
        side.discard.cards, side.discard.public, side.top = {}, {}, []
        side.open = side.peeked = 0


class Announced(Fact, frozen=True, tag="play"):
    """A card is played: revealed, and taken from where it was.

    That is hand, discard, banish, deck, aside or upgrade.
    `upgrade:CODE` is a Solbind card that lies in the Upgrade Pile with its other side up.
    """

    seat: Seat
    card: str
    source: str
    free: bool
    owner: Seat
    """Whose card it is."""

    def apply(self, state: SolState) -> None:
        """Take it from where it was."""
        leave(state, self.owner, self.card, self.source)
        note(state, "played", self.seat, code=self.card, source_seat=self.seat)
        if self.source == "banish":
            note(state, "reanimated", self.seat, code=self.card, source_seat=self.seat)


def leave(state: SolState, seat: Seat, card: str, zone: str) -> None:
    """Take a card out of a zone of a seat. Raises LookupError if it is not there."""
    side = state.sides[seat]
    if zone == "hand":
        side.take(side.hand, card)
    elif zone == "discard":
        side.take(side.discard, card)
    elif zone == "banish":
        pull(side.banished, card)
    elif zone.startswith("upgrade"):
        pull(side.upgrades, zone.partition(":")[2] or card)
    elif zone == "deck":
        side.deck -= 1
        if card in side.top:
            index = side.top.index(card)
            del side.top[index]
            side.open -= index < side.open
        elif card != UNKNOWN:
            pull(side.unseen, card)


def arrive(state: SolState, seat: Seat, card: str, zone: str, *, shown: bool = True) -> None:
    """Put a card into a zone of a seat; `aside` is out of the game."""
    side = state.sides[seat]
    if zone == "hand":
        side.hand.add(card, shown=shown)
    elif zone == "discard":
        side.discard.add(card, shown=shown)
    elif zone == "banish":
        put(side.banished, card)
    elif zone == "upgrade":
        put(side.upgrades, card)
    elif zone == "deck":
        side.deck += 1
        if card != UNKNOWN:
            put(side.unseen, card)
    elif zone == "top":
        side.deck += 1
        side.top.insert(0, card)
        side.open += 1


class Carried(Fact, frozen=True, tag="carry"):
    """A card went openly from one zone of its owner to another.

    Zones: hand, discard, banish, upgrade, deck, top, aside.
    """

    seat: Seat
    card: str
    source: str
    to: str

    def apply(self, state: SolState) -> None:
        """Move it."""
        leave(state, self.seat, self.card, self.source)
        arrive(state, self.seat, self.card, self.to)
        if self.source == "hand" and self.to == "discard":
            note(state, "discarded", self.seat, code=self.card)


class Levelled(Fact, frozen=True, tag="next"):
    """The next level of a card that was played goes from the Upgrade Pile to the discard pile."""

    seat: Seat
    card: str
    """The code of the higher level."""

    def apply(self, state: SolState) -> None:
        """Move it."""
        leave(state, self.seat, self.card, "upgrade")
        arrive(state, self.seat, self.card, "discard")


class Resolved(Fact, frozen=True, tag="done"):
    """A spell has resolved and lies in the Banish Pile."""

    seat: Seat
    card: str

    def apply(self, state: SolState) -> None:
        """Banish it."""
        put(state.sides[self.seat].banished, self.card)


class Entered(Fact, frozen=True, tag="enter"):
    """A creature or Exalt came into play. `how`: played, put (into play)."""

    id: int
    card: str
    seat: Seat
    owner: Seat
    lane: int
    front: bool
    attack: int
    health: int
    exalt: bool
    how: str
    replaced: int = 0
    """Id of what it replaced, which has left just before."""
    replaced_card: str = ""

    def apply(self, state: SolState) -> None:
        """Put it into play, ready."""
        if self.id != state.placed + 1:
            raise LookupError(f"{self.id} enters after {state.placed}")
        there = state.exalt_at if self.exalt else state.creature_at
        if there(self.seat, self.lane) is not None:
            raise LookupError(f"lane {self.lane} is taken")
        state.placed = self.id
        state.in_play[self.id] = Permanent(
            self.id,
            self.card,
            self.seat,
            self.owner,
            self.lane,
            self.front,
            self.attack,
            self.health,
            self.exalt,
            replaced=self.replaced_card,
            base_attack=self.attack,
            base_health=self.health,
            counters={},
            gifts=[],
        )
        if self.how == "played":
            was_played(state, self.id, self.card, self.seat)
        note(state, "enters play", self.seat, id=self.id, code=self.card, source=self.replaced)
        if self.replaced:
            note(state, "replaces", self.seat, id=self.id, code=self.card, source=self.replaced)


def was_played(state: SolState, number: int, card: str, seat: Seat) -> None:
    """Remember under which number a card that was just announced has come into play."""
    for index in range(len(state.history) - 1, -1, -1):
        past = state.history[index]
        if past.event == "played" and (past.code, past.seat, past.id) == (card, seat, 0):
            after = index + 1
            again = state.history[after : after + 1]
            for at, one in ((index, past), *((after, x) for x in again if x.event == "reanimated")):
                state.history[at] = msgspec.structs.replace(one, id=number)
            return


class Left(Fact, frozen=True, tag="leave"):
    """Something left play. `why`: replaced, destroyed, banished, returned, upgraded, homeless, left.

    `to`: banish, aside (Minions), upgrade (Solbind cards), hand, top, discard, deck.
    """

    id: int
    why: str
    to: str
    by: int = 0
    """Id of what did it, if it is (or was) in play."""
    by_seat: Seat = -1
    """Whose doing it was; -1 for nobody's."""
    by_card: str = ""
    """The card that did it."""

    def apply(self, state: SolState) -> None:
        """Take it out of play, to its owner's pile."""
        gone = state.in_play.pop(self.id)
        arrive(state, gone.owner, gone.code, self.to)
        source = state.in_play.get(self.by)
        seat = self.by_seat if self.by_seat >= 0 or source is None else source.seat
        what = {
            "id": self.id,
            "code": gone.code,
            "source": self.by,
            "source_seat": seat,
            "source_code": self.by_card or (source.code if source else ""),
        }
        note(state, self.why, gone.seat, **what)
        note(state, "leaves", gone.seat, **what)


class Hit(Fact, frozen=True, tag="hit"):
    """A creature was dealt damage: `absorbed` of the amount by its armor, the rest from its Health."""

    id: int
    amount: int
    absorbed: int
    source: int
    """Id of what deals it; 0 for a spell or Forgeborn."""
    source_seat: Seat
    combat: bool
    card: str = ""
    """The card that deals it."""
    battle: bool = False
    """Dealt in a Battle of the two."""

    def apply(self, state: SolState) -> None:
        """Take it from armor and Health."""
        hit = state.in_play[self.id]
        hit.spent += self.absorbed
        lost = self.amount - self.absorbed
        hit.health -= lost
        what = {
            "id": self.id,
            "code": hit.code,
            "amount": self.amount,
            "source": self.source,
            "source_seat": self.source_seat,
            "source_code": self.card,
        }
        note(state, "damaged", hit.seat, **what)
        if lost:
            note(state, "loses health", hit.seat, **{**what, "amount": lost})
        other = state.in_play.get(self.source)
        if self.battle and other is not None:
            note(state, "battles", hit.seat, id=hit.id, code=hit.code, source=other.id)
            note(state, "battles", other.seat, id=other.id, code=other.code, source=hit.id)


class HitPlayer(Fact, frozen=True, tag="hurt"):
    """A player was dealt damage, and has so much Health."""

    seat: Seat
    amount: int
    absorbed: int
    source: int
    source_seat: Seat
    combat: bool
    total: Total
    card: str = ""
    """The card that deals it."""

    def apply(self, state: SolState) -> None:
        """Take it from armor and Health."""
        side = state.sides[self.seat]
        side.spent += self.absorbed
        side.health = self.total
        what = {
            "amount": self.amount,
            "source": self.source,
            "source_seat": self.source_seat,
            "source_code": self.card,
        }
        note(state, "player damaged", self.seat, **what)


class Gained(Fact, frozen=True, tag="gain"):
    """A player gained Health (lost, if negative) otherwise than by damage, and has so much."""

    seat: Seat
    amount: int
    total: Total
    source: int = 0

    def apply(self, state: SolState) -> None:
        """Set the total."""
        state.sides[self.seat].health = self.total
        kind = "player gains health" if self.amount > 0 else "player loses health"
        note(state, kind, self.seat, amount=abs(self.amount), source=self.source)


class Changed(Fact, frozen=True, tag="change"):
    """Attack and Health of a creature went up or down by an effect."""

    id: int
    attack: int
    health: int
    source: int
    source_seat: Seat
    card: str = ""
    """The card that does it."""

    def apply(self, state: SolState) -> None:
        """Add; what auras add to Attack may be lost too, it is shown as 0 at least (Creature Cards)."""
        changed = state.in_play[self.id]
        changed.attack += self.attack
        changed.health += self.health
        what = {
            "id": self.id,
            "code": changed.code,
            "source": self.source,
            "source_seat": self.source_seat,
            "source_code": self.card,
        }
        note_change(state, changed.seat, self.attack, self.health, **what)


def note_change(state: SolState, seat: Seat, attack: int, health: int, **what: object) -> None:
    """Remember that a creature's Attack or Health went up or down."""
    for stat, by in (("attack", attack), ("health", health)):
        if by:
            kind = f"{'gains' if by > 0 else 'loses'} {stat}"
            note(state, kind, seat, amount=abs(by), **what)


class Given(Fact, frozen=True, tag="give"):
    """Something in play has a gift; until the end of the turn, or for good."""

    number: int
    id: int
    gift: Gift
    until: str
    source: str

    def apply(self, state: SolState) -> None:
        """Add the gift."""
        state.lasting = self.number
        given = state.in_play[self.id]
        given.gifts = [*given.gifts, Lasting(self.number, self.gift, self.until, self.source)]
        up = [x.n if isinstance(x, Number) else 0 for x in (self.gift.attack, self.gift.health)]
        note_change(state, given.seat, *up, id=given.id, code=given.code, source_code=self.source)


class PlayerGiven(Fact, frozen=True, tag="bless"):
    """A player has a gift."""

    number: int
    seat: Seat
    gift: Gift
    until: str
    source: str

    def apply(self, state: SolState) -> None:
        """Add the gift."""
        state.lasting = self.number
        side = state.sides[self.seat]
        side.gifts = [*side.gifts, Lasting(self.number, self.gift, self.until, self.source)]


class Stood(Fact, frozen=True, tag="later"):
    """A trigger or rule was set up for later."""

    number: int
    seat: Seat
    what: Delayed | Rule
    on: tuple[int, ...]
    source: str
    source_id: int

    def apply(self, state: SolState) -> None:
        """Add it."""
        state.lasting = self.number
        state.standing.append(
            Standing(self.number, self.seat, self.what, self.on, self.source, self.source_id)
        )


class Ended(Fact, frozen=True, tag="ended"):
    """Gifts, triggers and rules of these numbers have ended."""

    numbers: tuple[int, ...]

    def apply(self, state: SolState) -> None:
        """Remove them."""
        gone = set(self.numbers)
        for p in state.in_play.values():
            if any(g.id in gone for g in p.gifts):
                p.gifts = [g for g in p.gifts if g.id not in gone]
        for side in state.sides:
            if any(g.id in gone for g in side.gifts):
                side.gifts = [g for g in side.gifts if g.id not in gone]
        state.standing = [s for s in state.standing if s.id not in gone]


class Moved(Fact, frozen=True, tag="move"):
    """A creature or Exalt is in another lane or row of its side."""

    id: int
    lane: int
    front: bool

    def apply(self, state: SolState) -> None:
        """Move it. Raises LookupError if the lane is taken."""
        moved = state.in_play[self.id]
        if self.lane != moved.lane:
            there = state.exalt_at if moved.exalt else state.creature_at
            if there(moved.seat, self.lane) is not None:
                raise LookupError(f"lane {self.lane} is taken")
        moved.lane, moved.front = self.lane, self.front
        note(state, "moved", moved.seat, id=self.id, code=moved.code)


class Swapped(Fact, frozen=True, tag="swap"):
    """Two of one side are in each other's lane; the rows stay."""

    id: int
    other: int

    def apply(self, state: SolState) -> None:
        """Exchange the lanes."""
        one, two = state.in_play[self.id], state.in_play[self.other]
        one.lane, two.lane = two.lane, one.lane
        for p in (one, two):
            note(state, "moved", p.seat, id=p.id, code=p.code)


class Turned(Fact, frozen=True, tag="turned"):
    """A creature or Exalt is ready or exhausted."""

    id: int
    ready: bool

    def apply(self, state: SolState) -> None:
        """Turn it."""
        turned = state.in_play[self.id]
        turned.ready = self.ready
        kind = "readied" if self.ready else "exhausted"
        note(state, kind, turned.seat, id=self.id, code=turned.code)


class Activated(Fact, frozen=True, tag="act"):
    """A creature or Exalt was exhausted for an Activate ability."""

    id: int
    which: int

    def apply(self, state: SolState) -> None:
        """Exhaust it."""
        used = state.in_play[self.id]
        used.ready = False
        note(state, "exhausted", used.seat, id=self.id, code=used.code)
        note(state, "activated", used.seat, id=self.id, code=used.code, amount=self.which)


class ForgebornUsed(Fact, frozen=True, tag="forge"):
    """A Forgeborn was exhausted for the ability of its level."""

    seat: Seat
    level: int

    def apply(self, state: SolState) -> None:
        """Exhaust it."""
        state.sides[self.seat].ready = False
        note(state, "forgeborn used", self.seat, amount=self.level)


class ForgebornTurned(Fact, frozen=True, tag="fready"):
    """A Forgeborn is ready or exhausted otherwise than by its use."""

    seat: Seat
    ready: bool

    def apply(self, state: SolState) -> None:
        """Turn it."""
        state.sides[self.seat].ready = self.ready


class ForgebornLevelled(Fact, frozen=True, tag="flevel"):
    """A Forgeborn has a new level."""

    seat: Seat
    level: int

    def apply(self, state: SolState) -> None:
        """Set it."""
        state.sides[self.seat].level = self.level


class Overlaid(Fact, frozen=True, tag="overlay"):
    """Another Forgeborn lies on a seat's; level and readiness stay (Overlay)."""

    seat: Seat
    forgeborn: str

    def apply(self, state: SolState) -> None:
        """Change it."""
        state.sides[self.seat].forgeborn = self.forgeborn


class Flipped(Fact, frozen=True, tag="flip"):
    """A card was Transformed: its other side is up, in the same place unless `lane` says otherwise.

    `kept` False: it became another type of card, and lasting effects are gone.
    """

    id: int
    card: str
    attack: int
    health: int
    exalt: bool
    lane: int
    front: bool
    kept: bool

    def apply(self, state: SolState) -> None:
        """Show the other side; counters are gone (Transform)."""
        flipped = state.in_play[self.id]
        flipped.code, flipped.exalt = self.card, self.exalt
        flipped.attack = flipped.base_attack = self.attack
        flipped.health = flipped.base_health = self.health
        flipped.lane, flipped.front = self.lane, self.front
        flipped.counters = {}
        if not self.kept:
            flipped.gifts = []
            flipped.spent = 0
        note(state, "transformed", flipped.seat, id=self.id, code=self.card)


class Counted(Fact, frozen=True, tag="counter"):
    """Counters were put on a card (removed, if negative)."""

    id: int
    name: str
    n: int

    def apply(self, state: SolState) -> None:
        """Change the number. Raises LookupError if it would be below 0."""
        counters = state.in_play[self.id].counters
        left = counters.get(self.name, 0) + self.n
        if left < 0:
            raise LookupError(f"there are not {-self.n} counters")
        counters[self.name] = left
        if not left:
            del counters[self.name]


class Upgraded(Fact, frozen=True, tag="upgrade"):
    """A card was Upgraded: the next level from the Upgrade Pile is where it was (`zone`), it is banished.

    `new` equal to `old`: a level 3 card; nothing changes, and it counts. The early edition puts the new
    one into the discard pile (`to`).
    """

    seat: Seat
    zone: str
    old: str
    new: str
    to: str
    id: int = 0
    """What was Upgraded in play."""
    attack: int = 0
    """Its printed Attack then."""
    health: int = 0

    def apply(self, state: SolState) -> None:
        """Exchange them; in play the new one has the numbers printed on it and no counters."""
        if self.new != self.old:
            leave(state, self.seat, self.old, self.zone)
            put(state.sides[self.seat].banished, self.old)
            leave(state, self.seat, self.new, "upgrade")
            arrive(state, self.seat, self.new, self.to)
        if self.id and self.new != self.old:
            up = state.in_play[self.id]
            up.code, up.counters = self.new, {}
            up.attack = up.base_attack = self.attack
            up.health = up.base_health = self.health
        note(state, "upgraded", self.seat, id=self.id, code=self.new, source_seat=self.seat)


class Looked(OwnDraw, frozen=True, tag="look"):
    """A seat looks at the top cards of its deck, which stay there in this order."""

    def apply(self, state: SolState) -> None:
        """They are known."""
        side = state.sides[self.seat]
        for index, card in enumerate(self.cards):
            known = side.top[index] if index < len(side.top) else UNKNOWN
            if known == UNKNOWN and card != UNKNOWN:
                pull(side.unseen, card)
            if index == len(side.top):
                side.top.append(card)
            elif known == UNKNOWN:
                side.top[index] = card
        while side.top and side.top[-1] == UNKNOWN:
            side.top.pop()
        side.peeked = len(self.cards)


class Chosen(Fact, frozen=True, tag="only"):
    """What a seat chose where there was one choice, which is no step: an id, or a player (-1 is A)."""

    quiet: ClassVar[bool] = True

    seat: Seat
    id: int

    def apply(self, state: SolState) -> None:
        """Nothing changes; it is kept so that the match can be written down in full."""


class Triggered(Fact, frozen=True, tag="trigger"):
    """A triggered ability begins to resolve: whose, of what (id 0: of nothing in play), and which."""

    begins: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    seat: Seat
    card: str
    id: int
    which: int
    """Index of the ability on the card; below 0 for one that was granted or set up for later."""

    def apply(self, state: SolState) -> None:
        """Remember it, for what triggers only once a turn."""
        note(state, "triggered", self.seat, id=self.id, code=self.card, amount=self.which)


class Replenished(Fact, frozen=True, tag="armor"):
    """Armor is restored everywhere (Maintenance Step)."""

    def apply(self, state: SolState) -> None:
        """Nothing of it is used up."""
        for p in state.in_play.values():
            p.spent = 0
        for side in state.sides:
            side.spent = 0


class PhaseBegan(Fact, frozen=True, tag="phase"):
    """A phase begins: draw, action, combat, end."""

    begins: ClassVar[bool] = True

    phase: str

    def apply(self, state: SolState) -> None:
        """It is this phase."""
        state.phase = self.phase
        state.active = -1


class StepBegan(Fact, frozen=True, tag="step"):
    """An Action Step begins: of the turn's steps, from 1, and whose it is."""

    quiet: ClassVar[bool] = True
    begins: ClassVar[bool] = True

    step: int
    seat: Seat

    def apply(self, state: SolState) -> None:
        """It is this seat's."""
        state.step, state.active, state.played = self.step, self.seat, False


class BasicTaken(Fact, frozen=True, tag="basic"):
    """The Action Step's basic action was taken."""

    quiet: ClassVar[bool] = True

    def apply(self, state: SolState) -> None:
        """Only free actions are left."""
        state.played = True


class ForgePassed(Fact, frozen=True, tag="passed"):
    """The Forge passes to a seat."""

    seat: Seat

    def apply(self, state: SolState) -> None:
        """Give it."""
        state.forge = self.seat


class SuddenDeath(Fact, frozen=True, tag="sudden"):
    """Sudden Death begins. `why`: tied (both at 0 or less), cycles."""

    why: str

    def apply(self, state: SolState) -> None:
        """From now on more Health wins."""
        state.sudden = True


class LoopCut(Fact, frozen=True, tag="loop"):
    """The engine's rule against endless loops: triggers still waiting do not resolve this time."""

    waiting: int

    def apply(self, state: SolState) -> None:
        """Nothing changes."""


class TurnBegan(Fact, frozen=True, tag="turn"):
    """A turn begins; turns are numbered from 1, a deck cycle has three."""

    turn: int
    seat: Seat
    """Who has the Forge."""
    opens_turn: ClassVar[bool] = True
    begins: ClassVar[bool] = True

    def apply(self, state: SolState) -> None:
        """What happened before is forgotten."""
        state.turn = self.turn
        state.forge = self.seat
        state.phase = "draw"
        state.step = 0
        state.active = -1
        state.played = False
        state.history = []


class MatchEnded(Ending, frozen=True, tag="end"):
    """The match is over. `why`: health, sudden, forge (still tied on turn 15)."""

    def apply(self, state: SolState) -> None:
        """Nobody acts any more."""
        super().apply(state)
        state.active = -1


SolFact = (
    Tossed
    | Drawn
    | HandDiscarded
    | Shuffled
    | Announced
    | Carried
    | Levelled
    | Resolved
    | Entered
    | Left
    | Hit
    | HitPlayer
    | Gained
    | Changed
    | Given
    | PlayerGiven
    | Stood
    | Ended
    | Moved
    | Swapped
    | Turned
    | Activated
    | ForgebornUsed
    | ForgebornTurned
    | ForgebornLevelled
    | Overlaid
    | Flipped
    | Counted
    | Upgraded
    | Looked
    | Chosen
    | Triggered
    | Replenished
    | PhaseBegan
    | StepBegan
    | BasicTaken
    | ForgePassed
    | SuddenDeath
    | LoopCut
    | TurnBegan
    | MatchEnded
)
