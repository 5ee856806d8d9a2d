"""What is asked in a match, and the legal answers in words, grouped for a page to offer."""

from __future__ import annotations

from typing import Final

import msgspec

from domain.contract.errors import IMPOSSIBLE, GameError
from domain.contract.game import DEALER, seat_name
from domain.formats.completion import words_after
from domain.record.clock import clock_words, reading
from domain.record.endings import result_line
from domain.record.match import Match as Live
from domain.record.match import Record
from replays.cursor import ALL, Viewer

MOST: Final = 400
"""Answers that are offered; of more, the rest is counted."""


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer as it is typed next, and what it stands for."""

    word: str
    meaning: str = ""


class Group(msgspec.Struct, frozen=True):
    """Answers that begin alike."""

    title: str
    """The word that they share; empty for those that share none."""
    options: tuple[Option, ...]


class Asked(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is asked now."""

    last: int
    """Number of the last event; writing wants it as If-Match."""
    over: bool = False
    result: str = ""
    """How the match ended."""
    seat: str = ""
    """Who decides: A, B or dealer."""
    about: str = ""
    question: str = ""
    prompt: str = ""
    """How the line begins that is asked for."""
    whose: str = ""
    """Whose line it is; of a deal: who draws."""
    begins: bool = False
    """Whether a new line begins here."""
    shapes: str = ""
    """What an answer looks like."""
    typed: str = ""
    """What was typed before the options."""
    groups: tuple[Group, ...] = ()
    more: int = 0
    """How many answers there are beside those."""
    following: tuple[str, ...] = ()
    """Words that may follow those typed although they decide nothing yet."""
    closed: bool = False
    """Whether the answers are left out since they depend on a hand that is not seen."""
    wrong: str = ""
    """Why what was typed cannot stand there."""
    unreadable: str = ""
    """Why the rules cannot be asked, if they cannot."""


class ClockReading(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of a seat, in milliseconds."""

    seat: str
    used: int
    left: int | None = None


class ClockReadings(msgspec.Struct, frozen=True, omit_defaults=True):
    """Both clocks, as they are at a moment."""

    words: str
    seats: tuple[ClockReading, ...] = ()
    running: str = ""
    """Whose clock runs: A or B; empty if none does."""
    flagged: str = ""
    """Whose time is over."""


def asked(part: Record, eyes: Viewer, typed: str = "", live: Live | None = None) -> Asked:
    """Work out what is asked at the end of a match as somebody may know it, after part of a line.

    `live` is the live end of that match, if it is known already.
    """
    last = len(part.events)
    try:
        live = live or part.live()
    except (GameError, *IMPOSSIBLE) as error:
        why = error.message if isinstance(error, GameError) else "it cannot have happened"
        return Asked(last, unreadable=why)
    game, ask, state = part.game, live.ask, live.state
    if ask is None:
        result = result_line(game, state, part.closed).removeprefix("result ")
        return Asked(last, over=True, result=result)
    prompt, whose = game.notation.prompt(state, ask)
    found = Asked(
        last,
        seat=seat_name(ask.seat),
        about=ask.about,
        prompt=prompt,
        whose=seat_name(whose),
        begins=ask.about in game.notation.opens,
        typed=typed,
    )
    if eyes is not ALL and ask.seat not in (eyes, DEALER) and not part.opened.eyes:
        return msgspec.structs.replace(found, closed=True)
    words, wrong = words_after(part, live, typed)
    groups, more = grouped(words)
    return msgspec.structs.replace(
        found,
        question=ask.question,
        shapes=game.notation.shapes(state, ask),
        groups=groups,
        more=more,
        following=tuple(game.notation.goes_on(state, ask, typed)) if typed else (),
        wrong=wrong,
    )


def grouped(words: dict[str, str]) -> tuple[tuple[Group, ...], int]:
    """Words in groups that begin alike, in their order, and how many are left out."""
    heads: dict[str, list[Option]] = {}
    for word, meaning in list(words.items())[:MOST]:
        head = word.split(" ", 1)[0] if " " in word else ""
        heads.setdefault(head, []).append(Option(word, meaning))
    groups = tuple(Group(head, tuple(options)) for head, options in heads.items())
    return groups, max(0, len(words) - MOST)


def clocks_of(part: Record, now: int) -> ClockReadings | None:
    """Both clocks at a time (milliseconds since 1970); None where nobody knows. Raises GameError."""
    found = reading(part, now)
    if found is None:
        return None
    seats = tuple(
        ClockReading(seat_name(seat), clock.used, clock.left)
        for seat, clock in enumerate(found.seats)
    )
    running = "" if found.running is None else seat_name(found.running)
    flagged = "" if found.flagged is None else seat_name(found.flagged)
    return ClockReadings(clock_words(found), seats, running, flagged)
