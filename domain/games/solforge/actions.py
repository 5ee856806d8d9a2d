"""The decisions of SolForge Fusion. Tags and field order are stored: only ever add at the end."""

from __future__ import annotations

from domain.contract.game import Action, Seat
from domain.frame.common_facts import OwnDeal


class Toss(Action, frozen=True, tag="toss"):
    """The dealer: who has the Forge first (Start of the Game)."""

    seat: Seat


class Deal(OwnDeal, frozen=True, tag="deal"):
    """The dealer: cards a seat draws, in order; `??` for one that is not known."""


class Show(OwnDeal, frozen=True, tag="show"):
    """The dealer: the top cards of a seat's deck, looked at by its owner; `??` if not known."""


class Random(Action, frozen=True, tag="random"):
    """The dealer: a card taken at random, revealed; empty if there was none that fits."""

    card: str


class AtRandom(Action, frozen=True, tag="any"):
    """The dealer: something in play taken at random, by id."""

    id: int


class Play(Action, frozen=True, tag="play"):
    """Play a card from hand: a creature or Exalt into a lane, a spell with lane 0 (Playing a Card).

    `free` declares it played for Free.
    """

    card: str
    lane: int = 0
    free: bool = False


class LevelUp(Action, frozen=True, tag="level"):
    """Early edition: banish a card from hand to level it up."""

    card: str


class Pass(Action, frozen=True, tag="pass"):
    """Pass: the Action Step ends (Passing)."""


class Done(Action, frozen=True, tag="done"):
    """No more free actions: the Action Step ends."""


class UseForgeborn(Action, frozen=True, tag="forge"):
    """Exhaust the Forgeborn for its ability of this deck cycle (Forgeborn Abilities)."""


class Activate(Action, frozen=True, tag="act"):
    """Exhaust a creature or Exalt for its Activate ability, by id; `which` counts from 0."""

    id: int
    which: int = 0


class UseMobility(Action, frozen=True, tag="mobility"):
    """Exhaust a creature to move it to an empty lane (Mobility)."""

    id: int
    lane: int


class Target(Action, frozen=True, tag="target"):
    """A creature or Exalt, by id."""

    id: int


class TargetPlayer(Action, frozen=True, tag="player"):
    """A player."""

    seat: Seat


class Lane(Action, frozen=True, tag="lane"):
    """A lane."""

    lane: int


class Card(Action, frozen=True, tag="card"):
    """A card of a hand, a pile or outside of the game, revealed; lane 0 where none is needed."""

    card: str
    lane: int = 0


class Mode(Action, frozen=True, tag="mode"):
    """One of several options, from 0."""

    which: int


class Yes(Action, frozen=True, tag="yes"):
    """Do what may be done."""


class No(Action, frozen=True, tag="no"):
    """Do not do what may be done; or: no (more) of what was asked for."""


class Order(Action, frozen=True, tag="order"):
    """Which of the triggered abilities that wait resolves next, from 0 in the order shown."""

    which: int


SolAction = (
    Toss
    | Deal
    | Show
    | Random
    | AtRandom
    | Play
    | LevelUp
    | Pass
    | Done
    | UseForgeborn
    | Activate
    | UseMobility
    | Target
    | TargetPlayer
    | Lane
    | Card
    | Mode
    | Yes
    | No
    | Order
)
