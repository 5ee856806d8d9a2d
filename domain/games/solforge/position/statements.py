"""Statements of scenario files about SolForge Fusion: what they are about, and their values."""

from __future__ import annotations

import re
from typing import Final

from domain.contract.game import Seat
from domain.frame.scanner import unreadable, whole
from domain.frame.slugs import slug
from domain.frame.statements import Stated
from domain.games.solforge.cards.book import book
from domain.games.solforge.state import LANES, SolState

STATEMENT: Final = re.compile(
    r"\s*(?P<what>[a-z][a-z ]*?)(?:\s+(?P<of>x?\s?[ab]\s?[1-5]|[ab]|\d))?\s*:\s*(?P<value>.*?)\s*",
    re.IGNORECASE,
)
BORN: Final = re.compile(
    r"(?P<name>.*?)\s*(?:\blevel\s+(?P<level>\d+))?\s*(?P<ready>ready|exhausted)?", re.IGNORECASE
)
COUNTERS: Final = re.compile(r"(\d+)\s*([A-Za-z ]*)")
KEYWORD: Final = re.compile(r"([a-z]+)(?:\s+(\d+))?", re.IGNORECASE)
THIS_TURN: Final = re.compile(r"\s*\bthis turn\s*$", re.IGNORECASE)
KEYWORDS: Final = ("aggressive", "armor", "breakthrough", "defender", "free", "mobility", "stealth")
PHASES: Final = ("draw", "action", "combat", "end")
PILES: Final = ("hand", "discard", "banished", "upgrades", "unseen", "top", "deck")

EXAMPLES: Final = (
    "lane 3: A spark-adept.2 5/7 back exhausted | B -",
    "exalt 2: A lava-vent | B -",
    "hand A: spark-adept ??",
    "health: 50:43",
    "forge: A",
    "turn: 4",
    "step: 2 B",
    "forgeborn A: level 2 ready",
    "armor a3: 2",
)


class Statement(Stated, frozen=True):
    """A statement as read, about a lane perhaps."""

    @property
    def lane(self) -> int:
        """The lane it is about. Raises GameError."""
        if not self.of.isdecimal() or int(self.of) not in LANES:
            raise unreadable("lanes are 1 to 5", 1, (f"{self.what} 3: A - | B -",))
        return int(self.of)


def read_statement(text: str) -> Statement:
    """Split a line into what it states. Raises GameError."""
    found = STATEMENT.fullmatch(text)
    if not found:
        raise unreadable(f"{text.strip()!r} is not understood", 1, EXAMPLES)
    of = (found["of"] or "").lower().replace(" ", "")
    what = " ".join(found["what"].lower().split())
    return Statement(what, of, found["value"], found.start("value") + 1)


def step_of(s: Statement) -> tuple[int, Seat | None]:
    """`2 B`: the Action Step, and whose it is if that is stated."""
    found = re.fullmatch(r"([1-9])(?:\s+([ab]))?", s.value, re.IGNORECASE)
    if not found:
        raise unreadable(f"{s.value!r} is no Action Step", s.column, ("2 B",))
    return int(found[1]), "ab".index(found[2].lower()) if found[2] else None


def counters_of(s: Statement) -> dict[str, int]:
    """`2 charge, 1 growth`, or a number alone; `-` for none."""
    found: dict[str, int] = {}
    if s.value.strip() in ("-", "none", "0"):
        return found
    for part in s.value.split(","):
        one = COUNTERS.fullmatch(part.strip())
        if not one:
            raise unreadable(f"{part.strip()!r} is no counter", s.column, ("2 charge",))
        found[one[2].strip()] = whole(one[1])
    return found


def keywords_stated(s: Statement) -> tuple[str, dict[str, int]]:
    """`aggressive, armor 2 this turn`: until when, and the keywords with their numbers."""
    until = "turn" if THIS_TURN.search(s.value) else ""
    found: dict[str, int] = {}
    words = THIS_TURN.sub("", s.value)
    if words.strip().lower() in ("-", "none", ""):
        return until, found
    for part in words.split(","):
        one = KEYWORD.fullmatch(part.strip())
        if not one or one[1].lower() not in KEYWORDS:
            raise unreadable(f"{part.strip()!r} is no keyword", s.column, KEYWORDS)
        found[one[1].lower()] = whole(one[2]) if one[2] else 1
    return until, found


def types_stated(s: Statement) -> tuple[str, ...]:
    """Creature types."""
    if s.value.lower() in ("-", "none"):
        return ()
    return tuple(part.strip().capitalize() for part in s.value.split(",") if part.strip())


def born_of(state: SolState, name: str, column: int) -> str:
    """The Forgeborn that a name (or a unique beginning of it) means. Raises GameError."""
    known = book(state.cards)
    codes = [*known.forgeborn, *(c for c in known.cards if c not in known.forgeborn)]
    phrase = slug(name)
    found = [c for c in codes if c == phrase] or [
        c for c in known.forgeborn if c.startswith(phrase)
    ]
    if len(found) != 1 or not phrase:
        names = tuple(known.forgeborn[c].name for c in found) or tuple(
            b.name for b in known.forgeborn.values()
        )
        raise unreadable(f"no Forgeborn is called {name!r}", column, names)
    return found[0]
