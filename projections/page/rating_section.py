"""A page's sections of ratings: who is how strong, and how that went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, Final

from projections.charts.spec import Chart
from projections.page.requests import Asked, tidied
from projections.page.sections import Behind, Listed, Note, Section, command_line
from projections.ratings.book import RECENT, Book, Entry
from projections.ratings.ratings import KINDS, LEAST, Rated, played, ranked
from projections.reports.filters import WHO, Chosen, values_of

DRAWN: Final = 5
"""So many players' histories are drawn, the strongest's."""
POINTS: Final = 24
"""So many points has a line at most; each stands for the matches since the one before it."""
BELIEF: Final = "low and high bound it with 95 % belief."
ABOUT: Final = (
    "From the results of the matches alone, one after the other (Weng and Lin's method for pairs); "
    f"everybody begins at 25 ± 16.3, and only differences mean something. {BELIEF} sure is what a "
    f"player nearly surely has at least: the order goes by it. last {RECENT} is the change over the "
    "last games."
)
STRENGTHS: Final = Chart(
    "intervals", ("player",), ("rating",), low="low", high="high", n="games", counts="games",
    y_title="rating, with the range of 95 % belief", few=10,
)  # fmt: skip
COLUMNS: Final = (
    *("player", "rank", "games", "won", "drawn", "lost", "rating", "low", "high", "sure"),
    f"last {RECENT}",
    "last played",
)


def of_ratings(asked: Asked) -> list[Section]:
    """The ratings of people, or if none is rated of bots, and their history; none if nobody is ranked.

    Raises GameError (BAD_SETTING) for filters that there are not.
    """
    kind = asked.chosen.get(WHO)
    for each in KINDS if kind is None else values_of(kind):
        if each in KINDS:
            chosen = {**asked.chosen, WHO: each}
            book, lines = entered(asked, chosen)
            rows = ranked(book, LEAST)
            if rows:
                return [
                    strengths(asked, chosen, book, rows, lines),
                    history(asked, chosen, rows, lines),
                ]
    return []


def entered(asked: Asked, chosen: Chosen) -> tuple[Book, dict[str, list[Entry]]]:
    """A book with all matches that are rated, and each player's entries."""
    book, lines = Book(RECENT), dict[str, list[Entry]]()
    for match in played(asked.reader, asked.game, chosen):
        if match.players[0] != match.players[1]:
            for name, entry in zip(match.players, book.enter(match), strict=True):
                lines.setdefault(name, []).append(entry)
    return book, lines


def strengths(
    asked: Asked, chosen: Chosen, book: Book, rows: Sequence[Rated], lines: dict[str, list[Entry]]
) -> Section:
    """The section of the ratings."""
    few = sum(row.few for row in rows)
    warnings = [f"{few} of {len(rows)} ratings are still wide: little is known."] if few else []
    log_loss, _ = book.losses()
    unranked = len(book.pages) - len(rows)
    notes = [
        Note(f"{book.matches:,} rated matches of {chosen[WHO]}."
             + (f" {unranked:,} with fewer than {LEAST} games have no rank." if unranked else "")),
        Note(f"What was expected before each match has a log loss of {log_loss:.3f}, a coin 0.693; "
             "less is better. Asked for again with:",
             command_line(("ratings", asked.game.key, *(options(chosen) or ()), *asked.time))),
    ]  # fmt: skip
    shown: list[tuple[Any, ...]] = [
        (r.player, r.rank, r.games, r.won, r.drawn, r.lost, r.mu, r.low, r.high, r.ordinal, r.change,
         r.last_played)
        for r in rows
    ]  # fmt: skip
    return Section(
        name="ratings",
        title=f"Ratings of {chosen[WHO]}",
        about=ABOUT,
        columns=COLUMNS,
        rows=tidied(shown),
        chart=STRENGTHS,
        key=("player",),
        warnings=warnings,
        notes=notes,
        behind=[behind(asked, chosen, r.player, lines[r.player]) for r in rows],
    )


def history(
    asked: Asked, chosen: Chosen, rows: Sequence[Rated], lines: dict[str, list[Entry]]
) -> Section:
    """The section of how ratings went: by day, or if all is of one day by match."""
    names = [row.player for row in rows[:DRAWN]]
    by_day = len({entry.played_on for name in names for entry in lines[name]}) > 1
    shown: list[tuple[Any, ...]] = []
    lists: list[Behind] = []
    for name in names:
        for at, entries, games in spans(lines[name], by_day):
            last = entries[-1]
            bounds = (last.mu - 1.96 * last.sigma, last.mu + 1.96 * last.sigma)
            shown.append((name, at, games, last.mu, *bounds))
            lists.append(behind(asked, chosen, name, entries))
    x = "day" if by_day else "game"
    return Section(
        name="rating-history",
        title="How ratings went",
        about=f"Of the {len(names)} strongest, after the matches up to there. {BELIEF}",
        columns=("player", x, "games", "rating", "low", "high"),
        rows=tidied(shown),
        chart=Chart("lines", (x,), ("rating",), series="player", x_title=x, y_title="rating"),
        key=("player", x),
        behind=lists,
    )


def spans(entries: Sequence[Entry], by_day: bool) -> Iterator[tuple[date | int, list[Entry], int]]:
    """A player's matches in at most so many spans: where each ends, its entries, games up to there."""
    ends = [
        place
        for place, entry in enumerate(entries, 1)
        if not by_day or place == len(entries) or entries[place].played_on != entry.played_on
    ]
    step = -(-len(ends) // POINTS)
    begin = 0
    for end in sorted({*ends[::-step]}):
        span = list(entries[begin:end])
        yield (span[-1].played_on if by_day else end), span, end
        begin = end


def behind(asked: Asked, chosen: Chosen, name: str, entries: Sequence[Entry]) -> Behind:
    """A player's matches, the first first."""
    words = options(chosen)
    command = ("ratings", asked.game.key, "--player", name, *(words or ()), *asked.time)
    return Behind(
        total=len(entries),
        matches=[listed(asked, name, entry) for entry in entries[: asked.listed]],
        command="" if words is None else command_line(command),
    )


def listed(asked: Asked, name: str, entry: Entry) -> Listed:
    """A match as a rating sees it."""
    players = (name, entry.opponent) if entry.seat == "A" else (entry.opponent, name)
    return Listed(
        match=entry.match_id,
        players=" – ".join(players),
        date=entry.played_on.isoformat(),
        about=f"{entry.result}, expected {entry.expected:.0%}, moved {entry.change:+.1f}",
        href=asked.href(entry.match_id, None),
    )


def options(chosen: Chosen) -> list[str] | None:
    """The options of `ratings` that choose the same; None if there are none that do."""
    words: list[str] = []
    for name, value in chosen.items():
        values = values_of(value)
        if name == WHO:
            words += ["--bots"] if values == ("bots",) else []
        elif name in ("since", "until", "event"):
            words += [word for each in values for word in (f"--{name}", each)]
        elif len(values) == 1:
            words += ["--filter", f"{name}={values[0]}"]
        else:
            return None
    return words
