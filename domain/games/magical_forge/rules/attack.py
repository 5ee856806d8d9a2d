"""Attacking and blocking: Life Points are lost, or Spells are put into play."""

from __future__ import annotations

from domain.contract.game import Action
from domain.contract.rule import rule
from domain.games.magical_forge import actions as a
from domain.games.magical_forge import facts as f
from domain.games.magical_forge.rules.effects_cards import attached
from domain.games.magical_forge.rules.engine import Engine, Resolving
from domain.games.magical_forge.rules.stack import activate_waiting
from domain.games.magical_forge.state import Creature


def can_attack(t: Engine, c: Creature) -> str:
    """Why a Creature cannot attack, or nothing if it can."""
    if not c.spells:
        return "it has no Spells"
    if t.has(c, "no attack"):
        return "it can't attack"
    if c.attacks > t.has(c, "again"):
        return "it has attacked this turn"
    return ""


def blockers(t: Engine, attacker: Creature) -> list[Creature]:
    """The Creatures that can block an attack: of the defender, with Spells."""
    if t.has(attacker, "unblockable"):
        return []
    return [
        c for c in t.state.creatures(1 - attacker.seat) if c.spells and not t.has(c, "no block")
    ]


@rule
def attack(t: Engine, number: int) -> Resolving:
    """A Creature attacks the opponent's Life Force directly; the opponent may block."""
    state = t.state
    t.emit(f.AttackBegan(number))
    t.happen("attacks", number)
    yield from activate_waiting(t)
    if number in state.in_play and state.in_play[number].spells:
        able = blockers(t, state.in_play[number])
        if able:
            choices: list[Action] = [*(a.Block(c.id) for c in able), a.NoBlock()]
            answer = yield t.ask(
                1 - state.active, "block", choices, "only a Creature with Spells can block"
            )
            if isinstance(answer, a.Block):
                yield from blocked(t, number, answer.id)
                return
    yield from unblocked(t, number)


@rule
def unblocked(t: Engine, number: int) -> Resolving:
    """Each Spell on the attacker counts for one Life Point lost."""
    c = t.state.in_play.get(number)
    if c is None or not c.spells:
        t.emit(f.AttackEnded(number, "gone"))
        return
    amount = c.health + t.has(c, "strength")
    t.lose(1 - c.seat, amount, "attack", c.id, c.card, c.seat)
    t.emit(f.AttackEnded(number, "unblocked"))
    t.check_life()
    yield from activate_waiting(t)


@rule
def blocked(t: Engine, number: int, blocker: int) -> Resolving:
    """Both put one attached Spell into play, the attacker first; nobody loses Life Points."""
    state = t.state
    t.emit(f.Blocked(blocker))
    t.happen("blocks", blocker)
    yield from activate_waiting(t)
    placed: list[int] = []
    for id_ in (number, blocker):
        c = state.in_play.get(id_)
        card = (yield from attached(t, c.seat, c, "centre")) if c is not None else None
        if c is not None and card is not None:
            placed.append(t.next_id())
            t.emit(f.PutInCentre(placed[-1], c.seat, card, c.id))
    for spell in placed:
        t.happen("placed", spell)
    t.settle()
    yield from activate_waiting(t)
    t.emit(f.AttackEnded(number, "blocked", blocker))
