"""Later lines that do not go with a correction, or come to something else by it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from domain.contract.errors import IMPOSSIBLE, GameError, Reason
from domain.contract.game import UNKNOWN
from domain.formats.tape import Written, decide_line
from domain.record.events import AnyStep, Closed
from domain.record.match import Match
from domain.record.unknown import refines

KEEP: Final = "keep"
"""The answer to a misfit: it happened, so it stays, as a ruling."""
STOP: Final = "stop"
"""The answer to a misfit: it and what came after it is left off."""

MORE_UNKNOWN: Final = re.compile(rf"[\s,]*{re.escape(UNKNOWN)}\s*$")
"""The last card of a line, if it is not known."""


class Misfit(msgspec.Struct, frozen=True):
    """A later step that does not go with what is recorded now."""

    number: int
    """Number of the first step of the line that does not fit."""
    wrong: int
    """Number of the step that is corrected, from which it follows that it does not."""
    line: str
    """The line, as it was written."""
    why: str
    """Why it does not fit."""
    lost: int
    """How many steps, those of this line included, are not yet decided again."""
    reveals: bool = False
    """Whether the step that is corrected is revealed: it says the same, and more."""

    def __str__(self) -> str:
        return (
            f"step {self.number} (`{self.line}`) does not go with step {self.wrong} "
            f"as it is {'told' if self.reveals else 'recorded'} now: {self.why}"
        )


class Altered(msgspec.Struct, frozen=True):
    """A later line that still fits, and comes to something else than it did."""

    number: int
    """Number of its first step."""
    line: str
    was: tuple[str, ...]
    """What it came to, a fact each, in words."""
    now: tuple[str, ...]


Answer = Callable[[Misfit], str]
"""What becomes of a misfit: KEEP, STOP, or a line to be decided in its place."""


class Unanswered(GameError):
    """A later line that does not go with a correction, without an answer to what becomes of it."""

    misfit: Misfit


def stopping(misfit: Misfit) -> str:
    """Answer as who wants to know. Raises Unanswered (CONFLICT)."""
    error = Unanswered(
        Reason.CONFLICT,
        f"{misfit}; keep it as a ruling, write another line for it, or stop there",
        legal=("--otherwise keep", "--otherwise stop"),
    )
    error.misfit = misfit
    raise error


def on_one_line(line: Written) -> str:
    """Write on one line what a tape writes at once."""
    return " / ".join(words for words in line.notation if words.strip())


def decided(match: Match, lines: Sequence[str], **stamps: Any) -> list[AnyStep]:
    """The steps that lines come to in a match. Raises GameError; the match is then of no more use."""
    try:
        return [step for line in lines for step in decide_line(match, line, **stamps)]
    except IMPOSSIBLE as error:
        raise GameError(Reason.ILLEGAL, "that cannot have happened here") from error


def happened_at(step: AnyStep) -> int:
    """When a step happened: milliseconds since the opening."""
    return step.after if step.occurred is None else step.occurred


def refined(new: Sequence[AnyStep], old: Sequence[AnyStep]) -> bool:
    """Whether steps say the same as others, or know what those did not."""
    return len(new) == len(old) and all(
        refines(now, before)
        for step, earlier in zip(new, old, strict=True)
        for now, before in zip(happened(step), happened(earlier), strict=False)
    )


def happened(step: AnyStep) -> tuple[Any, ...]:
    """What a step says about the game: not when, nor by whom it was recorded."""
    if isinstance(step, Closed):
        return (Closed.__name__, step.why, step.winner)
    return (type(step).__name__, step.seat, step.action, step.facts)
