"""Where the two editions differ: one value a difference, read at one place of the rules each."""

from __future__ import annotations

from typing import Final

import msgspec


class Edition(msgspec.Struct, frozen=True):
    """What an edition of the rulebook says where the editions differ."""

    key: str
    level_gate: bool
    """A card's level is at most the Forgeborn's, unless the effect names the card (Playing a Card, 1)."""
    may_level_up: bool
    """A basic action: banish a card from hand to level it up."""
    draw_up_to: bool
    """Draw up to five in hand, instead of five cards."""
    cycle_before_maintenance: bool
    """The End of Deck Cycle Step comes before rows advance and the Forge passes; otherwise after."""
    spell_levels_last: bool
    """A spell is banished before its next level goes to the discard pile."""
    failure_ends_line: bool
    """A step that fails ends its line; otherwise as much is done as can be."""
    upgrade_in_place: bool
    """The next level comes into the same zone; otherwise into the discard pile."""
    level_three_upgrades: bool
    """Upgrading a level 3 card counts as done."""
    lose_at_zero: bool
    """0 or less loses at once, unless both are; otherwise only below the enemy."""
    shuffle_before_level: bool
    """At a cycle's end decks are shuffled before the Forgeborn level up."""
    last_level: int
    """The level beyond which no Forgeborn rises; 0 for none."""
    last_turn: int
    """After this turn a tie is won by who has the Forge; 0 for never."""


WHITEFANG: Final = Edition(
    "whitefang",
    level_gate=True,
    may_level_up=False,
    draw_up_to=False,
    cycle_before_maintenance=True,
    spell_levels_last=False,
    failure_ends_line=False,
    upgrade_in_place=True,
    level_three_upgrades=True,
    lose_at_zero=False,
    shuffle_before_level=False,
    last_level=0,
    last_turn=15,
)
EARLY: Final = Edition(
    "early",
    level_gate=False,
    may_level_up=True,
    draw_up_to=True,
    cycle_before_maintenance=False,
    spell_levels_last=True,
    failure_ends_line=True,
    upgrade_in_place=False,
    level_three_upgrades=False,
    lose_at_zero=True,
    shuffle_before_level=True,
    last_level=4,
    last_turn=0,
)
EDITIONS: Final = {edition.key: edition for edition in (WHITEFANG, EARLY)}
