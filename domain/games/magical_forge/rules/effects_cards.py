"""What effects do to Creatures, Spells, other effects, and cards that lie in piles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.contract.game import Seat
from domain.contract.rule import rule
from domain.frame.bags import Bag
from domain.games.magical_forge import actions as a
from domain.games.magical_forge import facts as f
from domain.games.magical_forge.cards import nodes as n
from domain.games.magical_forge.rules.choice import from_hand, one_card, select
from domain.games.magical_forge.rules.context import Context, cause
from domain.games.magical_forge.rules.draw import turn_up
from domain.games.magical_forge.rules.engine import Engine, Resolve
from domain.games.magical_forge.state import Creature


def creatures(t: Engine, ctx: Context, who: n.Selector) -> Any:
    """The Creatures an effect is for, as they are in play."""
    found = yield from select(t, ctx, who)
    return [t.state.in_play[number] for number in found if number in t.state.in_play]


@rule
def destroy(t: Engine, ctx: Context, effect: n.Destroy) -> Resolve:
    """Creatures are destroyed."""
    found: list[Creature] = yield from creatures(t, ctx, effect.who)
    t.leave(found, "destroyed", "discard", cause(ctx)[0])
    return bool(found)


@rule
def return_(t: Engine, ctx: Context, effect: n.Return) -> Resolve:
    """Creatures or Spells in the centre return to their owner's hand."""
    found: list[int] = yield from select(t, ctx, effect.who)
    for number in found:
        c = t.state.in_play.get(number)
        if c is not None:
            t.leave([c], "returned", "hand", cause(ctx)[0])
        elif number in t.state.centre:
            t.emit(f.LeftCentre(number, "hand"))
    return bool(found)


def attached(t: Engine, seat: Seat, c: Creature, about: str = "card") -> Any:
    """Ask which of a Creature's Spells is meant; its code, or None."""
    return (yield from one_card(t, seat, about, c.spells))


@rule
def detach(t: Engine, ctx: Context, effect: n.Detach) -> Resolve:
    """Spells leave Creatures."""
    amount = ctx.value(effect.amount)
    found: list[Creature] = yield from creatures(t, ctx, effect.who)
    done = False
    for c in found:
        for _ in range(c.health if effect.every else amount):
            seat = ctx.you if effect.by == "you" else c.seat
            if effect.every:
                card = min(c.spells, default=None)
            else:
                card = yield from attached(t, seat, c)
            if card is None:
                break
            t.emit(f.Detached(c.id, card, effect.to))
            done = True
    return done


@rule
def place(t: Engine, ctx: Context, effect: n.Place) -> Resolve:
    """Attached Spells are put into play."""
    amount = ctx.value(effect.amount)
    found: list[Creature] = yield from creatures(t, ctx, effect.who)
    done = False
    for c in found:
        for _ in range(amount):
            card = yield from attached(t, c.seat, c, "centre")
            if card is None:
                break
            number = t.next_id()
            t.emit(f.PutInCentre(number, c.seat, card, c.id))
            t.happen("placed", number)
            done = True
    return done


@rule
def attach(t: Engine, ctx: Context, effect: n.Attach) -> Resolve:
    """Spells of a zone are attached; the limit of the turn does not count them."""
    amount = ctx.value(effect.amount)
    found: list[Creature] = yield from creatures(t, ctx, effect.who)
    done = False
    for c in found:
        for _ in range(amount):
            pile = t.state.sides[c.seat].spells
            if effect.zone == "hand":
                card = yield from from_hand(t, c.seat, [pile], lambda _: True, may=False)
            elif effect.zone == "discard":
                card = yield from one_card(t, c.seat, "card", pile.discard)
            else:
                card = yield from turn_up(t, c.seat, "spells")
            if card is None:
                break
            t.emit(f.Attached(c.id, card, effect.zone, counted=False))
            t.happen("attached", c.id)
            done = True
    return done


@rule
def move_spell(t: Engine, ctx: Context, effect: n.MoveSpell) -> Resolve:
    """A Spell goes from one Creature to another of the same player."""
    sources: list[Creature] = yield from creatures(t, ctx, effect.source)
    before, ctx.this = ctx.this, sources[0].id if sources else ctx.this
    goals: list[Creature] = yield from creatures(t, ctx, effect.to)
    ctx.this = before
    if not sources or not goals or sources[0] is goals[0] or sources[0].seat != goals[0].seat:
        return False
    card = yield from attached(t, ctx.you, sources[0])
    if card is None:
        return False
    t.emit(f.SpellMoved(sources[0].id, goals[0].id, card))
    t.happen("attached", goals[0].id)
    return True


@rule
def recover(t: Engine, ctx: Context, effect: n.Recover) -> Resolve:
    """One's own cards go from hand or discard pile to hand, deck or into play."""
    done = False
    for _ in range(ctx.value(effect.amount)):
        card = yield from recovered(t, ctx, effect)
        if card is None:
            break
        pile = t.book.pile(card)
        if effect.to == "play" and pile == "deck":
            number = t.next_id()
            t.emit(f.Summoned(number, ctx.you, card, effect.zone, played=False))
            ctx.it = [number]
            t.happen("enters", number)
        elif effect.to == "play":
            number = t.next_id()
            t.emit(f.PutInCentre(number, ctx.you, card, 0, effect.zone))
            t.happen("placed", number)
        else:
            t.emit(f.Carried(ctx.you, pile, card, effect.zone, effect.to))
        done = True
    return done


def recovered(t: Engine, ctx: Context, effect: n.Recover) -> Any:
    """Which card is recovered, or None."""
    side = t.state.sides[ctx.you]

    def fits(code: str) -> bool:
        card = t.card(code)
        if effect.to == "play" and card.kind not in ("creature", "spell"):
            return False
        if effect.kinds and card.kind not in effect.kinds:
            return False
        return not effect.types or bool(set(effect.types) & set(card.types))

    both = [side.deck, side.spells]
    if effect.zone == "hand":
        piles = [side.spells] if effect.kinds == ("spell",) else both
        piles = piles if not effect.kinds or "spell" in effect.kinds else [side.deck]
        return (yield from from_hand(t, ctx.you, piles, fits, may=effect.up_to))
    bag: Bag = {c: k for pile in both for c, k in pile.discard.items() if fits(c)}
    if effect.up_to and bag:
        choices = [*(a.Card(card) for card in sorted(bag)), a.No()]
        answer = yield t.ask(ctx.you, "card", choices, "that card is not there")
        return None if isinstance(answer, a.No) else answer.card
    return (yield from one_card(t, ctx.you, "card", bag))


@rule
def clear(t: Engine, ctx: Context, effect: n.Clear) -> Resolve:
    """Spells in the centre are discarded."""
    found: list[int] = yield from select(t, ctx, effect.who)
    for number in found:
        if number in t.state.centre:
            t.emit(f.LeftCentre(number, "discard"))
    return bool(found)


@rule
def stop(t: Engine, ctx: Context, effect: n.Stop) -> Resolve:
    """Effects on the stack will not resolve."""
    found: list[int] = yield from select(t, ctx, effect.who)
    for number in found:
        if t.state.item(number) is not None:
            t.emit(f.Stopped(number, cause(ctx)[0]))
    return bool(found)


@rule
def mark(t: Engine, ctx: Context, effect: n.Mark) -> Resolve:
    """Something holds for Creatures until the end of the turn."""
    amount = ctx.value(effect.n)
    found: list[Creature] = yield from creatures(t, ctx, effect.who)
    for c in found:
        if amount > 0:
            t.emit(f.Marked(c.id, effect.mark, amount))
    return bool(found) and amount > 0


EFFECTS: dict[type[Any], Callable[[Engine, Context, Any], Resolve]] = {
    n.Destroy: destroy,
    n.Return: return_,
    n.Detach: detach,
    n.Place: place,
    n.Attach: attach,
    n.MoveSpell: move_spell,
    n.Recover: recover,
    n.Clear: clear,
    n.Stop: stop,
    n.Mark: mark,
}
