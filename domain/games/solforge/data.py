"""The state as plain data for programs, with the ids and unseen cards that no board shows."""

from __future__ import annotations

from typing import Any

from domain.contract.game import SEAT_NAMES
from domain.frame.bags import ordered
from domain.games.solforge.cards.book import book
from domain.games.solforge.cards.titles import forgeborn_name, gift_words, title
from domain.games.solforge.queries.properties import (
    armor_of,
    attack_of,
    health_of,
    keywords_of,
    player_armor,
    types_of,
)
from domain.games.solforge.state import LANES, Lasting, Permanent, Side, SolState


def effects(gifts: list[Lasting]) -> list[dict[str, Any]]:
    """What something was given, in words, with how long it lasts."""
    return [
        {"gives": gift_words(g.gift), "source": g.source, "until": g.until or None} for g in gifts
    ]


def thing(state: SolState, p: Permanent) -> dict[str, Any]:
    """A creature or Exalt with its numbers as they are now, auras included."""
    face = book(state.cards).faces.get(p.code)
    found: dict[str, Any] = {
        "id": p.id,
        "card": p.code,
        "name": face.name if face else p.code,
        "level": face.level if face else 0,
        "ready": p.ready,
        "counters": dict(sorted(p.counters.items())),
        "effects": effects(p.gifts),
    }
    if not p.exalt:
        found |= {
            "attack": attack_of(state, p),
            "health": health_of(state, p),
            "armor": armor_of(state, p),
            "row": "front" if p.front else "back",
            "types": sorted(types_of(state, p)),
            "keywords": dict(sorted(keywords_of(state, p).items())),
        }
    if p.owner != p.seat:
        found["owner"] = SEAT_NAMES[p.owner]
    return found


def seat_board(state: SolState, seat: int, side: Side) -> dict[str, Any]:
    """One seat's Health, cards and Forgeborn."""
    return {
        "health": side.health,
        "armor": player_armor(state, seat),
        "forge": state.forge == seat,
        "forgeborn": {
            "card": side.forgeborn,
            "name": forgeborn_name(state, side.forgeborn),
            "level": side.level,
            "ready": side.ready,
        },
        "other_forgeborn": side.other_forgeborn,
        "factions": list(side.halves),
        "hand": ordered(side.hand.cards),
        "deck": side.deck,
        "top": list(side.top),
        "discard": ordered(side.discard.cards),
        "unseen": ordered(side.unseen),
        "upgrades": ordered(side.upgrades),
        "banished": ordered(side.banished),
        "effects": effects(side.gifts),
    }


def data(state: SolState) -> dict[str, Any]:
    """The state as plain data, the same whatever order things happened in."""
    return {
        "turn": state.turn,
        "cycle": state.cycle,
        "phase": state.phase or None,
        "step": state.step,
        "active": SEAT_NAMES[state.active] if state.active >= 0 else None,
        "played": state.played,
        "forge": SEAT_NAMES[state.forge] if state.forge >= 0 else None,
        "start": SEAT_NAMES[state.start] if state.start >= 0 else None,
        "sudden_death": state.sudden,
        "over": state.over,
        "winner": SEAT_NAMES[state.winner] if state.winner is not None else None,
        "why": state.why or None,
        "edition": state.edition,
        "lanes": [
            {
                "lane": lane,
                **{name: lane_board(state, seat, lane) for seat, name in enumerate(SEAT_NAMES)},
            }
            for lane in LANES
        ],
        "waiting": [
            {"seat": SEAT_NAMES[s.seat], "source": s.source, "name": title(state, s.source)}
            for s in state.standing
        ],
        "seats": {
            name: seat_board(state, seat, side)
            for seat, (name, side) in enumerate(zip(SEAT_NAMES, state.sides, strict=True))
        },
    }


def lane_board(state: SolState, seat: int, lane: int) -> dict[str, Any]:
    """What a side has in a lane."""
    creature, exalt = state.creature_at(seat, lane), state.exalt_at(seat, lane)
    return {
        "creature": thing(state, creature) if creature else None,
        "exalt": thing(state, exalt) if exalt else None,
    }
