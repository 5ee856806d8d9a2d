"""Selecting what an effect is about: all of it, what is referred to, or what is chosen one at a time."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeAlias

from domain.contract.game import DEALER, Action, Ask, Seat
from domain.contract.rule import rule
from domain.games.solforge import actions as a
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.queries import properties
from domain.games.solforge.queries.amounts import stat_value
from domain.games.solforge.queries.conditions import holds
from domain.games.solforge.queries.context import CardIn, Context, Thing
from domain.games.solforge.queries.filters import in_play, share
from domain.games.solforge.rules.engine import Engine
from domain.games.solforge.state import Permanent

Selecting: TypeAlias = Generator[Ask, Any, list[Thing]]
"""A selection in progress: yields Asks, and returns what is selected."""
Test: TypeAlias = Callable[[Thing], bool] | None
"""What more must hold of a thing that is selected."""


def affectable(t: Engine, ctx: Context, things: Sequence[Thing]) -> list[Thing]:
    """Those that the ability can affect; some cannot be by the enemy's."""
    found: list[Thing] = []
    for thing in things:
        p = t.state.in_play.get(thing) if isinstance(thing, int) else None
        if (
            p is not None
            and p.seat != ctx.you
            and properties.forbidden(t.state, p, "be affected", ctx.cause)
        ):
            continue
        found.append(thing)
    return found


def candidates(t: Engine, ctx: Context, choose: n.Choose, only: Test = None) -> list[Thing]:
    """What may be chosen."""
    found = affectable(t, ctx, in_play(ctx, choose.among))
    if only is not None:
        found = [x for x in found if only(x)]
    if ctx.must is None:
        return found
    before = ctx.it
    kept: list[Thing] = []
    for thing in found:
        ctx.it = [thing]
        if holds(ctx, ctx.must):
            kept.append(thing)
    ctx.it = before
    return kept


def select(t: Engine, ctx: Context, selector: n.Selector, only: Test = None) -> Selecting:
    """What a selector means now; choices are asked for. Sets `it` (or the mark) as nodes.Ref says."""
    match selector:
        case n.Refer(ref):
            found = affectable(t, ctx, [x for x in ctx.refer(ref) if is_there(t, x)])
            return [x for x in found if only is None or only(x)]
        case n.All(among):
            found = affectable(t, ctx, in_play(ctx, among))
            found = [x for x in found if only is None or only(x)]
            remember(ctx, found, among)
            return found
        case n.Among(among):
            found = affectable(t, ctx, in_play(ctx, among))
            found = [x for x in found if only is None or only(x)]
            if len(found) > 1:
                choices: list[Action] = [a.AtRandom(x) for x in found if isinstance(x, int)]
                chosen: a.AtRandom = yield t.ask(
                    DEALER, "random", choices, "that is none of them", always=True
                )
                found = [x for x in found if x == chosen.id]
            remember(ctx, found, among)
            return found
        case n.Several(parts):
            return (yield from select_several(t, ctx, parts, only))
        case n.Choose():
            return (yield from choose_some(t, ctx, selector, only))


def select_aside(t: Engine, ctx: Context, selector: n.Selector, only: Test = None) -> Selecting:
    """What the second party of an effect is; `it` stays what it was, unless it is chosen unmarked."""
    before = ctx.it
    found = yield from select(t, ctx, selector, only)
    if not isinstance(selector, n.Choose):
        ctx.it = before
    return found


def is_there(t: Engine, thing: Thing) -> bool:
    """Whether a thing is a player, a card, or still in play."""
    return isinstance(thing, CardIn) or thing < 0 or thing in t.state.in_play


def select_several(t: Engine, ctx: Context, parts: tuple[n.Selector, ...], only: Test) -> Selecting:
    """All parts; where both players choose, who has the Forge does first (Resolving Abilities)."""
    order = list(range(len(parts)))
    if all(isinstance(part, n.Choose) for part in parts):
        order.sort(key=lambda i: chooser(ctx, parts[i]) != t.state.forge)
    found: dict[int, list[Thing]] = {}
    for index in order:
        found[index] = yield from select(t, ctx, parts[index], only)
    together: list[Thing] = []
    for index in range(len(parts)):
        together += [x for x in found[index] if x not in together]
    remember(ctx, together, ())
    return together


def chooser(ctx: Context, selector: n.Selector) -> Seat:
    """Who chooses."""
    return 1 - ctx.you if isinstance(selector, n.Choose) and selector.by == "enemy" else ctx.you


def remember(ctx: Context, found: list[Thing], among: tuple[n.Filter, ...]) -> None:
    """What was selected is `it`, unless only players could be."""
    cards = [x for x in found if isinstance(x, CardIn) or x > 0]
    if cards or (not found and not (among and all(f.kind == "player" for f in among))):
        ctx.it = cards


@rule
def choose_some(t: Engine, ctx: Context, choose: n.Choose, only: Test) -> Selecting:
    """Choose one after the other (Resolving Abilities)."""
    found: list[Thing] = []
    who = chooser(ctx, choose)
    while len(found) < choose.most:
        left = [x for x in candidates(t, ctx, choose, only) if x not in found]
        if choose.alike and found:
            left = [x for x in left if alike(ctx, choose.alike, found[0], x)]
        elif choose.alike:
            left = [x for x in left if has_partners(ctx, choose, left, x)]
        if not left:
            break
        choices = [action_for(x) for x in left]
        if len(found) >= choose.least:
            choices.append(a.No())
        chosen = yield t.ask(
            who, "target", choices, "that cannot be chosen here", good=gain_by(ctx.effect)
        )
        ctx.must = None
        if isinstance(chosen, a.No):
            break
        found.append(thing_of(chosen))
        if len(choices) == 1 and isinstance(found[-1], int):
            t.emit(f.Chosen(who, found[-1]))
    if choose.mark:
        ctx.marks = {**ctx.marks, choose.mark: found}
    else:
        remember(ctx, found, choose.among)
    return found


HARM = (n.Damage, n.Destroy, n.Banish, n.Exhaust, n.Battle, n.Strike)


def gain_by(effect: n.Effect | None) -> int:
    """Whether what an effect is chosen for gains (1) or loses (-1) by it, as far as can be known."""
    match effect:
        case n.Change(_, attack, health):
            numbers = [x.n for x in (attack, health) if isinstance(x, n.Number)]
            return -1 if numbers and min(numbers) < 0 else 1
        case n.Give(_, gift):
            bad = gift.loses or gift.forbids or any(k.name == "defender" for k in gift.keywords)
            return -1 if bad else 1
        case _:
            return -1 if isinstance(effect, HARM) else 1


def alike(ctx: Context, what: str, one: Thing, two: Thing) -> bool:
    """Whether two things have the same level, name, type, faction or side."""
    p, q = ctx.permanent(one), ctx.permanent(two)
    if what == "level" or p is None or q is None:
        return stat_value(ctx, one, "L") == stat_value(ctx, two, "L")
    if what == "side":
        return p.seat == q.seat and p.exalt is q.exalt
    return share(ctx, what, p.code, properties.types_of(ctx.state, p), two)


def has_partners(ctx: Context, choose: n.Choose, among: list[Thing], thing: Thing) -> bool:
    """Whether enough that are alike can be chosen with it."""
    return sum(alike(ctx, choose.alike, thing, x) for x in among) >= choose.least


def action_for(thing: Thing) -> Action:
    """The action that chooses a thing."""
    if isinstance(thing, CardIn):
        return a.Card(thing.code)
    return a.TargetPlayer(-1 - thing) if thing < 0 else a.Target(thing)


def thing_of(chosen: Any) -> Thing:
    """The thing that an action chooses."""
    return -1 - chosen.seat if isinstance(chosen, a.TargetPlayer) else chosen.id


def permanents(t: Engine, things: Sequence[Thing]) -> list[Permanent]:
    """Those of the things that are in play."""
    return [p for x in things if isinstance(x, int) and (p := t.state.in_play.get(x)) is not None]


def players(things: Sequence[Thing]) -> list[Seat]:
    """Those of the things that are players."""
    return [-1 - x for x in things if isinstance(x, int) and x < 0]


def seats_of(t: Engine, ctx: Context, ref: n.Ref) -> list[Seat]:
    """The players a ref means, who has the Forge first: you, enemy, each, or whose `that` is."""
    if ref in ("you", "enemy"):
        return [ctx.you if ref == "you" else 1 - ctx.you]
    found: list[Seat] = []
    for thing in ctx.refer(ref):
        if isinstance(thing, CardIn):
            found.append(thing.seat)
        elif thing < 0:
            found.append(-1 - thing)
        elif (p := ctx.permanent(thing)) is not None:
            found.append(p.seat)
    if not found:
        return [ctx.you]
    return sorted(set(found), key=lambda seat: seat != t.state.forge)


def can_select(t: Engine, ctx: Context, selector: n.Selector, only: Test = None) -> bool:
    """Whether a selector finds what it needs at least."""
    match selector:
        case n.Choose():
            return len(candidates(t, ctx, selector, only)) >= max(1, selector.least)
        case n.All(among) | n.Among(among):
            found = affectable(t, ctx, in_play(ctx, among))
            return any(only is None or only(x) for x in found)
        case n.Several(parts):
            return any(can_select(t, ctx, part, only) for part in parts)
        case n.Refer(ref):
            return any(is_there(t, x) and (only is None or only(x)) for x in ctx.refer(ref))
