"""Matches that bots played, of every game, as if they had been read from a store."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from domain.bots.simulation import play_match
from domain.contract.game import Seat
from domain.formats.tape import decide_line
from domain.games import GAMES
from domain.record.chain import chained
from domain.record.events import AnyStep, Event, Opened
from domain.record.match import Match, Record

KEYS = ("riftforce", "solforge", "magical_forge")
AT = 1_764_448_788_123


@lru_cache(maxsize=64)
def steps_of(key: str, seed: int, bots: str, **settings: str) -> tuple[AnyStep, ...]:
    """The steps of a whole match."""
    game = GAMES[key]
    return tuple(play_match(game, game.settings(settings), ("random", bots), seed))


def simulated(key: str, seed: int, match_id: str = "m", bots: str = "random") -> Record:
    """A whole match, chained."""
    return recorded(key, steps_of(key, seed, bots), match_id)


def recorded(
    key: str,
    steps: Sequence[Event],
    match_id: str = "m",
    settings: dict[str, str] | None = None,
    **fields: object,
) -> Record:
    """Steps as a match, chained."""
    game = GAMES[key]
    opened = Opened(
        game=key,
        rules=game.rules_version,
        settings=game.settings(settings or {}),
        players=("Ann", "Ben"),
        at=AT,
        **fields,  # type: ignore[arg-type]
    )
    record = Record(match_id, game, opened, [], "")
    chained(record, [opened, *steps])
    return record


def seen(record: Record, seat: Seat | None, match_id: str, **fields: object) -> Record:
    """A match as a scorekeeper with a seat's eyes (None: a spectator's) has recorded it."""
    view = record.seen_by(seat)
    return recorded(record.game.key, view.steps, match_id, view.opened.settings, **fields)


def typed(record: Record, lines: Sequence[str], match_id: str = "") -> Record:
    """A match after lines more."""
    match: Match = record.live()
    steps = [step for line in lines for step in decide_line(match, line)]
    settings = record.opened.settings
    return recorded(record.game.key, [*record.steps, *steps], match_id or record.id, settings)
