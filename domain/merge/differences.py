"""Where two recordings of one match differ, and what is decided about it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import msgspec

from domain.contract.characters import MOST_LINE, check_text
from domain.contract.errors import GameError, Reason
from domain.formats.tape import lines_of
from domain.record.events import Event, Opened

SIDE_NAMES: Final = ("A", "B")
LEFT_OUT: Final = "-"
"""The answer that leaves out what differs."""
OPENING: Final = "opening"
LINES: Final = "lines"
CARDS: Final = "cards"
CONTRADICTION: Final = "contradiction"
MISFIT: Final = "misfit"
DECISION: Final = re.compile(r"\s*(\d+)[\s.:)]\s*(\S.*?)\s*")


class Version(msgspec.Struct, frozen=True):
    """What one recording tells where the two differ."""

    step: int = 0
    """Number of the first step; 0 where the recording tells nothing there."""
    last: int = 0
    """Number of the last step."""
    lines: tuple[str, ...] = ()
    next: str = ""
    """The line that comes next in it."""


class Difference(msgspec.Struct, frozen=True):
    """Something that is to be decided, for one recording, the other, or otherwise."""

    number: int
    kind: str
    """opening (players, day, settings), lines, cards (that not everybody saw), contradiction (hidden
    cards make a line impossible), misfit (a line does not fit what was decided before)."""
    sides: tuple[Version, Version]
    name: str = ""
    """What of the opening differs."""
    why: str = ""
    """What is wrong, in a sentence."""


Decide = Callable[[Difference], str]
"""What is decided: `A`, `B`, `-` (leave it out), a line of notation (`\\n` between several), or
nothing to leave it open."""


class Merged(msgspec.Struct, frozen=True):
    """What became of a merge: a match if nothing is open."""

    opened: Opened | None
    events: tuple[Event, ...]
    agreed: int
    """How many lines both recordings tell."""
    filled: tuple[int, int]
    """How many steps the first recording knew more of, and the second."""
    only: tuple[int, int]
    """How many lines only one of them tells, since the other breaks off."""
    differences: tuple[Difference, ...]
    answers: dict[int, str]
    """What was decided, by the difference's number."""

    @property
    def open(self) -> tuple[Difference, ...]:
        """What is still to be decided."""
        return tuple(d for d in self.differences if not self.answers.get(d.number))


def decisions(text: str) -> dict[int, str]:
    """Decisions as a file writes them: `1 A`, `2 -`, `3 LINE`; more lines of a number follow each other.

    Raises GameError with a line.
    """
    found: dict[int, str] = {}
    for number, line in enumerate(lines_of(text), 1):
        try:
            check_text(line, "a line", MOST_LINE, "\t")
        except GameError as error:
            raise error.at(line=number) from error
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        read = DECISION.fullmatch(line)
        if read is None:
            raise GameError(
                Reason.UNREADABLE,
                f"{line.strip()!r} decides nothing: a difference's number and what holds",
                line=number,
                legal=("1 A", "2 B", "3 -", "4 check"),
            )
        at, answer = int(read[1]), read[2]
        if at in found and {found[at], answer} & {*SIDE_NAMES, LEFT_OUT}:
            raise GameError(Reason.UNREADABLE, f"difference {at} is decided twice", line=number)
        answer = answer.upper() if answer.upper() in SIDE_NAMES else answer
        found[at] = f"{found[at]}\n{answer}" if at in found else answer
    return found
