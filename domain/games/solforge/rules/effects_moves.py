"""Effects that move things: to other lanes and rows, and into each other's lane."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from domain.contract.game import Action
from domain.contract.rule import rule
from domain.games.solforge import actions as a
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.queries import properties
from domain.games.solforge.queries.amounts import Measure, measuring
from domain.games.solforge.queries.context import Context, Thing
from domain.games.solforge.queries.filters import beside, lanes_called
from domain.games.solforge.rules.choice import (
    alike,
    can_select,
    candidates,
    permanents,
    select,
    select_aside,
)
from domain.games.solforge.rules.engine import Engine, Event, Watcher
from domain.games.solforge.rules.resolution import Resolve, instead
from domain.games.solforge.rules.rows import move_row, row_open
from domain.games.solforge.state import LANES, Permanent

# -- to another lane or row ----------------------------------------------------------------------


def lanes_meant(ctx: Context, effect: n.Move) -> set[int] | None:
    """The lanes that an effect names, before anything is selected; None where each has its own."""
    if effect.to == "adjacent":
        return None
    return lanes_called(ctx, effect.to) if effect.to else set(LANES)


def lanes_to(
    t: Engine, p: Permanent, effect: n.Move, meant: set[int] | None, measure: Measure
) -> list[int]:
    """The lanes something may be moved to: empty, near enough, and those the effect names."""
    there = t.state.exalt_at if p.exalt else t.state.creature_at
    far = None if effect.far is None else measure(effect.far, p.id)
    allowed = beside({p.lane}) if meant is None else meant
    return [
        lane
        for lane in LANES
        if lane in allowed
        and lane != p.lane
        and (far is None or abs(lane - p.lane) <= far)
        and there(p.seat, lane) is None
    ]


def can_move(t: Engine, ctx: Context, p: Permanent, effect: n.Move) -> bool:
    """Whether something can be moved so."""
    if not free_to_move(t, ctx, p):
        return False
    if effect.row:
        front = effect.row == "front"
        return not p.exalt and p.front is not front and row_open(t, p, front=front)
    return bool(lanes_to(t, p, effect, lanes_meant(ctx, effect), measuring(ctx)))


def free_to_move(t: Engine, ctx: Context, p: Permanent) -> bool:
    """Whether nothing forbids it to be moved."""
    return not any(
        properties.forbidden(t.state, p, what, ctx.cause) for what in ("move", "be moved")
    )


def move(t: Engine, ctx: Context, effect: n.Move) -> Resolve:
    """To another lane, or to the other row (Glossary: Move)."""
    meant, measure = lanes_meant(ctx, effect), measuring(ctx)
    chosen = permanents(t, (yield from select(t, ctx, effect.who)))
    done = False
    for p in chosen:
        if not free_to_move(t, ctx, p):
            continue
        if effect.row:
            done = (yield from change_row(t, ctx, p, effect.row)) or done
            continue
        lanes = lanes_to(t, p, effect, meant, measure)
        if not lanes:
            continue
        choices: list[Action] = [a.Lane(lane) for lane in lanes]
        if not effect.least:
            choices.append(a.No())
        where = yield t.ask(ctx.you, "lane", choices, "it cannot be moved there")
        if not isinstance(where, a.Lane) or (
            yield from instead(t, Event("moved", p.id, by=ctx.you, lane=where.lane))
        ):
            continue
        move_to(t, p, where.lane)
        done = True
    return done


def change_row(t: Engine, ctx: Context, p: Permanent, row: str) -> Resolve:
    """Put a creature into a row, if its keywords let it."""
    front = row == "front"
    if p.exalt or p.front is front or not row_open(t, p, front=front):
        return False
    if (yield from instead(t, Event("moved", p.id, by=ctx.you, row=row))):
        return False
    move_row(t, p, front=front)
    return True


@rule
def move_to(t: Engine, p: Permanent, lane: int) -> None:
    """Move something to another lane; it stays in its row."""
    watchers = t.watchers()
    t.emit(f.Moved(p.id, lane, p.front))
    announce_moved(t, p, watchers)


@rule
def announce_moved(t: Engine, p: Permanent, watchers: Sequence[Watcher]) -> None:
    """Let trigger what triggers on a change of lane."""
    for name in ("enters", "moved"):
        t.happen(Event(name, p.id, by=p.seat, lane=p.lane), watchers)


# -- into each other's lane ----------------------------------------------------------------------


@rule
def swap(t: Engine, ctx: Context, effect: n.Swap) -> Resolve:
    """Two change lanes; their rows stay (Glossary: Swap)."""
    pair = yield from swapped(t, ctx, effect)
    if len(pair) < 2 or not alike(ctx, "side", pair[0].id, pair[1].id):
        return False
    if not all(free_to_move(t, ctx, p) for p in pair):
        return False
    for p, q in (pair, pair[::-1]):
        if (yield from instead(t, Event("moved", p.id, by=ctx.you, lane=q.lane))):
            return False
    watchers = t.watchers()
    t.emit(f.Swapped(pair[0].id, pair[1].id))
    for p in pair:
        announce_moved(t, p, watchers)
    return True


def swapped(t: Engine, ctx: Context, effect: n.Swap) -> Any:
    """The two that are swapped; one can only be chosen if there is another for it."""

    def movable(thing: Thing) -> bool:
        p = ctx.present(thing)
        return p is not None and free_to_move(t, ctx, p)

    if effect.with_ is None:
        who = effect.who
        if isinstance(who, n.Choose) and who.most > 1:
            who = msgspec.structs.replace(who, alike="side")
        return permanents(t, (yield from select(t, ctx, who, movable)))[:2]
    with_ = effect.with_

    def has_partner(thing: Thing) -> bool:
        return movable(thing) and any(
            x != thing and movable(x) and alike(ctx, "side", thing, x)
            for x in partners(t, ctx, with_)
        )

    first = permanents(t, (yield from select(t, ctx, effect.who, has_partner)))[:1]
    if not first:
        return first
    one = first[0].id

    def fitting(thing: Thing) -> bool:
        return thing != one and movable(thing) and alike(ctx, "side", one, thing)

    return [*first, *permanents(t, (yield from select_aside(t, ctx, with_, fitting)))[:1]]


def partners(t: Engine, ctx: Context, with_: n.Selector) -> list[Thing]:
    """What the second of a swap could be; a filter that speaks of the first is not known yet."""
    if isinstance(with_, n.Choose):
        return candidates(t, ctx, with_)
    if isinstance(with_, n.Refer):
        return ctx.refer(with_.ref)
    return [p.id for p in t.state.in_play.values()]


def can_swap(t: Engine, ctx: Context, effect: n.Swap) -> bool:
    """Whether there are two that can be swapped."""
    if effect.with_ is None:
        return can_select(t, ctx, effect.who)
    others = partners(t, ctx, effect.with_)

    def has_partner(thing: Thing) -> bool:
        return any(x != thing and alike(ctx, "side", thing, x) for x in others)

    return can_select(t, ctx, effect.who, has_partner)


EFFECTS: dict[type[Any], Callable[[Engine, Context, Any], Resolve]] = {
    n.Move: move,
    n.Swap: swap,
}
