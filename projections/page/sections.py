"""What a page is made of: sections with a report each, the rows behind its numbers, and its foot."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from domain.contract.errors import GameError, Reason
from projections.charts.spec import Chart

SCHEME: Final = re.compile(r"\s*([a-zA-Z][a-zA-Z0-9+.\-]*):")
BARE: Final = re.compile(r"[A-Za-z0-9_./:=@%+,-]+")


@dataclass(frozen=True)
class Listed:
    """One of what a number counts: a match, and the step that is meant if it is one.

    `href` is where the match can be seen: an address of the web, or a file beside the page; "" is
    nowhere. Raises GameError (BAD_SETTING) for any other kind of address.
    """

    match: str
    step: int | None = None
    players: str = ""
    date: str = ""
    about: str = ""
    """What else is known of it: the seat, whether it won."""
    href: str = ""

    def __post_init__(self) -> None:
        """Refuse addresses that run something."""
        scheme = SCHEME.match(self.href)
        if scheme and scheme[1].lower() not in ("http", "https"):
            raise GameError(
                Reason.BAD_SETTING,
                f"{self.href!r} is no address of a match",
                legal=("https://…", "a file's name"),
            )


def quoted(text: str) -> str:
    """A text as one word of a command line: in double quotes if need be and they are enough."""
    if BARE.fullmatch(text):
        return text
    return shlex.quote(text) if set(text) & set('"$`\\!') else f'"{text}"'


def command_line(words: Iterable[str]) -> str:
    """A command of ludograph as it is typed."""
    return " ".join(("ludograph", *map(quoted, words)))


@dataclass(frozen=True)
class Behind:
    """What a row counts: how many there are, some or all of them, and the line that asks for all."""

    total: int
    matches: Sequence[Listed]
    command: str = ""


@dataclass(frozen=True)
class Note:
    """A remark about a report, and the line that shows more."""

    text: str
    command: str = ""


@dataclass(frozen=True)
class Section:
    """A report on a page.

    `name` is its name in addresses, once on a page. `says` is what it says in a sentence; the chart
    says one without it. `behind` has an entry for each row, or none at all.
    """

    name: str
    title: str
    about: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    chart: Chart | None = None
    drawn: Sequence[Sequence[Any]] = ()
    """The rows that the chart is drawn from, where the table does not have them all."""
    of: int = 0
    """How many rows there are, where these are not all."""
    key: Sequence[str] = ()
    """The columns that name a row."""
    counts: str = "matches"
    """What `behind` lists, in words."""
    says: str = ""
    sql: str = ""
    warnings: Sequence[str] = ()
    notes: Sequence[Note] = ()
    behind: Sequence[Behind] = ()

    def __post_init__(self) -> None:
        """Hold what is behind the rows to the rows."""
        if self.behind and len(self.behind) != len(self.rows):
            raise ValueError(f"{self.name}: {len(self.rows)} rows, but {len(self.behind)} lists")

    @property
    def count(self) -> int:
        """How many rows there are."""
        return self.of or len(self.rows)


@dataclass(frozen=True)
class Figure:
    """A number of the summary, and the section that has its rows."""

    name: str
    value: str
    section: str = ""


@dataclass(frozen=True)
class About:
    """What the head and the foot of a page say: of what, when and with what its numbers were made."""

    game: str
    matches: int
    store: str
    """The digest that identifies the store as it was."""
    made: str
    """The date of the report."""
    version: str
    """Of ludograph."""
    filters: Mapping[str, str] = field(default_factory=dict)
    draws: int | None = None
    open: int | None = None
    figures: Sequence[Figure] = ()
    """The summary."""
    more: Mapping[str, str] = field(default_factory=dict)
    """Anything else, by what it is called."""

    def lines(self) -> list[tuple[str, str]]:
        """The foot, as names and values."""
        filters = ", ".join(f"{name} {value}" for name, value in self.filters.items())
        counted = f"{self.matches:,} finished"
        counted += f", {self.draws:,} of them draws" if self.draws is not None else ""
        counted += f"; {self.open:,} open, not counted" if self.open is not None else ""
        return [
            ("Game", self.game),
            ("Matches", counted),
            ("Only", filters or "no filter"),
            ("Bounds", "95 % each, as if seats were independent; the two of one match are not"),
            ("Date of the report", self.made),
            ("Digest of the store", self.store),
            *self.more.items(),
            ("Made with", f"ludograph {self.version}"),
        ]
