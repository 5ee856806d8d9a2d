"""A match as one HTML file to give away: the viewer with everything in it, which loads nothing."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec
from markupsafe import Markup

from domain.formats.jsonl import write_jsonl
from domain.formats.tape import write_tape
from domain.record.match import Record
from replays import viewer
from replays.audit.findings import Report
from replays.cursor import ALL, Cursor, Viewer
from replays.viewer.deltas import Packed, Packer
from replays.viewer.match_data import Head, Line, StepEntry, frames_of, head_of, line_of, thought
from replays.viewer.template import render

FORMAT: Final = 1
"""Of the data in the file."""
SCRIPTS: Final = ("dom.js", "source.js", "board.js", "curve.js", "steps.js", "viewer.js")
"""The viewer, in the order in which its parts are read."""
STYLES: Final = ("viewer.css",)
UNSEEN: Final = re.compile(r"^[ \t]*/\*\*.*?\*/\s*|^[ \t]+", re.MULTILINE | re.DOTALL)
"""Types and descriptions that begin a line, and the blanks before lines."""


class Shared(msgspec.Struct, omit_defaults=True):
    """What lies in the file."""

    format: int
    head: Head
    lines: dict[str, dict[str, Any]]
    """The line that stands by an empty name, the others by the number that they lead to.

    Steps stand as indices into `steps`; the variations are those of the line that stands.
    """
    steps: list[StepEntry]
    """Every step as a line has it."""
    frames: dict[int, dict[str, Any]]
    cards: list[dict[str, Any]]
    texts: list[str]
    record: str
    """The match as JSON Lines, which `ludograph import` takes in."""


class Lines:
    """The lines of a match, what they share written once."""

    def __init__(self) -> None:
        self.found: dict[str, dict[str, Any]] = {}
        self.steps: dict[StepEntry, int] = {}

    def add(self, name: str, line: Line) -> None:
        """Take in a line by its name; the one that stands is the first."""
        steps = [self.steps.setdefault(step, len(self.steps)) for step in line.steps]
        plain = msgspec.structs.replace(line, steps=(), variations=() if name else line.variations)
        self.found[name] = {**msgspec.to_builtins(plain), "steps": steps}


def share(record: Record, seat: Viewer = ALL, report: Report | None = None) -> str:
    """A match through somebody's eyes as one HTML file; `report` is its audit.

    The same match makes the same file. Raises CorruptStream for what cannot have happened.
    """
    data = shared(record, seat, report)
    script, style = asset(*SCRIPTS), asset(*STYLES)
    policy = (
        f"default-src 'none'; script-src {digest(script)}; style-src {digest(style)}; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    head = data.head
    seen = record if seat is ALL else record.seen_by(seat)
    return render(
        "file.html",
        policy=Markup(policy),
        title=f"{' against '.join(head.players)}, {head.title}, {head.day}",
        style=Markup(style),
        tape=write_tape(seen),
        data=Markup(in_script(msgspec.json.encode(data).decode())),
        script=Markup(script),
    )


def shared(record: Record, seat: Viewer = ALL, report: Report | None = None) -> Shared:
    """Everything that the file shows, as data."""
    cursor = Cursor(record, seat)
    packer = Packer()
    packer.add(frames_of(cursor))
    thinking = thought(cursor.seen)
    lines = Lines()
    lines.add("", line_of(cursor, thinking=thinking))
    for variation in cursor.seen.history.variations:
        last = variation.numbers[-1]
        cursor.follow(last)
        packer.add(frames_of(cursor, variation.after), packer.packed.frames)
        lines.add(str(last), line_of(cursor, thinking=thinking))
    cursor.follow()
    packed: Packed = packer.packed
    return Shared(
        FORMAT,
        head_of(cursor, report, record.head),
        lines.found,
        [*lines.steps],
        packed.frames,
        packed.cards,
        packed.texts,
        write_jsonl(cursor.seen),
    )


def in_script(json: str) -> str:
    """JSON that may stand in an element `script`, whatever its texts hold."""
    return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def digest(text: str) -> str:
    """A text as the policy of a page names it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def asset(*names: str) -> str:
    """Files of the viewer one after the other, without what only their readers need."""
    folder = files(viewer) / "static"
    text = "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in names)
    return UNSEEN.sub("", text)
