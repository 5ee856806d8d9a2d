"""A match as the viewer gets it: its head, its lines, the board after a step."""

from __future__ import annotations

from typing import Final

import msgspec

from replays.board import Board, Mark

STEP: Final = "step"
RULING: Final = "ruling"
STOOD: Final = "stood"
CLOSED: Final = "closed"


class Ending(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a match ended."""

    winner: str
    """A or B; empty for a draw, and for a match without a result."""
    outcome: str
    """In words: `A wins`, `draw`, `no result`."""
    why: str
    totals: tuple[int, ...]


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the audit says."""

    ok: bool
    words: str
    checked: int
    """How many steps the rules decided again, and agreed."""
    findings: tuple[str, ...] = ()
    """What is wrong; nothing for the eyes of a seat, to whom it might tell hidden cards."""


class Head(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of a match as a whole."""

    match: str
    game: str
    """Key of the game."""
    title: str
    """Name of the game."""
    players: tuple[str, ...]
    day: str
    opened: str
    """When it was recorded, ISO 8601."""
    seen_by: str
    """A, B, spectator or all."""
    by: str = ""
    event: str = ""
    round: str = ""
    table: str = ""
    series: str = ""
    best_of: int = 0
    place: str = ""
    note: str = ""
    clock: str = ""
    eyes: str = ""
    """What the scorekeeper saw; empty for a record not bound to a seat."""
    bots: tuple[str, ...] | None = None
    rules: str = ""
    settings: dict[str, str] = {}
    steps: int = 0
    """How many steps stand."""
    turns: int = 0
    events: int = 0
    last: int = 0
    """Number of the last event."""
    ending: Ending | None = None
    """None while it goes on."""
    audit: Verdict | None = None
    chain: str = ""
    """Digest of the last event, which identifies the match; empty for the eyes of a seat."""


class Beside(msgspec.Struct, frozen=True, omit_defaults=True):
    """An annotation at a step: a remark, a correction, what was taken back."""

    kind: str
    """corrected, decided again, left off, replaced, taken back, left, stands, remark."""
    event: int
    words: str
    steps: tuple[int, ...] = ()
    """Numbers of the steps it is about, which do not stand."""


class StepEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of a line; number 0 is the opening."""

    number: int
    turn: int
    """The turn in progress after it; 0 is the set-up."""
    seat: str
    """Who decided: A, B or dealer."""
    changes: tuple[str, ...]
    """What it did, a sentence each."""
    line: int = -1
    """Which of the lines of notation tells it; -1 for the opening."""
    kind: str = STEP
    """step, ruling, stood (an illegal play that stood) or closed."""
    begins: bool = False
    """Whether a turn began with it."""
    beside: tuple[Beside, ...] = ()
    after: int = 0
    """When it was recorded: milliseconds since the opening."""
    think: int | None = None
    """What it took to decide, in milliseconds; None where nobody knows."""
    by: str = ""
    note: str = ""
    redecides: int = 0


class NotationLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line as a tape says it."""

    text: str
    turn: int
    first: int
    """Number of the first step that it tells."""


class VariationEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """Steps that do not stand; the line that leads to `last` shows them."""

    last: int
    after: int
    """Number of the step they branch off from; 0 is the opening."""
    numbers: tuple[int, ...]
    how: str
    """taken back, corrected or left."""
    event: int
    """Number of the event that took them off the line."""
    by: str = ""
    note: str = ""


class Curve(msgspec.Struct, frozen=True):
    """The totals of both seats: after the opening, and after each step of the line."""

    label: str
    """What they are, as the board calls them."""
    a: tuple[int, ...]
    b: tuple[int, ...]


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a match, step by step: the one that stands, or one that leads to a step."""

    match: str
    seen_by: str
    steps: tuple[StepEntry, ...]
    """The opening, and every step; their place is where the viewer is."""
    notation: tuple[NotationLine, ...]
    turns: tuple[int, ...]
    """Places after which turns 0, 1, 2 … have just begun; turn 0 is the set-up."""
    curve: Curve
    to: int | None = None
    """The step that it leads to; None for the line that stands."""
    variations: tuple[VariationEntry, ...] = ()


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """The board after a step, and what the step changed on it."""

    number: int
    board: Board
    marks: tuple[Mark, ...] = ()
