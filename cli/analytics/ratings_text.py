"""Ratings for people: the table of a game's players, and the history of one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from rich import box
from rich.markup import escape
from rich.table import Table

from cli.analytics.filters import in_words
from cli.analytics.tables import print_table
from cli.edge import console, say

if TYPE_CHECKING:
    from projections.ratings.book import Entry
    from projections.ratings.ratings import Rated, Ratings

BLOCKS: Final = "▁▂▃▄▅▆▇█"
LONGEST: Final = 60
"""Cells of a sparkline."""
UNSURE: Final = "?"
"""How a rating is marked of which little is known."""


def print_ratings(rated: Ratings) -> None:
    """Print who is how strong, and what the numbers rest on."""
    table = narrow(
        *(">", "player", ">games", ">W-D-L", ">rating ", ">ordinal", f">last {rated.recent}"),
        "last played",
    )
    for row in rated.rows:
        table.add_row(
            str(row.rank),
            escape(row.player),
            f"{row.games:,}",
            f"{row.won}-{row.drawn}-{row.lost}",
            strength(row.mu, row.sigma) + (UNSURE if row.few else " "),
            f"{row.ordinal:.1f}",
            f"{row.change:+.1f}",
            row.last_played.isoformat(),
            style="dim" if row.few else None,
        )
    if rated.rows:
        print_table(table)
    for line in footing(rated):
        say(f"[dim]{escape(line)}[/]", hanging=2)


def narrow(*columns: str) -> Table:
    """A table of narrow columns; one whose name begins with > stands to the right."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for name in columns:
        right = name.startswith(">")
        made.add_column(name.removeprefix(">"), justify="right" if right else "left")
    made.columns[-1].no_wrap = True
    return made


def strength(mu: float, sigma: float) -> str:
    """A rating with the range in which it lies with 95 % belief."""
    return f"{mu:.1f} ± {1.96 * sigma:4.1f}"


def footing(rated: Ratings) -> list[str]:
    """What a table of ratings rests on, in lines."""
    others = "".join(
        f", {name} {value}" for name, value in in_words(rated.filters).items() if name != "kind"
    )
    kind = in_words(rated.filters)["kind"]
    lines = [f"{rated.matches:,} rated match{'es' * (rated.matches != 1)} of {kind}{others}"]
    if rated.unranked:
        few = "player has" if rated.unranked == 1 else "players have"
        lines[0] += (
            f"; {rated.unranked:,} {few} fewer than {rated.least} games and no rank (--least)"
        )
    if rated.with_oneself:
        lines.append(f"left out, a name against itself: {rated.with_oneself:,}")
    if any(row.few for row in rated.rows):
        lines.append(f"{UNSURE} little is known yet: after some ten games the range is narrower")
    if rated.log_loss is not None:
        lines.append(
            f"expected before each match: log loss {rated.log_loss:.3f} "
            "(0.693 for a coin); less is better"
        )
    if not rated.matches:
        lines.append(advice(rated.game, kind))
    return lines


def advice(game: str, kind: str) -> str:
    """How to come to matches that can be rated."""
    if kind == "bots":
        return f"`ludograph simulate {game} --bots sensible,random -n 50` plays some"
    return f"`ludograph new {game}` opens one; --bots rates what bots have played"


def print_history(name: str, row: Rated | None, entries: Sequence[Entry], rated: Ratings) -> None:
    """Print a player's matches, the first first, and how the rating went."""
    last = entries[-1]
    rank = f"rank {row.rank} of {len(rated.rows)}" if row else f"no rank below {rated.least} games"
    console.print(
        f"[bold]{escape(name)}[/] {strength(last.mu, last.sigma)}, ordinal {last.ordinal:.1f}, {rank}"
    )
    table = narrow(*("played", "opponent", "result", ">expected", ">rating", ">moved", "match"))
    for entry in entries:
        table.add_row(
            entry.played_on.isoformat(),
            escape(entry.opponent),
            entry.result,
            f"{entry.expected:.0%}",
            strength(entry.mu, entry.sigma),
            f"{entry.change:+.1f}",
            escape(entry.match_id),
        )
    print_table(table)
    mus = [entries[0].mu - entries[0].change, *(entry.mu for entry in entries)]
    console.print(f"{mus[0]:.1f} {spark(mus)} {mus[-1]:.1f}")
    console.print("[dim]expected: how probable a win was before, by both ratings[/]")


def spark(values: Sequence[float], cells: int = LONGEST) -> str:
    """Values as a line of blocks, between the least and the greatest; of many, means of parts."""
    count = min(cells, len(values))
    bounds = [round(index * len(values) / count) for index in range(count + 1)]
    means = [sum(values[start:end]) / (end - start) for start, end in pairwise(bounds)]
    low, high = min(means), max(means)
    if high == low:
        return BLOCKS[len(BLOCKS) // 2] * count
    return "".join(BLOCKS[round((m - low) / (high - low) * (len(BLOCKS) - 1))] for m in means)
