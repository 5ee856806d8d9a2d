"""Steps that hold other steps: `you may`, `X to Y`, modes, repetition; and steps for later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.contract.game import Action
from domain.contract.rule import rule
from domain.games.solforge import actions as a
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.queries.amounts import value
from domain.games.solforge.queries.conditions import holds
from domain.games.solforge.queries.context import Context
from domain.games.solforge.queries.filters import lanes_called
from domain.games.solforge.queries.forgeborn import lines_of
from domain.games.solforge.rules.choice import permanents, select
from domain.games.solforge.rules.engine import Engine
from domain.games.solforge.rules.resolution import Resolve, can_do, possible, run
from domain.games.solforge.state import LANES

MOST_TIMES = 40
"""How often an ability may say that it is repeated before the engine goes on."""


def may(t: Engine, ctx: Context, effect: n.May) -> Resolve:
    """`You may`: that player decides."""
    if not possible(t, ctx, effect.body):
        return False
    who = ctx.you if effect.by == "you" else 1 - ctx.you
    answer = yield t.ask(who, "may", [a.Yes(), a.No()], "answer y or n")
    if isinstance(answer, a.No):
        return False
    return (yield from run(t, ctx, effect.body))


def pay(t: Engine, ctx: Context, effect: n.Pay) -> Resolve:
    """`X to Y`: both must be possible (Glossary: To)."""
    if not can_do(t, ctx, effect):
        return False
    if not (yield from run(t, ctx, effect.cost)):
        return False
    return (yield from run(t, ctx, effect.body))


def modes(t: Engine, ctx: Context, effect: n.Modes) -> Resolve:
    """Choose one or more of several; they resolve in the order written."""
    many = effect.n
    if effect.condition is not None and holds(ctx, effect.condition):
        many = effect.better
    who = ctx.you if effect.by == "you" else 1 - ctx.you
    taken: list[int] = []
    offered = [i for i, option in enumerate(effect.options) if possible(t, ctx, option)]
    while len(taken) < min(many, len(offered)):
        choices: list[Action] = [a.Mode(index) for index in offered if index not in taken]
        if effect.up_to:
            choices.append(a.No())
        chosen = yield t.ask(who, "mode", choices, "that is none of the options")
        if isinstance(chosen, a.No):
            break
        taken.append(chosen.which)
    for index in sorted(taken):
        ctx.stopped = False
        yield from run(t, ctx, effect.options[index])
    ctx.stopped = False
    return bool(taken)


@rule
def repeat(t: Engine, ctx: Context, effect: n.Repeat) -> Resolve:
    """The same several times, one after the other."""
    done = False
    times = value(ctx, effect.times)
    for _ in range(min(times, MOST_TIMES)):
        done = (yield from run(t, ctx, effect.body)) or done
    if times > MOST_TIMES:
        t.emit(f.LoopCut(0))
    return done


@rule
def again(t: Engine, ctx: Context, _: n.Again) -> Resolve:
    """The ability once more."""
    ctx.times += 1
    if ctx.times >= MOST_TIMES:
        t.emit(f.LoopCut(0))
        return False
    return (yield from run(t, ctx, ctx.body))


def for_each(t: Engine, ctx: Context, effect: n.ForEach) -> Resolve:
    """For each of them in turn."""
    things = yield from select(t, ctx, effect.who)
    for thing in things:
        ctx.it = [thing]
        ctx.stopped = False
        yield from run(t, ctx, effect.body)
    ctx.it = things
    ctx.stopped = False
    return bool(things)


def target(t: Engine, ctx: Context, effect: n.Target) -> Resolve:
    """Choose now, for what follows."""
    return bool((yield from select(t, ctx, effect.who)))


def pick_lane(t: Engine, ctx: Context, effect: n.PickLane) -> Resolve:
    """Choose a lane, for what follows."""
    lanes = t.state.empty_lanes(ctx.you) if effect.empty else list(LANES)
    if not lanes:
        return False
    who = ctx.you if effect.by == "you" else 1 - ctx.you
    chosen = yield t.ask(
        who, "lane", [a.Lane(lane) for lane in lanes], "that lane cannot be chosen"
    )
    ctx.chosen = chosen.lane
    return True


@rule
def later(t: Engine, ctx: Context, effect: n.Delayed) -> Resolve:
    """Set a trigger up for later; one for each of those it is bound to."""
    if effect.on is None:
        t.emit(f.Stood(t.next_number(), ctx.you, effect, (), ctx.code, ctx.this))
        return True
    bound = permanents(t, (yield from select(t, ctx, effect.on)))
    for p in bound:
        t.emit(f.Stood(t.next_number(), ctx.you, effect, (p.id,), ctx.code, ctx.this))
    return bool(bound)


@rule
def lasting_rule(t: Engine, ctx: Context, effect: n.Rule) -> Resolve:
    """Set up a rule for cards to come."""
    yield from ()
    t.emit(f.Stood(t.next_number(), ctx.you, effect, (), ctx.code, ctx.this))
    return True


@rule
def force(t: Engine, ctx: Context, effect: n.ForceBattle) -> Resolve:
    """The enemy's next card must be played in a lane, or be such a card."""
    yield from ()
    lanes = sorted(lanes_called(ctx, effect.lane)) if effect.lane else []
    must = n.Forbid("must", lane=str(lanes[0]) if lanes else "")
    what = effect.what or n.Filter(kind="card")
    bound = n.Rule(n.All((what,)), n.Gift(forbids=(must,)), True)
    t.emit(f.Stood(t.next_number(), 1 - ctx.you, bound, (), ctx.code, ctx.this))
    return True


def use_ability(t: Engine, ctx: Context, effect: n.UseAbility) -> Resolve:
    """The ability of the Forgeborn that was not chosen, or of the enemy player's."""
    enemy = t.state.sides[1 - ctx.you].forgeborn
    other = t.state.sides[ctx.you].other_forgeborn
    lines = lines_of(t.state, enemy if effect.whose == "enemy" else other, effect.level)
    for line in lines:
        ctx.stopped, ctx.done, ctx.body = False, True, line.body
        yield from run(t, ctx, line.body)
    return bool(lines)


EFFECTS: dict[type[Any], Callable[[Engine, Context, Any], Resolve]] = {
    n.May: may,
    n.Pay: pay,
    n.Modes: modes,
    n.Repeat: repeat,
    n.Again: again,
    n.ForEach: for_each,
    n.Target: target,
    n.PickLane: pick_lane,
    n.Delayed: later,
    n.Rule: lasting_rule,
    n.ForceBattle: force,
    n.UseAbility: use_ability,
}
