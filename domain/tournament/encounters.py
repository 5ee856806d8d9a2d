"""What a match belongs to: who meets whom in an event, in one match or a series, and the score.

Everything here is worked out from summaries of matches. What-ifs never count, and a match that was
put together from several recordings counts once, in their place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from domain.contract.characters import folded
from domain.contract.game import BROKEN_OFF, Result, Seat
from domain.contract.seats import Seats, seat_name
from domain.record.match import Record


class Summary(msgspec.Struct, frozen=True):
    """A match, as far as its occasion is concerned."""

    match: str
    game: str
    players: tuple[str, ...]
    day: str
    at: int
    """When its recording began: milliseconds since 1970."""
    event: str = ""
    round: str = ""
    table: str = ""
    series: str = ""
    best_of: int = 0
    result: Result | None = None
    """How it ended; None while it goes on."""
    fork: bool = False
    """Whether it is a what-if."""
    replaces: tuple[str, ...] = ()
    """The recordings it was put together from."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, by seat; two of one name differ by their seats."""
        if len(set(map(folded, self.players))) == len(self.players):
            return self.players
        named = zip(self.players, Seats.of(self.players).names, strict=True)
        return tuple(f"{name} ({seat})" for name, seat in named)

    @property
    def outcome(self) -> str:
        """How it ended, with names: `Ann wins 13:9 (riftforce)`; `open` while it goes on."""
        if self.result is None:
            return "open"
        if self.result.winner is None:
            return self.result.text
        return self.result.text.replace(
            seat_name(self.result.winner), self.names[self.result.winner], 1
        )

    @property
    def counts(self) -> bool:
        """Whether it has a result, if only a draw."""
        return self.result is not None and not (
            self.result.why == BROKEN_OFF and self.result.winner is None
        )


def summary(record: Record) -> Summary:
    """The summary of a match. Raises CorruptStream."""
    opened = record.opened
    return Summary(
        record.id,
        opened.game,
        opened.players,
        opened.day(),
        opened.at,
        opened.event,
        opened.round,
        opened.table,
        opened.series,
        opened.best_of,
        record.result(),
        any(origin.how == "fork" for origin in opened.origins),
        tuple(origin.match for origin in opened.origins if origin.how == "merge"),
    )


def counted(summaries: Iterable[Summary]) -> list[Summary]:
    """Those that count, by the day they were played and then in the order in which they came."""
    found = [summary for summary in summaries if not summary.fork]
    replaced = {match for summary in found for match in summary.replaces}
    kept = [summary for summary in found if summary.match not in replaced]
    return sorted(kept, key=lambda summary: (summary.day, summary.at))


class Encounter(msgspec.Struct, frozen=True):
    """Two players who meet: in one match, or in a series of them, whoever sits where."""

    players: tuple[str, ...]
    """As they sat in the first game."""
    games: tuple[Summary, ...]
    best_of: int
    """How many games there are at most; 0 where that is not known."""
    wins: tuple[int, int]
    drawn: int
    late: tuple[str, ...]
    """Matches played when it was decided already: they do not count."""

    @property
    def first(self) -> Summary:
        """The first game: it says event, round, table and series."""
        return self.games[0]

    @property
    def is_series(self) -> bool:
        """Whether it is more than a single match."""
        return bool(self.first.series)

    @property
    def over(self) -> bool:
        """Whether one has more than half of the games, or all of them are played.

        Where their number is not known, it goes on.
        """
        played = sum(self.wins) + self.drawn
        return self.best_of > 0 and (max(self.wins) * 2 > self.best_of or played >= self.best_of)

    @property
    def goes_on(self) -> bool:
        """Whether it is still to be decided; a match that was broken off is not."""
        return not self.over and (self.is_series or self.first.result is None)

    @property
    def winner(self) -> Seat | None:
        """Who wins it, of `players`; None for a draw and while it goes on."""
        if not self.over or self.wins[0] == self.wins[1]:
            return None
        return 0 if self.wins[0] > self.wins[1] else 1

    @property
    def score(self) -> str:
        """In words: `Ann leads 1-0 of 3`, `Ann wins 2-1`, `drawn 1-1`."""
        leader = self.wins.index(max(self.wins))
        score = f"{self.wins[leader]}-{self.wins[1 - leader]}"
        drawn = f", {self.drawn} drawn" if self.drawn else ""
        if self.over:
            ended = "drawn" if self.winner is None else f"{self.players[leader]} wins"
            return f"{ended} {score}{drawn}"
        most = f" of {self.best_of}" if self.best_of else ""
        leads = f"{self.players[leader]} leads " if self.wins[0] != self.wins[1] else ""
        return f"{leads}{score}{most}{drawn}"

    def wins_of(self, name: str) -> tuple[int, int]:
        """Games that a player won and lost."""
        mine = 0 if folded(name) == folded(self.players[0]) else 1
        return self.wins[mine], self.wins[1 - mine]


def encounters(summaries: Iterable[Summary]) -> list[Encounter]:
    """Matches that count, those of a series together, in the order of their first games."""
    groups: dict[tuple[object, ...], list[Summary]] = {}
    for game in counted(summaries):
        key: tuple[object, ...] = (game.match,)
        if game.series:
            words = map(folded, (game.event, game.round, game.series))
            key = (game.game, *words, frozenset(map(folded, game.names)))
        groups.setdefault(key, []).append(game)
    return [encounter(games) for games in groups.values()]


def encounter(games: Sequence[Summary]) -> Encounter:
    """What games between the same two, in order, come to."""
    players = games[0].names
    best_of = max(game.best_of for game in games) if games[0].series else 1
    wins, drawn = [0, 0], 0
    late: list[str] = []
    for game in games:
        if best_of and max(wins) * 2 > best_of:
            late.append(game.match)
        elif game.counts and game.result is not None:
            if game.result.winner is None:
                drawn += 1
            else:
                name = folded(game.names[game.result.winner])
                wins[0 if name == folded(players[0]) else 1] += 1
    return Encounter(players, tuple(games), best_of, (wins[0], wins[1]), drawn, tuple(late))
