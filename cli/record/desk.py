"""The scorekeeper's words at the prompt, carried out: each is in the store before the next is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

import msgspec
from rich.markup import escape

from cli.edge import say
from cli.record.desk_words import DeskWord, desk_word
from cli.record.outcome_text import outcome_text
from domain.commands import Amend, Change, End, Note, Outcome, Pause, Redo, Resume, Undo
from domain.contract.errors import IMPOSSIBLE, GameError, Reason
from domain.formats.tape import decide_line, without_comments
from domain.record.clock import clock_words, flag_words, reading
from domain.record.events import Closed, Noted
from domain.record.match import Record
from domain.revise.amendment import line_of
from domain.revise.misfits import KEEP, STOP, Answer, Misfit, Unanswered, stopping
from domain.revise.undo import Unconfirmed, revealed_words, standing
from domain.store.recorder import Recorder
from replays.event_log import chronicle_rows

Asking = Callable[[str, str], str]
"""Asks the scorekeeper: a question, and what the answer is filled in with. Raises EOFError."""

SHOWN: Final = 20
"""Events that `history` shows."""
ASIDE: Final = ("note", "pause", "resume", "clock", "history")
"""Words that change nothing on the board."""
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
        """Do what a word says. Returns whether the board is to be shown. Raises GameError."""
        try:
            match word.kind:
                case "clock":
                    self.clock()
                case "history":
                    self.history(word)
                case "undo":
                    self.show(self.undo(word))
                case "amend" | "reveal":
                    self.show(self.amend(word))
                case "pause" | "resume":
                    self.send(self.command(word))
                    self.clock()
                case _:
                    self.show(self.send(self.command(word)))
        except (EOFError, KeyboardInterrupt, Left):
            say("  [dim]everything is as it was[/]")
            return False
        return word.kind not in ASIDE

    def command(self, word: DeskWord) -> Change:
        """What a word says as a command."""
        number, by, note = word.number, self.by, word.note
        text = " ".join((word.text, note)).strip()
        match word.kind:
            case "undo" if word.to:
                return Undo(to=number, confirmed=word.confirmed, note=note, by=by)
            case "undo":
                lines = 1 if number is None else number
                return Undo(lines, confirmed=word.confirmed, note=note, by=by)
            case "redo":
                return Redo(number, note, by)
            case "note":
                return Note(text, number, by)
            case "pause":
                return Pause(note, by)
            case "resume":
                return Resume(note, by)
        return End(cast(Any, word.kind), word.seat, word.judge, text, by)

    def send(self, command: Change, answer: Answer = stopping) -> Outcome:
        """Carry out a command. Raises GameError; then nothing is recorded."""
        return self.recorder.carry_out(self.record, command, answer=answer)

    def show(self, outcome: Outcome) -> None:
        """Print what came of a command: a line behind a dot, several further in."""
        if isinstance(outcome.event, Noted | Closed):
            for line in outcome_text(outcome):
                say(f"  [dim]·[/] {line}", hanging=2)
            return
        for line in outcome_text(outcome):
            if line:
                say(f"  {line}", hanging=4)

    def undo(self, word: DeskWord) -> Outcome:
        """Take lines back; what had been shown wants to be confirmed."""
        command = self.command(word)
        try:
            return self.send(command)
        except Unconfirmed as error:
            if not self.asking:
                raise
            say(f"  {escape(revealed_words(self.record, error.revealed))}")
            say(
                "  [yellow]what was random or hidden had been shown by it[/]; the take-back is marked"
            )
            self.confirm("take it back?")
        return self.send(msgspec.structs.replace(command, confirmed=True))

    def amend(self, word: DeskWord) -> Outcome:
        """Correct a line, or reveal what was hidden in it; ask about later ones that do not fit."""
        record, number = self.record, word.number
        assert number is not None
        text = word.text
        if not text:
            old = line_of(record, standing(record, number))
            text = self.ask(f"{word.kind} step {number}: ", old.notation[-1])
            if not text:
                raise Left
        command = Amend(
            number,
            text,
            reveal=word.kind == "reveal",
            otherwise=cast(Any, word.otherwise),
            by=self.by,
        )
        return self.send(command, self.answer)

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

    def confirm(self, question: str) -> None:
        """Ask yes or no. Raises Left for no."""
        while True:
            answer = self.ask(f"{question} y or n: ").lower()
            if answer in ("y", "yes"):
                return
            if answer in ("n", "no", "q", "quit", ""):
                raise Left

    def clock(self) -> None:
        """Show the clocks."""
        clocks = reading(self.record, self.recorder.clock())
        if clocks is None:
            say("  [dim]nobody knows when what was decided in this match[/]")
            return
        say(f"  [dim]·[/] {escape(clock_words(clocks))}")
        if fallen := flag_words(clocks):
            say(f"  [red]{escape(fallen)}[/]")

    def history(self, word: DeskWord) -> None:
        """Show what was recorded last, and what of it does not stand."""
        rows = list(chronicle_rows(self.record))
        count = word.number or SHOWN
        if len(rows) > count:
            say(f"  [dim]{len(rows) - count} earlier: history {len(rows)}[/]")
        width = max((len(number) for number, *_ in rows[-count:]), default=0)
        for number, time, who, words, stands in rows[-count:]:
            words = escape(words) if stands else f"[dim]{escape(words)}[/]"
            who = f" {escape(who)}:" if who else ""
            say(f"  {number.rjust(width)}  [dim]{time}{who}[/] {words}", hanging=width + 2)


def unanswered(misfit: Misfit) -> GameError:
    """Return the error for a misfit where nobody can be asked."""
    word = "reveal" if misfit.reveals else "amend"
    try:
        stopping(misfit)
    except Unanswered as error:
        error.legal = tuple(f"{word} {how} {misfit.wrong} LINE" for how in (KEEP, STOP))
        return error
    raise AssertionError(misfit)
