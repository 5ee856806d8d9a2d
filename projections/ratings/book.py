"""How strong players are: a rating from the results of their matches, one after the other.

The method is Weng and Lin's, in its form for pairs (Bradley-Terry), as `openskill` works it out. A
player's strength is not known but believed in: `mu` is the best guess and `sigma` how far off it may
be. Everybody begins at 25 ± 8.33. A win over somebody who was thought stronger moves both far, an
expected one hardly, and each match makes the guess a little surer. Only differences mean something:
between two well-known players (sigma 1) one of 6.6 points is three wins in four.

The number to compare by is the `ordinal`, mu - 3 sigma: it is nearly sure that the player is at least
that strong. Everybody begins at 0, so who plays little stays low, however well it went.

Order matters: matches count in the order of the day played, then of recording. A draw is a tie. What
is not looked at: by how much somebody won, with what, who had which seat or the first turn. Who has
the better seat by chance in a few games has a better rating for it. Names are taken as they are
written: two spellings are two players. A match of a name against itself says nothing and is left out.

Nothing is stored; the ratings are worked out anew each time (100,000 matches take some three seconds).
`Book.enter` takes one match more and changes its two players only, so a book can be kept and gone on
with.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Final

import msgspec

from domain.contract.seats import TWO, seat_name

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFull
    from openskill.models.weng_lin.bradley_terry_full import BradleyTerryFullRating

RANKS: Final[dict[str, list[float]]] = {"won": [0, 1], "drawn": [0, 0], "lost": [1, 0]}
POINTS: Final = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
RECENT: Final = 10
"""Games over which a change is counted, by default."""
OPPOSITE: Final = {"won": "lost", "drawn": "drawn", "lost": "won"}


class Entry(msgspec.Struct, frozen=True):
    """One match in a player's history; mu, sigma, ordinal are those after it."""

    match_id: str
    played_on: date
    seat: str
    opponent: str
    result: str
    """won, drawn or lost"""
    expected: float
    """How probable a win was before it, by both ratings, a draw counting half."""
    mu: float
    sigma: float
    ordinal: float
    change: float
    """By how much the match moved mu."""


class Played(msgspec.Struct, frozen=True):
    """A match with a result, as ratings see it."""

    match_id: str
    played_on: date
    players: tuple[str, str]
    winner: str | None
    """A, B or None for a draw."""


@dataclass(slots=True)
class Page:
    """What a book says of one player."""

    rating: BradleyTerryFullRating
    mus: deque[float]
    """mu before the last games, the oldest first."""
    results: dict[str, int] = field(default_factory=lambda: dict.fromkeys(RANKS, 0))
    last: date = date.min

    @property
    def games(self) -> int:
        """How many matches have been entered."""
        return sum(self.results.values())


@cache
def method() -> BradleyTerryFull:
    """How results move ratings; made once."""
    from openskill.models import BradleyTerryFull

    return BradleyTerryFull()


def expected(mine: BradleyTerryFullRating, other: BradleyTerryFullRating) -> float:
    """How probable a win over another is, a draw counting half: what the update itself believes.

    `openskill`'s own forecast is surer of itself than results bear out.
    """
    beta = method().beta
    spread = math.sqrt(mine.sigma**2 + other.sigma**2 + 2 * beta**2)
    return 1 / (1 + math.exp((other.mu - mine.mu) / spread))


class Book:
    """Everybody's rating, kept match by match. `recent`: games over which a change is counted."""

    def __init__(self, recent: int = RECENT) -> None:
        self.pages: dict[str, Page] = {}
        self.matches = 0
        self._recent = recent
        self._surprise = self._square = 0.0

    def page(self, player: str) -> Page:
        """A player's page, a new one for who is not in the book."""
        if player not in self.pages:
            self.pages[player] = Page(method().rating(), deque(maxlen=self._recent))
        return self.pages[player]

    def enter(self, match: Played) -> tuple[Entry, Entry]:
        """Take one match more, of two different players; what it means for seat A and for seat B."""
        result = {"A": "won", "B": "lost"}.get(match.winner or "", "drawn")
        pages = self.page(match.players[0]), self.page(match.players[1])
        before = pages[0].rating, pages[1].rating
        chances = expected(*before), expected(*reversed(before))
        rated = method().rate([[before[0]], [before[1]]], ranks=RANKS[result])
        self._judge(chances[0], POINTS[result])
        entries = []
        for seat, word in enumerate((result, OPPOSITE[result])):
            page, (rating,) = pages[seat], rated[seat]
            page.mus.append(page.rating.mu)
            page.rating, page.last = rating, match.played_on
            page.results[word] += 1
            entries.append(
                Entry(
                    match_id=match.match_id,
                    played_on=match.played_on,
                    seat=seat_name(seat),
                    opponent=match.players[TWO.opponent(seat)],
                    result=word,
                    expected=chances[seat],
                    mu=rating.mu,
                    sigma=rating.sigma,
                    ordinal=rating.ordinal(),
                    change=rating.mu - page.mus[-1],
                )
            )
        return entries[0], entries[1]

    def _judge(self, chance: float, outcome: float) -> None:
        self.matches += 1
        self._square += (chance - outcome) ** 2
        self._surprise -= outcome * math.log(chance) + (1 - outcome) * math.log1p(-chance)

    def losses(self) -> tuple[float | None, float | None]:
        """Log loss and Brier score of what was expected; None before the first match."""
        if not self.matches:
            return None, None
        return self._surprise / self.matches, self._square / self.matches
