"""A line of Magical Forge's notation being read: a draw, the actions of a turn, or answers."""

from __future__ import annotations

import re
from typing import Final

from domain.contract.errors import GameError
from domain.contract.game import DEALER, Action, Ask, Seat, seat_name
from domain.frame.line import SEMICOLON, Line, decide
from domain.frame.ruling_words import check_mark, not_asked
from domain.frame.scanner import illegal, whole
from domain.games.magical_forge import actions as a
from domain.games.magical_forge.notation.draw_line import (
    DEAL,
    in_deal,
    read_deal,
    read_spells,
)
from domain.games.magical_forge.notation.reader import (
    ATTACH,
    CONCEDE,
    CONCEDES,
    DEALT,
    DRAWN,
    UNBLOCKED,
    brings_spells,
    read_action,
    read_answer,
    read_attachments,
    reads,
    responds,
    unknown_of,
)
from domain.games.magical_forge.notation.writer import words
from domain.games.magical_forge.state import MagicalState

GOING_ON: Final = re.compile(r"(?:\.\.\.|…|>)\s*")
NUMBER: Final = re.compile(r"(\d+)\s*[.):]?(?=\s|$)")
SEAT: Final = re.compile(r"([ab])\s*[:.]?(?=[\s;]|$)", re.IGNORECASE)
START: Final = re.compile(r"start\s*:\s*", re.IGNORECASE)

QUESTIONS: Final = {
    "target": "who or what is meant",
    "card": "which card",
    "centre": "which Spell goes into the centre",
    "block": "whether it blocks: block b1, no block",
    "mode": "which of the options",
    "may": "whether that is done",
    "order": "which of the waiting triggers comes next",
    "random": "which card came up",
    "reveal": "which card is on top",
    "toss": "who takes the first turn",
    "draw": "what is drawn",
    "spells": "which Spells are drawn",
}
"""What each question asks, in words."""


class MagicalLine(Line[MagicalState]):
    """A line being read: actions of a turn, answers, responses."""

    questions = QUESTIONS
    unanswered = ("turn", *DEALT)
    attacked = False
    """The last decision was an attack."""

    def words(self, ask: Ask) -> list[str]:
        """What may be typed to answer a question."""
        return words(self.state, ask)

    def answer(self, ask: Ask) -> Action | None:
        """What the next words say if they answer a question; otherwise nothing is read."""
        return reads(self.scanner, self.state, ask)

    # -- how a line begins -----------------------------------------------------------------------

    def opening(self) -> bool:
        """Read how the line begins; a draw is a line of its own. Raises GameError."""
        if self.about != "respond":
            check_mark(self.scanner.text)
        going_on = self.scanner.take(GOING_ON) is not None
        if found := self.scanner.peek(DEAL):
            read_deal(self.decider, self.scanner, found, ongoing=self.ongoing)
            return True
        if going_on and in_deal(self.decider):
            read_spells(self.decider, self.scanner, ongoing=self.ongoing)
            return True
        if not going_on:
            self.turn_and_seat()
        self.turn = self.state.turn
        return False

    def turn_and_seat(self) -> None:
        """`3 A`: turn and seat may be left out; they are checked if they are written."""
        scanner = self.scanner
        column, number = scanner.column, scanner.peek(NUMBER)
        if number and (after := SEAT.match(scanner.text, scanner.skipped(number.end()))):
            scanner.take(NUMBER)
            self.check_turn(whole(number[1]), column)
        elif number and self.about == "turn":
            scanner.take(NUMBER)
            self.check_turn(whole(number[1]), column)
            after = None
        else:
            after = scanner.peek(SEAT) if not number else None
            if after and self.about != "turn" and self.means_player(after[1]):
                after = None
        if after and CONCEDES.match(scanner.text, after.start()) is None:
            seat = "ab".index(after[1].lower())
            column = scanner.column
            scanner.take(SEAT)
            if seat != self.state.active and not (not number and self.asked_of(seat)):
                who = seat_name(max(self.state.active, 0))
                what = f"turn {self.state.turn} is {who}'s"
                raise not_asked(self.decider, what, column, f"turn {seat_name(seat)}")
        scanner.take(START)

    def check_turn(self, number: int, column: int) -> None:
        """The turn that is written must be the one in progress, unless what is written stood."""
        if number != self.state.turn and not self.decider.insists:
            hint = ""
            if number == self.state.turn + 1:
                hint = f"; it ends with: {self.state.turn} {seat_name(self.state.active)} end"
            raise illegal(f"this is turn {self.state.turn}, not {number}{hint}", column)

    def asked_of(self, seat: Seat) -> bool:
        """Whether it is this seat that is asked."""
        return self.decider.ask is not None and self.decider.ask.seat == seat

    def means_player(self, letter: str) -> bool:
        """Whether a seat's letter answers what is asked."""
        ask = self.decider.ask
        if ask is None or ask.about in DEALT:
            return False
        return a.TargetPlayer("ab".index(letter.lower())) in list(ask.choices)

    # -- the words of a line ---------------------------------------------------------------------

    def next_action(self) -> None:
        """At a `;`: nobody responds any more; then the next action of the turn."""
        self.go_on()
        if self.state.turn != self.turn:
            column = self.scanner.column
            raise illegal("the turn is over; the next has a line of its own", column)
        if self.about not in ("turn", ""):
            raise self.missing()
        while self.scanner.take(SEMICOLON):
            pass

    def go_on(self) -> None:
        """Decide what goes without saying: what is forced, passes, cards drawn that are not named."""
        while (ask := self.decider.ask) is not None and self.state.turn == self.turn:
            if ask.forced:
                self.decider.settle()
            elif ask.about == "respond":
                self.decider.decide(a.Pass())
            elif ask.about in DEALT and not brings_spells(ask) and not in_deal(self.decider):
                self.decider.decide(unknown_of(ask))
            else:
                break

    def word(self) -> None:
        """Decide what the next words say."""
        if self.concede():
            return
        ask = self.open_question()
        while ask is not None and self.passed_over(ask):
            ask = self.open_question()
        if self.scanner.end or self.scanner.peek(SEMICOLON):
            return
        column = self.scanner.column
        if ask is None:
            raise illegal("the match is over here", column)
        if self.state.turn != self.turn:
            raise illegal("the turn is over; the next has a line of its own", column)
        try:
            if ask.about == "turn":
                if self.attacked and self.scanner.take(UNBLOCKED):
                    return  # nobody could have blocked: that need not be written
                if self.scanner.take(ATTACH):
                    self.attach(ask)
                    return
                action = read_action(self.scanner, self.state, ask)
            elif brings_spells(ask):
                who = seat_name(unknown_of(ask).seat)
                raise illegal(f"{who} draws first: deal {who} …", column)
            else:
                action = read_answer(self.scanner, self.state, ask)
        except GameError as error:
            error.legal = error.legal or self.legal()
            raise
        decide(self.decider, column, action)
        self.decided = True
        self.attacked = isinstance(action, a.Attack)

    def passed_over(self, ask: Ask) -> bool:
        """Answer what the next words do not answer and what need not be written."""
        if self.scanner.end or self.state.turn != self.turn:
            return False
        if ask.about == "respond" and not responds(self.scanner):
            self.decider.decide(a.Pass())
            return True
        undealt = ask.about in DEALT and not brings_spells(ask) and self.scanner.peek(DRAWN) is None
        if undealt and not self.scanner.peek(SEMICOLON):
            self.decider.decide(unknown_of(ask))
            return True
        return False

    def concede(self) -> bool:
        """`concede`, `concede B`, `B concedes`: legal whenever a seat is asked anything."""
        scanner, column = self.scanner, self.scanner.column
        found = scanner.peek(CONCEDE) or scanner.peek(CONCEDES)
        if not found:
            return False
        self.decider.settle()
        ask = self.decider.ask
        if ask is None:
            raise illegal("the match is over here", column)
        if ask.seat == DEALER:
            raise illegal("cards are drawn first; then a seat can concede", column, self.legal())
        scanner.at = found.end()
        scanner.skip()
        seat = "ab".index(found[1].lower()) if found[1] else ask.seat
        decide(self.decider, column, a.Concede(seat))
        self.decided = True
        return True

    def attach(self, ask: Ask) -> None:
        """Attach Spells, one after the other."""
        for column, action in read_attachments(self.scanner, self.state, ask):
            self.go_on()
            if self.about != "turn":
                raise self.missing()
            decide(self.decider, column, action)
            self.decided = True

    # -- how a line ends -------------------------------------------------------------------------

    def finish(self) -> None:
        """At the end of a line nobody responds any more, unless it is marked as going on."""
        self.decider.settle()
        if self.ongoing:
            return
        self.go_on()
        ask = self.decider.ask
        if ask is None or self.state.turn != self.turn or ask.about == "turn" or brings_spells(ask):
            return
        raise self.missing()
