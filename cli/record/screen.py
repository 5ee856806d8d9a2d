"""What is shown at the table: the board, what is asked, what may be typed, the clocks, errors."""

from __future__ import annotations

from collections.abc import Mapping

from prompt_toolkit.formatted_text import HTML
from rich.markup import escape

from cli.edge import console, errors, say, shortened
from cli.record.desk_words import help_text
from domain.contract.characters import escaped
from domain.contract.errors import GameError
from domain.contract.game import DEALER, Game, seat_name
from domain.formats.completion import meanings, words_after
from domain.formats.tape import write_tape
from domain.record.clock import Clocks, clock_words, reading
from domain.record.endings import result_line
from domain.record.match import Match, Record
from domain.record.rulings import tags
from domain.store.recorder import Recorder
from replays.board.terminal import state_text

HELP = """[bold]a line a turn[/], as in docs/formats.md; Tab completes what is legal
{examples}
  … ...               three dots leave the action open; go on with the next line
  = 3:5               the totals, checked   {{words}}  a comment
[bold]and[/]  board · legal · tape{card} · help · quit (all is kept)"""
OVER = "undo · amend · note · history · tape · quit"
"""What can be done when the match is over."""
HELP_RULINGS = ("help !", "help !!", "!", "!?")
LOOKING = ("help", "?", "h", "board", "legal", "tape")
MOST_LISTED = 12
MOST_SHOWN = 400
"""Letters of a line that is shown with the place where it is wrong."""
"""Answers that are listed under a question; `legal` lists all."""


class Screen:
    """What people see of one match, and the words that only look."""

    def __init__(self, recorder: Recorder, record: Record) -> None:
        self.recorder = recorder
        self.record = record
        self._live: Match | None = record.live()
        self.clocks: tuple[int, Clocks | None] = (-1, None)

    @property
    def live(self) -> Match:
        """The live end of the match; built when it is asked for and not known from the last line."""
        if self._live is None:
            self._live = self.record.live()
        return self._live

    @live.setter
    def live(self, live: Match | None) -> None:
        self._live = live

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.record.game

    def look(self, line: str) -> bool:
        """Show what a word of the prompt asks for; False if it is none."""
        word, _, rest = line.partition(" ")
        if line in ("help", "?", "h"):
            self.help()
        elif line in HELP_RULINGS:
            self.help_rulings()
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
        say(help_text())

    def help_rulings(self) -> None:
        """What a ruling can say."""
        say(
            "[bold]! FACT; FACT[/]  or  ! penalty: \\[JUDGE] FACT   [dim](penalty, effect, correction)[/]"
        )
        say(self.game.notation.rulings)
        say(escape("or by their tags and fields: " + " · ".join(tags(self.game))))

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

    def explain(self, line: str, error: GameError) -> None:
        """Show where a line is wrong, why, and what would be right."""
        if error.column and len(line) <= MOST_SHOWN:
            errors.print(f"  {escape(line)}\n  {' ' * (error.column - 1)}[bold red]^[/]")
        legal = (
            f"; [dim]legal here: {escape('  '.join(error.legal[:12]))}[/]" if error.legal else ""
        )
        say(f"  [red]{escape(shortened(error.message))}[/]{legal}", hanging=2, to=errors)

    def prompt(self) -> HTML:
        """What the line begins with, and whose decision it is."""
        ask, state = self.live.ask, self.live.state
        if ask is None:
            return HTML("<b>over</b>&gt; ")
        where, seat = self.game.notation.prompt(state, ask)
        shown = where if seat == DEALER else f"{where} {seat_name(seat)}"
        if state.turn == 0:
            return HTML(f"<b>{shown}</b>&gt; ")
        name = "" if seat == DEALER else self.record.opened.players[seat]
        if name and name != seat_name(seat):
            shown += f" ({name})"
        known = ask.about in self.game.notation.opens or where.endswith(f" {ask.about}")
        going_on = "" if known else f" {ask.about}"
        return HTML(f"<b>{plain(shown)}</b>{plain(going_on)}&gt; ")

    def toolbar(self) -> str:
        """What can be typed, for the last line of the screen."""
        return self.hint()

    def bottom(self) -> str | HTML:
        """The last line of the screen: what can be typed, below the clocks if there are any."""
        shown = clocks_html(self.reading()) if self.record.opened.clock else ""
        if not shown:
            return self.toolbar()
        return HTML(f"{shown}\n{plain(self.toolbar())}")

    def reading(self) -> Clocks | None:
        """The clocks now; they are counted anew when something was recorded."""
        count = len(self.record.events)
        if self.clocks[0] != count:
            self.clocks = count, reading(self.record)
        clocks = self.clocks[1]
        return clocks and clocks.at(self.recorder.clock())

    def hint(self) -> str:
        """The next legal words, or what they look like, as many as fit a line."""
        ask = self.live.ask
        if ask is None:
            return OVER
        shapes = self.game.notation.shapes(self.live.state, ask)
        words = self.meanings_after("")
        text = shapes or "legal: " + "  ".join(words)
        width = max(40, console.width - 2)
        return (
            text if len(text) <= width else text[: width - 14].rsplit(" ", 1)[0] + " … (type legal)"
        )

    def meanings_after(self, typed: str) -> dict[str, str]:
        """The legal words after part of a line has been typed; nothing is recorded."""
        words, wrong = words_after(self.record, self.live, typed)
        return words or (meanings(self.live) if wrong else {})

    def goes_on(self, typed: str) -> list[str]:
        """Words that may follow those typed although they decide nothing yet."""
        ask = self.live.ask
        return self.game.notation.goes_on(self.live.state, ask, typed) if ask else []

    def board(self) -> None:
        """Print the board, and what is asked."""
        console.print(state_text(self.game, self.live.state, width=console.width))
        self.ask()

    def result(self) -> str:
        """How the match ended; empty while it goes on."""
        return result_line(self.game, self.live.state, self.record.closed)


def plain(text: str) -> str:
    """A text as it stands in HTML, which is XML: controls are none of it."""
    return escaped(text, "\n").replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def clocks_html(clocks: Clocks | None) -> str:
    """Both clocks as HTML, the one that runs marked, and a flag that fell with what can be done."""
    if clocks is None:
        return ""
    words = f"<b>{plain(clock_words(clocks))}</b>"
    if clocks.flagged is None:
        return words
    seat = seat_name(clocks.flagged)
    return f"{words}  <ansired>{seat}'s flag has fallen: time {seat}</ansired>"
