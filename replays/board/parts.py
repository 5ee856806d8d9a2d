"""What the boards of several games are made of: hands, piles, and words about a match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

import msgspec

from domain.contract.game import SEAT_NAMES, UNKNOWN
from domain.record.events import Opened
from replays.board.model import Card, Number, Seated, Zone

SEATED: Final[tuple[Seated, Seated]] = ("A", "B")
"""The names of both seats."""

Face: TypeAlias = Callable[[str], Card]
"""A card by its code, as it lies face up; its key does not matter."""
Order: TypeAlias = Callable[[str], int] | None
"""Where a card comes among others; None: by its code."""


def seated(seat: int | None) -> Seated:
    """A seat's name; empty for none."""
    return SEATED[seat] if seat is not None and seat in (0, 1) else ""


def player(opened: Opened | None, seat: int) -> str:
    """Who sits there; the seat's name if that is not known."""
    return opened.players[seat] if opened else SEAT_NAMES[seat]


def placed(card: Card, key: str, seat: Seated, count: int = 1) -> Card:
    """A card that lies somewhere."""
    return msgspec.structs.replace(card, key=key, seat=seat, count=count)


def in_order(bag: Mapping[str, int], order: Order = None) -> list[str]:
    """The different cards of a bag in an order that tells nothing about how it was filled."""
    known = sorted(card for card in bag if card != UNKNOWN)
    return sorted(known, key=order) if order else known


def hand(
    key: str,
    seat: Seated,
    bag: Mapping[str, int],
    face: Face,
    *,
    title: str = "hand",
    order: Order = None,
    weight: int = 6,
) -> Zone:
    """A hand: the cards that are known one by one, then those that are not."""
    cards = [
        placed(face(code), f"{key}.{code}.{copy}", seat)
        for code in in_order(bag, order)
        for copy in range(1, bag[code] + 1)
    ]
    hidden = bag.get(UNKNOWN, 0)
    cards += [Card(f"{key}.?.{n}", seat=seat, hidden=True) for n in range(1, hidden + 1)]
    return Zone(
        key,
        title,
        seat,
        "hand",
        tuple(cards),
        len(cards),
        note=f"{hidden} unknown" if hidden and hidden < len(cards) else "",
        weight=weight,
    )


def pile(
    key: str,
    seat: Seated,
    title: str,
    bag: Mapping[str, int],
    face: Face,
    order: Order = None,
) -> Zone:
    """A pile that is looked through: what is known of it, a card of each with its count."""
    cards = [placed(face(code), f"{key}.{code}", seat, bag[code]) for code in in_order(bag, order)]
    hidden = bag.get(UNKNOWN, 0)
    note = f"{hidden} unknown" if hidden else ""
    return Zone(key, title, seat, "pile", tuple(cards), sum(bag.values()), note)


def closed_pile(key: str, seat: Seated, title: str, count: int, top: Iterable[Card] = ()) -> Zone:
    """A pile that lies face down; `top` are those on top of it that are known."""
    return Zone(key, title, seat, "pile", tuple(top), count)


def number(label: str, value: int, of: int | None = None) -> Number:
    """A number, and what it is compared with unless it is that."""
    return Number(label, value, of if of != value else None)


def lines(text: str) -> str:
    """Words of a card as plain lines."""
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())
