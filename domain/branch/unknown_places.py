"""Where a recording hides cards: the places of unknown ones, and what is to stand there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from domain.contract.game import UNKNOWN
from domain.record.events import AnyStep

Place = tuple[int, int, str, int]
"""An unknown card: branch, index of the step, field of its action, index in the field."""
Deal = tuple[int, int]
"""A step of the dealer's: branch and index."""


class Found(msgspec.Struct, frozen=True):
    """What later steps have taught about the cards of earlier ones."""

    kept: dict[Place, str] = {}
    """Cards that must be where they are, since a later step needed them."""
    spared: frozenset[tuple[Deal, str]] = frozenset()
    """Cards that a deal had better not guess, since a later one needs them."""


def unknown_places(action: Any) -> Iterator[tuple[str, int]]:
    """Where an action holds unknown cards."""
    for name in action.__struct_fields__ if action is not None else ():
        value = getattr(action, name)
        if isinstance(value, tuple):
            yield from ((name, index) for index, card in enumerate(value) if card == UNKNOWN)


def hides(step: AnyStep) -> bool:
    """Return whether a step leaves cards unknown."""
    return any(any(True for _ in unknown_places(part)) for part in (step.action, *step.facts))


def named_cards(action: Any) -> list[str]:
    """The words an action holds, cards among them, each once."""
    found: list[str] = []
    for name in action.__struct_fields__ if action is not None else ():
        value = getattr(action, name)
        found += [value] if isinstance(value, str) else value if isinstance(value, tuple) else ()
    return [word for word in dict.fromkeys(found) if isinstance(word, str) and word != UNKNOWN]


class Stuck(msgspec.Struct, frozen=True):
    """A recorded step that cannot happen after what was guessed."""

    branch: int
    index: int
    cards: tuple[str, ...]
    """The cards that it needs somewhere else than they were guessed."""
    dealt: bool
    """Whether they are needed where they are dealt from, and not in a hand."""


class Branch(msgspec.Struct, frozen=True):
    """Steps that must be possible: some that all branches begin with, then its own."""

    shared: int
    """How many steps are the same in every branch."""
    steps: tuple[AnyStep, ...]

    def place(self, branch: int, index: int, name: str, at: int) -> Place:
        """The name of an unknown card; of a shared step it is the same in every branch."""
        return (branch if index >= self.shared else 0, index, name, at)


def with_cards(action: Any, places: Sequence[Place], cards: Sequence[str]) -> Any:
    """An action with cards in the place of unknown ones."""
    fields: dict[str, list[str]] = {}
    for (_, _, name, index), card in zip(places, cards, strict=True):
        fields.setdefault(name, list(getattr(action, name)))[index] = card
    return msgspec.structs.replace(action, **{n: tuple(value) for n, value in fields.items()})


def stamped(step: AnyStep, old: AnyStep) -> AnyStep:
    """A step decided again, with when, by whom and what was remarked of the old one."""
    return msgspec.structs.replace(
        step, after=old.after, occurred=old.occurred, by=old.by, note=old.note
    )
