"""The game: what Riftforce gives to the house."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from domain.contract.board import Board
from domain.contract.errors import GameError, Reason
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
from domain.games.riftforce.actions import RiftAction
from domain.games.riftforce.board import board
from domain.games.riftforce.bots import BOTS
from domain.games.riftforce.cards import GUILDS, composition, guilds_in
from domain.games.riftforce.data import data
from domain.games.riftforce.facts import RiftFact
from domain.games.riftforce.laws import laws
from domain.games.riftforce.notation.names import guild_code
from domain.games.riftforce.notation.notation import RiftNotation
from domain.games.riftforce.position import RiftScenery
from domain.games.riftforce.rules.engine import Engine
from domain.games.riftforce.rules.setup import GUILDS_EACH, setup
from domain.games.riftforce.rules.turns import turn
from domain.games.riftforce.sensible_bot import valued
from domain.games.riftforce.state import RiftState, new_state
from domain.games.riftforce.subjects import subject
from domain.games.riftforce.view import view
from domain.games.riftforce.words import describe

CHOICES: Final = {"ice": ("rulebook", "printed"), "expansion": ("base", "beyond")}


class Riftforce(Game[RiftState, RiftAction, RiftFact]):
    """Riftforce, base game and expansion."""

    key = "riftforce"
    name = "Riftforce"
    rules_version = "2"
    action_type = RiftAction
    fact_type = RiftFact
    notation = RiftNotation()

    @cached_property
    def scenery(self) -> RiftScenery:
        """How scenarios set up positions."""
        return RiftScenery()

    @cached_property
    def bots(self) -> Mapping[str, Bot]:
        """The bots, by name."""
        return BOTS

    def settings(self, words: Mapping[str, str]) -> dict[str, str]:
        """`ice`, `expansion`; and, if the guilds were agreed: `guilds a`, `guilds b`, `start`."""
        found = {"ice": "rulebook", "expansion": "base"}
        for name, value in words.items():
            low = " ".join(name.lower().split())
            if low in CHOICES:
                if value.lower() not in CHOICES[low]:
                    raise bad_setting(low, value, CHOICES[low])
                found[low] = value.lower()
            elif low in ("guilds a", "guilds b"):
                found[low] = value
            elif low == "start":
                if value.upper() not in ("A", "B"):
                    raise bad_setting(low, value, ("A", "B"))
                found[low] = value.upper()
            else:
                raise GameError(
                    Reason.BAD_SETTING,
                    f"Riftforce has no setting {name!r}",
                    legal=(*CHOICES, "guilds A", "guilds B", "start"),
                )
        return agreed_guilds(found)

    def new_state(self, settings: Mapping[str, str]) -> RiftState:
        """The state before anything has happened; agreed guilds are chosen already."""
        state = new_state(settings)
        if "start" in settings:
            state.start = "AB".index(settings["start"])
        if "guilds a" in settings:
            for hand, name in zip(state.hands, ("guilds a", "guilds b"), strict=True):
                hand.guilds = settings[name].split()
                hand.unseen = composition(hand.guilds)
                hand.pile = sum(hand.unseen.values())
        return state

    def turn(self, play: Play[RiftState]) -> Turn | None:
        """The turn that comes next: the set-up, then one action a turn."""
        if play.state.over:
            return None
        return setup(Engine(play)) if play.state.turn == 0 else turn(Engine(play))

    def view(self, state: RiftState, seat: Seat | None) -> RiftState:
        """The state as a seat knows it."""
        return view(state, seat)

    def laws(self, state: RiftState, settings: Mapping[str, str]) -> Iterator[Breach]:
        """The laws that a state breaks."""
        yield from super().laws(state, settings)
        yield from laws(state)

    def unknown(self, state: RiftState, seat: Seat) -> int:
        """How many cards of a hand the recording does not know."""
        return state.hands[seat].hand.get(UNKNOWN, 0)

    def valued(
        self, state: RiftState, ask: Ask[RiftAction]
    ) -> Callable[[RiftAction], float] | None:
        """What the sensible bot holds of an answer; nothing of what is random."""
        return None if ask.seat == DEALER else valued(state, ask)

    def subject(self, state: RiftState, seat: Seat, action: RiftAction) -> str:
        """The guild, or the location, that an answer names."""
        return subject(state, action)

    def board(self, state: RiftState) -> Board:
        """The table as it lies: both sides with what is between them."""
        return board(state)

    def data(self, state: RiftState) -> dict[str, Any]:
        """The state as plain data."""
        return data(state)

    def tell(self, fact: RiftFact, state: RiftState) -> str:
        """One fact in words."""
        return describe(fact, state)


def bad_setting(name: str, value: str, legal: tuple[str, ...]) -> GameError:
    """The error for a setting with a wrong value."""
    return GameError(Reason.BAD_SETTING, f"{name} cannot be {value!r}", legal=legal)


def agreed_guilds(found: dict[str, str]) -> dict[str, str]:
    """Check the guilds that were agreed beforehand: four each, none twice, both seats or neither."""
    given = [name for name in ("guilds a", "guilds b") if name in found]
    if not given:
        if "start" in found:
            raise GameError(
                Reason.BAD_SETTING,
                "start is a setting only with agreed guilds; toss it in the draft",
            )
        return found
    allowed = list(guilds_in(found["expansion"]))
    used: list[str] = []
    for name in given:
        words = found[name].replace(",", " ").split()
        codes = []
        for word in words:
            try:
                codes.append(guild_code(word, 0, allowed))
            except GameError as error:
                raise GameError(Reason.BAD_SETTING, error.message, legal=error.legal) from error
        if len(codes) != GUILDS_EACH:
            raise GameError(
                Reason.BAD_SETTING, f"{name} names {len(codes)} guilds, not {GUILDS_EACH}"
            )
        used += codes
        found[name] = " ".join(codes)
    wrong = [GUILDS[code] for code in used if used.count(code) > 1 or code not in allowed]
    if wrong:
        raise GameError(
            Reason.BAD_SETTING,
            f"{wrong[0]} is not in the {found['expansion']} game or chosen twice",
        )
    if len(given) == 1:
        missing = "guilds b" if given == ["guilds a"] else "guilds a"
        raise GameError(Reason.BAD_SETTING, f"{given[0]} is given, so {missing} must be too")
    return found


RIFTFORCE = Riftforce()
