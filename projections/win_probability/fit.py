"""Fitting the model: counts by state from SQL, then Newton's steps in plain Python.

The states of a match share its end, so many states are worth no more than their matches. A ridge
draws every weight towards none (an even match): with little data the model says little.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from operator import mul
from typing import Final

from domain.contract.errors import GameError, Reason
from projections.games.projection import Projected
from projections.read.reader import Reader
from projections.reports.statistics import Chosen
from projections.win_probability.model import (
    LEADS,
    NAMES,
    Features,
    Model,
    Weights,
    features,
    logistic,
)
from projections.win_probability.states import states_sql

LEAST: Final = 50
"""Finished matches below which there is no model."""
RIDGE: Final = tuple(4.0 if name.startswith("seat") else 0.4 for name in NAMES)
"""How strongly each weight is drawn to 0: 1 / variance of a normal belief, data counted in matches.

Ten times as strongly for the seat, which means nothing but where one side was the better all along.
"""
ROUNDS: Final = 60
CLOSE: Final = 1e-9

Cell = tuple[bool, bool, int, int, int, float, bool]
"""Second half, did seat A start, turn, lead, how many states, seat A's points in them; is it A's turn."""
Shares = dict[bool, tuple[int, float]]
"""For each half (is it the second?) how many matches, and seat A's points in them."""
Counts = list[tuple[Features, float, float]]
"""Features, how many matches they are worth, seat A's points in them."""


def fit(
    reader: Reader, game: Projected, chosen: Chosen | None = None, shares: Shares | None = None
) -> Model:
    """Fit the model to the finished matches of a game that the filters (by name) let through.

    `shares` is what `shared` says of them, where that is known already.
    Raises GameError (NOT_FOUND) if there are fewer than `LEAST`, or few of them in one half.
    """
    chosen = chosen or {}
    cells, shares = counted(reader, game, chosen, shares)
    matches = sum(n for n, _ in shares.values())
    if not enough(shares):
        raise GameError(
            Reason.NOT_FOUND,
            f"{LEAST} finished matches of {game.key} are needed to say how probable a win is; "
            f"{matches} count",
        )
    scale, long = usual(cells)
    wholes = {False: (False,), True: (True,), None: (False, True)}
    found = {
        name: weights(
            [cell for cell in cells if cell[0] in halves],
            [shares[half] for half in halves],
            scale,
            long,
        )
        for name, halves in wholes.items()
    }
    return Model(
        game=game.key,
        filters={n: v if isinstance(v, str) else tuple(v) for n, v in chosen.items()},
        matches=matches,
        states=sum(cell[4] for cell in cells),
        scale=scale,
        long=long,
        whole=found[None],
        halves=(found[False], found[True]),
    )


def enough(shares: Shares) -> bool:
    """Whether there are matches enough for a model, and not nearly all of them in one half."""
    sizes = [shares.get(half, (0, 0.0))[0] for half in (False, True)]
    return sum(sizes) >= LEAST and min(sizes) >= LEAST // 5


def counted(
    reader: Reader, game: Projected, chosen: Chosen, shares: Shares | None = None
) -> tuple[list[Cell], Shares]:
    """The states by what the model looks at; and for each half its matches and A's points in them."""
    cells = reader.ask(
        f"{states_sql(game, chosen)} SELECT second_half, started, turn, lead, count(*), sum(outcome), "
        "active FROM states GROUP BY ALL ORDER BY ALL"
    ).rows()
    found: list[Cell] = [(*cell,) for cell in cells]
    return found, shared(reader, game, chosen) if shares is None else shares


def shared(reader: Reader, game: Projected, chosen: Chosen) -> Shares:
    """For each half, its matches and A's points in them."""
    shares = reader.ask(
        f"{states_sql(game, chosen)} SELECT second_half, count(*), sum(outcome) FROM played "
        "GROUP BY ALL"
    ).rows()
    return {half: (n, points) for half, n, points in shares}


def usual(cells: Iterable[Cell]) -> tuple[float, int]:
    """The usual lead (root mean square, at least 1), and the turn that nine of ten are not after."""
    turns: dict[int, int] = defaultdict(int)
    square = 0.0
    for _, _, turn, lead, n, *_ in cells:
        turns[turn] += n
        square += n * lead * lead
    total, passed, long = sum(turns.values()), 0, 1
    for long in sorted(turns):
        passed += turns[long]
        if passed >= 0.9 * total:
            break
    return max(1.0, math.sqrt(square / total)), long


def weights(
    cells: Iterable[Cell], shares: Sequence[tuple[int, float]], scale: float, long: int
) -> Weights:
    """The weights found in some of the matches."""
    together: dict[Features, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for _, started, turn, lead, n, points, active in cells:
        sums = together[features(turn, lead, started, scale, long, active)]
        sums[0] += n
        sums[1] += points
    matches = sum(n for n, _ in shares)
    worth = matches / sum(n for n, _ in together.values())
    counts = [(x, n * worth, points * worth) for x, (n, points) in together.items()]
    rate = sum(points for _, points in shares) / matches
    return Weights(**dict(zip(NAMES, constrained(counts), strict=True)), rate=rate)


def constrained(counts: Counts) -> list[float]:
    """The weights that make the counts most probable, with those of the lead not negative.

    One that would be is left out, the most negative first, and the others are found again.
    """
    used = list(range(len(NAMES)))
    while True:
        found = dict(zip(used, newton(counts, used), strict=True))
        wrong = [index for index in LEADS if found.get(index, 0.0) < 0]
        if not wrong:
            return [found.get(index, 0.0) for index in range(len(NAMES))]
        used.remove(min(wrong, key=lambda index: found[index]))


def newton(counts: Counts, used: Sequence[int]) -> list[float]:
    """The weights of the used features, found by iteratively reweighted least squares."""
    columns = [[x[index] for x, _, _ in counts] for index in used]
    products = [
        [[*map(mul, one, two)] for two in columns[: row + 1]] for row, one in enumerate(columns)
    ]
    ridge = [RIDGE[index] for index in used]
    now = [0.0] * len(used)
    for _ in range(ROUNDS):
        slope, bend = derivatives(counts, columns, products, now, ridge)
        step = solved(bend, slope)
        longest = max(map(abs, step))
        # far from the goal a whole step can overshoot
        short = 2.0 / longest if longest > 2.0 else 1.0
        now = [w + short * s for w, s in zip(now, step, strict=True)]
        if longest < CLOSE:
            break
    return now


def derivatives(
    counts: Counts,
    columns: Sequence[Sequence[float]],
    products: Sequence[Sequence[Sequence[float]]],
    now: Sequence[float],
    ridge: Sequence[float],
) -> tuple[list[float], list[list[float]]]:
    """First and second derivatives of the log likelihood less the ridge, the second negated.

    `columns` are the used features, `products` those of a column and each up to itself.
    """
    chances = [logistic(sum(map(mul, now, x))) for x in zip(*columns, strict=True)]
    pairs = [*zip(counts, chances, strict=True)]
    offs = [points - n * chance for (_, n, points), chance in pairs]
    spreads = [n * chance * (1 - chance) for (_, n, _), chance in pairs]
    slope = [
        sum(map(mul, offs, column)) - pull * w
        for column, pull, w in zip(columns, ridge, now, strict=True)
    ]
    lower = [[sum(map(mul, spreads, product)) for product in row] for row in products]
    for row, pull in enumerate(ridge):
        lower[row][row] += pull
    size = range(len(now))
    return slope, [[lower[max(a, b)][min(a, b)] for b in size] for a in size]


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of linear equations whose matrix is symmetric and positive."""
    size = len(right)
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for pivot in range(size):
        for below in range(pivot + 1, size):
            share = rows[below][pivot] / rows[pivot][pivot]
            for column in range(pivot, size + 1):
                rows[below][column] -= share * rows[pivot][column]
    found = [0.0] * size
    for row in reversed(range(size)):
        known = sum(rows[row][column] * found[column] for column in range(row + 1, size))
        found[row] = (rows[row][size] - known) / rows[row][row]
    return found
