"""SolForge Fusion's notation: one line an Action Step in, decisions out, and back again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from domain.game import UNKNOWN, Ask, Decider, seat_name
from domain.games.scanning import Scanner, illegal, unreadable, whole
from domain.games.solforge import actions as a
from domain.games.solforge.book import book
from domain.games.solforge.lines import (
    BETWEEN,
    DISCARD,
    ONGOING,
    Line,
    asked,
    asks_for_card,
    deal_unknown,
    decide,
)
from domain.games.solforge.names import take_cards
from domain.games.solforge.reading import DEALT, dealt
from domain.games.solforge.state import SolState
from domain.games.solforge.writing import words, write_line

TURN: Final = re.compile(
    r"\s*T(?:urn\s*)?(\d+)\s*(?:[,:]?\s*F(?:orge)?\s*[=:]?\s*([ab]))?\s*[:.]?\s*", re.IGNORECASE
)
TOSS: Final = re.compile(r"\s*(?:forge|start)\s*:?\s*([ab])\s*", re.IGNORECASE)
DEAL: Final = re.compile(r"\s*deal\s+([ab])\b\s*:?", re.IGNORECASE)


class SolNotation:
    """Reads and writes lines; see docs/formats.md."""

    examples = """  spark 3             play a card: a creature or Exalt into a lane; bolt! for Free
  bolt a3 · f b2 b3   targets a3 b3, an Exalt xa3, a player a or b; f the Forgeborn
  @3 · m3>4 · glider 2; @3   activate, Mobility, several actions of one Action Step
  y n #2 >4 o1 \\[bear] *bear & bear ??   answers: may, option, lane, trigger, card, random, drawn
  -                   pass      deal A spark bear ?? …   the cards drawn      T4 F=A   checked"""
    opens: tuple[str, ...] = ("step",)

    def read(self, decider: Decider, text: str) -> None:
        """Decide everything a line says. Raises GameError with the column where it fails."""
        said = ONGOING.sub("", text)
        if not TOSS.fullmatch(said):
            take_agreed(decider)
        if found := TURN.fullmatch(said):
            read_turn(decider, found)
        elif (found := TOSS.fullmatch(said)) and asked(decider) in ("toss", ""):
            decide(decider, found.start(1) + 1, a.Toss("ab".index(found[1].lower())))
        elif found := DEAL.match(said):
            read_deal(decider, said, found)
        elif (found := DISCARD.match(said)) and not asks_for_card(decider):
            read_discarded(decider, said, found)
        else:
            Line(decider, text).read()

    def write(
        self, state: Any, steps: Sequence[Any], going_on: bool = False
    ) -> tuple[list[str], int]:
        """Write the next line; the state is folded over the steps it tells."""
        return write_line(state, steps, going_on)

    def words(self, state: SolState, ask: Ask) -> list[str]:
        """What may be typed next; of a card that is played only its name, lanes are asked for then."""
        return words(state, ask)

    def totals(self, state: SolState) -> str:
        """Health of A and of B."""
        return f"{state.sides[0].health}:{state.sides[1].health}"


def take_agreed(decider: Decider) -> None:
    """Who has the Forge first, where it was agreed: it need not be written."""
    ask = decider.ask
    if ask is not None and ask.about == "toss" and len(ask.choices) == 1:
        (agreed,) = ask.choices
        decider.decide(agreed)
        decider.settle()


def read_turn(decider: Decider, found: re.Match[str]) -> None:
    """`T4 F=A`: the turn that begins, and who has the Forge; both are checked."""
    turn, column = whole(found[1]), found.start(1) + 1
    forge = "ab".index(found[2].lower()) if found[2] else None
    if asked(decider) == "toss" and forge is not None and turn == 1:
        decide(decider, found.start(2) + 1, a.Toss(forge))
        decider.settle()
    while (ask := decider.ask) is not None and ask.about in DEALT and decider.state.turn < turn:
        deal_unknown(decider, ask)
    state: SolState = decider.state
    if state.turn != turn:
        raise illegal(f"this is turn {state.turn}, not {turn}", column, (f"T{state.turn}",))
    if forge is not None and state.forge != forge:
        holder = seat_name(state.forge)
        raise illegal(
            f"{holder} has the Forge in turn {turn}", found.start(2) + 1, (f"T{turn} F={holder}",)
        )


def read_deal(decider: Decider, text: str, found: re.Match[str]) -> None:
    """`deal A card card`: the cards a seat draws; a deal before it that is not written is unknown."""
    seat, column = "ab".index(found[1].lower()), found.start(1) + 1
    decider.settle()
    while (ask := decider.ask) is not None and ask.about == "draw":
        (unknown,) = ask.choices
        if unknown.seat == seat:
            break
        deal_unknown(decider, ask)
    if ask is None or ask.about != "draw":
        raise illegal(f"seat {seat_name(seat)} draws no cards here", column)
    scanner = Scanner(text, BETWEEN)
    scanner.at = found.end()
    scanner.skip()
    action = dealt(scanner, decider.state, ask)
    if not scanner.end:
        raise unreadable(f"{scanner.rest!r} is too much here", scanner.column)
    decide(decider, column, action)
    decider.settle()


def read_discarded(decider: Decider, text: str, found: re.Match[str]) -> None:
    """`d A: card card`: asserts what a hand that was discarded held."""
    seat = "ab".index(found[1].lower())
    state: SolState = decider.state
    side = state.sides[seat]
    scanner = Scanner(text, BETWEEN)
    scanner.at = found.end()
    scanner.skip()
    column = scanner.column
    pile = {**side.discard.cards} if side.discard.count else {**side.unseen, UNKNOWN: 0}
    unknown = pile.pop(UNKNOWN, 0)
    pool = sorted({*pile, *(side.unseen if unknown else ())})
    cards = take_cards(scanner, 99, pool, known=book(state.cards).faces)
    if not scanner.end:
        raise unreadable(f"{scanner.rest!r} is no card", scanner.column, tuple(pool))
    for card in cards:
        if pile.get(card, 0):
            pile[card] -= 1
        elif unknown and (card == UNKNOWN or side.unseen.get(card, 0)):
            unknown -= 1
        elif card != UNKNOWN:
            raise illegal(f"{card} is not among what {seat_name(seat)} discarded", column)
