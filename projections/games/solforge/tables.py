"""The tables that SolForge Fusion brings."""

from __future__ import annotations

from projections.schema.definitions import MATCH, POSITION, STEP, TURN, Table, columns

EVENT = f"""
{MATCH}
{STEP}
{POSITION}
{TURN}
"""
CARD = """
card VARCHAR name of the card; its slug if the card is in no set that the match has
level TINYINT level of the card, 1 to 3
"""
IN_PLAY = f"""
id INTEGER id of the creature or Exalt, running through the match
{CARD}
"""
LANE = "lane TINYINT lane 1 to 5, from seat A's left"
SOURCE = """
source INTEGER id of what does it; NULL for a spell, a Forgeborn or a rule
source_kind VARCHAR creature, exalt, spell or forgeborn; NULL for a rule
source_card VARCHAR name of the card that does it, or of the Forgeborn; NULL for a rule
source_level TINYINT level of that card or Forgeborn; NULL for a rule
"""

SETTINGS = Table(
    "solforge_settings",
    "One row a match of SolForge Fusion: its edition, and the Forgeborn.",
    columns(
        f"""
        {MATCH}
        edition VARCHAR whitefang or early
        forge VARCHAR how it was found who has the Forge first: tossed or agreed
        cards VARCHAR own, or extra if cards of its own came with the match
        forgeborn_a VARCHAR the Forgeborn of seat A
        forgeborn_b VARCHAR the Forgeborn of seat B
        """
    ),
)

HALVES = Table(
    "solforge_halves",
    "Four rows a match: the two half-decks of each seat.",
    columns(
        f"""
        {MATCH}
        seat VARCHAR A or B
        half TINYINT 1 or 2, in the order they were named
        deck VARCHAR name of the half-deck; NULL for ten cards by name
        faction VARCHAR Alloyin, Nekrium, Tempys or Uterra; NULL if no set says it
        """
    ),
)

ANNOUNCED = Table(
    "solforge_announced",
    "One row each time a card is played, as it is announced; the view solforge_plays says where to.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR who plays: A or B
        owner VARCHAR whose card it is: A or B
        {CARD}
        kind VARCHAR creature, spell or exalt; NULL if the card is in no set that the match has
        from_zone VARCHAR where it came from: hand, discard, banish, upgrade, deck, or aside (Minions)
        free BOOLEAN whether it was played for Free
        """
    ),
)

RESOLVED = Table(
    "solforge_resolved",
    "One row for each spell that has resolved and was banished.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR whose spell: A or B
        {CARD}
        """
    ),
)

ENTRIES = Table(
    "solforge_entries",
    "One row for each creature or Exalt that came into play.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR side it is on: A or B
        {IN_PLAY}
        kind VARCHAR creature or exalt
        owner VARCHAR whose card it is: A or B
        {LANE}, where it came into play
        row VARCHAR front or back; NULL for Exalts
        attack INTEGER its Attack then
        health INTEGER its Health then
        how VARCHAR played, or put (into play by an effect)
        replaced INTEGER id of what it replaced; NULL if the place was empty
        replaced_card VARCHAR name of what it replaced
        replaced_level TINYINT level of what it replaced
        played_step INTEGER with match and played_position: its row of solforge_announced; NULL if put
        played_position SMALLINT see played_step
        """
    ),
)

EXITS = Table(
    "solforge_exits",
    "One row for each creature or Exalt that left play.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR side it was on: A or B
        {IN_PLAY}
        kind VARCHAR creature or exalt
        {LANE}, where it was
        row VARCHAR front or back; NULL for Exalts
        why VARCHAR replaced, destroyed, banished, returned, homeless or overlaid
        to_zone VARCHAR where its card went: banish, aside, upgrade, hand, top, discard or deck
        source_seat VARCHAR side of what does it; NULL for a rule
        {SOURCE}
        """
    ),
)

DAMAGE = Table(
    "solforge_damage",
    "One row each time a creature or player is dealt damage.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR side that deals it: A or B
        {SOURCE}
        combat BOOLEAN whether it is combat damage
        battle BOOLEAN whether it was dealt in a Battle that an effect brought about
        target INTEGER id of the creature it is dealt to; NULL for a player
        target_seat VARCHAR side of the creature, or the player: A or B
        target_card VARCHAR name of the creature; NULL for a player
        target_level TINYINT level of the creature; NULL for a player
        {LANE}: of the creature it is dealt to; for a player where the source is or was; else NULL
        amount INTEGER how much damage, armor not counted
        absorbed INTEGER how much of it armor absorbed
        total INTEGER the player's Health after it; NULL for a creature
        """
    ),
)

GAINS = Table(
    "solforge_gains",
    "One row each time a player gains Health, or loses it otherwise than by damage.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR whose Health: A or B
        amount INTEGER how much; negative for a loss
        total INTEGER the player's Health after it
        {SOURCE}
        """
    ),
)

CHANGES = Table(
    "solforge_changes",
    "One row each time an effect raises or lowers the Attack or Health of a creature; not auras.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR side of the creature: A or B
        {IN_PLAY}
        attack INTEGER by how much its Attack went up; negative for down
        health INTEGER by how much its Health went up; negative for down
        until VARCHAR turn, if it ends with the turn; NULL if it is for good
        source_seat VARCHAR side of what does it; NULL if not known, as for what ends with the turn
        {SOURCE}
        """
    ),
)

MOVES = Table(
    "solforge_moves",
    "One row each time a creature or Exalt comes to another lane or row; a swap has two.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR side it is on: A or B
        {IN_PLAY}
        from_lane TINYINT where it was, 1 to 5
        to_lane TINYINT where it is now, 1 to 5
        from_row VARCHAR front or back; NULL for Exalts
        to_row VARCHAR front or back; NULL for Exalts
        how VARCHAR moved or swapped
        """
    ),
)

TRANSFORMS = Table(
    "solforge_transforms",
    "One row each time a card in play is Transformed, or Upgraded in play (its name is then the same).",
    columns(
        f"""
        {EVENT}
        seat VARCHAR side it is on: A or B
        {IN_PLAY}
        kind VARCHAR creature or exalt, of the side that is up now: card and level, too
        {LANE}, where it is now
        row VARCHAR front or back; NULL for Exalts
        attack INTEGER Attack of the side that is up now
        health INTEGER Health of the side that is up now
        from_card VARCHAR name of the side that was up
        from_level TINYINT level of the side that was up
        """
    ),
)

ACTIVATIONS = Table(
    "solforge_activations",
    "One row each time a creature or Exalt is exhausted for an Activate ability.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR side it is on: A or B
        {IN_PLAY}
        {LANE}, where it is
        which TINYINT which of its Activate abilities, from 0
        """
    ),
)

FORGEBORN = Table(
    "solforge_forgeborn",
    "One row each time a Forgeborn ability is used.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR who used it: A or B
        forgeborn VARCHAR name of the Forgeborn, as it is after any Overlay
        level TINYINT level of the Forgeborn, 2 to 4
        cycle TINYINT the deck cycle, from 1
        """
    ),
)

OVERLAYS = Table(
    "solforge_overlays",
    "One row each time a Forgeborn is overlaid.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR whose Forgeborn: A or B
        forgeborn VARCHAR name of the Forgeborn that it is now
        """
    ),
)

UPGRADES = Table(
    "solforge_upgrades",
    "One row each time a card comes to a higher level: since it was played, or by an effect.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR whose card: A or B
        id INTEGER id of what was Upgraded in play; NULL anywhere else
        {CARD}
        from_level TINYINT the level it had; the same for a level 3 card that is Upgraded
        how VARCHAR played (so the next level comes), upgraded (the keyword), or levelled (early edition)
        from_zone VARCHAR where the old level was; NULL where it was played
        to_zone VARCHAR where the new level is
        """
    ),
)

DRAWS = Table(
    "solforge_draws",
    "One row for each card drawn; n tells those of one draw apart.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR who drew: A or B
        n INTEGER which card of this draw it is, from 1
        card VARCHAR name of the card; NULL if it is not known
        level TINYINT level of the card; NULL if it is not known
        """
    ),
)

CARRIED = Table(
    "solforge_carried",
    "One row for each card that went from zone to zone without being played or drawn: discards too.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR whose card: A or B
        n INTEGER which card of this fact it is, from 1
        card VARCHAR name of the card; NULL if it is not known
        level TINYINT level of the card; NULL if it is not known
        from_zone VARCHAR hand, discard, banish, upgrade, deck or aside
        to_zone VARCHAR hand, discard, banish, upgrade, deck, top (of the deck) or aside
        """
    ),
)

TRIGGERS = Table(
    "solforge_triggers",
    "One row each time a triggered ability begins to resolve.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR whose ability: A or B
        id INTEGER id of what has the ability; NULL for nothing in play
        kind VARCHAR creature, spell, exalt or forgeborn
        card VARCHAR name of the card or Forgeborn that has it, or that set it up
        level TINYINT level of the card; NULL for a Forgeborn
        which TINYINT which ability of the card, from 0; -1 for one that was granted or set up
        """
    ),
)

PHASES = Table(
    "solforge_phases",
    "One row for each phase that began, and one for each Action Step.",
    columns(
        f"""
        {EVENT}
        phase VARCHAR draw, action, combat or end
        action_step TINYINT which of the turn's Action Steps, from 1; NULL for a phase
        seat VARCHAR whose Action Step: A or B; NULL for a phase
        """
    ),
)

SUDDEN = Table(
    "solforge_sudden_deaths",
    "One row for each Sudden Death that began.",
    columns(
        f"""
        {EVENT}
        why VARCHAR tied (both at 0 or less) or cycles (the match was long)
        """
    ),
)

LOOPS = Table(
    "solforge_loop_cuts",
    "One row each time the engine cut an endless loop of triggers.",
    columns(
        f"""
        {EVENT}
        waiting INTEGER how many triggers waited, and do not resolve
        """
    ),
)

TABLES: tuple[Table, ...] = (
    SETTINGS,
    HALVES,
    ANNOUNCED,
    RESOLVED,
    ENTRIES,
    EXITS,
    DAMAGE,
    GAINS,
    CHANGES,
    MOVES,
    TRANSFORMS,
    ACTIVATIONS,
    FORGEBORN,
    OVERLAYS,
    UPGRADES,
    DRAWS,
    CARRIED,
    TRIGGERS,
    PHASES,
    SUDDEN,
    LOOPS,
)
