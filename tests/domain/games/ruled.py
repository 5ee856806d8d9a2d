"""Matches of every game in which much is ruled: words that a judge might say, where they fit."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from domain.bots.simulation import deal
from domain.contract.errors import GameError
from domain.contract.game import DEALER, Action, Game
from domain.formats.tape import Tape, decide_line, read_tapes, write_tape
from domain.games import GAMES
from domain.games.solforge.cards.book import book
from domain.record.codec import codec, encode, topic_of
from domain.record.events import AnyStep, Opened, Ruled
from domain.record.match import Match, Record, fold

SETTINGS: dict[str, dict[str, str]] = {
    "riftforce": {"guilds a": "F W P T", "guilds b": "L I S C"},
}


def ruling(match: Match, rng: random.Random) -> str:
    """A ruling that may fit where a match stands."""
    seat = rng.choice("AB")
    return rng.choice([*WAYS[match.game.key](match.state, seat, rng), f"turn {seat}"])


def of_riftforce(state: Any, seat: str, rng: random.Random) -> Iterator[str]:
    """What a judge might say at a table of Riftforce."""
    yield f"score {seat} +1"
    yield f"score {seat} {rng.randrange(5)}; draw {seat} 1"
    yield f"draw {seat} 2"
    if state.elementals:
        number = rng.choice(sorted(state.elementals))
        yield f"damage #{number} {rng.randrange(1, 4)}"
        yield f"destroy #{number}"
        yield f"move #{number}>{rng.randrange(1, 6)}"
        yield f"damage #{number} 1; heal #{number} 1 by #{number}"


def of_solforge(state: Any, seat: str, rng: random.Random) -> Iterator[str]:
    """What a judge might say at a table of SolForge Fusion."""
    yield f"health {seat} -{rng.randrange(1, 9)}"
    yield f"draw {seat} 1"
    yield f"forgeborn {seat} exhausted"
    yield f"phase {rng.choice(('action', 'combat', 'end'))}"
    card = rng.choice(sorted(book(state.cards).faces))
    yield f"put {seat.lower()}{rng.randrange(1, 6)} {card}"
    if state.in_play:
        number = rng.choice(sorted(state.in_play))
        yield f"damage #{number} {rng.randrange(1, 6)}"
        yield f"destroy #{number}"
        yield f"exhaust #{number}; counter #{number} +1"
        yield f"give #{number} armor 2 turn; change #{number} +1/-1"
        yield f"return #{number}"


def of_magical_forge(state: Any, seat: str, rng: random.Random) -> Iterator[str]:
    """What a judge might say at a table of Magical Forge."""
    yield f"life {seat} -1"
    yield f"life {seat} +2; draw {seat} 1"
    yield f"draw {seat} & 1"
    if state.in_play:
        number = rng.choice(sorted(state.in_play))
        yield f"destroy #{number}"
        yield f"return #{number}"
        yield f"mark #{number} no-attack"
        if spells := state.in_play[number].spells:
            yield f"detach #{number} [{rng.choice(sorted(spells))}]"


WAYS: dict[str, Any] = {
    "riftforce": of_riftforce,
    "solforge": of_solforge,
    "magical_forge": of_magical_forge,
}


def ruled_match(key: str, seed: int, decisions: int, often: float = 0.15) -> Match:
    """A match played at random, in which something is ruled now and then; wherever it stands."""
    game, rng = GAMES[key], random.Random(seed)
    settings = game.settings(SETTINGS.get(key, {}))
    match = Match(game, settings)
    for _ in range(decisions):
        if match.ask is None:
            break
        if match.state.turn and rng.random() < often:
            match = after_ruling(game, match, ruling(match, rng))
        else:
            match = after_decision(game, match, rng)
    return match


def after_ruling(game: Game, match: Match, words: str) -> Match:
    """The match after a ruling, or as it was if that cannot be."""
    try:
        decide_line(match, f"! [Eve] {words}", "so it was", after=len(match.steps))
    except GameError:
        return Match(game, match.settings, match.steps)
    return match


def after_decision(game: Game, match: Match, rng: random.Random) -> Match:
    """The match after a decision; where a ruling has left nothing to decide, the turn passes."""
    ask = match.ask
    assert ask is not None
    assert isinstance(game.notation.words(match.state, ask), list)
    assert isinstance(game.notation.meanings(match.state, ask), dict)
    assert isinstance(game.notation.shapes(match.state, ask), str)
    action = deal(ask, rng) if ask.seat == DEALER else rng.choice(list(ask.choices))
    try:
        match.decide(action)
    except GameError:
        match = Match(game, match.settings, match.steps)
        decide_line(match, f"! turn {'AB'[1 - max(match.state.active, 0)]}")
    match.take(after=len(match.steps))
    return match


def recorded(match: Match) -> Record:
    """A match as if it had been read from a store."""
    game = match.game
    opened = Opened(game.key, game.rules_version, match.settings, ("Ann", "Ben"), at=0)
    return Record("m", game, opened, list(match.steps), "")


def untimed(steps: list[AnyStep]) -> list[tuple[Any, ...]]:
    """Steps without when they happened, which a tape does not tell."""
    return [
        tuple(getattr(step, name) for name in step.__struct_fields__ if name != "after")
        for step in steps
    ]


# -- plays that stood ----------------------------------------------------------------------------


def read_lines(game: Game, settings: dict[str, str], lines: Sequence[str]) -> Match:
    """A match after lines of a tape."""
    match = Match(game, game.settings(settings))
    for line in lines:
        decide_line(match, line)
    return match


def stands(match: Match, line: str, *kinds: type[Action]) -> Match:
    """A line is refused, and stands after `!!`: these decisions although they are not legal.

    The match goes on at random, is taken up again after every step, and comes back from a tape.
    """
    game, settings, before = match.game, match.settings, list(match.steps)
    with pytest.raises(GameError):
        decide_line(Match(game, settings, before), line)
    there = Match(game, settings, before)
    steps = decide_line(there, f"!! [Eve] {line}", "it stood")
    stood = [step for step in steps if isinstance(step, Ruled)]
    assert [type(step.action) for step in stood] == list(kinds)
    assert {(step.kind, step.judge, step.entered) for step in stood} == {("stood", "Eve", 0)}
    on = Match(game, settings, there.steps)
    rng = random.Random(1)
    for _ in range(12):
        on = after_decision(game, on, rng) if on.ask is not None else on
    state = game.new_state(settings)
    fold(state, before)
    for end, step in enumerate(on.steps[len(before) :], len(before) + 1):
        fold(state, [step])
        again = Match(game, settings, on.steps[:end])
        assert again.state == state
        assert codec(game.key).decode("m", 2, topic_of(game.key, step), encode(step)) == step
    assert state == on.state
    for steps_told in (there.steps, on.steps):
        record = recorded(Match(game, settings, steps_told))
        (tape,) = read_tapes(write_tape(record))
        assert isinstance(tape, Tape), f"{tape}\n{write_tape(record)}"
        assert untimed(tape.steps) == untimed(record.steps)
    return there


def cannot_stand(match: Match, line: str, part: str, legal: str = "") -> None:
    """A line cannot stand: it is refused in words that hold this part, with what would be right."""
    with pytest.raises(GameError) as caught:
        decide_line(Match(match.game, match.settings, match.steps), f"!! {line}")
    assert part in caught.value.message
    assert caught.value.column
    assert not legal or legal in caught.value.legal, caught.value.legal


def stood_match(key: str, seed: int, decisions: int) -> Match:
    """A match played at random, in which now and then something stands that was legal once."""
    game, rng = GAMES[key], random.Random(seed)
    match = Match(game, game.settings(SETTINGS.get(key, {})))
    once: dict[str, list[Action]] = {}
    for _ in range(decisions):
        ask = match.ask
        if ask is None:
            break
        known = once.setdefault(ask.about, [])
        choices = list(ask.choices)
        if ask.seat != DEALER and match.state.turn and known and rng.random() < 0.2:
            chosen = rng.choice(known)
            if chosen not in ask.choices:
                steps = list(match.steps)
                try:
                    match.stand(chosen)
                    match.take(judge="Eve")
                except GameError:
                    match = Match(game, match.settings, steps)
                continue
        known += choices[:12]
        match = after_decision(game, match, rng)
    return match
