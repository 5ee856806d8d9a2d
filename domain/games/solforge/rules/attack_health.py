"""Attack and Health that go up or down otherwise than by damage."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import msgspec

from domain.contract.game import Ask, Seat
from domain.contract.rule import rule
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.queries import properties
from domain.games.solforge.queries.context import Context
from domain.games.solforge.rules.damage import altered
from domain.games.solforge.rules.engine import Engine, Event
from domain.games.solforge.rules.resolution import Resolve, instead
from domain.games.solforge.state import Permanent


@rule
def gain_health(t: Engine, seat: Seat, amount: int, ctx: Context) -> Generator[Ask, Any, int]:
    """A player gains Health, or loses it, if negative; returns what was gained or lost."""
    if not amount:
        return 0
    up = amount > 0
    if properties.forbidden(t.state, seat, "gain health" if up else "lose health", ctx.cause):
        return 0
    word = "health gained" if up else "health lost"
    much, _ = altered(t, seat, word, abs(amount), party=ctx.doer)
    if not much:
        return 0
    name = "gains health" if up else "loses health"
    event = Event(name, -1 - seat, ctx.doer, ctx.you, much)
    if (yield from instead(t, event)):
        return 0
    watchers = t.watchers()
    by = much if up else -much
    t.emit(f.Gained(seat, by, t.state.sides[seat].health + by, ctx.this))
    t.happen(event, watchers)
    return much


class Shift(msgspec.Struct, frozen=True):
    """How much a creature's Attack and Health are to go up or down."""

    id: int
    attack: int
    health: int


@rule
def shift_all(t: Engine, ctx: Context, shifts: Sequence[Shift], until: str = "") -> Resolve:
    """Change several creatures at once, then let everything trigger; says whether any changed.

    What lasts until the end of the turn only is a gift.
    """
    watchers = t.watchers()
    events: list[Event] = []
    for shift in shifts:
        p = t.state.in_play.get(shift.id)
        if p is None:
            continue
        attack = yield from allowed(t, ctx, p, "attack", attack_change(t, p, shift.attack))
        health = yield from allowed(t, ctx, p, "health", shift.health)
        if not attack and not health:
            continue
        up = attack + (max(0, -properties.raw_attack(t.state, p)) if attack > 0 else 0)
        more = health + (max(0, -properties.health_of(t.state, p)) if health > 0 else 0)
        if until == "turn":
            gift = n.Gift(n.Number(up) if up else None, n.Number(more) if more else None)
            t.emit(f.Given(t.next_number(), p.id, gift, "turn", ctx.code))
        else:
            t.emit(f.Changed(p.id, up, more, ctx.this, ctx.you, ctx.code))
        if health < 0:
            t.hurt[p.id] = ctx.cause
        events += [
            event_of(ctx, p, stat, by)
            for stat, by in (("attack", attack), ("health", health))
            if by
        ]
    for event in events:
        t.happen(event, watchers)
    return bool(events)


def attack_change(t: Engine, p: Permanent, by: int) -> int:
    """A change of Attack, which can't take away more than there is (Creature Cards)."""
    return max(by, -max(0, properties.raw_attack(t.state, p))) if by < 0 else by


def event_of(ctx: Context, p: Permanent, stat: str, by: int) -> Event:
    """What a change of Attack or Health triggers."""
    name = f"{'gains' if by > 0 else 'loses'} {stat}"
    return Event(name, p.id, ctx.doer, ctx.you, abs(by), lane=p.lane)


def allowed(t: Engine, ctx: Context, p: Permanent, stat: str, by: int) -> Generator[Ask, Any, int]:
    """What of a change happens: nothing if it is forbidden, or if something else happens instead."""
    if not by:
        return 0
    if properties.forbidden(t.state, p, f"{'gain' if by > 0 else 'lose'} {stat}", ctx.cause):
        return 0
    if stat == "health":
        word = "health gained" if by > 0 else "health lost"
        much, _ = altered(t, p, word, abs(by), party=ctx.doer)
        by = much if by > 0 else -much
    if by and (yield from instead(t, event_of(ctx, p, stat, by))):
        return 0
    return by
