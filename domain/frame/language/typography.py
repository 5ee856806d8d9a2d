"""Printed words made even before they are read: paragraphs, marks, dashes, levels, typing errors.

Every letter of what is read knows its place in what was printed,
    so that problems can be pointed at.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

MOJIBAKE: Final = {
    "â€¢": "•", "â€™": "'", "â€˜": "'", "â€œ": '"', "â€\x9d": '"', "â€”": "-", "â€“": "-",
        "Ã—": "x", "â€\x9c": '"', "â€": '"',
    "Â": "",
}  # fmt: skip
MARKS: Final = {
    "’": "'", "‘": "'", "´": "'", "`": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
        "–": "-", "—": "-", "−": "-",
    "‑": "-", "\u00a0": " ", "\t": " ", "·": "•", "●": "•", "▪": "•", "◦": "•", "‣": "•", "…": ".",
        "：": ":", "，": ",", "﹢": "+", "＋": "+",
}  # fmt: skip
TYPOS: Final = {
    "abilties": "abilities", "abilites": "abilities", "abilitys": "abilities",
        "creatues": "creatures", "creture": "creature",
    "cretures": "creatures", "creaturs": "creatures", "oposing": "opposing", "opossing": "opposing",
        "opponet": "opponent",
    "destory": "destroy", "destoy": "destroy", "detroy": "destroy", "recieve": "receive",
        "adjcent": "adjacent", "adjecent": "adjacent", "dammage": "damage",
    "dmg": "damage", "ennemy": "enemy", "discar": "discard", "mionion": "Minion", "minon": "Minion",
        "equals to": "equal to",
    "Forgebron": "Forgeborn", "Agressive": "Aggressive", "Aggresive": "Aggressive",
        "Breaktrough": "Breakthrough",
    "Breakthough": "Breakthrough", "Mobilty": "Mobility", "Stealh": "Stealth",
        "Deffender": "Defender", "bannish": "banish",
    "healh": "Health", "attak": "Attack", "reanimte": "Reanimate", "Reamimate": "Reanimate",
        "Excalt": "Exalt", "teh": "the", "yoru": "your", "thsi": "this",
    "it's printed": "its printed", "the the": "the", "Banish-Pile": "Banish Pile",
        "Deploy;": "Deploy:", "Activate;": "Activate:",
}  # fmt: skip
_TYPO: Final = re.compile(
    "|".join(rf"\b{re.escape(t)}(?!\w)" for t in sorted(TYPOS, key=len, reverse=True)),
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Paragraph:
    """Even words, and where in the printed text each of their letters stood (one more for the end)."""

    words: str
    places: tuple[int, ...]


class _Letters:
    """Letters with their places, changed by patterns."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.places = list(range(len(text) + 1))

    def change(self, pattern: str | re.Pattern[str], new: object, flags: int = 0) -> None:
        """Change what fits a pattern; new letters stand where the old began."""
        compiled = re.compile(pattern, flags) if isinstance(pattern, str) else pattern
        out: list[str] = []
        places: list[int] = []
        last = 0
        for found in compiled.finditer(self.text):
            start, end = found.span()
            put = str(new(found)) if callable(new) else found.expand(str(new))
            out.append(self.text[last:start])
            places.extend(self.places[last:start])
            out.append(put)
            places.extend(
                self.places[min(start + i, end - 1)] if end > start else self.places[start]
                for i in range(len(put))
            )
            last = end
        out.append(self.text[last:])
        places.extend(self.places[last:])
        self.text = "".join(out)
        self.places = places


def paragraphs(text: str) -> list[Paragraph]:
    """The paragraphs of printed words; lines that begin with a bullet belong to the one before."""
    letters = _Letters(text)
    for old, new in MOJIBAKE.items():
        if old in letters.text:
            letters.change(re.escape(old), new)
    if any(mark in letters.text for mark in MARKS):
        letters.change("[" + "".join(map(re.escape, MARKS)) + "]", lambda m: MARKS[m.group()])
    letters.change(r"\r\n?", "\n")
    letters.change(r"\\n", "\n")
    letters.change(r'\\+"', '"')
    letters.change(r"\\'", "'")
    letters.change(r"<\s*br\s*/?\s*>|</?p>|<li>", "\n", re.IGNORECASE)
    letters.change(r"</?\s*(?:b|i|u|em|strong|span|ul|ol|li)\b[^>]*>|\*\*|__", "", re.IGNORECASE)
    letters.change(r"&quot;", '"')
    letters.change(r"&amp;", "&")
    letters.change(r"&nbsp;", " ")
    letters.change(r"''", '"')
    letters.change(r"(^|\n)[ ]*(?:[*>]|-(?=\s)|\d\))[ ]*", r"\1• ")
    letters.change(r"[ ]*\n[ \n]*•", " •")
    letters.change(r"(?<=[a-z,;+&]|\bA|\bH|\bD)[ ]*\n[ ]*(?=[a-z(])", " ")
    letters.change(
        r"\[\s*(?:l|L|level |Level )\s*(\d)\s*\]|\b(?:L|Lv\.? ?|lvl\.? ?)([1-4])\b(?!\w)|"
        r"\[(I{1,3})\]",
        _level,
    )
    letters.change(r"\bhealth\b", "Health")
    letters.change(r"(?<=\d)([ahd])\b", lambda m: m.group(1).upper())
    letters.change(r"(?<![A-Za-z] [+-])(?<=[+-]) (?=\d)", "")
    letters.change(r"(?<=\d)\s+(?=[AHD]\b)", "")
    letters.change(_TYPO, lambda m: TYPOS.get(m.group(), TYPOS.get(m.group().lower(), m.group())))
    letters.change(r"\b([a-z]+) \1\b(?=\W|$)", r"\1")
    letters.change(r"[ ]+", " ")
    letters.change(r" +(?=[.,:;!?])", "")
    letters.change(r"(?<=[.;:,])(?=[A-Z•\"](?:[a-z]|\s|$))(?<!\d[.,])", " ")
    letters.change(r"\.(?:\s*\.)+", ".")
    letters.change(r"!", ".")
    out: list[Paragraph] = []
    start = 0
    for part in letters.text.split("\n"):
        end = start + len(part)
        left = start + len(part) - len(part.lstrip())
        right = start + len(part.rstrip())
        if right > left:
            out.append(
                Paragraph(
                    letters.text[left:right],
                    (*letters.places[left:right], letters.places[min(right, end)]),
                )
            )
        start = end + 1
    return out


def _level(found: re.Match[str]) -> str:
    one, two, roman = found.groups()
    return f"[l{one or two or len(roman)}]"


def line_and_column(text: str, place: int) -> tuple[int, int]:
    """Line and column of a place in a text, both from 1."""
    line = text.count("\n", 0, place) + 1
    return line, place - (text.rfind("\n", 0, place) + 1) + 1
