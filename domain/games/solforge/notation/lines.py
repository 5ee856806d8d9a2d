"""A line of SolForge Fusion's notation being read: actions of an Action Step, or answers."""

from __future__ import annotations

import re
from typing import Final

from domain.contract.errors import GameError
from domain.contract.game import DEALER, Action, Ask, Decider, seat_name
from domain.frame.line import SEMICOLON, Line, decide
from domain.frame.ruling_words import not_asked
from domain.frame.scanner import END, illegal, unreadable, whole
from domain.games.solforge import actions as a
from domain.games.solforge.notation.reader import DEALT, read_answer, read_step, reads
from domain.games.solforge.notation.whereabouts import MOST_NAMED
from domain.games.solforge.notation.writer import meanings, offered, say, words
from domain.games.solforge.state import SolState

GOING_ON: Final = re.compile(r"(?:\.\.\.|…|>(?!\s*\d))\s*")
DISCARD: Final = re.compile(r"\s*d(?:iscards?)?\s+([ab])\b\s*:?", re.IGNORECASE)
LABEL: Final = re.compile(r"(draw|start|action|combat|end)\s*:\s*", re.IGNORECASE)
STEP: Final = re.compile(r"(\d+)\s*[.):]?(?=\s|$)")
SEAT: Final = re.compile(r"([ab])\b\s*[:.]?(?=\s|$)", re.IGNORECASE)
SEAT_COLON: Final = re.compile(r"([ab])\s*:\s*", re.IGNORECASE)
BRACKET: Final = re.compile(r"\(\s*")
UNBRACKET: Final = re.compile(r"\)")
PLACE: Final = re.compile(r"T\s*(\d+)\.(?=\d+\b)", re.IGNORECASE)
ANSWERS: Final = re.compile(
    rf"(?:x?[ab]x?\s*[1-9]|[ab]|o\d+|#\d+|>\s*\d|y|n|yes|no){END}|[(\[*&^]|[#>](?=\S)",
    re.IGNORECASE,
)
"""Words that answer a question and never are an action of a step."""

QUESTIONS: Final = {
    "target": "who or what is meant",
    "lane": "which lane",
    "card": "which card",
    "mode": "which of the options",
    "may": "whether that is done",
    "order": "which of the waiting triggers resolves next",
    "random card": "which card came up",
    "random": "what was taken at random",
    "toss": "who has the Forge first",
}
"""What each question asks, in words."""


LISTED: Final = ("order", "mode", "may")
"""Questions whose answers say nothing by themselves."""


def must_say(state: SolState, ask: Ask, where: str = "") -> str:
    """Who must still say what: of which card, and which answer stands for what."""
    who = "the line" if ask.seat == DEALER else seat_name(ask.seat)
    text = f"{who} must still say {QUESTIONS.get(ask.about, ask.about)}{where}"
    if ask.about in LISTED and ask.about != "may":
        return f"{text} ({'; '.join(f'{w}: {m}' for w, m in meanings(state, ask).items())})"
    return f"{text} ({ask.question})" if ask.question else text


def asked(decider: Decider) -> str:
    """What is asked about; empty if nothing is."""
    ask = decider.ask
    return ask.about if ask else ""


def asks_for_card(decider: Decider) -> bool:
    """Whether a card is asked for, so that a discard answers it."""
    ask = decider.ask
    if ask is None or ask.about in DEALT or ask.about == "step":
        return False
    return any(isinstance(c, a.Card) for c in ask.choices)


def deal_unknown(decider: Decider, ask: Ask) -> None:
    """Answer a deal that nobody has written down."""
    (unknown,) = ask.choices
    decider.decide(unknown)
    decider.settle()


class SolLine(Line[SolState]):
    """A line being read: actions of an Action Step, or answers to what is asked."""

    questions = QUESTIONS
    unanswered = ("step", *DEALT)
    acted = False
    """An action of the step was taken, or the line says that it is one."""

    def words(self, ask: Ask) -> list[str]:
        """What may be typed to answer a question."""
        return words(self.state, ask)

    @property
    def now(self) -> tuple[int, str, int]:
        """The place in the match: turn, phase and Action Step."""
        return self.state.turn, self.state.phase, self.state.step

    # -- how a line begins -----------------------------------------------------------------------

    def opening(self) -> bool:
        """Read what stands before the first action or answer: `...`, a phase, a step, a seat."""
        scanner = self.scanner
        if place := scanner.take(PLACE):
            turn = self.state.turn
            if whole(place[1]) != turn and not self.decider.insists:
                raise illegal(f"this is turn {turn}, not {place[1]}", place.start(1) + 1)
        going_on = scanner.take(GOING_ON) is not None
        column, label = scanner.column, scanner.take(LABEL)
        if not going_on and not scanner.end:
            self.skip_deals()
        if label:
            named = {"start": "draw"}.get(label[1].lower(), label[1].lower())
            if named != self.state.phase and not self.decider.insists:
                raise illegal(f"this is the {self.state.phase} phase, not {named}", column)
        discard = scanner.take(DISCARD)
        if discard:
            self.check_seat("ab".index(discard[1].lower()), discard.start(1) + 1)
        elif found := scanner.take(SEAT_COLON):
            self.check_seat("ab".index(found[1].lower()), found.start() + 1)
            self.acted = self.about == "step"
        elif not going_on and not label:
            self.step_and_seat()
        self.begun = self.now
        return False

    def skip_deals(self) -> None:
        """Deals that nobody has written down before this line are unknown."""
        while (ask := self.decider.ask) is not None and ask.about in DEALT:
            if self.scanner.peek(DEALT[ask.about]):
                return
            deal_unknown(self.decider, ask)

    def step_and_seat(self) -> None:
        """`2 B`: both may be left out; they are checked if they are written."""
        scanner, ask = self.scanner, self.decider.ask
        number, column = scanner.peek(STEP), scanner.column
        at_step = ask is not None and ask.about == "step"
        after = SEAT.match(scanner.text, scanner.skipped(number.end())) if number else None
        if number and (at_step or after):
            scanner.take(STEP)
            if whole(number[1]) != self.state.step and not self.decider.insists:
                raise illegal(f"this is Action Step {self.state.step}, not {number[1]}", column)
            self.acted = True
        seat = scanner.peek(SEAT)
        if seat and (at_step or after or not self.means_player(seat[1])):
            self.check_seat("ab".index(seat[1].lower()), scanner.column)
            scanner.take(SEAT)
            self.acted = self.acted or at_step

    def means_player(self, letter: str) -> bool:
        """Whether a seat's letter answers what is asked."""
        ask = self.decider.ask
        if ask is None or ask.about in DEALT:
            return False
        seat = "ab".index(letter.lower())
        return any(c in (a.TargetPlayer(seat), a.AtRandom(-1 - seat)) for c in ask.choices)

    def check_seat(self, seat: int, column: int) -> None:
        """The seat that is written must be the one whose turn it is to say something."""
        ask = self.decider.ask
        due = {self.state.active} if ask is None else {ask.seat, self.state.active}
        if self.about == "step":
            due = {self.state.active}
        if seat not in due and due != {DEALER}:
            due.discard(DEALER)
            who = seat_name(next(iter(due)))
            what = f"{who} is asked here, not {seat_name(seat)}"
            raise not_asked(self.decider, what, column, self.acting_first())

    def acting_first(self) -> str:
        """The ruling that lets the other seat act: the next Action Step, which is its."""
        return f"step {min(self.state.step + 1, 4)}"

    # -- the words of a line ---------------------------------------------------------------------

    def next_action(self) -> None:
        """At a `;`: whatever is still asked has one answer; then the next action of the step."""
        while (ask := self.decider.ask) is not None and (ask.forced or ask.about in DEALT):
            if ask.forced:
                self.decider.settle()
            else:
                deal_unknown(self.decider, ask)
        if ask is not None and ask.about != "step":
            raise self.missing()
        while self.scanner.take(SEMICOLON):
            pass

    def word(self) -> None:
        """Decide what the next words say."""
        self.passed: list[tuple[str, str]] = []
        ask = self.open_question()
        if self.scanner.end or self.scanner.peek(SEMICOLON):
            return
        column = self.scanner.column
        if ask is None:
            raise illegal("the match is over here", column)
        try:
            if ask.about != "step":
                bracket = self.scanner.take(BRACKET)
                action = read_answer(self.scanner, self.state, ask)
                if bracket and not self.scanner.take(UNBRACKET):
                    raise unreadable("a bracket is not closed", column)
            elif self.now != self.begun and self.decided:
                raise illegal("the Action Step is over; the next has a line of its own", column)
            else:
                self.check_answers(column)
                action = read_step(self.scanner, self.state, ask)
                self.acted = True
        except GameError as error:
            error.legal = error.legal or self.few(ask)
            raise
        try:
            decide(self.decider, column, action)
        except GameError as error:
            if ask.about == "step":
                error.legal = alike(self.state, ask, action)
            raise
        self.decided = True

    def check_answers(self, column: int) -> None:
        """In an Action Step: refuse words that can only be meant as an answer, and say why."""
        rest = self.scanner.rest.rstrip(";")
        if not self.decided or not self.scanner.peek(ANSWERS):
            return
        if self.passed:
            question, only = self.passed[-1]
            about = f" ({question})" if question else ""
            raise illegal(f"{rest!r} cannot be chosen here{about}", column, (only,))
        raise illegal(
            f"nothing more is asked here that {rest!r} answers; what is asked in another "
            "phase has a line of its own, like combat: o2",
            column,
            self.legal(),
        )

    def answer(self, ask: Ask) -> Action | None:
        """What the next words say if they answer a question; otherwise nothing is read."""
        return reads(self.scanner, self.state, ask)

    def spelt(self, ask: Ask, only: Action) -> bool:
        """Read the only answer to a question, in brackets or not, if the next words spell it out."""
        before = self.scanner.at
        bracket = self.scanner.take(BRACKET)
        if super().spelt(ask, only) and (not bracket or self.scanner.take(UNBRACKET)):
            return True
        self.scanner.at = before
        return False

    def pass_over(self, ask: Ask, only: Action, *, spelt: bool) -> None:
        """Decide the only answer to a question; messages know of it unless the line spelt it out."""
        if spelt:
            self.passed.clear()
            self.decided = True
        else:
            self.passed.append((ask.question, say(self.state, only)))
        self.decider.decide(only)

    def goes_without_saying(self, ask: Ask) -> bool:
        """Deal unknown cards where the line names none."""
        if ask.about not in DEALT or self.scanner.end or self.scanner.peek(DEALT[ask.about]):
            return False
        deal_unknown(self.decider, ask)
        return True

    # -- how a line ends -------------------------------------------------------------------------

    def finish(self) -> None:
        """The end of a line ends the Action Step, unless it is marked as going on."""
        self.decider.settle()
        if self.ongoing:
            return
        while (ask := self.decider.ask) is not None and self.now == self.begun:
            column = len(self.scanner.text.rstrip()) + 1
            if ask.about == "step":
                if a.Done() in ask.choices:
                    decide(self.decider, column, a.Done())
                elif self.acted:
                    raise illegal(
                        f"{seat_name(ask.seat)} must still play a card, or pass with -; "
                        "... leaves the Action Step open",
                        column,
                        self.few(ask),
                    )
                break
            if ask.about in DEALT and self.state.phase != "draw":
                deal_unknown(self.decider, ask)
            elif self.state.phase == "action" and ask.seat in (self.state.active, DEALER):
                raise self.missing()
            else:
                break
            self.decider.settle()
        self.decider.settle()

    def must_say(self, ask: Ask) -> str:
        """Who must still say what: of which card, and which answer stands for what."""
        return must_say(self.state, ask)

    def few(self, ask: Ask) -> tuple[str, ...]:
        """What may be typed now, if it is not more than helps: a hidden hand can be anything."""
        words = self.legal()
        return words if ask.about != "step" or len(words) <= MOST_NAMED else ()


def alike(state: SolState, ask: Ask, action: Action) -> tuple[str, ...]:
    """What of the same kind would be legal in an Action Step: lanes of a card, other abilities."""
    if isinstance(action, a.Play):
        plays = [c for c in ask.choices if isinstance(c, a.Play) and c.card == action.card]
        return tuple(str(lane) for lane in dict.fromkeys(c.lane for c in plays if c.lane))
    return tuple(word for word, c in offered(state, ask) if type(c) is type(action))
