"""Triggered abilities, batch by batch (Resolving Multiple Triggered Abilities)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import lru_cache, partial
from typing import Any, TypeAlias

from domain.contract.game import Action, Ask
from domain.contract.rule import rule
from domain.games.solforge import actions as a
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.rules.engine import MOST_TRIGGERS, Engine, Event, Waiting
from domain.games.solforge.rules.explanations import one_of_card, triggered_on, whose
from domain.games.solforge.rules.free_cards import mentions
from domain.games.solforge.rules.resolution import run, settle

Resolving: TypeAlias = Generator[Ask, Any, None]
"""Something that resolves: yields Asks."""


@rule
def resolve_triggers(t: Engine) -> Resolving:
    """Resolve what waits: the Forge player's batch, then the other's, then what was added meanwhile.

    After `MOST_TRIGGERS` abilities one after another the rest does not resolve any more, so that no
    chain is endless; the match says so (LoopCut).
    """
    yield from settle(t)
    t.resolved = 0
    while t.waiting:
        batch, t.waiting = t.waiting, []
        for seat in (t.state.forge, 1 - t.state.forge):
            mine = [w for w in batch if w.seat == seat]
            while mine:
                choices: list[Action] = [a.Order(index) for index in distinct(mine)]
                index = 0
                if len(choices) > 1:
                    chosen: a.Order = yield t.ask(
                        seat,
                        "order",
                        choices,
                        "that one does not wait, or is like one before it",
                        label=partial(ordered_meaning, t, list(mine)),
                    )
                    index = chosen.which
                yield from resolve_one(t, mine.pop(index))
                t.resolved += 1
                if t.resolved >= MOST_TRIGGERS:
                    t.emit(f.LoopCut(len(mine) + len(t.waiting)))
                    t.waiting = []
                    return
    t.check_sudden()


def ordered_meaning(t: Engine, waiting: Sequence[Waiting], chosen: a.Order) -> str:
    """A trigger that waits, in words: of which card, what it does, and what it triggered on."""
    w = waiting[chosen.which]
    done = one_of_card(t.state, w.code, w.index, w.body)
    on = triggered_on(t.state, w.event.who, t.ghosts)
    return f"{whose(t.state, w.id, w.code, t.ghosts)}: {done}{on}"


def distinct(waiting: list[Waiting]) -> list[int]:
    """The first of each that are alike: one ability of one card, on the same event or on any."""
    seen: list[tuple[int, str, int, tuple[n.Effect, ...], Event | None]] = []
    found: list[int] = []
    for index, w in enumerate(waiting):
        key = (w.id, w.code, w.index, w.body, w.event if speaks_of_event(w.body) else None)
        if key not in seen:
            seen.append(key)
            found.append(index)
    return found


@lru_cache(maxsize=4096)
def speaks_of_event(body: tuple[n.Effect, ...]) -> bool:
    """Whether an ability does something with what it triggered on."""
    return mentions(body, "that") or mentions(body, "other") or has_amount(body)


def has_amount(node: object) -> bool:
    """Whether a node speaks of the amount of the event anywhere in it."""
    if isinstance(node, n.ThatMuch):
        return True
    if isinstance(node, n.Node):
        return any(has_amount(getattr(node, name)) for name in node.__struct_fields__)
    return isinstance(node, tuple) and any(has_amount(part) for part in node)


@rule
def resolve_one(t: Engine, w: Waiting) -> Resolving:
    """Resolve one triggered ability."""
    t.emit(f.Triggered(w.seat, w.code, w.id, w.index))
    ctx = t.context(w.seat, w.id, w.code)
    if w.event.who is not None:
        ctx.that = [w.event.who]
    if w.event.other is not None:
        ctx.other = [w.event.other]
    ctx.amount = w.event.amount
    ctx.body = w.body
    yield from run(t, ctx, w.body)
    yield from settle(t)
