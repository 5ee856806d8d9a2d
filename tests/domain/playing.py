"""Matches played at random, by seed: fast, and the same on every machine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
from hypothesis import strategies as st

from domain.contract.game import DEALER, Action, Ask
from domain.games.riftforce.game import RIFTFORCE
from domain.record.events import AnyStep, Opened
from domain.record.match import Match, Record

MOST_TURNS = 600
"""Random play seldom needs more than 150; one cut off here is none the worse for these tests."""


class Playing(msgspec.Struct, frozen=True):
    """How to play a match."""

    seed: int
    ice: str
    expansion: str
    known: float
    """How likely a deal is known card for card."""

    def match(self) -> Match:
        return Match(RIFTFORCE, RIFTFORCE.settings({"ice": self.ice, "expansion": self.expansion}))


def playings(known: tuple[float, ...] = (1.0, 0.5, 0.0)) -> st.SearchStrategy[Playing]:
    """Every kind of match."""
    return st.builds(
        Playing,
        seed=st.integers(0, 10**6),
        ice=st.sampled_from(["rulebook", "printed"]),
        expansion=st.sampled_from(["base", "beyond"]),
        known=st.sampled_from(known),
    )


def answer(ask: Ask, rng: random.Random, known: float = 1.0) -> Action:
    """A legal action; at a turn's start each kind of action is as likely as another."""
    choices: Any = ask.choices
    if hasattr(choices, "sample"):
        if ask.about == "draw" and rng.random() >= known:
            (unknown,) = choices
            return unknown  # type: ignore[no-any-return]
        return choices.sample(rng)  # type: ignore[no-any-return]
    options = list(choices)
    if ask.about == "turn":
        kind = rng.choice(sorted({type(option).__name__ for option in options}))
        options = [option for option in options if type(option).__name__ == kind]
    return rng.choice(options)  # type: ignore[no-any-return]


def play(playing: Playing, most_turns: int = MOST_TURNS) -> Iterator[tuple[Match, list[AnyStep]]]:
    """Play a match; yields it after every decision with the steps taken."""
    rng = random.Random(playing.seed)
    match = playing.match()
    while match.ask is not None and match.state.turn < most_turns:
        match.decide(answer(match.ask, rng, playing.known))
        yield match, match.take()


def whole(playing: Playing, most_turns: int = MOST_TURNS) -> Match:
    """A match played to its end."""
    return until(playing, -1, most_turns)


def until(playing: Playing, decisions: int, most_turns: int = MOST_TURNS) -> Match:
    """A match after so many decisions, or at its end."""
    now = playing.match()
    for number, (match, _) in enumerate(play(playing, most_turns), 1):
        now = match
        if number == decisions:
            break
    return now


def record(match: Match, match_id: str = "m") -> Record:
    """A match as if it had been read from a store."""
    opened = Opened(
        game=RIFTFORCE.key, rules="1", settings=match.settings, players=("Ann", "Ben"), at=0
    )
    return Record(match_id, RIFTFORCE, opened, list(match.steps), "")


def options(match: Match) -> list[Action]:
    """What is offered now, in order; of deals and displays only the first."""
    assert match.ask is not None
    return list(match.ask.choices)


def is_dealers(match: Match) -> bool:
    return match.ask is not None and match.ask.seat == DEALER
