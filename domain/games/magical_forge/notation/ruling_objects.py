"""What a ruling is about in Magical Forge: things in play, cards, zones, who did it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from domain.contract.game import DEALER, UNKNOWN, Seat, seat_name
from domain.frame.ruling_words import BY, take_number, take_seat, take_word
from domain.frame.scanner import Scanner, illegal, unreadable
from domain.games.magical_forge import facts as f
from domain.games.magical_forge.cards.book import book
from domain.games.magical_forge.notation.names import (
    card_next,
    card_of,
    card_word,
    cards_word,
    take_card,
    take_named,
    take_thing,
    thing_word,
)
from domain.games.magical_forge.state import MagicalState, Pile

TO: Final = re.compile(r"(?:>|to\b|on\b)\s*", re.IGNORECASE)
FROM: Final = re.compile(r"from\b", re.IGNORECASE)
ZONES: Final = {"hand": "hand", "deck": "deck", "pile": "deck", "discard": "discard"}


def read_thing(scanner: Scanner, state: MagicalState, among: Iterable[int], what: str) -> int:
    """Something of a kind: `a1`, `s1`, `e1`, `#12`, or its card's name. Raises GameError."""
    column, ids = scanner.column, list(among)
    number = take_number(scanner)
    if number is None:
        number = take_thing(scanner, state)
    if number is None:
        if not card_next(scanner):
            raise unreadable(f"which {what}?", column, words_for(state, ids))
        number = take_named(scanner, state, ids)
    if number not in ids:
        raise illegal(f"that is no {what}", column, words_for(state, ids))
    return number


def words_for(state: MagicalState, ids: Iterable[int]) -> tuple[str, ...]:
    """Things, as written."""
    return tuple(thing_word(state, number) for number in ids)


def creature(scanner: Scanner, state: MagicalState) -> int:
    """A Creature in play. Raises GameError."""
    return read_thing(scanner, state, state.in_play, "Creature")


def pile(state: MagicalState, seat: Seat, card: str) -> tuple[str, Pile]:
    """The pile that a card belongs to, by name and as it is. Raises LookupError."""
    name = book(state.cards).pile(card)
    return name, f.pile_of(state, seat, name)


def read_card(scanner: Scanner, state: MagicalState, *pools: Iterable[str]) -> str:
    """A card by name, preferably one of the pools. Raises GameError."""
    column = scanner.column
    code = take_card(scanner, *pools, known=book(state.cards).cards)
    if code == UNKNOWN:
        raise unreadable("which card?", column)
    return code


def held(state: MagicalState, seat: Seat) -> list[str]:
    """The different cards that can be in a seat's hand."""
    side = state.sides[seat]
    return [*side.deck.possible(), *side.spells.possible()]


def read_zone(scanner: Scanner) -> str:
    """`hand`, `deck`, `discard`. Raises GameError."""
    column, zone = scanner.column, take_word(scanner, ZONES)
    if zone is None:
        raise unreadable("where? hand, deck, or discard", column, tuple(ZONES))
    return str(zone)


def zone_after(scanner: Scanner, mark: re.Pattern[str], default: str) -> str:
    """A zone after `to` or `from`, or the usual one."""
    return read_zone(scanner) if scanner.take(mark) else default


def check_there(state: MagicalState, seat: Seat, card: str, zone: str, column: int) -> None:
    """Refuse a card that cannot be in a zone."""
    _, there = pile(state, seat, card)
    found = {
        "hand": there.holds(card),
        "discard": card in there.discard,
        "deck": there.left > 0 and card in there.unseen,
    }
    if not found[zone]:
        raise illegal(f"{seat_name(seat)}'s {zone} holds no {card}", column)


def drawn_words(cards: Sequence[str]) -> str:
    """Cards that were drawn; how many, if none is known."""
    return str(len(cards)) if set(cards) == {UNKNOWN} else cards_word(cards)


def read_doer(scanner: Scanner, state: MagicalState) -> tuple[Seat, int, str]:
    """`by A`, `by a1`, `by #12 hound`, `by A #12 hound`: whose doing, its id, and its card."""
    if not scanner.take(BY):
        return DEALER, 0, ""
    seat = take_seat(scanner)
    column, number = scanner.column, take_number(scanner)
    if number is None and (number := take_thing(scanner, state)) is not None:
        owner = seat_of(state, number)
        return owner if seat is None else seat, number, card_of(state, number)
    card = read_card(scanner, state) if card_next(scanner) else ""
    if seat is None and number is None and not card:
        raise unreadable("by whom, or by what?", column, ("by A", "by a1"))
    if seat is None:
        seat = seat_of(state, number or 0)
    return seat, number or 0, card


def seat_of(state: MagicalState, number: int) -> Seat:
    """Whose something is; DEALER for what is not there."""
    there = state.in_play.get(number) or state.centre.get(number) or state.item(number)
    return there.seat if there else DEALER


def doer_words(state: MagicalState, seat: Seat | None, source: int, card: str) -> str:
    """Whose doing something was, as `read_doer` reads it, after a space."""
    if not source and not card and seat in (None, DEALER):
        return ""
    whose = "" if seat is None or seat == seat_of(state, source) else f" {seat_name(seat)}"
    if source and card == card_of(state, source):
        return f" by{whose} {thing_word(state, source)}"
    return f" by{whose}{f' #{source}' if source else ''}{f' {card_word(card)}' if card else ''}"


def read_by(scanner: Scanner, state: MagicalState) -> int:
    """`by e1`, `by #12`: the id of the effect that did it; 0 without one."""
    if not scanner.take(BY):
        return 0
    number = take_number(scanner)
    ids = [*(item.id for item in state.stack), *state.in_play, *state.centre]
    return read_thing(scanner, state, ids, "effect") if number is None else number


def by_words(state: MagicalState, by: int) -> str:
    """What did it, after a space."""
    return f" by {thing_word(state, by) or f'#{by}'}" if by else ""
