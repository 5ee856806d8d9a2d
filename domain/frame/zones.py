"""What the boards of several games are made of: hands, piles, and where a match is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

import msgspec

from domain.contract.board import SEATED, Board, Card, Number, Seated, SeatInfo, Zone
from domain.contract.game import UNKNOWN, Seat, State

Face: TypeAlias = Callable[[str], Card]
"""A card by its code, as it lies face up; its key does not matter."""
Order: TypeAlias = Callable[[str], int] | None
"""Where a card comes among others; None: by its code."""


def seated(seat: Seat | None) -> Seated:
    """Name a seat; empty for none."""
    return SEATED[seat] if seat is not None and seat in (0, 1) else ""


def whole_board(
    game: str,
    state: State,
    active: Seat,
    seats: tuple[SeatInfo, ...],
    rows: tuple[tuple[Zone, ...], ...],
    status: str,
    *,
    coded: bool = False,
) -> Board:
    """Make the board of a state of its seats and rows; once it is over, with who has won and why.

    `active` is whose turn or step it is; -1 for nobody's. `status` says where in the match it is.
    """
    if state.over:
        won = f"{seated(state.winner)} wins" if state.winner is not None else "a draw"
        status = ": ".join(filter(None, (status, won))) + (f" ({state.why})" if state.why else "")
        seats = tuple(
            msgspec.structs.replace(info, wins=info.seat == seated(state.winner)) for info in seats
        )
    return Board(
        game,
        seats,
        rows,
        state.turn,
        "" if state.over else seated(active),
        status,
        coded=coded,
    )


def placed(card: Card, key: str, seat: Seated, count: int = 1) -> Card:
    """Put a card somewhere, under a key."""
    return msgspec.structs.replace(card, key=key, seat=seat, count=count)


def known_codes(bag: Mapping[str, int], order: Order = None) -> list[str]:
    """List the different cards of a bag in an order that does not show how it was filled."""
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
    """Lay out a hand: the cards that are known one by one, then those that are not."""
    cards = [
        placed(face(code), f"{key}.{code}.{copy}", seat)
        for code in known_codes(bag, order)
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
    *,
    named: bool = False,
) -> Zone:
    """Lay out a pile that is looked through: what is known of it, a card of each with its count."""
    cards = [
        placed(face(code), f"{key}.{code}", seat, bag[code]) for code in known_codes(bag, order)
    ]
    hidden = bag.get(UNKNOWN, 0)
    note = f"{hidden} unknown" if hidden else ""
    return Zone(key, title, seat, "pile", tuple(cards), sum(bag.values()), note, named=named)


def closed_pile(key: str, seat: Seated, title: str, count: int, top: Iterable[Card] = ()) -> Zone:
    """Lay out a pile that is face down; `top` are the cards on top of it that are known."""
    return Zone(key, title, seat, "pile", tuple(top), count)


def number(label: str, value: int, of: int | None = None) -> Number:
    """Make a number, with what it is compared with unless it is that."""
    return Number(label, value, of if of != value else None)


def owned(owner: Seat, seat: Seat) -> tuple[str, ...]:
    """Say whose a card is that lies on another's side."""
    return (f"owned by {SEATED[owner]}",) if owner != seat else ()


def lines(text: str) -> str:
    """Put the words of a card in plain lines."""
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())
