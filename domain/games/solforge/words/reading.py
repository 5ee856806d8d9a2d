"""From the printed words of a card to its abilities, and to what was not understood."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

import msgspec

from domain.games.solforge import nodes as n
from domain.games.solforge.words import abilities
from domain.games.solforge.words.abilities import Found
from domain.games.solforge.words.base import Text
from domain.games.solforge.words.catalogue import nearest
from domain.games.solforge.words.meaning import Unclear, new_scope, settle
from domain.games.solforge.words.tidy import Paragraph, line_and_column, paragraphs
from domain.games.solforge.words.together import replaced

LONGEST: Final = 1500
"""Letters of the longest paragraph that is read: more than ever fits on a card."""
_SIMPLER: Final = frozenset(["words that are not so deep inside each other"])


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


@lru_cache(maxsize=8192)
def read_card(text: str, kind: str, name: str) -> Understood:
    """Read the words of one level of a card (or of one Forgeborn ability).

    kind: creature, spell, exalt,
        forgeborn. An ability with a sentence that is not understood is left
    out and named among the problems; the others work.
    """
    read: list[tuple[Paragraph, Found]] = []
    problems: list[Problem] = []
    for paragraph in paragraphs(text):
        found, stuck, expected = _read(paragraph, kind, name)
        if expected:
            problems.append(_problem(text, paragraph, stuck, expected))
        else:
            read.extend((paragraph, part) for part in found)
    known: list[n.Ability] = []
    scope = new_scope(kind, name, tuple(part.abilities for _, part in read))
    for paragraph, ability in _merged(read):
        try:
            known.append(
                settle(ability, kind, name, scope if isinstance(ability, n.Line) else None)
            )
        except Unclear as error:
            problems.append(_problem(text, paragraph, 0, frozenset([f"what `{error}` refers to"])))
        except RecursionError:
            problems.append(_problem(text, paragraph, 0, _SIMPLER))
    return Understood(tuple(known), tuple(problems))


def _read(paragraph: Paragraph, kind: str, name: str) -> tuple[list[Found], int, frozenset[str]]:
    """What is in a paragraph; or where reading got stuck, and what was expected there."""
    if len(paragraph.words) > LONGEST:
        return [], LONGEST, frozenset([f"the end: a paragraph has at most {LONGEST} letters"])
    words = Text(paragraph.words, name, kind)
    rule = abilities.spell if kind in ("spell", "forgeborn") else abilities.permanent
    try:
        result: Any = rule(words, 0)
    except RecursionError:
        return [], 0, _SIMPLER
    if result.status and result.index == len(words):
        return result.value, result.index, frozenset()
    return [], result.furthest, result.expected or frozenset(["another form"])


def _merged(read: list[tuple[Paragraph, Found]]) -> list[tuple[Paragraph, n.Ability]]:
    """Abilities with their paragraphs; a line `if …, … instead` is put into the line before."""
    out: list[tuple[Paragraph, n.Ability]] = []
    for paragraph, part in read:
        step = part.instead
        before = out[-1][1] if out else None
        if step is not None and step.condition is not None and isinstance(before, n.Line):
            out[-1] = (out[-1][0], n.Line(replaced(before.body, step.condition, step.effects)))
        else:
            out.extend((paragraph, ability) for ability in part.abilities)
    return out


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
    for found in re.finditer(r"(?:[.:•] |\.\" ?)", words):
        if found.end() > place or found.end() >= len(words):
            break
        start = found.end()
    end = words.find(". ", place)
    return start, len(words) if end < 0 else end + 1
