"""The game: what Magical Forge gives to the house."""

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
from domain.games.magical_forge.actions import MagicalAction
from domain.games.magical_forge.board import board
from domain.games.magical_forge.bots import BOTS
from domain.games.magical_forge.cards.decks import check_settings, settings_seen_by, starting_state
from domain.games.magical_forge.data import data
from domain.games.magical_forge.facts import MagicalFact
from domain.games.magical_forge.laws import laws
from domain.games.magical_forge.notation.notation import MagicalNotation
from domain.games.magical_forge.position.position import MagicalScenery
from domain.games.magical_forge.rules.engine import Engine
from domain.games.magical_forge.rules.turns import setup, turn
from domain.games.magical_forge.sensible_bot import valued
from domain.games.magical_forge.state import MagicalState
from domain.games.magical_forge.subjects import subject
from domain.games.magical_forge.view import view
from domain.games.magical_forge.words import describe


class MagicalForge(Game[MagicalState, MagicalAction, MagicalFact]):
    """Magical Forge TCG, first set (Rising Forge)."""

    key = "magical_forge"
    name = "Magical Forge TCG"
    rules_version = "1"
    action_type = MagicalAction
    fact_type = MagicalFact
    notation = MagicalNotation()

    @cached_property
    def scenery(self) -> MagicalScenery:
        """How scenarios set up positions."""
        return MagicalScenery()

    @cached_property
    def bots(self) -> Mapping[str, Bot]:
        """The bots, by name."""
        return BOTS

    def settings(self, words: Mapping[str, str]) -> dict[str, str]:
        """Life Points, opening hand, what an empty Deck does, who starts, four lists, extra cards."""
        return check_settings(words)

    def settings_seen_by(self, settings: Mapping[str, str], seat: Seat | None) -> dict[str, str]:
        """Without the lists of the others: decks are private."""
        return settings_seen_by(settings, seat)

    def new_state(self, settings: Mapping[str, str]) -> MagicalState:
        """The state before anything has happened: the decks lie there."""
        return starting_state(settings)

    def turn(self, play: Play[MagicalState]) -> Turn | None:
        """The turn that comes next."""
        if play.state.over:
            return None
        return setup(Engine(play)) if play.state.turn == 0 else turn(Engine(play))

    def view(self, state: MagicalState, seat: Seat | None) -> MagicalState:
        """The state as a seat knows it."""
        return view(state, seat)

    def laws(self, state: MagicalState, settings: Mapping[str, str]) -> Iterator[Breach]:
        """The laws that a state breaks."""
        yield from super().laws(state, settings)
        yield from laws(state, self.new_state(settings))

    def unknown(self, state: MagicalState, seat: Seat) -> int:
        """How many cards of a hand, Spells included, the recording does not know."""
        return sum(
            pile.hand.cards.get(UNKNOWN, 0)
            for pile in (state.sides[seat].deck, state.sides[seat].spells)
        )

    def valued(
        self, state: MagicalState, ask: Ask[MagicalAction]
    ) -> Callable[[MagicalAction], float] | None:
        """What the sensible bot holds of an answer; nothing of what is random."""
        return None if ask.seat == DEALER else valued(state, ask)

    def subject(self, state: MagicalState, seat: Seat, action: MagicalAction) -> str:
        """The card that an answer names."""
        return subject(state, seat, action)

    def board(self, state: MagicalState) -> Board:
        """The table as it lies: both sides with what is between them."""
        return board(state)

    def data(self, state: MagicalState) -> dict[str, Any]:
        """The state as plain data."""
        return data(state)

    def tell(self, fact: MagicalFact, state: MagicalState) -> str:
        """One fact in words."""
        return describe(fact, state)


MAGICAL_FORGE = MagicalForge()
"""The game, as `domain.games` lists it."""
