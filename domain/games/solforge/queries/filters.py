"""Whether things fit filters: questions, no changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

import msgspec

from domain.contract.game import Seat
from domain.frame.slugs import slug
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import Card, Face, book
from domain.games.solforge.queries import properties
from domain.games.solforge.queries.context import CardIn, Context, Thing, player
from domain.games.solforge.queries.evaluation import defines, value, value_for
from domain.games.solforge.queries.event_names import happened_to
from domain.games.solforge.queries.properties import card_number, number_of
from domain.games.solforge.state import LANES, Permanent

COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "=": lambda a, b: a == b,
}


@defines
def fits(ctx: Context, f: n.Filter, thing: Thing) -> bool:
    """Whether a thing fits a filter now (what has left play: as it was last)."""
    if isinstance(thing, CardIn):
        return card_fits(ctx, f, thing.code, thing.seat)
    if thing < 0:
        return player_fits(ctx, f, -1 - thing)
    p = ctx.permanent(thing)
    return p is not None and permanent_fits(ctx, f, p)


def player_fits(ctx: Context, f: n.Filter, seat: Seat) -> bool:
    """Whether a player fits."""
    if f.kind != "player" and not (f.ref and f.kind == "creature"):
        return False
    if f.side and (f.side == "yours") != (seat == ctx.you):
        return False
    return not f.ref or player(seat) in ctx.refer(f.ref)


def in_play(ctx: Context, filters: tuple[n.Filter, ...]) -> list[Thing]:
    """Everything in play, and players, that fits any of the filters: yours first, by lane."""
    found: list[Thing] = []
    if any(f.kind != "player" for f in filters):
        everything = sorted(
            ctx.state.in_play.values(), key=lambda p: (p.seat != ctx.you, p.exalt, p.lane)
        )
        found += [p.id for p in everything if any(permanent_fits(ctx, f, p) for f in filters)]
    if any(f.kind == "player" or f.ref for f in filters):
        found += [
            player(seat)
            for seat in (1 - ctx.you, ctx.you)
            if any(player_fits(ctx, f, seat) for f in filters)
        ]
    return found


# -- what is printed -----------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def slugs(names: tuple[str, ...]) -> frozenset[str]:
    """Names as cards are coded."""
    return frozenset(slug(name) for name in names)


def face_fits(f: n.Filter, face: Face) -> bool:
    """Whether level, name and the like, which nothing changes, are those asked for."""
    card = face.card
    if f.levels and face.level not in f.levels:
        return False
    if f.names and card.slug not in slugs(f.names):
        return False
    if f.solbind is not None and bool(card.solbind) is not f.solbind:
        return False
    return f.free is None or is_free_card(face) is f.free


def is_free_card(face: Face) -> bool:
    """Whether it is a card that can be played for Free by its own words (Glossary: Free)."""
    return bool(face.free) or any(k.name == "free" for has in face.has for k in has.gift.keywords)


def kind_fits(f: n.Filter, kind: str) -> bool:
    """Whether a kind of card is the one asked for; Exalts are spells too."""
    if f.kind == "card" or (f.ref and f.kind == "creature"):
        return True
    if f.kind == "spell":
        return kind == "spell" or (kind == "exalt" and f.exalts is not False)
    return f.kind == kind


def labels_fit(f: n.Filter, types: frozenset[str], faction: str) -> bool:
    """Whether types, Minion and the card's name among them, and faction are those asked for.

    `your Wisps` are creatures of that type or name: the words do not say which it is.
    """
    if f.minion is not None and ("Minion" in types) is not f.minion:
        return False
    if f.types and not types.intersection(f.types):
        return False
    if f.not_types and types.intersection(f.not_types):
        return False
    if f.factions and faction not in f.factions:
        return False
    return not (f.not_factions and faction in f.not_factions)


def printed_types(card: Card) -> frozenset[str]:
    """Creature types as printed, `Minion` among them."""
    return frozenset({*card.types, "Minion"} if card.minion else card.types)


# -- cards that are not in play ------------------------------------------------------------------


def card_fits(ctx: Context, f: n.Filter, code: str, seat: Seat) -> bool:
    """Whether a card that is not in play fits: what is printed on it counts."""
    face = book(ctx.state.cards).faces.get(code)
    if face is None:
        return f == n.Filter(kind="card", side=f.side) and side_fits(ctx, f, seat)
    if f.played_now and code != ctx.now:
        return False
    if not kind_fits(f, face.card.kind) or not side_fits(ctx, f, seat):
        return False
    if in_play_only(f) or not face_fits(f, face):
        return False
    types = printed_types(face.card)
    if not labels_fit(f, types | {face.card.name}, face.card.faction):
        return False
    this = CardIn(seat, "", code)
    if (f.ref and this not in named(ctx, f.ref)) or (f.not_ref and this in named(ctx, f.not_ref)):
        return False
    if f.same and not same_as(ctx, f, code, types):
        return False
    printed = {k.name for has in face.has if not has.exalted for k in has.gift.keywords}
    if (f.keyword and f.keyword not in printed) or (f.no_keyword and f.no_keyword in printed):
        return False
    return card_stats_fit(ctx, f.stats, CardIn(seat, "", code))


def side_fits(ctx: Context, f: n.Filter, seat: Seat) -> bool:
    """Whether it is of the side asked for."""
    return not f.side or (f.side == "yours") == (seat == ctx.you)


def in_play_only(f: n.Filter) -> bool:
    """Whether a filter asks for something that only what is in play has."""
    return bool(
        f.row
        or f.lane
        or f.opposing
        or f.adjacent_to
        or f.happened
        or f.ready is not None
        or f.opposed is not None
        or f.counter is not None
        or f.facing is not None
        or f.alone is not None
    )


def card_stats_fit(ctx: Context, stats: tuple[n.Stat, ...], card: CardIn) -> bool:
    """Whether every printed number passes; nothing is increased or decreased."""
    if not stats:
        return True
    return all(
        s.op in COMPARE
        and s.than is not None
        and not speaks_of(s.than, "facing")
        and COMPARE[s.op](card_number(ctx.state, card.code, s.stat), value_for(ctx, s.than, card))
        for s in stats
    )


def named(ctx: Context, ref: n.Ref) -> set[CardIn]:
    """The cards that a ref stands for, wherever they lie now."""
    found: set[CardIn] = set()
    for thing in ctx.refer(ref):
        p = ctx.permanent(thing)
        if p is not None:
            found.add(CardIn(p.owner, "", p.code))
        elif isinstance(thing, CardIn):
            found.add(CardIn(thing.seat, "", thing.code))
    return found


def extreme_cards(ctx: Context, f: n.Filter, codes: Iterable[str]) -> list[str]:
    """Those with the lowest or highest number, where a filter asks for that."""
    found = list(codes)
    if not f.extreme or not found or f.extreme in ("leftmost", "rightmost"):
        return found
    which, stat = f.extreme.split()
    numbers = [card_number(ctx.state, code, stat) for code in found]
    wanted = min(numbers) if which == "lowest" else max(numbers)
    return [code for code, number in zip(found, numbers, strict=True) if number == wanted]


# -- what is in play -----------------------------------------------------------------------------


def permanent_fits(ctx: Context, f: n.Filter, p: Permanent) -> bool:
    """Whether something in play fits."""
    state = ctx.state
    if f.kind == "player" or not kind_fits(f, "exalt" if p.exalt else "creature"):
        return False
    if not side_fits(ctx, f, p.seat) or (f.other and p.id == ctx.this):
        return False
    if (f.ref and p.id not in ctx.refer(f.ref)) or (f.not_ref and p.id in ctx.refer(f.not_ref)):
        return False
    face = properties.face_of(state, p.code)
    if not face_fits(f, face):
        return False
    if f.played_now and not (p.code == ctx.now and p.id == state.placed):
        return False
    if (
        f.minion is not None or f.types or f.not_types or f.factions or f.not_factions
    ) and not labels_fit(f, properties.types_of(state, p) | {face.card.name}, face.card.faction):
        return False
    if f.row and (p.exalt or p.front is not (f.row == "front")):
        return False
    if f.ready is not None and p.ready is not f.ready:
        return False
    if f.keyword and not has_keyword(ctx, p, f.keyword):
        return False
    if f.no_keyword and has_keyword(ctx, p, f.no_keyword):
        return False
    if f.counter is not None and not any(f.counter in ("", name) for name in p.counters):
        return False
    if f.same and not same_as(ctx, f, p.code, properties.types_of(state, p)):
        return False
    return (
        placed_fits(ctx, f, p)
        and lately_fits(ctx, f, p)
        and (not f.stats or stats_fit(ctx, f.stats, p))
        and (not f.extreme or is_extreme(ctx, f, p))
    )


def lately_fits(ctx: Context, f: n.Filter, p: Permanent) -> bool:
    """Whether what a filter asks to have happened to it this turn did."""
    if not f.happened:
        return True
    return happened_to(ctx.state, p.id, f.happened)


def same_as(ctx: Context, f: n.Filter, code: str, types: frozenset[str]) -> bool:
    """Whether a card has the same level, name, type or faction as what `same_as` stands for."""
    return any(share(ctx, f.same, code, types, thing) for thing in ctx.refer(f.same_as))


def share(ctx: Context, what: str, code: str, types: frozenset[str], thing: Thing) -> bool:
    """Whether a card and a thing have level, name, faction or a creature type in common."""
    q = ctx.permanent(thing)
    other = q.code if q is not None else thing.code if isinstance(thing, CardIn) else ""
    if not other:
        return False
    face, its = properties.face_of(ctx.state, code), properties.face_of(ctx.state, other)
    if what == "type":
        theirs = properties.types_of(ctx.state, q) if q is not None else printed_types(its.card)
        return bool((types & theirs) - {"Minion"})
    return {
        "level": face.level == its.level,
        "name": face.name == its.name,
        "faction": face.card.faction == its.card.faction,
    }[what]


def has_keyword(ctx: Context, p: Permanent, keyword: str) -> bool:
    """Whether it has a keyword; armor must be left, a creature with 0 has none (Glossary: Armor)."""
    if keyword == "armor":
        return properties.armor_of(ctx.state, p) > 0
    return keyword in properties.keywords_of(ctx.state, p)


# -- numbers of what is in play ------------------------------------------------------------------


def stats_fit(ctx: Context, stats: tuple[n.Stat, ...], p: Permanent) -> bool:
    """Whether every number passes; `self` and `facing` in a test are this one and who opposes it."""
    facing = ctx.state.creature_at(1 - p.seat, p.lane)
    before = ctx.marks
    ctx.marks = {**before, "self": [p.id], "facing": [facing.id] if facing else []}
    try:
        return all(
            stat_fits(ctx, s, p) and (facing is not None or not speaks_of(s.than, "facing"))
            for s in stats
        )
    finally:
        ctx.marks = before


def speaks_of(node: object, ref: n.Ref) -> bool:
    """Whether a number speaks of this ref anywhere in it."""
    if isinstance(node, n.Node):
        return any(speaks_of(getattr(node, name), ref) for name in node.__struct_fields__)
    if isinstance(node, tuple):
        return any(speaks_of(part, ref) for part in node)
    return node == ref


def stat_fits(ctx: Context, s: n.Stat, p: Permanent) -> bool:
    """Whether a number passes a test (Glossary: Increased, Decreased)."""
    now = number_of(ctx.state, p, s.stat)
    if s.op in ("increased", "decreased"):
        printed = card_number(ctx.state, p.code, s.stat)
        return now > printed if s.op == "increased" else now < printed
    return s.than is not None and COMPARE[s.op](now, value(ctx, s.than))


def is_extreme(ctx: Context, f: n.Filter, p: Permanent) -> bool:
    """Whether nothing else that fits has a lower (higher) number."""
    rest = msgspec.structs.replace(f, extreme="")
    among = [q for q in ctx.state.in_play.values() if permanent_fits(ctx, rest, q)]
    if p.id not in ctx.state.in_play:
        among.append(p)
    if f.extreme in ("leftmost", "rightmost"):
        lanes = [q.lane for q in among]
        left = (f.extreme == "leftmost") == (ctx.you == 0)
        return p.lane == (min(lanes) if left else max(lanes))
    which, stat = f.extreme.split()
    numbers = [number_of(ctx.state, q, stat) for q in among]
    return number_of(ctx.state, p, stat) == (min(numbers) if which == "lowest" else max(numbers))


# -- lanes ---------------------------------------------------------------------------------------


def lane_of(ctx: Context, ref: str) -> set[int]:
    """The lanes that a ref speaks of."""
    if ref == "this" and ctx.lane and not ctx.this:
        return {ctx.lane}
    return {p.lane for thing in ctx.refer(ref) if (p := ctx.permanent(thing)) is not None}


def beside(lanes: Iterable[int]) -> set[int]:
    """The lanes next to these."""
    return {lane + by for lane in lanes for by in (-1, 1)} & set(LANES)


def lanes_called(ctx: Context, name: str, card: str = "", seat: Seat | None = None) -> set[int]:
    """The lanes that a filter's, play's or move's word for lanes means; `seat` whose they are."""
    state = ctx.state
    whose = ctx.you if seat is None else seat
    match name:
        case "exalt":
            return {p.lane for p in state.exalts(whose)}
        case "enemy exalt":
            return {p.lane for p in state.exalts(1 - whose)}
        case "any exalt":
            return {p.lane for p in state.exalts()}
        case "named card":
            wanted = slugs((card,))
            everything = state.in_play.values()
            return {
                p.lane for p in everything if properties.face_of(state, p.code).card.slug in wanted
            }
        case "adjacent":
            return beside(lane_of(ctx, "this"))
        case "chosen":
            return {ctx.chosen} & set(LANES)
        case "center":
            return {LANES[len(LANES) // 2]}
        case "leftmost" | "rightmost":
            return {LANES[0 if (name == "leftmost") == (whose == 0) else -1]}
        case "any":
            return set(LANES)
        case "empty" | "each empty":
            return set(state.empty_lanes(whose))
        case "its":
            return lane_of(ctx, "it")
        case _:
            return lane_of(ctx, name)


def is_alone(ctx: Context, p: Permanent) -> bool:
    """Whether a creature has no creatures next to it on its side."""
    return not any(abs(q.lane - p.lane) == 1 for q in ctx.state.creatures(p.seat))


def placed_fits(ctx: Context, f: n.Filter, p: Permanent) -> bool:
    """Whether something stands where the filter wants it."""
    facing = ctx.state.creature_at(1 - p.seat, p.lane)
    if f.opposed is not None and (facing is not None) is not f.opposed:
        return False
    if f.lane and p.lane not in lanes_called(ctx, f.lane, f.lane_name):
        return False
    if f.opposing:
        others = [q for t in ctx.refer(f.opposing) if (q := ctx.permanent(t)) is not None]
        if not any(q.lane == p.lane and q.seat != p.seat for q in others):
            return False
    if f.facing is not None and (facing is None or not permanent_fits(ctx, f.facing, facing)):
        return False
    if f.alone is not None and f.alone is not is_alone(ctx, p):
        return False
    if f.adjacent_to:
        others = [q for t in ctx.refer(f.adjacent_to) if (q := ctx.permanent(t)) is not None]
        if not any(abs(q.lane - p.lane) == 1 and q.seat == p.seat for q in others):
            return False
    return True
