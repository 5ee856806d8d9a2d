"""Every sentence of the rulebook that states a rule, by chapter and number, and every ruling.

A test names what it tests with `@rule("b-activate.5")`. test_rulebook.py checks that nothing
listed here is without a test. What stands beside an id is a reminder; the rulebook has the words.
Sentences are counted within their chapter, or their guild or bullet where a chapter is a list.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

RULES: dict[str, str] = {
    # Components, Goal of the Game, Guilds
    "components.1": "ten guilds of nine elementals",
    "components.2": "five locations",
    "goal.1": "kills and control give Riftforce",
    "goal.2": "most Riftforce wins",
    "guilds.1": "four guilds each",
    "guilds.2": "nine elementals a guild",
    "guilds.3": "an elemental shows number and symbol",
    "guilds.4": "number is life, symbol is guild",
    "guilds.5": "four fives",
    "guilds.6": "three sixes",
    "guilds.7": "two sevens",
    "guilds.8": "one ability a guild",
    "guilds.9": "enemies and allies",
    # Setup
    "selection.1": "one of ten is left out at random",
    "selection.2": "one random summoner each",
    "selection.3": "seven on display",
    "selection.5": "toss for who selects first",
    "selection.6": "select in turn until four each",
    "selection.7": "the last one is left over",
    "selection.8": "those left over go away",
    "selection.9": "and are not played with",
    "general.2": "both markers start at nothing",
    "general.3": "five locations in a row",
    "general.4": "no damage lies anywhere yet",
    "personal.6": "the start marker stays with who began the selection",
    "personal.7": "36 elementals shuffled face down",
    "personal.8": "an empty discard pile",
    "personal.9": "seven in hand",
    "personal.10": "the other player's top card lies face up in the middle",
    # Gameplay
    "gameplay.1": "the start marker begins",
    "gameplay.2": "one action alternately",
    "gameplay.3": "three kinds of action",
    "a-play.1": "up to three from hand to one's own side",
    "a-play.2": "one symbol or one number",
    "a-play.3": "side by side, or together in any order",
    "a-play.4": "one a location when side by side",
    "a-play.5": "the ends are not adjacent",
    "a-play.6": "on top of what lies there",
    "b-activate.1": "discard one first",
    "b-activate.2": "up to three that share with the discard",
    "b-activate.3": "anywhere on the Rift",
    "b-activate.4": "use the guild's ability",
    "b-activate.5": "all steps in order, as much as can be",
    "b-activate.6": "who moves comes last",
    "b-activate.7": "most hit the first enemy",
    "b-activate.8": "first is nearest the location",
    "b-activate.10": "resolve, check, then the next",
    "b-activate.11": "damage of its number destroys",
    "b-activate.12": "one Riftforce a destroyed enemy",
    "b-activate.13": "the marker moves on",
    "b-activate.14": "no excess carries over",
    "b-activate.15": "destroyed ones go to their discard pile, undamaged",
    "c-check.1": "only with less than seven in hand",
    "c-check.2": "check each location",
    "c-check.3": "control: own there, no enemy there",
    "c-check.4": "one a location controlled",
    "c-check.5": "the marker moves on",
    "c-check.6": "only who checks gains",
    "c-check.7": "draw up to seven",
    # Guild Abilities
    "abilities.1": "all elementals of a guild share the summoner's ability",
    "fire.1": "3 on the first enemy",
    "fire.2": "1 on the ally behind",
    "earth.1": "when played 1 on each enemy there",
    "earth.2": "2 on the first enemy",
    "light.1": "2 on the first enemy",
    "light.2": "remove 1 from itself or an ally",
    "plant.1": "2 on the first enemy next door",
    "plant.2": "which moves to the Plant",
    "water.1": "2 on the first enemy",
    "water.2": "move next door",
    "water.3": "1 on the first enemy there",
    "ice.1": "2 on the first enemy",
    "ice.2": "4 on the last enemy",
    "ice.3": "otherwise 1",
    "shadow.1": "move anywhere else",
    "shadow.2": "1 on the first enemy there",
    "shadow.3": "one more for a kill",
    "crystal.1": "4 on the first enemy",
    "crystal.2": "one more for the opponent when destroyed",
    "thunderbolt.1": "2 on any enemy there",
    "thunderbolt.2": "once more after a kill",
    "air.1": "move anywhere else",
    "air.2": "1 on the first enemy there and on both sides",
    # Game End
    "end.1": "12 triggers the end",
    "end.2": "the action is finished",
    "end.3": "who did not start has one more action",
    "end.4": "otherwise it ends at once",
    "end.5": "as many actions for both",
    "end.6": "most Riftforce wins",
    "end.7": "a tie: one more action each",
    "end.8": "until it is broken",
    # FAQ: General
    "faq.2": "identical cards go together",
    "faq.3": "more than 12 is counted on",
    "faq.4": "earlier rounds do not limit a play",
    "faq.5": "damage does not change a number",
    "faq.6": "activating without an enemy is allowed",
    "faq.7": "its damage is lost",
    "faq.8": "an empty pile: the discards are shuffled",
    "faq.9": "and drawing goes on to seven",
    # FAQ: Guilds
    "faq-ice.1": "a single enemy is first and last",
    "faq-light.1": "heals at any location",
    "faq-fire.1": "other Fires are hurt too",
    "faq-fire.2": "a destroyed ally scores for the opponent",
    "faq-crystal.1": "2 for a Crystal, 3 by Shadow",
    "faq-water.1": "cannot stay",
    "faq-water.2": "the ends are not adjacent",
    "faq-water.3": "from an end only inwards",
    "faq-air.1": "cannot stay",
    "faq-air.2": "1 each left, same, right",
    "faq-shadow.1": "cannot stay",
    "faq-shadow.2": "2 for a kill, 3 for a Crystal",
    "faq-plant.1": "one enemy, left or right",
    "faq-plant.2": "never at its own location",
    "faq-thunderbolt.1": "again at once after a kill",
    "faq-thunderbolt.2": "once an activation",
    "faq-thunderbolt.3": "which is no activation of its own",
    "faq-earth.1": "Earth alone acts when played",
    "faq-earth.2": "1 on each enemy for each Earth played",
    "faq-earth.3": "never again later",
    "faq-earth.4": "2 on the first enemy when activated",
}

BEYOND_THE_ENGINE: dict[str, str] = {
    "components.3": "the score track is cardboard",
    "components.4": "overviews are paper",
    "components.5": "tokens; no rule says what happens when the 25 damage run out",
    "selection.4": "who takes which marker changes nothing",
    "general.1": "how the score track is laid",
    "general.5": "where the overviews lie",
    "a-play.7": "cards lie so that they can be read",
    "b-activate.9": "where damage tokens come from",
    "faq.1": "an introduction",
    "faq.10": "whether people look through discards; the engine shows to all what all have seen",
}
"""Sentences that no engine can keep or break, and why."""

RULINGS: dict[str, str] = {
    "ruling.ice": "rulebook and printed Ice",
    "ruling.locations": "several locations: one run, any order, no mix",
    "ruling.how-many": "play 1 to 3, activate 0 to 3",
    "ruling.same": "one number for all or one symbol for all",
    "ruling.twice": "one elemental once an action",
    "ruling.destruction": "checked after the ability, and after each Earth",
    "ruling.gone": "what is destroyed cannot be activated",
    "ruling.much-as-you-can": "a choice that does something comes before one that does nothing",
    "ruling.plant-kill": "a kill scores, nobody moves",
    "ruling.moving": "to the last position, damage kept",
    "ruling.face-up": "placed after the hands, triggers nothing",
    "ruling.reshuffle": "at the next card that is needed",
    "ruling.end": "looked at after both have acted",
    "ruling.deadlock": "nothing left for anybody",
    "ruling.hidden": "what is known of hidden cards",
    "ruling.acid": "3 and 1; kills score nothing",
    "ruling.beast": "moves next door, 2, or 3 when damaged",
    "ruling.lava": "2 next door on both sides, 1 on itself and those in front",
    "ruling.love": "heals fully when played, 2 when activated",
    "ruling.magnet": "2 on the last enemy, both move",
    "ruling.music": "2, and what it destroys changes sides",
    "ruling.sand": "moves anywhere, 1 on each enemy there, heals itself",
    "ruling.star": "2, and draws with fewer than seven",
    "ruling.beyond-draft": "18 guilds, eight on display",
}

T = TypeVar("T", bound=Callable[..., object])


def rule(*ids: str) -> Callable[[T], T]:
    """Say which sentences or rulings a test is about."""
    unknown = [i for i in ids if i not in RULES and i not in RULINGS]
    assert not unknown, f"no such sentence: {unknown}"

    def mark(test: T) -> T:
        test.rules = ids  # type: ignore[attr-defined]
        return test

    return mark
