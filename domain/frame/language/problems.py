"""What of a card's words is not understood: where, what could stand there, and the nearest known form."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

import msgspec

from domain.frame.language.typography import Paragraph, line_and_column

MOST_EXPECTED = 12


class Problem(msgspec.Struct, frozen=True):
    """A sentence that is not understood. Line and column count from 1, in the text as it was given."""

    sentence: str
    line: int
    column: int
    expected: tuple[str, ...]
    """What could have stood there."""
    nearest: str
    """The known form that is most like it, or empty."""


class Catalogue:
    """Known forms of a language, to find the one that is most like a sentence."""

    def __init__(self, forms: Iterable[str]) -> None:
        self._forms = tuple(forms)
        self._known: dict[str, str] = {}
        self._found: dict[str, str] = {}

    def nearest(self, sentence: str) -> str:
        """The known form that is most like a sentence, or empty."""
        if sentence not in self._found:
            close = difflib.get_close_matches(plain(sentence), self.known(), 1, 0.45)
            self._found[sentence] = self.known()[close[0]] if close else ""
        return self._found[sentence]

    def known(self) -> dict[str, str]:
        """Forms and their sentences, by their plain words; worked out when it is first asked for."""
        if not self._known:
            for words in self._forms:
                for part in (words, *sentences(words)):
                    if len(part) > 3:
                        self._known.setdefault(plain(part), part)
        return self._known


def plain(words: str) -> str:
    """Words without what differs from card to card: numbers, case, the last full stop."""
    return re.sub(r"\d+", "3", words.strip().rstrip(".")).lower()


def sentences(words: str) -> list[str]:
    """The sentences and parts of a form."""
    return [part for part in re.split(r"(?<=[.:]) | • ?|: ", words) if part]


def problem_at(
    text: str, paragraph: Paragraph, stuck: int, expected: Iterable[str], known: Catalogue
) -> Problem:
    """The problem with a paragraph of a text that was read up to a letter."""
    words = paragraph.words
    stuck = max(0, min(stuck, len(words)))
    start, end = sentence_around(words, stuck)
    line, column = line_and_column(text, paragraph.places[stuck])
    sentence = words[start:end].strip()
    return Problem(
        sentence, line, column, tuple(sorted(expected))[:MOST_EXPECTED], known.nearest(sentence)
    )


def sentence_around(words: str, place: int) -> tuple[int, int]:
    """Where the sentence around a place begins and ends."""
    start = 0
    for found in re.finditer(r"(?:[.:•] |\.\" ?)", words):
        if found.end() > place or found.end() >= len(words):
            break
        start = found.end()
    end = words.find(". ", place)
    return start, len(words) if end < 0 else end + 1
