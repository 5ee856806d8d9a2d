"""The curve of one match as people read it: a row a turn, and the steps that moved it most."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

import msgspec

from domain.contract.errors import GameError, Reason
from projections.read.reader import Reader
from projections.schema.definitions import literal
from projections.win_probability.curves import Point, Swing, curve, most
from projections.win_probability.model import Model


class Turn(msgspec.Struct, frozen=True):
    """Where a match stood when a turn was over, or where it stands in the last one."""

    turn: int
    """0 is the set-up."""
    seat: str
    """Whose turn it was: A or B; empty in the set-up."""
    first: int
    """The first step of the turn."""
    last: int
    """The step with which it was over."""
    a: int
    """Score of seat A then."""
    b: int
    a_wins: float
    """How probable it was then that A wins; at the end of a match with a result, 1, 0.5 or 0."""


class MatchCurve(msgspec.Struct, frozen=True):
    """One match, and how probable seat A's win was in it."""

    match_id: str
    game: str
    kind: str
    players: tuple[str, str]
    status: str
    """finished, open or abandoned"""
    winner: str | None
    """A or B; None for a draw, and without a result."""
    origin: str | None
    """The match that it was branched off or put together from."""
    origin_step: int | None
    points: tuple[Point, ...]
    turns: tuple[Turn, ...]
    swings: tuple[Swing, ...]
    """The steps that moved the probability most, the greatest move first; the end is none."""


def game_of(reader: Reader, match: str) -> str:
    """The game of a match, by its name. Raises GameError (NOT_FOUND)."""
    sql = f"SELECT game FROM openings WHERE match_id = {literal(match)}"
    for (key,) in reader.ask(sql).rows():
        return str(key)
    raise GameError(Reason.NOT_FOUND, f"no match {match!r} is there")


def match_curve(reader: Reader, model: Model, match: str, n: int = 1) -> MatchCurve:
    """Tell a match of the model's game, with its `n` greatest swings.

    Raises GameError: NOT_FOUND if there is no such match, BAD_SETTING for an n below 1.
    """
    points = curve(reader, model, match)
    ((key, kind, a, b, status, winner, origin, origin_step),) = reader.ask(
        f"""
SELECT match, kind, player_a, player_b, status, winner, origin, origin_step
FROM matches WHERE match_id = {literal(match)} AND game = {literal(model.game)} LIMIT 1"""
    ).rows()
    sql = f"SELECT turn, any_value(seat ORDER BY step) FROM turns WHERE match = {key} GROUP BY turn"
    return MatchCurve(
        match_id=match,
        game=model.game,
        kind=kind,
        players=(a, b),
        status=status,
        winner=winner,
        origin=origin,
        origin_step=origin_step,
        points=points,
        turns=turns(points, dict(reader.ask(sql).rows())),
        swings=moves(match, points, winner, finished=status == "finished")[: most(n)],
    )


def turns(points: Sequence[Point], seats: dict[int, str]) -> tuple[Turn, ...]:
    """A row for each turn that is over, and one for the last. `seats`: whose turns they are."""
    before = (0, *(point.turn for point in points))
    found = []
    for turn, group in groupby(zip(before, points, strict=False), key=lambda pair: pair[0]):
        steps = [point for _, point in group]
        end = steps[-1]
        seat = seats.get(turn, "")
        found.append(Turn(turn, seat, steps[0].step, end.step, end.a, end.b, end.a_wins))
    return tuple(found)


def moves(
    match: str, points: Sequence[Point], winner: str | None, *, finished: bool
) -> tuple[Swing, ...]:
    """The steps after which the probability was another, the greatest move first."""
    line = [point for point in (points[:-1] if finished else points) if point.turn]
    found = []
    for one, two in pairwise(line):
        if one.a_wins != two.a_wins:
            moved = (two.seat, two.action, one.a_wins, two.a_wins, two.a, two.b)
            found.append(Swing(match, two.step, two.turn, *moved, winner))
    return tuple(sorted(found, key=lambda s: (-abs(s.after - s.before), s.step)))
