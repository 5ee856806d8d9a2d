"""What effects do to players: Life Points, drawing, discarding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.contract.game import Seat
from domain.contract.rule import rule
from domain.games.magical_forge import actions as a
from domain.games.magical_forge import facts as f
from domain.games.magical_forge.cards import nodes as n
from domain.games.magical_forge.rules.choice import from_hand, select
from domain.games.magical_forge.rules.context import Context, cause, player_id
from domain.games.magical_forge.rules.deal import in_hand
from domain.games.magical_forge.rules.draw import draw, draw_spells, turn_up
from domain.games.magical_forge.rules.engine import Engine, Resolve


def seats(t: Engine, ctx: Context, who: n.Selector) -> Any:
    """The players an effect is for, the active player first."""
    found = yield from select(t, ctx, who)
    chosen = [-1 - number for number in found if number < 0]
    return sorted(chosen, key=lambda seat: seat != t.state.active)


@rule
def lose(t: Engine, ctx: Context, effect: n.Lose) -> Resolve:
    """Players lose Life Points, all at once."""
    amount = ctx.value(effect.amount)
    found: list[Seat] = yield from seats(t, ctx, effect.who)
    source, card = cause(ctx)
    why = "effect" if ctx.item is not None else "cost"
    for seat in found:
        t.lose(seat, amount, why, source, card, ctx.you)
    return amount > 0 and bool(found)


@rule
def gain(t: Engine, ctx: Context, effect: n.Gain) -> Resolve:
    """Players gain Life Points."""
    amount = ctx.value(effect.amount)
    found: list[Seat] = yield from seats(t, ctx, effect.who)
    source, card = cause(ctx)
    if amount <= 0:
        return False
    for seat in found:
        t.emit(f.LifeGained(seat, amount, source, card))
        t.happen("gains", player_id(seat), amount)
    return bool(found)


def draw_cards(t: Engine, ctx: Context, effect: n.Draw) -> Resolve:
    """Players draw; no Spells follow."""
    amount = ctx.value(effect.amount)
    found: list[Seat] = yield from seats(t, ctx, effect.who)
    for seat in found:
        if effect.pile == "spells":
            yield from draw_spells(t, seat, amount)
        elif amount > 0:
            yield from draw(t, seat, amount, announced=False)
    return amount > 0 and bool(found)


@rule
def mill(t: Engine, ctx: Context, effect: n.Mill) -> Resolve:
    """Top cards go to the discard pile."""
    amount = ctx.value(effect.amount)
    found: list[Seat] = yield from seats(t, ctx, effect.who)
    done = False
    for seat in found:
        for _ in range(amount):
            side = t.state.sides[seat]
            if not (side.spells if effect.pile == "spells" else side.deck).left:
                break
            card = yield from turn_up(t, seat, effect.pile)
            t.emit(f.Carried(seat, effect.pile, card, "deck", "discard"))
            done = True
    return done


@rule
def discard(t: Engine, ctx: Context, effect: n.Discard) -> Resolve:
    """Players discard cards from hand."""
    amount = ctx.value(effect.amount)
    found: list[Seat] = yield from seats(t, ctx, effect.who)
    done = False
    for seat in found:
        for _ in range(amount):
            card = yield from discarded(t, seat, effect)
            if card is None:
                break
            t.emit(f.Carried(seat, t.book.pile(card), card, "hand", "discard"))
            done = True
    return done


def discarded(t: Engine, seat: Seat, effect: n.Discard) -> Any:
    """Which card a player discards, or None if there is none."""
    side = t.state.sides[seat]
    piles = {"deck": [side.deck], "spells": [side.spells]}.get(
        effect.pile, [side.deck, side.spells]
    )
    if not any(pile.hand.count for pile in piles):
        return None
    if effect.random:
        choices = in_hand(*piles)
        answer: a.Random = yield t.dealer("random", choices, choices.why_not)
        return answer.card
    return (yield from from_hand(t, seat, piles, lambda _: True, may=False))


EFFECTS: dict[type[Any], Callable[[Engine, Context, Any], Resolve]] = {
    n.Lose: lose,
    n.Gain: gain,
    n.Draw: draw_cards,
    n.Mill: mill,
    n.Discard: discard,
}
