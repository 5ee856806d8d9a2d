"""SolForge Fusion's notation: one line an Action Step in, decisions out, and back again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from domain.contract.game import (
    DEALER,
    UNKNOWN,
    Action,
    Ask,
    Decider,
    Fact,
    Notation,
    Seat,
    seat_name,
)
from domain.frame.line import BETWEEN, ONGOING, decide, decide_agreed
from domain.frame.ruling_words import check_mark
from domain.frame.scanner import Scanner, illegal, unreadable, whole
from domain.games.solforge import actions as a
from domain.games.solforge.actions import SolAction
from domain.games.solforge.card_text import card_text
from domain.games.solforge.cards.book import book
from domain.games.solforge.facts import SolFact
from domain.games.solforge.notation.lines import (
    DISCARD,
    SolLine,
    asked,
    asks_for_card,
    deal_unknown,
    must_say,
)
from domain.games.solforge.notation.names import take_cards
from domain.games.solforge.notation.reader import DEALT, dealt, in_deck
from domain.games.solforge.notation.rulings import RULINGS
from domain.games.solforge.notation.writer import meanings, shapes, words, write_line
from domain.games.solforge.state import SolState
from domain.games.solforge.words import decision

TURN: Final = re.compile(
    r"\s*T(?:urn\s*)?(\d+)\s*(?:[,:]?\s*F(?:orge)?\s*[=:]?\s*([ab]))?\s*[:.]?\s*", re.IGNORECASE
)
WRONG_TURN: Final = re.compile(r"\s*T\s*(\d+)\s*[,:]?\s*F\s*[=:]\s*(\S*)", re.IGNORECASE)
TOSS: Final = re.compile(r"\s*(?:forge|start)\s*:?\s*([ab])\s*", re.IGNORECASE)
DEAL: Final = re.compile(r"\s*deal\s+([ab])\b\s*:?", re.IGNORECASE)


class SolNotation(Notation[SolState, SolAction, SolFact]):
    """Reads and writes lines; see docs/formats.md."""

    examples = """\
  spark 3 · bolt a3    play a card, into a lane or at a target; bolt! for Free
  f b2 · @3 · m3>4     the Forgeborn; an Activate ability; Mobility to a lane
  spark 3; @2; f       several actions of one Action Step; - passes
  level spark          early edition: a card is given up for its next level
  b2 xa3 b · >4        targets: creature, Exalt, player; a lane
  \\[bear] · y n · #2    a card; may it be done; which option; . is no more
  o1                   which of the waiting triggers resolves next
  *bear & bear ^ bear  what came up at random, was drawn, was looked at
  deal A spark bear    the cards A draws; those not named are unknown
  forge A · T4 F=A     who has the Forge first; in turn 4, checked
  combat: o2 draw: end:  what is decided in that phase; d A: bear  a discard
[bold]the board[/]
  L2 level  5/3 Attack/Health  4D Armor  +2c two counters  exh, dim: exhausted
  Ag Aggressive  Br Breakthrough  De Defender  Mo2 Mobility 2  St Stealth
  ofB owned by B  ► acts now  green, red: more, less than printed"""
    opens = ("step",)
    rulings = RULINGS.help

    def read(self, decider: Decider, text: str) -> None:
        """Decide everything a line says. Raises GameError with the column where it fails."""
        check_mark(text)
        phrase = ONGOING.sub("", text)
        if not TOSS.fullmatch(phrase):
            decide_agreed(decider)
        if found := TURN.fullmatch(phrase):
            read_turn(decider, found)
        elif found := WRONG_TURN.match(phrase):
            at = found.start(2) + 1
            raise unreadable(f"{found[2]!r} is no seat that has the Forge", at, ("A", "B"))
        elif (found := TOSS.fullmatch(phrase)) and asked(decider) in ("toss", ""):
            decide(decider, found.start(1) + 1, a.Toss("ab".index(found[1].lower())))
        elif found := DEAL.match(phrase):
            read_deal(decider, phrase, found)
        elif (found := DISCARD.match(phrase)) and not asks_for_card(decider):
            read_discarded(decider, phrase, found)
        else:
            SolLine(decider, text).read()

    def write(
        self, state: SolState, steps: Sequence[Any], going_on: bool = False
    ) -> tuple[list[str], int]:
        """Write the next line; the state is folded over the steps in it."""
        return write_line(state, steps, going_on)

    def words(self, state: SolState, ask: Ask) -> list[str]:
        """What may be typed next; of a card that is played only its name, lanes are asked for then."""
        return words(state, ask)

    def meanings(self, state: SolState, ask: Ask) -> dict[str, str]:
        """The same words with what they stand for."""
        return meanings(state, ask)

    def shapes(self, state: SolState, ask: Ask) -> str:
        """What an action of a step looks like: its words would be too many to show."""
        return shapes(state, ask)

    def goes_on(self, state: SolState, ask: Ask, typed: str) -> list[str]:
        """The cards of a deal, and the line that opens a turn."""
        if not typed.strip():
            if not opens_turn(state, ask):
                return []
            turn = f"T{state.turn} F={seat_name(state.forge)}"
            return [turn, *in_deck(state.sides[state.forge])] if ask.about in DEALT else [turn]
        found = DEAL.match(typed)
        if found is None or state.phase != "draw" or ask.about != "draw":
            return []
        seat = "ab".index(found[1].lower())
        phrase = typed[found.end() :].lower().replace(",", " ").split()
        left = in_deck(state.sides[seat])
        return [c for c in left if phrase.count(c) < state.sides[seat].unseen.get(c, 1)] + [UNKNOWN]

    def prompt(self, state: SolState, ask: Ask) -> tuple[str, Seat]:
        """`T4.1`: turn and Action Step; in other phases `T4 combat`."""
        if state.turn == 0:
            return "set-up", DEALER
        seat = ask.seat
        if ask.about in DEALT:
            (unknown,) = ask.choices
            seat = unknown.seat
        elif seat == DEALER:
            seat = state.active if state.active >= 0 else state.forge
        in_step = state.phase == "action" and state.active >= 0
        return f"T{state.turn}.{state.step}" if in_step else f"T{state.turn} {state.phase}", seat

    def says(self, state: SolState, action: Action) -> str:
        """A decision in words."""
        return decision(action, state)

    def card(self, state: SolState, name: str) -> str:
        """A card or Forgeborn: numbers, printed words, and what the engine understands."""
        return card_text(state, name)

    def totals(self, state: SolState) -> str:
        """Health of A and of B."""
        return f"{state.sides[0].health}:{state.sides[1].health}"

    def ruling(self, state: SolState, text: str) -> Sequence[Fact] | None:
        """The facts that a ruling states. Raises GameError with a column."""
        return RULINGS.read(state, text)

    def ruled(self, state: SolState, facts: Sequence[Fact]) -> str:
        """Facts as a ruling states them; nothing if there are no words for one."""
        return RULINGS.write(state, facts)


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
    if state.turn != turn and not decider.insists:
        due = still_due(decider) if turn == state.turn + 1 else ""
        what = f"this is turn {state.turn}, not {turn}{due and f': {due}'}"
        raise illegal(what, column, (f"T{state.turn}",))
    if forge is not None and state.forge != forge:
        holder = seat_name(state.forge)
        raise illegal(
            f"{holder} has the Forge in turn {turn}", found.start(2) + 1, (f"T{turn} F={holder}",)
        )


def opens_turn(state: SolState, ask: Ask) -> bool:
    """Whether nobody has acted in the turn yet, so that its line may be written."""
    return state.turn > 0 and (
        state.phase == "draw" or (ask.about == "step" and state.step == 1 and not state.played)
    )


def still_due(decider: Decider) -> str:
    """Who must still do what before the turn is over, in words; nothing if only cards are dealt."""
    ask, state = decider.ask, decider.state
    if ask is None or ask.about in DEALT:
        return ""
    if ask.about == "step":
        return f"Action Step {state.step} of {seat_name(state.active)} is to come"
    return must_say(state, ask, f", in a line {state.phase}: …" if state.phase != "action" else "")


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
    scanner = Scanner(text, BETWEEN, insists=decider.insists)
    scanner.at = found.end()
    scanner.skip()
    action = dealt(scanner, decider.state, ask)
    if not scanner.end:
        count = len(next(iter(ask.choices)).cards)
        drawn = f"{count} card{' is' if count == 1 else 's are'} drawn here"
        raise unreadable(f"{drawn}; {scanner.rest!r} is one too many", scanner.column)
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
