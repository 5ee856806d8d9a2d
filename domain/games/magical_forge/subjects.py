"""What a decision is about, in words that are the same in every match: a card, or a player."""

from __future__ import annotations

from domain.contract.game import UNKNOWN, Action, Seat
from domain.games.magical_forge import actions as a
from domain.games.magical_forge.state import MagicalState
from domain.games.magical_forge.words import title


def subject(state: MagicalState, seat: Seat, action: Action) -> str:
    """The card that an answer names; where it names none, the player or the option."""
    match action:
        case a.Summon(card) | a.Attach(card) | a.PlayForge(card) | a.UseWeapon(card) | a.Card(card):
            return "" if card == UNKNOWN else title(state, card)
        case a.UseAbility(number) | a.Attack(number) | a.Block(number) | a.Target(number):
            return of_thing(state, number)
        case a.TargetPlayer(whom):
            return "oneself" if whom == seat else "the opponent"
        case a.Mode(which) | a.Order(which):
            return f"number {which + 1}"
        case _:
            return ""


def of_thing(state: MagicalState, number: int) -> str:
    """The card of a Creature, of a Spell in the centre or of an effect; nothing once it is gone."""
    thing = state.in_play.get(number) or state.centre.get(number) or state.item(number)
    return title(state, thing.card) if thing else ""
