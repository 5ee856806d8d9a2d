"""Plain words: what an ability means, read again, means the same."""

from __future__ import annotations

import pytest

from domain.games.magical_forge.cards.book import book
from domain.games.magical_forge.language import plain, read_card
from domain.games.magical_forge.language.catalogue import FORMS

CARDS = [(card.kind, card.text) for card in book().cards.values()]


@pytest.mark.parametrize(("kind", "text"), [*FORMS, *CARDS])
def test_read_again_they_mean_the_same(kind: str, text: str) -> None:
    meant = read_card(text, kind, "Card")
    words = plain.card(meant.abilities)
    again = read_card(words, kind, "Card")
    assert again.problems == (), words
    assert again.abilities == meant.abilities, words


MORE = (
    "Your opponent discards a Spell attached to a Creature of theirs.",
    "Return up to 2 Spells in the centre to its owner's hand.",
    "Draw 2 Spells for each Spell attached to it.",
    "Gain Life Points equal to half your opponent's Life Points plus 2.",
    "If it has no Spells, destroy it. Otherwise, attach the top card of your Spell Deck to it.",
    "If your opponent has no Creatures, gain 1 Life Point for each card in your hand.",
    "If there are 2 or fewer Spells in the centre, each player draws a card.",
    "If it is in play, your opponent may gain 1 Life Point.",
)


@pytest.mark.parametrize("text", MORE)
def test_rarer_forms_too(text: str) -> None:
    test_read_again_they_mean_the_same("forge", text)


@pytest.mark.parametrize(
    ("kind", "text", "words"),
    [
        ("forge", "You draw one card, then gain 1 Life Point.", "Draw 1 card. Gain 1 Life Point."),
        ("spell", "When you lose Life Points: draw a card.", "When you lose Life Points, draw 1 card."),
        ("creature", "This cannot block", "This can't block."),
        ("weapon", "Destroy all Creatures with no Spells.", "Destroy each Creature without Spells."),
    ],
)  # fmt: skip
def test_one_way_of_saying_it(kind: str, text: str, words: str) -> None:
    assert plain.card(read_card(text, kind, "Card").abilities) == words
