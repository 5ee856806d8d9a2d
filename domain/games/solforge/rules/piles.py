"""Taking cards from hands and piles: which fit, and asking for one."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import msgspec

from domain.contract.game import DEALER, UNKNOWN, Action, Ask, Seat
from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.queries.context import CardIn, Context
from domain.games.solforge.queries.filters import card_fits, extreme_cards
from domain.games.solforge.queries.zones import held, zone_cards, zone_size
from domain.games.solforge.rules.engine import Engine

HIDDEN = ("hand", "discard", "deck")
"""Zones of which not everybody knows what is in them."""


def fitting(ctx: Context, seat: Seat, zone: str, what: n.Filter) -> list[str]:
    """The different cards that can be in a zone of a seat and fit."""
    there = zone_cards(ctx, seat, zone)
    if what.ref:
        kind = "card" if what.kind == "creature" else what.kind
        rest = msgspec.structs.replace(what, ref="", kind=kind)
        meant = meant_by(ctx, seat, what.ref)
        if UNKNOWN in meant and zone == "top":
            there = meant = [*there, *sorted(set(ctx.state.sides[seat].unseen) - set(there))]
        found = [c for c in meant if c in there and card_fits(ctx, rest, c, seat)]
    else:
        found = [c for c in there if card_fits(ctx, what, c, seat)]
    return extreme_cards(ctx, what, found)


def meant_by(ctx: Context, seat: Seat, ref: n.Ref) -> list[str]:
    """The cards of a seat that a ref stands for, each once, in the order they are meant."""
    return list(dict.fromkeys(card.code for card in cards_meant(ctx, ref) if card.seat == seat))


def cards_meant(ctx: Context, ref: n.Ref) -> list[CardIn]:
    """The cards that a ref stands for, those that were in play too, as their owners' cards."""
    found: list[CardIn] = []
    for thing in ctx.refer(ref):
        p = ctx.permanent(thing)
        if p is not None:
            found.append(CardIn(p.owner, "", p.code))
        elif isinstance(thing, CardIn):
            found.append(thing)
    return found


def all_fitting(ctx: Context, seat: Seat, zone: str, what: n.Filter) -> list[str]:
    """Every card of a zone that is known to fit, as often as it is there.

    Unknown ones are among them if any card fits; by a ref only those cards themselves are meant.
    """
    known = held(ctx, seat, zone)
    fits = set(fitting(ctx, seat, zone, what))
    if what.ref:
        found: list[str] = []
        for card in cards_meant(ctx, what.ref):
            here = card.seat == seat and card.code in fits
            if here and found.count(card.code) < known.get(card.code, 0):
                found.append(card.code)
        return found
    if card_fits(ctx, what, UNKNOWN, seat):
        fits.add(UNKNOWN)
    return [code for code in sorted(known) if code in fits for _ in range(known[code])]


def may_be_none(ctx: Context, seat: Seat, zone: str, among: Sequence[str]) -> bool:
    """Whether a zone may hold none of these, as far as is known."""
    side = ctx.state.sides[seat]
    known = {"hand": side.hand.cards, "discard": side.discard.cards}.get(zone)
    return known is not None and not any(c in known for c in among)


def ask_card(
    t: Engine,
    ctx: Context,
    seat: Seat,
    who: Seat,
    zone: str,
    among: Sequence[str],
    *,
    optional: bool,
) -> Generator[Ask, Any, str]:
    """Ask for a card of a zone; the empty code for none.

    Where only who takes it knows what could be taken, it is asked whatever that is.
    """
    looked_at = ctx.state.sides[seat].peeked if zone == "top" else 0
    secret = zone in HIDDEN or looked_at > (0 if optional else 1)
    if not among and (not secret or not zone_size(ctx, seat, zone)):
        return ""
    choices: list[Action] = [a.Card(c) for c in among]
    if optional or may_be_none(ctx, seat, zone, among) or not among:
        choices.append(a.No())
    chosen = yield t.ask(who, "card", choices, "no such card can be taken here", always=secret)
    return chosen.card if isinstance(chosen, a.Card) else ""


def ask_random(
    t: Engine, ctx: Context, seat: Seat, zone: str, among: Sequence[str]
) -> Generator[Ask, Any, str]:
    """Ask the dealer for a random card of a zone; the empty code for none."""
    if not among and (zone not in HIDDEN or not zone_size(ctx, seat, zone)):
        return ""
    choices: list[Action] = [a.Random(c) for c in among]
    if not among or may_be_none(ctx, seat, zone, among):
        choices.append(a.Random(""))
    chosen: a.Random = yield t.ask(
        DEALER, "random card", choices, "no such card can come here", always=True
    )
    return chosen.card


def next_card(
    t: Engine,
    ctx: Context,
    seat: Seat,
    who: Seat,
    zone: str,
    among: Sequence[str],
    *,
    random: bool = False,
    optional: bool = False,
) -> Generator[Ask, Any, str]:
    """One more card of a zone: at random, or as a player chooses; the empty code for none."""
    if random:
        return (yield from ask_random(t, ctx, seat, zone, among))
    return (yield from ask_card(t, ctx, seat, who, zone, among, optional=optional))
