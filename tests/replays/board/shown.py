"""Boards of whole matches, step by step, for the tests of how they are made and drawn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from domain.contract.board import Board, Card, Zone
from domain.games import GAMES
from domain.record.match import Record
from replays.board.makers import board_of
from replays.cursor import ALL, Cursor, Viewer
from tests.domain.simulated import KEYS, recorded, simulated
from tests.golden.add import read

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*.tape"))


@lru_cache
def played(key: str, seed: int = 2) -> Record:
    """A simulated match of a game."""
    return simulated(key, seed, bots="sensible")


@lru_cache
def golden(path: Path) -> Record:
    """A golden match."""
    tape = read(path)
    return Record(tape.match_id, GAMES[tape.opened.game], tape.opened, tape.steps, "")


def boards(record: Record, seat: Viewer = ALL, every: int = 1) -> Iterator[Board]:
    """The board after each step, or each so many, the last among them."""
    cursor = Cursor(record, seat)
    for n in range(len(cursor) + 1):
        if n % every == 0 or n == len(cursor):
            cursor.seek(n)
            yield board_of(cursor.game, cursor.state, cursor.opened, seat)


def zone(board: Board, key: str) -> Zone:
    """A zone by its key."""
    return next(zone for zone in board.zones if zone.key == key)


def value(card: Card, label: str) -> int:
    """A number of a card; 0 if it has none of that name."""
    return next((number.value for number in card.numbers if number.label == label), 0)


__all__ = ["GOLDEN", "KEYS", "boards", "golden", "played", "recorded", "value", "zone"]
