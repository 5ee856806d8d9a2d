"""What things have and what is forbidden to them: printed, given, and from auras, never stored."""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import ContextVar

from domain.contract.game import Seat
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import Face, book
from domain.games.solforge.queries.context import CardIn, Cause, Context, Thing
from domain.games.solforge.queries.evaluation import fits, holds
from domain.games.solforge.state import Permanent, SolState

_evaluating: ContextVar[tuple[int, ...]] = ContextVar("_evaluating", default=())
"""Auras being evaluated: one that asks about what it changes does not count for itself."""
DEPTH = 3
"""How deep auras may ask about each other; what lies deeper does not count (so that it ends)."""


def face_of(state: SolState, code: str) -> Face:
    """The face of a card of the match. Raises LookupError."""
    return book(state.cards).faces[code]


def in_exalted_lane(state: SolState, p: Permanent) -> bool:
    """Whether a creature is in a lane with one of its side's Exalts."""
    return state.exalt_at(p.seat, p.lane) is not None


def silenced(state: SolState, p: Permanent) -> bool:
    """Whether it lost all printed abilities, by an effect or an aura."""
    return silenced_by_gift(p) or (
        present(state, "loses")
        and any("printed" in gift.loses for gift, _ in auras_on(state, p, "loses"))
    )


def fields_in_play(state: SolState) -> set[str]:
    """The fields that gifts of auras in play may fill; `auras` where any may be, of given auras."""
    faces = book(state.cards).faces
    found: set[str] = set()
    for p in state.in_play.values():
        fields = faces[p.code].aura_fields
        if fields:
            found |= fields
        for lasting in p.gifts:
            if any(isinstance(given, n.Aura) for given in lasting.gift.abilities):
                found.add("auras")
    return found


def present(state: SolState, *wants: str) -> bool:
    """Whether anything in play may have an aura whose gift fills one of these fields."""
    fields = fields_in_play(state)
    return bool(fields) and ("auras" in fields or not fields.isdisjoint(wants))


def silenced_by_gift(p: Permanent) -> bool:
    """Whether an effect took all printed abilities from it."""
    return any("printed" in lasting.gift.loses for lasting in p.gifts)


def own_auras(state: SolState, p: Permanent, want: str) -> Iterator[n.Aura]:
    """The auras of something in play that give something in a field; those given by others too."""
    printed = [aura for aura in face_of(state, p.code).auras if gives(aura.gift, want)]
    if printed and not (silenced_by_gift(p) if want == "loses" else silenced(state, p)):
        yield from printed
    for lasting in p.gifts:
        for ability in lasting.gift.abilities:
            if isinstance(ability, n.Aura) and gives(ability.gift, want):
                yield ability
    if want not in ("abilities", "loses") and present(state, "auras"):
        for gift, _ in auras_on(state, p, "abilities"):
            for ability in gift.abilities:
                if isinstance(ability, n.Aura) and gives(ability.gift, want):
                    yield ability


def gives(gift: n.Gift, want: str) -> bool:
    """Whether a gift fills a field; what it takes away counts as keywords."""
    return bool(getattr(gift, want) or (want == "keywords" and gift.loses))


def may_have(state: SolState, p: Permanent, want: str, *, granting: bool) -> bool:
    """Whether something may have an aura whose gift fills a field."""
    fields = face_of(state, p.code).aura_fields
    return want in fields or granting or any(g.gift.abilities for g in p.gifts)


def auras_on(
    state: SolState, target: Permanent | Seat | CardIn, want: str
) -> Iterator[tuple[n.Gift, Permanent]]:
    """The gifts that auras in play give to something, a player, or a card; with their sources.

    `want` names the field of the gift that is asked for; others are passed over.
    """
    if not present(state, want):
        return
    granting = want not in ("abilities", "loses") and any(
        "auras" in face_of(state, p.code).aura_fields for p in state.in_play.values()
    )
    for p in list(state.in_play.values()):
        if not may_have(state, p, want, granting=granting):
            continue
        for aura in own_auras(state, p, want):
            if aura.exalted and not in_exalted_lane(state, p):
                continue
            busy = _evaluating.get()
            key = id(aura) ^ (p.id << 1)
            if key in busy or len(busy) >= DEPTH:
                continue
            token = _evaluating.set((*busy, key))
            try:
                if reaches(state, p, aura, target):
                    yield aura.gift, p
            finally:
                _evaluating.reset(token)


def reaches(
    state: SolState, source: Permanent, aura: n.Aura, target: Permanent | Seat | CardIn
) -> bool:
    """Whether an aura is on something now; the enemy's are not on what can't be affected."""
    ctx = Context(state, source.seat, source.id, source.code)
    thing: Thing
    if isinstance(target, Permanent):
        thing = target.id
    else:
        thing = -1 - target if isinstance(target, int) else target
    if not any(fits(ctx, f, thing) for f in aura.who.among):
        return False
    if aura.condition is not None:
        ctx.marks = {"self": [thing]}
        if not holds(ctx, aura.condition):
            return False
    return not (
        isinstance(target, Permanent)
        and target.seat != ctx.you
        and forbidden(state, target, "be affected", Cause(ctx.you, ctx.this, ctx.code))
    )


def gifts_on(
    state: SolState, target: Permanent | Seat, want: str
) -> Iterator[tuple[n.Gift, Permanent | None]]:
    """Every gift that something or a player has now, printed ones first, then given ones, then auras.

    `want` is a field of Gift; with each its source in play: itself for what was given to it.
    """
    fields = fields_in_play(state)
    given_abilities = bool(fields & {"abilities", "auras"})
    if isinstance(target, Permanent):
        printed = face_of(state, target.code).has
        if printed and not (
            silenced_by_gift(target)
            or (bool(fields & {"loses", "auras"}) and silenced(state, target))
        ):
            for has in printed:
                if not has.exalted or in_exalted_lane(state, target):
                    yield has.gift, target
        for lasting in target.gifts:
            yield lasting.gift, target
            for ability in lasting.gift.abilities:
                if isinstance(ability, n.Has) and (
                    not ability.exalted or in_exalted_lane(state, target)
                ):
                    yield ability.gift, target
        if given_abilities:
            for gift, _ in auras_on(state, target, "abilities"):
                for ability in gift.abilities:
                    if isinstance(ability, n.Has) and (
                        not ability.exalted or in_exalted_lane(state, target)
                    ):
                        yield ability.gift, target
    else:
        for lasting in state.sides[target].gifts:
            yield lasting.gift, None
    if want in fields or "auras" in fields:
        yield from auras_on(state, target, want)


# -- what is forbidden ---------------------------------------------------------------------------


def forbids_on(
    state: SolState, target: Permanent | Seat
) -> Iterator[tuple[n.Forbid, Permanent | None]]:
    """What is forbidden to something in play, or to a player; with its source in play, if any."""
    for gift, source in gifts_on(state, target, "forbids"):
        for forbid in gift.forbids:
            yield forbid, source


def forbidden(
    state: SolState,
    target: Permanent | Seat,
    what: str,
    cause: Cause | None = None,
    *,
    combat: bool = False,
    lane: int = 0,
) -> bool:
    """Whether something is forbidden to something in play, or to a player."""
    for forbid, source in forbids_on(state, target):
        if forbid.what != what or (forbid.combat is not None and forbid.combat is not combat):
            continue
        if cause is not None and cause.code in state_codes(state, forbid.but):
            continue
        if forbid.lane and lane != lane_meant(forbid, source):
            continue
        if forbid.source is not None and not caused_by(state, target, source, forbid.source, cause):
            continue
        return True
    return False


def lane_meant(forbid: n.Forbid, source: Permanent | None) -> int:
    """The lane a prohibition is about: that of its source, or the one it was fixed to when given."""
    if forbid.lane.isdecimal():
        return int(forbid.lane)
    return source.lane if source is not None else 0


def state_codes(state: SolState, names: tuple[str, ...]) -> set[str]:
    """The codes of all levels of some cards, by name."""
    if not names:
        return set()
    return {code for code, face in book(state.cards).faces.items() if face.name in names}


def caused_by(
    state: SolState,
    target: Permanent | Seat,
    source: Permanent | None,
    wanted: n.Filter,
    cause: Cause | None,
) -> bool:
    """Whether what would do it is one of those that a prohibition speaks of."""
    if cause is None:
        return False
    seat = source.seat if source else target.seat if isinstance(target, Permanent) else target
    ctx = Context(state, seat, source.id if source else 0)
    if cause.id in state.in_play:
        return fits(ctx, wanted, cause.id)
    return bool(cause.code) and fits(ctx, wanted, CardIn(cause.seat, "now", cause.code))
