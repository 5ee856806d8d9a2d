"""What a decision is about, in one word that is the same in every match: a guild, or a place."""

from __future__ import annotations

from domain.contract.game import Action
from domain.games.riftforce import actions as a
from domain.games.riftforce.cards import GUILD, GUILDS
from domain.games.riftforce.state import RiftState


def subject(state: RiftState, action: Action) -> str:
    """The guild of what an answer names; where it names none, the location."""
    match action:
        case a.Pick(guild):
            return GUILDS.get(guild, guild)
        case a.Play(card) | a.Discard(card):
            return of_card(card)
        case a.Activate(number) | a.Hit(number) | a.Heal(number):
            elemental = state.elementals.get(number)
            return of_card(elemental.card) if elemental else ""
        case a.To(location) | a.From(location):
            return f"location {location}"
        case _:
            return ""


def of_card(card: str) -> str:
    """The guild of an elemental, in full; nothing if it is not known."""
    return GUILDS[GUILD[card]] if card in GUILD else ""
