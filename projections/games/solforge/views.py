"""The views over the tables of SolForge Fusion."""

from __future__ import annotations

from domain.games.solforge.state import HEALTH, TURNS_A_CYCLE
from projections.games.solforge.tables import CARD, EVENT, SOURCE
from projections.schema.definitions import KIND, MATCH, TURN, View, columns

PLAYS = View(
    "solforge_plays",
    "One row each time a card is played: a creature or Exalt with its lane.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR who plays: A or B
        owner VARCHAR whose card it is: A or B
        {CARD}
        kind VARCHAR creature, spell or exalt; NULL if the card is in no set that the match has
        from_zone VARCHAR where it came from: hand, discard, banish, upgrade, deck, or aside (Minions)
        free BOOLEAN whether it was played for Free
        id INTEGER id of the creature or Exalt; NULL for a spell, and where it never came into play
        lane TINYINT lane 1 to 5 it came into; NULL for a spell
        row VARCHAR front or back, where it came into play; NULL for spells and Exalts
        replaced_card VARCHAR name of what it replaced; NULL if it replaced nothing
        replaced_level TINYINT level of what it replaced
        """
    ),
    """
SELECT a.match, a.step, a.position, a.turn, a.seat, a.owner, a.card, a.level,
       a.kind, a.from_zone, a.free, e.id, e.lane, e.row, e.replaced_card, e.replaced_level
FROM solforge_announced a
LEFT JOIN solforge_entries e
  ON e.match = a.match AND e.played_step = a.step AND e.played_position = a.position
""".strip(),
)

LIVES = View(
    "solforge_lives",
    "One row for each creature or Exalt that was in play: how it came and how it went.",
    columns(
        f"""
        {MATCH}
        id INTEGER id of the creature or Exalt, running through the match
        seat VARCHAR side it is on: A or B
        owner VARCHAR whose card it is: A or B
        {CARD}
        kind VARCHAR creature or exalt, as it came
        how VARCHAR played, or put (into play by an effect)
        from_zone VARCHAR where it was played from; NULL if put
        free BOOLEAN whether it was played for Free; NULL if put
        entered_turn INTEGER the turn it came
        entered_step INTEGER the step it came
        lane TINYINT lane 1 to 5 it came into
        row VARCHAR front or back, where it came into play; NULL for Exalts
        attack INTEGER its Attack when it came
        health INTEGER its Health when it came
        replaced_card VARCHAR name of what it replaced; NULL if it replaced nothing
        replaced_level TINYINT level of what it replaced
        left_turn INTEGER the turn it left; NULL if it never did
        left_step INTEGER the step it left
        left_lane TINYINT lane 1 to 5 it left from
        why VARCHAR replaced, destroyed, banished, returned, homeless or overlaid; NULL if it never left
        to_zone VARCHAR where its card went
        source_seat VARCHAR side of what did that; NULL for a rule
        source_kind VARCHAR creature, exalt, spell or forgeborn; NULL for a rule
        source_card VARCHAR name of the card or Forgeborn that did that; NULL for a rule
        source_level TINYINT level of that card or Forgeborn; NULL for a rule
        turns INTEGER how many turns it was there: 0 if it left in the turn it came; NULL if it never left
        """
    ),
    """
SELECT e.match, e.id, e.seat, e.owner, e.card, e.level, e.kind, e.how, a.from_zone, a.free,
       e.turn AS entered_turn, e.step AS entered_step, e.lane, e.row, e.attack, e.health,
       e.replaced_card, e.replaced_level, x.turn AS left_turn, x.step AS left_step,
       x.lane AS left_lane, x.why, x.to_zone, x.source_seat, x.source_kind, x.source_card, x.source_level,
       x.turn - e.turn AS turns
FROM solforge_entries e
LEFT JOIN solforge_exits x ON x.match = e.match AND x.id = e.id
LEFT JOIN solforge_announced a
  ON a.match = e.match AND a.step = e.played_step AND a.position = e.played_position
""".strip(),
)

HEALTH_CHANGES = View(
    "solforge_health",
    "One row each time the Health of a player changes, or armor absorbs all of what would.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR whose Health: A or B
        change INTEGER by how much it went up; negative for down
        total INTEGER the Health after it
        why VARCHAR combat, damage (not in combat), gain or loss
        {SOURCE}
        """
    ),
    """
SELECT match, step, position, turn, target_seat AS seat, (absorbed - amount)::INTEGER AS change,
       total, CASE WHEN combat THEN 'combat' ELSE 'damage' END AS why, source, source_kind,
       source_card, source_level
FROM solforge_damage WHERE target IS NULL
UNION ALL
SELECT match, step, position, turn, seat, amount, total,
       CASE WHEN amount > 0 THEN 'gain' ELSE 'loss' END, source, source_kind, source_card, source_level
FROM solforge_gains
""".strip(),
)

TURN_HEALTH = View(
    "solforge_turn_health",
    "One row a turn and seat: the Health when the turn, or the match, was over, or as it is now.",
    columns(
        f"""
        {MATCH}
        {TURN}
        seat VARCHAR A or B
        health INTEGER its Health
        """
    ),
    f"""
SELECT t.match, t.turn, t.seat, coalesce(h.total, {HEALTH})::INTEGER AS health
FROM (SELECT u.match, u.turn, unnest(['A', 'B']) AS seat
      FROM turns u JOIN solforge_settings s ON s.match = u.match) t
ASOF LEFT JOIN (
 SELECT match, seat, turn, arg_max(total, step * 65536::BIGINT + position) AS total
 FROM solforge_health GROUP BY match, seat, turn
) h ON h.match = t.match AND h.seat = t.seat AND h.turn <= t.turn
""".strip(),
)

COMBATS = View(
    "solforge_combats",
    "One row for each lane and turn in which combat damage was dealt: how much by each side.",
    columns(
        f"""
        {MATCH}
        {TURN}
        lane TINYINT lane 1 to 5, from seat A's left
        a_to_creatures INTEGER damage by seat A to creatures, armor not counted
        a_to_player INTEGER damage by seat A to player B
        b_to_creatures INTEGER damage by seat B to creatures, armor not counted
        b_to_player INTEGER damage by seat B to player A
        absorbed INTEGER damage that armor absorbed, of both sides
        """
    ),
    """
SELECT match, turn, lane,
       coalesce(sum(amount) FILTER (seat = 'A' AND target IS NOT NULL), 0)::INTEGER AS a_to_creatures,
       coalesce(sum(amount) FILTER (seat = 'A' AND target IS NULL), 0)::INTEGER AS a_to_player,
       coalesce(sum(amount) FILTER (seat = 'B' AND target IS NOT NULL), 0)::INTEGER AS b_to_creatures,
       coalesce(sum(amount) FILTER (seat = 'B' AND target IS NULL), 0)::INTEGER AS b_to_player,
       sum(absorbed)::INTEGER AS absorbed
FROM solforge_damage WHERE combat GROUP BY match, turn, lane
""".strip(),
)

CYCLES = View(
    "solforge_cycles",
    "One row a match and deck cycle that began: its turns, and the Health when it was over.",
    columns(
        f"""
        {MATCH}
        cycle TINYINT the deck cycle, from 1
        first_turn INTEGER its first turn
        last_turn INTEGER its last turn, or the one in progress
        health_a INTEGER Health of seat A when it, or the match, was over, or as it is now
        health_b INTEGER Health of seat B then
        """
    ),
    f"""
SELECT match, ((turn - 1) // {TURNS_A_CYCLE} + 1)::TINYINT AS cycle, min(turn) AS first_turn,
       max(turn) AS last_turn, arg_max(health, turn) FILTER (seat = 'A') AS health_a,
       arg_max(health, turn) FILTER (seat = 'B') AS health_b
FROM solforge_turn_health GROUP BY match, (turn - 1) // {TURNS_A_CYCLE}
""".strip(),
)

SIDES = View(
    "solforge_sides",
    "Two rows for each finished match of SolForge Fusion: what each seat played with, what it got.",
    columns(
        f"""
        {MATCH}
        {KIND}
        edition VARCHAR whitefang or early
        seat VARCHAR A or B
        player VARCHAR name of the player
        bot VARCHAR bot that played; NULL for people
        starts BOOLEAN whether the seat had the Forge first; NULL if it ended before
        decks VARCHAR[] names of its half-decks, as they were named; NULL in it for ten cards by name
        factions VARCHAR[] factions of its half-decks, in the order of their names
        forgeborn VARCHAR its Forgeborn at the start
        score INTEGER its final Health
        won INTEGER 1 if it won, else 0
        drew INTEGER 1 if the match was a draw, else 0
        why VARCHAR the rulebook's reason for the end: health, sudden or forge
        sudden VARCHAR why Sudden Death began: tied or cycles; NULL if it did not
        turns INTEGER how many turns the match had
        steps INTEGER how many steps the match has
        """
    ),
    """
SELECT m.match, m.kind, r.edition, s.seat, s.player, s.bot, s.seat = m.starter AS starts, h.decks,
       h.factions, CASE s.seat WHEN 'A' THEN r.forgeborn_a ELSE r.forgeborn_b END AS forgeborn,
       CASE s.seat WHEN 'A' THEN m.score_a ELSE m.score_b END AS score,
       (m.winner IS NOT NULL AND m.winner = s.seat)::INTEGER AS won,
       (m.winner IS NULL)::INTEGER AS drew, m.why, d.why AS sudden, m.turns, m.steps
FROM matches m
JOIN solforge_settings r ON r.match = m.match
JOIN seats s ON s.match = m.match
JOIN (SELECT match, seat, list(deck ORDER BY half) AS decks, list(faction ORDER BY faction) AS factions
      FROM solforge_halves GROUP BY match, seat) h
  ON h.match = m.match AND h.seat = s.seat
LEFT JOIN (SELECT match, arg_min(why, step) AS why FROM solforge_sudden_deaths GROUP BY match) d
  ON d.match = m.match
WHERE m.status = 'finished'
""".strip(),
)

VIEWS: tuple[View, ...] = (
    PLAYS,
    LIVES,
    HEALTH_CHANGES,
    TURN_HEALTH,
    COMBATS,
    CYCLES,
    SIDES,
)
