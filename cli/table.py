"""Recording at the table: the board, a prompt that completes legal actions, and what happened."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import HTML
from rich.markup import escape

from cli.edge import EXIT_CODES, FINE, console, errors, say
from domain.closing import result_line
from domain.errors import GameError, Reason
from domain.events import AnyStep
from domain.game import DEALER, SEAT_NAMES, Game, seat_name
from domain.match import Match, Record
from domain.recorder import Recorder
from domain.tape import LineDecider, without_comments, write_tape
from replays.frames import NOTHING, news

HELP = """[bold]a line a turn[/], as in docs/formats.md; Tab completes what is legal
{examples}
  … ...               three dots leave the action open; go on with the next line
  = 3:5               the totals, checked   {{words}}  a comment
[bold]and[/]  board · legal · tape{card} · help · quit (what is confirmed is kept; go on later)"""
LEAVING = ("quit", "q", "exit")
LOOKING = ("help", "?", "h", "board", "legal", "tape")
MOST_LISTED = 12
"""Answers that are listed under a question; `legal` lists all."""


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
    return steps, list(told(record.game, state, steps))


def completing(words: Mapping[str, str], begun: str) -> dict[str, str]:
    """Those words (and their meanings) that what is begun may become; in a name any word may be begun."""
    found = {w: m for w, m in words.items() if w.lower().startswith(begun)}
    if found or not begun:
        return found
    return {
        w: m
        for w, m in words.items()
        if any(part.startswith(begun) for part in re.split(r"[-\s]+", w.lower()))
    }


class Legal(Completer):
    """Completes the next word with what is legal after the words typed so far."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterator[Completion]:
        """Words that may come next; after a first word, those that go on with the action begun."""
        text = document.text_before_cursor.lower()
        before, _, word = text.rpartition(" ")
        for candidate, meaning in self.candidates(text.lstrip(), before.strip(), word).items():
            if "(" not in candidate:
                meta = " ".join(meaning.split())
                yield Completion(candidate, start_position=-len(word), display_meta=meta)

    def candidates(self, text: str, before: str, word: str) -> dict[str, str]:
        """What the last word may become, with its meaning."""
        table = self.table
        following = dict.fromkeys(table.goes_on(before), "")
        if before and following:
            return completing(following, word)
        first = {**table.meanings_after(""), **(following if text else {})}
        whole = {
            w[len(text) - len(word) :]: m for w, m in first.items() if w.lower().startswith(text)
        }
        if whole and text:
            return whole
        return completing(first if not before else table.meanings_after(before), word)


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
        named = zip(SEAT_NAMES, self.record.opened.players, strict=True)
        players = ", ".join(seat if name == seat else f"{seat} {name}" for seat, name in named)
        say(f"[bold]{self.game.name}[/] {self.record.id}: {escape(players)}   [dim]help · quit[/]")
        session: PromptSession[str] = PromptSession(
            completer=Legal(self), complete_while_typing=False, bottom_toolbar=self.toolbar
        )
        self.board()
        while not self.live.over:
            try:
                line = session.prompt(self.prompt()).strip()
            except (EOFError, KeyboardInterrupt):
                break
            if line in LEAVING:
                break
            self.enter(line)
        self.leave()

    def enter(self, line: str) -> None:
        """Do what a typed line says."""
        if not line:
            say(f"[dim]{escape(self.hint())}[/]")
        elif not self.look(line) and self.decide(line):
            self.board()

    def look(self, line: str) -> bool:
        """Show what a word of the prompt asks for; False if it is none."""
        word, _, rest = line.partition(" ")
        if line in ("help", "?", "h"):
            self.help()
        elif line == "board":
            self.board()
        elif line == "legal":
            self.legal()
        elif line == "tape":
            console.print(escape(write_tape(self.record)))
        elif word == "card" and rest.strip():
            return self.card(rest)
        else:
            return False
        return True

    def help(self) -> None:
        """How lines are written, and the words of the prompt."""
        has_words = self.has_cards()
        say(
            HELP.format(
                examples=self.game.notation.examples, card=" · card NAME" if has_words else ""
            )
        )

    def has_cards(self) -> bool:
        """Whether the game has cards with words to look up."""
        try:
            return bool(self.game.notation.card(self.live.state, "no such card"))
        except GameError:
            return True

    def card(self, name: str) -> bool:
        """Show a card; False in a game that has none to show."""
        try:
            text = self.game.notation.card(self.live.state, name)
        except GameError as error:
            self.explain("", error)
            return True
        if text:
            say(text)
        return bool(text)

    def legal(self) -> None:
        """List what may be typed: a line each where the game says what it stands for."""
        words = self.meanings_after("")
        if not any(words.values()):
            say(escape("  ".join(words)))
            return
        self.listed(words)

    def listed(self, words: Mapping[str, str], most: int = 10**6) -> None:
        """List words with what they stand for."""
        width = min(24, max(map(len, words), default=0))
        for word, meaning in list(words.items())[:most]:
            text = f"  [bold]{escape(word.ljust(width))}[/]  {escape(' '.join(meaning.split()))}"
            say(text.rstrip(), hanging=width + 2)
        if len(words) > most:
            say(f"  [dim]and {len(words) - most} more; legal lists all[/]")

    def ask(self) -> None:
        """Say what a question in the middle of an action is about, and what the answers stand for."""
        ask = self.live.ask
        if ask is None or ask.about in self.game.notation.opens:
            return
        words = self.meanings_after("")
        if ask.question:
            say(f"[bold]{escape(ask.question)}[/]")
        if any(words.values()):
            self.listed(words, MOST_LISTED)

    def decide(self, line: str) -> bool:
        """Record a line and tell what it did; a refused one is explained and records nothing."""
        try:
            steps, did = record_line(self.recorder, self.record, line, self.by)
        except GameError as error:
            self.explain(line, error)
            if error.reason is Reason.CONFLICT:
                self.record = self.recorder.load(self.record.id)
                self.live = self.record.live()
                self.board()
            return False
        self.live = self.record.live()
        asked = self.live.ask is not None and self.live.ask.about not in self.game.notation.opens
        if did and steps[-1].facts[-1].resolves and not asked:
            did[-1] += NOTHING
        for words in did:
            say(f"  [dim]·[/] {escape(words)}", hanging=2)
        return True

    def explain(self, line: str, error: GameError) -> None:
        """Show where a line is wrong, why, and what would be right."""
        if error.column:
            errors.print(f"  {escape(line)}\n  {' ' * (error.column - 1)}[bold red]^[/]")
        legal = (
            f"; [dim]legal here: {escape('  '.join(error.legal[:12]))}[/]" if error.legal else ""
        )
        say(f"  [red]{escape(error.message)}[/]{legal}", hanging=2, to=errors)

    def read_lines(self, lines: Iterable[str]) -> int:
        """Record lines from a file or pipe; the first bad one stops. Returns the exit code.

        The words of the prompt work here too.
        """
        recorded = 0
        for number, line in enumerate(lines, 1):
            text = line.strip("\n")
            if not text.strip() or text.strip().startswith("#"):
                continue
            if text.strip() in LEAVING:
                break
            if text.strip() in LOOKING or text.strip().startswith("card "):
                self.live = self.record.live()
                if self.look(text.strip()):
                    continue
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
        """What the line begins with, and whose decision it is."""
        ask, state = self.live.ask, self.live.state
        assert ask is not None
        where, seat = self.game.notation.prompt(state, ask)
        shown = where if seat == DEALER else f"{where} {seat_name(seat)}"
        if state.turn == 0:
            return HTML(f"<b>{shown}</b>&gt; ")
        name = "" if seat == DEALER else self.record.opened.players[seat]
        if name and name != seat_name(seat):
            shown += f" ({name})"
        known = ask.about in self.game.notation.opens or where.endswith(f" {ask.about}")
        going_on = "" if known else f" {ask.about}"
        escaped = shown.replace("&", "&amp;").replace("<", "&lt;")
        return HTML(f"<b>{escaped}</b>{going_on}&gt; ")

    def toolbar(self) -> str:
        """What can be typed, for the last line of the screen."""
        return self.hint()

    def hint(self) -> str:
        """The next legal words, or what they look like, as many as fit a line."""
        ask = self.live.ask
        shapes = self.game.notation.shapes(self.live.state, ask) if ask else ""
        words = self.meanings_after("")
        text = shapes or "legal: " + "  ".join(words)
        width = max(40, console.width - 2)
        return (
            text if len(text) <= width else text[: width - 14].rsplit(" ", 1)[0] + " … (type legal)"
        )

    def meanings_after(self, typed: str) -> dict[str, str]:
        """The legal words after part of a line has been typed; nothing is recorded."""
        if not typed:
            return self.words(self.live)
        trial = self.record.live()
        try:
            self.game.notation.read(LineDecider(trial), typed + " ...")
        except GameError as error:
            return dict.fromkeys(error.legal, "") or self.words(self.live)
        return self.words(trial)

    def goes_on(self, typed: str) -> list[str]:
        """Words that may follow those typed although they decide nothing yet."""
        ask = self.live.ask
        return self.game.notation.goes_on(self.live.state, ask, typed) if ask else []

    def words(self, match: Match) -> dict[str, str]:
        """The legal words of a match's question, with what they stand for."""
        return self.game.notation.meanings(match.state, match.ask) if match.ask else {}

    def board(self) -> None:
        """Print the board, and what is asked."""
        console.print(self.game.draw_board(self.live.state, console.width))
        self.ask()

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
