"""Misreadings that are known stand in the documents, exactly; what is mended leaves the list."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from domain.games.magical_forge.actions import UseAbility
from domain.games.solforge import actions as a
from domain.games.solforge.cards.book import Forgeborn
from tests.domain.games.magical_forge.given import given
from tests.domain.games.readings import SOLFORGE
from tests.domain.games.solforge.abilities.acting import OX
from tests.domain.games.solforge.given import Scene, card, exalt, scene, spell

DOCS = Path(__file__).parents[3] / "docs"


def listed() -> list[tuple[str, str, str]]:
    """Kind, sentence and reading of each line of the list."""
    text = (DOCS / "solforge.md").read_text("utf-8")
    table = text.partition("## Known misreadings")[2].partition("|---|\n")[2].partition("\n\n")[0]
    rows = [row.strip("| ").split(" | ") for row in table.strip().split("\n")]
    return [(kind, sentence, read) for kind, sentence, read, _ in rows]


@pytest.mark.parametrize(("kind", "sentence", "read"), listed())
def test_what_is_listed_is_still_read_so(kind: str, sentence: str, read: str) -> None:
    """If it is read rightly now: take it out of the list."""
    assert " ".join(map(SOLFORGE.plain, SOLFORGE.read(kind, sentence) or ())) == read


def test_what_is_listed_is_still_done_so() -> None:
    words = "Destroy one of your creatures to give another creature -5A,-5H."
    one = spell(text=words)
    position = scene(hand_a=[one], a={1: OX}).when(a.Play(one.code()))
    assert position.look("a1") is None
    words = "Lose 2 Life Points, lose 2 Life Points: Draw a card."
    forge = given(
        creatures_a={"Trial": 2}, creature={"Trial": words}, life=(3, 15), deck_a="Blank 1"
    )
    assert any(isinstance(choice, UseAbility) for choice in forge.ask.choices)


# -- what was mended ----------------------------------------------------------------------------


def cast(words: str, **where: Any) -> Scene:
    """A plays a spell with these words; the first legal answers are given."""
    one = spell(text=words, name="Trial")
    position = scene(hand_a=[one, *where.pop("hand_a", ())], **where)
    return position.when(a.Play(one.code())).until("step")


@pytest.mark.parametrize(
    "words",
    [
        "Deal 5 damage to a creature. If this destroys it, you gain 5H.",
        "Deal 5 damage to a creature. If this destroys a creature, you gain 5H.",
        "Deal 5 damage to the enemy player. If this deals damage to a player, you gain 5H.",
    ],
)
def test_a_spell_and_a_forgeborn_know_what_they_did(words: str) -> None:
    assert cast(words, b={1: OX}).health()[0] == 55
    power = Forgeborn("Trial Power", "Alloyin", dict.fromkeys((2, 3, 4), words))
    position = scene(b={1: OX}, forgeborn=power, turn=7).when(a.UseForgeborn()).until("step")
    assert position.health()[0] == 55


def test_another_spell_did_something_else() -> None:
    words = "You gain 1H. If this deals damage to a player, you gain 5H."
    bolt = spell(text="Deal 1 damage to the enemy player.", name="Bolt")
    one = spell(text=words, name="Trial")
    position = scene(hand_a=[bolt, one], deck_a=[OX])
    position.when(a.Play(bolt.code()), a.Done(), a.Pass(), a.Play(one.code())).until("step")
    assert position.health()[0] == 51


@pytest.mark.parametrize(
    ("words", "counted"),
    [("When this moves, you gain 1H.", 1), ("When this changes lanes, you gain 1H.", 0)],
)
def test_a_change_of_rows_is_no_change_of_lanes(words: str, counted: int) -> None:
    walker = card("Walker", 3, 6, text=words)
    position = scene(a={2: (walker, {"front": False})}).end_turn()
    assert position.at("a2").front
    assert position.health()[0] == 50 + counted


def test_a_change_of_lanes_is_one() -> None:
    walker = card("Walker", 3, 6, text="When this moves to another lane, you gain 1H.")
    assert cast("Move one of your creatures.", a={2: walker}).health()[0] == 51


def test_whose_pile_it_is() -> None:
    position = cast("Upgrade a card in the enemy player's hand.", hand_b=[OX], hand_a=[OX])
    assert position.state.sides[0].hand.cards == {OX.code(): 1}


def test_the_end_of_the_next_turn_is_not_the_end_of_this_one() -> None:
    position = cast("At the end of the next turn, you gain 5H.")
    assert position.end_turn().health()[0] == 50
    assert position.end_turn().health()[0] == 55


def test_each_other_player_is_not_oneself() -> None:
    assert cast("Each other player loses 2H.").health() == (50, 48)


def test_the_same_level_as_the_one_before() -> None:
    grown = card("Grown", 3, 6, levels={1: (3, 6), 2: (5, 9)})
    words = "Destroy one of your creatures. If you do, destroy a creature of the same level."
    position = cast(words, a={1: OX}, b={1: (grown, {"level": 2}), 2: OX})
    assert position.look("b1") is not None
    assert position.look("b2") is None


def test_your_leftmost_lane_may_be_empty() -> None:
    position = cast("Give creatures in your leftmost lane +2A.", a={2: OX})
    assert position.numbers("a2") == (2, 5)
    assert cast("Give creatures in your leftmost lane +2A.", a={1: OX}).numbers("a1") == (4, 5)


def test_a_minions_name_is_not_a_card_in_hand() -> None:
    stone = exalt(name="Stone", text="Activate: You may play a Wisp in this lane.")
    position = scene(xa={3: stone})
    position.when(a.Activate(position.at("xa3").id), a.Yes()).until("step")
    assert position.at("a3").code.startswith("wisp")
    either = cast("Play a Gizmo or Wisp Minion.")
    assert any(p.lane and p.seat == 0 for p in either.state.in_play.values())
