"""What the model says of recorded matches: the curve of one, the great swings of all."""

from __future__ import annotations

import msgspec

from domain.contract.errors import GameError, Reason
from projections.read.reader import Reader
from projections.reports.statistics import WHAT_IF, projected
from projections.schema.definitions import literal
from projections.win_probability.calibration import looked_at
from projections.win_probability.model import Model


class Point(msgspec.Struct, frozen=True):
    """Where a match stands after a step."""

    step: int
    """Number of the step, as `ludograph show --step` takes it."""
    turn: int
    """The turn in progress after it; 0 while the game is set up."""
    seat: str
    """Who decided: A, B or dealer."""
    action: str
    a: int
    """Score of seat A after it."""
    b: int
    a_wins: float
    """How probable it is that A wins; at the end of a match that has a result, 1, 0.5 or 0."""


class Swing(msgspec.Struct, frozen=True):
    """A step at which the probability moved."""

    match_id: str
    step: int
    turn: int
    """The turn in progress after it."""
    seat: str
    action: str
    before: float
    """How probable it was before that A wins."""
    after: float
    a: int
    b: int
    winner: str | None
    """Who won in the end; None for a draw."""


class Comeback(msgspec.Struct, frozen=True):
    """A match won from far behind."""

    match_id: str
    winner: str
    step: int
    """After which it looked worst for the winner."""
    turn: int
    a: int
    b: int
    chance: float
    """How probable the winner's win was then."""


def curve(reader: Reader, model: Model, match: str) -> tuple[Point, ...]:
    """How probable A's win was after each step of a match, by its name.

    A what-if is looked at as the match that it was branched off: up to there both curves are one.
    Raises GameError (NOT_FOUND) if there is no such match of the model's game.
    """
    first = projected(model.game).first_score
    found = reader.ask(
        f"""
SELECT o.match, e.match IS NOT NULL AND m.status = 'finished', e.winner,
       (SELECT arg_min(seat, step) FROM turns t WHERE t.match = o.match AND t.turn = 1)
FROM openings o LEFT JOIN endings e ON e.match = o.match JOIN matches m ON m.match = o.match
WHERE o.match_id = {literal(match)} AND o.game = {literal(model.game)} LIMIT 1"""
    )
    rows = list(found.rows())
    if not rows:
        raise GameError(Reason.NOT_FOUND, f"no match {match!r} of {model.game} is there")
    ((key, finished, winner, starter),) = rows
    sql = f"""
WITH marks AS (
 SELECT step, max(turn) AS turn, arg_max(active, turn) AS active, max(a) AS a, max(b) AS b
 FROM (SELECT step, turn, seat AS active, NULL AS a, NULL AS b FROM turns WHERE match = {key}
       UNION ALL SELECT step, NULL, NULL, a, b FROM scores WHERE match = {key}) GROUP BY step
)
SELECT s.step, coalesce(last_value(m.turn IGNORE NULLS) OVER w, 0), s.seat, s.action,
       coalesce(last_value(m.a IGNORE NULLS) OVER w, {first}),
       coalesce(last_value(m.b IGNORE NULLS) OVER w, {first}),
       last_value(m.active IGNORE NULLS) OVER w
FROM steps s LEFT JOIN marks m ON m.step = s.step WHERE s.match = {key}
WINDOW w AS (ORDER BY s.step) ORDER BY s.step"""
    weights = model.of(branched_from(reader, match))
    points = [
        Point(step, turn, seat, action, a, b, model.by(weights, turn, a - b, starter, active))
        for step, turn, seat, action, a, b, active in reader.ask(sql).rows()
    ]
    if finished and points:
        known = {"A": 1.0, "B": 0.0}.get(winner or "", 0.5)
        points[-1] = msgspec.structs.replace(points[-1], a_wins=known)
    return tuple(points)


def branched_from(reader: Reader, match: str) -> str:
    """The match that a what-if was branched off in the end; of any other match, itself."""
    way = [match]
    while True:
        sql = f"""SELECT origin FROM openings
WHERE kind = {WHAT_IF} AND origin IS NOT NULL AND match_id = {literal(way[-1])}"""
        before = [name for (name,) in reader.ask(sql).rows()]
        if not before or before[0] in way:
            return way[-1]
        way.append(before[0])


def swings(reader: Reader, model: Model, n: int = 10) -> tuple[Swing, ...]:
    """The steps at which the probability moved most, the greatest move first.

    The end of a match is none of them: there the result is known. Raises GameError (BAD_SETTING).
    """
    sql = f"""{looked_at(model)}, moved AS (
 SELECT *, lag(p) OVER (PARTITION BY match ORDER BY step) AS before FROM predicted_states
), greatest_moves AS (
 FROM moved WHERE before IS NOT NULL ORDER BY abs(p - before) DESC, match, step LIMIT {most(n)}
)
SELECT o.match_id, g.step, g.turn, s.seat, s.action, g.before, g.p, g.a, g.b, e.winner
FROM greatest_moves g JOIN steps s ON s.match = g.match AND s.step = g.step
JOIN openings o ON o.match = g.match JOIN endings e ON e.match = g.match
ORDER BY abs(g.p - g.before) DESC, g.match, g.step"""
    return tuple(Swing(*row) for row in reader.ask(sql).rows())


def comebacks(reader: Reader, model: Model, n: int = 10) -> tuple[Comeback, ...]:
    """The matches whose winner had the least probable win at some step, that one first.

    Raises GameError (BAD_SETTING).
    """
    sql = f"""{looked_at(model)}, seen AS (
 SELECT *, CASE outcome WHEN 1 THEN p ELSE 1 - p END AS chance FROM predicted_states WHERE outcome <> 0.5
)
SELECT o.match_id, CASE s.outcome WHEN 1 THEN 'A' ELSE 'B' END, s.step, s.turn, s.a, s.b, s.chance
FROM seen s JOIN openings o ON o.match = s.match
QUALIFY row_number() OVER (PARTITION BY s.match ORDER BY s.chance, s.step) = 1
ORDER BY s.chance, s.match LIMIT {most(n)}"""
    return tuple(Comeback(*row) for row in reader.ask(sql).rows())


def most(n: int) -> int:
    """How many rows to give at most. Raises GameError (BAD_SETTING) for less than one."""
    if n < 1:
        raise GameError(Reason.BAD_SETTING, f"how many is a number from 1, not {n}")
    return n
