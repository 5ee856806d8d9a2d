"""The named reports about Magical Forge.

`counted` has two rows a match, one a seat: the view `magical_forge_sides` of finished matches, filtered.
A draw counts as a match played and not as a win.
"""

from __future__ import annotations

from typing import Final

from projections.charts.spec import Chart, rates, sums
from projections.games.projection import KIND_FILTER, Filter, Report
from projections.reports import common, decisions
from projections.reports.rates import (
    INTERVAL,
    MATCHES,
    MEAN_INTERVAL,
    PART,
    RATE,
    SHARE_INTERVAL,
    grouped,
    mean,
    mean_a_seat,
    share,
)

COUNTED = "SELECT * FROM magical_forge_sides"

FILTERS: tuple[Filter, ...] = (KIND_FILTER,)

UNFINISHED = """
SELECT count(*) FROM (
 SELECT m.match, m.kind FROM matches m JOIN magical_forge_settings s USING (match) WHERE m.status = 'open'
)
""".strip()

_DEPTH: Final = Chart(
    "bars", ("depth",), ("n",), ordered=True, x_title="place on the stack", y_title="effects",
    counts="effects",
)  # fmt: skip


DECKS: Final = grouped(
    "decks",
    "Win rate by Deck and Spell Deck",
    "n counts the seats that played with both; lists card by card, and unknown ones, have no name. "
    f"{INTERVAL}",
    of="SELECT deck, spells, match, seat, won, drew FROM counted",
    key=("deck", "spells"),
    shown=RATE,
    order="win_rate DESC, deck, spells",
    chart=rates("deck", "spells"),
)

CARDS: Final = grouped(
    "cards",
    "Win rate by card",
    "plays is how often the card was played or used from hand, n how many seats did so at least once. "
    f"{INTERVAL}",
    of="""
SELECT p.card, p.kind, c.match, c.seat, p.step, p.times, c.won, c.drew
FROM (SELECT match, seat, card, kind, min(step) AS step, count(*) AS times
      FROM magical_forge_plays GROUP BY match, seat, card, kind) p
JOIN counted c ON c.match = p.match AND c.seat = p.seat
""",
    key=("card", "kind"),
    shown=f"sum(times)::INTEGER AS plays, {RATE}",
    order="win_rate DESC, n DESC, card, kind",
    chart=rates("card", "kind", most=40),
    least=5,
)

_ATTACKS: Final = """
SELECT coalesce(a.how, 'open') AS how, a.match, a.seat, a.step, a.turn, a.card, a.life, c.won
FROM magical_forge_attacks a JOIN counted c ON c.match = a.match AND c.seat = a.seat
""".strip()

ATTACKS: Final = Report(
    "attacks",
    "Attacks, blocked or not",
    "how is unblocked, blocked, gone (the attacker was, or its Spells) or open (the match ended first); "
    "taken is the Life Points lost by them, per_seat how many a seat makes in a match, by_winners the "
    f"share made by seats that won. {SHARE_INTERVAL} {MEAN_INTERVAL}",
    f"""
SELECT how, sum(times)::INTEGER AS n, sum(times) / sum(sum(times)) OVER () AS share,
       wilson_low(sum(times), sum(sum(times)) OVER ()) AS low,
       wilson_high(sum(times), sum(sum(times)) OVER ()) AS high,
       sum(lost)::INTEGER AS taken, taken / n AS each,
       {mean_a_seat("times", "per_seat")},
       coalesce(sum(times) FILTER (won = 1), 0) / n AS by_winners
FROM (
 SELECT how, match, seat, won, count(*) AS times, sum(life) AS lost
 FROM (
{_ATTACKS}
 ) GROUP BY how, match, seat, won
)
GROUP BY how
""".strip(),
    key=("how",),
    rows=_ATTACKS,
    n="n",
    counts="attacks",
    order="n DESC, how",
    parts=True,
    chart=sums("how", y="n", title="attacks"),
)

_BOTH_SIDES: Final = """
SELECT a.card, c.match, a.seat, a.step, a.turn, a.what, a.how, a.life
FROM (
 SELECT match, seat, step, turn, card, 'attack' AS what, how, life FROM magical_forge_attacks
 UNION ALL
 SELECT match, CASE seat WHEN 'A' THEN 'B' ELSE 'A' END, step, turn, blocker_card, 'block', how, 0
 FROM magical_forge_attacks WHERE blocker IS NOT NULL
) a JOIN counted c ON c.match = a.match AND c.seat = a.seat
""".strip()

ATTACKERS: Final = Report(
    "attackers",
    "Attacks by Creature",
    "How often it attacked and was blocked, what its attacks took, each of them on average, how often "
    f"it blocked itself. {MEAN_INTERVAL}",
    f"""
SELECT card, count(*) FILTER (what = 'attack') AS attacks,
       count(*) FILTER (what = 'attack' AND how = 'blocked') AS blocked,
       coalesce(sum(life), 0)::INTEGER AS taken,
       {mean("life", "each", "each", "what = 'attack'")},
       count(*) FILTER (what = 'block') AS blocks
FROM (
{_BOTH_SIDES}
)
GROUP BY card
""".strip(),
    key=("card",),
    rows=f"SELECT * EXCLUDE (what) FROM (\n{_BOTH_SIDES}\n) WHERE what = 'attack'",
    n="attacks",
    counts="attacks",
    order="taken DESC, attacks DESC, card",
    chart=sums("card", y="taken", title="Life Points taken"),
)

_CENTRED: Final = """
SELECT s.card, s.trigger, s.match, s.seat, s.step, s.turn, s.why, s.how, s.activated_turn
FROM magical_forge_centred s JOIN counted c ON c.match = s.match AND c.seat = s.seat
""".strip()

TRIGGERS: Final = grouped(
    "triggers",
    "Spells in the centre by trigger",
    "Over the Spells that activated: what triggered them, how many resolved, fizzled or were stopped, "
    "and how many turns they had waited. The event is missing for cards that came with a match. "
    f"{MEAN_INTERVAL}",
    of=f"SELECT * FROM (\n{_CENTRED}\n) WHERE activated_turn IS NOT NULL",
    key=("trigger",),
    shown=f"""count(*) AS n, count(*) FILTER (how = 'resolved') AS resolved,
       count(*) FILTER (how = 'fizzled') AS fizzled, count(*) FILTER (how = 'stopped') AS stopped,
       {mean("activated_turn - turn", "turns_waited", "waited")}""",
    order="n DESC, trigger",
    chart=sums("trigger", y="n", title="Spells activated"),
    counts="Spells",
)

SPELLS: Final = grouped(
    "spells",
    "Spells in the centre by card",
    "How often the Spell was put into play, by a block or an effect, how often it activated there, and "
    f"what became of it; waiting is how many were still there at the end. {SHARE_INTERVAL}",
    of=_CENTRED,
    key=("card",),
    shown=f"""count(*) AS n, count(*) FILTER (why = 'block') AS by_block,
       count(activated_turn) AS activated, {share("count(activated_turn)", "count(*)")},
       count(*) FILTER (how = 'resolved') AS resolved,
       count(*) FILTER (how = 'stopped') AS stopped, count(*) FILTER (how = 'removed') AS removed,
       count(*) FILTER (how IS NULL) AS waiting""",
    order="n DESC, card",
    chart=sums("card", y="n", title="times put into play"),
    counts="Spells",
)

RESPONSES: Final = grouped(
    "responses",
    "Responses, and what they stopped",
    "By the card that responded and the kind of effect it responded to; stopped counts the effects it "
    "stopped. resolved, fizzled and was_stopped say what became of the response itself; share is of "
    f"those that resolved. {SHARE_INTERVAL}",
    of="""
SELECT r.card, r.kind, r.to_kind, r.match, r.seat, r.step, r.turn, r.to_card, r.how, r.stopped AS stops
FROM magical_forge_responses r JOIN counted c ON c.match = r.match AND c.seat = r.seat
""",
    key=("card", "kind", "to_kind"),
    shown=f"""count(*) AS n, sum(stops)::INTEGER AS stopped,
       count(*) FILTER (how = 'resolved') AS resolved,
       count(*) FILTER (how = 'fizzled') AS fizzled,
       count(*) FILTER (how = 'stopped') AS was_stopped,
       {share("count(*) FILTER (how = 'resolved')", "count(*)")}""",
    order="n DESC, card, kind, to_kind",
    chart=sums("card", "kind", "to_kind", y="n", title="responses"),
    counts="responses",
)

_EFFECTS: Final = """
SELECT e.kind, e.depth, e.match, e.seat, e.step, e.turn, e.card, x.how
FROM magical_forge_effects e JOIN counted c ON c.match = e.match AND c.seat = e.seat
LEFT JOIN magical_forge_effects_ended x ON x.match = e.match AND x.id = e.id
""".strip()

STOPPED: Final = grouped(
    "stopped",
    "What was stopped",
    "Over all effects of a kind: how many were activated, resolved, fizzled, and were stopped. "
    f"{SHARE_INTERVAL}",
    of=_EFFECTS,
    key=("kind",),
    shown=f"""count(*) AS n, count(*) FILTER (how = 'resolved') AS resolved,
       count(*) FILTER (how = 'fizzled') AS fizzled, count(*) FILTER (how = 'stopped') AS stopped,
       {share("count(*) FILTER (how = 'stopped')", "count(*)")}""",
    order="n DESC, kind",
    chart=sums("kind", y="n", title="effects activated"),
    counts="effects",
)

DEPTH: Final = grouped(
    "depth",
    "Depth of the stack",
    "How many effects were activated as the so-manieth on the stack; 1 is on an empty one. "
    f"{SHARE_INTERVAL}",
    of=_EFFECTS,
    key=("depth",),
    shown=f"""{PART},
       count(*) FILTER (kind IN ('ability', 'weapon', 'forge')) AS by_players,
       count(DISTINCT match) AS matches""",
    order="depth",
    chart=_DEPTH,
    counts="effects",
    parts=True,
)

_LIFE: Final = """
SELECT l.source_kind AS source, l.source_card AS card, l.match, l.source_seat AS seat, l.step, l.turn,
       l.seat AS whose, l.change, c.won
FROM magical_forge_life l JOIN counted c ON c.match = l.match AND c.seat = l.source_seat
""".strip()

LIFE: Final = Report(
    "life",
    "Life Points by source",
    "lost is what the opponent lost by it, per_seat the same for each seat and match, by_winners what "
    f"seats that won took so. gained and own_loss are a seat's own Life Points. {MEAN_INTERVAL}",
    f"""
SELECT source, sum(changes)::INTEGER AS times, sum(taken)::INTEGER AS lost,
       lost / sum(sum(taken)) OVER () AS share,
       {mean_a_seat("taken", "per_seat")},
       coalesce(sum(taken) FILTER (won = 1), 0)::INTEGER AS by_winners,
       sum(up)::INTEGER AS gained, sum(self)::INTEGER AS own_loss
FROM (
 SELECT source, match, seat, won, count(*) AS changes,
        -coalesce(sum(change) FILTER (change < 0 AND whose <> seat), 0) AS taken,
        coalesce(sum(change) FILTER (change > 0), 0) AS up,
        -coalesce(sum(change) FILTER (change < 0 AND whose = seat), 0) AS self
 FROM (
{_LIFE}
 ) GROUP BY source, match, seat, won
)
GROUP BY source
""".strip(),
    key=("source",),
    rows=_LIFE,
    n="times",
    counts="changes",
    order="lost DESC, source",
    chart=sums("source", y="lost", title="Life Points lost by the opponent"),
)

TAKERS: Final = Report(
    "takers",
    "Life Points by card",
    "What the opponent lost by the card, with attacks and otherwise, what its own side gained, and what "
    f"the opponent lost each time it changed anything. {MEAN_INTERVAL}",
    f"""
SELECT card, sum(taken)::INTEGER AS lost,
       coalesce(sum(-change) FILTER (source = 'attack'), 0)::INTEGER AS by_attacks,
       coalesce(sum(change) FILTER (change > 0), 0)::INTEGER AS gained, count(*) AS times,
       {mean("taken", "each", "each")}
FROM (SELECT *, CASE WHEN change < 0 AND whose <> seat THEN -change ELSE 0 END AS taken FROM (
{_LIFE}
))
GROUP BY card
""".strip(),
    key=("card",),
    rows=_LIFE,
    n="times",
    counts="changes",
    order="lost DESC, gained DESC, card",
    chart=sums("card", y="lost", title="Life Points lost by the opponent"),
)

LENGTH: Final = common.length(
    ("turns", "steps", "plays", "attacks"),
    f"""
SELECT e.match, e.turns, e.steps, coalesce(p.plays, 0)::INTEGER AS plays,
       coalesce(a.attacks, 0)::INTEGER AS attacks
FROM {MATCHES} c JOIN endings e ON e.match = c.match
LEFT JOIN (SELECT match, count(*) AS plays FROM magical_forge_plays GROUP BY match) p
  ON p.match = c.match
LEFT JOIN (SELECT match, count(*) AS attacks FROM magical_forge_attacks_begun GROUP BY match) a
  ON a.match = c.match
""",
    "Turns, steps as recorded, cards played and attacks, of both seats together.",
)

COURSE: Final = common.course("Life Points")

OPENINGS: Final = common.openings(
    "The cards that a seat plays or uses from hand in its own first two turns.",
    f"""
SELECT match, turn, seat, {common.in_order("card", " + ")} AS text
FROM magical_forge_plays WHERE {common.EARLY} GROUP BY match, turn, seat
""",
)

REPORTS: Final[tuple[Report, ...]] = (
    DECKS,
    common.starter(
        "life",
        title="The advantage of the first turn",
        about="Who takes the first turn, and who the second.",
        mean_of="life",
    ),
    common.leader("Life Points"),
    COURSE,
    OPENINGS,
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
    common.turns(),
    common.ends("life"),
    *decisions.of("magical_forge"),
    common.PLAYERS,
    common.PAIRINGS,
)
