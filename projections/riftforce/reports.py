"""The named reports about Riftforce.

`counted` has two rows a match, one a seat: the view `riftforce_sides` of finished matches, filtered.
A draw counts as a match played and not as a win.
"""

from __future__ import annotations

from projections.projected import KIND_FILTER, Filter, Report
from projections.rates import INTERVAL, RATE

COUNTED = "SELECT * FROM riftforce_sides"

FILTERS: tuple[Filter, ...] = (
    KIND_FILTER,
    Filter("expansion", ("base", "beyond"), "expansion = {value}"),
    Filter("ice", ("rulebook", "printed"), "ice = {value}"),
)

UNFINISHED = """
SELECT count(*) FROM (
 SELECT m.kind, o.expansion, o.ice FROM matches m JOIN riftforce_settings o USING (match)
 WHERE m.status = 'open'
)
""".strip()


GUILDS = Report(
    "guilds",
    "Win rate by guild",
    f"n counts the seats that played with the guild. {INTERVAL}",
    f"""
SELECT guild, {RATE}
FROM (SELECT unnest(guilds) AS guild, won, drew FROM counted)
GROUP BY guild ORDER BY win_rate DESC, guild
""".strip(),
)

PAIRS = Report(
    "pairs",
    "Win rate by pair of guilds",
    f"n counts the seats that played with both. {INTERVAL}",
    f"""
SELECT guild, partner, {RATE}
FROM (SELECT guild, unnest(guilds) AS partner, won, drew
      FROM (SELECT unnest(guilds) AS guild, guilds, won, drew FROM counted))
WHERE guild < partner GROUP BY guild, partner ORDER BY win_rate DESC, guild, partner
""".strip(),
)

MATCHUPS = Report(
    "matchups",
    "Win rate of a guild against a guild",
    "Each pair of opposing guilds once, the first by name; wins are those of the first. "
    + INTERVAL,
    f"""
SELECT guild, against, {RATE}
FROM (SELECT guild, unnest(other) AS against, won, drew
      FROM (SELECT unnest(c.guilds) AS guild, o.guilds AS other, c.won, c.drew
            FROM counted c JOIN counted o ON o.match = c.match AND o.seat <> c.seat))
WHERE guild < against GROUP BY guild, against ORDER BY win_rate DESC, guild, against
""".strip(),
)

DRAFT = Report(
    "draft",
    "Win rate by draft position",
    "pick is which of its seat's guilds it was, draft_position which pick over both seats; "
    "guilds drawn at random or agreed have none. " + INTERVAL,
    f"""
SELECT p.how, p.pick, p.draft_position, {RATE}
FROM riftforce_picks p JOIN counted c ON c.match = p.match AND c.seat = p.seat
GROUP BY p.how, p.pick, p.draft_position ORDER BY p.how, p.pick, p.draft_position
""".strip(),
)

DRAFTED = Report(
    "drafted",
    "Win rate by guild and how it was come by",
    "How often each guild was agreed, drawn (a seat's first) or picked as its second, third or fourth. "
    + INTERVAL,
    f"""
SELECT p.guild, p.how, CASE p.how WHEN 'picked' THEN p.pick END AS pick, {RATE}
FROM riftforce_picks p JOIN counted c ON c.match = p.match AND c.seat = p.seat
GROUP BY ALL ORDER BY p.guild, p.how, pick
""".strip(),
)

STARTER = Report(
    "starter",
    "The starter's advantage",
    f"Who has the first turn, and who the second. {INTERVAL}",
    f"""
SELECT CASE WHEN starts THEN 'first' ELSE 'second' END AS turn, {RATE},
       avg(score) AS mean_score
FROM counted WHERE starts IS NOT NULL GROUP BY starts ORDER BY starts DESC
""".strip(),
)

POINTS = Report(
    "points",
    "Riftforce by source",
    "Where points come from: per seat and match, over all, for winners and for the others.",
    """
SELECT p.why AS source, count(*) AS gains, sum(p.points)::INTEGER AS points,
       sum(p.points) / sum(sum(p.points)) OVER () AS share,
       sum(p.points) / (SELECT count(*) FROM counted) AS per_seat,
       coalesce(sum(p.points) FILTER (c.won = 1), 0)
         / (SELECT nullif(sum(won), 0) FROM counted) AS per_winner,
       coalesce(sum(p.points) FILTER (c.won = 0), 0)
         / (SELECT nullif(sum(1 - won), 0) FROM counted) AS per_other
FROM riftforce_points p JOIN counted c ON c.match = p.match AND c.seat = p.seat
GROUP BY p.why ORDER BY points DESC, p.why
""".strip(),
)

LENGTH = Report(
    "length",
    "Length of a match",
    "Turns of both seats together, steps as recorded, and the points of both seats together. The median "
    "and the tenths are values that occurred: of two middle ones the lower.",
    """
SELECT measure, count(*) AS n, avg(value) AS mean, round(stddev_samp(value), 9) AS deviation,
       min(value) AS least, quantile_disc(value, 0.1) AS low_tenth, quantile_disc(value, 0.5) AS median,
       quantile_disc(value, 0.9) AS high_tenth, max(value) AS most
FROM (
 SELECT unnest(['turns', 'steps', 'points']) AS measure,
        unnest([max(turns), max(steps), sum(score)::INTEGER]) AS value
 FROM counted GROUP BY match
) GROUP BY measure ORDER BY measure DESC
""".strip(),
)

TURNS = Report(
    "turns",
    "Distribution of turns",
    "How many matches took how many turns, in bands of ten; and how many of them were draws.",
    """
SELECT (turns // 10) * 10 AS from_turn, (turns // 10) * 10 + 9 AS to_turn, count(*) AS n,
       sum(drew)::INTEGER AS draws, n / sum(n) OVER () AS share
FROM (SELECT match, any_value(turns) AS turns, any_value(drew) AS drew FROM counted GROUP BY match)
GROUP BY turns // 10 ORDER BY from_turn
""".strip(),
)

REPORTS: tuple[Report, ...] = (
    GUILDS,
    PAIRS,
    MATCHUPS,
    DRAFT,
    DRAFTED,
    STARTER,
    POINTS,
    LENGTH,
    TURNS,
)
