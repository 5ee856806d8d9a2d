"""Reports that every game has: from `counted` and from the tables that every game has."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from projections.charts.spec import Chart, crossed, rates
from projections.games.projection import Report
from projections.reports.rates import (
    INTERVAL,
    MATCHES,
    MEAN_INTERVAL,
    PART,
    RATE,
    SHARE_INTERVAL,
    grouped,
    mean,
    share,
)
from projections.schema.definitions import literal
from projections.schema.views import NO_DECISIONS

LENGTH: Final = f"""count(*) AS n, {mean("value", "mean", "mean")},
       round(stddev_samp(value), 9) AS deviation, min(value) AS least,
       quantile_disc(value, 0.1) AS low_tenth, quantile_disc(value, 0.5) AS median,
       quantile_disc(value, 0.9) AS high_tenth, max(value) AS most"""
"""Columns over measures of a match: how they are distributed."""

TENTHS: Final = (
    "The median and the tenths are values that occurred: of two middle ones the lower. "
    f"{MEAN_INTERVAL}"
)

_ENDS: Final = Chart("bars", ("why",), ("n",), y_title="matches", counts="matches")
_TURNS: Final = Chart(
    "bars", ("turn",), ("n",), ordered=True, x_title="ended in turn", y_title="matches",
    counts="matches", most=60,
)  # fmt: skip
_COURSE: Final = Chart(
    "lines", ("turn",), ("winners", "losers"), n="n", x_title="turn", y_title="mean score",
    counts="matches",
)  # fmt: skip
_LENGTH: Final = Chart(
    "intervals", ("measure",), ("mean",), low="mean_low", high="mean_high", n="n", counts="matches",
    y_title="mean, with its 95 % interval",
)  # fmt: skip

SEATS: Final = grouped(
    "seats",
    "Win rate by seat",
    f"{INTERVAL} {MEAN_INTERVAL}",
    of="SELECT seat, match, won, drew, score FROM counted",
    key=("seat",),
    shown=f"{RATE},\n       {mean('score', 'mean_score', 'score')}",
    order="seat",
    chart=rates("seat"),
)

PLAYERS: Final = grouped(
    "players",
    "Win rate by player",
    "Bots are called by their names; who plays against themselves has two games, one a seat. "
    f"{INTERVAL}",
    of="SELECT player, match, seat, won, drew FROM counted",
    key=("player",),
    shown=RATE,
    order="win_rate DESC, player",
    chart=rates("player"),
)

PAIRINGS: Final = grouped(
    "pairings",
    "Who plays against whom",
    f"Each pair twice, as either sees it. {INTERVAL}",
    of="""
SELECT c.player, s.opponent, c.match, c.seat, c.won, c.drew
FROM counted c JOIN seats s ON s.match = c.match AND s.seat = c.seat
""",
    key=("player", "opponent"),
    shown=RATE,
    order="n DESC, player, opponent",
    chart=crossed("player", "opponent", "against"),
)


def starter(
    score: str = "score",
    *,
    title: str = "The starter's advantage",
    about: str = "Who has the first turn, and who the second.",
    key: str = "turn",
    words: tuple[str, str] = ("first", "second"),
    mean_of: str = "score",
) -> Report:
    """How those who start fare, and the others; `score` is the column of `counted` that has it."""
    return grouped(
        "starter",
        title,
        f"{about} {INTERVAL} {MEAN_INTERVAL}",
        of=f"""
SELECT CASE WHEN starts THEN '{words[0]}' ELSE '{words[1]}' END AS {key}, match, seat, won, drew, {score}
FROM counted WHERE starts IS NOT NULL
""",
        key=(key,),
        shown=f"{RATE},\n       {mean(score, f'mean_{mean_of}', mean_of)}",
        order=key,
        chart=rates(key),
    )


def ends(score: str = "score", more: str = "") -> Report:
    """How matches end, and with what score; `more` is another column of `counted` that tells apart."""
    also = f", {more}" if more else ""
    return grouped(
        "ends",
        "How matches end",
        f"The reason, and how many of the matches ended for it; the mean {score} of winner and loser at "
        f"the end. {SHARE_INTERVAL} {MEAN_INTERVAL}",
        of=f"""
SELECT e.why{also}, e.match, e.turns,
       CASE e.winner WHEN 'A' THEN e.score_a WHEN 'B' THEN e.score_b END AS winner,
       CASE e.winner WHEN 'A' THEN e.score_b WHEN 'B' THEN e.score_a END AS loser
FROM (SELECT DISTINCT match{also} FROM counted) c JOIN endings e ON e.match = c.match
""",
        key=("why", more) if more else ("why",),
        shown=f"""{PART},
       {mean("turns", "mean_turns", "turns")},
       {mean("winner", f"winner_{score}", "winner")},
       {mean("loser", f"loser_{score}", "loser")}""",
        order=f"n DESC, why{also}",
        chart=replace(_ENDS, x=("why", more)) if more else _ENDS,
        counts="matches",
        parts=True,
    )


def length(measures: tuple[str, ...], of: str, about: str) -> Report:
    """How long matches are: `of` selects `match` and a column for each measure of it."""
    names, columns = ", ".join(f"'{name}'" for name in measures), ", ".join(measures)
    return grouped(
        "length",
        "Length of a match",
        f"{about} {TENTHS}",
        of=f"""
SELECT unnest([{names}]) AS measure, unnest([{columns}]) AS value, match
FROM ({of.strip()})
""",
        key=("measure",),
        shown=LENGTH,
        order="measure DESC",
        chart=_LENGTH,
        counts="matches",
    )


def turns(band: int = 1, also: str = "") -> Report:
    """How many matches took how many turns, in bands of so many; `also` are more columns to show."""
    key = ("from_turn", "to_turn") if band > 1 else ("turn",)
    columns = f"turns // {band} * {band} AS from_turn, from_turn + {band - 1} AS to_turn"
    chart = replace(_TURNS, x=key, joint="–", x_title="turns") if band > 1 else _TURNS
    return grouped(
        "turns",
        "Distribution of turns",
        f"How many matches took how many turns, and how many of them were draws. {SHARE_INTERVAL}",
        of=f"""
SELECT {columns if band > 1 else "e.turns AS turn"}, e.match, e.turns, e.why, e.winner
FROM {MATCHES} c JOIN endings e ON e.match = c.match
""",
        key=key,
        shown=f"{PART}{also},\n       count(*) - count(winner) AS draws",
        order=key[0],
        chart=chart,
        counts="matches",
        parts=True,
    )


def leader(unit: str = "score") -> Report:
    """How often the one who leads when a turn begins wins."""
    return grouped(
        "leader",
        "How often the leader wins",
        "Who has more when a turn begins, before anything happens in it: how often that seat wins, by "
        f"turn, and how far it leads on average ({unit}). {INTERVAL} {MEAN_INTERVAL}",
        of="""
SELECT t.turn, t.match, t.step, c.seat, c.won, c.drew, t.lead
FROM (SELECT match, turn, step, CASE WHEN a > b THEN 'A' ELSE 'B' END AS seat, abs(a - b) AS lead
      FROM turns WHERE a <> b) t
JOIN counted c ON c.match = t.match AND c.seat = t.seat
""",
        key=("turn",),
        shown=f"{RATE},\n       {mean('lead', 'mean_lead', 'lead')}",
        order="turn",
        chart=Chart(
            "lines", ("turn",), ("win_rate",), low="low", high="high", n="n", x_title="turn",
            y_title="leader's win rate, with its 95 % interval", counts="matches", percent=True,
            reference=0.5,
        ),
        counts="matches",
        least=20,
    )  # fmt: skip


COURSE_SHOWN: Final = f"""count(*) AS n, {mean("winner", "winners", "winners")},
       {mean("loser", "losers", "losers")},
       winners - losers AS lead, count(*) FILTER (winner > loser) AS led,
       {share("count(*) FILTER (winner > loser)", "count(*)")}"""
"""Columns over turns of matches, with the later winner's and loser's score after each."""


def course(unit: str, *, name: str = "course", least: int = 5) -> Report:
    """The mean score of winners and losers after each turn: when the next one begins, or at the end."""
    return grouped(
        name,
        f"{unit} by turn",
        f"Mean {unit} after each turn of those who won and those who lost, over the matches that reached "
        "it and were no draws; led is how often the later winner had more. "
        f"{SHARE_INTERVAL} {MEAN_INTERVAL}",
        of="""
SELECT h.turn, h.match, CASE e.winner WHEN 'A' THEN h.a ELSE h.b END AS winner,
       CASE e.winner WHEN 'A' THEN h.b ELSE h.a END AS loser
FROM (
 SELECT match, turn - 1 AS turn, a, b FROM turns WHERE turn > 1
 UNION ALL
 SELECT match, turns, score_a, score_b FROM endings WHERE turns > 0
) h
JOIN (SELECT match, winner FROM endings WHERE winner IS NOT NULL
      AND match IN (SELECT match FROM counted)) e ON e.match = h.match
""",
        key=("turn",),
        shown=COURSE_SHOWN,
        order="turn",
        chart=replace(_COURSE, y_title=f"mean {unit}"),
        counts="matches",
        least=least,
    )


OWN_TURNS: Final = "SELECT match, turn, seat, nth FROM turns"
"""The turns of each seat, numbered from 1."""
EARLY: Final = "turn <= (SELECT max(turn) FROM early)"
"""That a turn can be one of the first two of a seat, for what `openings` looks at."""


def in_order(what: str, between: str) -> str:
    """SQL for the texts of a group, sorted, as one text: `string_agg` with an ORDER BY, but quick."""
    return (
        f"array_to_string(list_sort(list({what}) FILTER ({what} IS NOT NULL)), {literal(between)})"
    )


STEPS: Final = f"""
SELECT match, turn, seat, string_agg(text, ' ' ORDER BY step) AS text
FROM (SELECT s.match, s.turn, s.seat, s.step,
             array_to_string(list_transform(from_json(s.payload, '{{"a": ["JSON"]}}').a,
                                            lambda x: x->>'$'), ' ') AS text
      FROM steps s WHERE s.{EARLY} AND s.seat <> 'dealer'
       AND s.action NOT IN ({", ".join(map(literal, NO_DECISIONS))}))
GROUP BY match, turn, seat
""".strip()
"""What a seat does in a turn, in the words in which actions are stored."""


def openings(about: str, done: str = STEPS, own_turns: str = OWN_TURNS) -> Report:
    """How a seat's first two turns are played, how often, and with what success.

    `done` selects match, turn, seat and text: what a seat does in a turn, in words that are the same
    for the same; of turns that are not `EARLY` it need not. `own_turns` selects match, turn, seat and
    nth: which turn of the seat's it is.
    """
    return grouped(
        "openings",
        "Openings",
        f"{about} n is how many seats opened so. {INTERVAL}",
        of=f"""
WITH early AS (SELECT match, turn, seat, nth FROM ({own_turns}) WHERE nth <= 2)
SELECT o.opening, c.match, c.seat, c.won, c.drew
FROM (
 SELECT t.match, t.seat, concat_ws(' / ', any_value(coalesce(d.text, '–')) FILTER (t.nth = 1),
                                   any_value(coalesce(d.text, '–')) FILTER (t.nth = 2)) AS opening
 FROM early t
 LEFT JOIN ({done.strip()}) d ON d.match = t.match AND d.turn = t.turn AND d.seat = t.seat
 GROUP BY t.match, t.seat
) o JOIN counted c ON c.match = o.match AND c.seat = o.seat
""",
        key=("opening",),
        shown=RATE,
        order="n DESC, win_rate DESC, opening",
        chart=rates("opening", most=20),
        least=5,
    )
