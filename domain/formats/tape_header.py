"""The header of a tape: what a match belongs to and who wrote it down, the same for all games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Final

import msgspec

from domain.contract.characters import (
    BREAKS,
    MOST_FILE_LINE,
    MOST_NAME,
    MOST_NOTE,
    MOST_TITLE,
    check_text,
)
from domain.contract.errors import GameError, Reason
from domain.contract.game import Game
from domain.contract.seats import TWO
from domain.record.durations import read_control, written_control
from domain.record.events import MOST_SEED, Opened

Header = dict[str, tuple[int, str]]
"""For each name: number of the line, and the value."""
EYES: Final = (*TWO.names, "spectator")
"""What a scorekeeper can have seen: what a seat sees, or what everybody does."""
MOST_GAMES: Final = 99
"""Of a series."""
TEXTS: Final = ("place", "event", "round", "table", "series", "by", "note")
"""Headers that hold any text."""


def day(text: str, line: int = 0) -> str:
    """An ISO day; raises GameError for anything else. (That it is not to come is for the recorder.)"""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as found:
        raise unreadable(f"{text!r} is no day", line, ("2026-11-29",)) from found


def unreadable(message: str, line: int, legal: tuple[str, ...] = ()) -> GameError:
    """The error for a line of the header."""
    return GameError(Reason.UNREADABLE, message, line=line, column=1, legal=legal)


def read_seed(text: str) -> int:
    """The number bots drew from. Raises GameError."""
    if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) <= MOST_SEED):
        raise unreadable(f"{text!r} is no seed: a whole number", 0)
    return int(text)


def read_best_of(text: str) -> int:
    """How many games a series has at most. Raises GameError."""
    word = text.strip()
    if not (word.isascii() and word.isdigit() and len(word) < 4):
        raise unreadable(f"{text!r} is no number of games", 0, ("3", "5"))
    return checked_best_of(int(word))


def checked_best_of(games: int) -> int:
    """A number of games that a series can have, 0 for none. Raises GameError."""
    if not 0 <= games <= MOST_GAMES:
        raise GameError(
            Reason.BAD_SETTING,
            f"a series has 1 to {MOST_GAMES} games, not {games}",
            legal=("3", "5"),
        )
    return games


def read_eyes(text: str) -> str:
    """What the scorekeeper saw: A, B or spectator, or nothing if it is not known. Raises GameError."""
    for seat in EYES:
        if text.strip().lower() == seat.lower():
            return seat
    if not text.strip():
        return ""
    raise GameError(Reason.BAD_SETTING, f"nobody has the eyes of {text!r}", legal=EYES)


def read_clock(text: str) -> str:
    """A clock in the one way in which it is written; nothing for none. Raises GameError."""
    return written_control(read_control(text)) if text.strip() else ""


READERS: Final[Mapping[str, tuple[str, Callable[[str], Any]]]] = {
    "date": ("on", day),
    "best of": ("best_of", read_best_of),
    "clock": ("clock", read_clock),
    "eyes": ("eyes", read_eyes),
    "seed": ("seed", read_seed),
}
"""Headers that do not hold any text: their fields, and how they are read."""


def opening_fields(game: Game, header: Header) -> dict[str, Any]:
    """What a header says that is the same for all games; the rest is left to the game.

    What is read goes out of the header. Raises GameError with a line.
    """
    fields: dict[str, Any] = {name: header.pop(name)[1] for name in TEXTS if name in header}
    players = [header.pop(name, (0, ""))[1] for name in ("a", "b")]
    if "players" in header:
        line, value = header.pop("players")
        players = [part.strip() for part in value.split(",")]
        if len(players) != 2:
            raise unreadable("two players are named", line, ("players: Ann, Ben",))
    fields["players"] = tuple(a or b for a, b in zip(players, TWO.names, strict=True))
    if "bots" in header:
        line, value = header.pop("bots")
        bots = [part.strip() for part in value.split(",")]
        if len(bots) != 2:
            raise unreadable("two bots are named", line, tuple(game.bots))
        fields["bots"] = (bots[0], bots[1])
    for name, (field, read) in READERS.items():
        if name in header:
            line, value = header.pop(name)
            try:
                fields[field] = read(value)
            except GameError as error:
                found = error.at(line=line)
                found.column = 1
                raise found from error
    return fields


def write_header(match_id: str, opened: Opened, played: str = "") -> list[str]:
    """The header lines of a tape; `played` is the day, where the opening does not say it."""
    lines = [f"game: {opened.game}"]
    if match_id:
        lines.append(f"match: {match_id}")
    if any("," in name for name in opened.players):
        named = zip(opened.seats.names, opened.players, strict=True)
        lines += [f"{seat}: {name}" for seat, name in named]
    else:
        lines.append(f"players: {', '.join(opened.players)}")
    for name, value in (
        ("date", opened.on or played),
        ("place", opened.place),
        ("event", opened.event),
        ("round", opened.round),
        ("table", opened.table),
        ("series", opened.series),
        ("best of", str(opened.best_of or "")),
        ("clock", opened.clock),
        ("eyes", opened.eyes),
        ("by", opened.by),
        ("note", opened.note),
        ("bots", ", ".join(opened.bots or ())),
        ("seed", "" if opened.seed is None else str(opened.seed)),
    ):
        if value:
            lines.append(f"{name}: {' '.join(value.split())}")
    lines.extend(f"{name}: {value}" for name, value in opened.settings.items())
    return lines


def check_words(opened: Opened) -> None:
    """Refuse an opening with words that nobody may take in (see `domain.contract.characters`).

    Raises GameError that names the field and the place in it.
    """
    for number, name in enumerate(opened.players):
        check_text(name, f"the name of player {opened.seats.names[number]}", MOST_NAME, BREAKS)
    for name in TEXTS:
        most = {"by": MOST_NOTE, "note": MOST_FILE_LINE}.get(name, MOST_TITLE)
        check_text(getattr(opened, name), f"the {name}", most, BREAKS)
    for name, value in opened.settings.items():
        check_text(value, f"the setting {name!r}", MOST_FILE_LINE, BREAKS)
    for bot in opened.bots or ():
        check_text(bot, "the name of a bot", MOST_NAME)
    for origin in opened.origins:
        for text in (origin.match, origin.digest, origin.how):
            check_text(text, "what it comes from", MOST_NAME)
    check_text(opened.rules, "the version of the rules", MOST_NAME)


def one_line(value: Any) -> Any:
    """A text on one line, as a tape's header holds it; anything else as it is."""
    return " ".join(value.split()) if isinstance(value, str) else value


def checked_opening(opened: Opened) -> Opened:
    """An opening as a tape's header holds it, its clock and eyes checked. Raises GameError.

    A player without a name has that of the seat.
    """
    if opened.best_of and not opened.series.strip():
        raise GameError(
            Reason.BAD_SETTING,
            f"best of {opened.best_of}: which series it is a game of is not said",
            legal=("series: final",),
        )
    check_words(opened)
    named = zip(opened.seats.names, opened.players, strict=True)
    return msgspec.structs.replace(
        opened,
        players=tuple(one_line(name) or seat for seat, name in named),
        best_of=checked_best_of(opened.best_of),
        clock=read_clock(opened.clock),
        eyes=read_eyes(opened.eyes),
        **{name: one_line(getattr(opened, name)) for name in TEXTS},
    )
