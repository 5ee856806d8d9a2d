"""What steps of an ability need to be possible now: for `you may` and for `X to Y`."""

from __future__ import annotations

from domain.games.solforge.cards import nodes as n
from domain.games.solforge.queries.amounts import value
from domain.games.solforge.queries.conditions import holds
from domain.games.solforge.queries.context import CardIn, Context, Thing
from domain.games.solforge.queries.evaluation import value_for
from domain.games.solforge.queries.filters import speaks_of
from domain.games.solforge.queries.forgeborn import lines_of
from domain.games.solforge.queries.zones import seats, zone_size
from domain.games.solforge.rules import effects_cards as cards
from domain.games.solforge.rules.choice import can_select, seats_of
from domain.games.solforge.rules.effects_flip import of_name
from domain.games.solforge.rules.effects_moves import can_move, can_swap
from domain.games.solforge.rules.effects_play import can_play_it, lanes_for, owner_of, playable
from domain.games.solforge.rules.engine import Engine
from domain.games.solforge.rules.piles import HIDDEN
from domain.games.solforge.rules.play import code_of, may_play, open_lanes, source_of
from domain.games.solforge.rules.resolution import possible

SELECTING = (
    n.Change,
    n.SetStat,
    n.Give,
    n.Damage,
    n.Heal,
    n.Destroy,
    n.Banish,
    n.Target,
    n.ForEach,
    n.ReplaceWith,
    n.Switch,
)


def can_pay(t: Engine, ctx: Context, effect: n.Pay) -> bool:
    """Whether both halves of `X to Y` can be done; what X chooses can't be known yet."""
    if not possible(t, ctx, effect.cost):
        return False
    first = effect.body[0] if effect.body else None
    depends = isinstance(first, n.Discard) and first.what is None
    if depends or any(speaks_of(first, ref) for ref in ("it", "second", "chosen")):
        return True
    return possible(t, ctx, effect.body)


def can_do(t: Engine, ctx: Context, effect: n.Effect) -> bool:
    """Whether a step finds what it needs."""
    if isinstance(effect, SELECTING):
        return can_select(t, ctx, effect.who)
    match effect:
        case n.Battle(who, other) | n.Strike(who, other):
            return can_select(t, ctx, who) and (speaks_of(other, "it") or can_select(t, ctx, other))
        case n.Ready(who) | n.Exhaust(who):
            wanted = isinstance(effect, n.Exhaust)
            return can_select(t, ctx, who, lambda x: is_ready(t, x) is wanted)
        case n.Counters(who, number, name):
            return can_select(t, ctx, who, lambda x: has_counters(ctx, x, number, name))
        case n.Draw(amount, who):
            some = value(ctx, amount) > 0
            return some and any(t.state.sides[seat].deck for seat in seats_of(t, ctx, who))
        case n.Look(_, whose, zone):
            return any(zone_size(ctx, seat, zone) for seat in seats(ctx, whose))
        case n.May(body) | n.Repeat(_, body):
            return possible(t, ctx, body)
        case n.Pay():
            return can_pay(t, ctx, effect)
        case n.If(condition, body, otherwise):
            return possible(t, ctx, body if holds(ctx, condition) else otherwise)
        case n.Modes(options):
            return any(possible(t, ctx, option) for option in options)
        case n.PickLane(empty):
            return not empty or bool(t.state.empty_lanes(ctx.you))
        case n.Delayed(on=on):
            return on is None or can_select(t, ctx, on)
        case _:
            return can_do_with_cards(t, ctx, effect)


def is_ready(t: Engine, thing: Thing) -> bool | None:
    """Whether something in play, or a player's Forgeborn, is ready; None if it is neither."""
    if isinstance(thing, CardIn):
        return None
    if thing < 0:
        return t.state.sides[-1 - thing].ready
    p = t.state.in_play.get(thing)
    return p.ready if p is not None else None


def has_counters(ctx: Context, thing: Thing, number: n.Amount, name: str) -> bool:
    """Whether there are as many counters on a thing as are removed."""
    by = value_for(ctx, number, thing)
    p = ctx.present(thing)
    if p is None:
        return False
    there = p.counters.get(name, 0) if name else sum(p.counters.values())
    return by > 0 or (by < 0 and there >= -by)


def can_do_with_cards(t: Engine, ctx: Context, effect: n.Effect) -> bool:
    """Whether a step about cards finds what it needs."""
    match effect:
        case n.Move(who):

            def movable(thing: Thing) -> bool:
                p = ctx.present(thing)
                return p is not None and can_move(t, ctx, p, effect)

            return can_select(t, ctx, who, movable)
        case n.Swap():
            return can_swap(t, ctx, effect)
        case n.PlayNamed():
            return can_play_named(t, ctx, effect)
        case n.PlayCard():
            return can_play(t, ctx, effect)
        case n.PlayIt(who, _, ref):
            seat = seats_of(t, ctx, who)[0]
            return any(
                isinstance(x, CardIn) and can_play_it(t, ctx, seat, x) for x in ctx.refer(ref)
            )
        case n.UpgradeCard(zone, what, who=who, whose=whose):
            zone = zone or cards.zone_meant(ctx, what.ref)
            if zone == "play":
                return who is None or can_select(t, ctx, who)
            return any(zone_size(ctx, seat, zone) for seat in seats(ctx, whose))
        case n.Discard(who, what):
            if what is None:
                return any(isinstance(x, CardIn) and x.zone == "hand" for x in ctx.it)
            return any(t.state.sides[seat].hand.count for seat in seats_of(t, ctx, who))
        case n.PutCard(who=who):
            return can_select(t, ctx, who) if who is not None else cards.can_put(t, ctx, effect)
        case n.Transform(who, name):
            return can_select(t, ctx, who) if who is not None else bool(of_name(t, ctx, name))
        case n.UseAbility(level):
            return bool(lines_of(t.state, t.state.sides[ctx.you].other_forgeborn, level))
        case _:
            return True


def can_play_named(t: Engine, ctx: Context, effect: n.PlayNamed) -> bool:
    """Whether a card by that name can be played, or Transformed instead."""
    code = code_of(t, effect.name)
    if not code:
        return False
    face = t.face(code)
    for seat in seats_of(t, ctx, effect.who):
        if source_of(t, seat, code) and (
            may_play(t, seat, face)
            if face.card.kind == "spell"
            else open_lanes(t, seat, face, lanes_for(ctx, effect, seat))
        ):
            return True
    others = [p for p in of_name(t, ctx, effect.name) if t.face(p.code).card is not face.card]
    return effect.transform and bool(others)


def can_play(t: Engine, ctx: Context, effect: n.PlayCard) -> bool:
    """Whether there may be a card to play; of a hidden zone only whether it holds any."""
    for seat in seats_of(t, ctx, effect.who):
        owner = owner_of(ctx, effect, seat)
        if effect.zone in (*HIDDEN, "top") and not effect.what.ref:
            if zone_size(ctx, owner, effect.zone):
                return True
        elif playable(t, ctx, seat, owner, effect):
            return True
    return False
