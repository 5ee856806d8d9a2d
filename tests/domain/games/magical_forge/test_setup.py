"""Before the first turn, and the draw (A)."""

from __future__ import annotations

import pytest

from domain.contract.errors import GameError
from domain.contract.game import DEALER, UNKNOWN
from domain.games.magical_forge.actions import Deal, DealSpells, EndTurn, Toss
from domain.games.magical_forge.cards.decks import check_settings
from domain.games.magical_forge.facts import (
    Drawn,
    MatchEnded,
    PhaseBegan,
    Recycled,
    SpellsDrawn,
    Tossed,
    TurnBegan,
)
from domain.games.magical_forge.game import MAGICAL_FORGE
from domain.record.match import Match
from tests.domain.games.magical_forge.given import Position, given
from tests.domain.games.magical_forge.rulebook import rule


def begun(**words: str) -> Position:
    """A match that has just been opened."""
    return Position(Match(MAGICAL_FORGE, check_settings(words)))


def agreed(seat: str, **words: str) -> Position:
    """A match in which it was agreed who takes the first turn."""
    return begun(start=seat, **words).when(Toss("AB".index(seat)))


@rule("ruling.coin")
def test_a_coin_decides() -> None:
    position = begun().asked("toss", DEALER, Toss(0), Toss(1))
    position.when(Toss(1)).then(Tossed(1), TurnBegan(1, 1))


@rule("ruling.coin")
def test_it_can_be_agreed() -> None:
    position = agreed("B").asked("draw", DEALER)
    assert position.state.active == 1
    begun(start="B").asked("toss", DEALER, Toss(1)).when(Toss(0)).refused("B takes the first turn")


@rule("life.1")
def test_fifteen_life_points() -> None:
    begun().life(15, 15)
    begun(life="20").life(20, 20)


@rule("ruling.opening")
def test_no_opening_hand() -> None:
    position = begun().when(Toss(0))
    assert position.state.sides[0].hand == position.state.sides[1].hand == 0


@rule("ruling.opening")
def test_an_opening_hand_by_setting() -> None:
    position = agreed("A", opening_hand="2")
    position.when(Deal(0, ("gate-warden", "gate-warden"), 2))
    position.then(Drawn(0, ("gate-warden", "gate-warden"), 2)).asked("spells", DEALER)
    position.when(DealSpells(0, (UNKNOWN, UNKNOWN)), Deal(1, (UNKNOWN, UNKNOWN), 0))
    position.did(TurnBegan(1, 0))
    assert [side.hand for side in position.state.sides] == [4, 2]


@rule("draw.1", "draw.3")
def test_three_cards_then_a_spell_for_each_creature() -> None:
    position = agreed("A").when(
        Deal(0, ("gate-warden", "bell-keeper", "quiet-hammer"), 2),
        DealSpells(0, ("held-note", "held-note")),
    )
    position.then(
        Drawn(0, ("gate-warden", "bell-keeper", "quiet-hammer"), 2),
        SpellsDrawn(0, ("held-note", "held-note")),
        PhaseBegan("main"),
    )
    assert position.state.sides[0].deck.left == 27
    assert position.state.sides[0].spells.left == 28


@rule("draw.3")
def test_no_creatures_no_spells() -> None:
    cards = ("quiet-hammer", "quiet-hammer", "even-ground")
    agreed("A").when(Deal(0, cards, 0)).then(Drawn(0, cards, 0), PhaseBegan("main"))


@rule("draw.3")
@pytest.mark.parametrize(
    ("cards", "creatures"),
    [
        (("gate-warden", "quiet-hammer", "even-ground"), 0),
        (("gate-warden", "quiet-hammer", "even-ground"), 2),
        (("gate-warden", UNKNOWN, "even-ground"), 3),
        (("gate-warden", UNKNOWN, "even-ground"), -1),
    ],
)
def test_how_many_are_creatures_must_be_right(cards: tuple[str, ...], creatures: int) -> None:
    agreed("A").when(Deal(0, cards, creatures)).refused("of these cards cannot be Creatures")


@rule("draw.3")
@pytest.mark.parametrize("creatures", [1, 2])
def test_an_unknown_card_can_be_a_creature(creatures: int) -> None:
    cards = ("gate-warden", UNKNOWN, "even-ground")
    position = agreed("A").when(Deal(0, cards, creatures)).asked("spells", DEALER)
    position.when(DealSpells(0, (UNKNOWN,) * (3 - creatures))).refused(f"{creatures} Spells are")


@rule("draw.2")
def test_a_deck_deals_no_spells() -> None:
    cards = ("gate-warden", "held-note", "even-ground")
    agreed("A").when(Deal(0, cards, 1)).refused("not all of these cards can be there")


def test_only_what_is_there_can_be_dealt() -> None:
    agreed("A").when(Deal(0, ("gate-warden",) * 4, 4)).refused("3 cards are drawn here, not 4")
    agreed("A").when(Deal(1, ("gate-warden",) * 3, 3)).refused("it is seat A that draws here")
    agreed("A").when(EndTurn()).refused("seat A draws first: 3 cards")


@rule("ruling.short")
def test_a_short_deck_deals_what_there_is() -> None:
    position = given(phase="draw", deck_a="Blank 1, Blank 2")
    position.when(Deal(0, ("blank-1", "blank-2"), 2)).then(
        Drawn(0, ("blank-1", "blank-2"), 2), PhaseBegan("main")
    )
    given(active=1).when(EndTurn()).never(Drawn).asked("turn", 0, EndTurn())


@rule("ruling.deck-out")
def test_an_empty_deck_can_lose() -> None:
    position = given(phase="draw", deck_a="Blank 1, Blank 2", deck_out="loses")
    position.when(Deal(0, ("blank-1", "blank-2"), 2))
    position.did(MatchEnded(1, "deck"))
    whole = given(phase="draw", deck_a="3 Blank 1", spell_deck_a="3 Plain Spell", deck_out="loses")
    whole.when(Deal(0, ("blank-1",) * 3, 3), DealSpells(0, ("plain-spell",) * 3)).never(MatchEnded)


@rule("centre.5")
def test_the_spell_discard_is_recycled() -> None:
    position = given(
        phase="draw",
        deck_a="3 Blank 1",
        spell_deck_a="Plain Spell",
        spell_discard_a="2 Other Spell",
    )
    position.when(Deal(0, ("blank-1",) * 3, 3), DealSpells(0, ("plain-spell",)))
    position.did(SpellsDrawn(0, ("plain-spell",)), Recycled(0))
    position.when(DealSpells(0, ("other-spell",) * 2))
    side = position.state.sides[0].spells
    assert (side.left, side.discard) == (0, {})


@rule("centre.5")
def test_not_before_a_spell_must_be_drawn() -> None:
    position = given(phase="draw", deck_a="Blank 1", spell_deck_a="Plain Spell")
    position.when(Deal(0, ("blank-1",), 1), DealSpells(0, ("plain-spell",))).never(Recycled)
    assert position.state.sides[0].spells.left == 0
    empty = given(phase="draw", deck_a="Blank 1").when(Deal(0, ("blank-1",), 1))
    empty.never(SpellsDrawn, Recycled).asked("turn", 0)


def test_an_impossible_number_of_cards_is_refused() -> None:
    with pytest.raises(GameError, match="opening hand: '31' is no number from 0 to 30"):
        check_settings({"opening_hand": "31"})
