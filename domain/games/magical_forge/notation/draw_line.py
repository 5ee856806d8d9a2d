"""The line of a draw in Magical Forge: the cards, and the Spells that follow."""

from __future__ import annotations

import re
from typing import Final

from domain.contract.game import Decider, seat_name
from domain.frame.line import BETWEEN, decide
from domain.frame.scanner import Scanner, illegal, unreadable, whole
from domain.games.magical_forge import actions as a
from domain.games.magical_forge.cards.book import book
from domain.games.magical_forge.notation.names import take_cards
from domain.games.magical_forge.notation.reader import (
    DRAWN,
    PASS,
    brings_spells,
    known,
    take_dealt,
    unknown_of,
)
from domain.games.magical_forge.state import MagicalState

DEAL: Final = re.compile(r"(?:deal|draws?)\s+([ab])(?![\w'’-])\s*:?", re.IGNORECASE)
COUNT: Final = re.compile(r"(\d+)(?![\w'’-])")


def in_deal(decider: Decider) -> bool:
    """Whether the Spells are still to be dealt that follow the draw of a turn, or of an opening hand."""
    ask, state = decider.ask, decider.state
    return (
        ask is not None
        and ask.about == "spells"
        and not state.stack
        and state.phase in ("", "draw")
    )


def read_deal(decider: Decider, scanner: Scanner, found: re.Match[str], *, ongoing: bool) -> None:
    """`deal A hound ?? ?? 2 & ember`: the draw of a turn or of an opening hand."""
    seat, column = "ab".index(found[1].lower()), found.start(1) + 1
    scanner.take(DEAL)
    ask = decider.ask
    if ask is None or not brings_spells(ask):
        raise illegal(f"seat {seat_name(seat)} draws no cards here", column)
    scanner.take(PASS)
    cards = take_dealt(scanner, decider.state, ask)
    creatures = creatures_of(scanner, decider.state, cards)
    decide(decider, column, a.Deal(seat, tuple(cards), creatures))
    decider.settle()
    read_spells(decider, scanner, ongoing=ongoing)


def creatures_of(scanner: Scanner, state: MagicalState, cards: list[str]) -> int:
    """How many of the cards drawn are Creatures: as written, or as the Spells after `&` say."""
    if found := scanner.take(COUNT):
        return whole(found[1])
    known_cards = book(state.cards).cards
    if all(card in known_cards for card in cards):
        return sum(known_cards[card].kind == "creature" for card in cards)
    if not scanner.peek(DRAWN):
        raise unreadable(
            "how many of them are Creatures? a number, or the Spells drawn after &",
            scanner.column,
            ("2", "& ?? ??"),
        )
    ahead = Scanner(scanner.text, BETWEEN)
    ahead.at = scanner.at
    count = 0
    while ahead.take(DRAWN):
        count += len(take_cards(ahead, 99, book(state.cards).pool["spells"], known=known(state)))
    return count


def read_spells(decider: Decider, scanner: Scanner, *, ongoing: bool) -> None:
    """`& ember ??`, once for each part of the draw; what is not written is unknown."""
    while in_deal(decider) and (ask := decider.ask):
        column = scanner.column
        if not scanner.take(DRAWN) and ongoing:
            break
        cards = tuple(take_dealt(scanner, decider.state, ask))
        decide(decider, column, a.DealSpells(unknown_of(ask).seat, cards))
        decider.settle()
    if not scanner.end:
        raise unreadable(f"{scanner.rest!r} is too much here", scanner.column)
