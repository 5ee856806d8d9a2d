"""What requests that write say, as JSON."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to be opened."""

    game: str
    players: tuple[str, str] = ("A", "B")
    settings: dict[str, str] = {}
    on: str = ""
    """The day it was played, if not today."""
    place: str = ""
    event: str = ""
    round: str = ""
    table: str = ""
    series: str = ""
    best_of: int = 0
    clock: str = ""
    eyes: str = ""
    """What the scorekeeper sees: A, B or spectator."""
    note: str = ""
    by: str = ""
    id: str = ""
    """A name of one's own for it."""


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of notation."""

    line: str
    by: str = ""
    dry: bool = False
    """Only say what it would do."""


class TakeBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be taken back."""

    lines: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 1
    to: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """Everything after this step, instead of so many lines."""
    confirmed: bool = False
    """Even if something hidden or random had been shown."""
    note: str = ""
    by: str = ""


class Redo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A take-back to be taken back."""

    to: Annotated[int, msgspec.Meta(ge=1)] | None = None
    """Let this step be the last of the line again."""
    note: str = ""
    by: str = ""


class Correction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line as it should have been."""

    step: Annotated[int, msgspec.Meta(ge=1)]
    line: str
    reveal: bool = False
    """Whether it only tells what was hidden."""
    otherwise: Literal["", "keep", "stop"] = ""
    """What becomes of later lines that do not fit: kept as rulings, or left off with what follows."""
    answers: dict[int, str] = {}
    """What becomes of single ones, by the number of their first step: keep, stop or another line."""
    dry: bool = False
    """Only say what would become of the match."""
    note: str = ""
    by: str = ""


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling: what happened, separated by `;`, or with `stood` a line that stood."""

    facts: str
    stood: bool = False
    kind: Literal["", "penalty", "effect", "correction"] = ""
    judge: str = ""
    why: str = ""
    by: str = ""
    dry: bool = False


class Remark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A remark."""

    text: str
    step: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """What it is about, if not the last step; 0 is the match."""
    by: str = ""


class Aside(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clock stopped, or started again."""

    note: str = ""
    by: str = ""


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match ends by other ways than its rules."""

    why: Literal["concession", "agreed", "time", "disqualification", "abandonment"]
    seat: Literal["", "A", "B"] = ""
    """Who concedes, loses on time or is disqualified; of what is broken off: who wins."""
    judge: str = ""
    note: str = ""
    by: str = ""
