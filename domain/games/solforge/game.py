"""The game: what SolForge Fusion gives to the house."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from domain.contract.board import Board
from domain.contract.game import (
    DEALER,
    UNKNOWN,
    Ask,
    Bot,
    Breach,
    Game,
    Play,
    Seat,
    Turn,
)
from domain.games.solforge.actions import SolAction
from domain.games.solforge.board import board
from domain.games.solforge.bots import BOTS
from domain.games.solforge.cards.decks import check_settings, other_cards, starting_state
from domain.games.solforge.data import data
from domain.games.solforge.facts import SolFact
from domain.games.solforge.laws import laws
from domain.games.solforge.notation.notation import SolNotation
from domain.games.solforge.position.position import SolScenery
from domain.games.solforge.rules.engine import Engine
from domain.games.solforge.rules.turns import setup, turn
from domain.games.solforge.sensible_bot import valued
from domain.games.solforge.state import SolState
from domain.games.solforge.subjects import subject
from domain.games.solforge.view import view
from domain.games.solforge.words import describe


class SolForge(Game[SolState, SolAction, SolFact]):
    """SolForge Fusion, editions `whitefang` and `early`."""

    key = "solforge"
    name = "SolForge Fusion"
    rules_version = "1"
    action_type = SolAction
    fact_type = SolFact
    notation = SolNotation()

    @cached_property
    def scenery(self) -> SolScenery:
        """How scenarios set up positions."""
        return SolScenery()

    @cached_property
    def bots(self) -> Mapping[str, Bot]:
        """The bots, by name."""
        return BOTS

    def settings(self, words: Mapping[str, str]) -> dict[str, str]:
        """`edition`, both decks and Forgeborn, extra cards, who starts."""
        return check_settings(words)

    def remark(self, settings: Mapping[str, str]) -> str:
        """That the cards are not those the match was recorded with, if the setting `set` says so."""
        return other_cards(settings)

    def new_state(self, settings: Mapping[str, str]) -> SolState:
        """The state before anything has happened: the decks are formed."""
        return starting_state(settings)

    def turn(self, play: Play[SolState]) -> Turn | None:
        """The turn that comes next."""
        if play.state.over:
            return None
        return setup(Engine(play)) if play.state.turn == 0 else turn(Engine(play))

    def view(self, state: SolState, seat: Seat | None) -> SolState:
        """The state as a seat knows it."""
        return view(state, seat)

    def laws(self, state: SolState, settings: Mapping[str, str]) -> Iterator[Breach]:
        """The laws that a state breaks."""
        yield from super().laws(state, settings)
        yield from laws(state, self.new_state(settings))

    def unknown(self, state: SolState, seat: Seat) -> int:
        """How many cards of a hand the recording does not know."""
        return state.sides[seat].hand.cards.get(UNKNOWN, 0)

    def valued(self, state: SolState, ask: Ask[SolAction]) -> Callable[[SolAction], float] | None:
        """What the sensible bot holds of an answer; nothing of what is random."""
        return None if ask.seat == DEALER else valued(state, ask)

    def subject(self, state: SolState, seat: Seat, action: SolAction) -> str:
        """The card that an answer names."""
        return subject(state, seat, action)

    def board(self, state: SolState) -> Board:
        """The table as it lies: both sides with what is between them."""
        return board(state)

    def data(self, state: SolState) -> dict[str, Any]:
        """The state as plain data."""
        return data(state)

    def tell(self, fact: SolFact, state: SolState) -> str:
        """One fact in words."""
        return describe(fact, state)


SOLFORGE = SolForge()
"""The game, as `domain.games` lists it."""
