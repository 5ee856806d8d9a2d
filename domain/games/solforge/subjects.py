"""What a decision is about, in words that are the same in every match: a card, or a lane."""

from __future__ import annotations

from domain.contract.game import UNKNOWN, Action, Seat
from domain.games.solforge import actions as a
from domain.games.solforge.cards.titles import forgeborn_name, title
from domain.games.solforge.state import SolState


def subject(state: SolState, seat: Seat, action: Action) -> str:
    """The card that an answer names, with its level; where it names none, lane, player or option."""
    match action:
        case a.Play(card) | a.LevelUp(card) | a.Card(card):
            return "" if card == UNKNOWN else title(state, card)
        case a.Activate(number) | a.UseMobility(number) | a.Target(number):
            there = state.in_play.get(number)
            return title(state, there.code) if there else ""
        case a.UseForgeborn():
            side = state.sides[seat]
            return f"{forgeborn_name(state, side.forgeborn)} {side.level}"
        case a.TargetPlayer(whom):
            return "oneself" if whom == seat else "the opponent"
        case a.Lane(lane):
            return f"lane {lane}"
        case a.Mode(which) | a.Order(which):
            return f"number {which + 1}"
        case _:
            return ""
