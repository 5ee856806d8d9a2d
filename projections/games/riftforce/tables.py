"""The tables that Riftforce brings."""

from __future__ import annotations

from projections.schema.definitions import KIND, MATCH, POSITION, STEP, TURN, Table, View, columns

EVENT = f"""
{MATCH}
{STEP}
{POSITION}
{TURN}
"""
TARGET = """
target INTEGER id of the elemental it happens to, running through the match
target_seat VARCHAR side the target stands on: A or B
target_guild VARCHAR guild of the target, in full
target_number TINYINT number of the target: 5, 6 or 7
"""
SOURCE = """
source INTEGER id of the elemental that does it
source_guild VARCHAR guild of the source, in full
source_number TINYINT number of the source: 5, 6 or 7
"""
CARD = """
elemental INTEGER id of the elemental, running through the match
guild VARCHAR guild of the elemental, in full
number TINYINT number of the elemental: 5, 6 or 7
"""
LOCATION = "location TINYINT 1 to 5, from seat A's left"

SETTINGS = Table(
    "riftforce_settings",
    "One row a match of Riftforce: its variants.",
    columns(
        f"""
        {MATCH}
        expansion VARCHAR base, or beyond for all eighteen guilds
        ice VARCHAR how Ice works: rulebook or printed
        selection VARCHAR draft, or agreed if the guilds were agreed beforehand
        """
    ),
)

PICKS = Table(
    "riftforce_picks",
    "One row for each guild a seat has; eight a match, once the draft is over.",
    columns(
        f"""
        {MATCH}
        step INTEGER the step; 0 for guilds agreed beforehand
        {TURN}
        seat VARCHAR whose guild it is: A or B
        guild VARCHAR the guild, in full
        how VARCHAR drawn (at random), picked (from the display) or agreed (beforehand)
        pick TINYINT which of its seat's guilds it is, from 1 to 4, in the order they came
        draft_position TINYINT which pick of the draft it was, over both seats; NULL unless picked
        """
    ),
)

ELEMENTALS = Table(
    "riftforce_elementals",
    "One row for each elemental that came into play; what Music takes comes into play anew.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR side it stands on: A or B
        {CARD}
        {LOCATION}, where it came into play
        how VARCHAR played (from hand), 'faced up' (at the set-up) or taken (by Music)
        owner VARCHAR whose guild it is; differs from seat only when taken
        was INTEGER the id it had before Music took it; else NULL
        """
    ),
)

DISCARDS = Table(
    "riftforce_discards",
    "One row for each elemental discarded to activate others.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR who discarded: A or B
        guild VARCHAR guild of the elemental, in full
        number TINYINT number of the elemental: 5, 6 or 7
        """
    ),
)

ACTIVATIONS = Table(
    "riftforce_activations",
    "One row for each activation of an elemental.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR side of the elemental: A or B
        {CARD}
        {LOCATION}, where it stood
        """
    ),
)

MOVES = Table(
    "riftforce_moves",
    "One row for each move of an elemental from one location to another.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR side of the elemental: A or B
        {CARD}
        from_location TINYINT where it stood, 1 to 5
        to_location TINYINT where it stands now, 1 to 5
        """
    ),
)

DAMAGE = Table(
    "riftforce_damage",
    "One row each time an elemental damages one.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR side of the source: A or B
        {SOURCE}
        {TARGET}
        {LOCATION}, where the target stands
        amount INTEGER how much damage was placed
        """
    ),
)

HEALS = Table(
    "riftforce_heals",
    "One row each time damage is removed from an elemental.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR side of the source: A or B
        {SOURCE}
        {TARGET}
        amount INTEGER how much damage was removed
        """
    ),
)

DESTRUCTIONS = Table(
    "riftforce_destructions",
    "One row for each elemental that was destroyed.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR side of the source, which damaged it last: A or B
        {SOURCE}
        {TARGET}
        {LOCATION}, where it was destroyed
        fate VARCHAR discarded, or taken (by Music)
        """
    ),
)

POINTS = Table(
    "riftforce_points",
    "One row for each gain of Riftforce.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR who gained: A or B
        why VARCHAR the reason: kill, crystal, shadow or control
        points INTEGER how much was gained
        total INTEGER the seat's Riftforce after it
        {LOCATION}, where it was gained
        """
    ),
)

DRAWS = Table(
    "riftforce_draws",
    "One row for each card drawn; `card` tells those of one draw apart.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR who drew: A or B
        card INTEGER which card of this draw it is, from 1
        guild VARCHAR guild of the card, in full; NULL if it is not known
        number TINYINT number of the card: 5, 6 or 7; NULL if it is not known
        """
    ),
)

TABLES: tuple[Table, ...] = (
    SETTINGS,
    PICKS,
    ELEMENTALS,
    DISCARDS,
    ACTIVATIONS,
    MOVES,
    DAMAGE,
    HEALS,
    DESTRUCTIONS,
    POINTS,
    DRAWS,
)

PLAYS = View(
    "riftforce_plays",
    "One row for each elemental played from hand.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR who played: A or B
        {CARD}
        {LOCATION}
        """
    ),
    """
SELECT match, step, position, turn, seat, elemental, guild, number, location
FROM riftforce_elementals WHERE how = 'played'
""".strip(),
)

CONTROL = View(
    "riftforce_control",
    "One row for each location scored for control.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR who controls it: A or B
        {LOCATION}
        points INTEGER how much was gained
        total INTEGER the seat's Riftforce after it
        """
    ),
    """
SELECT match, step, position, turn, seat, location, points, total
FROM riftforce_points WHERE why = 'control'
""".strip(),
)

SIDES = View(
    "riftforce_sides",
    "Two rows for each finished match of Riftforce: what each seat played with, and what it got.",
    columns(
        f"""
        {MATCH}
        {KIND}
        expansion VARCHAR base or beyond
        ice VARCHAR rulebook or printed
        seat VARCHAR A or B
        player VARCHAR name of the player
        bot VARCHAR bot that played; NULL for people
        starts BOOLEAN whether the seat had the first turn; NULL if it ended before
        guilds VARCHAR[] its four guilds, in full, by name; fewer if it ended in the draft
        score INTEGER its final Riftforce
        won INTEGER 1 if it won, else 0
        drew INTEGER 1 if the match was a draw, else 0
        turns INTEGER how many turns the match had
        steps INTEGER how many steps the match has
        """
    ),
    """
SELECT m.match, m.kind, r.expansion, r.ice, s.seat, s.player, s.bot, s.seat = m.starter AS starts,
       coalesce(p.guilds, []) AS guilds,
       CASE s.seat WHEN 'A' THEN m.score_a ELSE m.score_b END AS score,
       (m.winner IS NOT NULL AND m.winner = s.seat)::INTEGER AS won,
       (m.winner IS NULL)::INTEGER AS drew, m.turns, m.steps
FROM matches m
JOIN riftforce_settings r ON r.match = m.match
JOIN seats s ON s.match = m.match
LEFT JOIN (SELECT match, seat, list(guild ORDER BY guild) AS guilds
      FROM riftforce_picks GROUP BY match, seat) p
  ON p.match = m.match AND p.seat = s.seat
WHERE m.status = 'finished'
""".strip(),
)

VIEWS: tuple[View, ...] = (PLAYS, CONTROL, SIDES)
