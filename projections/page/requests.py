"""What a page is asked for, and the lines that ask for more of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

from domain.contract.errors import GameError, Reason
from projections.charts.words import figure, plain
from projections.games.projection import Projected
from projections.page.sections import Listed, command_line
from projections.read.reader import Reader
from projections.reports.filters import COMMON, WHO, Chosen, values_of

LISTED: Final = 10
"""So much is listed behind a number, unless asked otherwise."""
MATCH, STEP = "{match}", "{step}"
"""What is put into the address of a match."""
KNOWN: Final = ("match_id", "played_on", "player_a", "player_b", "step", "won", "drew")
"""Columns of what is counted that have a place of their own."""


@dataclass(frozen=True)
class Asked:
    """The reader and the game, what narrows them, and how much is listed behind a number.

    `link` is where matches can be seen, with {match} and {step} in it; "" is nowhere.
    """

    reader: Reader
    game: Projected
    chosen: Chosen
    listed: int = LISTED
    link: str = ""
    as_of: str = ""

    def __post_init__(self) -> None:
        """Refuse addresses that lead to no match. Raises GameError (BAD_SETTING)."""
        if self.link and MATCH not in self.link:
            raise GameError(
                Reason.BAD_SETTING,
                f"{self.link!r} does not say where a match can be seen",
                legal=(f"https://club.example/{MATCH}?step={STEP}",),
            )
        Listed("", href=self.link)

    def command(self, *words: str) -> str:
        """A command about the same matches."""
        return command_line((*words, *self.options, *self.time))

    @property
    def options(self) -> list[str]:
        """The options that choose the same matches."""
        words: list[str] = []
        for name, value in self.chosen.items():
            for each in values_of(value):
                own = name in COMMON or name == WHO
                words += [f"--{name}", each] if own else ["--filter", f"{name}={each}"]
        return words

    @property
    def time(self) -> list[str]:
        """The option that says as of when."""
        return ["--as-of", self.as_of] if self.as_of else []

    def href(self, match: str, step: int | None) -> str:
        """Where a match can be seen; "" if nowhere."""
        address = self.link.replace(MATCH, quote(match, safe=""))
        return address.replace(STEP, "" if step is None else str(step))

    def one(self, record: Mapping[str, Any], key: Sequence[str] = ()) -> Listed:
        """One of what a number counts, from its row; `key` is what its report says already."""
        match, step = str(record["match_id"]), record.get("step")
        return Listed(
            match=match,
            step=step,
            players=f"{plain(record['player_a'])} – {plain(record['player_b'])}",
            date=str(record["played_on"]),
            about=", ".join(row_words(record, key)),
            href=self.href(match, step),
        )


def row_words(record: Mapping[str, Any], key: Sequence[str]) -> Iterable[str]:
    """Name and value of what else a row holds about what is counted, in words."""
    for name, value in record.items():
        if name not in KNOWN and name not in key and value is not None:
            yield f"{name.replace('_', ' ')} {worded(value)}"
    if "won" in record and record["won"] is not None:
        yield "won" if record["won"] else "drew" if record.get("drew") else "not won"


def worded(value: object) -> str:
    """A value in words."""
    if isinstance(value, list | tuple):
        return " + ".join(worded(each) for each in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return figure(value) if isinstance(value, float) else plain(value)


def tidied(rows: Iterable[Sequence[Any]]) -> list[tuple[Any, ...]]:
    """Rows without the last digits of fractions, which hang on the order of additions."""
    return [
        tuple(float(f"{value:.12g}") if isinstance(value, float) else value for value in row)
        for row in rows
    ]
