"""The named reports about SolForge Fusion.

`counted` has two rows a match, one a seat: the view `solforge_sides` of finished matches, filtered.
A draw counts as a match played and not as a win.
"""

from __future__ import annotations

from projections.projected import KIND_FILTER, Filter, Report
from projections.rates import INTERVAL, RATE

COUNTED = "SELECT * FROM solforge_sides"

FILTERS: tuple[Filter, ...] = (
    KIND_FILTER,
    Filter("edition", ("whitefang", "early"), "edition = {value}"),
)

UNFINISHED = """
SELECT count(*) FROM (
 SELECT m.kind, s.edition FROM matches m JOIN solforge_settings s USING (match)
 WHERE m.status = 'open'
)
""".strip()


DECKS = Report(
    "decks",
    "Win rate by half-deck",
    "n counts the seats that played with it; halves of ten cards by name are one row without a name. "
    + INTERVAL,
    f"""
SELECT h.deck, CASE WHEN h.deck IS NOT NULL THEN h.faction END AS faction, {RATE}
FROM counted c JOIN solforge_halves h ON h.match = c.match AND h.seat = c.seat
GROUP BY ALL ORDER BY win_rate DESC, h.deck, faction
""".strip(),
)

FACTIONS = Report(
    "factions",
    "Win rate by pair of factions",
    f"n counts the seats that played with both. {INTERVAL}",
    f"""
SELECT factions[1] AS faction, factions[2] AS partner, {RATE}
FROM counted GROUP BY faction, partner ORDER BY win_rate DESC, faction, partner
""".strip(),
)

FORGEBORN = Report(
    "forgeborn",
    "Win rate by Forgeborn",
    f"n counts the seats that played with it. {INTERVAL}",
    f"""
SELECT forgeborn, {RATE}
FROM counted GROUP BY forgeborn ORDER BY win_rate DESC, forgeborn
""".strip(),
)

CARDS = Report(
    "cards",
    "Win rate by card and level",
    "plays is how often the card was played at that level, n how many seats played it at least once. "
    + INTERVAL,
    f"""
SELECT card, level, sum(plays)::INTEGER AS plays, {RATE}
FROM (SELECT match, seat, card, level, count(*) AS plays FROM solforge_announced GROUP BY ALL) p
JOIN counted c ON c.match = p.match AND c.seat = p.seat
GROUP BY card, level ORDER BY win_rate DESC, n DESC, card, level
""".strip(),
)

STARTER = Report(
    "starter",
    "The advantage of starting with the Forge",
    f"Who has the Forge in the first turn, and who not. {INTERVAL}",
    f"""
SELECT CASE WHEN starts THEN 'with' ELSE 'without' END AS forge, {RATE},
       avg(score) AS mean_health
FROM counted WHERE starts IS NOT NULL GROUP BY starts ORDER BY starts DESC
""".strip(),
)

SUDDEN = Report(
    "sudden",
    "How often there is Sudden Death",
    "By edition; tied and cycles say why it began. low and high bound the share with 95 % confidence "
    "(Wilson).",
    """
SELECT edition, count(*) AS n, count(sudden) AS sudden, count(*) FILTER (sudden = 'tied') AS tied,
       count(*) FILTER (sudden = 'cycles') AS cycles, count(sudden) / count(*) AS share,
       wilson_low(count(sudden), count(*)) AS low, wilson_high(count(sudden), count(*)) AS high
FROM (SELECT DISTINCT match, edition, sudden FROM counted)
GROUP BY edition ORDER BY edition DESC
""".strip(),
)

ENDS = Report(
    "ends",
    "How matches end",
    "By the rulebook's reason, and whether there was Sudden Death before; Health at the end of winner "
    "and loser.",
    """
SELECT why, sudden, count(DISTINCT match) AS n, n / sum(n) OVER () AS share, avg(turns) AS mean_turns,
       avg(score) FILTER (won = 1) AS winner_health,
       avg(score) FILTER (won = 0 AND drew = 0) AS loser_health
FROM counted GROUP BY why, sudden ORDER BY n DESC, why, sudden
""".strip(),
)

LENGTH = Report(
    "length",
    "Length of a match",
    "Turns, steps as recorded, and cards played by both seats together. The median and the tenths are "
    "values that occurred: of two middle ones the lower.",
    """
SELECT measure, count(*) AS n, avg(value) AS mean, round(stddev_samp(value), 9) AS deviation,
       min(value) AS least, quantile_disc(value, 0.1) AS low_tenth, quantile_disc(value, 0.5) AS median,
       quantile_disc(value, 0.9) AS high_tenth, max(value) AS most
FROM (
 SELECT unnest(['turns', 'steps', 'plays']) AS measure, unnest([turns, steps, plays]) AS value
 FROM (SELECT c.match, max(c.turns) AS turns, max(c.steps) AS steps,
              coalesce(max(p.plays), 0)::INTEGER AS plays
       FROM counted c
       LEFT JOIN (SELECT match, count(*) AS plays FROM solforge_announced GROUP BY match) p
         ON p.match = c.match
       GROUP BY c.match)
) GROUP BY measure ORDER BY measure DESC
""".strip(),
)

TURNS = Report(
    "turns",
    "Distribution of turns",
    "How many matches ended in which turn; how many by Sudden Death, how many were draws.",
    """
SELECT turns AS turn, count(*) AS n, count(*) FILTER (why = 'sudden') AS sudden,
       sum(drew)::INTEGER AS draws, n / sum(n) OVER () AS share
FROM (SELECT match, any_value(turns) AS turns, any_value(why) AS why, any_value(drew) AS drew
      FROM counted GROUP BY match)
GROUP BY turns ORDER BY turns
""".strip(),
)

HEALTH = Report(
    "health",
    "Health by turn",
    "Mean Health after each turn of those who won and those who lost, over the matches that reached it "
    "and were no draws; led is how often the later winner had more.",
    """
SELECT turn, count(*) AS n, avg(winner) AS winners, avg(loser) AS losers, winners - losers AS lead,
       count(*) FILTER (winner > loser) AS led, led / n AS share
FROM (SELECT h.match, h.turn, max(h.health) FILTER (c.won = 1) AS winner,
             max(h.health) FILTER (c.won = 0) AS loser
      FROM solforge_turn_health h JOIN counted c ON c.match = h.match AND c.seat = h.seat
      WHERE c.drew = 0 GROUP BY h.match, h.turn)
GROUP BY turn ORDER BY turn
""".strip(),
)

ABILITIES = Report(
    "abilities",
    "Win rate by Forgeborn ability used",
    "uses is how often it was used in that deck cycle, n how many seats used it at least once. "
    + INTERVAL,
    f"""
SELECT f.forgeborn, f.cycle, f.level, sum(f.uses)::INTEGER AS uses, {RATE}
FROM (SELECT match, seat, forgeborn, cycle, level, count(*) AS uses FROM solforge_forgeborn
      GROUP BY ALL) f
JOIN counted c ON c.match = f.match AND c.seat = f.seat
GROUP BY f.forgeborn, f.cycle, f.level ORDER BY f.forgeborn, f.cycle, f.level
""".strip(),
)

CYCLES = Report(
    "cycles",
    "Use of Forgeborn abilities by deck cycle",
    "n counts the seats whose match came to that cycle, used how many of them used an ability in it; "
    "win_rate and the interval are of those, unused_win_rate of the others.",
    """
SELECT y.cycle, count(*) AS n, count(f.match) AS used, used / n AS share,
       sum(c.won) FILTER (f.match IS NOT NULL) / nullif(used, 0) AS win_rate,
       wilson_low(sum(c.won) FILTER (f.match IS NOT NULL), used) AS low,
       wilson_high(sum(c.won) FILTER (f.match IS NOT NULL), used) AS high,
       sum(c.won) FILTER (f.match IS NULL) / nullif(n - used, 0) AS unused_win_rate
FROM counted c
JOIN solforge_cycles y ON y.match = c.match
LEFT JOIN (SELECT DISTINCT match, seat, cycle FROM solforge_forgeborn) f
  ON f.match = c.match AND f.seat = c.seat AND f.cycle = y.cycle
GROUP BY y.cycle ORDER BY y.cycle
""".strip(),
)

DRAWN = Report(
    "drawn",
    "Cards drawn against played",
    "Over the seats whose draws are all known: how often the card was drawn at that level, and played "
    "from hand; share is played of drawn.",
    """
SELECT e.card, e.level, sum(e.drawn)::INTEGER AS drawn, sum(e.played)::INTEGER AS played,
       sum(e.played) / nullif(sum(e.drawn), 0) AS share
FROM (
 SELECT match, seat, card, level, 1 AS drawn, 0 AS played FROM solforge_draws
 UNION ALL
 SELECT match, seat, card, level, 0, 1 FROM solforge_announced WHERE from_zone = 'hand'
) e
JOIN counted c ON c.match = e.match AND c.seat = e.seat
ANTI JOIN (SELECT match, seat FROM solforge_draws WHERE card IS NULL) d
  ON d.match = c.match AND d.seat = c.seat
GROUP BY e.card, e.level ORDER BY share DESC NULLS LAST, drawn DESC, e.card, e.level
""".strip(),
)

DAMAGE = Report(
    "damage",
    "Damage by kind of source",
    "Damage to the other side only, armor not counted: per seat and match, over all, for winners and for "
    "the others. own is damage to one's own side.",
    """
SELECT CASE WHEN d.combat THEN 'combat' ELSE coalesce(d.source_kind, 'rule') END AS source,
       count(*) FILTER (across) AS hits, coalesce(sum(amount) FILTER (across), 0)::INTEGER AS damage,
       damage / sum(damage) OVER () AS share,
       coalesce(sum(amount) FILTER (across AND target IS NULL), 0)::INTEGER AS to_player,
       coalesce(sum(absorbed) FILTER (across), 0)::INTEGER AS absorbed,
       damage / (SELECT count(*) FROM counted) AS per_seat,
       coalesce(sum(amount) FILTER (across AND won = 1), 0)
         / (SELECT nullif(sum(won), 0) FROM counted) AS per_winner,
       coalesce(sum(amount) FILTER (across AND won = 0), 0)
         / (SELECT nullif(sum(1 - won), 0) FROM counted) AS per_other,
       coalesce(sum(amount) FILTER (NOT across), 0)::INTEGER AS own
FROM (SELECT *, seat <> target_seat AS across FROM solforge_damage) d
JOIN counted c ON c.match = d.match AND c.seat = d.seat
GROUP BY 1 ORDER BY damage DESC, 1
""".strip(),
)

DEALERS = Report(
    "dealers",
    "Damage by card",
    "Damage to the other side, armor not counted, by the card or Forgeborn that dealt it; plays is how "
    "often the card was played at that level. each_play is damage for each of them.",
    """
SELECT d.source_card AS card, d.source_level AS level, d.source_kind AS kind, count(*) AS hits,
       sum(d.amount)::INTEGER AS damage,
       coalesce(sum(d.amount) FILTER (d.combat), 0)::INTEGER AS in_combat,
       coalesce(sum(d.amount) FILTER (d.target IS NULL), 0)::INTEGER AS to_player,
       any_value(p.plays) AS plays, damage / any_value(p.plays) AS each_play
FROM solforge_damage d JOIN counted c ON c.match = d.match AND c.seat = d.seat
LEFT JOIN (
 SELECT a.card, a.level, count(*) AS plays
 FROM solforge_announced a JOIN counted c ON c.match = a.match AND c.seat = a.seat
 GROUP BY a.card, a.level
) p ON p.card = d.source_card AND p.level = d.source_level
  AND d.source_kind <> 'forgeborn'
WHERE d.seat <> d.target_seat AND d.source_card IS NOT NULL
GROUP BY d.source_card, d.source_level, d.source_kind
ORDER BY damage DESC, d.source_card, d.source_level, kind
""".strip(),
)

REPORTS: tuple[Report, ...] = (
    DECKS,
    FACTIONS,
    FORGEBORN,
    CARDS,
    STARTER,
    SUDDEN,
    ENDS,
    LENGTH,
    TURNS,
    HEALTH,
    CYCLES,
    ABILITIES,
    DRAWN,
    DAMAGE,
    DEALERS,
)
