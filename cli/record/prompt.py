"""Recording at the table: the board, a prompt that completes legal actions, and what happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from prompt_toolkit import PromptSession
from rich.markup import escape

from cli.edge import EXIT_CODES, FINE, console, errors, say
from cli.record.completion import Legal
from cli.record.desk import Asking, Desk
from cli.record.desk_words import usage
from cli.record.revision_text import recorded, ruled_told
from cli.record.screen import HELP_RULINGS, LOOKING, OVER, Screen
from domain.contract.errors import IMPOSSIBLE, GameError, Reason
from domain.contract.game import SEAT_NAMES, Game
from domain.formats.tape import decide_line, without_comments
from domain.record.endings import RESULT, result_line
from domain.record.endings import end_text as closing_told
from domain.record.events import AnyStep, Closed, Ruled
from domain.record.match import Record
from domain.record.rulings import STOOD
from domain.store.recorder import Recorder
from replays.position_text import NOTHING, news

LEAVING = ("quit", "q", "exit")


def told(game: Game, state: Any, steps: Sequence[AnyStep]) -> Iterator[str]:
    """What steps did, a fact a line; the state is folded over them."""
    for number, step in enumerate(steps, 1):
        yield from news(game, state, step, steps[number : number + 1])


def record_line(
    recorder: Recorder, record: Record, line: str, by: str
) -> tuple[list[AnyStep], list[str]]:
    """Record a line as typed, comments and all: its steps, and what they did in words."""
    said, note = without_comments(line)
    state = record.state()
    steps = recorder.play_line(record, said, by=by, note=note)
    did = list(told(record.game, state, steps))
    for step in steps:
        if isinstance(step, Closed):
            result = result_line(record.game, state, step).removeprefix("result ")
            did.append(f"{closing_told(step, record.opened.players)}: {result}")
    return steps, did


class Table(Screen):
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
            except (EOFError, KeyboardInterrupt):
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
        if len(self.record.events) > count:
            self.live = self.record.live()
        if changed:
            self.board()

    def refused(self, line: str, error: GameError, *, known: bool) -> None:
        """Explain why a line is refused; if somebody else was faster, go on with what is there."""
        self.explain(line, error)
        if error.reason is Reason.CONFLICT:
            found = self.recorder.load(self.record.id)
            if found.version != self.record.version:
                self.record = found
                self.live = found.live()
                self.board()
            return
        if known:
            return
        if how := usage(line):
            say(f"  [dim]written: {escape(how)}[/]", hanging=2, to=errors)
        elif hint := self.nevertheless(line, error):
            say(f"  [dim]{escape(hint)}[/]", hanging=2, to=errors)

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
        """Record a line and tell what it did. Raises GameError; then nothing is recorded."""
        if self.live.over and self.record.closed and not RESULT.match(line):
            raise GameError(Reason.ILLEGAL, f"the match is over: {self.result()}", legal=("undo",))
        steps, did = record_line(self.recorder, self.record, line, self.by)
        self.live = self.record.live()
        asked = self.live.ask is not None and self.live.ask.about not in self.game.notation.opens
        last = next((fact for step in steps[-1:] for fact in reversed(step.facts)), None)
        if did and last is not None and last.resolves and not asked:
            did[-1] += NOTHING
        for words in did:
            say(f"  [dim]·[/] {escape(words)}", hanging=2)
        if steps:
            say(f"  [dim]{escape(self.stamp(line, steps))}[/]")
        return True

    def stamp(self, line: str, steps: Sequence[AnyStep]) -> str:
        """The numbers of the steps just recorded, and whether they are rulings."""
        ruled = ruled_told(self.record, steps)
        if line.startswith(STOOD) and not ruled:
            ruled = "that is legal, no ruling was needed"
        return recorded(self.record, len(steps)) + (f" · {ruled}" if ruled else "")

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
            try:
                done += self.read_line(text)
            except GameError as error:
                errors.print(f"[bold red]ludograph:[/] {escape(str(error.at(line=number)))}")
                errors.print(f"lines recorded before it: {done}")
                return EXIT_CODES[error.reason]
        return FINE

    def read_line(self, text: str) -> bool:
        """Do what a line of a file says; whether it was recorded. Raises GameError."""
        said = text.strip()
        if said in (*LOOKING, *HELP_RULINGS) or said.startswith("card "):
            self.live = self.record.live()
            if self.look(said):
                return False
        if word := self.desk.word(said):
            count = len(self.record.events)
            self.desk.carry_out(word)
            return len(self.record.events) > count
        _, did = record_line(self.recorder, self.record, text, self.by)
        for words in did:
            console.print(escape(words))
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


__all__ = ["Legal", "Table", "record_line", "told"]
