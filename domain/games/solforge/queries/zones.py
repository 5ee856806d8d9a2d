"""Hands, decks and piles as abilities see them: whose, what can be in them, how many fit."""

from __future__ import annotations

from domain.contract.game import UNKNOWN, Seat
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.queries.context import Context
from domain.games.solforge.queries.filters import card_fits


def seats(ctx: Context, whose: str) -> tuple[Seat, ...]:
    """The seats meant by you, enemy or each; who has the Forge first (Resolving Abilities)."""
    if whose in ("you", "enemy"):
        return (ctx.you if whose == "you" else 1 - ctx.you,)
    return (ctx.state.forge, 1 - ctx.state.forge) if ctx.state.forge >= 0 else (0, 1)


def zone_cards(ctx: Context, seat: Seat, zone: str) -> list[str]:
    """The different cards that can be in a zone of a seat."""
    side = ctx.state.sides[seat]
    if zone == "hand":
        return side.possible(side.hand)
    if zone == "discard":
        return side.possible(side.discard)
    if zone == "banish":
        return sorted(side.banished)
    if zone == "upgrade":
        return sorted(side.upgrades)
    if zone == "top":
        return [card for card in side.top[: side.peeked or 1] if card != UNKNOWN]
    return sorted({*side.unseen, *(c for c in side.top if c != UNKNOWN)}) if side.deck else []


def held(ctx: Context, seat: Seat, zone: str) -> dict[str, int]:
    """How many of each card are known to be in a zone of a seat, unknown ones counted as such."""
    side = ctx.state.sides[seat]
    if zone in ("top", "deck"):
        found = {} if zone == "top" else dict(side.unseen)
        for card in side.top:
            found[card] = found.get(card, 0) + 1
        return found
    return {
        "hand": side.hand.cards,
        "discard": side.discard.cards,
        "banish": side.banished,
        "upgrade": side.upgrades,
    }[zone]


def zone_size(ctx: Context, seat: Seat, zone: str) -> int:
    """How many cards a zone holds."""
    if zone in ("top", "deck"):
        return ctx.state.sides[seat].deck
    return sum(held(ctx, seat, zone).values())


def zone_count(ctx: Context, seat: Seat, zone: str, f: n.Filter) -> int:
    """How many cards of a zone fit; where some are unknown, those that are known to be there."""
    if f == n.Filter(kind="card"):
        return zone_size(ctx, seat, zone)
    known = held(ctx, seat, zone)
    return sum(count for card, count in known.items() if card_fits(ctx, f, card, seat))
