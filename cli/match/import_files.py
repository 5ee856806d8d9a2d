"""Importing files: what was added, what was there, and what is wrong with the rest."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape

from cli.edge import shortened
from cli.program.progress import progress_bar
from domain.contract.errors import GameError, Reason, Unsynced
from domain.formats.jsonl import read_jsonl
from domain.formats.tape import Tape, read_tapes
from domain.store.recorder import Recorder

BATCH = 100
"""Matches a transaction holds; killed in the middle, an import has whole batches and goes on."""


class Importing:
    """One run of an import."""

    def __init__(self, recorder: Recorder, *, by: str = "", whole: bool = False) -> None:
        self.recorder = recorder
        self.by = by
        self.whole = whole
        self.done: list[tuple[str, str]] = []
        self.undated = 0
        """Matches added of which nobody knows when they were played: they have today's date."""
        self.failures: list[GameError] = []

    def run(self, files: list[Path]) -> None:
        """Read all files and store what is good in them."""
        texts = [(str(path), read_text(path)) for path in files]
        if self.whole:
            tapes = [tape for name, text in texts for tape in self.read(name, text)]
            if not self.failures:
                self.store(tapes)
            return
        with progress_bar() as progress:
            task = progress.add_task("importing", total=sum(matches_in(text) for _, text in texts))
            waiting: list[Tape] = []
            for name, text in texts:
                for tape in self.read(name, text):
                    waiting.append(tape)
                    progress.advance(task)
                    if len(waiting) >= BATCH:
                        self.store(waiting)
                        waiting = []
            self.store(waiting)

    def read(self, name: str, text: str) -> Iterator[Tape]:
        """The good matches of a text, one after the other; the bad ones are noted."""
        empty = True
        for found in (read_jsonl if is_jsonl(text) else read_tapes)(text, name):
            empty = False
            if isinstance(found, GameError):
                self.failures.append(found)
                continue
            if self.by:
                found.opened = msgspec.structs.replace(found.opened, by=self.by)
            yield found
        if empty:
            self.failures.append(
                GameError(Reason.UNREADABLE, "there is no match in it", source=name)
            )

    def store(self, tapes: list[Tape]) -> None:
        """Store matches together; if one cannot be, each by itself (unless all or nothing)."""
        if not tapes:
            return
        try:
            self.take_in(tapes)
        except GameError as error:
            if error.reason is Reason.UNAVAILABLE:
                raise
            if self.whole:
                self.failures.append(error)
                return
            for tape in tapes:
                self.store_one(tape)

    def store_one(self, tape: Tape) -> None:
        """Store one match, or note why not."""
        try:
            self.take_in([tape])
        except GameError as error:
            if error.reason is Reason.UNAVAILABLE:
                raise
            self.failures.append(error.at(source=tape.source, line=tape.line))

    def take_in(self, tapes: list[Tape]) -> None:
        """Store matches together. Raises GameError."""
        dated = [tape.opened.on or tape.opened.at or tape.opened.bots for tape in tapes]
        try:
            done = self.recorder.take_in(tapes)
        except Unsynced as error:
            self.done.extend(error.done)
            raise
        added = [what == "added" for _, what in done]
        self.undated += sum(new and not day for new, day in zip(added, dated, strict=True))
        self.done.extend(done)

    def count(self, what: str) -> int:
        """How many matches ended so."""
        return sum(outcome == what for _, outcome in self.done)

    def report(self) -> dict[str, Any]:
        """The run as plain data; counts add up to the matches read."""
        return {
            "added": self.count("added"),
            "went on": self.count("went on"),
            "already there": self.count("already there"),
            "bad": len(self.failures),
            "undated": self.undated,
            "matches": [{"match": match_id, "outcome": what} for match_id, what in self.done],
            "errors": [
                {
                    "file": e.source,
                    "line": e.line,
                    "column": e.column,
                    "reason": e.reason.value,
                    "message": e.message,
                    "legal": list(e.legal),
                }
                for e in self.failures
            ],
        }

    def print_report(self, console: Console, errors: Console) -> None:
        """The run in words."""
        for error in self.failures:
            errors.print(f"[bold red]ludograph:[/] {escape(shortened(str(error)))}")
        for match_id, what in self.done[:10]:
            if what != "already there":
                console.print(f"match [bold]{match_id}[/] {what}")
        words = [f"{self.count('added')} added"]
        words += [f"{n} {what}" for what in ("went on", "already there") if (n := self.count(what))]
        if self.failures:
            words.append(f"{len(self.failures)} bad")
        suffix = "; nothing was imported" if self.whole and self.failures else ""
        console.print(f"{', '.join(words)}{suffix}")
        if self.undated:
            counts = "counts" if self.undated == 1 else "count"
            console.print(
                f"[dim]{self.undated} of them without a date {counts} as played today; "
                "`date: 2026-11-20` in the header says when[/]"
            )


def is_jsonl(text: str) -> bool:
    """Whether a text is JSON Lines, not a tape."""
    return text.lstrip("\ufeff \n").startswith("{")


def matches_in(text: str) -> int:
    """About how many matches a text holds, for the progress bar."""
    return text.count('"players":') if is_jsonl(text) else text.count("game:")


def read_text(path: Path) -> str:
    """The text of a file, or of the input for `-`. Raises GameError."""
    try:
        raw = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        return raw.decode()
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise GameError(
            Reason.UNREADABLE, "this is no UTF-8 text", source=str(path), line=line
        ) from error
    except OSError as error:
        raise GameError(
            Reason.NOT_FOUND, f"cannot be read: {error.strerror}", source=str(path)
        ) from error
