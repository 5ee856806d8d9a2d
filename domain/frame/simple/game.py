"""A game with everything that can be derived derived: what is left are its rules."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from domain.contract.board import Board
from domain.contract.game import (
    DEALER,
    Action,
    Ask,
    Bot,
    Fact,
    Game,
    Notation,
    Play,
    Result,
    Scenery,
    Seat,
    Turn,
)
from domain.contract.plain_board import plain_board
from domain.frame.simple.notation import WordNotation
from domain.frame.simple.pieces import Toss, TurnBegan, chosen_at_random, in_words
from domain.frame.simple.position import PlainScenery
from domain.frame.simple.settings import Option, checked


class SimpleGame(ABC):
    """A game of two seats whose state is a SimpleState; a subclass names it and gives its rules.

    Whatever is derived here can be replaced in the subclass: a notation, scenery or bots by setting
    them after `super().__init__()`, the rest by a method of the same name.
    """

    key: str
    name: str
    rules_version: str = "1"
    action_type: Any
    """Union of the actions, SimpleActions each."""
    fact_type: Any
    """Union of the facts."""
    options: Mapping[str, Option] = {}
    """The settings of a match, by name."""

    def __init__(self) -> None:
        self.notation: Notation = WordNotation(self.action_type, self.fact_type)
        self.scenery: Scenery = PlainScenery(self.new_state)
        self.bots: Mapping[str, Bot] = {"random": chosen_at_random, "sensible": self.sensible}

    @abstractmethod
    def new_state(self, settings: Mapping[str, str]) -> Any:
        """The state before anything has happened."""

    @abstractmethod
    def play_turn(self, play: Play) -> Turn:
        """The rules of a turn; its last fact opens the next turn or ends the match."""

    def set_up(self, play: Play) -> Turn:
        """What comes before turn 1: the dealer tosses who starts."""
        choices = [Toss(0), Toss(1)]
        toss = yield Ask(DEALER, "toss", choices, lambda _: "A or B starts", always=True)
        play.emit(TurnBegan(1, toss.seat))

    def sensible(self, state: Any, ask: Ask, rng: random.Random, /) -> Action:
        """The bot that plays well, if a game has one; else it is like the random one."""
        return chosen_at_random(state, ask, rng)

    def settings(self, words: Mapping[str, str]) -> dict[str, str]:
        """The settings checked by `options`, and completed. Raises GameError naming the wrong one."""
        return checked(self.options, words, self.name)

    def settings_seen_by(self, settings: Mapping[str, str], seat: Seat | None) -> dict[str, str]:
        """All of them: no setting is a secret."""
        return dict(settings)

    def remark(self, settings: Mapping[str, str]) -> str:
        """Nothing: a match reads as it was recorded."""
        return ""

    def turn(self, play: Play) -> Turn | None:
        """The set-up in turn 0, then turn after turn until the match is over."""
        if play.state.over:
            return None
        return self.set_up(play) if play.state.turn == 0 else self.play_turn(play)

    def view(self, state: Any, seat: Seat | None) -> Any:
        """Everything: nothing is hidden."""
        return state.copy()

    def unknown(self, state: Any, seat: Seat) -> int:
        """None: nothing is hidden."""
        return 0

    def valued(self, state: Any, ask: Ask) -> Callable[[Action], float] | None:
        """Nothing: a bot that compares answers says here how."""
        return None

    def subject(self, state: Any, seat: Seat, action: Action) -> str:
        """Nothing: a game with cards says here which one an answer names."""
        return ""

    def board(self, state: Any) -> Board:
        """The plain data, laid out zone by zone."""
        return plain_board(self.key, self.data(state), state.turn, self.result(state))

    def data(self, state: Any) -> dict[str, Any]:
        """The fields of the state by name; seats as letters."""
        found: dict[str, Any] = msgspec.to_builtins(state, str_keys=True)
        for name in ("active", "winner"):
            found[name] = {0: "A", 1: "B"}.get(found[name])
        return found

    def tell(self, fact: Fact, state: Any) -> str:
        """A fact as its `told` has it."""
        return in_words(fact)

    def result(self, state: Any) -> Result | None:
        """What the fact that ended the match says, and the scores."""
        if not state.over:
            return None
        return Result(state.winner, state.why, (state.scores[0], state.scores[1]))


if TYPE_CHECKING:

    def _fulfils_the_contract(game: SimpleGame) -> Game:
        return game
