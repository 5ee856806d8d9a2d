"""The decisions of Riftforce. Tags and field order are stored: only ever add at the end."""

from __future__ import annotations

from domain.contract.game import Action, Seat
from domain.frame.common_facts import OwnDeal


class DrawSummoner(Action, frozen=True, tag="summoner"):
    """The dealer: a seat draws a random summoner (Setup: Guild Selection)."""

    seat: Seat
    guild: str


class Display(Action, frozen=True, tag="display"):
    """The dealer: the summoners laid out to choose from (Setup: Guild Selection)."""

    guilds: tuple[str, ...]


class Toss(Action, frozen=True, tag="toss"):
    """The dealer: the start marker falls to a seat (Setup: Guild Selection)."""

    seat: Seat


class Pick(Action, frozen=True, tag="pick"):
    """Choose a summoner from the display (Setup: Guild Selection)."""

    guild: str


class Deal(OwnDeal, frozen=True, tag="deal"):
    """The dealer: cards a seat draws, in order; `??` for one that is not known."""


class FaceUp(Action, frozen=True, tag="face"):
    """The dealer: the second player's top elemental, placed face up (Setup: Personal, 10)."""

    seat: Seat
    card: str


class Play(Action, frozen=True, tag="play"):
    """Play an elemental from hand to a location (A: Play)."""

    card: str
    location: int


class Discard(Action, frozen=True, tag="discard"):
    """Discard an elemental to activate others (B: Activate)."""

    card: str


class Activate(Action, frozen=True, tag="act"):
    """Activate an elemental in play, by id (B: Activate)."""

    elemental: int


class To(Action, frozen=True, tag="to"):
    """Where the elemental moves."""

    location: int


class From(Action, frozen=True, tag="from"):
    """The adjacent location a Plant reaches into."""

    location: int


class Hit(Action, frozen=True, tag="hit"):
    """The enemy a Thunderbolt strikes, by id."""

    elemental: int


class Heal(Action, frozen=True, tag="heal"):
    """The ally damage is removed from, by id."""

    elemental: int


class CheckAndDraw(Action, frozen=True, tag="check"):
    """Score the locations controlled, then fill up the hand (C: Check & Draw)."""


class Done(Action, frozen=True, tag="done"):
    """Play or activate no more this turn."""


RiftAction = (
    DrawSummoner
    | Display
    | Toss
    | Pick
    | Deal
    | FaceUp
    | Play
    | Discard
    | Activate
    | To
    | From
    | Hit
    | Heal
    | CheckAndDraw
    | Done
)
