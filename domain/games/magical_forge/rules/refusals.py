"""Why an action is not legal, in the words of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.contract.game import Seat, seat_name
from domain.games.magical_forge import actions as a
from domain.games.magical_forge.rules.attack import can_attack
from domain.games.magical_forge.rules.engine import Engine


def why_not_now(t: Engine, seat: Seat) -> Callable[[Any], str]:
    """Why the active player may not do that now."""

    def why(action: Any) -> str:
        if isinstance(action, (a.Summon, a.PlayForge, a.UseWeapon)):
            return card_refused(t, seat, action)
        if isinstance(action, a.Attach):
            return attach_refused(t, seat, action)
        if isinstance(action, (a.UseAbility, a.Attack)):
            return creature_refused(t, seat, action)
        return f"it is seat {seat_name(seat)}'s turn: play, attach, use, attack, or end it"

    return why


def card_refused(t: Engine, seat: Seat, action: Any) -> str:
    """Why a card of the Deck may not be played."""
    card = t.book.cards.get(action.card)
    if card is None:
        return f"there is no card {action.card!r}"
    kinds = {a.Summon: "creature", a.PlayForge: "forge", a.UseWeapon: "weapon"}
    if card.kind != kinds[type(action)]:
        return f"{card.name} is a {card.kind.capitalize()} card"
    if not t.state.sides[seat].deck.holds(action.card):
        return f"{card.name} is not in hand"
    return f"{card.name} has no target"


def attach_refused(t: Engine, seat: Seat, action: a.Attach) -> str:
    """Why a Spell may not be attached."""
    card = t.book.cards.get(action.card)
    if card is None or card.kind != "spell":
        return f"{action.card!r} is no Spell"
    if not t.state.sides[seat].spells.holds(action.card):
        return f"{card.name} is not in hand"
    c = t.state.in_play.get(action.id)
    if c is None or c.seat != seat:
        return "Spells are attached to one's own Creatures in play"
    have = t.state.count(seat)
    return f"{t.state.attached} Spells were attached this turn, and there are {have} Creatures"


def creature_refused(t: Engine, seat: Seat, action: a.UseAbility | a.Attack) -> str:
    """Why a Creature may not attack or use its ability."""
    c = t.state.in_play.get(action.id)
    if c is None:
        return f"there is no Creature {action.id} in play"
    name = t.card(c.card).name
    if c.seat != seat:
        return f"{name} is not seat {seat_name(seat)}'s"
    if isinstance(action, a.Attack):
        return f"{name} cannot attack: {can_attack(t, c)}"
    if action.which not in dict(t.card(c.card).activated):
        return f"{name} has no such ability"
    if action.which in c.used:
        return f"{name}'s ability was used this turn"
    return f"{name}'s ability has no target, or its cost cannot be paid"
