"""Matches between bots: the same seed gives the same matches."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from domain.contract.errors import GameError, Reason
from domain.contract.game import DEALER, Ask, Bot, Game
from domain.games import game as find_game
from domain.record.chain import EncodedEvent, chained
from domain.record.codec import encode
from domain.record.events import MOST_SEED, AnyStep, Opened
from domain.record.ids import base32
from domain.record.match import Match, Record

TURN_LIMIT = 2000
"""Turns after which a simulated match is left unfinished: bots can shuffle about for ever."""


class Plan(msgspec.Struct, frozen=True):
    """What is simulated: the same plan gives the same matches, whatever they are called."""

    game: str
    settings: dict[str, str]
    bots: tuple[str, ...]
    seed: int

    def match_id(self, index: int) -> str:
        """The name of the plan's match with this index, from 0."""
        return planned_id(self, self.game, index)

    def opened(self, at: int) -> Opened:
        """The opening of each of the plan's matches."""
        return Opened(
            game=self.game,
            rules=find_game(self.game).rules_version,
            settings=self.settings,
            players=self.bots,
            at=at,
            by="simulation",
            bots=self.bots,
            seed=self.seed,
        )


def planned_id(what: Any, game: str, index: int) -> str:
    """The name of the match with this index, from 0, of what is played by today's rules of a game."""
    rules = find_game(game).rules_version
    raw = blake2b(encode((what, rules)), digest_size=4).digest()
    return base32(int.from_bytes(raw, "big") % 32**4, 4) + base32(index, 4)


def plan(game: Game, settings: Mapping[str, str], bots: Sequence[str], seed: int) -> Plan:
    """Check and make a plan. Raises GameError for settings or bots that do not exist."""
    pair = both_bots(game, bots)
    check_seed(seed)
    return Plan(game.key, game.settings(settings), pair, seed)


def both_bots(game: Game, bots: Sequence[str]) -> tuple[str, ...]:
    """The bots of both seats; one that is named alone plays both. Raises GameError."""
    if len(bots) == 1:
        bots = [bots[0] for _ in game.seats]
    if len(bots) != len(game.seats):
        raise GameError(
            Reason.BAD_SETTING, "two bots play, first seat A's", legal=("random,sensible",)
        )
    for name in bots:
        if name not in game.bots:
            raise GameError(
                Reason.BAD_SETTING, f"{game.name} has no bot {name!r}", legal=tuple(game.bots)
            )
    return tuple(bots)


def check_seed(seed: int) -> None:
    """Refuse a seed that is none. Raises GameError."""
    if not 0 <= seed <= MOST_SEED:
        raise GameError(Reason.BAD_SETTING, f"{seed} is no seed: 0 to {MOST_SEED}")


def deal(ask: Ask, rng: random.Random) -> Any:
    """The dealer's answer, at random."""
    choices: Any = ask.choices
    if isinstance(choices, list):
        return choices[int(rng.random() * len(choices))]
    return choices.sample(rng)


def play_match(
    game: Game, settings: dict[str, str], bots: tuple[str, ...], seed: int, index: int = 0
) -> list[AnyStep]:
    """Let two bots play a match. Settings are complete; the steps are returned."""
    match = Match(game, settings)
    play_on(match, bots, random.Random(f"{seed}/{index}"))
    return match.take()


def play_on(match: Match, bots: tuple[str, ...], rng: random.Random) -> None:
    """Let two bots play a match to its end from where it stands."""
    game = match.game
    players: list[Bot] = [game.bots[name] for name in bots]
    while (ask := match.ask) is not None and match.state.turn <= TURN_LIMIT:
        seat = ask.seat
        if seat == DEALER:
            match.answer(deal(ask, rng))
        else:
            match.answer(players[seat](match.state, ask, rng))
        match.settle()


def made_by(what: Plan, opened: Opened) -> bool:
    """Whether a recorded match is one of this plan's."""
    return what.opened(opened.at) == opened


def play_encoded(what: Plan, indexes: Sequence[int], at: int) -> list[EncodedEvent]:
    """Play matches of a plan and encode them, chained; what a worker process does."""
    game = find_game(what.game)
    events: list[EncodedEvent] = []
    for index in indexes:
        opened = what.opened(at)
        record = Record(what.match_id(index), game, opened, [], "")
        steps = play_match(game, what.settings, what.bots, what.seed, index)
        events.extend(chained(record, [opened, *steps]))
    return events
