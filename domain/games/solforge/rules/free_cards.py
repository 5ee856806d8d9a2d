"""Cards for Free: as things are, for a cost, or by whom they are played on (Playing a Card, 2)."""

from __future__ import annotations

from domain.contract.game import Play, Seat
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import Face
from domain.games.solforge.queries.auras import auras_on
from domain.games.solforge.queries.conditions import holds
from domain.games.solforge.queries.context import CardIn
from domain.games.solforge.queries.filters import in_play
from domain.games.solforge.rules.engine import Engine
from domain.games.solforge.rules.play import rule_fits
from domain.games.solforge.rules.resolution import possible


def may_be_free(t: Engine, seat: Seat, face: Face) -> bool:
    """Whether a card can be made Free by a cost, or by whom it is played on."""
    cost = free_cost(t, seat, face)
    if cost and can_pay(t, seat, face, cost):
        return True
    ctx = t.context(seat, 0, face.code)
    condition = free_on(face)
    if condition is None:
        return False
    first = first_choice(face)
    if first is None:
        return False
    for thing in in_play(ctx, first.among):
        ctx.it = [thing]
        if holds(ctx, condition):
            return True
    return False


def can_pay(t: Engine, seat: Seat, face: Face, cost: tuple[n.Effect, ...]) -> bool:
    """Whether a cost can be paid once the card is announced, and so is no longer in hand."""
    trial = Engine(Play(t.state.copy()))
    trial.emit(f.Announced(seat, face.code, "hand", True, seat))
    return possible(trial, trial.context(seat, 0, face.code), cost)


def first_choice(face: Face) -> n.Choose | None:
    """The first thing a spell has chosen."""
    for line in face.lines:
        for effect in line.body:
            who = getattr(effect, "who", None)
            if isinstance(who, n.Choose):
                return who
    return None


def is_free(t: Engine, seat: Seat, face: Face) -> bool:
    """Whether a card is Free as things are, whoever it may be played on."""
    for s in t.state.standing:
        if not isinstance(s.what, n.Rule) or not gives_free(s.what.gift):
            continue
        if rule_fits(t, s.seat, s.what, face.code, seat):
            return True
    if aura_makes_free(t, seat, face):
        return True
    ctx = t.context(seat, 0, face.code)
    if any(gives_free(has.gift) for has in face.has):
        return True
    return any(
        not one.cost
        and (
            one.condition is None
            or (not mentions(one.condition, "it") and holds(ctx, one.condition))
        )
        for one in face.free
    )


def aura_makes_free(t: Engine, seat: Seat, face: Face) -> bool:
    """Whether an aura in play makes it Free: `your spells are Free`, `the first … each turn`."""
    card = CardIn(seat, "hand", face.code)
    return any(gives_free(gift) for gift, _ in auras_on(t.state, card, "keywords"))


def gives_free(gift: n.Gift) -> bool:
    """Whether a gift makes cards Free."""
    return any(k.name == "free" for k in gift.keywords)


def free_on(face: Face) -> n.Condition | None:
    """The condition on its target under which a spell is Free, if it has one."""
    for one in face.free:
        if one.condition is not None and mentions(one.condition, "it"):
            return one.condition
    return None


def free_cost(t: Engine, seat: Seat, face: Face) -> tuple[n.Effect, ...]:
    """What may be paid now to play a card for Free."""
    ctx = t.context(seat, 0, face.code)
    for one in face.free:
        if one.cost and (one.condition is None or holds(ctx, one.condition)):
            return one.cost
    return ()


def mentions(node: object, ref: n.Ref) -> bool:
    """Whether a node speaks of a ref anywhere in it."""
    if isinstance(node, n.Node):
        return any(mentions(getattr(node, name), ref) for name in node.__struct_fields__)
    if isinstance(node, tuple):
        return any(mentions(part, ref) for part in node)
    return node == ref
