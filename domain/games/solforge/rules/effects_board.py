"""Effects on the board: destroy and banish, Battle and Strike, ready and exhaust."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.contract.rule import rule
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.queries import properties
from domain.games.solforge.queries.context import CardIn, Context, Thing
from domain.games.solforge.queries.zones import held
from domain.games.solforge.rules.choice import permanents, players, select, select_aside
from domain.games.solforge.rules.damage import Blow, deal
from domain.games.solforge.rules.engine import Engine, Event
from domain.games.solforge.rules.resolution import Resolve, destroy, instead
from domain.games.solforge.state import Permanent


def destroy_some(t: Engine, ctx: Context, effect: n.Destroy) -> Resolve:
    """Destroy creatures or Exalts."""
    chosen = permanents(t, (yield from select(t, ctx, effect.who)))
    done = yield from destroy(t, chosen, ctx.cause)
    ctx.amount = sum(p.id not in t.state.in_play for p in chosen)
    return done


@rule
def banish(t: Engine, ctx: Context, effect: n.Banish) -> Resolve:
    """Banish from play, which is not destroying; or cards from a hand or pile."""
    things = yield from select(t, ctx, effect.who)
    going: list[Permanent] = []
    for p in permanents(t, things):
        if properties.forbidden(t.state, p, "be banished", ctx.cause):
            continue
        if not (yield from instead(t, Event("leaves", p.id, by=ctx.you, lane=p.lane))):
            going.append(p)
    watchers = t.watchers()
    for p in going:
        t.leave(p, "banished", cause=ctx.cause)
    for p in going:
        t.happen(Event("leaves", p.id, by=ctx.you, lane=p.lane), watchers)
    done = bool(going)
    for thing in things:
        if isinstance(thing, CardIn) and held(ctx, thing.seat, thing.zone).get(thing.code):
            source = "deck" if thing.zone == "top" else thing.zone
            t.emit(f.Carried(thing.seat, thing.code, source, "banish"))
            done = True
    return done


# -- Battle and Strike ---------------------------------------------------------------------------


@rule
def battle(t: Engine, ctx: Context, effect: n.Battle) -> Resolve:
    """Creatures deal damage equal to their Attack to each other (Glossary: Battle)."""
    first = yield from select(t, ctx, effect.who)
    alone = len(first) == 1

    def another(thing: Thing) -> bool:
        return not (alone and thing in first)

    second = yield from select_aside(t, ctx, effect.with_, another)
    pairs: list[tuple[Permanent, Permanent]] = []
    for p in fighters(t, ctx, first):
        for q in fighters(t, ctx, second):
            if p.id != q.id and (q, p) not in pairs and (p, q) not in pairs:
                pairs.append((p, q))
    blows: list[Blow] = []
    events: list[Event] = []
    for pair in pairs:
        for p, q in (pair, pair[::-1]):
            amount = properties.attack_of(t.state, p)
            blows.append(Blow(q.id, amount, p.id, p.seat, p.code, battle=True))
            events.append(Event("battles", p.id, q.id, p.seat, lane=p.lane))
    watchers = t.watchers()
    yield from deal(t, blows)
    for event in events:
        t.happen(event, watchers)
    return bool(pairs)


def fighters(t: Engine, ctx: Context, things: list[Thing]) -> list[Permanent]:
    """Those of the things that can Battle."""
    return [
        p
        for p in permanents(t, things)
        if not p.exalt and not properties.forbidden(t.state, p, "battle", ctx.cause)
    ]


def strike(t: Engine, ctx: Context, effect: n.Strike) -> Resolve:
    """A creature deals damage equal to its Attack (Glossary: Strike)."""
    mine = permanents(t, (yield from select(t, ctx, effect.who)))
    alone = {p.id for p in mine} if len(mine) == 1 else set()
    targets = yield from select_aside(t, ctx, effect.to, lambda x: x not in alone)
    blows = [
        Blow(x, properties.attack_of(t.state, p), p.id, p.seat, p.code)
        for p in mine
        for x in targets
        if x != p.id
    ]
    yield from deal(t, blows)
    return bool(blows)


# -- ready and exhausted -------------------------------------------------------------------------


@rule
def turn_over(t: Engine, ctx: Context, who: n.Selector, *, ready: bool) -> Resolve:
    """Ready or exhaust creatures, Exalts, or (for a player) the Forgeborn."""
    things = yield from select(t, ctx, who)
    done = False
    watchers = t.watchers()
    name = "readied" if ready else "exhausted"
    events: list[Event] = []
    for p in permanents(t, things):
        if p.ready is ready or properties.forbidden(t.state, p, f"be {name}", ctx.cause):
            continue
        event = Event(name, p.id, by=ctx.you, lane=p.lane)
        if (yield from instead(t, event)):
            continue
        t.emit(f.Turned(p.id, ready))
        events.append(event)
        done = True
    for event in events:
        t.happen(event, watchers)
    for seat in players(things):
        if t.state.sides[seat].ready is not ready:
            t.emit(f.ForgebornTurned(seat, ready))
            done = True
    return done


def make_ready(t: Engine, ctx: Context, effect: n.Ready) -> Resolve:
    """Ready."""
    return (yield from turn_over(t, ctx, effect.who, ready=True))


def exhaust(t: Engine, ctx: Context, effect: n.Exhaust) -> Resolve:
    """Exhaust."""
    return (yield from turn_over(t, ctx, effect.who, ready=False))


EFFECTS: dict[type[Any], Callable[[Engine, Context, Any], Resolve]] = {
    n.Destroy: destroy_some,
    n.Banish: banish,
    n.Battle: battle,
    n.Strike: strike,
    n.Ready: make_ready,
    n.Exhaust: exhaust,
}
