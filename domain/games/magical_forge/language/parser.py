"""From the printed words of a card to its abilities, and to what was not understood."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from domain.frame.language.bricks import Text
from domain.frame.language.problems import Problem as Problem
from domain.frame.language.problems import problem_at
from domain.frame.language.typography import paragraphs
from domain.games.magical_forge.cards import nodes as n
from domain.games.magical_forge.language.abilities import RULES
from domain.games.magical_forge.language.catalogue import CATALOGUE


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
            problems.append(
                problem_at(text, paragraph, result.furthest, result.expected, CATALOGUE)
            )
    return Understood(tuple(known), tuple(problems))
