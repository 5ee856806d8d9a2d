"""Rulings of SolForge Fusion about cards that are not in play, Forgeborn, and the course of a match."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from domain.contract.game import UNKNOWN, Fact, Seat
from domain.frame.ruling_words import (
    DIGITS,
    RULED,
    WORD,
    check_drawn,
    need_number,
    need_seat,
    read_end,
    read_turn,
    take_seat,
    take_word,
)
from domain.frame.scanner import Scanner, illegal, unreadable, whole
from domain.games.solforge import facts as f
from domain.games.solforge.cards.book import book
from domain.games.solforge.editions import EDITIONS
from domain.games.solforge.notation.names import card_next, take_cards
from domain.games.solforge.notation.reader import in_deck
from domain.games.solforge.notation.ruling_objects import (
    FROM,
    TO,
    check_there,
    in_zone,
    read_card,
    read_thing,
    read_zone,
    zone_after,
)
from domain.games.solforge.notation.ruling_play import leaving
from domain.games.solforge.state import SolState

LEVEL: Final = re.compile(r"level\b", re.IGNORECASE)
PHASES: Final = {name: name for name in ("draw", "action", "combat", "end")}
USES: Final = {"ready": True, "exhausted": False, "used": None}


def draw(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`draw A bear ??`, `draw A 2`."""
    seat, column = need_seat(scanner), scanner.column
    cards = read_dealt(scanner, state, seat)
    check_drawn(len(cards), state.sides[seat].deck, seat, column, "deck")
    return (f.Drawn(seat, cards),)


def look(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`look A bear ??`: at the top of the deck."""
    seat, column = need_seat(scanner), scanner.column
    cards = read_dealt(scanner, state, seat)
    check_drawn(len(cards), state.sides[seat].deck, seat, column, "deck")
    return (f.Looked(seat, cards),)


def read_dealt(scanner: Scanner, state: SolState, seat: Seat) -> tuple[str, ...]:
    """Cards that are drawn or looked at, or how many."""
    if count := scanner.take(DIGITS):
        return (UNKNOWN,) * whole(count[0])
    pool = in_deck(state.sides[seat])
    return tuple(take_cards(scanner, 99, pool, known=book(state.cards).faces))


def carried(state: SolState, seat: Seat, card: str, source: str, to: str, column: int) -> Fact:
    """A card that goes from one zone to another. Raises GameError if it is not there."""
    check_there(state, seat, card, source, column)
    return f.Carried(seat, card, source, to)


def discard(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`discard A bear wolf`: out of the hand."""
    seat = need_seat(scanner)
    found: list[Fact] = []
    now = state.copy()
    while not found or card_next(scanner):
        column = scanner.column
        card = read_card(scanner, state, in_zone(now.sides[seat], "hand"))
        found.append(carried(now, seat, card, "hand", "discard", column))
        found[-1].apply(now)
    return found


def return_(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`return b2`, `return b2 to top`; `return A bear`, `return A bear from banish`."""
    if (seat := take_seat(scanner)) is None:
        return leaving("returned", scanner, state, "hand")
    column = scanner.column
    card = read_card(scanner, state, in_zone(state.sides[seat], "discard"))
    return (carried(state, seat, card, zone_after(scanner, FROM, "discard"), "hand", column),)


def banish(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`banish b2`; `banish A bear`, `banish A bear from discard`."""
    if (seat := take_seat(scanner)) is None:
        return leaving("banished", scanner, state)
    column = scanner.column
    card = read_card(scanner, state, in_zone(state.sides[seat], "hand"))
    return (carried(state, seat, card, zone_after(scanner, FROM, "hand"), "banish", column),)


def carry(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`carry A bear hand>deck`: from one zone of its owner to another."""
    seat, column = need_seat(scanner), scanner.column
    card = read_card(scanner, state, *(in_zone(state.sides[seat], z) for z in ("hand", "discard")))
    source = read_zone(scanner)
    scanner.take(TO)
    return (carried(state, seat, card, source, read_zone(scanner), column),)


def level(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`level A bear.2`: the next level of a card comes into the discard pile."""
    seat, column = need_seat(scanner), scanner.column
    card = read_card(scanner, state, in_zone(state.sides[seat], "upgrade"))
    check_there(state, seat, card, "upgrade", column)
    return (f.Levelled(seat, card),)


def upgrade(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`upgrade b2`, `upgrade A bear`, `upgrade A bear in discard`."""
    cards, column = book(state.cards), scanner.column
    if (seat := take_seat(scanner)) is None:
        p = read_thing(scanner, state)
        up = next_level(state, p.owner, p.code, column)
        printed = cards.faces[up].printed
        numbers = (p.id, printed.attack, printed.health)
        return (f.Upgraded(p.owner, "play", p.code, up, "play", *numbers),)
    column = scanner.column
    card = read_card(scanner, state, in_zone(state.sides[seat], "hand"))
    zone = zone_after(scanner, TO, "hand")
    check_there(state, seat, card, zone, column)
    up = next_level(state, seat, card, column)
    to = zone if EDITIONS[state.edition].upgrade_in_place else "discard"
    return (f.Upgraded(seat, zone, card, up, to),)


def next_level(state: SolState, seat: Seat, card: str, column: int) -> str:
    """The next level of a card in a seat's Upgrade Pile; a level 3 card stays as it is."""
    up = book(state.cards).next_level(card)
    if up and up not in state.sides[seat].upgrades:
        raise illegal(f"{up} is not in the Upgrade Pile", column)
    return up or card


def shuffle(scanner: Scanner, _: SolState) -> Sequence[Fact]:
    """`shuffle A`: deck and discard pile together."""
    return (f.Shuffled(need_seat(scanner)),)


def forgeborn(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`forgeborn A ready`, `forgeborn A exhausted`, `forgeborn A used`, `forgeborn A level 3`."""
    seat, column = need_seat(scanner), scanner.column
    if scanner.take(LEVEL):
        return (f.ForgebornLevelled(seat, need_number(scanner, "the level")),)
    found = scanner.peek(WORD)
    if not found or found[0].lower() not in USES:
        raise unreadable("what of the Forgeborn?", column)
    scanner.take(WORD)
    ready = USES[found[0].lower()]
    if ready is None:
        return (f.ForgebornUsed(seat, state.sides[seat].level),)
    return (f.ForgebornTurned(seat, ready),)


# -- the course of a match -----------------------------------------------------------------------


def forge(scanner: Scanner, _: SolState) -> Sequence[Fact]:
    """`forge A`: A has the Forge."""
    return (f.ForgePassed(need_seat(scanner)),)


def phase(scanner: Scanner, _: SolState) -> Sequence[Fact]:
    """`phase combat`: it begins."""
    column, found = scanner.column, take_word(scanner, PHASES)
    if found is None:
        raise unreadable("which phase?", column, tuple(PHASES))
    return (f.PhaseBegan(found),)


def step(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`step 3`: an Action Step begins; whose it is, the Forge says."""
    column = scanner.column
    number = need_number(scanner, "which of the Action Steps, 1 to 4")
    if not 0 < number < 5 or state.phase != "action":
        raise illegal("the Action Phase has the steps 1 to 4", column)
    due = state.forge if number % 2 else 1 - state.forge
    column, seat = scanner.column, take_seat(scanner)
    if seat not in (None, due):
        raise illegal(f"step {number} is of {'AB'[due]}, by the Forge", column)
    return (f.StepBegan(number, due),)


def sudden(scanner: Scanner, _: SolState) -> Sequence[Fact]:
    """`sudden`: Sudden Death begins."""
    why = scanner.take(WORD)
    return (f.SuddenDeath(why[0].lower() if why else RULED),)


def turn(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`turn A`: the next turn begins, and A has the Forge."""
    return (f.TurnBegan(*read_turn(scanner, state.turn)),)


def end(scanner: Scanner, _: SolState) -> Sequence[Fact]:
    """`end A reason`."""
    return (f.MatchEnded(*read_end(scanner)),)
