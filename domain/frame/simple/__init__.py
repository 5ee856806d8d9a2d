"""The contract made light: what a small game need not write itself. See docs/adding-a-game.md."""

from domain.frame.simple.game import SimpleGame
from domain.frame.simple.notation import WordNotation
from domain.frame.simple.pieces import (
    MatchEnded,
    SimpleAction,
    SimpleFact,
    SimpleState,
    Toss,
    TurnBegan,
    chosen_at_random,
)
from domain.frame.simple.position import PlainScenery
from domain.frame.simple.settings import Option, one_of

__all__ = [
    "MatchEnded",
    "Option",
    "PlainScenery",
    "SimpleAction",
    "SimpleFact",
    "SimpleGame",
    "SimpleState",
    "Toss",
    "TurnBegan",
    "WordNotation",
    "chosen_at_random",
    "one_of",
]
