"""Values and names in words, the same in pictures, in a terminal and on a page."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, Final

LONGEST: Final = 120
"""Characters of a name; longer ones are cut."""
NAMELESS: Final = "(none)"
SHARES: Final = ("win_rate", "share", "by_winners")
"""Columns that hold shares."""
TURNERS: Final = {*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C}
"""Characters that turn the direction of what stands around them."""


def plain(value: Any) -> str:
    """A value as a name on one line: no control characters, none that turn what is around it."""
    if value is None or value == "":
        return NAMELESS
    if isinstance(value, datetime):
        value = value.isoformat(" ", "minutes")
    return cut(" ".join("".join(map(_harmless, str(value))).split()), LONGEST) or NAMELESS


def _harmless(character: str) -> str:
    if ord(character) in TURNERS:
        return ""
    kind = unicodedata.category(character)
    if kind in ("Cc", "Zl", "Zp"):
        return " "
    no_character = kind == "Cs" or ord(character) & 0xFFFE == 0xFFFE
    return "\N{REPLACEMENT CHARACTER}" if no_character else character


def cut(text: str, most: int) -> str:
    """A text of at most so many characters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def shares(columns: Iterable[str]) -> set[str]:
    """The columns of a report that hold shares, and the bounds of shares; whole numbers in them count.

    `share`, `win_rate`, `unused_win_rate`; and with them low and high, `unused_low` and `unused_high`.
    """
    names = set(columns)
    found = {name for name in names if name in SHARES or name.endswith(("_share", "_win_rate"))}
    stems = {name.removesuffix("win_rate").removesuffix("share") for name in found - {"by_winners"}}
    return found | {f"{stem}{end}" for stem in stems for end in ("low", "high")} & names


def number(value: Any) -> float | None:
    """A value as a finite number; None for what is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        return None
    found = float(value)
    return found if math.isfinite(found) else None


def moment(value: Any) -> float | None:
    """A date or time as milliseconds since 1970, in UTC; None for what is none."""
    if isinstance(value, datetime):
        aware = value if value.tzinfo else value.replace(tzinfo=UTC)
        return aware.timestamp() * 1000
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day, tzinfo=UTC).timestamp() * 1000
    return None


def figure(value: float | None, percent: bool = False) -> str:
    """A number for people: 41.7%, 1,234 or 2.35."""
    if value is None:
        return "no value"
    if percent:
        return f"{value:.1%}"
    return f"{int(value):,}" if value == int(value) else f"{value:,.2f}"


def tick(value: float, percent: bool = False) -> str:
    """A round number on an axis: 40%, 1,500 or 0.25."""
    return f"{value * 100:.4g}%" if percent else f"{round(value, 6):,.10g}"


def span(low: float | None, high: float | None, percent: bool = False) -> str:
    """Two bounds in words; "" if one is not known."""
    if low is None or high is None:
        return ""
    first = f"{low * 100:.1f}" if percent else figure(low)
    return f"{first}–{figure(high, percent)}"
