"""What a seat may know of SolForge Fusion: views, and that nothing leaks through them."""

from __future__ import annotations

import pytest

from domain.contract.game import UNKNOWN
from domain.formats.tape import decide_line
from domain.frame.bags import Bag, pull, put
from domain.games.solforge.game import SOLFORGE
from domain.games.solforge.state import SolState
from domain.record.match import Match, fold
from tests.domain.games.solforge.sol import CARDS, given, played, record

VIEWERS = (0, 1, None)


def position(*lines: str) -> SolState:
    chosen = SOLFORGE.settings({})
    found = SOLFORGE.scenery.given(chosen, list(enumerate((*CARDS, *lines), 1)))
    assert isinstance(found, SolState)
    return found


class TestWhatIsKnown:
    def test_a_hand_is_its_seats_own(self) -> None:
        state = position(
            "hand A: zap bear", "hand B: zap zap", "deck A: bear old-bear", "deck B: bear"
        )
        seen = SOLFORGE.view(state, 0)
        assert seen.sides[0] == state.sides[0]
        assert seen.sides[1].hand.cards == {UNKNOWN: 2}
        assert seen.sides[1].unseen == {"bear.1": 1, "zap.1": 2}
        assert seen.sides[1].deck == 1
        assert SOLFORGE.view(state, None).sides[0].hand.cards == {UNKNOWN: 2}

    def test_what_everybody_saw_stays_known(self) -> None:
        state = position("hand A: zap bear bear", "discard A: zap.2", "deck A: -")
        put(state.sides[0].hand.public, "bear.1")
        put(state.sides[0].discard.cards, "zap.1")
        seen = SOLFORGE.view(state, 1).sides[0]
        assert seen.hand.cards == {"bear.1": 1, UNKNOWN: 2}
        assert seen.discard.cards == {"zap.2": 1, UNKNOWN: 1}
        assert seen.unseen == {"bear.1": 1, "zap.1": 2}

    def test_piles_and_the_board_are_public(self) -> None:
        state = position("lane 1: A bear | B -", "banished A: zap", "upgrades A: zap.2")
        seen = SOLFORGE.view(state, None)
        assert seen.in_play == state.in_play
        assert seen.sides[0].banished == {"zap.1": 1}
        assert seen.sides[0].upgrades == {"zap.2": 1}

    def test_a_card_becomes_known_when_it_is_played(self) -> None:
        start = given("hand A: old-bear bear", "deck A: zap")
        before = SOLFORGE.view(start.state, 1).sides[0]
        assert before.unseen == {"bear.1": 1, "old-bear.1": 1, "zap.1": 1}
        start.when("old 2")
        after = SOLFORGE.view(start.state, 1).sides[0]
        assert after.unseen == {"bear.1": 1, "zap.1": 1}
        assert after.hand.cards == {UNKNOWN: 1}
        assert after.discard.cards == {"old-bear.2": 1}

    def test_the_original_is_left_alone(self) -> None:
        state = position("hand A: zap bear", "hand B: zap")
        twin = state.copy()
        SOLFORGE.view(state, None)
        assert state == twin

    def test_looking_twice_shows_no_more(self) -> None:
        state = position("hand A: zap bear", "hand B: zap", "discard B: bear")
        for viewer in VIEWERS:
            once = SOLFORGE.view(state, viewer)
            assert SOLFORGE.view(once, viewer) == once


def views_hold(match: Match, viewer: int | None) -> None:
    full, part = (SOLFORGE.new_state(match.settings) for _ in range(2))
    for step in match.steps:
        for fact in step.facts:
            fact.apply(full)
            fact.seen_by(viewer).apply(part)
            assert SOLFORGE.view(full, viewer) == part, fact


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("seed", range(6))
def test_a_view_is_what_the_facts_one_may_know_give(seed: int, viewer: int | None) -> None:
    settings = SOLFORGE.settings({"edition": ("whitefang", "early")[seed % 2]})
    views_hold(played(settings, seed, known=(1.0, 0.5, 0.0)[seed % 3]), viewer)


@pytest.mark.parametrize("seed", range(3))
def test_a_view_tells_nothing_about_cards_that_are_exchanged(seed: int) -> None:
    """Two hands that differ only in what is hidden look the same, down to the order of everything."""
    match = played(SOLFORGE.settings({}), seed, most=4)
    state: SolState = match.state
    side = state.sides[0]
    held = next(card for card in side.hand.cards if not side.hand.public.get(card))
    other = next(card for card in side.unseen if card != held)
    twin = state.copy()
    swapped = twin.sides[0]
    pull(swapped.hand.cards, held)
    put(swapped.hand.cards, other)
    pull(swapped.unseen, other)
    put(swapped.unseen, held)
    one, two = SOLFORGE.view(state, 1), SOLFORGE.view(twin, 1)
    assert one == two
    assert orders(one) == orders(two)


def orders(state: SolState) -> list[list[str]]:
    bags: list[Bag] = []
    for side in state.sides:
        bags += [side.hand.cards, side.hand.public, side.discard.cards, side.unseen]
    return [list(bag) for bag in bags]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_board_and_the_legal_words_of_a_seat_come_from_its_view(viewer: int | None) -> None:
    match = played(SOLFORGE.settings({}), 5, most=40)
    seen = record(match).seen_by(viewer)
    state = fold(SOLFORGE.new_state(match.settings), seen.steps)
    assert SOLFORGE.data(state) == SOLFORGE.data(SOLFORGE.view(match.state, viewer))
    hidden = [seat for seat in (0, 1) if seat != viewer]
    for seat in hidden:
        assert UNKNOWN in SOLFORGE.data(state)["seats"]["AB"[seat]]["hand"] or not (
            match.state.sides[seat].hand.count
        )


TOPPING = (
    'card Topper: spell "This is Free. // Put a card from your discard pile on top of your deck."',
    'card Peeper: spell "This is Free. // Look at the top two cards of your deck. '
    'Put one into your hand."',
    'card Insight: spell "This is Free. // Draw a card."',
    "hand A: topper topper peeper peeper insight insight insight",
    "discard A: bear old-bear zap",
    "deck A: fork fork bolt bolt runner",
)
ORDERS = (
    ["topper [bear]", "insight"],
    ["peeper ^ fork bolt [bolt]", "insight"],
    ["peeper ^ fork bolt [bolt]", "topper [zap]", "insight", "insight"],
    ["topper [zap]", "peeper ^ zap bolt [bolt]", "insight", "insight"],
    ["topper [zap]", "topper [bear]", "peeper ^ bear zap [zap]", "insight", "insight"],
    ["peeper ^ ?? bolt [bolt]", "insight", "topper [bear]", "peeper ^ bear fork [bear]"],
)


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("lines", ORDERS)
def test_the_top_of_a_deck(lines: list[str], viewer: int | None) -> None:
    """What was put there openly is known to all, what was looked at only to its owner."""
    start = given(*TOPPING, "hand B: zap zap zap zap").state
    chosen = SOLFORGE.settings({})
    full, part = start.copy(), SOLFORGE.view(start, viewer)
    match = Match(SOLFORGE, chosen, state=start.copy())
    decide_line(match, "; ".join(lines) + " ...")
    match.take()
    for step in match.steps:
        for fact in step.facts:
            fact.apply(full)
            fact.seen_by(viewer).apply(part)
            assert SOLFORGE.view(full, viewer) == part, fact
    assert full == match.state
    assert not full.sides[0].top or full.sides[0].top[-1] != UNKNOWN
