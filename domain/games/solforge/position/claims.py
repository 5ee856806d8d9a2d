"""Whether what a scenario states about SolForge Fusion holds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from domain.contract.game import Seat, seat_name
from domain.frame.bags import Bag, ordered
from domain.frame.scanner import unreadable
from domain.frame.statements import (
    ENDING,
    HAS,
    seat_or_none,
    wrong_cards,
    wrong_number,
    wrong_two,
    wrong_word,
    yes,
)
from domain.games.solforge.cards.titles import forgeborn_name
from domain.games.solforge.position.pieces import (
    Placed,
    at_place,
    code_of,
    read_bag,
    read_cards,
    read_placed,
    sides_of,
)
from domain.games.solforge.position.statements import (
    BORN,
    EXAMPLES,
    PILES,
    Statement,
    born_of,
    counters_of,
    keywords_stated,
    step_of,
    types_stated,
)
from domain.games.solforge.queries.properties import (
    armor_of,
    attack_of,
    health_of,
    keywords_of,
    player_armor,
    types_of,
)
from domain.games.solforge.state import Permanent, SolState

ONLY_THEN: Final = ("winner: A", "why: health", "over: yes", "cycle: 2")


def wrong(state: SolState, s: Statement) -> str:
    """What is wrong with a statement about a state; nothing if it holds. Raises GameError."""
    if s.what in ("lane", "exalt"):
        return wrong_lane(state, s)
    if s.what in PILES:
        return wrong_pile(state, s)
    if s.what in MOMENT and not s.of:
        return wrong_word(s, MOMENT[s.what](state))
    if s.what == "step":
        return wrong_step(state, s)
    if s.what == "health" and not s.of:
        return wrong_two(s, (state.sides[0].health, state.sides[1].health))
    if s.what == "forgeborn":
        return wrong_forgeborn(state, s)
    if s.of in ("a", "b") and s.what in SEATED:
        return wrong_number(s, SEATED[s.what](state, s.seat))
    if s.of and s.of[-1].isdecimal() and not s.of.isdecimal():
        return wrong_thing(state, at_place(state, s.of, 1), s)
    raise unreadable(f"{s.what!r} is not understood", 1, (*EXAMPLES, *ONLY_THEN))


MOMENT: Final[dict[str, Callable[[SolState], str]]] = {
    "turn": lambda state: str(state.turn),
    "cycle": lambda state: str(state.cycle),
    "phase": lambda state: state.phase or "none",
    "forge": lambda state: seat_or_none(state.forge),
    "played": lambda state: yes(state.played),
    "sudden": lambda state: yes(state.sudden),
    **ENDING,
}
SEATED: Final[dict[str, Callable[[SolState, Seat], int]]] = {
    "health": lambda state, seat: state.sides[seat].health,
    "armor": player_armor,
    "cards": lambda state, seat: state.sides[seat].hand.count,
}


def wrong_lane(state: SolState, s: Statement) -> str:
    """Compare what is in a lane, as far as it is stated."""
    for seat, words, column in sides_of(s.value, s.column):
        stated = read_placed(state, words, column)
        there = state.exalt_at if s.what == "exalt" else state.creature_at
        p = there(seat, s.lane)
        if stated is None or p is None:
            if stated is not None or p is not None:
                return f"{seat_name(seat)} has {placed(state, p).words if p else 'nothing'} there"
        elif differs := stated.wrong(placed(state, p)):
            return f"{seat_name(seat)} has {differs} there"
    return ""


def placed(state: SolState, p: Permanent) -> Placed:
    """Something in play as a statement would have it, with its numbers as they are now."""
    if p.exalt:
        return Placed(p.code, ready=p.ready, owner=p.owner)
    return Placed(p.code, attack_of(state, p), health_of(state, p), p.front, p.ready, p.owner)


def wrong_pile(state: SolState, s: Statement) -> str:
    """Compare a hand or pile: all of it, a count, or `has`, `lacks` and some cards."""
    side = state.sides[s.seat]
    name = f"{seat_name(s.seat)}'s {s.what}"
    if s.what == "deck" and s.value.isdecimal():
        return "" if s.number == side.deck else f"{name} has {side.deck} cards"
    if s.what == "top":
        cards = read_cards(state, s.value, s.column)
        return "" if cards == side.top else f"{name} is {' '.join(side.top) or 'not known'}"
    bags: dict[str, Bag] = {
        "hand": side.hand.cards,
        "discard": side.discard.cards,
        "banished": side.banished,
        "upgrades": side.upgrades,
        "unseen": side.unseen,
        "deck": side.unseen,
    }
    return wrong_cards(s, bags[s.what], partial(read_bag, state), listing)


def listing(bag: Bag) -> str:
    """Cards as a scenario writes them."""
    return " ".join(ordered(bag)) or "empty"


def wrong_step(state: SolState, s: Statement) -> str:
    """Compare the Action Step, and whose it is if that is stated."""
    step, seat = step_of(s)
    now = f"it is Action Step {state.step} of {seat_or_none(state.active)}"
    return "" if step == state.step and seat in (None, state.active) else now


def wrong_forgeborn(state: SolState, s: Statement) -> str:
    """Compare a Forgeborn's name, level and readiness, as far as they are stated."""
    side = state.sides[s.seat]
    found = BORN.fullmatch(s.value)
    if not found:
        raise unreadable(f"{s.value!r} is no Forgeborn", s.column, ("level 2 ready",))
    ready = "ready" if side.ready else "exhausted"
    right = (
        (not found["name"] or born_of(state, found["name"], s.column) == side.forgeborn)
        and (not found["level"] or int(found["level"]) == side.level)
        and (not found["ready"] or found["ready"].lower() == ready)
    )
    now = f"it is {forgeborn_name(state, side.forgeborn)} level {side.level} {ready}"
    return "" if right else now


def wrong_thing(state: SolState, p: Permanent, s: Statement) -> str:
    """Compare one number or mark of something in play, as it is now."""
    match s.what:
        case "attack" | "health" | "armor":
            numbers = {"attack": attack_of, "health": health_of, "armor": armor_of}
            return wrong_number(s, numbers[s.what](state, p))
        case "row":
            return wrong_word(s, "front" if p.front else "back")
        case "ready":
            return "" if s.yes is p.ready else f"it is {yes(p.ready)}"
        case "counters":
            return "" if counters_of(s) == p.counters else f"it has {p.counters or 'none'}"
        case "keywords":
            return wrong_keywords(state, p, s)
        case "types":
            return wrong_types(state, p, s)
        case "card":
            code = code_of(state, s.value, s.column)
            return "" if code == p.code else f"it is {p.code}"
        case "replaced":
            code = "" if s.value in ("-", "none") else code_of(state, s.value, s.column)
            return "" if code == p.replaced else f"it replaced {p.replaced or 'nothing'}"
        case _:
            raise unreadable(f"{s.what!r} is not understood", 1, EXAMPLES)


def wrong_keywords(state: SolState, p: Permanent, s: Statement) -> str:
    """Compare the keywords: all of them, or `has`, `lacks` and some."""
    now = keywords_of(state, p)
    words = ", ".join(f"{k} {count}" for k, count in sorted(now.items())) or "none"
    partly = HAS.fullmatch(s.value)
    part = Statement(s.what, s.of, partly[2], s.column) if partly else s
    _, stated = keywords_stated(part)
    if not partly:
        right = stated == now
    elif partly[1].lower() == "has":
        right = all(now.get(k) == count for k, count in stated.items())
    else:
        right = not set(stated) & set(now)
    return "" if right else f"it has {words}"


def wrong_types(state: SolState, p: Permanent, s: Statement) -> str:
    """Compare the creature types: all of them, or `has`, `lacks` and some."""
    now = types_of(state, p)
    partly = HAS.fullmatch(s.value)
    stated = set(types_stated(Statement(s.what, s.of, partly[2], 1) if partly else s))
    if not partly:
        right = stated == now
    elif partly[1].lower() == "has":
        right = stated <= now
    else:
        right = not stated & now
    return "" if right else f"it has {', '.join(sorted(now)) or 'none'}"
