"""Resolving abilities: step by step in the order written (Resolving Abilities)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.contract.game import Action
from domain.games.solforge import actions as a
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.queries.amounts import value
from domain.games.solforge.queries.conditions import holds
from domain.games.solforge.queries.context import Context
from domain.games.solforge.queries.filters import lanes_called
from domain.games.solforge.rules import effects_board as board
from domain.games.solforge.rules import effects_cards as cards
from domain.games.solforge.rules import effects_flip as flips
from domain.games.solforge.rules import effects_moves as moves
from domain.games.solforge.rules import effects_numbers as numbers
from domain.games.solforge.rules import effects_play as plays
from domain.games.solforge.rules.choice import permanents, select
from domain.games.solforge.rules.departure import Resolve, settle
from domain.games.solforge.rules.engine import Table
from domain.games.solforge.rules.feasibility import can_pay, possible
from domain.games.solforge.state import LANES

MOST_TIMES = 40
"""How often an ability may say that it is repeated before the engine goes on."""


def run(t: Table, ctx: Context, body: tuple[n.Effect, ...]) -> Resolve:
    """Resolve the steps of an ability; says whether the last of them was done."""
    met = False
    for index, effect in enumerate(body):
        if ctx.stopped:
            break
        ctx.effect, t.doing = effect, ctx
        if isinstance(effect, n.If):
            others = met or any(isinstance(one, n.If) and one.stops for one in body[index + 1 :])
            met = holds(ctx, effect.condition) or met
            yield from condition(t, ctx, effect, alternative=others)
        else:
            ctx.done = yield from EFFECTS[type(effect)](t, ctx, effect)
            if not ctx.done and t.edition.failure_ends_line and not isinstance(effect, n.May):
                ctx.stopped = True
        yield from settle(t)
    return ctx.done


def condition(t: Table, ctx: Context, effect: n.If, *, alternative: bool) -> Resolve:
    """A step on a condition; unmet, it ends the ability unless it modifies a step or has another."""
    if holds(ctx, effect.condition):
        ctx.done = yield from run(t, ctx, effect.body)
        return ctx.done
    if effect.otherwise:
        ctx.done = yield from run(t, ctx, effect.otherwise)
        return ctx.done
    if effect.stops and not alternative:
        ctx.stopped = True
    ctx.done = False
    return False


def may(t: Table, ctx: Context, effect: n.May) -> Resolve:
    """`You may`: that player decides."""
    if not possible(t, ctx, effect.body):
        return False
    who = ctx.you if effect.by == "you" else 1 - ctx.you
    answer = yield t.ask(who, "may", [a.Yes(), a.No()], "answer y or n")
    if isinstance(answer, a.No):
        return False
    return (yield from run(t, ctx, effect.body))


def pay(t: Table, ctx: Context, effect: n.Pay) -> Resolve:
    """`X to Y`: both must be possible (Glossary: To)."""
    if not can_pay(t, ctx, effect):
        return False
    if not (yield from run(t, ctx, effect.cost)):
        return False
    return (yield from run(t, ctx, effect.body))


def modes(t: Table, ctx: Context, effect: n.Modes) -> Resolve:
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


def repeat(t: Table, ctx: Context, effect: n.Repeat) -> Resolve:
    """The same several times, one after the other."""
    done = False
    times = value(ctx, effect.times)
    for _ in range(min(times, MOST_TIMES)):
        done = (yield from run(t, ctx, effect.body)) or done
    if times > MOST_TIMES:
        t.emit(f.LoopCut(0))
    return done


def again(t: Table, ctx: Context, _: n.Again) -> Resolve:
    """The ability once more."""
    ctx.times += 1
    if ctx.times >= MOST_TIMES:
        t.emit(f.LoopCut(0))
        return False
    return (yield from run(t, ctx, ctx.body))


def for_each(t: Table, ctx: Context, effect: n.ForEach) -> Resolve:
    """For each of them in turn."""
    things = yield from select(t, ctx, effect.who)
    for thing in things:
        ctx.it = [thing]
        ctx.stopped = False
        yield from run(t, ctx, effect.body)
    ctx.it = things
    ctx.stopped = False
    return bool(things)


def target(t: Table, ctx: Context, effect: n.Target) -> Resolve:
    """Choose now, for what follows."""
    return bool((yield from select(t, ctx, effect.who)))


def pick_lane(t: Table, ctx: Context, effect: n.PickLane) -> Resolve:
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


def later(t: Table, ctx: Context, effect: n.Delayed) -> Resolve:
    """Set a trigger up for later; one for each of those it is bound to."""
    if effect.on is None:
        t.emit(f.Stood(t.next_number(), ctx.you, effect, (), ctx.code, ctx.this))
        return True
    bound = permanents(t, (yield from select(t, ctx, effect.on)))
    for p in bound:
        t.emit(f.Stood(t.next_number(), ctx.you, effect, (p.id,), ctx.code, ctx.this))
    return bool(bound)


def rule(t: Table, ctx: Context, effect: n.Rule) -> Resolve:
    """Set up a rule for cards to come."""
    yield from ()
    t.emit(f.Stood(t.next_number(), ctx.you, effect, (), ctx.code, ctx.this))
    return True


def force(t: Table, ctx: Context, effect: n.ForceBattle) -> Resolve:
    """The enemy's next card must be played in a lane, or be such a card."""
    yield from ()
    lanes = sorted(lanes_called(ctx, effect.lane)) if effect.lane else []
    must = n.Forbid("must", lane=str(lanes[0]) if lanes else "")
    what = effect.what or n.Filter(kind="card")
    bound = n.Rule(n.All((what,)), n.Gift(forbids=(must,)), True)
    t.emit(f.Stood(t.next_number(), 1 - ctx.you, bound, (), ctx.code, ctx.this))
    return True


def use_ability(t: Table, ctx: Context, effect: n.UseAbility) -> Resolve:
    """The ability of the Forgeborn that was not chosen, or of the enemy player's."""
    from domain.games.solforge.queries.forgeborn import lines_of

    enemy = t.state.sides[1 - ctx.you].forgeborn
    other = t.state.sides[ctx.you].other_forgeborn
    lines = lines_of(t.state, enemy if effect.whose == "enemy" else other, effect.level)
    for line in lines:
        ctx.stopped, ctx.done, ctx.body = False, True, line.body
        yield from run(t, ctx, line.body)
    return bool(lines)


EFFECTS: dict[type[Any], Callable[[Table, Context, Any], Resolve]] = {
    **numbers.EFFECTS,
    **board.EFFECTS,
    **moves.EFFECTS,
    **flips.EFFECTS,
    **cards.EFFECTS,
    **plays.EFFECTS,
    n.May: may,
    n.Pay: pay,
    n.Modes: modes,
    n.Repeat: repeat,
    n.Again: again,
    n.ForEach: for_each,
    n.Target: target,
    n.PickLane: pick_lane,
    n.Delayed: later,
    n.Rule: rule,
    n.ForceBattle: force,
    n.UseAbility: use_ability,
}
