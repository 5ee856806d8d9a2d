"""The named reports about Magical Forge.

`counted` has two rows a match, one a seat: the view `magical_forge_sides` of finished matches, filtered.
A draw counts as a match played and not as a win.
"""

from __future__ import annotations

from projections.projected import KIND_FILTER, Filter, Report
from projections.rates import INTERVAL, RATE

COUNTED = "SELECT * FROM magical_forge_sides"

FILTERS: tuple[Filter, ...] = (KIND_FILTER,)

UNFINISHED = """
SELECT count(*) FROM (
 SELECT m.kind FROM matches m JOIN magical_forge_settings s USING (match) WHERE m.status = 'open'
)
""".strip()


DECKS = Report(
    "decks",
    "Win rate by Deck and Spell Deck",
    "n counts the seats that played with both; lists card by card, and unknown ones, have no name. "
    + INTERVAL,
    f"""
SELECT deck, spells, {RATE}
FROM counted GROUP BY deck, spells ORDER BY win_rate DESC, deck, spells
""".strip(),
)

STARTER = Report(
    "starter",
    "The advantage of the first turn",
    f"Who takes the first turn, and who the second. {INTERVAL}",
    f"""
SELECT CASE WHEN starts THEN 'first' ELSE 'second' END AS turn, {RATE}, avg(life) AS mean_life
FROM counted WHERE starts IS NOT NULL GROUP BY starts ORDER BY starts DESC
""".strip(),
)

CARDS = Report(
    "cards",
    "Win rate by card",
    "plays is how often the card was played or used from hand, n how many seats did so at least once. "
    + INTERVAL,
    f"""
SELECT p.card, p.kind, sum(p.plays)::INTEGER AS plays, {RATE}
FROM (SELECT match, seat, card, kind, count(*) AS plays FROM magical_forge_plays GROUP BY ALL) p
JOIN counted c ON c.match = p.match AND c.seat = p.seat
GROUP BY p.card, p.kind ORDER BY win_rate DESC, n DESC, p.card, p.kind
""".strip(),
)

ATTACKS = Report(
    "attacks",
    "Attacks, blocked or not",
    "how is unblocked, blocked, gone (the attacker was, or its Spells) or open (the match ended first); "
    "taken is the Life Points lost by them, per_seat how many a seat makes in a match, by_winners the "
    "share made by seats that won.",
    """
SELECT coalesce(a.how, 'open') AS how, count(*) AS n, n / sum(n) OVER () AS share,
       sum(a.life)::INTEGER AS taken, taken / n AS each, n / (SELECT count(*) FROM counted) AS per_seat,
       count(*) FILTER (c.won = 1) / n AS by_winners
FROM magical_forge_attacks a JOIN counted c ON c.match = a.match AND c.seat = a.seat
GROUP BY 1 ORDER BY n DESC, how
""".strip(),
)

ATTACKERS = Report(
    "attackers",
    "Attacks by Creature",
    "How often it attacked and was blocked, what its attacks took, how often it blocked itself.",
    """
SELECT card, sum(attacks)::INTEGER AS attacks, sum(blocked)::INTEGER AS blocked,
       sum(a.life)::INTEGER AS taken, taken / nullif(sum(attacks), 0) AS each,
       sum(blocks)::INTEGER AS blocks
FROM (
 SELECT match, seat, card, 1 AS attacks, (how = 'blocked')::INTEGER AS blocked, life, 0 AS blocks
 FROM magical_forge_attacks
 UNION ALL
 SELECT match, CASE seat WHEN 'A' THEN 'B' ELSE 'A' END, blocker_card, 0, 0, 0, 1
 FROM magical_forge_attacks WHERE blocker IS NOT NULL
) a JOIN counted c ON c.match = a.match AND c.seat = a.seat
GROUP BY card ORDER BY taken DESC, attacks DESC, card
""".strip(),
)

TRIGGERS = Report(
    "triggers",
    "Spells in the centre by trigger",
    "Over the Spells that activated: what triggered them, how many resolved, fizzled or were stopped, "
    "and how many turns they had waited. The event is missing for cards that came with a match.",
    """
SELECT s.trigger, count(*) AS n, count(*) FILTER (s.how = 'resolved') AS resolved,
       count(*) FILTER (s.how = 'fizzled') AS fizzled, count(*) FILTER (s.how = 'stopped') AS stopped,
       avg(s.activated_turn - s.turn) AS turns_waited
FROM magical_forge_centred s JOIN counted c ON c.match = s.match AND c.seat = s.seat
WHERE s.activated_turn IS NOT NULL GROUP BY s.trigger ORDER BY n DESC, s.trigger
""".strip(),
)

SPELLS = Report(
    "spells",
    "Spells in the centre by card",
    "How often the Spell was put into play, by a block or an effect, how often it activated there, and "
    "what became of it; waiting is how many were still there at the end.",
    """
SELECT s.card, count(*) AS n, count(*) FILTER (s.why = 'block') AS by_block,
       count(s.activated_turn) AS activated, activated / n AS share,
       count(*) FILTER (s.how = 'resolved') AS resolved,
       count(*) FILTER (s.how = 'stopped') AS stopped, count(*) FILTER (s.how = 'removed') AS removed,
       count(*) FILTER (s.how IS NULL) AS waiting
FROM magical_forge_centred s JOIN counted c ON c.match = s.match AND c.seat = s.seat
GROUP BY s.card ORDER BY n DESC, s.card
""".strip(),
)

RESPONSES = Report(
    "responses",
    "Responses, and what they stopped",
    "By the card that responded and the kind of effect it responded to; stopped counts the effects it "
    "stopped. resolved, fizzled and was_stopped say what became of the response itself.",
    """
SELECT r.card, r.kind, r.to_kind, count(*) AS n, sum(r.stopped)::INTEGER AS stopped,
       count(*) FILTER (r.how = 'resolved') AS resolved,
       count(*) FILTER (r.how = 'fizzled') AS fizzled,
       count(*) FILTER (r.how = 'stopped') AS was_stopped
FROM magical_forge_responses r JOIN counted c ON c.match = r.match AND c.seat = r.seat
GROUP BY ALL ORDER BY n DESC, r.card, r.kind, r.to_kind
""".strip(),
)

STOPPED = Report(
    "stopped",
    "What was stopped",
    "Over all effects of a kind: how many were activated, resolved, fizzled, and were stopped.",
    """
SELECT e.kind, count(*) AS n, count(*) FILTER (x.how = 'resolved') AS resolved,
       count(*) FILTER (x.how = 'fizzled') AS fizzled, count(*) FILTER (x.how = 'stopped') AS stopped,
       stopped / n AS share
FROM magical_forge_effects e JOIN counted c ON c.match = e.match AND c.seat = e.seat
LEFT JOIN magical_forge_effects_ended x ON x.match = e.match AND x.id = e.id
GROUP BY e.kind ORDER BY n DESC, e.kind
""".strip(),
)

DEPTH = Report(
    "depth",
    "Depth of the stack",
    "How many effects were activated as the so-manieth on the stack; 1 is on an empty one.",
    """
SELECT e.depth, count(*) AS n, n / sum(n) OVER () AS share,
       count(*) FILTER (e.kind IN ('ability', 'weapon', 'forge')) AS by_players,
       count(DISTINCT e.match) AS matches
FROM magical_forge_effects e JOIN counted c ON c.match = e.match AND c.seat = e.seat
GROUP BY e.depth ORDER BY e.depth
""".strip(),
)

LIFE = Report(
    "life",
    "Life Points by source",
    "lost is what the opponent lost by it, per_seat the same for each seat and match, by_winners what "
    "seats that won took so. gained and own_loss are a seat's own Life Points.",
    """
SELECT l.source_kind AS source, count(*) AS times,
       -coalesce(sum(l.change) FILTER (l.change < 0 AND l.seat <> l.source_seat), 0)::INTEGER AS lost,
       lost / sum(lost) OVER () AS share, lost / (SELECT count(*) FROM counted) AS per_seat,
       -coalesce(sum(l.change) FILTER (l.change < 0 AND l.seat <> l.source_seat AND c.won = 1), 0)
         ::INTEGER AS by_winners,
       coalesce(sum(l.change) FILTER (l.change > 0), 0)::INTEGER AS gained,
       -coalesce(sum(l.change) FILTER (l.change < 0 AND l.seat = l.source_seat), 0)::INTEGER AS own_loss
FROM magical_forge_life l JOIN counted c ON c.match = l.match AND c.seat = l.source_seat
GROUP BY l.source_kind ORDER BY lost DESC, source
""".strip(),
)

TAKERS = Report(
    "takers",
    "Life Points by card",
    "What the opponent lost by the card, with attacks and otherwise, and what its own side gained.",
    """
SELECT l.source_card AS card,
       -coalesce(sum(l.change) FILTER (l.change < 0 AND l.seat <> l.source_seat), 0)::INTEGER AS lost,
       -coalesce(sum(l.change) FILTER (l.source_kind = 'attack'), 0)::INTEGER AS by_attacks,
       coalesce(sum(l.change) FILTER (l.change > 0), 0)::INTEGER AS gained, count(*) AS times
FROM magical_forge_life l JOIN counted c ON c.match = l.match AND c.seat = l.source_seat
GROUP BY l.source_card ORDER BY lost DESC, gained DESC, card
""".strip(),
)

ENDS = Report(
    "ends",
    "How matches end",
    "By the reason; Life Points at the end of winner and loser.",
    """
SELECT why, count(DISTINCT match) AS n, n / sum(n) OVER () AS share, avg(turns) AS mean_turns,
       avg(life) FILTER (won = 1) AS winner_life,
       avg(life) FILTER (won = 0 AND drew = 0) AS loser_life
FROM counted GROUP BY why ORDER BY n DESC, why
""".strip(),
)

LENGTH = Report(
    "length",
    "Length of a match",
    "Turns, steps as recorded, cards played and attacks, of both seats together. The median and the "
    "tenths are values that occurred: of two middle ones the lower.",
    """
SELECT measure, count(*) AS n, avg(value) AS mean, round(stddev_samp(value), 9) AS deviation,
       min(value) AS least, quantile_disc(value, 0.1) AS low_tenth, quantile_disc(value, 0.5) AS median,
       quantile_disc(value, 0.9) AS high_tenth, max(value) AS most
FROM (
 SELECT unnest(['turns', 'steps', 'plays', 'attacks']) AS measure,
        unnest([turns, steps, plays, attacks]) AS value
 FROM (SELECT c.match, max(c.turns) AS turns, max(c.steps) AS steps,
              coalesce(max(p.plays), 0)::INTEGER AS plays,
              coalesce(max(a.attacks), 0)::INTEGER AS attacks
       FROM counted c
       LEFT JOIN (SELECT match, count(*) AS plays FROM magical_forge_plays GROUP BY match) p
         ON p.match = c.match
       LEFT JOIN (SELECT match, count(*) AS attacks FROM magical_forge_attacks_begun GROUP BY match) a
         ON a.match = c.match
       GROUP BY c.match)
) GROUP BY measure ORDER BY measure DESC
""".strip(),
)

REPORTS: tuple[Report, ...] = (
    DECKS,
    STARTER,
    CARDS,
    ATTACKS,
    ATTACKERS,
    TRIGGERS,
    SPELLS,
    RESPONSES,
    STOPPED,
    DEPTH,
    LIFE,
    TAKERS,
    LENGTH,
    ENDS,
)
