"""The grammar: known forms, what they mean, and what is not understood."""

from __future__ import annotations

import pytest

from domain.frame.language.nodes import (
    Compare,
    Done,
    Half,
    If,
    May,
    Modes,
    Node,
    Number,
    Pay,
    Repeat,
    Sum,
    ThatMuch,
)
from domain.games.magical_forge.cards import nodes as n
from domain.games.magical_forge.language import read_card
from domain.games.magical_forge.language.catalogue import CATALOGUE, FORMS

YOU, OPPONENT, EACH = (n.Refer(ref) for ref in ("you", "opponent", "each"))
MINE = n.Filter(side="yours")


@pytest.mark.parametrize(("kind", "words"), FORMS)
def test_known_forms_are_understood(kind: str, words: str) -> None:
    found = read_card(words, kind, "Card")
    assert found.problems == ()
    assert len(found.abilities) == 1


def body(words: str) -> tuple[Node, ...]:
    """What a Forge card does."""
    found = read_card(words, "forge", "Card")
    assert found.problems == (), found.problems
    (line,) = found.abilities
    assert isinstance(line, n.Line)
    return line.body


CARD = n.Draw(YOU, Number(1))
TWO = n.Draw(YOU, Number(2))


@pytest.mark.parametrize(
    ("words", "meaning"),
    [
        ("Draw a card.", (CARD,)),
        ("draw one card", (CARD,)),
        ("You draw 2 cards.", (TWO,)),
        ("Draw a card and gain 2 Life Points.", (CARD, n.Gain(YOU, Number(2)))),
        ("Draw a card, then gain 2 Life Points.", (CARD, n.Gain(YOU, Number(2)))),
        ("Draw a card. Then gain 2 Life Points.", (CARD, n.Gain(YOU, Number(2)))),
        ("Each player loses three Life Points.", (n.Lose(EACH, Number(3)),)),
        (
            "Target player loses 1 Life Point.",
            (n.Lose(n.Target(n.Filter(kind="player")), Number(1)),),
        ),
        (
            "Your opponent loses 2 Life Points for each Creature of yours.",
            (n.Lose(OPPONENT, n.Count(MINE, 2)),),
        ),
        (
            "Gain Life Points equal to the number of your Creatures plus 2.",
            (n.Gain(YOU, Sum((n.Count(MINE), Number(2)))),),
        ),
        (
            "Gain Life Points equal to half that many, rounded up.",
            (n.Gain(YOU, Half(ThatMuch(), up=True)),),
        ),
        ("You may draw a card.", (May((CARD,)),)),
        ("Your opponent may draw a card.", (May((CARD,), "opponent"),)),
        (
            "Discard a card to draw 2 cards.",
            (Pay((n.Discard(YOU, Number(1), ""),), (TWO,)),),
        ),
        (
            "Discard a card. If you do, draw 2 cards.",
            (n.Discard(YOU, Number(1), ""), If(Done(), (TWO,))),
        ),
        (
            "If you have 2 or more Creatures, draw a card. Otherwise, draw 2 cards.",
            (If(n.Exists(MINE, 2), (CARD,), (TWO,)),),
        ),
        (
            "Draw a card. If you have 5 or fewer Life Points, draw 2 cards instead.",
            (If(Compare(n.PlayerNumber("life"), "<=", Number(5)), (TWO,), (CARD,)),),
        ),
        ("Choose one: Draw a card, or draw 2 cards.", (Modes(((CARD,), (TWO,))),)),
        ("Choose two:\n• Draw a card.\n• Draw 2 cards.", (Modes(((CARD,), (TWO,)), 2),)),
        (
            "For each Creature of yours, draw a card.",
            (Repeat(n.Count(MINE), (CARD,)),),
        ),
        (
            "Destroy up to 2 target Beast Creatures of your opponent with 3 or more Spells.",
            (
                n.Destroy(
                    n.Target(n.Filter(side="opponent", types=("Beast",), spells=">=", than=3), 2, 0)
                ),
            ),
        ),
        (
            "Your opponent destroys a Creature of theirs.",
            (n.Destroy(n.Choose(n.Filter(side="opponent"), by="opponent")),),
        ),
        (
            "Stop target Forge card that returns a Multiple Creature.",
            (n.Stop(n.Target(n.Filter(kind="effect", effects=("forge",), returns="Multiple"))),),
        ),
    ],
)
def test_what_forms_mean(words: str, meaning: tuple[Node, ...]) -> None:
    assert body(words) == meaning


def test_paragraphs_are_abilities_of_their_own() -> None:
    found = read_card("This can't attack.\nWhen this blocks, draw a card.", "creature", "Card")
    first, second = found.abilities
    assert first == n.Has("no attack")
    assert isinstance(second, n.Triggered)


def test_costs() -> None:
    words = "Discard a Spell attached to this, lose 1 Life Point: Draw a card."
    (found,) = read_card(words, "creature", "Card").abilities
    assert isinstance(found, n.Activated)
    assert found.cost == (n.Detach(n.Refer("this"), Number(1)), n.Lose(YOU, Number(1)))


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("creature", "Draw a card."),
        ("spell", "Draw a card."),
        ("spell", "Ability: Draw a card."),
        ("forge", "When this attacks, draw a card."),
        ("weapon", "This can't block."),
    ],
)
def test_each_kind_has_its_own_abilities(kind: str, words: str) -> None:
    assert read_card(words, kind, "Card").problems


def test_what_is_not_understood_is_pointed_at() -> None:
    found = read_card("Draw a card.\nDestroy target Creature with 2 or fewer Spels.", "forge", "X")
    (problem,) = found.problems
    assert (problem.line, problem.column) == (2, 41)
    assert problem.sentence == "Destroy target Creature with 2 or fewer Spels."
    assert problem.nearest == "Destroy target Creature with 2 or fewer Spells."
    assert problem.expected
    assert len(found.abilities) == 1


def test_nothing_is_near_to_what_is_far() -> None:
    assert CATALOGUE.nearest("xyzzy") == ""
    assert CATALOGUE.nearest("Draw 7 card.") == "Draw 2 cards."
