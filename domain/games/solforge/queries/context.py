"""What an ability knows while it resolves: whose it is, of what, and what was meant so far."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from domain.contract.game import Seat
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.state import Permanent, SolState


class CardIn(msgspec.Struct, frozen=True, gc=False):
    """A card in a zone of a seat: hand, discard, banish, deck."""

    seat: Seat
    zone: str
    code: str


Thing: TypeAlias = int | CardIn
"""Something in play by id, a player (-1 is A, -2 is B), or a card in a zone."""


def player(seat: Seat) -> Thing:
    """A player as a thing."""
    return -1 - seat


class Cause(msgspec.Struct, frozen=True):
    """Whose doing something would be, for what is forbidden: seat, id in play (or 0) and card."""

    seat: Seat
    id: int = 0
    code: str = ""


class Context:
    """One ability that resolves (or is looked at): its owner, its card, and its referents."""

    __slots__ = (
        "amount",
        "body",
        "chosen",
        "code",
        "done",
        "effect",
        "ghosts",
        "it",
        "lane",
        "marks",
        "must",
        "now",
        "other",
        "state",
        "stopped",
        "that",
        "this",
        "times",
        "you",
    )

    def __init__(self, state: SolState, you: Seat, this: int = 0, code: str = "") -> None:
        self.state = state
        self.you = you
        self.this = this
        """Id of the card with the ability, 0 for a spell or Forgeborn."""
        self.code = code
        self.it: list[Thing] = []
        self.that: list[Thing] = []
        self.other: list[Thing] = []
        self.amount = 0
        """Amount of the triggering event, or of what was done last."""
        self.done = True
        """Whether the step before was done."""
        self.stopped = False
        self.effect: n.Effect | None = None
        """The step that resolves."""
        self.ghosts: dict[int, Permanent] = {}
        """What has left play, as it was last."""
        self.must: n.Condition | None = None
        """What the first target must fulfil, for a spell played for Free on that condition."""
        self.body: tuple[n.Effect, ...] = ()
        self.times = 0
        self.lane = 0
        """The lane that `this` speaks of where it is not in play."""
        self.marks: dict[str, list[Thing]] = {}
        self.now = ""
        """Code of the card being played right now."""
        self.chosen = 0
        """The lane of the last PickLane."""

    @property
    def cause(self) -> Cause:
        """Whose doing its effects are."""
        return Cause(self.you, self.this, self.code)

    @property
    def doer(self) -> Thing:
        """Who does it, for triggers: something in play, or the spell's card."""
        return self.this or CardIn(self.you, "now", self.code)

    def permanent(self, thing: Thing) -> Permanent | None:
        """What is (or was last) in play by that id."""
        if isinstance(thing, int) and thing > 0:
            return self.state.in_play.get(thing) or self.ghosts.get(thing)
        return None

    def present(self, thing: Thing) -> Permanent | None:
        """What is in play by that id now."""
        return self.state.in_play.get(thing) if isinstance(thing, int) else None

    def refer(self, ref: n.Ref) -> list[Thing]:
        """What a ref stands for."""
        match ref:
            case "this":
                return [self.this] if self.this > 0 else []
            case "it":
                return self.it
            case "that":
                return self.that
            case "other":
                return self.other
            case "you":
                return [player(self.you)]
            case "enemy":
                return [player(1 - self.you)]
            case "each":
                return [player(0), player(1)]
            case _ if ref.startswith("owner "):
                return [player(seat) for seat in self.owners(ref.removeprefix("owner "))]
            case _:
                return self.marks.get(ref, [])

    def owners(self, ref: n.Ref) -> list[Seat]:
        """Whose the things are that a ref stands for, each player once: the side it is on, if in play."""
        found: list[Seat] = []
        for thing in self.refer(ref):
            p = self.permanent(thing)
            seat = p.seat if p is not None else thing.seat if isinstance(thing, CardIn) else -1
            if seat >= 0 and seat not in found:
                found.append(seat)
        return found
