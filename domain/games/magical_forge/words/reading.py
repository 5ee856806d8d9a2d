"""From the printed words of a card to its abilities, and to what was not understood."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import msgspec

from domain.games.magical_forge import nodes as n
from domain.games.magical_forge.words.abilities import RULES
from domain.games.magical_forge.words.catalogue import nearest
from domain.games.solforge.words.base import Text
from domain.games.solforge.words.tidy import Paragraph, line_and_column, paragraphs


class Problem(msgspec.Struct, frozen=True):
    """A sentence that is not understood. Line and column count from 1, in the text as it was given."""

    sentence: str
    line: int
    column: int
    expected: tuple[str, ...]
    """What could have stood there."""
    nearest: str
    """The known form that is most like it, or empty."""


class Understood(msgspec.Struct, frozen=True):
    """What the words of a card mean: abilities in printed order, and what was not understood."""

    abilities: tuple[n.Ability, ...]
    problems: tuple[Problem, ...] = ()


@lru_cache(maxsize=4096)
def read_card(text: str, kind: str, name: str) -> Understood:
    """Read the words of a card. kind: creature, forge, weapon, spell.

    A paragraph that is not understood is left out and named among the problems; the others work.
    """
    known: list[n.Ability] = []
    problems: list[Problem] = []
    for paragraph in paragraphs(text):
        words = Text(paragraph.words, name, kind)
        result: Any = RULES[kind](words, 0)
        if result.status and result.index == len(words):
            known.extend(result.value)
        else:
            problems.append(_problem(text, paragraph, result.furthest, result.expected))
    return Understood(tuple(known), tuple(problems))


def _problem(text: str, paragraph: Paragraph, stuck: int, expected: frozenset[str]) -> Problem:
    words = paragraph.words
    stuck = max(0, min(stuck, len(words)))
    start, end = _sentence(words, stuck)
    line, column = line_and_column(text, paragraph.places[stuck])
    sentence = words[start:end].strip()
    return Problem(sentence, line, column, tuple(sorted(expected))[:12], nearest(sentence))


def _sentence(words: str, place: int) -> tuple[int, int]:
    """Where the sentence around a place begins and ends."""
    start = 0
    for found in re.finditer(r"[.:•] ", words):
        if found.end() > place or found.end() >= len(words):
            break
        start = found.end()
    end = words.find(". ", place)
    return start, len(words) if end < 0 else end + 1
