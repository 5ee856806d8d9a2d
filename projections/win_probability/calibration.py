"""How good the model is, on matches that the weights used were not fitted to."""

from __future__ import annotations

from typing import Final

import msgspec

from domain.contract.errors import GameError, Reason
from projections.read.reader import Reader
from projections.reports.statistics import projected
from projections.win_probability.model import Model
from projections.win_probability.states import states_sql

BINS: Final = 10
TINY: Final = 1e-12


class Bin(msgspec.Struct, frozen=True):
    """Forecasts of about the same probability, and what became of them.

    A match counts once in a bin, with its first state there, so that matches count and not moments.
    """

    begins: float
    """Lower end of the bin."""
    n: int
    """How many matches came into it."""
    predicted: float
    """The mean of what was predicted."""
    observed: float
    """Seat A's share of these matches, a draw counting half."""
    low: float
    """The share's 95 % bounds (Wilson); mostly, `predicted` lies between them if the model is true."""
    high: float

    @property
    def outside(self) -> bool:
        """True if what was predicted lies outside the bounds."""
        return not self.low <= self.predicted <= self.high


class Score(msgspec.Struct, frozen=True):
    """How far off the model is over all states, and how far whoever knows only seat A's share."""

    matches: int
    states: int
    brier: float
    """Mean square of the difference between what was predicted and what was; less is better."""
    log_loss: float
    """Mean surprise at what was, in natural units; 0.693 for a coin, less is better."""
    base_brier: float
    base_log_loss: float


def looked_at(model: Model) -> str:
    """CTEs up to `predicted_states`: the states with p by the model, and base, seat A's share."""
    one, two = (weights.rate for weights in model.halves)
    return f"""{states_sql(projected(model.game), model.filters)}, predicted_states AS (
 SELECT *, {model.sql()} AS p, CASE WHEN second_half THEN {one!r}::DOUBLE ELSE {two!r}::DOUBLE END
        AS base
 FROM states
)
"""


def calibration(reader: Reader, model: Model, bins: int = BINS) -> tuple[Bin, ...]:
    """What was predicted against what was, in bins of equal width; empty ones are left out.

    Raises GameError (BAD_SETTING) for less than one bin.
    """
    if not 1 <= bins <= 100:
        raise GameError(Reason.BAD_SETTING, f"bins are 1 to 100, not {bins}")
    sql = f"""{looked_at(model)}, firsts AS (
 SELECT least(floor(p * {bins}), {bins} - 1) AS bin, match,
        arg_min(p, step) AS p, any_value(outcome) AS outcome
 FROM predicted_states GROUP BY ALL
)
SELECT bin / {bins}::DOUBLE, count(*) AS n, avg(p), avg(outcome),
       wilson_low(sum(outcome), n), wilson_high(sum(outcome), n)
FROM firsts GROUP BY bin ORDER BY bin"""
    return tuple(Bin(*row) for row in reader.ask(sql).rows())


def score(reader: Reader, model: Model) -> Score:
    """Brier score and log loss of the model, beside those of seat A's share."""
    sql = f"""{looked_at(model)}
SELECT count(DISTINCT match), count(*), {brier("p")}, {log_loss("p")}, {brier("base")}, {log_loss("base")}
FROM predicted_states"""
    ((matches, states, *numbers),) = reader.ask(sql).rows()
    if not states:
        raise GameError(Reason.NOT_FOUND, f"no finished match of {model.game} is there to judge by")
    return Score(matches, states, *numbers)


def brier(column: str) -> str:
    """SQL for the Brier score of a column."""
    return f"avg(({column} - outcome) ** 2)"


def log_loss(column: str) -> str:
    """SQL for the log loss of a column; who is sure and wrong is not infinitely surprised."""
    safe = f"greatest({TINY!r}::DOUBLE, least({1 - TINY!r}::DOUBLE, {column}))"
    return f"avg(-outcome * ln({safe}) - (1 - outcome) * ln(1 - {safe}))"
