"""Whether conditions hold now: questions, no changes."""

from __future__ import annotations

from domain.games.solforge.cards import nodes as n
from domain.games.solforge.queries.amounts import count_of, value
from domain.games.solforge.queries.context import Context, Thing
from domain.games.solforge.queries.evaluation import defines
from domain.games.solforge.queries.filters import COMPARE, card_fits, fits, permanent_fits
from domain.games.solforge.queries.turn_history import happenings
from domain.games.solforge.queries.zones import seats
from domain.games.solforge.state import LANES, Permanent


@defines
def holds(ctx: Context, condition: n.Condition) -> bool:
    """Whether a condition holds now."""
    state = ctx.state
    match condition:
        case n.Happened():
            return sum(1 for _ in happenings(ctx, condition)) >= condition.least
        case n.Exists(what, least, most, zone, whose):
            count = count_of(ctx, what, zone, whose)
            return count >= least and (most is None or count <= most)
        case n.Is(ref, what):
            return any(fits(ctx, what, thing) for thing in ctx.refer(ref))
        case n.Compare(left, op, right):
            return COMPARE[op](value(ctx, left), value(ctx, right))
        case n.HasForge(whose):
            return state.forge in seats(ctx, whose)
        case n.Replaced(what):
            return replaced(ctx, what)
        case n.Survives(ref):
            things = ctx.refer(ref)
            return bool(things) and all(ctx.present(t) is not None for t in things)
        case n.Done():
            return ctx.done
        case n.Edge(ref, which, among):
            return any(
                is_edge(ctx, p, which, among)
                for t in ctx.refer(ref)
                if (p := ctx.permanent(t)) is not None
            )
        case n.NoEmptyLane(whose):
            return all(not state.empty_lanes(seat) for seat in seats(ctx, whose))
        case n.Not(n.Survives(ref)):
            return any(destroyed(ctx, thing) for thing in ctx.refer(ref))
        case n.Not(inner):
            return not holds(ctx, inner)
        case n.Every(conditions):
            return all(holds(ctx, c) for c in conditions)
        case n.Any_(conditions):
            return any(holds(ctx, c) for c in conditions)


def destroyed(ctx: Context, thing: Thing) -> bool:
    """Whether it was destroyed this turn: what was replaced, banished or returned was not."""
    return ctx.present(thing) is None and any(
        h.event == "destroyed" and h.id == thing for h in ctx.state.history
    )


def replaced(ctx: Context, what: n.Filter | None) -> bool:
    """Whether `this` replaced a creature (that fits, as it was last) when it came into play."""
    p = ctx.permanent(ctx.this)
    if p is None or not p.replaced:
        return False
    if what is None:
        return True
    for h in ctx.state.history:
        old = ctx.ghosts.get(h.source) if h.event == "enters play" and h.id == p.id else None
        if old is not None:
            return permanent_fits(ctx, what, old)
    return card_fits(ctx, what, p.replaced, p.seat)


def is_edge(ctx: Context, p: Permanent, which: str, among: str) -> bool:
    """Whether it is leftmost or rightmost, seen by its own side: seat B's left is lane 5."""
    left = (which == "leftmost") == (p.seat == 0)
    if which == "center":
        return p.lane == LANES[len(LANES) // 2]
    if among == "lane":
        return p.lane == (LANES[0] if left else LANES[-1])
    lanes = [q.lane for q in ctx.state.creatures(p.seat)]
    return bool(lanes) and p.lane == (min(lanes) if left else max(lanes))
