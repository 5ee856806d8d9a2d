"""The response stack: activating, responding, resolving (D, the Response Rule).

Before an effect resolves each player in turn, beginning with its controller's opponent, may respond; two
passes in a row resolve the one on top. What triggers activates one after the other, the active
player's first, on top of what waits to resolve, and resolves before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec

from domain.contract.game import Action, Seat
from domain.contract.rule import rule
from domain.frame.language.nodes import Node
from domain.games.magical_forge import actions as a
from domain.games.magical_forge import facts as f
from domain.games.magical_forge.cards import nodes as n
from domain.games.magical_forge.language.plain import ability
from domain.games.magical_forge.rules.choice import Bound, choose_targets, possible
from domain.games.magical_forge.rules.context import Context, player_id
from domain.games.magical_forge.rules.engine import MOST_EFFECTS, Engine, Resolving, Waiting, pushed
from domain.games.magical_forge.rules.resolution import run
from domain.games.magical_forge.state import Creature, Item

# -- what may be activated -----------------------------------------------------------------------


def activations(t: Engine, seat: Seat, *, forge: bool) -> Iterator[Action]:
    """What a seat may activate now: Forge cards (on its own turn), Weapons, Creature abilities."""
    ctx = t.context(seat)
    for code in t.state.sides[seat].deck.possible():
        card = t.card(code)
        if card.kind == "forge" and forge and possible(ctx, card.body):
            yield a.PlayForge(code)
        elif card.kind == "weapon" and possible(ctx, card.body):
            yield a.UseWeapon(code)
    for c in t.state.creatures(seat):
        for which, what in t.card(c.card).activated:
            if which not in c.used and usable(t, c, what):
                yield a.UseAbility(c.id, which)


def usable(t: Engine, c: Creature, what: n.Activated) -> bool:
    """Whether a Creature's ability has what it needs: targets, and what it costs."""
    ctx = t.context(c.seat, c.id)
    return possible(ctx, what.body) and all(payable(t, ctx, cost) for cost in what.cost)


def payable(t: Engine, ctx: Context, cost: Node) -> bool:
    """Whether a cost can be paid."""
    side = t.state.sides[ctx.you]
    if isinstance(cost, n.Lose):
        return side.life > ctx.value(cost.amount)
    if isinstance(cost, n.Discard):
        held = {"deck": side.deck.hand.count, "spells": side.spells.hand.count}
        return held.get(cost.pile, side.hand) >= ctx.value(cost.amount)
    if isinstance(cost, n.Detach):
        who = cost.who
        ids = ctx.refer(who.ref) if isinstance(who, n.Refer) else ctx.all(who.among)
        need = max(1, ctx.value(cost.amount))
        there = (t.state.in_play.get(number) for number in ids)
        return any(c is not None and c.health >= need for c in there)
    return True


# -- activating ----------------------------------------------------------------------------------


@rule
def activate(t: Engine, seat: Seat, action: Any) -> Resolving:
    """Announce a Forge card, Weapon or ability: options and targets, then costs; it goes on the stack."""
    cost: tuple[Node, ...] = ()
    if isinstance(action, a.UseAbility):
        c = t.state.in_play[action.id]
        used = t.card(c.card).abilities[action.which]
        if not isinstance(used, n.Activated):
            raise LookupError(f"{c.card} has no such ability")
        cost, body = used.cost, used.body
        item = Item(0, seat, "ability", c.card, c.id, action.which)
    else:
        kind = "forge" if isinstance(action, a.PlayForge) else "weapon"
        if not t.state.sides[seat].deck.holds(action.card):
            raise LookupError(f"{action.card} is not in hand")
        body = t.card(action.card).body
        item = Item(0, seat, kind, action.card)
    item = yield from announced(t, item, body)
    yield from run(t, t.context(seat, item.source), cost)
    push(t, item)
    t.happen(item.kind, player_id(seat))
    t.settle()
    yield from activate_waiting(t)


def announced(t: Engine, item: Item, body: tuple[Node, ...]) -> Any:
    """The effect with its options and targets chosen."""
    modes: list[int] = []
    targets: list[int] = []
    ctx = t.context(item.seat, item.source)
    ctx.that = item.that
    yield from choose_targets(t, ctx, body, modes, targets)
    return msgspec.structs.replace(item, targets=tuple(targets), modes=tuple(modes))


@rule
def push(t: Engine, item: Item) -> int:
    """Put an effect on top of the stack; its id."""
    number = t.next_id()
    to = t.state.stack[-1].id if t.state.stack else 0
    t.emit(pushed(msgspec.structs.replace(item, id=number, to=to)))
    return number


def activate_waiting(t: Engine) -> Resolving:
    """Triggers that wait activate one after the other; each resolves before the next.

    A Spell that has left the centre meanwhile, or has activated already, does not.
    """
    batch, t.waiting = t.waiting, []
    if not batch:
        return
    for seat in (t.state.active, 1 - t.state.active):
        mine = [w for w in batch if w.seat == seat]
        while mine := [w for w in mine if can_activate(t, w)]:
            if t.resolved >= MOST_EFFECTS:
                cut(t, len(mine))
                return
            index = 0
            if any(w != mine[0] for w in mine):
                choices: list[Action] = [a.Order(i) for i in range(len(mine))]
                chosen: a.Order = yield t.ask(
                    seat, "order", choices, "so many do not wait", label=partial(waits, t, mine)
                )
                index = chosen.which
            yield from trigger(t, mine.pop(index))


def waits(t: Engine, mine: list[Waiting], answer: Any) -> str:
    """A trigger that waits, in words."""
    if not isinstance(answer, a.Order):
        return ""
    card = t.card(mine[answer.which].card)
    return f"{card.name}: {ability(card.abilities[mine[answer.which].which])}"


@rule
def cut(t: Engine, dropped: int) -> None:
    """Loops are cut: no more triggers activate this turn."""
    if not t.cut:
        t.emit(f.LoopCut(dropped))
    t.cut = True
    t.waiting = []


def can_activate(t: Engine, w: Waiting) -> bool:
    """Whether a trigger can still activate: Spells only while in play, and once."""
    if w.kind != "spell":
        return True
    return w.source in t.state.centre and all(item.source != w.source for item in t.state.stack)


def trigger(t: Engine, w: Waiting) -> Resolving:
    """A triggered ability activates, may be responded to, and resolves."""
    item = Item(0, w.seat, w.kind, w.card, w.source, w.which, that=w.that, amount=w.amount)
    item = yield from announced(t, item, t.card(w.card).effect(w.which))
    number = push(t, item)
    yield from resolve_down_to(t, number)


# -- resolving -----------------------------------------------------------------------------------


@rule
def resolve_down_to(t: Engine, base: int) -> Resolving:
    """Responses and resolution, until neither the effect `base` nor any above it is left."""
    stack = t.state.stack
    while stack and stack[-1].id >= base:
        if (yield from respond(t)):
            continue
        yield from resolve_top(t)
        t.settle()
        yield from activate_waiting(t)


def respond(t: Engine) -> Any:
    """Each player in turn may respond, beginning with the opponent; whether one did (D)."""
    top = t.state.stack[-1]
    for seat in (1 - top.seat, top.seat):
        choices = [*activations(t, seat, forge=seat == t.state.active), a.Pass()]
        hidden = t.state.sides[seat].deck.hidden > 0
        answer = yield t.ask(seat, "respond", choices, why_no_response(t, seat), always=hidden)
        if not isinstance(answer, a.Pass):
            yield from activate(t, seat, answer)
            return True
    return False


def why_no_response(t: Engine, seat: Seat) -> Any:
    """Why something is no response."""

    def why(action: Any) -> str:
        if isinstance(action, a.PlayForge) and seat != t.state.active:
            return "Forge cards may only be played on one's own turn"
        return (
            "a response is a Creature ability or a Weapon, on one's own turn a Forge card; or pass"
        )

    return why


@rule
def resolve_top(t: Engine) -> Resolving:
    """The effect on top resolves, or fizzles if all its targets are gone."""
    item = t.state.stack[-1]
    body = t.card(item.card).effect(item.which)
    ctx = t.context(item.seat, item.source)
    ctx.item, ctx.that, ctx.amount = item, item.that, item.amount
    ctx.bound = Bound(body, item.modes, item.targets)
    if ctx.bound.fizzles(ctx):
        t.emit(f.Fizzled(item.id))
        return
    t.resolved += 1
    t.emit(f.Resolving(item.id))
    yield from run(t, ctx, body)
    if t.state.item(item.id) is not None:
        t.emit(f.Resolved(item.id))
