"""Reports about decisions: how often what was offered is taken, and how often people follow the bot.

They rest on what `ludograph decisions` works out, and count only matches with which that was done. What
counts are questions with more than one legal answer, to a seat whose whole hand the recording knew,
answered as the match stands: nothing that was taken back, corrected, or stood although not legal.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from domain.bots.decisions import FEW
from projections.charts.spec import Chart
from projections.games.projection import Report
from projections.reports.rates import MEAN_INTERVAL, SHARE_INTERVAL, mean, share
from projections.schema.decision_tables import UP_TO_DATE

COUNTED: Final = f"""counted c
 JOIN decisions d ON d.match = c.match AND d.seat = c.seat
 SEMI JOIN ({UP_TO_DATE}) u ON u.match = d.match"""
"""What decisions are joined to: seats that count, of matches that are worked out."""
COUNT: Final = "d.options > 1 AND d.known AND NOT d.stood AND NOT d.taken_back AND NOT d.corrected"
"""Which decisions count."""

WHAT: Final = (
    "Questions with more than one answer, where the whole hand is known; what was taken back does not "
    "count. Questions of one match hang together, so bounds are rather too narrow."
)

NOTHING: Final = "No decision counts here; `ludograph decisions` works them out."
"""What a chart of nothing says."""

_OFFERED: Final = f"""
SELECT d.about AS question, p.action, nullif(p.subject, '') AS subject, d.match, d.seat, d.step, d.turn,
       d.taken AS decided, p.taken, p.alike, d.options, p.alike / d.options AS by_chance,
       p.firsts / d.best AS by_bot, p.rank, c.won, c.drew
FROM {COUNTED}
JOIN (SELECT match, step, action, subject, max(taken::INTEGER) AS taken, count(*) AS alike,
             count(*) FILTER (rank = 1) AS firsts, min(rank) AS rank
      FROM decision_options SEMI JOIN counted USING (match) GROUP BY match, step, action, subject
 ) p ON p.match = d.match AND p.step = d.step
WHERE {COUNT}
""".strip()

_FOLLOWED: Final = f"""
SELECT coalesce(s.bot, 'people') AS who, {{key}}, d.match, d.seat, d.step, d.taken, d.options, d.best,
       d.rank, d.gap
FROM {COUNTED}
JOIN seats s ON s.match = c.match AND s.seat = c.seat
WHERE {COUNT} AND d.best < d.options
""".strip()

_FOLLOWED_SHOWN: Final = f"""count(*) AS n, count(*) FILTER (rank = 1) AS first,
       {share("first", "n")}, avg(best / options) AS chance_share, avg(rank) AS mean_rank,
       {mean("gap", "mean_gap", "gap")}"""

_FOLLOWING: Final = (
    "How often the sensible bot's first choice was taken, by people and by each bot; where it holds "
    "several for the best, each is its first. chance_share is how often that happens to who takes any "
    "answer at random; mean_rank is where the choice stands by the bot, mean_gap how far it is from its "
    f"best: 0 is as good, 1 its worst. {WHAT} {SHARE_INTERVAL} {MEAN_INTERVAL}"
)


def offered(command: str) -> Report:
    """How often what was offered is taken, by kind of answer and what it is about."""
    return Report(
        "options",
        "Take rate of options",
        "n counts the questions at which such an answer was legal, taken how often one was given; "
        "the other shares are those of who won and who lost, of who takes any answer at random, and of "
        "the sensible bot; mean_rank is where the best of them stands by the bot. Left out are questions "
        f"with more than {FEW} answers. {WHAT} {SHARE_INTERVAL}",
        f"""
SELECT question, action, subject, count(*) AS n, sum(taken)::INTEGER AS taken,
       {share("sum(taken)", "count(*)")},
       avg(taken) FILTER (won = 1) AS winners_share,
       avg(taken) FILTER (won = 0 AND drew = 0) AS losers_share,
       avg(by_chance) AS chance_share, avg(by_bot) AS bot_share, avg(rank) AS mean_rank
FROM (
{_OFFERED}
)
GROUP BY question, action, subject
""".strip(),
        key=("question", "action", "subject"),
        rows=_OFFERED,
        n="n",
        counts="questions",
        order="n DESC, question, action, subject",
        least=20,
        worked_out_by=command,
        chart=Chart(
            "intervals", ("question", "action", "subject"), ("share",), low="low", high="high", n="n",
            sort="y", y_title="taken of offered, with its 95 % interval", counts="questions",
            percent=True, most=40, empty=NOTHING,
        ),
    )  # fmt: skip


_BY_QUESTION: Final = Chart(
    "intervals", ("who", "question"), ("share",), low="low", high="high", n="n",
    y_title="the bot's first choice, with its 95 % interval", counts="questions", percent=True,
    empty=NOTHING,
)  # fmt: skip
_BY_TURN: Final = Chart(
    "lines", ("turn",), ("share",), series="who", n="n", x_title="turn",
    y_title="the bot's first choice", counts="questions", percent=True,
    empty=NOTHING,
)  # fmt: skip


def followed(
    name: str, title: str, key: tuple[str, ...], column: str, chart: Chart, command: str
) -> Report:
    """How often the sensible bot's first choice is taken, by who decides and a key."""
    rows, names = _FOLLOWED.format(key=column), ", ".join(key)
    return Report(
        name,
        title,
        _FOLLOWING,
        f"SELECT {names}, {_FOLLOWED_SHOWN}\nFROM (\n{rows}\n)\nGROUP BY {names}",
        key=key,
        rows=rows,
        n="n",
        counts="questions",
        order=names,
        least=10,
        worked_out_by=command,
        chart=chart,
    )


def of(key: str, band: int = 1) -> tuple[Report, ...]:
    """The reports about decisions of a game; turns are counted in bands of so many."""
    command = f"ludograph decisions --game {key} --all"
    turns: tuple[str, ...] = ("turn",)
    column, chart = "d.turn", _BY_TURN
    if band > 1:
        turns = ("from_turn", "to_turn")
        column = f"d.turn // {band} * {band} AS from_turn, from_turn + {band - 1} AS to_turn"
        chart = replace(_BY_TURN, x=("from_turn",), x_title="turn, from")
    return (
        offered(command),
        followed(
            "agreement", "Agreement with the bot", ("who", "question"), "d.about AS question",
            _BY_QUESTION, command,
        ),
        followed(
            "agreement_turns", "Agreement with the bot by turn", ("who", *turns), column, chart,
            command,
        ),
    )  # fmt: skip
