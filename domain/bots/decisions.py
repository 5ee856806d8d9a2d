"""What people decided, and what else they could have: each decision of a match, its question put again.

The rules run over the record, so that every question is asked as it was: what was legal, what was taken,
and what the sensible bot would have held of it. What does not stand, since it was taken back or
corrected, is there too. Where today's rules come to something else than was recorded, it ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from domain.bots.options import worded
from domain.contract.errors import IMPOSSIBLE, GameError
from domain.contract.game import DEALER, Action, Ask, Game, Seat
from domain.record.events import AnyStep, Ruled
from domain.record.history import CORRECTED, Variation
from domain.record.match import Match, Record

FEW: Final = 60
"""So many options are listed one by one; of more only how many there were."""
SAME: Final = 1e-9
"""Values that differ by less are the same, as for the bots."""


class Option(msgspec.Struct, frozen=True):
    """One legal answer to a question."""

    action: Action
    words: str
    """As it is typed next."""
    rank: int | None
    """Its place by the sensible bot, 1 for the best; what it holds the same shares the best place."""
    subject: str = ""
    """What it is about, the same in every match: mostly the name of a card."""


class Decision(msgspec.Struct, frozen=True):
    """A question to a seat, and how it was answered."""

    number: int
    """Number of the event."""
    turn: int
    """Number of the turn in progress; 0 while the game is set up."""
    seat: Seat
    about: str
    """What the question was about."""
    offered: int
    """How many answers were legal."""
    options: tuple[Option, ...]
    """They, in the order of the rules; empty where they are more than `FEW`."""
    action: Action
    words: str
    """What was decided, as it is typed."""
    place: int
    """Which of the options it was, from 1; 0 for what was not offered: it stood, or somebody gave up."""
    rank: int | None
    """Its place by the sensible bot; None for what was not offered, or where it compares nothing."""
    gap: float | None
    """How far it was from the best by the bot: 0 is the best, 1 the worst of what was legal."""
    best: int | None
    """How many options the bot holds for the best; with all of them it has no opinion."""
    unknown: int
    """How many cards of the seat's own hand the recording did not know then."""
    subject: str = ""
    """What it is about, the same in every match: mostly the name of a card."""
    stood: bool = False
    """Whether it is a play that stood although it was not legal."""
    taken_back: bool = False
    corrected: bool = False
    """Whether it was wrongly recorded: another event stands for it since."""
    redecides: int = 0
    """Number of the event that it stands for since a correction; 0 for what was decided anew."""

    @property
    def known(self) -> bool:
        """Whether the recording knew the whole hand, so that no option is only a possibility."""
        return not self.unknown


class Differs(msgspec.Struct, frozen=True):
    """Where today's rules come to something else than was recorded; what follows is left out."""

    number: int
    """Number of the event; 0: no match opens like this now."""


def decisions(record: Record) -> Iterator[Decision]:
    """Every decision of a seat: those of the line, then those that do not stand. Raises CorruptStream.

    Ends early where today's rules decide differently; `decided` says where.
    """
    return (one for one in decided(record) if isinstance(one, Decision))


def decided(record: Record) -> Iterator[Decision | Differs]:
    """The same, with a mark where today's rules come to something else. Raises CorruptStream."""
    game, steps = record.game, record.steps
    try:
        settings = game.settings(record.opened.settings)
        match = Match(game, settings)
    except (GameError, *IMPOSSIBLE):
        yield Differs(0)
        return
    wrong: set[int] = set()
    for one in walked(match, steps, record.numbers):
        if isinstance(one, Differs):
            wrong.add(one.number)
        yield one
    if steps is record.events:
        return
    for variation in sorted(record.history.variations, key=lambda one: one.numbers):
        path = record.history.path(variation.numbers[-1])
        if wrong.intersection(path):
            continue
        for one in aside(record, settings, variation, path):
            if isinstance(one, Differs):
                wrong.add(one.number)
            yield one


def aside(
    record: Record, settings: dict[str, str], variation: Variation, path: Sequence[int]
) -> Iterator[Decision | Differs]:
    """The decisions of a variation, from where it branches off."""
    steps = [record.events[number - 1] for number in path]
    start = len(path) - len(variation.numbers)
    try:
        match = Match(record.game, settings, steps[:start])
    except (GameError, *IMPOSSIBLE):
        yield Differs(path[start])
        return
    marks = {"corrected" if variation.reason == CORRECTED else "taken_back": True}
    for one in walked(match, steps[start:], path[start:]):
        yield msgspec.structs.replace(one, **marks) if isinstance(one, Decision) else one


def walked(
    match: Match, steps: Sequence[AnyStep], numbers: Sequence[int]
) -> Iterator[Decision | Differs]:
    """Decide recorded steps again, from where a match stands, and tell the decisions of seats."""
    for number, step in zip(numbers, steps, strict=True):
        left = decision_put(match, number, step)
        try:
            same = match.replay(step).same(step)
        except Exception:  # whatever the rules do over what they would not have recorded
            same = False
        if not same:
            yield Differs(number)
            return
        if left:
            yield left


def decision_put(match: Match, number: int, step: AnyStep) -> Decision | None:
    """A decision of a seat as it was put, before it happens; None for anything else."""
    ask, action = match.ask, step.action
    if action is None or ask is None or step.seat == DEALER or ask.seat != step.seat:
        return None
    return decision(match.game, match.state, ask, number, step, action)


def decision(
    game: Game, state: Any, ask: Ask, number: int, step: AnyStep, action: Action
) -> Decision:
    """How a question was answered; `state` is before the answer."""
    listed: list[Action] = list(ask.choices)
    place = listed.index(action) + 1 if action in listed else 0
    values = values_of(game, state, ask, listed)
    ranks = ranked(values) if values else None
    few = listed if len(listed) <= FEW else []
    words = worded(game, state, ask, few)
    return Decision(
        number=number,
        turn=state.turn,
        seat=step.seat,
        about=ask.about,
        offered=len(listed),
        options=tuple(
            Option(
                one,
                words[index],
                ranks[index] if ranks else None,
                game.subject(state, step.seat, one),
            )
            for index, one in enumerate(few)
        ),
        action=action,
        words=words[place - 1] if few and place else worded(game, state, ask, [action])[0],
        place=place,
        rank=ranks[place - 1] if ranks and place else None,
        gap=gap(values, values[place - 1]) if values and place else None,
        best=ranks.count(1) if ranks else None,
        unknown=game.unknown(state, step.seat),
        subject=game.subject(state, step.seat, action),
        stood=isinstance(step, Ruled),
        redecides=step.redecides,
    )


def values_of(game: Game, state: Any, ask: Ask, listed: Sequence[Action]) -> list[float] | None:
    """What the sensible bot holds of each answer; None where it compares nothing.

    After a ruling an answer can name what is not there any more: then nothing is compared.
    """
    value = game.valued(state, ask)
    if value is None or not listed:
        return None
    try:
        return [value(action) for action in listed]
    except IMPOSSIBLE:
        return None


def ranked(values: Sequence[float]) -> list[int]:
    """The place of each value, 1 for the highest; what is the same shares the best place."""
    order = sorted(range(len(values)), key=lambda index: -values[index])
    ranks = [0] * len(values)
    top, rank = values[order[0]], 1
    for position, index in enumerate(order, 1):
        if values[index] < top - SAME:
            top, rank = values[index], position
        ranks[index] = rank
    return ranks


def gap(values: Sequence[float], taken: float) -> float:
    """How far a value is from the highest, as a share of how far the lowest is."""
    best, worst = max(values), min(values)
    return (best - taken) / (best - worst) if best - worst > SAME else 0.0
