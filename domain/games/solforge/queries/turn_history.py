"""What happened this turn, as conditions, numbers and triggers look back at it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from domain.contract.game import Seat
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.queries.context import CardIn, Context, Thing
from domain.games.solforge.queries.event_names import OF_DOERS, remembered
from domain.games.solforge.queries.filters import card_fits, fits, permanent_fits, player_fits
from domain.games.solforge.state import Happening


def happenings(ctx: Context, what: n.Happened) -> Iterator[Happening]:
    """What happened this turn and fits."""
    events = remembered(what.event, what.who)
    own = being_played(ctx)
    for index, found in enumerate(ctx.state.history):
        if found.event not in events:
            continue
        if what.before_combat and found.phase not in ("draw", "action"):
            continue
        if what.event == "slay" and (found.seat == found.source_seat or not found.source):
            continue
        if what.who is not None and not (
            doer_fits(ctx, what.who, found, since=index > own)
            if what.event in OF_DOERS
            else past_fits(ctx, what.who, found, own=index == own)
        ):
            continue
        since = index > own
        if what.source is not None and not doer_fits(ctx, what.source, found, since=since):
            continue
        yield found


def being_played(ctx: Context) -> int:
    """Where in the history the very spell is that resolves now; -1 if it is none."""
    if ctx.this or not ctx.code:
        return -1
    history = ctx.state.history
    for index in range(len(history) - 1, -1, -1):
        found = history[index]
        if (
            found.event == "played"
            and not found.id
            and (found.code, found.seat) == (ctx.code, ctx.you)
        ):
            return index
    return -1


def doer_fits(ctx: Context, f: n.Filter, found: Happening, *, since: bool = True) -> bool:
    """Whether who did something fits.

    `since`: it happened after the spell that asks was played, which may have done it.
    """
    done_by = Happening(
        found.event,
        found.source_seat,
        found.source,
        found.source_code or code_at(ctx, found.source),
    )
    own = since and bool(ctx.code) and not ctx.this and not done_by.id
    own = own and (done_by.code, done_by.seat) == (ctx.code, ctx.you)
    return past_fits(ctx, f, done_by, own=own)


def code_at(ctx: Context, number: int) -> str:
    """The card of something that is or was in play this turn."""
    p = ctx.permanent(number) if number > 0 else None
    return p.code if p is not None else ""


def past_fits(ctx: Context, f: n.Filter, found: Happening, *, own: bool = False) -> bool:
    """Whether what took part in something that happened fits: by its side then and its card.

    `own`: it is the very spell that asks.
    """
    if f.kind == "player":
        return found.seat >= 0 and player_fits(ctx, f, found.seat)
    if f.side and (found.seat < 0 or (f.side == "yours") != (found.seat == ctx.you)):
        return False
    if f.other and (own or (found.id and found.id == ctx.this)):
        return False
    if f.ref:
        return own if f.ref == "this" and not found.id else found.id in ctx.refer(f.ref)
    rest = msgspec.structs.replace(f, side="", other=False, happened="")
    if not found.code:
        return rest == n.Filter(kind="card")
    p = ctx.permanent(found.id) if found.id else None
    if p is not None and p.code == found.code:
        return permanent_fits(ctx, rest, p)
    return card_fits(ctx, msgspec.structs.replace(rest, lane=""), found.code, found.seat)


def is_nth(ctx: Context, trigger: n.Trigger, who: Thing | None, nth: int) -> bool:
    """Whether an event that just happened is the nth of its kind this turn.

    Of several at the same time the first in order is.
    """
    found = [
        h
        for h in happenings(ctx, n.Happened(trigger.event, trigger.who))
        if not trigger.by or (doer_of(h) == ctx.you) == (trigger.by == "you")
    ]
    if len(found) < nth:
        return False
    this = found[nth - 1]
    number = this.source if trigger.event in OF_DOERS else this.id
    if isinstance(who, CardIn) or who is None or not number:
        return len(found) == nth or (isinstance(who, int) and who < 0 and who == -1 - this.seat)
    return number == who


def doer_of(found: Happening) -> Seat:
    """Whose doing it was, as far as is known."""
    return found.source_seat if found.source_seat >= 0 else found.seat


def thing_fits(ctx: Context, f: n.Filter, thing: Thing | None, by: Seat) -> bool:
    """Whether what an event happened to fits a trigger's filter; for a player: whoever did it."""
    if thing is None:
        return False
    if f.kind == "player" and not f.ref and not (isinstance(thing, int) and thing < 0):
        return by >= 0 and player_fits(ctx, f, by)
    return fits(ctx, f, thing)
