"""The model: how probable it is that seat A wins, from the turn, the lead, and who started.

It is a logistic regression with ten weights, made to be small rather than clever. What counts is the
lead and its square root (the first points of a lead count more than the next), each with a weight for
the first turn and one for late turns, and between them in proportion; who started, whether the turn
is the starter's, and the seat, each with a part that lasts and a part that soon fades. The weights of
the lead are never negative, so more of a lead is never worth less.

What it does not know: the players, the decks, what is in play and in hand. It says how matches *like
this* went, in the matches that it was fitted to: of 100 states with 70 %, seat A won some 70. A draw
counts as half a win. If seat A was the better bot or had the better deck all along, the seat's weight
says so, and the model is true of such matches only. Matches of unlike players thrown together (good
bots and bad ones) are no one kind of match, and there it can be ten percent off: `calibration` says.
"""

from __future__ import annotations

import math
from hashlib import md5
from typing import Final

import msgspec

from domain.contract.errors import GameError, Reason
from domain.contract.seats import SEAT_NAMES

Features = tuple[float, ...]
FADES: Final = 6
"""In how many parts of `Model.long` what fades falls to a third (1/e) again and again."""


class Weights(msgspec.Struct, frozen=True):
    """What was found in some of the matches."""

    seat: float
    """The advantage of seat A, whoever starts, in log odds as all of them."""
    seat_fading: float
    """What is added to it in turn 1, and less and less later."""
    started: float
    """The advantage of having started."""
    started_fading: float
    turn: float
    """The advantage of whose turn it is: halves of it for and against."""
    turn_fading: float
    early: float
    """What a lead of `Model.scale` is worth in turn 1; `early_root` is added to it."""
    late: float
    """What it is worth from turn `Model.long` on."""
    early_root: float
    late_root: float
    rate: float
    """Seat A's share of these matches: what to say knowing nothing else."""

    def values(self) -> Features:
        """The weights in the order of the features."""
        return msgspec.structs.astuple(self)[: len(NAMES)]


NAMES: Final = Weights.__struct_fields__[:-1]
"""The weights, in the order of the features."""
LEADS: Final = tuple(NAMES.index(name) for name in ("early", "late", "early_root", "late_root"))
"""Which of them are the lead's, and so never negative."""


class Model(msgspec.Struct, frozen=True):
    """A fitted model of one game.

    No match that was fitted to is judged by what its own end contributed: matches are in two halves
    (`in_second_half`), and the recorded ones are looked at with the weights of the other half.
    """

    game: str
    filters: dict[str, str | tuple[str, ...]]
    matches: int
    """How many matches it was fitted to."""
    states: int
    """How many states of them: where a turn began or the score changed, but for the end."""
    scale: float
    """A usual lead (root mean square), in points of the game's score."""
    long: int
    """The turn from which on all are as late: nine states of ten are not later."""
    whole: Weights
    """Found in all the matches."""
    halves: tuple[Weights, Weights]
    """Found in the first half, and in the second."""

    def at(self, turn: int, lead: float, starter: str | None) -> float:
        """How probable it is that seat A wins. `lead`: A's score less B's; `starter`: A or B.

        One half before the first turn (turn 0, starter None). Raises GameError (BAD_SETTING).
        """
        return self.by(self.whole, turn, lead, starter)

    def by(
        self,
        weights: Weights,
        turn: int,
        lead: float,
        starter: str | None,
        active: str | None = None,
    ) -> float:
        """The same by some of the weights; `active`: whose turn it is, if turns do not alternate."""
        if starter not in (*SEAT_NAMES, None) or turn < 0 or not math.isfinite(lead):
            raise GameError(
                Reason.BAD_SETTING,
                f"no state: turn {turn}, lead {lead}, starter {starter!r}",
                legal=("turn from 0", "lead a number", "starter A or B"),
            )
        if turn == 0 or starter is None:
            return 0.5
        acts = None if active is None else active == "A"
        features = self.features(turn, lead, starter == "A", acts)
        return logistic(sum(w * x for w, x in zip(weights.values(), features, strict=True)))

    def features(
        self, turn: int, lead: float, started: bool, active: bool | None = None
    ) -> Features:
        """What the weights weigh, from seat A's side."""
        return features(turn, lead, started, self.scale, self.long, active)

    def of(self, match_id: str) -> Weights:
        """The weights to look at a match with: those that its end is not in."""
        return self.halves[not in_second_half(match_id)]

    def sql(self) -> str:
        """SQL for the probability over columns turn, lead (A's), started and active (A?), second_half."""
        one, two = (self._sum(weights) for weights in self.halves)
        odds = f"CASE WHEN second_half THEN {one} ELSE {two} END"
        return f"1 / (1 + exp(-greatest(-700, least(700, {odds}))))"

    def _sum(self, weights: Weights) -> str:
        """SQL for the log odds by some of the weights."""
        value = {name: number(getattr(weights, name)) for name in NAMES}
        passed = f"(least(turn, {self.long}) - 1)"
        late = f"({passed} / {number(max(1, self.long - 1))})"
        fade = f"exp(-{passed} / {number(fading(self.long))})"
        size = f"(lead / {number(self.scale)})"
        seat, started, turn = (
            f"({value[name]} + {fade} * {value[f'{name}_fading']})"
            for name in ("seat", "started", "turn")
        )
        line, root = (
            f"({value['early' + end]} * (1 - {late}) + {value['late' + end]} * {late})"
            for end in ("", "_root")
        )
        return (
            f"({seat} + CASE WHEN started THEN 1 ELSE -1 END * {started} + "
            f"CASE WHEN active THEN 0.5::DOUBLE ELSE -0.5::DOUBLE END * {turn} "
            f"+ {size} * {line} + sign(lead) * sqrt(abs({size})) * {root})"
        )


def features(
    turn: int, lead: float, started: bool, scale: float, long: int, active: bool | None = None
) -> Features:
    """What the weights weigh, from seat A's side; see `Model` for scale and long.

    `active`: whether the turn is seat A's; None if turns alternate from the starter's.
    """
    passed = min(turn, long) - 1
    late, fade = passed / max(1, long - 1), math.exp(-passed / fading(long))
    side = 1.0 if started else -1.0
    acts = started == bool(turn % 2) if active is None else active
    mover = 0.5 if acts else -0.5
    size = lead / scale
    root = math.copysign(math.sqrt(abs(size)), size)
    return (
        *(1.0, fade, side, side * fade, mover, mover * fade),
        *(size * (1 - late), size * late, root * (1 - late), root * late),
    )


def fading(long: int) -> float:
    """In how many turns what fades falls to a third (1/e)."""
    return max(1.0, long / FADES)


def logistic(x: float) -> float:
    """The probability for log odds."""
    return 1 / (1 + math.exp(-max(-700.0, min(700.0, x))))


def number(value: float) -> str:
    """A number as SQL reads it exactly."""
    return f"({value!r}::DOUBLE)"


def in_second_half(match_id: str) -> bool:
    """Which half a match is in: by the first digit of its name's MD5, so it never changes."""
    return md5(match_id.encode(), usedforsecurity=False).hexdigest() >= "8"


SECOND_HALF: Final = "md5({match_id}) >= '8'"
"""SQL for the same."""
