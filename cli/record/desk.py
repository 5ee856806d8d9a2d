"""The scorekeeper's words at the prompt, carried out: each is in the store before the next is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from rich.markup import escape

from cli.edge import say
from cli.record.desk_words import DeskWord, desk_word
from cli.record.revision_text import (
    amended_told,
    ended_told,
    noted_told,
    redone_told,
    taken_back_told,
    what,
)
from domain.contract.errors import IMPOSSIBLE, GameError, Reason
from domain.contract.game import SEAT_NAMES, Seat
from domain.formats.tape import decide_line, without_comments
from domain.record.endings import end_text as closing_told
from domain.record.match import Record
from domain.revise.amendment import CORRECTION, KEEP, REVEAL, STOP, Misfit, line_of, stopping
from domain.revise.undo import last_lines, revealed, standing, told_shown

if TYPE_CHECKING:
    from domain.store.recorder import Recorder

Asking = Callable[[str, str], str]
"""Asks the scorekeeper: a question, and what the answer is filled in with. Raises EOFError."""

SHOWN: Final = 20
"""Events that `history` shows."""
CHOICES: Final = "k keep it as a ruling · l another line · s stop before it · q leave all as it was"


class Left(Exception):
    """The scorekeeper leaves everything as it was."""


class Desk:
    """What is done at the table beside recording lines."""

    def __init__(self, recorder: Recorder, record: Record, by: str, asking: Asking | None) -> None:
        self.recorder = recorder
        self.record = record
        self.by = by
        self.asking = asking
        """None where nobody can be asked: lines from a file or pipe."""

    def word(self, line: str) -> DeskWord | None:
        """The word that a line is; None for what is notation, or nothing. Raises GameError."""
        found = desk_word(line)
        if found and not found.insisted and self.is_notation(line):
            return None
        return found

    def is_notation(self, line: str) -> bool:
        """Whether the game can read a line here."""
        try:
            return bool(decide_line(self.record.live(), without_comments(line)[0]))
        except (GameError, *IMPOSSIBLE):
            return False

    def carry_out(self, word: DeskWord) -> bool:
        """Do what a word says. Returns whether the match has changed. Raises GameError."""
        try:
            return self.deeds(word)()
        except (EOFError, KeyboardInterrupt, Left):
            say("  [dim]everything is as it was[/]")
            return False

    def deeds(self, word: DeskWord) -> Callable[[], bool]:
        """What a word does."""
        deeds: dict[str, Callable[[DeskWord], bool]] = {
            "undo": self.undo,
            "redo": self.redo,
            "amend": self.amend,
            "reveal": self.amend,
            "note": self.note,
            "pause": self.clocks,
            "resume": self.clocks,
            "clock": self.clock,
            "history": self.history,
        }
        return lambda: deeds.get(word.kind, self.end)(word)

    # -- take-backs ------------------------------------------------------------------------------

    def undo(self, word: DeskWord) -> bool:
        """Take lines back; what had been shown wants to be confirmed."""
        record, number = self.record, word.number
        if word.to and number is not None:
            to = number
        else:
            to = record.number(last_lines(record, 1 if number is None else number))
        confirmed = word.confirmed
        known = revealed(record, standing(record, to))
        if known and not confirmed and self.asking:
            say(f"  {escape(told_shown(record, known))}")
            say(
                "  [yellow]what was random or hidden had been shown by it[/]; the take-back is marked"
            )
            confirmed = self.yes("take it back?")
        before = record.before(len(record.events) + 1)
        event = self.recorder.take_back(record, to, confirmed=confirmed, by=self.by, note=word.note)
        tell(taken_back_told(before, event))
        return True

    def redo(self, word: DeskWord) -> bool:
        """Take a take-back back."""
        before = self.record.before(len(self.record.events) + 1)
        event = self.recorder.redo(self.record, word.number, by=self.by, note=word.note)
        tell(redone_told(before, self.record, event))
        return True

    # -- corrections -----------------------------------------------------------------------------

    def amend(self, word: DeskWord) -> bool:
        """Correct a line, or tell what was hidden in it; ask about each later one that does not fit."""
        record, number = self.record, word.number
        assert number is not None
        text = word.text
        if not text:
            old = line_of(record, standing(record, number))
            text = self.ask(f"{word.kind} step {number}: ", old.notation[-1])
            if not text:
                raise Left
        standing(record, number)
        before = record.before(len(record.events) + 1)
        answer = (lambda _: word.otherwise) if word.otherwise else self.answer
        amendment = self.recorder.amend(
            record,
            number,
            text,
            answer=answer,
            why=REVEAL if word.kind == "reveal" else CORRECTION,
            by=self.by,
        )
        tell(amended_told(before, amendment))
        return True

    def answer(self, misfit: Misfit) -> str:
        """Ask what becomes of a later line that does not fit."""
        if not self.asking:
            raise unanswered(misfit)
        say(f"  [yellow]{escape(str(misfit))}[/]", hanging=2)
        lost = f"; {misfit.lost} steps from here to the end" if misfit.lost > 1 else ""
        say(f"  [dim]{CHOICES}{lost}[/]", hanging=2)
        while True:
            chosen = self.ask("k, l, s or q? ").lower()
            if chosen in ("k", KEEP):
                return KEEP
            if chosen in ("s", STOP):
                return STOP
            if chosen in ("q", "quit", "leave"):
                raise Left
            if chosen in ("l", "line") and (line := self.ask("the line: ", misfit.line)):
                return line

    def ask(self, question: str, filled: str = "") -> str:
        """Ask the scorekeeper. Raises GameError where nobody can be asked."""
        if not self.asking:
            raise GameError(
                Reason.UNREADABLE, "the line is missing", legal=("amend 12 LINE", "reveal 12 LINE")
            )
        return self.asking(question, filled).strip()

    def yes(self, question: str) -> bool:
        """Ask yes or no; no leaves everything as it was."""
        while True:
            answer = self.ask(f"{question} y or n: ").lower()
            if answer in ("y", "yes"):
                return True
            if answer in ("n", "no", "q", "quit", ""):
                raise Left

    # -- remarks, ends, clocks -------------------------------------------------------------------

    def note(self, word: DeskWord) -> bool:
        """Keep a remark."""
        text = " ".join((word.text, word.note)).strip()
        event = self.recorder.remark(self.record, text, word.number, by=self.by)
        say(f"  [dim]·[/] {escape(noted_told(self.record, event))}", hanging=2)
        return False

    def end(self, word: DeskWord) -> bool:
        """End the match by other ways than its rules."""
        seat = seat_of(self.record, word.seat) if word.seat else None
        winner = seat if word.kind == "abandonment" or seat is None else 1 - seat
        event = self.recorder.end(
            self.record,
            word.kind,
            winner,
            judge=word.judge,
            by=self.by,
            note=" ".join((word.text, word.note)).strip(),
        )
        players = self.record.opened.players
        say(f"  [dim]·[/] {escape(closing_told(event, players))}: {ended_told(self.record, event)}")
        return True

    def clocks(self, word: DeskWord) -> bool:
        """Stop the clocks, or let them go on."""
        stop = word.kind == "pause"
        (self.recorder.pause if stop else self.recorder.resume)(
            self.record, by=self.by, note=word.note
        )
        return self.clock(word)

    def clock(self, word: DeskWord) -> bool:
        """Show the clocks."""
        from domain.record.clock import clocks_text, flag_text, reading

        clocks = reading(self.record, self.recorder.clock())
        if clocks is None:
            say("  [dim]nobody knows when what was decided in this match[/]")
            return False
        say(f"  [dim]·[/] {escape(clocks_text(clocks))}")
        if fallen := flag_text(clocks):
            say(f"  [red]{escape(fallen)}[/]")
        return False

    def history(self, word: DeskWord) -> bool:
        """Show what was recorded last, and what of it does not stand."""
        from replays.event_log import chronicle_rows

        rows = list(chronicle_rows(self.record))
        count = word.number or SHOWN
        if len(rows) > count:
            say(f"  [dim]{len(rows) - count} earlier: history {len(rows)}[/]")
        width = max((len(number) for number, *_ in rows[-count:]), default=0)
        for number, time, who, words, stands in rows[-count:]:
            told = escape(words) if stands else f"[dim]{escape(words)}[/]"
            who = f" {escape(who)}:" if who else ""
            say(f"  {number.rjust(width)}  [dim]{time}{who}[/] {told}", hanging=width + 2)
        return False


def tell(lines: Iterable[str]) -> None:
    """Print what was done."""
    for line in lines:
        if line:
            say(f"  {line}", hanging=4)


def seat_of(record: Record, name: str) -> Seat:
    """The seat that a letter or a player's name means. Raises GameError."""
    players = record.opened.players
    for seat, letter in enumerate(SEAT_NAMES):
        if name.lower() == letter.lower():
            return seat
    found = [seat for seat in (0, 1) if players[seat].lower() == name.lower()]
    if len(found) == 1:
        return found[0]
    raise GameError(Reason.UNREADABLE, f"{name!r} is no player", legal=SEAT_NAMES)


def unanswered(misfit: Misfit) -> GameError:
    """The error for a misfit where nobody can be asked."""
    word = what(REVEAL if misfit.reveals else CORRECTION)
    try:
        stopping(misfit)
    except GameError as error:
        error.legal = tuple(f"{word} {how} {misfit.wrong} LINE" for how in (KEEP, STOP))
        return error
    raise AssertionError(misfit)
