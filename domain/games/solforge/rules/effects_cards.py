"""Effects on cards in hands and piles: upgrade, discard, draw, look at, put elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from domain.contract.game import UNKNOWN, Action, Ask, Seat
from domain.contract.rule import rule
from domain.games.solforge import actions as a
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import book
from domain.games.solforge.queries import properties
from domain.games.solforge.queries.amounts import value
from domain.games.solforge.queries.context import CardIn, Context, Thing
from domain.games.solforge.queries.zones import held, seats, zone_size
from domain.games.solforge.rules.choice import permanents, seats_of, select
from domain.games.solforge.rules.deal import Draws, Shows
from domain.games.solforge.rules.engine import Engine, Event
from domain.games.solforge.rules.piles import HIDDEN, all_fitting, fitting, meant_by, next_card
from domain.games.solforge.rules.resolution import Resolve, instead
from domain.games.solforge.state import Permanent

HIGHEST = 3
"""The level above which no card goes."""

# -- Upgrade -------------------------------------------------------------------------------------


def next_of(t: Engine, seat: Seat, code: str) -> str:
    """What a card is after an Upgrade: the next level, itself at level 3; empty if it cannot be."""
    up = book(t.state.cards).next_level(code)
    if up:
        return up if up in t.state.sides[seat].upgrades else ""
    return code if t.edition.level_three_upgrades and t.face(code).level >= HIGHEST else ""


def upgrade(t: Engine, ctx: Context, effect: n.UpgradeCard) -> Resolve:
    """Upgrade cards (Glossary: Upgrade); they are then `it`."""
    zone = effect.zone or zone_meant(ctx, effect.what.ref)
    if zone == "play":
        return (yield from upgrade_in_play(t, ctx, effect))
    done: list[Thing] = []
    whose = seats(ctx, effect.whose)
    if not effect.zone:
        whose = tuple(x.seat for x in ctx.refer(effect.what.ref) if isinstance(x, CardIn))[:1]
    for seat in whose:
        done += yield from upgrade_cards(t, ctx, effect, seat, zone)
    ctx.it = done
    ctx.amount = len(done)
    return bool(done)


def upgrade_cards(
    t: Engine, ctx: Context, effect: n.UpgradeCard, seat: Seat, zone: str
) -> Generator[Ask, Any, list[Thing]]:
    """Upgrade cards of one seat's hand or pile, each once (or so many times)."""
    done: list[Thing] = []
    fresh: dict[str, int] = {}
    for index in range(min(effect.most, zone_size(ctx, seat, zone))):
        among = [
            c
            for c in upgradable(t, ctx, seat, zone, effect.what)
            if left(ctx, seat, zone, c, fresh)
        ]
        if effect.what.ref and among and not effect.random:
            code = among[0]
        else:
            code = yield from next_card(
                t,
                ctx,
                seat,
                seat,
                zone,
                among,
                random=effect.random,
                optional=index >= effect.least,
            )
        if not code:
            break
        card = CardIn(seat, zone, code)
        for _ in range(effect.times):
            card = yield from upgrade_one(t, ctx, card)
        fresh[card.code] = fresh.get(card.code, 0) + (card.zone == zone)
        done.append(card)
    return done


def zone_meant(ctx: Context, ref: n.Ref) -> str:
    """Where the card lies that a ref stands for."""
    for thing in ctx.refer(ref):
        if isinstance(thing, CardIn):
            return thing.zone
        if ctx.present(thing) is not None:
            return "play"
    return "hand"


def upgradable(t: Engine, ctx: Context, seat: Seat, zone: str, what: n.Filter) -> list[str]:
    """The cards of a zone that fit and can be Upgraded."""
    return [c for c in fitting(ctx, seat, zone, what) if next_of(t, seat, c)]


def left(ctx: Context, seat: Seat, zone: str, code: str, fresh: dict[str, int]) -> bool:
    """Whether a zone can hold such a card besides those that the same effect just Upgraded."""
    there = held(ctx, seat, zone)
    unknown = there.get(UNKNOWN, 0) and code in ctx.state.sides[seat].unseen
    return bool(unknown) or there.get(code, 0) > fresh.get(code, 0)


@rule
def upgrade_one(t: Engine, ctx: Context, card: CardIn) -> Generator[Ask, Any, CardIn]:
    """Upgrade one card once; returns it as it is then."""
    up = next_of(t, card.seat, card.code)
    if not up or not held(ctx, card.seat, card.zone):
        return card
    if (yield from instead(t, Event("upgraded", card, by=card.seat))):
        return card
    watchers = t.watchers()
    to = card.zone if t.edition.upgrade_in_place else "discard"
    t.emit(f.Upgraded(card.seat, card.zone, card.code, up, to))
    new = CardIn(card.seat, to, up)
    t.happen(Event("upgraded", new, by=card.seat), watchers)
    return new


def upgrade_in_play(t: Engine, ctx: Context, effect: n.UpgradeCard) -> Resolve:
    """Upgrade something in play: its next level takes its place."""
    who = effect.who
    if who is None:
        who = n.Refer(effect.what.ref) if effect.what.ref else None
    chosen = who or n.Choose((effect.what,), effect.most, effect.least)
    done = False
    for p in permanents(t, (yield from select(t, ctx, chosen))):
        if properties.forbidden(t.state, p, "be upgraded", ctx.cause):
            continue
        for _ in range(effect.times):
            done = (yield from upgrade_permanent(t, ctx, p)) or done
    return done


@rule
def upgrade_permanent(t: Engine, ctx: Context, p: Permanent) -> Resolve:
    """Upgrade something in play once."""
    up = next_of(t, p.owner, p.code)
    event = Event("upgraded", p.id, by=ctx.you, lane=p.lane)
    if not up or (yield from instead(t, event)):
        return False
    watchers = t.watchers()
    printed = t.face(up).printed
    t.emit(f.Upgraded(p.owner, "play", p.code, up, "play", p.id, printed.attack, printed.health))
    t.happen(event, watchers)
    return True


# -- discard and draw ----------------------------------------------------------------------------


def discard(t: Engine, ctx: Context, effect: n.Discard) -> Resolve:
    """Discard from hand; the card does not level up (Glossary: Discard).

    Where both players do, both choose, who has the Forge first, before anything is discarded.
    """
    done: list[Thing] = []
    if effect.what is None:
        for thing in list(ctx.it):
            if isinstance(thing, CardIn) and held(ctx, thing.seat, "hand").get(thing.code):
                done += yield from drop(t, thing.seat, thing.code)
        ctx.it = done or ctx.it
        return bool(done)
    chosen: list[tuple[Seat, list[str]]] = []
    for seat in sorted(seats_of(t, ctx, effect.who), key=lambda s: s != t.state.forge):
        codes = yield from to_discard(t, ctx, effect, effect.what, seat)
        chosen.append((seat, codes))
    for seat, codes in chosen:
        for code in codes:
            done += yield from drop(t, seat, code)
    ctx.it = done
    ctx.amount = len(done)
    return bool(done)


def to_discard(
    t: Engine, ctx: Context, effect: n.Discard, what: n.Filter, seat: Seat
) -> Generator[Ask, Any, list[str]]:
    """The cards that a player discards, chosen one after the other."""
    if what.ref or effect.all:
        known = all_fitting(ctx, seat, "hand", what)
        if what.ref or not held(ctx, seat, "hand").get(UNKNOWN) or UNKNOWN in known:
            return known
    codes: list[str] = []
    most = zone_size(ctx, seat, "hand") if effect.all else effect.most
    while len(codes) < min(most, zone_size(ctx, seat, "hand")):
        among = [
            c
            for c in fitting(ctx, seat, "hand", what)
            if held(ctx, seat, "hand").get(c, 0) > codes.count(c)
            or (held(ctx, seat, "hand").get(UNKNOWN) and c in t.state.sides[seat].unseen)
        ]
        optional = len(codes) >= effect.least and not effect.all
        code = yield from next_card(
            t, ctx, seat, seat, "hand", among, random=effect.random, optional=optional
        )
        if not code:
            break
        codes.append(code)
    return codes


@rule
def drop(t: Engine, seat: Seat, code: str) -> Generator[Ask, Any, list[Thing]]:
    """Discard a card, openly."""
    if (yield from instead(t, Event("discarded", CardIn(seat, "hand", code), by=seat))):
        return []
    watchers = t.watchers()
    t.emit(f.Carried(seat, code, "hand", "discard"))
    thing = CardIn(seat, "discard", code)
    t.happen(Event("discarded", thing, by=seat), watchers)
    return [thing]


def draw(t: Engine, ctx: Context, effect: n.Draw) -> Resolve:
    """Draw cards, as many as there are."""
    total = 0
    drawn: list[Thing] = []
    for seat in seats_of(t, ctx, effect.who):
        cards = yield from draw_cards(t, seat, value(ctx, effect.amount))
        total += len(cards)
        drawn += [CardIn(seat, "hand", c) for c in cards if c != UNKNOWN]
    ctx.it = drawn
    ctx.amount = total
    return total > 0


@rule
def draw_cards(t: Engine, seat: Seat, count: int) -> Generator[Ask, Any, tuple[str, ...]]:
    """Draw from the deck; the dealer says what."""
    count = min(count, t.state.sides[seat].deck)
    if count <= 0 or properties.forbidden(t.state, seat, "draw"):
        return ()
    if (yield from instead(t, Event("drawn", -1 - seat, by=seat, amount=count))):
        return ()
    draws = Draws(seat, count, t.state.sides[seat])
    dealt: a.Deal = yield t.dealer("draw", draws, draws.why_not)
    watchers = t.watchers()
    t.emit(f.Drawn(seat, dealt.cards))
    for code in dealt.cards:
        t.happen(Event("drawn", CardIn(seat, "hand", code), by=seat, amount=1), watchers)
    return dealt.cards


# -- looking at cards ----------------------------------------------------------------------------


def look(t: Engine, ctx: Context, effect: n.Look) -> Resolve:
    """Look at the top cards of a deck, or at a hand."""
    found: list[CardIn] = []
    for seat in seats(ctx, effect.whose):
        if effect.zone == "hand":
            found += yield from look_at_hand(t, seat)
        else:
            found += yield from look_at_top(t, seat, value(ctx, effect.amount))
    ctx.it = [x for x in found if x.code != UNKNOWN or x.zone == "top"]
    ctx.marks = {**ctx.marks, "rest": list(ctx.it)}
    return bool(found)


@rule
def look_at_hand(t: Engine, seat: Seat) -> Generator[Ask, Any, list[CardIn]]:
    """A whole hand is shown: what is not known of it is revealed, as far as the recording can."""
    side = t.state.sides[seat]
    while side.hand.cards.get(UNKNOWN):
        choices: list[Action] = [a.Card(c) for c in sorted(side.unseen)]
        shown = yield t.ask(
            seat, "card", [*choices, a.No()], "that card cannot be in hand", always=True
        )
        if isinstance(shown, a.No):
            break
        t.emit(f.Carried(seat, shown.card, "hand", "hand"))
    return [
        CardIn(seat, "hand", code)
        for code in sorted(side.hand.cards)
        for _ in range(side.hand.cards[code])
    ]


@rule
def look_at_top(t: Engine, seat: Seat, count: int) -> Generator[Ask, Any, list[CardIn]]:
    """The top cards of a deck are looked at and stay there."""
    side = t.state.sides[seat]
    count = min(count, side.deck)
    if count <= 0:
        return []
    shows = Shows(seat, count, side)
    shown: a.Show = yield t.dealer("look", shows, shows.why_not)
    t.emit(f.Looked(seat, shown.cards))
    return [CardIn(seat, "top", c) for c in shown.cards]


# -- putting cards elsewhere ---------------------------------------------------------------------


def put_card(t: Engine, ctx: Context, effect: n.PutCard) -> Resolve:
    """Put cards of a zone, or things in play, elsewhere."""
    to = "deck" if effect.to == "bottom" else effect.to
    if effect.who is not None or effect.zone == "play":
        return (yield from put_back(t, ctx, effect, to))
    moved: list[Thing] = []
    what = effect.what or n.Filter(kind="card")
    for seat in seats_meant(ctx, effect, what):
        if effect.zone == "top" and not what.ref:
            for card in (yield from look_at_top(t, seat, effect.most)):
                moved += carry(t, ctx, seat, "top", card.code, to)
            continue
        zone = "top" if effect.zone == "deck" and what.ref else effect.zone
        moved += yield from put_some(t, ctx, effect, what, seat, zone, to)
    ctx.it = moved
    ctx.amount = len(moved)
    return bool(moved)


def seats_meant(ctx: Context, effect: n.PutCard, what: n.Filter) -> list[Seat]:
    """Whose zone: that of the owners, where certain cards are meant."""
    if what.ref:
        return [seat for seat in seats(ctx, "each") if meant_by(ctx, seat, what.ref)]
    return list(seats(ctx, effect.whose))


def put_some(
    t: Engine, ctx: Context, effect: n.PutCard, what: n.Filter, seat: Seat, zone: str, to: str
) -> Generator[Ask, Any, list[Thing]]:
    """Put cards of one seat's zone elsewhere: all that fit, or as they are chosen."""
    moved: list[Thing] = []
    if effect.all:
        for code in all_fitting(ctx, seat, zone, what):
            moved += carry(t, ctx, seat, zone, code, to)
        if zone not in HIDDEN or what.ref or not held(ctx, seat, zone).get(UNKNOWN):
            return moved
    most = (
        zone_size(ctx, seat, zone) if effect.all else min(effect.most, zone_size(ctx, seat, zone))
    )
    for index in range(most):
        optional = index >= effect.least or effect.all
        code = yield from next_card(
            t,
            ctx,
            seat,
            ctx.you,
            zone,
            fitting(ctx, seat, zone, what),
            random=effect.random,
            optional=optional,
        )
        if not code:
            break
        moved += carry(t, ctx, seat, zone, code, to)
    return moved


@rule
def carry(t: Engine, ctx: Context, seat: Seat, zone: str, code: str, to: str) -> list[Thing]:
    """Put one card elsewhere; it is no more among the rest of what was looked at."""
    watchers = t.watchers()
    t.emit(f.Carried(seat, code, "deck" if zone == "top" else zone, to))
    rest = list(ctx.marks.get("rest", []))
    for one in (CardIn(seat, zone, code), CardIn(seat, zone, UNKNOWN)):
        if one in rest:
            rest.remove(one)
            ctx.marks = {**ctx.marks, "rest": rest}
            break
    moved = CardIn(seat, to, code)
    if zone == "hand" and to == "discard":
        t.happen(Event("discarded", moved, by=seat), watchers)
    return [moved]


@rule
def put_back(t: Engine, ctx: Context, effect: n.PutCard, to: str) -> Resolve:
    """Return things from play to their owners' hand, deck or pile."""
    who = effect.who or n.Choose((effect.what or n.Filter(),), effect.most, effect.least)
    going: list[Permanent] = []
    for p in permanents(t, (yield from select(t, ctx, who))):
        if (yield from instead(t, Event("leaves", p.id, by=ctx.you, lane=p.lane))):
            continue
        going.append(p)
    watchers = t.watchers()
    for p in going:
        t.leave(p, "banished" if to == "banish" else "returned", to, ctx.cause)
    for p in going:
        t.happen(Event("leaves", p.id, by=ctx.you, lane=p.lane), watchers)
    return bool(going)


def can_put(t: Engine, ctx: Context, effect: n.PutCard) -> bool:
    """Whether there may be a card to put elsewhere."""
    what = effect.what or n.Filter(kind="card")
    zone = "top" if effect.zone == "deck" and what.ref else effect.zone
    for seat in seats_meant(ctx, effect, what):
        if zone in HIDDEN and not what.ref:
            found = bool(zone_size(ctx, seat, zone))
        elif zone == "top" and not what.ref:
            found = t.state.sides[seat].deck > 0
        else:
            found = bool(fitting(ctx, seat, zone, what))
        if found:
            return True
    return False


EFFECTS: dict[type[Any], Callable[[Engine, Context, Any], Resolve]] = {
    n.UpgradeCard: upgrade,
    n.Discard: discard,
    n.Draw: draw,
    n.Look: look,
    n.PutCard: put_card,
}
