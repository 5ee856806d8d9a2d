"""What effects do when they resolve, step by step in the order written."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from domain.contract.rule import rule
from domain.frame.language.nodes import If, May, Modes, Node, Pay, Repeat
from domain.games.magical_forge import actions as a
from domain.games.magical_forge.language.plain import clause
from domain.games.magical_forge.rules import effects_cards as cards
from domain.games.magical_forge.rules import effects_players as players
from domain.games.magical_forge.rules.context import Context
from domain.games.magical_forge.rules.engine import Engine, Resolve


@rule
def run(t: Engine, ctx: Context, body: tuple[Node, ...]) -> Resolve:
    """Resolve the steps of an effect; says whether the last of them was done. Raises GameOver."""
    for effect in body:
        ctx.done = yield from EFFECTS[type(effect)](t, ctx, effect)
        t.check_life()
    return ctx.done


def condition(t: Engine, ctx: Context, effect: If) -> Resolve:
    """On a condition."""
    return (
        yield from run(t, ctx, effect.body if ctx.holds(effect.condition) else effect.otherwise)
    )


def may(t: Engine, ctx: Context, effect: May) -> Resolve:
    """`You may`: that player decides."""
    seat = ctx.seat(effect.by)
    answer = yield t.ask(
        seat, "may", [a.Yes(), a.No()], "answer y or n", what=partial(clause, effect)
    )
    if isinstance(answer, a.No):
        return False
    return (yield from run(t, ctx, effect.body))


def pay(t: Engine, ctx: Context, effect: Pay) -> Resolve:
    """`X to Y`: Y if X was done."""
    if not (yield from run(t, ctx, effect.cost)):
        return False
    return (yield from run(t, ctx, effect.body))


def modes(t: Engine, ctx: Context, effect: Modes) -> Resolve:
    """The options that were chosen when the effect was activated."""
    taken = ctx.bound.modes[id(effect)] if ctx.bound is not None else []
    for which in taken:
        yield from run(t, ctx, effect.options[which])
    return bool(taken)


def repeat(t: Engine, ctx: Context, effect: Repeat) -> Resolve:
    """The same several times."""
    done = False
    for _ in range(ctx.value(effect.times)):
        done = (yield from run(t, ctx, effect.body)) or done
    return done


EFFECTS: dict[type[Any], Callable[[Engine, Context, Any], Resolve]] = {
    If: condition,
    May: may,
    Pay: pay,
    Modes: modes,
    Repeat: repeat,
    **players.EFFECTS,
    **cards.EFFECTS,
}
