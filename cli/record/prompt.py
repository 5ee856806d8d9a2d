"""Recording at the table: the board, a prompt that completes legal actions, and what happened."""

from __future__ import annotations

from collections.abc import Iterable

from prompt_toolkit import PromptSession
from rich.markup import escape

from cli.edge import EXIT_CODES, FINE, console, errors, say, shortened
from cli.record.completion import Legal
from cli.record.desk import Asking, Desk
from cli.record.desk_words import usage
from cli.record.outcome import show
from cli.record.outcome_text import line_text, numbers_text, outcome_text
from cli.record.screen import HELP_RULINGS, LOOKING, OVER, Screen
from domain.commands import Outcome, Play
from domain.contract.errors import IMPOSSIBLE, GameError, Reason
from domain.contract.game import SEAT_NAMES
from domain.formats.tape import decide_line, without_comments
from domain.record.endings import RESULT
from domain.record.events import Ruled
from domain.record.match import Record
from domain.record.rulings import STOOD
from domain.store.recorder import Recorder
from replays.position_text import NOTHING

LEAVING = ("quit", "q", "exit")


class Session(Screen):
    """One match being recorded; every confirmed line is in the store before the next is asked."""

    def __init__(self, recorder: Recorder, record: Record, by: str = "") -> None:
        super().__init__(recorder, record)
        self.by = by
        self.asking: Asking | None = None
        """How the scorekeeper is asked; nobody can be where lines come from a file or pipe."""
        self.hinted = False

    @property
    def desk(self) -> Desk:
        """What is done beside recording lines."""
        return Desk(self.recorder, self.record, self.by, self.asking)

    def sit_down(self) -> None:
        """Ask for lines until the match is over or the scorekeeper leaves."""
        named = zip(SEAT_NAMES, self.record.opened.players, strict=True)
        players = ", ".join(seat if name == seat else f"{seat} {name}" for seat, name in named)
        say(f"[bold]{self.game.name}[/] {self.record.id}: {escape(players)}   [dim]help · quit[/]")
        session: PromptSession[str] = PromptSession(
            completer=Legal(self),
            complete_while_typing=False,
            bottom_toolbar=self.bottom,
            refresh_interval=1 if self.record.opened.clock else 0,
        )
        questions: PromptSession[str] = PromptSession()
        self.asking = lambda question, filled: questions.prompt(question, default=filled)
        self.board()
        staying = self.live.over
        if staying:
            say(f"[bold]{escape(self.result())}[/]: the match is over. [dim]{OVER}[/]")
        while staying or not self.live.over:
            try:
                line = session.prompt(self.prompt()).strip()
            except EOFError:
                break
            except KeyboardInterrupt:
                if session.default_buffer.text.strip():
                    say("[dim]the line is left off; Ctrl-C once more leaves[/]")
                    continue
                break
            if line in LEAVING:
                break
            self.enter(line)
            staying = staying and self.live.over
        self.leave()

    def enter(self, line: str) -> None:
        """Do what a typed line says."""
        if not line:
            say(f"[dim]{escape(self.hint())}[/]")
            return
        count, word = len(self.record.events), None
        try:
            if self.look(line):
                return
            word = self.desk.word(line)
            changed = self.desk.carry_out(word) if word else self.decide(line)
        except GameError as error:
            self.refused(line, error, known=word is not None)
            return
        if word and len(self.record.events) > count:
            self.live = None
        if changed:
            self.board()

    def refused(self, line: str, error: GameError, *, known: bool) -> None:
        """Explain why a line is refused; if somebody else was faster, go on with what is there."""
        self.explain(line, error)
        if error.reason in (Reason.CONFLICT, Reason.UNAVAILABLE):
            self.look_again()
            return
        if known:
            return
        if how := usage(line):
            say(f"  [dim]written: {escape(how)}[/]", hanging=2, to=errors)
        elif hint := self.nevertheless(line, error):
            say(f"  [dim]{escape(hint)}[/]", hanging=2, to=errors)

    def look_again(self) -> None:
        """Go on with what is recorded now, where that can be read."""
        try:
            found = self.recorder.load(self.record.id)
        except GameError as error:
            errors.print(f"[bold red]ludograph:[/] {escape(shortened(str(error)))}")
            return
        self.record, self.live = found, None
        self.board()

    def nevertheless(self, line: str, error: GameError) -> str:
        """How to record what is refused and happened all the same; empty where that cannot be meant."""
        if line.startswith("!") or self.live.over:
            return ""
        if error.reason is Reason.ILLEGAL:
            try:
                stood = decide_line(self.record.live(), f"{STOOD} {without_comments(line)[0]}")
            except (GameError, *IMPOSSIBLE):
                stood = []
            if any(isinstance(step, Ruled) for step in stood):
                return f"if it happened all the same:  {STOOD} {line}"
        elif error.reason is not Reason.UNREADABLE:
            return ""
        if self.hinted:
            return ""
        self.hinted = True
        return "what happened and has no legal line is entered fact by fact:  ! FACTS  (help !)"

    def decide(self, line: str) -> bool:
        """Record a line and show what it did. Raises GameError; then nothing is recorded."""
        if self.live.over and self.record.closed and not RESULT.match(line):
            raise GameError(Reason.ILLEGAL, f"the match is over: {self.result()}", legal=("undo",))
        outcome = self.record_line(line)
        did, steps = line_text(outcome), outcome.events
        asked = self.live.ask is not None and self.live.ask.about not in self.game.notation.opens
        last = next((fact for step in steps[-1:] for fact in reversed(step.facts)), None)
        if did and last is not None and last.resolves and not asked:
            did[-1] += NOTHING
        for words in did:
            say(f"  [dim]·[/] {escape(words)}", hanging=2)
        if steps:
            numbers = numbers_text(outcome, stood=line.startswith(STOOD))
            say(f"  [dim]{escape(numbers)}[/]")
        return True

    def record_line(self, line: str) -> Outcome:
        """Record a line as typed; the match is live behind it then. Raises GameError."""
        outcome = self.recorder.carry_out(self.record, Play(line, self.by))
        self.live = outcome.live
        return outcome

    def read_lines(self, lines: Iterable[str]) -> int:
        """Record lines from a file or pipe; the first bad one stops. Returns the exit code.

        The words of the prompt work here too.
        """
        done = 0
        for number, line in enumerate(lines, 1):
            text = line.strip("\n")
            if not text.strip() or text.strip().startswith("#"):
                continue
            if text.strip() in LEAVING:
                break
            count = len(self.record.events)
            try:
                done += self.read_line(text)
            except GameError as error:
                done += len(self.record.events) > count
                errors.print(f"[bold red]ludograph:[/] {escape(str(error.at(line=number)))}")
                errors.print(f"lines recorded before it: {done}")
                return EXIT_CODES[error.reason]
        return FINE

    def read_line(self, text: str) -> bool:
        """Do what a line of a file says; whether it was recorded. Raises GameError."""
        line = text.strip()
        if (line in (*LOOKING, *HELP_RULINGS) or line.startswith("card ")) and self.look(line):
            return False
        if word := self.desk.word(line):
            count = len(self.record.events)
            self.desk.carry_out(word)
            if len(self.record.events) == count:
                return False
            self.live = None
        else:
            show(outcome_text(self.record_line(text)))
        return True

    def leave(self) -> None:
        """Say how things stand."""
        match = self.record.id
        if result := self.result():
            say(
                f"[bold]{escape(result)}[/]  [dim]next: ludograph replay {match}; "
                f"ludograph record {match} can take it back[/]"
            )
        else:
            turn = self.live.state.turn
            where = f"in turn {turn}" if turn else "in the set-up"
            console.print(
                f"recorded up to step {self.record.history.last}, {where}; "
                f"go on with [bold]ludograph record {match}[/]"
            )


__all__ = ["Legal", "Session"]
