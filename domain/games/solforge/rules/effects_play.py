"""Effects that play cards: by name, from hands and piles, in place of others."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from domain.contract.game import Action, Ask, Seat
from domain.contract.rule import rule
from domain.games.solforge import actions as a
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import Face
from domain.games.solforge.queries import properties
from domain.games.solforge.queries.context import CardIn, Context, Thing
from domain.games.solforge.queries.filters import lanes_called
from domain.games.solforge.queries.zones import held
from domain.games.solforge.rules.choice import permanents, seats_of, select
from domain.games.solforge.rules.effects_cards import look_at_top
from domain.games.solforge.rules.effects_flip import flip, of_name
from domain.games.solforge.rules.engine import Engine, Event
from domain.games.solforge.rules.piles import fitting, next_card
from domain.games.solforge.rules.play import (
    NOT_PLAYED,
    code_of,
    may_play,
    open_lanes,
    passes_gate,
    play,
    source_of,
)
from domain.games.solforge.rules.resolution import Resolve
from domain.games.solforge.state import LANES, Permanent

# -- by name -------------------------------------------------------------------------------------


def play_named(t: Engine, ctx: Context, effect: n.PlayNamed) -> Resolve:
    """Play Minions, or a Solbind card from the Upgrade Pile (Minion Cards, Solbind Cards)."""
    code = code_of(t, effect.name)
    if not code:
        return False
    made: list[Thing] = []
    done = False
    for seat in seats_of(t, ctx, effect.who):
        if effect.transform and not source_of(t, seat, code):
            done = (yield from transform_instead(t, ctx, effect)) or done
            made += ctx.it if done else []
            continue
        numbers = yield from play_some(t, ctx, effect, seat, code)
        made += [number for number in numbers if number]
        done = done or bool(numbers)
    ctx.it = made
    return done


def play_some(
    t: Engine, ctx: Context, effect: n.PlayNamed, seat: Seat, code: str
) -> Generator[Ask, Any, list[int]]:
    """Play as many as the effect says, one after the other: a later one may replace an earlier."""
    numbers: list[int] = []
    given = effect.lane_name or effect.lane == "each empty"
    places = [{lane} for lane in sorted(lanes_for(ctx, effect, seat))] if given else []
    for index in range(len(places) if given else effect.most):
        source = source_of(t, seat, code)
        if not source:
            break
        lanes = places[index] if given else lanes_for(ctx, effect, seat)
        optional = index >= effect.least and not given
        lane = yield from choose_lane(t, seat, t.face(code), sorted(lanes), optional=optional)
        if lane < 0 and given:
            continue
        if lane < 0:
            break
        number = yield from play(
            t,
            seat,
            code,
            source,
            lane=lane,
            put=effect.put,
            bonus=(effect.attack, effect.health),
            gift=effect.gift,
        )
        numbers.append(number)
    return numbers


def lanes_for(ctx: Context, effect: n.PlayNamed | n.PlayCard, seat: Seat) -> set[int]:
    """The lanes that an effect lets a seat play into."""
    name = getattr(effect, "lane_name", "")
    if name or effect.lane:
        return lanes_called(ctx, effect.lane or "named card", name, seat)
    return set(LANES)


def choose_lane(
    t: Engine, seat: Seat, face: Face, lanes: Sequence[int], *, optional: bool
) -> Generator[Ask, Any, int]:
    """Ask where a card is played: 0 for a spell, -1 if it is not."""
    if face.card.kind == "spell":
        return 0 if may_play(t, seat, face) else NOT_PLAYED
    choices: list[Action] = [a.Lane(x) for x in open_lanes(t, seat, face, lanes)]
    if not choices:
        return NOT_PLAYED
    if optional:
        choices.append(a.No())
    chosen = yield t.ask(seat, "lane", choices, f"{face.title} cannot be played there")
    return chosen.lane if isinstance(chosen, a.Lane) else NOT_PLAYED


@rule
def transform_instead(t: Engine, ctx: Context, effect: n.PlayNamed) -> Resolve:
    """`Play or Transform`: a Solbind card whose other side is in play is Transformed."""
    wanted = t.face(code_of(t, effect.name)).card.slug
    found = [p for p in of_name(t, ctx, effect.name) if t.face(p.code).card.slug != wanted]
    for p in found[:1]:
        yield from flip(t, ctx, p, "")
        ctx.it = [p.id]
        if p.id not in t.state.in_play:
            continue
        if effect.attack or effect.health:
            up = (effect.attack, effect.health)
            t.emit(f.Changed(p.id, *up, ctx.this, ctx.you, ctx.code))
        if effect.gift is not None:
            t.emit(f.Given(t.next_number(), p.id, effect.gift, "", ctx.code))
    return bool(found)


# -- from hands and piles ------------------------------------------------------------------------


def owner_of(ctx: Context, effect: n.PlayCard, seat: Seat) -> Seat:
    """Whose pile a card comes from: its owner's, where a certain card is meant."""
    if effect.what.ref:
        for thing in ctx.refer(effect.what.ref):
            p = ctx.permanent(thing)
            if p is not None:
                return p.owner
            if isinstance(thing, CardIn):
                return thing.seat
    return {"yours": ctx.you, "enemy": 1 - ctx.you}.get(effect.what.side, seat)


def playable(t: Engine, ctx: Context, seat: Seat, owner: Seat, effect: n.PlayCard) -> list[str]:
    """The cards that such an effect may play, or put into play."""
    named = bool(effect.what.names or effect.what.ref or effect.put)
    found = [
        c
        for c in fitting(ctx, owner, effect.zone, effect.what)
        if (named or passes_gate(t, seat, t.face(c)))
        and (may_play(t, seat, t.face(c)) or (effect.put and t.face(c).card.kind != "spell"))
    ]
    if effect.zone != "banish":
        return found
    return [c for c in found if can_come_back(t, ctx, c, owner, named=bool(effect.what.ref))]


def can_come_back(t: Engine, ctx: Context, code: str, owner: Seat, *, named: bool) -> bool:
    """Whether a card can be Reanimated: no Solbind card, and none by itself (Glossary)."""
    face = t.face(code)
    if face.card.solbind or any(
        forbid.what == "be reanimated" for has in face.has for forbid in has.gift.forbids
    ):
        return False
    p = ctx.ghosts.get(ctx.this)
    itself = (
        p is not None and ctx.this not in t.state.in_play and (p.code, p.owner) == (code, owner)
    )
    return named or not itself or t.state.sides[owner].banished[code] > 1


def play_card(t: Engine, ctx: Context, effect: n.PlayCard) -> Resolve:
    """Play a card from a hand or pile (Glossary: Reanimate, Free)."""
    made: list[Thing] = []
    done = False
    for seat in seats_of(t, ctx, effect.who):
        owner = owner_of(ctx, effect, seat)
        if effect.zone == "top" and not effect.what.ref:
            yield from look_at_top(t, owner, effect.most)
        for index in range(effect.most):
            among = playable(t, ctx, seat, owner, effect)
            if effect.what.ref and effect.least and among:
                code = among[0]
            else:
                code = yield from next_card(
                    t,
                    ctx,
                    owner,
                    seat,
                    effect.zone,
                    among,
                    random=effect.random,
                    optional=index >= effect.least,
                )
            if not code:
                break
            number = yield from play_from(t, ctx, effect, seat, owner, code)
            if number == NOT_PLAYED:
                break
            done = True
            made += [number] if number else []
    ctx.it = made
    return done


@rule
def play_from(
    t: Engine, ctx: Context, effect: n.PlayCard, seat: Seat, owner: Seat, code: str
) -> Generator[Ask, Any, int]:
    """Play one card that was taken."""
    watchers = t.watchers()
    number = yield from play(
        t,
        seat,
        code,
        "deck" if effect.zone == "top" else effect.zone,
        lanes=sorted(lanes_for(ctx, effect, seat)),
        owner=owner,
        free=True,
        put=effect.put,
        bonus=(effect.attack, effect.health),
        gift=effect.gift,
    )
    if number != NOT_PLAYED and effect.zone == "banish" and not effect.put:
        back: Thing = number or CardIn(seat, "now", code)
        own = [
            w for w in t.watchers() if w.id == number and w.ability.trigger.event == "reanimated"
        ]
        t.happen(Event("reanimated", back, by=seat), [*watchers, *own])
    return number


def play_it(t: Engine, ctx: Context, effect: n.PlayIt) -> Resolve:
    """Play the card that was just upgraded, drawn or looked at."""
    seat = seats_of(t, ctx, effect.who)[0]
    for thing in ctx.refer(effect.ref):
        if not isinstance(thing, CardIn) or not can_play_it(t, ctx, seat, thing):
            continue
        if not effect.least:
            answer = yield t.ask(seat, "may", [a.Yes(), a.No()], "answer y or n")
            if isinstance(answer, a.No):
                continue
        zone = "deck" if thing.zone == "top" else thing.zone
        number = yield from play(t, seat, thing.code, zone, owner=thing.seat, free=True)
        if number != NOT_PLAYED:
            ctx.it = [number] if number else []
            return True
    return False


def can_play_it(t: Engine, ctx: Context, seat: Seat, card: CardIn) -> bool:
    """Whether a card is still where it was seen, and may be played."""
    if card.zone not in ("hand", "top", "discard", "banish"):
        return False
    if not held(ctx, card.seat, card.zone).get(card.code):
        return False
    face = t.face(card.code)
    return passes_gate(t, seat, face) and may_play(t, seat, face)


# -- in place of others --------------------------------------------------------------------------


def replace_with(t: Engine, ctx: Context, effect: n.ReplaceWith) -> Resolve:
    """A creature is replaced; the player whose creature it is plays the new one (Glossary: Replace)."""
    chosen = permanents(t, (yield from select(t, ctx, effect.who)))
    made: list[Thing] = []
    for p in chosen:
        if p.id not in t.state.in_play or properties.forbidden(
            t.state, p, "be replaced", ctx.cause
        ):
            continue
        code, source, owner = yield from replacement(t, ctx, effect, p)
        if not code or not source:
            continue
        made.append((yield from play(t, p.seat, code, source, lane=p.lane, owner=owner)))
    ctx.it = made
    return bool(made)


def replacement(
    t: Engine, ctx: Context, effect: n.ReplaceWith, p: Permanent
) -> Generator[Ask, Any, tuple[str, str, Seat]]:
    """What a creature is replaced with: the card, the zone it comes from, whose it is."""
    if effect.name:
        code = code_of(t, effect.name)
        return code, source_of(t, p.seat, code) if code else "", p.seat
    if effect.what is None:
        return "", "", p.seat
    among = [
        c
        for c in fitting(ctx, ctx.you, effect.zone, effect.what)
        if t.face(c).card.kind == ("exalt" if p.exalt else "creature")
        and (effect.what.names or passes_gate(t, p.seat, t.face(c)))
    ]
    code = yield from next_card(t, ctx, ctx.you, ctx.you, effect.zone, among, random=effect.random)
    return code, effect.zone, ctx.you


EFFECTS: dict[type[Any], Callable[[Engine, Context, Any], Resolve]] = {
    n.PlayNamed: play_named,
    n.PlayCard: play_card,
    n.PlayIt: play_it,
    n.ReplaceWith: replace_with,
}
