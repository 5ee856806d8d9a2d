"""What numbers are now: questions, no changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from domain.contract.game import Seat
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.queries import properties
from domain.games.solforge.queries.context import CardIn, Context, Thing
from domain.games.solforge.queries.evaluation import defines, value_for
from domain.games.solforge.queries.filters import in_play
from domain.games.solforge.queries.properties import card_number, number_of
from domain.games.solforge.queries.turn_history import happenings
from domain.games.solforge.queries.zones import seats, zone_count


@defines
def value(ctx: Context, amount: n.Amount) -> int:
    """What a number is now."""
    match amount:
        case n.Number(number):
            return number
        case n.StatOf(stat, ref, times):
            return times * sum(stat_value(ctx, thing, stat) for thing in ctx.refer(ref)[:1])
        case n.CountOf(what, times, zone, whose):
            return times * count_of(ctx, what, zone, whose)
        case n.HappenedCount(what, times):
            return times * sum(1 for _ in happenings(ctx, what))
        case n.CountersOn(ref, name, times):
            found = [p for t in ctx.refer(ref) if (p := ctx.permanent(t)) is not None]
            return times * sum(
                count for p in found[:1] for key, count in p.counters.items() if name in ("", key)
            )
        case n.ThatMuch(plus, times):
            return times * ctx.amount + plus
        case n.PlayerNumber(what, whose, times):
            return times * sum(player_number(ctx, seat, what) for seat in seats(ctx, whose))
        case n.Sum(parts):
            return sum(value(ctx, part) for part in parts)
        case n.Half(of, up):
            whole = value(ctx, of)
            return (whole + 1) // 2 if up else whole // 2
        case n.TotalOf(stat, what, how, times):
            numbers = [stat_value(ctx, thing, stat) for thing in in_play(ctx, (what,))] or [0]
            if how == "sum":
                return times * sum(numbers)
            return times * (max(numbers) if how == "most" else min(numbers))


def count_of(ctx: Context, what: n.Filter, zone: str, whose: str) -> int:
    """How many there are in play, or in a zone."""
    if zone == "play":
        return len(in_play(ctx, (what,)))
    return sum(zone_count(ctx, seat, zone, what) for seat in seats(ctx, whose))


Measure: TypeAlias = Callable[[n.Amount | None, Thing], int]
"""A number for one of those affected."""


def measuring(ctx: Context) -> Measure:
    """How the numbers of an effect are worked out: with `it` as it is before the effect selects."""
    it = ctx.it

    def measure(amount: n.Amount | None, thing: Thing) -> int:
        now, ctx.it = ctx.it, it
        try:
            return value_for(ctx, amount, thing)
        finally:
            ctx.it = now

    return measure


def stat_value(ctx: Context, thing: Thing, stat: str) -> int:
    """A number of a thing: of something in play, a card, or a player's (its Forgeborn's level)."""
    if isinstance(thing, CardIn):
        return card_number(ctx.state, thing.code, stat)
    if thing < 0:
        seat = -1 - thing
        side = ctx.state.sides[seat]
        armor = properties.player_armor(ctx.state, seat) if stat == "D" else 0
        return {"L": side.level, "H": side.health, "D": armor}.get(stat, 0)
    p = ctx.permanent(thing)
    return number_of(ctx.state, p, stat) if p is not None else 0


def player_number(ctx: Context, seat: Seat, what: str) -> int:
    """A number of a player."""
    side = ctx.state.sides[seat]
    if what == "cycle":
        return ctx.state.cycle
    return {
        "forgeborn": side.level,
        "hand": side.hand.count,
        "banish": sum(side.banished.values()),
        "upgrade": sum(side.upgrades.values()),
        "discard": side.discard.count,
        "deck": side.deck,
        "health": side.health,
    }[what]
