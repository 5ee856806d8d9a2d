"""Cards that turn into others: Transform, and Forgeborn that are overlaid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.contract.rule import rule
from domain.frame.slugs import slug
from domain.games.solforge import actions as a
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import book
from domain.games.solforge.queries import properties
from domain.games.solforge.queries.context import Context
from domain.games.solforge.rules.choice import permanents, select
from domain.games.solforge.rules.effects_moves import announce_moved
from domain.games.solforge.rules.engine import Engine, Event
from domain.games.solforge.rules.resolution import Resolve, instead
from domain.games.solforge.state import LANES, Permanent


def transform(t: Engine, ctx: Context, effect: n.Transform) -> Resolve:
    """Flip cards over (Battle for Whitefang Pass: Transform)."""
    if effect.who is not None:
        chosen = permanents(t, (yield from select(t, ctx, effect.who)))
    else:
        chosen = of_name(t, ctx, effect.name)
        ctx.it = [p.id for p in chosen]
    done = False
    for p in chosen:
        done = (yield from flip(t, ctx, p, effect.to)) or done
    return done


def of_name(t: Engine, ctx: Context, name: str) -> list[Permanent]:
    """What is in play on your side with this name on either side of the card."""
    found: list[Permanent] = []
    for p in t.state.in_play.values():
        card = t.face(p.code).card
        if p.seat == ctx.you and slug(name) in (card.slug, slug(card.solbind or "?")):
            found.append(p)
    return found


@rule
def flip(t: Engine, ctx: Context, p: Permanent, to: str) -> Resolve:
    """Show a card's other side; without a lane for it, it goes back to the Upgrade Pile."""
    other = book(t.state.cards).other_side(p.code)
    if not other or p.id not in t.state.in_play:
        return False
    if properties.forbidden(t.state, p, "be transformed", ctx.cause):
        return False
    event = Event("transformed", p.id, by=ctx.you, lane=p.lane)
    if (yield from instead(t, event)):
        return False
    face = t.face(other)
    exalt = face.card.kind == "exalt"
    same = exalt is p.exalt
    there = t.state.exalt_at if exalt else t.state.creature_at
    lane = p.lane
    if to == "empty":
        lane = 0
        if free := [x for x in LANES if there(p.seat, x) is None]:
            where: a.Lane = yield t.ask(
                ctx.you, "lane", [a.Lane(x) for x in free], "it cannot go there"
            )
            lane = where.lane
    elif not same and there(p.seat, lane) is not None:
        lane = 0
    watchers = t.watchers()
    if not lane:
        t.leave(p, "homeless", cause=ctx.cause)
        t.happen(Event("leaves", p.id, by=ctx.you), watchers)
        return True
    moved = lane != p.lane
    front = not exalt and (p.front if same else t.state.forge == p.seat)
    attack, health = face.printed.attack, face.printed.health
    t.emit(f.Flipped(p.id, other, attack, health, exalt, lane, front, same))
    announce_transformed(t, p, watchers)
    if moved:
        announce_moved(t, p, watchers)
    return True


@rule
def announce_transformed(t: Engine, p: Permanent, watchers: Any) -> None:
    """Let trigger what triggers on it; the new side's own words about itself, not the old side's."""
    others = [w for w in watchers if w.id != p.id or w.ability.trigger.event != "transformed"]
    own = [w for w in t.watchers() if w.id == p.id and w.ability.trigger.event == "transformed"]
    t.happen(Event("transformed", p.id, by=p.seat, lane=p.lane), [*others, *own])


@rule
def overlay(t: Engine, ctx: Context, effect: n.Overlay) -> Resolve:
    """A card overlays the Forgeborn: level and readiness stay (Glossary: Overlay)."""
    yield from ()
    p = t.state.in_play.get(ctx.this)
    known = book(t.state.cards)
    face = known.faces.get(p.code if p is not None else ctx.code)
    if face is None:
        return False
    sides = (face.card.slug, slug(face.card.solbind or "?"))
    over = next((one for one in sides if one in known.forgeborn), "")
    under = t.state.sides[ctx.you].forgeborn
    wanted = slug(effect.name)
    if not over or not (under == wanted or under.startswith(f"{wanted}-" if wanted else "")):
        return False
    if p is not None:
        watchers = t.watchers()
        t.leave(p, "overlaid", "aside", ctx.cause)
        t.happen(Event("leaves", p.id, by=ctx.you, lane=p.lane), watchers)
    t.emit(f.Overlaid(ctx.you, over))
    return True


EFFECTS: dict[type[Any], Callable[[Engine, Context, Any], Resolve]] = {
    n.Transform: transform,
    n.Overlay: overlay,
}
