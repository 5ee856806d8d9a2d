"""The views over the tables of Magical Forge."""

from __future__ import annotations

from domain.games.magical_forge.state import LIFE
from projections.games.magical_forge.tables import CARD, EFFECT, EVENT, ID
from projections.schema.definitions import KIND, MATCH, TURN, View, columns

PLAYS = View(
    "magical_forge_plays",
    "One row for each card played or used from hand: Creatures, Forge cards and Weapons.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR who plays: A or B
        {ID}
        kind VARCHAR creature, forge or weapon
        {CARD}
        """
    ),
    """
SELECT match, step, position, turn, seat, id, 'creature' AS kind, card
FROM magical_forge_summons WHERE played
UNION ALL
SELECT match, step, position, turn, seat, id, kind, card
FROM magical_forge_effects WHERE kind IN ('forge', 'weapon')
""".strip(),
)

ATTACKS = View(
    "magical_forge_attacks",
    "One row for each attack: who, whether it was blocked, by whom, and what it took.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR who attacks: A or B
        {ID}
        {CARD}
        how VARCHAR unblocked, blocked, gone (the attacker was, or its Spells); NULL if it never ended
        life INTEGER Life Points that the defender lost by it
        blocker INTEGER id of the Creature that blocked; NULL if none did
        blocker_card VARCHAR name of the Creature that blocked
        """
    ),
    """
SELECT b.match, b.step, b.position, b.turn, b.seat, b.id, b.card, e.how,
       coalesce(e.life, 0)::INTEGER AS life, e.blocker, e.blocker_card
FROM (SELECT *, row_number() OVER (PARTITION BY match, id ORDER BY step, position) AS nth
      FROM magical_forge_attacks_begun) b
LEFT JOIN (
 SELECT e.*, l.life, row_number() OVER (PARTITION BY e.match, e.id ORDER BY e.step, e.position) AS nth
 FROM magical_forge_attacks_ended e
 LEFT JOIN (SELECT match, step, position, source, -change AS life FROM magical_forge_life
            WHERE source_kind = 'attack') l
   ON l.match = e.match AND l.step = e.step AND l.source = e.id AND l.position = e.position - 1
) e ON e.match = b.match AND e.id = b.id AND e.nth = b.nth
""".strip(),
)

LIVES = View(
    "magical_forge_lives",
    "One row for each Creature that was in play: how it came and how it went.",
    columns(
        f"""
        {MATCH}
        {ID}
        seat VARCHAR whose Creature: A or B
        {CARD}
        played BOOLEAN whether it was played from hand; false: put into play by an effect
        entered_turn INTEGER the turn it came
        entered_step INTEGER the step it came
        left_turn INTEGER the turn it left; NULL if it never did
        left_step INTEGER the step it left
        why VARCHAR destroyed, spells or returned; NULL if it never left
        source_card VARCHAR name of the card whose effect did that; NULL if none did
        attacks INTEGER how many attacks it made
        turns INTEGER how many turns it was there: 0 if it left in the turn it came; NULL if it never left
        """
    ),
    """
SELECT s.match, s.id, s.seat, s.card, s.played, s.turn AS entered_turn, s.step AS entered_step,
       x.turn AS left_turn, x.step AS left_step, x.why, x.source_card,
       coalesce(a.attacks, 0)::INTEGER AS attacks, x.turn - s.turn AS turns
FROM magical_forge_summons s
LEFT JOIN magical_forge_exits x ON x.match = s.match AND x.id = s.id
LEFT JOIN (SELECT match, id, count(*) AS attacks FROM magical_forge_attacks_begun GROUP BY match, id) a
  ON a.match = s.match AND a.id = s.id
""".strip(),
)

CENTRED = View(
    "magical_forge_centred",
    "One row for each Spell that was put into play: what it waited for, and what became of it.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR whose Spell: A or B
        {ID}
        {CARD}
        why VARCHAR block (an attack was blocked) or effect
        trigger VARCHAR the event that activated it; NULL if it did not, or the card came with the match
        activated_turn INTEGER the turn in which it activated; NULL if it did not
        how VARCHAR resolved, fizzled, stopped, or removed; NULL if it is still there
        left_turn INTEGER the turn in which it left the centre
        """
    ),
    """
SELECT c.match, c.step, c.position, c.turn, c.seat, c.id, c.card, c.why, e.trigger,
       e.turn AS activated_turn, x.how, x.turn AS left_turn
FROM magical_forge_centre c
LEFT JOIN magical_forge_effects e ON e.match = c.match AND e.source = c.id AND e.kind = 'spell'
LEFT JOIN magical_forge_centre_exits x ON x.match = c.match AND x.id = c.id
""".strip(),
)

RESPONSES = View(
    "magical_forge_responses",
    "One row for each response a player made: an ability, Weapon or Forge card on top of an effect.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR who responded: A or B
        {ID}
        kind VARCHAR ability, weapon or forge
        {CARD}
        depth INTEGER how many effects were on the stack with it
        to_id INTEGER id of the effect it responded to
        to_seat VARCHAR whose effect that was: A or B
        to_kind VARCHAR {EFFECT}
        to_card VARCHAR name of that effect's card
        how VARCHAR resolved, fizzled or stopped itself; NULL if it never left the stack
        stopped INTEGER how many effects it stopped
        """
    ),
    """
SELECT r.match, r.step, r.position, r.turn, r.seat, r.id, r.kind, r.card, r.depth,
       t.id AS to_id, t.seat AS to_seat, t.kind AS to_kind, t.card AS to_card, e.how,
       coalesce(s.stopped, 0)::INTEGER AS stopped
FROM magical_forge_effects r
JOIN magical_forge_effects t ON t.match = r.match AND t.id = r.responds_to
LEFT JOIN magical_forge_effects_ended e ON e.match = r.match AND e.id = r.id
LEFT JOIN (SELECT match, stopped_by, count(*) AS stopped FROM magical_forge_effects_ended
           WHERE stopped_by IS NOT NULL GROUP BY match, stopped_by) s
  ON s.match = r.match AND s.stopped_by = r.id
WHERE r.kind IN ('ability', 'weapon', 'forge')
""".strip(),
)

TURN_LIFE = View(
    "magical_forge_turn_life",
    "One row a turn and seat: the Life Points when the turn, or the match, was over, or as they are now.",
    columns(
        f"""
        {MATCH}
        {TURN}
        seat VARCHAR A or B
        life INTEGER its Life Points
        """
    ),
    f"""
SELECT t.match, t.turn, t.seat, coalesce(h.total, t.first, {LIFE})::INTEGER AS life
FROM (SELECT u.match, u.turn, unnest(['A', 'B']) AS seat, s.life AS first
      FROM turns u JOIN magical_forge_settings s ON s.match = u.match) t
ASOF LEFT JOIN (
 SELECT match, seat, turn, arg_max(total, step * 65536::BIGINT + position) AS total
 FROM magical_forge_life GROUP BY match, seat, turn
) h ON h.match = t.match AND h.seat = t.seat AND h.turn <= t.turn
""".strip(),
)

SIDES = View(
    "magical_forge_sides",
    "Two rows for each finished match of Magical Forge: what each seat played with, what it got.",
    columns(
        f"""
        {MATCH}
        {KIND}
        seat VARCHAR A or B
        player VARCHAR name of the player
        bot VARCHAR bot that played; NULL for people
        starts BOOLEAN whether the seat took the first turn; NULL if it ended before
        deck VARCHAR name of its ready Deck; NULL for a list or an unknown one
        spells VARCHAR name of its ready Spell Deck; NULL for a list or an unknown one
        life INTEGER its Life Points at the end
        won INTEGER 1 if it won, else 0
        drew INTEGER 1 if the match was a draw, else 0
        why VARCHAR the reason for the end: life, both, concession, deck, standstill or endless
        turns INTEGER how many turns the match had
        steps INTEGER how many steps the match has
        """
    ),
    """
SELECT m.match, m.kind, s.seat, s.player, s.bot, s.seat = m.starter AS starts, d.deck, d.spells,
       CASE s.seat WHEN 'A' THEN m.score_a ELSE m.score_b END AS life,
       (m.winner IS NOT NULL AND m.winner = s.seat)::INTEGER AS won,
       (m.winner IS NULL)::INTEGER AS drew, m.why, m.turns, m.steps
FROM matches m
JOIN seats s ON s.match = m.match
JOIN magical_forge_decks d ON d.match = m.match AND d.seat = s.seat
WHERE m.status = 'finished'
""".strip(),
)

VIEWS: tuple[View, ...] = (PLAYS, ATTACKS, LIVES, CENTRED, RESPONSES, TURN_LIFE, SIDES)
