"""Stepping through a match in a full-screen terminal."""

from __future__ import annotations

import io
import os
import textwrap
from collections.abc import Callable
from typing import Any, Final

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import Dimension, HSplit, Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.output import Output
from rich.console import Console
from rich.text import Text

from domain.contract.characters import escaped
from domain.contract.errors import GameError
from replays import position_text
from replays.annotations import aside_lines
from replays.cursor import Cursor

HELP: Final = """\
→  n  space   next step            ↓  t   next turn
←  p          previous step        ↑  T   previous turn
Home          the opening          End  G the last step
g 34 Enter    go to step 34        g t12 Enter   go to turn 12
PgUp PgDn     scroll               c   all that the step changed, instead of the board
q             quit                 ?   this help
v             the lines that were taken back or corrected, one after the other

What the step changed stands inverted on the board, and in words below it."""
KEYS: Final = " → next  ← back  ↓↑ turns  g step  c changes  ? help  q quit"
MORE_KEYS: Final = " → next  ← back  ↓↑ turns  g step  c changes  v lines  ? help  q quit"
"""Where something was taken back or corrected."""
ASIDE_KEYS: Final = " a line that does not stand: v goes on to the next, Esc back to what stands"
CHANGES: Final = 2
"""Lines that the changes in words have at least, if the terminal has room."""


class Stepper:
    """A full-screen view of a cursor; `run` returns when the person quits."""

    def __init__(
        self, cursor: Cursor, *, input: Input | None = None, output: Output | None = None
    ) -> None:
        self.cursor = cursor
        self.typed: str | None = None
        """What is typed after `g`; None while nothing is."""
        self.message = ""
        self.helping = False
        self.telling = False
        """Whether all changes are shown instead of the board."""
        self.scroll = 0
        self.app: Application[None] = Application(
            layout=self.layout(),
            key_bindings=self.keys(),
            full_screen=True,
            mouse_support=False,
            input=input,
            output=output,
        )
        self.app.ttimeoutlen = 0.05

    def run(self) -> None:
        """Show the match until the person quits."""
        self.app.run()

    # -- what is shown ---------------------------------------------------------------------------

    def layout(self) -> Layout:
        """Title, place, board, notation, changes, keys, from above."""

        def line(text: Callable[[], Any], style: str = "") -> Window:
            return Window(FormattedTextControl(text), height=1, style=style)

        return Layout(
            HSplit(
                [
                    line(lambda: self.shown(position_text.title), "bold"),
                    line(lambda: self.shown(position_text.where)),
                    Window(FormattedTextControl(self.board), height=self.board_height),
                    line(lambda: self.shown(position_text.notation), "bold"),
                    Window(
                        FormattedTextControl(self.changes),
                        height=Dimension(min=1),
                    ),
                    line(self.status, "reverse"),
                ]
            )
        )

    def shown(self, part: Callable[[Cursor], str]) -> str:
        """A line, or why it cannot be shown."""
        try:
            return part(self.cursor)
        except GameError as error:
            return str(error)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the terminal."""
        size = self.app.output.get_size()
        return size.columns, size.rows

    def board_lines(self) -> list[str]:
        """The board as lines for the terminal, or the help."""
        if self.helping:
            return ["", *(f"  {line}" for line in HELP.split("\n"))]
        if self.telling:
            return [f"  {line}" for line in self.change_lines()]
        try:
            return coloured(
                position_text.board(self.cursor, width=self.size[0]), self.size[0]
            ).split("\n")
        except GameError as error:
            return textwrap.wrap(str(error), self.size[0])

    def board_height(self) -> Dimension:
        """As high as the board, but leaving room for the rest."""
        room = max(1, self.size[1] - 4 - CHANGES)
        return Dimension.exact(min(len(self.board_lines()), room))

    def board(self) -> ANSI:
        """The part of the board that is scrolled to."""
        lines = self.board_lines()
        room = max(1, self.size[1] - 4 - CHANGES)
        self.scroll = max(0, min(self.scroll, len(lines) - room))
        if len(lines) <= room:
            return ANSI("\n".join(lines))
        part = lines[self.scroll : self.scroll + room]
        if self.scroll:
            part[0] = "  ⋯ PgUp for what is above"
        if self.scroll + room < len(lines):
            part[-1] = "  ⋯ PgDn for what is below"
        return ANSI("\n".join(part))

    def change_lines(self) -> list[str]:
        """What the step changed, and its annotations, in lines that fit."""
        try:
            found = [*aside_lines(self.cursor), *position_text.change_lines(self.cursor)]
        except GameError as error:
            found = [str(error)]
        return [
            line
            for words in found
            for line in textwrap.wrap(words, max(10, self.size[0] - 2), subsequent_indent="    ")
        ]

    def changes(self) -> str:
        """What the step changed, as many lines as fit; nothing while they are shown in full."""
        if self.telling and not self.helping:
            return ""
        rows = self.size[1]
        lines = self.change_lines()
        room = max(1, rows - 4 - min(len(self.board_lines()), max(1, rows - 4 - CHANGES)))
        if len(lines) > room:
            lines = [*lines[: room - 1], f"⋯ and {len(lines) - room + 1} more lines: c shows them"]
        return "\n".join(f"  {line}" for line in lines)

    def status(self) -> str:
        """The bottom line: what is typed, what went wrong, or the keys."""
        if self.typed is not None:
            return f" go to step (t for a turn): {self.typed}_"
        if self.message:
            return f" {self.message}"
        if self.cursor.to is not None:
            return ASIDE_KEYS
        return MORE_KEYS if self.ends else KEYS

    @property
    def ends(self) -> list[int]:
        """Numbers of the last events of the lines that do not stand."""
        seen = self.cursor.seen
        if seen.steps is seen.events:
            return []
        return [variation.numbers[-1] for variation in seen.history.variations]

    # -- what keys do ----------------------------------------------------------------------------

    def keys(self) -> KeyBindings:
        """Every key, and what it does."""
        keys = KeyBindings()
        cursor = self.cursor
        moves: list[tuple[Callable[[], bool], tuple[str, ...]]] = [
            (cursor.next, ("right", "n", "space", "l")),
            (cursor.previous, ("left", "p", "backspace", "h")),
            (cursor.next_turn, ("down", "t", "j")),
            (cursor.previous_turn, ("up", "T", "k")),
            (cursor.first, ("home",)),
            (cursor.last, ("end", "G")),
        ]
        for move, names in moves:
            for name in names:
                keys.add(name)(self.mover(name, move))

        @keys.add("<any>")
        def _(event: KeyPressEvent) -> None:
            self.type(event.data)

        @keys.add("q")
        @keys.add("c-c")
        @keys.add("c-d")
        def _(event: KeyPressEvent) -> None:
            event.app.exit()

        @keys.add("enter")
        def _(_event: KeyPressEvent) -> None:
            self.enter()

        @keys.add("escape", eager=True)
        def _(_event: KeyPressEvent) -> None:
            opened = self.typed is not None or self.helping or self.telling
            self.typed, self.helping, self.telling, self.message = None, False, False, ""
            if not opened:
                self.follow(None)

        @keys.add("pageup")
        def _(_event: KeyPressEvent) -> None:
            self.scroll -= self.size[1] // 2

        @keys.add("pagedown")
        def _(_event: KeyPressEvent) -> None:
            self.scroll += self.size[1] // 2

        return keys

    def mover(self, name: str, move: Callable[[], bool]) -> Callable[[KeyPressEvent], None]:
        """A key that moves, unless a place is being typed."""

        def press(_event: KeyPressEvent) -> None:
            if self.typed is not None:
                self.type("\x7f" if name == "backspace" else name)
                return
            self.helping, self.message = False, ""
            try:
                if not move():
                    end = "end" if self.cursor.n else "opening"
                    self.message = f"this is the {end}"
            except GameError as error:
                self.message = str(error)

        return press

    def type(self, text: str) -> None:
        """A character that moves nothing by itself."""
        if self.typed is not None:
            if text == "\x7f":
                self.typed = self.typed[:-1] if self.typed else None
            elif text.isdigit() or (text in ("t", "T") and not self.typed):
                self.typed += text
        elif text == "g" or text.isdigit():
            self.typed, self.message = text.strip("g"), ""
        elif text == "?":
            self.helping = not self.helping
        elif text == "c":
            self.telling, self.helping, self.scroll = not self.telling, False, 0
        elif text == "v":
            self.next_line()

    def next_line(self) -> None:
        """Show the next line that does not stand, from where it branches off; at last what stands."""
        ends, to = self.ends, self.cursor.to
        if not ends:
            self.message = "nothing was taken back or corrected"
            return
        later = ends if to is None else ends[ends.index(to) + 1 :] if to in ends else []
        self.follow(later[0] if later else None)

    def follow(self, to: int | None) -> None:
        """Show the line that leads to an event (None: that which stands), where the lines part."""
        cursor = self.cursor
        if cursor.to == to:
            return
        old, here = [0, *cursor.numbers], cursor.number
        self.message, self.helping, self.scroll = "", False, 0
        try:
            cursor.follow(to)
            there = cursor.numbers
            if to is not None:
                variation = next(v for v in cursor.seen.history.variations if to in v.numbers)
                cursor.go_to(variation.numbers[0])
            else:
                common = [n for n in old[: old.index(here) + 1] if n == 0 or n in there]
                cursor.go_to(common[-1])
        except GameError as error:
            self.message = str(error)

    def enter(self) -> None:
        """Go to the place that was typed; without one, a step forward."""
        typed, self.typed = self.typed, None
        if not typed:
            return
        try:
            if typed[0] in "tT":
                self.cursor.turn(int(typed[1:] or 0))
            else:
                self.cursor.go_to(int(typed))
            self.helping, self.message = False, ""
        except (GameError, ValueError) as error:
            self.message = str(error)
            if self.ends:
                self.message = self.message.replace(f" of match {self.cursor.match_id}", "")
                self.message = self.message.partition(";")[0] + ": v shows such lines"


def coloured(text: Text, columns: int) -> str:
    """A rich text as a terminal shows it, a line cut off where the terminal ends."""
    out = io.StringIO()
    if (harmless := escaped(text.plain, "\n\t")) != text.plain:
        text = text.copy()
        text.plain = harmless
    console = Console(
        file=out,
        force_terminal=True,
        color_system="standard",
        no_color=bool(os.environ.get("NO_COLOR")),
        width=max(10, columns),
        highlight=False,
    )
    console.print(text, end="", no_wrap=True, overflow="ellipsis", crop=True)
    return out.getvalue()
