"""The charts of the games' own reports, by game and report; the others may have a suggested one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from projections.charts.spec import Chart, rates, suggested

_MATCHUPS: Final = Chart(
    "heat", ("guild",), ("win_rate",), series="against", n="n", sort="x", x_title="against",
    y_title="win rate", percent=True, reference=0.5, most=16,
)  # fmt: skip
_PAIRS: Final = replace(_MATCHUPS, series="partner", x_title="together with")
_TURNS: Final = Chart(
    "bars",
    ("from_turn", "to_turn"),
    ("n",),
    ordered=True,
    joint="–",
    x_title="turns",
    y_title="matches",
    counts="matches",
)
_ENDS: Final = Chart("bars", ("why",), ("n",), y_title="matches", counts="matches")


def _sums(x: str, y: str, title: str, n: str = "", counts: str = "matches") -> Chart:
    return Chart("bars", (x,), (y,), n=n, sort="y", y_title=title, counts=counts, most=20)


CHARTS: Final[dict[tuple[str, str], Chart]] = {
    ("riftforce", "guilds"): rates("guild"),
    ("riftforce", "pairs"): _PAIRS,
    ("riftforce", "matchups"): _MATCHUPS,
    ("riftforce", "draft"): replace(rates("how", "pick", "draft_position"), sort="given"),
    ("riftforce", "drafted"): rates("guild", "how", "pick", most=40),
    ("riftforce", "starter"): rates("turn"),
    ("riftforce", "points"): _sums("source", "points", "Riftforce"),
    ("riftforce", "turns"): _TURNS,
    ("solforge", "decks"): rates("deck", "faction"),
    ("solforge", "factions"): rates("faction", "partner"),
    ("solforge", "forgeborn"): rates("forgeborn"),
    ("solforge", "cards"): rates("card", "level", most=40),
    ("solforge", "starter"): rates("forge"),
    ("solforge", "sudden"): Chart(
        "intervals", ("edition",), ("share",), low="low", high="high", n="n", percent=True,
        y_title="share with Sudden Death, with its 95 % interval", counts="matches",
    ),
    ("solforge", "ends"): replace(_ENDS, x=("why", "sudden")),
    ("solforge", "turns"): replace(_TURNS, x=("turn",), x_title="ended in turn"),
    ("solforge", "health"): Chart(
        "lines", ("turn",), ("winners", "losers"), n="n", x_title="turn", y_title="mean Health",
        counts="matches",
    ),
    ("solforge", "cycles"): rates("cycle", x_title="deck cycle"),
    ("solforge", "abilities"): rates("forgeborn", "cycle", "level"),
    ("solforge", "drawn"): Chart(
        "bars", ("card", "level"), ("share",), n="drawn", sort="y", percent=True, counts="draws",
        y_title="played of drawn",
    ),
    ("solforge", "damage"): _sums("source", "damage", "damage to the other side"),
    ("solforge", "dealers"): replace(
        _sums("card", "damage", "damage to the other side"), x=("card", "level")
    ),
    ("magical_forge", "decks"): rates("deck", "spells"),
    ("magical_forge", "starter"): rates("turn"),
    ("magical_forge", "cards"): rates("card", most=40),
    ("magical_forge", "attacks"): _sums("how", "n", "attacks"),
    ("magical_forge", "attackers"): _sums("card", "taken", "Life Points taken"),
    ("magical_forge", "triggers"): _sums("trigger", "n", "Spells activated"),
    ("magical_forge", "spells"): _sums("card", "n", "times put into play"),
    ("magical_forge", "responses"): replace(
        _sums("card", "n", "responses"), x=("card", "kind", "to_kind")
    ),
    ("magical_forge", "stopped"): _sums("kind", "n", "effects activated"),
    ("magical_forge", "depth"): Chart(
        "bars", ("depth",), ("n",), ordered=True, x_title="place on the stack", y_title="effects"
    ),
    ("magical_forge", "life"): _sums("source", "lost", "Life Points lost by the opponent"),
    ("magical_forge", "takers"): _sums("card", "lost", "Life Points lost by the opponent"),
    ("magical_forge", "ends"): _ENDS,
}  # fmt: skip


def chart_of(game: str, report: str, columns: Iterable[str]) -> Chart | None:
    """The chart of a report; None if it has none, and its columns suggest none."""
    return CHARTS.get((game, report)) or suggested(columns)
