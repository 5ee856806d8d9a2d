"""What a ruling is about in SolForge Fusion: things in play, cards, zones, who did it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from domain.contract.game import DEALER, UNKNOWN, Seat, seat_name
from domain.frame.ruling_words import BY, take_number, take_seat, take_word
from domain.frame.scanner import Scanner, illegal, unreadable, whole
from domain.games.solforge.cards.book import book
from domain.games.solforge.notation.names import card_next, resolve, take_card
from domain.games.solforge.notation.reader import CLOSING, OPENING, THING, by_name, place, there
from domain.games.solforge.state import Permanent, Side, SolState

TO: Final = re.compile(r"(?:>|to\b|in\b|into\b|with\b)\s*", re.IGNORECASE)
FROM: Final = re.compile(r"from\b", re.IGNORECASE)
CODE: Final = re.compile(r"[a-z0-9][\w'’-]*\.\d+(?![\w.])")
ZONES: Final = {
    "hand": "hand",
    "discard": "discard",
    "banish": "banish",
    "banished": "banish",
    "upgrade": "upgrade",
    "deck": "deck",
    "top": "top",
    "aside": "aside",
}


class Doer(msgspec.Struct, frozen=True):
    """Who or what did something: its id in play, whose it is, its card."""

    id: int = 0
    seat: Seat = DEALER
    card: str = ""


NOBODY: Final = Doer()


# -- in play -------------------------------------------------------------------------------------


def read_thing(scanner: Scanner, state: SolState) -> Permanent:
    """Something in play: `b2`, `xa3`, `#12`, or its card's name. Raises GameError."""
    column = scanner.column
    if (number := take_number(scanner)) is not None:
        if number not in state.in_play:
            raise illegal(
                f"there is nothing with the number {number} in play", column, places(state)
            )
        return state.in_play[number]
    if found := scanner.take(THING):
        seat, lane = "ab".index(found[2].lower()), whole(found[4])
        exalt = bool(found[1] or found[3])
        first = there(state, seat, lane, exalt=exalt) or there(state, seat, lane, exalt=True)
        if first is None:
            kind = "Exalt" if exalt else "creature"
            what = f"{seat_name(seat)} has no {kind} in lane {lane}"
            raise illegal(what, column, places(state))
        return first
    if not card_next(scanner):
        raise unreadable("who or what? b2, xa3, or a name", column, places(state))
    return by_name(scanner, state, state.in_play)


def places(state: SolState) -> tuple[str, ...]:
    """Everything in play, as written."""
    return tuple(place(p) for p in [*state.creatures(), *state.exalts()])


def at(state: SolState, number: int) -> str:
    """Something in play by its id, as written. Raises LookupError if it is not there."""
    return place(state.in_play[number])


# -- cards ---------------------------------------------------------------------------------------


def read_card(scanner: Scanner, state: SolState, *pools: Iterable[str]) -> str:
    """A card by name, in brackets or not, preferably one of the pools. Raises GameError."""
    column = scanner.column
    bracket = scanner.take(OPENING)
    code = take_card(scanner, *pools, known=book(state.cards).faces)
    if bracket and not scanner.take(CLOSING):
        raise unreadable("a bracket is not closed", column)
    if code == UNKNOWN:
        raise unreadable("which card?", column)
    return code


def in_zone(side: Side, zone: str) -> list[str]:
    """The different cards that can be in a zone of a side."""
    return {
        "hand": side.possible(side.hand),
        "discard": side.possible(side.discard),
        "banish": sorted(side.banished),
        "upgrade": sorted(side.upgrades),
        "top": side.top[:1] if side.top else sorted(side.unseen),
        "deck": sorted({*side.unseen, *side.top} - {UNKNOWN}) if side.deck > 0 else [],
    }.get(zone, [])


def check_there(state: SolState, seat: Seat, card: str, zone: str, column: int) -> None:
    """Refuse a card that cannot be in a zone; aside is everything that there is."""
    if zone != "aside" and card not in in_zone(state.sides[seat], zone):
        raise illegal(f"{seat_name(seat)}'s {zone} holds no {card}", column)


def read_zone(scanner: Scanner) -> str:
    """`hand`, `discard`, `banish`, … Raises GameError."""
    column, zone = scanner.column, take_word(scanner, ZONES)
    if zone is None:
        raise unreadable("where?", column, tuple(dict.fromkeys(ZONES.values())))
    return str(zone)


def zone_after(scanner: Scanner, mark: re.Pattern[str], default: str) -> str:
    """A zone after `to` or `from`, or the usual one."""
    return read_zone(scanner) if scanner.take(mark) else default


def home(state: SolState, p: Permanent) -> str:
    """Where something goes when it leaves play."""
    card = book(state.cards).face(p.code).card
    return "aside" if card.minion else "upgrade" if card.solbind else "banish"


# -- who did it ----------------------------------------------------------------------------------


def read_doer(scanner: Scanner, state: SolState) -> Doer:
    """`by A`, `by a1`, `by spark`, `by A #12 spark-adept.1`; nobody without one."""
    if not scanner.take(BY):
        return NOBODY
    column, seat = scanner.column, take_seat(scanner)
    number = take_number(scanner)
    if number is None and scanner.peek(THING):
        p = read_thing(scanner, state)
        return Doer(p.id, p.seat if seat is None else seat, p.code)
    if code := scanner.take(CODE):
        return Doer(number or 0, DEALER if seat is None else seat, exact(state, code, column))
    card = read_card(scanner, state, *likely(state)) if card_next(scanner) else ""
    if seat is None and number is None and not card:
        raise unreadable("by whom, or by what?", column, ("by A", "by a1"))
    return Doer(number or 0, DEALER if seat is None else seat, card)


def likely(state: SolState) -> Iterator[list[str]]:
    """The cards that may have done something, the likeliest first: spells that have resolved."""
    for zone in ("banish", "play", "hand", "discard"):
        if zone == "play":
            yield list(dict.fromkeys(p.code for p in state.in_play.values()))
        else:
            yield sorted({card for side in state.sides for card in in_zone(side, zone)})


def exact(state: SolState, found: re.Match[str], column: int) -> str:
    """A card's or Forgeborn's code with its level. Raises GameError if there is none like it."""
    cards = book(state.cards)
    if found[0].rpartition(".")[0] in cards.forgeborn:
        return found[0]
    return resolve(found[0], column, cards.faces)


def doer_words(state: SolState, doer: Doer) -> str:
    """Who or what did something, as `read_doer` reads it, after a space."""
    if doer == NOBODY:
        return ""
    p = state.in_play.get(doer.id)
    if p is not None and doer == Doer(p.id, p.seat, p.code):
        return f" by {place(p)}"
    whose = "" if doer.seat == DEALER else f" {seat_name(doer.seat)}"
    return f" by{whose}{f' #{doer.id}' if doer.id else ''}{f' {doer.card}' if doer.card else ''}"
