"""From the printed words of a card to its abilities, and to what was not understood."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import msgspec

from domain.frame.language.bricks import Text
from domain.frame.language.problems import Problem as Problem
from domain.frame.language.problems import problem_at
from domain.frame.language.typography import Paragraph, paragraphs
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language import abilities
from domain.games.solforge.language.abilities import Found
from domain.games.solforge.language.catalogue import CATALOGUE
from domain.games.solforge.language.references import Unclear, new_scope, settle
from domain.games.solforge.language.sequences import replaced

LONGEST: Final = 1500
"""Letters of the longest paragraph that is read: more than ever fits on a card."""
_SIMPLER: Final = frozenset(["words that are not so deep inside each other"])


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
            problems.append(problem_at(text, paragraph, stuck, expected, CATALOGUE))
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
            unclear = [f"what `{error}` refers to"]
            problems.append(problem_at(text, paragraph, 0, unclear, CATALOGUE))
        except RecursionError:
            problems.append(problem_at(text, paragraph, 0, _SIMPLER, CATALOGUE))
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
