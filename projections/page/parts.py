"""What a page is made of: sections with a report each, the matches behind its rows, and its foot."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from domain.errors import GameError, Reason
from projections.charts.spec import Chart

SCHEME: Final = re.compile(r"\s*([a-zA-Z][a-zA-Z0-9+.\-]*):")


@dataclass(frozen=True)
class Listed:
    """A match that a row counts, and the step that is meant if it is one.

    `href` is where the match can be seen: an address of the web, or a file beside the page; "" is
    nowhere. Raises GameError (BAD_SETTING) for any other kind of address.
    """

    match: str
    step: int | None = None
    players: str = ""
    date: str = ""
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
    """A text as one word of a command line: in double quotes if that is plain enough."""
    return shlex.quote(text) if set(text) & set('"$`\\!%') else f'"{text}"'


@dataclass(frozen=True)
class Behind:
    """What a row counts: how many there are, some or all of them, and the SQL that asks for all."""

    total: int
    matches: Sequence[Listed]
    sql: str = ""

    @property
    def command(self) -> str:
        """The line that asks for all of them; "" without SQL."""
        return f"ludograph sql {quoted(' '.join(self.sql.split()))}" if self.sql else ""


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
    says: str = ""
    sql: str = ""
    warnings: Sequence[str] = ()
    behind: Sequence[Behind] = ()

    def __post_init__(self) -> None:
        """Hold the matches behind the rows to the rows."""
        if self.behind and len(self.behind) != len(self.rows):
            raise ValueError(f"{self.name}: {len(self.rows)} rows, but {len(self.behind)} lists")


@dataclass(frozen=True)
class About:
    """What the foot of a page says: of what, when and with what its numbers were made."""

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
            ("Date of the report", self.made),
            ("Digest of the store", self.store),
            *self.more.items(),
            ("Made with", f"ludograph {self.version}"),
        ]
