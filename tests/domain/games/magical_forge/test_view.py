"""What a seat may know of a match of Magical Forge."""

from __future__ import annotations

import pytest

from domain.contract.game import UNKNOWN
from domain.frame.bags import Bag, pull, put
from domain.games.magical_forge.game import MAGICAL_FORGE
from domain.games.magical_forge.state import MagicalState
from domain.record.match import fold
from tests.domain.games.magical_forge.mag import VARIANTS, given, odd_settings, played, record

VIEWERS = (0, 1, None)


class TestHands:
    def test_another_hand_is_so_many_cards_of_each_back(self) -> None:
        state = given("hand A: hound, insight, ??", "spells A: ember", "hand B: wolf").state
        seen = MAGICAL_FORGE.view(state, 1)
        assert seen.sides[0].deck.hand.cards == {UNKNOWN: 3}
        assert seen.sides[0].spells.hand.cards == {UNKNOWN: 1}
        assert seen.sides[1] == state.sides[1]
        assert MAGICAL_FORGE.view(state, None).sides[1].deck.hand.cards == {UNKNOWN: 1}

    def test_a_list_is_any_three_of_each_less_what_was_seen(self) -> None:
        state = given("hand A: hound", "a1: wolf with ember, ember", "discard A: seer").state
        seen = MAGICAL_FORGE.view(state, 1).sides[0]
        assert [seen.deck.unseen[card] for card in ("hound", "wolf", "seer")] == [3, 2, 2]
        assert seen.spells.unseen["ember"] == 1
        assert "ember" not in seen.deck.unseen

    def test_what_everybody_saw_stays_known(self) -> None:
        state = given("hand A: hound, insight, insight").state
        put(state.sides[0].deck.hand.public, "insight")
        seen = MAGICAL_FORGE.view(state, None).sides[0]
        assert seen.deck.hand.cards == {"insight": 1, UNKNOWN: 2}

    def test_fields_centre_and_discards_are_open(self) -> None:
        state = given("a1: hound with ember", "centre: A stone", "spell discard A: balm").state
        seen = MAGICAL_FORGE.view(state, None)
        assert (seen.in_play, seen.centre) == (state.in_play, state.centre)
        assert seen.sides[0].spells.discard == {"balm": 1}

    def test_the_original_is_left_alone(self) -> None:
        state = given("hand A: hound insight", "spells B: ember").state
        twin = state.copy()
        MAGICAL_FORGE.view(state, None)
        assert state == twin

    def test_looking_twice_shows_no_more(self) -> None:
        state = given("hand A: hound ??", "spells B: ember", "a1: wolf with balm").state
        for viewer in VIEWERS:
            once = MAGICAL_FORGE.view(state, viewer)
            assert MAGICAL_FORGE.view(once, viewer) == once


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("seed", range(10))
def test_a_view_is_what_the_facts_one_may_know_give(seed: int, viewer: int | None) -> None:
    """From the settings that the seat may see: the other's lists are unknown to it."""
    settings = odd_settings(seed) if seed % 2 else MAGICAL_FORGE.settings(VARIANTS[seed // 2 % 5])
    match = played(settings, seed, known=(1.0, 0.5, 0.0)[seed % 3])
    full = MAGICAL_FORGE.new_state(settings)
    part = MAGICAL_FORGE.new_state(MAGICAL_FORGE.settings_seen_by(settings, viewer))
    assert MAGICAL_FORGE.view(full, viewer) == part
    for step in match.steps:
        for fact in step.facts:
            fact.apply(full)
            fact.seen_by(viewer).apply(part)
            assert MAGICAL_FORGE.view(full, viewer) == part, fact


def orders(state: MagicalState) -> list[list[str]]:
    bags: list[Bag] = []
    for side in state.sides:
        for pile in (side.deck, side.spells):
            bags += [pile.hand.cards, pile.hand.public, pile.unseen]
    return [list(bag) for bag in bags]


@pytest.mark.parametrize("seed", range(4))
def test_a_view_tells_nothing_about_cards_that_are_exchanged(seed: int) -> None:
    """Two hands that differ only in what is hidden look the same, down to the order of everything."""
    match = played(MAGICAL_FORGE.settings({}), seed, most=3)
    state: MagicalState = match.state
    seat = state.active
    pile = state.sides[seat].deck
    held = next(iter(pile.hand.cards))
    other = next(card for card in pile.unseen if card != held)
    twin = state.copy()
    swapped = twin.sides[seat].deck
    pull(swapped.hand.cards, held)
    put(swapped.hand.cards, other)
    pull(swapped.unseen, other)
    put(swapped.unseen, held)
    one, two = (MAGICAL_FORGE.view(s, 1 - seat) for s in (state, twin))
    assert one == two
    assert orders(one) == orders(two)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_board_of_a_seat_comes_from_its_view(viewer: int | None) -> None:
    match = played(MAGICAL_FORGE.settings({}), 5, most=60)
    seen = record(match).seen_by(viewer)
    state = fold(MAGICAL_FORGE.new_state(seen.opened.settings), seen.steps)
    assert MAGICAL_FORGE.data(state) == MAGICAL_FORGE.data(MAGICAL_FORGE.view(match.state, viewer))
    for seat in (0, 1):
        hand = MAGICAL_FORGE.data(state)["seats"]["AB"[seat]]["deck"]["hand"]
        side = match.state.sides[seat].deck
        assert (UNKNOWN in hand) == (seat != viewer and side.hidden > 0)
