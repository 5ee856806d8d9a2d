"""The decisions of Magical Forge. Tags and field order are stored: only ever add at the end."""

from __future__ import annotations

from domain.contract.game import Action, Seat
from domain.frame.common_facts import OwnDeal


class Toss(Action, frozen=True, tag="toss"):
    """The dealer: who takes the first turn."""

    seat: Seat


class Deal(OwnDeal, frozen=True, tag="deal"):
    """The dealer: cards a seat draws from its Deck; `??` for one that is not known.

    `creatures` is how many of them are Creatures, which everybody sees by the Spells drawn then; -1
    where no Spells follow (a draw by an effect).
    """

    creatures: int = -1


class DealSpells(OwnDeal, frozen=True, tag="spells"):
    """The dealer: cards a seat draws from its Spell Deck; `??` for one that is not known."""


class Reveal(Action, frozen=True, tag="reveal"):
    """The dealer: the top card of a seat's Deck or Spell Deck, turned up for everybody."""

    seat: Seat
    card: str


class Random(Action, frozen=True, tag="random"):
    """The dealer: a card taken at random from a hand, revealed."""

    card: str


class Summon(Action, frozen=True, tag="summon"):
    """Play a Creature card from hand onto the field (B)."""

    card: str


class Attach(Action, frozen=True, tag="attach"):
    """Attach a Spell card from hand to one of one's Creatures, by id (B)."""

    card: str
    id: int


class PlayForge(Action, frozen=True, tag="forge"):
    """Play a Forge card from hand; on one's own turn, as a response too (D)."""

    card: str


class UseWeapon(Action, frozen=True, tag="weapon"):
    """Use a Weapon card from hand; as a response on any turn (D)."""

    card: str


class UseAbility(Action, frozen=True, tag="ability"):
    """Use a Creature's ability, by id; `which` counts its card's abilities from 0 (D)."""

    id: int
    which: int = 0


class Attack(Action, frozen=True, tag="attack"):
    """Attack the opponent's Life Force with a Creature, by id."""

    id: int


class EndTurn(Action, frozen=True, tag="end"):
    """End the turn."""


class Pass(Action, frozen=True, tag="pass"):
    """No response: two passes in a row resolve the top of the stack (D)."""


class Block(Action, frozen=True, tag="block"):
    """Block the attack with a Creature, by id."""

    id: int


class NoBlock(Action, frozen=True, tag="no-block"):
    """Let the attack through."""


class Card(Action, frozen=True, tag="card"):
    """A card of a hand or discard pile, or a Spell attached to a Creature, by code; it is revealed."""

    card: str


class Target(Action, frozen=True, tag="target"):
    """A Creature, a Spell in the centre or an effect on the stack, by id."""

    id: int


class TargetPlayer(Action, frozen=True, tag="player"):
    """A player."""

    seat: Seat


class Mode(Action, frozen=True, tag="mode"):
    """One of several options, from 0."""

    which: int


class Yes(Action, frozen=True, tag="yes"):
    """Do what may be done."""


class No(Action, frozen=True, tag="no"):
    """Do not do what may be done; or: no (more) of what was asked for."""


class Order(Action, frozen=True, tag="order"):
    """Which of the triggered effects that wait activates next, from 0 in the order shown."""

    which: int


class Concede(Action, frozen=True, tag="concede"):
    """A seat gives up. Legal whenever a seat is asked anything, never listed among the choices."""

    seat: Seat


MagicalAction = (
    Toss
    | Deal
    | DealSpells
    | Reveal
    | Random
    | Summon
    | Attach
    | PlayForge
    | UseWeapon
    | UseAbility
    | Attack
    | EndTurn
    | Pass
    | Block
    | NoBlock
    | Card
    | Target
    | TargetPlayer
    | Mode
    | Yes
    | No
    | Order
    | Concede
)
