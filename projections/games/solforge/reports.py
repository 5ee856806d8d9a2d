"""The named reports about SolForge Fusion.

`counted` has two rows a match, one a seat: the view `solforge_sides` of finished matches, filtered.
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
    RATE,
    SHARE_INTERVAL,
    grouped,
    mean,
    mean_a_seat,
    share,
)

COUNTED = "SELECT * FROM solforge_sides"

FILTERS: tuple[Filter, ...] = (
    KIND_FILTER,
    Filter("edition", ("whitefang", "early"), "edition = {value}"),
)

UNFINISHED = """
SELECT count(*) FROM (
 SELECT m.match, m.kind, s.edition FROM matches m JOIN solforge_settings s USING (match)
 WHERE m.status = 'open'
)
""".strip()

_SUDDEN: Final = Chart(
    "intervals", ("edition",), ("share",), low="low", high="high", n="n", percent=True,
    y_title="share with Sudden Death, with its 95 % interval", counts="matches",
)  # fmt: skip
_PLAYED: Final = Chart(
    "bars", ("card", "level"), ("share",), n="drawn", sort="y", percent=True, counts="draws",
    y_title="played of drawn",
)  # fmt: skip


DECKS: Final = grouped(
    "decks",
    "Win rate by half-deck",
    "n counts the seats that played with it; halves of ten cards by name are one row without a name. "
    f"{INTERVAL}",
    of="""
SELECT h.deck, CASE WHEN h.deck IS NOT NULL THEN h.faction END AS faction, c.match, c.seat, c.won, c.drew
FROM counted c JOIN solforge_halves h ON h.match = c.match AND h.seat = c.seat
""",
    key=("deck", "faction"),
    shown=RATE,
    order="win_rate DESC, deck, faction",
    chart=rates("deck", "faction"),
)

FACTIONS: Final = grouped(
    "factions",
    "Win rate by pair of factions",
    f"n counts the seats that played with both. {INTERVAL}",
    of="""
SELECT factions[1] AS faction, factions[2] AS partner, match, seat, won, drew FROM counted
""",
    key=("faction", "partner"),
    shown=RATE,
    order="win_rate DESC, faction, partner",
    chart=rates("faction", "partner"),
)

FORGEBORN: Final = grouped(
    "forgeborn",
    "Win rate by Forgeborn",
    f"n counts the seats that played with it. {INTERVAL}",
    of="SELECT forgeborn, match, seat, won, drew FROM counted",
    key=("forgeborn",),
    shown=RATE,
    order="win_rate DESC, forgeborn",
    chart=rates("forgeborn"),
)

CARDS: Final = grouped(
    "cards",
    "Win rate by card and level",
    "plays is how often the card was played at that level, n how many seats played it at least once. "
    f"{INTERVAL}",
    of="""
SELECT p.card, p.level, c.match, c.seat, p.step, p.times, c.won, c.drew
FROM (SELECT match, seat, card, level, min(step) AS step, count(*) AS times
      FROM solforge_announced GROUP BY match, seat, card, level) p
JOIN counted c ON c.match = p.match AND c.seat = p.seat
""",
    key=("card", "level"),
    shown=f"sum(times)::INTEGER AS plays, {RATE}",
    order="win_rate DESC, n DESC, card, level",
    chart=rates("card", "level", most=40),
    least=5,
)

SUDDEN: Final = grouped(
    "sudden",
    "How often there is Sudden Death",
    f"By edition; tied and cycles say why it began. {SHARE_INTERVAL}",
    of="SELECT DISTINCT edition, match, sudden AS began FROM counted",
    key=("edition",),
    shown=f"""count(*) AS n, count(began) AS sudden, count(*) FILTER (began = 'tied') AS tied,
       count(*) FILTER (began = 'cycles') AS cycles, {share("count(began)", "count(*)")}""",
    order="edition DESC",
    chart=_SUDDEN,
    counts="matches",
)

LENGTH: Final = common.length(
    ("turns", "steps", "plays"),
    f"""
SELECT e.match, e.turns, e.steps, coalesce(p.plays, 0)::INTEGER AS plays
FROM {MATCHES} c JOIN endings e ON e.match = c.match
LEFT JOIN (SELECT match, count(*) AS plays FROM solforge_announced GROUP BY match) p
  ON p.match = c.match
""",
    "Turns, steps as recorded, and cards played by both seats together.",
)

HEALTH: Final = common.course("Health", name="health")

ABILITIES: Final = grouped(
    "abilities",
    "Win rate by Forgeborn ability used",
    "uses is how often it was used in that deck cycle, n how many seats used it at least once. "
    f"{INTERVAL}",
    of="""
SELECT f.forgeborn, f.cycle, f.level, c.match, c.seat, f.step, f.times, c.won, c.drew
FROM (SELECT match, seat, forgeborn, cycle, level, min(step) AS step, count(*) AS times
      FROM solforge_forgeborn GROUP BY match, seat, forgeborn, cycle, level) f
JOIN counted c ON c.match = f.match AND c.seat = f.seat
""",
    key=("forgeborn", "cycle", "level"),
    shown=f"sum(times)::INTEGER AS uses, {RATE}",
    order="forgeborn, cycle, level",
    chart=rates("forgeborn", "cycle", "level"),
    least=5,
)

CYCLES: Final = grouped(
    "cycles",
    "Use of Forgeborn abilities by deck cycle",
    "n counts the seats whose match came to that cycle, used how many of them used an ability in it; "
    "win_rate and its bounds are of those, unused_win_rate and its bounds of the others (Wilson, 95 %).",
    of="""
SELECT y.cycle, c.match, c.seat, f.step, f.match IS NOT NULL AS ability, c.won
FROM counted c
JOIN solforge_cycles y ON y.match = c.match
LEFT JOIN (SELECT match, seat, cycle, min(step) AS step FROM solforge_forgeborn
           GROUP BY match, seat, cycle) f
  ON f.match = c.match AND f.seat = c.seat AND f.cycle = y.cycle
""",
    key=("cycle",),
    shown="""count(*) AS n, count(*) FILTER (ability) AS used, used / n AS share,
       sum(won) FILTER (ability) / nullif(used, 0) AS win_rate,
       wilson_low(sum(won) FILTER (ability), used) AS low,
       wilson_high(sum(won) FILTER (ability), used) AS high,
       sum(won) FILTER (NOT ability) / nullif(n - used, 0) AS unused_win_rate,
       wilson_low(sum(won) FILTER (NOT ability), n - used) AS unused_low,
       wilson_high(sum(won) FILTER (NOT ability), n - used) AS unused_high""",
    order="cycle",
    chart=rates("cycle", x_title="deck cycle"),
)

_DRAWN: Final = """
SELECT e.card, e.level, e.match, e.seat, e.step, e.turn, e.what
FROM (
 SELECT match, seat, card, level, step, turn, 'drawn' AS what FROM solforge_draws
 UNION ALL
 SELECT match, seat, card, level, step, turn, 'played'
 FROM solforge_announced WHERE from_zone = 'hand'
) e
JOIN counted c ON c.match = e.match AND c.seat = e.seat
ANTI JOIN (SELECT match, seat FROM solforge_draws WHERE card IS NULL) d
  ON d.match = c.match AND d.seat = c.seat
""".strip()

DRAWN: Final = Report(
    "drawn",
    "Cards drawn against played",
    "Over the seats whose draws are all known: how often the card was drawn at that level, and played "
    f"from hand; share is played of drawn, bounded where it is no more than all. {SHARE_INTERVAL}",
    f"""
SELECT card, level, count(*) FILTER (what = 'drawn') AS drawn,
       count(*) FILTER (what = 'played') AS played, played / nullif(drawn, 0) AS share,
       CASE WHEN played <= drawn THEN wilson_low(played, drawn) END AS low,
       CASE WHEN played <= drawn THEN wilson_high(played, drawn) END AS high
FROM (
{_DRAWN}
)
GROUP BY card, level
""".strip(),
    key=("card", "level"),
    rows=f"SELECT * EXCLUDE (what) FROM (\n{_DRAWN}\n) WHERE what = 'drawn'",
    n="drawn",
    counts="draws",
    order="share DESC, drawn DESC, card, level",
    least=5,
    chart=_PLAYED,
)

_HITS: Final = """
SELECT CASE WHEN d.combat THEN 'combat' ELSE coalesce(d.source_kind, 'rule') END AS source,
       d.match, d.seat, d.step, d.turn, d.seat <> d.target_seat AS across, d.source_card AS card,
       d.source_level AS level, d.source_kind AS kind, d.combat, d.target, d.amount, d.absorbed, c.won
FROM solforge_damage d JOIN counted c ON c.match = d.match AND c.seat = d.seat
""".strip()

DAMAGE: Final = Report(
    "damage",
    "Damage by kind of source",
    "Damage to the other side only, armor not counted: per seat and match, over all, for winners and for "
    f"the others. own is damage to one's own side. {MEAN_INTERVAL}",
    f"""
SELECT source, sum(times)::INTEGER AS hits, sum(dealt)::INTEGER AS damage,
       damage / sum(sum(dealt)) OVER () AS share,
       sum(players)::INTEGER AS to_player, sum(armor)::INTEGER AS absorbed,
       {mean_a_seat("dealt", "per_seat")},
       coalesce(sum(dealt) FILTER (won = 1), 0)
         / (SELECT nullif(sum(won), 0) FROM counted) AS per_winner,
       coalesce(sum(dealt) FILTER (won = 0), 0)
         / (SELECT nullif(sum(1 - won), 0) FROM counted) AS per_other,
       sum(self)::INTEGER AS own
FROM (
 SELECT source, match, seat, won, count(*) FILTER (across) AS times,
        coalesce(sum(amount) FILTER (across), 0) AS dealt,
        coalesce(sum(amount) FILTER (across AND target IS NULL), 0) AS players,
        coalesce(sum(absorbed) FILTER (across), 0) AS armor,
        coalesce(sum(amount) FILTER (NOT across), 0) AS self
 FROM (
{_HITS}
 ) GROUP BY source, match, seat, won
)
GROUP BY source
""".strip(),
    key=("source",),
    rows=f"SELECT * EXCLUDE (across) FROM (\n{_HITS}\n) WHERE across",
    n="hits",
    counts="hits",
    order="damage DESC, source",
    chart=sums("source", y="damage", title="damage to the other side"),
)

_DEALT: Final = (
    f"SELECT * EXCLUDE (across, source) FROM (\n{_HITS}\n) WHERE across AND card IS NOT NULL"
)

DEALERS: Final = Report(
    "dealers",
    "Damage by card",
    "Damage to the other side, armor not counted, by the card or Forgeborn that dealt it; plays is how "
    "often the card was played at that level. each_play is damage for each of them, each_hit for each "
    f"hit. {MEAN_INTERVAL}",
    f"""
SELECT h.card, h.level, h.kind, count(*) AS hits, sum(h.amount)::INTEGER AS damage,
       coalesce(sum(h.amount) FILTER (h.combat), 0)::INTEGER AS in_combat,
       coalesce(sum(h.amount) FILTER (h.target IS NULL), 0)::INTEGER AS to_player,
       any_value(p.plays) AS plays, damage / any_value(p.plays) AS each_play,
       {mean("h.amount", "each_hit", "hit")}
FROM (
{_DEALT}
) h
LEFT JOIN (
 SELECT a.card, a.level, count(*) AS plays
 FROM solforge_announced a JOIN counted c ON c.match = a.match AND c.seat = a.seat
 GROUP BY a.card, a.level
) p ON p.card = h.card AND p.level = h.level AND h.kind <> 'forgeborn'
GROUP BY h.card, h.level, h.kind
""".strip(),
    key=("card", "level", "kind"),
    rows=_DEALT,
    n="hits",
    counts="hits",
    order="damage DESC, card, level, kind",
    least=5,
    chart=sums("card", "level", y="damage", title="damage to the other side"),
)

OPENINGS: Final = common.openings(
    "The cards that a seat plays in the first two turns of the match, whoever has the Forge.",
    f"""
SELECT match, turn, seat, {common.in_order("card", " + ")} AS text
FROM solforge_announced WHERE {common.EARLY} GROUP BY match, turn, seat
""",
    "SELECT match, turn, unnest(['A', 'B']) AS seat, turn AS nth FROM turns",
)

REPORTS: Final[tuple[Report, ...]] = (
    DECKS,
    FACTIONS,
    FORGEBORN,
    CARDS,
    common.starter(
        title="The advantage of starting with the Forge",
        about="Who has the Forge in the first turn, and who not.",
        key="forge",
        words=("with", "without"),
        mean_of="health",
    ),
    common.leader("Health"),
    HEALTH,
    OPENINGS,
    SUDDEN,
    common.ends("health", "sudden"),
    LENGTH,
    common.turns(also=", count(*) FILTER (why = 'sudden') AS sudden"),
    CYCLES,
    ABILITIES,
    DRAWN,
    DAMAGE,
    DEALERS,
    *decisions.of("solforge"),
    common.PLAYERS,
    common.PAIRINGS,
)
