"""A turn: draw, then anything in any order until it is ended (A, B, D)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.contract.game import Action, Turn, seat_name
from domain.contract.rule import rule
from domain.games.magical_forge import actions as a
from domain.games.magical_forge import facts as f
from domain.games.magical_forge.rules.attack import attack, can_attack
from domain.games.magical_forge.rules.context import player_id
from domain.games.magical_forge.rules.draw import draw
from domain.games.magical_forge.rules.engine import Engine, GameOver, Resolving
from domain.games.magical_forge.rules.refusals import why_not_now
from domain.games.magical_forge.rules.stack import (
    activate,
    activate_waiting,
    activations,
    resolve_down_to,
)
from domain.games.magical_forge.state import DRAW

IDLE_TURNS = 4
"""Turns in a row without any action, Decks empty, after which the match is a draw (house rule)."""
LAST_TURN = 200
"""The turn after which the match is a draw (house rule)."""


def setup(t: Engine) -> Turn:
    """A coin says who starts, or what was agreed; opening hands, if there are any."""
    return conceding(t, prepare(t))


@rule
def prepare(t: Engine) -> Resolving:
    """Toss, opening hands, first turn."""
    agreed = t.state.start
    choices: list[Action] = [a.Toss(seat) for seat in (0, 1) if agreed in (-1, seat)]
    who = "A or B" if agreed < 0 else seat_name(agreed)
    chosen: a.Toss = yield t.dealer("toss", choices, lambda _: f"{who} takes the first turn")
    t.emit(f.Tossed(chosen.seat))
    for seat in (t.state.start, 1 - t.state.start):
        if t.state.opening_hand:
            yield from draw(t, seat, t.state.opening_hand, announced=True)
    t.emit(f.TurnBegan(1, t.state.start))


def turn(t: Engine) -> Turn:
    """One turn, from the phase the state is in."""
    return conceding(t, phases(t))


@rule
def conceding(t: Engine, rules: Resolving) -> Turn:
    """The rules as they go, until they end, the match does, or a seat gives up."""
    try:
        ask = next(rules)
        while True:
            action = yield ask
            if isinstance(action, a.Concede):
                t.emit(f.Conceded(action.seat))
                t.emit(f.MatchEnded(1 - action.seat, "concession"))
                return
            ask = rules.send(action)
    except (StopIteration, GameOver):
        return


@rule
def phases(t: Engine) -> Resolving:
    """Draw, main, end."""
    active = player_id(t.state.active)
    if t.state.phase == "draw":
        t.happen("start", active)
        yield from activate_waiting(t)
        yield from draw(t, t.state.active, DRAW, announced=True)
        t.emit(f.PhaseBegan("main"))
    if t.state.phase == "main":
        yield from main(t)
        t.emit(f.PhaseBegan("end"))
    t.happen("end", active)
    yield from activate_waiting(t)
    yield from end_of_turn(t)


@rule
def main(t: Engine) -> Resolving:
    """Play, attach, use and attack in any order."""
    seat = t.state.active
    while True:
        t.settle()
        yield from activate_waiting(t)
        action = yield t.ask(seat, "turn", choices(t), why_not_now(t, seat), always=True)
        if isinstance(action, a.EndTurn):
            return
        yield from MAIN[type(action)](t, action)


def choices(t: Engine) -> list[Action]:
    """All that the active player may do now."""
    state = t.state
    seat = state.active
    side = state.sides[seat]
    mine = list(state.creatures(seat))
    found: list[Action] = []
    found += [a.Summon(c) for c in side.deck.possible() if t.card(c).kind == "creature"]
    if state.attached < len(mine):
        found += [a.Attach(card, c.id) for card in side.spells.possible() for c in mine]
    found += activations(t, seat, forge=True)
    found += [a.Attack(c.id) for c in mine if not can_attack(t, c)]
    found.append(a.EndTurn())
    return found


@rule
def summon(t: Engine, action: a.Summon) -> Resolving:
    """Play a Creature card from hand; any number of them."""
    number = t.next_id()
    t.emit(f.Summoned(number, t.state.active, action.card, "hand", played=True))
    t.happen("enters", number)
    yield from activate_waiting(t)


@rule
def attach(t: Engine, action: a.Attach) -> Resolving:
    """Attach a Spell from hand: as many in a turn as there are Creatures."""
    t.emit(f.Attached(action.id, action.card, "hand", counted=True))
    t.happen("attached", action.id)
    yield from activate_waiting(t)


def use(t: Engine, action: Any) -> Resolving:
    """Play a Forge card, use a Weapon or an ability: it may be responded to, then it resolves."""
    base = t.next_id()
    yield from activate(t, t.state.active, action)
    yield from resolve_down_to(t, base)


def attack_with(t: Engine, action: a.Attack) -> Resolving:
    """Attack with a Creature."""
    return attack(t, action.id)


MAIN: dict[type[Any], Callable[[Engine, Any], Resolving]] = {
    a.Summon: summon,
    a.Attach: attach,
    a.PlayForge: use,
    a.UseWeapon: use,
    a.UseAbility: use,
    a.Attack: attack_with,
}


@rule
def end_of_turn(t: Engine) -> Resolving:
    """Creatures without Spells go, those that came this turn too; then the other seat's turn."""
    state = t.state
    while found := [c for c in state.in_play.values() if not c.spells]:
        t.leave(found, "spells", "discard")
        yield from activate_waiting(t)
    t.check_life()
    idle = 0 if state.acted else state.idle + 1
    if idle >= IDLE_TURNS and not any(side.deck.left for side in state.sides):
        t.end(None, "standstill")
    if state.turn >= LAST_TURN:
        t.end(None, "endless")
    t.emit(f.TurnBegan(state.turn + 1, 1 - state.active))
