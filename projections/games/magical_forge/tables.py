"""The tables that Magical Forge brings."""

from __future__ import annotations

from projections.schema.definitions import MATCH, POSITION, STEP, TURN, Table, columns

EVENT = f"""
{MATCH}
{STEP}
{POSITION}
{TURN}
"""
CARD = "card VARCHAR name of the card; its code if the card is in no set that the match has"
ID = "id INTEGER id of it: Creatures, Spells in the centre and effects share one row of numbers"
EFFECT = "forge, weapon, ability (of a Creature), spell (in the centre) or trigger (of a Creature)"

SETTINGS = Table(
    "magical_forge_settings",
    "One row a match of Magical Forge: its settings.",
    columns(
        f"""
        {MATCH}
        life INTEGER Life Points at the start
        opening_hand INTEGER cards drawn before the first turn
        deck_out VARCHAR what an empty Deck does: none or loses
        start VARCHAR how it was found who takes the first turn: tossed or agreed
        cards VARCHAR own, or extra if cards of its own came with the match
        """
    ),
)

DECKS = Table(
    "magical_forge_decks",
    "Two rows a match: the Deck and the Spell Deck of each seat.",
    columns(
        f"""
        {MATCH}
        seat VARCHAR A or B
        deck VARCHAR name of a ready Deck; NULL for a list or an unknown one
        deck_list VARCHAR ready, list (card by card) or unknown
        spells VARCHAR name of a ready Spell Deck; NULL for a list or an unknown one
        spells_list VARCHAR ready, list or unknown
        """
    ),
)

SUMMONS = Table(
    "magical_forge_summons",
    "One row for each Creature that came into play.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR whose Creature: A or B
        {ID}
        {CARD}
        from_zone VARCHAR hand, discard or deck
        played BOOLEAN whether it was played from hand; false: put into play by an effect
        """
    ),
)

EXITS = Table(
    "magical_forge_exits",
    "One row for each Creature that left play: deaths, and returns to the hand.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR whose Creature: A or B
        {ID}
        {CARD}
        why VARCHAR destroyed (by an effect), spells (it had none), or returned
        to_zone VARCHAR discard or hand
        source INTEGER id of the effect that did it; NULL if none did
        source_seat VARCHAR whose effect: A or B
        source_kind VARCHAR {EFFECT}
        source_card VARCHAR name of the effect's card
        """
    ),
)

ATTACHMENTS = Table(
    "magical_forge_attachments",
    "One row for each Spell that was attached to a Creature, or moved to it from another.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR whose Spell: A or B
        id INTEGER id of the Creature
        creature VARCHAR name of the Creature
        {CARD}
        from_zone VARCHAR hand, deck (the Spell Deck), discard, or creature (moved)
        from_id INTEGER id of the Creature it was attached to; NULL if it was not
        counted BOOLEAN whether it counts towards the limit of the turn
        """
    ),
)

DETACHMENTS = Table(
    "magical_forge_detachments",
    "One row for each Spell that left a Creature for a hand or pile (not for the centre).",
    columns(
        f"""
        {EVENT}
        seat VARCHAR whose Spell: A or B
        id INTEGER id of the Creature
        creature VARCHAR name of the Creature
        {CARD}
        to_zone VARCHAR discard, hand or deck (the Spell Deck)
        """
    ),
)

ATTACKS_BEGUN = Table(
    "magical_forge_attacks_begun",
    "One row for each attack that began; the view magical_forge_attacks says how it ended.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR who attacks: A or B
        {ID}
        {CARD}
        """
    ),
)

ATTACKS_ENDED = Table(
    "magical_forge_attacks_ended",
    "One row for each attack that ended.",
    columns(
        f"""
        {EVENT}
        id INTEGER id of the attacking Creature
        how VARCHAR unblocked, blocked, or gone (the attacker was, or its Spells)
        blocker INTEGER id of the Creature that blocked; NULL if none did
        blocker_card VARCHAR name of the Creature that blocked
        """
    ),
)

CENTRE = Table(
    "magical_forge_centre",
    "One row for each Spell that was put into play, into the centre.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR whose Spell: A or B
        {ID}
        {CARD}
        from_zone VARCHAR attached, hand, deck (the Spell Deck) or discard
        from_id INTEGER id of the Creature it was attached to; NULL if it was not
        from_card VARCHAR name of that Creature
        why VARCHAR block (an attack was blocked) or effect
        """
    ),
)

CENTRE_EXITS = Table(
    "magical_forge_centre_exits",
    "One row for each Spell that left the centre.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR whose Spell: A or B
        {ID}
        {CARD}
        how VARCHAR resolved, fizzled, stopped (all three: it had triggered), or removed by an effect
        to_zone VARCHAR discard, or hand
        """
    ),
)

EFFECTS = Table(
    "magical_forge_effects",
    "One row for each effect that was activated and came on the stack.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR who controls it: A or B
        {ID}
        kind VARCHAR {EFFECT}
        {CARD}
        source INTEGER id of the Creature, or of the Spell in the centre; NULL for Forge and Weapon cards
        which TINYINT which of the card's abilities, from 0
        trigger VARCHAR the event it waited for; NULL if it was used, and for cards of the match itself
        targets INTEGER how many targets it has
        responds_to INTEGER id of the effect that was on top of the stack; NULL if the stack was empty
        depth INTEGER how many effects are on the stack with it
        """
    ),
)

EFFECTS_ENDED = Table(
    "magical_forge_effects_ended",
    "One row for each effect that left the stack.",
    columns(
        f"""
        {EVENT}
        id INTEGER id of the effect
        how VARCHAR resolved, fizzled or stopped
        stopped_by INTEGER id of the effect that stopped it; NULL if none did
        """
    ),
)

LIFE = Table(
    "magical_forge_life",
    "One row each time the Life Points of a player change.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR whose Life Points: A or B
        change INTEGER by how much they went up; negative for down
        total INTEGER Life Points after it
        source_kind VARCHAR attack, cost, or the kind of the effect: {EFFECT}
        source INTEGER id of the Creature or effect
        source_card VARCHAR name of the card that did it
        source_seat VARCHAR whose doing it was: A or B
        """
    ),
)

DRAWS = Table(
    "magical_forge_draws",
    "One row for each card drawn; n tells those of one draw apart.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR who drew: A or B
        pile VARCHAR deck or spells
        n INTEGER which card of this draw it is, from 1
        card VARCHAR name of the card; NULL if it is not known
        why VARCHAR turn (or opening hand), or effect; NULL for Spells
        """
    ),
)

CARRIED = Table(
    "magical_forge_carried",
    "One row for each card that went openly from zone to zone: discarded, recovered, put back.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR whose card: A or B
        pile VARCHAR deck or spells
        {CARD}
        from_zone VARCHAR hand, deck or discard
        to_zone VARCHAR hand, deck or discard
        """
    ),
)

RECYCLED = Table(
    "magical_forge_recycled",
    "One row each time a Spell discard became the new Spell Deck.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR whose: A or B
        """
    ),
)

MARKS = Table(
    "magical_forge_marks",
    "One row each time something begins to hold for a Creature until the end of the turn.",
    columns(
        f"""
        {EVENT}
        seat VARCHAR whose Creature: A or B
        {ID}
        {CARD}
        mark VARCHAR unblockable, no attack, no block, strength or again
        n INTEGER how much of it
        """
    ),
)

LOOPS = Table(
    "magical_forge_loop_cuts",
    "One row each time the house rule against endless loops cut in.",
    columns(
        f"""
        {EVENT}
        dropped INTEGER how many triggered effects waited, and do not activate
        """
    ),
)

TABLES: tuple[Table, ...] = (
    SETTINGS,
    DECKS,
    SUMMONS,
    EXITS,
    ATTACHMENTS,
    DETACHMENTS,
    ATTACKS_BEGUN,
    ATTACKS_ENDED,
    CENTRE,
    CENTRE_EXITS,
    EFFECTS,
    EFFECTS_ENDED,
    LIFE,
    DRAWS,
    CARRIED,
    RECYCLED,
    MARKS,
    LOOPS,
)
