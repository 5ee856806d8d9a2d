"""Why something is not legal in an Action Step, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.contract.game import UNKNOWN, Seat, seat_name
from domain.games.solforge import actions as a
from domain.games.solforge.queries import properties
from domain.games.solforge.queries.forgeborn import can_use
from domain.games.solforge.rules.engine import Engine
from domain.games.solforge.rules.free_cards import is_free, may_be_free
from domain.games.solforge.rules.play import passes_gate


def why_not(t: Engine, seat: Seat) -> Callable[[Any], str]:
    """The reason why an action is not legal now."""

    def why(action: Any) -> str:
        match action:
            case a.Play():
                return why_not_play(t, seat, action)
            case a.LevelUp():
                return why_not_level(t)
            case a.UseForgeborn():
                return why_not_forgeborn(t, seat)
            case a.Activate(number) | a.UseMobility(number):
                return why_not_use(t, seat, number, action)
            case a.Pass():
                return "the basic action was taken; there are only free actions left, or done"
            case a.Done():
                return "a card is played, or the step passed, before it is done"
            case _:
                return f"it is {seat_name(seat)}'s Action Step"

    return why


def why_not_play(t: Engine, seat: Seat, play: a.Play) -> str:
    """Why a card cannot be played so."""
    side = t.state.sides[seat]
    if play.card == UNKNOWN or not side.holds(side.hand, play.card):
        return f"{play.card} is not in {seat_name(seat)}'s hand"
    face = t.face(play.card)
    if not passes_gate(t, seat, face):
        return f"{face.title} has a higher level than the Forgeborn, which is level {side.level}"
    if face.card.kind == "spell" and play.lane:
        return f"{face.title} is a spell and is not played into a lane"
    if face.card.kind != "spell" and not play.lane:
        return f"{face.title} is played into a lane"
    if not play.free and is_free(t, seat, face):
        return f"{face.title} is Free now, and so it is played for Free"
    if play.free and not is_free(t, seat, face) and not may_be_free(t, seat, face):
        return f"{face.title} is not Free now"
    if t.state.played and not play.free:
        return "a card was played in this Action Step already"
    return f"{face.title} cannot be played there"


def why_not_level(t: Engine) -> str:
    """Why a card cannot be levelled up."""
    if not t.edition.may_level_up:
        return "levelling up from hand is of the early edition"
    if t.state.played:
        return "the basic action of this Action Step was taken already"
    return "there is no higher level of that card in the Upgrade Pile, or it is not in hand"


def why_not_forgeborn(t: Engine, seat: Seat) -> str:
    """Why the Forgeborn cannot be used."""
    side = t.state.sides[seat]
    if not side.ready:
        return "the Forgeborn was used in this deck cycle already"
    if not can_use(t.state, seat):
        return f"the Forgeborn has no ability at level {side.level}"
    return "the Forgeborn cannot be used now"


def why_not_use(t: Engine, seat: Seat, number: int, action: Any) -> str:
    """Why something in play cannot be exhausted for an ability."""
    p = t.state.in_play.get(number)
    if p is None:
        return "that is not in play"
    name = t.face(p.code).title
    if p.seat != seat:
        return f"{name} is not {seat_name(seat)}'s"
    if not p.ready:
        return f"{name} is exhausted"
    if isinstance(action, a.UseMobility):
        far = properties.keywords_of(t.state, p).get("mobility", 0)
        if not far:
            return f"{name} has no Mobility"
        return f"{name} can move {far} lane{'s' if far > 1 else ''}, to an empty one"
    return f"{name} has no such Activate ability now"
