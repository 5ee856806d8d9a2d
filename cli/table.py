"""Recording at the table: the board, a prompt that completes legal actions, and what happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import HTML
from rich.markup import escape

from cli.edge import EXIT_CODES, FINE, console, errors
from domain.errors import GameError, Reason
from domain.events import AnyStep
from domain.game import DEALER, Game, seat_name
from domain.match import Match, Record
from domain.recorder import Recorder
from domain.tape import LineDecider, result_line, without_comments, write_tape
from replays.diff import changes

HELP = """[bold]a line a turn[/], as in docs/formats.md; Tab completes what is legal
{examples}
  … ...               three dots leave the action open; go on with the next line
  = 3:5               the totals, checked   {{words}}  a comment
[bold]and[/]  board · legal · tape · help · quit (what is confirmed is kept; go on whenever you like)"""


def told(game: Game, state: Any, steps: Iterable[AnyStep]) -> Iterator[str]:
    """What steps did, a fact a line; the state is folded over them."""
    for step in steps:
        yield from (change.words for change in changes(game, state, step))


def record_line(
    recorder: Recorder, record: Record, line: str, by: str
) -> tuple[list[AnyStep], list[str]]:
    """Record a line as typed, comments and all: its steps, and what they did in words."""
    said, note = without_comments(line)
    state = record.state()
    steps = recorder.play_line(record, said, by=by, note=note)
    return steps, list(told(record.game, state, steps))


class Legal(Completer):
    """Completes the next word with what is legal after the words typed so far."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterator[Completion]:
        """Words that may come next; after a first word, those that go on with the action begun."""
        text = document.text_before_cursor.lower()
        before = text.rpartition(" ")[0].strip()
        word = text[len(text) - len(text.split(" ")[-1]) :]
        whole = [w for w in self.table.legal_after("") if w.lower().startswith(text.lstrip())]
        if whole and text.strip():
            candidates = [w[len(text.lstrip()) - len(word) :] for w in whole]
        else:
            candidates = [w for w in self.table.legal_after(before) if w.lower().startswith(word)]
        for candidate in dict.fromkeys(candidates):
            if "(" not in candidate:
                yield Completion(candidate, start_position=-len(word))


class Table:
    """One match being recorded; every confirmed line is in the store before the next is asked."""

    def __init__(self, recorder: Recorder, record: Record, by: str = "") -> None:
        self.recorder = recorder
        self.record = record
        self.by = by
        self.live: Match = record.live()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.record.game

    def sit_down(self) -> None:
        """Ask for lines until the match is over or the scorekeeper leaves."""
        players = self.record.opened.players
        console.print(
            f"[bold]{self.game.name}[/] {self.record.id}: "
            f"A {escape(players[0])}, B {escape(players[1])}   [dim]help · quit[/]"
        )
        session: PromptSession[str] = PromptSession(
            completer=Legal(self), complete_while_typing=False, bottom_toolbar=self.toolbar
        )
        self.board()
        while not self.live.over:
            try:
                line = session.prompt(self.prompt()).strip()
            except (EOFError, KeyboardInterrupt):
                break
            if line in ("quit", "q", "exit"):
                break
            self.enter(line)
        self.leave()

    def enter(self, line: str) -> None:
        """Do what a typed line says."""
        if line in ("", "help", "?", "h"):
            examples = self.game.notation.examples
            console.print(
                HELP.format(examples=examples) if line else f"[dim]{escape(self.hint())}[/]"
            )
        elif line == "board":
            self.board()
        elif line == "legal":
            console.print(escape("  ".join(self.legal_after(""))))
        elif line == "tape":
            console.print(escape(write_tape(self.record)))
        elif self.decide(line):
            self.board()

    def decide(self, line: str) -> bool:
        """Record a line and tell what it did; a refused one is explained and records nothing."""
        try:
            _, did = record_line(self.recorder, self.record, line, self.by)
        except GameError as error:
            self.explain(line, error)
            if error.reason is Reason.CONFLICT:
                self.record = self.recorder.load(self.record.id)
                self.live = self.record.live()
                self.board()
            return False
        self.live = self.record.live()
        for words in did:
            console.print(f"  [dim]·[/] {escape(words)}")
        return True

    def explain(self, line: str, error: GameError) -> None:
        """Show where a line is wrong, why, and what would be right."""
        if error.column:
            errors.print(f"  {escape(line)}\n  {' ' * (error.column - 1)}[bold red]^[/]")
        legal = (
            f"; [dim]legal here: {escape('  '.join(error.legal[:12]))}[/]" if error.legal else ""
        )
        errors.print(f"  [red]{escape(error.message)}[/]{legal}")

    def read_lines(self, lines: Iterable[str]) -> int:
        """Record lines from a file or pipe; the first bad one stops. Returns the exit code."""
        recorded = 0
        for number, line in enumerate(lines, 1):
            text = line.strip("\n")
            if not text.strip() or text.strip().startswith("#"):
                continue
            if text.strip() in ("quit", "q", "exit"):
                break
            try:
                _, did = record_line(self.recorder, self.record, text, self.by)
            except GameError as error:
                errors.print(f"[bold red]ludograph:[/] {escape(str(error.at(line=number)))}")
                errors.print(f"lines recorded before it: {recorded}")
                return EXIT_CODES[error.reason]
            recorded += 1
            for words in did:
                console.print(escape(words))
        return FINE

    def prompt(self) -> HTML:
        """Whose decision, in which turn."""
        ask, state = self.live.ask, self.live.state
        assert ask is not None
        if state.turn == 0:
            who = "set-up" if ask.seat == DEALER else f"set-up {seat_name(ask.seat)}"
            return HTML(f"<b>{who}</b>&gt; ")
        seat = ask.seat if ask.seat != DEALER else max(state.active, 0)
        name = self.record.opened.players[seat]
        shown = f"{state.turn} {seat_name(seat)}" + (
            f" ({name})" if name != seat_name(seat) else ""
        )
        going_on = "" if ask.about in self.game.notation.opens else f" {ask.about}"
        escaped = shown.replace("&", "&amp;").replace("<", "&lt;")
        return HTML(f"<b>{escaped}</b>{going_on}&gt; ")

    def toolbar(self) -> str:
        """What can be typed, for the last line of the screen."""
        return self.hint()

    def hint(self) -> str:
        """The next legal words, as many as fit a line."""
        words = self.legal_after("")
        text = "legal: " + "  ".join(words)
        width = max(40, console.width - 2)
        return (
            text if len(text) <= width else text[: width - 14].rsplit(" ", 1)[0] + " … (type legal)"
        )

    def legal_after(self, typed: str) -> Sequence[str]:
        """The legal words after part of a line has been typed; nothing is recorded."""
        if not typed:
            return self.words(self.live)
        trial = self.record.live()
        try:
            self.game.notation.read(LineDecider(trial), typed + " ...")
        except GameError as error:
            return error.legal or self.words(self.live)
        return self.words(trial)

    def words(self, match: Match) -> Sequence[str]:
        """The legal words of a match's question."""
        return self.game.notation.words(match.state, match.ask) if match.ask else ()

    def board(self) -> None:
        """Print the board."""
        console.print(self.game.draw_board(self.live.state))

    def leave(self) -> None:
        """Say how things stand."""
        result = result_line(self.game, self.live.state)
        if result:
            console.print(
                f"[bold]{escape(result)}[/]  [dim]next: ludograph replay {self.record.id}[/]"
            )
        else:
            turn = self.live.state.turn
            where = f"in turn {turn}" if turn else "in the set-up"
            console.print(
                f"recorded up to step {len(self.record.steps)}, {where}; "
                f"go on with [bold]ludograph record {self.record.id}[/]"
            )
