"""A game with everything that can be derived derived: what are left are its rules."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from domain.contract.ask import A, Ask, F, Play, S, Turn
from domain.contract.game import Game
from domain.contract.rule import rule
from domain.contract.seats import DEALER
from domain.frame.simple.notation import WordNotation
from domain.frame.simple.pieces import Toss, TurnBegan, in_words


class SimpleGame(Game[S, A, F]):
    """A game whose state is a SimpleState; a subclass names it and gives its rules.

    Its notation is made of its actions, unless the class has one. Whatever is derived here or in
    Game can be replaced in the subclass by a member of the same name.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        """Declare the set-up and the turn of a game to be rules of it."""
        super().__init_subclass__(**options)
        for name in ("set_up", "play_turn"):
            if name in vars(cls):
                rule(vars(cls)[name])

    def __init__(self) -> None:
        if not hasattr(self, "notation"):
            self.notation = WordNotation(self.action_type, self.fact_type, self.seats)

    @abstractmethod
    def play_turn(self, play: Play[S]) -> Turn:
        """The rules of a turn; its last fact opens the next turn or ends the match."""

    @rule
    def set_up(self, play: Play[S]) -> Turn:
        """What comes before turn 1: the dealer tosses who starts."""
        choices = [Toss(seat) for seat in self.seats]
        who = " or ".join(self.seats.names)
        toss = yield Ask(DEALER, "toss", choices, lambda _: f"{who} starts", always=True)
        play.emit(TurnBegan(1, toss.seat))

    def turn(self, play: Play[S]) -> Turn | None:
        """The set-up in turn 0, then turn after turn until the match is over."""
        if play.state.over:
            return None
        return self.set_up(play) if play.state.turn == 0 else self.play_turn(play)

    def tell(self, fact: F, state: S) -> str:
        """A fact as its `phrase` has it; without one, its tag and its fields."""
        return in_words(fact, self.seats) or super().tell(fact, state)
