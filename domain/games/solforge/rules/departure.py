"""Destruction, rows, and what else follows of itself after each step of an ability."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeAlias

from domain.contract.game import Ask
from domain.games.solforge import actions as a
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.queries import properties
from domain.games.solforge.queries.context import CardIn, Thing
from domain.games.solforge.queries.filters import in_play
from domain.games.solforge.queries.properties import Cause
from domain.games.solforge.rules.engine import Event, Table
from domain.games.solforge.state import Permanent

Resolve: TypeAlias = Generator[Ask, Any, bool]
"""Something that resolves: yields Asks, and says whether it was done."""

NEIGHBOURS = n.Filter(side="yours", adjacent_to="this")
NOBODY = Cause(-1)


def destroy(t: Table, victims: Sequence[Permanent], by: Cause | None = None) -> Resolve:
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


def settle(t: Table) -> Resolve:
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


def put_rows_right(t: Table) -> None:
    """Defender holds in the back row; Aggressive, without it, in the front row (Glossary)."""
    for p in list(t.state.creatures()):
        keywords = properties.keywords_of(t.state, p)
        if "defender" in keywords:
            if p.front:
                move_row(t, p, front=False)
        elif "aggressive" in keywords and not p.front and row_open(t, p, front=True):
            move_row(t, p, front=True)


def row_open(t: Table, p: Permanent, *, front: bool) -> bool:
    """Whether its keywords and what is forbidden to it let a creature be put into a row."""
    keywords = properties.keywords_of(t.state, p)
    if front:
        return "defender" not in keywords and not properties.forbidden(t.state, p, "enter front")
    if "defender" in keywords:
        return True
    return "aggressive" not in keywords and not properties.forbidden(t.state, p, "enter back")


def move_row(t: Table, p: Permanent, *, front: bool) -> None:
    """Change a creature's row, in its lane; it enters a row then, and no lane (Glossary: Enters)."""
    watchers = t.watchers()
    t.emit(f.Moved(p.id, p.lane, front))
    row = "front" if front else "back"
    t.happen(Event("enters", p.id, by=p.seat, row=row), watchers)
    t.happen(Event("moved", p.id, by=p.seat, row=row), watchers)


def notice_alone(t: Table) -> None:
    """Abilities that trigger on having no adjacent creatures, when that begins."""
    for w in t.watchers():
        if w.ability.trigger.event != "alone":
            continue
        ctx = t.context(w.seat, w.id, w.code)
        if in_play(ctx, (NEIGHBOURS,)):
            t.alone.discard(w.id)
        elif w.id not in t.alone:
            t.alone.add(w.id)
            if t.looked:
                t.happen(Event("alone", w.id), [w])
    t.looked = True


# -- instead -------------------------------------------------------------------------------------


def instead(t: Table, event: Event) -> Resolve:
    """Whether something else happens in place of an event; it is resolved."""
    from domain.games.solforge.rules.feasibility import possible
    from domain.games.solforge.rules.resolution import run

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


def replacements(t: Table, name: str) -> list[tuple[Permanent, n.Instead]]:
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
