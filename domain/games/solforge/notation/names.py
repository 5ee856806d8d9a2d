"""Finding a card by what people call it: its code, or a unique beginning of any words of its name.

Whole names win over whole words, and those over beginnings of words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from domain.frame.card_names import CardNames
from domain.frame.scanner import END
from domain.frame.slugs import in_words, slug

CARD = re.compile(r"\?\??|\d[\w'’-]*\.\d+|(?:\d+-?)?[^\W\d_][\w'’-]*(?:\.\d+)?")
RESERVED = re.compile(
    rf"(?:[ab]?x?[ab]?\d|[abdfmnotxy]|o\d+|m\d|yes|no|done|pass){END}", re.IGNORECASE
)
"""Words with a meaning of their own; never the beginning of a name."""
JOINS = re.compile(r"[ \t]+(?=[^\W\d_][\w'’-])")
LEVELLED = re.compile(r"(.+)\.(\d+)")
DIGITS_LAST = re.compile(r"(.+?)-?(\d)")


def fitting(name: str, level: str, codes: Iterable[str]) -> list[str]:
    """The codes a name and level (empty: any) can mean: whole names, whole words, or beginnings."""
    named, whole, parts = [], [], []
    phrase = slug(name).split("-")
    if phrase == [""]:
        return []
    for code in codes:
        found, _, number = code.rpartition(".")
        if level and number != level:
            continue
        words = found.split("-")
        if words == phrase:
            named.append(code)
        elif in_words(phrase, words, whole=True):
            whole.append(code)
        elif in_words(phrase, words):
            parts.append(code)
    return named or whole or parts


def find(text: str, codes: Iterable[str]) -> list[str]:
    """The codes that a text can mean: `spark-adept.2`, `spark2`, `adept`, `sp-ad`."""
    codes = list(codes)
    if text in codes:
        return [text]
    if level := LEVELLED.fullmatch(text):
        return fitting(level[1], level[2], codes)
    found = fitting(text, "", codes)
    if not found and (digit := DIGITS_LAST.fullmatch(text)):
        found = fitting(digit[1], digit[2], codes)
    return found


ALIKE = 0.7
"""How alike (1 is the same) a mistyped word must be to a name or one of its words."""


def nearest_codes(text: str, codes: Iterable[str], most: int = 3) -> list[str]:
    """The codes whose names, or words of them, are most like a text, the likeliest first."""
    level = found[2] if (found := LEVELLED.fullmatch(text)) else ""
    phrase = slug(found[1] if found else text)
    scored: dict[str, float] = {}
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(phrase)
    for code in codes:
        name, _, number = code.rpartition(".")
        words = name.split("-")
        wholes = [
            "-".join(words[n:m]) for n in range(len(words)) for m in range(n + 1, len(words) + 1)
        ]
        score = 0.0
        for whole in wholes:
            matcher.set_seq1(whole)
            if len(whole) > 2 and matcher.quick_ratio() > score:
                score = max(score, matcher.ratio() - (0.001 if whole != name else 0))
        if score >= ALIKE:
            scored[code] = score + (0.0001 if level == number else 0)
    return sorted(scored, key=lambda code: (-scored[code], code))[:most]


def likely(text: str, codes: Sequence[str]) -> list[str]:
    """The codes most like a text, the most likely first; all if none is alike."""
    return nearest_codes(text, codes) or list(codes)


NAMES = CardNames(
    find,
    likely,
    word=CARD,
    reserved=RESERVED,
    joins=JOINS,
    complete=re.compile(rf"\?\??|{LEVELLED.pattern}"),
)
card_next, resolve, take_card, take_cards = NAMES.next, NAMES.resolve, NAMES.take, NAMES.take_all
