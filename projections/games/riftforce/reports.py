"""The named reports about Riftforce.

`counted` has two rows a match, one a seat: the view `riftforce_sides` of finished matches, filtered.
A draw counts as a match played and not as a win.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from projections.charts.spec import crossed, rates, sums
from projections.games.projection import KIND_FILTER, Filter, Report
from projections.reports import common, decisions
from projections.reports.rates import INTERVAL, MATCHES, MEAN_INTERVAL, RATE, grouped, mean_a_seat

COUNTED = "SELECT * FROM riftforce_sides"

FILTERS: tuple[Filter, ...] = (
    KIND_FILTER,
    Filter("expansion", ("base", "beyond"), "expansion = {value}"),
    Filter("ice", ("rulebook", "printed"), "ice = {value}"),
)

UNFINISHED = """
SELECT count(*) FROM (
 SELECT m.match, m.kind, o.expansion, o.ice FROM matches m JOIN riftforce_settings o USING (match)
 WHERE m.status = 'open'
)
""".strip()


GUILDS: Final = grouped(
    "guilds",
    "Win rate by guild",
    f"n counts the seats that played with the guild. {INTERVAL}",
    of="SELECT unnest(guilds) AS guild, match, seat, won, drew FROM counted",
    key=("guild",),
    shown=RATE,
    order="win_rate DESC, guild",
    chart=rates("guild"),
)

PAIRS: Final = grouped(
    "pairs",
    "Win rate by pair of guilds",
    f"n counts the seats that played with both. {INTERVAL}",
    of="""
SELECT guild, partner, match, seat, won, drew
FROM (SELECT guild, unnest(guilds) AS partner, match, seat, won, drew
      FROM (SELECT unnest(guilds) AS guild, guilds, match, seat, won, drew FROM counted))
WHERE guild < partner
""",
    key=("guild", "partner"),
    shown=RATE,
    order="win_rate DESC, guild, partner",
    chart=crossed("guild", "partner", "together with"),
    least=5,
)

MATCHUPS: Final = grouped(
    "matchups",
    "Win rate of a guild against a guild",
    "Each pair of opposing guilds once, the first by name; wins are those of the first, in all "
    f"matches that count, whoever played it. {INTERVAL}",
    of="""
SELECT guild, against, match, seat, won, drew
FROM (SELECT guild, unnest(other) AS against, match, seat, won, drew
      FROM (SELECT unnest(s.guilds) AS guild, o.guilds AS other, s.match, s.seat, s.won, s.drew
            FROM riftforce_sides s
            JOIN riftforce_sides o ON o.match = s.match AND o.seat <> s.seat
            SEMI JOIN counted c ON c.match = s.match))
WHERE guild < against
""",
    key=("guild", "against"),
    shown=RATE,
    order="win_rate DESC, guild, against",
    chart=crossed("guild", "against", "against"),
    least=5,
)

DRAFT: Final = grouped(
    "draft",
    "Win rate by draft position",
    "pick is which of its seat's guilds it was, draft_position which pick over both seats; "
    "guilds drawn at random or agreed have none: those rows hold both seats of each match, so that as "
    f"many win as lose. {INTERVAL}",
    of="""
SELECT p.how, p.pick, p.draft_position, p.match, p.seat, p.step, p.guild, c.won, c.drew
FROM riftforce_picks p JOIN counted c ON c.match = p.match AND c.seat = p.seat
""",
    key=("how", "pick", "draft_position"),
    shown=RATE,
    order="how, pick, draft_position",
    chart=replace(rates("how", "pick", "draft_position"), sort="given"),
)

DRAFTED: Final = grouped(
    "drafted",
    "Win rate by guild and how it was come by",
    "How often each guild was agreed, drawn (a seat's first) or picked as its second, third or fourth. "
    f"{INTERVAL}",
    of="""
SELECT p.guild, p.how, CASE p.how WHEN 'picked' THEN p.pick END AS pick, p.match, p.seat, p.step,
       c.won, c.drew
FROM riftforce_picks p JOIN counted c ON c.match = p.match AND c.seat = p.seat
""",
    key=("guild", "how", "pick"),
    shown=RATE,
    order="guild, how, pick",
    chart=rates("guild", "how", "pick", most=40),
    least=5,
)

_GAINS: Final = """
SELECT p.why AS source, p.match, p.seat, p.step, p.turn, p.location, p.points, c.won
FROM riftforce_points p JOIN counted c ON c.match = p.match AND c.seat = p.seat
""".strip()

POINTS: Final = Report(
    "points",
    "Riftforce by source",
    "Where points come from: per seat and match, over all, for winners and for the others. "
    f"{MEAN_INTERVAL}",
    f"""
SELECT source, sum(times)::INTEGER AS gains, sum(gained)::INTEGER AS points,
       sum(gained) / sum(sum(gained)) OVER () AS share,
       {mean_a_seat("gained", "per_seat")},
       coalesce(sum(gained) FILTER (won = 1), 0)
         / (SELECT nullif(sum(won), 0) FROM counted) AS per_winner,
       coalesce(sum(gained) FILTER (won = 0), 0)
         / (SELECT nullif(sum(1 - won), 0) FROM counted) AS per_other
FROM (
 SELECT source, match, seat, won, count(*) AS times, sum(points) AS gained
 FROM (
{_GAINS}
 ) GROUP BY source, match, seat, won
)
GROUP BY source
""".strip(),
    key=("source",),
    rows=_GAINS,
    n="gains",
    counts="gains",
    order="points DESC, source",
    chart=sums("source", y="points", title="Riftforce"),
)

LENGTH: Final = common.length(
    ("turns", "steps", "points"),
    f"""
SELECT e.match, e.turns, e.steps, e.score_a + e.score_b AS points
FROM {MATCHES} c JOIN endings e ON e.match = c.match
""",
    "Turns of both seats together, steps as recorded, and the points of both seats together.",
)

_DONE: Final = f"""
SELECT match, turn, seat, {common.in_order("text", ", ")} AS text
FROM (
 SELECT match, turn, seat, 'play ' || {common.in_order("guild", "+")} AS text
 FROM riftforce_plays WHERE {common.EARLY} GROUP BY match, turn, seat
 UNION ALL
 SELECT match, turn, seat, 'activate ' || {common.in_order("guild", "+")}
 FROM riftforce_activations WHERE {common.EARLY} GROUP BY match, turn, seat
 UNION ALL
 SELECT DISTINCT match, turn, seat, 'discard'
 FROM (FROM riftforce_discards WHERE {common.EARLY})
 ANTI JOIN (FROM riftforce_activations WHERE {common.EARLY}) USING (match, turn, seat)
 UNION ALL
 SELECT DISTINCT match, turn, seat, 'check' FROM steps WHERE action = 'check' AND {common.EARLY}
)
GROUP BY match, turn, seat
"""

OPENINGS: Final = common.openings(
    "The guilds that a seat plays or activates in its first two turns, wherever; or that it only "
    "discards, or checks.",
    _DONE,
)

REPORTS: Final[tuple[Report, ...]] = (
    GUILDS,
    PAIRS,
    MATCHUPS,
    DRAFT,
    DRAFTED,
    common.starter(),
    common.leader("Riftforce"),
    common.course("Riftforce"),
    OPENINGS,
    POINTS,
    LENGTH,
    common.turns(band=10),
    common.ends(),
    *decisions.of("riftforce", band=5),
    common.PLAYERS,
    common.PAIRINGS,
)
