"""Resolving abilities: step by step in the order written, and what follows of itself after each step.

What each kind of step does and needs stands in the modules of effects and in `feasibility`, which
resolve abilities themselves; `rules.effects` brings them together here (Resolving Abilities).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Final, TypeAlias

from domain.contract.game import Ask
from domain.contract.rule import rule
from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.queries import properties
from domain.games.solforge.queries.conditions import holds
from domain.games.solforge.queries.context import CardIn, Cause, Context, Thing
from domain.games.solforge.rules.engine import Engine, Event
from domain.games.solforge.rules.rows import notice_alone, put_rows_right
from domain.games.solforge.state import Permanent

Resolve: TypeAlias = Generator[Ask, Any, bool]
"""Something that resolves: yields Asks, and says whether it was done."""

EFFECTS: Final[dict[type[Any], Callable[[Engine, Context, Any], Resolve]]] = {}
"""How each kind of step resolves."""
NEEDS: Final[list[Callable[[Engine, Context, n.Effect], bool]]] = []
"""What a step needs: all of these must find it."""

NOBODY = Cause(-1)


def run(t: Engine, ctx: Context, body: tuple[n.Effect, ...]) -> Resolve:
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


def condition(t: Engine, ctx: Context, effect: n.If, *, alternative: bool) -> Resolve:
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


def possible(t: Engine, ctx: Context, body: tuple[n.Effect, ...]) -> bool:
    """Say if the first step can be done (later ones may depend on it)."""
    return not body or can_do(t, ctx, body[0])


def can_do(t: Engine, ctx: Context, effect: n.Effect) -> bool:
    """Say if a step finds what it needs."""
    return all(need(t, ctx, effect) for need in NEEDS)


# -- instead -------------------------------------------------------------------------------------


def instead(t: Engine, event: Event) -> Resolve:
    """Whether something else happens in place of an event; it is resolved."""
    for p, ability in replacements(t, event.name):
        ctx = t.context(p.seat, p.id, p.code)
        key = (p.id, ability)
        if key in t.replacing or p.id not in t.state.in_play:
            continue
        if not t.event_fits(ctx, ability.trigger, event):
            continue
        ctx.body = ability.body
        if isinstance(event.who, CardIn):
            ctx.it = [event.who]
        if (ability.may or needs_counters(ability.body)) and not possible(t, ctx, ability.body):
            continue
        if ability.may:
            t.doing = ctx
            answer = yield t.ask(p.seat, "may", [a.Yes(), a.No()], "answer y or n")
            if isinstance(answer, a.No):
                continue
        t.replacing.add(key)
        yield from run(t, ctx, ability.body)
        t.replacing.discard(key)
        return True
    return False


def replacements(t: Engine, name: str) -> list[tuple[Permanent, n.Instead]]:
    """The abilities in play that replace events of a name."""
    return [
        (p, ability)
        for p in t.state.in_play.values()
        for _, ability in properties.abilities_of(t.state, p)
        if isinstance(ability, n.Instead) and ability.trigger.event == name
    ]


def needs_counters(body: tuple[n.Effect, ...]) -> bool:
    """Whether it takes counters away first: without them nothing is replaced."""
    first = body[0] if body else None
    return (
        isinstance(first, n.Counters) and isinstance(first.n, n.Number) and first.n.n < 0
    ) or isinstance(first, n.Pay)


# -- destruction, and what follows after each step -----------------------------------------------


@rule
def destroy(t: Engine, victims: Sequence[Permanent], by: Cause | None = None) -> Resolve:
    """Destroy things in play, all at once (Glossary: Destroy); watchers see all that go together.

    Without `by`, who did the last damage to each is who destroys it.
    """
    doomed: list[tuple[Permanent, Event]] = []
    for p in victims:
        cause = by or t.hurt.get(p.id, NOBODY)
        if p.id not in t.state.in_play or properties.forbidden(t.state, p, "be destroyed", cause):
            continue
        event = Event("destroyed", p.id, doer(cause), cause.seat, lane=p.lane)
        t.saving.add(p.id)
        saved = yield from instead(t, event)
        t.saving.discard(p.id)
        if not saved and p.id in t.state.in_play:
            doomed.append((p, event))
    doomed = [(p, event) for p, event in doomed if p.id in t.state.in_play]
    watchers = t.watchers()
    for p, _ in doomed:
        t.leave(p, "destroyed", cause=by or t.hurt.get(p.id, NOBODY))
    for _, event in doomed:
        t.happen(event, watchers)
    for p, _ in doomed:
        t.happen(Event("leaves", p.id, lane=p.lane), watchers)
    return bool(doomed)


def doer(cause: Cause) -> Thing | None:
    """Who it is for triggers: something in play, or a spell's card; None for nobody."""
    return cause.id or (CardIn(cause.seat, "now", cause.code) if cause.code else None)


@rule
def settle(t: Engine) -> Resolve:
    """After each step: who has no Health left is destroyed, rows are put right, Health is looked at."""
    spared: set[int] = set()
    while True:
        dead = [
            p
            for p in t.state.creatures()
            if properties.health_of(t.state, p) <= 0 and p.id not in spared | t.saving
        ]
        if not dead:
            break
        spared |= {p.id for p in dead}
        yield from destroy(t, dead)
    put_rows_right(t)
    notice_alone(t)
    t.hurt.clear()
    t.check_health()
    return True
