"""The board of Riftforce: five locations in a row, each side's elementals behind each other."""

from __future__ import annotations

from domain.contract.board import SEATED, Board, Card, Number, SeatInfo, Zone
from domain.frame.zones import (
    closed_pile,
    hand,
    number,
    owned,
    pile,
    seated,
    whole_board,
)
from domain.games.riftforce.card_words import COLOUR, DOES, ICE_PRINTED
from domain.games.riftforce.cards import GOAL, GUILD, GUILDS, LOCATIONS, NUMBER, ORDER
from domain.games.riftforce.state import Elemental, RiftState

DEPTH = 3
"""Room is kept for so many elementals at a location."""


def board(state: RiftState) -> Board:
    """The locations between both seats: B above, A below, nearest the Rift in the middle."""
    display = tuple(guild(code, f"display.{code}", state.ice) for code in state.display)
    draft = [(Zone("display", "summoners to choose from", cards=display, count=len(display)),)]
    return whole_board(
        "riftforce",
        state,
        state.active,
        (seat_info(state, 0), seat_info(state, 1)),
        (
            cards_row(state, 1),
            *(draft if display else ()),
            tuple(lane(state, 1, location) for location in LOCATIONS),
            tuple(site(state, location) for location in LOCATIONS),
            tuple(lane(state, 0, location) for location in LOCATIONS),
            cards_row(state, 0),
        ),
        moment(state),
        coded=True,
    )


def moment(state: RiftState) -> str:
    """Where in the match it is; nothing once it is over."""
    if state.over:
        return ""
    if not state.turn:
        return "guilds are chosen" if state.display else "the match is set up"
    return f"turn {state.turn}, {SEATED[state.active]} to act"


def seat_info(state: RiftState, seat: int) -> SeatInfo:
    """A seat's Riftforce, cards and guilds."""
    held = state.hands[seat]
    return SeatInfo(
        SEATED[seat],
        numbers=(
            Number("Riftforce", held.score, GOAL),
            Number("hand", held.count),
            Number("pile", held.pile),
            Number("discards", sum(held.discard.values())),
        ),
        notes=(
            *(GUILDS[code] for code in held.guilds),
            *(["starts"] if state.start == seat else []),
        ),
    )


def face(code: str, ice: str = "") -> Card:
    """A card as it lies face up."""
    own = GUILD[code]
    text = ICE_PRINTED if own == "I" and ice == "printed" else DOES[own]
    strength = (Number("strength", NUMBER[code]),)
    return Card(code, GUILDS[own], code, "", "elemental", strength, text=text, colour=COLOUR[own])


def guild(code: str, key: str, ice: str) -> Card:
    """A summoner that can be chosen."""
    text = ICE_PRINTED if code == "I" and ice == "printed" else DOES[code]
    return Card(key, GUILDS[code], code, kind="guild", text=text, colour=COLOUR[code])


def elemental(state: RiftState, e: Elemental) -> Card:
    """An elemental in play with its damage."""
    card = face(e.card, state.ice)
    damage = (number("damage", e.damage),) if e.damage else ()
    return Card(
        f"e{e.id}", card.name, e.card, SEATED[e.seat], card.kind, (*card.numbers, *damage),
        text=card.text, state=owned(e.owner, e.seat), colour=card.colour,
    )  # fmt: skip


def lane(state: RiftState, seat: int, location: int) -> Zone:
    """A side of a location, as it lies: B's nearest the Rift is the lowest, A's the topmost."""
    there = state.sides[seat][location]
    lying = reversed(there) if seat else there
    cards = tuple(elemental(state, e) for e in lying)
    return Zone(
        f"{SEATED[seat]}.{location}", "", SEATED[seat], "lane", cards, len(cards),
        horizontal=False, place=DEPTH,
    )  # fmt: skip


def site(state: RiftState, location: int) -> Zone:
    """A location of the Rift, and who controls it."""
    controls = next((seat for seat in (0, 1) if state.controls(seat, location)), None)
    note = f"{SEATED[controls]} controls" if controls is not None else ""
    return Zone(f"rift.{location}", str(location), seated(controls), "site", note=note, place=1)


def cards_row(state: RiftState, seat: int) -> tuple[Zone, ...]:
    """A seat's hand and piles."""
    held, name = state.hands[seat], SEATED[seat]

    def shown(code: str) -> Card:
        return face(code, state.ice)

    place = ORDER.__getitem__
    return (
        hand(f"{name}.hand", name, held.hand, shown, order=place),
        closed_pile(f"{name}.pile", name, "pile", held.pile),
        pile(f"{name}.discard", name, "discards", held.discard, shown, place),
    )
