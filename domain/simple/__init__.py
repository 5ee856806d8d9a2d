"""The contract made light: what a small game need not write itself. See docs/adding-a-game.md."""

from domain.simple.game import SimpleGame
from domain.simple.notation import WordNotation
from domain.simple.parts import (
    MatchEnded,
    SimpleAction,
    SimpleFact,
    SimpleState,
    Toss,
    TurnBegan,
    chosen_at_random,
)
from domain.simple.scenery import PlainScenery
from domain.simple.settings import Option, one_of

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
