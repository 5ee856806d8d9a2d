"""How wide texts are in a picture, and how they are made to fit."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

FONT: Final = "Arial, 'Liberation Sans', Helvetica, sans-serif"
"""Fonts of the same widths nearly everywhere, so that what is measured here fits there."""

REGULAR: Final = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip
"""Widths from space to tilde, in thousandths of the size."""
BOLD: Final = (
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
)  # fmt: skip
FULL, UNUSUAL, DOTS = 1000, 640, "…"


@lru_cache(maxsize=4096)
def letter_width(letter: str, bold: bool) -> int:
    """Width of a letter in thousandths of the size; a guess where the table has none."""
    plain = unicodedata.normalize("NFD", letter)[0]
    place = ord(plain) - 32
    if 0 <= place < len(REGULAR):
        return (BOLD if bold else REGULAR)[place]
    if unicodedata.combining(letter):
        return 0
    if letter == DOTS or unicodedata.east_asian_width(letter) in "WF" or ord(letter) > 0xFFFF:
        return FULL
    return FULL if letter in "—―" else UNUSUAL


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width of a text in pixels."""
    return sum(letter_width(letter, bold) for letter in text) * size / 1000


def fitted(text: str, room: float, size: float, bold: bool = False) -> str:
    """A text in one line, with dots in place of what does not fit."""
    text = " ".join(text.split())
    if text_width(text, size, bold) <= room:
        return text
    left = room - text_width(DOTS, size, bold)
    kept = 0
    for end in range(1, len(text) + 1):
        if text_width(text[:end], size, bold) > left:
            break
        kept = end
    return text[:kept].rstrip(" ,;:-") + DOTS if kept else (DOTS if left >= 0 else "")


def folded(text: str, room: float, size: float, most: int, bold: bool = False) -> list[str]:
    """A text in at most so many lines; a word is broken only if it has no room, the rest is dots."""
    lines: list[str] = []
    words = text.split()
    while words and len(lines) < most:
        if len(lines) == most - 1:
            lines.append(fitted(" ".join(words), room, size, bold))
            break
        taken = 1
        while taken < len(words) and fits(words[: taken + 1], room, size, bold):
            taken += 1
        lines.append(fitted(" ".join(words[:taken]), room, size, bold))
        words = words[taken:]
    return lines


def fits(words: Sequence[str], room: float, size: float, bold: bool) -> bool:
    """Whether words fit beside each other."""
    return text_width(" ".join(words), size, bold) <= room
