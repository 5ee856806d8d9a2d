"""Effects on numbers: Attack, Health, damage, armor, keywords, counters."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import msgspec

from domain.contract.game import Ask
from domain.contract.rule import rule
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.queries.amounts import Measure, measuring, stat_value
from domain.games.solforge.queries.context import Context, Thing
from domain.games.solforge.queries.filters import lane_of
from domain.games.solforge.rules.attack_health import Shift, gain_health, shift_all
from domain.games.solforge.rules.choice import permanents, players, select, select_aside
from domain.games.solforge.rules.damage import Blow, deal_all
from domain.games.solforge.rules.engine import Engine, Event
from domain.games.solforge.rules.resolution import Resolve
from domain.games.solforge.state import Permanent


def change_stats(t: Engine, ctx: Context, effect: n.Change) -> Resolve:
    """Attack and Health go up or down; players have Health too."""
    measure = measuring(ctx)
    things = yield from select(t, ctx, effect.who)
    shifts = [
        Shift(p.id, measure(effect.attack, p.id), measure(effect.health, p.id))
        for p in permanents(t, things)
    ]
    healed = [(seat, measure(effect.health, -1 - seat)) for seat in players(things)]
    done = yield from shift_all(t, ctx, shifts, effect.until)
    for seat, amount in healed:
        done = bool((yield from gain_health(t, seat, amount, ctx))) or done
    return done or bool(things)


def set_stat(t: Engine, ctx: Context, effect: n.SetStat) -> Resolve:
    """A stat becomes a number."""
    measure = measuring(ctx)
    things = yield from select(t, ctx, effect.who)
    parts = [
        (x, effect.stat, measure(effect.to, x) - stat_value(ctx, x, effect.stat)) for x in things
    ]
    yield from adjust(t, ctx, parts)
    return bool(things)


def switch(t: Engine, ctx: Context, effect: n.Switch) -> Resolve:
    """Two numbers change places."""
    first = yield from select(t, ctx, effect.who)
    pairs: list[tuple[Thing, str, Thing, str]] = []
    if effect.with_ is not None:
        second = yield from select_aside(t, ctx, effect.with_, lambda x: x not in first)
        if first and second:
            pairs.append((first[0], effect.stat, second[0], effect.stat2 or effect.stat))
    elif effect.stat2 and effect.stat2 != effect.stat:
        pairs += [(x, effect.stat, x, effect.stat2) for x in first]
    elif len(first) >= 2:
        pairs.append((first[0], effect.stat, first[1], effect.stat))
    parts: list[tuple[Thing, str, int]] = []
    for one, stat, two, stat2 in pairs:
        a, b = stat_value(ctx, one, stat), stat_value(ctx, two, stat2)
        parts += [(one, stat, b - a), (two, stat2, a - b)]
    yield from adjust(t, ctx, parts, effect.until)
    return bool(pairs)


def adjust(
    t: Engine, ctx: Context, parts: list[tuple[Thing, str, int]], until: str = ""
) -> Resolve:
    """Numbers of creatures and players go up or down together."""
    totals: dict[int, list[int]] = {}
    for thing, stat, by in parts:
        if isinstance(thing, int):
            totals.setdefault(thing, [0, 0])[0 if stat == "A" else 1] += by
    shifts = [Shift(thing, *both) for thing, both in totals.items() if thing > 0]
    done = yield from shift_all(t, ctx, shifts, until)
    for thing, (_, health) in totals.items():
        if thing < 0:
            done = bool((yield from gain_health(t, -1 - thing, health, ctx))) or done
    return done


# -- gifts ---------------------------------------------------------------------------------------


def fixed(measure: Measure, lanes: set[int], gift: n.Gift, thing: Thing) -> n.Gift:
    """A gift with its numbers and its lane worked out now, for one of those that get it."""

    def number(amount: n.Amount | None) -> n.Amount | None:
        return None if amount is None else n.Number(measure(amount, thing))

    return msgspec.structs.replace(
        gift,
        keywords=tuple(n.Keyword(k.name, n.Number(measure(k.n, thing))) for k in gift.keywords),
        attack=number(gift.attack),
        health=number(gift.health),
        forbids=tuple(
            msgspec.structs.replace(forbid, lane=str(min(lanes)))
            if forbid.lane == "this" and lanes
            else forbid
            for forbid in gift.forbids
        ),
        alters=tuple(
            msgspec.structs.replace(alter, plus=fixed_amount(measure, alter.plus, thing))
            for alter in gift.alters
        ),
    )


def fixed_amount(measure: Measure, amount: n.Amount, thing: Thing) -> n.Amount:
    """A number as it is now; one that speaks of the altered event's own amount stays open."""
    return amount if isinstance(amount, n.ThatMuch) else n.Number(measure(amount, thing))


@rule
def give(t: Engine, ctx: Context, effect: n.Give) -> Resolve:
    """Keywords, abilities, types, prohibitions; until the end of the turn or for good."""
    measure = measuring(ctx)
    lanes = lane_of(ctx, "this")
    things = yield from select(t, ctx, effect.who)
    gifts: list[tuple[Permanent, n.Gift]] = [
        (p, fixed(measure, lanes, effect.gift, p.id)) for p in permanents(t, things)
    ]
    for p, whole in gifts:
        for gift, until in by_duration(whole, effect.until):
            t.emit(f.Given(t.next_number(), p.id, gift, until, ctx.code))
    for seat in players(things):
        for gift, until in by_duration(fixed(measure, lanes, effect.gift, -1 - seat), effect.until):
            t.emit(f.PlayerGiven(t.next_number(), seat, gift, until, ctx.code))
    return bool(gifts or players(things))


def by_duration(gift: n.Gift, until: str) -> list[tuple[n.Gift, str]]:
    """A gift, its armor apart: that goes back to what is printed in the Maintenance Step."""
    armor = tuple(k for k in gift.keywords if k.name == "armor")
    if until == "turn" or not armor:
        return [(gift, until)]
    rest = msgspec.structs.replace(
        gift, keywords=tuple(k for k in gift.keywords if k.name != "armor")
    )
    found = [(n.Gift(keywords=armor), "turn")]
    return found if rest == n.Gift() else [*found, (rest, until)]


# -- damage and Health ---------------------------------------------------------------------------


def damage(t: Engine, ctx: Context, effect: n.Damage) -> Resolve:
    """Damage to creatures and players, all at once; with what is too much, to others."""
    measure = measuring(ctx)
    sources = [p for x in ctx.refer(effect.source) if (p := ctx.permanent(x)) is not None]
    things = yield from select(t, ctx, effect.who)
    source = sources[0] if sources else None
    whose = (source.id, source.seat, source.code) if source else (0, ctx.you, ctx.code)
    blows = [Blow(x, measure(effect.amount, x), *whose) for x in things]
    dealt = yield from deal_all(t, blows)
    excess = sum(one.excess for one in dealt)
    if things:
        ctx.amount = sum(one.amount for one in dealt)
    if effect.excess is not None and excess > 0:
        more = yield from select_aside(t, ctx, effect.excess)
        yield from deal_all(t, [Blow(x, excess, *whose) for x in more])
    return bool(things)


def heal(t: Engine, ctx: Context, effect: n.Heal) -> Generator[Ask, Any, bool]:
    """Players gain or lose Health."""
    measure = measuring(ctx)
    things = yield from select(t, ctx, effect.who)
    amounts = [(seat, measure(effect.amount, -1 - seat)) for seat in players(things)]
    total = 0
    for seat, amount in amounts:
        total += yield from gain_health(t, seat, amount, ctx)
    if amounts:
        ctx.amount = total
    return total > 0


# -- counters ------------------------------------------------------------------------------------


@rule
def counters(t: Engine, ctx: Context, effect: n.Counters) -> Resolve:
    """Counters are put on cards, or removed; all of them or not at all."""
    measure = measuring(ctx)
    things = yield from select(t, ctx, effect.who)
    total = 0
    for p in permanents(t, things):
        by = measure(effect.n, p.id)
        if by < 0:
            total += remove_counters(t, p, effect.name, -by)
        elif by:
            watchers = t.watchers()
            t.emit(f.Counted(p.id, effect.name, by))
            what = Event("counter put", p.id, by=ctx.you, amount=by, lane=p.lane)
            t.happen(what, watchers)
            total += by
    if things:
        ctx.amount = total
    return total > 0


@rule
def remove_counters(t: Engine, p: Permanent, name: str, count: int) -> int:
    """Remove so many counters of a name, of any without one; none if there are not so many."""
    kinds = [name] if name else sorted(p.counters)
    if sum(p.counters.get(kind, 0) for kind in kinds) < count:
        return 0
    left = count
    for kind in kinds:
        there = min(left, p.counters.get(kind, 0))
        if there:
            t.emit(f.Counted(p.id, kind, -there))
            left -= there
    return count


EFFECTS: dict[type[Any], Callable[[Engine, Context, Any], Resolve]] = {
    n.Change: change_stats,
    n.SetStat: set_stat,
    n.Switch: switch,
    n.Give: give,
    n.Damage: damage,
    n.Heal: heal,
    n.Counters: counters,
}
