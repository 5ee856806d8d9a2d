"""The ratings of a game's players and the history of one, from the analytics file.

What the numbers mean, and what they leave out, is explained in `projections.ratings.book`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Final

import msgspec

from domain.contract.errors import GameError, Reason
from projections.games.projection import Projected
from projections.ratings.book import RECENT, Book, Entry, Page, Played
from projections.read.reader import Reader
from projections.reports.statistics import WHO, Chosen, counted_sql, resolved
from projections.schema.definitions import literal

KINDS: Final = ("people", "bots")
"""Whose matches can be rated; what-ifs never are."""
LEAST: Final = 5
"""Games a player has to have for a rank, by default."""
WIDE: Final = 6.25
"""From this sigma on little is known of a player: three quarters of the first, some ten games."""


class Rated(msgspec.Struct, frozen=True):
    """A player's rating now. `low` and `high` are mu ± 1.96 sigma: the strength with 95 % belief."""

    rank: int
    """From 1, by ordinal."""
    player: str
    games: int
    won: int
    drawn: int
    lost: int
    mu: float
    sigma: float
    low: float
    high: float
    ordinal: float
    """mu - 3 sigma: nearly surely the player is at least that strong."""
    last_played: date
    change: float
    """By how much mu moved in the last games, `Ratings.recent` of them at most."""
    few: bool
    """Whether sigma is still wide, so that the rating says little."""


class Ratings(msgspec.Struct, frozen=True):
    """The ratings of a game's players, the strongest first."""

    game: str
    filters: dict[str, str | Sequence[str]]
    least: int
    """Games a player has to have to be among the rows."""
    recent: int
    rows: tuple[Rated, ...]
    unranked: int
    """How many more players there are, with fewer games."""
    matches: int
    """How many matches were rated."""
    with_oneself: int
    """How many were not, since both seats have one name."""
    log_loss: float | None
    """How surprised `expected` was on average, before each match; a coin's is 0.693. Less is better."""
    brier: float | None
    """The mean square by which `expected` was off; a coin's is 0.25. Less is better."""


def ranked(book: Book, least: int) -> tuple[Rated, ...]:
    """Everybody with so many games, the strongest first; of equal ones by name."""
    found = [(name, page) for name, page in book.pages.items() if page.games >= least]
    found.sort(key=lambda one: (-one[1].rating.ordinal(), one[0]))
    return tuple(rated(rank, name, page) for rank, (name, page) in enumerate(found, 1))


def rated(rank: int, name: str, page: Page) -> Rated:
    """What a page comes to."""
    mu, sigma = page.rating.mu, page.rating.sigma
    return Rated(
        rank=rank,
        player=name,
        games=page.games,
        **page.results,
        mu=mu,
        sigma=sigma,
        low=mu - 1.96 * sigma,
        high=mu + 1.96 * sigma,
        ordinal=page.rating.ordinal(),
        last_played=page.last,
        change=mu - page.mus[0],
        few=sigma >= WIDE,
    )


def played(reader: Reader, game: Projected, chosen: Chosen) -> Iterator[Played]:
    """The matches that count, in their order. Raises GameError for filters that there are not."""
    kind = chosen.get(WHO, KINDS[0])
    if kind not in KINDS:
        raise GameError(Reason.BAD_SETTING, f"matches of kind {kind!r} are not rated", legal=KINDS)
    sql = f"""{counted_sql(game, resolved(reader, game, chosen))}
SELECT o.match_id, o.played_on, o.player_a, o.player_b, e.winner
FROM openings o JOIN endings e ON e.match = o.match SEMI JOIN counted c ON c.match = o.match
WHERE o.kind = {literal(kind)} AND o.game = {literal(game.key)}
ORDER BY o.played_on, o.recorded_at, o.match"""
    for match_id, day, a, b, winner in reader.ask(sql).rows():
        yield Played(match_id, day, (a, b), winner)


def ratings(
    reader: Reader,
    game: Projected,
    chosen: Chosen | None = None,
    *,
    least: int = LEAST,
    recent: int = RECENT,
) -> Ratings:
    """The ratings of a game's players, of people unless `chosen` (filters by name) says bots.

    Raises GameError (BAD_SETTING) for filters that there are not, and for what cannot be counted.
    """
    for name, value in (("least", least), ("recent", recent)):
        if value < 1:
            raise GameError(Reason.BAD_SETTING, f"{name} is a number of games from 1, not {value}")
    chosen = dict(chosen or {})
    book, alone = Book(recent), 0
    for match in played(reader, game, chosen):
        if match.players[0] == match.players[1]:
            alone += 1
        else:
            book.enter(match)
    rows = ranked(book, least)
    log_loss, brier = book.losses()
    return Ratings(
        game=game.key,
        filters={WHO: KINDS[0], **chosen},
        least=least,
        recent=recent,
        rows=rows,
        unranked=len(book.pages) - len(rows),
        matches=book.matches,
        with_oneself=alone,
        log_loss=log_loss,
        brier=brier,
    )


def history(
    reader: Reader, game: Projected, player: str, chosen: Chosen | None = None
) -> tuple[Entry, ...]:
    """A player's rated matches, the first first. Raises GameError (NOT_FOUND) if there are none."""
    book = Book()
    found = entries(book, player, played(reader, game, chosen or {}))
    if not found:
        raise GameError(
            Reason.NOT_FOUND,
            f"{player!r} has no rated match of {game.key}",
            legal=tuple(sorted(book.pages)),
        )
    return found


def entries(book: Book, player: str, matches: Iterable[Played]) -> tuple[Entry, ...]:
    """Enter matches into a book; what they mean for one player."""
    found = []
    for match in matches:
        if match.players[0] != match.players[1]:
            both = book.enter(match)
            if player in match.players:
                found.append(both[match.players.index(player)])
    return tuple(found)
