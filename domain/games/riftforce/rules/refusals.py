"""Why an action is not legal, in words that name what the rules would allow."""

from __future__ import annotations

from domain.contract.game import Action, WhyNot, seat_name
from domain.games.riftforce import actions as a
from domain.games.riftforce.cards import GUILD, GUILDS, HAND, LOCATIONS, NUMBER
from domain.games.riftforce.state import RiftState


def why_not_turn(state: RiftState) -> WhyNot:
    """Why an action cannot open the turn of the active seat."""

    def why(action: Action) -> str:
        hand = state.hands[state.active]
        name = seat_name(state.active)
        if isinstance(action, a.Play | a.Discard) and not hand.holds(action.card):
            return f"{name} holds no {action.card}"
        if isinstance(action, a.Play) and action.location not in LOCATIONS:
            return f"there is no location {action.location}; they are 1 to 5"
        if isinstance(action, a.CheckAndDraw):
            return f"Check & Draw needs less than {HAND} cards in hand, {name} has {hand.count}"
        return f"{name} must play, activate, or check & draw"

    return why


def why_not_play(state: RiftState, cards: list[str], places: list[int]) -> WhyNot:
    """Why an elemental cannot be played after these of the same action."""

    def why(action: Action) -> str:
        if isinstance(action, a.Done):
            return f"locations {min(places)} and {max(places)} leave a gap that must be filled"
        if not isinstance(action, a.Play):
            return "this action is a Play"
        hand = state.hands[state.active]
        if not hand.holds(action.card):
            return f"{seat_name(state.active)} holds no {action.card}"
        together = [*cards, action.card]
        same_number = len({NUMBER[c] for c in together}) == 1
        if not same_number and len({GUILD[c] for c in together}) != 1:
            return f"{', '.join(together)} share neither a symbol nor a number"
        where = ", ".join(map(str, [*places, action.location]))
        return f"locations {where} are neither one location nor a run of adjacent ones"

    return why


def why_not_activate(
    state: RiftState, card: str, used: list[int], by_number: bool, by_symbol: bool
) -> WhyNot:
    """Why an elemental cannot be activated after this discard and these activations."""

    def why(action: Action) -> str:
        if not isinstance(action, a.Activate):
            return "this action is an Activate"
        found = state.elementals.get(action.elemental)
        if found is None:
            return "that elemental is not in play"
        if found.seat != state.active:
            return f"{found.card} is an enemy; only allies are activated"
        if found.id in used:
            return f"{found.card} was activated already in this action"
        shared = [f"number {NUMBER[card]}"] if by_number else []
        if by_symbol:
            shared.append(f"symbol {GUILDS[GUILD[card]]}")
        return f"{found.card} does not share the {' or '.join(shared)} of the others and {card}"

    return why
