"""Boards of many steps in little space: a whole one now and then, and between them what differs.

Cards are written once however often they lie there, and their words once for all cards that have them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias

import msgspec

from replays.viewer.match_data import Frame

EVERY: Final = 24
"""Boards from one that is written whole to the next."""
Patch: TypeAlias = list[list[Any]]
"""What differs: a path and the value there now; a path alone is gone."""


class Packed(msgspec.Struct, omit_defaults=True):
    """The boards of a match by the number of the event that led to them."""

    frames: dict[int, dict[str, Any]] = {}
    """`board` or `from` (a number) and `patch`; and `marks` (what, key, label, change).

    Cards stand as indices into `cards`.
    """
    cards: list[dict[str, Any]] = []
    """Every card as it ever lay there; its `text` is an index into `texts`."""
    texts: list[str] = []


class Packer:
    """Takes boards in, line by line."""

    def __init__(self) -> None:
        self.packed = Packed()
        self._cards: dict[bytes, int] = {}
        self._texts: dict[str, int] = {}

    def add(self, frames: Iterable[Frame], known: Iterable[int] = ()) -> None:
        """Take in the boards of a line in order; those whose number is known are there already."""
        known = frozenset(known)
        before: dict[str, Any] | None = None
        last = run = 0
        for frame in frames:
            board = self.packed_board(frame)
            if frame.number not in known:
                entry: dict[str, Any] = {}
                if before is None or run % EVERY == 0:
                    entry["board"] = board
                else:
                    entry["from"] = last
                    entry["patch"] = list(patch(before, board))
                if frame.marks:
                    entry["marks"] = [
                        [mark.what, mark.key, *([mark.label, mark.change] if mark.label else [])]
                        for mark in frame.marks
                        if mark.what != "left"
                    ]
                self.packed.frames[frame.number] = entry
                run += 1
            before, last = board, frame.number

    def packed_board(self, frame: Frame) -> dict[str, Any]:
        """A board as plain data with its cards as indices."""
        board: dict[str, Any] = msgspec.to_builtins(frame.board)
        for row in board["rows"]:
            for zone in row:
                if "cards" in zone:
                    zone["cards"] = [self.card(card) for card in zone["cards"]]
        return board

    def card(self, card: dict[str, Any]) -> int:
        """The index of a card."""
        key = msgspec.json.encode(card)
        if key not in self._cards:
            self._cards[key] = len(self.packed.cards)
            if "text" in card:
                card = {**card, "text": self.text(card["text"])}
            self.packed.cards.append(card)
        return self._cards[key]

    def text(self, text: str) -> int:
        """The index of some words."""
        if text not in self._texts:
            self._texts[text] = len(self.packed.texts)
            self.packed.texts.append(text)
        return self._texts[text]


def patch(before: Any, after: Any, path: tuple[Any, ...] = ()) -> Iterator[list[Any]]:
    """What makes one value of plain data of another; both objects, or both lists, at the top."""
    if isinstance(before, dict) and isinstance(after, dict):
        yield from ([[*path, name]] for name in before if name not in after)
        for name, value in after.items():
            if name not in before:
                yield [[*path, name], value]
            else:
                yield from patch(before[name], value, (*path, name))
    elif alike(before, after) and path[-1:] != ("cards",):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from patch(old, new, (*path, index))
    elif before != after:
        yield [list(path), after]


def alike(before: Any, after: Any) -> bool:
    """Return whether both are lists of as many items."""
    both = isinstance(before, list | tuple) and isinstance(after, list | tuple)
    return both and len(before) == len(after)
