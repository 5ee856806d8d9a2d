"""The contract made light: what a small game need not write itself. See docs/adding-a-game.md."""

from domain.contract.game import chosen_at_random
from domain.contract.position import PlainScenery
from domain.contract.settings import Option, one_of
from domain.frame.simple.game import SimpleGame
from domain.frame.simple.notation import WordNotation
from domain.frame.simple.pieces import (
    MatchEnded,
    SimpleAction,
    SimpleFact,
    SimpleState,
    Toss,
    TurnBegan,
)

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
