"""Every sentence of the rulebook that states a rule, by part and number, and every ruling.

A test names what it tests with `@rule("attach.2")`. test_rulebook.py checks that nothing listed here
is without a test. What stands beside an id is a reminder; the rulebook has the words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

RULES: dict[str, str] = {
    # A
    "draw.1": "three cards from the Deck",
    "draw.2": "a Deck has no Spells in it",
    "draw.3": "then as many Spells as Creatures were drawn",
    # B
    "play.1": "any number of Creatures, from hand",
    "attach.1": "Spells from hand to any of one's Creatures in play",
    "attach.2": "as many as there are Creatures, in any way",
    "attach.3": "attached Spells are not in play and do not activate",
    "attach.4": "each is 1 Health",
    "attach.5": "without Spells: destroyed and discarded",
    "attach.6": "but not in its first turn in play",
    "attach.7": "discarded at the end of that turn if it still has none",
    "attack.1": "Creatures with Spells attack the Life Force directly",
    "attack.2": "each Spell attached counts for one Life Point",
    "attack.3": "each Creature once a turn",
    "life.1": "15 Life Points",
    "win.1": "the opponent has none left, and you have any",
    "block.1": "the opponent may choose to block",
    "block.2": "both put one attached Spell into play",
    "block.3": "it is no longer attached, and in the centre",
    "centre.1": "Spells in play activate if triggered",
    "centre.2": "the attacker's activates first",
    "centre.3": "the trigger is printed on the card",
    "centre.4": "resolved ones go to the Spell discard",
    "centre.5": "which becomes the Spell Deck when that is empty",
    # D
    "forge.1": "only on one's own turn",
    "response.1": "an effect may be activated before another resolves",
    "response.2": "on one's turn a Forge card may respond",
    "response.3": "a Creature ability or a Weapon may respond",
    "response.4": "what was activated last resolves first",
    "example.1": "Orarus answers a Forge card that returns a Multiple Creature",
    # Deck Building Rules
    "deck.1": "30 cards: Forge, Creature, Weapon",
    "deck.2": "three copies of each",
    "deck.3": "not more than 30",
    "spells.1": "at least 30, without limit",
    "spells.2": "Spells only",
    "spells.3": "three copies of each",
}
RULINGS: dict[str, str] = {
    "ruling.coin": "a coin decides who starts, unless it was agreed",
    "ruling.opening": "an opening hand by setting, with its Spells",
    "ruling.short": "who cannot draw all draws what there is",
    "ruling.deck-out": "or loses, by setting",
    "ruling.attach": "the limit counts over the whole turn, against the Creatures of the moment",
    "ruling.blockers": "one Creature that has Spells blocks",
    "ruling.choice": "each player chooses the Spell to put into play",
    "ruling.blocked": "no Life Points are lost when blocked",
    "ruling.no-delay": "a Creature may attack in its first turn",
    "ruling.order": "the opponent of the controller may respond first",
    "ruling.passes": "two passes in a row resolve the top",
    "ruling.fizzle": "without its targets an effect does nothing",
    "ruling.both": "both at 0 at the same time: a draw",
    "ruling.concede": "a seat may give up whenever one is asked",
    "ruling.once": "house: an ability is used once each turn",
    "ruling.loops": "house: after 100 effects nothing triggers any more in a turn",
    "ruling.standstill": "house: four turns without anything, Decks empty: a draw",
    "ruling.endless": "house: after turn 200 the match is a draw",
    "ruling.private": "house: lists are hidden from the other seat",
    "ruling.silence": "being asked for a response tells nothing about a hand",
}

F = TypeVar("F", bound=Callable[..., object])


def rule(*sentences: str) -> Callable[[F], F]:
    """Name the sentences a test is about."""
    unknown = [s for s in sentences if s not in RULES and s not in RULINGS]
    assert not unknown, f"no such sentence: {unknown}"

    def named(test: F) -> F:
        return test

    return named
