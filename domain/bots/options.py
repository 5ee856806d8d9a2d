"""The options of a question in words: one for each, as it is typed next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any

from domain.contract.fields import seat_fields
from domain.contract.game import Action, Ask, Game, seat_name


def worded(game: Game, state: Any, ask: Ask, options: Sequence[Action]) -> list[str]:
    """What each of some answers to a question is called, no two the same if they differ.

    A notation may have one word for several, since it asks for the rest afterwards (a card, and then
    where it is played): then what they differ in is added.
    """
    words = [word(game, state, ask, action) for action in options]
    groups: dict[str, list[int]] = {}
    for index, phrase in enumerate(words):
        groups.setdefault(phrase, []).append(index)
    for phrase, group in groups.items():
        if len(group) > 1:
            for index in group:
                words[index] = joined(phrase, differing(options, group, index))
    return words


def word(game: Game, state: Any, ask: Ask, action: Action) -> str:
    """What the notation calls an answer; its tag and fields where it has no word for it."""
    alone = copy(ask)
    alone.choices = [action]
    try:
        words = game.notation.words(state, alone)
    except (LookupError, ValueError):  # it names what is not there any more
        words = []
    if len(words) == 1:
        return words[0]
    tag = str(action.__struct_config__.tag)
    return " ".join((tag, *(text(action, name) for name in fields(action))))


def fields(action: Action) -> tuple[str, ...]:
    """The names of an action's fields."""
    return action.__struct_fields__


def differing(options: Sequence[Action], group: Sequence[int], index: int) -> Iterator[str]:
    """The fields of an option in which those with the same word differ."""
    mine = options[index]
    for name in fields(mine):
        if any(getattr(options[n], name, None) != getattr(mine, name) for n in group):
            yield text(mine, name)


def text(action: Action, name: str) -> str:
    """A field of an action as a word."""
    value = getattr(action, name)
    if name in seat_fields(type(action)) and value is not None:
        return seat_name(value)
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def joined(phrase: str, more: Iterator[str]) -> str:
    """A word with what is added: after a space, unless it ends in a sign that wants more."""
    rest = " ".join(more)
    return f"{phrase}{rest}" if phrase and not phrase[-1].isalnum() else f"{phrase} {rest}".rstrip()
